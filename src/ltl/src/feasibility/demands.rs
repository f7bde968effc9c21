//! Common properties of every plan to satisfy one constraint: necessary literals, their needs, and their order.

use std::sync::OnceLock;

use super::world::World;
use crate::{
    Automaton, PropositionId, StateId,
    automaton::{Edge, Literal},
};

/// The first or the last time, from now on, at which a literal holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    First,
    Last,
}

impl End {
    pub const BOTH: [Self; 2] = [Self::First, Self::Last];
}

/// The most propositions, and states, of an automaton whose demands are computed.
const MOST_READ: usize = 4;
const MOST_STATES: usize = 64;

/// A set of literals of one constraint, or of letters: truth values of all that it reads.
type Set = u32;

/// Common properties of all plans that satisfy a constraint from one of its states. They also hold for plans that
/// satisfy other constraints too, since those plans are among them.
#[derive(Debug, Clone)]
pub(crate) struct Demands {
    pub literals: Vec<Literal>,
    must: Set,
    never: Set,
    once: Set,
    stays: Set,
    /// By literal: the literals that it needs, sooner or later.
    needs: Vec<Set>,
    /// By literal: the literals that never occur in a plan in which it occurs.
    excludes: Vec<Set>,
    /// By end of one literal and of another, by literal: the others whose end is not earlier than its own.
    before: [[Vec<Set>; 2]; 2],
}

/// The demands of an automaton's states, computed on demand.
///
/// Only one property of a world matters: which of the automaton's propositions exclude one another. So worlds can share
/// these demands.
#[derive(Debug)]
pub(crate) struct DemandsByState {
    letters: Set,
    by_state: Vec<OnceLock<Option<Demands>>>,
}

impl DemandsByState {
    pub fn new(automaton: &Automaton, world: &World) -> Self {
        let by_state = std::iter::repeat_with(OnceLock::new).take(automaton.size()).collect();
        Self { letters: admitted(automaton, world), by_state }
    }

    /// Whether the same demands hold in another world.
    pub fn fits(&self, automaton: &Automaton, world: &World) -> bool {
        self.letters == admitted(automaton, world)
    }

    /// Common properties of all plans that satisfy the automaton from a state; `None` if the automaton is too large.
    pub fn of(&self, automaton: &Automaton, state: StateId, world: &World) -> Option<&Demands> {
        self.by_state[state.index()].get_or_init(|| Demands::of(automaton, state, world)).as_ref()
    }
}

/// The letters that the world admits, for an automaton that reads few propositions.
fn admitted(automaton: &Automaton, world: &World) -> Set {
    let reads = automaton.reads();
    if reads.len() > MOST_READ {
        return 0;
    }
    let is_admitted = |letter: usize| {
        let held: Vec<usize> = (0..reads.len()).filter(|place| letter >> place & 1 == 1).collect();
        held.iter().all(|&one| held.iter().all(|&other| one == other || !world.shares_group(reads[one], reads[other])))
    };
    (0..1_usize << reads.len()).filter(|&letter| is_admitted(letter)).fold(0, |set, letter| set | 1 << letter)
}

