//! Test pictures for measuring models.

use std::{fmt, str::FromStr};

use surefleet_language::{Picture, ScoreError};

/// Columns and rows of a picture, as `640x480`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Longest side of a test picture.
const LONGEST: usize = 8192;

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |side: &str| side.parse().ok().filter(|side| (1..=LONGEST).contains(side));
        let sides = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
        let (width, height) =
            sides.ok_or_else(|| format!("{text:?} is no size: give columns x rows from 1 to {LONGEST}, as 640x480"))?;
        Ok(Self { width, height })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A picture with coarse and fine structure; each shift gives another picture. With shift 0, `picture` of
/// training/tiny_vision_models.py makes the same one.
///
/// # Errors
/// A size of zero pixels.
pub fn test_picture(size: Size, shift: usize) -> Result<Picture, ScoreError> {
    let Size { width, height } = size;
    let value = |x: usize, y: usize, channel: usize| {
        x * (3 + channel) + y * (5 - channel) * 2 + x * y / (7 + channel) + (x ^ y) * channel + shift
    };
    let values =
        (0..height).flat_map(|y| (0..width).flat_map(move |x| (0..3).map(move |channel| value(x, y, channel))));
    Picture::new(width, height, values.map(|value| (value % 256) as u8).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_columns_and_rows() {
        let size: Size = "640x480".parse().expect("a size");
        assert_eq!((size.width, size.height, size.to_string()), (640, 480, "640x480".to_owned()));
        for wrong in ["640", "640x", "x480", "0x480", "640x-1", "640x480x3", "9000x1", "640 x 480"] {
            assert!(wrong.parse::<Size>().unwrap_err().contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn test_pictures_are_those_of_the_python_program() {
        // training/tiny_vision_models.py: picture(101, 67)[y, x]
        let picture = test_picture(Size { width: 101, height: 67 }, 0).expect("a picture");
        for (x, y, rgb) in PIXELS {
            assert_eq!(picture.rgb()[3 * (101 * y + x)..][..3], rgb, "{x}, {y}");
        }
        let shifted = test_picture(Size { width: 101, height: 67 }, 1).expect("a picture");
        assert_eq!(shifted.rgb()[0], 1);
    }

    const PIXELS: [(usize, usize, [u8; 3]); 4] =
        [(0, 0, [0, 0, 0]), (1, 2, [23, 23, 23]), (50, 33, [203, 177, 157]), (100, 66, [110, 255, 169])];
}
