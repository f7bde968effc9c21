use std::path::{Path, PathBuf};

use serde::{Deserialize, de::DeserializeOwned};

use crate::OnnxError;

/// A folder with a language model in the community layout.
///
/// The folder contains `config.json` and `tokenizer.json`. There or in `onnx/` is either `model.onnx` on token ids, or
/// `embed_tokens.onnx` and `decoder_model_merged.onnx`; for pictures `vision_encoder.onnx` is beside these two. Each
/// graph has a suffix for its variant, such as `_fp16`, `_int8` or `_q4`.
#[derive(Debug, Clone)]
pub struct ModelDir {
    folder: PathBuf,
    /// The content of `config.json`.
    pub config: Config,
    graphs: Graphs,
    vision_encoder: Option<PathBuf>,
    /// `_` and the variant; empty if there is none.
    suffix: String,
}

/// The graphs of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Graphs {
    /// From token ids to logits.
    Whole(PathBuf),
    /// From token ids to embeddings, and from these to logits.
    Split {
        /// `embed_tokens`
        embed: PathBuf,
        /// `decoder_model_merged`
        decoder: PathBuf,
    },
}

/// The required part of `config.json`. The graphs provide the rest.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    /// The name of the architecture, for people.
    #[serde(default)]
    pub model_type: String,
    /// Number of the model's positions; for a vision-language model, of its text part.
    #[serde(default, alias = "n_positions")]
    pub max_position_embeddings: Option<usize>,
    /// Tokens that end an answer.
    #[serde(default)]
    pub eos_token_id: Option<Ids>,
    /// The token that stands for a picture in a vision-language model.
    #[serde(default, alias = "image_token_index")]
    pub image_token_id: Option<u32>,
    /// The configuration of the language part of a vision-language model.
    #[serde(default)]
    pub text_config: Option<Box<Config>>,
}

/// One id or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Ids {
    /// One.
    One(u32),
    /// Several.
    Some(Vec<u32>),
}

impl Config {
    /// Number of the model's positions; `None` if the file does not say.
    pub fn positions(&self) -> Option<usize> {
        self.max_position_embeddings.or_else(|| self.text_config.as_ref()?.positions())
    }

    /// Tokens that end an answer.
    pub fn ends(&self) -> Vec<u32> {
        match (&self.eos_token_id, &self.text_config) {
            (Some(Ids::One(id)), _) => vec![*id],
            (Some(Ids::Some(ids)), _) => ids.clone(),
            (None, Some(text)) => text.ends(),
            (None, None) => Vec::new(),
        }
    }
}

impl ModelDir {
    /// Finds the files. `variant`: the suffix of the graphs, without `_`; empty: none.
    ///
    /// # Errors
    /// [`OnnxError::Missing`] and [`OnnxError::File`], with the file's name.
    pub fn open(folder: &Path, variant: &str) -> Result<Self, OnnxError> {
        let missing = |what: &str| OnnxError::Missing { folder: folder.to_owned(), what: what.to_owned() };
        let path = folder.join("config.json");
        let text = std::fs::read_to_string(&path).map_err(|_| missing("config.json"))?;
        let config = serde_json::from_str(&text).map_err(|error| OnnxError::File {
            path,
            problem: format!("is not the configuration of a model: {error}"),
        })?;
        let suffix = if variant.is_empty() { String::new() } else { format!("_{variant}") };
        let find = |stem: &str| {
            let name = format!("{stem}{suffix}.onnx");
            [folder.join("onnx").join(&name), folder.join(&name)].into_iter().find(|path| path.is_file())
        };
        let graphs = match (find("model"), find("embed_tokens"), find("decoder_model_merged")) {
            (_, Some(embed), Some(decoder)) => Graphs::Split { embed, decoder },
            (Some(whole), ..) => Graphs::Whole(whole),
            (None, None, Some(_)) => return Err(missing(&format!("embed_tokens{suffix}.onnx"))),
            (None, Some(_), None) => return Err(missing(&format!("decoder_model_merged{suffix}.onnx"))),
            (None, None, None) => {
                let both =
                    format!("model{suffix}.onnx, or embed_tokens{suffix}.onnx and decoder_model_merged{suffix}.onnx");
                return Err(missing(&both));
            }
        };
        let vision_encoder = find("vision_encoder");
        Ok(Self { folder: folder.to_owned(), config, graphs, vision_encoder, suffix })
    }

