//! The prompt of a robot's turn.

use std::{fmt::Write as _, sync::Arc};

use surefleet_fleet::{Brief, Decided, Decision, Digest, RobotId, Turn};
use surefleet_language::{LabelledOption, Prompt};
use surefleet_mission::{Action, State, Target, Transport};

/// The version of the prompt's template; it rises when the template changes.
pub const TEMPLATE_VERSION: u32 = 3;

const TEMPLATE: &str = include_str!("prompt.txt");
const REFERENCE: &str = include_str!("prompt_reference.txt");

/// Hash of the template, of its version and of one whole prompt, which the tests compare with the code's output.
///
/// A calibration is valid for one template only: any change of wording, in text or in code, changes this hash.
pub fn template_digest() -> Digest {
    Digest::of([TEMPLATE_VERSION.to_le_bytes().as_slice(), TEMPLATE.as_bytes(), REFERENCE.as_bytes()])
}

/// S as the prompt names it: place i is decision i.
pub fn labelled_options(domain: &Transport) -> Arc<[LabelledOption]> {
    LabelledOption::in_order(domain.options().iter().map(|decision| domain.options().text(decision)))
}

/// The whole prompt of a robot's turn (S-ATLAS, Section III-B, parts (a) to (f)).
///
/// A pure function of its arguments. Planners render [`prompt_prefix`] once per mission and add [`prompt_suffix`]; the
/// text is the same.
///
/// # Panics
/// If the turn names decisions that are not of the domain.
pub fn render(domain: &Transport, turn: &Turn, robot: &RobotId) -> Prompt {
    let prefix = prompt_prefix(domain, &turn.brief, &labelled_options(domain));
    Prompt { prefix, suffix: prompt_suffix(domain, turn, robot) }
}

/// The constant part of a mission's prompt: (a) system, (b) environment, (c) task, (e) response structure.
///
/// `options`: place i is decision i, whatever its label; the prompt lists them in the order of their labels.
///
/// Part (e) comes before (d), unlike in the paper, so that a server can keep all of this in its cache.
pub fn prompt_prefix(domain: &Transport, brief: &Brief, options: &[LabelledOption]) -> Arc<str> {
    let (template, _) = parts();
    let prefix = fill(template, 4096, |name, text| match name {
        "team" => match brief.team.len() {
            1 => text.push_str("one mobile robot, robot 1"),
            robots => push(text, format_args!("{robots} mobile robots, robot 1 to robot {robots}")),
        },
        "skills" => text.push_str(domain.describe_skills().trim_end()),
        "actions" => {
            let mut lines: Vec<String> =
                options.iter().map(|option| format!("{}: {}", option.label, option.text)).collect();
            // Labels sort in the order in which they were assigned, and no label is a prefix of another.
            lines.sort_unstable();
            text.push_str(&lines.join("\n"));
        }
        "horizon" => push(text, brief.horizon),
        "items" => list(text, domain.items().map(|item| domain.item(item).phrase.as_str())),
        "containers" => list(text, domain.containers().map(|place| domain.place(place).phrase.as_str())),
        "surfaces" => list(text, domain.surfaces().map(|place| domain.place(place).phrase.as_str())),
        "mission" => line(text, "", &brief.text),
        "constraints" if brief.constraints.is_empty() => {}
        "constraints" => {
            text.push_str("Safety requirements:\n");
            brief.constraints.iter().for_each(|constraint| line(text, "- ", constraint));
        }
        "example" => example(domain, options, text),
        other => unreachable!("the prefix has no place {other:?}"),
    });
    prefix.into()
}

/// The part that a turn adds: (d) history, (b) the observed world and the failures, (f) step and robot.
///
/// History comes first. It only grows, so a model with a cache reads no more in a late step than in an early one. Then
/// come the world and the failures: they change from step to step, but are the same for all robots of one step.
///
/// # Panics
/// If the turn names decisions that are not of the domain.
pub fn prompt_suffix(domain: &Transport, turn: &Turn, robot: &RobotId) -> String {
    let (_, template) = parts();
    fill(template, 2048, |name, text| match name {
        "world" => world(domain, turn, text),
        "history" => history(domain, turn, text),
        "failures" if turn.failures.is_empty() => {}
        "failures" => {
            text.push_str("In the last step these actions failed:\n");
            turn.failures.iter().for_each(|failure| self::failure(turn, failure, text));
        }
        "joint" => joint(domain, turn, text),
        "refusals" if turn.refusals.is_empty() => {}
        "refusals" => {
            text.push_str("The safety monitor refused earlier choices of this step:\n");
            turn.refusals.iter().for_each(|reason| line(text, "- ", reason));
        }
        "step" => push(text, turn.step),
        "horizon" => push(text, turn.brief.horizon),
        "robot" => {
            let words = robot_words(turn, robot);
            text.push_str(&words[..1].to_uppercase());
            text.push_str(&words[1..]);
        }
        other => unreachable!("the suffix has no place {other:?}"),
    })
}

