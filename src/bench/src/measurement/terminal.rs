//! Tables for a terminal, with what holds for all rows below them.

use surefleet_cli::table::Table;

use super::{Measurement, Shown, met};

/// A measurement as text.
pub fn terminal(measurement: &Measurement) -> String {
    let mut text = String::new();
    for sheet in measurement.sheets.iter().filter(|sheet| sheet.shown != Shown::Nowhere && !sheet.rows.is_empty()) {
        let heads: Vec<&str> = sheet.columns().into_iter().map(|(_, words)| words).collect();
        let mut table = Table::new(&heads);
        sheet.rows.iter().for_each(|row| table.row(sheet.row(row, met)));
        if !sheet.title.is_empty() {
            text.push_str(&format!("{}:\n", sheet.title));
        }
        text.push_str(&format!("{table}\n"));
    }
    let targets = measurement.targets.iter().map(|target| target.sentence(met));
    for line in measurement.notes.iter().cloned().chain(targets) {
        text.push_str(&format!("{line}\n"));
    }
    text + &measurement.origin().1
}
