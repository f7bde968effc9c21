//! What robots saw of their actions, picture by picture.

use base64::{Engine, prelude::BASE64_STANDARD};
use maud::{Markup, html};

use crate::looks::{Look, in_words};

/// The section; nothing where nobody looked.
pub fn section(looks: &[&Look]) -> Markup {
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

fn figure(look: &Look) -> Markup {
    let (class, sign) = match look.saw {
        Some(true) => ("alone", "✓"),
        Some(false) => ("stayed", "✗"),
        None => ("asked", "?"),
    };
    html! {
        figure.look.(class) {
            @if look.picture.is_empty() {
                div.nothing { "no picture" }
            } @else {
                img src=(data_url(&look.picture)) alt={ "what " (look.action.robot) " saw after it tried to " (look.subtask) };
            }
            figcaption {
                h4 { "Step " (look.action.step) " · " (look.action.robot) }
                p.did { (look.subtask) }
                p.how {
                    span.sign aria-hidden="true" { (sign) } " "
                    @match look.saw {
                        Some(true) => { "saw: " (look.expected) }
                        Some(false) => { "failed: " (look.reason) }
                        None => { "not sure: " (look.reason) }
                    }
                }
                @match &look.told {
                    Some((worked, by)) => { p.note.asked { (by) " → " b { @if *worked { "it worked" } @else { "it failed" } } } }
                    None if look.saw.is_none() => { p.note.stayed { "nobody answered" } }
                    None => {}
                }
            }
        }
    }
}

fn data_url(picture: &[u8]) -> String {
    let kind = if picture.starts_with(&[0xff, 0xd8]) { "jpeg" } else { "png" };
    format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(picture))
}
