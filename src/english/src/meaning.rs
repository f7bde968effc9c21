//! What words mean before they are put together: things with their quantity, verbs with their places, clauses.

use std::rc::Rc;

use crate::logic::Object;

/// How many of some things are meant, as far as words tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Det {
    /// A name: just this one.
    Name,
    /// "the" of one thing of a sort.
    The,
    /// "the" of several.
    Plural,
    /// Several without an article.
    Bare,
    A,
    Any,
    Some,
    Each,
    Every,
    All,
    Both,
    Either,
    No,
    Count(Compare, usize),
    /// Names that share a plural: "robots 1 and 2", "the two drawers".
    Listed,
    /// "one of the", "a single".
    One,
    /// A sort without an article: "bread".
    Mass,
    /// "the same room", of several that are there.
    Same,
    /// "different rooms", "a different room": one for each.
    Different,
}

/// How a number is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    AtMost,
    AtLeast,
    Exactly,
    /// "two", without more words.
    Bare,
    /// "only two".
    Only,
}

/// Things of one sort.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Noun {
    pub det: Det,
    pub members: Rc<[Object]>,
    /// What is said of them after their name: "that are in the fridge".
    pub limits: Vec<Limit>,
    /// The token where it begins: which mention it is.
    pub id: usize,
    pub end: usize,
    pub is_plural: bool,
    /// "other", "else": not those that were named.
    pub is_other: bool,
    /// Whether it means things of whatever sort: "everything".
    pub is_wide: bool,
    /// "all but ...": it takes the rest of a list.
    pub is_excepting: bool,
    /// Whether a preposition says that something is there: what "there" can mean.
    pub is_place: bool,
}

impl Noun {
    /// Whether it is the name of one thing, or a word for the only one of its sort.
    pub fn is_single(&self) -> bool {
        self.det == Det::Name || (self.det == Det::The && self.members.len() == 1)
    }

    /// "Somebody": whichever robot.
    pub fn is_somebody(&self) -> bool {
        self.is_wide && self.det == Det::Some && !self.is_other && self.limits.is_empty()
    }
}

/// A condition on things that a sentence picks: "in the fridge", "that is open".
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Limit {
    pub deed: Rc<Deed>,
    pub holds: bool,
}

/// A noun phrase.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Np {
    Noun(Noun),
    List(Join, Vec<Np>),
    Only(Box<Np>),
    Pronoun(Pronoun),
    /// What a pronoun was found to mean: the object that is bound to this mention.
    Bound(usize),
}

/// How things or clauses are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    And,
    /// "both A and B".
    Both,
    Or,
    Nor,
}

/// A word for something that was mentioned.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pronoun {
    pub sort: PronounSort,
    /// The preposition before it, which tells which sort of place it is: "in it".
    pub word: Option<&'static str>,
    pub at: usize,
    pub end: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PronounSort {
    It,
    Them,
    There,
    /// "that robot", "the same drawer": of these things.
    That(Rc<[Object]>),
    /// "the robot", "the drawer", of several: the one that was named before.
    The(Rc<[Object]>),
    /// "you", "we": the team.
    Team,
}

/// What fills a place of a predicate or skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filler {
    Subject,
    Object(usize),
    /// The robot that does it, if the subject is another thing.
    Agent,
    /// Anything: the words do not tell.
    Anything,
}

/// What happens, or is the case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Act {
    Fact {
        predicate: usize,
        holds: bool,
        fillers: Vec<Filler>,
    },
    /// The functional predicate has no value for these.
    NoValue {
        predicate: usize,
        fillers: Vec<Filler>,
    },
    Deed {
        skill: usize,
        fillers: Vec<Filler>,
        /// What the robot holds while it does so, by this predicate.
        held: Option<(usize, Filler)>,
        /// A thing and where it is then: "takes the apple out of the fridge".
        source: Option<(Filler, Filler)>,
    },
    /// A thing is somewhere, by whichever predicate tells that; a verb of position may be about robots alone.
    At {
        thing: Filler,
        place: Filler,
        holds: bool,
        who: Who,
        /// The preposition that was said, unless it is "to".
        word: Option<&'static str>,
    },
    /// A thing is where another one is; at one of these places, if they are told.
    Beside {
        thing: Filler,
        other: Filler,
        places: Option<Rc<[Object]>>,
    },
    /// A robot goes somewhere, by whichever skill takes it there.
    Go {
        robot: Filler,
        place: Filler,
    },
    /// A robot gets hold of a thing, by whichever skill does that.
    Take {
        robot: Filler,
        thing: Filler,
        source: Option<Filler>,
        /// Whether the verb does not tell what for: "move".
        is_loose: bool,
    },
    /// A robot puts a thing somewhere, by whichever skill does that.
    Put {
        robot: Filler,
        thing: Filler,
        place: Filler,
        /// Whether the verb tells of the way there too, as "carry" does.
        tells_way: bool,
    },
}

