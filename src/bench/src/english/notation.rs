//! Formulas as authors of sentences write them: those of LTL, with quantifiers over things, counting, and `F[n]`.

use std::{collections::BTreeMap, sync::Arc};

use anyhow::{Context, Result, bail};
use surefleet_ltl::{Binary, Formula, Proposition, Unary};
use surefleet_world::{Settled, World};

/// The proposition that a joint step begins.
const STEP: &str = "step";

/// Reads formulas about one world.
pub struct Notation {
    world: Arc<World>,
}

/// A formula that is being read.
struct Text<'a> {
    of: &'a Notation,
    never_changes: &'a Settled<'a>,
    words: Vec<String>,
    at: usize,
    /// What the variables around stand for.
    bound: BTreeMap<String, String>,
}

impl Notation {
    pub fn of(world: Arc<World>) -> Self {
        Self { world }
    }

    /// The formula without quantifiers and counts.
    ///
    /// # Errors
    /// A mistake of form, or a name that the world does not have.
    pub fn read(&self, text: &str) -> Result<Formula> {
        let never_changes = self.world.settled();
        let mut reader =
            Text { of: self, never_changes: &never_changes, words: words(text)?, at: 0, bound: BTreeMap::new() };
        let formula = reader.equivalence()?;
        if let Some(word) = reader.peek() {
            bail!("{word:?} stands after the end of the formula {text:?}");
        }
        Ok(formula)
    }

    /// The proposition; constant if it is of a fact that never changes, or if it cannot be of a bound thing.
    fn atom(&self, name: &str, never_changes: &Settled<'_>, is_of_bound: bool) -> Result<Formula> {
        let proposition = || Proposition::new(name).map(Formula::proposition).context("a proposition");
        match self.world.atom(name) {
            Ok(atom) => match never_changes.truth(&atom) {
                Some(truth) => Ok(Formula::constant(truth)),
                None => proposition(),
            },
            Err(_) if name == STEP || self.world.find_deed(name).is_some() => proposition(),
            Err(_) if is_of_bound => Ok(Formula::constant(false)),
            Err(error) => Err(error.into()),
        }
    }
}

fn words(text: &str) -> Result<Vec<String>> {
    const MARKS: [&str; 12] = ["<->", "->", "!", "&", "|", "(", ")", "{", "}", ":", ",", "="];
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            mark.len()
        } else if rest.starts_with("F[") {
            rest.find(']').context("\"F[\" without \"]\"")? + 1
        } else {
            rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(rest.len())
        };
        if length == 0 {
            bail!("{first:?} is no part of a formula");
        }
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

fn and(one: &Formula, other: &Formula) -> Formula {
    Formula::binary(Binary::And, one, other)
}

fn or(one: &Formula, other: &Formula) -> Formula {
    Formula::binary(Binary::Or, one, other)
}

fn not(of: &Formula) -> Formula {
    Formula::unary(Unary::Not, of)
}

fn all(parts: Vec<Formula>) -> Formula {
    parts.into_iter().reduce(|one, other| and(&one, &other)).unwrap_or_else(|| Formula::constant(true))
}

fn any(parts: Vec<Formula>) -> Formula {
    parts.into_iter().reduce(|one, other| or(&one, &other)).unwrap_or_else(|| Formula::constant(false))
}

/// It is so by the end of the n-th joint step from here; a deed in that step counts.
fn within(steps: usize, of: &Formula) -> Formula {
    let step = Formula::proposition(Proposition::new(STEP).expect("a plain word"));
    let no_step = not(&step);
    let later = |then: &Formula| Formula::binary(Binary::Until, &no_step, then);
    let mut whole = later(&and(&no_step, of));
    for _ in 0..steps {
        let next = Formula::unary(Unary::Next, &whole);
        whole = later(&or(&and(&no_step, of), &and(&step, &or(of, &next))));
    }
    whole
}

/// It is so in so many letters.
fn so_often(times: usize, of: &Formula) -> Formula {
    let finally = |inner: &Formula| Formula::unary(Unary::Finally, inner);
    match times {
        0 => Formula::constant(true),
        _ => (1..times).fold(finally(of), |rest, _| finally(&and(of, &Formula::unary(Unary::Next, &rest)))),
    }
}

/// So many of the parts are so at once.
fn so_many(count: usize, parts: &[Formula]) -> Formula {
    match parts.split_first() {
        _ if count == 0 => Formula::constant(true),
        None => Formula::constant(false),
        Some(_) if count > parts.len() => Formula::constant(false),
        Some((first, rest)) => or(&and(first, &so_many(count - 1, rest)), &so_many(count, rest)),
    }
}

