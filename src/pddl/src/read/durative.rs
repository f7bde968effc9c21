//! Actions that take time (PDDL 2.1: Fox and Long, JAIR 20, 2003), as actions of one step.
//!
//! Effects at the start come about on the way, those at the end with the rest. A condition over all of the time or at the
//! end must hold after the effects at the start: it becomes one about the state before them. So plans of these actions, one
//! after the other, are plans of the task. Plans that need two actions to overlap are lost.

use super::{
    Dropped,
    condition::{change, condition},
    name, typed, unsupported,
};
use crate::{
    error::{PddlError, SourcePlace},
    lisp::{Content, Lisp},
    syntax::{Action, Atom, Change, Condition, Term},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    Start,
    Lasting,
    End,
}

/// Reads `(:durative-action name ...)`; `derived` are the predicates that follow from others.
pub(super) fn durative(
    section: &Lisp,
    parts: &[Lisp],
    derived: &[&str],
    dropped: &mut Dropped,
) -> Result<Action, PddlError> {
    let [title, parts @ ..] = parts else { return Err(section.instead_of("(:durative-action name ...)")) };
    let mut action = Action::named(section.at, name(title, "the action's name")?);
    let (mut timed, mut effects) = (Vec::new(), None);
    for pair in parts.chunks(2) {
        let [key, value] = pair else { return Err(pair[0].instead_of("a keyword and its value")) };
        match key.word("a keyword such as :effect")? {
            ":parameters" => action.parameters = typed(value.list("a list of parameters")?, true)?,
            ":duration" => action.takes_s = duration(value),
            ":condition" => conditions(value, dropped, &mut timed)?,
            ":effect" => effects = Some(value),
            _ => return Err(key.instead_of(":parameters, :duration, :condition or :effect")),
        }
    }
    if action.takes_s.is_none() {
        dropped.note(format!("the duration of {}: it is no number, so `takes_s` tells it", action.name));
    }
    dropped.note("time: each action is one step, and plans that need two to overlap are lost".to_owned());

    let mut first = First { derived, ..First::default() };
    if let Some(effects) = effects {
        action.first = changes(effects, Time::Start, &First::default(), dropped)?;
        first.note(&action.first, true);
        action.effect = changes(effects, Time::End, &first, dropped)?;
    }
    let all = timed.into_iter().map(|(time, one)| if time == Time::Start { Ok(one) } else { first.before(&one) });
    action.precondition = Condition::all(all.collect::<Result<Vec<_>, _>>()?);
    Ok(action)
}

/// The seconds, if it is `(= ?duration number)`.
fn duration(whole: &Lisp) -> Option<String> {
    let Content::List(parts) = &whole.content else { return None };
    let [sign, what, Lisp { content: Content::Word(seconds), .. }] = parts.as_slice() else { return None };
    let seconds: f64 = seconds.parse().ok()?;
    let is_told = sign.is_word("=") && what.is_word("?duration") && (0.0..1e9).contains(&seconds);
    is_told.then(|| seconds.to_string())
}

/// The time of `(at start X)`, `(over all X)` or `(at end X)`, and X.
fn time(whole: &Lisp) -> Option<(Time, &Lisp)> {
    let Content::List(parts) = &whole.content else { return None };
    let [one, other, inner @ Lisp { content: Content::List(_), .. }] = parts.as_slice() else { return None };
    let is = |first: &str, second: &str| one.is_word(first) && other.is_word(second);
    let times = [(Time::Start, is("at", "start")), (Time::Lasting, is("over", "all")), (Time::End, is("at", "end"))];
    times.into_iter().find(|(_, is)| *is).map(|(time, _)| (time, inner))
}

fn conditions(whole: &Lisp, dropped: &mut Dropped, out: &mut Vec<(Time, Condition)>) -> Result<(), PddlError> {
    let expected = "a condition with its time, such as (at start (on ?x ?y)) or (over all (on ?x ?y))";
    if let Some((time, inner)) = time(whole) {
        out.push((time, condition(inner, dropped)?));
        return Ok(());
    }
    if whole.list(expected)?.is_empty() {
        return Ok(());
    }
    match whole.headed(expected)? {
        ("and", rest) => rest.iter().try_for_each(|part| conditions(part, dropped, out)),
        ("forall", [variables, body]) => {
            let variables = typed(variables.list("a list of variables")?, true)?;
            let mut inner = Vec::new();
            conditions(body, dropped, &mut inner)?;
            out.extend(
                inner.into_iter().map(|(time, one)| (time, Condition::ForAll(variables.clone(), Box::new(one)))),
            );
            Ok(())
        }
        // It is dropped, and named.
        ("preference", _) => condition(whole, dropped).map(|_| ()),
        _ => Err(whole.instead_of(expected)),
    }
}

