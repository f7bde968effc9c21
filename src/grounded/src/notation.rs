/// A symbol of a [`Notation`], by its place among the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u16);

impl Symbol {
    pub(crate) const fn new(place: u16) -> Self {
        Self(place)
    }

    /// Its place among the notation's symbols.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A notation in which a model writes what a text means, one symbol after another.
pub trait Notation {
    /// The beginning of a sentence.
    type Beginning: Clone + Default;
    /// What a whole sentence means.
    type Meaning: PartialEq;

    /// All symbols.
    fn symbols(&self) -> impl Iterator<Item = Symbol>;

    /// The written form of a symbol. In a sentence there is one blank between symbols.
    fn name(&self, symbol: Symbol) -> &str;

    /// Whether a sentence ends with this symbol.
    fn is_end(&self, symbol: Symbol) -> bool;

    /// Whether a symbol has this name.
    fn knows(&self, name: &str) -> bool;

    /// The symbols that may follow the beginning of a sentence; none after its end.
    fn next(&self, beginning: &Self::Beginning) -> Vec<Symbol>;

    /// The symbol of this name that may follow the beginning of a sentence.
    fn find(&self, beginning: &Self::Beginning, name: &str) -> Option<Symbol>;

    /// The beginning of a sentence, extended by one symbol; `None` if the symbol cannot follow.
    fn after(&self, beginning: &Self::Beginning, symbol: Symbol) -> Option<Self::Beginning>;

    /// What a whole sentence means; `None` if it is not whole, or means nothing.
    fn meaning(&self, whole: &Self::Beginning) -> Option<Self::Meaning>;
}
