//! Goals and prohibitions in words: many ways to say the same, of which English takes those that mean it.

use std::collections::BTreeSet;

use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_english::{Reading, Vocabulary, paraphrase, read};
use surefleet_fleet::Decision;
use surefleet_ltl::Formula;
use surefleet_world::{ObjectId, World};

use super::goals::Goal;

/// How many of the orders and duties that say where something is to be are tried before the plainer forms.
const PLAINLY: f64 = 0.25;

/// Words for what is asked for at a site.
pub(super) struct Wordings<'a> {
    pub world: &'a World,
    pub vocabulary: &'a Vocabulary,
}

/// Sentences without capitals and full stops, and the formulas that they are read as.
pub(super) struct Said {
    pub sentence: String,
    pub formulas: Vec<Formula>,
}

impl Wordings<'_> {
    /// One goal in a sentence of its own.
    pub fn alone(&self, goal: &Goal, rng: &mut ChaCha8Rng) -> Option<Said> {
        match goal {
            Goal::Fact { .. } => {
                let meant = self.meant(goal)?;
                let is_it = |said: &Reading| said.statements.len() == 1 && said.statements[0].formula == meant;
                self.first(fact_sentences(&self.clause(&meant)?, self.is_placed(goal), rng), is_it)
            }
            Goal::Deed { robot, decision, .. } => {
                let mut sentences = self.deed_sentences(*robot, *decision)?;
                sentences.shuffle(rng);
                let deed = self.world.deed(*robot, *decision);
                self.first(sentences, |said| said.statements.len() == 1 && said.has_goal() && speaks_of(said, &deed))
            }
        }
    }

    /// Two goals in one sentence, the second after the first.
    pub fn in_order(&self, goals: [&Goal; 2], rng: &mut ChaCha8Rng) -> Option<Said> {
        let [mut first, mut second] = [self.orders(goals[0])?, self.orders(goals[1])?];
        first.shuffle(rng);
        second.shuffle(rng);
        let both = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
        let told =
            |(one, other): (&String, &String)| format!("first {one}, then {}", self.with_it(goals, one, other, true));
        let is_it = |said: &Reading| {
            said.statements.len() == 1 && said.has_goal() && goals.iter().all(|goal| speaks_of(said, &self.name(goal)))
        };
        self.first(both.map(told).take(6).collect(), is_it)
    }

    /// Two goals in one sentence, in any order.
    pub fn together(&self, goals: [&Goal; 2], rng: &mut ChaCha8Rng) -> Option<Said> {
        let [mut first, mut second] = [self.orders(goals[0])?, self.orders(goals[1])?];
        first.shuffle(rng);
        second.shuffle(rng);
        let it = rng.random_bool(0.7);
        let comma = if rng.random_bool(0.3) { "," } else { "" };
        let both = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
        let told =
            |(one, other): (&String, &String)| format!("{one}{comma} and {}", self.with_it(goals, one, other, it));
        let is_it = |said: &Reading| said.has_goal() && goals.iter().all(|goal| speaks_of(said, &self.name(goal)));
        self.first(both.map(told).take(6).collect(), is_it)
    }

    /// That a decision must never be made: by a robot, by its kind, or by anybody.
    pub fn never(&self, robot: usize, decision: Decision, rng: &mut ChaCha8Rng) -> Option<Said> {
        let (world, text) = (self.world, self.text(decision)?);
        let of = world.object(world.robot(robot));
        let domain = world.domain();
        let kinds = of.types.iter().filter_map(|of| domain.types()[of.index()].plurals.first());
        let mut sentences = vec![format!("never {text}"), format!("no robot may ever {text}")];
        sentences.extend((0..2).map(|_| format!("{} must never {text}", of.phrase)));
        sentences.extend(kinds.map(|kind| format!("{kind} must never {text}")));
        sentences.shuffle(rng);
        self.first(sentences, |said| said.statements.len() == 1 && !said.has_goal())
    }

    /// That what one thing may be two of its sort must never be at once.
    pub fn never_two(&self, goal: &Goal) -> Option<Said> {
        let Goal::Fact { atom, holds: true, .. } = goal else { return None };
        let [of] = atom.arguments.as_slice() else { return None };
        let clause = self.clause(&self.meant(goal)?)?;
        let (_, rest) = clause.split_once(" is ").filter(|_| atom.value.is_none())?;
        let domain = self.world.domain();
        let plurals = self.world.object(*of).types.iter().filter_map(|of| domain.types()[of.index()].plurals.first());
        let sentences = plurals.map(|plural| format!("two {plural} must never be {rest} at once"));
        self.first(sentences.collect(), |said| said.statements.len() == 1 && !said.has_goal())
    }

    /// The first of these sentences that English reads as it is meant, and whose words it says back the same way.
    fn first(&self, sentences: Vec<String>, is_meant: impl Fn(&Reading) -> bool) -> Option<Said> {
        sentences.into_iter().find_map(|sentence| {
            let said = read(&sentence, self.vocabulary).ok().filter(&is_meant)?;
            let back = |asked: &surefleet_english::Asked| {
                read(&asked.words, self.vocabulary).is_ok_and(|back| back.formula() == asked.formula)
            };
            let formulas = said.statements.iter().map(|asked| asked.formula.clone()).collect();
            said.statements.iter().all(back).then_some(Said { sentence, formulas })
        })
    }

    /// The formula of a fact that is to hold in the end.
    fn meant(&self, goal: &Goal) -> Option<Formula> {
        let Goal::Fact { atom, holds, .. } = goal else { return None };
        let not = if *holds { "" } else { "!" };
        Formula::parse(&format!("F G {not}{}", self.world.atom_name(atom))).ok()
    }

    /// A fact in words: "the door is closed".
    fn clause(&self, meant: &Formula) -> Option<String> {
        let said = paraphrase(meant, self.vocabulary).ok()?;
        let [sentence] = said.sentences.as_slice() else { return None };
        sentence.strip_prefix("in the end ").map(str::to_owned)
    }

    /// Orders, and what must be, for a part of a sentence.
    fn orders(&self, goal: &Goal) -> Option<Vec<String>> {
        match goal {
            Goal::Fact { .. } => {
                let clause = self.clause(&self.meant(goal)?)?;
                let mut orders = if self.is_placed(goal) { placings(&clause) } else { Vec::new() };
                orders.extend(said_of(&clause).map(|(of, rest)| format!("{of} must be {rest}")));
                Some(orders)
            }
            Goal::Deed { decision, .. } => Some(vec![self.text(*decision)?]),
        }
    }

    fn deed_sentences(&self, robot: usize, decision: Decision) -> Option<Vec<String>> {
        let (text, robot) = (self.text(decision)?, &self.world.object(self.world.robot(robot)).phrase);
        Some(vec![text.clone(), text.clone(), format!("{robot} must {text}"), format!("{robot} should {text}")])
    }

    /// A decision in words; `None` for one that speaks of "it", which nothing before it tells.
    fn text(&self, decision: Decision) -> Option<String> {
        Some(self.world.text(decision)).filter(|text| text.split(' ').all(|word| word != "it"))
    }

    /// Whether a goal is about something that can be put somewhere, not about a robot.
    fn is_placed(&self, goal: &Goal) -> bool {
        self.objects(goal).first().is_some_and(|first| self.world.place_of(*first).is_none())
    }

    /// The second part of a sentence, with "it" for what both parts are about.
    fn with_it(&self, goals: [&Goal; 2], one: &str, other: &str, it: bool) -> String {
        let [these, those] = goals.map(|goal| self.objects(goal));
        let shared = these.iter().filter(|object| those.contains(object)).map(|of| &self.world.object(*of).phrase);
        let shared = shared.filter(|phrase| one.contains(phrase.as_str()) && other.contains(phrase.as_str()));
        match shared.max_by_key(|phrase| phrase.len()).filter(|_| it) {
            Some(phrase) => other.replacen(phrase.as_str(), "it", 1),
            None => other.to_owned(),
        }
    }

    fn objects(&self, goal: &Goal) -> Vec<ObjectId> {
        match goal {
            Goal::Fact { atom, .. } => atom.arguments.iter().copied().chain(atom.value).collect(),
            Goal::Deed { decision, .. } => self.world.options().arguments(*decision).to_vec(),
        }
    }

    /// The proposition of a goal.
    fn name(&self, goal: &Goal) -> String {
        match goal {
            Goal::Fact { atom, .. } => self.world.atom_name(atom),
            Goal::Deed { robot, decision, .. } => self.world.deed(*robot, *decision),
        }
    }
}

