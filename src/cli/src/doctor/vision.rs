//! Examines a vision-language model: its answers about pictures, and its speed.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use serde::Serialize;
use surefleet_language::{MultipleChoice, VisionLanguageModel};
use surefleet_onnx::{KvCache, Looked, ModelDir, OnnxVisionModel, Runtime};
use surefleet_perception::{Check, QuestionWording, Questions, Strategy, questions};

use super::{Examined, timed};
use crate::{
    percentile::percentile,
    picture::{Size, test_picture},
};

/// Time of a look, and its result.
#[derive(Serialize)]
pub struct Vision {
    pub encoder: PathBuf,
    picture: [usize; 2],
    frames: usize,
    frame_width: usize,
    frame_height: usize,
    picture_tokens: usize,
    looks: usize,
    preprocess_ms: f64,
    encode_ms: f64,
    prefill_ms: f64,
    question: String,
    question_ms: f64,
    answers: Vec<String>,
    probabilities: Vec<f64>,
    mass: f64,
}

const SIZE: Size = Size { width: 640, height: 480 };
/// Most pictures, and the longest time for all of them; at least one is timed.
const LOOKS: usize = 9;
const LOOKING: Duration = Duration::from_secs(2);

/// Loads the model and has it answer about pictures.
///
/// # Errors
/// A missing or broken part, with its file's name and a remedy.
pub fn examine(files: &ModelDir, runtime: &Runtime) -> Result<Examined> {
    let encoder = files.vision_encoder()?.to_owned();
    let began = Instant::now();
    let mut model = OnnxVisionModel::load(files.folder(), files.variant(), runtime)?;
    let load_s = began.elapsed().as_secs_f64();
    let asked = question()?;
    // The first run of each graph is slower than all others.
    look(&mut model, 0, &asked)?;
    let (mut looks, mut replies, began) = (Vec::new(), Vec::new(), Instant::now());
    let choice = loop {
        let (looked, reply, choice) = look(&mut model, looks.len() + 1, &asked)?;
        looks.push(looked);
        replies.push(reply);
        if looks.len() == LOOKS || began.elapsed() > LOOKING {
            break choice;
        }
    };
    let median = |times: &[Duration]| percentile(&times.iter().map(|time| ms(*time)).collect::<Vec<_>>(), 50);
    let of = |part: fn(&Looked) -> Duration| median(&looks.iter().map(part).collect::<Vec<_>>());
    let frames = model.preprocess(&test_picture(SIZE, 0)?);
    let features = model.encode(&frames)?;
    let vision = Vision {
        encoder,
        picture: [SIZE.width, SIZE.height],
        frames: frames.count(),
        frame_width: frames.width(),
        frame_height: frames.height(),
        picture_tokens: features.rows(),
        looks: looks.len(),
        preprocess_ms: of(|looked| looked.preprocess)?,
        encode_ms: of(|looked| looked.encode)?,
        prefill_ms: of(|looked| looked.prefill)?,
        question_ms: median(&replies)?,
        question: asked.question.clone(),
        answers: asked.answers,
        probabilities: choice.probabilities,
        mass: choice.mass,
    };
    let tokens = model.tokens(&features, &[], &asked.question)?;
    let mut cache = KvCache::default();
    let speed = timed(tokens, files.config.positions(), |tokens| {
        let lacked = tokens.len() - cache.tokens().len();
        Ok((model.read(&mut cache, tokens, &features)?, lacked))
    })?;
    // A vision model without a template is refused.
    Ok(Examined { fingerprint: model.fingerprint(), load_s, template: true, speed, vision: Some(vision) })
}

/// The questions of robots about an action that should have brought a thing into the gripper.
fn question() -> Result<Questions> {
    let check = Check::new("Bring the box to the desk.", "pick the box up", "the box is in the gripper")?;
    Ok(questions(&check, Strategy::StateComparison, QuestionWording::Short)?)
}

/// Looks at one picture, different for each number, and answers.
fn look(model: &mut OnnxVisionModel, number: usize, asked: &Questions) -> Result<(Looked, Duration, MultipleChoice)> {
    model.look(&test_picture(SIZE, number)?)?;
    let looked = model.looked().context("it has looked at nothing; this is a bug")?;
    let answers: Vec<&str> = asked.answers.iter().map(String::as_str).collect();
    let began = Instant::now();
    let choice = model.choose(&[], &asked.question, &answers)?;
    Ok((looked, began.elapsed(), choice))
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Vision {
    /// Prints it for people.
    pub fn print(&self) {
        let [width, height] = self.picture;
        let frames = if self.frames == 1 { "a frame".to_owned() } else { format!("{} frames", self.frames) };
        println!(
            "sees       a picture of {width} x {height} as {frames} of {} x {}: {} tokens",
            self.frame_width, self.frame_height, self.picture_tokens
        );
        println!(
            "looks in   {:.1} ms to prepare a picture, {:.1} ms to encode it, {:.1} ms to read it (medians of {})",
            self.preprocess_ms, self.encode_ms, self.prefill_ms, self.looks
        );
        let likely = |(answer, p): (&String, &f64)| format!("{answer:?} {p:.2}");
        let answers: Vec<String> = self.answers.iter().zip(&self.probabilities).map(likely).collect();
        println!(
            "answers    {:?} in {:.1} ms: {}; one of them at all: {:.2}",
            self.question,
            self.question_ms,
            answers.join(", "),
            self.mass
        );
    }
}
