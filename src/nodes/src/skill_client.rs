use std::{pin::Pin, sync::Arc, time::Duration};

use r2r::surefleet::action::ExecuteSkill;
use surefleet_fleet::{Attempt, Decision, Digest, MissionId, RobotId, SkillOutcome, Stamp, StepIndex};
use surefleet_identity::Freshness;
use surefleet_mission::Domain;
use surefleet_ros::{ActionClient, Diagnosis, FleetNode, Identity, NodeError, Sent, digest_of, ready, wire};
use surefleet_site::Site;

use crate::skill_server::SkillServer;

type Pending<T> = Pin<Box<dyn Future<Output = T>>>;

/// The outcome of a goal that a server took.
type Running = Pending<Result<SkillOutcome, NoOutcome>>;

/// Why a goal that a server took has no outcome.
enum NoOutcome {
    /// It was lost on the way.
    Lost(String),
    /// Somebody else than the skill server tells it: what became of the skill is to be asked again.
    Unproved,
}

/// How far asking a server is.
enum Asking {
    Looking(Pending<Result<(), String>>),
    Sent(Pending<Result<Running, String>>),
}

/// A skill under way.
struct Goal {
    mission: MissionId,
    step: StepIndex,
    request: ExecuteSkill::Goal,
    /// Until a server answers or is asked again.
    asking: Option<Asking>,
    /// `None`: nobody wants it done any more.
    ask_again: Option<Stamp>,
    /// Once it is to be cancelled: when the server is told again.
    cancel_again: Option<Stamp>,
    /// The server took the goal.
    running: Option<Running>,
    /// A server may carry it out, whatever was said of it without a proof: it was sent, in this life or an earlier one.
    may_run: bool,
}

/// A goal that no server has taken for so long is sent again: it was lost while the two were finding each other.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// A goal that a server has taken is sent again too: to a server that has lost it. A repeat gets the first one's result.
const MAKE_SURE: Duration = Duration::from_secs(10);
/// A cancel is repeated until the server says how the skill ended.
const CANCEL_AGAIN: Duration = Duration::from_secs(1);
/// No word that the gate is open counts for longer, whoever says it.
const LONGEST_OPEN: Duration = Duration::from_secs(60);
/// A client that has just begun waits so long for a word about the gate before it cancels what an earlier life of it may have sent.
const FIRST_WORD: Duration = Duration::from_secs(2);

/// Whose skill server it is, and how its word is told from a stranger's.
#[derive(Clone)]
struct Me {
    robot: RobotId,
    identity: Option<Identity>,
}

/// The client of this robot's `/<robot>/skill`: one goal at a time, its outcome when it is there.
///
/// While the safety monitor does not say that the gate is open, no goal is sent, and all that were sent to the robot's server are
/// cancelled, until it proves what became of the last one: an acceptance, a rejection and a cancel have no seal. Once the gate is
/// open again that one is sent again, still to be cancelled: a server that was restarted meanwhile knows nothing of the first, and
/// only its answer to the repeat tells what became of the skill.
pub(crate) struct SkillClient {
    open_until: Stamp,
    /// Until when a word about the gate may be the first one; `None`: there was one.
    first_word: Option<Stamp>,
    is_closed: bool,
    /// Nothing was begun yet in this life of the planner.
    is_new: bool,
    name: String,
    client: ActionClient<ExecuteSkill::Action>,
    domain: Arc<Domain>,
    goal: Option<Goal>,
    me: Me,
    server: SkillServer,
}

impl SkillClient {
    pub(crate) fn new(node: &mut FleetNode, robot: &RobotId, site: &Site) -> Result<Self, NodeError> {
        let name = node.fleet().robot_name(robot, "skill");
        let client = ActionClient::create(node, &name)?;
        let (domain, open_until) = (site.domain.clone(), Stamp::ZERO);
        let me = Me { robot: robot.clone(), identity: node.identity().cloned() };
        let server = SkillServer::of(&name, Duration::from_millis(site.fleet.ring.lease_ms));
        let first_word = Some(Stamp::ZERO);
        Ok(Self { open_until, first_word, is_closed: true, is_new: true, name, client, domain, goal: None, me, server })
    }

    /// Whether a server is there.
    pub(crate) fn server(&mut self) -> &mut SkillServer {
        &mut self.server
    }

    /// Whether no server is there, after it had time to come.
    pub(crate) fn is_unserved(&self) -> bool {
        self.server.is_missing()
    }

    /// How the server is.
    pub(crate) fn diagnose(&self) -> Diagnosis {
        self.server.diagnose()
    }

    /// Takes note of what the safety monitor says of the gate.
    pub(crate) fn see_gate(&mut self, now: Stamp, is_open: bool, lasts: Duration) {
        self.first_word = None;
        self.open_until = if is_open { now + lasts.min(LONGEST_OPEN) } else { now };
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
        // A planner that was restarted begins with the skill of its earlier life.
        let may_run = self.goal.as_ref().map_or(self.is_new, |goal| goal.may_run);
        self.is_new = false;
        let options = self.domain.options();
        let request = ExecuteSkill::Goal {
            mission_id: wire::mission_bytes(mission),
            step: step.get(),
            attempt: attempt.0,
            decision: decision.get(),
            skill: options.skill(decision).to_owned(),
            arguments: options.arguments(decision),
            ..Default::default()
        };
        self.goal = Some(Goal {
            mission,
            step,
            request,
            asking: None,
            ask_again: Some(now),
            cancel_again: None,
            running: None,
            may_run,
        });
    }

