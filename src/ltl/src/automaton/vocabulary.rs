//! Propositions by number, and which of them are true.

use std::{borrow::Borrow, collections::HashMap};

use smallvec::SmallVec;

use crate::Proposition;

/// A proposition's number in a [`Vocabulary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropositionId(u32);

impl PropositionId {
    pub(crate) fn new(number: u32) -> Self {
        Self(number)
    }

    pub(crate) fn of(index: usize) -> Self {
        Self(u32::try_from(index).expect("numbers are u32"))
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// The number, from 0 on.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A proposition that has a value.
pub(crate) type Literal = (PropositionId, bool);

/// The propositions in formulas, numbered in order of first mention.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    names: Vec<Proposition>,
    ids: HashMap<Proposition, PropositionId>,
}

impl Borrow<str> for Proposition {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl Vocabulary {
    /// The proposition's number; if it has none, it gets a new one.
    pub fn intern(&mut self, name: &Proposition) -> PropositionId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = PropositionId::of(self.names.len());
        self.names.push(name.clone());
        self.ids.insert(name.clone(), id);
        id
    }

    /// The number of a proposition in canonical spelling.
    pub fn find(&self, name: &str) -> Option<PropositionId> {
        self.ids.get(name).copied()
    }

    /// The proposition of a number.
    ///
    /// # Panics
    /// If the number belongs to another vocabulary and has no meaning here.
    pub fn name(&self, id: PropositionId) -> &Proposition {
        &self.names[id.index()]
    }

    /// The number of propositions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no proposition.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All numbers, ascending.
    pub fn ids(&self) -> impl Iterator<Item = PropositionId> + use<> {
        (0..u32::try_from(self.names.len()).expect("numbers are u32")).map(PropositionId)
    }

    /// The valuation in which exactly these facts are true; facts that occur in no formula do not count.
    ///
    /// Facts in a non-canonical spelling are found too, but more slowly.
    pub fn valuation<'a>(&self, facts: impl IntoIterator<Item = &'a str>) -> Valuation {
        let mut valuation = Valuation { words: SmallVec::from_elem(0, self.len().div_ceil(64)) };
        for fact in facts {
            let respelt = || Proposition::new(fact).ok().and_then(|name| self.find(name.as_str()));
            if let Some(id) = self.find(fact).or_else(respelt) {
                valuation.set(id, true);
            }
        }
        valuation
    }
}

/// The propositions of a [`Vocabulary`] that are true in one state; unknown ones are false.
#[derive(Debug, Clone, Default)]
pub struct Valuation {
    /// Checks copy many valuations: one of up to 512 propositions takes no allocation.
    words: SmallVec<[u64; 8]>,
}

impl Valuation {
    /// Whether the proposition is true.
    #[inline]
    pub fn holds(&self, id: PropositionId) -> bool {
        self.words.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }

    /// Makes the proposition true or false.
    pub fn set(&mut self, id: PropositionId, value: bool) {
        let word = id.index() / 64;
        let bit = 1 << (id.index() % 64);
        if value {
            if self.words.len() <= word {
                self.words.resize(word + 1, 0);
            }
            self.words[word] |= bit;
        } else if let Some(word) = self.words.get_mut(word) {
            *word &= !bit;
        }
    }

    /// The true propositions, ascending.
    pub fn true_ids(&self) -> impl Iterator<Item = PropositionId> {
        self.words.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits))
    }

    /// The propositions that are true in exactly one of the two, ascending.
    pub(crate) fn differences(&self, other: &Self) -> impl Iterator<Item = PropositionId> {
        let word = |valuation: &Self, word: usize| valuation.words.get(word).copied().unwrap_or(0);
        let count = self.words.len().max(other.words.len());
        let mut read = 0;
        let mut bits = 0;
        std::iter::from_fn(move || {
            while bits == 0 {
                if read == count {
                    return None;
                }
                bits = word(self, read) ^ word(other, read);
                read += 1;
            }
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(PropositionId::of((read - 1) * 64 + bit))
        })
    }
}

/// Propositions in order of their numbers, stored as the words of a valuation: neighbours share a word.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mask {
    words: SmallVec<[(usize, u64); 2]>,
}

impl Mask {
    pub fn of(ids: &[PropositionId]) -> Self {
        let mut all = Valuation::default();
        ids.iter().for_each(|&id| all.set(id, true));
        let words = all.words.iter().copied().enumerate().filter(|&(_, bits)| bits != 0);
        Self { words: words.collect() }
    }
}

impl Valuation {
    fn masked(&self, mask: &Mask) -> impl Iterator<Item = (usize, u64)> {
        mask.words.iter().map(|&(word, bits)| (word, bits & self.words.get(word).copied().unwrap_or(0)))
    }

    /// The number of true propositions among these.
    pub(crate) fn count(&self, mask: &Mask) -> usize {
        self.masked(mask).map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// The first of the propositions that is true.
    pub(crate) fn first(&self, mask: &Mask) -> Option<PropositionId> {
        self.masked(mask).find_map(|(word, bits)| ones(word, bits).next())
    }

    /// Makes the propositions false.
    pub(crate) fn lower(&mut self, mask: &Mask) {
        for &(word, bits) in &mask.words {
            if let Some(own) = self.words.get_mut(word) {
                *own &= !bits;
            }
        }
    }
}

/// The propositions of a word of bits.
fn ones(word: usize, mut bits: u64) -> impl Iterator<Item = PropositionId> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(PropositionId::of(word * 64 + bit))
    })
}

impl PartialEq for Valuation {
    fn eq(&self, other: &Self) -> bool {
        let (short, long) = if self.words.len() < other.words.len() {
            (&self.words, &other.words)
        } else {
            (&other.words, &self.words)
        };
        let (same, beyond) = long.split_at(short.len());
        same == short.as_slice() && beyond.iter().all(|&word| word == 0)
    }
}

impl Eq for Valuation {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valuation_holds_what_the_facts_say_however_they_are_spelt() {
        let mut vocabulary = Vocabulary::default();
        let names: Vec<Proposition> =
            (0..130).map(|i| Proposition::new(&format!("at(robot_1, place {i})")).expect("a name")).collect();
        let ids: Vec<PropositionId> = names.iter().map(|name| vocabulary.intern(name)).collect();
        assert_eq!(vocabulary.intern(&names[7]), ids[7]);
        let valuation = vocabulary.valuation(["at(robot_1, place 129)", "at( robot_1,place 64)", "open(fridge)", ""]);
        assert!(valuation.true_ids().eq([ids[64], ids[129]]));
        let late = vocabulary.intern(&Proposition::new("late").expect("a name"));
        assert!(!valuation.holds(late) && !Valuation::default().holds(late));
        let mut grown = Valuation::default();
        let mut other = valuation.clone();
        grown.set(late, true);
        grown.set(ids[64], true);
        grown.set(late, false);
        other.set(ids[129], false);
        assert_eq!(grown, other);
    }
}
