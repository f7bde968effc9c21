//! A main clause and a clause that depends on it: before, until, while, if, unless and the like.

use crate::{
    compose::{Meaning, condition, negations},
    duties::{self, Duty, NEVER},
    forbidding::{Forbidding, lasting},
    logic::{self, Ltl, all, globally, implies, not},
    meaning::{Act, Aspect, Clause, Deed, Det, Join, Mark, Mood, Np, Vp, Who},
    scope::{self, Scope, Tree, vague},
    sequence,
    statement::{Link, Sub},
};

/// When something is, of which a dependent clause tells.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Moment {
    /// While this is so.
    State(Ltl),
    /// Each of these happens, in its own time.
    Event(Vec<Ltl>),
    /// They have not all happened yet.
    NotYet(Vec<Ltl>),
}

impl Moment {
    pub fn formulas(&self) -> &[Ltl] {
        match self {
            Self::State(formula) => std::slice::from_ref(formula),
            Self::Event(formulas) | Self::NotYet(formulas) => formulas,
        }
    }

    pub fn one(&self) -> Option<&Ltl> {
        if let [one] = self.formulas() { Some(one) } else { None }
    }
}

/// The meaning of a main clause and those that depend on it.
pub(crate) fn link(main: &Clause, subs: &[Sub], scope: &Scope) -> scope::Result<Meaning> {
    let mut main = main.clone();
    let mut subs = subs.to_vec();
    match subs.as_mut_slice() {
        [] => {
            let duty = duties::duty(&main, scope, false, false)?;
            match (&duty, &main.vp) {
                (Duty::Do { within: None, .. }, Vp::List(Join::And, parts)) if is_one_robot(&main, scope) => {
                    sequence::of_one_robot(&main, parts, scope)
                }
                // "Never put it there" is rather about the deed.
                (Duty::Forbid { aspect: Aspect::Bring, .. }, _) => Ok(Meaning { distance: 3, ..alone(&main, duty)? }),
                _ => alone(&main, duty),
            }
        }
        [sub] => {
            let can_be_only = matches!(
                sub.link,
                Link::If | Link::When | Link::While | Link::Whenever | Link::After | Link::Once | Link::AsSoonAs
            );
            let begins_with_only = main.has(Mark::Only);
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
                // "Turn it on only after ...": turn it on, and not before.
                let goal = alone(&main, duties::duty(&main, scope, false, false)?)?;
                return Ok(Meaning { formula: all([goal.formula, limited.formula]), ..goal });
            }
            let duty = duties::duty(&main, scope, true, sub.is_only)?;
            linked(&main, duty, sub, scope)
        }
        [one, other] if is_condition(one) && is_order(other) => nested(&main, one, other, scope),
        [one, other] if is_condition(other) && is_order(one) => nested(&main, other, one, scope),
        [.., last] => vague(last.at, last.clause.end, "write a sentence of its own for this"),
    }
}

/// Whether it is about one robot that it names: what that robot is to do, it does in the order of the words.
fn is_one_robot(main: &Clause, scope: &Scope) -> bool {
    let is_robot = |object: &logic::Object| scope.vocabulary.robots.contains(object);
    matches!(&main.subject, Some(Np::Noun(noun)) if noun.limits.is_empty() && matches!(noun.det, Det::Name | Det::The)
        && noun.members.len() == 1 && noun.members.iter().all(is_robot))
}

fn is_condition(sub: &Sub) -> bool {
    matches!(sub.link, Link::If | Link::When | Link::Whenever) && !sub.is_only
}

fn is_order(sub: &Sub) -> bool {
    matches!(sub.link, Link::Before | Link::Until) && !sub.is_only
}

