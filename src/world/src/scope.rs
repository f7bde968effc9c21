//! Names in formulas become variables, objects and predicates; what cannot be meant is refused.

use crate::{
    domain::{Origin, Predicate},
    expression::{Expression, Variable},
    formula::{Formula, Term},
    ids::{PredicateId, TypeId},
    lexer::Misread,
    names::{Names, Resolved, mend_unknown},
    template::{Piece, Template},
};

/// The variables that a formula may use, and the entry of the file that it stands in.
#[derive(Clone)]
pub(crate) struct Scope<'n, 'a> {
    pub names: &'n Names<'a>,
    /// Begins the entry, for the line of an error.
    pub owner: String,
    /// The text of the entry that is read, for the line of an error.
    text: Option<String>,
    variables: Vec<(String, Vec<TypeId>)>,
}

impl<'n, 'a> Scope<'n, 'a> {
    /// A scope with these variables.
    pub fn new(names: &'n Names<'a>, owner: &str, variables: Vec<(String, Vec<TypeId>)>) -> Self {
        Self { names, owner: owner.to_owned(), text: None, variables }
    }

    /// The scope with one more variable.
    pub fn with(&self, variable: &Variable) -> Resolved<(Self, Vec<TypeId>)> {
        let types = self.names.types_of(&variable.types, &self.owner)?;
        let mut inner = self.clone();
        inner.variables.push((variable.name.clone(), types.clone()));
        Ok((inner, types))
    }

    /// The number of variables.
    pub fn depth(&self) -> usize {
        self.variables.len()
    }

    /// The scope for a text of the entry.
    pub fn of_text(&self, text: &str) -> Self {
        let is_part = self.text.as_ref().is_some_and(|whole| whole.contains(text));
        let text = if is_part { self.text.clone() } else { Some(text.to_owned()) };
        Self { text, ..self.clone() }
    }

    /// Attaches the entry to a syntax error.
    pub fn parsed<T>(&self, parsed: Result<T, Misread>) -> Resolved<T> {
        parsed
            .map_err(|Misread { problem, mend }| self.fault(self.text.as_deref().unwrap_or(&self.owner), problem, mend))
    }

    /// Reads and resolves a formula.
    pub fn formula_text(&self, text: &str) -> Resolved<Formula> {
        let scope = self.of_text(text);
        scope.formula(&scope.parsed(Expression::parse(text))?)
    }

    /// Reads and resolves a term.
    pub fn term_text(&self, text: &str) -> Resolved<Term> {
        let scope = self.of_text(text);
        scope.term(&scope.parsed(Expression::parse(text))?)
    }

    /// Resolves a formula.
    pub fn formula(&self, expression: &Expression) -> Resolved<Formula> {
        let all = |parts: &[Expression]| parts.iter().map(|part| self.formula(part)).collect::<Resolved<Vec<_>>>();
        Ok(match expression {
            Expression::Name(name) if name == "true" => Formula::Constant(true),
            Expression::Name(name) if name == "false" => Formula::Constant(false),
            Expression::Name(name) => match self.names.find_predicate(name) {
                Some(id) => self.holds(id, &[])?,
                None => {
                    let problem = format!("{name:?} is no formula");
                    return Err(self.fault(name, problem, "compare it with =, or give a predicate its arguments"));
                }
            },
            Expression::Call(name, arguments) => match self.names.find_predicate(name) {
                Some(id) => self.holds(id, arguments)?,
                None => match (self.names.find_type(name), arguments.as_slice()) {
                    (Some(of), [argument]) => Formula::IsOf(self.term(argument)?, vec![of]),
                    (Some(_), _) => {
                        return Err(self.fault(name, format!("type {name:?} is true of one object"), "name one"));
                    }
                    (None, _) => return Err(self.unknown_predicate(name)),
                },
            },
            Expression::Equal(left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                let (these, those) = (self.types_of(&left), self.types_of(&right));
                if let (Some(these), Some(those)) = (these, those)
                    && !self.names.may_meet(&these, &those)
                {
                    let [these, those] = [these, those].map(|types| self.names.type_words(&types));
                    let problem = format!("a {these} is compared with a {those}, and nothing is both");
                    return Err(self.fault("=", problem, "compare objects of types that can be the same"));
                }
                Formula::Equal(left, right)
            }
            Expression::Not(inner) => Formula::Not(Box::new(self.formula(inner)?)),
            Expression::And(parts) => Formula::And(all(parts)?),
            Expression::Or(parts) => Formula::Or(all(parts)?),
            Expression::ForAll(variable, body) => {
                let (inner, types) = self.with(variable)?;
                Formula::ForAll(types, Box::new(inner.formula(body)?))
            }
            Expression::Exists(variable, body) => {
                let (inner, types) = self.with(variable)?;
                Formula::Exists(types, Box::new(inner.formula(body)?))
            }
        })
    }

