use std::collections::{BTreeMap, BTreeSet};

use rand::Rng;
use surefleet_mapping::{FinalValues, Frontier, GridLayout, GroundPoint};

use crate::{Destination, DestinationReason, TravelEnd};

/// Where a robot goes, and where it has been.
#[derive(Debug, Clone, Default)]
pub(crate) struct Travel {
    frontiers: Vec<Frontier>,
    going: Option<Destination>,
    /// The number of the last destination.
    last: u64,
    unreachable: BTreeSet<PlaceKey>,
    visited: BTreeSet<PlaceKey>,
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
    }

    /// Takes in how a way ended. Only the last one counts: the end of another says nothing of the place where the robot goes now.
    pub(crate) fn ended(&mut self, number: u64, end: TravelEnd) {
        if let Some(Destination { place, .. }) = self.going.take_if(|going| going.number == number) {
            match end {
                TravelEnd::Reached => self.visited.insert(PlaceKey::of(place)),
                TravelEnd::Unreachable => self.unreachable.insert(PlaceKey::of(place)),
            };
        }
    }

    /// Lets the robot visit places again: what it saw there is in doubt.
    pub(crate) fn look_again(&mut self) {
        self.visited.clear();
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
        let middle = |frontier: &Frontier| layout.centre(frontier.middle());
        // A frontier that is still there after the robot stood on it cannot be seen past.
        let is_new = |key: &PlaceKey| !self.visited.contains(key) && !self.unreachable.contains(key);
        let open: Vec<Frontier> =
            self.frontiers.iter().filter(|frontier| is_new(&PlaceKey::of(middle(frontier)))).cloned().collect();
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
        let best =
            told.iter().filter(|(key, _)| is_new(key)).max_by(|left, right| worth(left.1).total_cmp(&worth(right.1)));
        let told = best.map(|(_, &place)| (place, DestinationReason::ToldPlace));
        self.going = frontier.or(told).map(|(place, reason)| {
            self.last += 1;
            Destination { number: self.last, place, reason }
        });
        self.going
    }
}
