use r2r::surefleet::{action::ExecuteMission, msg::ScoredOption};
use surefleet_fleet::{Brief, Decision, Digest, FleetError, MissionId, RobotId, Stamp};
use surefleet_ros::{ActionServer, Asked, Ending, GoalId, digest_of, wire};
use surefleet_safety::{DecisionNote, Input, MissionReport};
use surefleet_site::{MOST_CONSTRAINTS, Words};

use super::{MonitorRoom, messages::read_alpha};

pub(super) type Goals = ActionServer<ExecuteMission::Action>;

/// A mission's client.
pub(super) struct Client {
    goal: GoalId,
    /// What its result is bound to.
    asked: Digest,
    /// What was done before a person corrected the mission, and the corrected words; `None`: nobody did.
    before: Option<(MissionReport, String)>,
}

/// Those who ask for missions.
impl MonitorRoom {
    pub(super) fn take_goals(&mut self, now: Stamp) {
        while let Some(asked) = self.goals.take() {
            // Whoever ends a mission proves who that is, for which a cancel of the action has no room.
            let Asked::Goal(new) = asked else { continue };
            if !self.monitor.is_active() {
                self.goals.reject(new, "the node is not active");
            } else if self.monitor.is_known(MissionId::new(new.id)) {
                self.goals.reject(new, "a mission of this id was sent before");
            } else {
                let (id, goal) = self.goals.accept(self.timeline.ros(), new);
                self.admit(now, id, goal);
            }
        }
    }

    fn admit(&mut self, now: Stamp, id: GoalId, mut goal: ExecuteMission::Goal) {
        let mission = MissionId::new(id);
        let by = self.identity.prove(&[], &mut self.goals_heard, &mut goal);
        if let Err(error) = &by {
            self.identity.refuse("fleet/mission", error);
        }
        let client = Client { goal: id, asked: digest_of(&goal), before: None };
        let brief = match &by {
            Ok(_) => self.brief(mission, &goal),
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
                self.finish(client, mission, result);
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
        self.goals.feed_back(client.goal, feedback);
    }

    pub(super) fn conclude(&mut self, mission: MissionId, result: ExecuteMission::Result) {
        // A mission that outlived a restart of the monitor has no client any more; its records tell the rest.
        if let Some(client) = self.clients.remove(&mission) {
            self.finish(client, mission, result);
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

    fn finish(&mut self, client: Client, mission: MissionId, result: ExecuteMission::Result) {
        let mut result = ExecuteMission::Result { mission_id: wire::mission_bytes(mission), ..result };
        if let Some((before, words)) = client.before {
            result.steps += before.plan.len() as u32;
            result.plan = [before.plan, result.plan].concat();
            result.help_count += before.helped;
            result.decisions += before.decisions;
            result.corrected = words;
        }
        self.identity.seal(client.asked.as_bytes(), &mut result);
        let is_done = result.error_code == ExecuteMission::Result::NONE as u16;
        self.goals.end(client.goal, if is_done { Ending::Succeeded } else { Ending::Aborted }, result);
    }
}