    /// Like [`open`](Self::open), but the stored path ends with the folder's real name, without links and dots.
    ///
    /// # Errors
    /// Like [`open`](Self::open); [`OnnxError::File`] if `folder` is not a folder.
    pub(crate) fn named(folder: &Path, variant: &str) -> Result<Self, OnnxError> {
        let none =
            |error| OnnxError::File { path: folder.to_owned(), problem: format!("is no folder of a model: {error}") };
        Self::open(&folder.canonicalize().map_err(none)?, variant)
    }

    /// The suffix of its graphs, without `_`; empty if there is none.
    pub fn variant(&self) -> &str {
        self.suffix.trim_start_matches('_')
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The graphs that were found.
    pub fn graphs(&self) -> &Graphs {
        &self.graphs
    }

    /// The graph of the vision encoder.
    ///
    /// # Errors
    /// [`OnnxError::Missing`] if the variant has none, or if the decoder is not the split one that it needs.
    pub fn vision_encoder(&self) -> Result<&Path, OnnxError> {
        let missing = |stem: &str| OnnxError::Missing {
            folder: self.folder.clone(),
            what: format!("{stem}{}.onnx", self.suffix),
        };
        match &self.graphs {
            Graphs::Whole(_) => Err(missing("embed_tokens")),
            Graphs::Split { .. } => self.vision_encoder.as_deref().ok_or_else(|| missing("vision_encoder")),
        }
    }

    /// The files of the graphs, in alphabetical order. They include the files beside them that contain the weights of
    /// large graphs (`model.onnx_data`, `model.onnx.data`, `model.onnx_data_1`).
    ///
    /// # Errors
    /// [`OnnxError::File`] if the folder cannot be listed.
    pub fn graph_files(&self) -> Result<Vec<PathBuf>, OnnxError> {
        let graphs: Vec<&PathBuf> = match &self.graphs {
            Graphs::Whole(path) => vec![path],
            Graphs::Split { embed, decoder } => [embed, decoder].into_iter().chain(&self.vision_encoder).collect(),
        };
        let mut files = Vec::new();
        for graph in graphs {
            let failed = |error: std::io::Error| OnnxError::File { path: graph.clone(), problem: error.to_string() };
            let name = graph.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for entry in std::fs::read_dir(graph.parent().unwrap_or(&self.folder)).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                let is_its = path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(&name));
                if is_its && path.is_file() {
                    files.push(path);
                }
            }
        }
        files.sort();
        Ok(files)
    }

    /// Tokens that end an answer, from `config.json` and, if it exists, `generation_config.json`.
    ///
    /// # Errors
    /// [`OnnxError::File`] if `generation_config.json` is not valid.
    pub fn ends(&self) -> Result<Vec<u32>, OnnxError> {
        let generation = self.json("generation_config.json", "is not the configuration of a generation")?;
        let mut ends = self.config.ends();
        ends.extend(generation.iter().flat_map(Config::ends));
        Ok(ends)
    }

    /// The content of a JSON file; `None` if there is no such file. `otherwise`: error text for another format.
    ///
    /// # Errors
    /// [`OnnxError::File`] if the file cannot be read or has another format.
    pub(crate) fn json<T: DeserializeOwned>(&self, name: &str, otherwise: &str) -> Result<Option<T>, OnnxError> {
        let path = self.file(name);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(OnnxError::File { path, problem: format!("cannot be read: {error}") }),
        };
        let problem = |error| format!("{otherwise}: {error}");
        serde_json::from_str(&text).map(Some).map_err(|error| OnnxError::File { path, problem: problem(error) })
    }

    /// The path of a file in the folder, even if it does not exist.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}
