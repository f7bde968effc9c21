//! Numbers for what a variable can be: nothing or false, unknown, true, or an object.

use surefleet_world::{ObjectId, Truth, Value};

/// The number of a variable's content.
pub(crate) type Code = u16;

/// No object; of a plain predicate: false.
pub(crate) const NONE: Code = 0;
/// Nobody knows.
pub(crate) const UNKNOWN: Code = 1;
/// Of a plain predicate: true.
pub(crate) const TRUE: Code = 2;

/// The number of an object.
pub(crate) fn object(id: ObjectId) -> Code {
    Code::try_from(id.index() + 2).expect("a world has fewer than 65,534 objects")
}

/// The index of the object with this number; `None` if the number is no object's.
#[inline]
pub(crate) fn index(code: Code) -> Option<usize> {
    code.checked_sub(2).map(usize::from)
}

pub(crate) fn of_value(value: Value) -> Code {
    match value {
        Value::Nothing => NONE,
        Value::Unknown => UNKNOWN,
        Value::Object(id) => object(id),
    }
}

pub(crate) fn of_truth(truth: Truth) -> Code {
    match truth {
        Truth::False => NONE,
        Truth::Unknown => UNKNOWN,
        Truth::True => TRUE,
    }
}

#[inline]
pub(crate) fn truth_of(code: Code) -> Truth {
    match code {
        NONE => Truth::False,
        UNKNOWN => Truth::Unknown,
        _ => Truth::True,
    }
}

/// A set of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct CodeSet(Box<[u64]>);

impl CodeSet {
    #[inline]
    pub fn contains(&self, code: Code) -> bool {
        self.0.get(usize::from(code) / 64).is_some_and(|word| word >> (code % 64) & 1 == 1)
    }

    pub fn iter(&self) -> impl Iterator<Item = Code> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let rest = std::iter::successors(Some(bits), |&bits| (bits != 0).then(|| bits & (bits - 1)));
            let bits = rest.take_while(|&bits| bits != 0).map(u64::trailing_zeros);
            bits.map(move |bit| Code::try_from(word * 64 + bit as usize).expect("only codes are in the set"))
        })
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The only code of the set, if it is one.
    pub fn single(&self) -> Option<Code> {
        self.iter().next().filter(|_| self.len() == 1)
    }

    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().enumerate().all(|(at, word)| word & !other.word(at) == 0)
    }

    pub fn intersection(&self, other: &Self) -> Self {
        Self::of(self.0.iter().enumerate().map(|(at, word)| word & other.word(at)).collect())
    }

    pub fn union(&self, other: &Self) -> Self {
        let words = self.0.len().max(other.0.len());
        Self::of((0..words).map(|at| self.word(at) | other.word(at)).collect())
    }

    fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or(0)
    }

    /// Equal sets have equally many words.
    fn of(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self(words.into())
    }
}

impl FromIterator<Code> for CodeSet {
    fn from_iter<I: IntoIterator<Item = Code>>(codes: I) -> Self {
        let mut words: Vec<u64> = Vec::new();
        for code in codes {
            let word = usize::from(code) / 64;
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << (code % 64);
        }
        Self::of(words)
    }
}
