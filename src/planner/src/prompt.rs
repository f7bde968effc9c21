//! The prompt of a robot's turn.

use std::{fmt::Write as _, sync::Arc};

use serde_json::json;
use surefleet_english::{Vocabulary, in_words};
use surefleet_fleet::{Brief, Decided, Decision, Digest, RobotId, Turn};
use surefleet_language::{LabelledOption, Prompt};
use surefleet_world::World;

/// The version of the prompt's template; it rises when the template changes.
pub const TEMPLATE_VERSION: u32 = 4;

const TEMPLATE: &str = include_str!("prompt.txt");
const REFERENCE: &str = include_str!("prompt_reference.txt");
const TEAM_TEMPLATE: &str = include_str!("prompt_team.txt");

/// Hash of the template, of its version and of one whole prompt, which the tests compare with the code's output.
///
/// A calibration is valid for one template only: any change of wording, in text or in code, changes this hash.
pub fn template_digest() -> Digest {
    Digest::of([TEMPLATE_VERSION.to_le_bytes().as_slice(), TEMPLATE.as_bytes(), REFERENCE.as_bytes()])
}

/// S as the prompt names it: place i is decision i.
pub fn labelled_options(world: &World) -> Arc<[LabelledOption]> {
    let texts: Vec<String> = world.options().iter().map(|decision| world.text(decision)).collect();
    LabelledOption::in_order(texts.iter().map(String::as_str))
}

/// The whole prompt of a robot's turn (S-ATLAS, Section III-B, parts (a) to (f)).
///
/// A pure function of its arguments. Planners render [`prompt_prefix`] once per mission and add [`prompt_suffix`]; the
/// text is the same.
///
/// # Panics
/// If the turn names decisions that are not of the world.
pub fn render(world: &World, turn: &Turn, robot: &RobotId) -> Prompt {
    let prefix = prompt_prefix(world, &turn.brief, &labelled_options(world));
    Prompt { prefix, suffix: prompt_suffix(world, turn, robot) }
}

/// The constant part of a mission's prompt: (a) system, (b) environment, (c) task, (e) response structure.
///
/// `options`: place i is decision i, whatever its label; the prompt lists them in the order of their labels.
///
/// Part (e) comes before (d), unlike in the paper, so that a server can keep all of this in its cache.
pub fn prompt_prefix(world: &World, brief: &Brief, options: &[LabelledOption]) -> Arc<str> {
    let (template, _) = parts(TEMPLATE);
    let prefix = fill(template, 4096, |name, text| match name {
        "actions" => {
            let mut lines: Vec<String> =
                options.iter().map(|option| format!("{}: {}", option.label, option.text)).collect();
            // Labels sort in the order in which they were assigned, and no label is a prefix of another.
            lines.sort_unstable();
            text.push_str(&lines.join("\n"));
        }
        "example" => example(world, options, text),
        other => constant(world, brief, other, text),
    });
    prefix.into()
}

/// The prompt that asks for the joint step of a whole team: robots and actions in words, as JSON. Its parts are those of a robot's prompt; beside them it
/// tells the fleet's own constraints.
///
/// # Panics
/// If the turn names decisions that are not of the world.
pub fn team_prompt(world: &World, vocabulary: &Vocabulary, turn: &Turn) -> Prompt {
    let (prefix, suffix) = parts(TEAM_TEMPLATE);
    let brief = &turn.brief;
    let idle = world.text(world.options().idle());
    let prefix = fill(prefix, 4096, |name, text| match name {
        "actions" => {
            let lines = world.options().iter().map(|decision| format!("- {}", world.text(decision)));
            text.push_str(&lines.collect::<Vec<_>>().join("\n"));
        }
        "idle" => push(text, json!(idle)),
        "form" => {
            let parts = brief.team.iter().map(|robot| format!("{}: {}", json!(world.robot_words(robot)), json!(idle)));
            push(text, format_args!("{{{}}}", parts.collect::<Vec<_>>().join(", ")));
        }
        "constraints" => {
            let rules = brief.rules.iter().map(|rule| {
                let words = in_words(rule, vocabulary);
                words.map_or_else(|| rule.clone(), |words| words.to_string())
            });
            requirements(brief.constraints.iter().cloned().chain(rules), text);
        }
        other => constant(world, brief, other, text),
    });
    let suffix = fill(suffix, 2048, |name, text| changing(world, turn, name, text));
    Prompt { prefix: prefix.into(), suffix }
}

/// Appends what stands in a place of a prompt throughout a mission.
fn constant(world: &World, brief: &Brief, place: &str, text: &mut String) {
    match place {
        "team" => team(world, brief, text),
        "skills" => text.push_str(world.describe_skills().trim_end()),
        "notes" => world.domain().notes().iter().for_each(|note| line(text, "- ", note)),
        "horizon" => push(text, brief.horizon),
        "objects" => {
            for (sort, phrases) in world.sorts() {
                push(text, format_args!("{sort}: {}.\n", phrases.join(", ")));
            }
        }
        "mission" => line(text, "", &brief.text),
        "constraints" => requirements(brief.constraints.iter().cloned(), text),
        other => unreachable!("no prefix has a place {other:?}"),
    }
}

