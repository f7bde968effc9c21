use std::{collections::BTreeMap, sync::Arc, time::Duration};

use surefleet_fleet::{Decision, DecisionKey, MissionId, Stamp, StepIndex, Turn};
use surefleet_perception::{Execution, InspectionTicket};
use surefleet_planner::{Choice, DecisionRecord, Source, Ticket};
use surefleet_robot::{GoalTicket, HelpReply, Input, Output, QuestionKey, Sight};

use crate::{mind::THRESHOLD, robot::INSPECTION};

/// The longest time that a robot may wait until it cancels again.
const CANCEL_AGAIN: Duration = Duration::from_secs(1);

/// The messages to one life of a robot; checks that its actions follow from them, without using any of its code.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// Until when the last message says that the gate is open.
    open_until: Stamp,
    /// The goals that were sent and whose end is not proved.
    sent: BTreeMap<GoalTicket, (MissionId, StepIndex)>,
    /// When goals were last cancelled.
    cancelled: Option<Stamp>,
    scoring: Option<Ticket>,
    scores: Option<Vec<f64>>,
    checking: Option<Ticket>,
    /// The turn whose options were scored and checked last.
    turn: Option<Arc<Turn>>,
    verdicts: Option<Vec<bool>>,
    /// When the robot heard of the end of each of its skills that did what it says.
    done: BTreeMap<(MissionId, StepIndex), Stamp>,
    looks: BTreeMap<InspectionTicket, Execution>,
    doubts: BTreeMap<QuestionKey, Execution>,
    answers: Vec<(DecisionKey, Choice)>,
}

/// Evidence for an action's outcome in the messages to a robot.
pub(crate) enum Evidence {
    /// Its own skill server proved that the skill succeeded.
    Proved(MissionId, StepIndex),
    /// A picture from after the action, or a person, confirms that it worked.
    Seen(Execution),
}

impl Watch {
    /// Takes a message to the robot; returns the evidence that it holds about an action.
    pub fn hear(&mut self, now: Stamp, input: &Input) -> Option<Evidence> {
        match input {
            Input::Gate { is_open, lasts } => {
                self.open_until = if *is_open { now + *lasts } else { now };
            }
            Input::Scored { ticket, result } if self.scoring == Some(*ticket) => {
                self.scores = result.as_ref().ok().map(|scores| scores.log_probabilities.clone());
            }
            Input::Checked { ticket, result } if self.checking == Some(*ticket) => {
                let allowed = |verdict: &Result<(), String>| verdict.is_ok();
                self.verdicts =
                    result.as_ref().ok().map(|checked| checked.verdicts.candidates.iter().map(allowed).collect());
            }
            Input::Answered { question: QuestionKey::Decision { key, .. }, reply: HelpReply::Decision(answer) } => {
                self.answers.push((key.decision.clone(), answer.choice.clone()));
            }
            Input::Answered { question, reply: HelpReply::Outcome(surefleet_perception::Said::Worked) } => {
                return self.doubts.get(question).copied().map(Evidence::Seen);
            }
            Input::Looked { ticket, result: Ok(Sight { verdict, pictured: Some(pictured) }) } => {
                let execution = self.looks.get(ticket)?;
                let done = self.done.get(&(execution.mission, execution.step))?;
                let is_after = *pictured >= *done + INSPECTION.settle;
                let is_seen = *verdict == surefleet_perception::ActionVerdict::Success && is_after;
                return is_seen.then_some(Evidence::Seen(*execution));
            }
            Input::GoalEnded { ticket, outcome: Some(outcome) } => {
                let (mission, step) = *self.sent.get(ticket)?;
                let is_done = *outcome == surefleet_fleet::SkillOutcome::Done;
                if is_done {
                    self.sent.retain(|_, goal| *goal != (mission, step));
                    self.done.insert((mission, step), now);
                } else {
                    // A server ends goals in the order in which they were sent; a later one may still begin.
                    self.sent.retain(|sent, goal| *goal != (mission, step) || sent > ticket);
                }
                return is_done.then_some(Evidence::Proved(mission, step));
            }
            _ => {}
        }
        None
    }

