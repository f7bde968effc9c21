//! What a clause asks for by itself: to do something, to keep it so, never to let it be.

use crate::{
    achieving,
    bans::{forbidden, has_only, only},
    conditions::{condition, negations},
    counts,
    crowds::{at_most_subject, crowd, divided_deeds, divided_places, is_one_of, torn_crowd, torn_places},
    duty::{Duty, possible, spread, within},
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Filler, Join, Mark, Mood, Np, Vp, When, Who},
    quantity::Role,
    scope::Scope,
    sense::{self, ALWAYS_OR_END, NEVER, OUT_OF_REACH, Vague, account, vague},
    tree::Tree,
};

/// The clause's duty. `is_linked`: another clause depends on it. `permits_only`: that one begins with "only".
pub(crate) fn duty(clause: &Clause, scope: &Scope, is_linked: bool, permits_only: bool) -> sense::Result<Duty> {
    scope.setting.is_linked.set(is_linked);
    let says = |mend| vague(clause.at, clause.end, mend);
    let Some(aspect) = clause.vp.aspect() else {
        return says("say one sentence for what is done and one for what is the case");
    };
    let negations = negations(clause);
    if negations > 1 {
        return says("say \"not\", \"never\" or \"no\" once");
    }
    let has_only = clause.has(Mark::Only) || clause.noun_phrases().into_iter().any(has_only);
    let is_agentless = clause.subject.is_none();
    let must_have_agent = |deed: &std::rc::Rc<Deed>| {
        let puts = matches!(deed.act, Act::Put { .. });
        puts && is_agentless && negations == 0 && !has_only && clause.mood == Mood::Order
    };
    // "Never carry dirty linen on the trolley": it must never be there.
    // So does "it must never be taken there", by nobody.
    let is_passive = |deed: &std::rc::Rc<Deed>| {
        matches!(deed.act, Act::At { thing: Filler::Subject, holds: true, .. })
            && deed.agent.is_none()
            && deed.aspect == Aspect::Bring
    };
    let is_of_thing = !is_agentless && clause.vp.deeds().into_iter().all(is_passive);
    let is_ban = match clause.mood {
        Mood::Order | Mood::Must => is_agentless || is_of_thing,
        Mood::May => is_of_thing,
        _ => false,
    };
    let is_never_there = negations == 1 && is_ban && !has_only && !is_linked;
    let brings = |deed: &std::rc::Rc<Deed>| {
        // "Bring" without a robot is about the outcome; what a robot must do or not do is the deed. Who may not carry a
        // thing there may not be on the way with it either.
        let is_denied = negations > 0 || has_only || clause.mood == Mood::May;
        if matches!(deed.act, Act::Put { tells_way: true, .. }) {
            return is_denied;
        }
        deed.aspect == Aspect::Bring
            && !is_never_there
            && (is_denied || (deed.is_of_robot && !is_agentless && clause.mood != Mood::Wish))
    };
    let deeds = clause.vp.deeds();
    if deeds.iter().any(|deed| must_have_agent(deed) || brings(deed)) {
        return says("say where things must be, or must never be");
    }
    if clause.count().is_some() {
        let (formula, is_goal) = counts::counted(clause, aspect, scope)?;
        return Ok(Duty::Whole { formula, is_goal });
    }
    // "Nobody opens the freezer" and "heavy boxes stay off the tables" are rules; "the door is not open" tells how things are.
    let is_rule = negations == 1 && clause.subject.is_some() && (aspect != Aspect::State || clause.has(Mark::Away));
    if clause.mood == Mood::Is
        && !is_rule
        && !(clause.has(Mark::Never)
            || clause.has(Mark::Always)
            || clause.has(Mark::Lasting)
            || clause.has(Mark::InTheEnd))
    {
        return says("say what must be, or must never be");
    }
    if negations == 0 && !has_only && clause.mood != Mood::May && deeds.iter().any(is_loose) {
        return says("say where it is to be");
    }
    // "One of them must stay there": always the same one?
    let is_unsaid = clause
        .subject
        .as_ref()
        .map_or_else(|| deeds.iter().any(|deed| deed.act.fillers().contains(&Filler::Subject)), is_one_of);
    if negations == 0 && clause.has(Mark::Lasting) && is_unsaid {
        return says("say \"at least one of them must always be\", or say it of one by name");
    }
    if let Some((at, end)) = torn_crowd(clause) {
        return vague(at, end, "write a sentence for each of them");
    }
    if negations == 0 && matches!(clause.mood, Mood::Order | Mood::Must | Mood::Wish) && !clause.has(Mark::Apiece) {
        let unsaid = [
            (torn_places(clause), "say \"each of them\" or \"the same\", or name one place for all"),
            (divided_places(clause), "say which of them goes where"),
            (divided_deeds(clause).filter(|_| !clause.has(Mark::Both)), "say who does which"),
        ];
        if let Some(((at, end), mend)) = unsaid.into_iter().find_map(|(found, mend)| Some((found?, mend))) {
            return Err(Vague { at, end, mend, blocks: true });
        }
    }
    if let Some(when) =
        clause.marks.iter().find_map(|(mark, _)| if let Mark::That(when) = mark { Some(*when) } else { None })
    {
        return impersonal(clause, when, aspect, scope);
    }
    if clause.mood == Mood::Has || clause.mood == Mood::Ing {
        return says("say what must be, or must never be");
    }
    if has_only {
        return only(clause, aspect, scope);
    }
    // "Do not close it" forbids nothing where nobody can close it; what is open need not be open for ever.
    let is_made = deeds.iter().any(|deed| deed.aspect == Aspect::Become && matches!(deed.act, Act::Fact { .. }));
    if negations == 1 && is_made {
        let tree = scope.clause(clause, Role::Denied)?;
        if !tree.may_be(&|leaf| scope.vocabulary.can_become(leaf)) {
            return vague(clause.at, clause.end, NEVER);
        }
    }
    if negations == 1 {
        return forbidden(clause, aspect, scope, is_linked);
    }
    if let Some(at_most) = at_most_subject(clause)? {
        return crowd(clause, aspect, scope, at_most);
    }
    if clause.mood == Mood::May {
        if !permits_only && !is_linked {
            return says("a permission forbids nothing: say \"must\", \"must never\" or \"only\"");
        }
        account(clause, &[Mark::Ever, Mark::AtOnce, Mark::Both])?;
        let tree = scope.clause(clause, Role::Condition).or_else(|_| scope.clause(clause, Role::Denied))?;
        let parts = if scope.setting.is_together.get() {
            vec![tree.now()]
        } else {
            spread(&widened(clause, scope).unwrap_or(tree))
        };
        return possible(clause, parts).map(|parts| Duty::Allow { parts, aspect });
    }
    match aspect {
        Aspect::State => state(clause, scope, is_linked),
        Aspect::Cease => says("say what must be in the end, or what must never be"),
        Aspect::Deed | Aspect::Become if clause.has(Mark::InTheEnd) && clause.subject.is_none() && !is_linked => {
            done_in_the_end(clause, aspect, scope)
        }
        Aspect::Deed | Aspect::Become | Aspect::Bring => {
            let within = within(clause);
            let mut allowed = vec![Mark::Sometime, Mark::Next, Mark::ByTheEnd, Mark::Perfect, Mark::Both, Mark::Apiece];
            if let Some(steps) = within {
                allowed.push(Mark::Within(steps));
            }
            if aspect == Aspect::Bring {
                allowed.push(Mark::InTheEnd);
            }
            if is_linked {
                allowed.extend([Mark::FromThenOn, Mark::First, Mark::Later, Mark::Again]);
            }
            account(clause, &allowed)?;
            if clause.has(Mark::Sometime) && matches!(clause.vp, Vp::List(Join::And | Join::Both, _)) {
                let mend =
                    "at the same time, or one after the other? Say \"first ..., then ...\", or a sentence for each";
                return Err(Vague { at: clause.at, end: clause.end, mend, blocks: true });
            }
            if clause.has(Mark::Perfect) && !clause.has(Mark::ByTheEnd) && !is_linked {
                return says("say what must be done");
            }
            let tree = scope.clause(clause, Role::Goal)?;
            if tree.is_never() {
                return says(NEVER);
            }
            if aspect != Aspect::Deed && !tree.may_be(&|leaf| scope.vocabulary.can_become(leaf)) {
                return says(OUT_OF_REACH);
            }
            let is_next = clause.has(Mark::Next);
            if is_next && !is_linked {
                return says("say after what");
            }
            // "Put it in the box" in the words of a skill: whoever may do so, another reading tells of the outcome.
            let is_told = clause.subject.is_none() && clause.vp.deeds().iter().any(|deed| deed.is_putting);
            let outcome = if is_linked || is_told { None } else { outcome(clause, scope)? };
            let is_sole = outcome.is_some() && is_sole(clause, scope);
            // What must be brought somewhere "at some point" need not stay there.
            let is_once = clause.mood == Mood::Must && clause.has(Mark::Sometime);
            let is_of_end = clause.has(Mark::InTheEnd) || clause.has(Mark::ByTheEnd);
            let aspect = if aspect == Aspect::Bring && is_once && !is_of_end { Aspect::Become } else { aspect };
            Ok(Duty::Do { tree, aspect, within, is_next, outcome, is_sole })
        }
    }
}

