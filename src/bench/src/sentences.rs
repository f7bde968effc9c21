//! Sentences that people wrote, with what they mean, in a file with one JSON object a line.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The source of the sentences, and the fleet.
#[derive(clap::Args)]
pub struct Sentences {
    /// Sentences with their meanings, one JSON object a line.
    sentences: PathBuf,
    /// A fleet file, or the name of one in config/fleets.
    #[arg(long, default_value = "household-demo")]
    pub fleet: String,
}

impl Sentences {
    /// Reads all of them.
    ///
    /// # Errors
    /// A file that cannot be read or has no sentence, and what `read` refuses, with the line.
    pub fn read<S>(&self, read: impl Fn(&str) -> Result<S>) -> Result<Vec<S>> {
        self::read(&self.sentences, read)
    }
}

/// Reads all sentences of a file.
///
/// # Errors
/// As [`Sentences::read`].
pub fn read<S>(path: &Path, read: impl Fn(&str) -> Result<S>) -> Result<Vec<S>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let one = |(number, line): (usize, &str)| read(line).with_context(|| format!("{}:{number}", path.display()));
    let sentences = lines.map(one).collect::<Result<Vec<S>>>()?;
    if sentences.is_empty() {
        bail!("{} has no sentence: write one JSON object a line (--help names its fields)", path.display());
    }
    Ok(sentences)
}
