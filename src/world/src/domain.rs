use surefleet_fleet::Digest;

use crate::{
    formula::{Effect, Formula, Term},
    ids::{ObjectId, PredicateId, SkillId, TypeId},
    template::Template,
};

/// All that is known of a site: types, objects, predicates, skills and laws. Immutable, meant to be shared in an `Arc`.
///
/// A domain does not know which robots a fleet has: [`World`](crate::World) adds them.
#[derive(Debug, Clone, PartialEq)]
pub struct Domain {
    pub(crate) name: String,
    pub(crate) digest: Digest,
    pub(crate) types: Vec<Type>,
    pub(crate) objects: Vec<Object>,
    pub(crate) predicates: Vec<Predicate>,
    /// What holds of the fixed predicates, for ever.
    pub(crate) always: Vec<Ground>,
    pub(crate) skills: Vec<Skill>,
    pub(crate) laws: Vec<Law>,
    pub(crate) stay: SkillId,
    pub(crate) notes: Vec<String>,
    pub(crate) example: Option<Example>,
}

/// A short mission and what one robot does to carry it out, for prompts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The mission in words.
    pub mission: String,
    /// The symbols of the robot's decisions, step by step.
    pub plan: Vec<String>,
}

/// A type: a named set of objects. An object may be of several types that do not contain one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// The name in the file, such as `container`.
    pub name: String,
    /// The types that contain it directly. Empty: only "object" does.
    pub parents: Vec<TypeId>,
    /// Words for one object of it: "drawer". Empty: sentences do not speak of it.
    pub words: Vec<String>,
    /// Words for several objects of it: "drawers", as many as `words`.
    pub plurals: Vec<String>,
    /// Where something is that is at one of its objects: "in", "on". `None`: the file says nothing, nor of a type above it.
    pub preposition: Option<String>,
}

/// An object that the domain declares, or a robot of the fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// The name on the wire, such as `apple_1`.
    pub name: String,
    /// Its own types; it is of their parents too.
    pub types: Vec<TypeId>,
    /// The unambiguous phrase for it in a sentence: "apple 1", "the fridge".
    pub phrase: String,
    /// Other words that mean only this object, without an article: "red apple".
    pub words: Vec<String>,
    /// The word before it where something is there: "in", "on", "at".
    pub preposition: String,
    /// Its position, if it has a fixed one.
    pub pose: Option<Pose>,
}

/// A position and an orientation in a frame.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The frame's name, such as `map`.
    pub frame: String,
    /// x, y and z in metres.
    pub position_m: [f64; 3],
    /// x, y, z and w of a unit quaternion.
    #[serde(default = "upright")]
    pub orientation: [f64; 4],
}

fn upright() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

/// A predicate: a property of objects, or a relation between them, that a state makes true, false or unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// The name on the wire, such as `located`.
    pub name: String,
    /// For each argument the types that its objects may have.
    pub arguments: Vec<Vec<TypeId>>,
    /// For a functional predicate, the types that its value may have. On the wire the value is one more argument:
    /// `located(apple_1, table)`.
    pub value: Option<Vec<TypeId>>,
    /// Where its truth comes from.
    pub origin: Origin,
    /// Ways to say that it holds, the first one canonical: "{1} is {on 2}". In the file arguments are numbered from 1,
    /// and the value comes last; here they are variables from 0. Empty: sentences do not speak of it.
    pub says: Vec<Template>,
    /// Ways to say that it does not hold: "{1} is closed". For a functional predicate: that it has no value.
    pub denies: Vec<Template>,
}

/// The origin of a predicate's truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The state has it, and skills may change it.
    State,
    /// The domain has it, for ever: [`Domain::always`].
    Fixed,
    /// It follows from others. Its arguments are the first variables. Derived predicates may use one another, also in a
    /// circle: the least truth that satisfies all definitions is meant. A circle must not lead through a negation.
    Derived(Formula),
    /// It follows from others: the value of the first case whose formula is true; nothing if none is. If the formula of
    /// an earlier case is unknown, so is the value.
    Cases(Vec<Case>),
}

