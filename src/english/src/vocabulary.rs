//! The words of a world: names and sorts of things, and frames of facts and deeds.

mod building;
mod effects;
mod senses;

use std::collections::{HashMap, HashSet};

use surefleet_world::World;

use crate::{
    frame::{Frame, Part, Tells},
    inflection::{self, Form},
    logic::{Atom, Ltl, Object, Sort},
    moving::{self, Mover, Settable, Taker},
    reach::{self, Outcome},
    tokens,
};

/// The words that sentences about a world can use; made once and then only read.
#[derive(Debug)]
pub struct Vocabulary {
    pub(crate) objects: Vec<Named>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) predicates: Vec<Relation>,
    pub(crate) skills: Vec<Relation>,
    pub(crate) robots: Vec<Object>,
    nouns: HashMap<String, Vec<Noun>>,
    longest_noun: usize,
    /// Words for things of whatever sort that the file does not have: they name nothing in particular.
    pub(crate) loose: HashSet<String>,
    pub(crate) frames: Vec<Frame>,
    /// By base form, the frames of a verb.
    by_verb: HashMap<String, Vec<usize>>,
    /// By word, the verbs that it is a form of.
    verbs: HashMap<String, Vec<(String, Form)>>,
    /// Facts that tell where something is.
    pub(crate) places: Vec<Place>,
    pub(crate) movers: Vec<Mover>,
    /// By skill: predicates of parameters that hold, or do not, once it is done.
    results: Vec<Vec<(usize, usize, bool)>>,
    /// By skill, whether an order to use it asks for a state.
    are_of_states: Vec<bool>,
    /// By skill, whether it cannot be used where what it brings about is so already.
    need_contrary: Vec<bool>,
    /// For each skill whether nothing else comes of it than its results, but for its robot and what that holds.
    change_robot_beside: Vec<bool>,
    pub(crate) settable: Vec<Settable>,
    pub(crate) takers: Vec<Taker>,
    /// Verbs of what only shows in a state: the verb, its predicate, and whether that is to hold.
    pub(crate) achievable: Vec<(String, usize, bool)>,
    outcomes: Vec<Outcome>,
    /// By skill, the predicates that it may change.
    changed: Vec<Vec<usize>>,
    /// For each predicate those of the state that it follows from; itself, if it is one.
    grounds: Vec<Vec<usize>>,
    /// The skill of doing nothing.
    pub(crate) stay: usize,
    words: HashSet<String>,
}

/// An object of the world.
#[derive(Debug)]
pub(crate) struct Named {
    pub name: String,
    pub phrase: String,
    pub preposition: String,
}

/// A type that sentences speak of.
#[derive(Debug)]
pub(crate) struct Kind {
    pub words: Vec<String>,
    pub members: Vec<Object>,
}

/// A predicate or a skill: its name, and for each of its places the objects that can fill it.
#[derive(Debug)]
pub(crate) struct Relation {
    pub name: String,
    /// By place and object.
    fits: Vec<Vec<bool>>,
    pub members: Vec<Vec<Object>>,
    /// Whether the last place is the value of a functional predicate.
    pub is_functional: bool,
    pub is_derived: bool,
    /// Whether its definition uses it, as that of what is within a room through other things.
    pub is_recursive: bool,
    /// Whether it never changes, as the domain says.
    pub is_fixed: bool,
    /// For which arguments it always or never holds, such as in which room a table stands.
    settled: HashMap<Vec<Object>, bool>,
    /// The places whose objects are others than the first one: no robot hands anything to itself.
    others: Vec<usize>,
}

impl Relation {
    pub fn fits(&self, place: usize, object: Object) -> bool {
        self.fits[place][usize::from(object)]
    }

    /// Whether these objects, each of which fits its place, go together.
    pub fn can_be(&self, arguments: &[Object]) -> bool {
        self.others.iter().all(|place| arguments[*place] != arguments[0])
    }
}

