//! The laws of a domain, grounded over a compact state.

use surefleet_world::{Counted, ObjectId, Rule, Term as Open, Truth};

use crate::{
    codes::{self, Code, NONE, TRUE, UNKNOWN},
    expression::{Atoms, Condition, Reader, Term, Var},
    grounding::{Atom, Bindings, Grounder},
};

/// A law for some objects.
#[derive(Debug)]
pub(crate) enum Law {
    /// At most one of the atoms is true; exactly one if `is_exact`.
    OneOf { atoms: Vec<Member>, is_exact: bool },
    /// The condition is never true.
    Never(Condition),
}

/// An atom that a law counts: the variable has this content, or any at all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub var: Var,
    pub code: Option<Code>,
}

impl Law {
    /// Grounds all laws that are about variables which `is_written` tells to change.
    pub fn ground(grounder: &mut Grounder<'_>, is_written: &dyn Fn(Var) -> bool) -> Vec<Self> {
        let world = grounder.world;
        let mut laws = Vec::new();
        for law in world.domain().laws() {
            grounder.each(&law.about, &mut Bindings::new(), &mut |grounder, about| match &law.rule {
                Rule::OneOf { atoms, is_exact } => {
                    let mut concerns = false;
                    for atom in atoms {
                        counted(grounder, atom, about, &mut |grounder, predicate, arguments| {
                            concerns |= grounder.known(predicate, &arguments).is_some_and(is_written);
                        });
                    }
                    if concerns {
                        let atoms = atoms.iter().flat_map(|atom| members(grounder, atom, about)).collect();
                        laws.push(Self::OneOf { atoms, is_exact: *is_exact });
                    }
                }
                Rule::Never(formula) => {
                    let condition = grounder.condition(formula, about);
                    if !matches!(condition, Condition::Constant(_)) {
                        laws.push(Self::Never(condition));
                    }
                }
            });
        }
        laws
    }

    /// Whether a state breaks it, or may break it, as far as anybody knows, where it was kept `before`. To lose sight of
    /// something breaks no law that counts.
    pub fn is_broken(&self, atoms: &Atoms, before: &dyn Fn() -> Vec<Code>, state: &[Code]) -> bool {
        match self {
            Self::OneOf { atoms, is_exact } => {
                let truth = |state: &[Code], member: &Member| match (state[member.var as usize], member.code) {
                    (UNKNOWN, _) => Truth::Unknown,
                    (NONE, _) => Truth::False,
                    (code, of) => Truth::from(of.is_none_or(|of| of == code)),
                };
                let (mut count, mut is_open) = (0, false);
                for member in atoms {
                    match truth(state, member) {
                        Truth::True => count += 1,
                        Truth::Unknown => is_open = true,
                        Truth::False => {}
                    }
                }
                if count != 1 || !is_open {
                    return count > 1 || (*is_exact && count == 0 && !is_open);
                }
                let before = before();
                let was_open = atoms.iter().filter(|member| !truth(&before, member).is_false()).count() > 1;
                let becomes = |member: &Member| truth(state, member).is_true() && !truth(&before, member).is_true();
                !was_open && atoms.iter().any(becomes)
            }
            Self::Never(condition) => match Reader::new(atoms, state).truth(condition) {
                Truth::True => true,
                Truth::Unknown => Reader::new(atoms, &before()).truth(condition).is_false(),
                Truth::False => false,
            },
        }
    }
}

fn counted(
    grounder: &mut Grounder<'_>,
    atom: &Counted,
    about: &Bindings,
    call: &mut dyn FnMut(&mut Grounder<'_>, usize, Bindings),
) {
    grounder.each(&atom.over, &mut about.clone(), &mut |grounder, bindings| {
        let arguments = atom.arguments.iter().map(|term| object(term, bindings)).collect();
        call(grounder, atom.predicate.index(), arguments);
    });
}

fn members(grounder: &mut Grounder<'_>, atom: &Counted, about: &Bindings) -> Vec<Member> {
    let mut all = Vec::new();
    let is_functional = grounder.atoms.tables[atom.predicate.index()].is_functional;
    grounder.each(&atom.over, &mut about.clone(), &mut |grounder, bindings| {
        let arguments: Vec<Term> =
            atom.arguments.iter().map(|term| Term::Constant(codes::object(object(term, bindings)))).collect();
        if let Atom::Variable(var) = grounder.atom(atom.predicate.index(), &arguments) {
            let value = atom.value.as_ref().map(|value| codes::object(object(value, bindings)));
            all.push(Member { var, code: if is_functional { value } else { Some(TRUE) } });
        }
    });
    all
}

fn object(term: &Open, bindings: &Bindings) -> ObjectId {
    match term {
        Open::Variable(place) => bindings[*place],
        Open::Constant(object) => *object,
        Open::Nothing | Open::Value(..) => unreachable!("laws count atoms of variables and objects"),
    }
}
