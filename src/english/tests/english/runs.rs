//! Sentences about a run: what holds or happens in it, and when.

use crate::sites;
use surefleet_english::{EnglishError, Vocabulary, read};
use surefleet_ltl::Formula;

/// Robot 1 opens the fridge, robot 1 grabs apple 1, robot 1 is at the sink, the fridge is open.
const NAMES: [(&str, &str); 4] = [
    ("a", "open(robot_1, fridge)"),
    ("b", "grab(robot_1, apple_1)"),
    ("s", "at(robot_1, sink)"),
    ("o", "open(fridge)"),
];

fn formula_of(letters: &str) -> Formula {
    let of = |letter: char| {
        let name = NAMES.iter().find(|(one, _)| one.starts_with(letter));
        name.map_or_else(|| letter.to_string(), |(_, name)| (*name).to_owned())
    };
    Formula::parse(&letters.chars().map(of).collect::<String>()).expect("a formula")
}

fn check(cases: &[(&str, &str)]) {
    let household = sites::vocabulary("household");
    for (text, expected) in cases {
        let text = text
            .replace("<A>", "robot 1 opens the fridge")
            .replace("<B>", "robot 1 grabs apple 1")
            .replace("<S>", "robot 1 is at the sink")
            .replace("<O>", "the fridge is open");
        let reading = read(&text, &household).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!(reading.formula(), formula_of(expected), "{text}: {}", reading.formula());
        let again =
            read(&reading.words(), &household).unwrap_or_else(|refusal| panic!("{}: {refusal}", reading.words()));
        assert_eq!(again.formula(), reading.formula(), "{}", reading.words());
    }
}

fn refuse(cases: &[(&str, &str)]) {
    let household = sites::vocabulary("household");
    for (text, mend) in cases {
        let text = text.replace("<A>", "robot 1 opens the fridge").replace("<B>", "robot 1 grabs apple 1");
        match read(&text, &household) {
            Ok(reading) => panic!("{text}: {}", reading.formula()),
            Err(refusal) => assert!(refusal.to_string().contains(mend), "{text}: {refusal}"),
        }
    }
}

#[test]
fn what_holds_or_happens_does_so_at_the_time_that_is_said() {
    check(&[
        ("<A> happens infinitely often", "G F a"),
        ("<O> holds at all times", "G o"),
        ("It is always the case that <O> holds", "G o"),
        ("At every step, <O> is true", "G o"),
        ("<A> never occurs", "G !a"),
        ("<A> must never take place again", "G !a"),
        ("<A> occurs at least once", "F a"),
        ("Eventually <O> always holds", "F G o"),
        ("<A> always eventually happens", "G F a"),
        ("From some point on, <A> never happens again", "F G !a"),
        ("From some moment on, <O> holds", "F G o"),
        ("<A> happens exactly two steps later", "X X a"),
        ("<A> holds now or in the next step", "a | X a"),
    ]);
}

#[test]
fn two_matters_hold_together_or_each_by_itself() {
    check(&[
        ("Both <O> and <S> hold at every step", "G(o & s)"),
        ("<A> and <B> will each happen at some point", "F a & F b"),
        ("Eventually, both <O> and <S> hold simultaneously", "F(o & s)"),
        ("Globally, it is not the case that both <O> and <S> hold at the same time", "G !(o & s)"),
        ("Either <A> or <B> happens again and again", "G F(a | b)"),
        ("Either <A> happens infinitely often, or <B> happens in the next step", "G F a | X b"),
        ("<O> and <S> are mutually exclusive", "G !(o & s)"),
        ("At all times <O> and <S> exclude each other", "G !(o & s)"),
        ("<O> and <S> never coincide, yet one of them is always true", "G !(o & s) & G(o | s)"),
        ("<O> and <S> are always equal", "G((o -> s) & (s -> o))"),
        ("At every step, <O> equals the value of <S> in the next step", "G((o -> X s) & (X s -> o))"),
    ]);
    refuse(&[
        ("<A> and <B> happen at some point", "\"each\""),
        ("<A> and <B> never happen", "\"each\""),
        ("Eventually <A> and <B> happen", "\"each\""),
    ]);
}

#[test]
fn what_follows_follows_each_time() {
    check(&[
        ("Whenever <A> occurs, <B> eventually occurs", "G(a -> F b)"),
        ("Globally, if <A> occurs then finally <B> happens", "G(a -> F b)"),
        ("When <A> happens, <B> must hold now or in the next step", "G(a -> b | X b)"),
        ("Whenever <A> holds, <B> holds three steps later", "G(a -> X X X b)"),
        ("Whenever <A> holds, from the next step onwards <B> will eventually hold", "G(a -> X F b)"),
        ("Whenever <A> holds, from the next step on <B> never holds", "G(a -> WX G !b)"),
        (
            "Whenever <O> and <S> are equal, <A> and <B> are equal as well",
            "G((o -> s) & (s -> o) -> (a -> b) & (b -> a))",
        ),
        ("If <A> holds and <B> holds next, then <O> holds in the step after that", "G(a & X b -> X X o)"),
        ("<A> is always followed by <B>", "G(a -> F b)"),
        ("Every <A> is directly followed by <B>", "G(a -> X b)"),
        ("If <A> happens infinitely often, then so does <B>", "G F a -> G F b"),
        ("If every <A> is eventually followed by <B>, then <O> must hold infinitely often", "G(a -> F b) -> G F o"),
        ("If <A> ever holds, <B> must have held beforehand", "!a W (b & !a)"),
    ]);
    refuse(&[
        ("If <A> holds, <B> holds in the next step", "\"whenever\""),
        ("If <A> holds, then <B> eventually holds", "\"whenever\""),
        ("<A> holds", "at all times"),
    ]);
}

