//! Goals and prohibitions in words: many ways to say the same, of which English takes those that mean it.

use std::collections::BTreeSet;

use rand::{
    RngExt,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;
use surefleet_english::{Reading, Vocabulary, paraphrase, read};
use surefleet_fleet::Decision;
use surefleet_ltl::{Formula, Unary};
use surefleet_world::{Atom, ObjectId, State, World};

use super::{
    goals::Goal,
    phrasings::{self, Being},
};

/// How often what may be ordered to be moved is ordered otherwise: as what must be, or what goes somewhere.
const WISHED: f64 = 0.25;
const MOVED: f64 = 0.25;
/// The most things of a sort of which all are asked for: more are seldom brought about in a few steps.
const MOST_ALL: usize = 4;
/// The most sentences that are tried.
const MOST: usize = 8;

/// Words for what is asked for at a site.
pub(super) struct Wordings<'a> {
    pub world: &'a World,
    pub vocabulary: &'a Vocabulary,
}

/// A sort of things, and the proposition of a goal for each of them.
struct Sort<'a> {
    word: &'a str,
    words: &'a str,
    propositions: Vec<String>,
}

/// Sentences without capitals and full stops, and the formulas that they are read as.
pub(super) struct Said {
    pub sentence: String,
    pub formulas: Vec<Formula>,
    /// Whether it asks for no more than the way that it was taken from has brought about.
    pub is_done: bool,
}

