use std::{collections::BTreeMap, sync::Arc};

use r2r::surefleet::srv::TranslateConstraint;
use surefleet_english::{EnglishError, Vocabulary};
use surefleet_language::{LanguageModel, Prompt, Sampling, TextRequest};
use surefleet_ros::{NodeError, topics};
use surefleet_safety::{Rewording, RewordingError, Unreworded, read_rewording, rewording_prompt};
use surefleet_site::{Errands, FleetFile, Writer};
use surefleet_world::World;

/// At most this many texts wait for the model. A model behind HTTP gets all of them at once, one in this process gets
/// them one by one.
const MOST_WAITING: usize = 8;
/// At most this many calls about one text are answered: a caller without an answer asks again and drops its earlier
/// call.
const MOST_CALLS: usize = 8;

/// Rewords operators' texts that the grammar cannot read, with a language model in a thread beside the node's.
pub(super) struct Translator {
    model: Arc<Writer>,
    errands: Errands<(u64, Result<Rewording, Unreworded>)>,
    /// Callers by ticket.
    waiting: BTreeMap<u64, Waiting>,
    last_ticket: u64,
}

/// A caller that asked for a constraint.
pub(super) struct Waiting {
    pub call: Call,
    /// Earlier calls for the same text.
    pub others: Vec<Call>,
    /// The grammar's error.
    pub problem: Box<EnglishError>,
}

/// The model's words and the model's name; or why there are none.
pub(super) type Reworded = Result<(Rewording, String), Unreworded>;

pub(super) type Call = surefleet_ros::Call<TranslateConstraint::Service>;

impl Waiting {
    pub fn new(call: Call, problem: Box<EnglishError>) -> Self {
        Self { call, others: Vec::new(), problem }
    }
}

impl Translator {
    /// The translator of a fleet file; `None`: the file names none.
    ///
    /// # Errors
    /// A setting out of range, a key that is missing in the environment, a model that cannot be loaded, or no thread.
    pub fn of(fleet: &FleetFile) -> Result<Option<Self>, NodeError> {
        let Some(model) = Writer::of_translator(fleet)? else { return Ok(None) };
        let (model, errands) = (Arc::new(model), Errands::start("the translator")?);
        Ok(Some(Self { model, errands, waiting: BTreeMap::new(), last_ticket: 0 }))
    }

    /// Has the text reworded, once for all callers with the same text; the result comes from [`take`](Self::take).
    pub fn ask(&mut self, waiting: Waiting, site: (&Arc<World>, &Arc<Vocabulary>)) {
        let is_asked = |other: &&mut Waiting| other.call.message.text == waiting.call.message.text;
        if let Some(known) = self.waiting.values_mut().find(is_asked) {
            let earlier = std::mem::replace(&mut known.call, waiting.call);
            known.others.push(earlier);
            let given_up = known.others.len().saturating_sub(MOST_CALLS - 1);
            known.others.drain(..given_up);
            return;
        }
        self.last_ticket += 1;
        let (ticket, model, text) = (self.last_ticket, self.model.clone(), waiting.call.message.text.clone());
        let site = (Arc::clone(site.0), Arc::clone(site.1));
        let is_crowded = self.waiting.len() >= MOST_WAITING;
        self.waiting.insert(ticket, waiting);
        if is_crowded {
            let reason = format!("{MOST_WAITING} others wait for it already; ask again later");
            return self.errands.run_here(async { (ticket, Err(Unreworded::Unasked { reason })) });
        }
        self.errands.send(async move {
            let work = tokio::time::timeout(topics::REWORDING_LASTS, reword(&*model, &text, &site));
            let reworded = work.await.unwrap_or_else(|_| {
                let reason = format!("it took longer than {:?}", topics::REWORDING_LASTS);
                Err(Unreworded::Unanswered { model: model.name().to_owned(), reason })
            });
            (ticket, reworded)
        });
    }

    /// A caller whose result is there, and the result.
    pub fn take(&mut self) -> Option<(Waiting, Reworded)> {
        loop {
            let (ticket, reworded) = self.errands.take()?;
            if let Some(waiting) = self.waiting.remove(&ticket) {
                return Some((waiting, reworded.map(|rewording| (rewording, self.model.name().to_owned()))));
            }
        }
    }
}

/// Asks the model, and reads its answer.
async fn reword(
    model: &impl LanguageModel,
    text: &str,
    (world, vocabulary): &(Arc<World>, Arc<Vocabulary>),
) -> Result<Rewording, Unreworded> {
    let prompt =
        rewording_prompt(text, world, vocabulary).map_err(|error| Unreworded::Unasked { reason: error.to_string() })?;
    let request = TextRequest {
        prompt: Prompt { prefix: prompt.rules.into(), suffix: prompt.request },
        max_tokens: prompt.most_tokens,
        stop: Vec::new(),
        sampling: Sampling::Greedy,
    };
    let name = || model.name().to_owned();
    let answer = model
        .write(&request)
        .await
        .map_err(|error| Unreworded::Unanswered { model: name(), reason: error.to_string() })?;
    tracing::info!(text, answer = answer.text, usage = ?answer.usage, "a language model reworded a constraint");
    let read = if answer.is_whole {
        read_rewording(text, &answer.text, world, vocabulary)
    } else {
        Err(RewordingError::LongAnswer)
    };
    read.map_err(|why| Unreworded::Refused { model: name(), why: Box::new(why) })
}

#[cfg(test)]
mod tests {
    use surefleet_fleet::RobotId;
    use surefleet_language::{ScoreError, Text, Usage};
    use surefleet_world::{Domain, Robot};

    use super::*;

    /// A model that always gives the same answer.
    struct Parrot {
        says: &'static str,
        is_whole: bool,
    }

    impl LanguageModel for Parrot {
        fn name(&self) -> &str {
            "parrot"
        }

        async fn write(&self, request: &TextRequest) -> Result<Text, ScoreError> {
            request.check()?;
            Ok(Text { text: self.says.to_owned(), is_whole: self.is_whole, usage: Usage::default() })
        }
    }

    #[tokio::test]
    async fn an_answer_that_was_cut_off_is_not_read_even_if_it_could_be() -> Result<(), Box<dyn std::error::Error>> {
        let domain = Domain::parse(include_str!("../../../../config/domains/household.yaml"), "household.yaml")?;
        let world = World::new(Arc::new(domain), &[Robot { id: RobotId::new("robot_1")?, kind: None }])?;
        let vocabulary = Vocabulary::of(&world);
        let site = (Arc::new(world), Arc::new(vocabulary));
        let says = "Robot 1 must never be at the fridge.";
        let reword = async |is_whole| reword(&Parrot { says, is_whole }, "robot 1, mind the fridge", &site).await;
        assert_eq!(reword(true).await.map(|reworded| reworded.words().to_owned()), Ok(says.to_owned()));
        let cut = Unreworded::Refused { model: "parrot".into(), why: Box::new(RewordingError::LongAnswer) };
        assert_eq!(reword(false).await, Err(cut));
        Ok(())
    }
}
