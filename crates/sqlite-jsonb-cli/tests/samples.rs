//! The documents in `samples/`, as the README imports them.

mod support;

use support::{Scene, repository};

#[test]
fn samples_become_rows_that_sql_can_join() {
    let scene = Scene::new();
    let samples = repository().join("samples");
    if !samples.exists() {
        eprintln!("skipped: the samples are in the repository, not in the package");
        return;
    }
    let files = ["stations.json", "readings.ndjson", "readings.cbor"]
        .map(|name| samples.join(name).to_str().expect("UTF-8").to_owned());
    let [stations, lines, cbor] = &files;
    scene.succeed(&["import", "app.db", "weather", stations, lines, cbor]);
    assert_eq!(scene.blobs("weather").len(), 4 + 21 + 3);
    let sql = "SELECT s.data ->> '$.name' AS station, count(*) AS readings, max(r.data ->> '$.celsius') AS warmest
         FROM weather s JOIN weather r ON r.data ->> '$.station' = s.data ->> '$.id' GROUP BY 1";
    let rows = String::from_utf8(scene.succeed(&["query", "app.db", sql])).expect("text");
    assert_eq!(
        rows,
        "station\treadings\twarmest\nFjellro\t6\t7.1\nHavnesøya\t6\t14.6\nKalkdal\t6\t18.3\nStormvik\t6\t12.5\n"
    );
    assert_eq!(
        scene.texts("weather")[27],
        r#"{"station":"STO","time":"2024-06-01T20:00:00Z","celsius":7.9,"wind":{"mps":16.5,"from":280},"sensor":"jyoA0f8","checksum":"02BEEF","channels":{"1":1004.25,"2":null},"gusts":[11.0,15.5,18.0],"uptime_ns":18446744075709551616}"#
    );
}
