use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use surefleet_calibration::{DetectionScenes, DetectionSplit};
use surefleet_cli::percentile::percentile;
use surefleet_language::VisionLanguageModel;
use surefleet_mission::Transport;
use surefleet_onnx::{Looked, OnnxVisionModel, Runtime};
use surefleet_perception::{Check, QuestionWording, Strategy, questions};
use surefleet_site::resident_memory_mb;

use crate::measurement::{Column, Unit};

/// The shipped model's cost for a robot: medians over pictures of the simulated household, each with a question of its
/// own.
pub struct Shipped {
    model: String,
    /// Tokens that are read up to the picture's end.
    picture_tokens: usize,
    preprocess_ms: f64,
    encode_ms: f64,
    prefill_ms: f64,
    /// Looking at a new picture, and a yes/no question about it.
    pub first_question_ms: f64,
    /// Another yes/no question about the same picture.
    further_question_ms: f64,
    resident_mb: Option<f64>,
}

/// Measures the model of a folder; `on_round` is called after each picture.
///
/// # Errors
/// A model that cannot be loaded or does not answer, or what `on_round` says.
pub fn measure(folder: &Path, runtime: &Runtime, rounds: u16, on_round: impl Fn() -> Result<()>) -> Result<Shipped> {
    let mut model = OnnxVisionModel::load(folder, "", runtime)?;
    let mut scenes = DetectionScenes::household(Arc::new(Transport::household()));
    let (mut looks, mut first, mut further) = (Vec::new(), Vec::new(), Vec::new());
    // The first round warms up: libraries allocate and choose their kernels.
    for round in 0..=rounds {
        let [scene, other] = [0, 1].map(|place| scenes.draw(DetectionSplit::Test, 2 * u32::from(round) + place));
        let began = Instant::now();
        model.look(&scene.picture)?;
        ask(&mut model, &scene.check)?;
        let answered = Instant::now();
        ask(&mut model, &other.check)?;
        if round > 0 {
            first.push((answered - began).as_secs_f64() * 1e3);
            further.push(answered.elapsed().as_secs_f64() * 1e3);
            looks.push(model.looked().context("it has looked at nothing")?);
            on_round()?;
        }
    }
    let median = |of: fn(&Looked) -> Duration| {
        percentile(&looks.iter().map(|look| of(look).as_secs_f64() * 1e3).collect::<Vec<_>>(), 50)
    };
    Ok(Shipped {
        model: model.fingerprint().name,
        picture_tokens: looks.first().map_or(0, |look| look.tokens),
        preprocess_ms: median(|look| look.preprocess)?,
        encode_ms: median(|look| look.encode)?,
        prefill_ms: median(|look| look.prefill)?,
        first_question_ms: percentile(&first, 50)?,
        further_question_ms: percentile(&further, 50)?,
        resident_mb: resident_memory_mb(std::process::id()),
    })
}

/// Whether an action worked, as robots ask it.
fn ask(model: &mut OnnxVisionModel, check: &Check) -> Result<()> {
    let asked = questions(check, Strategy::StateComparison, QuestionWording::Short)?;
    let answers: Vec<&str> = asked.answers.iter().map(String::as_str).collect();
    model.choose(&[], &asked.question, &answers)?;
    Ok(())
}

pub fn columns() -> Vec<Column<Shipped>> {
    type C = Column<Shipped>;
    vec![
        C::new("model", "model", Unit::Plain, |it| it.model.as_str().into()),
        C::new("picture_tokens", "tokens of a picture", Unit::Plain, |it| it.picture_tokens.into()),
        C::new("preprocess_ms", "to prepare it", Unit::Milliseconds(1), |it| it.preprocess_ms.into()),
        C::new("encode_ms", "to encode it", Unit::Milliseconds(1), |it| it.encode_ms.into()),
        C::new("prefill_ms", "to read it", Unit::Milliseconds(1), |it| it.prefill_ms.into()),
        C::new("first_question_ms", "a question about a new one", Unit::Milliseconds(1), |it| {
            it.first_question_ms.into()
        }),
        C::new("further_question_ms", "a further one", Unit::Milliseconds(1), |it| it.further_question_ms.into()),
        C::new("resident_mb", "memory", Unit::Megabytes(0), |it| it.resident_mb.into()),
    ]
}
