/// How much a thing that is seen says about where a thing that is sought may be: the four options of CommCP, Section IV-A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CoOccurrence {
    /// Option A: they are of one class.
    Same,
    /// Option B: they belong in the same kind of room, so the one is likely to be near the other.
    Together,
    /// Option C: they do not belong together.
    Unrelated,
    /// Option D: the seen thing is a common feature of houses, and says nothing.
    Common,
}

impl CoOccurrence {
    /// The letter of the option.
    pub const fn letter(self) -> char {
        match self {
            Self::Same => 'A',
            Self::Together => 'B',
            Self::Unrelated => 'C',
            Self::Common => 'D',
        }
    }
}
