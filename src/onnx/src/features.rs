use std::sync::Arc;

use half::f16;
use ort::value::DynValue;

use crate::Grid;

/// What a vision encoder makes of a picture: rows that stand where a text has the picture's tokens.
///
/// Two are equal if a decoder that has read one need not read the other. Copies share the numbers.
#[derive(Debug, Clone)]
pub struct Features {
    token: u32,
    grid: Option<Grid>,
    width: usize,
    /// `[rows, width]`
    values: Arc<[f32]>,
}

/// The rows for those of a picture's tokens that a piece of a text holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StandIns<'a> {
    pub token: u32,
    pub width: usize,
    /// `[rows, width]`; tokens after the last row stand for themselves.
    pub values: &'a [f32],
}

impl Features {
    /// `values`: `[rows, width]`.
    pub(crate) fn new(token: u32, grid: Option<Grid>, width: usize, values: Vec<f32>) -> Self {
        Self { token, grid, width, values: values.into() }
    }

    /// The tiles of the picture; `None`: it was not cut.
    pub fn grid(&self) -> Option<Grid> {
        self.grid
    }

    /// How many tokens of a text they stand for.
    pub fn rows(&self) -> usize {
        self.values.len() / self.width
    }

    /// How many tokens one frame has.
    pub fn rows_per_frame(&self) -> usize {
        self.rows() / self.grid.map_or(1, Grid::frames)
    }

    /// Numbers of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// `[rows, width]`
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The picture's token.
    pub fn token(&self) -> u32 {
        self.token
    }

    /// How many of the picture's tokens these are.
    pub(crate) fn tokens_in(&self, text: &[u32]) -> usize {
        text.iter().filter(|token| **token == self.token).count()
    }

    /// For what follows these tokens of a text.
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
    /// Puts them among the embeddings of tokens, `[1, tokens, width]`.
    ///
    /// # Errors
    /// Embeddings that are not on this side of a device, or no floats.
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
