use anyhow::Result;
use rand::RngExt;
use surefleet_exploration::{FRONTIER_HEIGHT, Input, TravelEnd};
use surefleet_fleet::Stamp;
use surefleet_mapping::{GroundMap, GroundPoint, Metres, Point};
use surefleet_simulator::Progress;

use super::{Goal, MOST_BLOCKED, MOST_PARTS, Robot};
use crate::mm_eqa::method::Method;

/// A frontier is valued in a view if it is at most so far away.
const FRONTIER_FARTHEST: Metres = Metres::new(6.0);
const TOLERANCE: Metres = Metres::new(0.3);

/// Where the robot goes.
impl Robot<'_> {
    /// Projects the map, values places, and lets the explorer choose.
    pub(super) fn think(&mut self, now: Stamp) -> Result<()> {
        self.frontiers = self.ground.project(self.wheels.believed().at)?;
        if self.method.values_places() {
            self.value_places(now)?;
        }
        self.tell(now, Input::At(self.wheels.believed().at))?;
        self.tell(now, Input::Frontiers(self.frontiers.clone()))?;
        if self.method == Method::PlainFrontiers && !self.has_frontier() {
            self.goal = self.nearest_frontier();
        }
        // The map has changed, and with it perhaps the way.
        if let Some(goal) = &mut self.goal {
            goal.is_planned &= self.ground.is_way_clear(self.wheels.believed().at, self.wheels.way());
        }
        self.plan(now)
    }

    /// The end of a way, or of the first look around.
    pub(super) fn arrive(&mut self, now: Stamp, progress: Progress) -> Result<()> {
        self.is_oriented = true;
        if let Progress::Blocked(felt) = progress {
            self.ground.feel(felt);
        }
        if let Some(goal) = &mut self.goal {
            goal.blocked += u32::from(matches!(progress, Progress::Blocked(_)));
            goal.is_planned = false;
            let is_given_up = goal.blocked >= MOST_BLOCKED || goal.parts >= MOST_PARTS;
            if progress == Progress::Done && !goal.is_part || is_given_up {
                self.end_way(now, if is_given_up { TravelEnd::Unreachable } else { TravelEnd::Reached })?;
            }
        }
        self.think(now)?;
        if self.goal.is_none() && !self.is_done() {
            // Nothing is left to explore: it goes on looking, since it may have missed something.
            let number = self.random.random();
            match self.ground.anywhere(self.wheels.believed().at, number) {
                Some(place) => {
                    self.goal = Some(Goal { is_idle: true, ..Goal::new(place, None) });
                    self.plan(now)?;
                }
                None => self.wheels.set_out(&[], std::f64::consts::TAU),
            }
        }
        Ok(())
    }

    /// Sets out for the goal, unless the robot is on its way; goals without a way are told, until one has a way.
    pub(super) fn plan(&mut self, now: Stamp) -> Result<()> {
        while let Some(goal) = self.goal.as_mut().filter(|goal| !goal.is_planned) {
            if !self.is_oriented {
                return Ok(());
            }
            if let Some(way) = self.ground.way(self.wheels.believed().at, goal.place) {
                (goal.is_planned, goal.is_part) = (true, false);
                self.wheels.set_out(&way, std::f64::consts::TAU);
                return Ok(());
            }
            if let Some(way) = self.ground.way_into_the_unknown(self.wheels.believed().at, goal.place)? {
                (goal.is_planned, goal.is_part) = (true, true);
                goal.parts += 1;
                self.wheels.set_out(&way, 0.0);
                return Ok(());
            }
            self.end_way(now, TravelEnd::Unreachable)?;
            if self.method == Method::PlainFrontiers {
                self.goal = self.nearest_frontier();
            }
        }
        Ok(())
    }

    fn end_way(&mut self, now: Stamp, end: TravelEnd) -> Result<()> {
        let Some(goal) = self.goal.take() else { return Ok(()) };
        self.wheels.set_out(&[], 0.0);
        if self.method == Method::PlainFrontiers {
            self.past.insert(key(goal.place));
        } else if let Some(destination) = goal.number {
            self.tell(now, Input::Travelled { destination, end })?;
        }
        Ok(())
    }

    fn value_places(&mut self, now: Stamp) -> Result<()> {
        let Some((view, [_, believed])) = &self.last else { return Ok(()) };
        let (frame, back) = (view.depth_frame(), believed.inverse());
        let middles = self.frontiers.iter().map(|frontier| self.ground.middle(frontier));
        let places: Vec<GroundPoint> = middles
            .filter(|place| {
                frame.sees(back * Point::new(place.x, place.y, FRONTIER_HEIGHT.get()), FRONTIER_FARTHEST, TOLERANCE)
            })
            .collect();
        if places.is_empty() {
            return Ok(());
        }
        let scene = self.scene;
        for id in std::mem::take(&mut self.valued) {
            let Some(question) = scene.question(&id) else { continue };
            let worth = self.with_glimpse(|sight, glimpse| sight.worth(glimpse, question, &places))?;
            let Some((global, shares)) = worth else { continue };
            let local = places.iter().copied().zip(shares).collect();
            self.tell(now, Input::ViewValue { question: id, global, local })?;
        }
        Ok(())
    }

    /// Whether the goal is still a frontier.
    fn has_frontier(&self) -> bool {
        let place = self.goal.as_ref().filter(|goal| !goal.is_idle).map(|goal| goal.place);
        let is_near = |place: GroundPoint| {
            self.frontiers.iter().any(|frontier| self.ground.middle(frontier).distance(place) <= Metres::new(0.5))
        };
        place.is_some_and(is_near)
    }

    /// The frontier with the shortest way.
    fn nearest_frontier(&self) -> Option<Goal> {
        let middles = self.frontiers.iter().map(|frontier| self.ground.middle(frontier));
        let open = middles.filter(|&place| !self.past.contains(&key(place)));
        let ways = open.filter_map(|place| {
            let way = self.ground.way(self.wheels.believed().at, place)?;
            Some((GroundMap::length_m(&way), place))
        });
        let nearest = ways.min_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map(|(_, place)| Goal::new(place, None))
    }
}

fn key(place: GroundPoint) -> [i64; 2] {
    [place.x, place.y].map(|metres| (metres * 1000.0).round() as i64)
}
