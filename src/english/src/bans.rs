//! Bans: "must never", "no robot may", "only robot 1 may".

use crate::{
    conditions::negations,
    duty::{Duty, possible, spread, within},
    logic::{self},
    meaning::{Act, Aspect, Clause, Deed, Det, Join, Mark, Mood, Np, Vp},
    quantity::Role,
    scope::Scope,
    sense::{self, Vague, account, vague},
    tree::Tree,
};

/// "Must never", "no robot may".
pub(crate) fn forbidden(clause: &Clause, aspect: Aspect, scope: &Scope, is_linked: bool) -> sense::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let must_not_always = clause.has(Mark::Not) && (clause.has(Mark::Always) || clause.has(Mark::Lasting));
    if must_not_always {
        let mend = "say \"must never be\", or what must be at some point: \"not always\" has two meanings";
        return Err(Vague { at: clause.at, end: clause.end, mend, blocks: true });
    }
    if let Some(words) = needless(clause) {
        return says(words);
    }
    // "Neither of them may be there at the same time": is one of them allowed?
    let is_none = |np: &Np| match np {
        Np::List(Join::Nor, _) => true,
        Np::Noun(noun) => noun.det == Det::No && noun.members.len() == 2,
        _ => false,
    };
    let joins = |np: &Np| match np {
        Np::List(join, _) => matches!(join, Join::And | Join::Both),
        Np::Noun(noun) => matches!(noun.det, Det::Both | Det::All | Det::Listed | Det::Count(..) | Det::Plural),
        _ => false,
    };
    let is_joined =
        matches!(clause.vp, Vp::List(..)) || clause.vp.deeds().into_iter().any(|deed| deed.objects.iter().any(joins));
    if clause.has(Mark::AtOnce) && clause.subject.as_ref().is_some_and(is_none) && !is_joined {
        return says("say \"not both at the same time\", or \"neither\" without \"at the same time\"");
    }
    let within = within(clause);
    let mut allowed = vec![
        Mark::Not,
        Mark::Never,
        Mark::Away,
        Mark::Barred,
        Mark::Ever,
        Mark::AnyTime,
        Mark::Always,
        Mark::AtOnce,
        Mark::Both,
        Mark::InTheEnd,
    ];
    if clause.has(Mark::Away) {
        allowed.push(Mark::Lasting);
    }
    if clause.has(Mark::Both) && !clause.has(Mark::AtOnce) && aspect != Aspect::State {
        return says("say \"at the same time\", or name each");
    }
    if is_linked {
        allowed.extend([Mark::Again, Mark::FromThenOn, Mark::Next, Mark::Later]);
    }
    allowed.extend(within.map(Mark::Within));
    account(clause, &allowed)?;
    if clause.has(Mark::InTheEnd) && clause.has(Mark::Never) {
        return says("say \"not\" with \"in the end\", or \"never\" without it");
    }
    if clause.has(Mark::InTheEnd) {
        if aspect != Aspect::State {
            return says("say what must be in the end");
        }
        let tree = scope.clause(clause, Role::Denied)?;
        return Ok(Duty::End(Tree::Not(Box::new(tree))));
    }
    let tree = scope.clause(clause, Role::Denied)?;
    let parts = possible(clause, spread(&tree))?;
    if let Some(steps) = within {
        let parts = parts.iter().map(|part| logic::not(logic::within(steps, part)));
        return Ok(Duty::Whole { formula: logic::all(parts), is_goal: false });
    }
    Ok(Duty::Forbid { parts, aspect })
}

/// "Need not", "no robot has to": what need not be needs no constraint.
fn needless(clause: &Clause) -> Option<&'static str> {
    let every = |np: &Np| matches!(np, Np::Noun(noun) if matches!(noun.det, Det::Every | Det::Each | Det::All));
    let is_together = clause.has(Mark::AtOnce) || clause.has(Mark::Both);
    if clause.has(Mark::Not) && !is_together && clause.subject.as_ref().is_some_and(every) {
        return Some("say \"no\" for none of them, or \"not all ... at the same time\"");
    }
    None
}

/// "Only robot 1 may", "may carry only bread", "may only be held by robot 2".
pub(crate) fn only(clause: &Clause, aspect: Aspect, scope: &Scope) -> sense::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let is_allowed = clause.mood == Mood::May;
    if !is_allowed || negations(clause) > 0 {
        return says("say \"only ... may\", or who must");
    }
    account(clause, &[Mark::Only, Mark::Ever])?;
    let mut clause = clause.clone();
    if clause.has(Mark::Only) {
        if clause.noun_phrases().into_iter().any(has_only) {
            return says("say \"only\" once");
        }
        let Vp::One(deed) = &clause.vp else { return says("say what only belongs to") };
        let mut deed = deed.as_ref().clone();
        let is_sort = |np: &Np| matches!(np, Np::Noun(noun) if noun.det != Det::Name) || matches!(np, Np::List(..));
        match (deed.agent.take(), deed.objects.as_slice()) {
            (Some(agent), _) => deed.agent = Some(Np::Only(Box::new(agent))),
            (None, [object]) if is_sort(object) => deed.objects = vec![Np::Only(Box::new(object.clone()))],
            _ => return says("say \"only ... may\", \"only if\", \"only after\" or how often"),
        }
        clause.vp = Vp::One(std::rc::Rc::new(deed));
    }
    // "Only robot 1 may open the fridge and the drawer": the others may open neither.
    if let (Some(Np::Only(_)), Vp::One(deed)) = (&clause.subject, &clause.vp) {
        let either = |np: &Np| match np {
            Np::List(Join::And, parts) => Np::List(Join::Or, parts.clone()),
            other => other.clone(),
        };
        let objects = deed.objects.iter().map(either).collect();
        clause.vp = Vp::One(std::rc::Rc::new(Deed { objects, ..deed.as_ref().clone() }));
    }
    // "It may enter only the kitchen": it may go to what is no room.
    let goes = |deed: &std::rc::Rc<Deed>| match deed.act {
        Act::Go { .. } => true,
        Act::At { .. } => deed.aspect != Aspect::State,
        _ => deed.is_motion,
    };
    if clause.vp.deeds().into_iter().any(|deed| goes(deed) && deed.objects.iter().any(has_only)) {
        return says("say \"no room but ...\", or where it must never be");
    }
    let tree = scope.clause(&clause, Role::Denied)?;
    let parts = possible(&clause, spread(&tree))?;
    Ok(Duty::Forbid { parts, aspect })
}

/// Whether "only" is said of it.
pub(crate) fn has_only(np: &Np) -> bool {
    match np {
        Np::Only(_) => true,
        Np::List(_, parts) => parts.iter().any(has_only),
        _ => false,
    }
}
