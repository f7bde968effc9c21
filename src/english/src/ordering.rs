//! The order in which things that are said one after the other are to be done.

use std::{ops::Range, rc::Rc};

use crate::{
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Filler, Join, Mark, Mood, Noun, Np, Pronoun, PronounSort, Vp},
    reader::Reader,
    sequence::{awaits, is_start},
    statement::{self, Link, Statement, Sub, is_open_order},
};

/// Orders of which a later one is about what an earlier one named, and is no mere outcome, are done in this order: "put
/// the clothes into the machine and turn it on", "put the apple in the drawer and close the drawer".
pub(crate) fn by_mentions(statements: Vec<Statement>) -> Vec<Statement> {
    match one_after_another(&statements) {
        Some(Ordered { free, groups }) => free.into_iter().chain([Statement::Sequence(groups)]).collect(),
        None => statements,
    }
}

/// The groups of a sequence, each cut into orders that are done one after another.
pub(crate) fn groups_by_mentions(groups: Vec<Vec<Statement>>) -> Vec<Vec<Statement>> {
    let cut = |group: Vec<Statement>| match one_after_another(&group) {
        Some(Ordered { free, groups }) if free.is_empty() => groups,
        _ => vec![group],
    };
    groups.into_iter().flat_map(cut).collect()
}

/// Orders, as far as one comes after another.
struct Ordered {
    /// Those about nothing that another one is about.
    free: Vec<Statement>,
    groups: Vec<Vec<Statement>>,
}

fn one_after_another(statements: &[Statement]) -> Option<Ordered> {
    let apart: Vec<Statement> = statements.iter().flat_map(apart).collect();
    // "If the drawer is open, put the apple in it and close it."
    let starts = |statement: &Statement| matches!(statement, Statement::Clause { main, subs } if subs.iter().all(is_start) && is_plain(main));
    // "Open the gate, and once the pallet is in the bay, close it again."
    let follows = |statement: &Statement| matches!(statement, Statement::Clause { main, subs } if subs.len() < 2 && subs.iter().all(awaits) && is_plain(main));
    let (first, rest) = apart.split_first()?;
    if !starts(first) || !rest.iter().all(follows) {
        return None;
    }
    let waits = |order: &Statement| matches!(order, Statement::Clause { subs, .. } if !subs.is_empty());
    if rest.iter().any(|order| (is_deed(order) || waits(order)) && says_it(order)) {
        return Some(Ordered { free: Vec::new(), groups: apart.into_iter().map(|one| vec![one]).collect() });
    }
    let share = |one: &Statement, other: &Statement| {
        let Statement::Clause { main, .. } = other else { return false };
        main.noun_phrases().iter().any(|np| names(one, np))
    };
    let is_ordered = (1..apart.len())
        .any(|place| is_deed(&apart[place]) && apart[..place].iter().any(|before| share(before, &apart[place])));
    let is_bound = |place: usize| {
        let mut others = apart.iter().enumerate().filter(|(other, _)| *other != place);
        says_it(&apart[place]) || others.any(|(_, other)| share(other, &apart[place]) || share(&apart[place], other))
    };
    let mut bound: Vec<bool> = (0..apart.len()).map(is_bound).collect();
    // "Open the gate, bring the pallet in, close the gate": what stands between them is done between them.
    if let (Some(first), Some(last)) = (bound.iter().position(|is| *is), bound.iter().rposition(|is| *is)) {
        bound[first..=last].fill(true);
    }
    let depends = matches!(first, Statement::Clause { subs, .. } if !subs.is_empty());
    if !is_ordered || (depends && bound.contains(&false)) {
        return None;
    }
    let (mut free, mut groups): (Vec<Statement>, Vec<Vec<Statement>>) = (Vec::new(), Vec::new());
    for (order, is_bound) in apart.into_iter().zip(bound) {
        match groups.last_mut() {
            _ if !is_bound => free.push(order),
            // What is only brought about is there together.
            Some(group) if !is_deed(&order) && !group.iter().any(is_deed) => group.push(order),
            _ => groups.push(vec![order]),
        }
    }
    (groups.len() > 1).then_some(Ordered { free, groups })
}

/// Whether it is an order to do something, and not only to bring something about.
fn is_deed(order: &Statement) -> bool {
    matches!(order, Statement::Clause { main, .. } if main.vp.aspect() == Some(Aspect::Deed))
}

