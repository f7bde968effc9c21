use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;
use serde_json::json;

use super::{Measured, Subject};
use crate::python::PythonPeer;

/// The libraries to compare with, as the script names them.
pub const PEERS: [&str; 2] = ["transformers", "onnxruntime-genai"];

const SCRIPTS: [(&str, &str); 2] = [
    ("peers.py", include_str!("peers.py")),
    ("community_layout.py", include_str!("../../../../training/community_layout.py")),
];

const NEEDS: &str = "torch==2.9.1 transformers==5.23.0 onnx==1.23.2 onnxruntime-genai==0.18.0";

/// A Python process with transformers and onnxruntime-genai; it and its models end with this.
pub struct Peers {
    process: PythonPeer,
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
        let arguments = |folder: &Path| vec![folder.display().to_string(), threads.to_string()];
        let (process, versions) = PythonPeer::start(python, "decode", &SCRIPTS, arguments, NEEDS)?;
        Ok(Self { process, versions })
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
        let made: Vec<Made> = self.process.answer()?;
        let subject = |Made { name, folder, parameters }| Subject { name, folder, parameters: Some(parameters) };
        Ok(made.into_iter().map(subject).collect())
    }

    /// Has a peer write a text.
    ///
    /// # Errors
    /// A process that ended.
    pub fn measure(&mut self, peer: &str, model: &str, prompt: &[u32], tokens: u16) -> Result<Measured> {
        self.process.order(&json!({"runtime": peer, "model": model, "prompt": prompt, "tokens": tokens}))
    }
}