impl Demands {
    /// Computes the demands. `None`: the automaton is too large.
    pub fn of(automaton: &Automaton, state: StateId, world: &World) -> Option<Self> {
        let reads = automaton.reads();
        if reads.len() > MOST_READ || automaton.size() > MOST_STATES {
            return None;
        }
        let runs = Runs::of(automaton, state, world);
        let literals: Vec<Literal> = reads.iter().flat_map(|&id| [(id, false), (id, true)]).collect();
        let with: Vec<Set> = (0..literals.len()).map(|place| runs.with(place)).collect();
        let set = |is_in: &dyn Fn(usize) -> bool| {
            (0..literals.len()).filter(|&place| is_in(place)).fold(0, |set, place| set | 1 << place)
        };
        let by_literal = |is_in: &dyn Fn(usize, usize) -> bool| {
            (0..literals.len()).map(|one| set(&|other| one / 2 != other / 2 && is_in(one, other))).collect()
        };
        let all = runs.letters;
        let is_never = |one: usize| !runs.exist(&[(all, with[one]), (all, 0)]);
        let needs =
            |one: usize, other: usize| !runs.exist(&[(!with[other], with[one] & !with[other]), (!with[other], 0)]);
        let is_before = |ends: [End; 2], one: usize, other: usize| {
            let a = with[one];
            let b = with[other];
            // Otherwise there is a plan in which the other's end is earlier.
            !match ends {
                [End::First, End::First] => runs.exist(&[(!a & !b, b & !a), (!a, a), (all, 0)]),
                [End::First, End::Last] => runs.exist(&[(!a, b & !a), (!a & !b, a & !b), (!b, 0)]),
                [End::Last, End::First] => runs.exist(&[(all, b), (all, a), (all, 0)]),
                [End::Last, End::Last] => runs.exist(&[(all, b), (!b, a & !b), (!b, 0)]),
            }
        };
        let excludes = |one: usize, other: usize| {
            let last_first = [End::Last, End::First];
            let is_at_once = runs.exist(&[(all, with[one] & with[other]), (all, 0)]);
            is_before(last_first, one, other) && is_before(last_first, other, one) && !is_at_once
        };
        let before = End::BOTH.map(|one| End::BOTH.map(|other| by_literal(&|a, b| is_before([one, other], a, b))));
        Some(Self {
            must: set(&|one| !runs.exist(&[(!with[one], 0)])),
            never: set(&is_never),
            once: set(&|one| {
                let with = with[one];
                !runs.exist(&[(all, with), (all, !with), (all, with), (all, 0)])
            }),
            stays: set(&|one| !runs.exist(&[(0, !with[one]), (all, with[one]), (all, 0)])),
            needs: by_literal(&needs),
            excludes: by_literal(&excludes),
            before,
            literals,
        })
    }

    /// The number of the literal in these demands.
    pub fn place(&self, literal: Literal) -> Option<usize> {
        self.literals.iter().position(|&own| own == literal)
    }

    /// The literals that occur in every plan.
    pub fn must(&self) -> impl Iterator<Item = Literal> {
        self.members(self.must)
    }

    /// Whether it occurs in no plan.
    pub fn is_never(&self, place: usize) -> bool {
        self.never >> place & 1 == 1
    }

    /// Whether it begins at most once: after it ceases, it does not come again.
    pub fn is_once(&self, place: usize) -> bool {
        self.once >> place & 1 == 1
    }

    /// Whether it holds in the next state or never.
    pub fn stays(&self, place: usize) -> bool {
        self.stays >> place & 1 == 1
    }

    /// The literals that occur in every plan in which this one occurs.
    pub fn needs(&self, place: usize) -> impl Iterator<Item = Literal> {
        self.members(self.needs[place])
    }

    /// Whether no plan contains both.
    pub fn excludes(&self, one: usize, other: usize) -> bool {
        self.excludes[one] >> other & 1 == 1
    }

    /// Whether, in all plans that contain both, the end of one is before that of the other, or at the same time.
    pub fn is_before(&self, (one, end): (usize, End), (other, other_end): (usize, End)) -> bool {
        self.before[end as usize][other_end as usize][one] >> other & 1 == 1
    }

    fn members(&self, set: Set) -> impl Iterator<Item = Literal> {
        self.literals.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, &literal)| literal)
    }
}

/// The runs of an automaton from a state, over the letters that the axioms admit.
struct Runs {
    letters: Set,
    /// By state, by letter.
    next: Vec<Vec<usize>>,
    /// Sets of states.
    satisfied: u64,
    start: usize,
}

