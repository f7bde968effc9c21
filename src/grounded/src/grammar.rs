use std::{collections::HashMap, sync::Arc};

use surefleet_ltl::{Binary, Formula, Node, Proposition, Unary};
use surefleet_world::{Domain, ObjectId, Origin, TypeId, World};

/// A symbol of a [`MissionGrammar`], by its place among the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u16);

impl Symbol {
    /// Its place among the grammar's symbols.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The language in which a model writes the meaning of a mission: the temporal formulas that constraints are, over the
/// propositions of a world and the deeds of its robots, typed. It is the same for every site.
///
/// ```text
/// mission     = formula "."
/// formula     = part | part "&" part {"&" part} | ... | part "U" part        (mixed operators stand in parentheses)
/// part        = {"!" | "F" | "G" | "X" | "WX"} (proposition | "(" formula ")")
/// proposition = name ["(" argument {"," argument} ")"]
/// argument    = object {"or" object} | type
/// ```
///
/// An argument with several objects stands for any of them, and a type for any of its members: `F G located ( apple_1 or
/// apple_2 , table ) & G ! grab ( robot , knife_1 )`. What is read is the formula without such arguments. The first argument of a
/// deed is one robot or a type. Objects of an argument stand in the order of the world.
///
/// [`MissionGrammar::VERSION`] rises whenever the meaning of a sentence may change.
#[derive(Debug, Clone)]
pub struct MissionGrammar {
    world: Arc<World>,
    symbols: Vec<(String, Meaning)>,
    by_name: HashMap<String, Vec<Symbol>>,
    /// What each name may be of: a predicate, a skill, or both.
    signatures: Vec<Vec<Signature>>,
}

/// The types of the arguments of a predicate or skill.
#[derive(Debug, Clone)]
struct Signature {
    arguments: Vec<Vec<TypeId>>,
    /// Whether it is a deed: its first argument is who acts.
    is_deed: bool,
}

/// The meaning of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Unary(Unary),
    Binary(Binary),
    Open,
    Close,
    Comma,
    Or,
    End,
    /// A predicate or skill, by its place among the signatures.
    Name(u16),
    Object(ObjectId),
    Type(TypeId),
}

/// The beginning of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialParse {
    read: Vec<Symbol>,
    /// The operator between the parts at each level of parentheses that is open, the outermost first.
    levels: Vec<Option<Binary>>,
    at: At,
}

/// What was read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// No operand yet, only this many unary operators.
    Part(usize),
    /// A name whose arguments follow.
    Name(u16),
    Argument(Argument),
    /// A whole part.
    After,
    End,
}

/// An argument that was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Argument {
    name: u16,
    /// Its place among the arguments.
    place: usize,
    /// The signatures that fit so far, a bit each.
    fitting: u8,
    last: Last,
}

/// The last thing in an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Object(ObjectId),
    /// "or", after this object.
    Or(ObjectId),
    Type,
}

/// The most operators before a part, and the most parentheses in one another.
const OPERATORS: usize = 3;
const DEPTH: usize = 8;
/// The most parts of a formula; a larger one is none.
const LARGEST: usize = 16_384;

impl MissionGrammar {
    /// The version of the language.
    pub const VERSION: u32 = 2;

