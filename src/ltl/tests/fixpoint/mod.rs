//! Backward fixpoints on decision diagrams, over automata written by hand: nothing of the crate is used.

use std::collections::VecDeque;

use oxidd::{
    BooleanFunction, FunctionSubst, Manager, ManagerRef, Subst, VarNo,
    bcdd::{self, BCDDFunction},
    util::{AllocResult, OutOfMemory},
};

/// A robot in a place.
pub type At = (usize, usize);

/// A constraint, as an automaton whose initial state is 0.
#[derive(Debug, Clone, Copy)]
pub enum Pattern {
    /// The second may not come before the first.
    Precedence(At, At),
    /// After the first, the second must come at some time.
    Response(At, At),
    /// At most two visits.
    Budget(At),
}

impl Pattern {
    /// The pattern as a formula.
    pub fn text(self) -> String {
        let at = |(robot, place): At| format!("at(robot_{robot}, place_{place})");
        match self {
            Self::Precedence(earlier, later) => format!("!{} W {}", at(later), at(earlier)),
            Self::Response(cause, effect) => format!("G({} -> F {})", at(cause), at(effect)),
            Self::Budget(place) => {
                let again = format!("& {p} U {p} & ! {p} U ! {p} F", p = at(place));
                format!("! F {again} {again} {}", at(place))
            }
        }
    }

    fn size(self) -> usize {
        match self {
            // Whether the first has been visited.
            Self::Precedence(..) => 2,
            // Whether the second is owed.
            Self::Response(..) => 2,
            // Visits that began and visits that ended.
            Self::Budget(_) => 5,
        }
    }

    /// The number of variables of its state.
    fn width(self) -> usize {
        self.size().next_power_of_two().ilog2() as usize
    }

    /// The next state, with each robot in one of these places; `None`: violated for good.
    pub fn step(self, state: usize, places: &[usize]) -> Option<usize> {
        let is = |(robot, place): At| places[robot] == place;
        match self {
            Self::Precedence(earlier, _) if is(earlier) => Some(1),
            Self::Precedence(_, later) if is(later) => (state == 1).then_some(1),
            Self::Response(_, effect) if is(effect) => Some(0),
            Self::Response(cause, _) if is(cause) => Some(1),
            Self::Budget(place) if is(place) => (state < 4).then_some(state | 1),
            Self::Budget(_) => Some(state + state % 2),
            Self::Precedence(..) | Self::Response(..) => Some(state),
        }
    }

    /// Whether a trace may end there.
    pub fn accepts(self, state: usize) -> bool {
        !matches!(self, Self::Response(..)) || state == 0
    }
}

/// The roads of the robots: from place to place, itself included.
#[derive(Debug, Clone)]
pub struct Roads {
    robots: usize,
    /// By origin: the destinations of one step, the origin among them.
    next: Vec<Vec<usize>>,
    /// Whether every place can follow every place.
    is_free: bool,
}

impl Roads {
    /// The same roads for each robot; staying is always possible.
    pub fn new(robots: usize, places: usize, moves: Option<&[(usize, usize)]>) -> Self {
        let follows = |from: usize, to: usize| moves.is_none_or(|moves| from == to || moves.contains(&(from, to)));
        let next = (0..places).map(|from| (0..places).filter(|&to| follows(from, to)).collect()).collect();
        Self { robots, next, is_free: moves.is_none() }
    }

    /// The places that a robot may be in one step later.
    pub fn next(&self, place: usize) -> &[usize] {
        &self.next[place]
    }

    /// The number of all possible positions of the robots.
    fn positions(&self) -> usize {
        self.next.len().pow(u32::try_from(self.robots).expect("few"))
    }

    fn places(&self, position: usize) -> Vec<usize> {
        let base = self.next.len();
        (0..self.robots).scan(position, |rest, _| Some(std::mem::replace(rest, *rest / base) % base)).collect()
    }

    fn position(&self, places: &[usize]) -> usize {
        places.iter().rev().fold(0, |position, place| position * self.next.len() + place)
    }

    /// The number of a position's class, from 0 on: positions with the same possible successors share a class.
    fn class(&self, position: usize) -> usize {
        if self.is_free { 0 } else { position }
    }

    fn may_follow(&self, class: usize, position: usize) -> bool {
        let pairs = || self.places(class).into_iter().zip(self.places(position));
        self.is_free || pairs().all(|(from, to)| self.next[from].contains(&to))
    }
}

/// The states of all automata from which all constraints can be satisfied at one time.
pub struct Live {
    patterns: Vec<Pattern>,
    roads: Roads,
    /// By class of positions.
    states: Vec<BCDDFunction>,
}

impl Live {
    /// Computes the least fixpoint of "accepting, or one step before".
    pub fn new(patterns: &[Pattern], roads: &Roads) -> Self {
        Self::fixpoint(patterns, roads).unwrap_or_else(|OutOfMemory| panic!("diagrams are too large: {patterns:?}"))
    }

