use surefleet_fleet::RobotId;
use surefleet_ltl::Proposition;
use surefleet_mission::{Kind, Preposition, Transport};

use super::{
    Sense,
    condition::{Atom, Literal, Who},
    tokens::key_of,
};

/// The vocabulary: robots, things, and the predicates whose truth `/world/state` reports.
#[derive(Debug, Clone)]
pub struct Lexicon {
    pub(super) robots: Vec<RobotId>,
    pub(super) things: Vec<Thing>,
    pub(super) predicates: Vec<Predicate>,
    /// Words for things, as names on the wire or as people usually say them.
    pub(super) names: Vec<Name>,
    /// Whether things can be put into containers, or only on surfaces.
    pub(super) is_container_filled: bool,
}

/// Something that can be named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// The name on the wire, such as `drawer_1`.
    pub name: String,
    /// The phrase that names it and nothing else in a sentence: "the fridge", "drawer 1".
    pub phrase: String,
    /// Other words that mean it.
    pub words: Vec<String>,
    /// The actions that are possible with it.
    pub kind: Kind,
    /// Whether things are in it or on it.
    pub preposition: Preposition,
}

/// A predicate of the world state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// Its name on the wire.
    pub name: String,
    /// Its meaning.
    pub sense: Sense,
    /// Whether its first argument is the robot.
    pub names_robot: bool,
    /// For a [`Sense::Location`]: only places that things are in, or only those that they are on.
    pub only: Option<Preposition>,
}

/// Words for one thing, or for each thing of a sort ("drawer").
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub key: String,
    pub words: String,
    pub things: Vec<usize>,
    pub is_own: bool,
    /// Whether it means several things without a plural: "food".
    pub is_mass: bool,
}

/// The longest name, in words.
pub(super) const MOST_WORDS: usize = 6;

/// Words of a constraint, with the things that they were taken to mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grounding {
    /// The words as written.
    pub words: String,
    /// The byte of the text at which they begin.
    pub at: usize,
    /// The names of the things on the wire: several if the words mean any thing of a sort.
    pub means: Vec<String>,
    /// The match between the words and a known name.
    pub likeness: Likeness,
}

/// The reason why words were taken for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Likeness {
    /// They are the thing's own name.
    Exact,
    /// They are other words for it.
    Alias,
    /// They differ from one name, and from no other, only by a spelling mistake.
    Similar {
        /// The name.
        to: String,
        /// The similarity: 100 minus the percentage of letters to change.
        percent: u8,
    },
}

impl Lexicon {
    /// The words of a domain and a team.
    pub fn of(domain: &Transport, team: &[RobotId]) -> Self {
        let items = domain.items().map(|item| {
            let item = domain.item(item);
            let numbered = item.phrase.chars().any(|c| c.is_ascii_digit()) || item.phrase.starts_with("the ");
            let phrase = if numbered { item.phrase.clone() } else { format!("the {}", item.phrase) };
            let name = item.name.clone();
            let words = item.words.clone();
            Thing { name, phrase, words, kind: Kind::Item, preposition: Preposition::On }
        });
        let places = domain.places().map(|place| {
            let place = domain.place(place);
            let kind = if place.is_container { Kind::Container } else { Kind::Surface };
            let name = place.name.clone();
            let phrase = place.phrase.clone();
            let words = place.words.clone();
            Thing { name, phrase, words, kind, preposition: place.preposition }
        });
        let predicate =
            |name: &str, sense, names_robot| Predicate { name: name.to_owned(), sense, names_robot, only: None };
        let predicates = vec![
            predicate("at", Sense::Position, true),
            predicate("holding", Sense::Possession, true),
            predicate("located", Sense::Location, false),
            predicate("open", Sense::Opening, false),
        ];
        let mut lexicon = Self::new(team.to_vec(), items.chain(places).collect(), predicates);
        // Robots put things down on surfaces only.
        lexicon.is_container_filled = false;
        for (words, members) in domain.sorts() {
            let things: Vec<usize> = members.into_iter().filter_map(|name| lexicon.thing(name)).collect();
            for word in words {
                lexicon.add_sort(word, &things, false);
                if let Some(mass) = word.strip_suffix(" item") {
                    lexicon.add_sort(mass, &things, true);
                }
            }
        }
        lexicon
    }