    /// The grammar of missions in a world whose robots are the team. Models know them as `robot_1`, `robot_2`, ... by their
    /// place.
    pub fn new(world: &Arc<World>) -> Self {
        let domain = world.domain();
        let mut names: Vec<(&str, Vec<Signature>)> = Vec::new();
        let changing = domain.predicates().iter().filter(|predicate| predicate.origin != Origin::Fixed);
        let facts = changing.map(|predicate| {
            let arguments = predicate.arguments.iter().chain(&predicate.value).cloned().collect();
            (predicate.name.as_str(), Signature { arguments, is_deed: false })
        });
        let deeds = domain.skills().iter().map(|skill| {
            let parameters = skill.parameters.iter().map(|(_, types)| types.clone());
            let arguments = [skill.by.clone()].into_iter().chain(parameters).collect();
            (skill.name.as_str(), Signature { arguments, is_deed: true })
        });
        let can_be = |signature: &Signature| signature.arguments.iter().all(|types| !world.members(types).is_empty());
        for (name, signature) in facts.chain(deeds).filter(|(_, signature)| can_be(signature)) {
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, signatures)) => signatures.push(signature),
                None => names.push((name, vec![signature])),
            }
        }
        let marks = [
            ("(", Meaning::Open),
            (")", Meaning::Close),
            (",", Meaning::Comma),
            ("or", Meaning::Or),
            (".", Meaning::End),
        ];
        let unary = Unary::ALL.map(|operator| (operator.symbol(), Meaning::Unary(operator)));
        let binary = Binary::ALL.map(|operator| (operator.symbol(), Meaning::Binary(operator)));
        let named = names.iter().zip(0..).map(|((name, _), place)| (*name, Meaning::Name(place)));
        let object = |id: &ObjectId| (world.object(*id).name.as_str(), Meaning::Object(*id));
        let objects = world.members_of(Domain::OBJECT).iter().map(object);
        // The name of a type that is an object's name too means the object.
        let types = domain.type_ids().map(|of| (domain.types()[of.index()].name.as_str(), Meaning::Type(of)));
        let types = types.filter(|(name, _)| world.find(name).is_none());
        let all = marks.into_iter().chain(unary).chain(binary).chain(named).chain(objects).chain(types);
        let symbols: Vec<(String, Meaning)> = all.map(|(name, meaning)| (name.to_owned(), meaning)).collect();
        let mut by_name: HashMap<String, Vec<Symbol>> = HashMap::new();
        for ((name, _), place) in symbols.iter().zip(0..) {
            by_name.entry(name.clone()).or_default().push(Symbol(place));
        }
        let signatures = names.into_iter().map(|(_, signatures)| signatures).collect();
        Self { world: Arc::clone(world), symbols, by_name, signatures }
    }

    /// The world.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// All predicates and skills, with the types of their arguments; of a skill the first one is who acts.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &[Vec<TypeId>], bool)> {
        let named = self.symbols.iter().filter_map(|(name, meaning)| match meaning {
            Meaning::Name(place) => Some((name.as_str(), &self.signatures[usize::from(*place)])),
            _ => None,
        });
        named.flat_map(|(name, all)| all.iter().map(move |of| (name, of.arguments.as_slice(), of.is_deed)))
    }

    /// All symbols.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol> + use<> {
        (0..self.symbols.len() as u16).map(Symbol)
    }

    /// The written form of a symbol. In a sentence there is one blank between symbols.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].0
    }

    /// Whether a sentence ends with this symbol.
    pub fn is_end(&self, symbol: Symbol) -> bool {
        self.symbols[symbol.index()].1 == Meaning::End
    }

    /// The symbols that may follow the beginning of a sentence; none after its end.
    pub fn next(&self, parse: &PartialParse) -> Vec<Symbol> {
        self.symbols().filter(|symbol| self.step(parse, self.symbols[symbol.index()].1).is_some()).collect()
    }

    /// The beginning of a sentence, extended by one symbol; `None` if the symbol cannot follow.
    pub fn after(&self, parse: &PartialParse, symbol: Symbol) -> Option<PartialParse> {
        let meaning = self.symbols.get(symbol.index())?.1;
        let at = self.step(parse, meaning)?;
        let ends_part = matches!(parse.at, At::After | At::Name(_));
        let mut after = PartialParse { at, ..parse.clone() };
        after.read.push(symbol);
        match (parse.at, meaning) {
            (At::Part(_), Meaning::Open) => after.levels.push(None),
            (_, Meaning::Close) if ends_part => drop(after.levels.pop()),
            (_, Meaning::Binary(operator)) => *after.levels.last_mut()? = Some(operator),
            _ => {}
        }
        Some(after)
    }

    /// Whether a symbol has this name.
    pub fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The symbol of this name that may follow the beginning of a sentence.
    pub fn find(&self, parse: &PartialParse, name: &str) -> Option<Symbol> {
        let fits = |symbol: &Symbol| self.step(parse, self.symbols[symbol.index()].1).is_some();
        self.by_name.get(name)?.iter().copied().find(fits)
    }

    /// Reads a whole sentence; blanks are optional around marks. `None` if it is not a sentence.
    pub fn read(&self, text: &str) -> Option<Formula> {
        let mut parse = PartialParse::default();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let word = match is_word(first) {
                true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                // "<->" and "->" are the only marks of several characters.
                false => ["<->", "->"]
                    .iter()
                    .find(|mark| rest.starts_with(**mark))
                    .map_or(first.len_utf8(), |mark| mark.len()),
            };
            let (word, after) = rest.split_at(word);
            parse = self.after(&parse, self.find(&parse, word)?)?;
            rest = after.trim_start();
        }
        self.formula(&parse)
    }

    /// The meaning of a sentence, once it is whole; what its arguments stand for is written out.
    pub fn formula(&self, parse: &PartialParse) -> Option<Formula> {
        let (_, symbols) = (parse.at == At::End).then(|| parse.read.split_last())??;
        let mut text = String::new();
        for (place, &symbol) in symbols.iter().enumerate() {
            text += self.name(symbol);
            // A name and the parenthesis behind it make one proposition.
            let is_name = matches!(self.symbols[symbol.index()].1, Meaning::Name(_));
            let opens = symbols.get(place + 1).is_some_and(|next| self.symbols[next.index()].1 == Meaning::Open);
            text += if is_name && opens { "" } else { " " };
        }
        let schematic = Formula::parse(&text).ok()?;
        let mut nodes: Vec<Node> = Vec::new();
        // The place of each part of the schematic formula among the nodes.
        let mut places: Vec<u32> = Vec::new();
        for node in schematic.nodes() {
            let node = match node {
                Node::Constant(_) => node.clone(),
                Node::Proposition(proposition) => self.instances(proposition, &mut nodes)?,
                Node::Unary(operator, part) => Node::Unary(*operator, places[*part as usize]),
                Node::Binary(operator, one, other) => {
                    Node::Binary(*operator, places[*one as usize], places[*other as usize])
                }
            };
            places.push(nodes.len() as u32);
            nodes.push(node);
        }
        Formula::from_nodes(nodes)
    }

    /// That a proposition holds of any of those for which its arguments stand: the root, whose operands are added to `nodes`.
    fn instances(&self, schematic: &Proposition, nodes: &mut Vec<Node>) -> Option<Node> {
        let domain = self.world.domain();
        let name = |id: &ObjectId| self.world.object(*id).name.as_str();
        let mut instances = vec![String::new()];
        for argument in schematic.arguments() {
            let of = domain.type_ids().find(|of| domain.types()[of.index()].name == argument);
            let members: Vec<&str> = match of.filter(|_| self.world.find(argument).is_none()) {
                Some(of) => self.world.members_of(of).iter().map(name).collect(),
                None => argument.split(" or ").collect(),
            };
            if instances.len() * members.len() + nodes.len() > LARGEST {
                return None;
            }
            let longer = |so_far: &String| {
                let comma = if so_far.is_empty() { "" } else { ", " };
                members.iter().map(|member| format!("{so_far}{comma}{member}")).collect::<Vec<_>>()
            };
            instances = instances.iter().flat_map(longer).collect();
        }
        let written = instances.iter().map(|arguments| match arguments.is_empty() {
            true => Proposition::new(schematic.predicate()),
            false => Proposition::new(&format!("{}({arguments})", schematic.predicate())),
        });
        let mut level: Vec<Node> = written.map(|one| one.ok().map(Node::Proposition)).collect::<Option<_>>()?;
        // Balanced, so that nothing that walks the formula goes deep.
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [one, other] => {
                        let first = nodes.len() as u32;
                        nodes.extend([one.clone(), other.clone()]);
                        Node::Binary(Binary::Or, first, first + 1)
                    }
                    rest => rest[0].clone(),
                })
                .collect();
        }
        level.pop()
    }

    /// What was read last, after this symbol too; `None` if it cannot follow.
    fn step(&self, parse: &PartialParse, meaning: Meaning) -> Option<At> {
        match (parse.at, meaning) {
            (At::Part(operators), Meaning::Unary(_)) => (operators < OPERATORS).then_some(At::Part(operators + 1)),
            (At::Part(_), Meaning::Open) => (parse.levels.len() <= DEPTH).then_some(At::Part(0)),
            (At::Part(_), Meaning::Name(name)) => {
                let is_bare = self.signatures[usize::from(name)].iter().all(|of| of.arguments.is_empty());
                Some(if is_bare { At::After } else { At::Name(name) })
            }
            (At::Name(name), Meaning::Open) => {
                let argument = Argument { name, place: 0, fitting: u8::MAX, last: Last::Nothing };
                Some(At::Argument(self.narrowed(argument, |of| !of.arguments.is_empty())?))
            }
            // A name that also stands alone.
            (At::Name(name), _) => {
                let is_bare = self.signatures[usize::from(name)].iter().any(|of| of.arguments.is_empty());
                is_bare.then(|| Self::after_part(parse, meaning))?
            }
            (At::Argument(argument), _) => self.in_argument(argument, meaning),
            (At::After, _) => Self::after_part(parse, meaning),
            _ => None,
        }
    }

    fn after_part(parse: &PartialParse, meaning: Meaning) -> Option<At> {
        match meaning {
            Meaning::Binary(operator) => {
                let is_chain = matches!(operator, Binary::And | Binary::Or | Binary::Xor);
                let before = *parse.levels.last()?;
                before.is_none_or(|before| before == operator && is_chain).then_some(At::Part(0))
            }
            Meaning::Close => (parse.levels.len() > 1).then_some(At::After),
            Meaning::End => (parse.levels.len() == 1).then_some(At::End),
            _ => None,
        }
    }

    fn in_argument(&self, argument: Argument, meaning: Meaning) -> Option<At> {
        let place = argument.place;
        let is_whole = matches!(argument.last, Last::Object(_) | Last::Type);
        let fits = |of: &Signature, object: ObjectId| self.world.is_of(object, &of.arguments[place]);
        match meaning {
            Meaning::Object(object) => {
                let is_later = match argument.last {
                    Last::Nothing => true,
                    Last::Or(before) => before < object,
                    Last::Object(_) | Last::Type => false,
                };
                let argument = Argument { last: Last::Object(object), ..argument };
                is_later.then(|| self.narrowed(argument, |of| fits(of, object)))?
            }
            Meaning::Type(of) => {
                let members = self.world.members_of(of);
                let argument = (argument.last == Last::Nothing && !members.is_empty())
                    .then_some(Argument { last: Last::Type, ..argument })?;
                self.narrowed(argument, |of| members.iter().all(|&member| fits(of, member)))
            }
            Meaning::Or => {
                let Last::Object(before) = argument.last else { return None };
                let goes_on = |of: &Signature| {
                    let is_actor = of.is_deed && place == 0;
                    !is_actor && self.world.members(&of.arguments[place]).last().is_some_and(|&last| before < last)
                };
                self.narrowed(Argument { last: Last::Or(before), ..argument }, goes_on)
            }
            Meaning::Comma => {
                let next = Argument { place: place + 1, last: Last::Nothing, ..argument };
                is_whole.then(|| self.narrowed(next, |of| of.arguments.len() > place + 1))?
            }
            Meaning::Close => {
                let is_last = |of: &Signature| of.arguments.len() == place + 1;
                return is_whole.then(|| self.narrowed(argument, is_last).map(|_| At::After))?;
            }
            _ => None,
        }
        .map(At::Argument)
    }

    /// The argument with those of its signatures for which this holds; `None` if there is none.
    fn narrowed(&self, argument: Argument, holds: impl Fn(&Signature) -> bool) -> Option<Argument> {
        let signatures = self.signatures[usize::from(argument.name)].iter().enumerate().take(8);
        let fitting = signatures
            .filter(|(place, of)| argument.fitting & (1 << place) != 0 && holds(of))
            .fold(0, |fitting, (place, _)| fitting | 1 << place);
        (fitting != 0).then_some(Argument { fitting, ..argument })
    }
}

