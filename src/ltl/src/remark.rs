use thiserror::Error;

use crate::{
    Automaton, Formula, PropositionId, Unary, Verdict, Vocabulary,
    formula::{Node, Part},
};

/// What a formula probably was not meant to say.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Remark {
    /// Every trace satisfies it.
    #[error("nothing can violate it: it constrains nothing")]
    Valid,
    /// Every trace that the axioms of a specification allow satisfies it.
    #[error("nothing that can happen here violates it: it constrains nothing")]
    ValidHere,
    /// No trace satisfies it.
    #[error("nothing can satisfy it: under it nothing is allowed")]
    Contradictory,
    /// `G F f` or `F G f`, which on a finite trace speak of the last state only.
    #[error("{part} only says that {operand} holds in the last state, since traces are finite")]
    LastState {
        /// The part of the formula.
        part: String,
        /// What holds in the last state.
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
    /// What there is to remark on a formula and its automaton, which was compiled with `vocabulary`.
    pub fn on(formula: &Formula, automaton: &Automaton, vocabulary: &Vocabulary) -> Vec<Self> {
        let mut remarks = Vec::new();
        match automaton.verdict(automaton.initial()) {
            Verdict::SatisfiedForGood => remarks.push(Self::Valid),
            Verdict::ViolatedForGood => remarks.push(Self::Contradictory),
            _ => {
                let read: Vec<PropositionId> = automaton.reads();
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

fn last_states(formula: &Formula) -> impl Iterator<Item = Remark> {
    let nodes = formula.nodes();
    (0..nodes.len()).filter_map(move |index| {
        let Node::Unary(outer @ (Unary::Globally | Unary::Finally), operand) = nodes[index] else { return None };
        let Node::Unary(inner @ (Unary::Globally | Unary::Finally), innermost) = nodes[operand as usize] else {
            return None;
        };
        (outer != inner).then(|| Remark::LastState {
            part: formula.part(Part::try_from(index).expect("parts are numbered by Part")).to_string(),
            operand: formula.part(innermost).to_string(),
        })
    })
}
