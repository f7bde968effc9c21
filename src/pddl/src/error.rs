use std::fmt;

use thiserror::Error;

/// A place in a PDDL file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file that it is in.
    pub file: PddlFile,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One of the two files that PDDL splits a task into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PddlFile {
    /// Types, predicates and actions.
    Domain,
    /// Objects, the initial state and the goal.
    Problem,
}

impl fmt::Display for PddlFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Domain => "domain",
            Self::Problem => "problem",
        })
    }
}

/// The reason why a PDDL file was refused, for its author.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PddlError {
    /// Text that does not have the form that PDDL prescribes.
    #[error("{at}: {found} stands here; write {expected} instead")]
    Syntax {
        /// The place of the text.
        at: SourcePlace,
        /// The text, quoted, or a word for it.
        found: String,
        /// The form that is due.
        expected: String,
    },
    /// A list without its end.
    #[error("{at}: the list that begins here is not closed; add the missing \")\"")]
    Unclosed {
        /// The place where it begins.
        at: SourcePlace,
    },
    /// More than the reader takes.
    #[error("{at}: {what} number more than {limit}; split or simplify this part")]
    TooMuch {
        /// The place of the first one too many.
        at: SourcePlace,
        /// The things counted, in the plural.
        what: &'static str,
        /// How many are taken.
        limit: usize,
    },
    /// A name that nothing declares.
    #[error("{at}: no {what} is called {name:?}; {}", mend_unknown(.nearest))]
    Unknown {
        /// The place of the name.
        at: SourcePlace,
        /// The sort of thing: "type", "predicate", "object", "variable".
        what: &'static str,
        /// The name as written.
        name: String,
        /// The declared name that is most like it.
        nearest: Option<String>,
    },
    /// A second declaration of one name.
    #[error("{at}: the {what} {name:?} is declared twice; remove or rename one")]
    Twice {
        /// The place of the second one.
        at: SourcePlace,
        /// The sort of thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A type that is its own ancestor.
    #[error("{at}: the type {name:?} contains itself; remove one of the types on the way")]
    CircularType {
        /// The place of the type's declaration.
        at: SourcePlace,
        /// The type.
        name: String,
    },
    /// A predicate with more or fewer arguments than it is declared with.
    #[error("{at}: {predicate:?} takes {wanted} arguments and is given {given}; give it {wanted}")]
    Arity {
        /// The place of the use.
        at: SourcePlace,
        /// The predicate.
        predicate: String,
        /// The declared number.
        wanted: usize,
        /// The given number.
        given: usize,
    },
    /// An object of a type that the predicate is not about.
    #[error(
        "{at}: {predicate:?} is about a {wanted}, and here stands a {found}; name a {wanted}, or widen the predicate's types"
    )]
    Mismatch {
        /// The place of the use.
        at: SourcePlace,
        /// The predicate.
        predicate: String,
        /// The types that it is about.
        wanted: String,
        /// The types of what stands there.
        found: String,
    },
    /// Something that PDDL allows and surefleet's domains cannot express.
    #[error("{at}: {what} cannot be carried over; {mend}")]
    Unsupported {
        /// The place of it.
        at: SourcePlace,
        /// The feature, as in ":durative-action".
        what: String,
        /// The change that makes the file acceptable.
        mend: &'static str,
    },
    /// A domain file that came out and that surefleet refuses.
    #[error("the domain that came out is refused: {problem}")]
    Refused {
        /// The reason, with the line of the file that came out.
        problem: String,
    },
    /// An actor that is not a type of the domain.
    #[error("the domain has no type {actor:?} that could act; its types are: {}", .types.join(", "))]
    NoActor {
        /// The type that was asked for.
        actor: String,
        /// The types that there are.
        types: Vec<String>,
    },
}

fn mend_unknown(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!("write {name:?}, or declare it"),
        None => "declare it".to_owned(),
    }
}
