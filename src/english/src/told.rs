//! What a text says is so, in place of what it asks for.

use surefleet_ltl::{Binary, Formula, Node, Proposition, Unary};

use crate::{EnglishError, Vocabulary, general::BRING, read, tokens};

/// Words by which a text says that it tells how things are.
const OPENINGS: [&str; 9] = [
    "as initial conditions i have that",
    "as initial conditions",
    "initially",
    "at the beginning",
    "at the start",
    "to begin with",
    "at the moment",
    "currently",
    "right now",
];
/// A sentence with these words in place of an opening asks for what it tells.
const ASKING: &str = "in the end ";
const MEND: &str = "begin with \"initially\" and say only what is so, or is not so, of single things";

/// The propositions that a text says are so, and those that it says are not so: "Initially, the fridge is closed and the cup is on
/// the table."
///
/// # Errors
/// As [`read`], and [`EnglishError::Unclear`] for a text that does more than tell how things are.
pub fn told(text: &str, vocabulary: &Vocabulary) -> Result<Vec<(Proposition, bool)>, EnglishError> {
    let unclear =
        || EnglishError::Unclear { words: text.to_owned(), at: 0, mend: MEND.to_owned(), choices: Vec::new() };
    let begins = |opening: &&&str| text.get(..opening.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(opening));
    let opening = OPENINGS.iter().find(begins).ok_or_else(unclear)?;
    let told = text[opening.len()..].trim_start_matches([',', ':', ' ']);
    // "Bring it to the table" asks for what "it is on the table" tells.
    if tokens::words(told, 0).iter().any(|token| BRING.contains(&token.word.as_str())) {
        return Err(unclear());
    }
    let reading = read(&format!("{ASKING}{told}"), vocabulary);
    let reading = reading.map_err(|error| error.moved(text.len() - told.len(), ASKING.len()))?;
    let mut facts = Vec::new();
    for asked in &reading.statements {
        add(&asked.formula, &mut facts).ok_or_else(unclear)?;
    }
    Ok(facts)
}

/// Adds the propositions that the formula asks for in the end, and whether they are to hold; `None`: it asks for something else.
fn add(formula: &Formula, facts: &mut Vec<(Proposition, bool)>) -> Option<()> {
    let nodes = formula.nodes();
    let part = |at: u32| &nodes[at as usize];
    let mut open = vec![u32::try_from(nodes.len().checked_sub(1)?).ok()?];
    while let Some(at) = open.pop() {
        match part(at) {
            Node::Proposition(name) => facts.push((name.clone(), true)),
            Node::Binary(Binary::And, one, other) => open.extend([*other, *one]),
            Node::Unary(Unary::Not, inner) => match part(*inner) {
                Node::Proposition(name) => facts.push((name.clone(), false)),
                _ => return None,
            },
            Node::Unary(Unary::Finally, inner) => match part(*inner) {
                Node::Unary(Unary::Globally, inner) => open.push(*inner),
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(())
}
