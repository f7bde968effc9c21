use std::time::Duration;

use r2r::surefleet::msg::Gate as Message;
use surefleet_fleet::Stamp;
use surefleet_ros::{FleetNode, NodeError, Outbox, topics::GATE, wire};
use surefleet_safety::{GateClosed, Monitor};

/// An open gate is announced this many times while one announcement holds: some may be lost.
const TIMES: u32 = 6;

/// Announces repeatedly whether anything may move.
pub(super) struct Gate {
    publisher: Outbox<Message>,
    lasts: Duration,
    said: Option<(Stamp, Result<(), GateClosed>)>,
    /// Time of the last change, and whether it was logged.
    kept: Option<(Stamp, bool)>,
}

impl Gate {
    pub fn advertise(node: &mut FleetNode, lasts: Duration) -> Result<Self, NodeError> {
        Ok(Self { publisher: Outbox::advertise(node, &GATE)?, lasts, said: None, kept: None })
    }

    /// Announces the gate's state, at once after a change; an inactive monitor announces nothing.
    pub fn say(&mut self, now: Stamp, sent: Stamp, monitor: &Monitor) {
        if !monitor.is_active() {
            (self.said, self.kept) = (None, None);
            return;
        }
        let gate = monitor.gate(now);
        let is_same = |said: &Result<(), GateClosed>| said.is_ok() == gate.is_ok();
        if !self.said.as_ref().is_some_and(|(_, said)| is_same(said)) {
            self.kept = Some((now, false));
        }
        self.log(now, &gate);
        if self.said.as_ref().is_some_and(|(at, said)| is_same(said) && now < *at + self.lasts / TIMES) {
            return;
        }
        self.publisher.publish(Message {
            header: wire::header(sent),
            open: gate.is_ok(),
            lasts: wire::duration(self.lasts),
            reason: gate.as_ref().err().map(ToString::to_string).unwrap_or_default(),
            ..Default::default()
        });
        self.said = Some((now, gate));
    }

    /// Logs each state once, after it has lasted for a while: a fleet that starts has no world for a moment.
    fn log(&mut self, now: Stamp, gate: &Result<(), GateClosed>) {
        let Some((since, is_logged @ false)) = &mut self.kept else { return };
        match gate {
            Ok(()) => tracing::info!("the gate is open"),
            Err(reason) if now - *since > self.lasts => tracing::warn!(%reason, "nothing may move"),
            Err(_) => return,
        }
        *is_logged = true;
    }

    /// Time of the next announcement.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.said.as_ref().map(|(at, _)| *at + self.lasts / TIMES)
    }
}
