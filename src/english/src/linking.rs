//! A main clause and a clause that depends on it: before, until, while, if, unless and the like.

use crate::{
    doing::Doing,
    duties,
    duty::Duty,
    forbidding::Forbidding,
    logic::{self, Ltl, all, globally, implies, not},
    meaning::{Act, Aspect, Clause, Deed, Join, Mark, Mood, Np, Vp},
    moment::{Moment, is_later, lasting, moment},
    quantity::Role,
    scope::Scope,
    sense::{self, ALWAYS_OR_END, IF_OR_WHILE, Meaning, NEVER, Vague, unclear, vague},
    sequence,
    statement::{Link, Sub},
    tree::{self, at_the_end, brought_about},
};

/// The meaning of a main clause and those that depend on it.
pub(crate) fn link(main: &Clause, subs: &[Sub], scope: &Scope) -> sense::Result<Meaning> {
    let mut main = main.clone();
    let mut subs = subs.to_vec();
    match subs.as_mut_slice() {
        [] => {
            if main.marks.is_empty() {
                main = main.told();
            }
            let duty = duties::duty(&main, scope, false, false)?;
            match (&duty, &main.vp) {
                (Duty::Do { within: None, .. }, Vp::List(Join::And, parts)) if sequence::is_one_robot(&main, scope) => {
                    sequence::of_one_robot(&main, parts, scope)
                }
                // "Never put it there" is rather about the deed.
                (Duty::Forbid { aspect: Aspect::Bring, .. }, _) => Ok(Meaning { distance: 3, ..alone(&main, duty)? }),
                _ => alone(&main, duty),
            }
        }
        [sub] if matches!(sub.link, Link::AtStart | Link::Otherwise) => of_start(&main, sub, scope),
        [sub] => {
            // "Take it; if it is dirty, wash it first": before what?
            let is_state = matches!(sub.link, Link::If | Link::When | Link::Whenever | Link::While);
            if let Some((_, at)) = main.marks.iter().find(|(mark, _)| *mark == Mark::First && is_state) {
                return Err(Vague { at: *at, end: *at + 1, mend: "say before what", blocks: true });
            }
            // "If it is open, somebody should close it": now, or each time?
            let is_somebody = |np: &Np| matches!(np, Np::Noun(noun) if noun.is_somebody());
            let is_torn = sub.link == Link::If && main.mood == Mood::Must && !sub.is_only;
            if is_torn && main.subject.as_ref().is_some_and(is_somebody) {
                return vague(main.at, main.end, "say \"whenever\" for a rule, or give an order for now");
            }
            let can_be_only = matches!(
                sub.link,
                Link::If | Link::When | Link::While | Link::Whenever | Link::After | Link::Once | Link::AsSoonAs
            );
            let begins_with_only = main.has(Mark::Only);
            // "If it is open, only put the cup there": nothing but that, or not otherwise?
            if can_be_only && begins_with_only && sub.is_first {
                return vague(main.at, main.end, "say \"only if\", or what must not be done");
            }
            if can_be_only && main.has(Mark::Only) && main.count().is_none() {
                main.marks.retain(|(mark, _)| *mark != Mark::Only);
                sub.is_only = true;
                // "Must only open it when it is off" is "may open it only when".
                if main.mood == Mood::Must && !main.is_denied() {
                    main.mood = Mood::May;
                }
            }
            if sub.is_only && main.mood == Mood::Order && sub.link != Link::Before && !main.is_denied() {
                let limited = ordered_only(&main, sub, scope)?;
                if begins_with_only {
                    return Ok(limited);
                }
                // "Make the bed, but only if it is not made": need it ever be made?
                if sub.link == Link::If {
                    return vague(main.at, main.end, "say \"if\", or what must never be done while something is so");
                }
                // "Turn it on only after ...": turn it on, and not before.
                let goal = alone(&main, duties::duty(&main, scope, false, false)?)?;
                // "Put it there, but only after ..." has it there in the end; of one robot's order, the goal says so.
                let outcome = if main.subject.is_none() { duties::outcome(&main, scope)? } else { None };
                let outcome = outcome.as_ref().map(at_the_end);
                return Ok(Meaning {
                    formula: all([goal.formula, limited.formula].into_iter().chain(outcome)),
                    ..goal
                });
            }
            if is_wish_meanwhile(&main, sub) && !is_undone(&main, sub, scope) {
                main.mood = Mood::Must;
            }
            let duty = duties::duty(&main, scope, true, sub.is_only)?;
            linked(&main, duty, sub, scope)
        }
        [one, other] if is_condition(one) && is_order(other) => nested(&main, one, other, scope),
        [one, other] if is_condition(other) && is_order(one) => nested(&main, other, one, scope),
        [.., last] => vague(last.at, last.clause.end, "write a sentence of its own for this"),
    }
}

