use crate::{
    ids::ObjectId,
    truth::Truth,
    world::{Layout, World},
};

/// The code of an unknown value.
const UNKNOWN: u16 = u16::MAX;
const BITS: usize = u16::BITS as usize;

/// What is known of a world at a moment: the truth of each plain stored predicate, the value of each functional one.
///
/// One small allocation: clone freely. Only its [`World`] can read it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Values, as an object's number plus one, 0 for nothing; then the truths that are true; then those unknown.
    codes: Box<[u16]>,
}

/// The value of a functional predicate or a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// No object.
    Nothing,
    /// This object.
    Object(ObjectId),
    /// Not known.
    Unknown,
}

/// A place of a state: that of a value, or that of a truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Slot {
    Value(u32),
    Truth(u32),
}

/// What is written to a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    Value(Value),
    Truth(Truth),
}

impl Value {
    pub(crate) const fn code(self) -> u16 {
        match self {
            Self::Nothing => 0,
            Self::Object(object) => object.0 + 1,
            Self::Unknown => UNKNOWN,
        }
    }

    pub(crate) const fn of(code: u16) -> Self {
        match code {
            0 => Self::Nothing,
            UNKNOWN => Self::Unknown,
            code => Self::Object(ObjectId(code - 1)),
        }
    }
}

impl State {
    pub(crate) fn empty(layout: &Layout) -> Self {
        let words = layout.truths.div_ceil(BITS);
        Self { codes: vec![0; layout.values + 2 * words].into() }
    }

    /// The state of which nothing is known.
    pub(crate) fn unknown(layout: &Layout) -> Self {
        let mut state = Self::empty(layout);
        (0..layout.values).for_each(|place| state.set_value(place, Value::Unknown));
        (0..layout.truths).for_each(|place| state.set_truth(layout, place, Truth::Unknown));
        state
    }

    pub(crate) fn value(&self, place: usize) -> Value {
        Value::of(self.codes[place])
    }

    pub(crate) fn truth(&self, layout: &Layout, place: usize) -> Truth {
        let words = layout.truths.div_ceil(BITS);
        let bit = |word: usize| self.codes[word + place / BITS] >> (place % BITS) & 1 == 1;
        match (bit(layout.values), bit(layout.values + words)) {
            (true, _) => Truth::True,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::False,
        }
    }

    pub(crate) fn set_value(&mut self, place: usize, value: Value) {
        self.codes[place] = value.code();
    }

    pub(crate) fn set_truth(&mut self, layout: &Layout, place: usize, truth: Truth) {
        let words = layout.truths.div_ceil(BITS);
        let mut set = |word: usize, is_set: bool| {
            let code = &mut self.codes[word + place / BITS];
            let bit = 1 << (place % BITS);
            *code = if is_set { *code | bit } else { *code & !bit };
        };
        set(layout.values, truth == Truth::True);
        set(layout.values + words, truth == Truth::Unknown);
    }

    pub(crate) fn read(&self, layout: &Layout, slot: Slot) -> Written {
        match slot {
            Slot::Value(place) => Written::Value(self.value(place as usize)),
            Slot::Truth(place) => Written::Truth(self.truth(layout, place as usize)),
        }
    }

    pub(crate) fn write(&mut self, layout: &Layout, slot: Slot, written: Written) {
        match (slot, written) {
            (Slot::Value(place), Written::Value(value)) => self.set_value(place as usize, value),
            (Slot::Truth(place), Written::Truth(truth)) => self.set_truth(layout, place as usize, truth),
            _ => unreachable!("values are written to values, truths to truths"),
        }
    }
}

impl World {
    /// The state in which nothing holds and nothing is unknown.
    pub fn empty(&self) -> State {
        State::empty(&self.layout)
    }
}
