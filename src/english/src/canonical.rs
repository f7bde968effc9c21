//! The words of [`Paraphrase`](crate::Paraphrase), read without any choice: operators with parentheses.

use surefleet_ltl::{Binary, Formula, Node, Unary};

use crate::{
    error::EnglishError,
    literal::{VARIABLES, Variables},
    logic::{self, Ltl, Object},
    paraphrase,
    tokens::{self, Token},
    vocabulary::{Noun, Vocabulary},
};

/// The formula of a sentence in these words; `None` if it is in other words.
pub(crate) fn read(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Ltl> {
    let mut reader = Reader { vocabulary, tokens: sentence, at: 0, variables: Variables::new() };
    let formula = reader.sentence()?;
    (reader.at == sentence.len()).then_some(formula)
}

struct Reader<'a> {
    vocabulary: &'a Vocabulary,
    tokens: &'a [Token],
    at: usize,
    variables: Variables,
}

impl Reader<'_> {
    fn take(&mut self, words: &str) -> bool {
        let length = words.split(' ').count();
        let said = self.tokens.get(self.at..self.at + length);
        let is_it = said.is_some_and(|said| said.iter().map(|token| token.word.as_str()).eq(words.split(' ')));
        if is_it {
            self.at += length;
        }
        is_it
    }

    fn sentence(&mut self) -> Option<Ltl> {
        if self.take("for every") {
            let kind = self.kind()?;
            if !self.take(":") {
                return None;
            }
            let variable = VARIABLES + self.variables.len() as Object;
            self.variables.push(kind);
            let body = self.sentence()?;
            return Some(paraphrase::for_all(&body, variable, &self.vocabulary.kinds[kind].members));
        }
        if self.take("at the start :") {
            return self.operand();
        }
        if self.take("whenever") {
            let one = self.operand()?;
            if !self.take(",") {
                return None;
            }
            let other = self.operand()?;
            return Some(Ltl::Globally(Box::new(Ltl::Implies(Box::new(one), Box::new(other)))));
        }
        let word = self.tokens.first().map_or("", |token| token.word.as_str());
        let is_marked = matches!(word, "in" | "at" | "always" | "never" | "not" | "(" | "for" | "within");
        if is_marked { self.operand() } else { None }
    }

    fn kind(&mut self) -> Option<usize> {
        for (nouns, length) in self.vocabulary.nouns(self.tokens.get(self.at..)?) {
            for noun in nouns {
                if let Noun::Kind { kind, is_plural: false } = noun {
                    self.at += length;
                    return Some(*kind);
                }
            }
        }
        None
    }

    fn operand(&mut self) -> Option<Ltl> {
        for (words, is_not, of) in [
            ("in the end", false, "FG"),
            ("at some point", false, "F"),
            ("in the next moment , if any ,", false, "W"),
            ("in the next moment", false, "X"),
            ("always", false, "G"),
            ("never", true, "G"),
            ("not", true, ""),
        ] {
            if !self.take(words) {
                continue;
            }
            let inner = self.operand()?;
            let inner = if is_not { logic::not(inner) } else { inner };
            return Some(match of {
                "FG" => Ltl::Finally(Box::new(Ltl::Globally(Box::new(inner)))),
                "F" => Ltl::Finally(Box::new(inner)),
                "W" => logic::weak_next(inner),
                "X" => logic::next(inner),
                "G" => Ltl::Globally(Box::new(inner)),
                _ => inner,
            });
        }
        if self.take("within") {
            let steps = self.number()?;
            if !self.take("steps") && !self.take("step") {
                return None;
            }
            let inner = self.operand()?;
            return Some(logic::within(steps, &inner));
        }
        for (words, is_most) in [("at least", false), ("at most", true)] {
            if !self.take(words) {
                continue;
            }
            let times = self.number()?;
            if !self.take("times") && !self.take("time") {
                return None;
            }
            let begins = self.take("it begins that");
            let inner = self.operand()?;
            let least = times + usize::from(is_most);
            let formula =
                if begins { logic::begins_at_least(least, &inner) } else { logic::occurs_at_least(least, &inner) };
            return Some(if is_most { logic::not(formula) } else { formula });
        }
        if self.take("(") {
            return self.enclosed();
        }
        if self.take("true") {
            return Some(Ltl::Constant(true));
        }
        if self.take("false") {
            return Some(Ltl::Constant(false));
        }
        let (atom, holds, end) = self.vocabulary.literal(self.tokens, self.at, &self.variables)?;
        self.at = end;
        Some(if holds { Ltl::Atom(atom) } else { logic::not(Ltl::Atom(atom)) })
    }

    fn number(&mut self) -> Option<usize> {
        let number = tokens::number(&self.tokens.get(self.at)?.word)?;
        self.at += 1;
        (number <= 200).then_some(number)
    }

    fn enclosed(&mut self) -> Option<Ltl> {
        for (words, is_and) in [("for each", true), ("for some", false)] {
            if !self.take(words) {
                continue;
            }
            let kind = self.kind()?;
            if !self.take(":") {
                return None;
            }
            let variable = VARIABLES + self.variables.len() as Object;
            self.variables.push(kind);
            let body = self.operand()?;
            self.variables.pop();
            let members = self.vocabulary.kinds[kind].members.iter();
            let parts = members.map(|object| paraphrase::with(&body, variable, *object)).collect();
            return self.take(")").then(|| if is_and { Ltl::And(parts) } else { Ltl::Or(parts) });
        }
        if self.take("if") {
            let one = self.operand()?;
            if !self.take("then") {
                return None;
            }
            let other = self.operand()?;
            return self.take(")").then(|| Ltl::Implies(Box::new(one), Box::new(other)));
        }
        let first = self.operand()?;
        if self.take("until") {
            let other = self.operand()?;
            let is_strong = self.take(", which must come about");
            let whole = if is_strong { logic::until(first, other) } else { logic::weak_until(first, other) };
            return self.take(")").then_some(whole);
        }
        let is_and = self.tokens.get(self.at)?.word == "and";
        let word = if is_and { "and" } else { "or" };
        let mut parts = vec![first];
        while self.take(word) {
            parts.push(self.operand()?);
        }
        let whole = if is_and { Ltl::And(parts) } else { Ltl::Or(parts) };
        self.take(")").then_some(whole)
    }
}

