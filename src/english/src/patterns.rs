//! Formulas that have words of their own: within so many steps, so many times.

use crate::logic::{self, Ltl, Sort};

/// A formula with words of its own, and what it is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pattern {
    /// "within five steps".
    Within(usize, Ltl),
    /// "at least twice".
    AtLeast(usize, Ltl),
    /// "at least twice it begins that".
    BeginsAtLeast(usize, Ltl),
}

impl Pattern {
    /// The pattern that a formula is.
    pub fn of(formula: &Ltl) -> Option<Self> {
        within(formula).or_else(|| at_least(formula)).or_else(|| begins(formula))
    }

    /// The formula of the pattern.
    pub fn formula(&self) -> Ltl {
        match self {
            Self::Within(steps, inner) => logic::within(*steps, inner),
            Self::AtLeast(times, inner) => logic::occurs_at_least(*times, inner),
            Self::BeginsAtLeast(times, inner) => logic::begins_at_least(*times, inner),
        }
    }

    fn checked(self, formula: &Ltl) -> Option<Self> {
        (self.formula() == *formula).then_some(self)
    }
}

fn is_step(formula: &Ltl) -> bool {
    matches!(formula, Ltl::Atom(atom) if atom.sort == Sort::Step)
}

fn is_no_step(formula: &Ltl) -> bool {
    matches!(formula, Ltl::Not(inner) if is_step(inner))
}

fn within(formula: &Ltl) -> Option<Pattern> {
    let mut steps = 0;
    let mut at = formula;
    loop {
        let Ltl::Until(before, then) = at else { return None };
        if !is_no_step(before) {
            return None;
        }
        match then.as_ref() {
            Ltl::And(parts) => {
                let inner = logic::all(parts.iter().filter(|part| !is_no_step(part)).cloned());
                return Pattern::Within(steps, inner).checked(formula);
            }
            Ltl::Or(ways) => {
                let inner = ways.iter().find_map(|way| {
                    let Ltl::And(parts) = way else { return None };
                    let later =
                        parts.iter().find_map(|part| if let Ltl::Or(later) = part { Some(later) } else { None });
                    later?
                        .iter()
                        .rev()
                        .find_map(|part| if let Ltl::Next(inner) = part { Some(inner.as_ref()) } else { None })
                })?;
                steps += 1;
                at = inner;
            }
            _ => return None,
        }
    }
}

fn at_least(formula: &Ltl) -> Option<Pattern> {
    let mut times = 1;
    let mut at = formula;
    loop {
        let Ltl::Finally(inner) = at else { return None };
        let next = match inner.as_ref() {
            Ltl::And(parts) => {
                parts.last().and_then(|last| if let Ltl::Next(next) = last { Some(next.as_ref()) } else { None })
            }
            _ => None,
        };
        match next {
            Some(next) => {
                times += 1;
                at = next;
            }
            None if times > 1 => return Pattern::AtLeast(times, inner.as_ref().clone()).checked(formula),
            None => return None,
        }
    }
}

fn begins(formula: &Ltl) -> Option<Pattern> {
    let mut times = 1;
    let mut at = formula;
    loop {
        let Ltl::Finally(inner) = at else { return None };
        let Ltl::And(parts) = inner.as_ref() else { return None };
        let Some(Ltl::Finally(then)) = parts.last() else { return None };
        let next = match then.as_ref() {
            Ltl::And(parts) if matches!(parts.last(), Some(Ltl::Finally(_))) => parts.last(),
            _ => None,
        };
        match next {
            Some(next) => {
                times += 1;
                at = next;
            }
            None => return Pattern::BeginsAtLeast(times, then.as_ref().clone()).checked(formula),
        }
    }
}
