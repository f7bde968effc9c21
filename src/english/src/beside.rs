//! "Put it beside the cups": beside one of them, or beside each?

use crate::{
    conditions::negations,
    meaning::{Clause, Det, Mood, Noun, Np},
    statement::Statement,
    tokens::Token,
};

/// Words for being at a thing, the last of those before it.
const BESIDE: [&[&str]; 7] =
    [&["beside"], &["near"], &["alongside"], &["next", "to"], &["close", "to"], &["adjacent", "to"], &["by"]];

/// The several things, of whichever, beside which something is asked to be.
pub(crate) fn is_torn(statements: &[Statement], sentence: &[Token]) -> Option<(usize, usize)> {
    let is_asked =
        |clause: &&Clause| matches!(clause.mood, Mood::Order | Mood::Must | Mood::Wish) && negations(clause) == 0;
    let follows = |noun: &Noun| {
        let before = sentence.get(..noun.id).unwrap_or_default();
        let ends = |words: &&[&str]| {
            let last = before.len().checked_sub(words.len()).map(|start| &before[start..]);
            last.is_some_and(|last| last.iter().map(|token| token.word.as_str()).eq(words.iter().copied()))
        };
        BESIDE.iter().any(ends)
    };
    let are_several =
        |np: &&Np| matches!(np, Np::Noun(noun) if noun.det == Det::Plural && noun.members.len() > 1 && follows(noun));
    let clauses = statements.iter().flat_map(Statement::clauses).filter(is_asked);
    let torn = clauses.flat_map(|clause| clause.noun_phrases()).find(are_several);
    torn.map(crate::phrases::extent)
}
