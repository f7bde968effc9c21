//! One robot's planner.

mod asking;
mod phase;
mod turn;

pub use asking::SAY_SO;
pub use turn::new_order;

use std::{collections::VecDeque, sync::Arc};

use surefleet_conformal::{Autonomy, Understood};
use surefleet_fleet::{Decision, DecisionKey, Digest, MissionId, Outcome, Stamp, Turn, TurnKey};
use surefleet_language::{LabelledOption, Prompt, Question, Scores, Usage};

use self::{
    asking::{Asking, MissionTold},
    phase::{Phase, Weighed, Weighing},
    turn::{Held, check_turn, key_of},
};
use crate::{
    DecisionRecord, HelpKey, HelpRequest, Input, Link, Output, Permit, PersonAnswer, PlannerConfig, PlannerCounts,
    PlannerError, Round, Ticket,
    briefing::{Briefing, assess},
    conclude::{Conclusion, Source, conclude, coverage},
    evidence::Evidence,
    prompt::{labelled_options, prompt_suffix, template_digest},
    record::RECORD_SCHEMA,
    standing::Heard,
};

/// One robot's turn, from holding it to a decision, a new order, or a stop (sans-io).
///
/// Drive it with [`handle`](Self::handle), then [`poll`](Self::poll) until `None`, and again at
/// [`next_deadline`](Self::next_deadline) with [`Input::Tick`].
#[derive(Debug)]
pub struct Planner {
    config: PlannerConfig,
    labels: Arc<[LabelledOption]>,
    texts: Arc<[Arc<str>]>,
    candidates: Arc<[Decision]>,
    template: Digest,
    briefing: Option<Briefing>,
    newest: Option<(MissionId, TurnKey)>,
    lasting: Heard,
    /// The place of the next record.
    link: Link,
    phase: Phase,
    tickets: u64,
    tally: PlannerCounts,
    outputs: VecDeque<Output>,
}

impl Planner {
    /// A planner that holds no turn.
    pub fn new(config: PlannerConfig) -> Self {
        let labels = labelled_options(&config.world);
        Self {
            texts: labels.iter().map(|option| option.text.clone()).collect(),
            candidates: config.world.options().iter().collect(),
            template: template_digest(),
            labels,
            link: config.link,
            config,
            briefing: None,
            newest: None,
            lasting: Heard::default(),
            phase: Phase::Free,
            tickets: 0,
            tally: PlannerCounts::default(),
            outputs: VecDeque::new(),
        }
    }

    /// Takes an input at `now`: the time since the Unix epoch. The calibration's expiry is checked against it.
    ///
    /// # Errors
    /// [`PlannerError`] for a turn that is not this robot's or not usable; it changes nothing.
    pub fn handle(&mut self, now: Stamp, input: Input) -> Result<(), PlannerError> {
        match input {
            Input::Hold(turn) => return self.hold(now, turn).inspect_err(|_| self.tally.refused += 1),
            Input::Withdraw { mission, step, attempt } => self.withdraw(|held| held.is(mission, step, attempt)),
            Input::Scores { ticket, result } => self.weigh(now, |weighing, _| weighing.scores(ticket, result)),
            Input::Verdicts { ticket, result } => {
                self.weigh(now, |weighing, options| weighing.verdicts(now, ticket, options, result));
            }
            Input::Help { key, accepted } => self.desk_said(now, &key, accepted.is_ok()),
            Input::Answer { decision, answer } => self.answered(now, &decision, answer),
            Input::Lasting(answer) => self.lasting.hear(answer),
            Input::AutonomyOff(reason) => self.config.autonomy.latch_off(*reason),
            Input::Tick => self.run_out(now),
        }
        Ok(())
    }

