//! Clauses as conditions in one letter, and how often they say "not".

use crate::{
    meaning::{Clause, Det, Join, Mark, Np, Vp},
    phrases::is_no,
    quantity::Role,
    scope::Scope,
    sense::{Result, vague},
    tree::Tree,
};

/// How often a clause says "not", "never", "no", "neither".
pub(crate) fn negations(clause: &Clause) -> usize {
    let marks = clause
        .marks
        .iter()
        .filter(|(mark, _)| matches!(mark, Mark::Not | Mark::Never | Mark::Away | Mark::Barred))
        .count();
    let says_no = |np: &&Np| is_no(np) || matches!(np, Np::List(Join::Nor, _));
    let nouns = clause.noun_phrases().into_iter().filter(says_no).count();
    marks + nouns + usize::from(matches!(clause.vp, Vp::List(Join::Nor, _)))
}

/// What a clause is about in one letter, as a condition: "the fridge is open", "no robot is at the sink".
pub(crate) fn condition(clause: &Clause, scope: &Scope) -> Result<Tree> {
    let inner = scope.clause(clause, Role::Condition)?;
    match negations(clause) {
        0 => Ok(inner),
        1 => {
            let subject_many = clause.subject.as_ref().is_some_and(|np| match np {
                Np::Noun(noun) => {
                    matches!(noun.det, Det::A | Det::Any | Det::Some | Det::All | Det::Both | Det::Listed | Det::Mass)
                }
                Np::List(join, _) => *join != Join::Nor,
                _ => false,
            });
            if subject_many {
                return vague(clause.at, clause.end, "say \"no ... is\", or name it");
            }
            Ok(Tree::Not(Box::new(inner)))
        }
        _ => vague(clause.at, clause.end, "say \"not\" or \"no\" once"),
    }
}
