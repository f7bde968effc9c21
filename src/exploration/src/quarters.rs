use surefleet_mapping::GroundPoint;

use crate::{ExplorationError, ExplorationQuestion, QuestionId};

/// How far off the place of a thing is, in metres: the scale of a logistic distribution.
const PLACE_M: f64 = 0.3;

/// The four quarters of a site: what robots answer that ask one another where something is.
#[derive(Debug)]
pub struct Quarters;

impl Quarters {
    /// Their names, which are the answers.
    pub const NAMES: [&str; 4] = ["in the south-west", "in the south-east", "in the north-west", "in the north-east"];

    /// The question where a thing of this class is.
    ///
    /// # Errors
    /// As [`ExplorationQuestion::new`].
    pub fn question(id: QuestionId, class: &str) -> Result<ExplorationQuestion, ExplorationError> {
        ExplorationQuestion::new(id, &format!("Where is the {class}?"), &Self::NAMES, &[class])
    }

    /// Whether a question has the quarters for answers.
    pub fn are_asked_by(question: &ExplorationQuestion) -> bool {
        *question.answers() == Self::NAMES
    }

    /// The probabilities that a thing at about this place is in each quarter of a site with this middle.
    pub fn around(place: GroundPoint, middle: GroundPoint) -> [f64; 4] {
        let beyond = |metres: f64| 1.0 / (1.0 + (-metres / PLACE_M).exp());
        let (east, north) = (beyond(place.x - middle.x), beyond(place.y - middle.y));
        [(1.0 - east) * (1.0 - north), east * (1.0 - north), (1.0 - east) * north, east * north]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_near_the_middle_of_a_site_may_be_in_any_quarter() {
        let at = |x: f64, y: f64| Quarters::around(GroundPoint::new(x, y), GroundPoint::new(5.0, 5.0));
        assert_eq!(at(5.0, 5.0), [0.25; 4]);
        let [south_west, south_east, north_west, north_east] = at(9.0, 1.0);
        assert!(south_east > 0.99 && south_west + north_west + north_east < 0.01);
        // On the border between two quarters it is one of them.
        let [south_west, south_east, ..] = at(5.0, 1.0);
        assert!((south_west - south_east).abs() < 1e-12 && south_west > 0.49);
        assert!((at(5.2, 4.9).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
