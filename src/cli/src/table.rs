//! Tables for a terminal.

use std::fmt;

/// A table of text: columns as wide as their widest cell, the first one left-aligned, the others right-aligned.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// With these column heads.
    pub fn new(columns: &[&str]) -> Self {
        Self { rows: vec![columns.iter().map(|column| (*column).to_owned()).collect()] }
    }

    /// Adds a row with as many cells as columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        for (index, row) in self.rows.iter().enumerate() {
            if index == 1 {
                let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                writeln!(f, "{}", rules.join("  "))?;
            }
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(&["class", "p"]);
        table.row(["N = 15".to_owned(), "0.5".to_owned()]);
        assert_eq!(table.to_string(), "class     p\n──────  ───\nN = 15  0.5\n");
    }
}
