//! Formulas while a sentence is read: cheap to build and to compare.

use smallvec::SmallVec;

/// An object of the world by its place.
pub(crate) type Object = u16;

/// What an atom tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// A joint step begins.
    Step,
    /// A predicate of the world; the value of a functional one is the last argument.
    Fact,
    /// A skill that a robot uses in this step; the robot is the first argument.
    Deed,
}

/// A proposition: the predicate or skill by its place in the domain, and its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Atom {
    pub sort: Sort,
    pub name: u16,
    pub arguments: SmallVec<[Object; 4]>,
}

impl Atom {
    pub fn step() -> Self {
        Self { sort: Sort::Step, name: 0, arguments: SmallVec::new() }
    }
}

/// A temporal formula; the letters are those of LTLf.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ltl {
    Constant(bool),
    Atom(Atom),
    Not(Box<Ltl>),
    And(Vec<Ltl>),
    Or(Vec<Ltl>),
    Implies(Box<Ltl>, Box<Ltl>),
    /// Strong next: there is a next letter.
    Next(Box<Ltl>),
    WeakNext(Box<Ltl>),
    Finally(Box<Ltl>),
    Globally(Box<Ltl>),
    Until(Box<Ltl>, Box<Ltl>),
    WeakUntil(Box<Ltl>, Box<Ltl>),
}

pub(crate) fn not(formula: Ltl) -> Ltl {
    match formula {
        Ltl::Constant(value) => Ltl::Constant(!value),
        Ltl::Not(inner) => *inner,
        other => Ltl::Not(Box::new(other)),
    }
}

/// The conjunction; nested ones are made flat and equal ones are dropped.
pub(crate) fn all(formulas: impl IntoIterator<Item = Ltl>) -> Ltl {
    joined(formulas, true)
}

/// The disjunction, likewise.
pub(crate) fn any(formulas: impl IntoIterator<Item = Ltl>) -> Ltl {
    joined(formulas, false)
}

fn joined(formulas: impl IntoIterator<Item = Ltl>, is_and: bool) -> Ltl {
    let mut parts: Vec<Ltl> = Vec::new();
    let mut open: Vec<Ltl> = formulas.into_iter().collect();
    open.reverse();
    // A few are compared with one another; of many, hashes are kept.
    let is_long = open.len() > 12
        || open.iter().any(|formula| matches!(formula, Ltl::And(parts) | Ltl::Or(parts) if parts.len() > 12));
    let mut seen = std::collections::HashSet::new();
    while let Some(formula) = open.pop() {
        match formula {
            Ltl::And(inner) if is_and => open.extend(inner.into_iter().rev()),
            Ltl::Or(inner) if !is_and => open.extend(inner.into_iter().rev()),
            Ltl::Constant(value) if value == is_and => {}
            Ltl::Constant(value) => return Ltl::Constant(value),
            other => {
                let is_new = if is_long { seen.insert(other.clone()) } else { !parts.contains(&other) };
                if is_new {
                    parts.push(other);
                }
            }
        }
    }
    // "It is open and not open" is never, "open or not open" always.
    let is_torn = |part: &Ltl| matches!(part, Ltl::Not(inner) if parts.contains(inner));
    if parts.len() < 12 && parts.iter().any(is_torn) {
        return Ltl::Constant(!is_and);
    }
    match parts.len() {
        0 => Ltl::Constant(is_and),
        1 => parts.remove(0),
        _ if is_and => Ltl::And(parts),
        _ => Ltl::Or(parts),
    }
}

pub(crate) fn implies(one: Ltl, other: Ltl) -> Ltl {
    match (one, other) {
        (Ltl::Constant(true), other) => other,
        (Ltl::Constant(false), _) => Ltl::Constant(true),
        (one, Ltl::Constant(false)) => not(one),
        (_, Ltl::Constant(true)) => Ltl::Constant(true),
        (one, other) => Ltl::Implies(Box::new(one), Box::new(other)),
    }
}

pub(crate) fn finally(formula: Ltl) -> Ltl {
    match formula {
        Ltl::Constant(_) | Ltl::Finally(_) => formula,
        other => Ltl::Finally(Box::new(other)),
    }
}

pub(crate) fn globally(formula: Ltl) -> Ltl {
    match formula {
        Ltl::Constant(_) | Ltl::Globally(_) => formula,
        other => Ltl::Globally(Box::new(other)),
    }
}

/// It holds in the last letter.
pub(crate) fn in_the_end(formula: Ltl) -> Ltl {
    finally(globally(formula))
}

pub(crate) fn next(formula: Ltl) -> Ltl {
    Ltl::Next(Box::new(formula))
}

pub(crate) fn weak_next(formula: Ltl) -> Ltl {
    Ltl::WeakNext(Box::new(formula))
}

pub(crate) fn until(one: Ltl, other: Ltl) -> Ltl {
    Ltl::Until(Box::new(one), Box::new(other))
}

