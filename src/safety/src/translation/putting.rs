//! Rules on who may put a thing where: the world state tells that it came to a place, and who held it right before.

use super::{
    Sense,
    account::{OF_PROHIBITION, and_also},
    clause::{Clause, Deed},
    condition::{Atom, Condition, Literal, Who},
    manner::Mark,
    pattern::{Pattern, Then},
    reader::{Patterns, Reader},
    robots::Said,
};

impl Reader<'_> {
    /// The patterns of "robot 2 must not put anything on the stove": no thing it holds is there in the next moment.
    pub fn put_by(&mut self, main: &Clause) -> Patterns {
        let literals = &main.condition.literals;
        let is_put = main.actor && main.sense == Sense::Location && main.deed == Deed::Rise;
        let is_any = !main.condition.is_all && !main.is_list && literals.iter().all(|literal| literal.holds);
        let is_only = main.manner.has(Mark::Only);
        if is_put && is_only && (main.said != Some(Said::Only) || main.manner.is_duty()) {
            return self.unclear(main, "say who must not put what where");
        }
        let is_prohibition = main.is_negative() || is_only;
        let Some(predicate) = self.lexicon.predicate(Sense::Possession, None).filter(|_| is_put && is_any) else {
            return self.misfit();
        };
        // None of several robots, or not both?
        let is_clear = main.whos.len() == 1 || main.said != Some(Said::Named);
        if !is_prohibition || !is_clear || main.whos.is_empty() || !self.lexicon.predicates[predicate].names_robot {
            return self.misfit();
        }
        self.account(main, &and_also(&OF_PROHIBITION, &[Mark::Only]))?;
        let mut patterns = Vec::new();
        for &who in &main.whos {
            for literal in literals {
                let held = Atom { predicate, who: Some(who), things: vec![literal.atom.things[0]] };
                let there = Literal { holds: false, ..literal.clone() };
                patterns.push(Pattern::After {
                    trigger: Condition::one(Literal { atom: held, holds: true }),
                    then: Then::WeakNext,
                    what: Condition::one(there),
                });
            }
        }
        Ok(patterns)
    }

    /// The patterns of "nothing may be put on the shelf": it must not come there, but may lie there from the start.
    pub fn not_put(&self, main: &Clause) -> Option<Vec<Pattern>> {
        let literals = &main.condition.literals;
        let is_put = main.sense == Sense::Location && main.deed == Deed::Rise && !main.condition.is_all;
        // A thing that is left somewhere may have been there before.
        let is_put = is_put && self.last_verb.as_ref().is_some_and(|(verb, _)| verb.puts());
        if !is_put
            || !self.lexicon.names_robots()
            || !literals.iter().all(|literal| literal.holds && literal.atom.who != Some(Who::Each))
        {
            return None;
        }
        let stays_away = |literal: &Literal| {
            let away = Condition::one(Literal { holds: false, ..literal.clone() });
            Pattern::After { trigger: away.clone(), then: Then::WeakNext, what: away }
        };
        Some(literals.iter().map(stays_away).collect())
    }
}