/// The part that a turn adds: (d) history, (b) the observed world and the failures, (f) step and robot.
///
/// History comes first. It only grows, so a model with a cache reads no more in a late step than in an early one. Then
/// come the world and the failures: they change from step to step, but are the same for all robots of one step.
///
/// # Panics
/// If the turn names decisions that are not of the world.
pub fn prompt_suffix(world: &World, turn: &Turn, robot: &RobotId) -> String {
    let (_, template) = parts(TEMPLATE);
    fill(template, 2048, |name, text| match name {
        "joint" => joint(world, turn, text),
        "robot" => {
            let words = world.robot_words(robot);
            text.push_str(&words[..1].to_uppercase());
            text.push_str(&words[1..]);
        }
        other => changing(world, turn, other, text),
    })
}

fn requirements(constraints: impl Iterator<Item = String>, text: &mut String) {
    let mut constraints = constraints.peekable();
    if constraints.peek().is_some() {
        text.push_str("Safety requirements:\n");
    }
    constraints.for_each(|constraint| line(text, "- ", &constraint));
}

/// Appends what stands in a place of a prompt in one step, for all robots alike.
fn changing(world: &World, turn: &Turn, place: &str, text: &mut String) {
    match place {
        "world" => world_now(world, turn, text),
        "history" => history(world, turn, text),
        "failures" if turn.failures.is_empty() => {}
        "failures" => {
            text.push_str("In the last step these actions failed:\n");
            turn.failures.iter().for_each(|failure| self::failure(world, turn, failure, text));
        }
        "refusals" if turn.refusals.is_empty() => {}
        "refusals" => {
            text.push_str("The safety monitor refused earlier choices of this step:\n");
            turn.refusals.iter().for_each(|reason| line(text, "- ", reason));
        }
        "step" => push(text, turn.step),
        "horizon" => push(text, turn.brief.horizon),
        other => unreachable!("no suffix has a place {other:?}"),
    }
}

/// "3 mobile robots, robot 1 to robot 3", or with all their names.
fn team(world: &World, brief: &Brief, text: &mut String) {
    let names: Vec<String> = brief.team.iter().map(|robot| world.robot_words(robot)).collect();
    let is_counted = (1..).zip(&names).all(|(number, name)| *name == format!("robot {number}"));
    match names.as_slice() {
        [only] => push(text, format_args!("one mobile robot, {only}")),
        [first, .., last] if is_counted => {
            push(text, format_args!("{} mobile robots, {first} to {last}", names.len()));
        }
        _ => push(text, format_args!("{} robots, {}", names.len(), names.join(", "))),
    }
}

fn world_now(world: &World, turn: &Turn, text: &mut String) {
    match world.read(&turn.facts) {
        Ok(_) if turn.facts.is_empty() => text.push_str("Nothing was observed."),
        Ok(state) => text.push_str(&world.describe(&state, &turn.brief.team).join("\n")),
        // The world cannot be like that, but the language model may understand it.
        Err(_) => turn.facts.iter().for_each(|fact| line(text, "", fact)),
    }
}

fn history(world: &World, turn: &Turn, text: &mut String) {
    if turn.history.is_empty() {
        text.push_str("Nothing has been done yet.");
    }
    for (step, row) in turn.history.iter().enumerate() {
        let start = if step == 0 { "" } else { "\n" };
        push(text, format_args!("{start}Step {}: ", step + 1));
        for (place, (decision, robot)) in row.iter().zip(&turn.brief.team).enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            let robot = world.robot_words(robot);
            push(text, format_args!("{separator}{robot}: {}", action_words(world, *decision)));
        }
    }
}

/// Writes a failure "<robot>: <reason>", with the robot's name as in prompts.
fn failure(world: &World, turn: &Turn, words: &str, text: &mut String) {
    let named = words.split_once(": ").and_then(|(name, reason)| {
        let robot = turn.brief.team.iter().find(|robot| robot.as_str() == name)?;
        Some((robot, reason))
    });
    match named {
        Some((robot, reason)) => line(text, &format!("- {}: ", world.robot_words(robot)), reason),
        None => line(text, "- ", words),
    }
}

fn joint(world: &World, turn: &Turn, text: &mut String) {
    if turn.decided.is_empty() {
        text.push_str("No robot has chosen yet.\n");
    }
    for Decided { robot, decision, .. } in &turn.decided {
        let robot = world.robot_words(robot);
        push(text, format_args!("{robot} will, at the same time: {}\n", action_words(world, *decision)));
    }
}

fn action_words(world: &World, decision: Option<Decision>) -> String {
    decision.map_or_else(|| "absent".to_owned(), |decision| world.text(decision))
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

fn parts(template: &'static str) -> (&'static str, &'static str) {
    template.split_once("{cut}").expect("the template says where it is cut")
}

fn push(text: &mut String, value: impl std::fmt::Display) {
    write!(text, "{value}").expect("writing into a string cannot fail");
}

/// Part (e): appends the domain's example with the labels of this world: one robot acts while another stays.
///
/// Appends nothing if the domain has none, or one that this world cannot express.
fn example(world: &World, options: &[LabelledOption], text: &mut String) {
    let Some(example) = world.domain().example() else { return };
    let plan = example.plan.iter().map(|symbol| world.find_decision(symbol)).collect::<Option<Vec<_>>>();
    let Some(plan) = plan else { return };
    let idle = &options[world.options().idle().index()].label;
    push(text, format_args!("Example mission, for a team of 2: {}.\n", example.mission));
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
