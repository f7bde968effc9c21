//! Puts patterns in plain words; reading these words gives the same pattern again.

use super::{
    Lexicon,
    canonical::{ALWAYS, AT_FIRST, CONSEQUENCES, NEVER, OFTEN, SOMETIME, STRONG},
    condition::{Atom, Condition, Literal, Who},
    pattern::{Pattern, Then},
};

/// A pattern as one statement.
pub(super) fn statement(pattern: &Pattern, lexicon: &Lexicon) -> String {
    let said = |condition: &Condition| condition_words(condition, lexicon);
    let words = match pattern {
        Pattern::AtFirst(c) => format!("{AT_FIRST} {}", said(c)),
        Pattern::Always(c) => match prohibited(c) {
            Some(literal) => modal(literal, "must never", lexicon),
            None if c.is_prohibition() => format!("{NEVER} {}", said(&c.negated())),
            None => format!("{ALWAYS} {}", said(c)),
        },
        Pattern::Sometime(c) => format!("{} {}", SOMETIME[0], said(c)),
        Pattern::InTheEnd(c) => format!("{} {}", SOMETIME[1], said(c)),
        Pattern::Until { holds, release, is_strong } => {
            let first = match prohibited(holds) {
                Some(literal) => format!("{} before", modal(literal, "must not", lexicon)),
                None if holds.is_prohibition() => format!("{NEVER} {} before", said(&holds.negated())),
                None => format!("{ALWAYS} {} until", said(holds)),
            };
            let end = if *is_strong { format!(", {STRONG}") } else { String::new() };
            format!("{first} {}{end}", said(release))
        }
        Pattern::After { trigger, then, what } => {
            let start = if then.is_lasting() { "once" } else { "whenever" };
            format!("{start} {}, {}", said(trigger), follows(*then, what, lexicon))
        }
        Pattern::AtMost(count, c) => format!("{} {} that {}", OFTEN[0], times(*count), said(c)),
        Pattern::AtLeast(count, c) => format!("{} {} that {}", OFTEN[1], times(*count), said(c)),
        Pattern::BegunAtMost(count, c) => format!("{} {} that {}", OFTEN[0], times(*count), begun(c, lexicon)),
        Pattern::BegunAtLeast(count, c) => format!("{} {} that {}", OFTEN[1], times(*count), begun(c, lexicon)),
        Pattern::Barred { change, during } => {
            let (subject, verb) = lexicon.phrase(&change.atom);
            let change = if change.holds { "begin" } else { "cease" };
            format!("{subject} must not {change} to {verb} while {}", said(during))
        }
        Pattern::UntilCeased { holds, ceased, is_strong } => {
            let first = match prohibited(holds) {
                Some(literal) => format!("{} before", modal(literal, "must not", lexicon)),
                None if holds.is_prohibition() => format!("{NEVER} {} before", said(&holds.negated())),
                None => format!("{ALWAYS} {} until", said(holds)),
            };
            let end = if *is_strong { format!(", {STRONG}") } else { String::new() };
            format!("{first} {}{end}", ceases(ceased, lexicon))
        }
        Pattern::AfterCeased { ceased, then, what } => {
            let start = if then.is_lasting() { "once" } else { "whenever" };
            format!("{start} {}, {}", ceases(ceased, lexicon), follows(*then, what, lexicon))
        }
        Pattern::KeptBefore { kept, release } => {
            let (subject, verb) = lexicon.phrase(kept);
            format!("{subject} must not cease to {verb} before {}", said(release))
        }
        Pattern::Crowd { most, of } => {
            let (_, verb) = lexicon.phrase(of);
            let robots = if *most == 1 { "robot" } else { "robots" };
            format!("at most {most} {robots} may {verb} at the same time")
        }
    };
    let is_each = pattern.has_robot(|who| who == Who::Each);
    if is_each { format!("for each robot, {words}") } else { words }
}

/// The words of a consequence: "at that moment or later robot 1 is at the sink".
fn follows(then: Then, what: &Condition, lexicon: &Lexicon) -> String {
    let (words, _) = CONSEQUENCES.iter().find(|(_, known)| *known == then).expect("every one has words");
    let said = |condition: &Condition| condition_words(condition, lexicon);
    let what = match (then.is_lasting(), what.is_prohibition()) {
        (true, true) => format!("{NEVER} {}", said(&what.negated())),
        (true, false) => format!("always {}", said(what)),
        (false, _) => said(what),
    };
    format!("{words} {what}")
}

/// The words for the end of a state: "robot 1 ceases to hold knife 2".
fn ceases(atom: &Atom, lexicon: &Lexicon) -> String {
    let (subject, verb) = lexicon.phrase(atom);
    format!("{subject} ceases to {verb}")
}

/// The words for the beginning of a state: "robot 1 begins to hold knife 2".
fn begun(condition: &Condition, lexicon: &Lexicon) -> String {
    let begins = |literal: &Literal| {
        let (subject, verb) = lexicon.phrase(&literal.atom);
        format!("{subject} begins to {verb}")
    };
    condition.literals.iter().map(begins).collect::<Vec<_>>().join(" or ")
}

/// The words of a condition: "robot 1 is at the fridge and drawer 1 is closed".
pub(super) fn condition_words(condition: &Condition, lexicon: &Lexicon) -> String {
    let clause = |literal: &Literal| {
        let (subject, said) = lexicon.clause(literal);
        format!("{subject} {said}")
    };
    let clauses: Vec<String> = condition.literals.iter().map(clause).collect();
    clauses.join(if condition.is_all { " and at the same time " } else { " or " })
}

/// The only literal of a condition, if it is negative.
fn prohibited(condition: &Condition) -> Option<&Literal> {
    match condition.literals.as_slice() {
        [literal] if !literal.holds => Some(literal),
        _ => None,
    }
}

fn modal(literal: &Literal, must: &str, lexicon: &Lexicon) -> String {
    let (subject, verb) = lexicon.phrase(&literal.atom);
    format!("{subject} {must} {verb}")
}

fn times(count: usize) -> String {
    if count == 1 { "1 time".to_owned() } else { format!("{count} times") }
}
