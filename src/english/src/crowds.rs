//! Crowds: "at most one robot may be at the table".

use crate::{
    duty::Duty,
    logic::{self, Ltl},
    meaning::{Aspect, Clause, Compare, Deed, Det, Join, Mark, Mood, Noun, Np},
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

/// The places of "put the cups on the table or on the desk": all of them on one, or each on any?
pub(crate) fn torn_places(clause: &Clause) -> Option<(usize, usize)> {
    let are_several = |np: &Np| match np {
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
    };
    let torn = |deed: &&std::rc::Rc<Deed>| {
        matches!(deed.aspect, Aspect::Bring | Aspect::State)
            && deed.objects.iter().chain(&clause.subject).any(are_several)
    };
    let deeds = clause.vp.deeds();
    deeds.iter().filter(|deed| torn(deed)).flat_map(|deed| &deed.objects).find(|np| is_choice(np)).map(phrases::extent)
}
