//! What sentences about a run say that it holds or happens: "opening the gate", "the gate is open".

use std::rc::Rc;

use crate::{
    inflection::Want,
    logic::Ltl,
    meaning::{Aspect, Clause, Mood, Np, Vp},
    moment::{Moment, moment_of},
    reader::{Found, Reader},
    scope::Scope,
    sense::Result,
};

/// A deed or a state, as something that holds in single letters.
#[derive(Debug, Clone)]
pub(crate) struct Matter {
    pub formula: Ltl,
    pub clause: Clause,
    pub distance: usize,
}

impl Reader<'_> {
    /// The deeds and states from here. `doer` does the deeds that name nobody; without one it is whichever robot.
    pub(crate) fn matters(&self, at: usize, doer: Option<&Np>) -> Found<Matter> {
        let at = self.skip(at, "that");
        let mut clauses: Found<Clause> = Vec::new();
        for want in [Want::Base, Want::Ing] {
            let deeds = self.verb_phrases(at, want);
            clauses.extend(deeds.iter().map(|(deed, end)| {
                let (subject, mood) = (doer.cloned(), if doer.is_some() { Mood::Is } else { Mood::Ing });
                let vp = Vp::One(Rc::clone(deed));
                (Clause { subject, vp, mood, marks: Vec::new(), at, end: *end }, *end)
            }));
        }
        let told = self.declarations(at).into_iter().chain(self.gerunds(at));
        clauses.extend(told.filter_map(|(clause, end)| {
            let is_told = matches!(clause.mood, Mood::Is | Mood::Must) && clause.subject.is_some();
            is_told.then_some((Clause { mood: Mood::Is, ..clause }, end))
        }));
        let matter = |(clause, end)| self.matter(clause).ok().map(|matter| (matter, end));
        clauses.into_iter().filter_map(matter).collect()
    }

    /// The matter of a clause that tells of one moment; several deeds at once are none.
    fn matter(&self, clause: Clause) -> Result<Matter> {
        let says = |mend| crate::sense::vague(clause.at, clause.end, mend);
        let is_named = |np: &&Np| matches!(np, Np::Noun(_));
        if !clause.marks.is_empty() || !clause.noun_phrases().iter().all(is_named) {
            return says("say it without \"it\" and without lists");
        }
        let (moment, distance) = moment_of(&clause, &Scope::plain(self.vocabulary, Vec::new()))?;
        let formula = match moment {
            Moment::State(formula) => formula,
            Moment::Event(mut events) if events.len() == 1 && clause.vp.aspect() != Some(Aspect::Cease) => {
                events.remove(0)
            }
            _ => return says("say one deed"),
        };
        let words: usize = clause.vp.deeds().iter().map(|deed| usize::from(deed.distance)).sum();
        Ok(Matter { formula, clause, distance: distance + words })
    }
}
