use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use ort::ep::{CUDA, ExecutionProviderDispatch, TensorRT};
use serde::Deserialize;

use crate::OnnxError;

/// ONNX Runtime, loaded; one a process, the first that was loaded.
#[derive(Debug, Clone)]
pub struct Library(PathBuf);

impl Library {
    /// Loads the shared library. After a failure another one cannot be loaded in the same process.
    ///
    /// # Errors
    /// [`OnnxError::Library`]
    pub fn load(path: &Path) -> Result<Self, OnnxError> {
        let failed = |problem: String| OnnxError::Library { path: path.to_owned(), problem };
        // The loader looks beside the program for a relative path, which is nowhere that anybody means.
        let path = path.canonicalize().map_err(|error| failed(error.to_string()))?;
        ort::init_from(&path).map_err(|error| failed(error.to_string()))?.with_name("surefleet").commit();
        Ok(Self(path))
    }

    /// The library that the environment variable `SUREFLEET_ONNXRUNTIME` names.
    ///
    /// # Errors
    /// [`OnnxError::NoLibrary`] where it names none, else as [`load`](Self::load).
    pub fn from_environment() -> Result<Self, OnnxError> {
        let path = std::env::var_os(VARIABLE).filter(|path| !path.is_empty());
        Self::load(Path::new(&path.ok_or(OnnxError::NoLibrary { variable: VARIABLE })?))
    }

    /// Which one it is: the commit that it was built from.
    pub fn version(&self) -> String {
        let commit = ort::info().split(&[' ', ','][..]).find_map(|word| word.strip_prefix("git-commit-id="));
        commit.map_or_else(|| ort::info().to_owned(), |commit| format!("commit {commit}"))
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// Names ONNX Runtime's shared library.
const VARIABLE: &str = "SUREFLEET_ONNXRUNTIME";

/// What computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// The processor.
    #[default]
    Cpu,
    /// An NVIDIA GPU.
    Cuda,
    /// An NVIDIA GPU, by engines that are built for it.
    TensorRt,
}

impl Provider {
    /// As parameters and messages name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::TensorRt => "tensorrt",
        }
    }

    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Cuda, Self::TensorRt];

    /// Providers are silent where they fail, and the processor computes instead: who asks for one wants to know.
    pub(crate) fn dispatch(self) -> Option<ExecutionProviderDispatch> {
        match self {
            Self::Cpu => None,
            Self::Cuda => Some(CUDA::default().build().error_on_failure()),
            Self::TensorRt => Some(TensorRT::default().build().error_on_failure()),
        }
    }
}

impl FromStr for Provider {
    type Err = OnnxError;

    fn from_str(name: &str) -> Result<Self, OnnxError> {
        let known = Self::ALL.into_iter().find(|provider| provider.name() == name);
        known.ok_or_else(|| OnnxError::NoSuchProvider { name: name.to_owned() })
    }
}
