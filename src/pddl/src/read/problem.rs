use super::{
    Dropped,
    condition::{atom, condition},
    defined, only, typed, unsupported,
};
use crate::{
    error::{PddlError, PddlFile},
    lisp::{self, Content, Lisp},
    syntax::{Condition, Problem},
};

/// Reads a problem file.
pub(crate) fn problem(text: &str) -> Result<Problem, PddlError> {
    let file = lisp::read(text, PddlFile::Problem)?;
    let (name, sections) = defined(&file, "problem")?;
    let mut problem = Problem {
        name,
        domain: String::new(),
        objects: Vec::new(),
        facts: Vec::new(),
        goal: Condition::TRUE,
        dropped: Vec::new(),
    };
    let mut dropped = Dropped::default();
    for section in sections {
        let (head, rest) = section.headed("a section such as (:init ...)")?;
        match head {
            ":domain" => only(section, rest, "(:domain name)")?.word("a name")?.clone_into(&mut problem.domain),
            ":requirements" | ":length" => {}
            ":objects" => problem.objects.extend(typed(rest, false)?),
            ":init" => {
                for part in rest {
                    fact(part, &mut problem, &mut dropped)?;
                }
            }
            ":goal" => problem.goal = condition(only(section, rest, "(:goal condition)")?, &mut dropped)?,
            ":metric" => dropped.note("the metric: plans are as short as the search finds them".to_owned()),
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
    problem.dropped = dropped.0;
    Ok(problem)
}

fn fact(part: &Lisp, problem: &mut Problem, dropped: &mut Dropped) -> Result<(), PddlError> {
    match part.headed("a fact such as (on a b)")? {
        // What is not listed is false anyway.
        ("not", rest) => atom(only(part, rest, "(not atom)")?).map(|_| ()),
        ("and", rest) => rest.iter().try_for_each(|part| fact(part, problem, dropped)),
        ("=", [function, _]) => {
            let function = match &function.content {
                Content::List(_) => function.headed("a function")?.0,
                Content::Word(function) => function,
            };
            if function != "total-cost" {
                dropped.note(format!("the number {function}: no condition reads it"));
            }
            Ok(())
        }
        ("at", [time, Lisp { content: Content::List(_), .. }]) => {
            Err(unsupported(time, "a fact that comes true later", "leave facts that hold at the start"))
        }
        _ => {
            problem.facts.push(atom(part)?);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_facts_and_goal_are_read() {
        let problem = problem(
            "(define (problem p) (:domain d) (:objects a b - t c) (:init (p a b) (not (p b a)) (= (total-cost) 0) (at c a))
             (:goal (and (p b a) (preference later (p a a)))) (:metric minimize (total-cost)))",
        )
        .unwrap();
        assert_eq!((problem.domain.as_str(), problem.objects.len()), ("d", 3));
        let facts: Vec<_> = problem.facts.iter().map(|fact| (fact.predicate.as_str(), fact.arguments.len())).collect();
        assert_eq!(facts, [("p", 2), ("at", 2)]);
        assert_eq!(
            problem.dropped,
            [
                "problem:1:126: a preference: plans need not respect it".replace("1:126", "2:34"),
                "the metric: plans are as short as the search finds them".to_owned()
            ]
        );
    }

    #[test]
    fn facts_of_later_times_are_refused() {
        let refused = problem("(define (problem p) (:init (at 5 (open door))))").unwrap_err().to_string();
        assert!(refused.starts_with("problem:1:32: a fact that comes true later cannot be carried over"), "{refused}");
    }
}
