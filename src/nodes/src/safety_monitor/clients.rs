use std::pin::Pin;

use futures::Stream;
use r2r::{
    ActionServerCancelRequest, ActionServerGoal, ActionServerGoalRequest,
    surefleet::{action::ExecuteMission, msg::ScoredOption},
};
use surefleet_fleet::{Brief, Decision, Digest, FleetError, MissionId, RobotId, Stamp};
use surefleet_safety::{DecisionNote, Input, MissionReport};

use super::{MonitorRoom, messages::read_alpha};
use crate::{
    endpoints::take,
    identity::{Identity, digest_of},
    wire,
    words::{MOST_CONSTRAINTS, Words},
};

pub(super) type Goals = Pin<Box<dyn Stream<Item = ActionServerGoalRequest<ExecuteMission::Action>>>>;

/// A mission's client.
pub(super) struct Client {
    goal: ActionServerGoal<ExecuteMission::Action>,
    cancels: Pin<Box<dyn Stream<Item = ActionServerCancelRequest>>>,
    /// What its result is bound to.
    asked: Digest,
    /// What was done before a person corrected the mission, and the corrected words; `None`: nobody did.
    before: Option<(MissionReport, String)>,
}

/// Those who ask for missions.
impl MonitorRoom {
    pub(super) fn take_goals(&mut self, now: Stamp) -> bool {
        let mut worked = false;
        while let Some(request) = take(self.goals.as_mut()) {
            worked = true;
            if !self.monitor.is_active() {
                tracing::warn!("a mission is rejected: the node is not active");
                if let Err(error) = request.reject() {
                    tracing::warn!(%error, "the rejection could not be sent");
                }
                continue;
            }
            let mission = MissionId::new(*request.uuid.as_bytes());
            if self.monitor.is_known(mission) {
                tracing::warn!(%mission, "a goal is rejected: a mission of this id was sent before");
                if let Err(error) = request.reject() {
                    tracing::warn!(%error, "the rejection could not be sent");
                }
                continue;
            }
            match request.accept() {
                Ok((goal, cancels)) => self.admit(now, goal, Box::pin(cancels)),
                Err(error) => tracing::warn!(%error, "a mission goal could not be accepted"),
            }
        }
        for (mission, client) in &mut self.clients {
            while let Some(cancel) = take(client.cancels.as_mut()) {
                worked = true;
                tracing::warn!(
                    %mission,
                    "a cancel of the action is refused, since nobody can prove who sends it: surefleet cancel, or the service fleet/cancel"
                );
                cancel.reject();
            }
        }
        worked
    }

    fn admit(
        &mut self,
        now: Stamp,
        goal: ActionServerGoal<ExecuteMission::Action>,
        cancels: Pin<Box<dyn Stream<Item = ActionServerCancelRequest>>>,
    ) {
        let mission = MissionId::new(*goal.uuid.as_bytes());
        let mut asked = goal.goal.clone();
        let by = self.identity.prove(&[], &mut self.goals_heard, &mut asked);
        if let Err(error) = &by {
            self.identity.refuse("fleet/mission", error);
        }
        let mut client = Client { goal, cancels, asked: digest_of(&asked), before: None };
        let brief = match &by {
            Ok(_) => self.brief(mission, &asked),
            Err(error) => {
                Err((ExecuteMission::Result::NOT_PERMITTED as u16, format!("who sends it is not proved: {error}")))
            }
        };
        match brief {
            Ok(brief) => {
                tracing::info!(%mission, text = brief.text, by = ?by.ok(), "a mission arrived");
                self.clients.insert(mission, client);
                self.monitor.handle(now, Input::Mission(brief));
            }
            Err((code, error_msg)) => {
                let result = ExecuteMission::Result { error_code: code, error_msg, ..Default::default() };
                finish(&self.identity, &mut client, mission, result);
            }
        }
    }

