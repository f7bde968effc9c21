//! Operators and their spelling.

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `!`: not.
    Not,
    /// `X`, strong next: there is a next state, and the operand holds there.
    Next,
    /// `WX`, weak next: the trace ends here, or the operand holds in the next state.
    WeakNext,
    /// `F`, finally: in this state or a later one.
    Finally,
    /// `G`, globally: in this state and all later ones.
    Globally,
}

impl Unary {
    /// All unary operators.
    pub const ALL: [Self; 5] = [Self::Not, Self::Next, Self::WeakNext, Self::Finally, Self::Globally];

    /// The symbol of the operator, in both syntaxes.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Not => "!",
            Self::Next => "X",
            Self::WeakNext => "WX",
            Self::Finally => "F",
            Self::Globally => "G",
        }
    }
}

/// An operator with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `&`: and.
    And,
    /// `|`: or.
    Or,
    /// `xor`: one of the two, not both.
    Xor,
    /// `->`: if the left then the right.
    Implies,
    /// `<->`: both or neither.
    Equivalent,
    /// `U`, until: the right holds at some time, the left in all states before it.
    Until,
    /// `W`, weak until: as until, or the left holds to the end.
    WeakUntil,
    /// `R`, release: the right holds up to and including the first state in which the left does, or to the end.
    Release,
    /// `M`, strong release: as release, and the left does hold at some time.
    StrongRelease,
}

impl Binary {
    /// All binary operators.
    pub const ALL: [Self; 9] = [
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Implies,
        Self::Equivalent,
        Self::Until,
        Self::WeakUntil,
        Self::Release,
        Self::StrongRelease,
    ];

    /// The symbol of the operator in infix syntax.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "xor",
            Self::Implies => "->",
            Self::Equivalent => "<->",
            Self::Until => "U",
            Self::WeakUntil => "W",
            Self::Release => "R",
            Self::StrongRelease => "M",
        }
    }

    /// The symbol of the operator in prefix syntax, as in Spot's LBT format; only release differs: `R`, not `V`.
    pub fn prefix_symbol(self) -> &'static str {
        match self {
            Self::Xor => "^",
            Self::Implies => "i",
            Self::Equivalent => "e",
            _ => self.symbol(),
        }
    }

    /// The binding strength in infix syntax; the order is Spot's.
    pub(crate) fn precedence(self) -> u8 {
        match self {
            Self::Implies | Self::Equivalent => 1,
            Self::Or => 2,
            Self::Xor => 3,
            Self::And => 4,
            Self::Until | Self::WeakUntil | Self::Release | Self::StrongRelease => 5,
        }
    }

    /// Whether it combines the values of its operands in the same state.
    pub(crate) fn is_boolean(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor | Self::Implies | Self::Equivalent)
    }

    /// Whether `a op b op c` is `(a op b) op c`.
    pub(crate) fn groups_left(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }
}
