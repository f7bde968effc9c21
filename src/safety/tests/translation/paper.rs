//! Every constraint printed in Z. Yang et al., "Plug in the Safety Chip", 2024, Appendices A, B and E.

use surefleet_ltl::Formula;
use surefleet_safety::translate;

use crate::worlds::{are_equivalent, filled, paper};

/// The text and formula as printed, and the placeholders that are items.
#[rustfmt::skip]
const AS_PRINTED: [(&str, &str, &str); 26] = [
    // Appendix A.
    ("don’t go to bedside table before going to bookshelf", "W ! agent_at(bedside_table) agent_at(book_shelf)", ""),
    ("you have to turn on coffee machine before picking up the book",
     "W ! is_grabbed(book) is_switchedon(coffee_machine)", ""),
    ("you have to go to television if you have put book on bookshelf",
     "G i is_on(book, book_shelf) F agent_at(television)", ""),
    ("you have to go to statue in the future if you have been to hallway", "G i agent_at(hallway) F agent_at(statue)",
     ""),
    ("going to lamp means you have to visit television afterward", "G i agent_at(lamp) F agent_at(television)", ""),
    ("you have to put mail on office table later if you have put book on bookshelf",
     "G i is_on(book, book_shelf) F is_on(mail, office_table)", ""),
    ("never put book in mailbox", "G ! is_in(book, mail_box)", ""),
    ("never pick up phone", "G ! is_grabbed(phone)", ""),
    ("you have to go to television later if you have been to hallway", "G i agent_at(hallway) F agent_at(television)",
     ""),
    // Appendix B, the prompt of the lifted translation; its implications are printed without their `i`.
    ("never go to A", "G ! agent_at(A)", ""),
    ("don't turn on A", "G ! is_switchedon(A)", ""),
    ("please do not pick up A", "G ! is_grabbed(A)", "A"),
    ("never put A on B", "G ! is_on(A, B)", "A"),
    ("don't go to B until you go to A", "W ! agent_at(B) agent_at(A)", ""),
    ("pick up A before going to B", "W ! agent_at(B) is_grabbed(A)", "A"),
    ("you cannot put A on B before grab C", "W ! is_on(A, B) is_grabbed(C)", "AC"),
    ("don't put A in B if you haven't been to C", "W ! is_in(A, B) agent_at(C)", "A"),
    ("if you open A, you can never open B after that", "G i is_open(A) G ! is_open(B)", ""),
    ("pick up A means you can never go to B afterward", "G i is_grabbed(A) G ! agent_at(B)", "A"),
    ("picking up A implies you have to go to B in the future", "G i is_grabbed(A) F agent_at(B)", "A"),
    ("if you switch on A, you have to switch it off later", "G i is_switchedon(A) F ! is_switchedon(A)", ""),
    ("you can grab A, but then you have to leave B at some point in the future", "G i is_grabbed(A) F ! agent_at(B)",
     "A"),
    ("you must pick up A if you have visited B", "G i agent_at(B) F is_grabbed(A)", "A"),
    ("if you hold A, you have to go to B right after that", "G i is_grabbed(A) X agent_at(B)", "A"),
    ("entering A means you have to close B immediately", "G i agent_at(A) X ! is_open(B)", ""),
    ("once you reach A you are never allowed to visit it again",
     "! F & agent_at(A) U agent_at(A) & ! agent_at(A) U ! agent_at(A) F agent_at(A)", ""),
];

