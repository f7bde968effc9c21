use std::collections::HashMap;

use surefleet_mission::{Action, ItemId, Mission, PlaceId, Prohibition, Rule, Subtask, Transport};

/// A symbol of a [`MissionGrammar`], by its place among the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u16);

impl Symbol {
    /// Its place among the grammar's symbols.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The language in which a model writes the meaning of a mission. Every sentence of it is one mission, and every
/// mission that the oracle can judge is one sentence.
///
/// ```text
/// mission  = delivery {";" delivery} {";" rule} "."
/// delivery = item {"or" item} "to" place {"or" place}
/// rule     = "never" [robot] ("grab" | "approach") item {"or" item}
///          | "never" [robot] ("open" | "put_down") place {"or" place}
/// ```
///
/// Items and places have their names on the wire; robots are `robot_1`, `robot_2`, ... by their place in the team.
/// Alternatives stand in the domain's order, and no item is in two deliveries: no sentence is a mission that
/// words could not describe.
///
/// [`MissionGrammar::VERSION`] rises whenever the meaning of a sentence may change.
#[derive(Debug, Clone)]
pub struct MissionGrammar {
    symbols: Vec<(String, Meaning)>,
    by_name: HashMap<String, Symbol>,
    /// Places where something can be put down.
    puttable: Vec<PlaceId>,
    /// Places that can be opened.
    openable: Vec<PlaceId>,
}

/// The meaning of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Or,
    To,
    Next,
    End,
    Never,
    Verb(Verb),
    Robot(usize),
    Item(ItemId),
    Place(PlaceId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Grab,
    Approach,
    Open,
    PutDown,
}

const WORDS: [(&str, Meaning); 9] = [
    ("or", Meaning::Or),
    ("to", Meaning::To),
    (";", Meaning::Next),
    (".", Meaning::End),
    ("never", Meaning::Never),
    ("grab", Meaning::Verb(Verb::Grab)),
    ("approach", Meaning::Verb(Verb::Approach)),
    ("open", Meaning::Verb(Verb::Open)),
    ("put_down", Meaning::Verb(Verb::PutDown)),
];

/// The most deliveries in a sentence: the oracle can judge this many.
const DELIVERIES: usize = 64;

/// The beginning of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialParse {
    mission: Mission,
    at: At,
}

/// The kind of symbol read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// Nothing, or ";": a clause begins.
    Clause,
    Item,
    OrItem,
    To,
    Place,
    OrPlace,
    Never,
    Robot,
    Verb,
    Object,
    OrObject,
    End,
}

impl MissionGrammar {
    /// The version of the language.
    pub const VERSION: u32 = 1;

    /// The grammar of missions for a team in a domain.
    pub fn new(domain: &Transport, team_size: usize) -> Self {
        let words = WORDS.iter().map(|(word, meaning)| ((*word).to_owned(), *meaning));
        let robots = (0..team_size).map(|robot| (format!("robot_{}", robot + 1), Meaning::Robot(robot)));
        let items = domain.items().map(|item| (domain.item(item).name.clone(), Meaning::Item(item)));
        let places = domain.places().map(|place| (domain.place(place).name.clone(), Meaning::Place(place)));
        let symbols: Vec<_> = words.chain(robots).chain(items).chain(places).collect();
        let by_name = symbols.iter().zip(0..).map(|((name, _), place)| (name.clone(), Symbol(place))).collect();
        let can = |action: fn(PlaceId) -> Action| {
            domain.places().filter(|&place| domain.options().of(action(place)).is_some()).collect::<Vec<_>>()
        };
        let (puttable, openable) = (can(Action::PutDown), can(Action::Open));
        Self { symbols, by_name, puttable, openable }
    }

