//! Constraints in plain words to temporal logic, and back to words.
//!
//! A controlled English for the patterns of the Safety Chip (Z. Yang et al., 2024, Appendix) and of Dwyer's catalogue;
//! what it does not read it refuses, with the words in question. A language model that rewords what it does not read
//! ([`rewording_prompt`], [`read_rewording`]) does so in these words: it has no other way in.
//!
//! Every word counts: each mark that words around a verb leave ("not", "first", "again", "only") is used by the reading
//! or refuses the sentence ([`TranslationError::Unaccounted`]), and what has two meanings is refused with both
//! ([`TranslationError::Ambiguous`]).
//!
//! How words are read:
//! - "You", "the robots", "each robot" and no subject at all: every robot of the team, each for itself, as if the
//!   sentence were written once for each. "Some robot": whichever. "All robots" in a condition is refused, since it
//!   could mean all at the same time, and so is "all robots must not", which could deny "all" or what they do. So is
//!   "at least one robot must never", which could deny it of one or of all.
//! - "The robot" is the one that was spoken of, or the only one of the team; else the sentence is refused.
//! - "Robot 1 or robot 2 must not" and "both kettles must not" could deny it of each, or of both at once: refused.
//! - "Nobody may go there while robot 3 is there" speaks of the others. "At most two robots may visit it" is refused
//!   unless it says "at the same time", since it could count the robots of the whole mission.
//! - "It" and "there" mean the one robot or thing that was named and fits; where two do, the sentence is refused with
//!   both.
//! - "After", "once" and "if ... has been" or "was" forbid from that moment on (`G(a -> G !b)`; M. Dwyer's absence
//!   after), and with "again" from the next moment on (`WX G !`): weak next, since to forbid is no reason to go on.
//!   Right after something something else must be, so there `X` is strong. The next moment is that of the next change,
//!   see [`Formula::of_changes`]: examples are judged so.
//! - "Once you have been there, never go there again" counts stretches, as the paper does: whoever stays is not there
//!   again. "At most twice" counts, of a deed, how often it is done, so not that one is there at the start; of a state,
//!   stretches.
//! - "Before" and "until" are weak (`W`), unless "and that must happen" follows; "unless" and "only if" look back if
//!   they say "have" (`W`), and otherwise at that moment.
//! - To go somewhere means to be there. To pick up, to put and to open while something is so are acts from that state,
//!   since the act may end it: who picks a kettle up takes it off the table. To put down, to close and to leave are the
//!   end of a state, not that it is not so: where one comes first, the state was so before.
//! - What must not be put somewhere may lie there from the start: it must not come there. Who must not put it there is
//!   whoever holds it right before. What no skill does, such as to put something into a drawer, is refused.
//! - What is not read as it is written is put in other words by rules and read again: "at no time is robot 1 to be
//!   there", "no knives on the stove", "the mission must not end while". What is read as it is written is never put in
//!   other words.
//! - Why something is asked for, and what is told of a thing by the way ("because it is hot there", "which is very
//!   sharp"), rules nothing out. Where such words speak of what the world state tells, or could bind by themselves, the
//!   sentence is refused.
//! - What two may do only then, neither may do before. Who must not leave before something is so leaves in a later
//!   moment.
//! - An order to do something now is no constraint, nor is what a robot does: "always", "before" and "in the end" make
//!   it one.
//! - What the world state does not tell is refused: who opened something or has to put it down, how many steps or
//!   seconds have passed.
//!
//! The modules stand in layers, and none knows one that comes later:
//! - words: `tokens`, `verbs`, `manner`, `phrases`
//! - what can be said: `condition`, `lexicon`, `pattern`
//! - names, from a place in a statement on: `reader`, `robots`, `naming` with `general`, `objects`
//! - other words, put in those of the grammar before they are read: `frames`, `quantities`
//! - clauses: `clause`, `adverbs`, `states`, `predicate`, `joining`, `load`, `crowd`
//! - the pattern that clauses make: `account`, `canonical`, `others`, `putting`, `precedence`, `response`, `timing`,
//!   `meaning`
//! - all of it in one sentence: `statement`
//! - from formulas back to words: `recogniser`, `speech`; and to examples: `examples`, `exhibit`
//!
//! ```
//! use surefleet_fleet::RobotId;
//! use surefleet_mission::Domain;
//! use surefleet_safety::{Lexicon, translate};
//!
//! let lexicon = Lexicon::of(&Domain::household(), &[RobotId::new("robot_1")?, RobotId::new("robot_2")?]);
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

/// What stands before a formula that is typed directly.
const LTL: &str = "ltl:";

/// What a constraint was understood as: all that a person needs to confirm it.
#[derive(Debug, Clone, PartialEq)]
pub struct Translation {
    /// What would be enforced.
    pub formula: Formula,
    /// The formula in plain words; it comes from the formula, not from what was written.
    pub paraphrase: Paraphrase,
    /// Which words were taken to mean which things, in order; none of a typed formula.
    pub groundings: Vec<Grounding>,
    /// What is odd about the formula.
    pub remarks: Vec<Remark>,
    /// A short trace that the constraint allows, and that puts it to the test where one can; `None`: nothing is
    /// allowed.
    pub allowed: Option<Trace>,
    /// A short trace that it refuses; `None`: nothing that can be is
    /// refused.
    pub refused: Option<Trace>,
}

/// Words for a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paraphrase {
    /// One for each part of the formula.
    pub statements: Vec<String>,
    /// Whether all of it is in words; if not, some statement is a formula after `ltl:`.
    pub is_plain: bool,
}

/// Reads a constraint: statements in controlled English, or a formula after `ltl:` or in the paper's prefix syntax.
///
/// Several statements are one constraint, all of which must hold.
///
/// # Errors
/// [`TranslationError`], with the words that are not understood and where they are.
pub fn translate(text: &str, lexicon: &Lexicon) -> Result<Translation, TranslationError> {
    let (formula, groundings) = match typed(text) {
        Some(formula) => (known(Formula::parse(formula)?, lexicon)?, Vec::new()),
        None => read(text, lexicon)?,
    };
    let Exhibit { remarks, allowed, refused } = Exhibit::of(&formula, lexicon)?;
    Ok(Translation { paraphrase: paraphrase(&formula, lexicon), remarks, allowed, refused, formula, groundings })
}

/// The formula in a text that is one.
pub(crate) fn typed(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    match trimmed.get(..LTL.len()) {
        Some(mark) if mark.eq_ignore_ascii_case(LTL) => Some(&trimmed[LTL.len()..]),
        _ => Formula::parse(trimmed).is_ok().then_some(trimmed),
    }
}

/// The formula, if a state of this world can make each of its propositions true.
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
        // What is not read as it is written may be in other words.
        let (read, mut found) = statement(text, tokens.clone(), lexicon)
            .or_else(|refusal| statement(text, frames::plain(tokens), lexicon).map_err(|_| refusal))?;
        groundings.append(&mut found);
        patterns.extend(read.into_iter().flat_map(|pattern| pattern.for_team(lexicon.team_size())));
    }
    let formula = patterns.iter().map(|pattern| pattern.formula(lexicon)).reduce(and);
    let empty = || TranslationError::Unread { rest: String::new(), at: text.len() };
    Ok((formula.ok_or_else(empty)?, groundings))
}

/// What one statement says, and which words mean which things.
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

/// The formula in words; what has no words stays a formula.
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
    /// Sentences.
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
