//! What a fleet's robots saw of their actions while a mission ran.

use std::borrow::Borrow;

use surefleet_perception::{Look, Outcome, Word};

/// A look, and what a person said of the action where one was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The look.
    pub look: Look,
    /// The word on it.
    pub word: Option<Word>,
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
    use surefleet_fleet::{MissionId, RobotId, StepIndex};
    use surefleet_perception::ActionId;

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