    /// All symbols.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol> + use<> {
        (0..self.symbols.len() as u16).map(Symbol)
    }

    /// The written form of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].0
    }

    /// Whether a sentence ends with this symbol.
    pub fn is_end(&self, symbol: Symbol) -> bool {
        self.symbols[symbol.index()].1 == Meaning::End
    }

    /// The symbols that may follow the beginning of a sentence; none after its end.
    pub fn next(&self, parse: &PartialParse) -> Vec<Symbol> {
        self.symbols().filter(|symbol| self.fits(parse, self.symbols[symbol.index()].1)).collect()
    }

    /// The beginning of a sentence, extended by one symbol; `None` if the symbol cannot follow.
    pub fn after(&self, parse: &PartialParse, symbol: Symbol) -> Option<PartialParse> {
        let meaning = self.symbols.get(symbol.index())?.1;
        self.fits(parse, meaning).then(|| parse.with(meaning))
    }

    /// Reads a whole sentence of symbols and blanks (optional around the two marks); `None` if it is not a sentence.
    pub fn read(&self, text: &str) -> Option<Mission> {
        let mut parse = PartialParse::default();
        let marks = [';', '.'];
        let symbols = text.split_whitespace().flat_map(|word| {
            let parts = word.split_inclusive(marks).flat_map(|part| {
                let name = part.trim_end_matches(marks);
                [name, &part[name.len()..]]
            });
            parts.filter(|part| !part.is_empty())
        });
        for symbol in symbols {
            parse = self.after(&parse, *self.by_name.get(symbol)?)?;
        }
        parse.mission()
    }

    /// The sentence that means this mission.
    pub fn write(&self, mission: &Mission, domain: &Transport) -> String {
        let items = |items: &[ItemId]| {
            items.iter().map(|&item| domain.item(item).name.as_str()).collect::<Vec<_>>().join(" or ")
        };
        let places = |places: &[PlaceId]| {
            places.iter().map(|&place| domain.place(place).name.as_str()).collect::<Vec<_>>().join(" or ")
        };
        let deliveries =
            mission.subtasks.iter().map(|task| format!("{} to {}", items(&task.items), places(&task.destinations)));
        let rules = mission.rules.iter().map(|rule| {
            let robot = rule.robot.map_or_else(String::new, |robot| format!("robot_{} ", robot + 1));
            let never = match &rule.never {
                Prohibition::Grab(of) => format!("grab {}", items(of)),
                Prohibition::Approach(of) => format!("approach {}", items(of)),
                Prohibition::Open(of) => format!("open {}", places(of)),
                Prohibition::PutDown(of) => format!("put_down {}", places(of)),
            };
            format!("never {robot}{never}")
        });
        format!("{} .", deliveries.chain(rules).collect::<Vec<_>>().join(" ; "))
    }

    fn fits(&self, parse: &PartialParse, meaning: Meaning) -> bool {
        let mission = &parse.mission;
        let task = mission.subtasks.last();
        match (parse.at, meaning) {
            (At::Clause, Meaning::Item(item)) => {
                mission.rules.is_empty() && mission.subtasks.len() < DELIVERIES && is_free(mission, item)
            }
            (At::Clause, Meaning::Never) => !mission.subtasks.is_empty(),
            (At::Item, Meaning::To) => !self.puttable.is_empty(),
            (At::OrItem, Meaning::Item(item)) => {
                is_free(mission, item) && task.is_some_and(|task| is_later(&task.items, item))
            }
            (At::To, Meaning::Place(place)) => self.puttable.contains(&place),
            (At::OrPlace, Meaning::Place(place)) => {
                self.puttable.contains(&place) && task.is_some_and(|task| is_later(&task.destinations, place))
            }
            (At::Item | At::Place | At::Object, Meaning::Or) => self.goes_on(&parse.with(Meaning::Or)),
            (At::Place | At::Object, Meaning::End | Meaning::Next) | (At::Never, Meaning::Robot(_)) => true,
            (At::Never | At::Robot, Meaning::Verb(_)) => self.goes_on(&parse.with(meaning)),
            (At::Verb | At::OrObject, Meaning::Item(item)) => match mission.rules.last().map(|rule| &rule.never) {
                Some(Prohibition::Grab(of) | Prohibition::Approach(of)) => is_later(of, item),
                _ => false,
            },
            (At::Verb | At::OrObject, Meaning::Place(place)) => match mission.rules.last().map(|rule| &rule.never) {
                Some(Prohibition::Open(of)) => self.openable.contains(&place) && is_later(of, place),
                Some(Prohibition::PutDown(of)) => self.puttable.contains(&place) && is_later(of, place),
                _ => false,
            },
            _ => false,
        }
    }

    fn goes_on(&self, parse: &PartialParse) -> bool {
        self.symbols.iter().any(|(_, meaning)| self.fits(parse, *meaning))
    }
}

fn is_free(mission: &Mission, item: ItemId) -> bool {
    !mission.subtasks.iter().any(|task| task.items.contains(&item))
}

fn is_later<T: Ord>(so_far: &[T], next: T) -> bool {
    so_far.last().is_none_or(|last| *last < next)
}

impl Default for PartialParse {
    fn default() -> Self {
        Self { mission: Mission::default(), at: At::Clause }
    }
}

impl PartialParse {
    /// The meaning of the sentence, once it is whole.
    pub fn mission(self) -> Option<Mission> {
        (self.at == At::End).then_some(self.mission)
    }

