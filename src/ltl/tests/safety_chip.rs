//! Every formula printed in Z. Yang et al., "Plug in the Safety Chip", 2024: Appendix A (the robot demo) and B (the
//! prompt of the lifted translation), with the number of states of its minimal automaton.
//!
//! There the prompt is set as mathematics and has lost the `i` of its implications; here it is restored.

use surefleet_ltl::{Automaton, Budget, Formula, Verdict, Vocabulary};

/// Words, formula, states.
const DEMO: [(&str, &str, usize); 10] = [
    (
        "don't go to bedside table before going to bookshelf",
        "W ! agent_at (bedside_table) agent_at (\n  book_shelf) ",
        3,
    ),
    (
        "you have to turn on coffee machine before picking up the book",
        "W ! is_grabbed (book) is_switchedon (\n  coffee_machine) ",
        3,
    ),
    (
        "you have to go to television if you have put book on bookshelf",
        "G i is_on (book, book_shelf) F agent_at (\n  television) ",
        2,
    ),
    (
        "you have to go to statue in the future if you have been to hallway",
        "G i agent_at (hallway) F agent_at (\n  statue) ",
        2,
    ),
    (
        "going to lamp means you have to visit television afterward",
        "G i agent_at (lamp) F agent_at (\n  television) ",
        2,
    ),
    (
        "you have to put mail on office table later if you have put book on bookshelf",
        "G i is_on (book, book_shelf) F is_on (\n  mail, office_table) ",
        2,
    ),
    ("never put book in mailbox", "G ! is_in (book, mail_box) ", 2),
    ("never pick up phone", "G ! is_grabbed (phone) ", 2),
    (
        "you have to go to television later if you have been to hallway",
        "G i agent_at (hallway) F agent_at (\n  television) ",
        2,
    ),
    (
        "you can visit hallway at most three times",
        "! F & agent_at (hallway) U agent_at (\n  hallway) & ! agent_at (hallway) U !\n  agent_at (hallway) F & \
         agent_at (\n  hallway) U agent_at (hallway) & !\n  agent_at (hallway) U ! agent_at (\n  hallway) F & agent_at \
         (hallway) U\n  agent_at (hallway) & ! agent_at (\n  hallway) U ! agent_at (hallway) F\n  agent_at (hallway) ",
        8,
    ),
];

const PROMPT: [(&str, &str, usize); 22] = [
    ("never go to A", "G ! agent_at(A)", 2),
    ("don't turn on A", "G ! is_switchedon(A)", 2),
    ("please do not pick up A", "G ! is_grabbed(A)", 2),
    ("never put A on B", "G ! is_on(A, B)", 2),
    ("don't go to B until you go to A", "W ! agent_at(B) agent_at(A)", 3),
    ("you can't go to B if you haven't picked up A", "W ! is_grabbed(A) agent_at(B)", 3),
    ("pick up A before going to B", "W ! agent_at(B) is_grabbed(A)", 3),
    ("you cannot put A on B before grab C", "W ! is_on(A, B) is_grabbed(C)", 3),
    ("don't put A in B if you haven't been to C", "W ! is_in(A, B) agent_at(C)", 3),
    ("if you open A, you can never open B after that", "G i is_open(A) G ! is_open(B)", 3),
    ("pick up A means you can never go to B afterward", "G i is_grabbed(A) G ! agent_at(B)", 3),
    ("don't touch A if you have been in B", "G i agent_at(B) G ! is_touched(A)", 3),
    ("don't touch A if you have been in B (as printed)", "G i ! agent_at(B) G ! is_touched(A)", 3),
    ("picking up A implies you have to go to B in the future", "G i is_grabbed(A) F agent_at(B)", 2),
    ("if you switch on A, you have to switch it off later", "G i is_switchedon(A) F ! is_switchedon(A)", 2),
    ("you can grab A, but then you have to leave B at some point", "G i is_grabbed(A) F ! agent_at(B)", 2),
    ("you must pick up A if you have visited B", "G i agent_at(B) F is_grabbed(A)", 2),
    ("if you hold A, you have to go to B right after that", "G i is_grabbed(A) X agent_at(B)", 3),
    ("entering A means you have to close B immediately", "G i agent_at(A) X ! is_open(B)", 3),
    (
        "once you reach A you are never allowed to visit it again",
        "! F & agent_at(A) U agent_at(A) & ! agent_at(A) U ! agent_at(A) F agent_at(A)",
        4,
    ),
    (
        "you can open A at most twice",
        "! F & is_open(A) U is_open(A) & ! is_open(A) U ! is_open(A) F & is_open(A) U is_open(A) & ! is_open(A) U ! \
         is_open(A) F is_open(A)",
        6,
    ),
    (
        "passing through A thrice will lock it for future visits",
        "! F & agent_at(A) U agent_at(A) & ! agent_at(A) U ! agent_at(A) F & agent_at(A) U agent_at(A) & ! agent_at(A) \
         U ! agent_at(A) F agent_at(A)",
        6,
    ),
];