/// A formula of this world, with its propositions found.
///
/// # Errors
/// [`EnglishError::UnknownProposition`].
pub(crate) fn known(formula: &Formula, vocabulary: &Vocabulary) -> Result<Ltl, EnglishError> {
    let mut parts: Vec<Ltl> = Vec::with_capacity(formula.size());
    for node in formula.nodes() {
        let part = |place: &u32| parts[*place as usize].clone();
        let boxed = |place: &u32| Box::new(part(place));
        parts.push(match node {
            Node::Constant(value) => Ltl::Constant(*value),
            Node::Proposition(name) => {
                let arguments: Vec<&str> = name.arguments().collect();
                let atom = vocabulary.atom(name.predicate(), &arguments);
                Ltl::Atom(atom.ok_or_else(|| EnglishError::UnknownProposition {
                    proposition: name.to_string(),
                    nearest: vocabulary.nearest_symbol(name.as_str()),
                })?)
            }
            Node::Unary(operator, inner) => match operator {
                Unary::Not => logic::not(part(inner)),
                Unary::Next => Ltl::Next(boxed(inner)),
                Unary::WeakNext => Ltl::WeakNext(boxed(inner)),
                Unary::Finally => Ltl::Finally(boxed(inner)),
                Unary::Globally => Ltl::Globally(boxed(inner)),
            },
            Node::Binary(operator, one, other) => {
                let (first, second) = (part(one), part(other));
                match operator {
                    Binary::And => logic::all([first, second]),
                    Binary::Or => logic::any([first, second]),
                    Binary::Implies => Ltl::Implies(boxed(one), boxed(other)),
                    Binary::Until => logic::until(first, second),
                    Binary::WeakUntil => logic::weak_until(first, second),
                    Binary::Equivalent => {
                        logic::all([Ltl::Implies(boxed(one), boxed(other)), Ltl::Implies(boxed(other), boxed(one))])
                    }
                    Binary::Xor => logic::all([
                        logic::any([first.clone(), second.clone()]),
                        logic::not(logic::all([first, second])),
                    ]),
                    // The right holds until and including the moment at which both do.
                    Binary::Release => logic::weak_until(second.clone(), logic::all([first, second])),
                    Binary::StrongRelease => logic::until(second.clone(), logic::all([first, second])),
                }
            }
        });
    }
    Ok(parts.pop().unwrap_or(Ltl::Constant(true)))
}
