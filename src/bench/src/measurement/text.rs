//! Tables as text: for a terminal, and as a section of docs/figures.md.

use anyhow::{Context, Result};
use surefleet_cli::table::Table;

use super::{Measurement, Shown, met};

/// Figures stand between these two lines.
const BEGIN: &str = "<!-- figures begin: scripts/figures writes what follows -->\n";
const END: &str = "<!-- figures end -->";

/// A measurement for a terminal: tables, and below them what holds for all rows.
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

/// A measurement as a section with its title.
pub fn markdown(measurement: &Measurement) -> String {
    let (command, origin) = measurement.origin();
    let mut parts = vec![format!("## {}", measurement.title), format!("`{command}`, {origin}")];
    let sheets = measurement.sheets.iter().filter(|sheet| sheet.shown == Shown::Everywhere && !sheet.rows.is_empty());
    for sheet in sheets {
        if !sheet.title.is_empty() {
            parts.push(format!("{}:", sheet.title));
        }
        let heads: Vec<&str> = sheet.columns().into_iter().map(|(_, words)| words).collect();
        let rules = "---|".repeat(heads.len());
        let rows = sheet.rows.iter().map(|row| line(sheet.row(row, strong)));
        let lines = [line(heads.into_iter().map(str::to_owned)), format!("|{rules}")].into_iter().chain(rows);
        parts.push(lines.collect::<Vec<_>>().join("\n"));
    }
    let targets = measurement.targets.iter().map(|target| format!("- {}", target.sentence(strong)));
    let targets = targets.collect::<Vec<_>>().join("\n");
    parts.extend(measurement.notes.iter().cloned().chain(Some(targets).filter(|targets| !targets.is_empty())));
    parts.join("\n\n") + "\n"
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
}

fn strong(is_met: bool) -> &'static str {
    if is_met { "met" } else { "**not met**" }
}

/// A page of figures with this section in the place of the one that had its title, or as the last one.
///
/// # Errors
/// A page without the two lines between which figures stand.
pub fn with_section(page: &str, section: &str) -> Result<String> {
    let missing = || format!("it has no figures between {:?} and {END:?}", BEGIN.trim_end());
    let (head, rest) = page.split_once(BEGIN).with_context(missing)?;
    let (figures, tail) = rest.split_once(END).with_context(missing)?;
    let title = section.lines().next().unwrap_or_default();
    let mut sections: Vec<String> = Vec::new();
    for line in figures.lines() {
        match sections.last_mut() {
            Some(last) if !line.starts_with("## ") => last.push_str(&format!("{line}\n")),
            _ => sections.push(format!("{line}\n")),
        }
    }
    match sections.iter_mut().find(|known| known.lines().next() == Some(title)) {
        Some(known) => section.clone_into(known),
        None => sections.push(section.to_owned()),
    }
    let sections: Vec<&str> = sections.iter().map(|section| section.trim_end()).collect();
    Ok(format!("{head}{BEGIN}{}\n{END}{tail}", sections.join("\n\n").trim_start()))
}
