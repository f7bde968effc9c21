//! Times turns of a fleet.

use std::time::Instant;

use anyhow::{Result, bail};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_cli::percentile::percentile;
use surefleet_ltl::CheckOutcome;

use super::{
    case::{Case, DrawnFleet},
    row::CaseRow,
};

/// Turns of one sort.
#[derive(Default)]
struct Turns {
    micros: Vec<f64>,
    checks: usize,
    undetermined: usize,
}

/// Runs fleets of a kind, each for `turns` turns: a row for live turns, and one for dead turns if there were any.
///
/// # Errors
/// A workload with a bug.
pub fn turns(case: &Case, draws: u64, turns: usize, seed: u64, on_turn: impl Fn()) -> Result<Vec<CaseRow>> {
    let mut compile_ms = Vec::new();
    let mut live = Turns::default();
    let mut dead = Turns::default();
    let mut constraints = 0;
    for draw in 0..draws {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(draw);
        let mut fleet = DrawnFleet::draw(case, &mut rng)?;
        compile_ms.push(fleet.compiling.as_secs_f64() * 1e3);
        constraints = fleet.session.spec().constraints().len();
        for turn in 0..turns {
            let candidates = fleet.candidates(turn % case.robots)?;
            let begin = Instant::now();
            let mut checks = fleet.session.check_all(candidates.iter().map(Vec::as_slice));
            let micros = begin.elapsed().as_secs_f64() * 1e6;
            let count = |is: fn(&CheckOutcome) -> bool| checks.iter().filter(|check| is(&check.outcome)).count();
            if count(|outcome| matches!(outcome, CheckOutcome::Impossible { .. })) > 0 {
                bail!("a candidate is impossible: the workload is wrong");
            }
            let undetermined = count(|outcome| *outcome == CheckOutcome::Undetermined);
            let is_live = undetermined == 0 && count(|outcome| matches!(outcome, CheckOutcome::DeadEnd(_))) == 0;
            let sort = if is_live { &mut live } else { &mut dead };
            sort.micros.push(micros);
            sort.checks += checks.len();
            sort.undetermined += undetermined;
            checks.retain(|check| matches!(check.outcome, CheckOutcome::Allowed { .. }));
            if !checks.is_empty() {
                fleet.session.commit(checks.swap_remove(rng.random_range(0..checks.len())))?;
            }
            on_turn();
        }
    }
    let mut rows = Vec::new();
    for (word, sort) in [("live", live), ("dead", dead)] {
        if sort.micros.is_empty() {
            continue;
        }
        rows.push(CaseRow {
            turns: sort.micros.len(),
            compile_ms: Some(percentile(&compile_ms, 50)?),
            check_us_median: Some(percentile(&sort.micros, 50)?),
            check_us_p99: Some(percentile(&sort.micros, 99)?),
            undetermined_share: Some(sort.undetermined as f64 / sort.checks as f64),
            ..CaseRow::new(format!("{}, {word}", case.name()), constraints, case.robots)
        });
    }
    Ok(rows)
}

/// The time that compiling takes, without turns.
///
/// # Errors
/// A workload with a bug.
pub fn compilation(case: &Case, draws: u64, seed: u64) -> Result<CaseRow> {
    let mut compile_ms = Vec::new();
    let mut constraints = 0;
    for draw in 0..draws {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(draw);
        let fleet = DrawnFleet::draw(case, &mut rng)?;
        compile_ms.push(fleet.compiling.as_secs_f64() * 1e3);
        constraints = fleet.session.spec().constraints().len();
    }
    let compile_ms = Some(percentile(&compile_ms, 50)?);
    Ok(CaseRow { compile_ms, ..CaseRow::new(format!("{}, compiled only", case.name()), constraints, case.robots) })
}