impl Default for PartialParse {
    fn default() -> Self {
        Self { read: Vec::new(), levels: vec![None], at: At::Part(0) }
    }
}

#[cfg(test)]
mod tests {
    use surefleet_mission::{Distribution, Mission, TeamClass, Transport};

    use super::*;

    fn household(team_size: usize) -> MissionGrammar {
        MissionGrammar::new(&Transport::household().world(team_size))
    }

    #[test]
    fn every_mission_of_the_distribution_is_one_sentence() {
        let domain = Arc::new(Transport::household());
        let distribution = Distribution::household(domain.clone()).expect("the household is large enough");
        for class in TeamClass::ALL {
            let grammar = MissionGrammar::new(&domain.world(class.team_size()));
            let team = grammar.world().robots();
            for seed in 0..50 {
                let scenario = distribution.sample(class, seed);
                let sentence = scenario.mission.sentence(&domain);
                let formula = grammar.read(&sentence).expect("a sentence");
                let read = Mission::of_formula(&formula, &domain, team).expect("a mission");
                assert_eq!(read.subtasks, scenario.mission.subtasks, "{sentence}");
                let formulas = scenario.mission.formulas(&domain, team);
                assert_eq!(Some(read), Mission::of_formulas(&formulas, &domain, team), "{sentence}");
            }
        }
    }

