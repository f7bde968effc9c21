//! Translates constraints from plain words to temporal logic, and back to words.
//!
//! The input is a controlled English for the patterns of the Safety Chip (Z. Yang et al., 2024, Appendix) and of
//! Dwyer's catalogue. The translator refuses everything else and quotes the words in question. A language model may
//! reword such text ([`rewording_prompt`], [`read_rewording`]), but only in the same controlled English: it has no
//! other way in.
//!
//! Every word counts. Words around a verb ("not", "first", "again", "only") leave marks. The reading of a sentence must
//! use each mark, otherwise the sentence is refused ([`TranslationError::Unaccounted`]). A sentence with two meanings
//! is refused, and the error names both ([`TranslationError::Ambiguous`]).
//!
//! The meaning of words:
//! - "You", "the robots", "each robot" or no subject at all: every robot of the team, each for itself, as if the
//!   sentence were written once per robot. "Some robot" is any one of them. These are refused as ambiguous: "all
//!   robots" in a condition (each, or all at the same time?), "all robots must not" (none, or not all?) and "at least
//!   one robot must never" (one of them, or all?).
//! - "The robot" is the one mentioned before, or the only one of the team; otherwise the sentence is refused.
//! - "Robot 1 or robot 2 must not" and "both kettles must not" are refused: each of them, or not both at once?
//! - "Nobody may go there while robot 3 is there" is about the other robots. "At most two robots may visit it" is
//!   refused unless it says "at the same time", because it could count the robots of the whole mission.
//! - "It" and "there" mean the one robot or thing that was named and fits. If two fit, the sentence is refused, and the
//!   error names both.
//! - "After", "once" and "if ... has been" or "was" forbid something from that moment on (`G(a -> G !b)`; M. Dwyer's
//!   absence after). With "again" they forbid it from the next moment on (`WX G !`). This next is weak, because a
//!   prohibition does not require the mission to go on. "Right after" requires something in the next moment, so there
//!   `X` is strong. The next moment is that of the next change, see [`Formula::of_changes`]; examples are judged in the
//!   same way.
//! - "Once you have been there, never go there again" counts stretches, as the paper does: a robot that stays is not
//!   there again. "At most twice" counts how often an action is done, so being there at the start does not count. For a
//!   state it counts stretches.
//! - "Before" and "until" are weak (`W`), unless "and that must happen" follows. "Unless" and "only if" refer to the
//!   past if they are used with "have" (`W`), otherwise to that moment.
//! - To go somewhere means to be there. To pick up, to put and to open while a condition holds are actions that start
//!   from that state, because the action may end it: a robot that picks a thing up takes it from its place. To put
//!   down, to close and to leave mean that a state ends, not just that it does not hold. If one of them comes first,
//!   the state held before.
//! - A thing that must not be put somewhere may lie there from the start, but must not come there. A robot has put it
//!   there if it held it right before. Something that no skill does, is refused.
//! - A sentence that the grammar does not read as written is put in other words by rules and read again: "at no time is
//!   robot 1 to be there", "no knives on the stove", "the mission must not end while". A sentence that it reads as
//!   written is never changed.
//! - Reasons and remarks about a thing ("because it is hot there", "which is very sharp") add no constraint. If such
//!   words speak of something that the world state tells, or could bind by themselves, the sentence is refused.
//! - If two may do something only then, neither may do it before. A robot that must not leave before a condition holds
//!   can leave only at a later moment.
//! - An order to do something now is no constraint, and neither is a description of what a robot does: "always",
//!   "before" and "in the end" make it one.
//! - A fact that the world state does not tell is refused: which robot opened something or has to put it down, how many
//!   steps or seconds have passed.
//!
//! The modules stand in layers. No module uses one of a later layer:
//! - words: `tokens`, `verbs`, `manner`, `phrases`
//! - conditions and constraints: `condition`, `lexicon`, `pattern`
//! - names, read from a position in a statement: `reader`, `robots`, `naming` with `general`, `objects`
//! - other wordings, put in words of the grammar before they are read: `frames`, `quantities`
//! - clauses: `clause`, `adverbs`, `states`, `predicate`, `joining`, `load`, `crowd`
//! - the pattern that clauses make: `account`, `canonical`, `others`, `putting`, `precedence`, `response`, `timing`,
//!   `meaning`
//! - a whole statement: `statement`
//! - from formulas back to words: `recogniser`, `speech`; and to examples: `examples`, `exhibit`
//!
//! ```
//! use surefleet_fleet::RobotId;
//! use surefleet_mission::Transport;
//! use surefleet_safety::{Lexicon, translate};
//!
//! let lexicon = Lexicon::of(&Transport::household(), &[RobotId::new("robot_1")?, RobotId::new("robot_2")?]);
//! let read = translate("Robot 2 must not go to the sink before you have opened the top drawer.", &lexicon)?;
//! assert_eq!(read.formula.to_string(), "!at(robot_2, sink) W open(drawer_1)");
//! assert_eq!(read.paraphrase.to_string(), "Robot 2 must not be at the sink before drawer 1 is open.");
//! assert_eq!(read.allowed.expect("there is one").to_string(), "1. drawer 1 is open; 2. robot 2 is at the sink");
//! assert_eq!(read.refused.expect("there is one").to_string(), "1. robot 2 is at the sink");
//!
//! let refusal = translate("never go to the frigate", &lexicon).expect_err("there is no frigate");
//! let problem = "\"frigate\" at byte 16 names no thing that robots go to: did you mean \"fridge\"?";
//! assert_eq!(refusal.to_string(), problem);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod adverbs;
mod canonical;
mod clause;
mod condition;
mod crowd;
mod error;
mod examples;
mod exhibit;
mod frames;
mod general;
mod joining;
mod lexicon;
mod load;
mod manner;
mod meaning;
mod naming;
mod objects;
mod others;
mod pattern;
mod phrases;
mod precedence;
mod predicate;
mod putting;
mod quantities;
mod reader;
mod recogniser;
mod response;
mod rewording;
mod robots;
mod speech;
mod statement;
mod states;
mod timing;
mod tokens;
mod verbs;