/// "If it is open, close it, otherwise ...": either is about the start.
fn of_start(main: &Clause, sub: &Sub, scope: &Scope) -> sense::Result<Meaning> {
    let (Moment::State(when), more) = moment(sub, scope)? else {
        return vague(sub.at, sub.clause.end, "say what must be so at the start");
    };
    let meaning = link(main, &[], scope)?;
    let when = if sub.link == Link::Otherwise { not(when) } else { when };
    let distance = meaning.distance + more;
    Ok(Meaning { formula: implies(when, meaning.formula), distance, ..meaning })
}

/// "Make sure that it is closed while ..." is about that time, as "it must be closed while ..." is.
fn is_wish_meanwhile(main: &Clause, sub: &Sub) -> bool {
    let is_of_end = main.has(Mark::InTheEnd) || main.has(Mark::ByTheEnd);
    let is_meanwhile = match sub.link {
        Link::While | Link::Whenever | Link::Until | Link::Unless | Link::Exactly => true,
        Link::If | Link::When => sub.clause.vp.aspect() == Some(Aspect::State) && sub.clause.mood != Mood::Has,
        _ => false,
    };
    main.mood == Mood::Wish && main.vp.aspect() == Some(Aspect::State) && is_meanwhile && !is_of_end
}

/// Whether both are about one state of one thing: "if it is open, make sure that it is closed".
fn is_undone(main: &Clause, sub: &Sub, scope: &Scope) -> bool {
    let (Ok((moment, _)), Ok(tree)) = (moment(sub, scope), scope.clause(main, Role::Goal)) else { return false };
    let (state, mut is_shared) = (tree.now(), false);
    for when in moment.formulas() {
        when.for_each_atom(&mut |one| {
            state.for_each_atom(&mut |other| {
                let is_same_kind = one.sort == other.sort && one.name == other.name;
                is_shared |= is_same_kind && one.arguments.first() == other.arguments.first();
            });
        });
    }
    is_shared
}

fn is_condition(sub: &Sub) -> bool {
    matches!(sub.link, Link::If | Link::When | Link::Whenever) && !sub.is_only
}

fn is_order(sub: &Sub) -> bool {
    matches!(sub.link, Link::Before | Link::Until) && !sub.is_only
}

/// "If it is dirty, it must be washed before it is used": an order that begins whenever a condition holds.
fn nested(main: &Clause, outer: &Sub, inner: &Sub, scope: &Scope) -> sense::Result<Meaning> {
    let (when, distance) = moment(outer, scope)?;
    // "If it is open, close it before ...": an order is for now, this would be a rule.
    if main.mood == Mood::Order && outer.link == Link::If {
        return vague(outer.at, outer.clause.end, "say \"whenever\" for a rule, or \"first ..., then ...\" for now");
    }
    let Some(condition) = when.one().filter(|_| !matches!(when, Moment::NotYet(_))) else {
        return vague(outer.at, outer.clause.end, "say one thing on which it depends");
    };
    let duty = duties::duty(main, scope, true, false)?;
    let order = linked(main, duty, inner, scope)?;
    let later = |part: Ltl| if matches!(when, Moment::Event(_)) { logic::next(part) } else { part };
    let parts = if let Ltl::And(parts) = order.formula { parts } else { vec![order.formula] };
    let formula = all(parts.into_iter().map(|part| globally(implies(condition.clone(), later(part)))));
    Ok(Meaning { formula, is_goal: false, distance: distance + order.distance })
}

