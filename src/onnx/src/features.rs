use std::sync::Arc;

use half::f16;
use ort::value::DynValue;

use crate::Grid;

/// The output of a vision encoder for a picture: rows that replace the picture's tokens in a text.
///
/// Two are equal if a decoder that has read one need not read the other. Copies share their numbers.
#[derive(Debug, Clone)]
pub struct Features {
    token: u32,
    grid: Option<Grid>,
    width: usize,
    /// `[rows, width]`
    values: Arc<[f32]>,
}

/// The rows for the picture tokens in one piece of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StandIns<'a> {
    pub token: u32,
    pub width: usize,
    /// `[rows, width]`; tokens after the last row keep their own embeddings.
    pub values: &'a [f32],
}

impl Features {
    /// `values`: `[rows, width]`.
    pub(crate) fn new(token: u32, grid: Option<Grid>, width: usize, values: Vec<f32>) -> Self {
        Self { token, grid, width, values: values.into() }
    }

    /// The grid of tiles of the picture; `None` if it was not cut.
    pub fn grid(&self) -> Option<Grid> {
        self.grid
    }

    /// Number of tokens in a text that they stand for.
    pub fn rows(&self) -> usize {
        self.values.len() / self.width
    }

    /// Number of tokens of one frame.
    pub fn rows_per_frame(&self) -> usize {
        self.rows() / self.grid.map_or(1, Grid::frames)
    }

    /// Length of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// `[rows, width]`
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The token that stands for the picture.
    pub fn token(&self) -> u32 {
        self.token
    }

    /// How many of these tokens belong to the picture.
    pub(crate) fn tokens_in(&self, text: &[u32]) -> usize {
        text.iter().filter(|token| **token == self.token).count()
    }

    /// The rows for the text that follows these tokens.
    pub(crate) fn after(&self, text: &[u32]) -> StandIns<'_> {
        let begun = self.tokens_in(text).min(self.rows());
        StandIns { token: self.token, width: self.width, values: &self.values[begun * self.width..] }
    }
}

impl PartialEq for Features {
    fn eq(&self, other: &Self) -> bool {
        let is_same = Arc::ptr_eq(&self.values, &other.values) || self.values == other.values;
        self.token == other.token && self.width == other.width && is_same
    }
}

impl StandIns<'_> {
    /// Writes the rows into the embeddings of tokens, `[1, tokens, width]`.
    ///
    /// # Errors
    /// Embeddings that are not in the processor's memory, or not floats.
    pub fn put(self, tokens: &[u32], embeddings: &mut DynValue) -> ort::Result<()> {
        let places = tokens.iter().enumerate().filter(|(_, token)| **token == self.token).map(|(place, _)| place);
        let rows = places.zip(self.values.chunks_exact(self.width));
        if let Ok((_, all)) = embeddings.try_extract_tensor_mut::<f32>() {
            rows.for_each(|(place, row)| all[place * self.width..][..self.width].copy_from_slice(row));
            return Ok(());
        }
        let (_, all) = embeddings.try_extract_tensor_mut::<f16>()?;
        for (place, row) in rows {
            let halves = row.iter().map(|value| f16::from_f32(*value));
            all[place * self.width..].iter_mut().zip(halves).for_each(|(old, new)| *old = new);
        }
        Ok(())
    }
}
