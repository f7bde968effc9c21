//! Frames: what a domain file says of its predicates and skills, as patterns of a verb and its places.

use surefleet_world::{Piece, Template, Term};

use crate::{general, inflection, tokens};

/// A part of a frame after its verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// A word as it is.
    Word(String),
    /// A phrase for this place of the predicate or skill.
    Slot(usize),
    /// A phrase for it with a preposition before it: "in the fridge".
    OnSlot(usize),
    /// A phrase for what the robot holds, by a functional predicate: "it" in the file.
    Held(usize),
}

/// What a frame tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tells {
    /// The predicate holds, or does not.
    Fact { predicate: usize, holds: bool },
    /// The functional predicate has no value.
    NoValue { predicate: usize },
    /// The robot in place 0 uses the skill.
    Deed { skill: usize },
}

/// Places from here on stand for what the robot holds, by this predicate.
pub(crate) const HELD: usize = 1 << 16;

/// A clause pattern: a subject, a verb, and parts after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub tells: Tells,
    /// Words before the subject: "the battery of".
    pub before: Vec<String>,
    /// The place that the subject fills.
    pub subject: usize,
    /// The verb in its base form.
    pub verb: String,
    pub parts: Vec<Part>,
    /// Whether it is the file's own wording; others only help to read.
    pub is_own: bool,
    /// Whether no other frame of the file has these words for things that fit both.
    pub is_alone: bool,
}

impl Frame {
    /// The frame of a sentence about a predicate: "{1} holds {2}". `None`: it does not begin with a thing and a verb.
    pub fn of_sentence(template: &Template, tells: Tells) -> Option<Self> {
        let (before, pieces) = match template.0.split_first()? {
            (Piece::Words(words), rest) => {
                (tokens::words(words, 0).into_iter().map(|token| token.word).collect(), rest)
            }
            _ => (Vec::new(), template.0.as_slice()),
        };
        let (first, rest) = pieces.split_first()?;
        let Piece::Term(Term::Variable(subject)) = first else { return None };
        let mut parts = parts(rest)?;
        if parts.is_empty() {
            return None;
        }
        let Part::Word(finite) = parts.remove(0) else { return None };
        Some(Self { tells, before, subject: *subject, verb: base(&finite), parts, is_own: true, is_alone: true })
    }

    /// The frame of an order: "hand {item} to {receiver}".
    pub fn of_order(template: &Template, skill: usize) -> Option<Self> {
        let mut parts = parts(&template.0)?;
        if parts.is_empty() {
            return None;
        }
        let Part::Word(verb) = parts.remove(0) else { return None };
        Some(Self {
            tells: Tells::Deed { skill },
            before: Vec::new(),
            subject: 0,
            verb,
            parts,
            is_own: true,
            is_alone: true,
        })
    }

    /// The frame with any thing for "it", which is what the robot holds.
    pub fn with_held(&self, predicate: usize) -> Option<Self> {
        let place = self.parts.iter().position(|part| *part == Part::Word("it".to_owned()))?;
        let mut parts = self.parts.clone();
        parts[place] = Part::Held(predicate);
        Some(Self { parts, is_own: false, ..self.clone() })
    }

    /// "Hand {thing} to {robot}" for "hand {thing} over to {robot}".
    pub fn without_over(&self) -> Option<Self> {
        let is_word = |part: &Part, word: &str| matches!(part, Part::Word(one) if one == word);
        let place = self.parts.windows(2).position(|two| is_word(&two[0], "over") && is_word(&two[1], "to"))?;
        let mut parts = self.parts.clone();
        parts.remove(place);
        Some(Self { parts, is_own: false, ..self.clone() })
    }

    /// Whether it has the words of another frame.
    pub fn looks_like(&self, other: &Self) -> bool {
        let shape = |part: &Part| match part {
            Part::Word(word) => word.clone(),
            Part::Slot(_) | Part::Held(_) => "{}".to_owned(),
            Part::OnSlot(_) => "{on}".to_owned(),
        };
        let shapes = |frame: &Self| frame.parts.iter().map(shape).collect::<Vec<_>>();
        // "At {2}" may be "{on 2}".
        let is_place =
            |frame: &Self| matches!(frame.parts.as_slice(), [Part::OnSlot(_)] | [Part::Word(_), Part::Slot(_)]);
        self.verb == other.verb && (shapes(self) == shapes(other) || (is_place(self) && is_place(other)))
    }

