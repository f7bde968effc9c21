//! A graph file as a session, with its inputs and outputs.

use std::path::{Path, PathBuf};

use half::f16;
use ort::{
    session::{Session, SessionInputValue, SessionOutputs, builder::GraphOptimizationLevel},
    value::{DynValue, Outlet, TensorElementType, ValueType},
};

use crate::{Library, OnnxError, Provider};

/// The library and settings that run models.
#[derive(Debug, Clone)]
pub struct Runtime {
    /// The library.
    pub library: Library,
    /// The execution provider that computes.
    pub provider: Provider,
    /// Threads of one computation; 0: ONNX Runtime chooses.
    pub threads: usize,
}

impl Runtime {
    /// A runtime with the library that the environment names ([`Library::from_environment`]).
    ///
    /// # Errors
    /// Like [`Library::from_environment`].
    pub fn from_environment(provider: Provider, threads: usize) -> Result<Self, OnnxError> {
        Ok(Self { library: Library::from_environment()?, provider, threads })
    }
}

/// A loaded graph.
pub(crate) struct Graph {
    path: PathBuf,
    session: Session,
}

impl Graph {
    pub fn load(path: &Path, runtime: &Runtime) -> Result<Self, OnnxError> {
        let file = |error: String| OnnxError::File { path: path.to_owned(), problem: error };
        let made = || -> ort::Result<Session> {
            // Runtimes up to 1.22 refuse level 3.
            let mut builder = Session::builder()?.with_optimization_level(GraphOptimizationLevel::All)?;
            // Memory plans depend on the shapes of inputs. With a growing cache no plan is ever used again.
            builder = builder.with_memory_pattern(false)?;
            if runtime.threads > 0 {
                builder = builder.with_intra_threads(runtime.threads)?;
            }
            if let Some(provider) = runtime.provider.dispatch() {
                builder = builder.with_execution_providers([provider])?;
            }
            builder.commit_from_file(path)
        };
        let session = made().map_err(|error| match runtime.provider {
            Provider::Cpu => file(error.to_string()),
            provider => OnnxError::Provider { provider: provider.name(), problem: error.to_string() },
        })?;
        Ok(Self { path: path.to_owned(), session })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The error for a problem with this graph.
    pub fn fault(&self, problem: String) -> OnnxError {
        OnnxError::Graph { path: self.path.clone(), problem }
    }

    pub fn input_names(&self) -> impl Iterator<Item = &str> {
        self.session.inputs().iter().map(Outlet::name)
    }

    pub fn has_input(&self, name: &str) -> bool {
        self.input_names().any(|input| input == name)
    }

    /// Type and shape of an input; -1 for a free dimension.
    pub fn input(&self, name: &str) -> Result<(TensorElementType, Vec<i64>), OnnxError> {
        self.find("input", self.session.inputs(), name)
    }

    /// Type and shape of an output; -1 for a free dimension.
    pub fn output(&self, name: &str) -> Result<(TensorElementType, Vec<i64>), OnnxError> {
        self.find("output", self.session.outputs(), name)
    }

    fn find(&self, kind: &str, all: &[Outlet], name: &str) -> Result<(TensorElementType, Vec<i64>), OnnxError> {
        let named = all.iter().find(|outlet| outlet.name() == name);
        let names = || all.iter().map(Outlet::name).take(8).collect::<Vec<_>>().join(", ");
        match named.map(Outlet::dtype) {
            Some(ValueType::Tensor { ty, shape, .. }) => Ok((*ty, shape.iter().copied().collect())),
            Some(_) => Err(self.fault(format!("has an {kind} {name:?} that is no tensor"))),
            None => Err(self.fault(format!("has no {kind} {name:?}; it has {}", names()))),
        }
    }

    pub fn run(&mut self, inputs: Vec<(&str, SessionInputValue<'_>)>) -> Result<SessionOutputs<'_>, OnnxError> {
        let path = &self.path;
        self.session.run(inputs).map_err(|error| OnnxError::Run { path: path.clone(), problem: error.to_string() })
    }
}

/// The numbers of an output from index `from` on, in single precision. This is their only copy.
pub(crate) fn floats(value: &DynValue, from: usize) -> ort::Result<Vec<f32>> {
    if let Ok((_, values)) = value.try_extract_tensor::<f32>() {
        return Ok(values[from..].to_vec());
    }
    let (_, values) = value.try_extract_tensor::<f16>()?;
    Ok(values[from..].iter().map(|value| value.to_f32()).collect())
}
