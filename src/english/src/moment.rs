//! The moment of which a dependent clause tells: while it is so, or each time that it happens.

use crate::{
    conditions::{condition, negations},
    logic::{self, Ltl, all, not},
    meaning::{Act, Aspect, Clause, Deed, Join, Mark, Mood, Vp, Who},
    scope::Scope,
    sense::{self, NEVER, Result, vague},
    statement::{Link, Sub},
    tree::Tree,
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

/// When a dependent clause's matter is the case.
pub(crate) fn moment(sub: &Sub, scope: &Scope) -> Result<(Moment, usize)> {
    // What must come before all of them comes before any of them.
    scope.setting.is_release.set(sub.link == Link::Before && sub.clause.mood != Mood::Has);
    let first = moment_of(&sub.clause, scope);
    scope.setting.is_release.set(false);
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

/// When the matter of one clause is the case.
pub(crate) fn moment_of(clause: &Clause, scope: &Scope) -> Result<(Moment, usize)> {
    let says = |mend| vague(clause.at, clause.end, mend);
    let allowed = [
        Mark::Not,
        Mark::Ever,
        Mark::AtOnce,
        Mark::Both,
        Mark::First,
        Mark::Perfect,
        Mark::Lasting,
        Mark::Sometime,
        Mark::Apiece,
    ];
    sense::account(clause, &allowed)?;
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
pub(crate) fn is_later(when: &Ltl, then: &Ltl, scope: &Scope) -> bool {
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

/// What must not cease, of a state and the conditions on those whose state it is: "no dirty robot may leave the hall".
pub(crate) fn lasting(part: &Ltl) -> Ltl {
    match part {
        Ltl::And(parts) => parts.last().cloned().unwrap_or(Ltl::Constant(true)),
        other => other.clone(),
    }
}