    /// The sentence extended by a symbol, which must fit.
    fn with(&self, meaning: Meaning) -> Self {
        let mut parse = self.clone();
        let mission = &mut parse.mission;
        parse.at = match (self.at, meaning) {
            (At::Clause, Meaning::Item(item)) => {
                mission.subtasks.push(Subtask { items: vec![item], destinations: Vec::new() });
                At::Item
            }
            (_, Meaning::Never) => At::Never,
            (_, Meaning::Robot(robot)) => {
                mission.rules.push(Rule { robot: Some(robot), never: Prohibition::Grab(Vec::new()) });
                At::Robot
            }
            (_, Meaning::Verb(verb)) => {
                let never = verb.of_nothing();
                match mission.rules.last_mut() {
                    Some(rule) if self.at == At::Robot => rule.never = never,
                    _ => mission.rules.push(Rule { robot: None, never }),
                }
                At::Verb
            }
            (At::OrItem, Meaning::Item(item)) => {
                mission.subtasks.last_mut().expect("a delivery was begun").items.push(item);
                At::Item
            }
            (At::To | At::OrPlace, Meaning::Place(place)) => {
                mission.subtasks.last_mut().expect("a delivery was begun").destinations.push(place);
                At::Place
            }
            (_, Meaning::Item(item)) => {
                if let Some(Prohibition::Grab(of) | Prohibition::Approach(of)) = parse.never() {
                    of.push(item);
                }
                At::Object
            }
            (_, Meaning::Place(place)) => {
                if let Some(Prohibition::Open(of) | Prohibition::PutDown(of)) = parse.never() {
                    of.push(place);
                }
                At::Object
            }
            (At::Item, Meaning::Or) => At::OrItem,
            (At::Place, Meaning::Or) => At::OrPlace,
            (_, Meaning::Or) => At::OrObject,
            (_, Meaning::To) => At::To,
            (_, Meaning::Next) => At::Clause,
            (_, Meaning::End) => At::End,
        };
        parse
    }

    fn never(&mut self) -> Option<&mut Prohibition> {
        self.mission.rules.last_mut().map(|rule| &mut rule.never)
    }
}

impl Verb {
    fn of_nothing(self) -> Prohibition {
        match self {
            Self::Grab => Prohibition::Grab(Vec::new()),
            Self::Approach => Prohibition::Approach(Vec::new()),
            Self::Open => Prohibition::Open(Vec::new()),
            Self::PutDown => Prohibition::PutDown(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_fleet::RobotId;
    use surefleet_mission::{Distribution, Outline, TeamClass};

    use super::*;

    #[test]
    fn every_mission_of_the_distribution_is_one_sentence() {
        let domain = Arc::new(Transport::household());
        let distribution = Distribution::household(domain.clone()).expect("the household is large enough");
        for class in TeamClass::ALL {
            let grammar = MissionGrammar::new(&domain, class.team_size());
            for seed in 0..50 {
                let scenario = distribution.sample(class, seed);
                let sentence = grammar.write(&scenario.mission, &domain);
                assert_eq!(grammar.read(&sentence).as_ref(), Some(&scenario.mission), "{sentence}");
            }
        }
    }

    #[test]
    fn marks_need_no_blanks() {
        let domain = Transport::household();
        let grammar = MissionGrammar::new(&domain, 2);
        let read = grammar.read("apple_1 to sink ; never grab knife_1 .");
        assert!(read.is_some());
        for same in ["apple_1 to sink; never grab knife_1.", "apple_1 to sink;never\ngrab knife_1 .\n"] {
            assert_eq!(grammar.read(same), read, "{same}");
        }
        for none in ["apple_1 to sink;; never grab knife_1.", "apple_1 to sink..", ".", "apple_1to sink."] {
            assert_eq!(grammar.read(none), None, "{none}");
        }
    }

    #[test]
    fn what_no_mission_means_is_no_sentence() {
        let domain = Transport::household();
        let grammar = MissionGrammar::new(&domain, 2);
        for sentence in [
            "",
            "apple_1 to table",
            "apple_1 to fridge .",
            "apple_1 or apple_1 to table .",
            "apple_2 or apple_1 to table .",
            "apple_1 to table ; apple_1 or apple_2 to sink .",
            "apple_1 to table ; never robot_3 grab knife_1 .",
            "apple_1 to table ; never open table .",
            "apple_1 to table ; never put_down fridge .",
            "apple_1 to table ; never grab knife_1 ; apple_2 to table .",
            "never grab knife_1 .",
            "apple_1 to table . ;",
        ] {
            assert_eq!(grammar.read(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn whatever_can_be_written_symbol_by_symbol_ends_as_a_mission_that_can_be_parsed() {
        // A seeded walk through the grammar: no dead end, and the words of each mission are read back as that mission.
        let domain = Transport::household();
        let team: Vec<RobotId> = ["a", "b", "c"].map(|name| RobotId::new(name).expect("a name")).into();
        let grammar = MissionGrammar::new(&domain, team.len());
        let mut random = 7_u64;
        for _ in 0..500 {
            let mut parse = PartialParse::default();
            let mission = loop {
                let next = grammar.next(&parse);
                assert!(!next.is_empty(), "{parse:?}");
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let symbol = next[(random >> 33) as usize % next.len()];
                parse = grammar.after(&parse, symbol).expect("it may follow");
                if let Some(mission) = parse.clone().mission() {
                    break mission;
                }
            };
            let words = mission.words(&domain, random);
            let read = Outline::read(&words, &domain, &team).expect("its own words").mission();
            assert_eq!(read.as_ref(), Some(&mission), "{words}");
        }
    }
}