/// A fact that tells where something is: "{1} is {on 2}".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub predicate: usize,
    pub thing: usize,
    pub place: usize,
    /// Whether it is said with "somewhere": the place need not be the next one.
    pub is_wide: bool,
    /// Whether the file says "stands" or "lies" for "is".
    pub is_posture: bool,
    /// The preposition that the file says, unless it is the place's own.
    pub word: Option<String>,
}

/// The meaning of a noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Noun {
    Object(Object),
    Kind { kind: usize, is_plural: bool },
}

impl Vocabulary {
    /// The words of a world.
    pub fn of(world: &World) -> Self {
        let mut vocabulary = Self {
            objects: Vec::new(),
            kinds: Vec::new(),
            predicates: Vec::new(),
            skills: Vec::new(),
            robots: (0..world.team_size()).map(|place| place_of(world.robot(place).index())).collect(),
            nouns: HashMap::new(),
            longest_noun: 0,
            loose: HashSet::new(),
            frames: Vec::new(),
            by_verb: HashMap::new(),
            verbs: HashMap::new(),
            places: Vec::new(),
            movers: moving::movers(world),
            results: moving::results(world),
            are_of_states: moving::are_of_states(world),
            need_contrary: moving::need_contrary(world),
            change_robot_beside: moving::change_robot_beside(world),
            settable: moving::settable(world),
            takers: moving::takers(world),
            achievable: Vec::new(),
            outcomes: reach::outcomes(world),
            changed: moving::changed(world),
            grounds: moving::grounds(world),
            stay: world.domain().stay().index(),
            words: HashSet::new(),
        };
        vocabulary.add_nouns(world);
        vocabulary.add_relations(world);
        vocabulary.add_frames(world.domain());
        vocabulary
    }

