use r2r::surefleet::{
    msg::{HelpAnswer, SubgoalVerdict},
    srv::CheckSubgoal,
};
use surefleet_conformal::Autonomy;
use surefleet_fleet::{Facts, Stamp, StepIndex, Turn};
use surefleet_perception::InspectionTicket;
use surefleet_robot::{Input, NotTaken, Sight};
use surefleet_ros::{
    Calls, Diagnosis, NodeError, Room,
    wire::{self, RingMessage, WireError},
};

use super::{
    HelpCall, PlannerRoom,
    messages::{read_check_reply, read_halt, read_lasting, read_reply, read_sight, read_verdict, ring_input},
};

/// This many of perception's answers are kept for people: a robot asks about one action at a time.
const MOST_SEEN: usize = 4;

impl Room for PlannerRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        if !self.active {
            self.hold_all();
            return Ok(());
        }
        self.hear_fleet(now);
        self.hear_replies(now);
        self.robot.handle(now, Input::Tick);
        self.speak(now)?;
        // Once the server is found, the goal is sent at once.
        while let Some(input) = self.skills.take(now) {
            self.robot.handle(now, input);
            self.speak(now)?;
        }
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
        let calls = self.checks.next_deadline().into_iter().chain(self.help.next_deadline());
        let looks = self.looks.as_ref().and_then(Calls::next_deadline);
        calls.chain(looks).chain(self.robot.next_deadline()).chain(self.skills.next_deadline()).min()
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
        self.skills.server().forget();
    }

    fn diagnose(&self, _: Stamp) -> Vec<Diagnosis> {
        let (planner, counts) = (self.robot.planner(), self.robot.ring().counts());
        let autonomy = match planner.autonomy() {
            Autonomy::On(_) => Diagnosis::ok("calibration", "matches what runs"),
            Autonomy::Off(reason) => Diagnosis::error("calibration", format!("autonomy is off: {reason}")),
        };
        let tally = planner.tally();
        let turns = if self.active {
            Diagnosis::ok("turns", "taking turns")
        } else {
            Diagnosis::error("turns", "not active: decides nothing")
        };
        let name = match counts.namesakes {
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
                .with("regenerated", counts.regenerated)
                .with("rejected_turns", counts.rejected())
                .with("worlds_ahead", counts.ahead)
                .with("malformed_messages", self.malformed),
        ]
    }
}

impl PlannerRoom {
    /// Keeps the messages that an inactive planner will need: the newest turns, verdicts and answers, and the world.
    fn hold_all(&mut self) {
        self.worlds.hold(1);
        self.turns.hold(64);
        self.heartbeats.hold(0);
        self.gates.hold(0);
        self.verdicts.hold(16);
        self.answers.hold(256);
    }

