//! Formulas with the names of the domain.

use surefleet_ltl::{Binary, Formula, Node, Proposition, Unary};

use crate::{logic::Ltl, vocabulary::Vocabulary};

impl Ltl {
    /// The formula with the names of the domain.
    pub fn formula(&self, vocabulary: &Vocabulary) -> Formula {
        let mut nodes = Vec::new();
        self.write(vocabulary, &mut nodes);
        Formula::from_nodes(nodes).expect("operands are written before their operator")
    }

    fn write(&self, vocabulary: &Vocabulary, nodes: &mut Vec<Node>) -> u32 {
        let node = match self {
            Self::Constant(value) => Node::Constant(*value),
            Self::Atom(atom) => {
                Node::Proposition(Proposition::new(&vocabulary.symbol(atom)).expect("names of a domain are words"))
            }
            Self::Not(inner) => Node::Unary(Unary::Not, inner.write(vocabulary, nodes)),
            Self::Next(inner) => Node::Unary(Unary::Next, inner.write(vocabulary, nodes)),
            Self::WeakNext(inner) => Node::Unary(Unary::WeakNext, inner.write(vocabulary, nodes)),
            Self::Finally(inner) => Node::Unary(Unary::Finally, inner.write(vocabulary, nodes)),
            Self::Globally(inner) => Node::Unary(Unary::Globally, inner.write(vocabulary, nodes)),
            Self::Implies(one, other) => pair(Binary::Implies, one, other, vocabulary, nodes),
            Self::Until(one, other) => pair(Binary::Until, one, other, vocabulary, nodes),
            Self::WeakUntil(one, other) => pair(Binary::WeakUntil, one, other, vocabulary, nodes),
            Self::And(parts) | Self::Or(parts) => {
                let operator = if matches!(self, Self::And(_)) { Binary::And } else { Binary::Or };
                let mut places = parts.iter();
                let mut whole = places.next().expect("a junction has parts").write(vocabulary, nodes);
                for part in places {
                    let part = part.write(vocabulary, nodes);
                    nodes.push(Node::Binary(operator, whole, part));
                    whole = place(nodes);
                }
                return whole;
            }
        };
        nodes.push(node);
        place(nodes)
    }
}

fn pair(operator: Binary, one: &Ltl, other: &Ltl, vocabulary: &Vocabulary, nodes: &mut Vec<Node>) -> Node {
    let one = one.write(vocabulary, nodes);
    Node::Binary(operator, one, other.write(vocabulary, nodes))
}

fn place(nodes: &[Node]) -> u32 {
    u32::try_from(nodes.len() - 1).expect("a sentence has fewer parts")
}