/// "Close the gate in the end": what the order brings about is to be so then.
fn done_in_the_end(clause: &Clause, aspect: Aspect, scope: &Scope) -> sense::Result<Duty> {
    account(clause, &[Mark::InTheEnd, Mark::Both, Mark::Apiece])?;
    let tree = scope.clause(clause, Role::Goal)?;
    let tree = if aspect == Aspect::Become { Some(tree) } else { achieving::achieved(&tree, scope.vocabulary) };
    let Some(tree) = tree else { return vague(clause.at, clause.end, "say what must be so in the end") };
    if tree.is_never() {
        return vague(clause.at, clause.end, NEVER);
    }
    if !tree.may_be(&|leaf| scope.vocabulary.can_become(leaf)) {
        return vague(clause.at, clause.end, OUT_OF_REACH);
    }
    Ok(Duty::End(tree))
}

/// Whether the verb does not tell what for: "move the box".
fn is_loose(deed: &&std::rc::Rc<Deed>) -> bool {
    matches!(deed.act, Act::Take { is_loose: true, .. })
}

/// That the things are where a robot must put them.
pub(crate) fn outcome(clause: &Clause, scope: &Scope) -> sense::Result<Option<Tree>> {
    let Vp::One(deed) = &clause.vp else { return Ok(None) };
    let put = match &deed.act {
        Act::Put { thing, place, .. } => Some((*thing, *place)),
        Act::Deed { skill, fillers, held: Some((predicate, thing)), .. } if deed.is_putting => {
            let place = scope.vocabulary.puts(*skill, *predicate).and_then(|place| fillers.get(place));
            place.filter(|place| matches!(place, Filler::Object(_))).map(|place| (*thing, *place))
        }
        _ => None,
    };
    let Some((thing, place)) = put else { return Ok(None) };
    let act = Act::At { thing, place, holds: true, who: Who::Anything, word: None };
    let deed = Deed { act, aspect: Aspect::Bring, ..deed.as_ref().clone() };
    let clause = Clause { vp: Vp::One(std::rc::Rc::new(deed)), ..clause.clone() };
    let tree = scope.clause(&clause, Role::Goal)?;
    Ok(Some(tree))
}

