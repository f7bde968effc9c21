//! Turns formulas back into patterns.

use surefleet_ltl::{Binary, Formula, Proposition, Unary};

use super::{
    Lexicon,
    condition::{Atom, Condition, Literal, Who},
    pattern::{Pattern, Then, groups},
};

/// A formula in parts; operands stand before their operator.
struct Tree {
    nodes: Vec<Node>,
}

type Part = usize;

enum Node {
    Constant(bool),
    Proposition(Proposition),
    Unary(Unary, Part),
    Binary(Binary, Part, Part),
}

/// The conjuncts of a formula as patterns; those that match no pattern are returned as they are.
pub(super) fn recognise(formula: &Formula, lexicon: &Lexicon) -> Vec<Result<Pattern, Formula>> {
    let (tree, root) = Tree::of(formula);
    let reading = Reading { tree: &tree, lexicon };
    let mut open = vec![root];
    let mut found = Vec::new();
    while let Some(part) = open.pop() {
        match tree.nodes[part] {
            // A state formula stays whole: it says one thing about the first moment.
            Node::Binary(Binary::And, left, right) if reading.condition(part).is_none() => open.extend([right, left]),
            _ => found.push(reading.pattern(part).ok_or_else(|| tree.formula(part))),
        }
    }
    found
}

/// Merges patterns that are repeated for every robot of the team into one.
pub(super) fn fold(patterns: Vec<Pattern>, team: usize) -> Vec<Pattern> {
    let mut folded = Vec::new();
    let mut rest = patterns.as_slice();
    while let Some(first) = rest.first() {
        if let Some((crowd, length)) = crowd(rest, team) {
            folded.push(crowd);
            rest = &rest[length..];
            continue;
        }
        let each = first.with_robots(|who| if who == Who::One(0) { Who::Each } else { who });
        let said = each.clone().for_team(team);
        if team > 1 && said.len() == team && rest.starts_with(&said) {
            folded.push(each);
            rest = &rest[team..];
        } else {
            folded.push(first.clone());
            rest = &rest[1..];
        }
    }
    folded
}

/// The crowd pattern that these patterns begin with, and the number of patterns that it replaces.
fn crowd(patterns: &[Pattern], team: usize) -> Option<(Pattern, usize)> {
    let Pattern::Always(Condition { literals, is_all: false }) = patterns.first()? else { return None };
    let most = literals.len().checked_sub(1).filter(|most| (1..team).contains(most))?;
    if groups(team, most + 1) > patterns.len() {
        return None;
    }
    let of = Atom { who: Some(Who::Each), ..literals[0].atom.clone() };
    let crowd = Pattern::Crowd { most, of };
    let each = crowd.clone().for_team(team);
    patterns.starts_with(&each).then_some((crowd, each.len()))
}

struct Reading<'a> {
    tree: &'a Tree,
    lexicon: &'a Lexicon,
}

