//! From a whole sentence to its formula, with what the arguments stand for written out.

use surefleet_ltl::{Binary, Formula, Node, Proposition};
use surefleet_world::ObjectId;

use super::{At, LARGEST, Meaning, MissionGrammar, PartialParse};
use crate::Notation;

impl MissionGrammar {
    /// The meaning of a sentence, once it is whole; what its arguments stand for is written out.
    pub fn formula(&self, parse: &PartialParse) -> Option<Formula> {
        let (_, symbols) = (parse.at == At::End).then(|| parse.read.split_last())??;
        let mut text = String::new();
        for (place, &symbol) in symbols.iter().enumerate() {
            text += self.name(symbol);
            // A name and the parenthesis behind it make one proposition.
            let is_name = matches!(self.symbols[symbol.index()].1, Meaning::Name(_));
            let opens = symbols.get(place + 1).is_some_and(|next| self.symbols[next.index()].1 == Meaning::Open);
            text += if is_name && opens { "" } else { " " };
        }
        let schematic = Formula::parse(&text).ok()?;
        let mut nodes: Vec<Node> = Vec::new();
        // The place of each part of the schematic formula among the nodes.
        let mut places: Vec<u32> = Vec::new();
        for node in schematic.nodes() {
            let node = match node {
                Node::Constant(_) => node.clone(),
                Node::Proposition(proposition) => self.instances(proposition, &mut nodes)?,
                Node::Unary(operator, part) => Node::Unary(*operator, places[*part as usize]),
                Node::Binary(operator, one, other) => {
                    Node::Binary(*operator, places[*one as usize], places[*other as usize])
                }
            };
            places.push(nodes.len() as u32);
            nodes.push(node);
        }
        Formula::from_nodes(nodes)
    }

    /// That a proposition holds of any of those for which its arguments stand: the root, whose operands are added to `nodes`.
    fn instances(&self, schematic: &Proposition, nodes: &mut Vec<Node>) -> Option<Node> {
        let name = |id: &ObjectId| self.world.object(*id).name.as_str();
        let type_named = |name: &str| {
            self.by_name.get(name)?.iter().find_map(|symbol| match self.symbols[symbol.index()].1 {
                Meaning::Type(of) => Some(of),
                _ => None,
            })
        };
        let mut instances = vec![String::new()];
        for argument in schematic.arguments() {
            let members: Vec<&str> = match type_named(argument) {
                Some(of) => self.world.members_of(of).iter().map(name).collect(),
                None => argument.split(" or ").collect(),
            };
            if instances.len() * members.len() + nodes.len() > LARGEST {
                return None;
            }
            let longer = |so_far: &String| {
                let comma = if so_far.is_empty() { "" } else { ", " };
                members.iter().map(|member| format!("{so_far}{comma}{member}")).collect::<Vec<_>>()
            };
            instances = instances.iter().flat_map(longer).collect();
        }
        let written = instances.iter().map(|arguments| match arguments.is_empty() {
            true => Proposition::new(schematic.predicate()),
            false => Proposition::new(&format!("{}({arguments})", schematic.predicate())),
        });
        let mut level: Vec<Node> = written.map(|one| one.ok().map(Node::Proposition)).collect::<Option<_>>()?;
        // Balanced, so that nothing that walks the formula goes deep.
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [one, other] => {
                        let first = nodes.len() as u32;
                        nodes.extend([one.clone(), other.clone()]);
                        Node::Binary(Binary::Or, first, first + 1)
                    }
                    rest => rest[0].clone(),
                })
                .collect();
        }
        level.pop()
    }
}
