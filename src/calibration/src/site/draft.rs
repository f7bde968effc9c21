//! A mission that is drawn: who does it, from which start, what is asked for in which words, and in how many steps.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::Team;
use surefleet_english::read;
use surefleet_fleet::RobotId;
use surefleet_ltl::Formula;
use surefleet_search::{Answer, Budget, Plan, Task, check_plan, shortest};
use surefleet_world::{State, Truth};

use super::{
    goals::{Goal, goals},
    ground::Ground,
    teams::members,
    vague::{Open, left_open},
    wander::{Way, wander},
    wordings::{Said, Wordings},
};
use crate::CalibrateError;

/// The ways that are tried before a site counts as one without missions.
const ATTEMPTS: usize = 300;
/// The fewest and most joint steps of a way.
const STEPS: [usize; 2] = [8, 24];
/// The work of looking for a plan that is shorter than the way.
const PLANNING: Budget = Budget(20_000);
/// Joint steps of a plan from which a mission is always taken; a shorter one in proportion, as it is often not worth words.
const WORTH_WORDS: usize = 4;
/// How often two goals are to come about in an order, or are told in one sentence.
const IN_ORDER: f64 = 0.2;
const TOGETHER: f64 = 0.25;
/// How often any one of a sort is asked for, all of a sort, all that is somewhere, and how often only where something is so.
const ANY: f64 = 0.12;
const ALL: f64 = 0.12;
const ALL_THERE: f64 = 0.06;
const WHERE_SO: f64 = 0.1;
/// How often something is forbidden.
const FORBIDDEN: f64 = 0.3;
const TWO_AT_ONCE: f64 = 0.15;

/// A mission, and the world that it begins in.
pub(super) struct Draft {
    pub seed: u64,
    /// The team, in the order of the fleet.
    pub robots: Vec<RobotId>,
    pub text: String,
    /// What a person is told that it is read as, for each of its meanings.
    pub told: Vec<String>,
    /// What is meant: what the text is read as, sentence by sentence, or one of its meanings.
    pub formulas: Vec<Formula>,
    /// The meanings of a text that has several.
    pub meanings: Vec<Formula>,
    /// What all of these forbid.
    pub forbidden: Vec<Formula>,
    pub state: State,
    /// H. Of a draft without a plan, the length of the way.
    pub horizon: u32,
}

impl Draft {
    /// The mission of this team and seed, though perhaps in more steps than needed. `vague`: how probable it is that it leaves
    /// open which thing is meant.
    pub fn new(ground: &Ground, vague: f64, team: &Team, seed: u64) -> Result<Self, CalibrateError> {
        Self::drawn(ground, vague, team, seed, |_, _, _| true)
    }

    /// The mission of this team and seed. Its horizon is the length of a plan that search has found, a quarter of it, and one
    /// step.
    pub fn with_plan(ground: &Ground, vague: f64, team: &Team, seed: u64) -> Result<Self, CalibrateError> {
        Self::drawn(ground, vague, team, seed, |draft, places, rng| draft.plan(ground, places, rng))
    }

    fn drawn(
        ground: &Ground,
        vague: f64,
        team: &Team,
        seed: u64,
        mut is_taken: impl FnMut(&mut Self, &[usize], &mut ChaCha8Rng) -> bool,
    ) -> Result<Self, CalibrateError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..ATTEMPTS {
            let Some((mut draft, places)) = Self::attempt(ground, vague, team, seed, &mut rng)? else { continue };
            if is_taken(&mut draft, &places, &mut rng) {
                return Ok(draft);
            }
        }
        Err(CalibrateError::NoMission { team: team.to_string(), attempts: ATTEMPTS })
    }

    fn attempt(
        ground: &Ground,
        vague: f64,
        team: &Team,
        seed: u64,
        rng: &mut ChaCha8Rng,
    ) -> Result<Option<(Self, Vec<usize>)>, CalibrateError> {
        let world = &ground.world;
        let places = members(world, team, |from, count| from.sample(rng, count).copied().collect());
        let places = places.ok_or_else(|| CalibrateError::Site(format!("the fleet has no team of {team}")))?;
        let start = ground.start.draw(world, rng.random()).map_err(|error| CalibrateError::Site(error.to_string()))?;
        let [least, most] = STEPS;
        let way = wander(world, &places, &start.known, rng.random_range(least..=most), rng);
        let Some(Asked { sentences, told, formulas, is_done }) = asked(ground, &way, &places, rng) else {
            return Ok(None);
        };
        let holds =
            |steps: &[_]| check_plan(world, &formulas, &places, &start.known, &Plan { steps: steps.to_vec() }).is_ok();
        if holds(&[]) || (is_done && !holds(&way.steps)) {
            return Ok(None);
        }
        let clear = Open { sentences, told: vec![told], meant: formulas, meanings: Vec::new(), forbidden: Vec::new() };
        let open = if rng.random_bool(vague) { left_open(ground, &clear, rng) } else { Some(clear) };
        let Some(Open { sentences, told, meant: formulas, meanings, forbidden }) = open else { return Ok(None) };
        let robots = places.iter().map(|place| world.robots()[*place].clone()).collect();
        // More than the way has brought about may take longer.
        let horizon = way.steps.len() as u32 * if is_done { 1 } else { 2 };
        let text = text_of(&sentences);
        Ok(Some((
            Self { seed, robots, text, told, formulas, meanings, forbidden, state: start.known, horizon },
            places,
        )))
    }

    /// Sets the horizon by a plan; gives whether the mission is taken.
    fn plan(&mut self, ground: &Ground, places: &[usize], rng: &mut ChaCha8Rng) -> bool {
        let Some((mission, rest)) = self.formulas.split_first() else { return false };
        let Ok(task) = Task::new(&ground.world, mission, rest, places) else { return false };
        match shortest(&task, &self.state, &task.begin(&self.state), self.horizon, PLANNING) {
            Answer::Found { plan, .. } => {
                self.horizon = (plan.len() + plan.len() / 4 + 1) as u32;
                rng.random_ratio(plan.len().min(WORTH_WORDS) as u32, WORTH_WORDS as u32)
            }
            Answer::Impossible | Answer::OutOfBudget => false,
        }
    }
}

