use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use surefleet_fleet::{
    Attempt, Decision, DecisionKey, JointStep, MissionId, RobotId, SkillOutcome, Stamp, StepIndex, Turn, TurnKey,
};
use surefleet_perception::Execution;
use surefleet_ring::Entry;
use surefleet_robot::Output;
use surefleet_safety::{ApprovalError, Nonce, SignedApproval};

/// The invariants of everything that robots and the monitor ever say; every output is checked against them.
#[derive(Debug)]
pub(crate) struct Invariants {
    idle: Decision,
    /// Decisions that robots journalled.
    decided: HashMap<DecisionKey, Decision>,
    /// Decisions in published turns.
    accepted: HashMap<DecisionKey, Option<Decision>>,
    contents: HashMap<(MissionId, TurnKey), Arc<Turn>>,
    approved: HashMap<(MissionId, StepIndex), JointStep>,
    executed: HashMap<(MissionId, StepIndex, RobotId), (Attempt, Decision)>,
    /// Failures that robots kept or published, in the words of turns.
    failed: HashSet<(MissionId, StepIndex, String)>,
    /// Parts of steps for which a robot's own skill server proved success.
    proved: HashSet<(RobotId, MissionId, StepIndex)>,
    /// Parts of steps that a later picture or a person confirmed.
    seen: HashSet<(RobotId, MissionId, StepIndex)>,
    /// Approvals that the monitor signed.
    signed: HashMap<Nonce, SignedApproval>,
    /// Approvals that the skill servers accepted.
    admitted: HashSet<Nonce>,
    /// The newest step of each mission that they let through, in which of their lives, and until when it may be begun.
    newest: HashMap<MissionId, (StepIndex, u32, Stamp)>,
}

impl Invariants {
    /// The invariants of a domain in which `idle` is the decision to stay.
    pub fn new(idle: Decision) -> Self {
        Self {
            idle,
            decided: HashMap::new(),
            accepted: HashMap::new(),
            contents: HashMap::new(),
            approved: HashMap::new(),
            executed: HashMap::new(),
            failed: HashSet::new(),
            proved: HashSet::new(),
            seen: HashSet::new(),
            signed: HashMap::new(),
            admitted: HashSet::new(),
            newest: HashMap::new(),
        }
    }

    /// The robot's own skill server proved that its part of a step succeeded.
    pub fn prove(&mut self, robot: &RobotId, mission: MissionId, step: StepIndex) {
        self.proved.insert((robot.clone(), mission, step));
    }

    /// A picture or a person confirms that an action worked.
    pub fn see(&mut self, robot: &RobotId, execution: Execution) {
        self.seen.insert((robot.clone(), execution.mission, execution.step));
    }

    /// The monitor signs an approval.
    pub fn sign(&mut self, signed: &SignedApproval) {
        self.signed.insert(signed.approval.nonce, signed.clone());
    }

    /// Checks the skill servers' reaction to an approval.
    pub fn check_admission(
        &mut self,
        now: Stamp,
        signed: &SignedApproval,
        admitted: &Result<surefleet_safety::Admitted, ApprovalError>,
        life: u32,
    ) -> Result<(), String> {
        if admitted.is_err() {
            return Ok(());
        }
        let approval = &signed.approval;
        let is_genuine = self.signed.get(&approval.nonce) == Some(signed);
        let is_new = self.admitted.insert(approval.nonce);
        let (mission, step) = (approval.joint.mission, approval.joint.step);
        let newest = *self.newest.entry(mission).or_insert((step, life, approval.expires));
        if newest.0 > step || (newest.0 == step && newest.1 != life) {
            return Err(format!("{approval:?} is let through after {newest:?}"));
        }
        self.newest.insert(mission, (step, life, approval.expires.max(newest.2)));
        match is_genuine && is_new && now < approval.expires {
            true => Ok(()),
            false => Err(format!("{approval:?} is let through: genuine {is_genuine}, new {is_new}, at {now}")),
        }
    }