/// Whether no other robot than the one that is named can do it.
fn is_sole(clause: &Clause, scope: &Scope) -> bool {
    let Some(Np::Noun(subject)) = &clause.subject else { return false };
    let others: Vec<u16> =
        scope.vocabulary.robots.iter().copied().filter(|robot| !subject.members.contains(robot)).collect();
    let is_robot = |one: &u16| scope.vocabulary.robots.contains(one);
    if subject.members.len() != 1 || others.is_empty() || !subject.members.iter().all(is_robot) {
        return false;
    }
    let anyone = Np::Noun(crate::meaning::Noun { det: Det::Any, members: others.into(), ..subject.clone() });
    let clause = Clause { subject: Some(anyone), ..clause.clone() };
    match scope.clause(&clause, Role::Condition) {
        Ok(tree) => tree.is_never(),
        Err(reason) => reason.mend == NEVER,
    }
}

/// "It must never be that the fridge is open".
fn impersonal(clause: &Clause, when: When, aspect: Aspect, scope: &Scope) -> sense::Result<Duty> {
    let marks: Vec<_> = clause.marks.iter().copied().filter(|(mark, _)| !matches!(mark, Mark::That(_))).collect();
    let inner = Clause { marks, mood: Mood::Is, ..clause.clone() };
    account(&inner, &[Mark::Not, Mark::AtOnce, Mark::Both])?;
    let tree = condition(&inner, scope)?;
    let parts = possible(clause, spread(&tree))?;
    match when {
        _ if aspect == Aspect::Bring => vague(clause.at, clause.end, "say what is done, or what is the case"),
        When::Never => Ok(Duty::Forbid { parts, aspect }),
        When::Always if aspect == Aspect::State => Ok(Duty::Keep(tree)),
        When::Sometime => Ok(Duty::Sometime { tree: Tree::Leaf(tree.now()), within: None }),
        When::Always => vague(clause.at, clause.end, "say which state is to last"),
    }
}

