use std::path::Path;

use ort::{session::SessionInputValue, value::DynValue};

use crate::{OnnxError, Runtime, features::StandIns, graph::Graph};

/// The graph from ids to embeddings, for a decoder without embeddings of its own.
pub(super) struct Embedding(Graph);

const IDS: &str = "input_ids";
const EMBEDDINGS: &str = "inputs_embeds";

impl Embedding {
    pub fn load(path: &Path, runtime: &Runtime) -> Result<Self, OnnxError> {
        let graph = Graph::load(path, runtime)?;
        graph.input(IDS)?;
        graph.output(EMBEDDINGS)?;
        Ok(Self(graph))
    }

    /// `[rows, tokens, width]` for ids `[rows, tokens]`. In a single row, some tokens may stand for a picture.
    pub fn run(
        &mut self,
        ids: SessionInputValue<'_>,
        seen: Option<(&[u32], StandIns<'_>)>,
    ) -> Result<DynValue, OnnxError> {
        let path = self.0.path().to_owned();
        let failed = |problem: String| OnnxError::Run { path: path.clone(), problem };
        let mut outputs = self.0.run(vec![(IDS, ids)])?;
        let mut embeddings = outputs.remove(EMBEDDINGS).ok_or_else(|| failed(format!("gave no {EMBEDDINGS}")))?;
        if let Some((tokens, stand_ins)) = seen {
            let shape = embeddings.dtype().tensor_shape().map(|shape| shape.to_vec()).unwrap_or_default();
            if shape.last() != Some(&(stand_ins.width as i64)) {
                let width = stand_ins.width;
                return Err(failed(format!(
                    "gave embeddings {shape:?} where the vision encoder's have a width of {width}"
                )));
            }
            stand_ins.put(tokens, &mut embeddings).map_err(|error| failed(error.to_string()))?;
        }
        Ok(embeddings)
    }
}
