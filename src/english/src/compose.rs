//! The meaning of a statement: its clauses put together into a formula.

use crate::{
    conditions::negations,
    doing, linking,
    logic::{self, Ltl, Object},
    meaning::{Clause, Det, Join, Mark, Mood, Noun, Np, PronounSort},
    refer::{self, Resolved},
    scope::Scope,
    sense::{self, Meaning, NEVER, UNSURE, Vague, WHICH, vague},
    sequence,
    statement::{Link, Statement, Sub, nouns},
    vocabulary::Vocabulary,
};

/// All meanings of a statement. `earlier` are names that were said before it; `is_near`: its own names come first.
pub(crate) fn compose(
    statement: &Statement,
    earlier: &[Np],
    is_near: bool,
    vocabulary: &Vocabulary,
) -> Vec<sense::Result<Meaning>> {
    match statement {
        Statement::Clause { main, subs } => {
            // "Robot 1 opens the door and robot 2 closes it": after that, or whenever?
            let is_it = |np: &&Np| matches!(np, Np::Pronoun(_));
            if main.told().mood != main.mood && main.noun_phrases().iter().any(is_it) {
                return vec![vague(main.at, main.end, "say \"first ..., then ...\", or what the robot must do")];
            }
            // "No robot other than robot 1 may open it while it is there": robot 1, or each of the others?
            let excepts = matches!(&main.subject, Some(Np::Noun(noun)) if noun.is_excepting);
            if let Some(sub) = subs.iter().find(|sub| excepts && sub.clauses().any(Clause::says_it)) {
                return vec![Err(Vague { at: sub.at, end: sub.clause.end, mend: "name what \"it\" is", blocks: true })];
            }
            let read = |earlier: &[Np], may_follow| readings(main, subs, (earlier, may_follow), vocabulary);
            if earlier.is_empty() {
                return read(&[], true);
            }
            let own = read(&[], false);
            if is_near && own.iter().any(Result::is_ok) {
                return own;
            }
            // "Open A. While it is open, nobody may open B": A, or B?
            let of_earlier = read(earlier, false);
            let is_led = subs.iter().any(|sub| sub.is_first);
            match of_earlier.iter().any(Result::is_ok) {
                true if is_led => of_earlier.into_iter().chain(read(&[], true)).collect(),
                true => of_earlier,
                false => read(earlier, true).into_iter().chain(read(&[], true)).collect(),
            }
        }
        Statement::Sequence(groups) => sequence::compose(groups, earlier, vocabulary),
    }
}

fn readings(
    main: &Clause,
    subs: &[Sub],
    earlier: (&[Np], bool),
    vocabulary: &Vocabulary,
) -> Vec<sense::Result<Meaning>> {
    let mut meanings = Vec::new();
    for (main, subs) in apart(main, subs) {
        let resolved = refer::resolve(&main, &subs, earlier, vocabulary);
        let ways = |resolved: &Resolved| {
            let may_order_too = resolved.subs.iter().any(|sub| doing::orders_too(&resolved.main, sub));
            let ways = if may_order_too { [false, true].as_slice() } else { &[false] };
            ways.iter().map(|orders_too| for_each_object(resolved, *orders_too, vocabulary)).collect::<Vec<_>>()
        };
        let found: Vec<_> = resolved.iter().flat_map(ways).collect();
        meanings.push(found);
    }
    // Several robots that are named together and have each their own "before opening it".
    let mut whole = meanings.pop().unwrap_or_default();
    for more in meanings {
        whole =
            whole.into_iter().flat_map(|one| more.iter().map(move |other| both(one.clone(), other.clone()))).collect();
    }
    whole
}

fn both(one: sense::Result<Meaning>, other: sense::Result<Meaning>) -> sense::Result<Meaning> {
    let (one, other) = (one?, other?);
    let distance = one.distance + other.distance;
    Ok(Meaning { formula: logic::all([other.formula, one.formula]), is_goal: one.is_goal || other.is_goal, distance })
}

/// The clause once for each robot of "robot 1 and robot 2", if one that depends on it speaks of it.
fn apart(main: &Clause, subs: &[Sub]) -> Vec<(Clause, Vec<Sub>)> {
    let is_pronoun = |np: &Np| matches!(np, Np::Pronoun(_));
    let refers = subs.iter().flat_map(Sub::clauses).any(|clause| clause.subject.as_ref().is_none_or(is_pronoun));
    let Some(Np::List(join @ (Join::And | Join::Both | Join::Nor), parts)) = main.subject.as_ref().filter(|_| refers)
    else {
        return vec![(main.clone(), subs.to_vec())];
    };
    let one = |part: &Np| {
        let mut clause = Clause { subject: Some(part.clone()), ..main.clone() };
        if *join == Join::Nor {
            clause.marks.push((Mark::Not, clause.at));
        }
        let is_them = |np: &Np| matches!(np, Np::Pronoun(pronoun) if pronoun.sort == PronounSort::Them);
        let own = |clause: &Clause| {
            let subject = clause.subject.clone().map(|np| if is_them(&np) { part.clone() } else { np });
            Clause { subject, ..clause.clone() }
        };
        (clause, subs.iter().map(|sub| sub.map(&mut |clause| own(clause))).collect())
    };
    parts.iter().rev().map(one).collect()
}