    fn thing(&self, name: &str) -> Option<usize> {
        self.things.iter().position(|thing| thing.name == name)
    }

    /// Adds a word for several things, unless it is already a name.
    fn add_sort(&mut self, words: &str, things: &[usize], is_mass: bool) {
        let key = key_of(words);
        if !self.names.iter().any(|name| name.key == key) {
            self.names.push(Name { key, words: words.to_owned(), things: things.to_vec(), is_own: false, is_mass });
        }
    }

    /// The words of some other world. If no predicate names a robot, that world has one robot.
    pub fn new(robots: Vec<RobotId>, things: Vec<Thing>, predicates: Vec<Predicate>) -> Self {
        let mut names: Vec<Name> = Vec::new();
        for (index, thing) in things.iter().enumerate() {
            let bare = thing.phrase.strip_prefix("the ").unwrap_or(&thing.phrase);
            let own = [thing.name.as_str(), bare].into_iter().map(|words| (words, true));
            let sort = bare.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let others = thing.words.iter().map(|words| (words.as_str(), false)).chain([(sort, false)]);
            for (words, is_own) in own.chain(others) {
                let key = key_of(words);
                match names.iter_mut().find(|name| name.key == key) {
                    Some(name) if name.things.contains(&index) => {}
                    Some(name) => name.things.push(index),
                    None => names.push(Name {
                        key,
                        words: words.replace('_', " "),
                        things: vec![index],
                        is_own,
                        is_mass: false,
                    }),
                }
            }
        }
        Self { robots, things, predicates, names, is_container_filled: true }
    }

    /// The number of robots that a sentence about each robot covers.
    pub(super) fn team_size(&self) -> usize {
        self.robots.len().max(1)
    }