    /// "Switch {lamp} on" for "switch on {lamp}", and the other way round.
    pub fn with_particle_moved(&self) -> Option<Self> {
        let mut moved = self.clone();
        moved.is_own = false;
        match self.parts.as_slice() {
            [Part::Word(word), Part::Slot(_) | Part::Held(_), ..] if is_particle(word) => {}
            [Part::Slot(_) | Part::Held(_), Part::Word(word), rest @ ..]
                if is_particle(word) && !matches!(rest.first(), Some(Part::Slot(_))) => {}
            _ => return None,
        }
        moved.parts.swap(0, 1);
        Some(moved)
    }

    /// The frame with the object as its subject: "{target} is grabbed". The robot may follow after "by".
    pub fn passive(&self) -> Option<Self> {
        if self.verb == "be" || !self.before.is_empty() {
            return None;
        }
        let mut parts = self.parts.clone();
        let place = match parts.as_slice() {
            [Part::Slot(_) | Part::Held(_), ..] => 0,
            [Part::Word(word), Part::Slot(_) | Part::Held(_), ..] if is_particle(word) => 1,
            _ => return None,
        };
        match parts.remove(place) {
            Part::Slot(subject) => Some(Self { subject, parts, is_own: false, ..self.clone() }),
            Part::Held(predicate) => Some(Self { subject: HELD + predicate, parts, is_own: false, ..self.clone() }),
            _ => None,
        }
    }
}

/// Words after a verb that may also stand after its object.
pub(crate) fn is_particle(word: &str) -> bool {
    matches!(word, "on" | "off" | "up" | "down" | "in" | "out" | "away" | "back" | "over")
}

fn parts(pieces: &[Piece]) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Words(words) => {
                parts.extend(tokens::words(words, 0).into_iter().map(|token| Part::Word(token.word)));
            }
            Piece::Term(Term::Variable(place)) => parts.push(Part::Slot(*place)),
            Piece::OnTerm(Term::Variable(place)) => parts.push(Part::OnSlot(*place)),
            Piece::Term(_) | Piece::OnTerm(_) => return None,
        }
    }
    Some(parts)
}

/// The base form of a word that stands after "it": "is", "carries", "touches".
fn base(finite: &str) -> String {
    match finite {
        "is" | "are" | "be" => return "be".to_owned(),
        "has" | "have" => return "have".to_owned(),
        _ => {}
    }
    let stems = [
        finite.strip_suffix("ies").map(|stem| format!("{stem}y")),
        finite.strip_suffix("es").filter(|stem| inflection::plural(stem) == finite).map(str::to_owned),
        finite.strip_suffix('s').map(str::to_owned),
    ];
    let fits = |stem: &String| inflection::third(stem) == finite;
    stems.into_iter().flatten().find(fits).unwrap_or_else(|| finite.to_owned())
}

impl Frame {
    /// Whether it has words beside its verb and those of direction: "take the lift to {target}".
    pub fn has_words(&self) -> bool {
        const DIRECTIONS: [&str; 16] = [
            "to", "into", "onto", "on", "in", "at", "down", "up", "off", "over", "with", "from", "inside", "it",
            "back", "out",
        ];
        self.parts.iter().any(|part| matches!(part, Part::Word(word) if !DIRECTIONS.contains(&word.as_str())))
    }

    /// Whether it has a place after a preposition: "is in the room".
    pub fn has_place(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::OnSlot(_)))
    }

    /// Whether it is a deed of going somewhere.
    pub fn is_motion(&self) -> bool {
        let words: Vec<&str> = self
            .parts
            .iter()
            .filter_map(|part| if let Part::Word(word) = part { Some(word.as_str()) } else { None })
            .collect();
        let words = words.join(" ");
        let is_one = |(verb, after): &(&str, &str)| *verb == self.verb && *after == words;
        self.tells_deed() && matches!(self.parts.last(), Some(Part::Slot(_))) && general::GO.iter().any(is_one)
    }

    pub fn tells_deed(&self) -> bool {
        matches!(self.tells, Tells::Deed { .. })
    }
}