/// The sentences of a mission.
struct Asked {
    sentences: Vec<String>,
    /// What a person is told that they are read as.
    told: String,
    /// What they are read as.
    formulas: Vec<Formula>,
    /// Whether the way has brought it about.
    is_done: bool,
}

/// A mission about what the way has brought about, or more of the same.
fn asked(ground: &Ground, way: &Way, places: &[usize], rng: &mut ChaCha8Rng) -> Option<Asked> {
    let world = &ground.world;
    let words = Wordings { world, vocabulary: &ground.vocabulary };
    let all = goals(world, &ground.atoms, way);
    let wanted = *[1, 1, 1, 2, 2, 2, 3].choose(rng)?;
    let chosen = all.sample_weighted(rng, wanted, |(_, weight)| *weight).ok()?;
    let mut chosen: Vec<Goal> = chosen.map(|(goal, _)| goal.clone()).collect();
    chosen.sort_by_key(Goal::moment);
    let mut apart: Vec<Goal> = Vec::new();
    for goal in chosen {
        if !apart.iter().any(|other| goal.is_part_of(other, world)) {
            apart.push(goal);
        }
    }
    let mut said: Vec<Said> = Vec::new();
    let mut left = apart.as_slice();
    if let [first, second, rest @ ..] = left {
        let joint = match rng.random::<f64>() {
            chance if chance < IN_ORDER && first.moment() < second.moment() => words.in_order([first, second], rng),
            chance if chance < IN_ORDER + TOGETHER => words.together([first, second], rng),
            _ => None,
        };
        if let Some(joint) = joint {
            (left, said) = (rest, vec![joint]);
        }
    }
    for goal in left {
        let wide = match rng.random::<f64>() {
            chance if chance < ANY => words.of_any(goal, rng),
            chance if chance < ANY + ALL => words.of_all(goal, rng),
            chance if chance < ANY + ALL + ALL_THERE => words.of_all_there(goal, way.states.first()?, rng),
            chance if chance < ANY + ALL + ALL_THERE + WHERE_SO => {
                let (start, atom) = (way.states.first()?, ground.atoms.choose(rng)?);
                let truth = world.truth_of(start, atom);
                (truth != Truth::Unknown).then(|| words.where_so(goal, atom, truth.is_true(), rng)).flatten()
            }
            _ => None,
        };
        said.push(wide.or_else(|| words.alone(goal, rng))?);
    }
    if rng.random_bool(FORBIDDEN) {
        said.extend(forbidden(&words, way, places, &all, rng));
    }
    let mut formulas: Vec<Formula> = Vec::new();
    said.iter().flat_map(|said| &said.formulas).for_each(|formula| formulas.push(formula.clone()));
    let is_done = said.iter().all(|said| said.is_done);
    let sentences: Vec<String> = said.into_iter().map(|said| said.sentence).collect();
    // Beside the others a sentence may mean something else.
    let whole = read(&text_of(&sentences), &ground.vocabulary).ok()?;
    let is_same = whole.statements.iter().map(|asked| &asked.formula).eq(&formulas);
    is_same.then(|| Asked { sentences, told: whole.words(), formulas, is_done })
}

/// Sentences as one text.
pub(super) fn text_of(sentences: &[String]) -> String {
    let stop = |sentence: &String| if sentence.ends_with('?') { "" } else { "." };
    sentences.iter().map(|sentence| capital(sentence) + stop(sentence)).collect::<Vec<_>>().join(" ")
}

/// Something that must never be done, and that a robot could have done on the way.
fn forbidden(
    words: &Wordings<'_>,
    way: &Way,
    places: &[usize],
    all: &[(Goal, f64)],
    rng: &mut ChaCha8Rng,
) -> Option<Said> {
    if rng.random_bool(TWO_AT_ONCE) {
        return words.never_two(&all.choose(rng)?.0);
    }
    let (state, robot) = (way.states.choose(rng)?, *places.choose(rng)?);
    let idle = words.world.options().idle();
    let mut possible = words.world.applicable(state, robot);
    possible.retain(|decision| *decision != idle && !way.steps.iter().flatten().any(|done| *done == Some(*decision)));
    words.never(robot, *possible.choose(rng)?, rng)
}

fn capital(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}
