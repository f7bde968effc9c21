//! Formulas in words. Reading the words gives the formula again.

use std::{collections::HashMap, fmt};

use surefleet_ltl::Formula;

use crate::{
    canonical,
    error::EnglishError,
    literal::{VARIABLES, Variables},
    logic::{self, Atom, Ltl, Object, Sort},
    patterns::Pattern,
    vocabulary::Vocabulary,
};

/// A formula in words, one sentence for each of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paraphrase {
    /// The sentences, without full stops.
    pub sentences: Vec<String>,
}

/// A formula as briefs have it, in words; `None`: it is none, or speaks of something that the world does not have.
pub fn in_words(formula: &str, vocabulary: &Vocabulary) -> Option<Paraphrase> {
    paraphrase(&Formula::parse(formula).ok()?, vocabulary).ok()
}

/// The formula in words, from the formula alone.
///
/// # Errors
/// [`EnglishError::UnknownProposition`] if it speaks of something that the world does not have.
pub fn paraphrase(formula: &Formula, vocabulary: &Vocabulary) -> Result<Paraphrase, EnglishError> {
    Ok(Paraphrase::of(&canonical::known(formula, vocabulary)?, vocabulary))
}

/// Words that a sentence needs and that the file does not have.
struct Unsayable;

type Words = Result<String, Unsayable>;

impl Paraphrase {
    /// Whether all of it is in words; if not, a sentence is a formula after `ltl:`.
    pub fn is_plain(&self) -> bool {
        !self.sentences.iter().any(|sentence| sentence.starts_with("ltl:"))
    }

    pub(crate) fn of(formula: &Ltl, vocabulary: &Vocabulary) -> Self {
        let parts = match formula {
            Ltl::And(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let teller = Teller { vocabulary };
        let folded = teller.folded(parts, &Variables::new());
        let mut sentences = Vec::new();
        for part in &folded {
            match teller.sentence(part, &mut Variables::new()) {
                Ok(words) => sentences.push(words),
                Err(Unsayable) => return Self { sentences: vec![format!("ltl: {}", formula.formula(vocabulary))] },
            }
        }
        Self { sentences }
    }
}

impl fmt::Display for Paraphrase {
    /// Prints the sentences with capital letters and full stops.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, sentence) in self.sentences.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            if sentence.starts_with("ltl:") {
                write!(f, "{gap}{sentence}")?;
                continue;
            }
            let (first, rest) = sentence.split_at(sentence.chars().next().map_or(0, char::len_utf8));
            write!(f, "{gap}{}{rest}.", first.to_uppercase())?;
        }
        Ok(())
    }
}

/// A formula, or one for each thing of a sort.
enum Folded {
    Plain(Ltl),
    Each { kind: usize, body: Ltl, more: Box<Folded> },
}

struct Teller<'a> {
    vocabulary: &'a Vocabulary,
}

