use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError},
};

use r2r::surefleet::srv::TranslateConstraint;
use surefleet_english::{EnglishError, Vocabulary};
use surefleet_fleet::{Brief, MissionId};
use surefleet_language::{LanguageModel, Prompt, Sampling, TextRequest};
use surefleet_ros::{NodeError, topics};
use surefleet_safety::{
    Purpose, Rewording, RewordingError, Unreworded, read_mission_rewording, read_rewording, rewording_prompt,
};
use surefleet_site::{Errands, FleetFile, RewordingModel};
use surefleet_world::World;

/// At most this many texts wait for the model. A model behind HTTP gets all of them at once, one in this process gets
/// them one by one.
const MOST_WAITING: usize = 8;
/// At most this many calls about one text are answered: a caller without an answer asks again and drops its earlier
/// call.
const MOST_CALLS: usize = 8;
/// A rewriter works through one text for up to a minute: at most this many wait for it.
const MOST_REWRITTEN: usize = 2;
/// Less likely meanings of a rewriter are not looked at.
const LEAST_LIKELY: f64 = 0.05;
/// A rewriter that finds less than this is not understood.
const LEAST_FOUND: f64 = 0.5;

/// What the grammar reads in a model's answer. It is read beside the node's thread, which the gate must not wait for.
enum Read {
    Constraint(Result<Box<Rewording>, Unreworded>),
    Mission(Result<Vec<String>, Unreworded>),
}

/// Rewords operators' texts that the grammar cannot read, with a language model in a thread beside the node's.
pub(super) struct Translator {
    model: Arc<RewordingModel>,
    errands: Errands<(u64, Read)>,
    /// Who asked, by ticket.
    waiting: BTreeMap<u64, Waiting>,
    last_ticket: u64,
}

/// Who waits for other words.
pub(super) enum Waiting {
    /// Callers that asked for a constraint.
    Constraint {
        call: Call,
        /// Earlier calls for the same text.
        others: Vec<Call>,
        /// The grammar's error.
        problem: Box<EnglishError>,
    },
    /// The client of a mission.
    Mission { brief: Brief, problem: Box<EnglishError> },
}

/// What a model's words give, and for whom.
pub(super) enum Reworded {
    Constraint {
        call: Call,
        others: Vec<Call>,
        problem: Box<EnglishError>,
        /// The model's words and the model's name; or why there are none.
        rewording: Result<(Box<Rewording>, String), Unreworded>,
    },
    Mission {
        brief: Brief,
        problem: Box<EnglishError>,
        /// The meanings of the model's words; or why there are none.
        meanings: Result<Vec<String>, Unreworded>,
    },
}

pub(super) type Call = surefleet_ros::Call<TranslateConstraint::Service>;

impl Waiting {
    fn text(&self) -> (&str, Purpose) {
        match self {
            Self::Constraint { call, .. } => (&call.message.text, Purpose::Constraint),
            Self::Mission { brief, .. } => (&brief.text, Purpose::Mission),
        }
    }
}

impl Translator {
    /// The translator of a fleet file; `None`: the file names none.
    ///
    /// # Errors
    /// A setting out of range, a key that is missing in the environment, a model that cannot be loaded, or no thread.
    pub fn of(fleet: &FleetFile) -> Result<Option<Self>, NodeError> {
        let Some(model) = RewordingModel::of(fleet)? else { return Ok(None) };
        let (model, errands) = (Arc::new(model), Errands::start("the translator")?);
        Ok(Some(Self { model, errands, waiting: BTreeMap::new(), last_ticket: 0 }))
    }

    /// Has the text of a constraint reworded, once for all callers with the same text; the result comes from
    /// [`take`](Self::take).
    pub fn ask_constraint(&mut self, call: Call, problem: Box<EnglishError>, site: Site) {
        for known in self.waiting.values_mut() {
            if let Waiting::Constraint { call: last, others, .. } = known
                && last.message.text == call.message.text
            {
                others.push(std::mem::replace(last, call));
                let given_up = others.len().saturating_sub(MOST_CALLS - 1);
                others.drain(..given_up);
                return;
            }
        }
        self.ask(Waiting::Constraint { call, others: Vec::new(), problem }, site);
    }

    /// Has the text of a mission reworded; the result comes from [`take`](Self::take).
    pub fn ask_mission(&mut self, brief: Brief, problem: Box<EnglishError>, site: Site) {
        self.ask(Waiting::Mission { brief, problem }, site);
    }

