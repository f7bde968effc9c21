//! Turns declared laws into [`Law`]s.

use crate::{
    declaration::LawDeclaration,
    domain::{Counted, Law, Rule},
    expression::{Pattern, Variable},
    formula::Term,
    ids::TypeId,
    names::{Names, Resolved},
    scope::Scope,
};

/// Resolves a law.
pub(crate) fn law(names: &Names<'_>, declared: &LawDeclaration) -> Resolved<Law> {
    let owner = declared.says.as_str();
    let mut scope = Scope::new(names, owner, vec![]);
    let mut about: Vec<Vec<TypeId>> = Vec::new();
    if let Some(text) = &declared.about {
        for variable in &scope.of_text(text).parsed(Variable::parse_all(text))? {
            let (inner, types) = scope.with(variable)?;
            scope = inner;
            about.push(types);
        }
    }
    let rule = match (declared.one_of.as_slice(), declared.at_most_one_of.as_slice(), &declared.never) {
        (atoms @ [_, ..], [], None) => Rule::OneOf { atoms: counted_all(&scope, atoms)?, is_exact: true },
        ([], atoms @ [_, ..], None) => Rule::OneOf { atoms: counted_all(&scope, atoms)?, is_exact: false },
        ([], [], Some(never)) => Rule::Never(scope.formula_text(never)?),
        _ => {
            let problem = format!("law {owner:?} must say one thing");
            return Err(scope.fault(owner, problem, "give it one of one_of, at_most_one_of and never"));
        }
    };
    Ok(Law { about, rule, says: scope.template(&declared.says, 0)? })
}

fn counted_all(scope: &Scope<'_, '_>, atoms: &[String]) -> Resolved<Vec<Counted>> {
    atoms.iter().map(|text| counted(scope, text)).collect()
}

fn counted(scope: &Scope<'_, '_>, text: &str) -> Resolved<Counted> {
    let scope = &scope.of_text(text);
    let Pattern { name, arguments, value } = scope.parsed(Pattern::parse(text))?;
    let predicate = scope.stored(&name)?;
    let first = scope.depth();
    let mut inner = scope.clone();
    let mut over = Vec::new();
    let mut terms = Vec::new();
    for argument in &arguments {
        terms.push(match argument {
            Ok(variable) => {
                let (next, types) = inner.with(variable)?;
                inner = next;
                over.push(types);
                Term::Variable(first + over.len() - 1)
            }
            Err(expression) => inner.term(expression)?,
        });
    }
    scope_check(&inner, &name, predicate, &terms)?;
    let value = match (value, &scope.names.predicate(predicate).value) {
        (Some(value), Some(types)) => {
            let value = inner.term(&value)?;
            inner.check_type(&name, &value, types)?;
            Some(value)
        }
        (None, _) => None,
        (Some(_), None) => return Err(scope.fault(&name, format!("{name:?} has no value"), "drop = and what follows")),
    };
    let is_simple = |term: &Term| matches!(term, Term::Variable(_) | Term::Constant(_));
    if !terms.iter().chain(&value).all(is_simple) {
        let problem = format!("{text:?} counts atoms of values");
        return Err(scope.fault(&name, problem, "use variables and objects only, or write the law with `never`"));
    }
    Ok(Counted { over, predicate, arguments: terms, value })
}

fn scope_check(scope: &Scope<'_, '_>, name: &str, predicate: crate::PredicateId, terms: &[Term]) -> Resolved<()> {
    if scope.names.predicate(predicate).arguments.len() == terms.len() {
        return scope.check_arguments(predicate, terms);
    }
    let plural = if terms.len() == 1 { "" } else { "s" };
    let problem = format!("{name:?} has {} argument{plural} here", terms.len());
    Err(scope.fault(name, problem, format!("write {}", scope.names.head(predicate))))
}
