//! What robots saw of their actions, picture by picture.

use base64::{Engine, prelude::BASE64_STANDARD};
use maud::{Markup, html};
use surefleet_perception::{Look, Outcome};

use crate::looks::{Seen, in_words};

/// The section; nothing where nobody looked.
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
        Some(Outcome::Success) => ("alone", "✓"),
        Some(Outcome::Failure) => ("stayed", "✗"),
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
                        Some(Outcome::Success) => { "saw: " (look.expected) }
                        Some(Outcome::Failure) => { "failed: " (look.reason) }
                        None => { "not sure: " (look.reason) }
                    }
                }
                @match &seen.word {
                    Some(word) => {
                        p.note.asked {
                            (word.by) " → "
                            @match word.outcome {
                                Some(Outcome::Success) => { b { "it worked" } }
                                Some(Outcome::Failure) => { b { "it failed" } }
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