#[test]
fn every_printed_formula_has_a_small_automaton() {
    for (words, text, states) in DEMO.into_iter().chain(PROMPT) {
        let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{words}: {error}"));
        let automaton = Automaton::compile(&formula, &mut Vocabulary::default(), &Budget::default()).expect("small");
        assert_eq!(automaton.size(), states, "{words}: {formula}");
    }
}

/// The plan of Appendix A: each refusal there is also a refusal here, for the same constraint, including stopping.
#[test]
fn the_generation_of_the_paper_is_judged_as_printed() {
    let mut vocabulary = Vocabulary::default();
    let automata: Vec<Automaton> = DEMO
        .iter()
        .map(|(words, text, _)| {
            let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{words}: {error}"));
            Automaton::compile(&formula, &mut vocabulary, &Budget::default()).expect("small")
        })
        .collect();
    let mut states: Vec<_> = automata.iter().map(Automaton::initial).collect();
    // The true propositions after an action, and the number of the constraint that it violates, if any.
    let plan: [(&[&str], Option<usize>); 10] = [
        (&["agent_at(hallway)"], None),
        (&["agent_at(bedside_table)"], Some(0)),
        (&["agent_at(book_shelf)"], None),
        (&["agent_at(bedside_table)"], None),
        (&["agent_at(bedside_table)", "is_grabbed(book)"], Some(1)),
        (&["agent_at(coffee_machine)", "is_switchedon(coffee_machine)"], None),
        (&["agent_at(bedside_table)", "is_switchedon(coffee_machine)", "is_grabbed(book)"], None),
        (&["agent_at(book_shelf)", "is_switchedon(coffee_machine)", "is_on(book, book_shelf)"], None),
        (&["is_on(book, book_shelf)", "is_on(mail, office_table)", "agent_at(television)"], None),
        (&["is_on(book, book_shelf)", "is_on(mail, office_table)", "agent_at(statue)"], None),
    ];
    let mut refuse_to_stop = Vec::new();
    for (facts, expected) in plan {
        let valuation = vocabulary.valuation(facts.iter().copied());
        let next: Vec<_> =
            automata.iter().zip(&states).map(|(automaton, &state)| automaton.step(state, &valuation)).collect();
        let verdicts: Vec<Verdict> =
            automata.iter().zip(&next).map(|(automaton, &state)| automaton.verdict(state)).collect();
        let violated: Vec<usize> = (0..verdicts.len()).filter(|&c| verdicts[c] == Verdict::ViolatedForGood).collect();
        assert_eq!(violated, expected.into_iter().collect::<Vec<_>>(), "{facts:?}");
        if violated.is_empty() {
            states = next;
            refuse_to_stop.push((0..verdicts.len()).filter(|&c| !verdicts[c].is_satisfied()).collect::<Vec<_>>());
        }
    }
    // The last three: the book is on the shelf; the mail on the table and the television seen; the statue visited.
    assert_eq!(refuse_to_stop[refuse_to_stop.len() - 3..], [vec![2, 3, 5, 8], vec![3], vec![2]]);
}
