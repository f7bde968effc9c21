use std::{
    collections::BTreeMap,
    fmt::Display,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use surefleet_fleet::{Decision, RobotId, Turn};
use surefleet_grounded::{FormalScorer, TeamPlanner, Written};
use surefleet_language::{
    LabelOrders, LocalScorer, OpenAiScorer, OptionScorer, Question, ScoreError, ScorerIdentity, Scores,
};
use surefleet_mission::Transport;
use surefleet_onnx::{OnnxError, OnnxModel, Runtime};
use surefleet_planner::{Ticket, prompt_prefix};
use surefleet_simulator::SimulatedScorer;
use surefleet_world::World;

use crate::{
    errands::Errands,
    error::SiteError,
    fleet_file::{FleetFile, ModelChoice, OpenaiChoice, ScorerChoice},
    writing::Writer,
};

/// The scorer that the fleet file names.
pub enum Scorer {
    /// A simulated scorer, for tests and demonstrations.
    Simulated(SimulatedScorer),
    /// The English of all sites reads missions, and search scores: no model.
    Formal(Box<FormalScorer>),
    /// Likewise, and what the robot's explorer values decides among equally good options.
    Exploring(Box<FormalScorer>),
    /// A model in this process chooses.
    Choice(Box<LocalScorer<OnnxModel>>),
    /// A model behind HTTP scores.
    Openai(Box<OpenAiScorer>),
}

impl Scorer {
    /// Builds the scorer.
    ///
    /// # Errors
    /// A setting is out of range, the environment lacks a key, or a model cannot be loaded.
    pub fn choose(fleet: &FleetFile, world: &Arc<World>) -> Result<Self, SiteError> {
        let refused = |error: &dyn Display| SiteError::Refused(format!("scorer in the fleet file: {error}"));
        let orders = |count: usize| {
            let world = world.clone();
            LabelOrders::new(count, Box::new(move |brief, options| prompt_prefix(&world, brief, options)))
        };
        match &fleet.scorer {
            ScorerChoice::Simulated { quality, seed } => Transport::of(world.domain())
                .map_err(|error| refused(&error))
                .and_then(|transport| {
                    SimulatedScorer::new(Arc::new(transport), *quality, *seed).map_err(|error| refused(&error))
                })
                .map(Self::Simulated),
            ScorerChoice::Grounded => Ok(Self::Formal(Box::new(FormalScorer::new(world.clone())))),
            ScorerChoice::Exploring => Ok(Self::Exploring(Box::new(FormalScorer::new(world.clone())))),
            ScorerChoice::Choice(choice) => {
                let strategy = choice.strategy.parse().map_err(|error: ScoreError| refused(&error))?;
                let model = load_model(fleet, &choice.model).map_err(|error| refused(&error))?;
                let scorer =
                    LocalScorer::new(model, strategy).and_then(|it| it.in_orders(orders(choice.label_orders)?));
                scorer.map(|scorer| Self::Choice(Box::new(scorer))).map_err(|error| refused(&error))
            }
            ScorerChoice::Openai(choice) => {
                let scorer = openai(choice).and_then(|it| it.in_orders(orders(choice.label_orders)?));
                scorer.map(|scorer| Self::Openai(Box::new(scorer))).map_err(|error| refused(&error))
            }
        }
    }

    /// Whether it reads least if missions are asked about one after another. A model in this process remembers one
    /// mission's prompt and reads it again after every other mission.
    pub fn takes_missions_one_by_one(&self) -> bool {
        matches!(self, Self::Choice(_))
    }
}

impl OptionScorer for Scorer {
    fn identity(&self) -> ScorerIdentity {
        match self {
            Self::Simulated(scorer) => scorer.identity(),
            Self::Formal(scorer) => scorer.identity(),
            Self::Exploring(scorer) => {
                let of = scorer.identity();
                let id = "exploring(grammar)".into();
                let definition =
                    format!("{}; of options of a shortest plan the worthiest is preferred", of.score_definition);
                ScorerIdentity { kind: "exploring".into(), id, score_definition: definition, ..of }
            }
            Self::Choice(scorer) => scorer.identity(),
            Self::Openai(scorer) => scorer.identity(),
        }
    }

    fn prepare(&self, turn: &Turn, robot: &RobotId) {
        match self {
            Self::Formal(scorer) | Self::Exploring(scorer) => scorer.prepare(turn, robot),
            Self::Simulated(_) | Self::Choice(_) | Self::Openai(_) => {}
        }
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        match self {
            Self::Simulated(scorer) => scorer.score(question).await,
            Self::Formal(scorer) | Self::Exploring(scorer) => scorer.score(question).await,
            Self::Choice(scorer) => scorer.score(question).await,
            Self::Openai(scorer) => scorer.score(question).await,
        }
    }
}

/// Loads a model. It computes with one thread, because every robot on a machine has its own model.
pub fn load_model(fleet: &FleetFile, choice: &ModelChoice) -> Result<OnnxModel, OnnxError> {
    let runtime = Runtime::from_environment(choice.provider, 1)?;
    OnnxModel::load(&fleet.model_path(choice), &choice.variant, &runtime)
}

fn openai(choice: &OpenaiChoice) -> Result<OpenAiScorer, ScoreError> {
    OpenAiScorer::from_environment(choice.server.settings(), choice.strategy.parse()?)
}

/// Shorter than a planner's wait for scores: a person learns the reason, and useless calls are dropped.
const PATIENCE: Duration = Duration::from_secs(55);

/// So long a planner for the team is waited for: scores must follow within [`PATIENCE`].
const PATIENCE_FOR_TEAM: Duration = Duration::from_secs(30);
/// So long it is not asked after it gave no answer: each step would wait for it again.
const REST_FOR_TEAM: Duration = Duration::from_secs(60);

type Scored = (Ticket, Result<Scores, String>);

/// A planner for whole teams that is not waited for in vain at every step.
struct WaitingTeamPlanner {
    planner: TeamPlanner<Writer>,
    rests_until: Mutex<Option<Instant>>,
}

impl WaitingTeamPlanner {
    fn new(planner: TeamPlanner<Writer>) -> Self {
        Self { planner, rests_until: Mutex::default() }
    }

    /// Has a joint step written for the question's turn, unless the model gave no answer a moment ago.
    async fn write(&self, question: &Question, scorer: &FormalScorer, written: &mut Written) {
        let Question { turn, robot, .. } = question;
        let step = turn.step.get();
        let rests_until = *self.rests_until.lock().unwrap_or_else(PoisonError::into_inner);
        if rests_until.is_some_and(|until| Instant::now() < until) {
            return;
        }
        let writing = self.planner.write(turn, robot, scorer, written);
        if tokio::time::timeout(PATIENCE_FOR_TEAM, writing).await.is_err() {
            written.fault = Some(format!("there was no answer within {PATIENCE_FOR_TEAM:?}"));
        }
        if let Some(fault) = &written.fault {
            tracing::warn!(
                step,
                fault,
                "the planner for the team gave no answer; it is not asked for {REST_FOR_TEAM:?}"
            );
            let until = Instant::now() + REST_FOR_TEAM;
            *self.rests_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
        }
        if !written.wrong.is_empty() {
            let wrong = written.wrong.join("; ");
            match written.team_step.is_some() {
                true => tracing::info!(step, wrong, "the planner for the team needed more than one try"),
                false => tracing::warn!(step, wrong, "the planner for the team wrote nothing that will do"),
            }
        }
    }
}

/// A scorer at work beside the spin thread. Questions go in, and scores can be fetched once they are ready.
///
/// The simulated scorer answers at once in the calling thread, in well under a millisecond. A model in this process or
/// behind HTTP runs in a separate thread, so a slow model never blocks ROS.
pub struct Scoring {
    scorer: Arc<Scorer>,
    /// What writes joint steps for whole teams.
    team: Option<Arc<WaitingTeamPlanner>>,
    errands: Errands<Scored>,
    /// What options are worth to the robot's explorer.
    worth: BTreeMap<Decision, f64>,
}

impl Scoring {
    /// Starts the thread for the scorer.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start(scorer: Scorer) -> Result<Self, SiteError> {
        let (errands, worth) = (Errands::start("the scorer")?, BTreeMap::new());
        Ok(Self { scorer: Arc::new(scorer), team: None, errands, worth })
    }

    /// The same with a planner for whole teams: it writes a joint step for each turn that awaits one, before that turn is scored.
    #[must_use]
    pub fn with_team(self, team: Option<TeamPlanner<Writer>>) -> Self {
        Self { team: team.map(WaitingTeamPlanner::new).map(Arc::new), ..self }
    }

    /// The identity of the scorer.
    pub fn identity(&self) -> ScorerIdentity {
        self.scorer.identity()
    }

    /// Waits for work with the scorer, such as the golden prompts at the start.
    pub fn block_on<T>(&self, work: impl AsyncFnOnce(&Scorer) -> T) -> T {
        self.errands.block_on(work(&self.scorer))
    }

    /// Lets the scorer do ahead what a robot's questions about this turn's mission will need.
    pub fn prepare(&mut self, turn: Turn, robot: RobotId) {
        let scorer = self.scorer.clone();
        self.errands.spawn(async move { scorer.prepare(&turn, &robot) });
    }

    /// Takes in what options are worth to the robot's explorer; later questions are scored by it where the scorer is an exploring one.
    pub fn value(&mut self, worth: BTreeMap<Decision, f64>) {
        self.worth = worth;
    }

    /// Asks a question. [`take`](Self::take) returns the scores later.
    pub fn ask(&mut self, ticket: Ticket, mut question: Question) {
        let scorer = self.scorer.clone();
        let team = self.team.clone().filter(|_| question.turn.awaits_team_step());
        let worth = self.worth.clone();
        let work = async move {
            let scored = async {
                let mut written = Written::default();
                if let (Some(team), Scorer::Formal(formal) | Scorer::Exploring(formal)) = (&team, &*scorer) {
                    team.write(&question, formal, &mut written).await;
                    question.turn.team_step.clone_from(&written.team_step);
                }
                let scores = match &*scorer {
                    Scorer::Exploring(formal) => formal.score_by_worth(&question, &worth),
                    other => other.score(&question).await,
                };
                scores.map(|mut scores| {
                    scores.usage += written.usage;
                    Scores { team_step: written.team_step, ..scores }
                })
            };
            let scored = tokio::time::timeout(PATIENCE, scored).await;
            let late = || format!("the model gave no scores within {PATIENCE:?}; use a faster one, or ask less of it");
            (ticket, scored.map_or_else(|_| Err(late()), |scores| scores.map_err(|error| error.to_string())))
        };
        match &*self.scorer {
            Scorer::Simulated(_) => self.errands.run_here(work),
            Scorer::Formal(_) | Scorer::Exploring(_) | Scorer::Choice(_) | Scorer::Openai(_) => {
                self.errands.send(work);
            }
        }
    }

    /// The next scores that are ready, with a team step if one was written for their turn.
    pub fn take(&mut self) -> Option<Scored> {
        let (ticket, scores) = self.errands.take()?;
        if let Err(reason) = &scores {
            tracing::warn!(reason, "there are no scores; a person is asked");
        }
        Some((ticket, scores))
    }

    /// Whether scores are still expected.
    pub fn is_pending(&self) -> bool {
        self.errands.pending() > 0
    }
}
