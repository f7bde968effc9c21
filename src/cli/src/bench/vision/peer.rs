use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::{
    picture::Size,
    stages::{CALLS, Times, Written},
};

/// The model that both have, as the script and the tests' folder name it.
pub const KIND: &str = "idefics3";

const SCRIPTS: [(&str, &str); 5] = [
    ("peer.py", include_str!("peer.py")),
    ("vision_peer.py", include_str!("../../../../../training/vision_peer.py")),
    ("tiny_vision_models.py", include_str!("../../../../../training/tiny_vision_models.py")),
    ("tiny_models.py", include_str!("../../../../../training/tiny_models.py")),
    ("community_layout.py", include_str!("../../../../../training/community_layout.py")),
];

const NEEDS: &str = "torch==2.9.1 transformers==5.23.0 onnx==1.23.2 pillow==13.0.0 Jinja2==3.1.6";

/// A Python process with transformers; it ends with this.
pub struct Peer {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    folder: PathBuf,
    version: String,
}

impl Peer {
    /// Starts the process, which makes the model.
    ///
    /// # Errors
    /// A Python that does not start, or that has not what is needed.
    pub fn start(python: &Path) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("surefleet-vision-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        for (name, text) in SCRIPTS {
            std::fs::write(folder.join(name), text)?;
        }
        let mut process = Command::new(python)
            .args(["-W", "ignore"])
            .arg(folder.join(SCRIPTS[0].0))
            .arg(KIND)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", python.display()))?;
        let orders = process.stdin.take().context("the process has no input")?;
        let answers = BufReader::new(process.stdout.take().context("the process has no output")?);
        let mut peer = Self { process, orders, answers, folder, version: String::new() };
        peer.version = peer
            .answer()
            .with_context(|| format!("{} cannot be compared with; in it: pip install {NEEDS}", python.display()))?;
        Ok(peer)
    }

    /// What it runs on.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Has it run each stage.
    ///
    /// # Errors
    /// A process that ended.
    pub fn times(&mut self, picture: Size) -> Result<Times> {
        self.order(picture, CALLS)
    }

    /// Has it read the question about a picture and write tokens.
    ///
    /// # Errors
    /// A process that ended.
    pub fn written(&mut self, picture: Size) -> Result<Written> {
        self.order(picture, 0)
    }

    fn order<T: serde::de::DeserializeOwned>(&mut self, picture: Size, calls: usize) -> Result<T> {
        writeln!(self.orders, "{}", json!({"picture": [picture.width, picture.height], "calls": calls}))?;
        self.answer()
    }

    fn answer<T: serde::de::DeserializeOwned>(&mut self) -> Result<T> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("the process of the peer ended");
        }
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
