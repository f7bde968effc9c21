//! Finds the landmarks and their order.

use std::collections::VecDeque;

use crate::{
    automaton::Literal,
    feasibility::{
        demands::{Demands, End},
        problem::Problem,
        product::{Product, Scope},
    },
};

/// The most landmarks to consider.
const MOST: usize = 64;
const NONE: u8 = u8::MAX;

/// Pairs of ends. The first pair says the most: a last time is before a first one.
const STRONGEST_FIRST: [(End, End); 4] =
    [(End::Last, End::First), (End::First, End::First), (End::Last, End::Last), (End::First, End::Last)];

/// Constraints by number, each once or more often.
pub(super) type Causes = Vec<usize>;

/// A literal that must come true.
#[derive(Debug)]
pub(super) struct Landmark {
    pub literal: Literal,
    /// The constraint that demands it, and the landmark that needs it, if there is one.
    cause: (usize, Option<usize>),
    /// A constraint under which it does not come again after it ceases.
    pub once: Option<usize>,
}

/// A landmark's first or last time, by number.
pub(super) type Event = usize;

/// All landmarks, and which event comes before, or at the same time as, which other.
#[derive(Debug)]
pub(super) struct Landmarks<'a> {
    product: &'a Product,
    pub all: Vec<Landmark>,
    /// By literal: the number of its landmark, or [`NONE`].
    numbers: Vec<u8>,
    /// The constraints that read a landmark.
    concerned: Vec<usize>,
    /// From event to event, with the constraints that cause the order.
    orders: Vec<(Event, Event, Causes)>,
    /// By event: the events that are not before it, as a set.
    pub later: Vec<u128>,
}

pub(super) fn event(landmark: usize, end: End) -> Event {
    2 * landmark + end as usize
}

impl<'a> Landmarks<'a> {
    pub fn new(product: &'a Product) -> Self {
        let numbers = vec![NONE; 2 * product.propositions];
        Self { product, all: Vec::new(), numbers, concerned: Vec::new(), orders: Vec::new(), later: Vec::new() }
    }

    /// Finds all of them; `false`: there are too many.
    ///
    /// # Errors
    /// Constraints that no plan can satisfy together.
    pub fn find(&mut self, problem: &Problem, scope: &Scope) -> Result<bool, Causes> {
        let product = self.product;
        // A satisfied constraint demands nothing by itself.
        let owes = |&constraint: &usize| !product.is_satisfied(constraint, problem.states[constraint]);
        for constraint in scope.constraints.iter().copied().filter(owes) {
            let demands = product.demands(constraint, problem.states[constraint]);
            demands.into_iter().flat_map(Demands::must).for_each(|literal| self.add(literal, (constraint, None)));
        }
        let mut at = 0;
        while at < self.all.len() && at < MOST {
            self.spread(at, problem, scope)?;
            at += 1;
        }
        if self.all.len() > MOST {
            return Ok(false);
        }
        self.order(problem)?;
        self.settle()?;
        Ok(true)
    }

    pub fn number(&self, (id, value): Literal) -> Option<usize> {
        let number = self.numbers[2 * id.index() + usize::from(value)];
        (number != NONE).then_some(usize::from(number))
    }

    fn add(&mut self, literal: Literal, cause: (usize, Option<usize>)) {
        let (id, value) = literal;
        let number = &mut self.numbers[2 * id.index() + usize::from(value)];
        if *number == NONE && self.all.len() <= MOST {
            *number = self.all.len() as u8;
            self.all.push(Landmark { literal, cause, once: None });
        }
    }

    /// Adds the needs of a landmark.
    fn spread(&mut self, own: usize, problem: &Problem, scope: &Scope) -> Result<(), Causes> {
        let (id, value) = self.all[own].literal;
        let product = self.product;
        for &constraint in &product.readers[id.index()] {
            if scope.constraints.binary_search(&constraint).is_err() {
                continue;
            }
            let Some(demand) = product.demands(constraint, problem.states[constraint]) else { continue };
            let Some(place) = demand.place((id, value)) else { continue };
            if !self.concerned.contains(&constraint) {
                self.concerned.push(constraint);
            }
            if demand.is_never(place) {
                let mut causes = vec![constraint];
                self.reasons(own, &mut causes);
                return Err(causes);
            }
            if demand.is_once(place) {
                self.all[own].once = Some(constraint);
            }
            demand.needs(place).for_each(|literal| self.add(literal, (constraint, Some(own))));
        }
        Ok(())
    }

    /// Adds the constraints that make this a landmark.
    fn reasons(&self, mut landmark: usize, causes: &mut Causes) {
        loop {
            let (constraint, parent) = self.all[landmark].cause;
            causes.push(constraint);
            let Some(parent) = parent else { return };
            landmark = parent;
        }
    }

