//! PDDL texts into their parts. What has no counterpart and changes no plan is dropped and named; what would change the
//! plans is refused.

mod condition;
mod domain;
mod durative;
mod problem;

pub(crate) use domain::domain;
pub(crate) use problem::problem;

use crate::{
    error::PddlError,
    lisp::{Content, Lisp},
    syntax::Typed,
};

/// What was dropped on the way, each thing once.
#[derive(Debug, Default)]
struct Dropped(Vec<String>);

impl Dropped {
    fn note(&mut self, what: String) {
        if !self.0.contains(&what) {
            self.0.push(what);
        }
    }
}

/// Reads `a b - t c - (either t u) d`.
fn typed(parts: &[Lisp], are_variables: bool) -> Result<Vec<Typed>, PddlError> {
    let mut all: Vec<Typed> = Vec::new();
    let mut typed_so_far = 0;
    let mut rest = parts.iter();
    while let Some(part) = rest.next() {
        if part.is_word("-") {
            let types = rest.next().ok_or_else(|| part.instead_of("a name and, after a hyphen, its type"))?;
            let types = match &types.content {
                Content::Word(one) => vec![one.clone()],
                Content::List(_) => match types.headed("a type")? {
                    ("either", some) if !some.is_empty() => {
                        some.iter().map(|one| name(one, "a type")).collect::<Result<_, _>>()?
                    }
                    _ => return Err(types.instead_of("a type or (either ...)")),
                },
            };
            for one in &mut all[typed_so_far..] {
                one.types.clone_from(&types);
            }
            typed_so_far = all.len();
        } else {
            let name = if are_variables { variable(part)? } else { name(part, "a name")? };
            if are_variables && all.iter().any(|one| one.name == name) {
                return Err(PddlError::Twice { at: part.at, what: "variable", name });
            }
            all.push(Typed { at: part.at, name, types: Vec::new() });
        }
    }
    Ok(all)
}

fn name(part: &Lisp, expected: &str) -> Result<String, PddlError> {
    let word = part.word(expected)?;
    if word.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        Ok(word.to_owned())
    } else {
        Err(part.instead_of(expected))
    }
}

fn variable(part: &Lisp) -> Result<String, PddlError> {
    let expected = "a variable such as ?x";
    match part.word(expected)?.strip_prefix('?') {
        Some(name) if !name.is_empty() => Ok(name.to_owned()),
        _ => Err(part.instead_of(expected)),
    }
}

fn unsupported(part: &Lisp, what: impl Into<String>, mend: &'static str) -> PddlError {
    PddlError::Unsupported { at: part.at, what: what.into(), mend }
}

/// The one part, or an error at `whole`.
fn only<'a>(whole: &Lisp, parts: &'a [Lisp], expected: &str) -> Result<&'a Lisp, PddlError> {
    match parts {
        [one] => Ok(one),
        _ => Err(whole.instead_of(expected)),
    }
}

/// The parts after `(define (<head> name)`, with the name.
fn defined<'a>(file: &'a Lisp, head: &str) -> Result<(String, &'a [Lisp]), PddlError> {
    let expected = format!("(define ({head} name) ...)");
    let ("define", rest) = file.headed(&expected)? else { return Err(file.instead_of(&expected)) };
    let Some((title, rest)) = rest.split_first() else { return Err(file.instead_of(&expected)) };
    match title.headed(&expected)? {
        (own, [title]) if own == head => Ok((name(title, "a name")?, rest)),
        _ => Err(title.instead_of(&format!("({head} name)"))),
    }
}
