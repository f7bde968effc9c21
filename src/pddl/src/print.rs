//! The parts of a task as PDDL text.

use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
};

use crate::syntax::{Atom, Change, Condition, Domain, Problem, Signature, Term, Typed};

/// The text of a domain file, after a comment.
pub(crate) fn domain(domain: &Domain, comment: &str) -> String {
    let mut text = String::new();
    write_domain(domain, comment, &mut text).expect("a String takes every text");
    text
}

fn write_domain(domain: &Domain, comment: &str, out: &mut String) -> fmt::Result {
    for line in comment.lines() {
        writeln!(out, "; {line}")?;
    }
    writeln!(out, "(define (domain {})", domain.name)?;
    writeln!(out, "  (:requirements {})", requirements(domain).join(" "))?;
    declarations(":types", &domain.types, out)?;
    declarations(":constants", &domain.constants, out)?;
    writeln!(out, "  (:predicates")?;
    for predicate in &domain.predicates {
        writeln!(out, "    {}", signature(predicate))?;
    }
    writeln!(out, "  )")?;
    for axiom in &domain.axioms {
        writeln!(out, "\n  (:derived {}", signature(&axiom.head))?;
        condition(&axiom.body, 4, out)?;
        writeln!(out, ")")?;
    }
    for action in &domain.actions {
        writeln!(out, "\n  (:action {}", action.name)?;
        writeln!(out, "    :parameters ({})", typed(&action.parameters, "?"))?;
        writeln!(out, "    :precondition")?;
        condition(&action.precondition, 6, out)?;
        writeln!(out, "\n    :effect")?;
        change(&action.effect, 6, out)?;
        writeln!(out, ")")?;
    }
    writeln!(out, ")")
}

/// The text of a problem file.
pub(crate) fn problem(problem: &Problem) -> String {
    let mut text = String::new();
    write_problem(problem, &mut text).expect("a String takes every text");
    text
}

fn write_problem(problem: &Problem, out: &mut String) -> fmt::Result {
    writeln!(out, "(define (problem {})", problem.name)?;
    writeln!(out, "  (:domain {})", problem.domain)?;
    declarations(":objects", &problem.objects, out)?;
    writeln!(out, "  (:init")?;
    for fact in &problem.facts {
        writeln!(out, "    {}", atom(fact))?;
    }
    writeln!(out, "  )\n  (:goal")?;
    condition(&problem.goal, 4, out)?;
    writeln!(out, "))")
}

/// One line for each type of names.
fn declarations(head: &str, all: &[Typed], out: &mut String) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(out, "  ({head}")?;
    for same in all.chunk_by(|one, other| one.types == other.types) {
        writeln!(out, "    {}", typed(same, ""))?;
    }
    writeln!(out, "  )")
}

fn typed(all: &[Typed], mark: &str) -> String {
    let mut parts = Vec::new();
    for same in all.chunk_by(|one, other| one.types == other.types) {
        parts.extend(same.iter().map(|one| format!("{mark}{}", one.name)));
        match same[0].types.as_slice() {
            [] => parts.push("- object".to_owned()),
            [one] => parts.push(format!("- {one}")),
            several => parts.push(format!("- (either {})", several.join(" "))),
        }
    }
    parts.join(" ")
}

fn signature(of: &Signature) -> String {
    match of.arguments.as_slice() {
        [] => format!("({})", of.name),
        arguments => format!("({} {})", of.name, typed(arguments, "?")),
    }
}

fn term(of: &Term) -> String {
    match of {
        Term::Variable(name) => format!("?{name}"),
        Term::Object(name) => name.clone(),
    }
}

fn atom(of: &Atom) -> String {
    let mut text = format!("({}", of.predicate);
    for argument in &of.arguments {
        text += " ";
        text += &term(argument);
    }
    text + ")"
}

/// On one line where it is short.
const SHORT: usize = 100;

fn condition(of: &Condition, indent: usize, out: &mut String) -> fmt::Result {
    let mut line = String::new();
    on_one_line(of, &mut line)?;
    if line.len() + indent <= SHORT {
        return write!(out, "{:indent$}{line}", "");
    }
    let several = |word: &str, parts: &[&Condition], out: &mut String| {
        write!(out, "{:indent$}({word}", "")?;
        for part in parts {
            writeln!(out)?;
            condition(part, indent + 2, out)?;
        }
        write!(out, ")")
    };
    match of {
        Condition::Holds(_) | Condition::Equal(..) => write!(out, "{:indent$}{line}", ""),
        Condition::Not(inner) => several("not", &[inner], out),
        Condition::And(parts) => several("and", &parts.iter().collect::<Vec<_>>(), out),
        Condition::Or(parts) => several("or", &parts.iter().collect::<Vec<_>>(), out),
        Condition::Implies(one, other) => several("imply", &[one, other], out),
        Condition::ForAll(variables, body) => several(&format!("forall ({})", typed(variables, "?")), &[body], out),
        Condition::Exists(variables, body) => several(&format!("exists ({})", typed(variables, "?")), &[body], out),
    }
}

