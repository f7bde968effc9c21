//! The fingerprint of a model: hashes of its files, and the runtime that its answers depend on.

use std::path::PathBuf;

use surefleet_fleet::Digest;
use surefleet_language::ModelFingerprint;

use crate::{ModelDir, OnnxError, Runtime};

/// Optional files that answers depend on besides the graphs: the format of conversations and of pictures.
const BESIDE: [&str; 5] = [
    "tokenizer_config.json",
    "chat_template.jinja",
    "chat_template.json",
    "processor_config.json",
    "preprocessor_config.json",
];

/// The fingerprint of a folder that is [`named`](ModelDir::named). `dtype`: the model's arithmetic.
///
/// # Errors
/// [`OnnxError::File`] for a file that cannot be read.
pub(crate) fn fingerprint(model: &ModelDir, runtime: &Runtime, dtype: &str) -> Result<ModelFingerprint, OnnxError> {
    let name = model.folder().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let beside = BESIDE.into_iter().map(|name| model.file(name)).filter(|path| path.is_file());
    Ok(ModelFingerprint {
        name,
        weights: hash(model.graph_files()?)?,
        tokenizer: hash([model.file("tokenizer.json")].into_iter().chain(beside))?,
        quantisation: if model.variant().is_empty() { "none".into() } else { model.variant().into() },
        backend: format!("onnxruntime, {}", runtime.provider.name()),
        backend_version: runtime.library.version(),
        dtype: dtype.into(),
    })
}

/// Hash of the files' contents, in order. Only one file at a time is in memory.
fn hash(files: impl IntoIterator<Item = PathBuf>) -> Result<Digest, OnnxError> {
    let one = |path: PathBuf| match std::fs::read(&path) {
        Ok(content) => Ok(Digest::of([content.as_slice()])),
        Err(error) => Err(OnnxError::File { path, problem: format!("cannot be read: {error}") }),
    };
    let digests: Vec<Digest> = files.into_iter().map(one).collect::<Result<_, _>>()?;
    Ok(Digest::of(digests.iter().map(|digest| digest.as_bytes().as_slice())))
}
