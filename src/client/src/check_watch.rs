//! Listens to how a fleet's robots judge their actions and to people's answers about them, for a recorder.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::{Duration, Instant},
};

use r2r::surefleet::msg::{HelpAnswer, SubgoalVerdict};
use surefleet_fleet::{RobotId, StepIndex};
use surefleet_perception::{ActionId, ActionOutcome, Look, Said, Word};
use surefleet_ros::{
    FleetNode, Inbox, NodeError,
    topics::{HELP_ANSWERS, SUBGOAL_VERDICTS},
    wire,
};
use surefleet_site::Access;

/// A report about an action.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckHeard {
    /// A robot looked at its action. Only the first look at each action counts.
    Looked(Box<Look>),
    /// A person's word on the action: reported when it arrives, and again if the robot's look arrives later.
    Said(Word),
}

/// Listens to robots' verdicts and to operators' answers; sends nothing itself.
pub struct CheckWatch {
    node: FleetNode,
    answers: Inbox<HelpAnswer>,
    verdicts: Vec<Inbox<SubgoalVerdict>>,
    join: Join,
}

impl CheckWatch {
    /// Makes the node `surefleet_checks_<process>`, for these robots.
    ///
    /// # Errors
    /// ROS is not available.
    pub fn open(access: &Access, robots: &[RobotId]) -> Result<Self, NodeError> {
        let mut node = FleetNode::of_client("checks", access)?;
        let verdicts = robots.iter().map(|robot| Inbox::subscribe_of(&mut node, robot, &SUBGOAL_VERDICTS));
        let verdicts = verdicts.collect::<Result<_, _>>()?;
        Ok(Self { answers: Inbox::subscribe(&mut node, &HELP_ANSWERS)?, verdicts, join: Join::default(), node })
    }

    /// Receives messages until this time has passed.
    pub fn look(&mut self, span: Duration) {
        let end = Instant::now() + span;
        loop {
            // One message of each topic at a time.
            self.node.spin_once(end.saturating_duration_since(Instant::now()));
            for inbox in &mut self.verdicts {
                std::iter::from_fn(|| inbox.take()).filter_map(look_of).for_each(|look| self.join.looked(look));
            }
            std::iter::from_fn(|| self.answers.take())
                .filter_map(|answer| word_of(&answer))
                .for_each(|word| self.join.said(word));
            if Instant::now() >= end {
                return;
            }
        }
    }

    /// The next report.
    pub fn poll(&mut self) -> Option<CheckHeard> {
        self.join.heard.pop_front()
    }
}

/// Pairs each look with the word of a person on it, in any order of arrival. Keeps only action ids and words after a
/// report.
#[derive(Debug, Default)]
struct Join {
    looked: BTreeSet<ActionId>,
    said: BTreeMap<ActionId, Word>,
    heard: VecDeque<CheckHeard>,
}

impl Join {
    fn looked(&mut self, look: Look) {
        if !self.looked.insert(look.action.clone()) {
            return;
        }
        let word = self.said.get(&look.action).cloned();
        self.heard.push_back(CheckHeard::Looked(Box::new(look)));
        self.heard.extend(word.map(CheckHeard::Said));
    }

    fn said(&mut self, word: Word) {
        self.said.insert(word.action.clone(), word.clone());
        self.heard.push_back(CheckHeard::Said(word));
    }
}

/// `None`: the verdict is about no action of a mission.
fn look_of(verdict: SubgoalVerdict) -> Option<Look> {
    let mission = wire::mission_id(&verdict.mission_id).ok()?;
    let (step, robot) = (StepIndex::new(verdict.step)?, RobotId::new(&verdict.robot).ok()?);
    let code = i64::from(verdict.verdict);
    let SubgoalVerdict { task, subtask, expected, reason, picture, .. } = verdict;
    let verdict = match code {
        code if code == SubgoalVerdict::SUCCESS as i64 => Some(ActionOutcome::Success),
        code if code == SubgoalVerdict::FAILURE as i64 => Some(ActionOutcome::Failure),
        _ => None,
    };
    let action = ActionId { mission, step, robot };
    Some(Look { action, task, subtask, expected, verdict, reason, picture: picture.data })
}

/// `None`: the answer is not about an action's outcome, or its author is unknown.
fn word_of(answer: &HelpAnswer) -> Option<Word> {
    let (execution, said) = wire::outcome_said(answer).ok()??;
    // The planner takes "none of these" as a failure, to be safe; but the answer does not say that the action failed.
    let is_none_of_these = i64::from(answer.kind) == HelpAnswer::NONE_OF_THESE as i64;
    let outcome = match said {
        Said::Worked => Some(ActionOutcome::Success),
        Said::Failed(_) if !is_none_of_these => Some(ActionOutcome::Failure),
        Said::Failed(_) | Said::Nothing => None,
    };
    let action =
        ActionId { mission: execution.mission, step: execution.step, robot: RobotId::new(&answer.robot).ok()? };
    let (text, by) = (answer.text.clone(), answer.operator_name.clone());
    (!by.is_empty()).then_some(Word { action, outcome, text, by })
}

