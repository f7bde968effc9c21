//! Fleets under constraints, drawn from a seed, and what their robots may do next.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{
    Axioms, Budget, Constraint, Formula, Group, LtlError, Proposition, PropositionId, Session, Spec, Valuation,
};

/// Places of each robot, which exclude one another: as many as a turn has candidates.
pub const PLACES: usize = 28;
/// The first places are those that constraints speak of.
pub const NAMED: usize = 12;
/// The first of these are forbidden.
const FORBIDDEN: usize = 3;
/// The start of every robot; no constraint mentions it.
const HOME: usize = PLACES - 1;

/// How many constraints of each kind there are.
#[derive(Debug, Clone, Copy)]
pub struct Mix {
    precedences: usize,
    responses: usize,
    prohibitions: usize,
    budgets: usize,
}

impl Mix {
    /// Two fifths precedences, two fifths responses, a tenth prohibitions, a tenth budgets of two visits.
    pub fn of(constraints: usize) -> Self {
        let prohibitions = constraints / 10;
        let budgets = constraints / 10;
        Self { prohibitions, budgets, ..Self::plain(constraints - prohibitions - budgets) }
    }

    /// Precedences and responses, half and half.
    pub fn plain(constraints: usize) -> Self {
        Self { precedences: constraints / 2, responses: constraints.div_ceil(2), prohibitions: 0, budgets: 0 }
    }
}

/// A kind of fleet.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    pub robots: usize,
    pub mix: Mix,
    /// Whether a constraint may speak of two robots.
    pub is_coupled: bool,
    /// Whether a robot goes from place to place by neighbours only.
    pub has_map: bool,
}

impl Case {
    /// The kind in words.
    pub fn name(&self) -> String {
        let coupling = if self.is_coupled { "coupled" } else { "uncoupled" };
        if self.has_map { format!("{coupling} with maps") } else { coupling.to_owned() }
    }

    /// Draws constraints that some behaviour keeps, as formulas: who is at no named place keeps them all. `at` names
    /// the proposition that a robot is at one of the 12 named places.
    pub fn formulas(&self, rng: &mut ChaCha8Rng, at: impl Fn(usize, usize) -> String) -> Vec<String> {
        let mut pair = || {
            let one = rng.random_range(0..self.robots);
            let other = if self.is_coupled { rng.random_range(0..self.robots) } else { one };
            let first = rng.random_range(FORBIDDEN..NAMED - 1);
            let second = rng.random_range(first + 1..NAMED);
            let pair = (at(one, first), at(other, second));
            (pair, rng.random_ratio(1, 2))
        };
        let mut texts = Vec::new();
        // Later places are never wanted before earlier ones.
        for _ in 0..self.mix.precedences {
            let ((earlier, later), _) = pair();
            texts.push(format!("!{later} W {earlier}"));
        }
        for _ in 0..self.mix.responses {
            let ((one, other), is_back) = pair();
            let (cause, effect) = if is_back { (other, one) } else { (one, other) };
            texts.push(format!("G({cause} -> F {effect})"));
        }
        for _ in 0..self.mix.budgets {
            let ((place, _), _) = pair();
            let again = format!("& {place} U {place} & ! {place} U ! {place} F");
            texts.push(format!("! F {again} {again} {place}"));
        }
        for number in 0..self.mix.prohibitions {
            texts.push(format!("G !{}", at(number % self.robots, number / self.robots % FORBIDDEN)));
        }
        texts
    }

    fn constraints(&self, rng: &mut ChaCha8Rng) -> Result<Vec<Constraint>, LtlError> {
        let constraint = |text: String| Ok(Constraint { formula: Formula::parse(&text)?, words: text });
        self.formulas(rng, at).into_iter().map(constraint).collect()
    }

    fn axioms(&self) -> Result<Axioms, LtlError> {
        let group = |robot| {
            let places: Result<Vec<Proposition>, LtlError> =
                (0..PLACES).map(|place| Proposition::new(&at(robot, place))).collect();
            let group = Group::exactly_one(places?);
            let doors = (0..PLACES).flat_map(|place| neighbours(place).map(|next| (place, next)));
            Ok(if self.has_map { group.with_moves(doors) } else { group })
        };
        let groups: Result<Vec<Group>, LtlError> = (0..self.robots).map(group).collect();
        Ok(Axioms { groups: groups?, ..Axioms::default() })
    }
}

fn at(robot: usize, place: usize) -> String {
    format!("at(robot_{robot}, place_{place})")
}

/// A ring with a way across from each place.
fn neighbours(place: usize) -> [usize; 3] {
    [(place + 1) % PLACES, (place + PLACES - 1) % PLACES, (place + PLACES / 2) % PLACES]
}

/// A drawn specification and a fleet that has not moved yet.
pub struct DrawnFleet {
    pub session: Session,
    /// The time that compiling took.
    pub compiling: Duration,
    /// By robot, by place.
    at: Vec<Vec<PropositionId>>,
    /// By origin, by destination: the places in between and the destination.
    ways: Vec<Vec<Vec<usize>>>,
}

impl DrawnFleet {
    /// Draws constraints and compiles them.
    ///
    /// # Errors
    /// A specification that does not compile or that no behaviour keeps: a bug.
    pub fn draw(case: &Case, rng: &mut ChaCha8Rng) -> Result<Self> {
        let constraints = case.constraints(rng)?;
        let axioms = case.axioms()?;
        let begin = Instant::now();
        let spec = Arc::new(Spec::compile(constraints, &axioms, &Budget::default())?);
        let compiling = begin.elapsed();
        let find = |robot, place| spec.vocabulary().find(&at(robot, place)).context("a place is in no group");
        let places = |robot| (0..PLACES).map(|place| find(robot, place)).collect();
        let at: Vec<Vec<PropositionId>> = (0..case.robots).map(places).collect::<Result<_>>()?;
        let mut homes = spec.vocabulary().valuation([]);
        at.iter().for_each(|places| homes.set(places[HOME], true));
        let ways = (0..PLACES)
            .map(|from| if case.has_map { ways(from) } else { (0..PLACES).map(|to| vec![to]).collect() })
            .collect();
        let mut session = Session::new(spec);
        session.commit(session.check(&[homes]))?;
        Ok(Self { session, compiling, at, ways })
    }

    /// The possible next moves of a robot: go to any place, or stay.
    ///
    /// # Errors
    /// If a robot has no position: a bug.
    pub fn candidates(&self, robot: usize) -> Result<Vec<Vec<Valuation>>> {
        let before = self.session.valuation().context("no state yet")?;
        let at = &self.at[robot];
        let from = at.iter().position(|&id| before.holds(id)).context("a robot is nowhere")?;
        let state = |&place: &usize| {
            let mut state = before.clone();
            state.set(at[from], false);
            state.set(at[place], true);
            state
        };
        Ok(self.ways[from].iter().map(|way| way.iter().map(state).collect()).collect())
    }
}

/// The shortest ways from a place over the map.
fn ways(from: usize) -> Vec<Vec<usize>> {
    let mut ways = vec![Vec::new(); PLACES];
    ways[from] = vec![from];
    let mut open = VecDeque::from([from]);
    while let Some(place) = open.pop_front() {
        for next in neighbours(place) {
            if ways[next].is_empty() {
                let before = if place == from { &[] } else { ways[place].as_slice() };
                ways[next] = [before, &[next]].concat();
                open.push_back(next);
            }
        }
    }
    ways
}
