//! The order in which things that are said one after the other are to be done.

use std::{ops::Range, rc::Rc};

use crate::{
    meaning::{Act, Aspect, Clause, Deed, Join, Mark, Mood, Noun, Np, Pronoun, PronounSort, Vp},
    reader::Reader,
    statement::{Statement, is_open_order},
};

/// Orders of which a later one is about what an earlier one named, and is no mere outcome, are done in this order: "put
/// the clothes into the washer and turn it on".
pub(crate) fn by_pronouns(statements: Vec<Statement>) -> Vec<Statement> {
    let refers = |statement: &Statement| {
        let Statement::Clause { main, .. } = statement else { return false };
        let is_it = |np: &&Np| matches!(np, Np::Pronoun(Pronoun { sort: PronounSort::It | PronounSort::Them, .. }));
        main.vp.aspect() == Some(Aspect::Deed) && main.noun_phrases().iter().any(is_it)
    };
    let apart: Vec<Statement> = statements.iter().flat_map(apart).collect();
    match apart.split_first() {
        Some((_, later)) if later.iter().any(refers) && apart.iter().all(is_plain) => vec![sequence(apart)],
        _ => statements,
    }
}

/// Orders with "in that order" after them: statements, or the things of one.
pub(crate) fn in_that_order(statements: Vec<Statement>) -> Option<Vec<Statement>> {
    let parts: Vec<Statement> = match statements.as_slice() {
        [Statement::Clause { main, subs }] if subs.is_empty() => {
            let deeds = matches!(&main.vp, Vp::List(Join::And, _)).then(|| apart(&statements[0]));
            deeds.or_else(|| by_things(main))?
        }
        several => several.iter().flat_map(apart).collect(),
    };
    let is_whole = |statement: &Statement| matches!(statement, Statement::Clause { subs, .. } if subs.is_empty());
    (parts.len() > 1 && parts.iter().all(is_whole)).then(|| vec![sequence(parts)])
}

/// Whether each thing that is done has its place in an order.
pub(crate) fn is_one_by_one(statements: &[Statement]) -> bool {
    let is_one = |statement: &Statement| match statement {
        Statement::Clause { main, .. } => {
            matches!(main.vp, Vp::One(_)) && !main.noun_phrases().iter().any(|np| matches!(np, Np::List(..)))
        }
        Statement::Sequence(_) => false,
    };
    match statements {
        [Statement::Sequence(groups)] => groups.iter().all(|group| group.len() == 1 && group.iter().all(is_one)),
        _ => false,
    }
}

impl Reader<'_> {
    /// What a robot is told to do goes on: "robot 1 must open the fridge, then wipe the table" tells it of both. `None`: it
    /// may go on, or begin anew, as in "let robot 1 open the fridge, then wipe the table".
    pub(crate) fn with_doer(
        &self,
        group: Vec<Statement>,
        last: Option<&Statement>,
        joint: Range<usize>,
    ) -> Option<Vec<Statement>> {
        let Some(Statement::Clause { main: last, .. }) = last.filter(|last| self.is_of_robots(last)) else {
            return Some(group);
        };
        // "... and then ..." in one breath goes on, too.
        let goes_on = self.word(joint.start) == "and";
        // The comma between two sentences stands nowhere in the text.
        let begins_sentence = self.tokens[joint].iter().any(|token| token.span.is_empty() && token.word == ",");
        if !group.first().is_some_and(is_open_order) {
            return Some(group);
        }
        // "Robot 1 must open it. Then wipe the table." may be for anybody, and so may "robot 1 must be in the hall, then carry
        // the cup to the table".
        if begins_sentence || (last.vp.aspect() == Some(Aspect::State) && group.iter().any(tells_way)) {
            return None;
        }
        let is_caused = ["let", "have", "make", "get", "tell", "ask", "send"].contains(&self.word(last.at));
        let is_named =
            matches!(&last.subject, Some(Np::Noun(noun)) if noun.members.len() == 1 && noun.limits.is_empty());
        let told = group.into_iter().map(|statement| told(last, statement));
        (is_named && (!is_caused || goes_on)).then(|| told.collect())
    }

    /// The groups of a group that tells one robot what to do: "robot 1 should go there, take it, and then ..." is one thing
    /// after another. `None`: it tells something to others too, without saying to whom.
    pub(crate) fn one_by_one(&self, group: Vec<Statement>) -> Option<Vec<Vec<Statement>>> {
        let Some(Statement::Clause { main: first, .. }) = group.first().filter(|first| self.is_of_robots(first)) else {
            return Some(vec![group]);
        };
        let first = first.clone();
        if !group[1..].iter().any(is_open_order) {
            return Some(vec![group]);
        }
        let is_one =
            matches!(&first.subject, Some(Np::Noun(noun)) if noun.members.len() == 1 && noun.limits.is_empty());
        (is_one && group[1..].iter().all(is_open_order))
            .then(|| group.into_iter().map(|statement| vec![told(&first, statement)]).collect())
    }
}