    /// The kinds of thing that the argument of a sense may be.
    pub(super) fn kinds(&self, sense: Sense, argument: usize) -> &'static [Kind] {
        match (sense, argument) {
            (Sense::Possession, _) | (Sense::Location, 0) => &[Kind::Item],
            (Sense::Opening, _) => &[Kind::Container],
            (Sense::Location, _) => &[Kind::Container, Kind::Surface],
            _ => &[Kind::Item, Kind::Container, Kind::Surface],
        }
    }

    /// Whether facts name robots, so that robots have actions; the paper's facts are states, whatever causes them.
    pub(super) fn names_robots(&self) -> bool {
        self.predicates.iter().any(|predicate| predicate.names_robot)
    }

    /// The predicate of a sense; for a location the one with this preposition.
    pub(super) fn predicate(&self, sense: Sense, preposition: Option<&str>) -> Option<usize> {
        let fits = |predicate: &&Predicate| {
            let only = predicate.only.map(Preposition::word);
            predicate.sense == sense && (only.is_none() || preposition.is_none() || only == preposition)
        };
        self.predicates.iter().position(|predicate| fits(&predicate))
    }

    /// The propositions of an atom, one of which must be true; several if it speaks of some robot.
    pub(super) fn propositions(&self, atom: &Atom) -> Vec<Proposition> {
        let predicate = &self.predicates[atom.predicate];
        let robots: Vec<Option<usize>> = match atom.who {
            Some(Who::One(robot)) => vec![Some(robot)],
            Some(Who::Some | Who::Each) => (0..self.team_size()).map(Some).collect(),
            None => vec![None],
        };
        let named = |robot: Option<usize>| {
            let robot = robot.and_then(|robot| self.robots.get(robot)).map(RobotId::as_str);
            let things = atom.things.iter().map(|&thing| self.things[thing].name.as_str());
            let arguments: Vec<&str> = robot.into_iter().chain(things).collect();
            Proposition::new(&format!("{}({})", predicate.name, arguments.join(", "))).expect("names are plain words")
        };
        robots.into_iter().map(named).collect()
    }

    /// The meaning of a proposition; `None` if no state of this world has it.
    pub(super) fn atom(&self, proposition: &Proposition) -> Option<Atom> {
        let predicate = self.predicates.iter().position(|known| known.name == proposition.predicate())?;
        let Predicate { sense, names_robot, .. } = self.predicates[predicate];
        let mut arguments = proposition.arguments();
        let who = if names_robot {
            let name = arguments.next()?;
            Some(Who::One(self.robots.iter().position(|robot| robot.as_str() == name)?))
        } else {
            None
        };
        let things = arguments.map(|name| self.thing(name)).collect::<Option<Vec<usize>>>()?;
        let arity = if sense == Sense::Location { 2 } else { 1 };
        let fits = |(argument, &thing): (usize, &usize)| self.kinds(sense, argument).contains(&self.things[thing].kind);
        (things.len() == arity && things.iter().enumerate().all(fits)).then_some(Atom { predicate, who, things })
    }

    /// Every proposition that starts with a known predicate, for "did you mean".
    pub(super) fn alphabet(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (predicate, Predicate { sense, names_robot, .. }) in self.predicates.iter().enumerate() {
            let fitting = |argument: usize| {
                let fits = move |&thing: &usize| self.kinds(*sense, argument).contains(&self.things[thing].kind);
                (0..self.things.len()).filter(fits)
            };
            let tuples: Vec<Vec<usize>> = if *sense == Sense::Location {
                fitting(0).flat_map(|item| fitting(1).map(move |place| vec![item, place])).collect()
            } else {
                fitting(0).map(|thing| vec![thing]).collect()
            };
            let atoms =
                tuples.into_iter().map(|things| Atom { predicate, who: names_robot.then_some(Who::Some), things });
            all.extend(atoms.flat_map(|atom| self.propositions(&atom)).map(|name| name.as_str().to_owned()));
        }
        all
    }

    /// Whether both cannot be true in one state: a robot is at one thing, a hand holds one item, an item is in one
    /// place.
    pub(super) fn excludes(&self, one: &Atom, other: &Atom) -> bool {
        let senses = [one, other].map(|atom| self.predicates[atom.predicate].sense);
        match senses {
            [Sense::Position, Sense::Position] => one.who == other.who && one.things != other.things,
            [Sense::Possession, Sense::Possession] => (one.who == other.who) != (one.things == other.things),
            [Sense::Location, Sense::Location] => one != other && one.things[0] == other.things[0],
            [Sense::Possession, Sense::Location] | [Sense::Location, Sense::Possession] => {
                one.things[0] == other.things[0]
            }
            _ => false,
        }
    }

    /// The words for a robot.
    pub(super) fn robot_words(&self, who: Option<Who>) -> String {
        match who {
            Some(Who::One(robot)) => match self.robots.get(robot) {
                Some(name) if name.as_str() == format!("robot_{}", robot + 1) => format!("robot {}", robot + 1),
                Some(name) => name.to_string(),
                None => "the robot".to_owned(),
            },
            Some(Who::Each) => "this robot".to_owned(),
            Some(Who::Some) => "some robot".to_owned(),
            None => "the robot".to_owned(),
        }
    }

    /// A literal as a subject and its statement: ("robot 1", "is at the fridge").
    pub(super) fn clause(&self, literal: &Literal) -> (String, String) {
        let Literal { atom, holds } = literal;
        let not = if *holds { "" } else { " not" };
        let (subject, verb) = self.phrase(atom);
        (
            subject,
            match verb.strip_prefix("be ") {
                Some("open") if !holds => "is closed".to_owned(),
                Some("switched on") if !holds => "is switched off".to_owned(),
                Some(rest) => format!("is{not} {rest}"),
                None if *holds => verb.replacen("hold", "holds", 1),
                None => format!("does not {verb}"),
            },
        )
    }

    /// An atom as a subject and an infinitive: ("robot 1", "be at the fridge").
    pub(super) fn phrase(&self, atom: &Atom) -> (String, String) {
        let thing = |argument: usize| &self.things[atom.things[argument]];
        let the = |argument: usize| thing(argument).phrase.clone();
        match self.predicates[atom.predicate].sense {
            Sense::Position => (self.robot_words(atom.who), format!("be at {}", the(0))),
            Sense::Possession => (self.robot_words(atom.who), format!("hold {}", the(0))),
            Sense::Location => {
                let preposition = self.predicates[atom.predicate].only.unwrap_or(thing(1).preposition);
                (the(0), format!("be {} {}", preposition.word(), the(1)))
            }
            Sense::Opening => (the(0), "be open".to_owned()),
            Sense::Power => (the(0), "be switched on".to_owned()),
            Sense::Contact => (the(0), "be touched".to_owned()),
        }
    }
}
