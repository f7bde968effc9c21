//! Pictures on the wire: converts camera pictures for models, and models' pictures for people.

mod annotate;

pub use annotate::annotated;
use r2r::sensor_msgs::msg::{CompressedImage, Image};
use surefleet_language::Picture;
use surefleet_site::{check_size, read_picture};

/// A camera's picture, as it arrived.
#[derive(Debug)]
pub enum Raw {
    /// Pixels.
    Plain(Image),
    /// A JPEG or PNG.
    Compressed(CompressedImage),
}

impl Raw {
    /// The picture as models take it; or its fault, and the formats that would do.
    pub fn picture(&self) -> Result<Picture, String> {
        match self {
            Self::Plain(image) => plain(image),
            Self::Compressed(image) => {
                read_picture(&image.data).map_err(|wrong| format!("compressed picture: {wrong}"))
            }
        }
    }
}

fn plain(image: &Image) -> Result<Picture, String> {
    let (width, height, step) = (image.width as usize, image.height as usize, image.step as usize);
    if width == 0 || height == 0 {
        return Err(format!("the picture has {width} x {height} pixels: the camera gives none"));
    }
    // Positions of red, green and blue in a pixel of this many bytes.
    let (bytes, [red, green, blue]) = match image.encoding.as_str() {
        "rgb8" => (3, [0, 1, 2]),
        "bgr8" => (3, [2, 1, 0]),
        "rgba8" => (4, [0, 1, 2]),
        "bgra8" => (4, [2, 1, 0]),
        "mono8" => (1, [0, 0, 0]),
        other => return Err(format!("encoding {other:?}: have the camera send rgb8, bgr8, rgba8, bgra8 or mono8")),
    };
    check_size(width, height)?;
    if step < width * bytes || image.data.len() < step * height {
        let given = image.data.len();
        return Err(format!(
            "{width} x {height} pixels of {bytes} bytes do not fit {given} bytes in rows of {step}: the message is cut or wrong"
        ));
    }
    let rows = image.data.chunks_exact(step).take(height);
    let pixels = rows.flat_map(|row| row[..width * bytes].chunks_exact(bytes));
    let rgb = pixels.flat_map(|pixel| [pixel[red], pixel[green], pixel[blue]]).collect();
    Picture::new(width, height, rgb).map_err(|error| error.to_string())
}

/// A picture as a PNG, for people.
pub fn to_png(picture: &Picture) -> Result<CompressedImage, String> {
    let mut data = Vec::new();
    let mut encoder = png::Encoder::new(&mut data, picture.width() as u32, picture.height() as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(picture.rgb()));
    written.map_err(|error| format!("the picture could not be made a PNG: {error}"))?;
    Ok(CompressedImage { format: "rgb8; png compressed rgb8".to_owned(), data, ..Default::default() })
}