    /// Resolves a term.
    pub fn term(&self, expression: &Expression) -> Resolved<Term> {
        match expression {
            Expression::Name(name) if name == "nothing" => Ok(Term::Nothing),
            Expression::Name(name) => {
                // The innermost variable of this name is meant.
                if let Some(place) = self.variables.iter().rposition(|(known, _)| known == name) {
                    return Ok(Term::Variable(place));
                }
                let known = self.names.objects.iter().map(|object| object.name.as_str());
                let known = known.chain(self.variables.iter().map(|(name, _)| name.as_str()));
                let unknown = || self.unknown(name, "object or variable", known);
                self.names.find_object(name).map(Term::Constant).ok_or_else(unknown)
            }
            Expression::Call(name, arguments) => {
                let id = self.names.find_predicate(name).ok_or_else(|| self.unknown_predicate(name))?;
                if self.names.predicate(id).value.is_none() {
                    let problem = format!("{name:?} has no value");
                    return Err(self.fault(name, problem, "only a functional predicate stands for an object"));
                }
                Ok(Term::Value(id, self.arguments(id, arguments)?))
            }
            _ => Err(self.fault(&self.owner, "a formula stands where an object belongs".to_owned(), "name an object")),
        }
    }

    fn holds(&self, id: PredicateId, arguments: &[Expression]) -> Resolved<Formula> {
        let predicate = self.names.predicate(id);
        match (&predicate.value, arguments.split_last()) {
            (Some(_), Some((value, rest))) if arguments.len() == predicate.arguments.len() + 1 => {
                Ok(Formula::Equal(Term::Value(id, self.arguments(id, rest)?), self.term(value)?))
            }
            (Some(_), _) => {
                let problem = format!("{:?} stands for an object, not for a truth", predicate.name);
                Err(self.fault(&predicate.name, problem, "compare it with ="))
            }
            (None, _) => Ok(Formula::Holds(id, self.arguments(id, arguments)?)),
        }
    }

    /// The arguments of a predicate, as many as it has and of types that it may be about.
    pub fn arguments(&self, id: PredicateId, arguments: &[Expression]) -> Resolved<Vec<Term>> {
        let terms = arguments.iter().map(|argument| self.term(argument)).collect::<Resolved<Vec<_>>>()?;
        self.check_arguments(id, &terms)?;
        Ok(terms)
    }

    /// Checks the number and the types of a predicate's arguments.
    pub fn check_arguments(&self, id: PredicateId, terms: &[Term]) -> Resolved<()> {
        let Predicate { name, arguments, .. } = self.names.predicate(id);
        if terms.len() != arguments.len() {
            let plural = if terms.len() == 1 { "" } else { "s" };
            let problem = format!("{name:?} has {} argument{plural} here", terms.len());
            return Err(self.fault(name, problem, format!("write {}", self.names.head(id))));
        }
        terms.iter().zip(arguments).try_for_each(|(term, types)| self.check_type(name, term, types))
    }

