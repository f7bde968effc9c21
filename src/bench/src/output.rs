//! The outputs of a measurement: a terminal, JSON, Markdown, a page.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use surefleet_live::apart::Results;

use crate::measurement::{Measurement, markdown, page, terminal, with_section};

/// How to output a measurement.
#[derive(clap::Args)]
pub struct OutputChoice {
    /// Print one JSON object instead of tables; where something is held to a target, it has `targets` beside the rows.
    #[arg(long, global = true)]
    json: bool,
    /// Print Markdown instead of tables.
    #[arg(long, global = true, conflicts_with = "json")]
    markdown: bool,
    /// Also write a page, with plots where there are some: one HTML file that needs no network.
    #[arg(long, global = true, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Also put the tables into a page of figures (docs/figures.md), in the place of those of the last run.
    #[arg(long, global = true, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl OutputChoice {
    /// Shows a measurement.
    ///
    /// # Errors
    /// A file that cannot be written, a reader that has gone, or figures that must not be believed.
    pub fn show(&self, measurement: &Measurement, results: &mut Results) -> Result<()> {
        if let Some(path) = &self.report {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            }
            write(path, &page(measurement))?;
        }
        let text = match () {
            () if self.json => serde_json::to_string_pretty(measurement)?,
            () if self.markdown => markdown(measurement),
            () => terminal(measurement),
        };
        results.print(text.trim_end())?;
        if let Some(flaw) = &measurement.flaw {
            bail!("{flaw}");
        }
        let Some(path) = &self.write else { return Ok(()) };
        let figures = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let figures = with_section(&figures, &markdown(measurement)).with_context(|| path.display().to_string())?;
        write(path, &figures)
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
