//! Statements: a main clause with those that depend on it, or several in an order.

use std::ops::Range;

use crate::{
    meaning::{Act, Aspect, Clause, Det, Join, Mood, Noun, Np, Pronoun, PronounSort, Vp},
    tokens::Token,
};

/// How a clause depends on the main one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Link {
    Before,
    Until,
    After,
    Once,
    AsSoonAs,
    /// "immediately after".
    JustAfter,
    /// "immediately before".
    JustBefore,
    While,
    When,
    Whenever,
    If,
    /// "If" before a part with "otherwise": at the start, not each time.
    AtStart,
    /// "Otherwise": where the condition did not hold at the start.
    Otherwise,
    Unless,
    /// "with the drawer open": at the same moment.
    With,
    Without,
    WithoutFirst,
    /// "exactly when".
    Exactly,
}

/// A clause that depends on a main one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sub {
    pub link: Link,
    /// "only if", "only after".
    pub is_only: bool,
    pub clause: Clause,
    /// Others that are joined to it: "the fridge is open and drawer 1 is closed".
    pub more: Vec<(Join, Clause)>,
    /// Whether it stands before the main clause.
    pub is_first: bool,
    /// "As long as", which may mean "if" beside an order.
    pub is_as_long_as: bool,
    pub at: usize,
}

impl Sub {
    /// After the main clause, and not with "only".
    pub fn new(link: Link, clause: Clause, at: usize) -> Self {
        Self { link, is_only: false, clause, more: Vec::new(), is_first: false, is_as_long_as: false, at }
    }

    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        std::iter::once(&self.clause).chain(self.more.iter().map(|(_, clause)| clause))
    }

    /// The clause with each of its parts changed.
    pub fn map(&self, change: &mut dyn FnMut(&Clause) -> Clause) -> Self {
        let clause = change(&self.clause);
        let more = self.more.iter().map(|(join, clause)| (*join, change(clause))).collect();
        Self { clause, more, ..self.clone() }
    }
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement {
    Clause {
        main: Clause,
        subs: Vec<Sub>,
    },
    /// "First ..., then ...": groups of statements in order.
    Sequence(Vec<Vec<Statement>>),
}

impl Statement {
    /// How far its words are from those of the domain file.
    pub fn distance(&self) -> usize {
        let of = |clause: &Clause| clause.vp.deeds().iter().map(|deed| usize::from(deed.distance)).sum::<usize>();
        match self {
            Self::Clause { main, subs } => of(main) + subs.iter().flat_map(Sub::clauses).map(of).sum::<usize>(),
            Self::Sequence(groups) => groups.iter().flatten().map(Self::distance).sum(),
        }
    }

    pub fn clauses(&self) -> Vec<&Clause> {
        match self {
            Self::Clause { main, subs } => std::iter::once(main).chain(subs.iter().flat_map(Sub::clauses)).collect(),
            Self::Sequence(groups) => groups.iter().flatten().flat_map(Self::clauses).collect(),
        }
    }

    /// All nouns that it names, in the order in which they are said.
    pub fn nouns(&self) -> Vec<&Noun> {
        self.clauses().into_iter().flat_map(Clause::noun_phrases).flat_map(nouns).collect()
    }
}

impl Clause {
    /// Its noun phrases in the order in which they are said.
    pub fn noun_phrases(&self) -> Vec<&Np> {
        let mut found: Vec<&Np> = self.subject.iter().collect();
        for deed in self.vp.deeds() {
            found.extend(&deed.objects);
            found.extend(&deed.agent);
        }
        found
    }

    /// Whether it is about "it" or "them".
    pub fn says_it(&self) -> bool {
        let is_it =
            |np: &&Np| matches!(np, Np::Pronoun(one) if matches!(one.sort, PronounSort::It | PronounSort::Them));
        self.noun_phrases().iter().any(is_it)
    }

    /// "Robot 1 opens the door" as what robot 1 is to do.
    pub fn told(&self) -> Self {
        let is_named = |np: &Np| matches!(np, Np::Noun(noun) if noun.det == Det::Name);
        let is_named = match &self.subject {
            Some(Np::List(Join::And | Join::Or | Join::Both, parts)) => parts.iter().all(is_named),
            subject => subject.as_ref().is_some_and(is_named),
        };
        let is_done = matches!(self.vp.aspect(), Some(Aspect::Deed | Aspect::Bring));
        let tells = self.mood == Mood::Is && is_done && is_named;
        Self { mood: if tells { Mood::Must } else { self.mood }, ..self.clone() }
    }

