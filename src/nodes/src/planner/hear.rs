use std::time::Duration;

use r2r::surefleet::srv::CheckDecisions;
use surefleet_conformal::{Autonomy, CalibrationError};
use surefleet_fleet::{Facts, Stamp};
use surefleet_planner::Input;
use surefleet_ros::{
    Diagnosis, NodeError, Room,
    wire::{self, WireError},
};

use super::{
    HelpCall, PlannerRoom,
    inspecting::Inspector,
    messages::{read_answer, read_check_reply, read_lasting, read_verdict, ring_input},
};

/// After so long the help desk is told again what it did not hear.
const TELL_AGAIN: Duration = Duration::from_secs(1);

impl Room for PlannerRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        if !self.active {
            self.hold_all();
            return Ok(());
        }
        self.hear_fleet(now);
        self.hear_replies(now);
        self.ring.handle(now, surefleet_ring::Input::Tick);
        self.tell_planner(now, Input::Tick);
        self.speak(now)?;
        self.halt(now);
        self.catch_up(now);
        Ok(())
    }

    fn next_deadline(&self) -> Option<Stamp> {
        if !self.active {
            return None;
        }
        if self.scoring.is_pending() {
            // Scores come from another thread, which cannot wake the spin.
            return Some(Stamp::ZERO);
        }
        let cores = self.ring.next_deadline().into_iter().chain(self.planner.next_deadline());
        cores
            .chain(self.skills.next_deadline())
            .chain(self.inspector.as_ref().and_then(Inspector::next_deadline))
            .chain(self.checks.next_deadline())
            .chain(self.help.next_deadline())
            .chain(self.unheard.front().map(|(due, _)| *due))
            .min()
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
        self.skills.server().forget();
    }

    fn diagnose(&self, _: Stamp) -> Vec<Diagnosis> {
        let autonomy = match self.planner.autonomy() {
            Autonomy::On(_) => Diagnosis::ok("calibration", "matches what runs"),
            Autonomy::Off(reason) => Diagnosis::error("calibration", format!("autonomy is off: {reason}")),
        };
        let tally = self.planner.tally();
        let turns = if self.active {
            Diagnosis::ok("turns", "taking turns")
        } else {
            Diagnosis::error("turns", "not active: decides nothing")
        };
        let name = match self.ring.counts().namesakes {
            0 => Diagnosis::ok("name", "nobody else uses it"),
            count => Diagnosis::error("name", format!("another planner of {} was heard: stop one of them", self.me))
                .with("heard", count),
        };
        vec![
            name,
            self.skills.diagnose(),
            autonomy.with("scorer", self.scoring.identity()),
            turns
                .with("taken", tally.turns)
                .with("prompts", tally.prompts)
                .with("late_replies", tally.late)
                .with("refused_inputs", tally.refused)
                .with("regenerated", self.ring.counts().regenerated)
                .with("rejected_turns", self.ring.counts().rejected())
                .with("worlds_ahead", self.ring.counts().ahead)
                .with("malformed_messages", self.malformed),
        ]
    }
}

impl PlannerRoom {
    /// Keeps what an inactive planner needs when it wakes: the newest turns, verdicts and answers, and the world.
    fn hold_all(&mut self) {
        self.worlds.hold(1);
        self.turns.hold(64);
        self.heartbeats.hold(0);
        self.gates.hold(0);
        self.verdicts.hold(16);
        self.answers.hold(256);
    }