impl Text<'_> {
    fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(String::as_str)
    }

    fn next(&mut self) -> Result<String> {
        let word = self.words.get(self.at).context("the formula ends too early")?;
        self.at += 1;
        Ok(word.clone())
    }

    fn take(&mut self, word: &str) -> bool {
        let is_it = self.peek() == Some(word);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, word: &str) -> Result<()> {
        if self.take(word) {
            Ok(())
        } else {
            bail!("{word:?} should stand before {:?}", self.peek().unwrap_or("the end"))
        }
    }

    fn equivalence(&mut self) -> Result<Formula> {
        let mut one = self.implication()?;
        while self.take("<->") {
            one = Formula::binary(Binary::Equivalent, &one, &self.implication()?);
        }
        Ok(one)
    }

    fn implication(&mut self) -> Result<Formula> {
        let one = self.disjunction()?;
        Ok(if self.take("->") { Formula::binary(Binary::Implies, &one, &self.implication()?) } else { one })
    }

    fn disjunction(&mut self) -> Result<Formula> {
        let mut one = self.conjunction()?;
        while self.take("|") {
            one = or(&one, &self.conjunction()?);
        }
        Ok(one)
    }

    fn conjunction(&mut self) -> Result<Formula> {
        let mut one = self.until()?;
        while self.take("&") {
            one = and(&one, &self.until()?);
        }
        Ok(one)
    }

    fn until(&mut self) -> Result<Formula> {
        let mut one = self.unary()?;
        let operators = [("U", Binary::Until), ("W", Binary::WeakUntil), ("R", Binary::Release)];
        while let Some((_, operator)) = operators.iter().find(|(word, _)| self.peek() == Some(word)) {
            self.at += 1;
            one = Formula::binary(*operator, &one, &self.unary()?);
        }
        Ok(one)
    }

    fn unary(&mut self) -> Result<Formula> {
        let word = self.next()?;
        let operator = match word.as_str() {
            "!" => Unary::Not,
            "X" => Unary::Next,
            "N" => Unary::WeakNext,
            "F" => Unary::Finally,
            "G" => Unary::Globally,
            "(" => {
                let inner = self.equivalence()?;
                self.expect(")")?;
                return Ok(inner);
            }
            "each" | "some" => return self.quantified(&word, None),
            "atmost" | "atleast" => {
                let number: usize = self.next()?.parse().with_context(|| format!("{word:?} needs a number"))?;
                return if self.peek() == Some("(") {
                    self.often(&word, number)
                } else {
                    self.quantified(&word, Some(number))
                };
            }
            "true" => return Ok(Formula::constant(true)),
            "false" => return Ok(Formula::constant(false)),
            other => {
                if let Some(steps) = other.strip_prefix("F[").and_then(|rest| rest.strip_suffix(']')) {
                    let steps = steps.parse().with_context(|| format!("{other:?} needs a number"))?;
                    return Ok(within(steps, &self.unary()?));
                }
                return self.proposition(other);
            }
        };
        Ok(Formula::unary(operator, &self.unary()?))
    }

    fn often(&mut self, word: &str, number: usize) -> Result<Formula> {
        self.expect("(")?;
        let inner = self.equivalence()?;
        self.expect(")")?;
        Ok(if word == "atleast" { so_often(number, &inner) } else { not(&so_often(number + 1, &inner)) })
    }

    /// "each x in {a, b}: ...", as far to the right as possible.
    fn quantified(&mut self, word: &str, number: Option<usize>) -> Result<Formula> {
        let variable = self.next()?;
        self.expect("in")?;
        self.expect("{")?;
        let mut things = vec![self.next()?];
        while self.take(",") {
            things.push(self.next()?);
        }
        self.expect("}")?;
        self.expect(":")?;
        let begin = self.at;
        let mut parts = Vec::new();
        let outer = self.bound.remove(&variable);
        for thing in things {
            if self.of.world.find(&thing).is_none() {
                bail!("this world has no {thing:?}");
            }
            self.at = begin;
            self.bound.insert(variable.clone(), thing);
            parts.push(self.equivalence()?);
        }
        self.bound.remove(&variable);
        self.bound.extend(outer.map(|thing| (variable, thing)));
        Ok(match (word, number) {
            ("each", _) => all(parts),
            ("atleast", Some(number)) => so_many(number, &parts),
            ("atmost", Some(number)) => not(&so_many(number + 1, &parts)),
            _ => any(parts),
        })
    }

    fn proposition(&mut self, name: &str) -> Result<Formula> {
        let mut arguments = Vec::new();
        let mut is_of_bound = false;
        if self.take("(") {
            while !self.take(")") {
                let argument = self.next()?;
                let thing = self.bound.get(&argument);
                is_of_bound |= thing.is_some();
                arguments.push(thing.cloned().unwrap_or(argument));
                self.take(",");
            }
        }
        let symbol = if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", arguments.join(", ")) };
        self.of.atom(&symbol, self.never_changes, is_of_bound)
    }
}