use surefleet_ltl::{Formula, Remark};

use exhibit::Exhibit;
use pattern::{Pattern, and};
use reader::Reader;

pub use error::TranslationError;
pub use examples::Trace;
pub use lexicon::{Grounding, Lexicon, Likeness, Predicate, Thing};
pub use rewording::{Rewording, RewordingError, RewordingPrompt, Unreworded, read_rewording, rewording_prompt};
pub use verbs::Sense;

/// The prefix of a formula that is typed directly.
const LTL: &str = "ltl:";

/// The meaning found for a constraint: everything that a person needs to confirm it.
#[derive(Debug, Clone, PartialEq)]
pub struct Translation {
    /// The formula that would be enforced.
    pub formula: Formula,
    /// The formula in plain words. They come from the formula, not from the written text.
    pub paraphrase: Paraphrase,
    /// The words that were taken to mean things, in order; empty for a typed formula.
    pub groundings: Vec<Grounding>,
    /// Remarks on unusual properties of the formula.
    pub remarks: Vec<Remark>,
    /// A short trace that the constraint allows, and that tests it if possible. `None`: nothing is allowed.
    pub allowed: Option<Trace>,
    /// A short trace that it refuses. `None`: it refuses nothing that is possible.
    pub refused: Option<Trace>,
}

/// The words for a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paraphrase {
    /// One statement for each part of the formula.
    pub statements: Vec<String>,
    /// Whether all of it is in words; if not, some statement is a formula after `ltl:`.
    pub is_plain: bool,
}

/// Reads a constraint: statements in controlled English, or a formula after `ltl:` or in the paper's prefix syntax.
///
/// Several statements form one constraint: all of them must hold.
///
/// # Errors
/// [`TranslationError`], with the words that are not understood and their position.
pub fn translate(text: &str, lexicon: &Lexicon) -> Result<Translation, TranslationError> {
    let (formula, groundings) = match typed(text) {
        Some(formula) => (known(Formula::parse(formula)?, lexicon)?, Vec::new()),
        None => read(text, lexicon)?,
    };
    let Exhibit { remarks, allowed, refused } = Exhibit::of(&formula, lexicon)?;
    Ok(Translation { paraphrase: paraphrase(&formula, lexicon), remarks, allowed, refused, formula, groundings })
}