/// What a verb of position can be said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    Anything,
    /// "visit".
    Robot,
    /// "belongs on".
    Thing,
}

/// How an act takes time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aspect {
    /// It holds for a while.
    State,
    /// It is done in a step.
    Deed,
    /// A state comes about: "visit".
    Become,
    /// A state comes about and is to last: "bring ... to".
    Bring,
    /// A state ends: "leave".
    Cease,
}

/// A verb with its objects.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Deed {
    pub act: Act,
    pub aspect: Aspect,
    pub objects: Vec<Np>,
    /// "by robot 1".
    pub agent: Option<Np>,
    /// Whether a robot is the subject of an order with it.
    pub is_of_robot: bool,
    /// Whether its verb is one of going somewhere: "enter", "drive to".
    pub is_motion: bool,
    /// Whether it is a skill of the site whose verb brings things somewhere: "put it in".
    pub is_putting: bool,
    pub at: usize,
    pub end: usize,
    /// How far a reading is from the file's own words: the nearer reading wins.
    pub distance: u8,
}

/// Verb phrases with one subject.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Vp {
    One(Rc<Deed>),
    List(Join, Vec<Vp>),
}

/// What words around a verb add. The reading of a sentence must use each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Not,
    Never,
    Always,
    /// "stay", "keep": a state lasts.
    Lasting,
    /// "be left": a state lasts, unless it is one of the end.
    Left,
    InTheEnd,
    ByTheEnd,
    /// "must have been".
    Perfect,
    Sometime,
    Later,
    /// "immediately".
    Next,
    AtOnce,
    Again,
    FromThenOn,
    Ever,
    /// "at any time".
    AnyTime,
    Only,
    /// "avoid", "stay away from": not, for each of them.
    Away,
    /// "it is forbidden for": not, for each of them.
    Barred,
    /// "it must never be that": what follows is a condition.
    That(When),
    /// "in total".
    InTotal,
    Both,
    First,
    Apiece,
    Count(Compare, usize),
    Within(usize),
}

/// When the condition of "it must ... be that" is to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Never,
    Always,
    Sometime,
}

/// The force of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// "open the fridge".
    Order,
    /// "must open", "has to".
    Must,
    /// "I want", "belongs", "make sure that": the outcome counts.
    Wish,
    /// "may".
    May,
    /// "opens".
    Is,
    /// "has opened", "opened".
    Has,
    /// "opening", without a subject.
    Ing,
}

/// A clause.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Clause {
    /// `None`: an order, or the subject of the main clause.
    pub subject: Option<Np>,
    pub vp: Vp,
    pub mood: Mood,
    pub marks: Vec<(Mark, usize)>,
    pub at: usize,
    pub end: usize,
}

impl Clause {
    pub fn has(&self, mark: Mark) -> bool {
        self.marks.iter().any(|(one, _)| *one == mark)
    }

    /// What is left somewhere in the end is there then; at any other time it stays there.
    pub fn settle_left(&mut self) {
        let is_of_end = self.has(Mark::InTheEnd) || self.has(Mark::ByTheEnd);
        self.marks.retain(|(mark, _)| *mark != Mark::Left || !is_of_end);
        for (mark, _) in &mut self.marks {
            *mark = if *mark == Mark::Left { Mark::Lasting } else { *mark };
        }
    }

    pub fn is_denied(&self) -> bool {
        [Mark::Not, Mark::Never, Mark::Away, Mark::Barred].into_iter().any(|mark| self.has(mark))
    }

    pub fn count(&self) -> Option<(Compare, usize)> {
        self.marks
            .iter()
            .find_map(|(mark, _)| if let Mark::Count(compare, times) = mark { Some((*compare, *times)) } else { None })
    }
}

impl Vp {
    pub fn deeds(&self) -> Vec<&Rc<Deed>> {
        match self {
            Self::One(deed) => vec![deed],
            Self::List(_, parts) => parts.iter().flat_map(Self::deeds).collect(),
        }
    }

    /// The aspect that all of its verbs share.
    pub fn aspect(&self) -> Option<Aspect> {
        let deeds = self.deeds();
        let first = deeds.first()?.aspect;
        deeds.iter().all(|deed| deed.aspect == first).then_some(first)
    }
}

/// A deed without objects.
pub(crate) fn plain(act: Act, aspect: Aspect, at: usize, end: usize) -> Deed {
    Deed {
        act,
        aspect,
        objects: Vec::new(),
        agent: None,
        is_of_robot: false,
        is_motion: false,
        is_putting: false,
        at,
        end,
        distance: 0,
    }
}
