//! Text that was cut, doubled, swapped and sprinkled with bytes: never a panic, and every refusal names a place.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{Automaton, Budget, Formula, LtlError, Syntax, Vocabulary};

const TEXTS: [&str; 10] = [
    "G(holding(robot_1, apple 1) -> F located(apple 1, kitchen)) & !\"red room\" W \"it \\\"is\\\"\"",
    "! F & at(a) U at(a) & ! at(a) U ! at(a) F at(a)",
    "G i ! b X[!] WX e ^ a V c M d \"p q\"",
    "[]<>a && □◇b || ~c /\\ (d \\/ ¬e) <-> (f --> g) xor not h and true or 0",
    "(a U b) W (c R d) M 1",
    "",
    "öffnen( tür ,\n\tschlüssel ) U ○ ● ⊤ ∧ ⊥",
    "((((((a))))))",
    "GF a & FG b & XXX c",
    "a => b <=> c -> d <-> e implies f",
];
const PIECES: [&str; 26] = [
    "(", ")", "\"", "\\", ",", "!", "&", "|", "->", "<->", "X", "WX", "F", "G", "U", "R", "i", "e", "true", "a", "at(",
    " ", "\n", "é", "\u{0}", "[!]",
];

fn mangle(rng: &mut ChaCha8Rng, text: &mut Vec<u8>) {
    let place = |rng: &mut ChaCha8Rng, text: &[u8]| rng.random_range(0..=text.len());
    let one = place(rng, text);
    let other = place(rng, text);
    let from = one.min(other);
    let to = one.max(other).min(one.min(other) + 12);
    match rng.random_range(0..6) {
        0 => drop(text.drain(from..to)),
        1 => {
            let piece = PIECES[rng.random_range(0..PIECES.len())];
            text.splice(from..from, piece.bytes());
        }
        2 => {
            let copy = text[from..to].to_vec();
            let at = place(rng, text);
            text.splice(at..at, copy);
        }
        3 if from < text.len() => text[from] = rng.random(),
        4 => text.truncate(other),
        _ => {
            let other = TEXTS[rng.random_range(0..TEXTS.len())].as_bytes();
            text.splice(from..to, other[..rng.random_range(0..=other.len())].iter().copied());
        }
    }
}

#[test]
fn mangled_text_is_read_back_or_refused_at_a_place_in_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut budget = Budget { states: 64, operations: 2_000, work: 0 };
    let mut read = 0;
    let mut refused = 0;
    let mut compiled = 0;
    for round in 0..100_000 {
        let mut bytes = TEXTS[round % TEXTS.len()].as_bytes().to_vec();
        for _ in 0..rng.random_range(0..5) {
            mangle(&mut rng, &mut bytes);
        }
        let text = String::from_utf8_lossy(&bytes);
        let answers = [Syntax::Infix, Syntax::Prefix].map(|syntax| Formula::parse_as(&text, syntax));
        if let [Ok(infix), Ok(prefix)] = &answers {
            assert_eq!(infix, prefix, "{text:?}");
        }
        assert_eq!(Formula::parse(&text).is_ok(), answers.iter().any(Result::is_ok), "{text:?}");
        for answer in answers {
            match answer {
                Ok(formula) => {
                    read += 1;
                    assert_eq!(Formula::parse_as(&formula.to_string(), Syntax::Infix), Ok(formula.clone()), "{text:?}");
                    assert_eq!(
                        Formula::parse_as(&formula.to_prefix(), Syntax::Prefix),
                        Ok(formula.clone()),
                        "{text:?}"
                    );
                    budget.operations = rng.random_range(0..2_000);
                    compiled += usize::from(Automaton::compile(&formula, &mut Vocabulary::default(), &budget).is_ok());
                }
                Err(LtlError::Syntax(error)) => {
                    refused += 1;
                    assert!(text.is_char_boundary(error.at()), "{text:?}: byte {}", error.at());
                    let rest = text[error.at()..].trim_start();
                    assert_eq!(error.found() == "the end", rest.is_empty(), "{text:?}: {error}");
                    assert!(!error.expected().is_empty() && error.to_string().ends_with('^'), "{text:?}: {error}");
                }
                Err(other) => panic!("{text:?}: {other}"),
            }
        }
    }
    assert!(read > 20_000 && refused > 100_000 && compiled > 10_000, "{read} {refused} {compiled}");
}
