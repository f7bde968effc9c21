//! A depth picture made ready for fusion: a border, one value for "not measured", and ranges of depth over tiles.

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
    extremes: [Vec<f32>; 2],
}

/// The least and the greatest depth of each tile of 2^shift pixels a side, by row.
#[derive(Debug, Clone, Default)]
struct Level {
    shift: u32,
    width: usize,
    height: usize,
    tiles: Vec<[f32; 2]>,
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
    /// Takes over a picture; depths above `farthest` count as not measured.
    pub fn load(&mut self, frame: &DepthFrame<'_>, farthest: f32) {
        let columns = frame.intrinsics.width;
        self.width = columns + 2;
        self.height = frame.intrinsics.height + 2;
        self.depth.clear();
        self.depth.resize(self.width * self.height, MISSING);
        let rows = self.depth.chunks_exact_mut(self.width).skip(1);
        for (row, measured) in rows.zip(frame.depth_m.chunks_exact(columns)) {
            for (to, &depth) in row[1..].iter_mut().zip(measured) {
                *to = if depth > 0.0 && depth <= farthest { depth } else { MISSING };
            }
        }
        let count = (FINEST..).take_while(|shift| (self.width.max(self.height) - 1) >> shift > 0).count() + 1;
        self.levels.resize_with(count, Level::default);
        let (first, coarser) = self.levels.split_first_mut().expect("the count of levels is at least 1");
        first.of_pixels(self.width, &self.depth, &mut self.extremes);
        let mut finer = first;
        for level in coarser {
            level.of_tiles(finer);
            finer = level;
        }
    }

    /// The least and the greatest depth of a window, or a little beyond it; a pixel that is not measured has [`MISSING`].
    pub fn range(&self, window: Window) -> [f32; 2] {
        let span = (window.right - window.left).max(window.bottom - window.top);
        let fitting = self.levels.iter().find(|level| span >> level.shift < 3);
        let level = fitting.or(self.levels.last()).expect("a loaded picture has levels");
        let mut found = [f32::INFINITY, f32::NEG_INFINITY];
        for row in window.top >> level.shift..=window.bottom >> level.shift {
            let start = row * level.width;
            let tiles = start + (window.left >> level.shift)..=start + (window.right >> level.shift);
            for &range in &level.tiles[tiles] {
                found = both(found, range);
            }
        }
        found
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        let tiles: usize = self.levels.iter().map(|level| level.tiles.capacity()).sum();
        self.depth.capacity() * size_of::<f32>() + tiles * size_of::<[f32; 2]>()
    }

    /// Tiles with something measured, about 16 pixels a side: each with its greatest depth.
    pub fn tiles(&self) -> impl Iterator<Item = (Window, f32)> {
        let level = self.levels.get(2).or(self.levels.last()).expect("a loaded picture has levels");
        level.tiles.iter().enumerate().filter(|(_, range)| range[1] > 0.0).map(|(index, range)| {
            let (left, top) = ((index % level.width) << level.shift, (index / level.width) << level.shift);
            let side = (1 << level.shift) - 1;
            (Window { left, right: left + side, top, bottom: top + side }, range[1])
        })
    }
}

impl Level {
    fn size(&mut self, shift: u32, width: usize, height: usize) {
        (self.shift, self.width, self.height) = (shift, width, height);
        self.tiles.clear();
        self.tiles.resize(width * height, [f32::INFINITY, f32::NEG_INFINITY]);
    }

    /// Fills the finest level. `extremes` is memory for the ranges of some rows, column by column.
    fn of_pixels(&mut self, width: usize, depth: &[f32], extremes: &mut [Vec<f32>; 2]) {
        const STEP: usize = 1 << FINEST;
        self.size(FINEST, width.div_ceil(STEP), (depth.len() / width).div_ceil(STEP));
        for (rows, tiles) in depth.chunks(width * STEP).zip(self.tiles.chunks_exact_mut(self.width)) {
            let (first, others) = rows.split_at(width);
            let [least, greatest] = extremes;
            for extreme in [&mut *least, &mut *greatest] {
                extreme.clear();
                extreme.extend_from_slice(first);
            }
            for row in others.chunks_exact(width) {
                for ((low, high), &depth) in least.iter_mut().zip(&mut *greatest).zip(row) {
                    *low = if depth < *low { depth } else { *low };
                    *high = if depth > *high { depth } else { *high };
                }
            }
            for ((tile, low), high) in tiles.iter_mut().zip(least.chunks(STEP)).zip(greatest.chunks(STEP)) {
                *tile = low.iter().zip(high).map(|(&low, &high)| [low, high]).fold(*tile, both);
            }
        }
    }

    /// Fills a level from the next finer one.
    fn of_tiles(&mut self, finer: &Self) {
        self.size(finer.shift + 1, finer.width.div_ceil(2), finer.height.div_ceil(2));
        for (y, row) in finer.tiles.chunks_exact(finer.width).enumerate() {
            let start = y / 2 * self.width;
            for (tile, some) in self.tiles[start..start + self.width].iter_mut().zip(row.chunks(2)) {
                *tile = some.iter().copied().fold(*tile, both);
            }
        }
    }
}

fn both(left: [f32; 2], right: [f32; 2]) -> [f32; 2] {
    [if right[0] < left[0] { right[0] } else { left[0] }, if right[1] > left[1] { right[1] } else { left[1] }]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Intrinsics;

    proptest! {
        #[test]
        fn ranges_enclose_every_pixel_of_a_window(
            width in 1usize..40, height in 1usize..40, seed in prop::collection::vec(-1.0..9.0f32, 1600), corners in prop::array::uniform4(0.0..1.0f64),
        ) {
            let camera = Intrinsics::new(width, height, [20.0; 2], [0.0; 2]).unwrap();
            let mut picture = Picture::default();
            picture.load(&DepthFrame::new(camera, &seed[..width * height]).unwrap(), 8.0);
            let at = |share: f64, size: usize| (share * size as f64) as usize;
            let (a, b) = (at(corners[0], width + 2), at(corners[1], width + 2));
            let (c, d) = (at(corners[2], height + 2), at(corners[3], height + 2));
            let window = Window { left: a.min(b), right: a.max(b), top: c.min(d), bottom: c.max(d) };
            let [least, greatest] = picture.range(window);
            for y in window.top..=window.bottom {
                for x in window.left..=window.right {
                    let depth = picture.depth[y * picture.width + x];
                    let inside = (1..=width).contains(&x) && (1..=height).contains(&y);
                    let measured = if inside { seed[(y - 1) * width + x - 1] } else { -1.0 };
                    prop_assert_eq!(depth, if measured > 0.0 && measured <= 8.0 { measured } else { MISSING });
                    prop_assert!(least <= depth && depth <= greatest);
                }
            }
            prop_assert!(greatest == MISSING || picture.depth.contains(&greatest));
        }
    }
}
