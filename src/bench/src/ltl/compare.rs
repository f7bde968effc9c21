//! The same conjunctions of responses, ours, Spot's and MONA's.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use surefleet_ltl::{Axioms, Budget, Constraint, Formula, LtlError, Spec};
use surefleet_site::peak_memory_mb;

use super::row::CaseRow;

/// Responses in one conjunction.
const RESPONSES: [usize; 7] = [4, 6, 8, 10, 12, 14, 16];

/// Under the GPL: it runs in a process of its own and is part of nothing here.
const SPOT: &str = include_str!("spot.py");

/// Ours first, then those of the other tools with growing conjunctions until one takes longer than `patience`.
///
/// # Errors
/// A Python without Spot, or a program that is not MONA.
pub fn conjunctions(python: Option<&Path>, mona: Option<&Path>, patience: Duration) -> Result<Vec<CaseRow>> {
    let mut rows = RESPONSES.into_iter().map(ours).collect::<Result<Vec<CaseRow>, LtlError>>()?;
    if let Some(python) = python {
        rows.extend(until_stalled(|count| spot(python, count, patience))?);
    }
    if let Some(program) = mona {
        rows.extend(until_stalled(|count| run_mona(program, count, patience))?);
    }
    Ok(rows)
}

fn until_stalled(mut measure: impl FnMut(usize) -> Result<CaseRow>) -> Result<Vec<CaseRow>> {
    let mut rows: Vec<CaseRow> = Vec::new();
    for count in RESPONSES {
        rows.push(measure(count)?);
        if rows.last().is_some_and(|row| row.is_stalled) {
            break;
        }
    }
    Ok(rows)
}

fn row(tool: &str, responses: usize) -> CaseRow {
    CaseRow::new(format!("{tool}, a conjunction of responses"), responses, 0)
}

/// One automaton each, and whether all can be satisfied together.
fn ours(responses: usize) -> Result<CaseRow, LtlError> {
    let formulas: Vec<Formula> =
        (0..responses).map(|i| Formula::parse(&format!("G(a{i} -> F b{i})"))).collect::<Result<_, _>>()?;
    let begin = Instant::now();
    let constraint = |formula: Formula| Constraint { words: String::new(), formula };
    Spec::compile(formulas.into_iter().map(constraint).collect(), &Axioms::default(), &Budget::default())?;
    Ok(CaseRow { compile_ms: Some(begin.elapsed().as_secs_f64() * 1e3), ..row("surefleet", responses) })
}

fn spot(python: &Path, responses: usize, patience: Duration) -> Result<CaseRow> {
    let mut process = Command::new(python)
        .args(["-c", SPOT, &responses.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // Its last line says why it did not run.
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", python.display()))?;
    let begin = Instant::now();
    while process.try_wait()?.is_none() {
        if begin.elapsed() > patience {
            process.kill()?;
            process.wait()?;
            return Ok(CaseRow { is_stalled: true, rss_mb: None, ..row("Spot", responses) });
        }
        thread::sleep(Duration::from_millis(10));
    }
    let output = process.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let figures: Vec<f64> = text.split_whitespace().filter_map(|figure| figure.parse().ok()).collect();
    let [compile_ms, rss_mb] = figures[..] else {
        let errors = String::from_utf8_lossy(&output.stderr);
        let why = errors.lines().last().map_or_else(|| output.status.to_string(), str::to_owned);
        let python = python.display();
        bail!("Spot did not run with {python} ({why}): {python} -m pip install spottl==2.13.0.1 installs it");
    };
    Ok(CaseRow { compile_ms: Some(compile_ms), rss_mb: Some(rss_mb), ..row("Spot", responses) })
}

/// G(a -> F b) for each pair, over finite traces: a position of the trace is a first-order variable of M2L-Str, and a
/// proposition the set of positions at which it is true.
fn monadic(responses: usize) -> String {
    let sets: Vec<String> = (0..responses).map(|i| format!("A{i}, B{i}")).collect();
    let each = (0..responses).map(|i| format!("all1 t: t in A{i} => ex1 u: t <= u & u in B{i};\n"));
    format!("m2l-str;\nvar2 {};\n{}", sets.join(", "), each.collect::<String>())
}

/// MONA, whose whole automaton is built and not printed: to print its transitions, one by one, takes far longer. The
/// time is that of the process.
fn run_mona(program: &Path, responses: usize, patience: Duration) -> Result<CaseRow> {
    let begin = Instant::now();
    let mut process = Command::new(program)
        .args(["-q", "-n", "-s", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let mut input = process.stdin.take().context("MONA has no input")?;
    // If MONA does not read its input, its answer shows that.
    drop(input.write_all(monadic(responses).as_bytes()));
    // MONA's reader must see the end of the input.
    drop(input);
    let mut rss_mb = None;
    while process.try_wait()?.is_none() {
        if begin.elapsed() > patience {
            process.kill()?;
            process.wait()?;
            return Ok(CaseRow { is_stalled: true, rss_mb: None, ..row("MONA", responses) });
        }
        // A process that has ended has no memory any more.
        rss_mb = peak_memory_mb(process.id()).or(rss_mb);
        thread::sleep(Duration::from_millis(1));
    }
    let compile_ms = Some(begin.elapsed().as_secs_f64() * 1e3);
    let output = process.wait_with_output()?;
    // Two states before the first position, which MONA always has, and one for each set of responses that are owed.
    let states = last_size(&String::from_utf8_lossy(&output.stdout));
    let wanted = (1 << responses) + 2;
    match states {
        Some(states) if states == wanted => {}
        Some(states) => {
            bail!("{} built an automaton of {states} states, not {wanted}: is it MONA 1.4?", program.display())
        }
        None => bail!("{} ended without MONA's statistics ({}): is it MONA 1.4?", program.display(), output.status),
    }
    Ok(CaseRow { compile_ms, rss_mb, ..row("MONA", responses) })
}

/// The states of the last automaton in the statistics: `Minimizing (6,13) -> (6,13)` has states and nodes.
fn last_size(statistics: &str) -> Option<usize> {
    let last = statistics.lines().rfind(|line| line.trim_start().starts_with("Minimizing"))?;
    last.rsplit_once('(')?.1.split_once(',')?.0.parse().ok()
}