    fn ask(&mut self, waiting: Waiting, (world, vocabulary): Site) {
        self.last_ticket += 1;
        let (text, purpose) = waiting.text();
        let (ticket, model, text) = (self.last_ticket, self.model.clone(), text.to_owned());
        let (world, vocabulary) = (Arc::clone(world), Arc::clone(vocabulary));
        let most = if matches!(*model, RewordingModel::Trained(..)) { MOST_REWRITTEN } else { MOST_WAITING };
        let is_crowded = self.waiting.len() >= most;
        self.waiting.insert(ticket, waiting);
        if is_crowded {
            let reason = format!("{most} others wait for it already; ask again later");
            let read = read(Err(Unreworded::Unasked { reason }), &text, purpose, model.name(), (&world, &vocabulary));
            return self.errands.run_here(async { (ticket, read) });
        }
        self.errands.send(async move {
            let work = answer(&model, &text, purpose, (&world, &vocabulary));
            let answered = tokio::time::timeout(topics::REWORDING_LASTS, work).await.unwrap_or_else(|_| {
                let reason = format!("it took longer than {:?}", topics::REWORDING_LASTS);
                Err(Unreworded::Unanswered { model: model.name().to_owned(), reason })
            });
            (ticket, read(answered, &text, purpose, model.name(), (&world, &vocabulary)))
        });
    }

    /// Drops a mission that waits for other words; `false`: it does not.
    pub fn withdraw(&mut self, mission: MissionId) -> bool {
        let is_it = |waiting: &Waiting| matches!(waiting, Waiting::Mission { brief, .. } if brief.id == mission);
        let Some(ticket) = self.waiting.iter().find(|(_, waiting)| is_it(waiting)).map(|(ticket, _)| *ticket) else {
            return false;
        };
        self.waiting.remove(&ticket).is_some()
    }

    /// Who asked, and what the model's answer gives, read by the grammar.
    pub fn take(&mut self) -> Option<Reworded> {
        loop {
            let (ticket, read) = self.errands.take()?;
            match (self.waiting.remove(&ticket), read) {
                (Some(Waiting::Constraint { call, others, problem }), Read::Constraint(read)) => {
                    let rewording = read.map(|read| (read, self.model.name().to_owned()));
                    return Some(Reworded::Constraint { call, others, problem, rewording });
                }
                (Some(Waiting::Mission { brief, problem }), Read::Mission(meanings)) => {
                    return Some(Reworded::Mission { brief, problem, meanings });
                }
                // Somebody withdrew it.
                _ => {}
            }
        }
    }
}

/// What the grammar reads in an answer.
fn read(
    answer: Result<String, Unreworded>,
    text: &str,
    purpose: Purpose,
    name: &str,
    (world, vocabulary): (&World, &Vocabulary),
) -> Read {
    let refused = |why| Unreworded::Refused { model: name.to_owned(), why: Box::new(why) };
    match purpose {
        Purpose::Constraint => Read::Constraint(
            answer.and_then(|answer| read_rewording(text, &answer, world, vocabulary).map(Box::new).map_err(refused)),
        ),
        Purpose::Mission => Read::Mission(answer.and_then(|answer| {
            let meanings = read_mission_rewording(text, &answer, vocabulary).map_err(refused)?;
            Ok(meanings.iter().map(ToString::to_string).collect())
        })),
    }
}

type Site<'a> = (&'a Arc<World>, &'a Arc<Vocabulary>);

/// The model's answer: a line for each meaning.
async fn answer(
    model: &RewordingModel,
    text: &str,
    purpose: Purpose,
    (world, vocabulary): (&World, &Vocabulary),
) -> Result<String, Unreworded> {
    let answer = match model {
        RewordingModel::Told(writer) => told(writer, text, purpose, (world, vocabulary)).await?,
        RewordingModel::Trained(rewriter, name) => {
            let mut rewriter = rewriter.lock().unwrap_or_else(PoisonError::into_inner);
            let found = rewriter
                .meanings(text, vocabulary)
                .map_err(|error| Unreworded::Unanswered { model: name.clone(), reason: error.to_string() })?;
            if found.unexplained > 1.0 - LEAST_FOUND {
                return Ok(String::new());
            }
            let likely = found.meanings.into_iter().filter(|(_, probability)| *probability >= LEAST_LIKELY);
            likely.map(|(meaning, _)| meaning.words).collect::<Vec<_>>().join("\n")
        }
    };
    tracing::info!(text, answer, model = model.name(), "a language model reworded a text");
    Ok(answer)
}

/// The answer of a model that is told how to reword.
async fn told(
    model: &impl LanguageModel,
    text: &str,
    purpose: Purpose,
    (world, vocabulary): (&World, &Vocabulary),
) -> Result<String, Unreworded> {
    let prompt = rewording_prompt(text, purpose, world, vocabulary)
        .map_err(|error| Unreworded::Unasked { reason: error.to_string() })?;
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
    // What was cut off may say less than was meant.
    let cut_off = || Unreworded::Refused { model: name(), why: Box::new(RewordingError::LongAnswer) };
    answer.is_whole.then_some(answer.text).ok_or_else(cut_off)
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
        let says = "Robot 1 must never be at the fridge.";
        let text = "robot 1, mind the fridge";
        let reword =
            async |is_whole| told(&Parrot { says, is_whole }, text, Purpose::Constraint, (&world, &vocabulary)).await;
        assert_eq!(reword(true).await, Ok(says.to_owned()));
        let cut = Unreworded::Refused { model: "parrot".into(), why: Box::new(RewordingError::LongAnswer) };
        assert_eq!(reword(false).await, Err(cut));
        Ok(())
    }
}