/// "If it is dirty, it must be washed before it is used": an order that begins whenever a condition holds.
fn nested(main: &Clause, outer: &Sub, inner: &Sub, scope: &Scope) -> scope::Result<Meaning> {
    let (when, distance) = moment(outer, scope)?;
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
fn alone(main: &Clause, duty: Duty) -> scope::Result<Meaning> {
    let is_goal =
        matches!(duty, Duty::Do { .. } | Duty::End(_) | Duty::Sometime { .. } | Duty::Whole { is_goal: true, .. });
    let formula = match duty {
        Duty::Forbid { parts, aspect: Aspect::Cease } => all(parts.into_iter().map(|part| match &part {
            Ltl::And(_) => globally(implies(part.clone(), logic::weak_next(lasting(&part)))),
            _ => globally(implies(part.clone(), globally(part))),
        })),
        Duty::Forbid { parts, .. } => all(parts.into_iter().map(|part| globally(not(part)))),
        Duty::Keep(tree) => tree.each(&|leaf| leaf).pipe_globally(),
        Duty::Do { tree, aspect, within, outcome, .. } => {
            let outcome = outcome.map(|tree| brought_about(&tree, Aspect::Bring, within));
            all([Some(brought_about(&tree, aspect, within)), outcome].into_iter().flatten())
        }
        Duty::End(tree) => at_the_end(&tree),
        Duty::Sometime { tree, within } => {
            let whole = tree.now();
            within.map_or_else(|| logic::finally(whole.clone()), |steps| logic::within(steps, &whole))
        }
        Duty::Whole { formula, .. } => formula,
        Duty::Then(_) | Duty::Allow { .. } => {
            return vague(main.at, main.end, "say \"always\", \"at some point\" or \"in the end\"");
        }
    };
    if let Ltl::Constant(_) = formula {
        return vague(main.at, main.end, NEVER);
    }
    Ok(Meaning { formula, is_goal, distance: 0 })
}

trait Pipe {
    fn pipe_globally(self) -> Ltl;
}

impl Pipe for Ltl {
    /// It always holds, each part of a conjunction by itself.
    fn pipe_globally(self) -> Ltl {
        match self {
            Self::And(parts) => all(parts.into_iter().map(globally)),
            other => globally(other),
        }
    }
}

/// It is so in the last letter, each part of a conjunction by itself.
fn at_the_end(tree: &Tree) -> Ltl {
    match tree {
        Tree::Not(inner) if !inner.has_given() => match not(inner.now()) {
            Ltl::Not(inner) => match *inner {
                Ltl::Or(parts) => all(parts.into_iter().map(|part| logic::in_the_end(not(part)))),
                other => logic::in_the_end(not(other)),
            },
            other => logic::in_the_end(other),
        },
        tree => tree.each(&logic::in_the_end),
    }
}

/// The goal, each part in its own time.
pub(crate) fn brought_about(tree: &Tree, aspect: Aspect, within: Option<usize>) -> Ltl {
    let goal = |leaf: Ltl| {
        let lasting = if aspect == Aspect::Bring { globally(leaf) } else { leaf };
        match within {
            None => logic::finally(lasting),
            Some(steps) => logic::within(steps, &lasting),
        }
    };
    tree.each(&goal)
}

/// When a dependent clause's matter is the case.
fn moment(sub: &Sub, scope: &Scope) -> scope::Result<(Moment, usize)> {
    // What must come before all of them comes before any of them.
    scope.is_release.set(sub.link == Link::Before && sub.clause.mood != Mood::Has);
    let first = moment_of(&sub.clause, scope);
    scope.is_release.set(false);
    let (mut whole, mut distance) = first?;
    for (join, clause) in &sub.more {
        let (next, more) = moment_of(clause, scope)?;
        distance += more;
        whole = match (whole, next, join) {
            (Moment::State(one), Moment::State(other), Join::Or) => Moment::State(logic::any([one, other])),
            (Moment::State(one), Moment::State(other), _) => Moment::State(all([one, other])),
            (Moment::Event(one), Moment::Event(other), Join::Or) if one.len() == 1 && other.len() == 1 => {
                Moment::Event(vec![logic::any(one.into_iter().chain(other))])
            }
            (Moment::Event(one), Moment::Event(other), Join::And) => Moment::Event([one, other].concat()),
            _ => return vague(clause.at, clause.end, "write a sentence of its own for this"),
        };
    }
    Ok((whole, distance))
}

fn moment_of(clause: &Clause, scope: &Scope) -> scope::Result<(Moment, usize)> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let allowed = [
        Mark::Not,
        Mark::Never,
        Mark::Ever,
        Mark::AtOnce,
        Mark::Both,
        Mark::First,
        Mark::Perfect,
        Mark::Lasting,
        Mark::Sometime,
        Mark::Apiece,
    ];
    duties::account(clause, &allowed)?;
    if matches!(clause.mood, Mood::Must | Mood::May | Mood::Wish | Mood::Order) {
        return says("say what is the case, or what is done");
    }
    let Some(aspect) = clause.vp.aspect() else {
        return says("say one clause for what is done and one for what is the case");
    };
    let clause = &with_things(clause);
    let is_negative = negations(clause) > 0;
    let is_past = clause.mood == Mood::Has || clause.has(Mark::Perfect);
    let whole = condition(clause, scope)?;
    if whole.is_never() || whole.now() == Ltl::Constant(true) {
        return says(NEVER);
    }
    if aspect == Aspect::State && !is_past {
        return Ok((Moment::State(whole.now()), 0));
    }
    let tree = match (&whole, is_negative) {
        (Tree::Not(inner), true) => inner.as_ref(),
        (tree, _) => tree,
    };
    let parts: Vec<&Tree> = if clause.has(Mark::AtOnce) { vec![tree] } else { tree.parts() };
    let happens = |part: &Tree| {
        let now = part.now();
        if aspect == Aspect::Cease { all([now.clone(), logic::next(not(lasting(&now)))]) } else { now }
    };
    let events: Vec<Ltl> = parts.into_iter().map(happens).collect();
    // "Is put on the table" is rather what a robot does than that it begins to lie there.
    let distance = match aspect {
        Aspect::Bring => 5,
        // Files may say "has landed" of a state.
        Aspect::Deed if is_past => 1,
        _ => 0,
    };
    match (is_negative, is_past) {
        (false, _) => Ok((Moment::Event(events), distance)),
        (true, true) if aspect != Aspect::Cease && events.len() == 1 => Ok((Moment::NotYet(events), distance)),
        (true, _) => says("say what has not been done yet, or what is not the case"),
    }
}

