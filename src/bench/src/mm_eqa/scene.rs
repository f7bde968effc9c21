//! A house with robots in it and questions for them.

use anyhow::{Context, Result};
use surefleet_exploration::{ExplorationQuestion, QuestionId};
use surefleet_fleet::RobotId;
use surefleet_houses::{Catalogue, FloorPose, House, HouseSplit, SizeClass, Thing, chances};
use surefleet_mapping::{GridLayout, GroundMap, GroundPoint, MappingError};
use surefleet_simulator::{AskedQuestion, starts};

/// Questions of each robot, as in the paper.
pub const QUESTIONS: usize = 3;

/// A scene: the same for all methods.
pub struct Scene {
    pub seed: u64,
    /// Seed of all chances but the house and its questions; each visit has its own.
    pub chance: u64,
    pub house: House,
    /// Where the robots start.
    pub starts: Vec<FloorPose>,
    pub questions: Vec<AskedQuestion>,
}

impl Scene {
    /// The first visit to a scene of the test split; equal arguments give equal scenes.
    ///
    /// # Errors
    /// A house with too few questions.
    pub fn draw(seed: u64, robots: usize, each: usize) -> Result<Self> {
        Self::visit(seed, 0, robots, each)
    }

    /// A visit, by its number: other visits to the house have the same questions, but other starts, drifts and choices by chance.
    ///
    /// # Errors
    /// As [`Self::draw`].
    pub fn visit(seed: u64, visit: u64, robots: usize, each: usize) -> Result<Self> {
        // The seeds of houses are below a million, so no two visits share a seed.
        let chance = seed + visit * 1_000_000;
        let size = size_of(seed);
        let house = House::draw(seed, size, HouseSplit::Test);
        let starts = starts(&house, robots, &mut chances(chance, "starts"));
        let drawn = house.questions(seed, robots * each);
        let mut questions = Vec::new();
        for (place, truth) in drawn.into_iter().enumerate() {
            // The types of questions come in turn, so dealing them out gives each robot different ones.
            let id = QuestionId { owner: robot(place % robots), number: (place / robots) as u32 + 1 };
            let answers: Vec<&str> = truth.options.iter().map(String::as_str).collect();
            let mut sought: Vec<&str> = Vec::new();
            for &class in &truth.targets {
                let name = Catalogue::shipped().name(class);
                if !sought.contains(&name) {
                    sought.push(name);
                }
            }
            let asked = ExplorationQuestion::new(id, &truth.text, &answers, &sought)?;
            questions.push(AskedQuestion { truth, asked });
        }
        Some(()).filter(|()| questions.len() == robots * each).context("a house has too few questions")?;
        Ok(Self { seed, chance, house, starts, questions })
    }

    /// The metres of the shortest straight ways of all robots from their starts past the answers to these of their questions.
    pub fn straight_m(&self, is_counted: impl Fn(&AskedQuestion) -> bool) -> f64 {
        let of = |number: usize| {
            let name = robot(number);
            let counted = self.of(&name).filter(|question| is_counted(question));
            let places: Vec<GroundPoint> = counted.map(|question| self.place_of_answer(question)).collect();
            shortest_m(self.starts[number].at, &places)
        };
        (0..self.robots()).map(of).sum()
    }

    /// Where the answer to a question is to be seen: at the thing that it is about, or in the middle of the room where there is none.
    pub fn place_of_answer(&self, AskedQuestion { truth, .. }: &AskedQuestion) -> GroundPoint {
        let is_of = |thing: &&Thing| thing.room == truth.room && truth.targets.first() == Some(&thing.class);
        let thing = self.house.things().iter().find(is_of).map(|thing| thing.middle().ground());
        thing.unwrap_or_else(|| self.house.room(truth.room).floor.middle())
    }

    /// The number of robots.
    pub fn robots(&self) -> usize {
        self.starts.len()
    }

    /// The questions of a robot.
    pub fn of(&self, robot: &RobotId) -> impl Iterator<Item = &AskedQuestion> {
        self.questions.iter().filter(move |question| question.asked.owner() == robot)
    }

    /// A question by its name.
    pub fn question(&self, id: &QuestionId) -> Option<&AskedQuestion> {
        self.questions.iter().find(|question| question.asked.id() == id)
    }

    /// `T_max` in whole seconds: 1.25 s for each square metre between the outer walls, and 30 s.
    pub fn time_limit_s(&self) -> u32 {
        (30.0 + 1.25 * self.house.area_m2()).round() as u32
    }
}

/// The name of a robot by its place in the team.
pub fn robot(place: usize) -> RobotId {
    RobotId::new(&format!("robot_{}", place + 1)).expect("a plain name")
}

/// The three sizes in turn.
pub fn size_of(seed: u64) -> SizeClass {
    SizeClass::ALL[(seed % 3) as usize]
}

/// The layout of every grid over a house: a metre more than the house on each side, for drift.
pub fn layout(house: &House) -> Result<GridLayout, MappingError> {
    let metres =
        |[x, y]: [i32; 2], more: f64| GroundPoint::new(f64::from(x) / 1000.0 + more, f64::from(y) / 1000.0 + more);
    let extent = house.extent();
    GroundMap::layout_covering(metres(extent.low_mm, -1.0), metres(extent.high_mm, 1.0))
}

/// The shortest way from a place past all others; they are few.
fn shortest_m(from: GroundPoint, places: &[GroundPoint]) -> f64 {
    let after = |next: usize| {
        let others: Vec<GroundPoint> = (0..places.len()).filter(|&one| one != next).map(|one| places[one]).collect();
        from.distance(places[next]).get() + shortest_m(places[next], &others)
    };
    (0..places.len()).map(after).min_by(f64::total_cmp).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_way_passes_the_places_in_the_best_order() {
        let places = [6.0, 1.0, -2.0].map(|x| GroundPoint::new(x, 0.0));
        // First 1 m west of the start at -1, then back to 6.
        assert_eq!(shortest_m(GroundPoint::new(-1.0, 0.0), &places), 9.0);
        assert_eq!(shortest_m(GroundPoint::new(-1.0, 0.0), &[]), 0.0);
    }
}
