use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use surefleet_fleet::{
    Attempt, Decision, DecisionKey, JointStep, MissionId, RobotId, SkillOutcome, StepIndex, Turn, TurnKey,
};
use surefleet_ring::{Entry, Output};

/// What must hold of all that robots and the monitor ever say; every output is held against it.
#[derive(Debug, Default)]
pub(crate) struct Invariants {
    /// What robots journalled as decided.
    decided: HashMap<DecisionKey, Decision>,
    /// What published turns carry.
    accepted: HashMap<DecisionKey, Option<Decision>>,
    contents: HashMap<(MissionId, TurnKey), Arc<Turn>>,
    approved: HashMap<(MissionId, StepIndex), JointStep>,
    executed: HashMap<(MissionId, StepIndex, RobotId), (Attempt, Decision)>,
    /// What robots kept or published as failed, as turns tell of it.
    failed: HashSet<(MissionId, StepIndex, String)>,
}

impl Invariants {
    /// Checks what a robot's ring put out.
    pub fn check_output(&mut self, robot: &RobotId, output: &Output) -> Result<(), String> {
        match output {
            Output::Journal(Entry::Decided { mission, step, attempt, decision }) => {
                let key = DecisionKey { mission: *mission, step: *step, attempt: *attempt, robot: robot.clone() };
                match self.decided.insert(key.clone(), *decision) {
                    Some(_) => Err(format!("{key:?} was decided twice")),
                    None => Ok(()),
                }
            }
            // A skill that is cancelled as its mission has ended is published only, and a skill that is given up kept only.
            Output::Journal(Entry::Finished { mission, step, outcome: SkillOutcome::Failed(reason) })
            | Output::PublishOutcome { mission, step, outcome: SkillOutcome::Failed(reason) } => {
                // What fails in step t is told in step t + 1.
                self.failed.insert((*mission, step.next(), format!("{robot}: {reason}")));
                Ok(())
            }
            Output::Publish(turn) => self.check_turn(turn),
            Output::Decide(turn) if turn.holder() != Some(robot) => {
                Err(format!("{robot} is to decide a turn that {:?} holds", turn.holder()))
            }
            Output::Execute { mission, step, attempt, decision, .. } => {
                self.check_execution(robot, (*mission, *step), (*attempt, *decision))
            }
            _ => Ok(()),
        }
    }

    /// Checks a turn that anybody publishes.
    pub fn check_turn(&mut self, turn: &Arc<Turn>) -> Result<(), String> {
        let (mission, key) = (turn.mission(), turn.key());
        let known = self.contents.entry((mission, key)).or_insert_with(|| turn.clone());
        if known != turn {
            return Err(format!("two turns are {key:?}: {known:?} and {turn:?}"));
        }
        for decided in &turn.decided {
            let (robot, attempt) = (decided.robot.clone(), decided.attempt);
            let name = DecisionKey { mission, step: turn.step, attempt, robot };
            let is_made = || decided.decision == self.decided.get(&name).copied();
            if decided.decision.is_some() && !is_made() {
                return Err(format!("{name:?} is published, but the robot did not journal it"));
            }
            let accepted = *self.accepted.entry(name.clone()).or_insert(decided.decision);
            if accepted != decided.decision {
                return Err(format!("{name:?} is both {accepted:?} and {:?}", decided.decision));
            }
        }
        let is_told = |failure: &&String| self.failed.contains(&(mission, turn.step, (*failure).clone()));
        if let Some(failure) = turn.failures.iter().find(|failure| !is_told(failure)) {
            return Err(format!("{key:?} tells {failure:?}, but that did not happen in the step before"));
        }
        for (row, step) in turn.history.iter().zip(1..) {
            let approved = StepIndex::new(step).and_then(|step| self.approved.get(&(mission, step)));
            let executed =
                approved.map(|joint| turn.brief.team.iter().map(|robot| joint.decision_of(robot)).collect::<Vec<_>>());
            if executed.as_ref() != Some(row) {
                return Err(format!("the history of {key:?} has {row:?} at step {step}, approved was {executed:?}"));
            }
        }
        Ok(())
    }

    /// Checks what the monitor committed.
    pub fn check_approval(&mut self, joint: &JointStep) -> Result<(), String> {
        for decided in &joint.decided {
            let (robot, attempt) = (decided.robot.clone(), decided.attempt);
            let name = DecisionKey { mission: joint.mission, step: joint.step, attempt, robot };
            // A robot that dies after it journalled a turn may propose it in its next life, unpublished.
            let accepted = *self.accepted.entry(name.clone()).or_insert(decided.decision);
            let made = self.decided.get(&name).copied();
            if accepted != decided.decision || made != decided.decision {
                return Err(format!("{name:?} is approved as {:?}, not {accepted:?}, {made:?}", decided.decision));
            }
        }
        match self.approved.insert((joint.mission, joint.step), joint.clone()) {
            Some(before) => Err(format!("two joint steps are approved: {before:?} and {joint:?}")),
            None => Ok(()),
        }
    }

    fn check_execution(
        &mut self,
        robot: &RobotId,
        (mission, step): (MissionId, StepIndex),
        done: (Attempt, Decision),
    ) -> Result<(), String> {
        let joint = self.approved.get(&(mission, step));
        let approved = joint.and_then(|joint| Some((joint.attempt, joint.decision_of(robot)?)));
        if approved != Some(done) {
            return Err(format!("{robot} executes {done:?} in step {step}, approved is {approved:?}"));
        }
        let before = *self.executed.entry((mission, step, robot.clone())).or_insert(done);
        if before == done { Ok(()) } else { Err(format!("{robot} executes {done:?} in step {step} after {before:?}")) }
    }
}