impl Runs {
    fn of(automaton: &Automaton, start: StateId, world: &World) -> Self {
        let reads = automaton.reads();
        let letters = admitted(automaton, world);
        let states = (0..automaton.size()).filter_map(|number| automaton.state(number));
        let next = |state: StateId| {
            (0..1 << reads.len()).map(|letter| after(automaton, automaton.edge(state), reads, letter)).collect()
        };
        let is_satisfied = |state: &StateId| automaton.verdict(*state).is_satisfied();
        Self {
            letters,
            next: states.clone().map(next).collect(),
            satisfied: states.filter(is_satisfied).fold(0, |set, state| set | 1 << state.index()),
            start: start.index(),
        }
    }

    /// The letters in which a literal holds, by its number.
    fn with(&self, literal: usize) -> Set {
        let holds = |letter: &usize| (letter >> (literal / 2) & 1 == 1) == (literal % 2 == 1);
        (0..Set::BITS as usize).filter(holds).fold(0, |set, letter| set | 1 << letter)
    }

    /// Whether a run to satisfaction goes through these stages: each stage is any number of letters of its first set,
    /// then one of its second. For the last stage only the first set counts.
    fn exist(&self, stages: &[(Set, Set)]) -> bool {
        let mut reached = 1_u64 << self.start;
        for (at, &(stay, leave)) in stages.iter().enumerate() {
            let mut fresh = reached;
            while fresh != 0 {
                fresh = self.after(fresh, stay) & !reached;
                reached |= fresh;
            }
            if at + 1 < stages.len() {
                reached = self.after(reached, leave);
            }
        }
        reached & self.satisfied != 0
    }

    fn after(&self, states: u64, letters: Set) -> u64 {
        let letters = letters & self.letters;
        let from = (0..self.next.len()).filter(|state| states >> state & 1 == 1);
        from.flat_map(|state| self.next[state].iter().enumerate())
            .filter(|(letter, _)| letters >> letter & 1 == 1)
            .fold(0, |set, (_, next)| set | 1 << next)
    }
}

