//! Laws of translation: words made from a formula mean that formula; no text causes a panic.

use proptest::{prelude::*, sample::select};
use surefleet_ltl::{Automaton, Binary, Budget, Formula, Proposition, Unary, Valuation, Verdict, Vocabulary};
use surefleet_mission::Transport;
use surefleet_safety::{Trace, Translation, translate};

use crate::worlds::{are_equivalent, household};

fn team() -> [surefleet_fleet::RobotId; 2] {
    ["robot_1", "robot_2"].map(|name| surefleet_fleet::RobotId::new(name).expect("a name"))
}

/// Any proposition of the household.
fn proposition() -> impl Strategy<Value = Formula> {
    let all = Transport::household().propositions(&team());
    select(all).prop_map(|name| Formula::proposition(Proposition::new(&name).expect("the household names it")))
}

fn literal() -> impl Strategy<Value = Formula> {
    let signed = |(name, holds): (Formula, bool)| if holds { name } else { Formula::unary(Unary::Not, &name) };
    (proposition(), any::<bool>()).prop_map(signed)
}

/// Up to three literals, joined by "and" or by "or".
fn condition() -> impl Strategy<Value = Formula> {
    let join = |(literals, operator): (Vec<Formula>, Binary)| {
        literals.into_iter().reduce(|one, other| Formula::binary(operator, &one, &other)).expect("there is one")
    };
    (prop::collection::vec(literal(), 1..4), select(vec![Binary::And, Binary::Or])).prop_map(join)
}

fn stretches(count: usize, held: &Formula) -> Formula {
    let text = |formula: &Formula| formula.to_prefix();
    let absent = text(&Formula::unary(Unary::Not, held));
    let held = text(held);
    let deeper = format!("F & {held} U {held} & {absent} U {absent} ");
    Formula::parse(&format!("{}F {held}", deeper.repeat(count - 1))).expect("a formula in prefix syntax")
}

/// Any formula that can be put in words.
fn formula() -> impl Strategy<Value = Formula> {
    let consequence = select(vec!["", "F", "X", "WX", "G", "WX G", "X G"]);
    let consequence_of_ceasing = select(vec!["", "F", "G"]);
    let one = prop_oneof![
        condition(),
        (condition(), select(vec!["G", "F", "F G", "G F", "! F", "! G"]))
            .prop_map(|(c, operators)| Formula::parse(&format!("{operators} {}", c.to_prefix())).expect("a formula")),
        (condition(), condition(), select(vec!["W", "U"])).prop_map(|(c, d, operator)| Formula::parse(&format!(
            "{operator} {} {}",
            c.to_prefix(),
            d.to_prefix()
        ))
        .expect("a formula")),
        (condition(), condition(), consequence).prop_map(|(c, d, then)| Formula::parse(&format!(
            "G i {} {then} {}",
            c.to_prefix(),
            d.to_prefix()
        ))
        .expect("a formula")),
        (proposition(), literal(), any::<bool>()).prop_map(|(state, c, begins)| {
            let state = state.to_prefix();
            let c = c.to_prefix();
            let before = if begins { format!("! {state}") } else { state };
            Formula::parse(&format!("G i & {c} {before} WX {before}")).expect("a formula")
        }),
        (proposition(), condition(), select(vec!["W", "U"])).prop_map(|(state, c, until)| {
            let state = state.to_prefix();
            let c = c.to_prefix();
            Formula::parse(&format!("{until} {c} & {state} {until} {c} ! {state}")).expect("a formula")
        }),
        (proposition(), condition(), consequence_of_ceasing).prop_map(|(state, c, then)| {
            let state = state.to_prefix();
            let c = c.to_prefix();
            Formula::parse(&format!("G i {state} W {state} & ! {state} {then} {c}")).expect("a formula")
        }),
        (proposition(), condition()).prop_map(|(state, c)| {
            let state = state.to_prefix();
            let c = c.to_prefix();
            Formula::parse(&format!("W i {state} WX {state} {c}")).expect("a formula")
        }),
        (proposition(), 1..4_usize, any::<bool>()).prop_map(|(state, count, is_most)| {
            let state = state.to_prefix();
            let begins = (1..count)
                .fold(format!("F & ! {state} F {state}"), |next, _| format!("F & ! {state} F & {state} {next}"));
            Formula::parse(&if is_most { format!("! {begins}") } else { begins }).expect("a formula")
        }),
        (literal(), 1..4_usize, any::<bool>()).prop_map(|(c, count, is_most)| {
            let stretches = stretches(count, &c);
            if is_most { Formula::unary(Unary::Not, &stretches) } else { stretches }
        }),
    ];
    // Some formulas speak of both robots.
    let team = |(formula, is_each): (Formula, bool)| {
        let other = formula.to_prefix().replace("(robot_1", "(robot_2");
        let other = Formula::parse(&other).expect("a formula");
        if is_each { Formula::binary(Binary::And, &formula, &other) } else { formula }
    };
    let and = |formulas: Vec<Formula>| {
        formulas.into_iter().reduce(|one, other| Formula::binary(Binary::And, &one, &other)).expect("one")
    };
    prop::collection::vec((one, any::<bool>()).prop_map(team), 1..3).prop_map(and)
}

