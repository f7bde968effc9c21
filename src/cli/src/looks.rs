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

use surefleet_client::{CheckHeard, CheckWatch, Look, Word};
use surefleet_fleet::RobotId;
use surefleet_perception::Outcome;
use surefleet_site::Access;

/// A look, and what a person said of the action where one was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The look.
    pub look: Look,
    /// The word on it.
    pub word: Option<Word>,
}

/// Listens beside a mission.
pub struct LookWatch {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Vec<Seen>>>,
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
    pub fn finish(mut self) -> Vec<Seen> {
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

fn watch(robots: &[RobotId], stop: &AtomicBool) -> Vec<Seen> {
    let mut looks = Vec::new();
    let mut watch = match CheckWatch::open(&Access::default(), robots) {
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
    looks.sort_by(|one, other| one.look.action.cmp(&other.look.action));
    looks
}

fn note(watch: &mut CheckWatch, looks: &mut Vec<Seen>) {
    while let Some(heard) = watch.poll() {
        match heard {
            CheckHeard::Looked(look) => looks.push(Seen { look: *look, word: None }),
            CheckHeard::Said(word) => {
                if let Some(seen) = looks.iter_mut().find(|seen| seen.look.action == word.action) {
                    seen.word = Some(word);
                }
            }
        }
    }
}

/// How many looks there were, and what they saw, in words.
pub fn in_words<S: Borrow<Seen>>(looks: &[S]) -> String {
    let count = |verdict| looks.iter().filter(|seen| (*seen).borrow().look.verdict == verdict).count();
    let (worked, failed, unsure) = (count(Some(Outcome::Success)), count(Some(Outcome::Failure)), count(None));
    let looks = if looks.len() == 1 { "1 look".to_owned() } else { format!("{} looks", looks.len()) };
    format!(
        "{looks} at what was done: {worked} saw that it worked, {failed} that it failed, {unsure} were not sure and asked a person"
    )
}

#[cfg(test)]
pub(crate) mod fixture {
    use surefleet_client::ActionId;
    use surefleet_fleet::{MissionId, StepIndex};

    use super::*;

    /// A look of robot 1 in the mission of the fixture's records.
    pub fn seen(step: u32, verdict: Option<Outcome>, word: Option<(Option<Outcome>, &str)>) -> Seen {
        let action = ActionId {
            mission: MissionId::new([7; 16]),
            step: StepIndex::new(step).expect("steps count from 1"),
            robot: RobotId::new("robot_1").expect("a name"),
        };
        let word = word.map(|(outcome, by)| {
            let (action, by) = (action.clone(), by.to_owned());
            Word { action, outcome, text: "I <looked>".to_owned(), by }
        });
        let look = Look {
            action,
            task: "Bring me <apple> 1.".to_owned(),
            subtask: "grab <apple> 1".to_owned(),
            expected: "the gripper holds <apple> 1".to_owned(),
            verdict,
            reason: "why <it> says so".to_owned(),
            picture: b"\x89PNG\r\n\x1a\n".to_vec(),
        };
        Seen { look, word }
    }
}

#[cfg(test)]
mod tests {
    use super::{fixture::seen, *};

    #[test]
    fn looks_are_counted_by_what_they_saw_not_by_what_people_said() {
        let (success, failure) = (Some(Outcome::Success), Some(Outcome::Failure));
        let looks = [
            seen(1, success, None),
            seen(2, None, Some((failure, "ann"))),
            seen(3, None, None),
            seen(4, failure, None),
        ];
        assert_eq!(
            in_words(&looks),
            "4 looks at what was done: 1 saw that it worked, 1 that it failed, 2 were not sure and asked a person"
        );
        assert!(in_words(&looks[..1]).starts_with("1 look at"));
    }
}