#[cfg(test)]
mod tests {
    use r2r::surefleet::msg::{HelpOption, HelpRequest};
    use surefleet_fleet::MissionId;

    use super::*;

    const WORKED: u16 = HelpOption::WORKED as u16;
    const FAILED: u16 = HelpOption::FAILED as u16;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    fn action(step: u32) -> Option<ActionId> {
        Some(ActionId {
            mission: MissionId::new([7; 16]),
            step: StepIndex::new(step)?,
            robot: RobotId::new("robot_2").ok()?,
        })
    }

    fn verdict(step: u32, code: u8) -> SubgoalVerdict {
        SubgoalVerdict {
            mission_id: vec![7; 16],
            step,
            robot: "robot_2".to_owned(),
            subtask: "grab apple 1".to_owned(),
            verdict: code,
            ..Default::default()
        }
    }

    fn answer(step: u32, kind: u8, option: u16, by: &str) -> HelpAnswer {
        HelpAnswer {
            mission_id: vec![7; 16],
            step,
            robot: "robot_2".to_owned(),
            question_kind: HelpRequest::OUTCOME as u8,
            kind,
            option: HelpOption { id: option, ..Default::default() },
            text: "look again".to_owned(),
            operator_name: by.to_owned(),
            ..Default::default()
        }
    }

    fn told(join: &mut Join) -> Vec<String> {
        let told = join.heard.drain(..).map(|heard| match heard {
            CheckHeard::Looked(look) => format!("look {}", look.action.step),
            CheckHeard::Said(word) => format!("{} {:?}", word.action.step, word.outcome),
        });
        told.collect()
    }

    #[test]
    fn a_look_is_told_once_and_words_before_and_after_it_reach_it() -> Checked {
        let mut join = Join::default();
        let look = || look_of(verdict(1, SubgoalVerdict::UNCERTAIN as u8)).ok_or("a look");
        let word = |step| word_of(&answer(step, HelpAnswer::OPTION as u8, FAILED, "ann")).ok_or("a word");
        join.said(word(1)?);
        join.looked(look()?);
        join.looked(look()?);
        join.said(word(2)?);
        assert_eq!(told(&mut join), ["1 Some(Failure)", "look 1", "1 Some(Failure)", "2 Some(Failure)"]);
        Ok(())
    }

    #[test]
    fn verdicts_and_answers_mean_what_their_interfaces_say() {
        let verdict_of = |code| look_of(verdict(3, code)).map(|look| (look.action, look.verdict));
        let seen = |verdict| action(3).map(|action| (action, verdict));
        assert_eq!(verdict_of(SubgoalVerdict::SUCCESS as u8), seen(Some(ActionOutcome::Success)));
        assert_eq!(verdict_of(SubgoalVerdict::FAILURE as u8), seen(Some(ActionOutcome::Failure)));
        assert_eq!(verdict_of(SubgoalVerdict::UNCERTAIN as u8), seen(None));
        assert_eq!(verdict_of(99), seen(None));
        assert_eq!(look_of(verdict(0, SubgoalVerdict::SUCCESS as u8)), None, "it belongs to no step");

        let outcome_of = |kind, option| word_of(&answer(3, kind, option, "ann")).map(|word| (word.outcome, word.text));
        let said = |outcome| Some((outcome, "look again".to_owned()));
        assert_eq!(outcome_of(HelpAnswer::OPTION as u8, WORKED), said(Some(ActionOutcome::Success)));
        assert_eq!(outcome_of(HelpAnswer::OPTION as u8, FAILED), said(Some(ActionOutcome::Failure)));
        assert_eq!(outcome_of(HelpAnswer::NONE_OF_THESE as u8, 0), said(None), "no word on whether it worked");
        assert_eq!(outcome_of(HelpAnswer::HALT as u8, 0), said(None));
        assert_eq!(word_of(&answer(3, HelpAnswer::EXPIRED as u8, 0, "")), None, "nobody said it");
        let worked = || answer(3, HelpAnswer::OPTION as u8, WORKED, "ann");
        let decision = HelpAnswer { question_kind: HelpRequest::DECISION as u8, ..worked() };
        assert_eq!(word_of(&decision), None, "it is about what to do");
        let later = HelpAnswer { question_kind: 9, ..worked() };
        assert_eq!(word_of(&later), None, "nobody knows what it is about");
        let elsewhere = HelpAnswer { robot: "../etc".to_owned(), ..worked() };
        assert_eq!(word_of(&elsewhere), None);
    }
}
