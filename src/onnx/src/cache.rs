use half::f16;
use ort::{
    memory::Allocator,
    value::{DynValue, PrimitiveTensorElementType, Tensor, TensorElementType},
};

use crate::Features;

/// Keys and values of the tokens that a model has read, so that it reads each token only once.
#[derive(Debug, Default)]
pub struct KvCache {
    tokens: Vec<u32>,
    /// The features that the tokens of a picture stood for, if there is one.
    seen: Option<Features>,
    /// Keys, then values, of each layer: `[1, heads, tokens, head size]`; empty before the first token.
    values: Vec<DynValue>,
}

/// Shape and precision of the keys and values of a graph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KvShape {
    pub heads: usize,
    pub head_size: usize,
    pub is_half: bool,
}

impl KvCache {
    /// The tokens read.
    pub fn tokens(&self) -> &[u32] {
        &self.tokens
    }

    /// Number of leading `tokens` that need not be read again. The last token never counts: its logits are needed.
    pub fn shared(&self, tokens: &[u32]) -> usize {
        self.shared_seeing(tokens, None)
    }

    /// Like [`shared`](Self::shared), for a text with a picture: the tokens of another picture do not match.
    pub(crate) fn shared_seeing(&self, tokens: &[u32], features: Option<&Features>) -> usize {
        let limit = tokens.len().saturating_sub(1);
        let is_same = self.seen.as_ref() == features;
        let pictures = || [self.seen.as_ref(), features].into_iter().flatten();
        let is_known =
            |known: u32, token: u32| known == token && (is_same || pictures().all(|one| one.token() != token));
        self.tokens.iter().zip(&tokens[..limit]).take_while(|(known, token)| is_known(**known, **token)).count()
    }

    /// The features that the tokens of a picture stand for, if there is one.
    pub(crate) fn seen(&self) -> Option<&Features> {
        self.seen.as_ref()
    }

    /// Sets the features that a picture's tokens stand for, both those already read and later ones.
    pub(crate) fn see(&mut self, features: Option<&Features>) {
        self.seen = features.cloned();
    }

    pub(crate) fn values(&self) -> &[DynValue] {
        &self.values
    }

    pub(crate) fn extend(&mut self, tokens: &[u32], values: Vec<DynValue>) {
        self.tokens.extend_from_slice(tokens);
        self.values = values;
    }

    /// Forgets all tokens after the first `length`.
    pub(crate) fn truncate(&mut self, length: usize, shape: KvShape) -> ort::Result<()> {
        if length == 0 {
            *self = Self::default();
        } else if length < self.tokens.len() {
            let kept: ort::Result<Vec<DynValue>> =
                self.values.iter().map(|value| reshaped(value, shape, self.tokens.len(), length, 1)).collect();
            self.values = kept?;
            self.tokens.truncate(length);
        }
        Ok(())
    }

    /// The same values for each of `batch` rows.
    pub(crate) fn repeated(&self, batch: usize, shape: KvShape) -> ort::Result<Vec<DynValue>> {
        let length = self.tokens.len();
        self.values.iter().map(|value| reshaped(value, shape, length, length, batch)).collect()
    }
}

/// Empty keys or values, before the first token.
pub(crate) fn empty(shape: KvShape, batch: usize) -> ort::Result<DynValue> {
    let dimensions = [batch, shape.heads, 0, shape.head_size];
    let allocator = Allocator::default();
    if shape.is_half {
        Ok(Tensor::<f16>::new(&allocator, dimensions)?.into_dyn())
    } else {
        Ok(Tensor::<f32>::new(&allocator, dimensions)?.into_dyn())
    }
}

fn reshaped(value: &DynValue, shape: KvShape, length: usize, kept: usize, batch: usize) -> ort::Result<DynValue> {
    if shape.is_half {
        copied::<f16>(value, shape, length, kept, batch)
    } else {
        copied::<f32>(value, shape, length, kept, batch)
    }
}

/// The first `kept` of `length` tokens, repeated `batch` times.
fn copied<T: PrimitiveTensorElementType + Copy + std::fmt::Debug + 'static>(
    value: &DynValue,
    shape: KvShape,
    length: usize,
    kept: usize,
    batch: usize,
) -> ort::Result<DynValue> {
    let (_, all) = value.try_extract_tensor::<T>()?;
    let heads = all.chunks_exact(length * shape.head_size);
    let row: Vec<T> = heads.flat_map(|head| &head[..kept * shape.head_size]).copied().collect();
    let data = row.repeat(batch);
    Ok(Tensor::from_array(([batch, shape.heads, kept, shape.head_size], data))?.into_dyn())
}

/// Whether numbers have half precision; `None` for a type that no such model has.
pub(crate) fn is_half(kind: TensorElementType) -> Option<bool> {
    match kind {
        TensorElementType::Float32 => Some(false),
        TensorElementType::Float16 => Some(true),
        _ => None,
    }
}
