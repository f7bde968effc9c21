//! What must not be, with a clause that says when: "before", "while", "once", "unless".

use crate::{
    logic::{self, Ltl, all, globally, implies, not},
    meaning::{Aspect, Clause, Mark, Mood, Vp},
    moment::{Moment, lasting},
    sense::{self, unclear, vague},
    statement::{Link, Sub},
};

/// A prohibition that depends on another clause.
pub(crate) struct Forbidding<'a> {
    pub main: &'a Clause,
    pub sub: &'a Sub,
    pub moment: &'a Moment,
    pub aspect: Aspect,
}

impl Forbidding<'_> {
    /// The formula, given what must not be.
    pub fn of(&self, parts: &[Ltl]) -> sense::Result<Ltl> {
        let Self { main, sub, .. } = self;
        if main.has(Mark::InTheEnd) || (sub.is_only && sub.link != Link::If) {
            return unclear(main);
        }
        let is_past = sub.clause.mood == Mood::Has || sub.clause.has(Mark::Perfect);
        if main.has(Mark::Next) || sub.link == Link::JustAfter {
            return self.not_soon(parts);
        }
        match (sub.link, self.moment) {
            (Link::Before | Link::Until | Link::WithoutFirst, Moment::State(_) | Moment::Event(_)) => {
                self.not_before(parts)
            }
            (Link::Without, Moment::Event(_)) => self.not_before(parts),
            (Link::Unless, Moment::Event(_)) if is_past && sub.clause.vp.aspect() != Some(Aspect::Cease) => {
                self.not_before(parts)
            }
            (Link::Unless, Moment::Event(_)) => vague(
                sub.at,
                sub.clause.end,
                "say \"has\" and what was done before, or what is the case at that moment",
            ),
            (Link::If | Link::While | Link::When, Moment::NotYet(_)) => self.not_before(parts),
            (Link::Without | Link::Unless, Moment::State(when)) => self.only_while(parts, when),
            (Link::While | Link::With, Moment::State(_)) => self.during(parts),
            (Link::If | Link::When | Link::Whenever, Moment::State(_)) => {
                let is_after = main.has(Mark::FromThenOn) || main.has(Mark::Again) || main.has(Mark::Later);
                let is_once = sub.clause.has(Mark::Ever) || sub.clause.has(Mark::Sometime);
                if is_once && main.has(Mark::Never) && !is_after {
                    return vague(main.at, main.end, "say \"while\" that is so, or \"from then on\"");
                }
                if is_after { self.ever_after(parts) } else { self.during(parts) }
            }
            (Link::Once | Link::After | Link::AsSoonAs, Moment::State(_) | Moment::Event(_)) => self.ever_after(parts),
            (Link::If | Link::When, Moment::Event(_)) if is_past || self.is_ever_after() => self.ever_after(parts),
            (Link::While, Moment::Event(_)) if !is_past => self.during(parts),
            _ => unclear(main),
        }
    }

    /// Whether the main clause speaks of all time after.
    fn is_ever_after(&self) -> bool {
        [Mark::Never, Mark::FromThenOn, Mark::Later, Mark::Again, Mark::Ever]
            .into_iter()
            .any(|mark| self.main.has(mark))
    }

    /// The parts that do not contradict the other clause: nobody else may be where a robot is.
    fn others(&self, parts: &[Ltl], is_own: impl Fn(&Ltl, &Ltl) -> bool) -> sense::Result<Vec<Ltl>> {
        let formulas = self.moment.formulas();
        let is_other = |part: &&Ltl| !formulas.iter().any(|when| is_own(part, when));
        let others: Vec<Ltl> = parts.iter().filter(is_other).cloned().collect();
        if others.is_empty() {
            return vague(self.main.at, self.main.end, "it contradicts itself");
        }
        if others.len() < parts.len() && matches!(self.main.vp, Vp::List(..)) {
            return vague(self.main.at, self.main.end, "say \"no other\", or write a sentence for each deed");
        }
        Ok(others)
    }

    fn each(&self, parts: &[Ltl], of: impl Fn(&Ltl, &Ltl) -> Ltl) -> Ltl {
        all(parts.iter().flat_map(|part| self.moment.formulas().iter().map(|when| of(part, when)).collect::<Vec<_>>()))
    }

    fn not_before(&self, parts: &[Ltl]) -> sense::Result<Ltl> {
        let parts = self.others(parts, |part, when| matches!(when, Ltl::And(whole) if whole.contains(part)))?;
        Ok(self.each(&parts, |part, when| {
            let kept = if self.aspect == Aspect::Cease {
                implies(part.clone(), logic::weak_next(lasting(part)))
            } else {
                not(part.clone())
            };
            logic::weak_until(kept, when.clone())
        }))
    }

    fn during(&self, parts: &[Ltl]) -> sense::Result<Ltl> {
        if self.aspect == Aspect::Cease {
            return Ok(self.each(parts, |part, when| {
                globally(implies(all([when.clone(), part.clone()]), logic::weak_next(lasting(part))))
            }));
        }
        let parts = self.others(parts, |part, when| match when {
            Ltl::Or(whole) | Ltl::And(whole) => whole.contains(part),
            other => other == part,
        })?;
        Ok(self.each(&parts, |part, when| globally(implies(when.clone(), not(part.clone())))))
    }

    fn only_while(&self, parts: &[Ltl], when: &Ltl) -> sense::Result<Ltl> {
        if self.aspect == Aspect::Cease {
            return Ok(self.each(parts, |part, when| {
                globally(implies(all([not(when.clone()), part.clone()]), logic::weak_next(lasting(part))))
            }));
        }
        let parts = self.others(parts, |part, when| *when == not(part.clone()))?;
        Ok(all(parts.iter().map(|part| globally(implies(part.clone(), when.clone())))))
    }

    /// From that moment on: "once ..., never".
    fn ever_after(&self, parts: &[Ltl]) -> sense::Result<Ltl> {
        let Some(when) = self.moment.one() else {
            return vague(self.sub.at, self.sub.clause.end, "say one thing after which it is so");
        };
        if self.aspect == Aspect::Cease {
            // Where one was when it began, one stays.
            return Ok(self.each(parts, |part, when| globally(implies(when.clone(), globally(part.clone())))));
        }
        let contains = |one: &Ltl, other: &Ltl| one == other || matches!(one, Ltl::Or(parts) if parts.contains(other));
        let is_same = parts.iter().any(|part| contains(when, part) || contains(part, when));
        if is_same && !self.main.has(Mark::Again) {
            return vague(self.main.at, self.main.end, "say \"again\", or \"no other robot\"");
        }
        Ok(self.each(parts, |part, when| {
            let never = globally(not(part.clone()));
            // Who leaves a place is still there at that moment.
            let is_later = self.main.has(Mark::Again) || self.sub.clause.vp.aspect() == Some(Aspect::Cease);
            globally(implies(when.clone(), if is_later { logic::weak_next(never) } else { never }))
        }))
    }

    /// "... must not be there right after that".
    fn not_soon(&self, parts: &[Ltl]) -> sense::Result<Ltl> {
        let links = matches!(
            self.sub.link,
            Link::If | Link::When | Link::Whenever | Link::Once | Link::After | Link::JustAfter
        );
        let Some(when) = self.moment.one().filter(|_| links && self.aspect != Aspect::Cease) else {
            return unclear(self.main);
        };
        let soon = |part: &Ltl| match self.moment {
            Moment::Event(_) => logic::weak_next(not(logic::within(1, part))),
            _ => not(logic::within(1, part)),
        };
        Ok(all(parts.iter().map(|part| globally(implies(when.clone(), soon(part))))))
    }
}
