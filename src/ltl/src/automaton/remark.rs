use thiserror::Error;

use crate::{
    Automaton, Formula, Unary, Verdict, Vocabulary,
    syntax::{Node, Part},
};

/// A statement of a formula that its author probably did not intend.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Remark {
    /// Every trace satisfies it.
    #[error("nothing can violate it: it constrains nothing")]
    Valid,
    /// No trace satisfies it.
    #[error("nothing can satisfy it: under it nothing is allowed")]
    Contradictory,
    /// `G F f` or `F G f`, which only speak of the last state on a finite trace.
    #[error("{part} only says that {operand} holds in the last state, since traces are finite")]
    LastState {
        /// The part of the formula.
        part: String,
        /// The condition on the last state.
        operand: String,
    },
    /// A proposition that is mentioned but decides nothing.
    #[error("{proposition} is mentioned, but its truth never matters")]
    Irrelevant {
        /// The proposition.
        proposition: String,
    },
}

impl Remark {
    /// The remarks on a formula and its automaton, which was compiled with `vocabulary`.
    pub fn on(formula: &Formula, automaton: &Automaton, vocabulary: &Vocabulary) -> Vec<Self> {
        let mut remarks = Vec::new();
        match automaton.verdict(automaton.initial()) {
            Verdict::SatisfiedForGood => remarks.push(Self::Valid),
            Verdict::ViolatedForGood => remarks.push(Self::Contradictory),
            _ => {
                let read = automaton.reads();
                let is_read = |name: &str| vocabulary.find(name).is_some_and(|id| read.binary_search(&id).is_ok());
                remarks.extend(
                    formula
                        .propositions()
                        .filter(|name| !is_read(name.as_str()))
                        .map(|name| Self::Irrelevant { proposition: name.to_string() }),
                );
            }
        }
        remarks.extend(last_states(formula));
        remarks
    }
}

/// The remarks about the last state. In a chain of such operators, only the outermost ones are reported.
fn last_states(formula: &Formula) -> Vec<Remark> {
    let nodes = formula.nodes();
    let of_last_state = |node: &Node| {
        let Node::Unary(outer @ (Unary::Globally | Unary::Finally), operand) = node else { return None };
        let Node::Unary(inner @ (Unary::Globally | Unary::Finally), innermost) = &nodes[*operand as usize] else {
            return None;
        };
        (outer != inner).then_some((*operand, *innermost))
    };
    let found: Vec<Option<(Part, Part)>> = nodes.iter().map(of_last_state).collect();
    let mut is_within = vec![false; nodes.len()];
    found.iter().flatten().for_each(|&(operand, _)| is_within[operand as usize] = true);
    let outermost = found.iter().enumerate().filter(|&(part, _)| !is_within[part]);
    let remark = |(part, found): (usize, &Option<(Part, Part)>)| {
        let (_, innermost) = (*found)?;
        let part = Part::try_from(part).expect("parts are numbered by Part");
        Some(Remark::LastState { part: formula.part(part).to_string(), operand: formula.part(innermost).to_string() })
    };
    outermost.filter_map(remark).collect()
}