    fn fixpoint(patterns: &[Pattern], roads: &Roads) -> AllocResult<Self> {
        let variables = Variables::new(patterns)?;
        let classes = if roads.is_free { 1 } else { roads.positions() };
        let steps = (0..roads.positions()).map(|to| variables.step(patterns, &roads.places(to)));
        let steps: Vec<Step> = steps.collect::<AllocResult<_>>()?;
        let before = |position| (0..classes).filter(|&class| roads.may_follow(class, position)).collect();
        let before: Vec<Vec<usize>> = (0..roads.positions()).map(before).collect();
        let mut of_class = vec![Vec::new(); classes];
        (0..roads.positions()).for_each(|position| of_class[roads.class(position)].push(position));
        let mut states = vec![variables.accepting(patterns)?; classes];
        let mut open: VecDeque<usize> = (0..roads.positions()).collect();
        let mut is_open = vec![true; roads.positions()];
        while let Some(position) = open.pop_front() {
            is_open[position] = false;
            let reaching = steps[position].before(&states[roads.class(position)])?;
            for &class in &before[position] {
                let grown = states[class].or(&reaching)?;
                if grown != states[class] {
                    states[class] = grown;
                    for &position in &of_class[class] {
                        if !std::mem::replace(&mut is_open[position], true) {
                            open.push_back(position);
                        }
                    }
                }
            }
        }
        Ok(Self { patterns: patterns.to_vec(), roads: roads.clone(), states })
    }

    /// Whether there is a way from these states and places.
    pub fn contains(&self, states: &[usize], places: &[usize]) -> bool {
        let class = self.roads.class(self.roads.position(places));
        let bits = self
            .patterns
            .iter()
            .zip(states)
            .flat_map(|(pattern, state)| (0..pattern.width()).map(move |bit| state >> bit & 1 == 1));
        self.states[class].eval((0..).zip(bits))
    }
}

/// The states of all automata in variables.
struct Variables {
    /// By pattern, by state: the function that is true in that state only.
    is: Vec<Vec<BCDDFunction>>,
    /// By pattern.
    first: Vec<VarNo>,
    yes: BCDDFunction,
    no: BCDDFunction,
}

/// The step of all automata when the robots are in some places.
struct Step {
    next: Option<Subst<BCDDFunction>>,
    is_possible: BCDDFunction,
}

impl Variables {
    fn new(patterns: &[Pattern]) -> AllocResult<Self> {
        let manager = bcdd::new_manager(1 << 22, 1 << 20, 1);
        // Operations lock the manager, so they come after the variables are made.
        let (yes, no, own) = manager.with_manager_exclusive(|manager| {
            let mut own = Vec::new();
            for pattern in patterns {
                let variables = manager.add_vars(u32::try_from(pattern.width()).expect("few"));
                let functions = variables.clone().map(|variable| BCDDFunction::var(manager, variable));
                own.push((variables.start, functions.collect::<AllocResult<Vec<_>>>()?));
            }
            Ok((BCDDFunction::t(manager), BCDDFunction::f(manager), own))
        })?;
        let mut is = Vec::new();
        for (pattern, (_, variables)) in patterns.iter().zip(&own) {
            let is_state = |state: usize| {
                variables.iter().enumerate().try_fold(yes.clone(), |cube, (bit, variable)| {
                    if state >> bit & 1 == 1 { cube.and(variable) } else { cube.and(&variable.not()?) }
                })
            };
            is.push((0..pattern.size()).map(is_state).collect::<AllocResult<_>>()?);
        }
        Ok(Self { is, first: own.into_iter().map(|(first, _)| first).collect(), yes, no })
    }

    fn any(&self, pattern: usize, is_meant: impl Fn(usize) -> bool) -> AllocResult<BCDDFunction> {
        let meant = self.is[pattern].iter().enumerate().filter(|&(state, _)| is_meant(state));
        meant.map(|(_, is)| is).try_fold(self.no.clone(), |any, is| any.or(is))
    }

    fn accepting(&self, patterns: &[Pattern]) -> AllocResult<BCDDFunction> {
        patterns.iter().enumerate().try_fold(self.yes.clone(), |all, (number, pattern)| {
            all.and(&self.any(number, |state| pattern.accepts(state))?)
        })
    }

    fn step(&self, patterns: &[Pattern], places: &[usize]) -> AllocResult<Step> {
        let mut variables = Vec::new();
        let mut values = Vec::new();
        let mut is_possible = self.yes.clone();
        for (number, pattern) in patterns.iter().enumerate() {
            let next = |state| pattern.step(state, places);
            if (0..pattern.size()).all(|state| next(state) == Some(state)) {
                continue;
            }
            is_possible = is_possible.and(&self.any(number, |state| next(state).is_some())?)?;
            for bit in 0..pattern.width() {
                variables.push(self.first[number] + u32::try_from(bit).expect("few"));
                values.push(self.any(number, |state| next(state).is_some_and(|next| next >> bit & 1 == 1))?);
            }
        }
        let next = (!variables.is_empty()).then(|| Subst::new(variables, values));
        Ok(Step { next, is_possible })
    }
}

impl Step {
    /// The states from which this step leads to one of these.
    fn before(&self, states: &BCDDFunction) -> AllocResult<BCDDFunction> {
        let Some(next) = &self.next else { return Ok(states.clone()) };
        states.substitute(next)?.and(&self.is_possible)
    }
}
