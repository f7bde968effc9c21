use std::{pin::Pin, sync::Arc, time::Duration};

use r2r::surefleet::action::ExecuteSkill;
use surefleet_fleet::{Digest, RobotId, SkillOutcome, Stamp};
use surefleet_identity::Freshness;
use surefleet_robot::{GoalTicket, Input, SkillGoal};
use surefleet_ros::{ActionClient, Diagnosis, FleetNode, Identity, NodeError, Sent, digest_of, ready, wire};
use surefleet_site::Site;
use surefleet_world::World;

use crate::skill_server::SkillServer;

type Pending<T> = Pin<Box<dyn Future<Output = T>>>;

/// The end of a goal that a server accepted; `None`: the result is not proved.
type Running = Pending<Option<SkillOutcome>>;

/// The robot of the skill server, and the identity that tells its messages from a stranger's.
#[derive(Clone)]
struct Me {
    robot: RobotId,
    identity: Option<Identity>,
}

/// The client of this robot's `/<robot>/skill`: sends goals, and reports their results. The robot decides when.
pub(crate) struct SkillClient {
    name: String,
    client: ActionClient<ExecuteSkill::Action>,
    world: Arc<World>,
    me: Me,
    server: SkillServer,
    looking: Option<(GoalTicket, Pending<Result<(), String>>)>,
    sent: Option<(GoalTicket, Pending<Result<Running, String>>)>,
    running: Option<(GoalTicket, Running)>,
}

impl SkillClient {
    pub(crate) fn new(node: &mut FleetNode, robot: &RobotId, site: &Site) -> Result<Self, NodeError> {
        let name = node.fleet().robot_name(robot, "skill");
        let client = ActionClient::create(node, &name)?;
        let me = Me { robot: robot.clone(), identity: node.identity().cloned() };
        let server = SkillServer::of(&name, Duration::from_millis(site.fleet.ring.lease_ms));
        let world = site.world.clone();
        Ok(Self { name, client, world, me, server, looking: None, sent: None, running: None })
    }

    /// The state of the server.
    pub(crate) fn server(&mut self) -> &mut SkillServer {
        &mut self.server
    }

    /// Whether there is no server, after it had time to appear.
    pub(crate) fn is_unserved(&self) -> bool {
        self.server.is_missing()
    }

    /// The server's diagnosis.
    pub(crate) fn diagnose(&self) -> Diagnosis {
        self.server.diagnose()
    }

    /// Looks for the server.
    pub(crate) fn find(&mut self, ticket: GoalTicket) {
        self.looking = Some((ticket, self.client.available()));
    }

    /// Seals the goal, and sends it.
    pub(crate) fn send(&mut self, ticket: GoalTicket, goal: SkillGoal) {
        let options = self.world.options();
        let named = |object: &_| self.world.object(*object).name.clone();
        let mut request = ExecuteSkill::Goal {
            mission_id: wire::mission_bytes(goal.mission),
            step: goal.step.get(),
            attempt: goal.attempt.0,
            decision: goal.decision.get(),
            skill: self.world.domain().skill(options.skill(goal.decision)).name.clone(),
            arguments: options.arguments(goal.decision).iter().map(named).collect(),
            ..Default::default()
        };
        if let Some(identity) = &self.me.identity {
            identity.seal(&[], &mut request);
        }
        let (asked, me) = (digest_of(&request), self.me.clone());
        let sending = self.client.send(request);
        let sent: Pending<Result<Running, String>> = Box::pin(async move {
            let Sent { result, .. } = sending.await?;
            let running: Running = Box::pin(async move {
                match result.await {
                    Ok((_, result)) => me.read(&asked, result),
                    Err(wrong) => {
                        tracing::warn!(wrong, "the result of a skill was lost; it is asked for again");
                        None
                    }
                }
            });
            Ok(running)
        });
        self.sent = Some((ticket, sent));
    }

    /// Cancels all goals of the server.
    pub(crate) fn cancel(&mut self) {
        if let Err(error) = self.client.cancel_all() {
            tracing::error!(skill = self.name, error, "the skill could not be cancelled");
        }
    }

    /// The next report about the server.
    pub(crate) fn take(&mut self, now: Stamp) -> Option<Input> {
        let client = &self.client;
        self.server.look(now, || client.available());
        if let Some((ticket, found)) = take_ready(&mut self.looking) {
            return Some(Input::ServerFound { ticket, found });
        }
        if let Some((ticket, answer)) = take_ready(&mut self.sent) {
            let taken = answer.map(|running| self.running = Some((ticket, running)));
            return Some(Input::GoalAnswered { ticket, taken });
        }
        let (ticket, outcome) = take_ready(&mut self.running)?;
        Some(Input::GoalEnded { ticket, outcome })
    }

    /// Time of the next check for the server.
    pub(crate) fn next_deadline(&self) -> Option<Stamp> {
        self.server.next_deadline()
    }
}

fn take_ready<T>(pending: &mut Option<(GoalTicket, Pending<T>)>) -> Option<(GoalTicket, T)> {
    let (ticket, future) = pending.as_mut()?;
    let (ticket, value) = (*ticket, ready(future.as_mut())?);
    *pending = None;
    Some((ticket, value))
}

impl Me {
    /// The end of this goal, if the robot's own skill server proves it.
    fn read(&self, asked: &Digest, mut result: ExecuteSkill::Result) -> Option<SkillOutcome> {
        let identity = self.identity.as_ref()?;
        if let Err(error) = identity.prove_of(&self.robot, asked.as_bytes(), &mut Freshness::default(), &mut result) {
            identity.refuse("the result of a skill", &error);
            return None;
        }
        Some(match result.error_code {
            code if code == ExecuteSkill::Result::NONE as u16 => SkillOutcome::Done,
            _ => SkillOutcome::Failed(result.error_msg),
        })
    }
}
