use std::{collections::HashMap, sync::Arc};

use crate::{Binary, Proposition, Unary};

/// A formula as it was written; equal parts are stored once.
///
/// Operators are not rewritten into one another, so people see a formula as they wrote it. Two formulas are equal if
/// they are the same term. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Formula(Arc<[Node]>);

/// The place of a part in its formula.
pub type Part = u32;

/// A formula's root or part; operands stand before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// `true` or `false`.
    Constant(bool),
    /// A proposition.
    Proposition(Proposition),
    /// An operator and the place of its operand.
    Unary(Unary, Part),
    /// An operator and the places of its operands.
    Binary(Binary, Part, Part),
}

impl Formula {
    /// `true` or `false`.
    pub fn constant(value: bool) -> Self {
        Self([Node::Constant(value)].into())
    }

    /// A proposition that holds in the first state.
    pub fn proposition(proposition: Proposition) -> Self {
        Self([Node::Proposition(proposition)].into())
    }

    /// An operator applied to a formula.
    pub fn unary(operator: Unary, operand: &Self) -> Self {
        let mut builder = Builder::default();
        let operand = builder.copy(operand);
        builder.add(Node::Unary(operator, operand));
        builder.finish()
    }

    /// An operator applied to two formulas.
    pub fn binary(operator: Binary, left: &Self, right: &Self) -> Self {
        let mut builder = Builder::default();
        let operands = (builder.copy(left), builder.copy(right));
        builder.add(Node::Binary(operator, operands.0, operands.1));
        builder.finish()
    }

    /// The formula that the last node is the root of; what it does not use is dropped. Nothing is copied twice, so this is
    /// the way to build a large formula. `None` if there is no node, or if an operand does not stand before its operator.
    pub fn from_nodes(nodes: impl IntoIterator<Item = Node>) -> Option<Self> {
        let mut builder = Builder::default();
        let mut places: Vec<Part> = Vec::new();
        for node in nodes {
            let place = |part: Part| places.get(part as usize).copied();
            let node = match node {
                Node::Unary(operator, operand) => Node::Unary(operator, place(operand)?),
                Node::Binary(operator, left, right) => Node::Binary(operator, place(left)?, place(right)?),
                leaf => leaf,
            };
            places.push(builder.add(node));
        }
        let root = *places.last()?;
        Some(Self(builder.nodes.into()).part(root))
    }

    /// Its propositions in order of first occurrence, each once.
    pub fn propositions(&self) -> impl Iterator<Item = &Proposition> {
        self.0.iter().filter_map(|node| if let Node::Proposition(name) = node { Some(name) } else { None })
    }

    /// The number of its different parts.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Whether it has an `X` or `WX`, so that seeing one state twice can make a difference (L. Lamport, "What good is
    /// temporal logic?", 1983: without them, formulas are invariant under stuttering).
    pub fn counts_steps(&self) -> bool {
        self.0.iter().any(|node| matches!(node, Node::Unary(Unary::Next | Unary::WeakNext, _)))
    }

    /// Its parts, operands first, itself last.
    pub fn nodes(&self) -> &[Node] {
        &self.0
    }

    /// The part that is the whole formula.
    pub fn root(&self) -> Part {
        Part::try_from(self.size() - 1).expect("parts are numbered by Part")
    }

    /// A part as a formula of its own.
    pub fn part(&self, part: Part) -> Self {
        let mut builder = Builder::default();
        builder.copy_part(self, part);
        builder.finish()
    }
}

/// Makes a formula from its operands upwards.
#[derive(Default)]
pub(crate) struct Builder {
    nodes: Vec<Node>,
    known: HashMap<Node, Part>,
}

impl Builder {
    /// The part equal to `node`, which is added if it is new.
    pub fn add(&mut self, node: Node) -> Part {
        if let Some(&part) = self.known.get(&node) {
            return part;
        }
        let part = Part::try_from(self.nodes.len()).expect("a formula of 2^32 parts does not fit memory");
        self.nodes.push(node.clone());
        self.known.insert(node, part);
        part
    }

    pub fn copy(&mut self, formula: &Formula) -> Part {
        self.copy_part(formula, formula.root())
    }

    /// Adds a part with all parts below it, in the order in which a parser completes them.
    fn copy_part(&mut self, formula: &Formula, root: Part) -> Part {
        let mut copied: HashMap<Part, Part> = HashMap::new();
        let mut open = vec![root];
        while let Some(&part) = open.last() {
            let missing = |operand: &Part| !copied.contains_key(operand);
            let node = match &formula.0[part as usize] {
                Node::Unary(operator, operand) => {
                    if missing(operand) {
                        open.push(*operand);
                        continue;
                    }
                    Node::Unary(*operator, copied[operand])
                }
                Node::Binary(operator, left, right) => {
                    if let Some(operand) = [left, right].into_iter().find(|operand| missing(operand)) {
                        open.push(*operand);
                        continue;
                    }
                    Node::Binary(*operator, copied[left], copied[right])
                }
                leaf => leaf.clone(),
            };
            copied.insert(part, self.add(node));
            open.pop();
        }
        copied[&root]
    }

    /// The formula whose root was added last.
    pub fn finish(self) -> Formula {
        assert!(!self.nodes.is_empty(), "a formula has a root");
        Formula(self.nodes.into())
    }
}
