//! The same conjunctions of responses, ours and Spot's.

use std::{
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use surefleet_ltl::{Axioms, Budget, Constraint, Formula, LtlError, Spec};

use super::Row;

/// Responses in one conjunction.
const RESPONSES: [usize; 4] = [4, 6, 8, 10];

/// Under the GPL: it runs in a process of its own and is part of nothing here.
const SPOT: &str = include_str!("spot.py");

/// Ours first, then Spot's with growing conjunctions until it takes longer than `patience`.
///
/// # Errors
/// A Python without Spot.
pub fn conjunctions(python: &Path, patience: Duration) -> Result<Vec<Row>> {
    let mut rows = RESPONSES.into_iter().map(ours).collect::<Result<Vec<Row>, LtlError>>()?;
    for count in RESPONSES {
        let row = spot(python, count, patience)?;
        let is_stalled = row.is_stalled;
        rows.push(row);
        if is_stalled {
            break;
        }
    }
    Ok(rows)
}

fn row(tool: &str, responses: usize) -> Row {
    Row::new(format!("{tool}, a conjunction of responses"), responses, 0)
}

/// One automaton each, and whether all can be satisfied together.
fn ours(responses: usize) -> Result<Row, LtlError> {
    let formulas: Vec<Formula> =
        (0..responses).map(|i| Formula::parse(&format!("G(a{i} -> F b{i})"))).collect::<Result<_, _>>()?;
    let begin = Instant::now();
    let constraint = |formula: Formula| Constraint { words: String::new(), formula };
    Spec::compile(formulas.into_iter().map(constraint).collect(), &Axioms::default(), &Budget::default())?;
    Ok(Row { compile_ms: Some(begin.elapsed().as_secs_f64() * 1e3), ..row("surefleet", responses) })
}

fn spot(python: &Path, responses: usize, patience: Duration) -> Result<Row> {
    let mut process = Command::new(python)
        .args(["-c", SPOT, &responses.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", python.display()))?;
    let begin = Instant::now();
    while process.try_wait()?.is_none() {
        if begin.elapsed() > patience {
            process.kill()?;
            process.wait()?;
            return Ok(Row { is_stalled: true, rss_mb: None, ..row("Spot", responses) });
        }
        thread::sleep(Duration::from_millis(10));
    }
    let output = process.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let figures: Vec<f64> = text.split_whitespace().filter_map(|figure| figure.parse().ok()).collect();
    let [compile_ms, rss_mb] = figures[..] else {
        bail!("Spot did not run with {}: install it with pip install spottl==2.13.0.1", python.display());
    };
    Ok(Row { compile_ms: Some(compile_ms), rss_mb: Some(rss_mb), ..row("Spot", responses) })
}
