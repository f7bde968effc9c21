use thiserror::Error;

/// A mistake in a domain, in a world state or in a mission in words.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MissionError {
    /// The text is not YAML, or does not have a domain's shape.
    #[error("{file}:{line}:{column}: {problem}")]
    Yaml {
        /// The file, as the caller named it.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The mistake at this position.
        problem: String,
    },
    /// The YAML is well formed but says something impossible.
    #[error("{file}:{line}: {problem}; {mend}")]
    Domain {
        /// The file, as the caller named it.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The mistake, with the offending name.
        problem: String,
        /// The correction to make.
        mend: String,
    },
    /// A proposition that the domain does not have.
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
    /// An item without a place or a robot that holds it.
    #[error("no fact says where {item:?} is: report located({item}, a place) or holding(a robot of the team, {item})")]
    Missing {
        /// The item's name.
        item: String,
    },
    /// More robots than a state can hold.
    #[error("a team of {0} robots is not between 1 and {max}: split the mission", max = crate::objects::MAX_TEAM)]
    TeamSize(usize),
    /// A word that names nothing in the domain.
    #[error("{word:?} is not a known {expected}{}", suggestion(.nearest))]
    UnknownWord {
        /// The words as written.
        word: String,
        /// The expected kind of word: "item", "place to put things", ...
        expected: &'static str,
        /// The nearest known words.
        nearest: Option<String>,
    },
    /// A number that no object of its kind has.
    #[error("there is no {written:?}: there are {known}")]
    NoSuchThing {
        /// The thing as written.
        written: String,
        /// The known ones of its kind.
        known: String,
    },
    /// A sentence, or the rest of one, that is not understood.
    #[error(
        "cannot read {rest:?} in {sentence:?}: write, say, \"move the apple to the table\" or \"robot 1 must never \
         open the fridge\""
    )]
    Unread {
        /// The rest that is left over.
        rest: String,
        /// The whole sentence.
        sentence: String,
    },
    /// A sentence with more than one meaning.
    #[error("{phrase:?} has more than one meaning: {mend}")]
    Ambiguous {
        /// The words in question.
        phrase: String,
        /// A clear way to say it.
        mend: String,
    },
    /// A robot that is not in the team.
    #[error("robot {robot:?} is not of the team: use \"robot 1\" to \"robot {team_size}\"")]
    UnknownRobot {
        /// The robot as written.
        robot: String,
        /// How many robots there are.
        team_size: usize,
    },
    /// Two sub-tasks that could take the same item.
    #[error("sub-tasks {first} and {second} may both take {item}: name the item that each of them is to take")]
    SharedItem {
        /// The earlier sub-task, from 1.
        first: usize,
        /// The later sub-task, from 1.
        second: usize,
        /// How a sentence names the item.
        item: String,
    },
    /// A mission without a sub-task.
    #[error("mission {0:?} asks for nothing to be moved: say what is to go where")]
    NothingToDo(String),
    /// A sentence that may forbid something and cannot be read, in a mission that only a language model reads.
    #[error(
        "nothing would enforce {sentence:?}, which {why} and cannot be read ({reason}): say first what is to be done, \
         then each requirement in a sentence of its own, or send it as a constraint"
    )]
    Unenforceable {
        /// The sentence, in words and marks.
        sentence: String,
        /// Why it may forbid something.
        why: String,
        /// Why it cannot be read.
        reason: Box<MissionError>,
    },
    /// A share of vague missions that is not a number from 0 to 1.
    #[error("the share of vague missions is {0}: it must be from 0 to 1")]
    Share(String),
    /// A domain too small for a scenario distribution.
    #[error("domain {domain:?} has {found} {what}, but the distribution needs {needed}: choose a larger domain")]
    TooSmall {
        /// The domain's name.
        domain: String,
        /// The kind of object that is too rare.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// A property that the exact oracle does not reason about.
    #[error("the oracle cannot judge {what}: {mend}")]
    BeyondOracle {
        /// The property, with its name.
        what: String,
        /// The correction to make.
        mend: String,
    },
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |known| format!(": did you mean {known:?}?"))
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
