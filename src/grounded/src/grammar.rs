mod following;
mod meaning;
#[cfg(test)]
mod tests;

use std::{collections::HashMap, sync::Arc};

use surefleet_ltl::{Binary, Formula, Unary};
use surefleet_world::{Domain, ObjectId, Origin, TypeId, World};

use crate::Notation;

/// A symbol of a [`Notation`], by its place among the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u16);

impl Symbol {
    pub(crate) const fn new(place: u16) -> Self {
        Self(place)
    }

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
    /// A name; its arguments follow, if it has any.
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
    /// The signatures that fit so far, a bit each: that of the predicate of this name, that of the skill, or both.
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
}

impl Notation for MissionGrammar {
    type Beginning = PartialParse;
    type Meaning = Formula;

    fn symbols(&self) -> impl Iterator<Item = Symbol> {
        (0..self.symbols.len() as u16).map(Symbol)
    }

    fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].0
    }

    fn is_end(&self, symbol: Symbol) -> bool {
        self.symbols[symbol.index()].1 == Meaning::End
    }

    fn next(&self, parse: &PartialParse) -> Vec<Symbol> {
        self.symbols().filter(|symbol| self.step(parse, self.symbols[symbol.index()].1).is_some()).collect()
    }

    fn after(&self, parse: &PartialParse, symbol: Symbol) -> Option<PartialParse> {
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

    fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    fn find(&self, parse: &PartialParse, name: &str) -> Option<Symbol> {
        let fits = |symbol: &Symbol| self.step(parse, self.symbols[symbol.index()].1).is_some();
        self.by_name.get(name)?.iter().copied().find(fits)
    }

    fn meaning(&self, whole: &PartialParse) -> Option<Formula> {
        self.formula(whole)
    }
}

impl Default for PartialParse {
    fn default() -> Self {
        Self { read: Vec::new(), levels: vec![None], at: At::Part(0) }
    }
}