    /// Checks that a part of a step may begin: as approved, and before its approval has expired.
    pub fn check_begin(
        &self,
        now: Stamp,
        robot: &RobotId,
        (mission, step): (MissionId, StepIndex),
        decision: Decision,
    ) -> Result<(), String> {
        let approved = self.approved.get(&(mission, step)).and_then(|joint| joint.decision_of(robot));
        let newest = self.newest.get(&mission);
        let holds = newest.is_some_and(|(newest, _, expires)| *newest == step && now < *expires);
        match holds && approved == Some(decision) {
            true => Ok(()),
            false => Err(format!(
                "{robot} begins {decision:?} in step {step} at {now}: approved {approved:?}, let through {newest:?}"
            )),
        }
    }

    /// Checks what a robot put out.
    pub fn check_output(&mut self, robot: &RobotId, is_inspected: bool, output: &Output) -> Result<(), String> {
        match output {
            Output::Journal(Entry::Finished { mission, step, outcome: SkillOutcome::Done })
            | Output::PublishOutcome { mission, step, outcome: SkillOutcome::Done } => {
                self.check_success(robot, is_inspected, *mission, *step)
            }
            Output::Journal(Entry::Decided { mission, step, attempt, decision, .. }) => {
                let key = DecisionKey { mission: *mission, step: *step, attempt: *attempt, robot: robot.clone() };
                match self.decided.insert(key.clone(), *decision) {
                    Some(_) => Err(format!("{key:?} was decided twice")),
                    None => Ok(()),
                }
            }
            // A skill cancelled because its mission has ended is only published; a skill that is given up is only kept.
            Output::Journal(Entry::Finished { mission, step, outcome: SkillOutcome::Failed(reason) })
            | Output::PublishOutcome { mission, step, outcome: SkillOutcome::Failed(reason) } => {
                // A failure in step t is told in step t + 1.
                self.failed.insert((*mission, step.next(), format!("{robot}: {reason}")));
                Ok(())
            }
            Output::Publish(turn) => self.check_turn(turn),
            Output::Check { turn, .. } if turn.holder() != Some(robot) => {
                Err(format!("{robot} is to decide a turn that {:?} holds", turn.holder()))
            }
            Output::SendGoal { goal, .. } => {
                self.check_execution(robot, (goal.mission, goal.step), (goal.attempt, goal.decision))
            }
            _ => Ok(()),
        }
    }

    /// Success needs the skill server's proof; in a fleet with perception, it also needs a picture or a person.
    fn check_success(
        &self,
        robot: &RobotId,
        is_inspected: bool,
        mission: MissionId,
        step: StepIndex,
    ) -> Result<(), String> {
        let part = (robot.clone(), mission, step);
        let stays =
            self.executed.get(&(mission, step, robot.clone())).is_some_and(|(_, decision)| *decision == self.idle);
        match (self.proved.contains(&part), self.seen.contains(&part)) {
            (false, _) => Err(format!("{robot} tells success in step {step}, and its skill server proved none")),
            (true, false) if is_inspected && !stays => {
                Err(format!("{robot} tells success in step {step}, and neither picture nor person says so"))
            }
            (true, _) => Ok(()),
        }
    }

    /// Checks a turn; any process may have published it.
    pub fn check_turn(&mut self, turn: &Arc<Turn>) -> Result<(), String> {
        let (mission, key) = (turn.mission(), turn.key());
        let known = self.contents.entry((mission, key)).or_insert_with(|| turn.clone());
        if known != turn {
            return Err(format!("two turns are {key:?}: {known:?} and {turn:?}"));
        }
        if let Some(team_step) = &turn.team_step
            && turn.decided.first().is_none_or(|first| first.robot != team_step.owner)
        {
            return Err(format!("{key:?} has a team step of {}, who did not decide first", team_step.owner));
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

    /// Checks a joint step that the monitor committed.
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
