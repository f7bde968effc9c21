//! Checks for every reading of a clause: it must use each mark, and its patterns must be satisfiable.

use super::{
    Sense,
    clause::{Clause, Deed},
    condition::{Atom, Literal},
    manner::Mark::{self, Apiece, AtOnce, Avoid, Both, Ever, HaveTo, May, Must, Never, NoOne, Not, Past, Perfect},
    pattern::Pattern,
    reader::{Misfit, Patterns, Reader},
};

/// The marks that a condition may have around its verb.
pub(super) const OF_CONDITION: [Mark; 6] = [Not, NoOne, Perfect, Past, Ever, AtOnce];
/// The marks that a prohibition may have around its verb.
pub(super) const OF_PROHIBITION: [Mark; 9] = [Not, Never, NoOne, Avoid, Must, HaveTo, May, Ever, Both];
/// The marks that an order may have around its verb.
pub(super) const OF_ORDER: [Mark; 3] = [Must, HaveTo, Apiece];

pub(super) fn and_also(marks: &[Mark], more: &[Mark]) -> Vec<Mark> {
    marks.iter().chain(more).copied().collect()
}

impl Reader<'_> {
    /// The state that ends, according to a clause.
    pub fn ceasing(&mut self, clause: &Clause) -> Result<Atom, Misfit> {
        match clause.condition.literals.as_slice() {
            [Literal { atom, holds: false }] if !clause.is_negative() || clause.condition.literals.len() == 1 => {
                Ok(atom.clone())
            }
            _ => self.unclear(clause, "write a constraint for each of them"),
        }
    }

    /// Refuses "must have been": constraints say what must be.
    pub fn present(&mut self, main: &Clause) -> Result<(), Misfit> {
        if main.manner.is_past() { self.unclear(main, "say what must be, not what must have been") } else { Ok(()) }
    }

    /// Refuses a prohibition for several robots joined by "and": it could mean none of them, or not all at once.
    pub fn distinct(&mut self, main: &Clause) -> Result<(), Misfit> {
        self.both_at_once(main)?;
        let is_list_of_robots = main.whos.len() > 1 && main.is_list && main.is_negative();
        if is_list_of_robots && !main.manner.has(Both) && !main.manner.has(AtOnce) {
            return self.unclear(main, "say \"neither ... nor\" for none of them, or \"at the same time\"");
        }
        Ok(())
    }

    /// Refuses "not visit both": never at one moment, or never both over time? Open things are clear: they stay open.
    pub fn both_at_once(&mut self, main: &Clause) -> Result<(), Misfit> {
        let is_both = main.manner.has(Both) && main.is_negative() && !main.manner.has(AtOnce);
        if is_both && main.deed == Deed::Rise && !matches!(main.sense, Sense::Opening | Sense::Power) {
            return self.unclear(main, "say \"at the same time\", or which of them comes after the other");
        }
        Ok(())
    }

    /// Refuses a clause that has marks other than those in `used`.
    pub fn account(&mut self, clause: &Clause, used: &[Mark]) -> Result<(), Misfit> {
        let both = clause.manner.place(Both).filter(|_| clause.condition.literals.len() < 2);
        match clause.manner.unused(used).or(both.map(|place| (place, place + 1))) {
            None => Ok(()),
            Some((start, end)) => self.unaccounted(start, end),
        }
    }

    /// The patterns, if each of their conditions can hold at one moment.
    pub fn made(&mut self, patterns: Vec<Pattern>) -> Patterns {
        let conditions = |pattern: &Pattern| match pattern {
            Pattern::Sometime(c) | Pattern::InTheEnd(c) | Pattern::AtLeast(_, c) => vec![c.clone()],
            Pattern::After { trigger, what, .. } => vec![trigger.clone(), what.clone()],
            Pattern::Until { release, .. } => vec![release.clone()],
            Pattern::Barred { during, .. } => vec![during.clone()],
            _ => vec![],
        };
        let is_torn = patterns.iter().flat_map(conditions).any(|condition| condition.is_torn(self.lexicon));
        // With "at the same time" the sentence means it so.
        let words = ["at", "the", "same", "time"];
        let is_meant = (0..self.length()).any(|at| (at..).zip(words).all(|(at, word)| self.word(at) == Some(word)));
        if is_torn && !is_meant {
            return self.ambiguous(0, "what it joins cannot be so at one moment: write a constraint for each of them");
        }
        Ok(patterns)
    }
}
