use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use ort::ep::{CUDA, ExecutionProviderDispatch, TensorRT};
use serde::Deserialize;

use crate::OnnxError;

/// The loaded ONNX Runtime. Each process has only one, the first that was loaded.
#[derive(Debug, Clone)]
pub struct Library(PathBuf);

impl Library {
    /// Loads the shared library. After a failure the same process cannot load another one.
    ///
    /// # Errors
    /// [`OnnxError::Library`]
    pub fn load(path: &Path) -> Result<Self, OnnxError> {
        let failed = |problem: String| OnnxError::Library { path: path.to_owned(), problem };
        // For a relative path, the loader would search beside the program, which nobody intends.
        let path = path.canonicalize().map_err(|error| failed(error.to_string()))?;
        ort::init_from(&path).map_err(|error| failed(error.to_string()))?.with_name("surefleet").commit();
        Ok(Self(path))
    }

    /// Loads the library that the environment variable `SUREFLEET_ONNXRUNTIME` names.
    ///
    /// # Errors
    /// [`OnnxError::NoLibrary`] if it names none, otherwise like [`load`](Self::load).
    pub fn from_environment() -> Result<Self, OnnxError> {
        let path = std::env::var_os(VARIABLE).filter(|path| !path.is_empty());
        Self::load(Path::new(&path.ok_or(OnnxError::NoLibrary { variable: VARIABLE })?))
    }

    /// The version of the library: the commit that it was built from.
    pub fn version(&self) -> String {
        let commit = ort::info().split(&[' ', ','][..]).find_map(|word| word.strip_prefix("git-commit-id="));
        commit.map_or_else(|| ort::info().to_owned(), |commit| format!("commit {commit}"))
    }

    /// The path of the library.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// The environment variable with the path of ONNX Runtime's shared library.
const VARIABLE: &str = "SUREFLEET_ONNXRUNTIME";

/// The execution provider of ONNX Runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// The processor.
    #[default]
    Cpu,
    /// An NVIDIA GPU.
    Cuda,
    /// An NVIDIA GPU, with engines that are built for it.
    TensorRt,
}

impl Provider {
    /// The name in parameters and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::TensorRt => "tensorrt",
        }
    }

    /// All providers.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Cuda, Self::TensorRt];

    /// Requests an error if the provider fails; otherwise the processor would silently replace it.
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
