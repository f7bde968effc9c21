//! Tasks under constraints, drawn from a seed.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha12Rng;
use surefleet_fleet::Digest;
use surefleet_ltl::{Budget, CheckOutcome, Constraint, Formula, Proposition, Session, Spec};

use super::{
    agent::{AgentHabits, Search, Watch},
    home::{Act, Fact, Home, HomeSpot, HomeState},
    rule::WordedRule,
};

/// One of the two experiments of Z. Yang et al., "Plug in the Safety Chip", 2024, Section IV-C, as scenarios of our
/// own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Experiment {
    /// Visit landmarks in four rooms, with constraints on where to go.
    FourRoom,
    /// Carry and switch in a home with 105 objects, with constraints on seven predicates.
    MobileManipulation,
}

/// A task under constraints that can all be kept.
#[derive(Debug, Clone)]
pub struct SafetyScenario {
    /// The robot's first position; the rest is [`Home::initial`].
    pub initial: HomeState,
    /// The task in words.
    pub task: String,
    /// The meaning of the task: one formula for each part.
    pub goals: Vec<Formula>,
    /// Constraints.
    pub rules: Vec<WordedRule>,
    /// Acts that do the task and keep every rule.
    #[cfg(test)]
    pub way: Vec<Act>,
    /// Rules that were drawn again, since they could not be kept with the others and the task.
    pub redrawn: usize,
}

/// After this many rules that cannot be kept together, the scenario is drawn anew.
const PATIENCE: usize = 200;

impl Experiment {
    /// Both.
    pub const ALL: [Self; 2] = [Self::FourRoom, Self::MobileManipulation];

    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::FourRoom => "four-room",
            Self::MobileManipulation => "mobile-manipulation",
        }
    }

    /// Its world.
    pub fn home(self) -> Home {
        match self {
            Self::FourRoom => Home::four_rooms(),
            Self::MobileManipulation => Home::furnished(),
        }
    }

    /// Draws a scenario: the same one for the same numbers, everywhere.
    ///
    /// By [`Spec`], all rules and goals can be satisfied together from the initial state. Some acts also achieve it; an
    /// agent may fail to find them. A rule that breaks this, or for which no way is found in time, is drawn again.
    pub fn draw(self, home: &Home, constraints: usize, seed: u64) -> SafetyScenario {
        let purpose = [b"safety scenario".as_slice(), &seed.to_le_bytes()];
        let parts = [self.name().as_bytes(), &(constraints as u64).to_le_bytes()];
        let mut rng = ChaCha12Rng::from_seed(*Digest::of(purpose.into_iter().chain(parts)).as_bytes());
        let mut redrawn = 0;
        loop {
            if let Some(scenario) = self.attempt(home, constraints, &mut redrawn, &mut rng) {
                return scenario;
            }
        }
    }

    fn attempt(
        self,
        home: &Home,
        constraints: usize,
        redrawn: &mut usize,
        rng: &mut ChaCha12Rng,
    ) -> Option<SafetyScenario> {
        let initial = home.initial(rng.random_range(0..home.rooms()));
        let (task, goals) = match self {
            Self::FourRoom => visits(home, rng),
            Self::MobileManipulation => chores(home, rng),
        };
        let mut formulas: Vec<(String, Formula)> = goals.iter().map(|goal| (task.clone(), goal.clone())).collect();
        let mut known = way(home, &initial, &formulas)?;
        let likely = likely(home, &initial, &known);
        let mut rules: Vec<WordedRule> = Vec::new();
        let mut refused = 0;
        while rules.len() < constraints {
            let rule = WordedRule::draw(home, &likely, rng);
            let is_new = rules.iter().all(|known| known.meaning != rule.meaning);
            let formula = Formula::parse(&rule.meaning).expect("meanings are formulas");
            formulas.push((rule.words.clone(), formula));
            if is_new && are_joint(home, &initial, &formulas) {
                // The way so far will often do.
                let keeps = keeps(home, &initial, &known, &formulas[formulas.len() - 1].1);
                let found = if keeps { Some(known.clone()) } else { way(home, &initial, &formulas) };
                if let Some(found) = found {
                    known = found;
                    rules.push(rule);
                    continue;
                }
            }
            formulas.pop();
            *redrawn += 1;
            refused += 1;
            if refused > PATIENCE {
                return None;
            }
        }
        Some(SafetyScenario {
            initial,
            task,
            goals,
            rules,
            #[cfg(test)]
            way: known,
            redrawn: *redrawn,
        })
    }
}