    /// The clause with its noun phrases changed.
    pub fn map(&self, change: &mut dyn FnMut(&Np) -> Np) -> Self {
        let subject = self.subject.as_ref().map(&mut *change);
        Self { subject, vp: map_verbs(&self.vp, change), ..self.clone() }
    }
}

fn map_verbs(vp: &Vp, change: &mut dyn FnMut(&Np) -> Np) -> Vp {
    match vp {
        Vp::One(deed) => {
            let mut deed = deed.as_ref().clone();
            deed.objects = deed.objects.iter().map(&mut *change).collect();
            deed.agent = deed.agent.as_ref().map(&mut *change);
            Vp::One(std::rc::Rc::new(deed))
        }
        Vp::List(join, parts) => Vp::List(*join, parts.iter().map(|part| map_verbs(part, change)).collect()),
    }
}

/// The nouns of a phrase, those of its limits too.
pub(crate) fn nouns(np: &Np) -> Vec<&Noun> {
    match np {
        Np::Noun(noun) => {
            let limits = noun.limits.iter().flat_map(|limit| limit.deed.objects.iter().flat_map(nouns));
            std::iter::once(noun).chain(limits).collect()
        }
        Np::List(_, parts) => parts.iter().flat_map(nouns).collect(),
        Np::Only(inner) => nouns(inner),
        Np::Pronoun(_) | Np::Bound(_) => Vec::new(),
    }
}

/// Whether a statement is an order to whichever robot.
pub(crate) fn is_open_order(statement: &Statement) -> bool {
    matches!(statement, Statement::Clause { main, .. } if main.subject.is_none() && main.mood == Mood::Order)
}

/// Whether it is known which things the words mean.
pub(crate) fn is_sure(noun: &Noun) -> bool {
    noun.limits.is_empty()
        && match noun.det {
            Det::Name | Det::Plural | Det::All | Det::Both | Det::Listed => true,
            Det::The => noun.members.len() == 1,
            _ => false,
        }
}

/// Where a word "it" of a deed stands for no noun phrase: it is whatever is at hand.
pub(crate) fn bare_it(statement: &Statement, tokens: &[Token]) -> Option<usize> {
    fn extents(np: &Np) -> Vec<Range<usize>> {
        match np {
            Np::Pronoun(pronoun) => std::iter::once(pronoun.at..pronoun.end).collect(),
            Np::Noun(noun) => std::iter::once(noun.id..noun.end).collect(),
            Np::List(_, parts) => parts.iter().flat_map(extents).collect(),
            Np::Only(inner) => extents(inner),
            Np::Bound(_) => Vec::new(),
        }
    }
    statement.clauses().into_iter().find_map(|clause| {
        let known: Vec<Range<usize>> = clause.noun_phrases().into_iter().flat_map(extents).collect();
        let deeds = clause.vp.deeds().into_iter().filter(|deed| matches!(deed.act, Act::Deed { .. }));
        let mut all = deeds.flat_map(|deed| deed.at..deed.end.min(tokens.len()));
        all.find(|at| tokens[*at].word == "it" && !known.iter().any(|extent| extent.contains(at)))
    })
}

/// The phrases of a statement that later ones mean by "it" and "them": names, several things together, and "one of the cups", of
/// which a later one cannot tell which it is.
pub(crate) fn antecedents(statement: &Statement) -> Vec<Np> {
    fn of(np: &Np, found: &mut Vec<Np>) {
        match np {
            Np::Noun(noun) => {
                let is_some = match noun.det {
                    Det::A | Det::One | Det::Either | Det::Count(_, 1) => true,
                    Det::Some => !noun.is_plural,
                    _ => false,
                };
                if is_sure(noun) || is_some {
                    found.push(np.clone());
                }
            }
            Np::List(Join::And | Join::Both, parts) => {
                found.push(np.clone());
                parts.iter().for_each(|part| of(part, found));
            }
            Np::List(_, parts) => parts.iter().for_each(|part| of(part, found)),
            Np::Only(inner) => of(inner, found),
            Np::Pronoun(Pronoun { sort: PronounSort::Them | PronounSort::It, .. }) | Np::Pronoun(_) | Np::Bound(_) => {}
        }
    }
    let mut found = Vec::new();
    for clause in statement.clauses() {
        clause.noun_phrases().into_iter().for_each(|np| of(np, &mut found));
    }
    found
}

/// The names and groups among them.
pub(crate) fn names(statement: &Statement) -> Vec<Np> {
    antecedents(statement).into_iter().filter(|np| !is_unsure(np)).collect()
}

/// Whether the words do not tell which thing is meant.
pub(crate) fn is_unsure(np: &Np) -> bool {
    matches!(np, Np::Noun(noun) if !is_sure(noun))
}
