//! Both syntaxes: accepted texts, refused texts with their places, and reading printed formulas back.

use proptest::prelude::*;
use surefleet_ltl::{Binary, Formula, LtlError, Proposition, Syntax, Unary};

fn parse(text: &str) -> Formula {
    Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn infix_operators_bind_as_in_spot() {
    for (written, grouped) in [
        ("a | b xor c", "a | (b xor c)"),
        ("a xor b & c", "a xor (b & c)"),
        ("a -> b <-> c", "a -> (b <-> c)"),
        ("a <-> b -> c", "a <-> (b -> c)"),
        ("a -> b | c", "a -> (b | c)"),
        ("a & b U c", "a & (b U c)"),
        ("a U b W c R d M e", "a U (b W (c R (d M e)))"),
        ("F a U b", "(F a) U b"),
        ("!a U X b & c", "((!a) U (X b)) & c"),
        ("a & b & c", "(a & b) & c"),
        ("! F G WX X a", "!(F(G(WX(X(a)))))"),
    ] {
        assert_eq!(parse(written), parse(grouped), "{written}");
    }
    assert_ne!(parse("a & b & c"), parse("a & (b & c)"));
    assert_ne!(parse("a U b U c"), parse("(a U b) U c"));
}

#[test]
fn synonyms_are_one_operator() {
    for (synonym, canonical) in [
        ("a && b /\\ c and d ∧ e", "a & b & c & d & e"),
        ("a || b \\/ c or d ∨ e", "a | b | c | d | e"),
        ("~a & ¬b & not c", "!a & !b & !c"),
        ("a => b --> c → d ⇒ f implies g", "a -> b -> c -> d -> f -> g"),
        ("a <=> b <--> c ↔ d ⇔ f ⟷ g", "a <-> b <-> c <-> d <-> f <-> g"),
        ("a ^ b ⊕ c", "a xor b xor c"),
        ("[]<>a & □◇b", "G F a & G F b"),
        ("X[!] a & ○ b & ● c", "X a & X b & WX c"),
        ("a V b", "a R b"),
        ("GF a & XX[!]X(b) & FG!FGb1", "G F a & X X X b & F G !FGb1"),
        ("1 U ⊤ | 0 | ⊥", "true U true | false | false"),
    ] {
        assert_eq!(parse(synonym), parse(canonical), "{synonym}");
    }
}

#[test]
fn prefix_and_infix_mean_the_same() {
    for (prefix, infix) in [
        ("W ! agent_at(b) agent_at(a)", "!agent_at(b) W agent_at(a)"),
        ("G i a F b", "G(a -> F b)"),
        ("G i a X G ! b", "G(a -> X G !b)"),
        ("e ^ a b V c M d p", "(a xor b) <-> (c R (d M p))"),
        ("| & a b R c U d 1", "(a & b) | (c R (d U true))"),
        ("! F & a U a & ! a U ! a F a", "!F(a & (a U (!a & (!a U F a))))"),
        ("G ! is_on ( book,\n  mail_box ) ", "G !is_on(book, mail_box)"),
    ] {
        assert_eq!(parse(prefix), parse(infix), "{prefix}");
    }
    assert_eq!(parse("G(a -> F b)").to_prefix(), "G i a F b");
    assert_eq!(parse("i -> e"), parse("\"i\" -> \"e\""), "in infix syntax i and e are propositions");
    assert_eq!(parse("G i U e"), parse("(G \"i\") U \"e\""));
    assert_eq!(parse("G i U a b c"), parse("G((a U b) -> c)"));
}

#[test]
fn propositions_may_have_arguments_spaces_and_quotation_marks() {
    let formula = parse(r#"G(holding(robot_1,apple  1) -> F "located(apple 1, kitchen)") & "red room" & "it \"is\"""#);
    let names: Vec<&str> = formula.propositions().map(Proposition::as_str).collect();
    assert_eq!(names, ["holding(robot_1, apple 1)", "located(apple 1, kitchen)", "red room", r#"it "is""#]);
    assert_eq!(
        formula.to_string(),
        r#"G(holding(robot_1, apple 1) -> F located(apple 1, kitchen)) & "red room" & "it \"is\"""#
    );
}

#[test]
fn an_error_names_the_place_what_is_there_and_what_belongs_there() {
    // Text, byte, found token, a part of the expectation.
    for (text, at, found, expected) in [
        ("", 0, "the end", "a proposition"),
        ("   ", 3, "the end", "a proposition"),
        ("G(a -> F b", 10, "the end", "`)` for the `(` at byte 1"),
        ("a b", 2, "`b`", "an operator between"),
        ("a & & b", 4, "`&`", "a proposition"),
        ("a)", 1, "`)`", "no `(` is open"),
        ("()", 1, "`)`", "a proposition"),
        ("a U", 3, "the end", "a proposition"),
        ("é & $", 5, "`$`", "an operator or a proposition"),
        ("at(robot_1; x)", 10, "`;`", "`,` or `)`"),
        ("at(robot_1,)", 11, "`)`", "a name"),
        ("at(", 3, "the end", "`)`"),
        ("\"red", 4, "the end", "closes the quotation"),
        ("\"\"", 0, "`\"\"`", "no empty name"),
        ("G i a F", 7, "the end", "the operand of the `F` at byte 6"),
        ("& a", 3, "the end", "the second operand of the `&` at byte 0"),
        ("& a b c", 6, "`c`", "the end"),
        ("& a (b)", 7, "the end", "second operand"),
        ("| (a) b", 2, "`(`", "no parentheses"),
        ("W ! b", 5, "the end", "the second operand of the `W`"),
        ("red room", 4, "`room`", "an operator between"),
    ] {
        let Err(LtlError::Syntax(error)) = Formula::parse(text) else { panic!("{text:?} is no formula") };
        assert_eq!((error.at(), error.found()), (at, found), "{text:?}: {error}");
        assert!(error.expected().contains(expected), "{text:?}: {error}");
    }
}

#[test]
fn the_message_points_at_the_place() {
    let error = Formula::parse("G(é ->\n  F b c)").expect_err("two propositions in a row");
    let message = "found `c` at byte 14 of the formula where an operator between two formulas (such as `&`, `->`, `U`) \
                   belongs\n    F b c)\n        ^";
    assert_eq!(error.to_string(), message);
}

#[test]
fn the_message_of_a_long_line_shows_what_is_near_the_place() {
    // A column of more than 16 bits once ended the process.
    let text = format!("{}) & é", "a & ".repeat(20_000));
    let error = Formula::parse_as(&text, Syntax::Infix).expect_err("no operand before `)`");
    let message = error.to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].starts_with("found `)` at byte 80000 of the formula where "), "{message}");
    assert_eq!(lines[1], format!("  ...{}) & é", "a & ".repeat(15)));
    assert_eq!(lines[2], format!("  {}^", " ".repeat(63)));
    let long = format!("a {}", "b".repeat(10_000));
    let message = Formula::parse_as(&long, Syntax::Infix).expect_err("two propositions in a row").to_string();
    assert!(message.len() < 400 && message.contains(&format!("found `{}...`", "b".repeat(60))), "{message}");
}

#[test]
fn a_long_run_of_operators_is_read_letter_by_letter_in_one_go() {
    // If each letter scanned the run anew, this would take minutes.
    let count = 1_000_000;
    assert_eq!(parse(&format!("{} a", "GX".repeat(count / 2))).size(), count + 1);
    assert_eq!(parse("XX[!] a"), parse("X X a"));
    assert_eq!(parse("FGa | GF a"), parse("FGa | (G (F a))"));
}

#[test]
fn nesting_takes_no_call_stack() {
    let deep = 100_000;
    let nested = parse(&format!("{}a{}", "!(".repeat(deep), ")".repeat(deep)));
    assert_eq!(nested.size(), deep + 1);
    assert_eq!(parse(&nested.to_string()), nested);
    assert_eq!(parse(&nested.to_prefix()), nested);
}

fn propositions() -> impl Strategy<Value = Formula> {
    let names =
        ["a", "b", "at(robot_1, apple 1)", "i", "e", "U", "red room", "x -> y", "q\"\\", "f(g(x))", "true", "V(a)"];
    proptest::sample::select(names.to_vec())
        .prop_map(|name| Formula::proposition(Proposition::new(name).expect("a name")))
}

fn formulas() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![6 => propositions(), 1 => any::<bool>().prop_map(Formula::constant)];
    leaf.prop_recursive(8, 40, 2, |inner| {
        let unary = proptest::sample::select(Unary::ALL.to_vec());
        let binary = proptest::sample::select(Binary::ALL.to_vec());
        prop_oneof![
            (unary, inner.clone()).prop_map(|(operator, operand)| Formula::unary(operator, &operand)),
            (binary, inner.clone(), inner).prop_map(|(operator, left, right)| Formula::binary(operator, &left, &right)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_means_different_things_in_the_two_syntaxes(
        words in proptest::collection::vec(
            proptest::sample::select(vec!["a", "b(c)", "i", "e", "!", "G", "X", "&", "U", "^", "(", ")", "1", "\"i\""]),
            1..9,
        )
    ) {
        let text = words.join(" ");
        if let (Ok(infix), Ok(prefix)) =
            (Formula::parse_as(&text, Syntax::Infix), Formula::parse_as(&text, Syntax::Prefix))
        {
            prop_assert_eq!(infix, prefix, "{}", text);
        }
    }

    #[test]
    fn printed_formulas_are_read_back(formula in formulas()) {
        let infix = formula.to_string();
        let prefix = formula.to_prefix();
        prop_assert_eq!(&Formula::parse_as(&infix, Syntax::Infix).expect("printed"), &formula, "{}", infix);
        prop_assert_eq!(&Formula::parse_as(&prefix, Syntax::Prefix).expect("printed"), &formula, "{}", prefix);
        prop_assert_eq!(&Formula::parse(&infix).expect("printed"), &formula, "{}", infix);
        prop_assert_eq!(&Formula::parse(&prefix).expect("printed"), &formula, "{}", prefix);
    }
}