    #[test]
    fn an_argument_stands_for_any_of_what_it_names() {
        let grammar = household(2);
        let read = |text: &str| grammar.read(text).map(|formula| formula.to_string());
        assert_eq!(
            read("F G located ( apple_1 or apple_2 , table ) & G ! open ( robot , drawer ) ."),
            Some(
                "F G(located(apple_1, table) | located(apple_2, table)) & G !(open(robot_1, drawer_1) | open(robot_1, drawer_2) | \
                 (open(robot_2, drawer_1) | open(robot_2, drawer_2)))"
                    .to_owned()
            )
        );
        // A container that is open, and a robot that opens it.
        assert_eq!(read("F open(fridge)."), Some("F open(fridge)".to_owned()));
        assert_eq!(read("F open(robot_2, fridge)."), Some("F open(robot_2, fridge)".to_owned()));
        // Whatever a formula can say of the site, in the words of constraints.
        for text in [
            "(!open(drawer_1)) U located(apple_1, table)",
            "F (open(fridge) & F holding(robot_1, apple_1))",
            "G ((holding(robot_1, knife_1)) -> (!holding(robot_2, apple_1)))",
        ] {
            let meant = Formula::parse(text).expect("a formula");
            assert_eq!(grammar.read(&format!("{text} .")), Some(meant), "{text}");
        }
    }

