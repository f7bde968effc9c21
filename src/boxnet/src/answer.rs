use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use surefleet_reach::{ArmId, ArmMove, ArmPlan, ArmStep, TablePoint};

use crate::fault::{AnswerFault, quoted};

/// Reads the answer of a planner that writes a whole plan (Listing 4): thoughts, then a block with a list of joint steps.
///
/// Spaces and line breaks around the two parts do not count. Coordinates are metres and are rounded to a micrometre.
/// Whether the plan is valid is not looked at: an arm that does not exist is read, and refused by the rules.
///
/// # Errors
///
/// If the answer has another form.
pub fn read_plan(answer: &str) -> Result<ArmPlan, AnswerFault> {
    let steps: Vec<WrittenStep> = parse(block(answer)?)?;
    let steps = steps.into_iter().enumerate().map(|(number, step)| step.read(number)).collect::<Result<_, _>>()?;
    Ok(ArmPlan { steps })
}

/// Reads the answer of a planner that writes one joint step after the other (Listing 5): thoughts, then a block with one joint step.
///
/// # Errors
///
/// If the answer has another form; faults call the step the first one.
pub fn read_step(answer: &str) -> Result<ArmStep, AnswerFault> {
    parse::<WrittenStep>(block(answer)?)?.read(0)
}

/// The text of the one block of JSON, after the thoughts.
fn block(answer: &str) -> Result<&str, AnswerFault> {
    let thoughts = answer.trim().strip_prefix("<think>").ok_or(AnswerFault::NoThoughts)?;
    let (thoughts, rest) = thoughts.split_once("</think>").ok_or(AnswerFault::NoThoughts)?;
    if thoughts.contains("<think>") {
        return Err(AnswerFault::NoThoughts);
    }
    let rest = rest.trim();
    let Some((before, inside)) = rest.split_once("```json") else { return Err(AnswerFault::NoBlock) };
    let (inside, after) = inside.split_once("```").ok_or(AnswerFault::Unended)?;
    match [before.trim(), after.trim()].into_iter().find(|text| !text.is_empty()) {
        Some(text) => Err(AnswerFault::Beside { text: quoted(text) }),
        None => Ok(inside),
    }
}

fn parse<'a, T: Deserialize<'a>>(block: &'a str) -> Result<T, AnswerFault> {
    serde_json::from_str(block).map_err(|error| AnswerFault::Json { wrong: in_short(&error) })
}

/// What the reader of JSON says; it quotes wrong texts whole, before it tells the place.
fn in_short(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((wrong, place)) => format!("{} at line {place}", quoted(wrong)),
        None => quoted(&text),
    }
}

/// A joint step as written: names and moves, repeated names included, which a map would drop.
struct WrittenStep(Vec<(String, String)>);

impl<'de> Deserialize<'de> for WrittenStep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Step;

        impl<'de> Visitor<'de> for Step {
            type Value = WrittenStep;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a joint step: robots with their moves in {}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WrittenStep, A::Error> {
                let mut moves = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    moves.push(entry);
                }
                Ok(WrittenStep(moves))
            }
        }

        deserializer.deserialize_map(Step)
    }
}

impl WrittenStep {
    fn read(self, step: usize) -> Result<ArmStep, AnswerFault> {
        let read = |(name, text): (String, String)| {
            let arm = arm_of(&name).ok_or_else(|| AnswerFault::Name { step, name: quoted(&name) })?;
            arm_move(arm, &text).ok_or_else(|| AnswerFault::Move { step, text: quoted(&text) })
        };
        let moves = self.0.into_iter().map(read).collect::<Result<_, _>>()?;
        ArmStep::new(moves).map_err(|second| AnswerFault::Repeated { step, arm: second.arm.0 })
    }
}

/// The arm that a name means: "Robot 3".
fn arm_of(name: &str) -> Option<ArmId> {
    let number = name.strip_prefix("Robot ")?;
    // A sign, or zeros in front, would give one arm two names.
    let arm: usize = number.parse().ok()?;
    (arm.to_string() == number).then_some(ArmId(arm))
}

/// A move: "[0.25, 0.75] -> [1.25, 0.75], True".
fn arm_move(arm: ArmId, text: &str) -> Option<ArmMove> {
    let (from, rest) = text.split_once("->")?;
    let (to, carries) = rest.rsplit_once(',')?;
    let carries = match carries.trim() {
        "True" => true,
        "False" => false,
        _ => return None,
    };
    Some(ArmMove { arm, from: point(from)?, to: point(to)?, carries })
}

fn point(text: &str) -> Option<TablePoint> {
    let [x_m, y_m] = serde_json::from_str(text.trim()).ok()?;
    TablePoint::from_metres(x_m, y_m).ok()
}
