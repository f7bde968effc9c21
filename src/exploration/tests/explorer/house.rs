use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{AnswerLetter, QuestionId, Relevance, SeenObject};
use surefleet_mapping::GroundPoint;

use crate::setting::*;

/// How a network treats messages, and how a model answers.
#[derive(Clone, Copy)]
pub struct Conditions {
    pub robots: u32,
    pub questions: u32,
    pub loss: f64,
    pub duplicates: f64,
    /// Seconds that a message travels at most.
    pub longest_delay: f64,
    pub model: AnswerModel,
}

/// A model that answers questions about views.
#[derive(Clone, Copy, PartialEq)]
pub enum AnswerModel {
    /// Its wrong answers are never surer than 0.69.
    Separated,
    /// An answer at the target's place is right as often as it says.
    Honest,
    /// Wrong with great confidence in three of ten views.
    Overconfident,
}

/// Nine places in a square; each question's target is at one of them, and something near it at the next.
pub struct House {
    pub random: ChaCha8Rng,
    pub conditions: Conditions,
    pub places: Vec<GroundPoint>,
    pub targets: BTreeMap<QuestionId, (usize, AnswerLetter)>,
}

impl House {
    pub fn new(conditions: Conditions, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let places = (0..9)
            .map(|place| GroundPoint::new(1.125 + f64::from(place % 3) * 3.5, 1.125 + f64::from(place / 3) * 3.5));
        let mut targets = BTreeMap::new();
        for owner in 1..=conditions.robots {
            for number in 1..=conditions.questions {
                let letter = AnswerLetter::ALL[random.random_range(0..3)];
                targets.insert(id(owner, number), (random.random_range(0..9), letter));
            }
        }
        Self { random, conditions, places: places.collect(), targets }
    }

    pub fn objects(&self, place: usize) -> Vec<SeenObject> {
        let GroundPoint { x, y } = self.places[place];
        let mut objects = vec![object("wall", x, y + 0.5)];
        for (question, (target, _)) in &self.targets {
            let thing = thing(question);
            if *target == place {
                objects.push(object(&thing, x, y));
            } else if (*target + 1) % 9 == place {
                objects.push(object(&format!("friend of {thing}"), x, y));
            }
        }
        objects
    }

    pub fn relevance(seen: &str, sought: &str) -> (Relevance, f64) {
        match seen.strip_prefix("friend of ") {
            Some(thing) if thing == sought => (Relevance::Near, 0.8),
            None if seen == sought => (Relevance::Same, 0.9),
            _ => (Relevance::Common, 0.9),
        }
    }

    /// The favourite answer to a question in a view of a place, and its confidence.
    pub fn answer(&mut self, question: &QuestionId, place: usize) -> (AnswerLetter, f64) {
        let (target, right) = self.targets[question];
        let wrong = AnswerLetter::ALL[(right.place() + 1) % 3];
        let confidence = 0.5 + 0.5 * self.random.random::<f64>();
        let lucky = self.random.random::<f64>();
        if target != place {
            return (wrong, 0.4);
        }
        match self.conditions.model {
            AnswerModel::Separated if confidence < 0.69 && lucky < 0.5 => (wrong, confidence),
            AnswerModel::Honest if lucky > confidence => (wrong, confidence),
            AnswerModel::Overconfident if lucky < 0.3 => (wrong, 0.95),
            _ => (right, confidence),
        }
    }

    pub fn nearest(&self, at: GroundPoint) -> usize {
        let distance = |place: &usize| self.places[*place].distance(at).get();
        (0..9).min_by(|left, right| distance(left).total_cmp(&distance(right))).unwrap()
    }
}

/// The name of what a question seeks.
pub fn thing(question: &QuestionId) -> String {
    format!("thing {} of {}", question.number, question.owner)
}
