//! How large automata may become, and what a formula has too much of.

/// How large the automaton of one formula may become before it is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// States before minimisation.
    pub states: usize,
    /// Operations on decision diagrams; a million take about a quarter of a second and 100 MB.
    pub operations: usize,
    /// Edges of diagrams, or what costs as much, that one attempt to tell whether constraints can be satisfied together
    /// may follow; all attempts of a check take some 20 times as much, 0.1 s for 2^15. While a specification is
    /// compiled, 32 times as much is allowed.
    pub work: usize,
}

impl Default for Budget {
    /// 4096 states, a million operations, 2^15 edges.
    fn default() -> Self {
        Self { states: 4096, operations: 1_000_000, work: 1 << 15 }
    }
}

/// A limit that a formula exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excess {
    pub what: &'static str,
    pub limit: usize,
}
