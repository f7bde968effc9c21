//! Pictures by which a fleet's robots judged their actions during a mission.

use std::borrow::Borrow;

use base64::{Engine, prelude::BASE64_STANDARD};
use maud::{Markup, html};
use surefleet_perception::{ActionOutcome, Look, Word};

/// A look at an action, and the word of a person on it, if one was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The look.
    pub look: Look,
    /// The person's word.
    pub word: Option<Word>,
}

/// The number of looks and their verdicts, in words.
pub fn in_words<S: Borrow<Seen>>(looks: &[S]) -> String {
    let count = |verdict| looks.iter().filter(|seen| (*seen).borrow().look.verdict == verdict).count();
    let (worked, failed, unsure) =
        (count(Some(ActionOutcome::Success)), count(Some(ActionOutcome::Failure)), count(None));
    let looks = if looks.len() == 1 { "1 look".to_owned() } else { format!("{} looks", looks.len()) };
    format!(
        "{looks} at what was done: {worked} saw that it worked, {failed} that it failed, {unsure} were not sure and asked a person"
    )
}

/// The section of the looks; empty if there are none.
pub fn section(looks: &[&Seen]) -> Markup {
    html! {
        @if !looks.is_empty() {
            h2 { "What the robots saw" }
            p.lead {
                (in_words(looks)) ". After an action, its robot's vision-language model says of a picture whether what was to "
                "come about is so. Nothing counts as done without that, or a person's word."
            }
            div.looks { @for look in looks { (figure(look)) } }
        }
    }
}

fn figure(seen: &Seen) -> Markup {
    let look = &seen.look;
    let (class, sign) = match look.verdict {
        Some(ActionOutcome::Success) => ("alone", "✓"),
        Some(ActionOutcome::Failure) => ("stayed", "✗"),
        None => ("asked", "?"),
    };
    html! {
        figure.look.(class) {
            @if look.picture.is_empty() {
                div.nothing { "no picture" }
            } @else {
                img src=(data_url(look)) alt={ "what " (look.action.robot) " saw after it tried to " (look.subtask) };
            }
            figcaption {
                h4 { "Step " (look.action.step) " · " (look.action.robot) }
                p.did { (look.subtask) }
                p.how {
                    span.sign aria-hidden="true" { (sign) } " "
                    @match look.verdict {
                        Some(ActionOutcome::Success) => { "saw: " (look.expected) }
                        Some(ActionOutcome::Failure) => { "failed: " (look.reason) }
                        None => { "not sure: " (look.reason) }
                    }
                }
                @match &seen.word {
                    Some(word) => {
                        p.note.asked {
                            (word.by) " → "
                            @match word.outcome {
                                Some(ActionOutcome::Success) => { b { "it worked" } }
                                Some(ActionOutcome::Failure) => { b { "it failed" } }
                                None => { "no word on whether it worked" }
                            }
                            @if !word.text.is_empty() { ": " (word.text) }
                        }
                    }
                    None if look.verdict.is_none() => { p.note.stayed { "no answer was heard" } }
                    None => {}
                }
            }
        }
    }
}

fn data_url(look: &Look) -> String {
    format!("data:image/{};base64,{}", look.kind(), BASE64_STANDARD.encode(&look.picture))
}

#[cfg(test)]
pub(crate) mod fixture {
    use surefleet_fleet::{MissionId, RobotId, StepIndex};
    use surefleet_perception::ActionId;

    use super::*;

    /// A look by robot 1 in the mission of the fixture's records.
    pub fn seen(step: u32, verdict: Option<ActionOutcome>, word: Option<(Option<ActionOutcome>, &str)>) -> Seen {
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
        let (success, failure) = (Some(ActionOutcome::Success), Some(ActionOutcome::Failure));
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
