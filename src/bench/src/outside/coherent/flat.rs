//! A domain file for one graph: the flat's types, predicates, skills and laws with the graph's objects.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_yaml::{Mapping, Value};

use super::graph::{Graph, Node, plain};

/// Entries of a domain file that are for people.
const PROSE: [&str; 5] = ["text", "remark", "otherwise", "says", "denies"];

/// What a node is in the flat's terms: the types that its own type must have.
///
/// `None`: nothing in the flat, because it is nowhere and so nobody can do anything with it.
pub fn types_of(node: &Node, graph: &Graph) -> Option<Vec<&'static str>> {
    let types = match node.category.as_str() {
        "Rooms" => vec!["room"],
        "Floor" => vec!["floor"],
        _ if graph.related(node.id, "LEADING TO").next().is_some() => vec!["door"],
        "Agents" if node.is("FLYABLE") => vec!["drone"],
        "Agents" if node.is("MOVABLE") => vec!["dog"],
        "Agents" => vec!["arm"],
        _ if node.is("WITH_QUADROTOR") => vec!["basket"],
        category => {
            let is_somewhere = graph.related(node.id, "ON").chain(graph.related(node.id, "INSIDE")).next().is_some();
            let is_held = graph.edges.iter().any(|edge| edge.to_id == node.id && edge.relation_type == "HOLD");
            if !is_somewhere && !is_held {
                return None;
            }
            let mut types = vec![match (node.is("GRABABLE"), category) {
                (true, "Food") => "food",
                (true, _) => "item",
                (false, _) => "fixture",
            }];
            types.extend(node.is("SURFACES").then_some("surface"));
            types.extend(match (node.is("CONTAINERS"), node.is("HAS_SWITCH")) {
                (true, true) => Some("appliance"),
                (true, false) => Some("container"),
                (false, true) => Some("device"),
                (false, false) => None,
            });
            types
        }
    };
    Some(types)
}

/// Whether the node is a robot.
pub fn is_robot(node: &Node) -> bool {
    node.category == "Agents"
}

/// The domain file of a graph.
///
/// # Errors
/// The flat's file lacks a part that it must have.
pub fn domain(flat: &str, name: &str, graph: &Graph) -> Result<String> {
    let mut file: Mapping = serde_yaml::from_str(flat).context("the flat's file is not YAML")?;
    let mut types = structural_types(&file)?;
    let mut objects = Vec::new();
    let mut combined = BTreeMap::new();
    for node in graph.nodes.iter().filter(|node| !is_robot(node)) {
        let Some(of) = types_of(node, graph) else { continue };
        let is_plain = matches!(of[0], "room" | "floor" | "door" | "basket");
        let kind = if is_plain { of[0].to_owned() } else { class_type(node, &of, &mut types, &mut combined) };
        let mut object = Mapping::new();
        object.insert("name".into(), node.name().into());
        object.insert("type".into(), kind.into());
        if is_plain && graph.nodes.iter().filter(|other| other.class_name == node.class_name).count() == 1 {
            object.insert("words".into(), vec![Value::from(node.class_name.to_lowercase())].into());
        }
        objects.push(Value::from(object));
    }
    file.insert("domain".into(), name.into());
    file.insert("types".into(), types.into());
    file.insert("objects".into(), objects.into());
    file.insert("always".into(), always(graph).into_iter().map(Value::from).collect::<Vec<_>>().into());
    Ok(serde_yaml::to_string(&file)?)
}

/// The type of a node that is no part of the building: one for its class, and one below it for what it can do.
fn class_type(
    node: &Node,
    of: &[&'static str],
    types: &mut Vec<Value>,
    combined: &mut BTreeMap<String, BTreeSet<String>>,
) -> String {
    let class = format!("kind_{}", plain(&node.class_name));
    let name = format!("{class}_{}", of.join("_"));
    let known = combined.entry(class.clone()).or_insert_with(|| {
        let words = node.class_name.to_lowercase();
        let mut declared = Mapping::new();
        declared.insert("name".into(), class.clone().into());
        declared.insert("plurals".into(), vec![Value::from(format!("{words}s"))].into());
        declared.insert("words".into(), vec![Value::from(words)].into());
        types.push(declared.into());
        BTreeSet::new()
    });
    if known.insert(name.clone()) {
        let mut declared = Mapping::new();
        declared.insert("name".into(), name.clone().into());
        declared.insert("is".into(), format!("{class} | {}", of.join(" | ")).into());
        let preposition = if node.is("CONTAINERS") { "in" } else { "on" };
        declared.insert("at".into(), preposition.into());
        types.push(declared.into());
    }
    name
}

/// The flat's types that its predicates, skills and laws name, with their parents: all but those of its own objects.
fn structural_types(file: &Mapping) -> Result<Vec<Value>> {
    let declared = file.get("types").and_then(Value::as_sequence).context("the flat's file has no types")?;
    let mut words = BTreeSet::new();
    for part in ["predicates", "skills", "laws"] {
        collect(file.get(part).with_context(|| format!("the flat's file has no {part}"))?, &mut words);
    }
    // Parents are declared before their children, so one pass from the end finds all ancestors.
    let mut kept = Vec::new();
    for of in declared.iter().rev() {
        let name = of.get("name").and_then(Value::as_str).context("a type has no name")?;
        if words.contains(name) {
            let parents = of.get("is").and_then(Value::as_str).unwrap_or_default();
            words.extend(parents.split('|').map(|parent| parent.trim().to_owned()));
            kept.push(of.clone());
        }
    }
    kept.reverse();
    Ok(kept)
}

fn collect(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            words.extend(text.split(|c| !is_word(c)).map(str::to_owned));
        }
        Value::Sequence(all) => all.iter().for_each(|value| collect(value, words)),
        Value::Mapping(all) => {
            let is_prose = |key: &Value| PROSE.iter().any(|prose| key == prose);
            all.iter().filter(|(key, _)| !is_prose(key)).for_each(|(_, value)| collect(value, words));
        }
        _ => {}
    }
}

/// What holds for ever.
fn always(graph: &Graph) -> Vec<String> {
    let mut facts = Vec::new();
    for node in &graph.nodes {
        let name = node.name();
        let Some(types) = types_of(node, graph) else { continue };
        if types[0] == "floor" {
            facts.extend(graph.related(node.id, "INSIDE").map(|room| format!("floor_of({}, {name})", room.name())));
        }
        if types[0] == "door" {
            facts.extend(graph.related(node.id, "LEADING TO").map(|room| format!("leads_to({name}, {})", room.name())));
        }
        if types[0] == "fixture" {
            let below = graph.related(node.id, "ON").chain(graph.related(node.id, "INSIDE"));
            let below = below.filter_map(|below| graph.floor_of(below).or(Some(below)));
            facts.extend(below.map(|below| format!("stands({name}, {})", below.name())));
        }
        if node.is("HIGH_HEIGHT") && (node.is("SURFACES") || node.is("CONTAINERS")) {
            facts.push(format!("high({name})"));
        }
        if node.is("LANDABLE") && node.is("SURFACES") {
            facts.push(format!("landable({name})"));
        }
        if node.is_closable() {
            facts.push(format!("closable({name})"));
        }
    }
    facts
}