/// A case of a derived functional predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The types of its own variables, which come after the arguments. Of several choices the first counts.
    pub some: Vec<Vec<TypeId>>,
    /// The condition.
    pub when: Formula,
    /// The value.
    pub value: Term,
}

/// A predicate of named objects, with the value if it is functional.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ground {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: Vec<ObjectId>,
    /// Its value; `None` if it is not functional.
    pub value: Option<ObjectId>,
}

/// Something that robots of some kinds can do.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    /// The name, such as `go_to`.
    pub name: String,
    /// The kinds of robots that have it.
    pub by: Vec<TypeId>,
    /// Its parameters: a name and the types that objects for it may have.
    pub parameters: Vec<(String, Vec<TypeId>)>,
    /// The deed in words, as an order, the first one canonical: "go to {target}".
    pub text: Vec<Template>,
    /// A sentence about it for prompts.
    pub remark: String,
    /// The action in words for whoever judges it, about the state in which it was begun: "put {holding(robot)} down {on
    /// target}". `None`: as in `text`.
    pub does: Option<Template>,
    /// What can be seen once it has succeeded, about the state in which it was begun: "{holding(robot)} is {on target}".
    /// `None`: nothing can be seen of it.
    pub shows: Option<Template>,
    /// The conditions under which a robot can do it. All must be known to be true at the start of the joint step.
    pub needs: Vec<Need>,
    /// Effects that come about before the others: on the way.
    pub first: Vec<Effect>,
    /// Its effects.
    pub effects: Vec<Effect>,
    /// Objects that no two robots may occupy in one joint step.
    pub occupies: Vec<Occupied>,
    /// How long it usually takes, in seconds.
    pub duration_s: f64,
}

impl Skill {
    /// The parameters that may not be the robot that acts, as a need says: `target != robot`. Parameters count from 1.
    pub fn others(&self) -> impl Iterator<Item = usize> {
        let parts = self.needs.iter().flat_map(|need| match &need.that {
            Formula::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        });
        parts.filter_map(|part| match part {
            Formula::Not(inner) => match inner.as_ref() {
                Formula::Equal(Term::Variable(0), Term::Variable(other))
                | Formula::Equal(Term::Variable(other), Term::Variable(0)) => Some(*other),
                _ => None,
            },
            _ => None,
        })
    }
}

/// A precondition and the words for its failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// The condition; variable 0 is the robot, then come the parameters.
    pub that: Formula,
    /// The reason to give when it does not hold: "{located(target)} is closed".
    pub otherwise: Template,
}

/// An object that a skill occupies during a joint step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupied {
    /// The object; nothing occupies nothing.
    pub what: Term,
    /// The condition under which it is occupied.
    pub when: Formula,
}

/// Something that can never be otherwise, in any state of the world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Law {
    /// The types of the objects that it is about: the first variables. It holds for all of them.
    pub about: Vec<Vec<TypeId>>,
    /// The law for them.
    pub rule: Rule,
    /// The law in words, about the first variables.
    pub says: Template,
}

/// The content of a law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// Of all these atoms, counted over their own variables and values, at most one is true; exactly one if
    /// `is_exact`.
    OneOf {
        /// The patterns of atoms.
        atoms: Vec<Counted>,
        /// Whether one must be true.
        is_exact: bool,
    },
    /// The formula is never true.
    Never(Formula),
}

/// A pattern of atoms of a stored predicate that a law counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Types of the variables to count over. They come after those of the law.
    pub over: Vec<Vec<TypeId>>,
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments: variables and constants.
    pub arguments: Vec<Term>,
    /// For a functional predicate, the value: `None` counts every value, `Some` only this one.
    pub value: Option<Term>,
}