/// The effects of this time.
fn changes(whole: &Lisp, wanted: Time, first: &First<'_>, dropped: &mut Dropped) -> Result<Change, PddlError> {
    let expected = "an effect with its time, such as (at end (on ?x ?y))";
    match time(whole) {
        Some((Time::Lasting, _)) => return Err(whole.instead_of(expected)),
        Some((time, _)) if time != wanted => return Ok(Change::NONE),
        Some((_, inner)) => return first.before_change(&change(inner, dropped)?),
        None => {}
    }
    if whole.list(expected)?.is_empty() {
        return Ok(Change::NONE);
    }
    match whole.headed(expected)? {
        ("and", rest) => {
            let parts = rest.iter().map(|part| changes(part, wanted, first, dropped)).collect::<Result<Vec<_>, _>>()?;
            Ok(Change::All(parts.into_iter().filter(|part| *part != Change::NONE).collect()))
        }
        ("forall", [variables, body]) => {
            let variables = typed(variables.list("a list of variables")?, true)?;
            let body = changes(body, wanted, first, dropped)?;
            Ok(if body == Change::NONE { body } else { Change::ForAll(variables, Box::new(body)) })
        }
        ("when", [when, then]) => {
            let mut timed = Vec::new();
            conditions(when, dropped, &mut timed)?;
            if timed.iter().any(|(time, _)| *time != Time::Start) {
                let mend = "state it (at start ...), if that is what is meant";
                return Err(unsupported(when, "a condition of an effect at another time than the start", mend));
            }
            let then = changes(then, wanted, first, dropped)?;
            let when = Condition::all(timed.into_iter().map(|(_, one)| one));
            Ok(if then == Change::NONE { then } else { Change::When(when, Box::new(then)) })
        }
        // A number that changes all the while is dropped, and named.
        ("increase" | "decrease" | "scale-up" | "scale-down" | "assign", _) => change(whole, dropped),
        _ => Err(whole.instead_of(expected)),
    }
}

/// What the effects at the start write.
#[derive(Default)]
struct First<'a> {
    derived: &'a [&'a str],
    /// Atoms, and whether they hold afterwards.
    always: Vec<(Atom, bool)>,
    /// Predicates that are written for some objects, or in some cases.
    sometimes: Vec<String>,
}

impl First<'_> {
    fn note(&mut self, change: &Change, is_always: bool) {
        match change {
            Change::All(parts) => parts.iter().for_each(|part| self.note(part, is_always)),
            Change::When(_, inner) | Change::ForAll(_, inner) => self.note(inner, false),
            Change::Add(atom) | Change::Delete(atom) if !is_always => self.sometimes.push(atom.predicate.clone()),
            Change::Add(atom) => self.always.push((atom.clone(), true)),
            // An atom that one action deletes and adds holds.
            Change::Delete(atom) => self.always.insert(0, (atom.clone(), false)),
        }
    }

    /// The condition before the effects at the start that makes this one hold after them.
    fn before(&self, condition: &Condition) -> Result<Condition, PddlError> {
        if self.always.is_empty() && self.sometimes.is_empty() {
            return Ok(condition.clone());
        }
        let all = |parts: &[Condition]| parts.iter().map(|part| self.before(part)).collect::<Result<Vec<_>, _>>();
        let inner = |one: &Condition| self.before(one).map(Box::new);
        Ok(match condition {
            Condition::Holds(atom) => return self.before_atom(atom),
            Condition::Equal(..) => condition.clone(),
            Condition::Not(one) => self.before(one)?.negated(),
            Condition::And(parts) => Condition::all(all(parts)?),
            Condition::Or(parts) => Condition::any(all(parts)?),
            Condition::Implies(one, other) => Condition::Implies(inner(one)?, inner(other)?),
            Condition::ForAll(bound, body) | Condition::Exists(bound, body) => {
                let is_bound =
                    |term: &Term| matches!(term, Term::Variable(name) if bound.iter().any(|one| one.name == *name));
                if let Some((atom, _)) = self.always.iter().find(|(atom, _)| atom.arguments.iter().any(is_bound)) {
                    return Err(unclear(atom.at));
                }
                let body = inner(body)?;
                match condition {
                    Condition::ForAll(..) => Condition::ForAll(bound.clone(), body),
                    _ => Condition::Exists(bound.clone(), body),
                }
            }
        })
    }

    fn before_atom(&self, atom: &Atom) -> Result<Condition, PddlError> {
        if self.sometimes.contains(&atom.predicate) || self.derived.contains(&atom.predicate.as_str()) {
            return Err(unclear(atom.at));
        }
        let mut before = Condition::Holds(atom.clone());
        let is_like = |other: &Atom| other.predicate == atom.predicate && other.arguments.len() == atom.arguments.len();
        for (other, holds) in self.always.iter().filter(|(other, _)| is_like(other)) {
            let pairs = atom.arguments.iter().cloned().zip(other.arguments.iter().cloned());
            let same = Condition::all(pairs.map(|(one, other)| Condition::same(atom.at, one, other)));
            before = if *holds { Condition::any([before, same]) } else { Condition::all([before, same.negated()]) };
        }
        Ok(before)
    }

    fn before_change(&self, change: &Change) -> Result<Change, PddlError> {
        Ok(match change {
            Change::All(parts) => {
                Change::All(parts.iter().map(|part| self.before_change(part)).collect::<Result<_, _>>()?)
            }
            Change::When(when, then) => Change::When(self.before(when)?, Box::new(self.before_change(then)?)),
            Change::ForAll(bound, body) => Change::ForAll(bound.clone(), Box::new(self.before_change(body)?)),
            Change::Add(_) | Change::Delete(_) => change.clone(),
        })
    }
}