/// A duty that depends on nothing.
fn alone(main: &Clause, duty: Duty) -> sense::Result<Meaning> {
    let is_goal =
        matches!(duty, Duty::Do { .. } | Duty::End(_) | Duty::Sometime { .. } | Duty::Whole { is_goal: true, .. });
    let formula = match duty {
        Duty::Forbid { parts, aspect: Aspect::Cease } => all(parts.into_iter().map(|part| match &part {
            Ltl::And(_) => globally(implies(part.clone(), logic::weak_next(lasting(&part)))),
            _ => globally(implies(part.clone(), globally(part))),
        })),
        Duty::Forbid { parts, .. } => all(parts.into_iter().map(|part| globally(not(part)))),
        Duty::Keep(tree) => tree::always(tree.each(&|leaf| leaf)),
        Duty::Do { tree, aspect, within, outcome, is_sole, .. } => {
            let outcome = outcome.map(|tree| brought_about(&tree, Aspect::Bring, within));
            let deed = (!is_sole).then(|| brought_about(&tree, aspect, within));
            all([deed, outcome].into_iter().flatten())
        }
        Duty::End(tree) => at_the_end(&tree),
        Duty::Sometime { tree, within } => {
            let whole = tree.now();
            within.map_or_else(|| logic::finally(whole.clone()), |steps| logic::within(steps, &whole))
        }
        Duty::Whole { formula, .. } => formula,
        Duty::Then(_) | Duty::Allow { .. } => {
            return vague(main.at, main.end, ALWAYS_OR_END);
        }
    };
    if let Ltl::Constant(_) = formula {
        return vague(main.at, main.end, NEVER);
    }
    Ok(Meaning { formula, is_goal, distance: 0 })
}

/// "Open the fridge only after wiping the table", "only go there once it is open".
fn ordered_only(main: &Clause, sub: &Sub, scope: &Scope) -> sense::Result<Meaning> {
    let denied = Clause { marks: main.marks.iter().copied().chain([(Mark::Not, main.at)]).collect(), ..main.clone() };
    let Duty::Forbid { parts, aspect } = duties::duty(&denied, scope, true, false)? else {
        return vague(main.at, main.end, "say \"only ... may\", or what must never be");
    };
    let duty = Duty::Allow { parts, aspect };
    linked(main, duty, sub, scope)
}

