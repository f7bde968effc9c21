//! "First this, then that", as authors write it, and more strictly.

use surefleet_ltl::{Binary, Formula, Node, Proposition, Unary};

use super::same;

/// The formula with each `F (a & F b)` in it so that `b` is later than `a`: not in the same moment, or not yet so then. Both
/// are what "then" may mean too. Empty: there is nothing of the kind in it.
pub fn stricter(formula: &Formula, is_deed: &dyn Fn(&Proposition) -> bool) -> Vec<Formula> {
    let readings = [
        Reading::NotInTheSameMoment,
        Reading::NotYetSo,
        Reading::StatesNotYetSo,
        Reading::OnlyStates,
        Reading::DeedsApart,
    ];
    let made = readings.into_iter().map(|reading| Later { reading, is_deed }.of(formula, formula.size() - 1));
    made.filter(|stricter| stricter != formula).collect()
}

/// The formula without "and is there in the end" of what it says to reach on the way to something else: what is brought
/// somewhere stays there, unless an author says otherwise. `None`: it says nothing of the kind.
pub fn without_lasting(formula: &Formula) -> Option<Formula> {
    let parts = same::split(formula);
    let is_lasting = |part: &Formula| match part.nodes() {
        [Node::Proposition(name), Node::Unary(Unary::Globally, _), Node::Unary(Unary::Finally, _)] => {
            Some(name.clone())
        }
        _ => None,
    };
    let is_on_the_way = |name: &Proposition| {
        let passes = |part: &Formula| {
            let nodes = part.nodes();
            let is_reached = matches!(nodes.last(), Some(Node::Unary(Unary::Finally, _))) && is_lasting(part).is_none();
            is_reached && nodes.iter().any(|node| matches!(node, Node::Proposition(one) if one == name))
        };
        parts.iter().any(passes)
    };
    let (dropped, kept): (Vec<&Formula>, Vec<&Formula>) =
        parts.iter().partition(|part| is_lasting(part).is_some_and(|name| is_on_the_way(&name)));
    let whole = kept.into_iter().cloned().reduce(|one, other| Formula::binary(Binary::And, &one, &other));
    whole.filter(|_| !dropped.is_empty())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    NotInTheSameMoment,
    NotYetSo,
    /// Deeds are not in the same moment, states are not yet so.
    StatesNotYetSo,
    /// States are not yet so; deeds may be in the same moment.
    OnlyStates,
    /// States are not yet so, deeds are not in the same moment as one before.
    DeedsApart,
}

#[derive(Clone, Copy)]
struct Later<'d> {
    reading: Reading,
    is_deed: &'d dyn Fn(&Proposition) -> bool,
}

impl Later<'_> {
    fn of(self, formula: &Formula, place: usize) -> Formula {
        let nodes = formula.nodes();
        let part = |place: u32| self.of(formula, place as usize);
        match &nodes[place] {
            Node::Constant(value) => Formula::constant(*value),
            Node::Proposition(name) => Formula::proposition(name.clone()),
            Node::Unary(Unary::Finally, inner) => Formula::unary(Unary::Finally, &self.inner(formula, *inner as usize)),
            Node::Unary(operator, inner) => Formula::unary(*operator, &part(*inner)),
            Node::Binary(operator, left, right) => Formula::binary(*operator, &part(*left), &part(*right)),
        }
    }

    /// What comes then, after a deed or a state.
    fn then(self, formula: &Formula, place: usize, after_deed: bool) -> Formula {
        let finally = Formula::unary(Unary::Finally, &self.inner(formula, place));
        let nodes = formula.nodes();
        let mut parts = Vec::new();
        conjuncts(formula, place, &mut parts);
        let is_state = !self.names_deed(formula, parts[0]);
        match self.reading {
            Reading::OnlyStates if !is_state => return finally,
            Reading::NotInTheSameMoment => return Formula::unary(Unary::Next, &finally),
            Reading::StatesNotYetSo if !is_state => return Formula::unary(Unary::Next, &finally),
            Reading::DeedsApart if !is_state && after_deed => return Formula::unary(Unary::Next, &finally),
            Reading::DeedsApart if !is_state => return finally,
            _ => {}
        }
        let first = match &nodes[parts[0]] {
            Node::Unary(Unary::Globally, inner) => self.of(formula, *inner as usize),
            _ => self.of(formula, parts[0]),
        };
        Formula::binary(Binary::And, &Formula::unary(Unary::Not, &first), &finally)
    }

    /// Whether a part of a formula is about a deed.
    fn names_deed(self, formula: &Formula, place: usize) -> bool {
        match &formula.nodes()[place] {
            Node::Constant(_) => false,
            Node::Proposition(name) => (self.is_deed)(name),
            Node::Unary(_, inner) => self.names_deed(formula, *inner as usize),
            Node::Binary(_, left, right) => {
                [left, right].into_iter().any(|inner| self.names_deed(formula, *inner as usize))
            }
        }
    }

    /// The inside of an `F`, whose own `F`s are later again.
    fn inner(self, formula: &Formula, place: usize) -> Formula {
        let mut parts = Vec::new();
        conjuncts(formula, place, &mut parts);
        let is_finally = |place: usize| matches!(formula.nodes()[place], Node::Unary(Unary::Finally, _));
        let after_deed = parts.iter().any(|place| !is_finally(*place) && self.names_deed(formula, *place));
        let made = parts.iter().map(|place| match &formula.nodes()[*place] {
            Node::Unary(Unary::Finally, then) if parts.len() > 1 => self.then(formula, *then as usize, after_deed),
            _ => self.of(formula, *place),
        });
        made.reduce(|one, other| Formula::binary(Binary::And, &one, &other)).expect("there is one")
    }
}

fn conjuncts(formula: &Formula, place: usize, parts: &mut Vec<usize>) {
    match &formula.nodes()[place] {
        Node::Binary(Binary::And, left, right) => {
            conjuncts(formula, *left as usize, parts);
            conjuncts(formula, *right as usize, parts);
        }
        _ => parts.push(place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_then_is_later() {
        let formula = |text| Formula::parse(text).expect("a formula");
        let stricter = |text| stricter(&formula(text), &|name| name.as_str() == "deed");
        assert_eq!(stricter("F a & F b"), []);
        let made = stricter("F(a & F(b & F deed))");
        assert!(made.contains(&formula("F(a & (!b & F(b & F deed)))")), "{made:?}");
        let made = stricter("F(a & F(b & F c))");
        assert!(made.contains(&formula("F(a & X F(b & X F c))")), "{made:?}");
        let made = stricter("F(a & F G b)");
        assert!(made.contains(&formula("F(a & (!b & F G b))")), "{made:?}");
    }

    #[test]
    fn only_of_two_deeds_the_second_is_in_a_later_moment() {
        let formula = |text| Formula::parse(text).expect("a formula");
        let made = stricter(&formula("F(a & F(one & F other))"), &|name| name.as_str().starts_with('o'));
        assert!(made.contains(&formula("F(a & F(one & X F other))")), "{made:?}");
    }

    #[test]
    fn what_is_reached_on_the_way_need_not_last() {
        let formula = |text| Formula::parse(text).expect("a formula");
        assert_eq!(without_lasting(&formula("F(a & F b) & F G a & F G c")), Some(formula("F(a & F b) & F G c")));
        assert_eq!(without_lasting(&formula("F G a & F b")), None);
    }
}
