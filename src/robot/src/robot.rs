use std::{collections::VecDeque, time::Duration};

use surefleet_conformal::{Autonomy, CalibrationError};
use surefleet_fleet::{MissionId, Stamp};
use surefleet_perception::{Execution, InspectionPolicy};
use surefleet_planner::{HelpKey, Planner, PlannerConfig};
use surefleet_ring::{Entry, Ring, RingConfig};

use crate::{
    Checked, HelpQuestion, HelpReply, Input, NotTaken, Notice, Output, QuestionKey, SkillGoal, inspector::Inspector,
    skill::Skill,
};

/// The interval between repeats of a withdrawal that the help desk did not hear.
const TELL_AGAIN: Duration = Duration::from_secs(1);

/// So many withdrawals wait to be sent again; the help desk withdraws older ones when their missions end.
const MOST_UNHEARD: usize = 32;

/// The settings of a robot, known before it starts.
#[derive(Debug)]
pub struct RobotConfig {
    /// The settings of its ring.
    pub ring: RingConfig,
    /// The settings of its planner.
    pub planner: PlannerConfig,
    /// In a fleet with perception: how long to wait for it.
    /// `None`: the skills' own reports count.
    pub inspection: Option<InspectionPolicy>,
}

/// One whole robot: its turns, decisions and skill, the results of its actions, and its questions to people (sans-io).
///
/// Drive it with [`handle`](Self::handle), then [`poll`](Self::poll) until `None`, and again at
/// [`next_deadline`](Self::next_deadline) with [`Input::Tick`].
#[derive(Debug)]
pub struct Robot {
    ring: Ring,
    planner: Planner,
    inspector: Option<Inspector>,
    skill: Skill,
    /// How often a question about a decision had been withdrawn before it was asked again.
    anew: u32,
    /// The newest question about a decision.
    asked: Option<QuestionKey>,
    /// Withdrawals that the help desk did not hear, and when to send them again: they would waste an operator's time.
    unheard: VecDeque<(Stamp, QuestionKey)>,
    outputs: VecDeque<Output>,
}

impl Robot {
    /// Starts with the [`Output::Journal`] entries of earlier lives, oldest first.
    pub fn start(now: Stamp, config: RobotConfig, journal: impl IntoIterator<Item = Entry>) -> Self {
        let RobotConfig { ring, planner, inspection } = config;
        let (me, world) = (planner.me.clone(), planner.world.clone());
        let inspector = inspection.map(|policy| Inspector::new(me, world, policy));
        let mut robot = Self {
            ring: Ring::start(now, ring, journal),
            planner: Planner::new(planner),
            inspector,
            skill: Skill::new(),
            anew: 0,
            asked: None,
            unheard: VecDeque::new(),
            outputs: VecDeque::new(),
        };
        robot.know_missions();
        robot.work(now);
        robot
    }

    /// Takes an input.
    pub fn handle(&mut self, now: Stamp, input: Input) {
        use surefleet_planner::Input as Planning;
        use surefleet_ring::Input as Ringing;
        match input {
            Input::Facts { observed, facts } => self.ring.handle(now, Ringing::Facts { observed, facts }),
            Input::Gate { is_open, lasts } => self.skill.see_gate(now, is_open, lasts),
            Input::Turn(turn) => {
                self.ring.handle(now, Ringing::Turn(turn));
                self.know_missions();
            }
            Input::Outcome { mission, step, robot, outcome } => {
                self.ring.handle(now, Ringing::Outcome { mission, step, robot, outcome });
            }
            Input::End { mission, outcome } => self.ring.handle(now, Ringing::End { mission, outcome }),
            Input::Heartbeat(heartbeat) => self.ring.handle(now, Ringing::Heartbeat(heartbeat)),
            Input::Verdict { joint, verdict } => self.ring.handle(now, Ringing::Verdict { joint, verdict }),
            Input::StopRefused { mission, step, attempt, reasons } => {
                self.ring.handle(now, Ringing::StopRefused { mission, step, attempt, reasons });
            }
            Input::Scored { ticket, result } => self.plan(now, Planning::Scores { ticket, result }),
            Input::Checked { ticket, result } => {
                match &result {
                    Ok(checked) => self.heed_audits(now, checked),
                    Err(reason) => self.notice(Notice::NotJudged(reason.clone())),
                }
                let result = result.map(|checked| checked.verdicts);
                self.plan(now, Planning::Verdicts { ticket, result });
            }
            Input::Asked { question, result } => self.asked(now, question, result),
            Input::Withdrawn { question, result } => {
                if let Err(reason) = result {
                    self.notice(Notice::NotWithdrawn(reason));
                    self.unheard.push_back((now + TELL_AGAIN, question));
                    if self.unheard.len() > MOST_UNHEARD {
                        self.unheard.pop_front();
                    }
                }
            }
            Input::Answered { question, reply } => self.answered(now, question, reply),
            Input::Lasting(answer) => self.plan(now, Planning::Lasting(answer)),
            Input::Halted { execution, reason } => {
                self.inspector.iter_mut().for_each(|inspector| inspector.halted(now, execution, reason.clone()));
            }
            Input::Looked { ticket, result } => {
                if let Some(inspector) = &mut self.inspector {
                    inspector.looked(now, ticket, result);
                }
            }
            Input::ServerFound { ticket, found } => self.skill.server_found(now, ticket, found),
            Input::GoalAnswered { ticket, taken } => self.skill.answered(now, ticket, taken),
            Input::GoalEnded { ticket, outcome } => {
                match (self.skill.ended(now, ticket, outcome), &mut self.inspector) {
                    (Some(ended), Some(inspector)) => inspector.skill_ended(now, ended),
                    (Some((mission, step, outcome)), None) => {
                        self.ring.handle(now, Ringing::SkillFinished { mission, step, outcome });
                    }
                    (None, _) => {}
                }
            }
            Input::Tick => self.run_due(now),
        }
        self.work(now);
    }