impl Wordings<'_> {
    /// One goal in a sentence of its own.
    pub fn alone(&self, goal: &Goal, rng: &mut ChaCha8Rng) -> Option<Said> {
        match goal {
            Goal::Fact { .. } => {
                let meant = self.meant(goal)?;
                // Where a robot was sent, it need not stay.
                let once = Formula::unary(Unary::Finally, &Formula::parse(&self.name(goal)).ok()?);
                let is_it = |said: &Reading| {
                    let asked: Vec<&Formula> = said.statements.iter().map(|asked| &asked.formula).collect();
                    asked == [&meant] || (asked == [&once] && self.is_of_robot(goal))
                };
                let clause = self.clause(&meant)?;
                let mut sentences = fact_sentences(&clause, self.is_placed(goal), rng);
                if self.is_of_robot(goal) && rng.random_bool(WISHED) {
                    let ways = Being::of(&clause).map_or_else(Vec::new, |being| being.sent());
                    sentences.splice(..0, ways.sample(rng, MOST).cloned().collect::<Vec<_>>());
                }
                self.first(sentences, is_it)
            }
            Goal::Deed { robot, decision, .. } => {
                let mut sentences = self.deed_sentences(*robot, *decision, rng)?;
                sentences.shuffle(rng);
                let deed = self.world.deed(*robot, *decision);
                self.first(sentences, |said| said.statements.len() == 1 && said.has_goal() && speaks_of(said, &deed))
            }
        }
    }

    /// A goal about any one of the things of a sort, of which the way has brought it about for one.
    pub fn of_any(&self, goal: &Goal, rng: &mut ChaCha8Rng) -> Option<Said> {
        let sort = self.sort(goal, rng)?;
        let any = sort.propositions.join(" | ");
        let meant = Formula::parse(&format!("F G ({any})")).ok()?;
        let called = phrasings::any(sort.word, sort.words);
        self.of_sort(called.choose(rng)?, goal, &meant, rng)
    }

    /// A goal about all the things of a sort, of which the way has brought it about for one at least.
    pub fn of_all(&self, goal: &Goal, rng: &mut ChaCha8Rng) -> Option<Said> {
        let sort = self.sort(goal, rng).filter(|sort| sort.propositions.len() <= MOST_ALL)?;
        let each: Vec<String> = sort.propositions.iter().map(|name| format!("F G {name}")).collect();
        let meant = Formula::parse(&each.join(" & ")).ok()?;
        let called = phrasings::all(sort.word, sort.words, sort.propositions.len());
        let said = self.of_sort(called.choose(rng)?, goal, &meant, rng)?;
        Some(Said { is_done: false, ..said })
    }

    /// A goal about all that is at one place at the start, of which the way has brought it about for one at least.
    pub fn of_all_there(&self, goal: &Goal, start: &State, rng: &mut ChaCha8Rng) -> Option<Said> {
        let Goal::Fact { atom, holds: true, .. } = goal else { return None };
        let world = self.world;
        let ([object], Some(to)) = (atom.arguments.as_slice(), atom.value) else { return None };
        let predicate = world.domain().predicate(atom.predicate);
        let at = |of: ObjectId, value: ObjectId| Atom {
            arguments: [of].into_iter().collect(),
            value: Some(value),
            ..atom.clone()
        };
        let places = world.members(predicate.value.as_ref()?);
        let from = places.into_iter().find(|place| world.truth_of(start, &at(*object, *place)).is_true())?;
        let moved = |of| format!("({} -> F G {})", world.atom_name(&at(of, from)), world.atom_name(&at(of, to)));
        let each: Vec<String> = world.members(predicate.arguments.first()?).into_iter().map(moved).collect();
        let meant = Formula::parse(&each.join(" & ")).ok()?;
        let clause = self.clause(&Formula::parse(&format!("F G {}", world.atom_name(&at(*object, from)))).ok()?)?;
        let called = phrasings::all_there(Being::of(&clause)?.so);
        let said = self.of_sort(called.choose(rng)?, goal, &meant, rng)?;
        Some(Said { is_done: false, ..said })
    }

    /// A sort of the thing that a goal is about, if there are several of it.
    fn sort(&self, goal: &Goal, rng: &mut ChaCha8Rng) -> Option<Sort<'_>> {
        let Goal::Fact { atom, holds: true, .. } = goal else { return None };
        let of = *self.world.object(*atom.arguments.first()?).types.choose(rng)?;
        let members = self.world.members_of(of);
        let sort = &self.world.domain().types()[of.index()];
        let (word, words) = (sort.words.first()?, sort.plurals.first()?);
        let name = |member: &ObjectId| {
            let mut of_member = atom.clone();
            of_member.arguments[0] = *member;
            self.world.atom_name(&of_member)
        };
        (members.len() > 1).then(|| Sort { word, words, propositions: members.iter().map(name).collect() })
    }

    /// A goal with other words for the thing that it is about.
    fn of_sort(&self, called: &str, goal: &Goal, meant: &Formula, rng: &mut ChaCha8Rng) -> Option<Said> {
        let Goal::Fact { atom, .. } = goal else { return None };
        let clause = self.clause(&self.meant(goal)?)?;
        let (_, so) =
            clause.strip_prefix(&self.world.object(atom.arguments[0]).phrase)?.split_once(' ')?.1.split_once(' ')?;
        let is = if phrasings::is_several(called) { "are" } else { "is" };
        let clause = format!("{called} {is} {so}");
        let is_it = |said: &Reading| {
            let all: Vec<Formula> = said.statements.iter().map(|asked| asked.formula.clone()).collect();
            all.len() == 1 && all[0] == *meant
        };
        self.first(fact_sentences(&clause, self.is_placed(goal), rng), is_it)
    }

    /// A goal where something is so at the start; it is.
    pub fn where_so(&self, goal: &Goal, start: &Atom, is_so: bool, rng: &mut ChaCha8Rng) -> Option<Said> {
        let not = if is_so { "" } else { "!" };
        let fact = Formula::parse(&format!("F G {not}{}", self.world.atom_name(start))).ok()?;
        let [condition, clause] = [&fact, &self.meant(goal)?].map(|meant| self.clause(meant));
        let (condition, being) = (condition?, clause?);
        let orders = Being::of(&being).filter(|_| self.is_placed(goal))?.orders();
        let order = phrasings::requested(orders.choose(rng)?, rng);
        let meant = Formula::parse(&format!("{not}{} -> {}", self.world.atom_name(start), self.meant(goal)?)).ok()?;
        let is_it = |said: &Reading| said.statements.len() == 1 && said.statements[0].formula == meant;
        self.first(phrasings::where_so(&condition, &order), is_it)
    }

    /// Two goals in one sentence, the second after the first.
    pub fn in_order(&self, goals: [&Goal; 2], rng: &mut ChaCha8Rng) -> Option<Said> {
        let [mut first, mut second] = [self.orders(goals[0])?, self.orders(goals[1])?];
        first.shuffle(rng);
        second.shuffle(rng);
        let both = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
        let mut told = |(one, other): (&String, &String)| {
            let ways = phrasings::one_after_another(one, &self.with_it(goals, one, other, true));
            let sentence = ways.choose(rng).expect("there are some");
            // Nobody asks: "could you the lamp goes there?"
            if self.is_order(one, goals[0]) { phrasings::requested(sentence, rng) } else { sentence.clone() }
        };
        let is_it = |said: &Reading| {
            said.statements.len() == 1 && said.has_goal() && goals.iter().all(|goal| speaks_of(said, &self.name(goal)))
        };
        self.first(both.take(MOST).map(&mut told).collect(), is_it)
    }

    /// Two goals in one sentence, in any order.
    pub fn together(&self, goals: [&Goal; 2], rng: &mut ChaCha8Rng) -> Option<Said> {
        let [mut first, mut second] = [self.orders(goals[0])?, self.orders(goals[1])?];
        first.shuffle(rng);
        second.shuffle(rng);
        let it = rng.random_bool(0.7);
        let both = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
        let mut told = |(one, other): (&String, &String)| {
            let ways = phrasings::both(one, &self.with_it(goals, one, other, it));
            let sentence = ways.choose(rng).expect("there are some");
            // Nobody asks: "could you the lamp goes there?"
            if self.is_order(one, goals[0]) { phrasings::requested(sentence, rng) } else { sentence.clone() }
        };
        let is_it = |said: &Reading| said.has_goal() && goals.iter().all(|goal| speaks_of(said, &self.name(goal)));
        self.first(both.take(MOST).map(&mut told).collect(), is_it)
    }

    /// That a decision must never be made: by a robot, by its kind, or by anybody.
    pub fn never(&self, robot: usize, decision: Decision, rng: &mut ChaCha8Rng) -> Option<Said> {
        let (world, text) = (self.world, self.text(decision)?);
        let of = world.object(world.robot(robot));
        let domain = world.domain();
        let kinds = of.types.iter().filter_map(|of| domain.types()[of.index()].plurals.first());
        let mut sentences = phrasings::banned(&text);
        sentences.extend(phrasings::denied(&of.phrase, &text));
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
            said.statements.iter().all(back).then_some(Said { sentence, formulas, is_done: true })
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
                let being = Being::of(&clause);
                let being_placed = being.filter(|_| self.is_placed(goal));
                let mut orders = being_placed.map_or_else(Vec::new, |being| [being.orders(), being.moves()].concat());
                orders.extend(being.map(|Being { of, so, .. }| format!("{of} must be {so}")));
                Some(orders)
            }
            Goal::Deed { decision, .. } => Some(vec![self.text(*decision)?]),
        }
    }

    fn deed_sentences(&self, robot: usize, decision: Decision, rng: &mut ChaCha8Rng) -> Option<Vec<String>> {
        let (text, robot) = (self.text(decision)?, &self.world.object(self.world.robot(robot)).phrase);
        let mut sentences = phrasings::told(robot, &text);
        sentences.extend((0..MOST).map(|_| phrasings::requested(&text, rng)));
        Some(sentences)
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

    /// Whether words for a goal begin with a verb, not with what it is about.
    fn is_order(&self, words: &str, goal: &Goal) -> bool {
        self.objects(goal).first().is_none_or(|of| !words.starts_with(&self.world.object(*of).phrase))
    }

    fn is_of_robot(&self, goal: &Goal) -> bool {
        matches!(goal, Goal::Fact { holds: true, .. }) && !self.is_placed(goal)
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

/// Sentences that ask for a fact at the end, most of them as orders if it can be ordered about.
fn fact_sentences(clause: &str, is_placed: bool, rng: &mut ChaCha8Rng) -> Vec<String> {
    let Some(being) = Being::of(clause) else {
        let mut sentences = vec![format!("in the end {clause}"), format!("make sure that {clause}")];
        sentences.shuffle(rng);
        return sentences;
    };
    let shuffled = |mut all: Vec<String>, rng: &mut ChaCha8Rng| {
        all.shuffle(rng);
        all.truncate(MOST);
        all
    };
    let wishes = shuffled(being.wishes(), rng);
    let orders = if is_placed { shuffled(being.orders(), rng) } else { Vec::new() };
    let orders: Vec<String> = orders.iter().map(|order| phrasings::requested(order, rng)).collect();
    let moves = if is_placed { shuffled(being.moves(), rng) } else { Vec::new() };
    match rng.random::<f64>() {
        chance if chance < WISHED => [wishes, orders, moves].concat(),
        chance if chance < WISHED + MOVED => [moves, orders, wishes].concat(),
        _ => [orders, moves, wishes].concat(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use surefleet_english::readings;
    use surefleet_fleet::RobotId;
    use surefleet_world::{Domain, Robot, Start};

    use super::*;
    use crate::site::{goals::goals, ground::Ground, vague::one_left_open, wander::wander};

    const WAYS: usize = 40;

    /// What became of sentences whose meaning is known.
    #[derive(Debug, Default)]
    struct Tally {
        /// Read as just what is meant.
        exact: u32,
        /// Shown to a person with what is meant and other meanings.
        shown: u32,
        refused: Vec<String>,
        /// Read or shown without what is meant.
        otherwise: Vec<String>,
    }

    impl Tally {
        fn add(&mut self, text: &str, ground: &Ground, is_meant: impl Fn(&Reading) -> bool) {
            match readings(text, &ground.vocabulary) {
                Ok(found) if !found.iter().any(is_meant) => self.otherwise.push(text.to_owned()),
                Ok(found) if found.len() == 1 => self.exact += 1,
                Ok(_) => self.shown += 1,
                Err(wrong) => self.refused.push(format!("{text}: {wrong}")),
            }
        }
    }

    /// Sites whose files others wrote, and that no shipped calibration or model was made with.
    fn sites_of_others() -> impl Iterator<Item = (&'static str, Ground)> {
        macro_rules! of {
            ($site:literal, $robots:expr) => {
                (
                    $site,
                    include_str!(concat!("../../../../examples/", $site, "/", $site, ".yaml")),
                    include_str!(concat!("../../../../examples/", $site, "/start.yaml")),
                    &$robots,
                )
            };
        }
        let sites: [(_, _, _, &[&str]); 4] = [
            of!("bakery", ["arm_1: kitchen_arm", "arm_2: kitchen_arm", "runner_1: runner", "runner_2: runner"]),
            of!("greenhouse", ["gardener_1: gardener", "gardener_2: gardener", "cart_1: cart"]),
            of!("library", ["arm_1: arm", "arm_2: arm", "cart_1: cart", "cart_2: cart"]),
            of!("theatre", ["pip: stagehand", "moss: stagehand", "bull: hauler"]),
        ];
        sites.into_iter().map(|(site, domain, start, robots)| {
            let domain = Arc::new(Domain::parse(domain, "domain").expect("a domain"));
            let start = Start::parse(start, "start", &domain).expect("a start");
            let robot = |said: &&str| {
                let (name, kind) = said.split_once(": ").expect("a robot and its kind");
                Robot { id: RobotId::new(name).expect("a name"), kind: Some(kind.into()) }
            };
            let robots: Vec<Robot> = robots.iter().map(robot).collect();
            (site, Ground::new(Arc::new(World::new(domain, &robots).expect("a world")), start))
        })
    }

    /// Facts that a team of all robots brings about when it wanders, in the words of [`clause`](Wordings::clause).
    fn facts(words: &Wordings<'_>, ground: &Ground, rng: &mut ChaCha8Rng) -> Vec<(Goal, String)> {
        let world = &ground.world;
        let everyone: Vec<usize> = (0..world.robots().len()).collect();
        let mut found: Vec<(Goal, String)> = Vec::new();
        for _ in 0..WAYS {
            let start = ground.start.draw(world, rng.random()).expect("a start");
            let way = wander(world, &everyone, &start.known, 24, rng);
            for (goal, _) in goals(world, &ground.atoms, &way) {
                let Some(clause) = words.meant(&goal).and_then(|meant| words.clause(&meant)) else { continue };
                // "Make sure that it is not there" forbids it from now on, rather than asking for it in the end.
                if !clause.contains(" not ") && found.iter().all(|(_, known)| *known != clause) {
                    found.push((goal, clause));
                }
            }
        }
        found
    }

    #[test]
    fn ways_to_ask_for_a_fact_are_read_as_they_are_meant_at_sites_of_others() {
        for (site, ground) in sites_of_others() {
            let words = Wordings { world: &ground.world, vocabulary: &ground.vocabulary };
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let (mut clear, mut open) = (Tally::default(), Tally::default());
            for (goal, clause) in facts(&words, &ground, &mut rng) {
                let meant = words.meant(&goal).expect("a fact");
                let once = Formula::unary(Unary::Finally, &Formula::parse(&words.name(&goal)).expect("a proposition"));
                let is_meant = |said: &Reading| {
                    let formula = said.formula();
                    formula == meant || words.is_of_robot(&goal) && formula == once
                };
                for sentence in fact_sentences(&clause, words.is_placed(&goal), &mut rng) {
                    clear.add(&sentence, &ground, is_meant);
                    for vague in one_left_open(&ground.world, &sentence) {
                        open.add(&vague, &ground, is_meant);
                    }
                }
            }
            for (sort, tally) in [("clear", &clear), ("vague", &open)] {
                let Tally { exact, shown, refused, otherwise } = tally;
                let (refused, otherwise) = (refused.len(), otherwise.len());
                println!("{site}, {sort}: {exact} as meant, {shown} shown, {refused} refused, {otherwise} otherwise");
            }
            assert!(
                [&clear, &open].iter().all(|tally| tally.otherwise.is_empty()),
                "{:?} {:?}",
                clear.otherwise,
                open.otherwise
            );
            let all = clear.exact + clear.shown + clear.refused.len() as u32;
            assert!(all > 1000 && clear.exact * 100 >= all * 97, "{site}: {:?}", clear.refused);
            assert!(open.exact + open.shown > open.refused.len() as u32, "{site}: {:?}", open.refused);
        }
    }
}
