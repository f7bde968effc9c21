use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use surefleet_language::{
    OpenAiScorer, OpenAiSettings, OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Strategy,
};
use surefleet_mission::Domain;
use surefleet_planner::Ticket;
use surefleet_simulator::SimulatedScorer;

use crate::{
    NodeError,
    fleet_file::{OpenaiChoice, ScorerChoice},
};

/// The scorer that the fleet file names.
pub enum Scorer {
    /// For tests and demonstrations.
    Simulated(SimulatedScorer),
    /// A model behind HTTP.
    Openai(Box<OpenAiScorer>),
}

impl Scorer {
    /// Builds it.
    ///
    /// # Errors
    /// A setting that is out of range, or a key that the environment lacks.
    pub fn choose(choice: &ScorerChoice, domain: Arc<Domain>) -> Result<Self, NodeError> {
        match choice {
            ScorerChoice::Simulated { quality, seed } => {
                SimulatedScorer::new(domain, *quality, *seed).map(Self::Simulated)
            }
            ScorerChoice::Openai(choice) => openai(choice).map(|scorer| Self::Openai(Box::new(scorer))),
        }
        .map_err(|error| NodeError::Refused(format!("scorer in the fleet file: {error}")))
    }
}

impl OptionScorer for Scorer {
    fn identity(&self) -> ScorerIdentity {
        match self {
            Self::Simulated(scorer) => scorer.identity(),
            Self::Openai(scorer) => scorer.identity(),
        }
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        match self {
            Self::Simulated(scorer) => scorer.score(question).await,
            Self::Openai(scorer) => scorer.score(question).await,
        }
    }
}

fn openai(choice: &OpenaiChoice) -> Result<OpenAiScorer, ScoreError> {
    let strategy: Strategy = choice.strategy.parse()?;
    let mut settings = OpenAiSettings::new(&choice.base_url, &choice.model);
    settings.key_variable.clone_from(&choice.key_variable);
    if let Some(millis) = choice.call_timeout_ms {
        settings.call_timeout = Duration::from_millis(millis);
    }
    if let Some(attempts) = choice.attempts {
        settings.attempts = attempts;
    }
    OpenAiScorer::from_environment(settings, strategy)
}

type Scored = (Ticket, Result<Scores, String>);

/// A scorer at work beside the spin thread: questions go in, scores come out when they are there.
///
/// The simulated scorer answers at once in the calling thread (it takes well under a millisecond); a model behind
/// HTTP is waited for in a thread of its own, so a slow model never blocks ROS.
pub struct Scoring {
    runtime: tokio::runtime::Runtime,
    scorer: Arc<Scorer>,
    sender: Sender<Scored>,
    receiver: Receiver<Scored>,
    pending: usize,
}

impl Scoring {
    /// Starts it.
    ///
    /// # Errors
    /// Where the system has no thread left.
    pub fn start(scorer: Scorer) -> Result<Self, NodeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| NodeError::Refused(format!("cannot start a thread for the scorer: {error}")))?;
        let (sender, receiver) = channel();
        Ok(Self { runtime, scorer: Arc::new(scorer), sender, receiver, pending: 0 })
    }

    /// What the scorer is.
    pub fn identity(&self) -> ScorerIdentity {
        self.scorer.identity()
    }

    /// Waits for something that the scorer does, such as the golden prompts at the start.
    pub fn block_on<T>(&self, work: impl AsyncFnOnce(&Scorer) -> T) -> T {
        self.runtime.block_on(work(&self.scorer))
    }

    /// Asks; the scores come out of [`take`](Self::take).
    pub fn ask(&mut self, ticket: Ticket, question: Question) {
        self.pending += 1;
        let (scorer, sender) = (self.scorer.clone(), self.sender.clone());
        let work = async move {
            let scores = scorer.score(&question).await.map_err(|error| error.to_string());
            // Nobody listens any more only while the node ends.
            drop(sender.send((ticket, scores)));
        };
        match &*self.scorer {
            Scorer::Simulated(_) => self.runtime.block_on(work),
            Scorer::Openai(_) => drop(self.runtime.spawn(work)),
        }
    }

    /// Scores that have come.
    pub fn take(&mut self) -> Option<Scored> {
        let scored = self.receiver.try_recv().ok()?;
        self.pending -= 1;
        Some(scored)
    }

    /// Whether scores are on their way.
    pub fn is_pending(&self) -> bool {
        self.pending > 0
    }
}
