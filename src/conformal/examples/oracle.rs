//! Thresholds and prediction sets of scores on stdin, for comparison with other libraries.
//!
//! Reads `{"alpha": "1/10", "calibration": [[step scores of the truth, ...], ...], "test": [[scores of S, ...], ...]}`
//! with scores as JSON numbers and writes `{"rank": k, "threshold": hex float, "sets": [[member, ...], ...]}`.

use std::error::Error;
use std::io;

use serde::{Deserialize, Serialize};
use surefleet_conformal::{Fraction, Mode, PredictionSet, SequenceScore, Threshold};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    alpha: Fraction,
    calibration: Vec<Vec<f64>>,
    test: Vec<Vec<f64>>,
}

#[derive(Serialize)]
struct Answer {
    rank: usize,
    threshold: Threshold,
    sets: Vec<Vec<usize>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let question: Question = serde_json::from_reader(io::stdin().lock())?;
    let mut calibration = Vec::new();
    for steps in &question.calibration {
        let mut sequence = SequenceScore::new();
        for &score in steps {
            sequence.push(&[score], &[0])?;
        }
        calibration.push(sequence.score()?);
    }
    let (rank, threshold) = Threshold::calibrate(&calibration, question.alpha, Mode::Marginal)?;
    let mut sets = Vec::new();
    for scores in &question.test {
        sets.push(PredictionSet::new(scores, threshold)?.indices().collect());
    }
    let answer = Answer { rank: rank.k(), threshold, sets };
    serde_json::to_writer(io::stdout().lock(), &answer)?;
    Ok(())
}
