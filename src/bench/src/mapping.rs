//! `surefleet bench mapping`: how fast robots map a house from depth pictures, find frontiers and plan paths.

mod ground;
mod peer;
mod tour;

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Result, ensure};
use surefleet_cli::{percentile::percentile, work::bar};
use surefleet_mapping::Tsdf;

use self::{
    ground::{GroundRow, MemoryRow, TeamRow},
    peer::Peer,
    tour::{SETTINGS, Tour},
};
use crate::measurement::{Column, Detail, FigureTarget, Measurement, Sheet, Unit};

/// The fields of `--json`, for `--help`.
const FIELDS: &str = "\
A furnished house of about 250 m2 is drawn (surefleet-houses). A robot turns once before the front door, in every room and in every
open doorway, and takes depth pictures of 128 x 128 pixels, exact ones of known poses. They are fused into voxels of 0.1 m; depths above 6 m only prove
free space. All pictures go into an empty map, and then again into the known one. With --compare, a program in numpy does the same
with a dense grid of voxels, in a process of its own, in turns with this program and in another order each round. Before anything
counts, the two maps are compared: in at most 1 of 1,000 known voxels may distance or weight differ by more than 0.001, since a
rounding decides on which pixel a voxel falls. Each program uses one thread, and times are processor times of that thread.

With --json, one object: schema, machine, date, command, rounds, peer (with its version; null: none), area_m2,
results, an array of rows, one for each angle of view:
  degrees        between the edges of a picture
  pictures       that are fused in each pass
  blocks         of 8 x 8 x 8 voxels in the map
  ours_empty, ours_known    pictures a second, into an empty map and into a known one: medians over the rounds
  peer_empty, peer_known    the same of the peer; null without one
  ratio_empty, ratio_known  how many times as fast as the peer: medians of the rounds' ratios; null without a peer
  differing      share of known voxels in which the two maps differ; null without a peer
ground, an array of rows, for pictures of the widest angle:
  map            all rooms, or some rooms (the first fifth of the pictures)
  ground_ms, frontiers_ms   to project the map onto the floor, and to find its frontiers: together an update of frontiers
  frontiers      their number
  inflation_ms   to find the cells where a robot fits
  path_ms, path_cells       to find the longest of some paths, and its cells
team, for a map of some rooms:
  robots, hertz  their number, and how often each fuses a picture, projects it, finds frontiers, values them for 6 questions and
                 plans a path
  turn_ms        of one robot
  values_ms      the part of it that values take
  share          of one core that all robots together need
and memory:
  blocks         of the map of all rooms
  map_mb, most_mb       of that map, its last picture included, and the most that its settings allow
  merge_ms       to merge another robot's map of all rooms
  file_mb, save_ms, load_ms    of its file";

/// The options of the mapping benchmark.
#[derive(clap::Args)]
#[command(after_long_help = FIELDS)]
pub struct Arguments {
    /// How often everything is measured.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Angles of view in degrees, from 30 to 150.
    #[arg(long, value_delimiter = ',', default_value = "60,90", value_parser = clap::value_parser!(u16).range(30..=150))]
    degrees: Vec<u16>,
    /// Pictures at each place.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..))]
    turns: u16,
    /// A Python with numpy to compare with (pip install numpy==2.4.6); a checkout has one in .ros/test/bin/python.
    #[arg(long, value_name = "PYTHON")]
    compare: Option<PathBuf>,
}

/// How many times as fast as the peer fusion is to be.
const RATIO: f64 = 10.0;

/// Fusion of pictures of one angle of view.
struct FusionRow {
    degrees: u16,
    pictures: usize,
    blocks: usize,
    /// Pictures a second, into an empty map and into a known one.
    ours: [f64; 2],
    peer: [Option<f64>; 2],
    ratio: [Option<f64>; 2],
    differing: Option<f64>,
}

impl Arguments {
    /// Whether processes are started.
    pub fn has_processes(&self) -> bool {
        self.compare.is_some()
    }
}