/// The text, the formula as printed, the formula here, the reason, and the placeholders that are items.
#[rustfmt::skip]
const OTHERWISE: [(&str, &str, &str, &str, &str); 5] = [
    ("you can't go to B if you haven't picked up A", "W ! is_grabbed(A) agent_at(B)", "W ! agent_at(B) is_grabbed(A)",
     "the print has the two propositions in each other's place: it forbids to pick up A, not to go to B", "A"),
    ("don't touch A if you have been in B", "G i ! agent_at(B) G ! is_touched(A)", "G i agent_at(B) G ! is_touched(A)",
     "the print negates what the words do not", "A"),
    ("passing through A thrice will lock it for future visits",
     "! F & agent_at(A) U agent_at(A) & ! agent_at(A) U ! agent_at(A) F & agent_at(A) U agent_at(A) & ! agent_at(A) U \
      ! agent_at(A) F agent_at(A)",
     "! F & agent_at(A) U agent_at(A) & ! agent_at(A) U ! agent_at(A) F & agent_at(A) U agent_at(A) & ! agent_at(A) U \
      ! agent_at(A) F & agent_at(A) U agent_at(A) & ! agent_at(A) U ! agent_at(A) F agent_at(A)",
     "the print is that of \"at most twice\", so it forbids the third visit itself, not those after it", ""),
    ("you can visit hallway at most three times",
     "! F & agent_at(hallway) U agent_at(hallway) & ! agent_at(hallway) U ! agent_at(hallway) F & agent_at(hallway) U \
      agent_at(hallway) & ! agent_at(hallway) U ! agent_at(hallway) F & agent_at(hallway) U agent_at(hallway) & ! \
      agent_at(hallway) U ! agent_at(hallway) F agent_at(hallway)",
     "!F(!agent_at(hallway) & F(agent_at(hallway) & F(!agent_at(hallway) & F(agent_at(hallway) & F(!agent_at(hallway) \
      & F(agent_at(hallway) & F(!agent_at(hallway) & F agent_at(hallway))))))))",
     "the print counts as a visit that one is there at the start; whoever is there need not have gone there", ""),
    ("you can open A at most twice",
     "! F & is_open(A) U is_open(A) & ! is_open(A) U ! is_open(A) F & is_open(A) U is_open(A) & ! is_open(A) U ! \
      is_open(A) F is_open(A)",
     "!F(!is_open(A) & F(is_open(A) & F(!is_open(A) & F(is_open(A) & F(!is_open(A) & F is_open(A))))))",
         "the print counts that it is open at the start", ""),
];

/// Appendix E prints words only; the formulas are ours.
#[rustfmt::skip]
const WITHOUT_FORMULA: [(&str, &str); 10] = [
    ("you have to enter bathroom before kitchen", "!agent_at(kitchen) W agent_at(bathroom)"),
    ("you have to enter living room in the future if you have entered kitchen",
     "G(agent_at(kitchen) -> F agent_at(living_room))"),
    ("entering bathroom means you have to visit living room once", "G(agent_at(bathroom) -> F agent_at(living_room))"),
    ("you can only go to kitchen twice",
     "!F(!agent_at(kitchen) & F(agent_at(kitchen) & F(!agent_at(kitchen) & F(agent_at(kitchen) & F(!agent_at(kitchen) \
      & F agent_at(kitchen))))))"),
    ("don't go to bedroom more than three times",
     "!F(!agent_at(bedroom) & F(agent_at(bedroom) & F(!agent_at(bedroom) & F(agent_at(bedroom) & F(!agent_at(bedroom) \
      & F(agent_at(bedroom) & F(!agent_at(bedroom) & F agent_at(bedroom))))))))"),
    ("you have to enter living room before bathroom", "!agent_at(bathroom) W agent_at(living_room)"),
    ("you have to pick up apple before placing the apple into fridge", "!is_in(apple, fridge) W is_grabbed(apple)"),
    ("if you open the fridge you need to close the fridge later", "G(is_open(fridge) -> F !is_open(fridge))"),
    ("you can only go to bathroom twice",
     "!F(!agent_at(bathroom) & F(agent_at(bathroom) & F(!agent_at(bathroom) & F(agent_at(bathroom) & \
      F(!agent_at(bathroom) & F agent_at(bathroom))))))"),
    ("go to bathroom means you have to go to put apple in the fridge later",
     "G(agent_at(bathroom) -> F is_in(apple, fridge))"),
];

fn check(words: &str, formula: &str, items: &str) {
    let words = filled(words);
    let wanted = Formula::parse(&filled(formula)).expect("a formula");
    let read = translate(&words, &paper(items)).unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
    assert!(are_equivalent(&read.formula, &wanted), "{words}: {}", read.formula);
    let again = translate(&read.paraphrase.to_string(), &paper(items));
    let again = again.unwrap_or_else(|refusal| panic!("{}: {refusal}", read.paraphrase));
    assert_eq!(again.formula, read.formula, "{}", read.paraphrase);
    assert!(read.paraphrase.is_plain && read.allowed.is_some() && read.refused.is_some(), "{words}: {read:?}");
}

#[test]
fn what_the_paper_prints_is_what_its_words_mean_here() {
    for (words, formula, items) in AS_PRINTED {
        check(words, formula, items);
    }
}

#[test]
fn where_the_paper_contradicts_itself_the_words_count() {
    for (words, printed, here, why, items) in OTHERWISE {
        check(words, here, items);
        let formulas = [printed, here].map(|text| Formula::parse(text).expect("a formula"));
        assert!(!are_equivalent(&formulas[0], &formulas[1]), "{words}: no difference, although {why}");
    }
}

#[test]
fn constraints_that_the_paper_prints_without_a_formula_have_one() {
    for (words, formula) in WITHOUT_FORMULA {
        check(words, formula, "");
    }
}
