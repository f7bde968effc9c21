//! A mission of the benchmark in the flat's terms: robots, facts at the start, and a formula.

use anyhow::{Context, Result, bail};

use super::{
    flat::{domain, is_robot, types_of},
    graph::{Graph, Node, Task},
};

/// A mission with its world.
#[derive(Debug)]
pub struct Mission {
    /// The benchmark's number of it.
    pub task: u32,
    /// The mission in the benchmark's English, with things as the domain file names them: `cup 19` for `<cup>(19)`.
    pub text: String,
    /// The formula: in the end all edges of the benchmark's goal are there.
    pub formula: String,
    /// The fewest actions, one robot at a time, as the benchmark says.
    pub optimum: u32,
    /// The robots.
    pub robots: Vec<Robot>,
    /// The facts at the start.
    pub facts: Vec<String>,
    /// The domain file.
    pub domain: String,
}

/// A robot and its kind.
#[derive(Debug)]
pub struct Robot {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
}

impl Mission {
    /// Puts a task into the flat's terms.
    ///
    /// # Errors
    /// The task speaks of something that the flat does not have.
    pub fn new(flat: &str, file: &str, task: &Task) -> Result<Self> {
        let graph = &task.init_graph;
        let kind =
            |node: &Node| types_of(node, graph).and_then(|of| of.first().copied()).unwrap_or_default().to_owned();
        let robots = graph.nodes.iter().filter(|node| is_robot(node));
        let robots = robots.map(|node| Robot { name: node.name(), kind: kind(node) }).collect();
        let goals = task.task_goal.iter().map(|(goal, (count, _))| match count {
            1 => proposition(graph, goal),
            _ => bail!("{goal:?} is wanted {count} times"),
        });
        let goals: Vec<String> = goals.collect::<Result<_>>()?;
        Ok(Self {
            task: task.task_id,
            text: words(task.goal_instruction.first().context("the task has no instruction")?),
            formula: format!("F G ({})", goals.join(" & ")),
            optimum: *task.ground_truth_step_num.first().context("the task has no number of steps")?,
            robots,
            facts: facts(graph),
            domain: domain(flat, &format!("{file}_{}", task.task_id), graph)?,
        })
    }
}

/// An instruction with `cup 19` for `<cup>(19)`.
fn words(instruction: &str) -> String {
    let mut words = String::new();
    let mut rest = instruction.trim();
    while let Some((before, name, number, after)) = marked(rest) {
        words.push_str(&format!("{before}{} {number}", name.to_lowercase()));
        rest = after;
    }
    words + rest
}

/// The first mark of a text: what stands before it, its name, its number, and what stands after it.
fn marked(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (before, rest) = text.split_once('<')?;
    let (name, rest) = rest.split_once(">(")?;
    let (number, after) = rest.split_once(')')?;
    Some((before, name, number, after))
}

/// A goal such as `inside_<cup>(19)_<basket>(25)` as a proposition.
fn proposition(graph: &Graph, goal: &str) -> Result<String> {
    let ids = goal.split('(').skip(1).filter_map(|rest| rest.split_once(')')).map(|(id, _)| id.parse::<u32>());
    let ids: Vec<u32> = ids.collect::<Result<_, _>>().with_context(|| format!("{goal:?} has no numbers"))?;
    let [one, other] = ids[..] else { bail!("{goal:?} does not relate two objects") };
    let node = |id| graph.node(id).with_context(|| format!("{goal:?} speaks of {id}, which is not there"));
    let (one, other) = (node(one)?, node(other)?);
    let relation = goal.split('_').next().unwrap_or_default().to_uppercase();
    relate(graph, one, &relation, other).with_context(|| format!("the flat cannot say {goal:?}"))
}

/// The predicate for a relation of the graph: `ON` and `INSIDE` as the graph says, or as the other object allows.
fn relate(graph: &Graph, one: &Node, relation: &str, other: &Node) -> Option<String> {
    let (of, mut to) = (types_of(one, graph)?, types_of(other, graph)?);
    let mut other = other;
    // What is said to be in a room without more is on its floor.
    if let ("item" | "food", "room", Some(floor)) = (of[0], to[0], graph.floor_of(other)) {
        (other, to) = (floor, vec!["floor"]);
    }
    let predicate = match (relation, of[0], to[0]) {
        ("INSIDE", "drone" | "dog" | "arm", "room") => "inside",
        ("ON", "drone", _) => "landed",
        ("ABOVE", "drone", _) => "above",
        ("ON", "arm", _) => "mounted",
        ("CLOSE", "dog", _) => "at",
        ("HOLD", "dog" | "arm", "item" | "food") => "holding",
        ("WITH", "drone", "basket") => return Some(format!("hung({}, {})", other.name(), one.name())),
        ("ON", "item" | "food", _) if other.is("SURFACES") => "on",
        ("INSIDE" | "ON", "item" | "food", _) if other.is("CONTAINERS") => "in",
        ("INSIDE", "item" | "food", _) if other.is("SURFACES") => "on",
        _ => return None,
    };
    Some(format!("{predicate}({}, {})", one.name(), other.name()))
}

/// The facts at the start: relations and states that the flat knows. A basket is where its drone is, and a legged robot
/// is on the floor of its room, so the graph's edges for these say nothing.
fn facts(graph: &Graph) -> Vec<String> {
    let mut facts = Vec::new();
    for edge in &graph.edges {
        if let (Some(one), Some(other)) = (graph.node(edge.from_id), graph.node(edge.to_id)) {
            facts.extend(relate(graph, one, &edge.relation_type, other));
        }
    }
    for node in graph.nodes.iter().filter(|node| types_of(node, graph).is_some()) {
        let states = [("OPEN", "open", node.is_closable()), ("HOT", "warm", node.category == "Food")];
        let switched = ("ON", "running", node.is("HAS_SWITCH"));
        let now = states.into_iter().chain([switched]).filter(|(state, _, can)| *can && node.is_now(state));
        facts.extend(now.map(|(_, predicate, _)| format!("{predicate}({})", node.name())));
    }
    facts.sort_unstable();
    facts.dedup();
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_things_have_the_names_of_the_domain_file() {
        assert_eq!(
            words(" Put the <Tea cup>(7) on (not in) the <stool>(4). "),
            "Put the tea cup 7 on (not in) the stool 4."
        );
        assert_eq!(words("Take a < b."), "Take a < b.");
    }
}