    /// Checks that a term can stand for an object of these types.
    pub fn check_type(&self, name: &str, term: &Term, types: &[TypeId]) -> Resolved<()> {
        match self.types_of(term) {
            Some(found) if !self.can_be(term, &found, types) => {
                let (found, wanted) = (self.names.type_words(&found), self.names.type_words(types));
                let problem = format!("{name:?} is about a {wanted}, and here stands a {found}");
                Err(self.fault(name, problem, format!("name a {wanted}, or widen the types of {name:?}")))
            }
            _ => Ok(()),
        }
    }

    /// Whether a term's object, of which these types are found, can be of those. An object is of its own types and no others.
    fn can_be(&self, term: &Term, found: &[TypeId], types: &[TypeId]) -> bool {
        match term {
            Term::Constant(_) => found.iter().any(|&one| types.iter().any(|&of| self.names.is_within(one, of))),
            _ => self.names.may_meet(found, types),
        }
    }

    /// The types that a term's object may have; `None` for nothing.
    fn types_of(&self, term: &Term) -> Option<Vec<TypeId>> {
        match term {
            Term::Nothing => None,
            Term::Variable(place) => Some(self.variables[*place].1.clone()),
            Term::Constant(object) => Some(self.names.objects[object.index()].types.clone()),
            Term::Value(id, _) => self.names.predicate(*id).value.clone(),
        }
    }

    /// Resolves a text with terms in braces. `numbered`: the variable that `{1}` stands for.
    pub fn template(&self, text: &str, numbered: usize) -> Resolved<Template> {
        self.of_text(text).pieces(text, numbered)
    }

    fn pieces(&self, text: &str, numbered: usize) -> Resolved<Template> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((words, tail)) = rest.split_once('{') {
            let Some((term, after)) = tail.split_once('}') else {
                let problem = format!("{text:?} opens a brace that it does not close");
                return Err(self.fault(text, problem, "close it"));
            };
            if !words.is_empty() {
                pieces.push(Piece::Words(words.to_owned()));
            }
            let (is_on, term) = match term.strip_prefix("on ") {
                Some(term) => (true, term),
                None => (false, term),
            };
            let term = match term.trim().parse::<usize>() {
                Ok(number) if number >= 1 && numbered + number <= self.variables.len() => {
                    Term::Variable(numbered + number - 1)
                }
                Ok(number) => {
                    return Err(self.fault(text, format!("{text:?} has no argument {number}"), "count from 1"));
                }
                Err(_) => self.term_text(term)?,
            };
            pieces.push(if is_on { Piece::OnTerm(term) } else { Piece::Term(term) });
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest.to_owned()));
        }
        Ok(Template(pieces))
    }

    /// The stored predicate with this name, which an effect or a law may name.
    pub fn stored(&self, name: &str) -> Resolved<PredicateId> {
        let id = self.names.find_predicate(name).ok_or_else(|| self.unknown_predicate(name))?;
        match self.names.predicate(id).origin {
            Origin::State => Ok(id),
            Origin::Fixed => Err(self.fault(name, format!("{name:?} is fixed"), "drop `fixed`, or do not change it")),
            Origin::Derived(_) | Origin::Cases(_) => {
                Err(self.fault(name, format!("{name:?} follows from others"), "name what it follows from"))
            }
        }
    }

    /// An error in this entry.
    pub fn fault(&self, word: &str, problem: String, mend: impl Into<String>) -> crate::DomainError {
        self.names.fault_in(&self.owner, self.text.as_deref(), word, problem, mend)
    }

    /// An error about a name that nothing has.
    fn unknown<'k>(&self, name: &str, what: &str, known: impl IntoIterator<Item = &'k str>) -> crate::DomainError {
        self.fault(name, format!("{name:?} is not a known {what}"), mend_unknown(name, what, known))
    }

    fn unknown_predicate(&self, name: &str) -> crate::DomainError {
        let known = self.names.predicates.iter().map(|one| one.name.as_str());
        let known = known.chain(self.names.types.iter().map(|one| one.name.as_str()));
        self.unknown(name, "predicate or type", known)
    }
}