/// Measures.
///
/// # Errors
/// A Python without numpy, or a peer whose map is another one.
pub fn run(arguments: &Arguments, interrupted: &AtomicBool) -> Result<Measurement> {
    let mut peer = arguments.compare.as_deref().map(Peer::start).transpose()?;
    let progress = bar((arguments.degrees.len() as u64) * (u64::from(arguments.rounds) + 1), "rounds");
    let on_round = || {
        progress.inc(1);
        ensure!(!interrupted.load(Ordering::Relaxed), "interrupted");
        Ok(())
    };
    let (mut results, mut widest) = (Vec::new(), None);
    for &degrees in &arguments.degrees {
        progress.set_message(format!("{degrees} degrees"));
        let tour = Tour::new(degrees, arguments.turns)?;
        let (row, map) = fusion(&tour, arguments.rounds, peer.as_mut(), on_round)?;
        results.push(row);
        if widest.as_ref().is_none_or(|(other, _): &(Tour, Tsdf)| other.degrees <= degrees) {
            widest = Some((tour, map));
        }
    }
    progress.finish_and_clear();
    let (tour, map) = widest.expect("there is an angle of view");
    let some = tour.some_rooms()?;
    let grounds = [("all rooms", &map), ("some rooms", &some)];
    let grounds = grounds.map(|(name, map)| GroundRow::measure(name, &tour, map, arguments.rounds));
    let grounds = grounds.into_iter().collect::<Result<Vec<_>>>()?;
    let team = TeamRow::measure(&tour, some, arguments.rounds)?;
    let memory = MemoryRow::measure(map, arguments.rounds)?;
    let slowest = results.iter().flat_map(|row| row.ratio).flatten().reduce(f64::min);
    let faster = |ratio| FigureTarget::at_least("fusion, times as fast as numpy", ratio, Unit::Digits(1), RATIO);
    let share = FigureTarget::at_most("three robots at 10 Hz, of one core", team.share(), Unit::Percent(1), 1.0);
    Ok(Measurement {
        details: vec![
            Detail::new("rounds", "one thread, medians over rounds:", Unit::Plain, arguments.rounds),
            Detail::new("peer", "beside", Unit::Plain, peer.as_ref().map(|peer| peer.version().to_owned())),
            Detail::new("area_m2", "area in m2", Unit::Digits(0), tour.house.area_m2()),
        ],
        targets: slowest.map(faster).into_iter().chain([share]).collect(),
        ..Measurement::new(
            "Mapping a house",
            vec![
                Sheet::new("results", "Pictures of 128 x 128 pixels fused in a second", &results, columns()),
                Sheet::new("ground", "Frontiers and paths", &grounds, ground::ground_columns()),
                Sheet::new("team", "A team", &[team], ground::team_columns()).object(),
                Sheet::new("memory", "Memory, merging and files", &[memory], ground::memory_columns()).object(),
            ],
        )
    })
}

/// Fuses all pictures in turns with the peer; gives the map as well.
fn fusion(
    tour: &Tour,
    rounds: u16,
    mut peer: Option<&mut Peer>,
    on_round: impl Fn() -> Result<()>,
) -> Result<(FusionRow, Tsdf)> {
    if let Some(peer) = peer.as_deref_mut() {
        peer.show(tour)?;
    }
    let (mut ours, mut theirs, mut differing) = (Vec::new(), Vec::new(), None);
    let mut map = Tsdf::new(SETTINGS)?;
    // The first round warms up, and its maps are compared.
    for round in 0..=rounds {
        let mut other = || peer.as_deref_mut().map(Peer::round).transpose();
        let (one, other) = if round % 2 == 0 {
            (tour.round(&mut map)?, other()?)
        } else {
            let other = other()?;
            (tour.round(&mut map)?, other)
        };
        if round > 0 {
            ours.push(one);
            theirs.extend(other);
        } else if let Some(peer) = peer.as_deref_mut() {
            differing = Some(peer.differing(tour, &map)?);
        }
        on_round()?;
    }
    let pictures = tour.looks.len();
    let rate = |times: &[[f64; 2]], pass: usize| -> Result<f64> {
        let seconds: Vec<f64> = times.iter().map(|times| times[pass]).collect();
        Ok(pictures as f64 / percentile(&seconds, 50)?)
    };
    let peer = |pass| (!theirs.is_empty()).then(|| rate(&theirs, pass)).transpose();
    let row = FusionRow {
        degrees: tour.degrees,
        pictures,
        blocks: map.blocks(),
        ours: [rate(&ours, 0)?, rate(&ours, 1)?],
        peer: [peer(0)?, peer(1)?],
        ratio: [0, 1].map(|pass| ratio(&ours, &theirs, pass)),
        differing,
    };
    Ok((row, map))
}

/// How many times as long the peer takes: the median of the rounds' ratios.
fn ratio(ours: &[[f64; 2]], theirs: &[[f64; 2]], pass: usize) -> Option<f64> {
    let ratios: Vec<f64> = ours.iter().zip(theirs).map(|(one, other)| other[pass] / one[pass]).collect();
    percentile(&ratios, 50).ok()
}

fn columns() -> Vec<Column<FusionRow>> {
    type C = Column<FusionRow>;
    let rate = Unit::Digits(0);
    vec![
        C::new("degrees", "angle of view in degrees", Unit::Plain, |row| row.degrees.into()),
        C::new("pictures", "pictures", Unit::Plain, |row| row.pictures.into()),
        C::new("blocks", "blocks", Unit::Plain, |row| row.blocks.into()),
        C::new("ours_empty", "into an empty map", rate, |row| row.ours[0].into()),
        C::new("peer_empty", "numpy", rate, |row| row.peer[0].into()),
        C::new("ratio_empty", "ratio", Unit::Digits(1), |row| row.ratio[0].into()),
        C::new("ours_known", "into a known map", rate, |row| row.ours[1].into()),
        C::new("peer_known", "numpy", rate, |row| row.peer[1].into()),
        C::new("ratio_known", "ratio", Unit::Digits(1), |row| row.ratio[1].into()),
        C::new("differing", "voxels that differ", Unit::Percent(3), |row| row.differing.into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_within_a_round_before_their_median() {
        // Noise that hits both in one round moves their times and not their ratio.
        let (ours, theirs) = ([[1.0, 1.0], [8.0, 1.0], [2.0, 1.0]], [[10.0, 3.0], [80.0, 4.0], [22.0, 9.0]]);
        assert_eq!([0, 1].map(|pass| ratio(&ours, &theirs, pass)), [Some(10.0), Some(4.0)]);
        assert_eq!(ratio(&ours, &[], 0), None, "without a peer");
    }
}
