//! Times compilation and steps: `cargo run --release -p surefleet-ltl --example timing`.
//!
//! Prints one JSON object per pattern: states, forks, microseconds to parse and compile (least and median of `rounds`,
//! 100 unless given, since other processes interrupt), nanoseconds per step on random valuations.

use std::{hint::black_box, time::Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_ltl::{Automaton, Budget, Formula, LtlError, Valuation, Vocabulary};

/// Name and formula, as in a mission's constraints; the last ones are larger than most.
fn patterns() -> Vec<(&'static str, String)> {
    let conjunction = |count: usize, pattern: &dyn Fn(usize) -> String| {
        (0..count).map(|i| format!("({})", pattern(i))).collect::<Vec<_>>().join(" & ")
    };
    let never_again = |rest: &str| format!("& at(a) U at(a) & ! at(a) U ! at(a) {rest}");
    let mut thrice = "F at(a)".to_owned();
    for _ in 0..3 {
        thrice = format!("F {}", never_again(&thrice));
    }
    vec![
        ("prohibition", "G !at(a)".to_owned()),
        ("precedence", "!at(b) W at(a)".to_owned()),
        ("response", "G(at(a) -> F at(b))".to_owned()),
        ("future avoidance", "G(at(a) -> X G !at(b))".to_owned()),
        ("at most three visits", format!("! {thrice}")),
        ("sequence of 8", (0..8).rev().fold("true".to_owned(), |rest, i| format!("F(at(p{i}) & {rest})"))),
        ("never all of 40", format!("G !({})", conjunction(40, &|i| format!("at(p{i})")))),
        ("4 responses", conjunction(4, &|i| format!("G(at(p{i}) -> F at(q{i}))"))),
        ("6 responses", conjunction(6, &|i| format!("G(at(p{i}) -> F at(q{i}))"))),
        ("10 precedences", conjunction(10, &|i| format!("!at(p{i}) W at(q{i})"))),
    ]
}

fn main() -> Result<(), LtlError> {
    let rounds: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(100);
    for (name, text) in patterns() {
        let mut nanos = Vec::new();
        for _ in 0..rounds {
            let start = Instant::now();
            black_box(compile(&text)?);
            nanos.push(start.elapsed().as_nanos());
        }
        nanos.sort_unstable();
        let (automaton, vocabulary) = compile(&text)?;
        println!(
            "{{\"pattern\": {name:?}, \"states\": {}, \"forks\": {}, \"compile_least_us\": {:.1}, \
             \"compile_median_us\": {:.1}, \"step_ns\": {:.1}}}",
            automaton.size(),
            automaton.forks(),
            nanos[0] as f64 / 1e3,
            nanos[nanos.len() / 2] as f64 / 1e3,
            step(&automaton, &vocabulary)
        );
    }
    Ok(())
}

fn compile(text: &str) -> Result<(Automaton, Vocabulary), LtlError> {
    let mut vocabulary = Vocabulary::default();
    let automaton = Automaton::compile(&Formula::parse(text)?, &mut vocabulary, &Budget::default())?;
    Ok((automaton, vocabulary))
}

/// Nanoseconds per step: the least of 20 runs of 10,000.
fn step(automaton: &Automaton, vocabulary: &Vocabulary) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut draw = || {
        let mut valuation = vocabulary.valuation([]);
        vocabulary.ids().for_each(|id| valuation.set(id, rng.random_range(0..3) == 0));
        valuation
    };
    let letters: Vec<Valuation> = (0..64).map(|_| draw()).collect();
    let run = || {
        let start = Instant::now();
        for round in 0..157 {
            let mut state = automaton.initial();
            for letter in &letters {
                state = automaton.step(state, black_box(letter));
            }
            black_box((round, state));
        }
        start.elapsed().as_nanos() as f64 / (157.0 * 64.0)
    };
    (0..20).map(|_| run()).fold(f64::INFINITY, f64::min)
}