/// The meaning for each object of the nouns that other words refer to.
fn for_each_object(resolved: &Resolved, orders_too: bool, vocabulary: &Vocabulary) -> sense::Result<Meaning> {
    if let Some(at) = resolved.unsure {
        return Err(Vague { at, end: at + 1, mend: UNSURE, blocks: true });
    }
    let negated = negations(&resolved.main) > 0;
    let in_subs = |noun: &Noun| {
        resolved
            .subs
            .iter()
            .flat_map(Sub::clauses)
            .flat_map(Clause::noun_phrases)
            .flat_map(nouns)
            .any(|one| one.id == noun.id)
    };
    let mut universal = Vec::new();
    for noun in &resolved.promoted {
        let is_each = matches!(
            noun.det,
            Det::Each | Det::Every | Det::All | Det::No | Det::Plural | Det::Bare | Det::Listed | Det::Both | Det::Any
        );
        // "After entering it, an assistant must ...": whichever it is.
        let is_rule = !resolved.subs.is_empty() && resolved.main.mood == Mood::Must;
        // "Only wipe a table if it is dirty": that forbids it of each.
        let is_only = resolved.main.has(Mark::Only) || resolved.subs.iter().any(|sub| sub.is_only);
        let is_conditional = in_subs(noun) || negated || is_rule || is_only || resolved.main.mood == Mood::May;
        if (noun.det == Det::No && in_subs(noun))
            || matches!(noun.det, Det::Count(..) | Det::Mass)
            || (noun.det == Det::The && is_conditional)
        {
            return vague(noun.id, noun.end, "name what is meant");
        }
        // "If a cup is there, ..., otherwise wash it": which one, if none is there?
        if in_subs(noun) && resolved.subs.iter().any(|sub| sub.link == Link::Otherwise) {
            return vague(noun.id, noun.end, "name what is meant");
        }
        // "Take a cup only if it is dirty": one of them, or each that is?
        let is_order = resolved.main.mood == Mood::Order && resolved.subs.iter().any(|sub| sub.is_only);
        let is_some = matches!(noun.det, Det::A | Det::Some | Det::One);
        if (is_some && is_order) || (matches!(noun.det, Det::Some | Det::One) && is_conditional && !in_subs(noun)) {
            return vague(noun.id, noun.end, "say \"each\" or \"no\", or name it");
        }
        if is_each || is_conditional {
            universal.push(noun.id);
        }
    }
    let scope = Scope { universal, ..Scope::plain(vocabulary, resolved.named.clone()) };
    scope.setting.orders_too.set(orders_too);
    product(resolved, &resolved.promoted, &scope)
}

fn product(resolved: &Resolved, rest: &[Noun], scope: &Scope) -> sense::Result<Meaning> {
    let Some((noun, rest)) = rest.split_first() else { return linking::link(&resolved.main, &resolved.subs, scope) };
    let mut formulas = Vec::new();
    let mut is_goal = false;
    let mut distance = 0;
    let mut misfit: Option<Vague> = None;
    let is_for_all = scope.universal.contains(&noun.id);
    let members: Vec<Object> = noun.members.iter().copied().collect();
    for object in members {
        scope.bound.borrow_mut().insert(noun.id, object);
        let meaning = product(resolved, rest, scope);
        scope.bound.borrow_mut().remove(&noun.id);
        match meaning {
            Ok(meaning) => {
                is_goal |= meaning.is_goal;
                distance = distance.max(meaning.distance);
                formulas.push(meaning.formula);
            }
            // An object of the sort for which this can neither be nor happen.
            Err(reason) if reason.mend == NEVER => misfit = Some(reason),
            Err(reason) => return Err(reason),
        }
    }
    match (formulas.is_empty(), misfit) {
        (true, Some(reason)) => Err(reason),
        (true, None) => vague(noun.id, noun.end, "there is none"),
        (false, Some(reason)) if is_for_all && is_goal => Err(reason),
        (false, _) if is_for_all => Ok(Meaning { formula: logic::all(formulas), is_goal, distance }),
        // "Open the box if it is closed": done by each box that is open, and nobody means that.
        (false, _) if formulas.len() > 1 && formulas.iter().any(|formula| matches!(formula, Ltl::Implies(..))) => {
            vague(noun.id, noun.end, WHICH)
        }
        (false, _) => Ok(Meaning { formula: logic::any(formulas), is_goal, distance }),
    }
}
