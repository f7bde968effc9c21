use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::json;

use super::{Measured, Subject};

/// What is compared with, as the script names it.
pub const PEERS: [&str; 2] = ["transformers", "onnxruntime-genai"];

const SCRIPTS: [(&str, &str); 2] = [
    ("peers.py", include_str!("peers.py")),
    ("community_layout.py", include_str!("../../../../../training/community_layout.py")),
];

/// A Python process with transformers and onnxruntime-genai; it and its models end with this.
pub struct Peers {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    folder: PathBuf,
    versions: Vec<String>,
}

/// A model that the script made.
#[derive(Deserialize)]
struct Made {
    name: String,
    folder: PathBuf,
    parameters: u64,
}

impl Peers {
    /// Starts the process.
    ///
    /// # Errors
    /// A Python that does not start, or that has not what is needed.
    pub fn start(python: &Path, threads: u16) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("surefleet-decode-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        for (name, text) in SCRIPTS {
            std::fs::write(folder.join(name), text)?;
        }
        let mut process = Command::new(python)
            .args(["-W", "ignore"])
            .arg(folder.join(SCRIPTS[0].0))
            .arg(&folder)
            .arg(threads.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", python.display()))?;
        let orders = process.stdin.take().context("the process has no input")?;
        let answers = BufReader::new(process.stdout.take().context("the process has no output")?);
        let mut peers = Self { process, orders, answers, folder, versions: Vec::new() };
        peers.versions = peers.answer().with_context(|| {
            format!(
                "{} cannot be compared with; in it: pip install torch==2.9.1 transformers==5.23.0 onnx==1.23.2 onnxruntime-genai==0.18.0",
                python.display()
            )
        })?;
        Ok(peers)
    }

    /// The peers with their versions, in the order of [`PEERS`].
    pub fn versions(&self) -> &[String] {
        &self.versions
    }

    /// The models that it makes, which takes a while.
    ///
    /// # Errors
    /// A process that ended.
    pub fn make_models(&mut self) -> Result<Vec<Subject>> {
        let made: Vec<Made> = self.answer()?;
        let subject = |Made { name, folder, parameters }| Subject { name, folder, parameters: Some(parameters) };
        Ok(made.into_iter().map(subject).collect())
    }

    /// Has a peer write a text.
    ///
    /// # Errors
    /// A process that ended.
    pub fn measure(&mut self, peer: &str, model: &str, prompt: &[u32], tokens: u16) -> Result<Measured> {
        let order = json!({"runtime": peer, "model": model, "prompt": prompt, "tokens": tokens});
        writeln!(self.orders, "{order}")?;
        self.answer()
    }

    fn answer<T: serde::de::DeserializeOwned>(&mut self) -> Result<T> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("the process of the peers ended");
        }
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
