//! Draws trials of actions as one picture in the PPM format: what a failure detector is shown.
//!
//!     cargo run --release -p surefleet-simulator --example contact_sheet -- SEED > sheet.ppm

use std::io::Write as _;

use surefleet_mission::Transport;
use surefleet_simulator::{Camera, Trial, TrialDistribution};

const EDGE: usize = 128;
const COLUMNS: usize = 12;
const ROWS: usize = 6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed: u64 = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    let domain = Transport::household();
    let mut camera = Camera::new(EDGE);
    let mut sheet = vec![0_u8; EDGE * COLUMNS * EDGE * ROWS * 3];
    let began = std::time::Instant::now();
    for place in 0..ROWS * COLUMNS {
        let (row, column) = (place / COLUMNS, place % COLUMNS);
        let (has_new_textures, has_new_light) = (row == ROWS - 2, row == ROWS - 1);
        let from = TrialDistribution { houses: 0..1_000_000, failure_rate: 0.5, has_new_textures, has_new_light };
        let trial = Trial::draw(&domain, &from, seed + place as u64);
        let shot = camera.shoot(&domain, &trial.scene, trial.robot, &trial.look);
        eprintln!("{row} {column}: {:?} {:?}", trial.subgoal().expected, trial.mishap);
        for line in 0..EDGE {
            let at = ((row * EDGE + line) * COLUMNS + column) * EDGE * 3;
            sheet[at..at + EDGE * 3].copy_from_slice(&shot.rgb[line * EDGE * 3..(line + 1) * EDGE * 3]);
        }
    }
    eprintln!("{:.1} ms a picture", began.elapsed().as_secs_f64() * 1e3 / (ROWS * COLUMNS) as f64);
    let mut out = std::io::stdout().lock();
    writeln!(out, "P6 {} {} 255", COLUMNS * EDGE, ROWS * EDGE)?;
    out.write_all(&sheet)?;
    Ok(())
}