impl Reading<'_> {
    fn pattern(&self, root: Part) -> Option<Pattern> {
        if let Some(condition) = self.condition(root) {
            return Some(Pattern::AtFirst(condition));
        }
        match self.tree.nodes[root] {
            Node::Unary(Unary::Globally, part) => match self.tree.nodes[part] {
                Node::Binary(Binary::Implies, trigger, part) => {
                    let trigger = self.condition(trigger)?;
                    if let Some(after) = self.after_ceased(&trigger, part) {
                        return Some(after);
                    }
                    let (then, what) = self.consequence(part)?;
                    Some(barred(&trigger, then, &what).unwrap_or(Pattern::After { trigger, then, what }))
                }
                Node::Unary(Unary::Finally, part) => Some(Pattern::InTheEnd(self.condition(part)?)),
                _ => Some(Pattern::Always(self.condition(part)?)),
            },
            Node::Unary(Unary::Finally, part) => match self.tree.nodes[part] {
                Node::Unary(Unary::Globally, part) => Some(Pattern::InTheEnd(self.condition(part)?)),
                _ => match self.condition(part) {
                    Some(condition) => Some(Pattern::Sometime(condition)),
                    None => match self.stretches(root) {
                        Some((count, condition)) => Some(Pattern::AtLeast(count, condition)),
                        None => self.beginnings(root).map(|(count, c)| Pattern::BegunAtLeast(count, c)),
                    },
                },
            },
            Node::Unary(Unary::Not, part) => match self.tree.nodes[part] {
                Node::Unary(Unary::Globally, part) => Some(Pattern::Sometime(self.condition(part)?.negated())),
                Node::Unary(Unary::Finally, inner) => match self.condition(inner) {
                    Some(condition) => Some(Pattern::Always(condition.negated())),
                    None => match self.stretches(part) {
                        Some((count, condition)) => Some(Pattern::AtMost(count - 1, condition)),
                        None => self.beginnings(part).map(|(count, c)| Pattern::BegunAtMost(count - 1, c)),
                    },
                },
                _ => None,
            },
            Node::Binary(operator @ (Binary::WeakUntil | Binary::Until), holds, release) => {
                if let Some(kept) =
                    self.kept(operator, holds, release).or_else(|| self.ceased(operator, holds, release))
                {
                    return Some(kept);
                }
                let holds = self.condition(holds)?;
                let release = self.condition(release)?;
                Some(Pattern::Until { holds, release, is_strong: operator == Binary::Until })
            }
            _ => None,
        }
    }

    /// Matches `a -> a W (!a & ...)`.
    fn after_ceased(&self, trigger: &Condition, part: Part) -> Option<Pattern> {
        let Node::Binary(Binary::WeakUntil, state, end) = self.tree.nodes[part] else { return None };
        let Node::Binary(Binary::And, no_more, follows) = self.tree.nodes[end] else { return None };
        let ceased = state_of(trigger)?;
        if self.condition(state)? != *trigger || self.condition(no_more)? != trigger.negated() {
            return None;
        }
        let (then, what) = self.consequence(follows)?;
        Some(Pattern::AfterCeased { ceased, then, what })
    }

    /// Matches `c W (a & (c W !a))`.
    fn ceased(&self, operator: Binary, holds: Part, release: Part) -> Option<Pattern> {
        let Node::Binary(Binary::And, state, then) = self.tree.nodes[release] else { return None };
        let Node::Binary(inner, again, no_more) = self.tree.nodes[then] else { return None };
        let state = self.condition(state)?;
        let holds = self.condition(holds)?;
        let is_so = inner == operator && self.condition(again)? == holds && self.condition(no_more)? == state.negated();
        let ceased = state_of(&state).filter(|_| is_so)?;
        Some(Pattern::UntilCeased { holds, ceased, is_strong: operator == Binary::Until })
    }

    /// Matches `(a -> WX a) W d`.
    fn kept(&self, operator: Binary, holds: Part, release: Part) -> Option<Pattern> {
        let Node::Binary(Binary::Implies, state, stays) = self.tree.nodes[holds] else { return None };
        let Node::Unary(Unary::WeakNext, again) = self.tree.nodes[stays] else { return None };
        let state = self.condition(state)?;
        let release = self.condition(release)?;
        let is_so = operator == Binary::WeakUntil && self.condition(again)? == state;
        let kept = state_of(&state).filter(|_| is_so)?;
        Some(Pattern::KeptBefore { kept, release })
    }

    /// The depth of `F (!c & F (c & ...))`.
    fn beginnings(&self, root: Part) -> Option<(usize, Condition)> {
        let mut counted: Option<Condition> = None;
        let mut at = root;
        for count in 1.. {
            let Node::Unary(Unary::Finally, part) = self.tree.nodes[at] else { return None };
            let Node::Binary(Binary::And, absent, later) = self.tree.nodes[part] else { return None };
            let Node::Unary(Unary::Finally, begun) = self.tree.nodes[later] else { return None };
            let (held, next) = match (self.condition(begun), &self.tree.nodes[begun]) {
                (Some(held), _) => (held, None),
                (None, Node::Binary(Binary::And, held, next)) => (self.condition(*held)?, Some(*next)),
                _ => return None,
            };
            let is_any = !held.is_all && held.literals.iter().all(|literal| literal.holds);
            let is_one = is_any && self.condition(absent)? == held.negated();
            if !is_one || counted.as_ref().is_some_and(|counted| *counted != held) {
                return None;
            }
            let Some(next) = next else { return Some((count, held)) };
            counted = Some(held);
            at = next;
        }
        None
    }

    fn consequence(&self, part: Part) -> Option<(Then, Condition)> {
        Then::ALL.into_iter().find_map(|then| {
            let inner = then.operators().iter().try_fold(part, |part, operator| match self.tree.nodes[part] {
                Node::Unary(found, operand) if found == *operator => Some(operand),
                _ => None,
            });
            Some((then, self.condition(inner?)?))
        })
    }

    /// The depth of `F (c & (c U (!c & (!c U F c))))`.
    fn stretches(&self, root: Part) -> Option<(usize, Condition)> {
        let binary = |part: Part, wanted| match self.tree.nodes[part] {
            Node::Binary(operator, left, right) if operator == wanted => Some((left, right)),
            _ => None,
        };
        let mut counted: Option<Condition> = None;
        let mut at = root;
        for count in 1.. {
            let Node::Unary(Unary::Finally, part) = self.tree.nodes[at] else { return None };
            if let Some(last) = self.condition(part) {
                return counted.filter(|counted| *counted == last).map(|counted| (count, counted));
            }
            let (held, stretch) = binary(part, Binary::And)?;
            let (while_held, gap) = binary(stretch, Binary::Until)?;
            let (absent, rest) = binary(gap, Binary::And)?;
            let (while_absent, next) = binary(rest, Binary::Until)?;
            let held = self.condition(held)?;
            let fits = |part: Part, wanted: &Condition| self.condition(part).as_ref() == Some(wanted);
            let absence = held.negated();
            let is_one = fits(while_held, &held) && fits(absent, &absence) && fits(while_absent, &absence);
            if !is_one || counted.as_ref().is_some_and(|counted| *counted != held) {
                return None;
            }
            counted = Some(held);
            at = next;
        }
        None
    }

    /// A formula without temporal operators, if it consists of literals joined by "and" or by "or".
    fn condition(&self, root: Part) -> Option<Condition> {
        let mut open = vec![(root, true)];
        let mut condition: Option<Condition> = None;
        let mut is_all = None;
        while let Some((part, holds)) = open.pop() {
            let joint = match self.tree.nodes[part] {
                Node::Proposition(ref proposition) => {
                    let atom = self.lexicon.atom(proposition)?;
                    let one = Condition::one(Literal { atom, holds });
                    condition = match condition {
                        Some(condition) => Some(condition.joined(one, is_all?)?),
                        None => Some(one),
                    };
                    continue;
                }
                Node::Unary(Unary::Not, part) => {
                    open.push((part, !holds));
                    continue;
                }
                Node::Binary(Binary::And, left, right) => {
                    open.extend([(right, holds), (left, holds)]);
                    holds
                }
                Node::Binary(Binary::Or, left, right) => {
                    open.extend([(right, holds), (left, holds)]);
                    !holds
                }
                Node::Binary(Binary::Implies, left, right) => {
                    open.extend([(right, holds), (left, !holds)]);
                    !holds
                }
                _ => return None,
            };
            if *is_all.get_or_insert(joint) != joint {
                return None;
            }
        }
        condition
    }
}