    #[test]
    fn a_name_without_arguments_is_a_proposition_beside_any_operator() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../pddl/tests/domains/yard.yaml");
        let domain = Arc::new(Domain::parse(&std::fs::read_to_string(path).expect("a file"), path).expect("a domain"));
        let bare = domain.predicates().iter().find(|one| one.arguments.is_empty() && one.value.is_none());
        let bare = bare.expect("the yard has one").name.clone();
        let robot = surefleet_fleet::RobotId::new("robot_1").expect("a name");
        let kind = domain.kinds().next().map(|kind| domain.types()[kind.index()].name.clone());
        let world = World::new(domain, &[surefleet_world::Robot { id: robot, kind }]).expect("a world");
        let grammar = MissionGrammar::new(&Arc::new(world));
        for text in [format!("F {bare}"), format!("{bare} U {bare}"), format!("({bare} & {bare}) W F {bare}")] {
            assert_eq!(grammar.read(&format!("{text} .")), Formula::parse(&text).ok(), "{text}");
        }
    }

    #[test]
    fn what_no_formula_of_the_world_is_is_no_sentence() {
        let grammar = household(2);
        for sentence in [
            "",
            ".",
            "F G located(apple_1, table)",
            "F G located(apple_1, robot_1) .",
            "F G located(apple_1 or apple_1, table) .",
            "F G located(apple_2 or apple_1, table) .",
            "F G located(apple or bread_1, table) .",
            "F G located(apple_1) .",
            "F G located(apple_1, table, sink) .",
            "G ! grab(robot_3, knife_1) .",
            "G ! grab(robot_1 or robot_2, knife_1) .",
            "G ! grab(knife_1) .",
            "G ! open(table) .",
            "F open(fridge) & open(drawer_1) | open(drawer_2) .",
            "(F open(fridge) .",
            "F open(fridge)) .",
            "F open(fridge) . .",
            "F open(fridge) U open(drawer_1) U open(drawer_2) .",
            "! ! ! ! open(fridge) .",
        ] {
            assert_eq!(grammar.read(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn whatever_can_be_written_symbol_by_symbol_ends_as_a_formula_of_the_world() {
        // A seeded walk through the grammar of each site: no dead end, and search can compile what comes out.
        for site in ["household", "hospital", "warehouse", "laboratory", "flat"] {
            let path = format!("{}/../../config/domains/{site}.yaml", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).expect("the site's domain");
            let domain = Arc::new(Domain::parse(&text, &path).expect("a domain"));
            let kinds: Vec<_> = domain.kinds().collect();
            let robots = kinds.iter().zip(1..).map(|(kind, number)| surefleet_world::Robot {
                id: surefleet_fleet::RobotId::new(&format!("robot_{number}")).expect("a name"),
                kind: Some(domain.types()[kind.index()].name.clone()),
            });
            let world = Arc::new(World::new(Arc::clone(&domain), &robots.collect::<Vec<_>>()).expect("a world"));
            let grammar = MissionGrammar::new(&world);
            let mut random = 7_u64;
            for _ in 0..100 {
                let mut parse = PartialParse::default();
                let formula = loop {
                    let next = grammar.next(&parse);
                    assert!(!next.is_empty(), "{site}: {parse:?}");
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    // It ends and closes as soon as it may, most of the time.
                    let closing = next.iter().find(|&&symbol| matches!(grammar.name(symbol), "." | ")")).copied();
                    let any = next[(random >> 33) as usize % next.len()];
                    let symbol = closing.filter(|_| random >> 60 != 0).unwrap_or(any);
                    parse = grammar.after(&parse, symbol).expect("it may follow");
                    if let Some(formula) = grammar.formula(&parse) {
                        break formula;
                    }
                };
                for proposition in formula.propositions() {
                    let words: Vec<&str> = proposition.arguments().collect();
                    assert!(words.iter().all(|word| world.find(word).is_some()), "{site}: {proposition}");
                }
                let sentence: Vec<&str> = parse.read.iter().map(|&symbol| grammar.name(symbol)).collect();
                assert_eq!(grammar.read(&sentence.join(" ")), Some(formula), "{site}: {sentence:?}");
            }
        }
    }
}
