//! Main clauses, with the short forms that only stand beside others: "put the cup here and the jug there".

use std::rc::Rc;

use crate::{
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Mark, Mood, Np},
    reader::{Found, Reader},
    statement::{Statement, is_open_order},
};

impl Reader<'_> {
    /// Main clauses, with the forms that only stand beside others.
    pub(crate) fn mains(&self, at: usize, last: Option<&Statement>) -> Found<Clause> {
        let mut found = self.main_clauses(at);
        found.extend(last.into_iter().flat_map(|last| self.echoes(at, last)));
        found.extend(self.places_first(at));
        found.extend(self.asking(at));
        let follows_order = match last {
            Some(Statement::Clause { main, subs }) => {
                let brings = main.vp.aspect() == Some(Aspect::Bring) && main.mood != Mood::May;
                // "I want the apple on the table and the milk in the fridge": not "I want it to stay there".
                let is_plain = subs.is_empty() && !main.is_denied() && !main.has(Mark::Lasting);
                let is_wish = main.mood == Mood::Wish && is_plain;
                brings || is_wish && main.vp.deeds().iter().all(is_placed)
            }
            _ => false,
        };
        if follows_order {
            found.extend(self.short_with_exceptions(at));
        } else if last.is_none() {
            // "Both knives into the drawer": what is named is to be there.
            let tells_things = |(clause, _): &(Clause, usize)| {
                clause.vp.deeds().iter().all(|deed| deed.objects.first().is_some_and(|np| self.is_plain_thing(np)))
            };
            found.extend(self.short_with_exceptions(at).into_iter().filter(tells_things));
        }
        // "In the end A and B": both in the end.
        if last.is_some_and(is_of_end) {
            for (clause, _) in found.iter_mut().filter(|(clause, _)| is_bare(clause)) {
                clause.marks.push((Mark::InTheEnd, clause.at));
            }
        }
        // "... and leave it there": that is where it is in the end.
        if last.is_some_and(is_open_order) && self.word(at) == "leave" {
            for (clause, _) in &mut found {
                let is_pronoun = matches!(&clause.subject, Some(Np::Pronoun(_)));
                if is_pronoun && clause.has(Mark::Lasting) && clause.vp.deeds().iter().all(is_placed) {
                    clause.mood = Mood::Wish;
                    clause.marks.retain(|(mark, _)| *mark != Mark::Lasting);
                }
            }
        }
        found
    }

    /// "All cups into the sink except the blue one".
    fn short_with_exceptions(&self, at: usize) -> Found<Clause> {
        let mut found = self.short_orders(at);
        let excepting: Found<Clause> =
            found.iter().flat_map(|(clause, end)| self.with_exception(clause, *end)).collect();
        found.extend(excepting);
        found
    }

    /// Whether things, not robots, are named that can all be brought somewhere: "the apple", "all cups", "two of the boxes".
    fn is_plain_thing(&self, np: &Np) -> bool {
        match np {
            Np::Noun(noun) => {
                let is_sure = match noun.det {
                    Det::Name | Det::The | Det::Plural | Det::Bare | Det::A | Det::Some | Det::Every => true,
                    Det::All | Det::Both | Det::Listed | Det::Mass | Det::One | Det::Either => true,
                    // "Any two of the cups".
                    Det::Count(Compare::AtLeast, _) => self.word(noun.id) == "any",
                    Det::Count(compare, _) => matches!(compare, Compare::Bare | Compare::Exactly),
                    Det::Any | Det::Each | Det::No | Det::Same | Det::Different => false,
                };
                is_sure && !noun.members.iter().any(|object| self.vocabulary.robots.contains(object))
            }
            Np::List(_, parts) => parts.iter().all(|part| self.is_plain_thing(part)),
            Np::Pronoun(_) | Np::Bound(_) | Np::Only(_) => false,
        }
    }
}

fn is_placed(deed: &&Rc<Deed>) -> bool {
    matches!(deed.act, Act::At { .. })
}

/// Whether it says that something is so in the end, whatever else is: "in the end the fridge is open".
fn is_of_end(statement: &Statement) -> bool {
    match statement {
        Statement::Clause { main, subs } => {
            subs.is_empty() && matches!(main.mood, Mood::Is | Mood::Order) && main.has(Mark::InTheEnd)
        }
        Statement::Sequence(_) => false,
    }
}

/// Whether it says that something is so or is to be done, and not when.
fn is_bare(clause: &Clause) -> bool {
    let is_untimed = clause.marks.iter().all(|(mark, _)| matches!(mark, Mark::Not | Mark::Both));
    let is_state = clause.mood == Mood::Is && clause.vp.aspect() == Some(Aspect::State);
    is_untimed && (is_state || clause.mood == Mood::Order)
}
