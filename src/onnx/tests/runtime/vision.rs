//! Pictures, compared with transformers: tests/models/{idefics3,plain}/golden.json, from
//! training/tiny_vision_models.py.

use serde::Deserialize;
use serde_json::{Value, json};
use surefleet_fleet::Digest;
use surefleet_language::{Exchange, Picture};
use surefleet_onnx::{Features, KvCache, ModelDir, OnnxVisionModel, Preprocessor};

use crate::models::{Step, copy, folder, picture, runtime, without_splitting};

/// Absolute tolerance; logits are between -5 and 5, features between -10 and 9.
const TOLERANCE: f32 = 1e-4;

/// The results of transformers for a picture and a conversation about it.
#[derive(Deserialize)]
pub struct Golden {
    /// The model's folder.
    #[serde(skip)]
    pub model: String,
    width: usize,
    height: usize,
    /// Whether the picture is cut into tiles.
    split: bool,
    said: Vec<Said>,
    pub question: String,
    pub ids: Vec<u32>,
    /// `[1, frames, 3, height, width]`
    shape: Vec<usize>,
    /// Hash of all pixel values.
    pixels: String,
    /// Some of the pixel values, at equal distances.
    samples: Vec<f32>,
    features: Vec<Vec<f32>>,
    pub steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Said {
    question: String,
    answer: String,
}

impl Golden {
    pub fn picture(&self) -> Picture {
        picture(self.width, self.height)
    }

    pub fn said(&self) -> Vec<Exchange> {
        let exchange = |said: &Said| Exchange { question: said.question.clone(), answer: said.answer.clone() };
        self.said.iter().map(exchange).collect()
    }
}

pub fn golden(name: &str) -> Vec<Golden> {
    let text =
        std::fs::read_to_string(folder(name).join("golden.json")).expect("training/tiny_vision_models.py made it");
    let mut golden: Vec<Golden> = serde_json::from_str(&text).expect("golden values");
    golden.iter_mut().for_each(|case| name.clone_into(&mut case.model));
    golden
}

/// Runs a check for each picture, with the model that looks at it and the expected results.
pub fn each(mut check: impl FnMut(&str, &mut OnnxVisionModel, &Golden)) {
    for name in ["idefics3", "plain"] {
        let golden = golden(name);
        for is_split in [true, false] {
            let folder = if is_split { folder(name) } else { without_splitting() };
            let mut model = OnnxVisionModel::load(&folder, "", &runtime()).expect("a model");
            for case in golden.iter().filter(|case| case.split == is_split) {
                let what = format!("{name}, {} x {}, split: {is_split}", case.width, case.height);
                check(&what, &mut model, case);
            }
        }
    }
}

pub fn assert_close(ours: &[f32], theirs: &[f32], what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let greatest = ours.iter().zip(theirs).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
    assert!(greatest <= TOLERANCE, "{what}: they differ by {greatest}");
}

fn encoded(model: &mut OnnxVisionModel, case: &Golden) -> Features {
    let frames = model.preprocess(&case.picture());
    model.encode(&frames).expect("it looks")
}

#[test]
fn pixel_values_are_those_of_transformers_bit_by_bit() {
    each(|what, model, case| {
        let frames = model.preprocess(&case.picture());
        assert_eq!([1, frames.count(), 3, frames.height(), frames.width()].as_slice(), case.shape, "{what}");
        let values = frames.values();
        let samples: Vec<f32> = values.iter().copied().step_by(values.len() / 16).collect();
        assert_eq!(samples, case.samples, "{what}");
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(Digest::of([bytes.as_slice()]).to_string(), case.pixels, "{what}");
    });
}

/// The result of Pillow for a picture.
#[derive(Deserialize)]
struct Resized {
    from: [usize; 2],
    to: [usize; 2],
    resample: u32,
    /// Hash of `[3, height, width]`.
    bytes: String,
}

#[test]
fn pictures_of_any_size_are_resized_as_pillow_does_it_byte_by_byte() {
    let folder = copy("plain", "resized");
    let cases = std::fs::read_to_string(folder.join("resized.json")).expect("training/tiny_vision_models.py made it");
    for case in serde_json::from_str::<Vec<Resized>>(&cases).expect("cases") {
        let ([width, height], what) = (case.to, format!("{:?} to {:?}, filter {}", case.from, case.to, case.resample));
        let settings = json!({
            "image_processor_type": "ViTImageProcessor", "do_rescale": false, "do_normalize": false,
            "resample": case.resample, "size": { "height": height, "width": width },
        });
        std::fs::write(folder.join("preprocessor_config.json"), settings.to_string()).expect("a file");
        let model = ModelDir::open(&folder, "").expect("a model");
        let frames = Preprocessor::load(&model).expect("settings").prepare(&picture(case.from[0], case.from[1]));
        let bytes: Vec<u8> = frames.values().iter().map(|value| *value as u8).collect();
        assert_eq!(Digest::of([bytes.as_slice()]).to_string(), case.bytes, "{what}");
    }
}

#[test]
fn features_are_those_of_transformers_in_the_order_of_the_frames() {
    each(|what, model, case| {
        let features = encoded(model, case);
        assert_eq!(features.rows(), case.features.len(), "{what}");
        assert_close(features.values(), &case.features.concat(), what);
    });
}

#[test]
fn prompts_have_the_tokens_that_the_processor_gives_them() {
    each(|what, model, case| {
        let features = encoded(model, case);
        let tokens = model.tokens(&features, &case.said(), &case.question).expect("tokens");
        assert_eq!(tokens, case.ids, "{what}");
    });
}

#[test]
fn logits_behind_a_picture_are_those_of_transformers_step_by_step() {
    each(|what, model, case| {
        let (features, mut cache, mut tokens) = (encoded(model, case), KvCache::default(), case.ids.clone());
        for (number, step) in case.steps.iter().enumerate() {
            let logits = model.read(&mut cache, &tokens, &features).expect("it reads");
            assert_close(&logits, &step.logits, &format!("{what}, step {number}"));
            tokens.push(step.token);
        }
        assert_eq!(cache.tokens().len(), tokens.len() - 1, "{what}");
    });
}

#[test]
fn a_folder_that_transformers_4_wrote_is_read_alike() {
    let old = copy("idefics3", "transformers-4");
    let read = |name: &str| std::fs::read_to_string(old.join(name)).expect("it was copied");
    let processor: Value = serde_json::from_str(&read("processor_config.json")).expect("JSON");
    let template = json!({ "chat_template": read("chat_template.jinja") });
    let write = |name: &str, value: &Value| std::fs::write(old.join(name), value.to_string()).expect("a file");
    write("preprocessor_config.json", &processor["image_processor"]);
    write("processor_config.json", &json!({ "image_seq_len": processor["image_seq_len"] }));
    write("chat_template.json", &template);
    std::fs::remove_file(old.join("chat_template.jinja")).expect("it was copied");
    let mut model = OnnxVisionModel::load(&old, "", &runtime()).expect("a model");
    let case = &golden("idefics3")[0];
    let features = encoded(&mut model, case);
    assert_eq!(model.tokens(&features, &case.said(), &case.question).expect("tokens"), case.ids);
}
