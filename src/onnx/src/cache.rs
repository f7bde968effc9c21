use half::f16;
use ort::{
    memory::Allocator,
    value::{DynValue, PrimitiveTensorElementType, Tensor, TensorElementType},
};

use crate::Features;

/// Keys and values of the tokens that a model has read, so that it reads them once.
#[derive(Debug, Default)]
pub struct KvCache {
    tokens: Vec<u32>,
    /// What the tokens of a picture stood for, if there is one.
    seen: Option<Features>,
    /// Of each layer keys, then values: `[1, heads, tokens, head size]`; empty before the first token.
    values: Vec<DynValue>,
}

/// What keys and values of a graph are like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KvShape {
    pub heads: usize,
    pub head_size: usize,
    pub is_half: bool,
}

impl KvCache {
    /// The tokens that were read.
    pub fn tokens(&self) -> &[u32] {
        &self.tokens
    }

    /// How many of `tokens` need not be read again, the last one aside: its logits are what is asked for.
    pub fn shared(&self, tokens: &[u32]) -> usize {
        self.shared_seeing(tokens, None)
    }

    /// As [`shared`](Self::shared), of a text with a picture: another picture's tokens are other tokens.
    pub(crate) fn shared_seeing(&self, tokens: &[u32], features: Option<&Features>) -> usize {
        let limit = tokens.len().saturating_sub(1);
        let is_same = self.seen.as_ref() == features;
        let pictures = || [self.seen.as_ref(), features].into_iter().flatten();
        let is_known =
            |known: u32, token: u32| known == token && (is_same || pictures().all(|one| one.token() != token));
        self.tokens.iter().zip(&tokens[..limit]).take_while(|(known, token)| is_known(**known, **token)).count()
    }

    /// What the tokens of a picture stand for, if there is one.
    pub(crate) fn seen(&self) -> Option<&Features> {
        self.seen.as_ref()
    }

    /// Sets what the tokens of a picture stand for, among those that were read and those that will be.
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

    /// The same for each of `batch` rows.
    pub(crate) fn repeated(&self, batch: usize, shape: KvShape) -> ort::Result<Vec<DynValue>> {
        let length = self.tokens.len();
        self.values.iter().map(|value| reshaped(value, shape, length, length, batch)).collect()
    }
}

/// Keys or values before the first token.
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

/// The first `kept` of `length` tokens, `batch` times.
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

/// Whether numbers are of half precision; `None`: they are of a type that no such model has.
pub(crate) fn is_half(kind: TensorElementType) -> Option<bool> {
    match kind {
        TensorElementType::Float32 => Some(false),
        TensorElementType::Float16 => Some(true),
        _ => None,
    }
}