    /// Takes the fleet's messages.
    fn hear_fleet(&mut self, now: Stamp) {
        while let Some(message) = self.worlds.take() {
            if message.domain_sha256 == self.domain_sha256 {
                let observed = self.timeline.of_ros(wire::stamp(&message.header.stamp));
                self.robot.handle(now, Input::Facts { observed, facts: Facts::new(message.facts) });
            } else {
                self.malformed += 1;
            }
        }
        self.hear_map();
        // Only the last word of a pass counts.
        let mut word = None;
        while let Some(gate) = self.gates.take() {
            // Messages that open the gate may be lost, and an attacker may replay an old one after a later message.
            let is_news = self.gate_order.admits(&gate.seal);
            if is_news || !gate.open {
                word = Some(Input::Gate { is_open: gate.open, lasts: wire::span(&gate.lasts) });
            }
        }
        word.into_iter().for_each(|word| self.robot.handle(now, word));
        while let Some(message) = self.turns.take() {
            match self.reader.read(message) {
                Ok(message) => {
                    self.prepare(&message);
                    self.robot.handle(now, ring_input(message));
                }
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.heartbeats.take() {
            match wire::heartbeat(&message) {
                Ok(heartbeat) => self.robot.handle(now, Input::Heartbeat(heartbeat)),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.verdicts.take() {
            match read_verdict(&message) {
                Ok(Some(input)) => self.robot.handle(now, input),
                Ok(None) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
    }

    /// Takes in what going to each area is worth to the robot's explorer.
    fn hear_map(&mut self) {
        let Some((search, maps)) = &mut self.maps else { return };
        while let Some(map) = maps.take() {
            if map.robot == self.me.as_str() {
                let decision = |area: &str| search.areas().find(area).and_then(|number| search.decision(number));
                let worth = map.areas.iter().filter_map(|area| Some((decision(&area.area)?, area.worth)));
                self.scoring.value(worth.collect());
            }
        }
    }

    /// Lets the scorer begin with a mission of this robot as soon as its first turn is heard, whoever holds it.
    fn prepare(&mut self, message: &RingMessage) {
        let RingMessage::Turn(turn) = message else { return };
        let mission = turn.brief.id;
        if turn.step == StepIndex::FIRST && turn.brief.team.contains(&self.me) && self.prepared != Some(mission) {
            self.prepared = Some(mission);
            self.scoring.prepare(Turn::clone(turn), self.me.clone());
        }
    }

    /// Takes replies to requests: scores, verdicts, answers, looks, skills.
    fn hear_replies(&mut self, now: Stamp) {
        while let Some((ticket, result)) = self.scoring.take() {
            self.robot.handle(now, Input::Scored { ticket, result });
        }
        while let Some((ticket, reply)) = self.checks.take(now) {
            self.robot.handle(now, Input::Checked { ticket, result: reply.and_then(read_check_reply) });
        }
        while let Some((call, reply)) = self.help.take(now) {
            let not_taken = match reply {
                Ok(reply) if reply.accepted => None,
                Ok(reply) => Some(NotTaken { reason: reply.reason, is_withdrawn: reply.withdrawn }),
                Err(reason) => Some(NotTaken { reason, is_withdrawn: false }),
            };
            self.robot.handle(
                now,
                match call {
                    HelpCall::Ask(question) => Input::Asked { question, result: not_taken.map_or(Ok(()), Err) },
                    HelpCall::Withdraw(question) => Input::Withdrawn {
                        question,
                        result: not_taken.map_or(Ok(()), |not_taken| Err(not_taken.reason)),
                    },
                },
            );
        }
        while let Some(message) = self.answers.take() {
            self.hear_answer(now, message);
        }
        while let Some((ticket, reply)) = self.looks.as_mut().and_then(|looks| looks.take(now)) {
            let result = reply.and_then(|CheckSubgoal::Response { verdict }| self.see(ticket, verdict));
            self.robot.handle(now, Input::Looked { ticket, result });
        }
    }

    fn hear_answer(&mut self, now: Stamp, message: HelpAnswer) {
        match read_lasting(&message) {
            Ok(lasting) => lasting.into_iter().for_each(|answer| self.robot.handle(now, Input::Lasting(answer))),
            Err(reason) => self.note_bad_answer(&reason),
        }
        if message.robot != self.me.as_str() {
            return;
        }
        match read_halt(&message) {
            Ok(halt) => halt.into_iter().for_each(|(execution, reason)| {
                self.robot.handle(now, Input::Halted { execution, reason });
            }),
            Err(reason) => self.note_bad_answer(&reason),
        }
        let Some(question) = self.asked.question(&message.key).cloned() else { return };
        match read_reply(&question, message) {
            Ok(reply) => self.robot.handle(now, Input::Answered { question, reply }),
            Err(reason) => self.note_bad_answer(&reason),
        }
    }

    /// Perception's verdict, also kept for people.
    fn see(&mut self, ticket: InspectionTicket, verdict: SubgoalVerdict) -> Result<Sight, String> {
        if verdict.robot != self.me.as_str() {
            return Err(format!("the perception of {} answered in another's place", verdict.robot));
        }
        let sight = read_sight(&self.timeline, &verdict);
        // Of two answers to one look the first counts.
        if self.seen.iter().all(|(seen, _)| *seen != ticket) {
            self.seen.push_back((ticket, Box::new(verdict)));
        }
        if self.seen.len() > MOST_SEEN {
            self.seen.pop_front();
        }
        Ok(sight)
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
