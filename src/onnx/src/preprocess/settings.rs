use serde::Deserialize;

use super::{Shape, resize::Filter};
use crate::{ModelDir, OnnxError};

/// Settings of picture preparation from a model's files.
pub(super) struct Settings {
    pub shape: Shape,
    pub filter: Filter,
    /// The factor for each byte.
    pub rescale: f64,
    /// Means of red, green and blue, after rescaling.
    pub mean: [f64; 3],
    /// Standard deviations of red, green and blue; not zero.
    pub deviation: [f64; 3],
    /// Number of tokens that stand for one frame, if a file says it.
    pub tokens_per_frame: Option<usize>,
}

/// `processor_config.json`. Before transformers 5 it did not contain the image processor.
#[derive(Deserialize, Default)]
struct Processor {
    image_processor: Option<ImageProcessor>,
    image_seq_len: Option<usize>,
}

/// `preprocessor_config.json`, or `image_processor` in the other file.
#[derive(Deserialize)]
struct ImageProcessor {
    image_processor_type: String,
    do_resize: Option<bool>,
    do_rescale: Option<bool>,
    do_normalize: Option<bool>,
    do_center_crop: Option<bool>,
    do_image_splitting: Option<bool>,
    size: Option<Size>,
    max_image_size: Option<Size>,
    resample: Option<u64>,
    rescale_factor: Option<f64>,
    image_mean: Option<[f64; 3]>,
    image_std: Option<[f64; 3]>,
    image_seq_len: Option<usize>,
}

#[derive(Deserialize, Clone, Copy)]
struct Size {
    height: Option<usize>,
    width: Option<usize>,
    longest_edge: Option<usize>,
}

const OWN: &str = "preprocessor_config.json";
const SHARED: &str = "processor_config.json";
const OTHERWISE: &str = "does not say how pictures are prepared";

impl Settings {
    pub fn load(model: &ModelDir) -> Result<Self, OnnxError> {
        let shared: Processor = model.json(SHARED, OTHERWISE)?.unwrap_or_default();
        let (name, images) = match shared.image_processor {
            Some(images) => (SHARED, Some(images)),
            None => (OWN, model.json(OWN, OTHERWISE)?),
        };
        let Some(images) = images else {
            let what = format!("{OWN}, or image_processor in {SHARED}, which say how pictures are prepared,");
            return Err(OnnxError::Missing { folder: model.folder().to_owned(), what });
        };
        let tokens = shared.image_seq_len.or(images.image_seq_len);
        images.settings(tokens).map_err(|problem| OnnxError::File { path: model.file(name), problem })
    }
}

impl ImageProcessor {
    /// Reads the settings. A missing entry is an error, never a guess.
    fn settings(&self, tokens_per_frame: Option<usize>) -> Result<Settings, String> {
        if self.do_center_crop == Some(true) {
            return Err("has do_center_crop, which would hide a part of the picture: set it to false".to_owned());
        }
        let number = self.resample.ok_or("has no resample")?;
        let filter = Filter::of(number)
            .ok_or_else(|| format!("has resample {number}; known are 1 (Lanczos), 2 (bilinear) and 3 (bicubic)"))?;
        let rescale = match self.do_rescale {
            Some(false) => 1.0,
            _ => self.rescale_factor.ok_or("has no rescale_factor")?,
        };
        let (mean, deviation) = match self.do_normalize {
            Some(false) => ([0.0; 3], [1.0; 3]),
            _ => (self.image_mean.ok_or("has no image_mean")?, self.image_std.ok_or("has no image_std")?),
        };
        if deviation.contains(&0.0) {
            return Err("has an image_std of 0, by which nothing can be divided".to_owned());
        }
        if tokens_per_frame == Some(0) {
            return Err("has an image_seq_len of 0: a picture needs tokens".to_owned());
        }
        Ok(Settings { shape: self.shape()?, filter, rescale, mean, deviation, tokens_per_frame })
    }

    fn shape(&self) -> Result<Shape, String> {
        let is_resized = self.do_resize != Some(false);
        let kind = self.image_processor_type.as_str();
        if !["Idefics3", "SmolVLM"].iter().any(|tiled| kind.starts_with(tiled)) {
            let (Some(Size { height: Some(height), width: Some(width), .. }), true) = (self.size, is_resized) else {
                return Err(format!("has no size with height and width to resize to, which {kind} needs here"));
            };
            return if height * width > 0 {
                Ok(Shape::Single { height, width })
            } else {
                Err(format!("has a size of {width} x {height}: it must not be 0"))
            };
        }
        let edge = |name: &str, size: Option<Size>| match size.and_then(|size| size.longest_edge) {
            Some(0) => Err(format!("has a {name}.longest_edge of 0")),
            Some(edge) => Ok(edge),
            None => Err(format!("has no {name}.longest_edge")),
        };
        Ok(Shape::Tiles {
            longest: if is_resized { Some(edge("size", self.size)?) } else { None },
            tile: edge("max_image_size", self.max_image_size)?,
            is_split: self.do_image_splitting != Some(false),
        })
    }
}
