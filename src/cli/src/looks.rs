//! What a fleet's robots saw of their actions while a mission ran.

use std::{
    borrow::Borrow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use surefleet_fleet::RobotId;
use surefleet_nodes::{ActionId, CheckHeard, CheckWatch};

/// One look.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// At which action.
    pub action: ActionId,
    /// What the robot tried.
    pub subtask: String,
    /// What is true if it worked.
    pub expected: String,
    /// What it saw; `None`: it was not sure.
    pub saw: Option<bool>,
    /// Why, in words.
    pub reason: String,
    /// PNG or JPEG; empty: there was no picture.
    pub picture: Vec<u8>,
    /// Whether it worked, and who said so, where a person was asked and answered.
    pub told: Option<(bool, String)>,
}

/// Listens beside a mission.
pub struct LookWatch {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Vec<Look>>>,
}

const GLANCE: Duration = Duration::from_millis(50);
/// What is on its way when the mission ends is waited for so long.
const LAST_GLANCE: Duration = Duration::from_millis(300);

impl LookWatch {
    /// Listens to these robots from now on.
    pub fn start(robots: Vec<RobotId>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let heeded = stop.clone();
        Self { thread: Some(std::thread::spawn(move || watch(&robots, &heeded))), stop }
    }

    /// What was seen, by mission, step and robot.
    pub fn finish(mut self) -> Vec<Look> {
        self.stop.store(true, Ordering::Relaxed);
        let looks = self.thread.take().map(JoinHandle::join).and_then(Result::ok);
        looks.unwrap_or_else(|| {
            tracing::warn!("the watch over what robots see panicked; this is a bug");
            Vec::new()
        })
    }
}

impl Drop for LookWatch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // One that was not finished tells nothing; it is ended all the same.
        drop(self.thread.take().map(JoinHandle::join));
    }
}

fn watch(robots: &[RobotId], stop: &AtomicBool) -> Vec<Look> {
    let mut looks = Vec::new();
    let mut watch = match CheckWatch::open(robots) {
        Ok(watch) => watch,
        Err(error) => {
            tracing::warn!("what robots see will not be shown: {error}");
            return looks;
        }
    };
    while !stop.load(Ordering::Relaxed) {
        watch.look(GLANCE);
        note(&mut watch, &mut looks);
    }
    watch.look(LAST_GLANCE);
    note(&mut watch, &mut looks);
    looks.sort_by(|one, other| one.action.cmp(&other.action));
    looks
}

fn note(watch: &mut CheckWatch, looks: &mut Vec<Look>) {
    while let Some(heard) = watch.poll() {
        match heard {
            CheckHeard::Looked { action, subtask, expected, saw, reason, picture, .. } => {
                looks.push(Look { action, subtask, expected, saw, reason, picture, told: None });
            }
            CheckHeard::Told { action, worked, by } => {
                if let Some(look) = looks.iter_mut().find(|look| look.action == action) {
                    look.told = Some((worked, by));
                }
            }
        }
    }
}

/// How many looks there were, and what they saw, in words.
pub fn in_words<L: Borrow<Look>>(looks: &[L]) -> String {
    let count = |saw| looks.iter().filter(|look| (*look).borrow().saw == saw).count();
    let (worked, failed, unsure) = (count(Some(true)), count(Some(false)), count(None));
    let looks = if looks.len() == 1 { "1 look".to_owned() } else { format!("{} looks", looks.len()) };
    format!(
        "{looks} at what was done: {worked} saw that it worked, {failed} that it failed, {unsure} were not sure and asked a person"
    )
}

#[cfg(test)]
pub mod fixture {
    use surefleet_fleet::{MissionId, StepIndex};

    use super::*;

    /// A look of robot 1 in the mission of the fixture's records.
    pub fn look(step: u32, saw: Option<bool>, told: Option<(bool, &str)>) -> Look {
        Look {
            action: ActionId {
                mission: MissionId::new([7; 16]),
                step: StepIndex::new(step).expect("steps count from 1"),
                robot: RobotId::new("robot_1").expect("a name"),
            },
            subtask: "grab <apple> 1".to_owned(),
            expected: "the gripper holds <apple> 1".to_owned(),
            saw,
            reason: "why <it> says so".to_owned(),
            picture: b"\x89PNG\r\n\x1a\n".to_vec(),
            told: told.map(|(worked, by)| (worked, by.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fixture::look, *};

    #[test]
    fn looks_are_counted_by_what_they_saw_not_by_what_people_said() {
        let looks = [
            look(1, Some(true), None),
            look(2, None, Some((false, "ann"))),
            look(3, None, None),
            look(4, Some(false), None),
        ];
        assert_eq!(
            in_words(&looks),
            "4 looks at what was done: 1 saw that it worked, 1 that it failed, 2 were not sure and asked a person"
        );
        assert!(in_words(&looks[..1]).starts_with("1 look at"));
    }
}
