use std::{borrow::Cow, f64::consts::PI};

/// Rows of red, green and blue bytes, `[height, width, 3]`.
#[derive(Debug, Clone)]
pub(super) struct Raster<'a> {
    pub width: usize,
    pub height: usize,
    pub rgb: Cow<'a, [u8]>,
}

/// The filters of Pillow's `Image.resize` that models use, with Pillow's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filter {
    /// 1
    Lanczos,
    /// 2
    Bilinear,
    /// 3
    Bicubic,
}

/// The pixels along one axis that make up one pixel of the result, and their weights in 1 / 2^22.
struct Window {
    first: usize,
    weights: Vec<i32>,
}

/// Fractional bits: the sum of the weights and eight bits of a byte fit in 32 bits.
const BITS: u32 = 32 - 8 - 2;

impl Filter {
    /// The filter with this number in `resample` of a model's files.
    pub fn of(number: u64) -> Option<Self> {
        match number {
            1 => Some(Self::Lanczos),
            2 => Some(Self::Bilinear),
            3 => Some(Self::Bicubic),
            _ => None,
        }
    }

    /// Radius of the filter, in pixels of the coarser of the two pictures.
    fn support(self) -> f64 {
        match self {
            Self::Lanczos => 3.0,
            Self::Bilinear => 1.0,
            Self::Bicubic => 2.0,
        }
    }

    fn weight(self, x: f64) -> f64 {
        match self {
            Self::Lanczos if (-3.0..3.0).contains(&x) => sinc(x) * sinc(x / 3.0),
            Self::Lanczos => 0.0,
            Self::Bilinear => (1.0 - x.abs()).max(0.0),
            Self::Bicubic => bicubic(x.abs()),
        }
    }
}

impl Raster<'_> {
    /// Resizes exactly like Pillow 13.0, byte for byte (`src/libImaging/Resample.c`): first along the rows, then along
    /// the columns, in fixed-point numbers, with bytes in between.
    ///
    /// If the height shrinks by more than twice the factor of the width, Pillow 13 takes the columns first (its pull
    /// request 9549). Earlier versions never did, so their results differ there by one step of brightness in some
    /// pixels.
    pub fn resized(&self, width: usize, height: usize, filter: Filter) -> Raster<'_> {
        let picture = Raster { rgb: Cow::Borrowed(&*self.rgb), ..*self };
        if self.height.saturating_sub(height) > 2 * self.width.saturating_sub(width) {
            picture.with_height(height, filter).with_width(width, filter)
        } else {
            picture.with_width(width, filter).with_height(height, filter)
        }
    }

    fn with_width(self, width: usize, filter: Filter) -> Self {
        if width == self.width {
            return self;
        }
        let mut rgb = Vec::with_capacity(3 * width * self.height);
        let windows = windows(self.width, width, filter);
        for row in self.rgb.chunks_exact(3 * self.width) {
            for window in &windows {
                let mut sums = [1 << (BITS - 1); 3];
                for (pixel, weight) in row[3 * window.first..].chunks_exact(3).zip(&window.weights) {
                    sums.iter_mut().zip(pixel).for_each(|(sum, byte)| *sum += i32::from(*byte) * weight);
                }
                rgb.extend(sums.map(byte));
            }
        }
        Self { width, height: self.height, rgb: Cow::Owned(rgb) }
    }

    fn with_height(self, height: usize, filter: Filter) -> Self {
        if height == self.height {
            return self;
        }
        let stride = 3 * self.width;
        let mut rgb = Vec::with_capacity(stride * height);
        let mut sums = vec![0; stride];
        for window in windows(self.height, height, filter) {
            sums.fill(1 << (BITS - 1));
            for (row, weight) in self.rgb[window.first * stride..].chunks_exact(stride).zip(&window.weights) {
                sums.iter_mut().zip(row).for_each(|(sum, byte)| *sum += i32::from(*byte) * weight);
            }
            rgb.extend(sums.iter().copied().map(byte));
        }
        Self { width: self.width, height, rgb: Cow::Owned(rgb) }
    }
}

fn byte(sum: i32) -> u8 {
    (sum >> BITS).clamp(0, 255) as u8
}

/// The window of each pixel of the result; `precompute_coeffs` and `normalize_coeffs_8bpc` of Pillow.
fn windows(from: usize, to: usize, filter: Filter) -> Vec<Window> {
    let scale = from as f64 / to as f64;
    let coarsest = scale.max(1.0);
    let support = filter.support() * coarsest;
    let window = |place: usize| {
        let centre = (place as f64 + 0.5) * scale;
        // As in Pillow, float conversions round towards zero, and negative numbers become zero.
        let first = (centre - support + 0.5) as usize;
        let end = ((centre + support + 0.5) as usize).min(from);
        let weight = |pixel: usize| filter.weight((pixel as f64 - centre + 0.5) * (1.0 / coarsest));
        let weights: Vec<f64> = (first..end).map(weight).collect();
        let total: f64 = weights.iter().sum();
        let fixed = |weight: &f64| {
            let scaled = weight / total * f64::from(1 << BITS);
            (scaled + 0.5_f64.copysign(scaled)) as i32
        };
        Window { first, weights: weights.iter().map(fixed).collect() }
    };
    (0..to).map(window).collect()
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { (x * PI).sin() / (x * PI) }
}

/// Keys' cubic with a = -0.5.
fn bicubic(x: f64) -> f64 {
    const A: f64 = -0.5;
    if x < 1.0 {
        ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        (((x - 5.0) * x + 8.0) * x - 4.0) * A
    } else {
        0.0
    }
}