/// A duty with a clause that says when.
fn linked(main: &Clause, duty: Duty, sub: &Sub, scope: &Scope) -> sense::Result<Meaning> {
    if sub.is_as_long_as && !sub.is_only && matches!(duty, Duty::Do { .. }) {
        return Err(Vague { at: sub.at, end: sub.clause.end, mend: IF_OR_WHILE, blocks: true });
    }
    let (moment, distance) = moment(sub, scope)?;
    let is_order = main.mood == Mood::Order;
    let is_goal = match (&duty, sub.link) {
        (Duty::Do { .. }, Link::If | Link::Before | Link::After | Link::Once | Link::AsSoonAs) => is_order,
        (Duty::Do { .. }, Link::Without | Link::WithoutFirst | Link::While | Link::With) => true,
        (Duty::End(_), Link::With) => true,
        _ => false,
    };
    let formula = match duty {
        Duty::Forbid { parts, aspect } => Forbidding { main, sub, moment: &moment, aspect }.of(&parts)?,
        Duty::Allow { parts, .. } => allow(main, &parts, sub, &moment)?,
        Duty::Keep(tree) if sub.link == Link::With => match &moment {
            Moment::State(when) => all([tree::always(tree.each(&|leaf| leaf)), globally(when.clone())]),
            _ => return unclear(main),
        },
        Duty::Keep(tree) => keep(main, tree.now(), sub, &moment)?,
        Duty::Then(tree) => then(main, tree.now(), sub, &moment, scope)?,
        Duty::Do { tree, aspect, within, is_next, .. } => {
            let stays = |deed: &std::rc::Rc<Deed>| matches!(deed.act, Act::Deed { skill, .. } if skill == scope.vocabulary.stay);
            let is_wait = main.vp.deeds().into_iter().all(stays) && main.subject.is_some();
            let deed = Doing { tree, aspect, within, is_next, is_order, is_wait };
            deed.linked(main, sub, &moment, scope)?
        }
        // "Make sure that the door is closed before ...".
        Duty::End(tree)
            if sub.link == Link::Before && !sub.is_only && !main.has(Mark::InTheEnd) && !main.has(Mark::ByTheEnd) =>
        {
            if matches!(moment, Moment::NotYet(_)) {
                return unclear(main);
            }
            let kept = tree.parts();
            all(moment.formulas().iter().flat_map(|when| {
                kept.iter().map(|part| logic::weak_until(not(when.clone()), part.now())).collect::<Vec<_>>()
            }))
        }
        Duty::End(tree) if sub.link == Link::With => match &moment {
            Moment::State(when) => all([at_the_end(&tree), logic::in_the_end(when.clone())]),
            _ => return unclear(main),
        },
        Duty::End(tree) => match (sub.link, moment.one()) {
            (Link::If | Link::Once | Link::After | Link::When, Some(when))
                if !matches!(moment, Moment::NotYet(_)) && !sub.is_only =>
            {
                globally(implies(when.clone(), at_the_end(&tree)))
            }
            _ => return unclear(main),
        },
        Duty::Sometime { tree, within } => match (sub.link, &moment) {
            (
                Link::If | Link::When | Link::Whenever | Link::Once | Link::After,
                Moment::State(_) | Moment::Event(_),
            ) if !sub.is_only => {
                let Some(when) = moment.one() else { return unclear(main) };
                let now = tree.now();
                let then = within.map_or_else(|| logic::finally(now.clone()), |steps| logic::within(steps, &now));
                let is_event = matches!(moment, Moment::Event(_));
                let later = is_event && (sub.link == Link::After || is_later(when, &now, scope));
                globally(implies(when.clone(), if later { logic::next(then) } else { then }))
            }
            (Link::Before, Moment::State(_) | Moment::Event(_)) if within.is_none() && !sub.is_only => {
                let parts = tree.parts();
                let pairs = parts.iter().flat_map(|part| {
                    moment.formulas().iter().map(move |when| logic::weak_until(not(when.clone()), part.now()))
                });
                all(pairs)
            }
            _ => return unclear(main),
        },
        Duty::Whole { .. } => return vague(sub.at, sub.clause.end, "write a sentence of its own for this"),
    };
    if let Ltl::Constant(_) = formula {
        return vague(main.at, main.end, NEVER);
    }
    Ok(Meaning { formula, is_goal, distance })
}

fn allow(main: &Clause, parts: &[Ltl], sub: &Sub, moment: &Moment) -> sense::Result<Ltl> {
    let each = |of: &dyn Fn(&Ltl, &Ltl) -> Ltl| {
        all(parts.iter().flat_map(|part| moment.formulas().iter().map(move |when| of(part, when))))
    };
    let needs = |part: &Ltl, when: &Ltl| globally(implies(part.clone(), when.clone()));
    let not_before = |part: &Ltl, when: &Ltl| logic::weak_until(not(part.clone()), when.clone());
    Ok(match (sub.link, moment, sub.is_only) {
        (Link::If | Link::When | Link::While | Link::Whenever, Moment::State(_), true) => each(&needs),
        (Link::If | Link::When, Moment::Event(_), true) if sub.clause.mood == Mood::Has => each(&not_before),
        (Link::Once | Link::After | Link::AsSoonAs, Moment::State(_) | Moment::Event(_), true) => each(&not_before),
        (Link::Unless, Moment::State(when), false) => {
            all(parts.iter().map(|part| globally(implies(when.clone(), not(part.clone())))))
        }
        _ => {
            return vague(
                main.at,
                main.end,
                "a permission forbids nothing: say \"only if\", \"only after\" or what must never be",
            );
        }
    })
}