/// Whether it is an order to carry something, not only to put it down.
fn tells_way(statement: &Statement) -> bool {
    statement
        .clauses()
        .iter()
        .flat_map(|clause| clause.vp.deeds())
        .any(|deed| matches!(deed.act, Act::Put { tells_way: true, .. }))
}

/// An open order, told to whom the clause before told something.
fn told(last: &Clause, statement: Statement) -> Statement {
    match statement {
        Statement::Clause { main, subs } if main.subject.is_none() && main.mood == Mood::Order => {
            Statement::Clause { main: Clause { subject: last.subject.clone(), ..main }, subs }
        }
        other => other,
    }
}

fn sequence(statements: Vec<Statement>) -> Statement {
    Statement::Sequence(statements.into_iter().map(|statement| vec![statement]).collect())
}

fn is_plain(statement: &Statement) -> bool {
    match statement {
        Statement::Clause { main, subs } => {
            let is_state = main.vp.aspect() == Some(Aspect::State);
            subs.is_empty()
                && is_open_order(statement)
                && main.marks.iter().all(|(mark, _)| *mark == Mark::Again)
                && !is_state
        }
        Statement::Sequence(_) => false,
    }
}

/// The deeds of an order, one by one.
fn apart(statement: &Statement) -> Vec<Statement> {
    match statement {
        Statement::Clause { main, subs } if subs.is_empty() && matches!(main.mood, Mood::Order | Mood::Must) => {
            match &main.vp {
                Vp::List(Join::And, parts) => {
                    let one =
                        |vp: &Vp| Statement::Clause { main: Clause { vp: vp.clone(), ..main.clone() }, subs: vec![] };
                    parts.iter().map(one).collect()
                }
                _ => vec![statement.clone()],
            }
        }
        _ => vec![statement.clone()],
    }
}

/// The order once for each thing that it lists: "visit the sink, the stove and the table".
fn by_things(main: &Clause) -> Option<Vec<Statement>> {
    let Vp::One(deed) = &main.vp else { return None };
    let mut lists = deed.objects.iter().enumerate().filter_map(|(place, np)| Some((place, things(np)?)));
    let (place, things) = lists.next()?;
    if lists.next().is_some() {
        return None;
    }
    let one = |np: Np| {
        let mut objects = deed.objects.clone();
        objects[place] = np;
        let vp = Vp::One(Rc::new(Deed { objects, ..deed.as_ref().clone() }));
        Statement::Clause { main: Clause { vp, ..main.clone() }, subs: Vec::new() }
    };
    Some(things.into_iter().map(one).collect())
}

fn things(np: &Np) -> Option<Vec<Np>> {
    match np {
        Np::List(Join::And | Join::Both, parts) => Some(parts.clone()),
        Np::Noun(noun) if noun.det == crate::meaning::Det::Listed => {
            let one = |object: &u16| {
                Np::Noun(Noun { det: crate::meaning::Det::Name, members: [*object].into(), ..noun.clone() })
            };
            Some(noun.members.iter().map(one).collect())
        }
        _ => None,
    }
}
