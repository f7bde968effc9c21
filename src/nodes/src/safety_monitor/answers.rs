//! Answers the monitor's callers: requests for missions, cancels, and constraints.

use r2r::surefleet::{
    action::ExecuteMission,
    msg::ScoredOption,
    srv::{CancelMission, ConfirmConstraint, ExplainVerdict, ListConstraints, TranslateConstraint},
};
use surefleet_fleet::{Brief, Decision, FleetError, MissionId, Outcome, RobotId, Stamp};
use surefleet_identity::Participant;
use surefleet_ros::{Asked, GoalEnding, GoalId, NodeError, digest_of, wire};
use surefleet_safety::{
    AdmissionError, ConstraintError, ConstraintId, DecisionNote, Inactive, Input, MissionReport, ProposalError,
    Unreworded,
};
use surefleet_site::{MOST_CONSTRAINTS, Words};

use super::{
    MonitorRoom,
    constraints::{constraint_message, not_proved, translation_response},
    messages::{fault_code, read_alpha, result_message},
    missions::{Client, NO_MISSION},
    translator::{Reworded, Translator},
};

/// Requests for missions.
impl MonitorRoom {
    pub(super) fn take_goals(&mut self, now: Stamp) {
        while let Some(asked) = self.goals.take() {
            // A cancel needs a proof of its sender, and the action's own cancel has no field for one.
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
                let problem = self.translator.as_ref().and_then(|_| self.monitor.rewordable(now, &brief));
                match (&mut self.translator, problem) {
                    (Some(translator), Some(problem)) => translator.ask_mission(brief, problem, self.monitor.site()),
                    _ => self.monitor.handle(now, Input::Mission(brief)),
                }
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
        let team = if team.is_empty() { fleet.order.clone() } else { team };
        let horizon = if goal.horizon == 0 { fleet.horizon } else { goal.horizon };
        Ok(Brief { constraints: goal.constraints.clone(), alpha, ..Brief::new(id, mission, horizon, team) })
    }

    pub(super) fn feed_back(&self, note: &DecisionNote) {
        let Some(client) = self.clients.get(&note.key.mission) else { return };
        let world = &self.site.world;
        let in_words = |decision: Decision| {
            if world.options().contains(decision) { world.text(decision) } else { format!("option {}", decision.get()) }
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
        // A mission that outlived a restart of the monitor has no client any more; its client reads the list and the
        // records.
        if let Some(client) = self.clients.remove(&mission) {
            self.finish(client, mission, result);
        }
    }

    /// Moves a client from its mission to the corrected one.
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
        self.goals.end(client.goal, if is_done { GoalEnding::Succeeded } else { GoalEnding::Aborted }, result);
    }
}

/// Requests to cancel missions.
impl MonitorRoom {
    /// Cancels missions on request; changes are journalled before the answer.
    pub(super) fn answer_cancels(&mut self, now: Stamp) -> Result<(), NodeError> {
        while let Some(call) = self.board.cancels.take() {
            let mission_id = &call.message.mission_id;
            let by = call.by.as_ref().map(Participant::record_name).unwrap_or_default();
            let cancelled = match &call.by {
                Ok(_) => self.cancel(now, mission_id, &by),
                Err(error) => Err(format!("who cancels is not proved: {error}")),
            };
            let (accepted, reason) = (cancelled.is_ok(), cancelled.err().unwrap_or_default());
            let mission = wire::mission_id(mission_id).map(|mission| mission.to_string()).unwrap_or_default();
            tracing::info!(mission, by, accepted, reason, "somebody cancels a mission");
            self.speak()?;
            call.respond(CancelMission::Response { accepted, reason, ..Default::default() });
        }
        Ok(())
    }

