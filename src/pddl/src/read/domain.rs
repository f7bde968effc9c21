use super::{
    Dropped,
    condition::{change, condition},
    defined,
    durative::durative,
    name, typed, unsupported,
};
use crate::{
    error::{PddlError, PddlFile},
    lisp::{self, Content, Lisp},
    syntax::{Action, Axiom, Domain, Signature},
};

/// Requirements whose features are read, or are named where they are used.
const KNOWN: &[&str] = &[
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":derived-predicates",
    ":adl",
    ":action-costs",
    ":fluents",
    ":numeric-fluents",
    ":durative-actions",
    ":duration-inequalities",
    ":continuous-effects",
    ":timed-initial-literals",
    ":constraints",
    ":preferences",
];

/// Reads a domain file.
pub(crate) fn domain(text: &str) -> Result<Domain, PddlError> {
    let file = lisp::read(text, PddlFile::Domain)?;
    let (title, sections) = defined(&file, "domain")?;
    let mut domain = Domain { name: title, ..Domain::default() };
    let mut dropped = Dropped::default();
    let derived: Vec<&str> = sections.iter().filter_map(derived).collect();
    for section in sections {
        let (head, rest) = section.headed("a section such as (:action ...)")?;
        match head {
            ":requirements" => {
                for part in rest {
                    let requirement = part.word("a requirement such as :strips")?;
                    if !KNOWN.contains(&requirement) {
                        dropped.note(format!("the requirement {requirement}, which is unknown here"));
                    }
                }
            }
            ":types" => domain.types.extend(typed(rest, false)?),
            ":constants" => domain.constants.extend(typed(rest, false)?),
            ":predicates" => {
                for part in rest {
                    domain.predicates.push(signature(part)?);
                }
            }
            ":functions" => {
                for part in rest {
                    if let Content::List(_) = part.content {
                        let (function, _) = part.headed("a function")?;
                        if function != "total-cost" {
                            dropped.note(format!("the number {function}: no condition reads it"));
                        }
                    }
                }
            }
            ":action" => domain.actions.push(action(section, rest, &mut dropped)?),
            ":derived" => match rest {
                [head, body] => {
                    domain.axioms.push(Axiom { head: signature(head)?, body: condition(body, &mut dropped)? });
                }
                _ => return Err(section.instead_of("(:derived (predicate ?x) condition)")),
            },
            ":durative-action" => domain.actions.push(durative(section, rest, &derived, &mut dropped)?),
            ":constraints" => {
                return Err(unsupported(
                    section,
                    ":constraints",
                    "take it out and state them as constraints of the mission",
                ));
            }
            _ => return Err(unsupported(section, format!("({head} ...)"), "take it out")),
        }
    }
    domain.dropped = dropped.0;
    Ok(domain)
}

/// The predicate that `(:derived (predicate ...) ...)` is about.
fn derived(section: &Lisp) -> Option<&str> {
    match section.headed("").ok()? {
        (":derived", [head, ..]) => head.headed("").ok().map(|(predicate, _)| predicate),
        _ => None,
    }
}

fn signature(part: &Lisp) -> Result<Signature, PddlError> {
    let expected = "a predicate such as (on ?x - block ?y - block)";
    let [head, arguments @ ..] = part.list(expected)? else { return Err(part.instead_of(expected)) };
    Ok(Signature { at: part.at, name: name(head, expected)?, arguments: typed(arguments, true)? })
}

fn action(section: &Lisp, parts: &[Lisp], dropped: &mut Dropped) -> Result<Action, PddlError> {
    let [title, parts @ ..] = parts else { return Err(section.instead_of("(:action name ...)")) };
    let mut action = Action::named(section.at, name(title, "the action's name")?);
    for pair in parts.chunks(2) {
        let [key, value] = pair else { return Err(pair[0].instead_of("a keyword and its value")) };
        match key.word("a keyword such as :effect")? {
            ":parameters" => action.parameters = typed(value.list("a list of parameters")?, true)?,
            ":precondition" => action.precondition = condition(value, dropped)?,
            ":effect" => action.effect = change(value, dropped)?,
            ":observe" => {
                let mend = "take the action out; facts that nobody knows stand in the start file after \"?\"";
                return Err(unsupported(key, ":observe", mend));
            }
            _ => return Err(key.instead_of(":parameters, :precondition or :effect")),
        }
    }
    Ok(action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Change, Condition, Term};

    fn refusal(text: &str) -> String {
        domain(text).unwrap_err().to_string()
    }

    #[test]
    fn a_domain_of_many_features_is_read() {
        let domain = domain(
            "(define (domain d) (:requirements :adl :action-costs :magic) (:types a b - c d) (:constants k - (either a d))
             (:predicates (p ?x - a ?y) (q)) (:functions (total-cost) - number)
             (:derived (q) (exists (?x - a) (p ?x ?x)))
             (:action go :parameters (?x - a ?y - c) :precondition (imply (q) (not (= ?x ?y)))
              :effect (and (p ?x ?y) (forall (?z) (when (q) (not (p ?x ?z)))) (increase (total-cost) 1))))",
        )
        .unwrap();
        let types: Vec<_> = domain.types.iter().map(|one| (one.name.as_str(), one.types.join(" "))).collect();
        assert_eq!(types, [("a", "c".to_owned()), ("b", "c".to_owned()), ("d", String::new())]);
        assert_eq!(domain.constants[0].types, ["a", "d"]);
        assert_eq!(domain.predicates.iter().map(|one| one.arguments.len()).collect::<Vec<_>>(), [2, 0]);
        let Condition::Implies(_, then) = &domain.actions[0].precondition else { panic!() };
        let Condition::Not(equal) = &**then else { panic!() };
        assert!(matches!(&**equal, Condition::Equal(_, Term::Variable(x), Term::Variable(y)) if x == "x" && y == "y"));
        let Change::All(changes) = &domain.actions[0].effect else { panic!() };
        assert!(matches!(changes[2], Change::All(ref none) if none.is_empty()));
        assert_eq!(
            domain.dropped,
            ["the requirement :magic, which is unknown here", "the costs of actions: every action counts as one step"]
        );
    }

    #[test]
    fn what_would_change_the_plans_is_refused_where_it_stands() {
        assert_eq!(
            refusal("(define (domain d)\n (:action a :precondition (> (fuel) 0)))"),
            "domain:2:27: a condition on numbers cannot be carried over; state it with a predicate, such as (empty ?x), \
             or with objects that stand for the amounts"
        );
        assert!(refusal("(define (domain d) (:constraints (always (p))))").starts_with("domain:1:20: :constraints"));
        assert!(refusal("(define (domain d) (:action a :observe (p)))").starts_with("domain:1:31: :observe cannot"));
    }

    #[test]
    fn a_form_that_is_not_pddl_is_told_with_the_one_that_is_due() {
        assert_eq!(
            refusal("(define (domain d) (:action a :parameters (x)))"),
            "domain:1:44: \"x\" stands here; write a variable such as ?x instead"
        );
        assert!(refusal("(define (problem d))").contains("\"(problem ...)\" stands here; write (domain name) instead"));
        assert!(refusal("(define (domain d) (:predicates (p ?x -)))").contains("a name and, after a hyphen, its type"));
        assert_eq!(
            refusal("(define (domain d) (:action a :parameters (?x ?y ?x)))"),
            "domain:1:50: the variable \"x\" is declared twice; remove or rename one"
        );
    }
}