pub(crate) fn weak_until(one: Ltl, other: Ltl) -> Ltl {
    Ltl::WeakUntil(Box::new(one), Box::new(other))
}

/// The formula holds at some letter, and at most so many joint steps have begun by then. A deed of the last of these steps
/// counts, and so does the state that it leads to.
pub(crate) fn within(steps: usize, formula: &Ltl) -> Ltl {
    let step = Ltl::Atom(Atom::step());
    let before = |then: Ltl| until(not(step.clone()), then);
    let mut whole = before(all([not(step.clone()), formula.clone()]));
    for _ in 0..steps {
        let here = all([step.clone(), any([formula.clone(), next(whole)])]);
        whole = before(any([all([not(step.clone()), formula.clone()]), here]));
    }
    whole
}

/// The formula comes about at most so many times: `!p` and then `p`.
pub(crate) fn begins_at_least(times: usize, formula: &Ltl) -> Ltl {
    let begun = |rest: Option<Ltl>| {
        let then = all(std::iter::once(formula.clone()).chain(rest));
        finally(all([not(formula.clone()), finally(then)]))
    };
    (1..times).fold(begun(None), |rest, _| begun(Some(rest)))
}

/// The formula, which holds in single letters, does so at least this often.
pub(crate) fn occurs_at_least(times: usize, formula: &Ltl) -> Ltl {
    (1..times).fold(finally(formula.clone()), |rest, _| finally(all([formula.clone(), next(rest)])))
}

/// That it holds at some point, or always, of a formula in normal form.
fn at_points(of: Ltl, is_some: bool) -> Ltl {
    let is_other = |part: &Ltl| matches!((part, is_some), (Ltl::Globally(_), true) | (Ltl::Finally(_), false));
    let each = |parts: Vec<Ltl>| parts.into_iter().map(|part| at_points(part, is_some));
    match of {
        Ltl::Globally(end) if is_some => at_the_end(*end),
        Ltl::Finally(end) if !is_some => at_the_end(*end),
        Ltl::And(parts) if !is_some || parts.iter().all(is_other) => sorted(all(each(parts))),
        Ltl::Or(parts) if is_some || parts.iter().all(is_other) => sorted(any(each(parts))),
        other => {
            if is_some {
                finally(other)
            } else {
                globally(other)
            }
        }
    }
}

/// That it holds from some point on, or again and again: on a finite trace both mean in the last letter, so each part of it by
/// itself.
fn at_the_end(of: Ltl) -> Ltl {
    match of {
        Ltl::And(parts) => sorted(all(parts.into_iter().map(at_the_end))),
        Ltl::Or(parts) => sorted(any(parts.into_iter().map(at_the_end))),
        Ltl::Finally(end) | Ltl::Globally(end) => at_the_end(*end),
        one => finally(globally(one)),
    }
}

impl Ltl {
    /// A form that formulas share that differ only in writing or mean the same on each finite trace that is not empty, as far as
    /// the rules go: negations at atoms, parts in order, what holds in the end part by part.
    pub fn normal(&self) -> Self {
        self.signed(true)
    }

    fn signed(&self, holds: bool) -> Self {
        let both = |one: &Self, other: &Self, holds| (one.signed(holds), other.signed(holds));
        match self {
            Self::Constant(value) => Self::Constant(*value == holds),
            Self::Atom(_) if holds => self.clone(),
            Self::Atom(_) => Self::Not(Box::new(self.clone())),
            Self::Not(inner) => inner.signed(!holds),
            Self::And(parts) | Self::Or(parts) => {
                let is_and = matches!(self, Self::And(_)) == holds;
                sorted(joined(parts.iter().map(|part| part.signed(holds)), is_and))
            }
            Self::Implies(one, other) => {
                let (one, other) = (one.signed(!holds), other.signed(holds));
                match other {
                    // "If A, B and C" is "if A, B, and if A, C".
                    Self::And(parts) if holds => {
                        let each = parts.into_iter().map(|part| sorted(joined([one.clone(), part], false)));
                        sorted(joined(each, true))
                    }
                    other => sorted(joined([one, other], !holds)),
                }
            }
            Self::Next(inner) if holds => next(inner.signed(true)),
            Self::WeakNext(inner) if !holds => next(inner.signed(false)),
            Self::Next(inner) | Self::WeakNext(inner) => weak_next(inner.signed(holds)),
            Self::Finally(inner) | Self::Globally(inner) => {
                at_points(inner.signed(holds), matches!(self, Self::Finally(_)) == holds)
            }
            Self::Until(..) | Self::WeakUntil(..) => {
                let (Self::Until(one, other) | Self::WeakUntil(one, other)) = self else { unreachable!("see above") };
                let is_weak = matches!(self, Self::WeakUntil(..)) == holds;
                let (one, other) = both(one, other, holds);
                let (left, right) = if holds { (one, other) } else { (other.clone(), sorted(all([one, other]))) };
                if is_weak { weak_until(left, right) } else { until(left, right) }
            }
        }
    }