/// The condition with "and" of names as "or": what may be only then may not be before, neither the one nor the other.
fn widened(clause: &Clause, scope: &Scope) -> Option<Tree> {
    fn wide(np: &Np) -> Np {
        match np {
            Np::List(Join::And, parts) => Np::List(Join::Or, parts.iter().map(wide).collect()),
            Np::Noun(noun)
                if matches!(noun.det, Det::Listed | Det::Plural | Det::All | Det::Every | Det::Each | Det::Bare) =>
            {
                Np::Noun(crate::meaning::Noun { det: Det::Any, ..noun.clone() })
            }
            other => other.clone(),
        }
    }
    fn wide_verbs(vp: Vp) -> Vp {
        match vp {
            Vp::List(Join::And, parts) => Vp::List(Join::Or, parts.into_iter().map(wide_verbs).collect()),
            other => other,
        }
    }
    let clause = clause.map(&mut wide);
    scope.clause(&Clause { vp: wide_verbs(clause.vp.clone()), ..clause }, Role::Condition).ok()
}

/// "Must always be", "must be in the end".
fn state(clause: &Clause, scope: &Scope, is_linked: bool) -> sense::Result<Duty> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let is_lasting = clause.has(Mark::Lasting) || clause.has(Mark::Always);
    let tree = |role| {
        let tree = scope.clause(clause, role)?;
        if tree.is_never() { vague(clause.at, clause.end, NEVER) } else { Ok(tree) }
    };
    if clause.subject.is_none() && !is_lasting {
        return says("say who or what must be so");
    }
    let within = within(clause);
    let has_time = clause.has(Mark::Sometime)
        || (clause.has(Mark::Later) && is_linked)
        || clause.has(Mark::Perfect)
        || within.is_some();
    // "Make sure that it is closed afterwards": after all else, so in the end.
    let is_last = clause.has(Mark::Later) && !has_time && !is_lasting;
    if is_lasting && !has_time {
        let mut allowed = vec![Mark::Lasting, Mark::Always, Mark::AtOnce, Mark::Both, Mark::FromThenOn];
        if clause.has(Mark::InTheEnd) {
            allowed.push(Mark::InTheEnd);
        }
        account(clause, &allowed)?;
        if clause.has(Mark::InTheEnd) {
            return says("say \"always\" or \"in the end\"");
        }
        return Ok(Duty::Keep(tree(Role::Kept)?));
    }
    if has_time && !is_lasting {
        let mut allowed =
            vec![Mark::Sometime, Mark::Later, Mark::Perfect, Mark::ByTheEnd, Mark::AtOnce, Mark::Both, Mark::Apiece];
        allowed.extend(within.map(Mark::Within));
        if is_linked {
            allowed.push(Mark::Again);
        }
        account(clause, &allowed)?;
        return Ok(Duty::Sometime { tree: tree(Role::Goal)?, within });
    }
    let is_order = clause.mood == Mood::Order;
    if clause.mood == Mood::Wish || is_order || is_last || clause.has(Mark::InTheEnd) || clause.has(Mark::ByTheEnd) {
        let mut allowed = vec![Mark::InTheEnd, Mark::ByTheEnd, Mark::Later, Mark::AtOnce, Mark::Both, Mark::Apiece];
        if is_linked {
            allowed.push(Mark::Again);
        }
        account(clause, &allowed)?;
        let is_exact = |np: &&Np| matches!(np, Np::Noun(noun) if matches!(noun.det, Det::Count(Compare::Exactly, _)));
        let role = if clause.noun_phrases().iter().any(is_exact) { Role::Kept } else { Role::Goal };
        let tree = tree(role)?;
        // "Get the door closed before ..." is to be done as "close the door before ..." is.
        return Ok(match is_linked && is_order && !clause.has(Mark::InTheEnd) && !clause.has(Mark::ByTheEnd) {
            true => {
                Duty::Do { tree, aspect: Aspect::Bring, within: None, is_next: false, outcome: None, is_sole: false }
            }
            false => Duty::End(tree),
        });
    }
    if is_linked && clause.has(Mark::Again) {
        account(clause, &[Mark::Again, Mark::AtOnce, Mark::Both])?;
        let tree = tree(Role::Goal)?;
        if !tree.may_be(&|leaf| scope.vocabulary.can_become(leaf)) {
            return says(OUT_OF_REACH);
        }
        return Ok(Duty::Sometime { tree, within: None });
    }
    if is_linked {
        account(clause, &[Mark::AtOnce, Mark::Both, Mark::FromThenOn])?;
        let is_somebody = matches!(&clause.subject, Some(Np::Noun(noun)) if noun.is_wide && noun.det == Det::Some);
        return Ok(Duty::Then(tree(if is_somebody { Role::Condition } else { Role::Kept })?));
    }
    Err(Vague {
        at: clause.at,
        end: clause.end,
        mend: ALWAYS_OR_END,
        blocks: clause.mood == Mood::Must && clause.subject.is_some(),
    })
}
