//! Reads pictures from files and cameras.

use surefleet_language::Picture;
use zune_jpeg::{
    JpegDecoder,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

/// Limits per edge and in total. Larger pictures come from no robot camera and are refused before memory is allocated.
const LONGEST_EDGE: usize = 16_384;
const MOST_PIXELS: usize = 1 << 25;

/// Refuses pictures that are too large.
///
/// # Errors
/// No camera has pictures of that size.
pub fn check_size(width: usize, height: usize) -> Result<(), String> {
    if width > LONGEST_EDGE || height > LONGEST_EDGE || width * height > MOST_PIXELS {
        return Err(format!("{width} x {height} pixels are more than a robot's camera has: send smaller ones"));
    }
    Ok(())
}

/// Decodes a JPEG or PNG for a model.
///
/// # Errors
/// The fault in the file.
pub fn read_picture(data: &[u8]) -> Result<Picture, String> {
    match data {
        [0x89, b'P', b'N', b'G', ..] => from_png(data),
        [0xff, 0xd8, ..] => from_jpeg(data),
        _ => Err("is neither JPEG nor PNG".to_owned()),
    }
}

fn from_jpeg(data: &[u8]) -> Result<Picture, String> {
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(LONGEST_EDGE)
        .set_max_height(LONGEST_EDGE)
        .set_strict_mode(true);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(data), options);
    decoder.decode_headers().map_err(|error| format!("is a broken JPEG: {error}"))?;
    let (width, height) = decoder.dimensions().ok_or("is a JPEG without a size")?;
    check_size(width, height)?;
    let rgb = decoder.decode().map_err(|error| format!("is a broken JPEG: {error}"))?;
    Picture::new(width, height, rgb).map_err(|error| error.to_string())
}

fn from_png(data: &[u8]) -> Result<Picture, String> {
    let broken = |error: png::DecodingError| format!("is a broken PNG: {error}");
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(data), png::Limits { bytes: 4 * MOST_PIXELS });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    check_size(width, height)?;
    let size = reader.output_buffer_size().ok_or("is a PNG too large to read")?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(frame.buffer_size());
    let rgb = match frame.color_type {
        png::ColorType::Rgb => pixels,
        png::ColorType::Rgba => pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        png::ColorType::Grayscale => pixels.iter().flat_map(|&grey| [grey; 3]).collect(),
        png::ColorType::GrayscaleAlpha => pixels.chunks_exact(2).flat_map(|pixel| [pixel[0]; 3]).collect(),
        png::ColorType::Indexed => return Err("is a PNG with a palette that could not be read".to_owned()),
    };
    Picture::new(width, height, rgb).map_err(|error| error.to_string())
}
