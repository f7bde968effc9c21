//! Conditions in the language of domain files.

use super::{
    model::{Model, OBJECT, TypeIndex, Variable, variable},
    names::Names,
};
use crate::{
    error::{PddlError, SourcePlace},
    syntax::{Atom, Condition, Term, Typed},
};

/// The meaning of a task's names and what they are called in the domain file.
pub(super) struct Task {
    pub model: Model,
    pub names: Names,
    pub types: Vec<String>,
    pub objects: Vec<String>,
    pub predicates: Vec<String>,
    /// For each predicate, whether the domain file tells for ever what it is true of.
    pub is_fixed: Vec<bool>,
}

/// How strongly the last operator of a formula binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Loose,
    Or,
    And,
    Not,
    Atom,
}

type Text = (String, Binding);

impl Task {
    /// The condition as a formula.
    pub fn formula(&self, condition: &Condition, scope: &[Variable]) -> Result<String, PddlError> {
        Ok(self.text(condition, scope)?.0)
    }

    /// The parts of a conjunction, each a formula.
    pub fn formulas(&self, condition: &Condition, scope: &[Variable]) -> Result<Vec<String>, PddlError> {
        match condition {
            Condition::And(parts) => {
                let parts = parts.iter().map(|part| self.formulas(part, scope)).collect::<Result<Vec<_>, _>>()?;
                Ok(parts.concat())
            }
            one => Ok(vec![self.formula(one, scope)?]),
        }
    }

    /// The condition as a part of a larger formula that binds as tightly as an operand of `and`.
    pub fn operand(&self, condition: &Condition, scope: &[Variable]) -> Result<String, PddlError> {
        Ok(enclosed(self.text(condition, scope)?, Binding::Not))
    }

    fn text(&self, condition: &Condition, scope: &[Variable]) -> Result<Text, PddlError> {
        let joined = |parts: &[Condition], word: &str, own: Binding, empty: &str| match parts {
            [] => Ok((empty.to_owned(), Binding::Atom)),
            [one] => self.text(one, scope),
            several => {
                let inner = if own == Binding::Or { Binding::And } else { Binding::Not };
                let parts = several.iter().map(|part| Ok(enclosed(self.text(part, scope)?, inner)));
                Ok((parts.collect::<Result<Vec<_>, PddlError>>()?.join(word), own))
            }
        };
        Ok(match condition {
            Condition::Holds(atom) => (self.atom(atom, scope)?, Binding::Atom),
            Condition::Equal(at, one, other) => self.equal(*at, one, other, "=", scope)?,
            Condition::Not(inner) => match &**inner {
                Condition::Equal(at, one, other) => self.equal(*at, one, other, "!=", scope)?,
                inner => (format!("not {}", enclosed(self.text(inner, scope)?, Binding::Not)), Binding::Not),
            },
            Condition::And(parts) => joined(parts, " and ", Binding::And, "true")?,
            Condition::Or(parts) => joined(parts, " or ", Binding::Or, "false")?,
            Condition::Implies(one, other) => {
                let [one, other] = [one, other].map(|part| Ok(enclosed(self.text(part, scope)?, Binding::Or)));
                (format!("{} implies {}", one?, other?), Binding::Loose)
            }
            Condition::ForAll(variables, body) => self.quantified("forall", variables, body, scope)?,
            Condition::Exists(variables, body) => self.quantified("exists", variables, body, scope)?,
        })
    }

    fn quantified(&self, word: &str, bound: &[Typed], body: &Condition, scope: &[Variable]) -> Result<Text, PddlError> {
        let (heads, inner) = self.bind(bound, scope)?;
        let body = self.text(body, &inner)?;
        if heads.is_empty() {
            return Ok(body);
        }
        let heads: String = heads.iter().map(|head| format!("{word} {head}. ")).collect();
        Ok((heads + &body.0, Binding::Loose))
    }

    /// The declarations of variables, `x: item`, and the scope with them.
    pub fn bind(&self, bound: &[Typed], scope: &[Variable]) -> Result<(Vec<String>, Vec<Variable>), PddlError> {
        let mut inner = scope.to_vec();
        let mut heads = Vec::new();
        for one in bound {
            let types = self.model.types_of(one)?;
            let called = self.names.variable(&one.name, &inner);
            heads.push(format!("{called}: {}", self.type_text(&types)));
            inner.push((one.name.clone(), called, types));
        }
        Ok((heads, inner))
    }

    /// Types as a domain file lists them.
    pub fn type_text(&self, types: &[TypeIndex]) -> String {
        let types = if types.contains(&OBJECT) { &[OBJECT][..] } else { types };
        types.iter().map(|&one| self.types[one].as_str()).collect::<Vec<_>>().join(" | ")
    }

    /// The atom as a domain file has it.
    pub fn atom(&self, atom: &Atom, scope: &[Variable]) -> Result<String, PddlError> {
        let predicate = self.model.check(atom, scope)?;
        let terms = atom.arguments.iter().map(|term| self.term(atom.at, term, scope));
        Ok(application(&self.predicates[predicate], &terms.collect::<Result<Vec<_>, _>>()?))
    }

    pub fn term(&self, at: SourcePlace, term: &Term, scope: &[Variable]) -> Result<String, PddlError> {
        match term {
            Term::Variable(name) => Ok(variable(at, name, scope)?.1.clone()),
            Term::Object(name) => {
                let object = self.model.object(at, name)?;
                if self.model.is_robot(object) {
                    return Err(PddlError::Unsupported {
                        at,
                        what: format!("the robot {name:?} by its name"),
                        mend: "speak of it by a predicate that is true of it; the fleet file names the robots",
                    });
                }
                Ok(self.objects[object].clone())
            }
        }
    }

    fn equal(
        &self,
        at: SourcePlace,
        one: &Term,
        other: &Term,
        sign: &str,
        scope: &[Variable],
    ) -> Result<Text, PddlError> {
        let [these, those] = [one, other].map(|term| self.model.term_types(at, term, scope));
        // A domain file refuses a comparison that cannot be true.
        if !self.model.may_meet(&these?, &those?) {
            return Ok(((sign == "!=").to_string(), Binding::Atom));
        }
        let [one, other] = [one, other].map(|term| self.term(at, term, scope));
        Ok((format!("{} {sign} {}", one?, other?), Binding::Not))
    }
}

/// `on(a, b)`, or `empty` if there are no arguments.
pub(super) fn application(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", arguments.join(", ")) }
}

fn enclosed((text, binding): Text, least: Binding) -> String {
    if binding >= least { text } else { format!("({text})") }
}