    /// Takes what the fleet says.
    fn hear_fleet(&mut self, now: Stamp) {
        while let Some(message) = self.worlds.take() {
            if message.domain_sha256 == self.domain_sha256 {
                let (observed, facts) =
                    (self.timeline.of_ros(wire::stamp(&message.header.stamp)), Facts::new(message.facts));
                self.ring.handle(now, surefleet_ring::Input::Facts { observed, facts });
            } else {
                self.malformed += 1;
            }
        }
        while let Some(gate) = self.gates.take() {
            // Openings may be lost, and one that was may be said again by others after a later word.
            let is_news = self.gate_order.admits(&gate.seal);
            if is_news || !gate.open {
                self.skills.see_gate(now, gate.open, wire::span(&gate.lasts));
            }
        }
        while let Some(message) = self.turns.take() {
            match self.reader.read(message) {
                Ok(message) => self.ring.handle(now, ring_input(message)),
                Err(error) => self.note_malformed(&error),
            }
        }
        if let Some(inspector) = &mut self.inspector {
            inspector.know(self.ring.turns());
        }
        while let Some(message) = self.heartbeats.take() {
            match wire::heartbeat(&message) {
                Ok(heartbeat) => self.ring.handle(now, surefleet_ring::Input::Heartbeat(heartbeat)),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.verdicts.take() {
            match read_verdict(&message) {
                Ok(Some(input)) => self.ring.handle(now, input),
                Ok(None) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
    }

    /// Takes what was asked for: scores, verdicts, answers, skills.
    fn hear_replies(&mut self, now: Stamp) {
        while let Some((ticket, scores)) = self.scoring.take() {
            self.tell_planner(now, Input::Scores { ticket, result: scores });
        }
        while let Some((ticket, reply)) = self.checks.take(now) {
            if let Ok(reply) = &reply
                && reply.judged
            {
                self.heed_audits(now, reply);
            }
            let result = reply.and_then(read_check_reply);
            if let Err(reason) = &result {
                tracing::warn!(reason, "the safety monitor did not judge; it is asked again");
            }
            self.tell_planner(now, Input::Verdicts { ticket, result });
        }
        while let Some((call, reply)) = self.help.take(now) {
            // What was withdrawn once is asked as another question.
            self.asked_anew += u32::from(reply.as_ref().is_ok_and(|reply| reply.withdrawn));
            let accepted = reply.and_then(|reply| if reply.accepted { Ok(reply.id) } else { Err(reply.reason) });
            match (call, accepted) {
                (HelpCall::Ask(key), accepted) => {
                    if let Err(reason) = &accepted {
                        tracing::warn!(reason, "the help desk did not take a request; it is asked again");
                    }
                    self.tell_planner(now, Input::Help { key, accepted });
                }
                (HelpCall::Withdraw(key), Err(reason)) => {
                    tracing::warn!(reason, "the help desk did not hear a withdrawal; it is told again");
                    self.unheard.push_back((now + TELL_AGAIN, key));
                }
                (HelpCall::Withdraw(_), Ok(_)) => {}
            }
        }
        while let Some(message) = self.answers.take() {
            match read_lasting(&message) {
                Ok(lasting) => lasting.into_iter().for_each(|answer| self.tell_planner(now, Input::Lasting(answer))),
                Err(reason) => self.note_bad_answer(&reason),
            }
            if message.robot == self.me.as_str() && wire::is_outcome_key(&message.key) {
                if let Some(inspector) = &mut self.inspector {
                    inspector.hear(now, &message);
                }
            } else if message.robot == self.me.as_str() {
                // Answers are latched: those to the questions of an earlier life come again with the question.
                if !self.asked.iter().any(|(_, asked)| *asked == message.key) {
                    continue;
                }
                match read_answer(message) {
                    Ok((decision, answer)) => self.tell_planner(now, Input::Answer { decision, answer }),
                    Err(reason) => self.note_bad_answer(&reason),
                }
            }
        }
        let mut ended = Vec::new();
        while let Some(one) = self.skills.take(now) {
            match &mut self.inspector {
                Some(inspector) => ended.extend(inspector.skill_ended(now, one)),
                None => ended.push(one),
            }
        }
        ended.extend(self.inspector.iter_mut().flat_map(|inspector| inspector.work(now)));
        for (mission, step, outcome) in ended {
            self.ring.handle(now, surefleet_ring::Input::SkillFinished { mission, step, outcome });
        }
    }

    pub(super) fn tell_planner(&mut self, now: Stamp, input: Input) {
        if let Err(error) = self.planner.handle(now, input) {
            tracing::warn!(%error, "the planner refused an input");
        }
    }

    /// Decides nothing alone any more after an alarm, or by a file whose decisions nobody audits.
    fn heed_audits(&mut self, now: Stamp, reply: &CheckDecisions::Response) {
        let Autonomy::On(calibration) = self.planner.autonomy() else { return };
        let (own, audited) = (calibration.digest(), &reply.calibration_sha256);
        let reason = if !reply.autonomy_off.is_empty() {
            reply.autonomy_off.clone()
        } else if audited.parse() != Ok(own) {
            let own = own.to_string();
            let read = audited.get(..8).map_or_else(|| "none".to_owned(), |digest| format!("calibration {digest}"));
            format!(
                "this robot has read calibration {}, the safety monitor {read}: restart both with the same file",
                &own[..8]
            )
        } else {
            return;
        };
        tracing::error!(reason, "autonomy is off: every decision asks a person");
        self.tell_planner(now, Input::AutonomyOff(Box::new(CalibrationError::Audits(reason))));
    }

    fn note_bad_answer(&mut self, reason: &str) {
        self.malformed += 1;
        tracing::warn!(reason, "an answer of the help desk was ignored");
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}
