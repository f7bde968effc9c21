//! Crowds: "at most one robot may be at the table".

use std::rc::Rc;

use crate::{
    duty::Duty,
    logic::{self, Ltl},
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Filler, Join, Mark, Mood, Noun, Np},
    phrases,
    quantity::Role,
    scope::Scope,
    sense::{self, account, vague},
};

/// The number, if the clause is about at most so many.
pub(crate) fn at_most_subject(clause: &Clause) -> sense::Result<Option<Compare>> {
    for np in clause.noun_phrases() {
        if let Np::Noun(noun) = np
            && let Det::Count(compare @ (Compare::AtMost | Compare::Only), _) = noun.det
        {
            if compare == Compare::Only && clause.mood != Mood::May {
                return vague(noun.id, noun.end, "say \"at most\" or \"exactly\"");
            }
            return Ok(Some(compare));
        }
    }
    Ok(None)
}

/// "At most one robot may be at the table".
pub(crate) fn crowd(clause: &Clause, aspect: Aspect, scope: &Scope, _: Compare) -> sense::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    if aspect != Aspect::State && !clause.has(Mark::AtOnce) {
        return says("say \"at the same time\", or \"only robot 1 may\"");
    }
    if clause.has(Mark::Ever) {
        return says("say \"at the same time\", or \"only robot 1 may\"");
    }
    if clause.has(Mark::InTheEnd) && aspect == Aspect::State {
        account(clause, &[Mark::InTheEnd, Mark::AtOnce, Mark::Both])?;
        return Ok(Duty::End(scope.clause(clause, Role::Kept)?));
    }
    account(clause, &[Mark::AnyTime, Mark::AtOnce, Mark::Always, Mark::Both])?;
    if clause.mood == Mood::Wish || clause.mood == Mood::Order {
        return says("say how many may be, or must be");
    }
    let tree = scope.clause(clause, Role::Kept)?;
    Ok(match logic::not(tree.now()) {
        Ltl::Or(parts) => Duty::Forbid { parts, aspect },
        other => Duty::Forbid { parts: vec![other], aspect },
    })
}

/// The places of "no two robots may be at the sink or at the stove": two in both together, or two in one of them?
pub(crate) fn torn_crowd(clause: &Clause) -> Option<(usize, usize)> {
    let is_crowd = matches!(&clause.subject, Some(Np::Noun(noun)) if matches!(noun.det, Det::Count(compare, number)
        if number > 1 || matches!(compare, Compare::AtMost | Compare::Only | Compare::Exactly)));
    let is_list = |np: &&Np| matches!(np, Np::List(Join::Or, _));
    let deeds = clause.vp.deeds();
    let torn = deeds.iter().flat_map(|deed| &deed.objects).find(is_list);
    torn.filter(|_| is_crowd).map(phrases::extent)
}

/// "One of them", "this one or that one".
pub(crate) fn is_one_of(np: &Np) -> bool {
    match np {
        Np::List(Join::Or, _) => true,
        Np::Noun(noun) => noun.members.len() > 1 && matches!(noun.det, Det::One | Det::Count(Compare::Bare, 1)),
        _ => false,
    }
}

/// Whether it is left open which one is meant: "on one pallet", "on any of the shelves", "the desk or the table".
fn is_choice(np: &Np) -> bool {
    let is_any = |noun: &Noun| matches!(noun.det, Det::A | Det::Some | Det::Any | Det::Count(_, 1));
    is_one_of(np) || matches!(np, Np::Noun(noun) if noun.members.len() > 1 && is_any(noun))
}

/// Whether these are several things, all of which are meant: "the cups", "the cup and the plate".
fn are_several(np: &Np) -> bool {
    match np {
        Np::List(Join::And | Join::Both, _) => true,
        Np::Noun(noun) => {
            let is_several = match noun.det {
                Det::Plural | Det::Bare | Det::All | Det::Both | Det::Listed => true,
                Det::Count(_, number) => number > 1,
                _ => false,
            };
            noun.members.len() > 1 && is_several
        }
        _ => false,
    }
}

/// The places of "put the cups on the table or on the desk": all of them on one, or each on any?
pub(crate) fn torn_places(clause: &Clause) -> Option<(usize, usize)> {
    let torn = |deed: &&std::rc::Rc<Deed>| {
        (matches!(deed.aspect, Aspect::Bring | Aspect::State) || deed.is_motion)
            && deed.objects.iter().chain(&clause.subject).any(are_several)
    };
    let deeds = clause.vp.deeds();
    deeds.iter().filter(|deed| torn(deed)).flat_map(|deed| &deed.objects).find(|np| is_choice(np)).map(phrases::extent)
}

/// The several places of "put the cups on the table and on the desk": which of them goes where?
pub(crate) fn divided_places(clause: &Clause) -> Option<(usize, usize)> {
    let all_of = |np: &Np| {
        let is_all = |noun: &Noun| matches!(noun.det, Det::Listed | Det::Both | Det::All | Det::Plural);
        match np {
            Np::List(Join::And | Join::Both, _) => true,
            Np::Noun(noun) => noun.members.len() > 1 && is_all(noun),
            _ => false,
        }
    };
    // "One box on each table" is many boxes.
    let are_given = |np: &Np| match np {
        Np::Noun(noun) => matches!(noun.det, Det::Name | Det::The) || are_several(np),
        other => are_several(other),
    };
    let puts = |deed: &Deed| deed.is_putting && matches!(deed.act, Act::Deed { held: Some(_), .. });
    let filled = |deed: &Deed, filler: &Filler| match filler {
        Filler::Object(place) => deed.objects.get(*place).cloned(),
        Filler::Subject => clause.subject.clone(),
        Filler::Agent | Filler::Anything => None,
    };
    clause.vp.deeds().into_iter().filter(|deed| deed.aspect == Aspect::Bring || puts(deed)).find_map(|deed| {
        let (thing, place) = match &deed.act {
            Act::At { thing, place, holds: true, .. } | Act::Put { thing, place, .. } => (thing, place),
            // "Put it in the box and on the desk", in the words of a skill.
            Act::Deed { fillers, held: Some((_, thing)), .. } => {
                let places = |filler: &&Filler| matches!(filler, Filler::Object(_)) && *filler != thing;
                (thing, fillers.iter().find(places)?)
            }
            _ => return None,
        };
        let place = filled(deed, place).filter(all_of)?;
        filled(deed, thing).is_some_and(|thing| are_given(&thing)).then(|| phrases::extent(&place))
    })
}

/// The things of "robots 1 and 2 must open the door and the drawer": each both, or one the one and one the other?
pub(crate) fn divided_deeds(clause: &Clause) -> Option<(usize, usize)> {
    let are_named = |np: &Np| match np {
        Np::List(Join::And, _) => true,
        Np::Noun(noun) => noun.det == Det::Listed && noun.members.len() > 1,
        _ => false,
    };
    let are_several = |np: &Np| {
        are_named(np)
            || matches!(np, Np::Noun(noun) if noun.members.len() > 1 && matches!(noun.det, Det::Plural | Det::All))
    };
    let deeds = clause.vp.deeds();
    let is_done = |deed: &&&Rc<Deed>| matches!(deed.aspect, Aspect::Deed | Aspect::Bring) && deed.is_of_robot;
    let mut deeds = deeds.iter().filter(is_done);
    let divided = deeds.find_map(|deed| deed.objects.iter().find(|np| are_several(np)))?;
    clause.subject.as_ref().is_some_and(are_several).then(|| phrases::extent(divided))
}