/// A picture as plain bytes.
pub fn to_image(picture: &Picture) -> Image {
    Image {
        width: picture.width() as u32,
        height: picture.height() as u32,
        encoding: "rgb8".to_owned(),
        step: 3 * picture.width() as u32,
        data: picture.rgb().to_vec(),
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Outcome = Result<(), String>;

    /// Pixels of `sample.jpg` as Pillow 13 reads them.
    const FIRST: [u8; 3] = [0, 3, 94];
    const MIDDLE: [u8; 3] = [83, 99, 96];
    const LAST: [u8; 3] = [229, 215, 110];

    fn image(encoding: &str, step: u32, data: Vec<u8>) -> Raw {
        Raw::Plain(Image { width: 2, height: 2, encoding: encoding.into(), step, data, ..Default::default() })
    }

    #[test]
    fn every_encoding_gives_the_same_picture_rows_may_have_padding() -> Outcome {
        let rgb = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        let padded = vec![1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0];
        let bgr = vec![3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10];
        let bgra = vec![3, 2, 1, 0, 6, 5, 4, 0, 9, 8, 7, 0, 12, 11, 10, 0];
        for raw in
            [image("rgb8", 6, rgb.to_vec()), image("rgb8", 8, padded), image("bgr8", 6, bgr), image("bgra8", 8, bgra)]
        {
            assert_eq!(raw.picture()?.rgb(), rgb);
        }
        assert_eq!(image("mono8", 2, vec![1, 2, 3, 4]).picture()?.rgb(), [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
        Ok(())
    }

    #[test]
    fn what_is_no_picture_is_told_with_the_mend() {
        for (raw, wrong) in [
            (image("32FC1", 8, vec![0; 16]), "encoding \"32FC1\": have the camera send rgb8"),
            (image("rgb8", 6, vec![0; 11]), "do not fit 11 bytes in rows of 6"),
            (image("rgb8", 5, vec![0; 12]), "do not fit 12 bytes in rows of 5"),
            (
                Raw::Plain(Image {
                    width: 8192,
                    height: 8192,
                    encoding: "mono8".into(),
                    step: 8192,
                    ..Default::default()
                }),
                "8192 x 8192 pixels are more than a robot's camera has",
            ),
            (
                Raw::Plain(Image { encoding: "rgb8".into(), ..Default::default() }),
                "0 x 0 pixels: the camera gives none",
            ),
            (Raw::Compressed(CompressedImage::default()), "neither JPEG nor PNG"),
            (Raw::Compressed(CompressedImage { data: vec![0xff, 0xd8, 1, 2, 3], ..Default::default() }), "broken JPEG"),
        ] {
            let refused = raw.picture().expect_err(wrong);
            assert!(refused.contains(wrong), "{refused}");
        }
    }

    #[test]
    fn a_jpeg_is_read_as_pillow_reads_it() -> Outcome {
        let data = include_bytes!("picture/sample.jpg").to_vec();
        let picture = Raw::Compressed(CompressedImage { data, ..Default::default() }).picture()?;
        assert_eq!((picture.width(), picture.height()), (20, 12));
        // Two decoders may round the cosine transform differently.
        for (at, pillow) in [(0, FIRST), (5 * 20 + 7, MIDDLE), (239, LAST)] {
            let pixel = &picture.rgb()[3 * at..3 * at + 3];
            assert!(
                pixel.iter().zip(pillow).all(|(ours, theirs)| ours.abs_diff(theirs) <= 3),
                "{at}: {pixel:?} {pillow:?}"
            );
        }
        Ok(())
    }

    #[test]
    fn whatever_the_bytes_are_there_is_a_picture_or_a_reason() -> Outcome {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let grey = Picture::new(9, 7, vec![90; 9 * 7 * 3]).map_err(|error| error.to_string())?;
        for whole in [to_png(&grey)?.data, include_bytes!("picture/sample.jpg").to_vec()] {
            for _ in 0..3000 {
                let mut data = whole.clone();
                for _ in 0..rng.random_range(1..6) {
                    let at = rng.random_range(0..data.len());
                    data[at] = rng.random();
                }
                data.truncate(rng.random_range(1..=data.len()));
                // A panic would end the model's thread too.
                if let Err(reason) = Raw::Compressed(CompressedImage { data, ..Default::default() }).picture() {
                    assert!(reason.starts_with("compressed picture: "), "{reason}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn a_png_comes_back_as_it_was_and_a_cut_one_is_refused() -> Outcome {
        let rgb: Vec<u8> = (0..5 * 3 * 3).map(|byte| byte * 5).collect();
        let picture = Picture::new(5, 3, rgb).map_err(|error| error.to_string())?;
        let mut sent = to_png(&picture)?;
        assert_eq!(Raw::Compressed(sent.clone()).picture()?, picture);
        sent.data.truncate(sent.data.len() - 20);
        let refused = Raw::Compressed(sent).picture().expect_err("it is cut");
        assert!(refused.contains("broken PNG"), "{refused}");
        Ok(())
    }
}
