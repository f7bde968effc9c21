//! The results of a benchmark: rows under columns, and how they were measured. Every benchmark has the same schema.
//! Each output format has one renderer.

mod cell;
mod json;
mod page;
mod text;

pub use cell::{Cell, Unit};
use maud::Markup;
pub use page::page;
pub use text::{markdown, terminal, with_section};

use crate::circumstances::Circumstances;

/// One run of a benchmark.
pub struct Measurement {
    /// Heads its page, and its section of docs/figures.md.
    pub title: String,
    /// Machine, date and arguments.
    pub circumstances: Circumstances,
    /// Counts and names that hold for all rows.
    pub details: Vec<Detail>,
    /// The rows.
    pub sheets: Vec<Sheet>,
    /// Targets that the rows together must meet.
    pub targets: Vec<FigureTarget>,
    /// Sentences that a reader needs beside the rows.
    pub notes: Vec<String>,
    /// Plots, for the page.
    pub illustration: Option<Illustration>,
    /// Why the figures must not be believed; none: they may.
    pub flaw: Option<String>,
}

impl Measurement {
    /// Rows that were measured here and now.
    pub fn new(title: impl Into<String>, sheets: Vec<Sheet>) -> Self {
        Self {
            title: title.into(),
            circumstances: Circumstances::now(),
            details: Vec::new(),
            sheets,
            targets: Vec::new(),
            notes: Vec::new(),
            illustration: None,
            flaw: None,
        }
    }

    /// Command, date and machine, with the details.
    fn origin(&self) -> (&str, String) {
        let Circumstances { machine, date, command, .. } = &self.circumstances;
        let day = date.split('T').next().unwrap_or_default();
        let gib = machine.memory_gib;
        let mut words = format!("{day}, {}, {} cores, {gib:.0} GiB, {}", machine.cpu, machine.cores, machine.system);
        let told: Vec<String> = self.details.iter().filter_map(Detail::words).collect();
        if !told.is_empty() {
            words.push_str(&format!("; {}", told.join(", ")));
        }
        (command, words)
    }
}

/// A count or a name that holds for all rows.
pub struct Detail {
    key: &'static str,
    words: Option<&'static str>,
    unit: Unit,
    cell: Cell,
}

impl Detail {
    /// `key` names it in JSON, `words` stand before it elsewhere.
    pub fn new(key: &'static str, words: &'static str, unit: Unit, cell: impl Into<Cell>) -> Self {
        Self { key, words: Some(words), unit, cell: cell.into() }
    }

    /// One that only JSON has.
    pub fn raw(key: &'static str, cell: impl Into<Cell>) -> Self {
        Self { key, words: None, unit: Unit::Plain, cell: cell.into() }
    }

    fn words(&self) -> Option<String> {
        let shown = self.unit.show(&self.cell);
        self.words.filter(|_| !shown.is_empty()).map(|words| format!("{words} {shown}"))
    }
}

/// Plots of a benchmark on its page.
pub struct Illustration {
    pub style: &'static str,
    /// Below the title: what pretends, what the agents are.
    pub lead: Markup,
    pub body: Markup,
}

/// A value that is held to a limit.
pub struct FigureTarget {
    words: String,
    value: f64,
    unit: Unit,
    limit: Limit,
}

#[derive(Clone, Copy)]
enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

impl FigureTarget {
    /// A value that must not be greater.
    pub fn at_most(words: impl Into<String>, value: f64, unit: Unit, limit: f64) -> Self {
        Self { words: words.into(), value, unit, limit: Limit::AtMost(limit) }
    }

    /// A value that must not be smaller.
    pub fn at_least(words: impl Into<String>, value: f64, unit: Unit, limit: f64) -> Self {
        Self { words: words.into(), value, unit, limit: Limit::AtLeast(limit) }
    }

    fn is_met(&self) -> bool {
        match self.limit {
            Limit::AtMost(limit) => self.value <= limit,
            Limit::AtLeast(limit) => self.value >= limit,
        }
    }

    /// "a decision: 3.2 ms (target: at most 15.0 ms, met)".
    fn sentence(&self, verdict: fn(bool) -> &'static str) -> String {
        let (bound, limit) = match self.limit {
            Limit::AtMost(limit) => ("at most", limit),
            Limit::AtLeast(limit) => ("at least", limit),
        };
        let value = self.unit.figure(self.value);
        let limit = self.unit.figure(limit);
        format!("{}: {value} (target: {bound} {limit}, {})", self.words, verdict(self.is_met()))
    }
}

