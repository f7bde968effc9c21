//! The English that a site's constraints are read in.

use std::sync::Arc;

use surefleet_english::{Vocabulary, paraphrase, read};
use surefleet_fleet::RobotId;

use crate::{
    Lexicon, Policy, Translation, TranslationError,
    translation::{Paraphrase, translate},
};

/// What reads constraints.
pub(crate) enum Tongue {
    /// The grammar of deliveries, with examples of what is allowed and refused.
    OfDeliveries(Box<Lexicon>),
    /// The English of any site.
    OfAny(Arc<Vocabulary>),
}

impl Tongue {
    /// The English for these robots of the policy's site.
    pub fn of(policy: &Policy, team: &[RobotId]) -> Self {
        match &policy.transport {
            Some(transport) => Self::OfDeliveries(Box::new(Lexicon::of(transport, team))),
            None => Self::OfAny(Arc::clone(&policy.vocabulary)),
        }
    }

    /// Reads a constraint.
    ///
    /// # Errors
    /// [`TranslationError`], with the words that are not understood.
    pub fn read(&self, text: &str) -> Result<Translation, TranslationError> {
        match self {
            Self::OfDeliveries(lexicon) => translate(text, lexicon),
            Self::OfAny(vocabulary) => {
                let formula = read(text, vocabulary)?.formula();
                let statements = paraphrase(&formula, vocabulary)?.sentences;
                Ok(Translation {
                    paraphrase: Paraphrase {
                        is_plain: statements.iter().all(|one| !one.starts_with("ltl:")),
                        statements,
                    },
                    groundings: Vec::new(),
                    remarks: Vec::new(),
                    allowed: None,
                    refused: None,
                    formula,
                })
            }
        }
    }
}