/// Whether a proposition stands in the formulas.
fn speaks_of(said: &Reading, proposition: &str) -> bool {
    let all: BTreeSet<String> = said
        .statements
        .iter()
        .flat_map(|asked| asked.formula.propositions().map(|one| one.as_str().replace(' ', "")))
        .collect();
    all.contains(&proposition.replace(' ', ""))
}

/// Sentences that ask for a fact at the end, some of them as orders if it can be ordered about.
fn fact_sentences(clause: &str, is_placed: bool, rng: &mut ChaCha8Rng) -> Vec<String> {
    let mut placings = if is_placed { placings(clause) } else { Vec::new() };
    if let Some((of, rest)) = clause.split_once(" is ").filter(|_| !placings.is_empty()) {
        placings.push(format!("I want {of} {rest}"));
    }
    let mut plain = vec![format!("in the end {clause}"), format!("make sure that {clause}")];
    if let Some((of, rest)) = said_of(clause) {
        plain.extend([format!("{of} should be {rest} in the end"), format!("{of} must be {rest} in the end")]);
    }
    placings.shuffle(rng);
    plain.shuffle(rng);
    let [first, second] = if rng.random_bool(PLAINLY) { [plain, placings] } else { [placings, plain] };
    first.into_iter().chain(second).collect()
}

/// What a clause is about, and what it says that it is; `None`: it says so otherwise, or what it is not.
fn said_of(clause: &str) -> Option<(&str, &str)> {
    clause.split_once(" is ").filter(|(_, rest)| !rest.starts_with("not "))
}

/// Orders to move something to where the clause says that it is.
fn placings(clause: &str) -> Vec<String> {
    let Some((of, rest)) = clause.split_once(" is ") else { return Vec::new() };
    let Some((_, to)) = rest.split_once(' ').filter(|(word, _)| ["in", "on", "at"].contains(word)) else {
        return Vec::new();
    };
    let mut all: Vec<String> =
        ["bring", "take", "move", "carry", "deliver"].map(|verb| format!("{verb} {of} to {to}")).to_vec();
    all.extend(["put", "put", "put", "place"].map(|verb| format!("{verb} {of} {rest}")));
    all.push(format!("put {of} into {to}"));
    all
}
