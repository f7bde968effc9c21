//! The benchmark's files: graphs of a home, and what is to be true of them in the end.

use serde::Deserialize;

/// One mission with its world.
#[derive(Debug, Deserialize)]
pub struct Task {
    /// Number in the file.
    pub task_id: u32,
    /// The world at the start.
    pub init_graph: Graph,
    /// Edges that must be there in the end, such as `on_<cup>(19)_<coffee table>(12)`, with how often.
    pub task_goal: std::collections::BTreeMap<String, (u32, Vec<serde_json::Value>)>,
    /// The fewest actions, one robot at a time; the file has a list of one.
    pub ground_truth_step_num: Vec<u32>,
    /// The mission in English; the file has a list of one.
    pub goal_instruction: Vec<String>,
}

/// Objects and their relations.
#[derive(Debug, Deserialize)]
pub struct Graph {
    /// The objects.
    pub nodes: Vec<Node>,
    /// The relations.
    pub edges: Vec<Edge>,
}

/// An object.
#[derive(Debug, Deserialize)]
pub struct Node {
    /// Its number.
    pub id: u32,
    /// What sort of thing it is: `Rooms`, `Floor`, `Doors`, `Agents`, `Food`, ...
    pub category: String,
    /// Its name, which others may share: `coffee table`.
    pub class_name: String,
    /// What can be done with it: `GRABABLE`, `SURFACES`, `CONTAINERS`, `HIGH_HEIGHT`, ...
    pub properties: Vec<String>,
    /// How it is now: `OPEN`, `CLOSED`, `OPEN_FOREVER`, `LAND`, `ON`, `HOT`, ...
    pub states: Vec<String>,
}

/// A relation of two objects.
#[derive(Debug, Clone, Deserialize)]
pub struct Edge {
    /// The first.
    pub from_id: u32,
    /// The second.
    pub to_id: u32,
    /// `ON`, `INSIDE`, `LEADING TO`, `WITH`, `ABOVE`, `HOLD` or `CLOSE`.
    pub relation_type: String,
}

impl Node {
    /// Whether it has the property.
    pub fn is(&self, property: &str) -> bool {
        self.properties.iter().any(|has| has == property)
    }

    /// Whether it is in the state.
    pub fn is_now(&self, state: &str) -> bool {
        self.states.iter().any(|now| now == state)
    }

    /// Whether robots can open and close it.
    pub fn is_closable(&self) -> bool {
        (self.category == "Doors" || self.is("CONTAINERS")) && (self.is_now("CLOSED") || self.is_now("OPEN"))
    }

    /// Its name in a domain file: `coffee_table_12`.
    pub fn name(&self) -> String {
        format!("{}_{}", plain(&self.class_name), self.id)
    }
}

impl Graph {
    /// The object with this number.
    pub fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The floor, if the object is a room.
    pub fn floor_of(&self, room: &Node) -> Option<&Node> {
        let floors = self.nodes.iter().filter(|node| node.category == "Floor" && room.category == "Rooms");
        floors.into_iter().find(|floor| self.related(floor.id, "INSIDE").any(|of| of.id == room.id))
    }

    /// The objects to which it has this relation.
    pub fn related<'g>(&'g self, id: u32, relation: &'g str) -> impl Iterator<Item = &'g Node> {
        let edges = self.edges.iter().filter(move |edge| edge.from_id == id && edge.relation_type == relation);
        edges.filter_map(|edge| self.node(edge.to_id))
    }
}

/// A name as a domain file can have it.
pub fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    name.trim().chars().map(letter).collect()
}
