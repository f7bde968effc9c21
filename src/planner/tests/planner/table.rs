//! A planner on virtual time; the test plays its scorer, monitor, help desk and ring.

use crate::house::{household, transport};
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use surefleet_conformal::Autonomy;
use surefleet_fleet::{Decision, DecisionKey, Digest, Stamp, TeamStep, Turn};
use surefleet_language::{ScorerIdentity, Scores, Understanding, Usage};
use surefleet_mission::{Distribution, Forms};
use surefleet_planner::{
    Choice, HelpKey, HelpRequest, HelpTerms, Input, Link, Output, Patience, PersonAnswer, Planner, PlannerConfig,
    PlannerError, Ticket, Verdicts,
};
use surefleet_world::World;

use crate::house::{option, robot};

pub struct Table {
    pub world: Arc<World>,
    pub planner: Planner,
    pub now: Stamp,
    pub said: Vec<Output>,
    /// Whether the monitor says that missions are drawn for an audit.
    pub audited: bool,
    /// The mission's meanings according to the scorer.
    pub meanings: Arc<[(String, f64)]>,
    /// The joint step that a planner for the team writes before the scorer answers.
    pub team_step: Option<Arc<TeamStep>>,
}

pub const PATIENCE: Patience = Patience {
    scores: Duration::from_secs(10),
    verdicts: Duration::from_secs(1),
    monitor: Duration::from_secs(30),
    first_retry: Duration::from_millis(500),
    longest_retry: Duration::from_secs(4),
    repeat_help: Duration::from_secs(60),
    help: Some(Duration::from_secs(600)),
};

pub fn scorer() -> ScorerIdentity {
    let nothing = Digest::of([]);
    ScorerIdentity {
        kind: "table".into(),
        id: "table(test)".into(),
        weights: nothing,
        tokenizer: nothing,
        quantisation: "none".into(),
        backend: "table".into(),
        backend_version: "1".into(),
        dtype: "f64".into(),
        batch_mode: "one call".into(),
        score_definition: "log-probability of the option's label".into(),
        temperature: 1.0,
        normalisation: "over S".into(),
        option_labels: "letters".into(),
    }
}

/// Learnt once for all tests, because it takes a second.
static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Distribution::household(transport()).expect("it is large enough").forms(2_000);
    // And of a mission that leaves open where something is to be put.
    let away = ["put the <kind> away", "the <kind> away .", "<kind> away . |"];
    forms.merge(Forms::new(away.map(str::to_owned), 1));
    forms
});

impl Table {
    /// The planner of robot 1.
    pub fn new(autonomy: Autonomy) -> Self {
        Self::with_terms(autonomy, HelpTerms::default())
    }

    pub fn with_terms(autonomy: Autonomy, terms: HelpTerms) -> Self {
        Self::with(autonomy, terms, scorer())
    }

    pub fn with(autonomy: Autonomy, terms: HelpTerms, scorer: ScorerIdentity) -> Self {
        let world = household();
        let config = PlannerConfig {
            me: robot("robot_1"),
            world: Arc::clone(&world),
            transport: Some(transport()),
            autonomy,
            forms: FORMS.clone(),
            scorer,
            patience: PATIENCE,
            help: terms,
            link: Link::first(),
        };
        Self {
            world,
            planner: Planner::new(config),
            now: Stamp::from_nanos(1_000_000_000),
            said: vec![],
            audited: false,
            meanings: Arc::default(),
            team_step: None,
        }
    }

    pub fn option(&self, symbol: &str) -> Decision {
        option(&self.world, symbol)
    }

    /// Log-probabilities: -9 for all except the named options.
    pub fn scores(&self, named: &[(&str, f64)]) -> Vec<f64> {
        let mut scores = vec![-9.0; self.world.options().len()];
        named.iter().for_each(|(symbol, score)| scores[self.option(symbol).index()] = *score);
        scores
    }