/// The formula in a text that is typed as a formula.
pub(crate) fn typed(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    match trimmed.get(..LTL.len()) {
        Some(mark) if mark.eq_ignore_ascii_case(LTL) => Some(&trimmed[LTL.len()..]),
        _ => Formula::parse(trimmed).is_ok().then_some(trimmed),
    }
}

/// The formula, if each of its propositions can be true in some state of this world.
fn known(formula: Formula, lexicon: &Lexicon) -> Result<Formula, TranslationError> {
    let Some(unknown) = formula.propositions().find(|proposition| lexicon.atom(proposition).is_none()) else {
        return Ok(formula);
    };
    let likeness = |known: &str| strsim::jaro_winkler(known, unknown.as_str());
    let mut near: Vec<(f64, String)> = lexicon.alphabet().into_iter().map(|known| (likeness(&known), known)).collect();
    near.retain(|(likeness, _)| *likeness > 0.75);
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let near = near.into_iter().take(3).map(|(_, known)| known).collect();
    Err(TranslationError::UnknownProposition { proposition: unknown.to_string(), near })
}

fn read(text: &str, lexicon: &Lexicon) -> Result<(Formula, Vec<Grounding>), TranslationError> {
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut groundings = Vec::new();
    for tokens in tokens::statements(text) {
        if let Some(refusal) = timing::term(text, &tokens) {
            return Err(refusal);
        }
        // A sentence that is not read as written may be read in other words.
        let (read, mut found) = statement(text, tokens.clone(), lexicon)
            .or_else(|refusal| statement(text, frames::plain(tokens), lexicon).map_err(|_| refusal))?;
        groundings.append(&mut found);
        patterns.extend(read.into_iter().flat_map(|pattern| pattern.for_team(lexicon.team_size())));
    }
    let formula = patterns.iter().map(|pattern| pattern.formula(lexicon)).reduce(and);
    let empty = || TranslationError::Unread { rest: String::new(), at: text.len() };
    Ok((formula.ok_or_else(empty)?, groundings))
}

/// The patterns of one statement, and the things that its words mean.
fn statement(
    text: &str,
    tokens: Vec<tokens::Token>,
    lexicon: &Lexicon,
) -> Result<(Vec<Pattern>, Vec<Grounding>), TranslationError> {
    let mut patterns = Vec::new();
    let mut groundings = Vec::new();
    for tokens in quantities::of_each_thing(quantities::restated(tokens, text, lexicon), text, lexicon) {
        let mut reader = Reader::new(lexicon, text, &tokens);
        let Ok(read) = reader.statement() else { return Err(reader.into_error()) };
        patterns.extend(read);
        groundings.append(&mut reader.groundings);
    }
    Ok((patterns, groundings))
}

/// The formula in words; parts that have no words stay formulas.
fn paraphrase(formula: &Formula, lexicon: &Lexicon) -> Paraphrase {
    let mut statements = Vec::new();
    let mut is_plain = true;
    let mut patterns = Vec::new();
    let flush = |patterns: &mut Vec<Pattern>, statements: &mut Vec<String>| {
        let folded = recogniser::fold(std::mem::take(patterns), lexicon.team_size());
        statements.extend(folded.iter().map(|pattern| speech::statement(pattern, lexicon)));
    };
    for part in recogniser::recognise(formula, lexicon) {
        match part {
            Ok(pattern) => patterns.push(pattern),
            Err(formula) => {
                flush(&mut patterns, &mut statements);
                statements.push(format!("{LTL} {formula}"));
                is_plain = false;
            }
        }
    }
    flush(&mut patterns, &mut statements);
    Paraphrase { statements, is_plain }
}

impl std::fmt::Display for Paraphrase {
    /// Prints the statements as sentences.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, statement) in self.statements.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            if statement.starts_with(LTL) {
                write!(f, "{gap}{statement}")?;
                continue;
            }
            let (first, rest) = statement.split_at(statement.chars().next().map_or(0, char::len_utf8));
            write!(f, "{gap}{}{rest}.", first.to_uppercase())?;
        }
        Ok(())
    }
}
