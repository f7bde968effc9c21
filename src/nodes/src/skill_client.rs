use std::{pin::Pin, sync::Arc};

use r2r::{ActionClient, surefleet::action::ExecuteSkill};
use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, SkillOutcome, StepIndex};
use surefleet_mission::Domain;

use crate::{NodeError, endpoints::ready, site::Site, wire};

type Pending<T> = Pin<Box<dyn Future<Output = T>>>;

/// Where a goal stands.
enum Goal {
    /// Nothing to do.
    None,
    /// Sent, not yet accepted; or accepted and under way.
    UnderWay(Pending<Result<SkillOutcome, String>>),
}

/// The client of this robot's `/<robot>/skill`: one goal at a time, its outcome when it is there.
pub(crate) struct SkillClient {
    name: String,
    client: ActionClient<ExecuteSkill::Action>,
    domain: Arc<Domain>,
    step: Option<(MissionId, StepIndex)>,
    goal: Goal,
}

impl SkillClient {
    pub(crate) fn new(node: &mut r2r::Node, robot: &RobotId, site: &Site) -> Result<Self, NodeError> {
        let name = format!("/{robot}/skill");
        let client = node.create_action_client(&name).map_err(NodeError::ros(format!("create a client of {name}")))?;
        Ok(Self { name, client, domain: site.domain.clone(), step: None, goal: Goal::None })
    }

    /// Starts the robot's part of an approved step; a repeat for the step under way changes nothing.
    pub(crate) fn execute(&mut self, mission: MissionId, step: StepIndex, attempt: Attempt, decision: Decision) {
        if self.step == Some((mission, step)) && matches!(self.goal, Goal::UnderWay(_)) {
            return;
        }
        let symbol = self.domain.options().symbol(decision);
        let (skill, arguments) = symbol.trim_end_matches(')').split_once('(').unwrap_or((symbol, ""));
        let goal = ExecuteSkill::Goal {
            mission_id: wire::mission_bytes(mission),
            step: step.get(),
            attempt: attempt.0,
            decision: decision.get(),
            skill: skill.to_owned(),
            arguments: arguments.split(", ").filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        };
        self.step = Some((mission, step));
        let sent = self.client.send_goal_request(goal);
        self.goal = Goal::UnderWay(Box::pin(async move {
            let request = sent.map_err(|error| error.to_string())?;
            let (_, result, _feedback) = request.await.map_err(|error| format!("the goal was rejected: {error}"))?;
            let (_, result) = result.await.map_err(|error| error.to_string())?;
            Ok(match result.error_code {
                code if code == ExecuteSkill::Result::NONE as u16 => SkillOutcome::Done,
                _ => SkillOutcome::Failed(result.error_msg),
            })
        }));
    }

    /// The mission is over: the goal under way is not waited for any more. The skill server is told by the END on the
    /// ring, as everybody is.
    pub(crate) fn cancel(&mut self, mission: MissionId) {
        if self.step.is_some_and(|(current, _)| current == mission) {
            self.goal = Goal::None;
        }
    }

    /// The outcome of the goal, once it is there; a goal that could not be carried out failed.
    pub(crate) fn take(&mut self) -> Option<(MissionId, StepIndex, SkillOutcome)> {
        let Goal::UnderWay(pending) = &mut self.goal else { return None };
        let outcome = ready(pending.as_mut())?;
        self.goal = Goal::None;
        let (mission, step) = self.step?;
        let outcome = outcome.unwrap_or_else(|wrong| SkillOutcome::Failed(format!("{}: {wrong}", self.name)));
        Some((mission, step, outcome))
    }
}
