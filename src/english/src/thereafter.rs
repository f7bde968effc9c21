//! What an order before has brought about and is to last: "open the fridge and keep it open".

use crate::{
    logic::{self, Ltl, globally, implies},
    meaning::{Mark, Np},
    sense::Meaning,
    statement::Statement,
    vocabulary::Vocabulary,
};

/// The meaning of a statement after these goals. A state that a goal brings about lasts from then on, not from the begin.
pub(crate) fn lasting(statement: &Statement, meaning: &Meaning, goals: &[&Ltl], vocabulary: &Vocabulary) -> Meaning {
    if !keeps_it(statement) {
        return meaning.clone();
    }
    let is_brought_about = |state: &Ltl| {
        let mut is_so = false;
        state.for_each_atom(&mut |fact| {
            for goal in goals {
                goal.for_each_atom(&mut |atom| is_so |= atom == fact || vocabulary.changes(atom, fact));
            }
        });
        is_so
    };
    let since = |part: &Ltl| match part {
        Ltl::Globally(state) if is_brought_about(state) => {
            globally(implies(state.as_ref().clone(), globally(state.as_ref().clone())))
        }
        other => other.clone(),
    };
    let formula = match &meaning.formula {
        Ltl::And(parts) => logic::all(parts.iter().map(since)),
        one => since(one),
    };
    Meaning { formula, ..meaning.clone() }
}

/// Whether a statement says of something that was named before that it is to last.
fn keeps_it(statement: &Statement) -> bool {
    let Statement::Clause { main, subs } = statement else { return false };
    let is_pronoun = |np: &&Np| matches!(np, Np::Pronoun(_));
    subs.is_empty()
        && main.has(Mark::Lasting)
        && !main.has(Mark::Always)
        && !main.is_denied()
        && main.noun_phrases().iter().any(is_pronoun)
}
