//! Properties of automata as a whole: size, remarks, budget, many propositions.

use surefleet_ltl::{Automaton, Budget, Formula, LtlError, Remark, Verdict, Vocabulary};

fn compile(text: &str) -> (Formula, Automaton, Vocabulary) {
    let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut vocabulary = Vocabulary::default();
    let automaton = Automaton::compile(&formula, &mut vocabulary, &Budget::default()).expect("within the budget");
    (formula, automaton, vocabulary)
}

fn remarks(text: &str) -> Vec<String> {
    let (formula, automaton, vocabulary) = compile(text);
    Remark::on(&formula, &automaton, &vocabulary).iter().map(ToString::to_string).collect()
}

#[test]
fn the_four_verdicts_follow_a_trace() {
    use Verdict::{CurrentlySatisfied, CurrentlyViolated, SatisfiedForGood, ViolatedForGood};
    for (text, trace, expected) in [
        (
            "G(a -> F b)",
            ["", "a", "", "b"],
            [CurrentlySatisfied, CurrentlyViolated, CurrentlyViolated, CurrentlySatisfied],
        ),
        ("!b W a", ["", "a", "b", ""], [CurrentlySatisfied, SatisfiedForGood, SatisfiedForGood, SatisfiedForGood]),
        ("!b U a", ["", "b", "a", ""], [CurrentlyViolated, ViolatedForGood, ViolatedForGood, ViolatedForGood]),
        ("X X a", ["", "", "a", ""], [CurrentlyViolated, CurrentlyViolated, SatisfiedForGood, SatisfiedForGood]),
        ("WX a", ["a", "", "a", ""], [CurrentlySatisfied, ViolatedForGood, ViolatedForGood, ViolatedForGood]),
        ("G F a", ["a", "", "a", "b"], [CurrentlySatisfied, CurrentlyViolated, CurrentlySatisfied, CurrentlyViolated]),
    ] {
        let (_, automaton, vocabulary) = compile(text);
        let mut state = automaton.initial();
        let verdicts = trace.map(|fact| {
            state = automaton.step(state, &vocabulary.valuation([fact]));
            automaton.verdict(state)
        });
        assert_eq!(verdicts, expected, "{text}");
    }
}

#[test]
fn before_the_first_state_nothing_is_owed_by_formulas_that_owe_nothing() {
    use Verdict::{CurrentlySatisfied, CurrentlyViolated, SatisfiedForGood, ViolatedForGood};
    for (text, expected, states) in [
        ("G !a", CurrentlySatisfied, 2),
        ("F a", CurrentlyViolated, 2),
        ("G F a", CurrentlyViolated, 2),
        ("a", CurrentlyViolated, 3),
        ("WX a", CurrentlyViolated, 4),
        ("a | !a", SatisfiedForGood, 1),
        ("X a & WX !a", ViolatedForGood, 1),
    ] {
        let (_, automaton, _) = compile(text);
        assert_eq!((automaton.verdict(automaton.initial()), automaton.size()), (expected, states), "{text}");
    }
}

#[test]
fn what_was_probably_not_meant_is_remarked_on() {
    assert_eq!(remarks("G(a -> F b)"), [""; 0]);
    assert_eq!(
        remarks("F G(a | b)"),
        ["F G(a | b) only says that a | b holds in the last state, since traces are finite"]
    );
    assert_eq!(remarks("c & G F F a"), ["G F F a only says that F a holds in the last state, since traces are finite"]);
    assert_eq!(remarks("a | F !a"), ["nothing can violate it: it constrains nothing"]);
    assert_eq!(remarks("X[!] true & G WX false"), ["nothing can satisfy it: under it nothing is allowed"]);
    assert_eq!(
        remarks("F a & (WX \"red room\" | X !\"red room\")"),
        ["\"red room\" is mentioned, but its truth never matters"]
    );
}

#[test]
fn many_propositions_do_not_mean_many_letters() {
    let all: Vec<String> = (0..60).map(|i| format!("at(robot_{i}, lift)")).collect();
    for (text, states, forks) in [
        (format!("G !({})", all.join(" & ")), 2, 60),
        (format!("F({})", all.join(" | ")), 2, 60),
        (format!("G(({}) -> F ({}))", all[..30].join(" & "), all[30..].join(" | ")), 2, 60),
        (format!("({}) W start", all.iter().map(|p| format!("!{p}")).collect::<Vec<_>>().join(" & ")), 3, 62),
        (format!("G({})", all.join(" xor ")), 2, 119),
    ] {
        let (_, automaton, _) = compile(&text);
        assert_eq!((automaton.size(), automaton.forks()), (states, forks), "{text}");
    }
}

#[test]
fn a_formula_beyond_the_budget_is_refused_by_name() {
    let next = format!("G(a -> {}b)", "X ".repeat(12));
    let formula = Formula::parse(&next).expect("a formula");
    let refuse = |budget| Automaton::compile(&formula, &mut Vocabulary::default(), &budget).expect_err("too large");
    let Budget { states, operations, work } = Budget::default();
    assert_eq!(
        refuse(Budget { states: 100, operations, work }),
        LtlError::TooLarge { formula: formula.to_string(), what: "states", limit: 100 }
    );
    assert_eq!(
        refuse(Budget { states, operations: 1_000, work }).to_string(),
        format!(
            "{:?} needs more than 1000 operations: split it into several constraints, or raise the budget",
            formula.to_string()
        )
    );
    let many: Vec<String> = (0..3_000).map(|i| format!("p{i}")).collect();
    let many = Formula::parse(&format!("G !({})", many.join(" & "))).expect("a formula");
    let refused = Automaton::compile(&many, &mut Vocabulary::default(), &Budget::default()).expect_err("too many");
    assert!(matches!(refused, LtlError::TooLarge { limit: 2_000, .. }), "{refused}");
}
