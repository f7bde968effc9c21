//! One measurement through every renderer.

use super::*;

struct Hop {
    robots: usize,
    us: f64,
    wrong: (f64, [f64; 2]),
    peer: Option<f64>,
    miss: Option<f64>,
}

fn measurement() -> Measurement {
    type C = Column<Hop>;
    let columns = vec![
        C::new("robots", "robots", Unit::Plain, |row| row.robots.into()),
        C::new("hop_us", "hop", Unit::Microseconds(0), |row| row.us.into())
            .at_most(|row| (row.robots > 3).then_some(600.0)),
        C::new("wrong", "wrong (95 %)", Unit::Percent(1), |row| Cell::Within(row.wrong.0, row.wrong.1)),
        C::new("peer_us", "peer", Unit::Microseconds(1), |row| row.peer.into()).or("none"),
        C::new("miss", "miss", Unit::Digits(2), |row| row.miss.map_or(Cell::Absent, Cell::from)),
        C::raw("is_bare", |_| false.into()),
    ];
    let rows = [
        Hop { robots: 3, us: 514.4, wrong: (0.0, [0.0, 0.012]), peer: None, miss: None },
        Hop { robots: 10, us: 1081.0, wrong: (0.5, [0.25, 0.75]), peer: Some(9.0), miss: None },
    ];
    Measurement {
        details: vec![Detail::new("scorer", "scorer", Unit::Plain, "toy|1"), Detail::raw("seed", 7_u32)],
        targets: vec![FigureTarget::at_least("parsed exactly", 0.5, Unit::Percent(0), 0.99)],
        notes: vec!["Two processes.".to_owned()],
        ..Measurement::new("The ring", vec![Sheet::new("results", "", &rows, columns)])
    }
}

#[test]
fn json_has_every_column_by_its_key_and_nothing_of_fields_that_a_row_has_not() {
    let json = serde_json::to_value(measurement()).expect("plain fields");
    let row = &json["results"][1];
    assert_eq!(row["wrong_95"], serde_json::json!([0.25, 0.75]));
    assert_eq!((&row["hop_us"], &row["is_bare"]), (&1081.0.into(), &false.into()));
    assert_eq!(json["results"][0]["peer_us"], serde_json::Value::Null);
    assert!(row.get("miss").is_none() && json["results"][0].get("peer_us").is_some());
    assert_eq!((&json["scorer"], &json["seed"], &json["schema"]), (&"toy|1".into(), &7.into(), &1.into()));
    assert_eq!(json["targets"][0]["met"], false);
    for field in ["cpu", "cores", "memory_gib", "system"] {
        assert!(json["machine"].get(field).is_some(), "{field}");
    }
    assert!(json["command"].as_str().expect("text").starts_with("surefleet bench"));
}

#[test]
fn rows_of_sheets_with_one_key_stand_in_one_array_and_an_object_stands_alone() {
    let sheet = |key, rows: &[u32]| {
        Sheet::new(key, "", rows, vec![Column::<u32>::new("number", "number", Unit::Plain, |row| (*row).into())])
    };
    let sheets =
        vec![sheet("results", &[1]), sheet("shipped", &[2]).object(), sheet("results", &[3]), sheet("none", &[])];
    let json = serde_json::to_value(Measurement::new("x", sheets)).expect("plain fields");
    assert_eq!(json["results"], serde_json::json!([{"number": 1}, {"number": 3}]));
    assert_eq!(json["shipped"], serde_json::json!({"number": 2}));
    assert_eq!(json["none"], serde_json::json!([]));
}

#[test]
fn markdown_shows_values_with_units_intervals_and_limits() {
    let text = markdown(&measurement());
    let rows = "| robots | hop | wrong (95 %) | peer |\n|---|---|---|---|\n\
                | 3 | 514 us | 0.0 % (0.0 % to 1.2 %) | none |\n\
                | 10 | 1081 us (600 us: **not met**) | 50.0 % (25.0 % to 75.0 %) | 9.0 us |\n";
    assert!(text.starts_with("## The ring\n\n`surefleet bench") && text.contains(rows), "{text}");
    assert!(text.contains("GiB") && text.contains("; scorer toy|1\n"), "{text}");
    assert!(
        text.ends_with("Two processes.\n\n- parsed exactly: 50 % (target: at least 99 %, **not met**)\n"),
        "{text}"
    );
}

#[test]
fn terminal_and_page_show_the_same_cells_as_markdown() {
    let text = terminal(&measurement());
    let page = page(&measurement());
    for cell in
        ["robots", "514 us", "1081 us (600 us: not met)", "50.0 % (25.0 % to 75.0 %)", "9.0 us", "Two processes."]
    {
        assert!(text.contains(cell), "{cell}: {text}");
        assert!(page.contains(cell), "{cell}: {page}");
    }
    assert!(!text.contains("miss") && !text.contains("is_bare"), "{text}");
}

#[test]
fn a_section_takes_the_place_of_the_one_with_its_title() -> anyhow::Result<()> {
    let page = "words\n<!-- figures begin: scripts/figures writes what follows -->\n\
                ## One\n\nold\n\n## Two\n\nkept\n<!-- figures end -->\ntail\n";
    let once = with_section(page, "## One\n\nnew\n")?;
    assert_eq!(once, page.replace("old", "new"));
    let twice = with_section(&once, "## Three\n\nadded\n")?;
    assert_eq!(twice, once.replace("kept\n", "kept\n\n## Three\n\nadded\n"));
    assert!(with_section("no figures", "## One\n").is_err());
    Ok(())
}