/// The prompt's name for a robot: "robot 2" is the second of the team, as in missions.
pub(crate) fn robot_words(turn: &Turn, robot: &RobotId) -> String {
    match turn.brief.place_of(robot) {
        Some(place) => format!("robot {}", place + 1),
        None => robot.to_string(),
    }
}

fn world(domain: &Transport, turn: &Turn, text: &mut String) {
    match State::from_facts(domain, &turn.brief.team, &turn.facts) {
        Ok(state) => text.push_str(&state.describe(domain, &turn.brief.team).join("\n")),
        Err(_) if turn.facts.is_empty() => text.push_str("Nothing was observed."),
        // The domain cannot read these facts, but the language model may.
        Err(_) => turn.facts.iter().for_each(|fact| line(text, "", fact)),
    }
}

fn history(domain: &Transport, turn: &Turn, text: &mut String) {
    if turn.history.is_empty() {
        text.push_str("Nothing has been done yet.");
    }
    for (step, row) in turn.history.iter().enumerate() {
        let start = if step == 0 { "" } else { "\n" };
        push(text, format_args!("{start}Step {}: ", step + 1));
        for (place, decision) in row.iter().enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            push(text, format_args!("{separator}robot {}: {}", place + 1, action_words(domain, *decision)));
        }
    }
}

/// Writes a failure "<robot>: <reason>", with the robot's name as in prompts.
fn failure(turn: &Turn, words: &str, text: &mut String) {
    let named = words.split_once(": ").and_then(|(name, reason)| {
        let robot = turn.brief.team.iter().find(|robot| robot.as_str() == name)?;
        Some((robot, reason))
    });
    match named {
        Some((robot, reason)) => line(text, &format!("- {}: ", robot_words(turn, robot)), reason),
        None => line(text, "- ", words),
    }
}

fn joint(domain: &Transport, turn: &Turn, text: &mut String) {
    if turn.decided.is_empty() {
        text.push_str("No robot has chosen yet.\n");
    }
    for Decided { robot, decision, .. } in &turn.decided {
        let robot = robot_words(turn, robot);
        push(text, format_args!("{robot} will, at the same time: {}\n", action_words(domain, *decision)));
    }
}

fn action_words(domain: &Transport, decision: Option<Decision>) -> &str {
    decision.map_or("absent", |decision| domain.options().text(decision))
}

fn line(text: &mut String, start: &str, words: &str) {
    text.push_str(start);
    // One line each: a line break in free text must not look like a part of the prompt.
    words.split_whitespace().enumerate().for_each(|(place, word)| {
        if place > 0 {
            text.push(' ');
        }
        text.push_str(word);
    });
    text.push('\n');
}

fn parts() -> (&'static str, &'static str) {
    TEMPLATE.split_once("{cut}").expect("the template says where it is cut")
}

fn push(text: &mut String, value: impl std::fmt::Display) {
    write!(text, "{value}").expect("writing into a string cannot fail");
}

/// Part (e): appends an example with the labels of this domain: one robot fetches an item while another stays.
///
/// Appends nothing if the domain cannot express it.
fn example(domain: &Transport, options: &[LabelledOption], text: &mut String) {
    let (Some(item), Some(surface)) = (domain.items().next(), domain.surfaces().next()) else { return };
    let plan = [Action::GoTo(Target::Item(item)), Action::Grab(item), Action::PutDown(surface)];
    let Some(plan) = plan.map(|action| domain.options().of(action)).into_iter().collect::<Option<Vec<_>>>() else {
        return;
    };
    let item = domain.item(item);
    let surface = domain.place(surface);
    let idle = &options[domain.options().idle().index()].label;
    push(text, format_args!("Example mission, for a team of 2: move {} to {}.\n", item.phrase, surface.phrase));
    for (step, decision) in plan.iter().enumerate() {
        let LabelledOption { label, text: words } = &options[decision.index()];
        push(text, format_args!("Step {}: robot 1: {label} ({words}); robot 2: {idle}\n", step + 1));
    }
}

/// Fills every `{name}` of a template in one pass; `fill` appends its text.
///
/// # Panics
/// If a brace is not closed: templates are part of the program.
fn fill(template: &str, capacity: usize, mut fill: impl FnMut(&str, &mut String)) -> String {
    let mut text = String::with_capacity(capacity);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("the program's templates close their braces");
        text.push_str(before);
        fill(name, &mut text);
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Appends words with ", " between them, or "none".
fn list<'a>(text: &mut String, words: impl IntoIterator<Item = &'a str>) {
    let before = text.len();
    for word in words {
        if text.len() > before {
            text.push_str(", ");
        }
        text.push_str(word);
    }
    if text.len() == before {
        text.push_str("none");
    }
}
