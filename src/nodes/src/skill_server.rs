use std::{pin::Pin, time::Duration};

use surefleet_fleet::Stamp;
use surefleet_ros::{Diagnosis, ready};

type Looking = Pin<Box<dyn Future<Output = Result<(), String>>>>;

/// A server that was found is checked again after this time: it may have gone.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Whether a robot's skills have a server. Without one, the fleet would wait for the robot's part of a step without a
/// word.
pub(crate) struct SkillServer {
    action: String,
    /// After this long without a server, a person has to look.
    patience: Duration,
    looking: Option<Looking>,
    look_at: Stamp,
    /// Time when the search began.
    since: Stamp,
    is_missing: bool,
}

impl SkillServer {
    pub fn of(action: &str, patience: Duration) -> Self {
        Self {
            action: action.to_owned(),
            patience,
            looking: None,
            look_at: Stamp::ZERO,
            since: Stamp::ZERO,
            is_missing: false,
        }
    }

    /// Checks whether the server is there; `look` waits for it.
    pub fn look(&mut self, now: Stamp, look: impl Fn() -> Looking) {
        if self.looking.is_none() && now >= self.look_at {
            (self.looking, self.since) = (Some(look()), now);
        }
        match self.looking.as_mut().and_then(|looking| ready(looking.as_mut())) {
            Some(Ok(())) => (self.looking, self.look_at) = (None, now + LOOK_AGAIN),
            // The graph could not be read: the server counts as missing in the end, unless a later look finds it.
            Some(Err(error)) => {
                tracing::debug!(error, action = self.action, "the search for a skill server failed");
                self.looking = Some(look());
            }
            None => {}
        }
        let was_missing = self.is_missing;
        self.is_missing = self.looking.is_some() && now - self.since >= self.patience;
        match (was_missing, self.is_missing) {
            (false, true) => tracing::error!("{}", self.complaint()),
            (true, false) => tracing::info!(action = self.action, "a skill server answers"),
            _ => {}
        }
    }

    /// Forgets the server: an inactive planner does not look for it and reports nothing about it.
    pub fn forget(&mut self) {
        (self.looking, self.look_at, self.is_missing) = (None, Stamp::ZERO, false);
    }

    pub fn is_missing(&self) -> bool {
        self.is_missing
    }

    /// Time of the next check, or when the server counts as missing; a missing server's return is noticed in a spin.
    pub fn next_deadline(&self) -> Option<Stamp> {
        match self.looking {
            None => Some(self.look_at),
            Some(_) if !self.is_missing => Some(self.since + self.patience),
            Some(_) => None,
        }
    }

    pub fn diagnose(&self) -> Diagnosis {
        match self.is_missing {
            true => Diagnosis::error("skill server", self.complaint()),
            false => Diagnosis::ok("skill server", "answers, or is being looked for"),
        }
    }

    fn complaint(&self) -> String {
        format!(
            "no skill server answers on {}: the robot does nothing, and its team waits for it; start what moves it (ExecuteSkill, \
             docs/integration.md), or the simulator",
            self.action
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefleet_ros::Level;

    const PATIENCE: Duration = Duration::from_secs(1);

    fn at(millis: u64) -> Stamp {
        Stamp::ZERO + Duration::from_millis(1_000_000 + millis)
    }

    #[test]
    fn a_server_that_is_not_there_or_goes_is_missed_after_a_lease() {
        let mut server = SkillServer::of("/robot_1/skill", PATIENCE);
        let absent = || -> Looking { Box::pin(std::future::pending()) };
        let present = || -> Looking { Box::pin(std::future::ready(Ok(()))) };
        server.look(at(0), absent);
        server.look(at(999), absent);
        assert_eq!(server.diagnose().level, Level::Ok, "it may be starting");
        server.look(at(1000), absent);
        assert!(server.diagnose().level == Level::Error && server.diagnose().message.contains("/robot_1/skill"));
        server.forget();
        server.look(at(1100), present);
        assert!(!server.is_missing());
        // The server goes: the next check finds nobody.
        server.look(at(2100), absent);
        assert!(!server.is_missing());
        server.look(at(2100) + PATIENCE, absent);
        assert!(server.is_missing());
    }

    #[test]
    fn a_search_that_fails_goes_on_and_finds_nobody() {
        let mut server = SkillServer::of("/robot_1/skill", PATIENCE);
        let broken = || -> Looking { Box::pin(async { Err("the graph cannot be read".to_owned()) }) };
        for millis in [0, 500, 999] {
            server.look(at(millis), broken);
            assert!(!server.is_missing());
        }
        server.look(at(1000), broken);
        assert!(server.is_missing());
    }
}
