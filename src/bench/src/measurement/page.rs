//! A page that opens from disk.

use maud::{Markup, html};
use surefleet_cli::report::document;

use super::{Measurement, Sheet, Shown, met};

const STYLE: &str = include_str!("../plots.css");

/// A measurement as one HTML file that needs no network: plots first, then every row.
pub fn page(measurement: &Measurement) -> String {
    let (command, origin) = measurement.origin();
    let sheets: Vec<&Sheet> = measurement.sheets.iter().filter(|sheet| sheet.shown != Shown::Nowhere).collect();
    let main = html! {
        header.page {
            p.brand { "surefleet bench" }
            h1 { (measurement.title) }
            @if let Some(illustration) = &measurement.illustration { (illustration.lead) }
        }
        @if let Some(illustration) = &measurement.illustration { (illustration.body) }
        h2 { "All figures" }
        @for sheet in sheets.iter().filter(|sheet| !sheet.rows.is_empty()) { (table(sheet)) }
        @for note in &measurement.notes { p.lead { (note) } }
        @for target in &measurement.targets { p.lead { (target.sentence(met)) } }
        p.lead { code { (command) } ", " (origin) }
    };
    let own = measurement.illustration.as_ref().map_or("", |illustration| illustration.style);
    document(&measurement.title, &format!("{STYLE}{own}"), &main)
}

fn table(sheet: &Sheet) -> Markup {
    html! {
        @if !sheet.title.is_empty() { p.lead { (sheet.title) ":" } }
        div.scroll tabindex="0" {
            table.rates {
                thead { tr { @for (_, words) in sheet.columns() { th scope="col" { (words) } } } }
                tbody { @for row in &sheet.rows { tr { @for text in sheet.row(row, met) { td { (text) } } } } }
            }
        }
    }
}
