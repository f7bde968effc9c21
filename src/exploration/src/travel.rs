use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use rand::Rng;
use surefleet_fleet::Stamp;
use surefleet_mapping::{FinalValues, Frontier, GridLayout, GroundPoint, Metres};

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

    /// Ends the way. Returns whether the robot was on one.
    pub(crate) fn stop(&mut self) -> bool {
        self.going.take().is_some()
    }

    /// The new destination, if there is a better one than the present.
    ///
    /// Frontiers come first, by their values (CommCP, Section IV-C). The robot keeps its frontier while it is one and no other is worth
    /// more, so that a random choice is made once. Without frontiers it goes to the most valuable of the told places that it has not visited.
    pub(crate) fn choose<R: Rng>(
        &mut self,
        layout: &GridLayout,
        values: &FinalValues,
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
        if let Some(going) = self.going {
            let cell = layout.cell_at(going.place);
            let is_present = |frontier: &&Frontier| cell.is_some_and(|cell| frontier.cells().contains(&cell));
            let present = open.iter().find(is_present).map(|frontier| values.of(frontier));
            let is_kept = match going.reason {
                DestinationReason::ToldPlace => true,
                _ => present.is_some_and(|present| present >= most),
            };
            if is_kept {
                return None;
            }
        }
        let reason = if most > 0.0 { DestinationReason::BestFrontier } else { DestinationReason::RandomFrontier };
        let frontier = values.choose(&open, random).map(|place| (middle(&open[place]), reason));
        let worth = |place: &GroundPoint| values.at(*place);
        let told = told.values().filter(|place| !self.is_past(**place));
        let best = told.max_by(|left, right| worth(left).total_cmp(&worth(right)));
        let told = best.map(|&place| (place, DestinationReason::ToldPlace));
        self.going = frontier.or(told).map(|(place, reason)| {
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