    fn cancel(&mut self, now: Stamp, mission: &[u8], by: &str) -> Result<(), String> {
        let mission = wire::mission_id(mission).map_err(|error| error.to_string())?;
        if mission == NO_MISSION {
            return Err("no mission is named: send the mission_id of one (/fleet/missions, surefleet missions)".into());
        }
        if self.translator.as_mut().is_some_and(|translator| translator.withdraw(mission)) {
            let (plan, outcome) = (Vec::new(), Outcome::Halted(format!("{by} cancelled it")));
            self.conclude(mission, result_message(MissionReport { mission, outcome, plan, helped: 0, decisions: 0 }));
            return Ok(());
        }
        self.monitor.cancel_mission(now, mission, by).map_err(|error| error.to_string())
    }
}

/// Requests about constraints.
impl MonitorRoom {
    /// Answers requests about constraints; changes are journalled before the answer.
    pub(super) fn answer_about_constraints(&mut self, now: Stamp) -> Result<(), NodeError> {
        // One per pass: a costly check must not delay the gate's messages.
        if let Some(call) = self.constraints.translations.take() {
            let by = match &call.by {
                Ok(by) => by.record_name(),
                Err(error) => {
                    let reason = not_proved(error);
                    call.respond(TranslateConstraint::Response { reason, ..Default::default() });
                    return Ok(());
                }
            };
            let proposed = self.monitor.propose_constraint(now, &call.message.text, &by);
            match (proposed, self.translator.as_mut()) {
                (
                    Err(ProposalError::Constraint(ConstraintError::Unreadable {
                        problem,
                        unreworded: Unreworded::NoTranslator,
                        ..
                    })),
                    Some(translator),
                ) => translator.ask_constraint(call, problem, self.monitor.site()),
                (proposed, _) => {
                    let response = translation_response(&call, proposed);
                    self.speak()?;
                    call.respond(response);
                }
            }
        }
        if let Some(call) = self.constraints.confirmations.take() {
            let asked = &call.message;
            let by = match &call.by {
                Ok(by) => by.record_name(),
                Err(error) => {
                    let reason = not_proved(error);
                    call.respond(ConfirmConstraint::Response { accepted: false, reason, ..Default::default() });
                    return Ok(());
                }
            };
            let changed = asked.id.parse::<ConstraintId>().and_then(|id| {
                // The operator has seen this formula, which must be the current one.
                let known = self.monitor.constraints().into_iter().find(|known| known.id == id);
                match known {
                    Some(known) if known.formula != asked.formula => {
                        Err(format!("{id} is {}, and another formula was shown: look at it again", known.formula))
                    }
                    _ if asked.retire => {
                        self.monitor.retire_constraint(now, id, &by).map_err(|error| error.to_string())
                    }
                    _ => self.monitor.confirm_constraint(now, id, &by).map_err(|error| error.to_string()),
                }
            });
            let (accepted, reason) = (changed.is_ok(), changed.err().unwrap_or_default());
            tracing::info!(
                id = asked.id,
                retire = asked.retire,
                by,
                accepted,
                reason,
                "a person decided on a constraint"
            );
            self.speak()?;
            call.respond(ConfirmConstraint::Response { accepted, reason, ..Default::default() });
        }
        let monitor = &self.monitor;
        self.constraints.lists.answer(|_| ListConstraints::Response {
            constraints: monitor.constraints().into_iter().map(constraint_message).collect(),
            ..Default::default()
        });
        self.constraints.explanations.answer(|asked| {
            let mission = wire::mission_id(&asked.mission_id);
            let step = (asked.step > 0).then_some(asked.step);
            match mission.ok().and_then(|mission| monitor.explain(mission, step)) {
                None => ExplainVerdict::Response::default(),
                Some(refusal) => ExplainVerdict::Response {
                    found: true,
                    step: refusal.step.get(),
                    attempt: refusal.attempt.0,
                    stamp: wire::time(refusal.at),
                    decided: refusal.decided.clone(),
                    reasons: refusal.reasons.clone(),
                    ..Default::default()
                },
            }
        });
        Ok(())
    }

    /// Answers those whose words a language model was asked to reword.
    pub(super) fn answer_reworded(&mut self, now: Stamp) -> Result<(), NodeError> {
        loop {
            let Some(reworded) = self.translator.as_mut().and_then(Translator::take) else { return Ok(()) };
            match reworded {
                // An inactive monitor hears of no mission, and its client waits.
                Reworded::Mission { brief, .. } if !self.monitor.is_active() => {
                    let reason = AdmissionError::from(Inactive);
                    let (error_code, error_msg) = (fault_code(reason.fault()), reason.to_string());
                    self.conclude(brief.id, ExecuteMission::Result { error_code, error_msg, ..Default::default() });
                }
                Reworded::Mission { brief, problem, meanings } => {
                    let input = match meanings {
                        Ok(meanings) => Input::Mission(Brief { meanings, ..brief }),
                        Err(why) => Input::Unreworded { brief, problem, why },
                    };
                    self.monitor.handle(now, input);
                }
                Reworded::Constraint { call, others, problem, rewording } => {
                    // Every caller that waits here has proved its identity.
                    let by = call.by.as_ref().map(Participant::record_name).unwrap_or_default();
                    let text = call.message.text.clone();
                    let proposed = match rewording {
                        Ok((rewording, model)) => self.monitor.propose_reworded(now, &rewording, &model, &by),
                        Err(unreworded) => Err(ConstraintError::Unreadable { text, problem, unreworded }.into()),
                    };
                    let response = translation_response(&call, proposed);
                    self.speak()?;
                    for call in others.into_iter().chain([call]) {
                        call.respond(response.clone());
                    }
                }
            }
        }
    }
}