fn unclear(at: SourcePlace) -> PddlError {
    PddlError::Unsupported {
        at,
        what: "a condition during or after an action on what its effects at the start may change".to_owned(),
        mend: "state it (at start ...), if that is what is meant",
    }
}

#[cfg(test)]
mod tests {
    use super::super::domain::domain;

    fn read(action: &str) -> Result<crate::syntax::Domain, String> {
        let text = format!(
            "(define (domain d) (:predicates (lit) (on ?x) (at ?r ?x) (dark))\n (:derived (dark) (not (lit)))\n {action})"
        );
        domain(&text).map_err(|error| error.to_string())
    }

    fn precondition(action: &str) -> String {
        let domain = read(action).expect("it is read");
        crate::print::domain(&domain, "").split(":precondition").nth(1).map_or(String::new(), |rest| {
            let rest = rest.split(":effect").next().unwrap_or_default();
            rest.split_whitespace().collect::<Vec<_>>().join(" ")
        })
    }

    #[test]
    fn a_condition_during_the_action_is_one_about_the_state_before_its_start() {
        let with = |condition: &str| {
            precondition(&format!(
                "(:durative-action go :parameters (?r ?x ?y) :duration (= ?duration 5) :condition (and (at start (at ?r ?x)) {condition})
                 :effect (and (at start (not (at ?r ?x))) (at start (lit)) (at end (at ?r ?y))))"
            ))
        };
        assert_eq!(with("(over all (on ?y))"), "(and (at ?r ?x) (on ?y))");
        // The start brings it about.
        assert_eq!(with("(over all (lit))"), "(at ?r ?x)");
        assert_eq!(with("(at end (at ?r ?y))"), "(and (at ?r ?x) (at ?r ?y) (not (= ?y ?x)))");
        assert_eq!(with("(over all (at ?r ?x))"), "(or)", "it undoes that itself");
    }

    #[test]
    fn effects_stand_at_their_time_and_the_duration_is_kept() {
        let domain = read(
            "(:durative-action go :parameters (?x ?y) :duration (= ?duration 2.50) :condition ()
             :effect (and (at start (not (on ?x))) (at end (on ?y)) (when (at start (lit)) (at end (not (lit))))
                          (forall (?z) (at end (at ?z ?y)))))",
        )
        .expect("it is read");
        let action = &domain.actions[0];
        assert_eq!(action.takes_s.as_deref(), Some("2.5"));
        let texts = [&action.first, &action.effect].map(|change| format!("{change:?}"));
        let count = |text: &str, what: &str| text.matches(what).count();
        assert_eq!([count(&texts[0], "Add"), count(&texts[0], "Delete")], [0, 1]);
        assert_eq!([count(&texts[1], "Add"), count(&texts[1], "Delete"), count(&texts[1], "When")], [2, 1, 1]);
        assert_eq!(domain.dropped, ["time: each action is one step, and plans that need two to overlap are lost"]);
    }

    #[test]
    fn what_no_single_step_can_say_is_refused_where_it_stands() {
        let refusal =
            |rest: &str| read(&format!("(:durative-action go :parameters (?x) {rest})")).expect_err("refused");
        let untimed = refusal(":duration (= ?duration 5) :condition (on ?x)");
        assert!(
            untimed.starts_with("domain:3:77: \"(on ...)\" stands here; write a condition with its time"),
            "{untimed}"
        );
        let derived = refusal(":condition (over all (dark)) :effect (at start (lit))");
        assert!(derived.starts_with("domain:3:61: a condition during or after an action"), "{derived}");
        let late = refusal(":effect (when (at end (lit)) (at end (on ?x)))");
        assert!(
            late.contains("a condition of an effect at another time than the start cannot be carried over"),
            "{late}"
        );
    }
}
