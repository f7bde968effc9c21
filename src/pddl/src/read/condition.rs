use super::{Dropped, name, only, typed, unsupported, variable};
use crate::{
    error::PddlError,
    lisp::{Content, Lisp},
    syntax::{Atom, Change, Condition, Term},
};

const NUMBERS: &str = "a condition on numbers";
const MEND_NUMBERS: &str = "state it with a predicate, such as (empty ?x), or with objects that stand for the amounts";

pub(super) fn atom(whole: &Lisp) -> Result<Atom, PddlError> {
    let (head, rest) = whole.headed("an atom such as (on ?x ?y)")?;
    if !head.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return Err(whole.instead_of("an atom such as (on ?x ?y)"));
    }
    Ok(Atom { at: whole.at, predicate: head.to_owned(), arguments: rest.iter().map(term).collect::<Result<_, _>>()? })
}

fn term(part: &Lisp) -> Result<Term, PddlError> {
    match &part.content {
        Content::Word(word) if word.starts_with('?') => Ok(Term::Variable(variable(part)?)),
        Content::Word(_) => Ok(Term::Object(name(part, "a variable or an object")?)),
        Content::List(_) => Err(unsupported(
            part,
            "a term with arguments",
            "state the function as a predicate that has the value as its last argument",
        )),
    }
}

pub(super) fn condition(whole: &Lisp, dropped: &mut Dropped) -> Result<Condition, PddlError> {
    if whole.list("a condition")?.is_empty() {
        return Ok(Condition::TRUE);
    }
    let (head, rest) = whole.headed("a condition")?;
    let all = |dropped: &mut Dropped| rest.iter().map(|part| condition(part, dropped)).collect::<Result<Vec<_>, _>>();
    Ok(match head {
        "and" => Condition::And(all(dropped)?),
        "or" => Condition::Or(all(dropped)?),
        "not" => Condition::Not(Box::new(condition(only(whole, rest, "(not condition)")?, dropped)?)),
        "imply" | "implies" => match rest {
            [one, other] => {
                Condition::Implies(Box::new(condition(one, dropped)?), Box::new(condition(other, dropped)?))
            }
            _ => return Err(whole.instead_of("(imply condition condition)")),
        },
        "forall" | "exists" => match rest {
            [variables, body] => {
                let variables = typed(variables.list("a list of variables")?, true)?;
                let body = Box::new(condition(body, dropped)?);
                if head == "forall" { Condition::ForAll(variables, body) } else { Condition::Exists(variables, body) }
            }
            _ => return Err(whole.instead_of("a quantifier, a list of variables and a condition")),
        },
        "=" => match rest {
            [one, other] => {
                let is_number = |part: &Lisp| match &part.content {
                    Content::List(_) => true,
                    Content::Word(word) => word.parse::<f64>().is_ok(),
                };
                if rest.iter().any(is_number) {
                    return Err(unsupported(whole, NUMBERS, MEND_NUMBERS));
                }
                Condition::Equal(whole.at, term(one)?, term(other)?)
            }
            _ => return Err(whole.instead_of("(= term term)")),
        },
        "<" | ">" | "<=" | ">=" => return Err(unsupported(whole, NUMBERS, MEND_NUMBERS)),
        "preference" => {
            dropped.note(format!("{}: a preference: plans need not respect it", whole.at));
            Condition::TRUE
        }
        "always" | "sometime" | "within" | "at-most-once" | "sometime-after" | "sometime-before" | "always-within"
        | "hold-during" | "hold-after"
            if rest.iter().any(|part| matches!(part.content, Content::List(_))) =>
        {
            return Err(unsupported(
                whole,
                format!("({head} ...)"),
                "take it out here and state it as a constraint of the mission",
            ));
        }
        _ => Condition::Holds(atom(whole)?),
    })
}

pub(super) fn change(whole: &Lisp, dropped: &mut Dropped) -> Result<Change, PddlError> {
    if whole.list("an effect")?.is_empty() {
        return Ok(Change::All(Vec::new()));
    }
    let (head, rest) = whole.headed("an effect")?;
    Ok(match head {
        "and" => Change::All(rest.iter().map(|part| change(part, dropped)).collect::<Result<_, _>>()?),
        "not" => Change::Delete(atom(only(whole, rest, "(not atom)")?)?),
        "when" => match rest {
            [when, then] => Change::When(condition(when, dropped)?, Box::new(change(then, dropped)?)),
            _ => return Err(whole.instead_of("(when condition effect)")),
        },
        "forall" => match rest {
            [variables, body] => {
                Change::ForAll(typed(variables.list("a list of variables")?, true)?, Box::new(change(body, dropped)?))
            }
            _ => return Err(whole.instead_of("forall, a list of variables and an effect")),
        },
        "increase" | "decrease" | "scale-up" | "scale-down" | "assign" => {
            let function = match rest.first().map(|part| &part.content) {
                Some(Content::Word(function)) => function.clone(),
                Some(Content::List(parts)) => match parts.first().map(|part| &part.content) {
                    Some(Content::Word(function)) => function.clone(),
                    _ => return Err(whole.instead_of("a change of a number")),
                },
                None => return Err(whole.instead_of("a change of a number")),
            };
            // Nothing reads it: conditions on numbers are refused.
            dropped.note(if function == "total-cost" {
                "the costs of actions: every action counts as one step".to_owned()
            } else {
                format!("the number {function}: no condition reads it")
            });
            Change::All(Vec::new())
        }
        "probabilistic" | "oneof" => {
            return Err(unsupported(
                whole,
                format!("({head} ...)"),
                "keep the intended outcome alone; surefleet watches for failures by itself",
            ));
        }
        _ => Change::Add(atom(whole)?),
    })
}