    /// The planner's next request.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The latest time at which it needs [`Input::Tick`].
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.phase.next_deadline()
    }

    /// Whether it may act alone; if not, the reason.
    pub fn autonomy(&self) -> &Autonomy {
        &self.config.autonomy
    }

    /// The question that a person is to answer now.
    pub fn waits_for_help(&self) -> Option<&HelpKey> {
        self.phase.question()
    }

    /// Counts since the start.
    pub fn tally(&self) -> PlannerCounts {
        self.tally
    }

    fn hold(&mut self, now: Stamp, turn: Arc<Turn>) -> Result<(), PlannerError> {
        let newest = (turn.mission(), turn.key());
        if self.newest.is_some_and(|known| known.0 == newest.0 && known.1 >= newest.1) {
            return Ok(());
        }
        let world = Arc::clone(&self.config.world);
        check_turn(&turn, world.options(), &self.config.me)?;
        self.withdraw(|_| true);
        self.newest = Some(newest);
        self.tally.turns += 1;
        let known = self.briefing.take().filter(|known| known.mission == turn.mission());
        let briefing = known.unwrap_or_else(|| Briefing::new(&turn.brief, &self.config, &self.labels));
        let briefing = self.briefing.insert(briefing);
        if turn.decided.is_empty()
            && let Some(outcome) = assess(&world, &mut briefing.reading, &turn)
        {
            self.outputs.push_back(Output::Stop { turn: key_of(&turn, &self.config.me), outcome });
            return Ok(());
        }
        let suffix = prompt_suffix(&world, &turn, &self.config.me);
        let prompt = Prompt { prefix: Arc::clone(&briefing.prefix), suffix };
        self.tally.prompts += 1;
        let scores = self.ticket();
        let verdicts = self.ticket();
        self.outputs.push_back(check(verdicts, &turn, &self.candidates));
        let question = Question {
            prompt: prompt.clone(),
            options: Arc::clone(&self.labels),
            turn: (*turn).clone(),
            robot: self.config.me.clone(),
        };
        self.outputs.push_back(Output::Score { ticket: scores, question: Box::new(question) });
        let weighing = Weighing::new(now, scores, verdicts, self.config.patience);
        self.phase = Phase::Weighing(Box::new((Held { turn, prompt, since: now }, weighing)));
        Ok(())
    }

    fn withdraw(&mut self, is_void: impl FnOnce(&Held) -> bool) {
        if self.phase.held().is_some_and(is_void) {
            let question = self.phase.question().cloned();
            self.outputs.extend(question.map(|key| Output::WithdrawHelp { key }));
            self.phase = Phase::Free;
        }
    }

    /// Gives a reply to the weighing that waits for it; goes on when that was the last reply.
    fn weigh(&mut self, now: Stamp, reply: impl FnOnce(&mut Weighing, usize) -> bool) {
        let awaited = match &mut self.phase {
            Phase::Weighing(at) => reply(&mut at.1, self.candidates.len()),
            _ => false,
        };
        if awaited {
            self.weighed(now);
        } else {
            self.tally.late += 1;
        }
    }

    fn weighed(&mut self, now: Stamp) {
        let (mut held, weighing) = match std::mem::replace(&mut self.phase, Phase::Free) {
            Phase::Weighing(at) => *at,
            other => {
                self.phase = other;
                return;
            }
        };
        match weighing.weighed() {
            Weighed::Open(weighing) => self.phase = Phase::Weighing(Box::new((held, weighing))),
            Weighed::GivenUp(reason) => {
                let turn = held.key(&self.config.me);
                self.outputs.push_back(Output::Stop { turn, outcome: Outcome::Halted(reason) });
            }
            Weighed::Whole { scores, verdicts } => {
                let usage = scores.as_ref().map_or_else(|_| Usage::default(), |scores| scores.usage);
                if let (Ok(scores), Some(briefing)) = (&scores, &mut self.briefing) {
                    briefing.meanings = scores.meanings.clone();
                }
                if let Ok(Scores { team_step: Some(team_step), .. }) = &scores {
                    held.take_in(Arc::clone(team_step), self.config.world.options(), &self.config.me);
                }
                let scores = scores.and_then(|scores| Ok((understood(&scores)?, scores.log_probabilities)));
                let permit = match &scores {
                    Ok((understood, _)) => self.permit(now, &held.turn, *understood),
                    Err(_) => Permit::Off { reason: "the options have no scores".to_owned() },
                };
                let understood = scores.as_ref().ok().and_then(|(understood, _)| *understood);
                let scores = scores.map(|(_, log_probabilities)| log_probabilities);
                let idle = self.config.world.options().idle();
                let evidence = Evidence::new(idle, permit, scores, understood, verdicts.candidates)
                    .expect("there is a verdict for each option, so for idle, and the permit is this mission's")
                    .under(self.lasting.on(&self.config.world, &held.turn, &self.config.me));
                let part = held.turn.part_for(&self.config.me);
                self.follow(now, held, evidence.with_audit(verdicts.audited).with_part(part), usage);
            }
        }
    }

    fn permit(&mut self, now: Stamp, turn: &Turn, understood: Option<Understood>) -> Permit {
        let seconds = now.as_nanos() / 1_000_000_000;
        let calibration = self.config.autonomy.calibration(seconds).map_err(ToString::to_string);
        match &mut self.briefing {
            Some(briefing) => briefing.permit(turn, (self.candidates.len(), understood), calibration),
            None => Permit::Off { reason: "the mission is not known".to_owned() },
        }
    }

    /// Acts on the conclusion from the evidence.
    fn follow(&mut self, now: Stamp, held: Held, evidence: Evidence, usage: Usage) {
        let key = held.key(&self.config.me);
        match conclude(&evidence) {
            Conclusion::Decide { decision, source } => {
                let record = Box::new(self.record(now, &held, evidence, usage, (decision, source)));
                self.link = Link::after(&record);
                let team_step = held.turn.team_step.clone();
                self.outputs.push_back(Output::Decided { key, decision, team_step, record });
            }
            Conclusion::Halt(reason) => {
                self.outputs.push_back(Output::Stop { turn: key, outcome: Outcome::Halted(reason) });
            }
            Conclusion::Correct(words) => {
                self.outputs.push_back(Output::Stop { turn: key, outcome: Outcome::Corrected(words) });
            }
            Conclusion::Reorder => {
                let order = new_order(&held.turn).expect("a new order is concluded only for teams that have one");
                self.outputs.push_back(Output::Reorder { turn: key, order });
            }
            Conclusion::Ask(round) => {
                let key = HelpKey { decision: key, round };
                let asking = Asking::new(now, key, evidence, usage, &self.config.patience);
                let request = self.request(&held, &asking);
                self.outputs.push_back(Output::AskHelp(Box::new(request)));
                self.phase = Phase::Asking(Box::new((held, asking)));
            }
        }
    }

    fn desk_said(&mut self, now: Stamp, key: &HelpKey, accepted: bool) {
        match &mut self.phase {
            Phase::Asking(at) if at.1.key == *key => at.1.heard(now, accepted, &self.config.patience),
            _ => self.tally.late += 1,
        }
    }

    fn answered(&mut self, now: Stamp, decision: &DecisionKey, answer: PersonAnswer) {
        match std::mem::replace(&mut self.phase, Phase::Free) {
            Phase::Asking(at) if at.1.key.decision == *decision && at.1.key.round == answer.round => {
                let (held, mut asking) = *at;
                asking.evidence.push(answer);
                self.follow(now, held, asking.evidence, asking.usage);
            }
            other => {
                self.phase = other;
                self.tally.late += 1;
            }
        }
    }

    fn run_out(&mut self, now: Stamp) {
        let next = self.ticket();
        let is_due = match &mut self.phase {
            Phase::Free => false,
            Phase::Weighing(at) => {
                if at.1.run_out(now, next) {
                    self.outputs.push_back(check(next, &at.0.turn, &self.candidates));
                }
                self.weighed(now);
                false
            }
            Phase::Asking(at) => at.1.run_out(now, &self.config.patience),
        };
        if let (true, Phase::Asking(at)) = (is_due, &self.phase) {
            let request = self.request(&at.0, &at.1);
            self.outputs.push_back(Output::AskHelp(Box::new(request)));
        }
    }

    fn request(&self, held: &Held, asking: &Asking) -> HelpRequest {
        let Self { briefing, config, texts, .. } = self;
        let meant = briefing.as_ref().map_or(MissionTold::default(), |briefing| MissionTold {
            meanings: &briefing.meanings,
            awaits_meaning: briefing.awaits_meaning(&held.turn.brief, config, asking.evidence.permit()),
        });
        asking.request(held, texts, &config.help, (&config.world, meant))
    }

    fn ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Ticket(self.tickets)
    }

    fn record(
        &self,
        now: Stamp,
        held: &Held,
        evidence: Evidence,
        usage: Usage,
        made: (Decision, Source),
    ) -> DecisionRecord {
        let (decision, source) = made;
        let elapsed = now - held.since;
        DecisionRecord {
            schema: RECORD_SCHEMA,
            link: self.link,
            key: held.key(&self.config.me),
            team_size: held.turn.brief.team.len(),
            team_kinds: self.briefing.as_ref().and_then(|briefing| briefing.team.kinds().cloned()),
            decided_at: now,
            elapsed_ns: u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX),
            turn_sha256: held.turn.content(),
            prompt_sha256: held.prompt.digest(),
            template_sha256: self.template,
            domain_sha256: self.config.world.domain().digest(),
            options: Arc::clone(&self.texts),
            scorer: self.config.scorer.clone(),
            usage,
            meanings: self.briefing.as_ref().map(|briefing| meanings(&briefing.meanings)).unwrap_or_default(),
            failures: held.turn.failures.to_vec(),
            team_step: evidence.part().and_then(|_| held.turn.team_step.clone()),
            set: evidence.set().map(|_| evidence.shown(Round::Set)),
            coverage: coverage(&evidence),
            evidence,
            decision,
            text: Arc::clone(&self.texts[decision.index()]),
            source,
            seal: None,
        }
    }
}

/// The scorer's report on the mission, in the terms of a calibration.
fn understood(scores: &Scores) -> Result<Option<Understood>, String> {
    let said = scores.understanding.map(|said| Understood::new(said.top, said.unexplained));
    said.transpose().map_err(|error| error.to_string())
}

fn check(ticket: Ticket, turn: &Arc<Turn>, candidates: &Arc<[Decision]>) -> Output {
    Output::Check { ticket, turn: Arc::clone(turn), candidates: Arc::clone(candidates) }
}

/// Meanings for a record: people read them, and four digits are enough.
fn meanings(told: &[(String, f64)]) -> Vec<(String, f64)> {
    told.iter().map(|(words, probability)| (words.clone(), (probability * 1e4).round() / 1e4)).collect()
}