    /// The next output.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The latest time at which it needs [`Input::Tick`].
    pub fn next_deadline(&self) -> Option<Stamp> {
        let cores = self.ring.next_deadline().into_iter().chain(self.planner.next_deadline());
        let inspection = self.inspector.as_ref().and_then(Inspector::next_deadline);
        let unheard = self.unheard.front().map(|(due, _)| *due);
        cores.chain(self.skill.next_deadline()).chain(inspection).chain(unheard).min()
    }

    /// Its view of the ring: the newest turns, counts.
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// Its planner: whether it may act alone, what it waits for, its counts.
    pub fn planner(&self) -> &Planner {
        &self.planner
    }

    fn run_due(&mut self, now: Stamp) {
        self.ring.handle(now, surefleet_ring::Input::Tick);
        self.plan(now, surefleet_planner::Input::Tick);
        self.skill.run_due(now);
        self.inspector.iter_mut().for_each(|inspector| inspector.run_due(now));
        while self.unheard.front().is_some_and(|(due, _)| *due <= now) {
            self.outputs.extend(self.unheard.pop_front().map(|(_, question)| Output::Withdraw(question)));
        }
    }

    /// Passes the requests of the cores to one another until none is left; the other outputs go out.
    fn work(&mut self, now: Stamp) {
        loop {
            if let Some(output) = self.ring.poll() {
                self.ring_says(now, output);
            } else if let Some(output) = self.planner.poll() {
                self.planner_says(now, output);
            } else if let Some(output) = self.skill.poll() {
                self.outputs.push_back(output);
            } else if let Some(output) = self.inspector.as_mut().and_then(Inspector::poll) {
                self.outputs.push_back(output);
            } else if let Some((mission, step, outcome)) = self.inspector.as_mut().and_then(Inspector::poll_ended) {
                self.ring.handle(now, surefleet_ring::Input::SkillFinished { mission, step, outcome });
            } else {
                return;
            }
        }
    }

    fn ring_says(&mut self, now: Stamp, output: surefleet_ring::Output) {
        use surefleet_ring::{Input, Output as Said};
        let told = match output {
            Said::Journal(entry) => Output::Journal(entry),
            Said::Publish(turn) => Output::Publish(turn),
            Said::PublishOutcome { mission, step, outcome } => Output::PublishOutcome { mission, step, outcome },
            Said::Heartbeat(heartbeat) => Output::Heartbeat(heartbeat),
            Said::Propose { joint, facts } => Output::Propose { joint, facts },
            Said::ProposeStop { mission, step, attempt, outcome } => {
                Output::ProposeStop { mission, step, attempt, outcome }
            }
            Said::Decide(turn) => {
                let ends = self.inspector.as_ref().and_then(|inspector| inspector.ends(turn.mission())).cloned();
                let (mission, step, attempt) = (turn.mission(), turn.step, turn.attempt);
                return match ends {
                    Some(outcome) => self.ring.handle(now, Input::Stop { mission, step, attempt, outcome }),
                    None => self.plan(now, surefleet_planner::Input::Hold(turn)),
                };
            }
            Said::Withdraw { mission, step, attempt } => {
                return self.plan(now, surefleet_planner::Input::Withdraw { mission, step, attempt });
            }
            Said::Execute { mission, step, attempt, decision, facts } => {
                if let Some(inspector) = &mut self.inspector {
                    inspector.begin(Execution { mission, step, attempt }, decision, &facts);
                }
                return self.skill.execute(now, SkillGoal { mission, step, attempt, decision });
            }
            Said::Ended { mission, outcome } => {
                self.forget(now, mission);
                Output::Ended { mission, outcome }
            }
        };
        self.outputs.push_back(told);
    }