    /// Verdicts: all options are allowed except the named ones.
    pub fn refusing(&self, named: &[&str]) -> Vec<Result<(), String>> {
        let mut verdicts = vec![Ok(()); self.world.options().len()];
        named.iter().for_each(|symbol| verdicts[self.option(symbol).index()] = Err(format!("{symbol} is unsafe")));
        verdicts
    }

    pub fn tell(&mut self, input: Input) -> Result<(), PlannerError> {
        let told = self.planner.handle(self.now, input);
        self.said.extend(std::iter::from_fn(|| self.planner.poll()));
        told
    }

    pub fn hold(&mut self, turn: &Turn) {
        self.tell(Input::Hold(Arc::new(turn.clone()))).expect("a good turn");
    }

    /// Lets time pass, ticking at every deadline on the way.
    pub fn wait(&mut self, span: Duration) {
        let end = self.now + span;
        let mut ticks = 0;
        while let Some(due) = self.planner.next_deadline().filter(|due| *due <= end) {
            self.now = self.now.max(due);
            self.tell(Input::Tick).expect("time is no bad input");
            ticks += 1;
            assert!(ticks < 10_000, "the planner wants to be woken without end");
        }
        self.now = end;
    }

    /// The tickets of the newest requests: scores, verdicts.
    pub fn tickets(&self) -> (Ticket, Ticket) {
        let score = self.said.iter().rev().find_map(|said| match said {
            Output::Score { ticket, .. } => Some(*ticket),
            _ => None,
        });
        let check = self.said.iter().rev().find_map(|said| match said {
            Output::Check { ticket, .. } => Some(*ticket),
            _ => None,
        });
        (score.expect("scores were asked for"), check.expect("verdicts were asked for"))
    }

    pub fn score(&mut self, log_probabilities: Vec<f64>) {
        self.score_understanding(log_probabilities, None);
    }

    /// Scores of a scorer that says how well it understood the mission.
    pub fn score_understanding(&mut self, log_probabilities: Vec<f64>, understanding: Option<Understanding>) {
        let usage = Usage { model_calls: 1, prompt_tokens: 900, ..Usage::default() };
        let (ticket, _) = self.tickets();
        let result = Ok(Scores {
            log_probabilities,
            usage,
            understanding,
            meanings: self.meanings.clone(),
            team_step: self.team_step.clone(),
        });
        self.tell(Input::Scores { ticket, result }).expect("scores are no bad input");
    }

    pub fn judge(&mut self, candidates: Vec<Result<(), String>>) {
        let (_, ticket) = self.tickets();
        let result = Ok(Verdicts { candidates, audited: self.audited });
        self.tell(Input::Verdicts { ticket, result }).expect("verdicts are no bad input");
    }

    /// Holds a turn, scores the named options, refuses the named ones.
    pub fn play(&mut self, turn: &Turn, scores: &[(&str, f64)], refused: &[&str]) {
        self.hold(turn);
        self.score(self.scores(scores));
        self.judge(self.refusing(refused));
    }

    pub fn asked(&self) -> Vec<&HelpRequest> {
        let asked = self.said.iter().filter_map(|said| match said {
            Output::AskHelp(request) => Some(&**request),
            _ => None,
        });
        asked.collect()
    }

    /// The open question: the newest one.
    pub fn question(&self) -> HelpRequest {
        (*self.asked().last().expect("a person was asked")).clone()
    }

    pub fn answer(&mut self, key: &HelpKey, choice: Choice) {
        let answer = PersonAnswer {
            round: key.round,
            choice,
            text: "because".into(),
            operator: "ada".into(),
            request_id: "1".into(),
        };
        let decision: DecisionKey = key.decision.clone();
        self.tell(Input::Answer { decision, answer }).expect("answers are no bad input");
    }

    /// The planner's last output.
    pub fn last(&self) -> &Output {
        self.said.last().expect("the planner said something")
    }

    pub fn decided(&self) -> &surefleet_planner::DecisionRecord {
        match self.last() {
            Output::Decided { key, decision, record, .. } => {
                assert_eq!((key, decision), (&record.key, &record.decision));
                record
            }
            other => panic!("no decision: {other:?}"),
        }
    }
}
