//! Prepares pictures for a vision encoder, with the same numbers as the PIL image processors of transformers 5.23.

mod resize;
mod settings;

use std::borrow::Cow;

use surefleet_language::Picture;

use self::{
    resize::{Filter, Raster},
    settings::Settings,
};
use crate::{ModelDir, OnnxError};

/// Prepares pictures for a model: resizes, cuts into tiles, rescales and normalises.
pub struct Preprocessor {
    shape: Shape,
    filter: Filter,
    /// The normalised value of each byte of red, green and blue.
    tables: [[f32; 256]; 3],
    tokens_per_frame: Option<usize>,
}

/// A prepared picture: one frame, or its tiles followed by the whole picture at a tile's size.
///
/// All frames of one picture have the same size, so there is no padding and every pixel counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Frames {
    grid: Option<Grid>,
    height: usize,
    width: usize,
    /// `[frames, 3, height, width]`
    values: Vec<f32>,
}

/// How many tiles a picture was cut into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Number of tiles from top to bottom.
    pub rows: usize,
    /// Number of tiles from left to right.
    pub columns: usize,
}

/// The form of the prepared picture.
#[derive(Debug, Clone, Copy)]
enum Shape {
    /// One frame of this size, in pixels.
    Single { height: usize, width: usize },
    /// Square tiles and a view of the whole (Idefics3, SmolVLM).
    Tiles {
        /// Length of the longer side before cutting, in pixels; `None`: unchanged.
        longest: Option<usize>,
        /// Side of a tile, in pixels.
        tile: usize,
        /// Whether the picture is cut; if not, there is only the view of the whole.
        is_split: bool,
    },
}

/// Longest side in pixels, whatever the model's files say: `MAX_IMAGE_SIZE` of transformers.
const LONGEST: usize = 4096;

impl Preprocessor {
    /// Reads `processor_config.json` or `preprocessor_config.json`.
    ///
    /// # Errors
    /// [`OnnxError::Missing`] and [`OnnxError::File`], with the setting that is missing or unknown.
    pub fn load(model: &ModelDir) -> Result<Self, OnnxError> {
        let settings = Settings::load(model)?;
        let table = |channel: usize| {
            let (mean, deviation) = (settings.mean[channel] as f32, settings.deviation[channel] as f32);
            // Double precision up to here, single precision afterwards, as in numpy.
            std::array::from_fn(|byte| ((byte as f64 * settings.rescale) as f32 - mean) / deviation)
        };
        let tables = std::array::from_fn(table);
        let Settings { shape, filter, tokens_per_frame, .. } = settings;
        Ok(Self { shape, filter, tables, tokens_per_frame })
    }

    /// Prepares a picture.
    pub fn prepare(&self, picture: &Picture) -> Frames {
        let raw = Raster { width: picture.width(), height: picture.height(), rgb: Cow::Borrowed(picture.rgb()) };
        match self.shape {
            Shape::Single { height, width } => self.frame(&raw.resized(width, height, self.filter)),
            Shape::Tiles { longest, tile, is_split } => {
                let (width, height) = match longest {
                    Some(longest) => longest_edge(raw.width, raw.height, longest),
                    None => (raw.width, raw.height),
                };
                let whole = raw.resized(width, height, self.filter);
                if is_split { self.tiles(&whole, tile) } else { self.frame(&whole.resized(tile, tile, self.filter)) }
            }
        }
    }

    /// Whether pictures become tiles and a view of the whole, as for Idefics3 and SmolVLM.
    pub(crate) fn is_tiled(&self) -> bool {
        matches!(self.shape, Shape::Tiles { .. })
    }

    /// Number of tokens that stand for one frame, if a file says it.
    pub(crate) fn tokens_per_frame(&self) -> Option<usize> {
        self.tokens_per_frame
    }

    fn frame(&self, whole: &Raster<'_>) -> Frames {
        let mut values = Vec::with_capacity(3 * whole.width * whole.height);
        self.normalise(whole, [0, 0], [whole.width, whole.height], &mut values);
        Frames { grid: None, height: whole.height, width: whole.width, values }
    }

    /// Tiles row by row, then the whole at a tile's size. A picture that is no larger than a tile is not cut.
    fn tiles(&self, picture: &Raster<'_>, tile: usize) -> Frames {
        let (width, height) = whole_tiles(picture.width, picture.height, tile);
        let picture = picture.resized(width, height, self.filter);
        let grid = Grid { rows: height / tile, columns: width / tile };
        let whole = picture.resized(tile, tile, self.filter);
        if grid.rows * grid.columns == 1 {
            return self.frame(&whole);
        }
        let mut values = Vec::with_capacity(grid.frames() * 3 * tile * tile);
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                self.normalise(&picture, [column * tile, row * tile], [tile, tile], &mut values);
            }
        }
        self.normalise(&whole, [0, 0], [tile, tile], &mut values);
        Frames { grid: Some(grid), height: tile, width: tile, values }
    }

    /// Adds a part of a picture, colour by colour.
    fn normalise(&self, of: &Raster<'_>, [left, top]: [usize; 2], [width, height]: [usize; 2], values: &mut Vec<f32>) {
        for (channel, table) in self.tables.iter().enumerate() {
            for row in of.rgb.chunks_exact(3 * of.width).skip(top).take(height) {
                let pixels = row[3 * left..3 * (left + width)].chunks_exact(3);
                values.extend(pixels.map(|pixel| table[usize::from(pixel[channel])]));
            }
        }
    }
}

impl Frames {
    /// The grid of tiles; `None` if the picture was not cut.
    pub fn grid(&self) -> Option<Grid> {
        self.grid
    }

    /// Number of columns of each frame.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows of each frame.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of frames.
    pub fn count(&self) -> usize {
        self.grid.map_or(1, Grid::frames)
    }

    /// Normalised red, green and blue, `[frames, 3, height, width]`.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}

impl Grid {
    /// Number of frames: the tiles, and the view of the whole.
    pub fn frames(self) -> usize {
        self.rows * self.columns + 1
    }
}

/// Width and height with the longer side at `longest`; the other is rounded down to whole pixels and made even.
fn longest_edge(width: usize, height: usize, longest: usize) -> (usize, usize) {
    let ratio = width as f64 / height as f64;
    let even = |side: f64| (side as usize).next_multiple_of(2).max(1);
    let (width, height) =
        if width >= height { (longest, even(longest as f64 / ratio)) } else { (even(longest as f64 * ratio), longest) };
    let (ratio, most) = (width as f64 / height as f64, LONGEST as f64);
    if width >= height && width > LONGEST {
        (LONGEST, ((most / ratio) as usize).max(1))
    } else if height > width && height > LONGEST {
        (((most * ratio) as usize).max(1), LONGEST)
    } else {
        (width, height)
    }
}

/// Width and height in whole tiles: rounds the longer side up, then the other one, in proportion, up as well.
fn whole_tiles(width: usize, height: usize, tile: usize) -> (usize, usize) {
    let ratio = width as f64 / height as f64;
    if width >= height {
        let width = width.next_multiple_of(tile);
        (width, ((width as f64 / ratio) as usize).next_multiple_of(tile))
    } else {
        let height = height.next_multiple_of(tile);
        (((height as f64 * ratio) as usize).next_multiple_of(tile), height)
    }
}
