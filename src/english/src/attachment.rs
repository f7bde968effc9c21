//! What a dependent clause belongs to, where several clauses are joined: "A and B while C", "while C, A and B".

use crate::{
    meaning::{Mood, Np, PronounSort},
    reader::Reader,
    statement::{Link, Statement, Sub},
};

/// Statements with the clauses that depend on them given to others too.
pub(crate) struct Spread {
    pub statements: Vec<Statement>,
    /// How far the words of the copies are from the file's: they were said once.
    pub copied: usize,
    /// Whether there are copies.
    pub has_copies: bool,
}

/// How a statement is joined to the one before.
#[derive(PartialEq)]
enum Joint {
    /// "and", or a comma.
    Close,
    /// ", and".
    Loose,
    /// "but".
    But,
}

impl Reader<'_> {
    /// The statements with a clause that stands before them all given to each: "while C, A and B". `None`: it cannot be.
    pub(crate) fn led(&self, statements: &[Statement]) -> Option<Spread> {
        let mut spread = Spread { statements: Vec::new(), copied: 0, has_copies: false };
        let mut leading: Option<Sub> = None;
        for statement in statements {
            let mut statement = statement.clone();
            if let Some(sub) = self.leading(&statement) {
                leading = Some(sub);
            } else if let Some(sub) = leading.as_ref().filter(|_| self.follows(spread.statements.last(), &statement)) {
                let first = spread.statements.last();
                spread.copied += given(sub, first, &mut statement)?;
                spread.has_copies = true;
            } else {
                leading = None;
            }
            spread.statements.push(statement);
        }
        Some(spread)
    }

    /// Another way to give them out, which is as near: "while C, A, and B" about both, "A and B while C" about both.
    pub(crate) fn spread(&self, led: &Spread) -> Option<Spread> {
        let mut spread = Spread { statements: led.statements.clone(), copied: led.copied, has_copies: false };
        for at in 1..led.statements.len() {
            let before = &spread.statements[at - 1];
            if let Some(sub) = self.leading(before).filter(|_| is_bare(&led.statements[at])) {
                let first = before.clone();
                if let Some(copied) = given(&sub, Some(&first), &mut spread.statements[at]) {
                    spread.copied += copied;
                    spread.has_copies = true;
                }
            }
            let Some(sub) = trailing(&led.statements[at]) else { continue };
            for place in (0..at).rev() {
                let joint = self.joint(&led.statements[place + 1]);
                let (one, other) = (&led.statements[place], &led.statements[place + 1]);
                let is_apart = joint == Joint::But
                    || (joint == Joint::Loose && !is_alike(one, other))
                    || (says_it(&sub) && !(is_alike(one, other) && have_one_subject(one, other)));
                let Statement::Clause { subs, .. } = &mut spread.statements[place] else { break };
                if is_apart || !subs.is_empty() {
                    break;
                }
                subs.push(sub.clone());
                spread.copied += distance(&sub);
                spread.has_copies = true;
            }
        }
        spread.has_copies.then_some(spread)
    }

    /// Whether what stands before the one statement stands before the other too.
    fn follows(&self, before: Option<&Statement>, statement: &Statement) -> bool {
        let are_bans = before.is_some_and(|before| is_ban(before) && is_ban(statement));
        match self.joint(statement) {
            Joint::Close => true,
            Joint::Loose => are_bans,
            Joint::But => false,
        }
    }

    /// The clause before a statement on which it depends, if others can depend on it too.
    fn leading(&self, statement: &Statement) -> Option<Sub> {
        let Statement::Clause { subs, .. } = statement else { return None };
        let sub = subs.first().filter(|sub| sub.is_first)?;
        // "Whoever opens it must ..." is about whoever it is.
        let is_relative = sub.link == Link::If && sub.clause.at == sub.at && self.word(sub.at) != "should";
        (subs.len() == 1 && !is_relative).then(|| sub.clone())
    }

    /// How a statement is joined to the one before.
    fn joint(&self, statement: &Statement) -> Joint {
        let Statement::Clause { main, subs } = statement else { return Joint::But };
        let begin = subs.iter().filter(|sub| sub.is_first).map(|sub| sub.at).chain([main.at]).min().unwrap_or(main.at);
        let mut words = (0..begin).rev().map(|at| self.word(at));
        let joins = ["and", "but", "also", "please", "as", "well", ","];
        let said: Vec<&str> = words.by_ref().take_while(|word| joins.contains(word)).collect();
        match (said.contains(&"but"), said.contains(&","), said.len()) {
            (true, ..) => Joint::But,
            (_, true, 2..) => Joint::Loose,
            _ => Joint::Close,
        }
    }
}

