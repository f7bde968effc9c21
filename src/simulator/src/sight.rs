mod evidence;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_exploration::{SeenObject, ViewOpinion};
use surefleet_houses::{Catalogue, RoomKind, chances};
use surefleet_language::ScoreError;
use surefleet_mapping::{Confidence, GroundPoint, Point};

use self::evidence::Shown;
pub use self::evidence::{ViewEvidence, likely_room};
use crate::{
    assumptions::{Assumptions, logistic, normal, softmax},
    glimpse::{AskedQuestion, Glimpse, ViewReader},
};

/// Lists, answers and values by what is in a view, as well as it is assumed to.
///
/// It stands for a vision-language model, and reads the truth of each pixel.
#[derive(Debug, Clone)]
pub struct SimulatedSight {
    assumed: Assumptions,
}

/// What the sight read off a view.
enum Reading {
    /// An answer, by place.
    Read(usize),
    /// An answer that the view does not show, or shows in part.
    Imagined(usize),
    Nothing,
}

impl SimulatedSight {
    /// A sight that is as able as it is assumed to be.
    pub fn new(assumed: Assumptions) -> Self {
        Self { assumed }
    }

    fn random(&self, glimpse: &Glimpse<'_>, purpose: &str) -> ChaCha8Rng {
        let Glimpse { house, robot, number, .. } = glimpse;
        chances(self.assumed.seed, &format!("{purpose}, {robot}, {number}, {:?}", house.extent()))
    }

    fn read(&self, glimpse: &Glimpse<'_>, question: &AskedQuestion, random: &mut ChaCha8Rng) -> Reading {
        let right = question.truth.answer as usize;
        let read = match ViewEvidence::in_view(glimpse, &question.truth, &self.assumed) {
            ViewEvidence::Thing(visibility) => random.random_bool(visibility).then_some(Reading::Read(right)),
            ViewEvidence::Count { offered, visible } => {
                let seen = visible.iter().filter(|&&visibility| random.random_bool(visibility)).count();
                let place = offered.iter().position(|&number| number == seen).filter(|_| seen > 0);
                place.map(|place| if place == right { Reading::Read(place) } else { Reading::Imagined(place) })
            }
        };
        match read {
            Some(Reading::Read(place)) => {
                let name = format!("{:?} {}", glimpse.house.extent(), question.asked.text());
                let mut lasting = chances(self.assumed.seed, &format!("misread {name}"));
                let (is_misread, wrong) = (lasting.random_bool(self.assumed.misread), lasting.random_range(1..4));
                if is_misread {
                    Reading::Read((place + wrong) % 4)
                } else if random.random_bool(self.assumed.slip) {
                    Reading::Read((place + random.random_range(1..4)) % 4)
                } else {
                    Reading::Read(place)
                }
            }
            Some(other) => other,
            None if random.random_bool(self.assumed.imagined) => Reading::Imagined(random.random_range(0..4)),
            None => Reading::Nothing,
        }
    }
}

impl ViewReader for SimulatedSight {
    fn objects(&self, glimpse: &Glimpse<'_>) -> Result<Vec<SeenObject>, ScoreError> {
        let catalogue = Catalogue::shipped();
        let mut random = self.random(glimpse, "objects");
        let mut objects = Vec::new();
        for shown in Shown::all(glimpse) {
            let visibility = self.assumed.visibility(shown.share, shown.distance_m);
            if !random.random_bool(visibility) {
                continue;
            }
            let class = if random.random_bool(self.assumed.misnamed) {
                let classes = catalogue.classes();
                let other = random.random_range(0..classes.len());
                catalogue.classes().nth(other).expect("below their number")
            } else {
                glimpse.house.thing(shown.thing).class
            };
            let off = 1.0 + self.assumed.position * normal(&mut random);
            let [x, y, z] = shown.middle.map(|part| part * off);
            let position = glimpse.believed * Point::new(x, y, z);
            let confidence = Confidence::new(visibility.max(0.01)).expect("a probability");
            objects.push(SeenObject { class: catalogue.name(class).to_owned(), position, confidence });
        }
        Ok(objects)
    }

    fn answer(&self, glimpse: &Glimpse<'_>, question: &AskedQuestion) -> Result<ViewOpinion, ScoreError> {
        let mut random = self.random(glimpse, question.asked.text());
        let Assumptions { answer_logit, relevance_logits, noise, .. } = self.assumed;
        let reading = self.read(glimpse, question, &mut random);
        let mut logits = [0.0; 4].map(|logit: f64| logit + noise * normal(&mut random));
        let relevance = match reading {
            Reading::Read(place) => {
                logits[place] += answer_logit;
                relevance_logits[0]
            }
            Reading::Imagined(place) => {
                logits[place] += answer_logit;
                relevance_logits[1]
            }
            Reading::Nothing => relevance_logits[2],
        };
        let relevance = logistic(relevance + noise * normal(&mut random));
        Ok(ViewOpinion { probabilities: softmax(logits).to_vec(), relevance })
    }

    fn worth(
        &self,
        glimpse: &Glimpse<'_>,
        question: &AskedQuestion,
        places: &[GroundPoint],
    ) -> Result<(f64, Vec<f64>), ScoreError> {
        let mut random = self.random(glimpse, &format!("worth for {}", question.asked.text()));
        let (hunch, noise) = (self.assumed.hunch, self.assumed.noise);
        let wanted = likely_room(&question.truth);
        let house = glimpse.house;
        let is_there = |place: GroundPoint| {
            let kind: Option<RoomKind> = house.room_at(place).map(|room| house.room(room).kind);
            f64::from(u8::from(wanted.is_some() && kind == wanted))
        };
        // The frontiers are on the believed map, which lies near the truth.
        let weights: Vec<f64> =
            places.iter().map(|&place| (hunch * is_there(place) + noise * normal(&mut random)).exp()).collect();
        let sum: f64 = weights.iter().sum();
        let here = is_there(glimpse.pose.origin().ground());
        let any = places.iter().map(|&place| is_there(place)).fold(here, f64::max);
        let global = logistic(hunch * (2.0 * any - 1.0) + noise * normal(&mut random));
        Ok((global, weights.into_iter().map(|weight| (weight / sum).clamp(0.0, 1.0)).collect()))
    }
}