/// Whether a target is met, in plain words.
fn met(is_met: bool) -> &'static str {
    if is_met { "met" } else { "not met" }
}

/// A table of a measurement.
pub struct Sheet {
    /// The field of the JSON object that has its rows; sheets with the same key stand in one array.
    key: &'static str,
    title: String,
    heads: Vec<Head>,
    rows: Vec<Vec<Entry>>,
    shown: Shown,
    is_object: bool,
}

/// The outputs beside JSON that show a sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Everywhere,
    NotInMarkdown,
    Nowhere,
}

struct Head {
    key: &'static str,
    words: Option<&'static str>,
    unit: Unit,
    missing: &'static str,
}

struct Entry {
    cell: Cell,
    limit: Option<f64>,
}

impl Sheet {
    /// Rows under these columns.
    pub fn new<R>(key: &'static str, title: impl Into<String>, rows: &[R], columns: Vec<Column<R>>) -> Self {
        let entry = |row: &R, column: &Column<R>| Entry { cell: (column.cell)(row), limit: (column.limit)(row) };
        Self {
            key,
            title: title.into(),
            rows: rows.iter().map(|row| columns.iter().map(|column| entry(row, column)).collect()).collect(),
            heads: columns.into_iter().map(|column| column.head).collect(),
            shown: Shown::Everywhere,
            is_object: false,
        }
    }

    /// Marks the sheet as too long for Markdown.
    pub fn in_detail(self) -> Self {
        Self { shown: Shown::NotInMarkdown, ..self }
    }

    /// One that only JSON has.
    pub fn raw(self) -> Self {
        Self { shown: Shown::Nowhere, ..self }
    }

    /// One whose only row is an object of its own in JSON.
    pub fn object(self) -> Self {
        Self { is_object: true, ..self }
    }

    /// The columns that are shown: those with words, and a value in some row.
    fn columns(&self) -> Vec<(usize, &'static str)> {
        let has_value = |place: usize| self.rows.iter().any(|row| row[place].cell.is_there());
        let heads = self.heads.iter().enumerate().filter_map(|(place, head)| Some((place, head.words?)));
        heads.filter(|(place, _)| has_value(*place)).collect()
    }

    /// The shown columns of a row.
    fn row<'a>(&'a self, row: &'a [Entry], verdict: fn(bool) -> &'static str) -> impl Iterator<Item = String> + 'a {
        self.columns().into_iter().map(move |(place, _)| self.text(place, &row[place], verdict))
    }

    fn text(&self, place: usize, entry: &Entry, verdict: fn(bool) -> &'static str) -> String {
        let Head { unit, missing, .. } = self.heads[place];
        let shown = if entry.cell.is_there() { unit.show(&entry.cell) } else { missing.to_owned() };
        match (entry.limit, entry.cell.number()) {
            (Some(limit), Some(value)) => format!("{shown} ({}: {})", unit.figure(limit), verdict(value <= limit)),
            _ => shown,
        }
    }
}

/// How a value of each row is named, read and shown.
pub struct Column<R> {
    head: Head,
    cell: fn(&R) -> Cell,
    limit: fn(&R) -> Option<f64>,
}

impl<R> Column<R> {
    /// `key` names it in JSON, `words` head it elsewhere.
    pub fn new(key: &'static str, words: &'static str, unit: Unit, cell: fn(&R) -> Cell) -> Self {
        Self { head: Head { key, words: Some(words), unit, missing: "" }, cell, limit: |_| None }
    }

    /// One that only JSON has.
    pub fn raw(key: &'static str, cell: fn(&R) -> Cell) -> Self {
        Self { head: Head { key, words: None, unit: Unit::Plain, missing: "" }, cell, limit: |_| None }
    }

    /// Holds the value to what it should be at most.
    pub fn at_most(self, limit: fn(&R) -> Option<f64>) -> Self {
        Self { limit, ..self }
    }

    /// The words for a value that there is not.
    pub fn or(self, missing: &'static str) -> Self {
        Self { head: Head { missing, ..self.head }, ..self }
    }
}

#[cfg(test)]
mod tests;