/// Whether what follows a deed may be so already when the deed begins: it is then about the time after it. "If it is taken
/// out of the box, it must be back in there"; "once it has been opened, it must be closed".
fn is_later(when: &Ltl, then: &Ltl, scope: &Scope) -> bool {
    let mut before = Vec::new();
    when.for_each_atom(&mut |atom| before.push(atom.clone()));
    let mut is_later = false;
    then.for_each_atom(&mut |fact| {
        is_later |= before.iter().any(|atom| atom == fact || scope.vocabulary.may_change(atom, fact));
    });
    is_later
}

/// The clause with verbs of going for things too: "before pallets go into a bay".
fn with_things(clause: &Clause) -> Clause {
    fn of(vp: &Vp) -> Vp {
        match vp {
            Vp::One(deed) => match &deed.act {
                Act::At { thing, place, holds, who: Who::Robot, word } if deed.aspect == Aspect::Become => {
                    let act = Act::At { thing: *thing, place: *place, holds: *holds, who: Who::Anything, word: *word };
                    Vp::One(std::rc::Rc::new(Deed { act, ..deed.as_ref().clone() }))
                }
                _ => vp.clone(),
            },
            Vp::List(join, parts) => Vp::List(*join, parts.iter().map(of).collect()),
        }
    }
    Clause { vp: of(&clause.vp), ..clause.clone() }
}

/// "Open the fridge only after wiping the table", "only go there once it is open".
fn ordered_only(main: &Clause, sub: &Sub, scope: &Scope) -> scope::Result<Meaning> {
    let denied = Clause { marks: main.marks.iter().copied().chain([(Mark::Not, main.at)]).collect(), ..main.clone() };
    let Duty::Forbid { parts, aspect } = duties::duty(&denied, scope, true, false)? else {
        return vague(main.at, main.end, "say \"only ... may\", or what must never be");
    };
    let duty = Duty::Allow { parts, aspect };
    linked(main, duty, sub, scope)
}

