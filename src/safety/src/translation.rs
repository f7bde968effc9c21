//! What a person sees of a constraint before confirming it: the meaning in words, and examples.
//!
//! The crate `english` reads the words. A language model may reword what it cannot read ([`rewording_prompt`],
//! [`read_rewording`]), but only in sentences that it can: the model has no other way in.
//!
//! ```
//! use std::sync::Arc;
//! use surefleet_english::Vocabulary;
//! use surefleet_fleet::RobotId;
//! use surefleet_safety::translate;
//! use surefleet_world::{Domain, Robot, World};
//!
//! let file = include_str!("../../../config/domains/household.yaml");
//! let robots = ["robot_1", "robot_2"].map(|name| Ok(Robot { id: RobotId::new(name)?, kind: None }));
//! let robots = robots.into_iter().collect::<Result<Vec<_>, surefleet_fleet::FleetError>>()?;
//! let world = World::new(Arc::new(Domain::parse(file, "household.yaml")?), &robots)?;
//!
//! let read = translate("Robot 2 must not be at the sink before drawer 1 is open.", &world, &Vocabulary::of(&world))?;
//! assert_eq!(read.formula.to_string(), "!at(robot_2, sink) W open(drawer_1)");
//! assert_eq!(read.paraphrase, "(robot 2 is not at the sink until drawer 1 is open).");
//! assert_eq!(read.allowed.expect("there is one").to_string(), "1. drawer 1 is open; 2. robot 2 is at the sink");
//! assert_eq!(read.refused.expect("there is one").to_string(), "1. robot 2 is at the sink");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod examples;
mod exhibit;
mod rewording;

use surefleet_english::{EnglishError, Grounding, Vocabulary, read};
use surefleet_ltl::{Formula, Remark};
use surefleet_world::World;

use exhibit::Exhibit;

pub use examples::Trace;
pub use rewording::{
    Purpose, Rewording, RewordingError, RewordingPrompt, Unreworded, read_mission_rewording, read_rewording,
    rewording_prompt,
};

/// The meaning found for a constraint: everything that a person needs to confirm it.
#[derive(Debug, Clone, PartialEq)]
pub struct Translation {
    /// The formula that would be enforced.
    pub formula: Formula,
    /// The formula in plain words. They come from the formula, not from the written text.
    pub paraphrase: String,
    /// The words that were taken to mean things, and misspelt words with those that they were read as, in order; empty for a
    /// typed formula.
    pub groundings: Vec<Grounding>,
    /// Remarks on unusual properties of the formula.
    pub remarks: Vec<Remark>,
    /// A short trace that the constraint allows, and that tests it if possible. `None`: nothing is allowed.
    pub allowed: Option<Trace>,
    /// A short trace that it refuses. `None`: it refuses nothing that is possible.
    pub refused: Option<Trace>,
}

/// Reads a constraint: sentences in controlled English, or a formula after `ltl:`.
///
/// Several sentences form one constraint: all of them must hold.
///
/// # Errors
/// [`EnglishError`], with the words that are not understood and their position.
pub fn translate(text: &str, world: &World, vocabulary: &Vocabulary) -> Result<Translation, EnglishError> {
    let reading = read(text, vocabulary)?;
    let formula = reading.formula();
    let Exhibit { remarks, allowed, refused } = Exhibit::of(&formula, world, vocabulary)?;
    let paraphrase = reading.words();
    let mut groundings: Vec<Grounding> = reading.statements.into_iter().flat_map(|asked| asked.groundings).collect();
    let misspelt = reading.corrected.into_iter().map(|word| {
        let (words, meaning) = (text[word.span.clone()].to_owned(), vec![word.read]);
        Grounding { words, span: word.span, meaning }
    });
    let is_shown = |word: &Grounding| groundings.iter().any(|one| one.span.contains(&word.span.start));
    let misspelt: Vec<Grounding> = misspelt.filter(|word| !is_shown(word)).collect();
    groundings.extend(misspelt);
    groundings.sort_by_key(|one| one.span.start);
    Ok(Translation { formula, paraphrase, groundings, remarks, allowed, refused })
}

/// Whether other words could help. Where a person has to choose what is meant, or the text says nothing, they cannot.
pub(crate) fn may_be_reworded(problem: &EnglishError) -> bool {
    match problem {
        EnglishError::Unread { .. } | EnglishError::UnknownWord { .. } => true,
        EnglishError::Unclear { choices, .. } => choices.is_empty(),
        _ => false,
    }
}
