use thiserror::Error;

/// A mistake in a domain file, for the person who writes it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DomainError {
    /// The text is not YAML, or does not have a domain's shape.
    #[error("{file}:{line}:{column}: {problem}; {mend}")]
    Yaml {
        /// The file, as the caller named it.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The mistake at this position.
        problem: String,
        /// The correction to make.
        mend: String,
    },
    /// The YAML is well formed but says something impossible.
    #[error("{file}:{line}: {problem}; {mend}")]
    Meaning {
        /// The file, as the caller named it.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The mistake, with the offending name.
        problem: String,
        /// The correction to make.
        mend: String,
    },
}

/// A mistake in the robots or the facts that somebody gives for a domain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WorldError {
    /// A robot whose kind the domain does not have, or does not say clearly.
    #[error("robot {robot:?} cannot be of kind {kind:?}: domain {domain:?} has {known}")]
    Kind {
        /// The robot's name.
        robot: String,
        /// The kind as given; empty if none was.
        kind: String,
        /// The domain's name.
        domain: String,
        /// The kinds that it has.
        known: String,
    },
    /// A robot that has the name of an object or of another robot.
    #[error("robot {robot:?} has the name of something else: rename it")]
    NameTaken {
        /// The robot's name.
        robot: String,
    },
    /// No robots, or more than a state can hold.
    #[error("a team of {0} robots is not between 1 and {max}: split the mission", max = crate::ids::MAX_TEAM)]
    TeamSize(usize),
    /// Too many skill instances for the numbers of decisions.
    #[error(
        "these robots could do {found} things or more in domain {domain:?}, and at most {most} can be numbered: narrow the types of the parameters of {skill:?}"
    )]
    TooMany {
        /// The domain's name.
        domain: String,
        /// The count so far.
        found: usize,
        /// The most.
        most: usize,
        /// The skill at which the count was exceeded.
        skill: String,
    },
    /// A proposition that the world does not have.
    #[error("fact {fact:?} is not a proposition of domain {domain:?}: {mend}")]
    UnknownFact {
        /// The proposition as received.
        fact: String,
        /// The domain's name.
        domain: String,
        /// The correction to make.
        mend: String,
    },
    /// Two facts that cannot both be true.
    #[error("facts {first:?} and {second:?} contradict each other: report only the one that holds")]
    Contradiction {
        /// The fact that was read first.
        first: String,
        /// The fact that contradicts it.
        second: String,
    },
    /// Facts that a law of the domain excludes.
    #[error("no world is like that: {law}, but {found}")]
    Unlawful {
        /// The law in words.
        law: String,
        /// The facts that break it.
        found: String,
    },
}

/// The known name nearest to `word`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name.to_owned())
}