    /// Calls a function with each atom.
    pub fn for_each_atom(&self, visit: &mut impl FnMut(&Atom)) {
        match self {
            Self::Constant(_) => {}
            Self::Atom(atom) => visit(atom),
            Self::Not(inner)
            | Self::Next(inner)
            | Self::WeakNext(inner)
            | Self::Finally(inner)
            | Self::Globally(inner) => inner.for_each_atom(visit),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.for_each_atom(visit)),
            Self::Implies(one, other) | Self::Until(one, other) | Self::WeakUntil(one, other) => {
                one.for_each_atom(visit);
                other.for_each_atom(visit);
            }
        }
    }
}

fn sorted(formula: Ltl) -> Ltl {
    match formula {
        Ltl::And(mut parts) => {
            parts.sort_unstable();
            Ltl::And(parts)
        }
        Ltl::Or(mut parts) => {
            parts.sort_unstable();
            Ltl::Or(parts)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(name: u16) -> Ltl {
        Ltl::Atom(Atom { sort: Sort::Fact, name, arguments: smallvec::SmallVec::new() })
    }

    /// Whether it holds from a letter of a trace on; in letter `n` the atoms of `trace[n]` hold.
    fn holds(formula: &Ltl, trace: &[u8], at: usize) -> bool {
        let from = || at..trace.len();
        match formula {
            Ltl::Constant(value) => *value,
            Ltl::Atom(atom) => trace[at] >> atom.name & 1 == 1,
            Ltl::Not(inner) => !holds(inner, trace, at),
            Ltl::And(parts) => parts.iter().all(|part| holds(part, trace, at)),
            Ltl::Or(parts) => parts.iter().any(|part| holds(part, trace, at)),
            Ltl::Implies(one, other) => !holds(one, trace, at) || holds(other, trace, at),
            Ltl::Next(inner) => at + 1 < trace.len() && holds(inner, trace, at + 1),
            Ltl::WeakNext(inner) => at + 1 >= trace.len() || holds(inner, trace, at + 1),
            Ltl::Finally(inner) => from().any(|at| holds(inner, trace, at)),
            Ltl::Globally(inner) => from().all(|at| holds(inner, trace, at)),
            Ltl::Until(one, other) => {
                from().any(|end| holds(other, trace, end) && (at..end).all(|at| holds(one, trace, at)))
            }
            Ltl::WeakUntil(one, other) => {
                holds(&until((**one).clone(), (**other).clone()), trace, at) || from().all(|at| holds(one, trace, at))
            }
        }
    }

    /// All formulas of so many operators over two atoms.
    fn formulas(depth: usize) -> Vec<Ltl> {
        if depth == 0 {
            return vec![atom(0), atom(1)];
        }
        let below = formulas(depth - 1);
        let one = |make: fn(Ltl) -> Ltl| below.iter().cloned().map(make).collect::<Vec<_>>();
        let mut found: Vec<Ltl> =
            [one(not), one(finally), one(globally), one(next), one(weak_next)].into_iter().flatten().collect();
        for other in [atom(0), atom(1), finally(atom(1)), globally(atom(1)), in_the_end(atom(1))] {
            let two = |make: fn(Ltl, Ltl) -> Ltl| {
                below.iter().map(|one| make(one.clone(), other.clone())).collect::<Vec<_>>()
            };
            let both = |one, other| all([one, other]);
            let either = |one, other| any([one, other]);
            found.extend([two(both), two(either), two(implies), two(until), two(weak_until)].into_iter().flatten());
        }
        found
    }

    #[test]
    fn the_normal_form_means_the_same_on_every_short_trace() {
        let traces: Vec<Vec<u8>> = (1..=3_u32)
            .flat_map(|length| {
                (0..4_usize.pow(length)).map(move |code| (0..length).map(|at| (code >> (2 * at) & 3) as u8).collect())
            })
            .collect();
        for formula in formulas(3) {
            let normal = formula.normal();
            for trace in &traces {
                assert_eq!(holds(&normal, trace, 0), holds(&formula, trace, 0), "{formula:?} {normal:?} {trace:?}");
            }
        }
        let same = |one: &Ltl, other: &Ltl| assert_eq!(one.normal(), other.normal(), "{one:?} {other:?}");
        let (p, q) = (atom(0), atom(1));
        same(&in_the_end(any([p.clone(), q.clone()])), &any([in_the_end(p.clone()), in_the_end(q.clone())]));
        same(&in_the_end(all([p.clone(), q.clone()])), &all([in_the_end(p.clone()), in_the_end(q.clone())]));
        same(&not(in_the_end(p.clone())), &in_the_end(not(p.clone())));
        same(&globally(Ltl::Implies(Box::new(p.clone()), Box::new(p))), &Ltl::Constant(true));
    }
}
