//! Markdown tables that are readable as plain text too.

use std::fmt;

/// A table of a head and rows; the first columns are text, the others are numbers.
#[derive(Clone, Debug)]
pub struct Table {
    texts: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns, of which the first `texts` are text.
    pub fn new<T: Into<String>>(texts: usize, head: impl IntoIterator<Item = T>) -> Self {
        Self {
            texts,
            rows: vec![head.into_iter().map(T::into).collect()],
        }
    }

    /// Adds a row. Cells beyond the head are left out, missing ones are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
            .max(2)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.columns())
            .map(|column| self.width(column))
            .collect();
        for (index, row) in self.rows.iter().enumerate() {
            for (column, &width) in widths.iter().enumerate() {
                let cell = row.get(column).map_or("", String::as_str);
                if column < self.texts {
                    write!(formatter, "| {cell:<width$} ")?;
                } else {
                    write!(formatter, "| {cell:>width$} ")?;
                }
            }
            writeln!(formatter, "|")?;
            if index == 0 {
                for (column, width) in widths.iter().enumerate() {
                    let colon = if column < self.texts { "" } else { ":" };
                    let dashes = "-".repeat(width - colon.len());
                    write!(formatter, "| {dashes}{colon} ")?;
                }
                writeln!(formatter, "|")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(1, ["size", "t"]);
        table.row([String::from("a"), String::from("12.5×")]);
        table.row([String::from("b"), String::from("1")]);
        let expected = "| size |     t |\n| ---- | ----: |\n| a    | 12.5× |\n| b    |     1 |\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn missing_cells_are_empty_and_surplus_ones_are_left_out() {
        let mut table = Table::new(1, ["ab", "cd"]);
        table.row([String::from("x")]);
        table.row(["y", "1", "2"].map(String::from));
        let expected = "| ab | cd |\n| -- | -: |\n| x  |    |\n| y  |  1 |\n";
        assert_eq!(table.to_string(), expected);
    }
}
