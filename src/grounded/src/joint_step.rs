//! Joint steps as language models write them.

use std::{collections::BTreeMap, fmt};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use surefleet_fleet::{Decision, RobotId};
use surefleet_world::World;

/// How much of an answer an error quotes.
const QUOTED: usize = 60;

/// Reads a joint step: any words, then one JSON object that gives each robot of the team one action, both in the words of the prompt.
///
/// Nothing that is wrong is passed over: an error says in words what it is, so that the model can mend it.
pub(crate) fn read_joint_step(
    answer: &str,
    world: &World,
    team: &[RobotId],
) -> Result<BTreeMap<RobotId, Decision>, String> {
    let answer = answer.rsplit_once("</think>").map_or(answer, |(_, answer)| answer);
    let (begin, end) = answer.find('{').zip(answer.rfind('}')).ok_or("there is no JSON object in the answer")?;
    let object = answer.get(begin..=end).ok_or("there is no JSON object in the answer")?;
    let WrittenParts(written) = serde_json::from_str(object)
        .map_err(|error| format!("{} is not one JSON object of robots and their actions: {error}", quoted(object)))?;
    let mut parts = BTreeMap::new();
    for (name, action) in written {
        let robot = team.iter().find(|robot| world.robot_words(robot) == name);
        let robot = robot.ok_or_else(|| {
            let names: Vec<String> = team.iter().map(|robot| world.robot_words(robot)).collect();
            format!("{} is no robot of the team: write {}", quoted(&name), names.join(", "))
        })?;
        let decision = world.options().iter().find(|decision| world.text(*decision) == action);
        let decision = decision.ok_or_else(|| format!("{name}: {} is not one of the actions", quoted(&action)))?;
        if parts.insert(robot.clone(), decision).is_some() {
            return Err(format!("{name} has two actions: give it one"));
        }
    }
    match team.iter().find(|robot| !parts.contains_key(robot)) {
        Some(robot) => Err(format!("{} has no action: each robot needs one", world.robot_words(robot))),
        None => Ok(parts),
    }
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(QUOTED).collect();
    format!("{short:?}{}", if short.len() < text.len() { " and so on" } else { "" })
}

/// Robots and actions as written, repeated names included, which a map would drop.
struct WrittenParts(Vec<(String, String)>);

impl<'de> Deserialize<'de> for WrittenParts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Parts;

        impl<'de> Visitor<'de> for Parts {
            type Value = WrittenParts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("robots with their actions in {}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WrittenParts, A::Error> {
                let mut parts = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    parts.push(entry);
                }
                Ok(WrittenParts(parts))
            }
        }

        deserializer.deserialize_map(Parts)
    }
}