/// The target of a letter.
fn after(automaton: &Automaton, mut edge: Edge, reads: &[PropositionId], letter: usize) -> usize {
    loop {
        match automaton.read(edge) {
            Ok(state) => return state.index(),
            Err((id, branches)) => {
                let place = reads.iter().position(|&own| own == id).expect("it reads what it reads");
                edge = branches[letter >> place & 1];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axioms, Budget, Formula, Group, Proposition, Valuation, Vocabulary};

    /// All words of letters of this many propositions, up to a length.
    fn words(propositions: usize, length: usize) -> Vec<Vec<usize>> {
        let mut words = vec![Vec::new()];
        let mut begin = 0;
        for _ in 0..length {
            let end = words.len();
            for at in begin..end {
                for letter in 0..1 << propositions {
                    let word = [words[at].as_slice(), &[letter]].concat();
                    words.push(word);
                }
            }
            begin = end;
        }
        words
    }

    /// Compares the demands with the common properties of the accepted words, checked word by word.
    fn compare(text: &str, group: Option<Group>, length: usize) {
        let formula = Formula::parse(text).expect("a formula");
        let mut vocabulary = Vocabulary::default();
        let automaton = Automaton::compile(&formula, &mut vocabulary, &Budget::default()).expect("a small automaton");
        let axioms = Axioms { groups: group.into_iter().collect(), ..Axioms::default() };
        let world = World::new(&axioms, &mut vocabulary).expect("a sound group");
        let reads = automaton.reads();
        let letter = |letter: usize| {
            let mut valuation = Valuation::default();
            reads.iter().enumerate().for_each(|(place, &id)| valuation.set(id, letter >> place & 1 == 1));
            valuation
        };
        let is_admitted = |word: &Vec<usize>| word.iter().all(|&each| world.contradiction(&letter(each)).is_none());
        let words: Vec<Vec<usize>> = words(reads.len(), length).into_iter().filter(is_admitted).collect();
        for state in (0..automaton.size()).filter_map(|number| automaton.state(number)) {
            let demands = Demands::of(&automaton, state, &world).expect("a small automaton");
            let end = |word: &Vec<usize>| word.iter().fold(state, |at, &each| automaton.step(at, &letter(each)));
            let accepted: Vec<&Vec<usize>> =
                words.iter().filter(|word| automaton.verdict(end(word)).is_satisfied()).collect();
            let holds = |each: usize, place: usize| (each >> (place / 2) & 1 == 1) == (place % 2 == 1);
            let times = |word: &[usize], place: usize| -> Vec<usize> {
                (0..word.len()).filter(|&at| holds(word[at], place)).collect()
            };
            let all = |claim: &dyn Fn(&[usize]) -> bool| accepted.iter().all(|word| claim(word));
            let state = format!("{text} from state {}", state.index());
            for one in 0..demands.literals.len() {
                let must = all(&|word| !times(word, one).is_empty());
                assert_eq!(demands.must().any(|literal| literal == demands.literals[one]), must, "{state}: must {one}");
                assert_eq!(demands.is_never(one), all(&|word| times(word, one).is_empty()), "{state}: never {one}");
                let once = all(&|word| times(word, one).windows(2).all(|pair| pair[0] + 1 == pair[1]));
                assert_eq!(demands.is_once(one), once, "{state}: once {one}");
                let stays = all(&|word| times(word, one).first().is_none_or(|&first| first == 0));
                assert_eq!(demands.stays(one), stays, "{state}: stays {one}");
                for other in (0..demands.literals.len()).filter(|other| other / 2 != one / 2) {
                    let pair = |word: &[usize]| (times(word, one), times(word, other));
                    let needs = all(&|word| pair(word).0.is_empty() || !pair(word).1.is_empty());
                    let is_needed = demands.needs(one).any(|literal| literal == demands.literals[other]);
                    assert_eq!(is_needed, needs, "{state}: {one} needs {other}");
                    let excludes = all(&|word| pair(word).0.is_empty() || pair(word).1.is_empty());
                    assert_eq!(demands.excludes(one, other), excludes, "{state}: {one} excludes {other}");
                    for (end, other_end) in End::BOTH.into_iter().flat_map(|end| End::BOTH.map(|other| (end, other))) {
                        let time = |times: &[usize], end| match end {
                            End::First => times.first().copied(),
                            End::Last => times.last().copied(),
                        };
                        let before = all(&|word| {
                            let (one, other) = pair(word);
                            let times = time(&one, end).zip(time(&other, other_end));
                            times.is_none_or(|(one, other)| one <= other)
                        });
                        let claim = format!("{state}: {end:?} of {one} before {other_end:?} of {other}");
                        assert_eq!(demands.is_before((one, end), (other, other_end)), before, "{claim}");
                    }
                }
            }
        }
    }

    #[test]
    fn demands_are_what_all_accepted_words_have_in_common() {
        let patterns = [
            "!b W a",
            "!b U a",
            "G(a -> F b)",
            "G(a -> X b)",
            "G(a -> WX !b)",
            "G(a -> G !b)",
            "G(a -> F G !b)",
            "F a & F b",
            "F(a & F b)",
            "F(a & X F b)",
            "F a -> F b",
            "G !(a & b)",
            "a U b",
            "a M b",
            "a R !b",
            "G !a | G !b",
            "F G a",
        ];
        let both = ["a", "b"].map(|name| Proposition::new(name).expect("a name"));
        for text in patterns {
            compare(text, None, 6);
            compare(text, Some(Group::at_most_one(both.clone())), 6);
        }
        compare("! F(a & (a U (!a & (!a U F a))))", None, 9);
        compare("! F(a & (a U (!a & (!a U F(a & (a U (!a & (!a U F a))))))))", None, 10);
    }

    #[test]
    fn demands_of_three_propositions_are_found_like_those_of_two() {
        for text in ["G(a -> F(b | c))", "!c W (a & b)", "G(a -> (!b U c))", "F(a & F(b & F c))", "G(a & b -> F c)"] {
            compare(text, None, 4);
        }
    }
}