    /// The nouns that the words begin with, the longest first, and their number of words.
    pub(crate) fn nouns<'v>(&'v self, words: &[tokens::Token]) -> Vec<(&'v [Noun], usize)> {
        let mut key = String::new();
        let mut found = Vec::new();
        for (length, token) in (1..=self.longest_noun).zip(words) {
            if length > 1 {
                key.push(' ');
            }
            key.push_str(&numbered(length - 1, &token.word));
            if let Some(nouns) = self.nouns.get(&key) {
                found.push((nouns.as_slice(), length));
            }
        }
        found.reverse();
        found
    }

    /// The number of words of the robot, or the sort of robots, that the words begin with.
    pub(crate) fn robot(&self, words: &[tokens::Token]) -> Option<usize> {
        let is_one = |noun: &Noun| match noun {
            Noun::Object(object) => self.robots.contains(object),
            Noun::Kind { kind, .. } => self.kinds[*kind].members.iter().all(|member| self.robots.contains(member)),
        };
        let (nouns, length) = self.nouns(words).into_iter().next()?;
        nouns.iter().all(is_one).then_some(length)
    }

    /// The object or sort with exactly these words.
    pub(crate) fn noun(&self, words: &str) -> &[Noun] {
        self.nouns.get(words).map_or(&[], Vec::as_slice)
    }

    /// A plural noun for a sort.
    pub(crate) fn plural_of(&self, kind: usize) -> Option<String> {
        let is_it = |noun: &Noun| matches!(noun, Noun::Kind { kind: of, is_plural: true } if *of == kind);
        let plurals = self.nouns.iter().filter(|(_, nouns)| nouns.iter().any(is_it));
        plurals.map(|(words, _)| words).min().cloned()
    }

    /// The nouns that go with an adjective to name a thing: "box" and box 2 for "blue".
    pub(crate) fn heads_after(&self, adjective: &str) -> Vec<(&str, String)> {
        let head = |words: &'_ String| words.strip_prefix(adjective)?.strip_prefix(' ').map(str::len);
        let named = self.nouns.iter().filter_map(|(words, nouns)| {
            let length = head(words)?;
            let object =
                nouns.iter().find_map(|noun| if let Noun::Object(object) = noun { Some(object) } else { None })?;
            Some((&words[words.len() - length..], self.objects[usize::from(*object)].name.clone()))
        });
        named.collect()
    }

    /// The verbs that the word is a form of.
    pub(crate) fn verbs(&self, word: &str) -> &[(String, Form)] {
        self.verbs.get(word).map_or(&[], Vec::as_slice)
    }

    /// Whether the word can be a verb as it stands in an order: "open", not "opens".
    pub(crate) fn is_base(&self, word: &str) -> bool {
        self.verbs(word).iter().any(|(_, form)| *form == Form::Base)
    }

    /// The frames that begin with words before their subject.
    pub(crate) fn prefixed(&self) -> impl Iterator<Item = (usize, &Frame)> {
        self.frames.iter().enumerate().filter(|(_, frame)| !frame.before.is_empty())
    }

    /// What a word before a noun says of it: "dirty", "open", "unlabelled". Each with whether it denies its predicate.
    pub(crate) fn adjectives(&self, word: &str) -> Vec<(usize, bool)> {
        let plain = self.plain_adjectives(word);
        match word.strip_prefix("un").filter(|_| plain.is_empty()) {
            Some(rest) => {
                self.plain_adjectives(rest).into_iter().map(|(predicate, holds)| (predicate, !holds)).collect()
            }
            None => plain,
        }
    }

    /// Whether the file has the word as it is.
    pub(crate) fn has_adjective(&self, word: &str) -> bool {
        !self.plain_adjectives(word).is_empty()
    }

    fn plain_adjectives(&self, word: &str) -> Vec<(usize, bool)> {
        let adjective = |(_, frame): (usize, &Frame)| match (frame.tells, frame.parts.as_slice()) {
            (Tells::Fact { predicate, holds }, [Part::Word(one)]) if one == word && frame.before.is_empty() => {
                Some((predicate, holds))
            }
            _ => None,
        };
        self.frames_of("be").filter_map(adjective).collect()
    }

    /// The sorts whose name is this word and a noun: "fragile" of "fragile box".
    pub(crate) fn sorts_with(&self, adjective: &str) -> Vec<usize> {
        let is_it = |words: &String| {
            words.split_once(' ').is_some_and(|(first, rest)| {
                let is_sort = |noun: &Noun| matches!(noun, Noun::Kind { .. });
                first == adjective && self.noun(rest).iter().any(is_sort)
            })
        };
        (0..self.kinds.len()).filter(|kind| self.kinds[*kind].words.iter().any(is_it)).collect()
    }

    /// The frames of a verb.
    pub(crate) fn frames_of(&self, verb: &str) -> impl Iterator<Item = (usize, &Frame)> {
        self.by_verb.get(verb).into_iter().flatten().map(|&place| (place, &self.frames[place]))
    }

    /// The base of a verb that has this form.
    pub(crate) fn base(&self, word: &str, wanted: Form) -> Option<&str> {
        self.verbs(word).iter().find(|(_, form)| *form == wanted).map(|(base, _)| base.as_str())
    }

    /// The base of a verb that has this form, where a skill of the site has it.
    pub(crate) fn deed(&self, word: &str, wanted: Form) -> Option<&str> {
        let is_deed = |base: &str| !matches!(base, "be" | "have") && self.frames_of(base).next().is_some();
        let mut verbs = self.verbs(word).iter();
        verbs.find(|(base, form)| *form == wanted && is_deed(base)).map(|(base, _)| base.as_str())
    }

    /// The known word or name that is nearest to an unknown one.
    pub(crate) fn nearest(&self, word: &str) -> Option<String> {
        if self.words.contains(word) {
            return None;
        }
        if matches!(word, "he" | "him" | "she" | "her") {
            return Some("it".to_owned());
        }
        // Of short words too many are one letter apart: "where" is no slip of "were".
        let known = self.words.iter().filter(|known| known.len() > 4).map(String::as_str);
        let scored = known.map(|known| (strsim::jaro_winkler(word, known), known));
        // A slip of the pen: in one letter of three at most, and not another word of this English.
        let is_slip = |known: &str| strsim::damerau_levenshtein(word, known) <= (word.len() / 3).max(1);
        let best = scored.filter(|(likeness, known)| *likeness > 0.82 && is_slip(known));
        let best = best.max_by(|one, other| one.0.total_cmp(&other.0).then_with(|| other.1.cmp(one.1)));
        best.map(|(_, word)| word.to_owned())
    }

    /// The words of names, sorts, states and verbs.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// Whether the word is part of a name or a form of a verb of this world.
    pub(crate) fn knows(&self, word: &str) -> bool {
        let is_denied = word.strip_prefix("un").is_some_and(|rest| !self.plain_adjectives(rest).is_empty());
        self.words.contains(word) || is_denied
    }

    /// The proposition as a formula: a constant if it never changes.
    pub(crate) fn fact(&self, atom: Atom) -> Ltl {
        let relation = &self.predicates[usize::from(atom.name)];
        match relation.settled.get(atom.arguments.as_slice()) {
            Some(holds) => Ltl::Constant(*holds),
            None if relation.is_fixed => Ltl::Constant(false),
            None => Ltl::Atom(atom),
        }
    }

    /// Whether something that is no robot can be there.
    pub(crate) fn is_place(&self, object: Object) -> bool {
        self.places.iter().any(|place| {
            let relation = &self.predicates[place.predicate];
            let has_things = relation.members[place.thing].iter().any(|thing| !self.robots.contains(thing));
            has_things && relation.fits(place.place, object)
        })
    }

    /// Whether things can be somewhere around there, be it on or with another thing: in a room.
    pub(crate) fn is_around_things(&self, place: Object) -> bool {
        self.places.iter().any(|one| {
            let relation = &self.predicates[one.predicate];
            relation.is_derived && relation.fits(one.place, place)
        })
    }

    /// Whether what a robot holds around there is said to be there, too: in the room where the robot is.
    pub(crate) fn knows_held_around(&self, place: Object) -> bool {
        let is_held = |ground: &usize| {
            self.movers.iter().any(|mover| mover.thing == moving::Carried::Held { predicate: *ground })
        };
        let mut around = self.places.iter().filter(|one| {
            let relation = &self.predicates[one.predicate];
            relation.is_derived && relation.fits(one.place, place)
        });
        around.all(|one| self.grounds[one.predicate].iter().any(is_held))
    }

    /// Whether something that is no robot can be put there: not only be somewhere at it.
    pub(crate) fn holds_things(&self, object: Object) -> bool {
        self.places.iter().any(|place| {
            let relation = &self.predicates[place.predicate];
            let has_things = relation.members[place.thing].iter().any(|thing| !self.robots.contains(thing));
            has_things && !place.is_wide && !relation.is_derived && relation.fits(place.place, object)
        })
    }

    /// Whether it is not always where it is.
    pub(crate) fn can_move(&self, object: Object) -> bool {
        self.places.iter().any(|place| {
            let relation = &self.predicates[place.predicate];
            !relation.is_fixed && !relation.is_derived && relation.fits(place.thing, object)
        })
    }

    /// Whether a fact only tells that a thing is somewhere at a place, perhaps in or on other things there.
    pub(crate) fn is_far(&self, atom: &Atom) -> bool {
        let mut told = self.places.iter().filter(|place| place.predicate == usize::from(atom.name)).peekable();
        atom.sort == Sort::Fact && told.peek().is_some() && told.all(|place| place.is_wide)
    }

    /// Whether a thing may be called by what is in it: "the beads" for the jar of beads.
    pub(crate) fn is_of_several(&self, object: Object) -> bool {
        let phrase = &self.objects[usize::from(object)].phrase;
        phrase.split_once(" of ").is_some_and(|(_, held)| held.ends_with('s') && !held.ends_with("ss"))
    }

    /// Whether the name of an object ends like a plural: "painkillers".
    pub(crate) fn looks_plural(&self, object: Object) -> bool {
        let phrase = &self.objects[usize::from(object)].phrase;
        // The box of tools is one box.
        let phrase = phrase.split(" of ").next().unwrap_or(phrase);
        inflection::looks_plural(phrase)
    }

    /// Of what a word can mean, the things that are not of the sort that it can mean too.
    pub(crate) fn called_so(&self, senses: &[Noun]) -> Vec<Object> {
        let kinds: Vec<&Kind> = senses
            .iter()
            .filter_map(|sense| match sense {
                Noun::Kind { kind, is_plural: false } => Some(&self.kinds[*kind]),
                _ => None,
            })
            .collect();
        let object = |sense: &Noun| match sense {
            Noun::Object(object) if !kinds.iter().any(|kind| kind.members.contains(object)) => Some(*object),
            _ => None,
        };
        if kinds.is_empty() { Vec::new() } else { senses.iter().filter_map(object).collect() }
    }

    /// The proposition as it stands in formulas.
    pub(crate) fn symbol(&self, atom: &Atom) -> String {
        let name = match atom.sort {
            Sort::Step => return "step".to_owned(),
            Sort::Fact => &self.predicates[usize::from(atom.name)].name,
            Sort::Deed => &self.skills[usize::from(atom.name)].name,
        };
        let arguments: Vec<&str> =
            atom.arguments.iter().map(|object| self.objects[usize::from(*object)].name.as_str()).collect();
        if arguments.is_empty() { name.clone() } else { format!("{name}({})", arguments.join(", ")) }
    }

    /// The proposition that is most like an unknown one, if its name is that of a predicate or skill.
    pub(crate) fn nearest_symbol(&self, symbol: &str) -> Option<String> {
        let (name, arguments) = symbol.strip_suffix(')')?.split_once('(')?;
        let likest = |word: &str, known: &mut dyn Iterator<Item = &str>| {
            let scored = known.map(|known| (strsim::jaro_winkler(word, known), known.to_owned()));
            scored
                .max_by(|one, other| one.0.total_cmp(&other.0))
                .filter(|(likeness, _)| *likeness > 0.75)
                .map(|(_, known)| known)
        };
        let relations = self.predicates.iter().chain(&self.skills);
        let name = likest(name, &mut relations.map(|relation| relation.name.as_str()))?;
        let arguments: Option<Vec<String>> = arguments
            .split(", ")
            .map(|argument| likest(argument, &mut self.objects.iter().map(|object| object.name.as_str())))
            .collect();
        let near: Vec<String> = arguments?;
        let arguments: Vec<&str> = near.iter().map(String::as_str).collect();
        self.atom(&name, &arguments).map(|atom| self.symbol(&atom))
    }

    /// The proposition with this name in formulas.
    pub(crate) fn atom(&self, name: &str, arguments: &[&str]) -> Option<Atom> {
        if name == "step" && arguments.is_empty() {
            return Some(Atom::step());
        }
        let object = |name: &&str| self.objects.iter().position(|object| object.name == **name).map(place_of);
        let arguments: Option<smallvec::SmallVec<[Object; 4]>> = arguments.iter().map(object).collect();
        let arguments = arguments?;
        let find = |relations: &[Relation]| {
            let is_it = |relation: &Relation| {
                relation.name == name
                    && relation.members.len() == arguments.len()
                    && arguments.iter().enumerate().all(|(place, object)| relation.fits(place, *object))
            };
            relations.iter().position(is_it)
        };
        let fact = find(&self.predicates).map(|name| (Sort::Fact, name));
        let (sort, name) = fact.or_else(|| find(&self.skills).map(|name| (Sort::Deed, name)))?;
        Some(Atom { sort, name: place_of(name), arguments })
    }
}

/// The word of a name; after the first one, "one" is "1".
fn numbered(place: usize, word: &str) -> String {
    match tokens::number(word).filter(|_| place > 0) {
        Some(number) => number.to_string(),
        None => word.to_owned(),
    }
}

fn place_of(index: usize) -> Object {
    Object::try_from(index).expect("a world has fewer objects than that")
}
