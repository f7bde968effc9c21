//! What a fleet's robots see of their actions, and what people say of it, for somebody who records it.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use r2r::surefleet::msg::{HelpAnswer, SubgoalVerdict, Turn};
use surefleet_fleet::{MissionId, RobotId, StepIndex};
use surefleet_perception::Said;

use crate::{
    NodeError,
    endpoints::Inbox,
    planner::outcome_said,
    topics::{HELP_ANSWERS, RING, SUBGOAL_VERDICTS},
    wire::{self, RingMessage, RingReader},
};

/// An action that a robot looked at. A fleet does one thing a robot and step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActionId {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// Who acted.
    pub robot: RobotId,
}

/// What is heard of an action.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckHeard {
    /// A robot looked at what it did; each action once.
    Looked {
        /// Which action.
        action: ActionId,
        /// The mission in plain language.
        task: String,
        /// What the robot tried.
        subtask: String,
        /// What is true if it worked.
        expected: String,
        /// What it made of it; `None`: it was not sure, and a person is asked.
        saw: Option<bool>,
        /// Why, in words.
        reason: String,
        /// The picture, as a PNG or JPEG; empty: there was none.
        picture: Vec<u8>,
    },
    /// A person said whether it worked; after `Looked`.
    Told {
        /// Which action.
        action: ActionId,
        /// Whether it did what it should.
        worked: bool,
        /// Who said so.
        by: String,
    },
}

/// Listens to robots' verdicts and to operators' answers; says nothing itself.
pub struct CheckWatch {
    node: r2r::Node,
    ring: Inbox<Turn>,
    reader: RingReader,
    answers: Inbox<HelpAnswer>,
    verdicts: Vec<Inbox<SubgoalVerdict>>,
    /// Missions in words.
    texts: BTreeMap<MissionId, String>,
    /// Verdicts on missions whose words are not known yet.
    wordless: Vec<(ActionId, SubgoalVerdict)>,
    looked: BTreeSet<ActionId>,
    /// What people said of actions that no picture is known of yet.
    early: BTreeMap<ActionId, (bool, String)>,
    heard: VecDeque<CheckHeard>,
}

impl CheckWatch {
    /// Makes the node `surefleet_checks_<process>`, for these robots.
    ///
    /// # Errors
    /// No ROS.
    pub fn open(robots: &[RobotId]) -> Result<Self, NodeError> {
        let context = r2r::Context::create().map_err(NodeError::ros("start ROS"))?;
        let name = format!("surefleet_checks_{}", std::process::id());
        let mut node = r2r::Node::create(context, &name, "").map_err(NodeError::ros("create a node"))?;
        let verdicts = robots.iter().map(|robot| Inbox::subscribe_of(&mut node, robot, &SUBGOAL_VERDICTS));
        Ok(Self {
            verdicts: verdicts.collect::<Result<_, _>>()?,
            ring: Inbox::subscribe(&mut node, &RING)?,
            reader: RingReader::default(),
            answers: Inbox::subscribe(&mut node, &HELP_ANSWERS)?,
            texts: BTreeMap::new(),
            wordless: Vec::new(),
            looked: BTreeSet::new(),
            early: BTreeMap::new(),
            heard: VecDeque::new(),
            node,
        })
    }

    /// Takes in what comes within this time.
    pub fn look(&mut self, span: Duration) {
        self.node.spin_once(span);
        while let Some(message) = self.ring.take() {
            // What cannot be read is the fleet's to complain of.
            if let Ok(RingMessage::Turn(turn)) = self.reader.read(message) {
                self.texts.entry(turn.mission()).or_insert_with(|| turn.brief.text.clone());
            }
        }
        let heard: Vec<_> = self.verdicts.iter_mut().flat_map(|inbox| std::iter::from_fn(|| inbox.take())).collect();
        self.wordless.extend(heard.into_iter().filter_map(|verdict| Some((action_of(&verdict)?, verdict))));
        for (action, verdict) in std::mem::take(&mut self.wordless) {
            match self.texts.get(&action.mission) {
                Some(text) => {
                    let text = text.clone();
                    self.note_look(action, verdict, text);
                }
                None => self.wordless.push((action, verdict)),
            }
        }
        while let Some(answer) = self.answers.take() {
            self.note_answer(&answer);
        }
    }

    /// The next thing heard.
    pub fn poll(&mut self) -> Option<CheckHeard> {
        self.heard.pop_front()
    }

    fn note_look(&mut self, action: ActionId, verdict: SubgoalVerdict, task: String) {
        if !self.looked.insert(action.clone()) {
            return;
        }
        let saw = match i64::from(verdict.verdict) {
            code if code == SubgoalVerdict::SUCCESS as i64 => Some(true),
            code if code == SubgoalVerdict::FAILURE as i64 => Some(false),
            _ => None,
        };
        let SubgoalVerdict { subtask, expected, reason, picture, .. } = verdict;
        let (told, picture) = (self.early.remove(&action), picture.data);
        let looked = action.clone();
        self.heard.push_back(CheckHeard::Looked { action: looked, task, subtask, expected, saw, reason, picture });
        self.heard.extend(told.map(|(worked, by)| CheckHeard::Told { action, worked, by }));
    }

    fn note_answer(&mut self, answer: &HelpAnswer) {
        let Some((execution, said)) = outcome_said(answer) else { return };
        let worked = match said {
            Said::Worked => true,
            Said::Failed(_) => false,
            Said::Nothing => return,
        };
        let Ok(robot) = RobotId::new(&answer.robot) else { return };
        let action = ActionId { mission: execution.mission, step: execution.step, robot };
        let by = answer.operator_name.clone();
        if self.looked.contains(&action) {
            self.heard.push_back(CheckHeard::Told { action, worked, by });
        } else {
            self.early.insert(action, (worked, by));
        }
    }
}

/// `None`: it is on nothing that a mission did.
fn action_of(verdict: &SubgoalVerdict) -> Option<ActionId> {
    let mission = wire::mission_id(&verdict.mission_id).ok()?;
    let (step, robot) = (StepIndex::new(verdict.step)?, RobotId::new(&verdict.robot).ok()?);
    Some(ActionId { mission, step, robot })
}