    fn planner_says(&mut self, now: Stamp, output: surefleet_planner::Output) {
        use surefleet_planner::Output as Said;
        use surefleet_ring::Input;
        let told = match output {
            Said::Score { ticket, question } => Output::Score { ticket, question },
            Said::Check { ticket, turn, candidates } => Output::Check { ticket, turn, candidates },
            Said::AskHelp(request) => {
                let mission = request.key.decision.mission;
                self.ring.handle(now, Input::WaitsForHelp { mission, waits: true });
                let question = HelpQuestion::Decision { request, anew: self.anew };
                self.asked = Some(question.key());
                Output::Ask(question)
            }
            Said::WithdrawHelp { key } => match self.asked.take_if(|asked| asked.is_about(&key)) {
                Some(asked) => Output::Withdraw(asked),
                // A question that was not asked in this life becomes void with the next question.
                None => return,
            },
            Said::Decided { key, decision, team_step, record } => {
                // Keep the evidence first; then the turn goes on.
                let (mission, step, attempt) = (key.mission, key.step, key.attempt);
                self.ring.handle(now, Input::Decided { mission, step, attempt, decision, team_step });
                Output::Record(record)
            }
            Said::Reorder { turn, order } => {
                let (mission, step, attempt) = (turn.mission, turn.step, turn.attempt);
                return self.ring.handle(now, Input::Reorder { mission, step, attempt, order });
            }
            Said::Stop { turn, outcome } => {
                let (mission, step, attempt) = (turn.mission, turn.step, turn.attempt);
                return self.ring.handle(now, Input::Stop { mission, step, attempt, outcome });
            }
        };
        self.outputs.push_back(told);
    }

    fn know_missions(&mut self) {
        if let Some(inspector) = &mut self.inspector {
            inspector.know(self.ring.turns());
        }
    }

    fn forget(&mut self, now: Stamp, mission: MissionId) {
        self.skill.forget(mission);
        self.inspector.iter_mut().for_each(|inspector| inspector.forget(now, mission));
    }

    fn asked(&mut self, now: Stamp, question: QuestionKey, result: Result<(), NotTaken>) {
        let key = match &question {
            QuestionKey::Decision { key, .. } => key.clone(),
            QuestionKey::Outcome { .. } => {
                return self.inspector.iter_mut().for_each(|inspector| inspector.asked(&question, result.clone()));
            }
        };
        let accepted = result.map_err(|NotTaken { reason, is_withdrawn }| {
            // A question that was withdrawn once is asked as a new question.
            self.anew += u32::from(is_withdrawn);
            self.outputs.push_back(Output::Notice(Notice::NotAsked(reason.clone())));
            reason
        });
        self.plan(now, surefleet_planner::Input::Help { key, accepted });
    }

    fn answered(&mut self, now: Stamp, question: QuestionKey, reply: HelpReply) {
        match (&question, reply) {
            (QuestionKey::Decision { key, .. }, HelpReply::Decision(answer)) if answer.round == key.round => {
                let decision = key.decision.clone();
                self.plan(now, surefleet_planner::Input::Answer { decision, answer });
            }
            (QuestionKey::Outcome { .. }, HelpReply::Outcome(said)) => {
                if let Some(inspector) = &mut self.inspector {
                    inspector.answered(now, &question, said);
                }
            }
            (QuestionKey::Decision { .. } | QuestionKey::Outcome { .. }, _) => self.notice(Notice::OtherReply),
        }
    }

    /// Stops deciding alone after an alarm, or if nobody audits the decisions of its calibration file.
    fn heed_audits(&mut self, now: Stamp, checked: &Checked) {
        let Autonomy::On(calibration) = self.planner.autonomy() else { return };
        let own = calibration.digest();
        let reason = if !checked.alarm.is_empty() {
            checked.alarm.clone()
        } else if checked.calibration.parse() != Ok(own) {
            let audited = checked.calibration.get(..8);
            let read = audited.map_or_else(|| "none".to_owned(), |digest| format!("calibration {digest}"));
            format!(
                "this robot has read calibration {}, the safety monitor {read}: restart both with the same file",
                &own.to_string()[..8]
            )
        } else {
            return;
        };
        self.notice(Notice::AutonomyOff(reason.clone()));
        self.plan(now, surefleet_planner::Input::AutonomyOff(Box::new(CalibrationError::Audits(reason))));
    }

    fn plan(&mut self, now: Stamp, input: surefleet_planner::Input) {
        if let Err(error) = self.planner.handle(now, input) {
            self.notice(Notice::Refused(error));
        }
    }

    fn notice(&mut self, notice: Notice) {
        self.outputs.push_back(Output::Notice(notice));
    }
}

impl QuestionKey {
    fn is_about(&self, decision: &HelpKey) -> bool {
        matches!(self, Self::Decision { key, .. } if key == decision)
    }
}
