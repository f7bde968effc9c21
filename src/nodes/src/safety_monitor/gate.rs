use std::time::Duration;

use r2r::surefleet::msg::Gate as Message;
use surefleet_fleet::Stamp;
use surefleet_ros::{FleetNode, NodeError, Outbox, topics::GATE, wire};
use surefleet_safety::{GateClosed, Monitor};

/// So often an opening is said while one lasts: some may be lost.
const TIMES: u32 = 6;

/// Says whether anything may move, again and again.
pub(super) struct Gate {
    publisher: Outbox<Message>,
    lasts: Duration,
    said: Option<(Stamp, Result<(), GateClosed>)>,
    /// Since when it is as it is, and whether that stands in the log.
    kept: Option<(Stamp, bool)>,
}

impl Gate {
    pub fn advertise(node: &mut FleetNode, lasts: Duration) -> Result<Self, NodeError> {
        Ok(Self { publisher: Outbox::advertise(node, &GATE)?, lasts, said: None, kept: None })
    }

    /// Says how the gate is, at once where that has changed; an inactive monitor says nothing.
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

    /// Logs once how it is, as soon as it has been so for a while: a fleet that starts has no world for a moment.
    fn log(&mut self, now: Stamp, gate: &Result<(), GateClosed>) {
        let Some((since, is_logged @ false)) = &mut self.kept else { return };
        match gate {
            Ok(()) => tracing::info!("the gate is open"),
            Err(reason) if now - *since > self.lasts => tracing::warn!(%reason, "nothing may move"),
            Err(_) => return,
        }
        *is_logged = true;
    }

    /// When it is to be said again.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.said.as_ref().map(|(at, _)| *at + self.lasts / TIMES)
    }
}