impl Teller<'_> {
    /// Parts that say the same of each thing of a sort, said once.
    fn folded(&self, parts: Vec<Ltl>, variables: &Variables) -> Vec<Folded> {
        if parts.len() < 2 || !variables.is_empty() {
            return parts.into_iter().map(Folded::Plain).collect();
        }
        let mut parts = parts;
        let mut kinds: Variables = Vec::new();
        let mut folds: HashMap<Ltl, Vec<usize>> = HashMap::new();
        loop {
            let variable = VARIABLES + kinds.len() as Object;
            let mut by_form: HashMap<Ltl, Vec<(Object, usize)>> = HashMap::new();
            for (place, part) in parts.iter().enumerate() {
                for object in objects(part) {
                    by_form.entry(with(part, object, variable)).or_default().push((object, place));
                }
            }
            // The sort with the most things, and the first such part.
            let whole = by_form.into_iter().filter_map(|(form, of)| {
                let mut members: Vec<Object> = of.iter().map(|(object, _)| *object).collect();
                members.sort_unstable();
                members.dedup();
                let is_it = |kind: &crate::vocabulary::Kind| kind.members == members && !kind.words.is_empty();
                let kind = self.vocabulary.kinds.iter().position(is_it)?;
                (members.len() > 1 && members.len() == of.len()).then_some((members.len(), kind, form, of))
            });
            let mut whole: Vec<_> = whole.collect();
            let Some((_, kind)) = whole.iter().map(|(count, kind, ..)| (*count, *kind)).max() else { break };
            whole.retain(|(_, one, ..)| *one == kind);
            whole.sort_by_key(|(.., of)| of.iter().map(|(_, place)| *place).min());
            let mut used = vec![false; parts.len()];
            let mut next: Vec<(usize, Ltl, Vec<usize>)> = Vec::new();
            for (.., form, of) in whole {
                if of.iter().any(|(_, place)| used[*place]) {
                    continue;
                }
                of.iter().for_each(|(_, place)| used[*place] = true);
                let first = of.iter().map(|(_, place)| *place).min().unwrap_or(0);
                let inner = folds.get(&parts[first]).cloned().unwrap_or_default();
                next.push((first, form, inner.into_iter().chain([kinds.len()]).collect()));
            }
            for (place, part) in parts.iter().enumerate().filter(|(place, _)| !used[*place]) {
                next.push((place, part.clone(), folds.get(part).cloned().unwrap_or_default()));
            }
            next.sort_by_key(|(place, ..)| *place);
            kinds.push(kind);
            parts = next.iter().map(|(_, part, _)| part.clone()).collect();
            folds = next.into_iter().map(|(_, part, of)| (part, of)).collect();
            if kinds.len() > 3 {
                break;
            }
        }
        let fold = |part: Ltl| {
            let of = folds.get(&part).cloned().unwrap_or_default();
            // Variables count from the outside of the sentence; they were found from its inside.
            let count = of.len();
            let mut body = part;
            for (depth, variable) in of.iter().rev().enumerate() {
                body = with(&body, VARIABLES + *variable as Object, VARIABLES + 0x80 + depth as Object);
            }
            for depth in 0..count {
                body = with(&body, VARIABLES + 0x80 + depth as Object, VARIABLES + depth as Object);
            }
            let mut folded = Folded::Plain(body.clone());
            for variable in &of {
                folded = Folded::Each { kind: kinds[*variable], body: body.clone(), more: Box::new(folded) };
            }
            folded
        };
        parts.into_iter().map(fold).collect()
    }

    fn sentence(&self, folded: &Folded, variables: &mut Variables) -> Words {
        match folded {
            Folded::Plain(formula) => self.top(formula, variables),
            Folded::Each { kind, body, more } => {
                let word = self.vocabulary.kinds[*kind].words.first().ok_or(Unsayable)?;
                if variables.contains(kind) {
                    return Err(Unsayable);
                }
                variables.push(*kind);
                let robots_only = matches!(more.as_ref(), Folded::Plain(_)) && variables.len() == 1;
                if let Some(words) = robots_only.then(|| self.of_nobody(body, word, variables)).flatten() {
                    return Ok(words);
                }
                Ok(format!("for every {word}: {}", self.sentence(more, variables)?))
            }
        }
    }

    /// "No robot may ever open the fridge".
    fn of_nobody(&self, body: &Ltl, word: &str, variables: &Variables) -> Option<String> {
        let Ltl::Globally(inner) = body else { return None };
        let Ltl::Not(inner) = inner.as_ref() else { return None };
        let Ltl::Atom(atom) = inner.as_ref() else { return None };
        let (subject, words) = self.vocabulary.say_of_subject(atom, "may ever", variables)?;
        let is_once = atom.arguments.iter().filter(|object| **object >= VARIABLES).count() == 1;
        let fits = |member: &Object| {
            let relation = if atom.sort == Sort::Fact { &self.vocabulary.predicates } else { &self.vocabulary.skills };
            let place = atom.arguments.iter().position(|object| *object == VARIABLES);
            place.is_some_and(|place| relation[usize::from(atom.name)].fits(place, *member))
        };
        let all_fit = self.vocabulary.kinds[variables[0]].members.iter().all(fits);
        (subject == VARIABLES && is_once && all_fit).then(|| format!("no {word} {words}"))
    }

    fn top(&self, formula: &Ltl, variables: &Variables) -> Words {
        if let Ltl::Globally(inner) = formula {
            match inner.as_ref() {
                Ltl::Implies(one, other) => {
                    return Ok(format!(
                        "whenever {}, {}",
                        self.operand(one, variables)?,
                        self.operand(other, variables)?
                    ));
                }
                Ltl::Not(inner) => {
                    if let Ltl::Atom(atom) = inner.as_ref()
                        && let Some((subject, words)) = self.vocabulary.say_of_subject(atom, "must never", variables)
                        && subject < VARIABLES
                        && variables.is_empty()
                    {
                        return Ok(format!("{} {words}", self.vocabulary.phrase(subject, variables)));
                    }
                }
                _ => {}
            }
        }
        match formula {
            Ltl::Atom(_) | Ltl::Constant(_) => Ok(format!("at the start: {}", self.operand(formula, variables)?)),
            Ltl::Not(inner) if matches!(inner.as_ref(), Ltl::Atom(_)) => {
                Ok(format!("at the start: {}", self.operand(formula, variables)?))
            }
            other => self.operand(other, variables),
        }
    }

    /// "For some robot: that robot opens the fridge", if the parts say the same of each thing of a sort.
    fn quantified(&self, parts: &[Ltl], is_and: bool, variables: &Variables) -> Option<String> {
        let variable = VARIABLES + variables.len() as Object;
        for object in objects(parts.first()?) {
            let form = with(&parts[0], object, variable);
            // The other parts are this one with another object in its place.
            let other = |part: &Ltl| objects(part).into_iter().find(|one| with(part, *one, variable) == form);
            let members: Option<Vec<Object>> = parts.iter().map(other).collect();
            let Some(members) = members else { continue };
            let is_it = |kind: &crate::vocabulary::Kind| kind.members == members && !kind.words.is_empty();
            let Some(kind) = self.vocabulary.kinds.iter().position(is_it) else { continue };
            if variables.contains(&kind) {
                continue;
            }
            let mut variables = variables.clone();
            variables.push(kind);
            let word = self.vocabulary.kinds[kind].words.first()?;
            let words = self.operand(&form, &variables).ok()?;
            return Some(format!("(for {} {word}: {words})", if is_and { "each" } else { "some" }));
        }
        None
    }

    fn pattern(&self, pattern: &Pattern, counted: &str, less: usize, variables: &Variables) -> Words {
        let times = |times: usize| match times - less {
            1 => "1 time".to_owned(),
            times => format!("{times} times"),
        };
        Ok(match pattern {
            Pattern::Within(0, inner) => format!("within 0 steps {}", self.operand(inner, variables)?),
            Pattern::Within(1, inner) => format!("within 1 step {}", self.operand(inner, variables)?),
            Pattern::Within(steps, inner) => format!("within {steps} steps {}", self.operand(inner, variables)?),
            Pattern::AtLeast(count, inner) => {
                format!("{counted} {} {}", times(*count), self.operand(inner, variables)?)
            }
            Pattern::BeginsAtLeast(count, inner) => {
                format!("{counted} {} it begins that {}", times(*count), self.operand(inner, variables)?)
            }
        })
    }

    fn operand(&self, formula: &Ltl, variables: &Variables) -> Words {
        let unary = |words: &str, inner: &Ltl| -> Words { Ok(format!("{words} {}", self.operand(inner, variables)?)) };
        let pair = |one: &Ltl, words: &str, other: &Ltl, end: &str| -> Words {
            Ok(format!("({}{words}{}{end})", self.operand(one, variables)?, self.operand(other, variables)?))
        };
        if let Some(pattern) = Pattern::of(formula) {
            return self.pattern(&pattern, "at least", 0, variables);
        }
        match formula {
            Ltl::Constant(value) => Ok(value.to_string()),
            Ltl::Atom(atom) => self.vocabulary.say(atom, true, variables).ok_or(Unsayable),
            Ltl::Not(inner) => match inner.as_ref() {
                Ltl::Atom(atom) => self.vocabulary.say(atom, false, variables).ok_or(Unsayable),
                inner => match Pattern::of(inner) {
                    Some(pattern @ (Pattern::AtLeast(..) | Pattern::BeginsAtLeast(..))) => {
                        self.pattern(&pattern, "at most", 1, variables)
                    }
                    _ => unary("not", inner),
                },
            },
            Ltl::And(parts) | Ltl::Or(parts) => {
                if let Some(words) = self.quantified(parts, matches!(formula, Ltl::And(_)), variables) {
                    return Ok(words);
                }
                let parts: Result<Vec<String>, Unsayable> =
                    parts.iter().map(|part| self.operand(part, variables)).collect();
                let word = if matches!(formula, Ltl::And(_)) { " and " } else { " or " };
                Ok(format!("({})", parts?.join(word)))
            }
            Ltl::Implies(one, other) => {
                Ok(format!("(if {} then {})", self.operand(one, variables)?, self.operand(other, variables)?))
            }
            Ltl::Until(one, other) => pair(one, " until ", other, ", which must come about"),
            Ltl::WeakUntil(one, other) => pair(one, " until ", other, ""),
            Ltl::Next(inner) => unary("in the next moment", inner),
            Ltl::WeakNext(inner) => unary("in the next moment, if any,", inner),
            Ltl::Finally(inner) => match inner.as_ref() {
                Ltl::Globally(inner) => unary("in the end", inner),
                inner => unary("at some point", inner),
            },
            Ltl::Globally(inner) => match inner.as_ref() {
                Ltl::Not(inner) => unary("never", inner),
                inner => unary("always", inner),
            },
        }
    }
}