/// The verdict on the changes of a trace.
fn verdict(formula: &Formula, trace: &Trace) -> Verdict {
    let mut vocabulary = Vocabulary::default();
    let formula = formula.of_changes().expect("about few things");
    let automaton = Automaton::compile(&formula, &mut vocabulary, &Budget::default()).expect("small");
    let moments = trace.moments.iter().map(|facts| vocabulary.valuation(facts.iter().map(String::as_str)));
    automaton.verdict(moments.fold(automaton.initial(), |state, moment: Valuation| automaton.step(state, &moment)))
}

fn shows_what_it_says(read: &Translation) -> Result<(), TestCaseError> {
    if let Some(allowed) = &read.allowed {
        prop_assert!(verdict(&read.formula, allowed).is_satisfied(), "{}: {allowed}", read.formula);
    }
    if let Some(refused) = &read.refused {
        prop_assert!(!verdict(&read.formula, refused).is_satisfied(), "{}: {refused}", read.formula);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_words_for_a_formula_mean_that_formula(formula in formula()) {
        let lexicon = household();
        let read = translate(&format!("ltl: {formula}"), &lexicon).expect("its propositions are known");
        prop_assert!(read.paraphrase.is_plain, "{formula}: {}", read.paraphrase);
        let again = translate(&read.paraphrase.to_string(), &lexicon);
        let again = again.map_err(|refusal| TestCaseError::fail(format!("{formula}: {}: {refusal}", read.paraphrase)))?;
        prop_assert!(are_equivalent(&again.formula, &formula), "{formula}: {}: {}", read.paraphrase, again.formula);
        shows_what_it_says(&read)?;
    }
}

const TEXTS: [&str; 12] = [
    "Robot 2 must never go to the fridge or the sink, and the fridge must stay closed.",
    "do not go to the sink before you have opened drawer 1, and that must happen",
    "For each robot, once this robot is at the stove, from the next moment on it must never be that robot 1 holds \
     apple 1.",
    "whenever robot 1 is at the fridge, eventually robot 2 must be at the sink; never grab a knife",
    "as soon as robot_1 has grabbed the red apple, it can’t go to drawer_2 again",
    "you can only visit the stove at most twice\nkeep both drawers closed",
    "robot 1 may go to the sink only if it hasn't put apple 1 on the table",
    "it must happen at least 3 times that apple 1 is in the sink or drawer 1 is open and robot 1 is at the sink",
    "ltl: G(at(robot_1, fridge) -> F !open(fridge))",
    "! F & open(fridge) U open(fridge) & ! open(fridge) U ! open(fridge) F open(fridge)",
    "passing through the Küche thrice will lock it for future visits",
    "There it is; it is there",
];
const PIECES: [&str; 24] = [
    "not",
    "never",
    "the",
    "it",
    "there",
    "and",
    "or",
    ",",
    "before",
    "if",
    "only",
    "once",
    "99999999999999999999",
    "1",
    "robot",
    "be",
    "at most",
    "times",
    "İ",
    "’",
    "\u{0}",
    "both",
    "all",
    "ltl:",
];

#[test]
fn mangled_text_is_translated_or_refused_at_a_place_in_it() {
    let lexicon = household();
    let mut state = 7_u64;
    // The generator of Numerical Recipes: the same texts on every machine.
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut translated = 0;
    let mut refused = 0;
    for round in 0..4_000 {
        let mut words: Vec<String> = TEXTS[round % TEXTS.len()].split(' ').map(str::to_owned).collect();
        for _ in 0..draw(5) {
            let one = draw(words.len());
            let other = draw(words.len());
            match draw(6) {
                0 => words.truncate(one.max(1)),
                1 => words.insert(one, PIECES[draw(PIECES.len())].to_owned()),
                2 => words.swap(one, other),
                3 => drop(words.remove(one)),
                4 => words.insert(one, words[other].clone()),
                _ => {
                    let mut letters: Vec<char> = words[one].chars().collect();
                    letters.insert(draw(letters.len() + 1), ['x', 'é', '_', '\'', '"', '(', '.'][draw(7)]);
                    words[one] = letters.into_iter().collect();
                }
            }
            words.push(String::new());
        }
        let text = words.join(" ");
        match translate(&text, &lexicon) {
            Ok(read) => {
                translated += 1;
                for grounding in &read.groundings {
                    assert!(text[grounding.at..].starts_with(&grounding.words), "{text:?}: {grounding:?}");
                }
                shows_what_it_says(&read).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            }
            Err(refusal) => {
                refused += 1;
                assert!(refusal.at().is_none_or(|at| text.is_char_boundary(at)), "{text:?}: {refusal}");
            }
        }
    }
    assert!(translated > 500 && refused > 1_000, "{translated} {refused}");
}
