/// Counts of an explorer, for diagnostics and figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExplorerCounts {
    /// Requests said.
    pub requests: u64,
    /// Findings said.
    pub findings: u64,
    /// Answers said, repetitions included.
    pub answers: u64,
    /// Messages dropped: they waited too long for the budget, or too many waited.
    pub dropped: u64,
    /// Messages withdrawn while they waited: their question was answered, or its robot fell silent.
    pub withdrawn: u64,
    /// Messages of others that break a rule.
    pub unusable_messages: u64,
    /// Answers of others that passed another check than this robot's, or not this one.
    pub uncounted_answers: u64,
    /// Outputs of models that break a rule, or are about an unknown question.
    pub unusable_inputs: u64,
    /// Answers of models that nobody waits for: the view was not asked about, or its question was answered or disputed since.
    pub unasked_answers: u64,
    /// Pairs that the model could not score.
    pub relevance_failures: u64,
}