/// Gives a statement the clause of the first one; how far its words are. `None`: it is about the first one's subject.
fn given(sub: &Sub, first: Option<&Statement>, statement: &mut Statement) -> Option<usize> {
    let subject = first.and_then(subject).cloned();
    let Statement::Clause { main, subs } = statement else { return None };
    if subs.len() > 1 || subs.iter().any(|one| one.is_first) {
        return None;
    }
    let own = sub.map(&mut |clause| {
        let is_open = clause.subject.is_none();
        let subject = if is_open { subject.clone() } else { clause.subject.clone() };
        crate::meaning::Clause { subject, ..clause.clone() }
    });
    let is_name = |np: &Np| matches!(np, Np::Noun(noun) if noun.is_single());
    let is_open = sub.clauses().any(|clause| clause.subject.is_none());
    if is_open && main.subject != subject && !subject.as_ref().is_some_and(is_name) {
        return None;
    }
    subs.insert(0, own);
    Some(distance(sub))
}

/// The clause after a statement on which it depends, if others can depend on it too.
fn trailing(statement: &Statement) -> Option<Sub> {
    let Statement::Clause { subs, .. } = statement else { return None };
    let [sub] = subs.as_slice() else { return None };
    (!sub.is_first && sub.link != Link::With).then(|| sub.clone())
}

/// Whether a clause is about something that has just been said.
fn says_it(sub: &Sub) -> bool {
    let is_it =
        |np: &&Np| matches!(np, Np::Pronoun(pronoun) if !matches!(pronoun.sort, PronounSort::Them | PronounSort::Team));
    sub.clauses().any(|clause| clause.noun_phrases().iter().any(is_it))
}

/// What a statement is about.
fn subject(statement: &Statement) -> Option<&Np> {
    match statement {
        Statement::Clause { main, .. } => main.subject.as_ref(),
        Statement::Sequence(_) => None,
    }
}

/// Whether the second statement is about the subject of the first.
fn have_one_subject(one: &Statement, other: &Statement) -> bool {
    match (subject(one), subject(other)) {
        (Some(Np::Noun(one)), Some(Np::Noun(other))) => one.det == other.det && one.members == other.members,
        (Some(Np::Noun(_)), Some(Np::Pronoun(pronoun))) => pronoun.sort == PronounSort::It,
        _ => false,
    }
}

fn is_bare(statement: &Statement) -> bool {
    matches!(statement, Statement::Clause { subs, .. } if subs.is_empty())
}

fn is_ban(statement: &Statement) -> bool {
    matches!(statement, Statement::Clause { main, .. } if crate::conditions::negations(main) > 0)
}

/// Whether both say what to do, or both what not to do.
fn is_alike(one: &Statement, other: &Statement) -> bool {
    let kind = |statement: &Statement| match statement {
        Statement::Clause { main, .. } => Some((main.mood == Mood::Order, crate::conditions::negations(main) > 0)),
        Statement::Sequence(_) => None,
    };
    kind(one) == kind(other)
}

fn distance(sub: &Sub) -> usize {
    sub.clauses().flat_map(|clause| clause.vp.deeds()).map(|deed| usize::from(deed.distance)).sum()
}
