//! `X` in a watched world: the next change of anything that a formula is about.

use std::collections::HashSet;

use super::formula::{Builder, Node, Part};
use crate::{Binary, Formula, LtlError, Unary};

/// The most combinations of present truth values of a conjunct's things, counted once for each `X` in it. An automaton
/// for more would be larger than any budget allows.
const MOST_COMBINATIONS: usize = 1 << 9;

impl Formula {
    /// The formula over all moments of a watched world that expresses what this formula says about its changes.
    ///
    /// Each conjunct speaks of its own moments: the first one, and those at which one of its statements about a single
    /// moment begins or ceases to be true. Such a statement is taken as large as it stands in the conjunct. So the
    /// meaning does not depend on how often the world is looked at, nor on other changes. The result contains no `X` or
    /// `WX`: the next change comes as soon as things are not as they are now (D. Peled and T. Wilke, "Stutter-invariant
    /// temporal properties are expressible without the next-time operator", 1997; here with traces that end).
    ///
    /// # Errors
    /// [`LtlError::TooLarge`] if a conjunct with `X` or `WX` is about too many things.
    pub fn of_changes(&self) -> Result<Self, LtlError> {
        if !self.counts_steps() {
            return Ok(self.clone());
        }
        let conjuncts = self.conjuncts().into_iter().map(Self::one_of_changes);
        let conjuncts: Vec<Self> = conjuncts.collect::<Result<_, _>>()?;
        let mut builder = Builder::default();
        let parts: Vec<Part> = conjuncts.iter().map(|conjunct| builder.copy(conjunct)).collect();
        parts.into_iter().reduce(|all, next| builder.add(Node::Binary(Binary::And, all, next)));
        Ok(builder.finish())
    }

    /// The formulas that must all hold: the largest parts that are not conjunctions, each once, as ordered in the text.
    ///
    /// The conjuncts, one by one, say the same about the changes of a watched world as the whole formula.
    pub fn conjuncts(&self) -> Vec<Self> {
        let mut conjuncts = Vec::new();
        let mut seen = HashSet::new();
        let mut open = vec![self.root()];
        while let Some(part) = open.pop() {
            match self.nodes()[part as usize] {
                _ if !seen.insert(part) => {}
                Node::Binary(Binary::And, left, right) => open.extend([right, left]),
                _ => conjuncts.push(self.part(part)),
            }
        }
        conjuncts
    }

    fn one_of_changes(self) -> Result<Self, LtlError> {
        if !self.counts_steps() {
            return Ok(self);
        }
        let is_momentary = self.momentary();
        let things = self.things(&is_momentary);
        let is_next = |node: &&Node| matches!(node, Node::Unary(Unary::Next | Unary::WeakNext, _));
        let nexts = self.nodes().iter().filter(is_next).count();
        let each = u32::try_from(things.len()).ok().and_then(|things| 2_usize.checked_pow(things));
        let combinations = each.and_then(|each| each.checked_mul(nexts));
        if combinations.is_none_or(|count| count > MOST_COMBINATIONS) {
            let formula = self.to_string();
            let what = "combinations of what is now, beside X or WX";
            return Err(LtlError::TooLarge { formula, what, limit: MOST_COMBINATIONS });
        }
        let mut builder = Builder::default();
        let mut parts = vec![Part::MAX; self.size()];
        // Statements about one moment come first: everything about the next moment is said together with them.
        for turn in [true, false] {
            let nodes = self.nodes().iter().enumerate().filter(|&(number, _)| is_momentary[number] == turn);
            for (number, node) in nodes {
                let part = |operand: &Part| parts[*operand as usize];
                parts[number] = match node {
                    Node::Unary(operator @ (Unary::Next | Unary::WeakNext), operand) => {
                        let until = if *operator == Unary::Next { Binary::Until } else { Binary::WeakUntil };
                        let things: Vec<Part> = things.iter().map(part).collect();
                        builder.next_change(&things, until, part(operand))
                    }
                    Node::Unary(operator, operand) => builder.add(Node::Unary(*operator, part(operand))),
                    Node::Binary(operator, left, right) => {
                        builder.add(Node::Binary(*operator, part(left), part(right)))
                    }
                    leaf => builder.add(leaf.clone()),
                };
            }
        }
        Ok(builder.finish())
    }

    /// By part: whether it speaks of only one state.
    pub fn momentary(&self) -> Vec<bool> {
        let mut is_momentary: Vec<bool> = Vec::with_capacity(self.size());
        for node in self.nodes() {
            let of = |operand: &Part| is_momentary[*operand as usize];
            is_momentary.push(match node {
                Node::Constant(_) | Node::Proposition(_) => true,
                Node::Unary(operator, operand) => *operator == Unary::Not && of(operand),
                Node::Binary(operator, left, right) => operator.is_boolean() && of(left) && of(right),
            });
        }
        is_momentary
    }

    /// The parts that speak of one state, and stand in parts that speak of more.
    fn things(&self, is_momentary: &[bool]) -> Vec<Part> {
        let mut things: Vec<Part> = Vec::new();
        for (number, node) in self.nodes().iter().enumerate() {
            let operands = match node {
                Node::Unary(_, operand) => [Some(*operand), None],
                Node::Binary(_, left, right) => [Some(*left), Some(*right)],
                Node::Constant(_) | Node::Proposition(_) => [None; 2],
            };
            let operands = operands.into_iter().flatten().filter(|&operand| is_momentary[operand as usize]);
            things.extend(operands.filter(|_| !is_momentary[number]));
        }
        things.sort_unstable();
        things.dedup();
        things
    }
}

impl Builder {
    /// The formula `now U (!now & operand)`, for every possible `now`: the operand holds as soon as one of the things
    /// differs from its present value.
    fn next_change(&mut self, things: &[Part], until: Binary, operand: Part) -> Part {
        let any = self.add(Node::Constant(true));
        let mut nows = vec![any];
        for &thing in things {
            let ceased = self.add(Node::Unary(Unary::Not, thing));
            let with = |now: Part| [thing, ceased].map(|value| (now, value));
            nows = nows
                .into_iter()
                .flat_map(with)
                .map(|(now, value)| self.add(Node::Binary(Binary::And, now, value)))
                .collect();
        }
        let one = |now: Part| {
            let not_now = self.add(Node::Unary(Unary::Not, now));
            let then = self.add(Node::Binary(Binary::And, not_now, operand));
            let comes = self.add(Node::Binary(until, now, then));
            self.add(Node::Binary(Binary::And, now, comes))
        };
        let ways: Vec<Part> = nows.into_iter().map(one).collect();
        let join = |one, other| self.add(Node::Binary(Binary::Or, one, other));
        ways.into_iter().reduce(join).unwrap_or(any)
    }
}