/// The objects of a formula, each once.
fn objects(formula: &Ltl) -> Vec<Object> {
    let mut found = Vec::new();
    formula.for_each_atom(&mut |atom| {
        for object in &atom.arguments {
            if *object < VARIABLES && !found.contains(object) {
                found.push(*object);
            }
        }
    });
    found
}

/// The formula with one object in place of another.
pub(crate) fn with(formula: &Ltl, of: Object, by: Object) -> Ltl {
    let again = |inner: &Ltl| Box::new(with(inner, of, by));
    match formula {
        Ltl::Constant(value) => Ltl::Constant(*value),
        Ltl::Atom(atom) => {
            let arguments = atom.arguments.iter().map(|object| if *object == of { by } else { *object }).collect();
            Ltl::Atom(Atom { arguments, ..atom.clone() })
        }
        Ltl::Not(inner) => Ltl::Not(again(inner)),
        Ltl::And(parts) => Ltl::And(parts.iter().map(|part| with(part, of, by)).collect()),
        Ltl::Or(parts) => Ltl::Or(parts.iter().map(|part| with(part, of, by)).collect()),
        Ltl::Implies(one, other) => Ltl::Implies(again(one), again(other)),
        Ltl::Next(inner) => Ltl::Next(again(inner)),
        Ltl::WeakNext(inner) => Ltl::WeakNext(again(inner)),
        Ltl::Finally(inner) => Ltl::Finally(again(inner)),
        Ltl::Globally(inner) => Ltl::Globally(again(inner)),
        Ltl::Until(one, other) => Ltl::Until(again(one), again(other)),
        Ltl::WeakUntil(one, other) => Ltl::WeakUntil(again(one), again(other)),
    }
}

/// All of a sort, or some: the formula for each of its things.
pub(crate) fn for_all(formula: &Ltl, variable: Object, members: &[Object]) -> Ltl {
    logic::all(members.iter().map(|object| with(formula, variable, *object)))
}