    /// Computes the order of events from the constraints.
    fn order(&mut self, problem: &Problem) -> Result<(), Causes> {
        let product = self.product;
        self.later = (0..2 * self.all.len()).map(|event| 1 << event).collect();
        for own in 0..self.all.len() {
            self.put(event(own, End::First), event(own, End::Last), Vec::new());
        }
        for constraint in std::mem::take(&mut self.concerned) {
            let Some(demand) = product.demands(constraint, problem.states[constraint]) else { continue };
            let known = |(place, &literal): (usize, &Literal)| Some((place, self.number(literal)?));
            let known: Vec<(usize, usize)> = demand.literals.iter().enumerate().filter_map(known).collect();
            for &(place, own) in &known {
                if demand.stays(place) {
                    for other in 0..self.all.len() {
                        self.put(event(own, End::First), event(other, End::First), vec![constraint]);
                    }
                }
                for &(other_place, other) in known.iter().filter(|&&(_, other)| other != own) {
                    if demand.excludes(place, other_place) {
                        let mut causes = vec![constraint];
                        self.reasons(own, &mut causes);
                        self.reasons(other, &mut causes);
                        return Err(causes);
                    }
                    for (end, other_end) in STRONGEST_FIRST {
                        if demand.is_before((place, end), (other_place, other_end)) {
                            self.put(event(own, end), event(other, other_end), vec![constraint]);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn is_before(&self, one: Event, other: Event) -> bool {
        self.later[one] >> other & 1 == 1
    }

    /// Puts one event before another, and all events up to the one before all events from the other on.
    fn put(&mut self, one: Event, other: Event, causes: Causes) {
        if self.is_before(one, other) {
            return;
        }
        self.orders.push((one, other, causes));
        let later = self.later[other];
        for row in &mut self.later {
            if *row >> one & 1 == 1 {
                *row |= later;
            }
        }
    }

    /// Whether two literals cannot hold at the same time.
    pub fn is_apart(&self, one: usize, other: usize) -> bool {
        let (id, value) = self.all[one].literal;
        let (other, other_value) = self.all[other].literal;
        let world = &self.product.world;
        if id == other { value != other_value } else { value && other_value && world.shares_group(id, other) }
    }

    /// Follows the consequences of exclusion for the order until there are no more.
    fn settle(&mut self) -> Result<(), Causes> {
        let pairs = (0..self.all.len()).flat_map(|one| (0..self.all.len()).map(move |other| (one, other)));
        let apart: Vec<(usize, usize)> = pairs.filter(|&(one, other)| self.is_apart(one, other)).collect();
        loop {
            let known = self.orders.len();
            for &(one, other) in &apart {
                let first = event(one, End::First);
                let last = event(one, End::Last);
                for moment in End::BOTH.map(|end| event(other, end)) {
                    for end in [first, last] {
                        if self.is_before(end, moment) && self.is_before(moment, end) {
                            return Err(self.why(&[(end, moment), (moment, end)], None));
                        }
                    }
                    // While one lasts, the other cannot come: it is before the first time or after the last.
                    let Some(once) = self.all[one].once else { continue };
                    let is_after = self.is_before(first, moment);
                    let is_before = self.is_before(moment, last);
                    if is_after && is_before {
                        return Err(self.why(&[(first, moment), (moment, last)], Some(once)));
                    }
                    if is_after && !self.is_before(last, moment) {
                        let causes = self.why(&[(first, moment)], Some(once));
                        self.put(last, moment, causes);
                    }
                    if is_before && !self.is_before(moment, first) {
                        let causes = self.why(&[(moment, last)], Some(once));
                        self.put(moment, first, causes);
                    }
                }
            }
            if self.orders.len() == known {
                return Ok(());
            }
        }
    }

    /// The constraints that put events before others.
    fn why(&self, pairs: &[(Event, Event)], once: Option<usize>) -> Causes {
        let mut causes: Causes = once.into_iter().collect();
        for &(from, to) in pairs {
            // The fewest orders that lead there.
            let mut reached: Vec<Option<usize>> = vec![None; self.later.len()];
            let mut open = VecDeque::from([from]);
            while let Some(at) = open.pop_front() {
                for (number, (_, next, _)) in self.orders.iter().enumerate().filter(|(_, order)| order.0 == at) {
                    if *next != from && reached[*next].is_none() {
                        reached[*next] = Some(number);
                        open.push_back(*next);
                    }
                }
            }
            let mut at = to;
            self.reasons(at / 2, &mut causes);
            while let Some(number) = reached[at] {
                let (before, _, said) = &self.orders[number];
                causes.extend(said);
                at = *before;
                self.reasons(at / 2, &mut causes);
            }
        }
        causes.sort_unstable();
        causes.dedup();
        causes
    }
}