    /// The mission is over, as the skill server hears too: a goal that was never sent is dropped; what became of one that was
    /// taken is still told.
    pub(crate) fn forget(&mut self, mission: MissionId) {
        self.goal.take_if(|goal| goal.mission == mission && !goal.may_run);
        if let Some(goal) = self.goal.as_mut().filter(|goal| goal.mission == mission) {
            goal.ask_again = None;
        }
    }

    /// The outcome of the goal, once it is there; a goal that could not be carried out failed.
    pub(crate) fn take(&mut self, now: Stamp) -> Option<(MissionId, StepIndex, SkillOutcome)> {
        self.is_closed = now >= self.open_until;
        let client = &self.client;
        self.server.look(now, || client.available());
        if self.first_word == Some(Stamp::ZERO) {
            self.first_word = Some(now + FIRST_WORD);
        }
        let is_silent = self.is_closed && self.first_word.is_none_or(|until| now >= until);
        let goal = self.goal.as_mut()?;
        if is_silent && goal.may_run && goal.cancel_again.is_none() {
            tracing::warn!(
                skill = self.name,
                "the gate is closed or the safety monitor is silent: the skill is cancelled"
            );
            (goal.ask_again, goal.cancel_again) = (goal.ask_again.map(|_| now), Some(now));
        }
        if self.is_closed {
            goal.asking.take_if(|asking| matches!(asking, Asking::Looking(_)));
        } else if goal.ask_again.is_some_and(|due| now >= due) {
            goal.ask_again = Some(now + ASK_AGAIN);
            goal.asking = Some(Asking::Looking(self.client.available()));
        }
        if let Some(Asking::Looking(looking)) = &mut goal.asking
            && let Some(found) = ready(looking.as_mut())
        {
            goal.may_run |= found.is_ok();
            let sent = |()| Asking::Sent(send(&self.client, goal.request.clone(), self.me.clone()));
            goal.asking = found.map(sent).inspect_err(|reason| not_taken(&self.name, reason)).ok();
        }
        if let Some(Asking::Sent(sent)) = &mut goal.asking
            && let Some(answer) = ready(sent.as_mut())
        {
            goal.asking = None;
            match answer {
                Ok(running) => {
                    goal.running = Some(running);
                    goal.ask_again = goal.ask_again.map(|_| now + MAKE_SURE);
                    // What is to be cancelled does not begin anew.
                    goal.cancel_again = goal.cancel_again.map(|_| now);
                }
                // No server, one that is not active, or a lost message: it is asked again.
                Err(reason) => not_taken(&self.name, &reason),
            }
        }
        if goal.cancel_again.is_some_and(|due| now >= due) {
            goal.cancel_again = Some(now + CANCEL_AGAIN);
            if let Err(error) = self.client.cancel_all() {
                tracing::error!(skill = self.name, error, "the skill could not be cancelled");
            }
        }
        let outcome = ready(goal.running.as_mut()?.as_mut())?;
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(NoOutcome::Lost(wrong)) => SkillOutcome::Failed(format!("{}: {wrong}", self.name)),
            Err(NoOutcome::Unproved) => {
                (goal.running, goal.ask_again) = (None, goal.ask_again.map(|_| now + ASK_AGAIN));
                return None;
            }
        };
        let (mission, step) = (goal.mission, goal.step);
        self.goal = None;
        Some((mission, step, outcome))
    }

    /// When the goal is sent, sent again, or cancelled for want of an open gate.
    pub(crate) fn next_deadline(&self) -> Option<Stamp> {
        let looks = self.server.next_deadline();
        let Some(goal) = self.goal.as_ref() else { return looks };
        // Where the gate is closed, the next word about it wakes the node.
        let closes = goal.may_run.then_some(self.open_until);
        let while_open = goal.ask_again.into_iter().chain(closes).filter(|_| !self.is_closed);
        let first_word = self.first_word.filter(|_| goal.cancel_again.is_none());
        while_open.chain(first_word).chain(goal.cancel_again).chain(looks).min()
    }
}

fn not_taken(skill: &str, reason: &str) {
    tracing::warn!(skill, reason, "the skill server did not take a goal");
}

/// Seals the goal, and sends it.
fn send(
    client: &ActionClient<ExecuteSkill::Action>,
    mut goal: ExecuteSkill::Goal,
    me: Me,
) -> Pending<Result<Running, String>> {
    if let Some(identity) = &me.identity {
        identity.seal(&[], &mut goal);
    }
    let asked = digest_of(&goal);
    let sending = client.send(goal);
    Box::pin(async move {
        let Sent { result, .. } = sending.await?;
        let outcome: Running = Box::pin(async move {
            let (_, mut result) = result.await.map_err(NoOutcome::Lost)?;
            me.check(&asked, &mut result)?;
            Ok(match result.error_code {
                code if code == ExecuteSkill::Result::NONE as u16 => SkillOutcome::Done,
                _ => SkillOutcome::Failed(result.error_msg),
            })
        });
        Ok(outcome)
    })
}

impl Me {
    /// Whether the robot's own skill server tells this of this goal.
    fn check(&self, asked: &Digest, result: &mut ExecuteSkill::Result) -> Result<(), NoOutcome> {
        let Some(identity) = &self.identity else { return Err(NoOutcome::Unproved) };
        identity.prove_of(&self.robot, asked.as_bytes(), &mut Freshness::default(), result).map_err(|error| {
            identity.refuse("the result of a skill", &error);
            NoOutcome::Unproved
        })
    }
}