fn on_one_line(of: &Condition, out: &mut String) -> fmt::Result {
    let several = |word: &str, parts: &[&Condition], out: &mut String| {
        write!(out, "({word}")?;
        for part in parts {
            write!(out, " ")?;
            on_one_line(part, out)?;
        }
        write!(out, ")")
    };
    match of {
        Condition::Holds(inner) => write!(out, "{}", atom(inner)),
        Condition::Equal(_, one, other) => write!(out, "(= {} {})", term(one), term(other)),
        Condition::Not(inner) => several("not", &[inner], out),
        Condition::And(parts) => several("and", &parts.iter().collect::<Vec<_>>(), out),
        Condition::Or(parts) => several("or", &parts.iter().collect::<Vec<_>>(), out),
        Condition::Implies(one, other) => several("imply", &[one, other], out),
        Condition::ForAll(variables, body) => several(&format!("forall ({})", typed(variables, "?")), &[body], out),
        Condition::Exists(variables, body) => several(&format!("exists ({})", typed(variables, "?")), &[body], out),
    }
}

fn change(of: &Change, indent: usize, out: &mut String) -> fmt::Result {
    write!(out, "{:indent$}", "")?;
    match of {
        Change::Add(inner) => write!(out, "{}", atom(inner)),
        Change::Delete(inner) => write!(out, "(not {})", atom(inner)),
        Change::All(parts) => {
            write!(out, "(and")?;
            for part in parts {
                writeln!(out)?;
                change(part, indent + 2, out)?;
            }
            write!(out, ")")
        }
        Change::When(when, then) => {
            writeln!(out, "(when")?;
            condition(when, indent + 2, out)?;
            writeln!(out)?;
            change(then, indent + 2, out)?;
            write!(out, ")")
        }
        Change::ForAll(variables, body) => {
            writeln!(out, "(forall ({})", typed(variables, "?"))?;
            change(body, indent + 2, out)?;
            write!(out, ")")
        }
    }
}

/// The requirements of what the domain uses. A goal is a condition without surprises, and does not count.
fn requirements(domain: &Domain) -> Vec<&'static str> {
    let mut used = BTreeSet::new();
    for axiom in &domain.axioms {
        used.insert(":derived-predicates");
        needed_by(&axiom.body, &mut used);
    }
    for action in &domain.actions {
        needed_by(&action.precondition, &mut used);
        needed_by_change(&action.effect, &mut used);
    }
    [":strips", ":typing"].into_iter().chain(used).collect()
}

fn needed_by(condition: &Condition, used: &mut BTreeSet<&'static str>) {
    match condition {
        Condition::Holds(_) => {}
        Condition::Equal(..) => {
            used.insert(":equality");
        }
        Condition::Not(inner) => {
            if !matches!(**inner, Condition::Equal(..)) {
                used.insert(":negative-preconditions");
            }
            needed_by(inner, used);
        }
        Condition::And(parts) => parts.iter().for_each(|part| needed_by(part, used)),
        Condition::Or(parts) => {
            used.insert(":disjunctive-preconditions");
            parts.iter().for_each(|part| needed_by(part, used));
        }
        Condition::Implies(one, other) => {
            used.insert(":disjunctive-preconditions");
            [one, other].into_iter().for_each(|part| needed_by(part, used));
        }
        Condition::ForAll(_, body) => {
            used.insert(":universal-preconditions");
            needed_by(body, used);
        }
        Condition::Exists(_, body) => {
            used.insert(":existential-preconditions");
            needed_by(body, used);
        }
    }
}

fn needed_by_change(change: &Change, used: &mut BTreeSet<&'static str>) {
    match change {
        Change::Add(_) | Change::Delete(_) => {}
        Change::All(parts) => parts.iter().for_each(|part| needed_by_change(part, used)),
        Change::When(when, then) => {
            used.insert(":conditional-effects");
            needed_by(when, used);
            needed_by_change(then, used);
        }
        // PDDL counts effects for all objects among the conditional ones.
        Change::ForAll(_, body) => {
            used.insert(":conditional-effects");
            needed_by_change(body, used);
        }
    }
}