/// Whether it is about "it" or "them".
fn says_it(order: &Statement) -> bool {
    matches!(order, Statement::Clause { main, .. } if main.says_it())
}

/// The clause that puts "them" somewhere, where things of a sort were taken away from somewhere before: those that were there
/// are meant, not all of the sort. "Take all cups out of the drawer, close it and put them on the shelf."
pub(crate) fn moves_what_was_taken(statements: &[Statement]) -> Option<(usize, usize)> {
    let clauses: Vec<&Clause> = statements.iter().flat_map(Statement::clauses).collect();
    let are_several = |np: &Np| {
        matches!(np, Np::Noun(noun) if noun.members.len() > 1 && noun.limits.is_empty()
            && matches!(noun.det, Det::All | Det::Every | Det::Each | Det::Plural | Det::Bare))
    };
    let moved = |clause: &Clause, away: bool, is: &dyn Fn(&Np) -> bool| {
        let is_moved = |deed: &&Rc<Deed>| match deed.act {
            Act::At { thing: Filler::Object(place), holds, .. } => {
                holds != away && deed.aspect != Aspect::State && deed.objects.get(place).is_some_and(is)
            }
            Act::Put { thing: Filler::Object(place), .. } => !away && deed.objects.get(place).is_some_and(is),
            _ => false,
        };
        clause.vp.deeds().iter().any(is_moved)
    };
    let taken = clauses.iter().position(|clause| moved(clause, true, &are_several))?;
    let is_them = |np: &Np| matches!(np, Np::Pronoun(Pronoun { sort: PronounSort::Them, .. })) || are_several(np);
    clauses[taken + 1..].iter().find(|clause| moved(clause, false, &is_them)).map(|clause| (clause.at, clause.end))
}

/// All that a phrase may be about.
fn members(np: &Np) -> Vec<u16> {
    statement::nouns(np).into_iter().flat_map(|noun| noun.members.to_vec()).collect()
}

/// The condition of an order that comes after another one about the same thing: "put the clothes into the washer and, if it
/// is open, close it". What is so at the start, as conditions of orders are meant, may be no longer so then. `said`: what the
/// sentences before named.
pub(crate) fn asks_too_late(statements: &[Statement], said: &[Np]) -> Option<(usize, usize)> {
    let mut before: Vec<u16> = said.iter().flat_map(members).collect();
    for statement in statements {
        if let Statement::Clause { main, subs } = statement
            && let [sub] = subs.as_slice()
            && (sub.link == Link::AtStart || (sub.link == Link::If && main.mood == Mood::Order && is_start(sub)))
        {
            let is_it = |np: &Np| matches!(np, Np::Pronoun(_)) && !before.is_empty();
            let is_named = |np: &Np| members(np).iter().any(|object| before.contains(object));
            if sub.clauses().flat_map(Clause::noun_phrases).any(|np| is_it(np) || is_named(np)) {
                return Some((sub.at, sub.clause.end));
            }
        }
        before.extend(statement::names(statement).iter().flat_map(members));
    }
    None
}

/// Whether an order is about the one thing that the phrase names.
fn names(order: &Statement, np: &Np) -> bool {
    let thing = |np: &Np| match np {
        Np::Noun(noun) if noun.members.len() == 1 => noun.members.first().copied(),
        _ => None,
    };
    let Statement::Clause { main, subs } = order else { return false };
    let phrases = main.noun_phrases();
    // "If the milk is not in the fridge, put it in there": what "there" means stands before.
    let refers = phrases.iter().any(|np| matches!(np, Np::Pronoun(_)));
    let before = subs.iter().filter(|_| refers).flat_map(Sub::clauses).flat_map(Clause::noun_phrases);
    let mut named = phrases.iter().copied().chain(before).flat_map(statement::nouns);
    thing(np).is_some_and(|one| named.any(|noun| noun.limits.is_empty() && noun.members.contains(&one)))
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

/// Whether it is an order to whichever robot that says nothing but what is to be done.
fn is_plain(main: &Clause) -> bool {
    main.subject.is_none()
        && main.mood == Mood::Order
        && main.marks.iter().all(|(mark, _)| matches!(mark, Mark::Again | Mark::Count(Compare::Bare, _)))
        && main.vp.aspect() != Some(Aspect::State)
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