    /// Checks an output of the robot.
    pub fn check(&mut self, now: Stamp, output: &Output) -> Result<(), String> {
        match output {
            Output::Score { ticket, .. } => (self.scoring, self.scores) = (Some(*ticket), None),
            Output::Check { ticket, turn, .. } => {
                (self.checking, self.verdicts) = (Some(*ticket), None);
                self.turn = Some(Arc::clone(turn));
            }
            Output::Look { ticket, execution, .. } => {
                self.looks.insert(*ticket, *execution);
            }
            Output::Ask(question) => {
                let key = question.key();
                if let QuestionKey::Outcome { execution, .. } = key {
                    self.doubts.insert(key, execution);
                }
            }
            Output::SendGoal { ticket, goal } => {
                if now >= self.open_until {
                    return Err(format!("{goal:?} is sent, and the gate was open until {}", self.open_until));
                }
                self.sent.insert(*ticket, (goal.mission, goal.step));
            }
            Output::CancelGoals => self.cancelled = Some(now),
            Output::Record(record) => return self.check_decision(record),
            _ => {}
        }
        Ok(())
    }

    /// Checks, after a robot's last output for now, that it keeps cancelling a running goal while the gate is closed.
    pub fn check_rest(&self, now: Stamp) -> Result<(), String> {
        let is_cancelled = self.cancelled.is_some_and(|cancelled| now - cancelled <= CANCEL_AGAIN);
        match self.sent.last_key_value() {
            Some((_, goal)) if now >= self.open_until && !is_cancelled => {
                Err(format!("{goal:?} goes on, and the gate was open until {}", self.open_until))
            }
            _ => Ok(()),
        }
    }

    /// A robot takes only the one allowed member of the set or a person's answer, and never a refused option.
    fn check_decision(&self, record: &DecisionRecord) -> Result<(), String> {
        let idle = record.evidence.idle();
        let verdicts = self.verdicts.as_deref().unwrap_or_default();
        let is_allowed = |decision: Decision| verdicts.get(decision.index()) == Some(&true);
        let key = &record.key;
        let name = |turn: &Turn| (turn.mission(), turn.step, turn.attempt);
        let is_of_turn = self.turn.as_deref().map(name) == Some((key.mission, key.step, key.attempt));
        let wrong = |why: &str| Err(format!("{} decides {:?}: {why}", record.key.robot, record.decision));
        let turn = self.turn.as_deref();
        let is_first = turn.is_some_and(Turn::awaits_team_step);
        let part = turn.and_then(|turn| turn.part_for(&key.robot));
        if record.evidence.part() != part && !is_first {
            return wrong(&format!(
                "its part of the team step is {part:?}, and it took {:?} for it",
                record.evidence.part()
            ));
        }
        match record.source {
            _ if !is_of_turn => wrong("another turn was scored and checked"),
            Source::SafeDefault if record.decision != idle => wrong("that is no safe default"),
            _ if !is_allowed(record.decision) => wrong("the monitor did not allow it"),
            Source::SafeDefault => Ok(()),
            Source::Singleton | Source::TeamStep => {
                let scores = self.scores.as_deref().unwrap_or_default();
                let reached = scores.iter().enumerate().filter(|(_, score)| **score >= THRESHOLD);
                let members = reached.map(|(option, _)| Decision::new(option as u16));
                match members.filter(|member| is_allowed(*member)).collect::<Vec<_>>().as_slice() {
                    [lone] if *lone == record.decision => Ok(()),
                    others => wrong(&format!("the allowed members of its set are {others:?}")),
                }
            }
            Source::Human => {
                let said = (record.key.clone(), Choice::Option(record.decision));
                if self.answers.contains(&said) { Ok(()) } else { wrong("nobody said so") }
            }
        }
    }
}