    fn brief(&self, id: MissionId, goal: &ExecuteMission::Goal) -> Result<Brief, (u16, String)> {
        let fleet = &self.site.fleet;
        let mission = Words::Mission.check(&goal.mission);
        let mission = mission.map_err(|error| (ExecuteMission::Result::BAD_MISSION as u16, error.to_string()))?;
        if goal.constraints.len() > MOST_CONSTRAINTS {
            let wrong = format!("{} constraints, and at most {MOST_CONSTRAINTS} are read", goal.constraints.len());
            return Err((ExecuteMission::Result::BAD_MISSION as u16, wrong));
        }
        let team: Result<Vec<RobotId>, FleetError> = goal.robots.iter().map(|name| RobotId::new(name)).collect();
        let team = team.map_err(|error| (ExecuteMission::Result::BAD_TEAM as u16, error.to_string()))?;
        let alpha = read_alpha(goal.alpha).map_err(|wrong| (ExecuteMission::Result::BAD_PARAMETER as u16, wrong))?;
        Ok(Brief {
            id,
            text: mission.to_owned(),
            constraints: goal.constraints.clone(),
            horizon: if goal.horizon == 0 { fleet.horizon } else { goal.horizon },
            alpha,
            team: if team.is_empty() { fleet.order.clone() } else { team },
        })
    }

    pub(super) fn feed_back(&self, note: &DecisionNote) {
        let Some(client) = self.clients.get(&note.key.mission) else { return };
        let options = self.site.domain.options();
        let in_words = |decision: Decision| {
            if options.contains(decision) {
                options.text(decision).to_owned()
            } else {
                format!("option {}", decision.get())
            }
        };
        let feedback = ExecuteMission::Feedback {
            step: note.key.step.get(),
            robot: note.key.robot.to_string(),
            decision: in_words(note.decision),
            prediction_set: note
                .set
                .iter()
                .map(|option| ScoredOption {
                    decision: option.decision.get(),
                    text: in_words(option.decision),
                    score: option.score,
                    in_set: true,
                    allowed: option.refusal.is_none(),
                    reason: option.refusal.clone().unwrap_or_default(),
                })
                .collect(),
            helped: note.helped,
        };
        if let Err(error) = client.goal.publish_feedback(feedback) {
            tracing::warn!(%error, "feedback could not be published");
        }
    }

    pub(super) fn conclude(&mut self, mission: MissionId, result: ExecuteMission::Result) {
        // A mission that outlived a restart of the monitor has no client any more; its records tell the rest.
        if let Some(mut client) = self.clients.remove(&mission) {
            finish(&self.identity, &mut client, mission, result);
        }
    }

    /// A client's mission goes on as another one.
    pub(super) fn hand_over(&mut self, report: MissionReport, successor: MissionId, words: String) {
        let Some(mut client) = self.clients.remove(&report.mission) else { return };
        let report = match client.before.take() {
            None => report,
            Some((earlier, _)) => MissionReport {
                plan: [earlier.plan, report.plan].concat(),
                helped: earlier.helped + report.helped,
                decisions: earlier.decisions + report.decisions,
                ..report
            },
        };
        client.before = Some((report, words));
        self.clients.insert(successor, client);
    }
}

fn finish(identity: &Identity, client: &mut Client, mission: MissionId, result: ExecuteMission::Result) {
    let mut result = ExecuteMission::Result { mission_id: wire::mission_bytes(mission), ..result };
    if let Some((before, words)) = client.before.take() {
        result.steps += before.plan.len() as u32;
        result.plan = [before.plan, result.plan].concat();
        result.help_count += before.helped;
        result.decisions += before.decisions;
        result.corrected = words;
    }
    identity.seal(client.asked.as_bytes(), &mut result);
    let sent = if result.error_code == ExecuteMission::Result::NONE as u16 {
        client.goal.succeed(result)
    } else {
        client.goal.abort(result)
    };
    if let Err(error) = sent {
        tracing::warn!(%error, "a mission's result could not be sent; its client has probably gone");
    }
}
