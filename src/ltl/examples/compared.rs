//! Automata of formulas on stdin, letter by letter, for comparison with other tools.
//!
//! Reads `{"propositions": ["a", ...], "formulas": ["G(a -> F b)", ...]}` and writes one line per formula,
//! `{"verdicts": [v, ...], "next": [[state, ...], ...]}`: by state, its verdict and the target of each letter (bit p of
//! a letter: proposition p). State 0 is the initial one.
//! letter leads (bit p of a letter: proposition p). State 0 is the initial one.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use serde::{Deserialize, Serialize};
use surefleet_ltl::{Automaton, Budget, Formula, StateId, Valuation, Vocabulary};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    propositions: Vec<String>,
    formulas: Vec<String>,
}

#[derive(Serialize)]
struct Answer {
    verdicts: Vec<String>,
    next: Vec<Vec<usize>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let question: Question = serde_json::from_reader(io::stdin().lock())?;
    let mut out = BufWriter::new(io::stdout().lock());
    for text in &question.formulas {
        let mut vocabulary = Vocabulary::default();
        let automaton = Automaton::compile(&Formula::parse(text)?, &mut vocabulary, &Budget::default())?;
        let letters: Vec<Valuation> = (0..1_usize << question.propositions.len())
            .map(|letter| {
                let names = question.propositions.iter().enumerate();
                vocabulary.valuation(names.filter(|(p, _)| letter >> p & 1 == 1).map(|(_, name)| name.as_str()))
            })
            .collect();
        serde_json::to_writer(&mut out, &explicit(&automaton, &letters))?;
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

fn explicit(automaton: &Automaton, letters: &[Valuation]) -> Answer {
    let mut states: Vec<StateId> = vec![automaton.initial()];
    let mut answer = Answer { verdicts: Vec::new(), next: Vec::new() };
    while answer.next.len() < states.len() {
        let from = states[answer.next.len()];
        answer.verdicts.push(format!("{:?}", automaton.verdict(from)));
        let row = letters.iter().map(|letter| {
            let to = automaton.step(from, letter);
            states.iter().position(|&known| known == to).unwrap_or_else(|| {
                states.push(to);
                states.len() - 1
            })
        });
        let row = row.collect();
        answer.next.push(row);
    }
    answer
}
