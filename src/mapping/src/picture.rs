//! A depth picture made ready for fusion: a border, one value each for "not measured" and "too far", and the greatest depth of tiles.

use crate::DepthFrame;

/// Stands for "not measured". It is so far before every voxel that none is changed.
pub(crate) const MISSING: f32 = -1.0e9;
/// The finest tiles have 2^2 pixels a side.
const FINEST: u32 = 2;

/// Depths in metres by row, with a border of one pixel that is not measured. Its memory is used again for each picture.
#[derive(Debug, Clone, Default)]
pub(crate) struct Picture {
    pub width: usize,
    pub height: usize,
    pub depth: Vec<f32>,
    levels: Vec<Level>,
}

/// The greatest depth of each tile of 2^shift pixels a side, by row.
#[derive(Debug, Clone, Default)]
struct Level {
    shift: u32,
    width: usize,
    tiles: Vec<f32>,
    /// The greatest finer values of each column in a row of tiles; kept for its memory.
    columns: Vec<f32>,
}

/// Pixels of a [`Picture`], ends included.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub left: usize,
    pub right: usize,
    pub top: usize,
    pub bottom: usize,
}

impl Picture {
    /// Takes over a picture; finite depths above `farthest` become the next number above it.
    pub fn load(&mut self, frame: &DepthFrame<'_>, farthest: f32) {
        let columns = frame.intrinsics.width;
        self.width = columns + 2;
        self.height = frame.intrinsics.height + 2;
        self.depth.clear();
        self.depth.resize(self.width * self.height, MISSING);
        let rows = self.depth.chunks_exact_mut(self.width).skip(1);
        let too_far = farthest.next_up();
        for (row, measured) in rows.zip(frame.depth_m.chunks_exact(columns)) {
            for (to, &depth) in row[1..].iter_mut().zip(measured) {
                // Without a branch and without what `f32::min` does for NaN, eight are computed at once.
                let cut = if depth < too_far { depth } else { too_far };
                *to = if (depth > 0.0) & (depth < f32::INFINITY) { cut } else { MISSING };
            }
        }
        let count = (FINEST..).take_while(|shift| (self.width.max(self.height) - 1) >> shift > 0).count() + 1;
        self.levels.resize_with(count, Level::default);
        let (first, coarser) = self.levels.split_first_mut().expect("the count of levels is at least 1");
        first.shift = FINEST;
        first.shrink(1 << FINEST, self.width, &self.depth);
        let mut finer = first;
        for level in coarser {
            level.shift = finer.shift + 1;
            level.shrink(2, finer.width, &finer.tiles);
            finer = level;
        }
    }

    /// The greatest depth of a window, or of a little more; [`MISSING`] if nothing was measured there.
    pub fn farthest(&self, window: Window) -> f32 {
        let span = (window.right - window.left).max(window.bottom - window.top);
        let fitting = self.levels.iter().find(|level| span >> level.shift < 5);
        let level = fitting.or(self.levels.last()).expect("a loaded picture has levels");
        let mut found = MISSING;
        for row in window.top >> level.shift..=window.bottom >> level.shift {
            let start = row * level.width;
            let tiles = start + (window.left >> level.shift)..=start + (window.right >> level.shift);
            found = level.tiles[tiles].iter().copied().fold(found, greater);
        }
        found
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        let tiles: usize = self.levels.iter().map(|level| level.tiles.capacity() + level.columns.capacity()).sum();
        self.depth.capacity() * size_of::<f32>() + tiles * size_of::<f32>()
    }

    /// Tiles with something measured, about 16 pixels a side: each with its greatest depth.
    pub fn tiles(&self) -> impl Iterator<Item = (Window, f32)> {
        let level = self.levels.get(2).or(self.levels.last()).expect("a loaded picture has levels");
        level.tiles.iter().enumerate().filter(|(_, depth)| **depth > 0.0).map(|(index, &depth)| {
            let (left, top) = ((index % level.width) << level.shift, (index / level.width) << level.shift);
            let side = (1 << level.shift) - 1;
            (Window { left, right: left + side, top, bottom: top + side }, depth)
        })
    }
}

impl Level {
    /// Fills this level from rows of `width` finer values, `step` of which make a side of a tile.
    fn shrink(&mut self, step: usize, width: usize, finer: &[f32]) {
        self.width = width.div_ceil(step);
        self.tiles.clear();
        for rows in finer.chunks(width * step) {
            self.columns.clear();
            self.columns.resize(width, MISSING);
            for row in rows.chunks_exact(width) {
                for (column, &depth) in self.columns.iter_mut().zip(row) {
                    *column = greater(*column, depth);
                }
            }
            self.tiles.extend(self.columns.chunks(step).map(|some| some.iter().copied().fold(MISSING, greater)));
        }
    }
}

/// The greater of two numbers, neither of which is NaN.
fn greater(left: f32, right: f32) -> f32 {
    if right > left { right } else { left }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Intrinsics;

    proptest! {
        #[test]
        fn nothing_in_a_window_is_farther_than_its_farthest(
            width in 1usize..40, height in 1usize..40, seed in prop::collection::vec(-1.0..9.0f32, 1600), corners in prop::array::uniform4(0.0..1.0f64),
        ) {
            let camera = Intrinsics::new(width, height, [20.0; 2], [0.0; 2]).unwrap();
            let mut picture = Picture::default();
            picture.load(&DepthFrame::new(camera, &seed[..width * height]).unwrap(), 8.0);
            let at = |share: f64, size: usize| (share * size as f64) as usize;
            let (a, b) = (at(corners[0], width + 2), at(corners[1], width + 2));
            let (c, d) = (at(corners[2], height + 2), at(corners[3], height + 2));
            let window = Window { left: a.min(b), right: a.max(b), top: c.min(d), bottom: c.max(d) };
            let farthest = picture.farthest(window);
            for y in window.top..=window.bottom {
                for x in window.left..=window.right {
                    let depth = picture.depth[y * picture.width + x];
                    let inside = (1..=width).contains(&x) && (1..=height).contains(&y);
                    let measured = if inside { seed[(y - 1) * width + x - 1] } else { -1.0 };
                    prop_assert_eq!(depth, if measured > 0.0 { measured.min(8f32.next_up()) } else { MISSING });
                    prop_assert!(depth <= farthest);
                }
            }
            prop_assert!(farthest == MISSING || picture.depth.contains(&farthest));
        }
    }
}
