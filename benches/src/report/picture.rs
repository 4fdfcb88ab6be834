//! The picture: time against depth, and time per byte against size.

use std::fmt::{self, Write as _};

use super::measure::{Measured, Row, Work};
use super::number::{integer, share};
use super::scale::Scale;

/// The routes drawn, what they are called in the picture, and the class of their colour; the library comes last, on top.
const ROUTES: [(&str, &str, &str); 7] = [
    ("walk_and_copy", "walk and copy alone", "floor"),
    ("json_to_vec", "JSON text alone", "text"),
    ("text_and_jsonb", "to_string + jsonb(?)", "detour"),
    ("diesel", "Diesel's Jsonb", "diesel"),
    ("serde_sqlite_jsonb", "serde_sqlite_jsonb", "peer"),
    ("nested_buffers", "nested buffers", "baseline"),
    ("serde_json", "sqlite-jsonb", "ours"),
];

/// Colours for light and dark, each on a ground of its own, so that the picture is readable on any page.
const STYLE: &str = "
text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 15px; font-weight: 600; }
.axis, .tick { fill: #59636e; }
.ground { fill: #ffffff; }
.grid { stroke: #d1d9e0; stroke-width: 1; }
polyline { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
polyline.ours { stroke-width: 3.5; }
polyline.floor { stroke-dasharray: 4 4; }
text.ours { font-weight: 700; }
polyline.ours, circle.ours { stroke: #0969da; } text.ours, circle.ours { fill: #0969da; }
polyline.baseline { stroke: #bc4c00; } text.baseline, circle.baseline { fill: #bc4c00; }
polyline.peer { stroke: #bf3989; } text.peer, circle.peer { fill: #bf3989; }
polyline.diesel { stroke: #8250df; } text.diesel, circle.diesel { fill: #8250df; }
polyline.detour { stroke: #1a7f37; } text.detour, circle.detour { fill: #1a7f37; }
polyline.text { stroke: #59636e; } text.text, circle.text { fill: #59636e; }
polyline.floor { stroke: #818b98; } text.floor, circle.floor { fill: #6e7781; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; }
.axis, .tick { fill: #9198a1; }
.ground { fill: #0d1117; }
.grid { stroke: #30363d; }
polyline.ours, circle.ours { stroke: #4493f8; } text.ours, circle.ours { fill: #4493f8; }
polyline.baseline { stroke: #f0883e; } text.baseline, circle.baseline { fill: #f0883e; }
polyline.peer { stroke: #f778ba; } text.peer, circle.peer { fill: #f778ba; }
polyline.diesel { stroke: #bc8cff; } text.diesel, circle.diesel { fill: #bc8cff; }
polyline.detour { stroke: #3fb950; } text.detour, circle.detour { fill: #3fb950; }
polyline.text { stroke: #b1bac4; } text.text, circle.text { fill: #b1bac4; }
polyline.floor { stroke: #8b949e; } text.floor, circle.floor { fill: #9198a1; }
}
";

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 440.0;
/// Where the plots begin and end from top to bottom, and how wide one is.
const TOP: f64 = 64.0;
const BOTTOM: f64 = 384.0;
const PLOT: f64 = 300.0;
/// The least distance between two labels.
const LINE: f64 = 15.0;

/// The picture as SVG.
///
/// # Errors
/// None: writing into a string does not fail.
pub fn picture(measured: &Measured) -> Result<String, fmt::Error> {
    let mut svg = String::new();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">"#
    )?;
    writeln!(
        svg,
        "<title>Time to encode a serde_json::Value</title><style>{STYLE}</style>"
    )?;
    writeln!(
        svg,
        r#"<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>"#
    )?;
    let depth = Panel {
        title: "Nested arrays: µs against depth",
        x_title: "depth",
        left: 60.0,
        workload: "nested_arrays",
        value: |_, micros| micros,
    };
    let size = Panel {
        title: "Objects: ns per byte of text against size",
        x_title: "objects of {\"id\":…,\"name\":…}",
        left: 560.0,
        workload: "objects",
        value: |row, micros| 1000.0 * micros / share(row.text_len, 1),
    };
    depth.draw(measured, &mut svg)?;
    size.draw(measured, &mut svg)?;
    svg.push_str("</svg>\n");
    Ok(svg)
}

struct Panel {
    title: &'static str,
    x_title: &'static str,
    left: f64,
    /// The workload whose sizes are drawn from left to right.
    workload: &'static str,
    /// What is drawn upwards, from a time in microseconds.
    value: fn(&Row, f64) -> f64,
}

struct Line {
    label: &'static str,
    class: &'static str,
    points: Vec<(f64, f64)>,
}

impl Panel {
    fn draw(&self, measured: &Measured, svg: &mut String) -> fmt::Result {
        let rows: Vec<(f64, &Row)> = measured
            .rows
            .iter()
            .filter(|row| row.name == self.workload)
            .filter_map(|row| Some((row.size.parse().ok()?, row)))
            .collect();
        let lines: Vec<Line> = ROUTES
            .iter()
            .filter_map(|route| self.line(&rows, *route))
            .collect();
        let points = lines.iter().flat_map(|line| line.points.iter());
        let x = Scale::new(
            points.clone().map(|point| point.0),
            self.left,
            self.left + PLOT,
        );
        let y = Scale::new(points.map(|point| point.1), BOTTOM, TOP).rounded();
        if lines.is_empty() {
            return Ok(());
        }
        self.frame(&rows, x, y, svg)?;
        for line in &lines {
            let places = line
                .points
                .iter()
                .map(|point| (x.place(point.0), y.place(point.1)));
            let places: Vec<(f64, f64)> = places.collect();
            let list: Vec<String> = places
                .iter()
                .map(|(x, y)| format!("{x:.1},{y:.1}"))
                .collect();
            let class = line.class;
            writeln!(
                svg,
                r#"<polyline class="{class}" points="{}"/>"#,
                list.join(" ")
            )?;
            for (x, y) in places {
                writeln!(
                    svg,
                    r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="2.5"/>"#
                )?;
            }
        }
        self.labels(&lines, y, svg)
    }

    fn line(
        &self,
        rows: &[(f64, &Row)],
        (route, label, class): (&str, &'static str, &'static str),
    ) -> Option<Line> {
        let point = |(size, row): &(f64, &Row)| {
            let micros = row.median(Work::Encode, route)?;
            Some((*size, (self.value)(row, micros)))
        };
        let points: Vec<(f64, f64)> = rows.iter().filter_map(point).collect();
        (!points.is_empty()).then_some(Line {
            label,
            class,
            points,
        })
    }

    /// Title, axes and grid.
    fn frame(&self, rows: &[(f64, &Row)], x: Scale, y: Scale, svg: &mut String) -> fmt::Result {
        let (left, right) = (self.left, self.left + PLOT);
        writeln!(
            svg,
            r#"<text class="title" x="{left}" y="30">{}</text>"#,
            self.title
        )?;
        for tick in y.ticks() {
            let place = y.place(tick);
            writeln!(
                svg,
                r#"<line class="grid" x1="{left}" y1="{place:.1}" x2="{right}" y2="{place:.1}"/>"#
            )?;
            let (x, y) = (left - 8.0, place + 4.0);
            writeln!(
                svg,
                r#"<text class="tick" text-anchor="end" x="{x}" y="{y:.1}">{tick}</text>"#
            )?;
        }
        let mut free = f64::NEG_INFINITY;
        for (size, row) in rows {
            let place = x.place(*size);
            writeln!(
                svg,
                r#"<line class="grid" x1="{place:.1}" y1="{BOTTOM}" x2="{place:.1}" y2="{}"/>"#,
                BOTTOM + 5.0
            )?;
            if place >= free {
                let label = row.size.parse().map_or_else(|_| row.size.clone(), integer);
                writeln!(
                    svg,
                    r#"<text class="tick" text-anchor="middle" x="{place:.1}" y="{}">{label}</text>"#,
                    BOTTOM + 20.0
                )?;
                free = place + 30.0;
            }
        }
        let middle = left + PLOT / 2.0;
        let y = BOTTOM + 42.0;
        writeln!(
            svg,
            r#"<text class="axis" text-anchor="middle" x="{middle}" y="{y}">{}</text>"#,
            self.x_title
        )
    }

    /// A label at the end of each line, moved down where it would cover another.
    fn labels(&self, lines: &[Line], y: Scale, svg: &mut String) -> fmt::Result {
        let last = |line: &Line| line.points.last().map_or(BOTTOM, |point| y.place(point.1));
        let mut ends: Vec<(f64, &Line)> = lines.iter().map(|line| (last(line), line)).collect();
        ends.sort_by(|one, other| one.0.total_cmp(&other.0));
        let wanted: Vec<f64> = ends.iter().map(|end| end.0).collect();
        let x = self.left + PLOT + 9.0;
        for ((_, line), place) in ends.iter().zip(apart(&wanted)) {
            let y = place + 4.0;
            writeln!(
                svg,
                r#"<text class="{}" x="{x}" y="{y:.1}">{}</text>"#,
                line.class, line.label
            )?;
        }
        Ok(())
    }
}

/// Places in ascending order, moved down just as far that they lie a line apart, and then up where they leave the plot.
fn apart(wanted: &[f64]) -> Vec<f64> {
    let mut places = wanted.to_vec();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + LINE);
    }
    let mut limit = BOTTOM;
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - LINE;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_apart_and_within_the_plot() {
        assert_eq!(apart(&[100.0, 200.0]), [100.0, 200.0]);
        assert_eq!(apart(&[100.0, 101.0, 103.0]), [100.0, 115.0, 130.0]);
        assert_eq!(apart(&[BOTTOM - 1.0, BOTTOM]), [BOTTOM - LINE, BOTTOM]);
        assert!(apart(&[]).is_empty());
    }
}