/// To visit two or three landmarks.
fn visits(home: &Home, rng: &mut ChaCha12Rng) -> (String, Vec<Formula>) {
    let mut left: Vec<u8> = (0..home.fixtures.len()).map(|number| number as u8).collect();
    let count = rng.random_range(2..=3);
    let spots: Vec<Fact> =
        (0..count).map(|_| Fact::At(HomeSpot::Fixture(left.swap_remove(rng.random_range(0..left.len()))))).collect();
    let names: Vec<String> = spots.iter().map(|&fact| home.proposition(fact)).collect();
    (format!("make true: {}", names.join(", ")), spots.iter().map(|&fact| formula(home, "F", fact)).collect())
}

/// To bring an item to where it is not, and to switch on a device or to bring another.
fn chores(home: &Home, rng: &mut ChaCha12Rng) -> (String, Vec<Formula>) {
    let fixtures: Vec<u8> = (0..home.fixtures.len()).map(|number| number as u8).collect();
    let device = |number: &u8| home.fixtures[usize::from(*number)].is_device;
    let delivery = |except: Option<u8>, rng: &mut ChaCha12Rng| loop {
        let item = rng.random_range(0..home.items.len()) as u8;
        let place = *fixtures.choose(rng).expect("there are fixtures");
        if home.items[usize::from(item)].1 != place && Some(item) != except && !device(&place) {
            return (item, place);
        }
    };
    let (item, place) = delivery(None, rng);
    let second = if rng.random_bool(0.5) {
        let devices: Vec<u8> = fixtures.iter().copied().filter(device).collect();
        Fact::SwitchedOn(*devices.choose(rng).expect("there are devices"))
    } else {
        let (item, place) = delivery(Some(item), rng);
        Fact::Located(item, place)
    };
    let facts = [Fact::Located(item, place), second];
    let names = facts.map(|fact| home.proposition(fact));
    (format!("in the end: {}", names.join(", ")), facts.iter().map(|&fact| formula(home, "F G", fact)).collect())
}

fn formula(home: &Home, operators: &str, fact: Fact) -> Formula {
    Formula::parse(&format!("{operators} {}", home.proposition(fact))).expect("a formula")
}

/// The acts of an agent that heeds all of it.
fn way(home: &Home, initial: &HomeState, formulas: &[(String, Formula)]) -> Option<Vec<Act>> {
    let watch = Watch::new(home, formulas.iter().map(|(_, formula)| formula)).ok()?;
    let heeded: BTreeSet<usize> = (0..watch.len()).collect();
    let expansions = AgentHabits::DEFAULT.expansions;
    let search = Search { home, watch: &watch, heeded: &heeded, barred: &[], expansions };
    search.way(initial, &watch.after(home, None, [initial]))
}

/// Whether a way keeps one more formula.
fn keeps(home: &Home, initial: &HomeState, way: &[Act], formula: &Formula) -> bool {
    let Ok(watch) = Watch::new(home, [formula]) else { return false };
    let mut states = vec![initial.clone()];
    for act in way {
        let path = home.path(&states[states.len() - 1], *act).expect("the way was found by acts");
        states.extend(path);
    }
    watch.verdict(0, watch.after(home, None, &states)[0]).is_satisfied()
}

/// The facts that become true on a way.
fn likely(home: &Home, initial: &HomeState, way: &[Act]) -> Vec<Fact> {
    let mut state = initial.clone();
    let mut found = BTreeSet::new();
    for act in way {
        for next in home.path(&state, *act).expect("the way was found by acts") {
            let before: BTreeSet<Fact> = home.facts(&state).into_iter().collect();
            found.extend(home.facts(&next).into_iter().filter(|fact| !before.contains(fact)));
            state = next;
        }
    }
    found.into_iter().collect()
}

/// Whether a specification lets all of it be satisfied from the initial state.
fn are_joint(home: &Home, initial: &HomeState, formulas: &[(String, Formula)]) -> bool {
    let mentioned: Vec<Fact> = formulas
        .iter()
        .flat_map(|(_, formula)| formula.propositions())
        .filter_map(|name: &Proposition| home.fact(name.as_str()))
        .collect();
    let (axioms, laws) = home.axioms(&mentioned);
    let constraint =
        |(words, formula): &(String, Formula)| Constraint { words: words.clone(), formula: formula.clone() };
    let constraints = formulas.iter().map(constraint).chain(laws).collect();
    let Ok(spec) = Spec::compile(constraints, &axioms, &Budget::default()) else { return false };
    let facts: Vec<String> = home.facts(initial).into_iter().map(|fact| home.proposition(fact)).collect();
    let state = spec.vocabulary().valuation(facts.iter().map(String::as_str));
    spec.report().conflicts.is_empty()
        && matches!(Session::new(spec.into()).check(&[state]).outcome, CheckOutcome::Allowed { .. })
}

#[cfg(test)]
mod tests;
