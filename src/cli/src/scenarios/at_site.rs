use std::{
    io::{BufWriter, Write, stdout},
    ops::Range,
};

use anyhow::{Context, Result};
use serde::Serialize;
use surefleet_site::{FleetFile, missions_of};

/// One line of the output.
#[derive(Serialize)]
struct Row<'a> {
    seed: u64,
    /// The team: robots of each kind, or their number.
    team: String,
    /// The mission in words.
    text: &'a str,
    /// What each of its sentences is read as.
    formulas: &'a [String],
    /// H: the largest number of joint steps.
    horizon: u32,
}

/// Prints missions of each team that a fleet can form.
pub fn run(fleet: &FleetFile, seeds: Range<u64>) -> Result<()> {
    let missions = missions_of(fleet, &fleet.read_world()?)?;
    let mut out = BufWriter::new(stdout().lock());
    for (_, team) in missions.teams() {
        for seed in seeds.clone() {
            let course = missions.begin(&team, seed)?;
            // A drawn mission is not achieved yet, so somebody has the turn.
            let brief = &course.turn().context("a mission that is over at its start")?.brief;
            let (team, text, formulas) = (team.to_string(), brief.text.as_str(), brief.formulas.as_slice());
            serde_json::to_writer(&mut out, &Row { seed, team, text, formulas, horizon: brief.horizon })?;
            writeln!(out).context("cannot write to stdout")?;
        }
    }
    out.flush().context("cannot write to stdout")
}
