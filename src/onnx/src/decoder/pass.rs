//! One run of the graph.

use ort::{
    session::SessionInputValue,
    value::{DynValue, Shape, Tensor},
};

use super::{Decoder, Slot};
use crate::{
    KvCache, OnnxError,
    cache::empty,
    features::StandIns,
    graph::{Graph, floats},
};

/// The input of one run of the graph.
pub(super) struct Reading<'a> {
    /// Texts that continue the same cached tokens.
    pub rows: &'a [&'a [u32]],
    /// Number of the cached tokens.
    pub past: usize,
    pub keep: Keep,
    /// The features for the picture's tokens; only with a single row.
    pub seen: Option<StandIns<'a>>,
}

/// The logits to compute.
#[derive(Debug, Clone, Copy)]
pub(super) enum Keep {
    All,
    /// Those of the last token only; for a single row.
    Last,
}

/// The output of one run of the graph.
pub(super) struct Pass {
    /// `[rows, kept, vocabulary]`
    pub logits: DynValue,
    /// Number of logits per row.
    pub kept: usize,
    /// Keys and values, including those of the tokens just read.
    pub values: Vec<DynValue>,
}

/// The input that tells some graphs how many logits to compute; 0: all.
const KEPT_LOGITS: &str = "num_logits_to_keep";

impl Decoder {
    pub(super) fn run(
        &mut self,
        &Reading { rows, past, keep, seen }: &Reading<'_>,
        repeated: Option<Vec<DynValue>>,
        cache: &KvCache,
    ) -> Result<Pass, OnnxError> {
        let (batch, width) = (rows.len(), rows.iter().map(|row| row.len()).max().unwrap_or(0));
        self.admit(rows, past)?;
        self.usage.passes += 1;
        self.usage.tokens += rows.iter().map(|row| row.len() as u64).sum::<u64>();
        let prepared = self.prepare(rows, past, width, keep);
        let mut inputs = prepared.map_err(|error| self.failed(&error))?;
        if let Some(embed) = &mut self.embed {
            let ids = inputs.remove(0).1;
            let seen = rows.first().copied().zip(seen);
            inputs.push(("inputs_embeds", embed.run(ids, seen)?.into()));
        }
        let is_first = past == 0;
        let known = repeated.as_deref().unwrap_or(cache.values());
        for (place, slot) in self.slots.iter().enumerate() {
            let value: SessionInputValue<'_> = match known.get(place).filter(|_| !is_first) {
                Some(value) => value.into(),
                None => empty(self.kv, batch).map_err(|error| failed(&self.graph, &error))?.into(),
            };
            inputs.push((&slot.past, value));
        }
        let path = self.graph.path().to_owned();
        // Leaves out the other logits if the graph has an input for that.
        let is_short = matches!(keep, Keep::Last) && self.graph.has_input(KEPT_LOGITS);
        let kept = if is_short { 1 } else { width };
        let mut outputs = self.graph.run(inputs)?;
        let fault = |problem: String| OnnxError::Run { path: path.clone(), problem };
        let logits = outputs.remove("logits").ok_or_else(|| fault("it gave no logits".to_owned()))?;
        let count = logits.dtype().tensor_shape().map_or(0, Shape::num_elements);
        if count != batch * kept * self.vocabulary {
            return Err(fault(format!("it gave {count} logits for {batch} rows of {width} tokens")));
        }
        let present =
            |slot: &Slot| outputs.remove(&slot.present).ok_or_else(|| fault(format!("it gave no {}", slot.present)));
        let values = self.slots.iter().map(present).collect::<Result<_, _>>()?;
        Ok(Pass { logits, kept, values })
    }

    /// The logits of a pass, from index `from` of its first row on.
    pub(super) fn numbers(&self, pass: &Pass, from: usize) -> Result<Vec<f32>, OnnxError> {
        floats(&pass.logits, from * self.vocabulary).map_err(|error| self.failed(&error))
    }

    /// Ids first, then the other inputs except keys and values. Shorter rows are padded at their end.
    fn prepare(
        &self,
        rows: &[&[u32]],
        past: usize,
        width: usize,
        keep: Keep,
    ) -> ort::Result<Vec<(&'static str, SessionInputValue<'static>)>> {
        let batch = rows.len();
        let ids: Vec<i64> =
            rows.iter().flat_map(|row| row.iter().map(|&id| i64::from(id)).chain(vec![0; width - row.len()])).collect();
        let mask: Vec<i64> =
            rows.iter().flat_map(|row| (0..past + width).map(|place| i64::from(place < past + row.len()))).collect();
        let mut inputs: Vec<(&'static str, SessionInputValue<'static>)> = vec![
            ("input_ids", Tensor::from_array(([batch, width], ids))?.into()),
            ("attention_mask", Tensor::from_array(([batch, past + width], mask))?.into()),
        ];
        if self.graph.has_input("position_ids") {
            let positions: Vec<i64> = (0..batch).flat_map(|_| (past..past + width).map(|place| place as i64)).collect();
            inputs.push(("position_ids", Tensor::from_array(([batch, width], positions))?.into()));
        }
        if self.graph.has_input("use_cache_branch") {
            inputs.push(("use_cache_branch", Tensor::from_array(([1], vec![past > 0]))?.into()));
        }
        if self.graph.has_input(KEPT_LOGITS) {
            let count = match keep {
                Keep::All => 0_i64,
                Keep::Last => 1,
            };
            inputs.push((KEPT_LOGITS, Tensor::from_array((Vec::<i64>::new(), vec![count]))?.into()));
        }
        Ok(inputs)
    }

    pub(super) fn failed(&self, error: &ort::Error) -> OnnxError {
        failed(&self.graph, error)
    }
}

fn failed(graph: &Graph, error: &ort::Error) -> OnnxError {
    OnnxError::Run { path: graph.path().to_owned(), problem: error.to_string() }
}