fn keep(main: &Clause, kept: Ltl, sub: &Sub, moment: &Moment) -> sense::Result<Ltl> {
    let each = |of: &dyn Fn(&Ltl, &Ltl) -> Ltl| {
        let kept: Vec<Ltl> = if let Ltl::And(parts) = &kept { parts.clone() } else { vec![kept.clone()] };
        all(kept.iter().flat_map(|kept| moment.formulas().iter().map(|when| of(kept, when)).collect::<Vec<_>>()))
    };
    if sub.is_only {
        return unclear(main);
    }
    Ok(match (sub.link, moment) {
        (Link::While | Link::When | Link::Whenever | Link::If, Moment::State(_)) => {
            if main.has(Mark::FromThenOn) {
                each(&|kept, when| globally(implies(when.clone(), globally(kept.clone()))))
            } else {
                each(&|kept, when| globally(implies(when.clone(), kept.clone())))
            }
        }
        // A state that lasts until several things have happened lasts until each has.
        (Link::Until, Moment::State(_) | Moment::Event(_)) => {
            all(moment.formulas().iter().map(|when| logic::weak_until(kept.clone(), when.clone())))
        }
        (Link::While, Moment::NotYet(_)) => {
            all(moment.formulas().iter().map(|when| logic::weak_until(kept.clone(), when.clone())))
        }
        (Link::Once | Link::After | Link::AsSoonAs, Moment::State(_) | Moment::Event(_)) => {
            each(&|kept, when| globally(implies(when.clone(), globally(kept.clone()))))
        }
        (Link::If | Link::When, Moment::Event(_)) if sub.clause.mood == Mood::Has => {
            each(&|kept, when| globally(implies(when.clone(), globally(kept.clone()))))
        }
        (Link::Unless, Moment::State(when)) => globally(logic::any([when.clone(), kept])),
        _ => return unclear(main),
    })
}

fn then(main: &Clause, state: Ltl, sub: &Sub, moment: &Moment, scope: &Scope) -> sense::Result<Ltl> {
    if sub.is_only {
        return unclear(main);
    }
    Ok(match (sub.link, moment) {
        (Link::While | Link::When | Link::Whenever | Link::If, Moment::State(when)) => {
            if main.has(Mark::FromThenOn) {
                globally(implies(when.clone(), globally(state)))
            } else {
                globally(implies(when.clone(), state))
            }
        }
        // "The gates must be closed before the carrier leaves": each time, as they may be opened again.
        (Link::Before, Moment::State(_) | Moment::Event(_)) if scope.vocabulary.can_become(&not(state.clone())) => {
            let begins = |when: &Ltl| match moment {
                Moment::State(_) => all([not(when.clone()), logic::next(when.clone())]),
                _ => when.clone(),
            };
            all(moment.formulas().iter().map(|when| globally(implies(begins(when), state.clone()))))
        }
        // "Samples must be measured before they are thrown away".
        (Link::Before, Moment::State(_) | Moment::Event(_)) => {
            all(moment.formulas().iter().map(|when| logic::weak_until(not(when.clone()), state.clone())))
        }
        (Link::Exactly, Moment::State(when)) => {
            all([globally(implies(when.clone(), state.clone())), globally(implies(state, when.clone()))])
        }
        (Link::Until, Moment::State(_) | Moment::Event(_)) | (Link::While, Moment::NotYet(_)) => {
            all(moment.formulas().iter().map(|when| logic::weak_until(state.clone(), when.clone())))
        }
        (Link::Unless, Moment::State(when)) => globally(logic::any([when.clone(), state])),
        // While a robot does something, it must be so when the step begins.
        (Link::While | Link::Whenever | Link::When, Moment::Event(events)) if sub.clause.mood != Mood::Has => {
            all(events.iter().map(|when| globally(implies(when.clone(), state.clone()))))
        }
        _ => return unclear(main),
    })
}