#[test]
fn clauses_with_a_time_of_the_run_say_it_themselves() {
    check(&[
        ("<A> infinitely often", "G F a"),
        ("Robot 1 must be at the sink infinitely often", "G F s"),
        ("Always eventually <S>", "G F s"),
        ("From some point on, <O>", "F G o"),
        ("It must always hold that <O>", "G o"),
        ("At every step, either <O> or <S>", "G(o | s)"),
        ("Whenever <O>, then eventually <S>", "G(o -> F s)"),
        ("Globally, if <A> then eventually <S>", "G(a -> F s)"),
        ("If <A> infinitely often, then <B> infinitely often", "G F a -> G F b"),
        ("Robot 1 being at the sink and the fridge being open are mutually exclusive", "G !(s & o)"),
        ("Robot 1 opening the fridge is always followed by robot 1 grabbing apple 1", "G(a -> F b)"),
    ]);
    let household = sites::vocabulary("household");
    for text in [
        // None of them, or not every time?
        "No robot is at the sink infinitely often.",
        // Each by itself, or all together?
        "From some point on, every robot visits the sink.",
        // Steps of people are no letters.
        "Whenever robot 1 opens the fridge, robot 1 grabs apple 1 two steps later.",
        "If robot 1 opens the fridge, then eventually robot 1 is at the sink.",
        "Eventually robot 1 opens the fridge and robot 1 grabs apple 1 happen.",
    ] {
        assert!(read(text, &household).is_err(), "{text}");
    }
}

#[test]
fn until_says_whether_the_end_must_come() {
    check(&[
        ("<O> must hold until <A> does, or else <O> holds forever", "o W a"),
        ("<O> holds until <A> happens, and <A> must eventually happen", "o U a"),
    ]);
    refuse(&[("<A> must hold until <B> does", "for ever"), ("<A> keeps holding until <B> happens", "for ever")]);
}

#[test]
fn the_words_of_a_skill_come_before_what_they_bring_about() {
    let hospital = sites::vocabulary("hospital");
    let text =
        "Driving to the pharmacy must hold until making bed 3 does, or else driving to the pharmacy holds forever.";
    let formula = read(text, &hospital).unwrap_or_else(|refusal| panic!("{refusal}")).formula().to_string();
    assert!(formula.starts_with("(drive_to(assistant_1, pharmacy) |"), "{formula}");
}

#[test]
fn deeds_without_a_subject_are_those_of_whoever_must() {
    check(&[
        ("Robot 1 must always avoid open the fridge", "G !a"),
        ("Robot 1 must eventually, both open the fridge and grab apple 1 hold simultaneously", "F(a & b)"),
        ("Robot 1 must always have either open the fridge or grab apple 1", "G(a | b)"),
    ]);
    let household = sites::vocabulary("household");
    let anybody = read("Opening the fridge happens infinitely often.", &household).expect("plain words").formula();
    assert_eq!(anybody.to_string(), "G F(open(robot_1, fridge) | open(robot_2, fridge))");
}

#[test]
fn deeds_that_are_joined_at_some_point_are_asked_about() {
    let household = sites::vocabulary("household");
    for text in [
        "Robot 1 must eventually open the fridge and grab apple 1.",
        "At some point, grab apple 1 and open the fridge.",
    ] {
        let refusal = read(text, &household).expect_err(text);
        assert!(
            matches!(&refusal, EnglishError::Unclear { mend, .. } if mend.contains("one after the other")),
            "{text}: {refusal}"
        );
    }
}

#[test]
fn groundings_tell_what_names_in_claims_were_taken_for() {
    let household = sites::vocabulary("household");
    let reading = read("Whenever robot 1 opens the fridge, grabbing apple 1 eventually happens.", &household)
        .expect("plain words");
    let words: Vec<&str> = reading.statements[0].groundings.iter().map(|one| one.words.as_str()).collect();
    assert_eq!(words, ["robot 1", "the fridge", "apple 1"]);
}

#[test]
fn the_only_robot_is_this_robot() {
    let alone = Vocabulary::of(&sites::world("household", &[("robot_1", None)]));
    let reading = read("This robot must never open the fridge.", &alone).expect("there is one robot only");
    assert_eq!(reading.formula().to_string(), "G !open(robot_1, fridge)");
    let refusal = read("This robot must never open the fridge.", &sites::vocabulary("household"));
    assert!(matches!(refusal, Err(EnglishError::Unclear { .. })), "{refusal:?}");
}

#[test]
fn a_request_is_no_rule() {
    let household = sites::vocabulary("household");
    assert!(read("Robot 1 must please open the fridge.", &household).is_err());
    assert!(read("Robot 1, please open the fridge.", &household).is_ok());
}
