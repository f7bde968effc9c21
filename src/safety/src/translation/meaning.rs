//! What a statement means, once its clauses and the words between them are read.

use super::{
    Sense,
    clause::Clause,
    manner::{Count, When},
    pattern::{Atom, Condition, Literal, Pattern, Then, Who},
    reader::{Misfit, Reader},
    statement::Patterns,
};

impl Reader<'_> {
    /// "A before B", "not A until B", "A only if B"
    pub fn precede(&mut self, word: &str, main: &Clause, release: &Clause) -> Patterns {
        self.told(main)?;
        self.present(main)?;
        if main.manner.when.is_some() || release.manner.when.is_some() || release.manner.is_again {
            return self.unclear(main, "write a constraint of its own for when");
        }
        let positive = &release.condition;
        let folded = if release.manner.is_negative { positive.negated() } else { positive.clone() };
        let is_strong = self.attempt(|reader| reader.obliged(&folded)).is_some();
        let until = |holds, release| Ok(vec![Pattern::Until { holds, release, is_strong }]);
        if main.manner.count.is_some() || release.manner.count.is_some() {
            return self.unclear(main, "write a constraint of its own for how often");
        }
        let is_forbidden = main.manner.is_negative || main.manner.is_only;
        match word {
            "before" if !is_forbidden => {
                if main.manner.is_permission {
                    return self.unclear(main, "say \"must\", or \"only after\"");
                }
                until(folded.negated(), main.condition.clone())
            }
            "until" if !is_forbidden => {
                if !main.is_state && !main.manner.is_lasting {
                    return self.unclear(main, "say which state is to last until then");
                }
                until(main.condition.clone(), folded)
            }
            "before" | "until" | "without first" | "once" | "after" | "as soon as" => {
                until(main.condition.negated(), folded)
            }
            "unless" | "without" if !is_forbidden => {
                self.unclear(main, "say what must never be, unless something else is the case")
            }
            _ if release.manner.is_perfect => until(main.condition.negated(), folded),
            _ if release.is_state => {
                Ok(vec![Pattern::After { trigger: main.condition.clone(), then: Then::AtOnce, what: folded }])
            }
            _ => self.unclear(release, "say \"have\" and what was done before, or what is the case at that moment"),
        }
    }

    /// "whenever A, B"
    pub fn follow(&mut self, word: &str, trigger: &Clause, main: &Clause, is_first: bool) -> Patterns {
        self.sole(trigger)?;
        self.told(main)?;
        self.present(main)?;
        if main.manner.is_only {
            return self.unclear(main, "say \"only if\" or \"only after\"");
        }
        let (manner, what) = (&main.manner, main.condition.clone());
        let is_once = matches!(word, "once" | "after");
        let is_during = matches!(word, "while" | "as long as");
        if manner.is_negative && word == "if" && trigger.manner.is_negative && trigger.manner.is_perfect {
            let release = trigger.condition.clone();
            return Ok(vec![Pattern::Until { holds: what.negated(), release, is_strong: false }]);
        }
        let fold = |clause: &Clause| {
            if clause.manner.is_negative { clause.condition.negated() } else { clause.condition.clone() }
        };
        let after = |then, what| Ok(vec![Pattern::After { trigger: fold(trigger), then, what }]);
        let when = manner.when.or(trigger.manner.when);
        let is_next = when == Some(When::Next) || matches!(word, "as soon as" | "right after" | "immediately after");
        if manner.count.is_some_and(|count| manner.is_negative || count != Count::Exactly(1)) {
            return self.unclear(main, "write a constraint of its own for how often");
        }
        if when == Some(When::InTheEnd) {
            return self.unclear(main, "say \"later\", or write a constraint of its own for the end");
        }
        if manner.is_negative {
            let is_again = manner.is_again || trigger.manner.is_again;
            if is_next {
                return after(Then::WeakNext, what.negated());
            }
            if when == Some(When::AtOnce) || is_during {
                return after(Then::AtOnce, what.negated());
            }
            if is_again || is_once || when.is_some() || trigger.manner.is_perfect {
                // Whoever stays is not there again.
                let is_same = trigger.condition == main.condition && !trigger.manner.is_negative;
                return match (is_same, trigger.manner.count) {
                    (true, None) => Ok(vec![Pattern::AtMost(1, what)]),
                    (true, Some(Count::Exactly(times))) => Ok(vec![Pattern::AtMost(times, what)]),
                    (_, Some(_)) => self.unclear(trigger, "say \"at most\" and how often"),
                    (false, None) if is_again || is_once => after(Then::FromNext, what.negated()),
                    (false, None) => after(Then::FromNow, what.negated()),
                };
            }
            if trigger.is_state {
                return after(Then::AtOnce, what.negated());
            }
            return self.unclear(main, "say \"while\" before what it depends on, or \"after that\"");
        }
        if trigger.manner.count.is_some() {
            return self.unclear(trigger, "write a constraint of its own for how often");
        }
        if manner.is_permission {
            return self.unclear(main, "a permission forbids nothing: say \"must\", or \"only\"");
        }
        if word == "after" && !is_first && when.is_none() {
            return self.unclear(main, "say \"only after\", or \"whenever\" and \"eventually\"");
        }
        let then = match when {
            _ if is_next => Then::Next,
            Some(When::AtOnce) => Then::AtOnce,
            Some(_) => Then::Later,
            None if is_during => Then::AtOnce,
            None if manner.is_lasting && is_once => Then::FromNext,
            None if main.is_state || manner.is_lasting => {
                return self.unclear(main, "say \"eventually\", \"at that moment\" or \"right after that\"");
            }
            None => Then::Later,
        };
        if then != Then::Later || !main.is_list {
            return after(then, what);
        }
        let each = what.literals.into_iter().map(Condition::one);
        Ok(each.map(|what| Pattern::After { trigger: fold(trigger), then, what }).collect())
    }

    /// Refuses what must have been: constraints say what must be.
    fn present(&mut self, main: &Clause) -> Result<(), Misfit> {
        if main.manner.is_perfect { self.unclear(main, "say what must be, not what must have been") } else { Ok(()) }
    }

    /// A clause that depends on nothing.
    pub fn alone(&mut self, main: &Clause) -> Patterns {
        self.present(main)?;
        let (manner, said) = (&main.manner, main.condition.clone());
        if let Some(robot) = main.actor {
            return self.opened_by(main, robot);
        }
        let both = |reader: &mut Self, mend: &str| reader.unclear(main, mend);
        if let Some(count) = manner.count {
            return match (count, manner.is_negative) {
                (Count::AtMost(times), false) => Ok(vec![Pattern::AtMost(times, said)]),
                (Count::MoreThan(times), true) => Ok(vec![Pattern::AtMost(times, said)]),
                (Count::Exactly(times), false) if manner.is_only || manner.is_permission => {
                    Ok(vec![Pattern::AtMost(times, said)])
                }
                (Count::AtLeast(times), false) if !manner.is_permission && times > 0 => {
                    Ok(vec![Pattern::AtLeast(times, said)])
                }
                _ => both(self, "say \"at most\" or \"at least\" and how often"),
            };
        }
        if manner.is_only {
            return both(self, "say \"only if\", \"only after\" or how often");
        }
        match manner.when {
            Some(When::InTheEnd) => {
                return Ok(vec![Pattern::InTheEnd(if manner.is_negative { said.negated() } else { said })]);
            }
            Some(When::Next) => return both(self, "say after what"),
            Some(When::AtOnce) if !main.is_list => return both(self, "say at the same time as what"),
            Some(When::Later) if manner.is_negative => return both(self, "say after what"),
            _ => {}
        }
        if manner.is_negative {
            return if manner.is_again {
                both(self, "say after what")
            } else {
                Ok(vec![Pattern::Always(said.negated())])
            };
        }
        if manner.is_permission {
            return both(self, "a permission forbids nothing: say \"must\", \"must never\" or \"only\"");
        }
        if manner.is_lasting {
            return Ok(vec![Pattern::Always(said)]);
        }
        if main.is_state && manner.when.is_none() {
            return both(self, "say \"always\", \"at some point\" or \"in the end\"");
        }
        if main.is_list && manner.when != Some(When::AtOnce) {
            return Ok(said.literals.into_iter().map(|literal| Pattern::Sometime(Condition::one(literal))).collect());
        }
        Ok(vec![Pattern::Sometime(said)])
    }

    /// "robot 2 must never open the fridge": the fridge is not to open while that robot is at it, since the world state
    /// does not tell who opened it.
    fn opened_by(&mut self, main: &Clause, robot: usize) -> Patterns {
        let position = self.lexicon.predicate(Sense::Position, None);
        let (Some(position), true, None) = (position, main.manner.is_negative, main.manner.count) else {
            return self.told(main).map(|()| Vec::new());
        };
        let of_opening = |literal: &Literal| {
            literal.holds && self.lexicon.predicates[literal.atom.predicate].sense == Sense::Opening
        };
        if !main.condition.literals.iter().all(of_opening) || main.condition.is_all {
            return self.told(main).map(|()| Vec::new());
        }
        let one = |literal: &Literal| {
            let closed = Literal { holds: false, ..literal.clone() };
            let there = Atom { predicate: position, who: Some(Who::One(robot)), things: literal.atom.things.clone() };
            let away = Literal { atom: there, holds: false };
            let what = Condition { literals: vec![closed.clone(), away], is_all: false };
            Pattern::After { trigger: Condition::one(closed), then: Then::WeakNext, what }
        };
        Ok(main.condition.literals.iter().map(one).collect())
    }
}
