//! One JSON object: circumstances and details, and an array of rows for each key.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Cell, Entry, FigureTarget, Head, Measurement, Sheet};

impl Serialize for Measurement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        let at = &self.circumstances;
        object.serialize_entry("schema", &at.schema)?;
        object.serialize_entry("machine", &at.machine)?;
        object.serialize_entry("date", &at.date)?;
        object.serialize_entry("command", &at.command)?;
        for detail in &self.details {
            object.serialize_entry(detail.key, &detail.cell)?;
        }
        for (place, sheet) in self.sheets.iter().enumerate() {
            if self.sheets[..place].iter().any(|before| before.key == sheet.key) {
                continue;
            }
            let alike = self.sheets.iter().filter(|other| other.key == sheet.key);
            let mut rows = alike.flat_map(Sheet::objects);
            match rows.next() {
                Some(row) if sheet.is_object => object.serialize_entry(sheet.key, &row)?,
                first => object.serialize_entry(sheet.key, &first.into_iter().chain(rows).collect::<Vec<_>>())?,
            }
        }
        if !self.targets.is_empty() {
            object.serialize_entry("targets", &self.targets)?;
        }
        object.end()
    }
}

impl Sheet {
    fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        self.rows.iter().map(|entries| Object { heads: &self.heads, entries })
    }
}

struct Object<'a> {
    heads: &'a [Head],
    entries: &'a [Entry],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (head, entry) in self.heads.iter().zip(self.entries) {
            match &entry.cell {
                Cell::Absent => {}
                Cell::Within(value, interval) => {
                    object.serialize_entry(head.key, value)?;
                    object.serialize_entry(&format!("{}_95", head.key), interval)?;
                }
                cell => object.serialize_entry(head.key, cell)?,
            }
        }
        object.end()
    }
}

impl Serialize for FigureTarget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("target", &self.words)?;
        object.serialize_entry("value", &self.value)?;
        match self.limit {
            super::Limit::AtMost(limit) => object.serialize_entry("at_most", &limit)?,
            super::Limit::AtLeast(limit) => object.serialize_entry("at_least", &limit)?,
        }
        object.serialize_entry("met", &self.is_met())?;
        object.end()
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Number(number) | Self::Within(number, _) => serializer.serialize_f64(*number),
            Self::Flag(is_so) => serializer.serialize_bool(*is_so),
            Self::Interval(interval) => interval.serialize(serializer),
            Self::Counts(counts) => serializer.collect_map(counts.iter().map(|(name, count)| (name, count))),
            Self::Missing | Self::Absent => serializer.serialize_none(),
        }
    }
}
