//! Laws: words made from a formula mean that formula; the order of goals does not matter; no text makes the reader panic.

use crate::sites;
use proptest::{prelude::*, sample::select};
use surefleet_english::{Vocabulary, paraphrase, read};
use surefleet_ltl::{Binary, Formula, Proposition, Unary};
use surefleet_world::World;

/// Propositions of a site, as formulas have them: some facts and deeds.
fn propositions(world: &World) -> Vec<String> {
    let options = world.options();
    let robots = world.robots();
    let deeds = options.iter().enumerate().filter(|(place, _)| place % 7 == 0).filter_map(|(place, option)| {
        let symbol = world.symbol(option);
        let robot =
            (0..robots.len()).map(|number| (place + number) % robots.len()).find(|robot| world.has(*robot, option))?;
        let robot = robots[robot].as_str();
        Some(match symbol.split_once('(') {
            Some((skill, arguments)) => format!("{skill}({robot}, {arguments}"),
            None => format!("{symbol}({robot})"),
        })
    });
    let mut found: Vec<String> = deeds.collect();
    for predicate in world.domain().predicates().iter().filter(|predicate| !predicate.says.is_empty()) {
        let types = predicate.arguments.iter().chain(&predicate.value);
        for pick in 0..4 {
            let arguments: Vec<&str> = types
                .clone()
                .map(|types| {
                    let members = world.members(types);
                    world.object(members[pick * 5 % members.len()]).name.as_str()
                })
                .collect();
            let name = format!("{}({})", predicate.name, arguments.join(", "));
            // What never changes is no news, so nothing asks for it.
            if world.atom(&name).is_ok_and(|atom| world.settled().truth(&atom).is_none()) {
                found.push(name);
            }
        }
    }
    found
}

fn formula(names: Vec<String>) -> impl Strategy<Value = Formula> {
    let leaf = select(names).prop_map(|name| Formula::proposition(Proposition::new(&name).expect("a name")));
    leaf.prop_recursive(4, 24, 3, |inner| {
        let unary = select(vec![Unary::Not, Unary::Next, Unary::WeakNext, Unary::Finally, Unary::Globally]);
        let binary = select(vec![Binary::And, Binary::Or, Binary::Implies, Binary::Until, Binary::WeakUntil]);
        prop_oneof![
            (unary, inner.clone()).prop_map(|(operator, operand)| Formula::unary(operator, &operand)),
            (binary, inner.clone(), inner).prop_map(|(operator, one, other)| Formula::binary(operator, &one, &other)),
        ]
    })
}

/// The formula and what its words are read as, in one form.
fn both(formula: &Formula, vocabulary: &Vocabulary) -> (String, String) {
    let words = paraphrase(formula, vocabulary).expect("its propositions are known").to_string();
    let again = read(&words, vocabulary).unwrap_or_else(|refusal| panic!("{formula}\n{words}\n{refusal}"));
    let words_again = paraphrase(&again.formula(), vocabulary).expect("they are known").to_string();
    (words, words_again)
}

fn any_site() -> impl Strategy<Value = (usize, Formula)> {
    let site = |place: usize| {
        let (name, team) = sites::SITES[place];
        formula(propositions(&sites::world(name, team))).prop_map(move |formula| (place, formula))
    };
    prop_oneof![site(0), site(1), site(2), site(3), site(4)]
}

/// What drawn formulas meet rarely: each proposition alone, as people forbid it, want it and make it a condition.
#[test]
fn words_of_each_proposition_mean_that_proposition() {
    let lone = |operators: &[Unary], leaf: &Formula| {
        operators.iter().rev().fold(leaf.clone(), |formula, operator| Formula::unary(*operator, &formula))
    };
    for (name, team) in sites::SITES {
        let vocabulary = sites::vocabulary(name);
        for proposition in propositions(&sites::world(name, team)) {
            let leaf = Formula::proposition(Proposition::new(&proposition).expect("a name"));
            for operators in [
                &[Unary::Globally, Unary::Not] as &[Unary],
                &[Unary::Globally],
                &[Unary::Finally],
                &[Unary::Finally, Unary::Not],
                &[Unary::Finally, Unary::Globally],
            ] {
                let (words, again) = both(&lone(operators, &leaf), &vocabulary);
                assert_eq!(words, again, "{name}: {proposition}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_of_a_formula_mean_that_formula((place, formula) in any_site()) {
        thread_local! {
            static VOCABULARIES: Vec<Vocabulary> = sites::SITES.iter().map(|(name, _)| sites::vocabulary(name)).collect();
        }
        VOCABULARIES.with(|vocabularies| -> Result<(), TestCaseError> {
            let vocabulary = &vocabularies[place];
            let (words, again) = both(&formula, vocabulary);
            prop_assert_eq!(&words, &again, "{}", formula);
            let read = read(&words, vocabulary).expect("as above").formula();
            prop_assert!(read.propositions().all(|name| formula.propositions().any(|one| one == name)), "{}", words);
            Ok(())
        })?;
    }

    #[test]
    fn no_text_makes_the_reader_panic(words in prop::collection::vec(select(vec![
        "robot 1", "the fridge", "apples", "never", "must", "not", "before", "if", "it", "them", "there", "and", "or", ",", "open",
        "bring", "to", "the table", "all", "only", "two", "at most", "steps", "within", "once", "in", "drawers 1 and", "first", "then",
        "unless", "no", "robot", "may", "be", "is", "been", "has", "put", "on", "that", "while", "at the same time", ".", ":", "(",
    ]), 1..14)) {
        thread_local! {
            static HOUSEHOLD: Vocabulary = sites::vocabulary("household");
        }
        HOUSEHOLD.with(|household| {
            let _ = read(&words.join(" "), household);
        });
    }
}

#[test]
fn the_order_of_goals_in_a_sentence_does_not_matter() {
    let household = sites::vocabulary("household");
    let goals = ["bring apple 1 to the table", "open the fridge", "put knife 1 in the sink"];
    let joined = |order: [usize; 3]| format!("{}, {} and {}", goals[order[0]], goals[order[1]], goals[order[2]]);
    let parts = |text: &str| {
        let reading = read(text, &household).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let formulas = reading.statements.iter().map(|asked| asked.formula.to_string());
        let mut parts: Vec<String> =
            formulas.flat_map(|formula| formula.split(" & ").map(str::to_owned).collect::<Vec<_>>()).collect();
        parts.sort();
        parts
    };
    let expected = parts(&joined([0, 1, 2]));
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(parts(&joined(order)), expected);
    }
}

#[test]
fn words_of_what_is_read_mean_the_same() {
    for (site, text) in sites::CORPORA {
        let vocabulary = sites::vocabulary(site);
        let sentences = sites::sentences(text);
        for sentence in sentences {
            let Ok(reading) = read(sentence, &vocabulary) else { continue };
            for asked in &reading.statements {
                let again = read(&asked.words, &vocabulary).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
                let words = paraphrase(&again.formula(), &vocabulary).expect("its propositions are known");
                assert_eq!(words.to_string(), asked.words, "{sentence}");
            }
        }
    }
}
