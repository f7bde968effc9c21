use embedded_graphics::{
    Drawable, Pixel,
    draw_target::DrawTarget,
    geometry::{OriginDimensions, Point, Size},
    mono_font::{MonoTextStyle, ascii::FONT_6X10},
    pixelcolor::{Rgb888, RgbColor},
    primitives::{Primitive, PrimitiveStyle, Rectangle},
    text::{Baseline, Text},
};
use surefleet_language::{Picture, ScoreError};

/// Least width of a shown picture, in pixels.
const LEAST_WIDTH: usize = 320;
/// A picture is not enlarged beyond this height, in pixels.
const MOST_HEIGHT: usize = 1024;
const FRAME: u32 = 4;
const LETTER: (usize, usize) = (6, 10);

/// A picture with a coloured frame and lines of text below it, large enough for people to read.
pub fn annotated(picture: &Picture, colour: [u8; 3], lines: &[String]) -> Result<Picture, ScoreError> {
    let zoom = LEAST_WIDTH.div_ceil(picture.width()).min((MOST_HEIGHT / picture.height()).max(1)).max(1);
    let (width, shown) = (picture.width() * zoom, picture.height() * zoom);
    let columns = (width / LETTER.0).saturating_sub(2).max(1);
    let text: Vec<String> = lines.iter().flat_map(|line| wrapped(line, columns)).collect();
    let height = shown + text.len() * LETTER.1 + 6;
    let mut canvas = Canvas { width, rgb: vec![0; width * height * 3] };
    for (row, line) in canvas.rgb.chunks_exact_mut(width * 3).take(shown).enumerate() {
        let from = &picture.rgb()[row / zoom * picture.width() * 3..][..picture.width() * 3];
        for (column, pixel) in line.chunks_exact_mut(3).enumerate() {
            pixel.copy_from_slice(&from[column / zoom * 3..][..3]);
        }
    }
    let [red, green, blue] = colour;
    let frame = Rectangle::new(Point::zero(), Size::new(width as u32, shown as u32));
    let style = PrimitiveStyle::with_stroke(Rgb888::new(red, green, blue), 2 * FRAME);
    // Drawing into bytes cannot fail.
    let Ok(()) = frame.into_styled(style).draw(&mut canvas);
    let letters = MonoTextStyle::new(&FONT_6X10, Rgb888::WHITE);
    for (number, line) in text.iter().enumerate() {
        let at = Point::new(LETTER.0 as i32, (shown + 3 + number * LETTER.1) as i32);
        let Ok(_) = Text::with_baseline(line, at, letters, Baseline::Top).draw(&mut canvas);
    }
    Picture::new(width, height, canvas.rgb)
}

/// Lines with at most this many letters, broken between words if there are any.
fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(columns) {
            let last = lines.last().map_or(0, |last| last.chars().count());
            if last > 0 && last + 1 + piece.len() > columns {
                lines.push(String::new());
            }
            if let Some(last) = lines.last_mut() {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.extend(piece);
            }
        }
    }
    lines
}

struct Canvas {
    width: usize,
    rgb: Vec<u8>,
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(self.width as u32, (self.rgb.len() / 3 / self.width) as u32)
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = std::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
        let size = self.size();
        for Pixel(Point { x, y }, colour) in pixels {
            let is_inside = (0..size.width as i32).contains(&x) && (0..size.height as i32).contains(&y);
            if is_inside {
                let at = (y as usize * self.width + x as usize) * 3;
                self.rgb[at..at + 3].copy_from_slice(&[colour.r(), colour.g(), colour.b()]);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_kept_within_a_frame_above_its_text() -> Result<(), ScoreError> {
        let grey = Picture::new(64, 48, vec![90; 64 * 48 * 3])?;
        let shown = annotated(&grey, [255, 0, 0], &["grab apple 1".to_owned(), "word ".repeat(30)])?;
        assert_eq!(shown.width(), 320);
        let pixel = |x: usize, y: usize| &shown.rgb()[(y * 320 + x) * 3..][..3];
        assert_eq!((pixel(0, 0), pixel(160, 120)), (&[255, 0, 0][..], &[90, 90, 90][..]));
        let below = &shown.rgb()[240 * 320 * 3..];
        assert!(below.contains(&255), "there are letters");
        assert_eq!(shown.height(), 240 + 6 + 10 * 4, "one line, and 150 letters in lines of 51");
        Ok(())
    }

    #[test]
    fn a_picture_that_is_all_height_stays_small() -> Result<(), ScoreError> {
        let thin = Picture::new(1, 4096, vec![90; 4096 * 3])?;
        let shown = annotated(&thin, [0, 255, 0], &["grab apple 1".to_owned()])?;
        assert!(shown.width() == 1 && shown.height() < 4300, "{shown:?}");
        Ok(())
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a b c", 3), ["a b", "c"]);
    }
}
