//! A cube of 8 x 8 x 8 voxels, and its update by one depth picture.

/// Voxels of a block's side.
pub(crate) const SIDE: usize = 8;
/// Voxels of a block.
pub(crate) const VOXELS: usize = SIDE * SIDE * SIDE;

/// Added to a small positive number, it leaves the nearest whole number in the low bits.
const ROUNDING: f32 = 8_388_608.0;
const ROUNDED: u32 = 0x7f_ffff;
const LANES: [f32; SIDE] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

/// Distances in metres and weights; x runs fastest, then y, then z.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Block {
    pub distance: [f32; VOXELS],
    pub weight: [f32; VOXELS],
}

/// The constants of an update.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Law {
    /// Metres. Farther before a surface, space is just free; farther behind it, nothing is known.
    pub truncation: f32,
    /// 1 / (truncation - voxel), per metre.
    pub ramp: f32,
    pub most: f32,
    /// Metres. A pixel with a greater depth saw no surface, only free space up to this depth.
    pub farthest: f32,
}

/// A depth picture from where it was taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look<'a> {
    /// With a border, as `Picture` has it.
    pub depth: &'a [f32],
    pub stride: usize,
    pub focal: [f32; 2],
    /// In pixels of the picture with its border.
    pub principal: [f32; 2],
    /// The last column and the last row of the border.
    pub last: [f32; 2],
    /// From one voxel to the next along x, y and z of the map, in the camera's frame, in metres.
    pub steps: [[f32; 3]; 3],
}

impl Block {
    pub const EMPTY: Self = Self { distance: [0.0; VOXELS], weight: [0.0; VOXELS] };

    /// Fuses a picture; `first` is the centre of voxel 0 in the camera's frame. Returns whether a voxel was seen.
    #[inline(always)]
    pub fn fuse(&mut self, first: [f32; 3], look: &Look<'_>, law: &Law) -> bool {
        let mut seen = [0.0; SIDE];
        let (distances, _) = self.distance.as_chunks_mut::<SIDE>();
        let (weights, _) = self.weight.as_chunks_mut::<SIDE>();
        for (row, (distance, weight)) in distances.iter_mut().zip(weights).enumerate() {
            let (y, z) = (LANES[row % SIDE], LANES[row / SIDE]);
            let start = [0, 1, 2].map(|axis| first[axis] + y * look.steps[1][axis] + z * look.steps[2][axis]);
            fuse_row([distance, weight, &mut seen], start, look, law);
        }
        seen.iter().any(|&gained| gained > 0.0)
    }
}

/// The running weighted mean of distances, whose weight stops growing at `most` (Curless & Levoy 1996).
#[inline(always)]
pub(crate) fn blend(distance: &mut f32, weight: &mut f32, seen: f32, gained: f32, most: f32) {
    let sum = *weight + gained;
    // Where nothing was ever gained the sum is zero; then the change is zero too.
    let share = gained / if sum > 1.0e-9 { sum } else { 1.0 };
    *distance += (seen - *distance) * share;
    *weight = if sum < most { sum } else { most };
}

/// Adds the weight that each voxel of the row gained to `seen`.
#[inline(always)]
fn fuse_row([distance, weight, seen]: [&mut [f32; SIDE]; 3], start: [f32; 3], look: &Look<'_>, law: &Law) {
    let mut depths = [0.0f32; SIDE];
    let mut pixels = [0u32; SIDE];
    let mut forward = [0.0f32; SIDE];
    let mut aside = [0.0f32; SIDE];
    let mut inverses = [0.0f32; SIDE];
    for lane in 0..SIDE {
        let [x, y, z] = [0, 1, 2].map(|axis| start[axis] + LANES[lane] * look.steps[0][axis]);
        let inverse = 1.0 / z;
        let u = look.focal[0] * x * inverse + look.principal[0];
        let v = look.focal[1] * y * inverse + look.principal[1];
        pixels[lane] = rounded(v, look.last[1]) * look.stride as u32 + rounded(u, look.last[0]);
        (forward[lane], inverses[lane]) = (z, inverse);
        aside[lane] = x * x + y * y;
    }
    for lane in 0..SIDE {
        depths[lane] = look.depth[pixels[lane] as usize];
    }
    // Most rows of a block are hidden or beside the picture.
    let is_hidden = |lane: usize| (depths[lane] - forward[lane] <= -law.truncation) | (forward[lane] <= 0.0);
    if (0..SIDE).fold(true, |all, lane| all & is_hidden(lane)) {
        return;
    }
    // On copies, which nothing else refers to: so the compiler computes eight lanes at once.
    let (mut mean, mut sum, mut gains, law) = (*distance, *weight, [0.0f32; SIDE], *law);
    for lane in 0..SIDE {
        // Along the voxel's ray: how far the surface of its pixel is behind it.
        let stretch = (aside[lane] + forward[lane] * forward[lane]).sqrt() * inverses[lane];
        let ahead = (depths[lane] - forward[lane]) * stretch;
        let gained = between(0.0, (ahead + law.truncation) * law.ramp, 1.0);
        let is_open = (depths[lane] > law.farthest) & (ahead < law.truncation);
        let gained = if (forward[lane] > 0.0) & !is_open { gained } else { 0.0 };
        blend(&mut mean[lane], &mut sum[lane], between(-law.truncation, ahead, law.truncation), gained, law.most);
        gains[lane] = gained;
    }
    (*distance, *weight) = (mean, sum);
    for lane in 0..SIDE {
        seen[lane] += gains[lane];
    }
}

/// The value, or the end of the range that it is beyond; the lower end for NaN. `f32::clamp` costs more.
#[inline(always)]
fn between(low: f32, value: f32, high: f32) -> f32 {
    let value = if value > low { value } else { low };
    if value < high { value } else { high }
}

/// The nearest pixel, or the border; NaN gives the border. Has no branch, so that eight lanes are computed at once.
#[inline(always)]
fn rounded(at: f32, last: f32) -> u32 {
    (between(0.0, at, last) + ROUNDING).to_bits() & ROUNDED
}