/// A duty with a clause that says when.
fn linked(main: &Clause, duty: Duty, sub: &Sub, scope: &Scope) -> scope::Result<Meaning> {
    let (moment, distance) = moment(sub, scope)?;
    let is_order = main.mood == Mood::Order;
    let is_goal = match (&duty, sub.link) {
        (
            Duty::Do { .. },
            Link::Before | Link::After | Link::Without | Link::WithoutFirst | Link::While | Link::With,
        ) => is_order || !matches!(sub.link, Link::Before | Link::After),
        (Duty::End(_), Link::With) => true,
        _ => false,
    };
    let formula = match duty {
        Duty::Forbid { parts, aspect } => Forbidding { main, sub, moment: &moment, aspect }.of(&parts)?,
        Duty::Allow { parts, .. } => allow(main, &parts, sub, &moment)?,
        Duty::Keep(tree) if sub.link == Link::With => match &moment {
            Moment::State(when) => all([tree.each(&|leaf| leaf).pipe_globally(), globally(when.clone())]),
            _ => return unclear(main),
        },
        Duty::Keep(tree) => keep(main, tree.now(), sub, &moment)?,
        Duty::Then(tree) => then(main, tree.now(), sub, &moment)?,
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
                let later = matches!(moment, Moment::Event(_)) && is_later(when, &now, scope);
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

pub(crate) fn unclear<T>(main: &Clause) -> scope::Result<T> {
    vague(
        main.at,
        main.end,
        "say in other words when this must be: \"whenever ..., eventually\", \"while\", \"until\" or \"in the end\"",
    )
}

fn allow(main: &Clause, parts: &[Ltl], sub: &Sub, moment: &Moment) -> scope::Result<Ltl> {
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

fn keep(main: &Clause, kept: Ltl, sub: &Sub, moment: &Moment) -> scope::Result<Ltl> {
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

fn then(main: &Clause, state: Ltl, sub: &Sub, moment: &Moment) -> scope::Result<Ltl> {
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
        // "Pallets must be wrapped before they go into a bay".
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

/// Something to do, with what it depends on.
struct Doing {
    tree: Tree,
    aspect: Aspect,
    within: Option<usize>,
    is_next: bool,
    is_order: bool,
    /// Whether a robot is to do nothing.
    is_wait: bool,
}

impl Doing {
    fn linked(&self, main: &Clause, sub: &Sub, moment: &Moment, scope: &Scope) -> scope::Result<Ltl> {
        if self.tree.has_given() && !matches!(sub.link, Link::Without) {
            return vague(main.at, main.end, "say which things, by name");
        }
        let goal = || brought_about(&self.tree, self.aspect, self.within);
        let plain = self.within.is_none() && !self.is_next;
        let happening = matches!(moment, Moment::State(_) | Moment::Event(_));
        match sub.link {
            Link::Until | Link::While if plain && happening && self.is_wait && !sub.is_only => {
                let step = Ltl::Atom(logic::Atom::step());
                let waits = all(self.tree.parts().iter().map(|part| implies(step.clone(), part.now())));
                Ok(all(moment.formulas().iter().map(|when| match (sub.link, moment) {
                    (Link::Until, _) => logic::weak_until(waits.clone(), when.clone()),
                    _ => globally(implies(when.clone(), waits.clone())),
                })))
            }
            Link::Before if plain && happening && !sub.is_only => {
                let pairs = self
                    .tree
                    .parts()
                    .into_iter()
                    .flat_map(|part| moment.formulas().iter().map(move |when| (not(when.clone()), part.now())));
                let order = all(pairs.map(|(one, other)| {
                    if self.is_order { logic::until(one, other) } else { logic::weak_until(one, other) }
                }));
                let lasting = if self.aspect == Aspect::Bring && self.is_order { goal() } else { Ltl::Constant(true) };
                Ok(all([order, lasting, self.second_goal(sub, moment)]))
            }
            Link::After | Link::Once if sub.is_only && plain && happening => {
                let parts = duties::spread(&self.tree);
                let order = all(parts.iter().flat_map(|part| {
                    moment
                        .formulas()
                        .iter()
                        .map(|when| logic::weak_until(not(part.clone()), when.clone()))
                        .collect::<Vec<_>>()
                }));
                Ok(all([order, goal()]))
            }
            Link::After if self.is_order && !sub.is_first && plain && happening => {
                Ok(all(moment.formulas().iter().map(|when| sequence::after(when, &self.tree, self.aspect))))
            }
            Link::After if self.is_order && plain => vague(
                sub.at,
                sub.clause.end,
                "say \"first ..., then ...\" to have both done, or \"whenever\" for a rule",
            ),
            // "It must be closed again after ...": each time.
            Link::After if !sub.is_first && !main.has(Mark::Again) => {
                vague(sub.at, sub.clause.end, "say \"only after\", or \"whenever\" and \"eventually\"")
            }
            Link::If | Link::When | Link::Whenever | Link::Once | Link::AsSoonAs | Link::After
                if happening && !sub.is_only =>
            {
                let Some(when) = moment.one() else {
                    return vague(sub.at, sub.clause.end, "say \"at the same time\", or write a sentence for each");
                };
                if sub.link == Link::If && self.is_order && matches!(moment, Moment::State(_)) && !self.is_next {
                    // An order is for now: "if the door is closed, open it".
                    return Ok(implies(when.clone(), goal()));
                }
                let lasts = self.aspect == Aspect::Bring && !matches!(sub.link, Link::Whenever);
                let aspect = if lasts {
                    Aspect::Bring
                } else if self.aspect == Aspect::Bring {
                    Aspect::Become
                } else {
                    self.aspect
                };
                let is_soon = self.is_next || sub.link == Link::AsSoonAs;
                if is_soon {
                    return soon(main, sub, when, moment, &brought_about(&self.tree, aspect, Some(1)));
                }
                let then = brought_about(&self.tree, aspect, self.within);
                let later =
                    self.within.is_some() || (self.aspect == Aspect::Become && is_later(when, &self.tree.now(), scope));
                let then = if matches!(moment, Moment::Event(_)) && later { logic::next(then) } else { then };
                Ok(split(when, then))
            }
            Link::While | Link::With
                if matches!(moment, Moment::State(_)) && plain && self.aspect == Aspect::Deed && !sub.is_only =>
            {
                let Some(when) = moment.one() else { return unclear(main) };
                Ok(self.tree.each(&|leaf| logic::finally(all([leaf, when.clone()]))))
            }
            Link::Without if happening && self.is_order => {
                let never = all(moment.formulas().iter().flat_map(|when| match when {
                    Ltl::Or(parts) => parts.iter().map(|part| globally(not(part.clone()))).collect::<Vec<_>>(),
                    other => vec![globally(not(other.clone()))],
                }));
                Ok(all([goal(), never]))
            }
            Link::WithoutFirst if happening && plain => {
                vague(main.at, main.end, "say \"must not ... before\", or \"first ..., then ...\"")
            }
            _ => unclear(main),
        }
    }
}

impl Doing {
    /// "Measure sample 1 before sample 2": one order with two goals, as only the first has a verb.
    fn second_goal(&self, sub: &Sub, moment: &Moment) -> Ltl {
        let has_no_verb = sub.clause.subject.is_none() && sub.clause.mood == Mood::Is;
        if !self.is_order || !has_no_verb {
            return Ltl::Constant(true);
        }
        let goal = |when: &Ltl| {
            if self.aspect == Aspect::Bring { logic::in_the_end(when.clone()) } else { logic::finally(when.clone()) }
        };
        all(moment.formulas().iter().map(goal))
    }
}

/// As soon as the one, then the other, which is over within a step. A state counts when it begins.
fn soon(main: &Clause, sub: &Sub, when: &Ltl, moment: &Moment, then: &Ltl) -> scope::Result<Ltl> {
    let after = |begins: Ltl| split(&begins, logic::next(then.clone()));
    let begins = || all([not(when.clone()), logic::next(when.clone())]);
    Ok(match (moment, sub.clause.vp.aspect()) {
        (Moment::Event(_), Some(Aspect::Deed | Aspect::Cease)) => after(when.clone()),
        // In the letter after the one before it begins.
        (Moment::Event(_), _) => split(&begins(), logic::next(then.clone())),
        (Moment::State(_), _) => {
            all([split(&begins(), logic::next(then.clone())), implies(when.clone(), then.clone())])
        }
        (Moment::NotYet(_), _) => return unclear(main),
    })
}

/// Whenever the one, then the other; each part of the other by itself.
fn split(when: &Ltl, then: Ltl) -> Ltl {
    match then {
        Ltl::And(parts) => all(parts.into_iter().map(|part| globally(implies(when.clone(), part)))),
        other => globally(implies(when.clone(), other)),
    }
}
