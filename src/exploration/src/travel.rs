use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use rand::Rng;
use surefleet_fleet::Stamp;
use surefleet_mapping::{FinalValues, Frontier, GridCell, GridLayout, GroundPoint, Metres};

use crate::{Destination, DestinationReason, TravelEnd};

/// Places within this distance of one another are one place to a robot that goes there. The middle of a frontier moves with each picture.
const SAME_PLACE: Metres = Metres::new(0.5);
/// A place that could not be reached is left alone for so long: by then a door may be open, or the map have another way.
const LEFT_ALONE: Duration = Duration::from_secs(60);
/// The most places of a kind that are remembered; of more, the oldest are forgotten.
const MOST_PLACES: usize = 1024;

/// Where a robot goes, and where it has been.
#[derive(Debug, Clone, Default)]
pub(crate) struct Travel {
    /// Where it is, once it was told, and where it was when it last had no destination.
    place: Option<GroundPoint>,
    start: Option<GroundPoint>,
    frontiers: Vec<Frontier>,
    /// Whether the frontiers are of an earlier grid, so that nothing is chosen before the next come.
    is_outgrown: bool,
    going: Option<Destination>,
    /// The number of the last destination.
    last: u64,
    visited: VecDeque<GroundPoint>,
    /// Places that could not be reached, and until when they are left alone, in that order.
    unreachable: VecDeque<(GroundPoint, Stamp)>,
}

/// A place in whole millimetres, so that places have an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlaceKey([i64; 2]);

impl PlaceKey {
    pub(crate) fn of(place: GroundPoint) -> Self {
        Self([place.x, place.y].map(|metres| (metres * 1000.0).round() as i64))
    }
}

impl Travel {
    /// Replaces the frontiers.
    pub(crate) fn see(&mut self, frontiers: Vec<Frontier>) {
        self.frontiers = frontiers;
        self.is_outgrown = false;
    }

    /// Takes in how a way ended. Only the last one counts: the end of another says nothing of the place where the robot goes now.
    pub(crate) fn ended(&mut self, now: Stamp, number: u64, end: TravelEnd) {
        if let Some(Destination { place, .. }) = self.going.take_if(|going| going.number == number) {
            match end {
                TravelEnd::Reached => remember(&mut self.visited, place),
                TravelEnd::Unreachable => remember(&mut self.unreachable, (place, now + LEFT_ALONE)),
            };
        }
    }

    /// Lets the robot visit places again: what it saw there is in doubt.
    pub(crate) fn look_again(&mut self) {
        self.visited.clear();
    }

    /// Forgets that places could not be reached, where that was long ago. Returns whether there were such.
    pub(crate) fn forget_unreachable(&mut self, now: Stamp) -> bool {
        let before = self.unreachable.len();
        self.unreachable.retain(|(_, until)| *until > now);
        self.unreachable.len() < before
    }

    /// When a robot without a destination may have one again, since a place is no longer left alone.
    pub(crate) fn next_deadline(&self) -> Option<Stamp> {
        let next = self.unreachable.front().map(|(_, until)| *until);
        next.filter(|_| self.going.is_none())
    }

    /// Forgets the frontiers, whose cells were counted on an earlier grid. The robot keeps its destination until the next come.
    pub(crate) fn outgrow(&mut self) {
        self.frontiers.clear();
        self.is_outgrown = true;
    }

    /// Whether the robot was at a place, or could not reach it. A frontier that is still there after it stood on it cannot be seen past.
    fn is_past(&self, place: GroundPoint) -> bool {
        let is_same = |other: &GroundPoint| other.distance(place) <= SAME_PLACE;
        self.visited.iter().any(is_same) || self.unreachable.iter().any(|(other, _)| is_same(other))
    }

    /// Takes in where the robot is.
    pub(crate) fn at(&mut self, place: GroundPoint) {
        self.place = Some(place);
    }

    /// Where distances count from: the place of a robot without a destination, or where it got the first one since. With each metre of a way
    /// around a wall another place might seem better, if they counted from where it is.
    pub(crate) fn start(&mut self) -> Option<GroundPoint> {
        if self.going.is_none() {
            self.start = self.place;
        }
        self.start
    }

    /// Ends the way. Returns whether the robot was on one.
    pub(crate) fn stop(&mut self) -> bool {
        self.going.take().is_some()
    }

    /// The new destination, if there is a better one than the present.
    ///
    /// It is the frontier with the greatest value (CommCP, Section IV-C), or the told place with a greater one. The paper values frontiers
    /// only, so that what another robot saw behind unknown ground would attract nobody. A told place that is `near` a frontier counts as that
    /// frontier. Unlike there, far places have lost value before ([`FinalValues::discount`]). The robot keeps a frontier while it is one and
    /// nothing else is worth more, so that a random choice is made once. It keeps a told place until it is there, another told place is worth
    /// more, or the question is answered.
    pub(crate) fn choose<R: Rng>(
        &mut self,
        layout: &GridLayout,
        (values, near): (&FinalValues, Metres),
        told: &BTreeMap<PlaceKey, GroundPoint>,
        random: &mut R,
    ) -> Option<Destination> {
        if self.is_outgrown {
            return None;
        }
        let middle = |frontier: &Frontier| layout.centre(frontier.middle());
        let open: Vec<Frontier> =
            self.frontiers.iter().filter(|frontier| !self.is_past(middle(frontier))).cloned().collect();
        let most = open.iter().map(|frontier| values.of(frontier)).fold(0.0, f64::max);
        let is_apart = |place: &GroundPoint| {
            let is_near = |cell: &GridCell| layout.centre(*cell).distance(*place) <= near;
            !self.is_past(*place) && !open.iter().flat_map(Frontier::cells).any(is_near)
        };
        let places = told.values().copied().filter(is_apart).map(|place| (place, values.at(place)));
        let best = places.max_by(|left, right| left.1.total_cmp(&right.1));
        let is_told = |place: GroundPoint| told.contains_key(&PlaceKey::of(place));
        let next_told = best.filter(|(_, worth)| open.is_empty() || *worth > most);
        if let Some(going) = self.going {
            let cell = layout.cell_at(going.place);
            let is_present = |frontier: &&Frontier| cell.is_some_and(|cell| frontier.cells().contains(&cell));
            let present = open.iter().find(is_present).map(|frontier| values.of(frontier));
            let is_kept = match going.reason {
                DestinationReason::ToldPlace => {
                    is_told(going.place) && best.is_none_or(|(_, worth)| worth <= values.at(going.place))
                }
                _ => next_told.is_none() && present.is_some_and(|present| present >= most),
            };
            if is_kept {
                return None;
            }
        }
        let reason = if most > 0.0 { DestinationReason::BestFrontier } else { DestinationReason::RandomFrontier };
        let next = match next_told {
            Some((place, _)) => Some((place, DestinationReason::ToldPlace)),
            None => values.choose(&open, random).map(|place| (middle(&open[place]), reason)),
        };
        self.going = next.map(|(place, reason)| {
            self.last += 1;
            Destination { number: self.last, place, reason }
        });
        self.going
    }
}

fn remember<T>(places: &mut VecDeque<T>, place: T) {
    places.push_back(place);
    if places.len() > MOST_PLACES {
        places.pop_front();
    }
}