/// The only state that a condition requires to hold.
fn state_of(condition: &Condition) -> Option<Atom> {
    match condition.literals.as_slice() {
        [Literal { atom, holds: true }] => Some(atom.clone()),
        _ => None,
    }
}

/// Matches `(d & !c) -> WX !c`.
fn barred(trigger: &Condition, then: Then, what: &Condition) -> Option<Pattern> {
    let [not_yet] = what.literals.as_slice() else { return None };
    let (last, during) = trigger.literals.split_last()?;
    if then != Then::WeakNext || !trigger.is_all || last != not_yet {
        return None;
    }
    let during = Condition { literals: during.to_vec(), is_all: during.len() > 1 };
    Some(Pattern::Barred { change: Literal { atom: not_yet.atom.clone(), holds: !not_yet.holds }, during })
}

impl Tree {
    /// Takes apart the printed formula, which parses to the same formula.
    fn of(formula: &Formula) -> (Self, Part) {
        let text = formula.to_prefix();
        let mut rest = text.as_str();
        let mut words = Vec::new();
        while !rest.is_empty() {
            let (word, after) = rest.split_at(word_length(rest));
            words.push(word);
            rest = after.trim_start();
        }
        let mut nodes = Vec::new();
        let mut operands = Vec::new();
        for word in words.into_iter().rev() {
            let mut operand = || operands.pop().expect("a formula has its operands");
            let unary = Unary::ALL.into_iter().find(|operator| operator.symbol() == word);
            let binary = Binary::ALL.into_iter().find(|operator| operator.prefix_symbol() == word);
            let node = match (unary, binary) {
                (Some(operator), _) => Node::Unary(operator, operand()),
                (_, Some(operator)) => Node::Binary(operator, operand(), operand()),
                _ if matches!(word, "true" | "false") => Node::Constant(word == "true"),
                _ => Node::Proposition(unquoted(word)),
            };
            nodes.push(node);
            operands.push(nodes.len() - 1);
        }
        let root = operands.pop().expect("a formula has a root");
        (Self { nodes }, root)
    }

    /// A part as a formula; operands have lower numbers.
    fn formula(&self, root: Part) -> Formula {
        let mut parts: Vec<Formula> = Vec::with_capacity(root + 1);
        for node in &self.nodes[..=root] {
            parts.push(match node {
                Node::Constant(value) => Formula::constant(*value),
                Node::Proposition(proposition) => Formula::proposition(proposition.clone()),
                Node::Unary(operator, operand) => Formula::unary(*operator, &parts[*operand]),
                Node::Binary(operator, left, right) => Formula::binary(*operator, &parts[*left], &parts[*right]),
            });
        }
        parts.swap_remove(root)
    }
}

/// The length of the first word of a formula in prefix syntax.
fn word_length(text: &str) -> usize {
    if let Some(quoted) = text.strip_prefix('"') {
        let mut is_escaped = false;
        let end = quoted.find(|c| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        return end.map_or(text.len(), |end| end + 2);
    }
    let end = text.find([' ', '(']).unwrap_or(text.len());
    let closes = text[end..].starts_with('(').then(|| text.find(')')).flatten();
    closes.map_or(end, |close| close + 1)
}

fn unquoted(word: &str) -> Proposition {
    let formula = Formula::parse(word).expect("a proposition is read back");
    let proposition = formula.propositions().next().cloned();
    proposition.expect("a proposition is no constant")
}
