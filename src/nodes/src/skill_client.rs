use std::{pin::Pin, sync::Arc, time::Duration};

use r2r::{ActionClient, surefleet::action::ExecuteSkill};
use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, SkillOutcome, Stamp, StepIndex};
use surefleet_mission::Domain;

use crate::{NodeError, endpoints::ready, site::Site, wire};

type Pending<T> = Pin<Box<dyn Future<Output = T>>>;
type Running = Pending<Result<SkillOutcome, String>>;

/// Where the goal stands.
enum Stage {
    /// The server is looked for and asked, until the time given; then it is asked again.
    Asking(Stamp, Pending<Result<Running, String>>),
    /// The server took the goal.
    Running(Running),
}

/// A skill under way.
struct Goal {
    mission: MissionId,
    step: StepIndex,
    request: ExecuteSkill::Goal,
    stage: Stage,
}

/// A goal that no server has taken for so long is sent again: it was lost while the two were finding each other.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// The client of this robot's `/<robot>/skill`: one goal at a time, its outcome when it is there.
pub(crate) struct SkillClient {
    name: String,
    client: ActionClient<ExecuteSkill::Action>,
    domain: Arc<Domain>,
    goal: Option<Goal>,
}

impl SkillClient {
    pub(crate) fn new(node: &mut r2r::Node, robot: &RobotId, site: &Site) -> Result<Self, NodeError> {
        let name = format!("/{robot}/skill");
        let client = node.create_action_client(&name).map_err(NodeError::ros(format!("create a client of {name}")))?;
        Ok(Self { name, client, domain: site.domain.clone(), goal: None })
    }

    /// Starts the robot's part of an approved step; a repeat for the step under way changes nothing.
    pub(crate) fn execute(
        &mut self,
        now: Stamp,
        (mission, step): (MissionId, StepIndex),
        attempt: Attempt,
        decision: Decision,
    ) {
        if self.goal.as_ref().is_some_and(|goal| (goal.mission, goal.step) == (mission, step)) {
            return;
        }
        let symbol = self.domain.options().symbol(decision);
        let (skill, arguments) = symbol.trim_end_matches(')').split_once('(').unwrap_or((symbol, ""));
        let request = ExecuteSkill::Goal {
            mission_id: wire::mission_bytes(mission),
            step: step.get(),
            attempt: attempt.0,
            decision: decision.get(),
            skill: skill.to_owned(),
            arguments: arguments.split(", ").filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        };
        let stage = Stage::Asking(now + ASK_AGAIN, ask(self.client.clone(), request.clone()));
        self.goal = Some(Goal { mission, step, request, stage });
    }

    /// The mission is over: the goal under way is not waited for any more. The skill server is told by the END on the
    /// ring, as everybody is.
    pub(crate) fn forget(&mut self, mission: MissionId) {
        self.goal.take_if(|goal| goal.mission == mission);
    }

    /// The outcome of the goal, once it is there; a goal that could not be carried out failed.
    pub(crate) fn take(&mut self, now: Stamp) -> Option<(MissionId, StepIndex, SkillOutcome)> {
        let goal = self.goal.as_mut()?;
        if let Stage::Asking(until, asked) = &mut goal.stage {
            match ready(asked.as_mut()) {
                Some(Ok(running)) => goal.stage = Stage::Running(running),
                // No server, one that is not active, or a lost message: nothing has moved, so ask again.
                Some(Err(reason)) => {
                    tracing::warn!(skill = self.name, reason, "the skill server did not take a goal; asking again");
                    goal.stage = Stage::Asking(now + ASK_AGAIN, Box::pin(std::future::pending()));
                }
                None if now >= *until => {
                    let asked = ask(self.client.clone(), goal.request.clone());
                    goal.stage = Stage::Asking(now + ASK_AGAIN, asked);
                }
                None => {}
            }
        }
        let Stage::Running(running) = &mut goal.stage else { return None };
        let outcome = ready(running.as_mut())?;
        let outcome = outcome.unwrap_or_else(|wrong| SkillOutcome::Failed(format!("{}: {wrong}", self.name)));
        let (mission, step) = (goal.mission, goal.step);
        self.goal = None;
        Some((mission, step, outcome))
    }

    /// When a goal is asked for again.
    pub(crate) fn next_deadline(&self) -> Option<Stamp> {
        match &self.goal.as_ref()?.stage {
            Stage::Asking(until, _) => Some(*until),
            Stage::Running(_) => None,
        }
    }
}

/// Sends the goal once a server is there.
fn ask(client: ActionClient<ExecuteSkill::Action>, goal: ExecuteSkill::Goal) -> Pending<Result<Running, String>> {
    Box::pin(async move {
        let available = r2r::Node::is_available(&client).map_err(|error| error.to_string())?;
        available.await.map_err(|error| error.to_string())?;
        let request = client.send_goal_request(goal).map_err(|error| error.to_string())?;
        let (_, result, _feedback) = request.await.map_err(|error| format!("rejected: {error}"))?;
        let running: Running = Box::pin(async move {
            let (_, result) = result.await.map_err(|error| error.to_string())?;
            Ok(match result.error_code {
                code if code == ExecuteSkill::Result::NONE as u16 => SkillOutcome::Done,
                _ => SkillOutcome::Failed(result.error_msg),
            })
        });
        Ok(running)
    })
}
