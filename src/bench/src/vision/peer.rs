use std::path::Path;

use anyhow::Result;
use serde_json::json;
use surefleet_cli::picture::Size;

use super::stages::{CALLS, Times, Written};
use crate::python::PythonPeer;

/// The model that both have, as the script and the tests' folder name it.
pub const KIND: &str = "idefics3";

const SCRIPTS: [(&str, &str); 4] = [
    ("peer.py", include_str!("peer.py")),
    ("tiny_vision_models.py", include_str!("../../../../training/tiny_vision_models.py")),
    ("tiny_models.py", include_str!("../../../../training/tiny_models.py")),
    ("community_layout.py", include_str!("../../../../training/community_layout.py")),
];

const NEEDS: &str = "torch==2.9.1 transformers==5.23.0 onnx==1.23.2 pillow==13.0.0 Jinja2==3.1.6";

/// A Python process with transformers; it ends with this.
pub struct Peer {
    process: PythonPeer,
    version: String,
}

impl Peer {
    /// Starts the process, which makes the model.
    ///
    /// # Errors
    /// A Python that does not start, or that has not what is needed.
    pub fn start(python: &Path) -> Result<Self> {
        let (process, version) = PythonPeer::start(python, "vision", &SCRIPTS, |_| vec![KIND.to_owned()], NEEDS)?;
        Ok(Self { process, version })
    }

    /// The versions of the libraries that it runs on.
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
        self.process.order(&json!({"picture": [picture.width, picture.height], "calls": calls}))
    }
}
