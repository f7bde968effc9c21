use std::{collections::BTreeMap, sync::Arc};

use r2r::surefleet::action::ExecuteSkill;
use surefleet_fleet::{Attempt, Decision, Digest, RobotId, Stamp};
use surefleet_identity::{Freshness, Participant};
use surefleet_ros::{
    ActionServer, Asked, Cancels, FleetNode, GoalEnding, GoalId, Identity, NodeError, digest_of,
    wire::{self, WireError},
};
use surefleet_simulator::{GoalTicket, SkillGoal, WorldError, WorldInput};
use surefleet_site::Site;
use surefleet_world::World;

/// The skill server of a simulated robot.
pub(crate) struct Skills {
    robot: RobotId,
    /// The robot's identity, which seals its results.
    identity: Identity,
    /// The node's own identity, which counts messages that are not believed.
    node: Identity,
    server: ActionServer<ExecuteSkill::Action>,
    heard: Freshness,
    world: Arc<World>,
    doing: BTreeMap<GoalTicket, Doing>,
}

/// A goal in progress.
struct Doing {
    goal: GoalId,
    /// Digest of the goal; the result is bound to it.
    asked: Digest,
    decision: Decision,
}

impl Skills {
    pub fn offer(node: &mut FleetNode, site: &Site, robot: &RobotId, own: &Identity) -> Result<Self, NodeError> {
        let name = node.fleet().robot_name(robot, "skill");
        Ok(Self {
            robot: robot.clone(),
            identity: Identity::read(&site.state, Participant::skill_server(robot))?,
            node: own.clone(),
            server: ActionServer::offer(node, &name, Cancels::Obeyed)?,
            heard: Freshness::default(),
            world: site.world.clone(),
            doing: BTreeMap::new(),
        })
    }

    /// Number of goals in progress.
    pub fn under_way(&self) -> usize {
        self.doing.len()
    }

    /// The decision of the first goal in progress.
    pub fn decision(&self) -> Option<Decision> {
        self.doing.values().next().map(|doing| doing.decision)
    }

    /// The robot, and what it does for this goal.
    pub fn deed(&self, ticket: GoalTicket) -> Option<(&RobotId, Decision)> {
        self.doing.get(&ticket).map(|doing| (&self.robot, doing.decision))
    }

    /// Whether this goal is in progress.
    pub fn carries_out(&self, ticket: GoalTicket) -> bool {
        self.doing.contains_key(&ticket)
    }

    /// The next goal or cancel for the world; `tickets`: number of goals so far, of all robots.
    pub fn take(&mut self, ros: Stamp, is_active: bool, tickets: &mut u64) -> Option<WorldInput> {
        while let Some(asked) = self.server.take() {
            let mut new = match asked {
                Asked::Goal(new) => new,
                Asked::Cancel(id) => match self.doing.iter().find(|(_, doing)| doing.goal == id) {
                    Some((ticket, _)) => return Some(WorldInput::Cancel { ticket: *ticket }),
                    None => continue,
                },
            };
            if !is_active {
                self.server.reject(new, "the node is not active");
                continue;
            }
            // Only the robot's own planner may make it act.
            if let Err(error) = self.node.prove_of(&self.robot, &[], &mut self.heard, &mut new.goal) {
                self.node.refuse("a skill", &error);
                self.server.reject(new, &error.to_string());
                continue;
            }
            let (id, message) = self.server.accept(ros, new);
            let asked = digest_of(&message);
            match self.read(&message) {
                Ok(goal) => {
                    *tickets += 1;
                    let ticket = GoalTicket(*tickets);
                    self.doing.insert(ticket, Doing { goal: id, asked, decision: goal.decision });
                    return Some(WorldInput::Goal { ticket, goal });
                }
                Err(error_msg) => {
                    let error_code = ExecuteSkill::Result::BAD_SKILL as u16;
                    let result = ExecuteSkill::Result { error_code, error_msg, ..Default::default() };
                    self.end(id, asked, GoalEnding::Aborted, result);
                }
            }
        }
        None
    }

    fn read(&self, goal: &ExecuteSkill::Goal) -> Result<SkillGoal, String> {
        let decision = Decision::new(goal.decision);
        if !self.world.options().contains(decision) {
            return Err(format!("decision {} is none of this domain", goal.decision));
        }
        let in_words = |error: WireError| error.to_string();
        Ok(SkillGoal {
            mission: wire::mission_id(&goal.mission_id).map_err(in_words)?,
            step: wire::step_index(goal.step).map_err(in_words)?,
            attempt: Attempt(goal.attempt),
            robot: self.robot.clone(),
            decision,
            skill: goal.skill.clone(),
            arguments: goal.arguments.clone(),
        })
    }

    /// Reports the end of a goal.
    pub fn finish(&mut self, ticket: GoalTicket, result: Result<(), WorldError>) {
        let Some(Doing { goal, asked, .. }) = self.doing.remove(&ticket) else { return };
        let ending = match &result {
            Ok(()) => GoalEnding::Succeeded,
            Err(WorldError::Canceled) => GoalEnding::Canceled,
            Err(_) => GoalEnding::Aborted,
        };
        self.end(goal, asked, ending, result.map_or_else(failure, |()| ExecuteSkill::Result::default()));
    }

    fn end(&mut self, goal: GoalId, asked: Digest, ending: GoalEnding, mut result: ExecuteSkill::Result) {
        self.identity.seal(asked.as_bytes(), &mut result);
        self.server.end(goal, ending, result);
    }
}

fn failure(error: WorldError) -> ExecuteSkill::Result {
    let error_code = match error {
        WorldError::NotApproved { .. }
        | WorldError::Superseded { .. }
        | WorldError::Lapsed { .. }
        | WorldError::MissionEnded { .. } => ExecuteSkill::Result::NOT_APPROVED as u16,
        WorldError::BadSkill { .. } | WorldError::UnknownRobot(_) => ExecuteSkill::Result::BAD_SKILL as u16,
        WorldError::Canceled => ExecuteSkill::Result::CANCELED as u16,
        _ => ExecuteSkill::Result::FAILED as u16,
    };
    ExecuteSkill::Result { error_code, error_msg: error.to_string(), ..Default::default() }
}
