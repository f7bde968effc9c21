//! Fuses depth pictures of a house of 250 m2, looks for its frontiers; prints how fast, in processor time: one core, the median of several runs.
//!
//! ```text
//! cargo run --release -p surefleet-mapping --example fuse
//! ```

use std::{hint::black_box, time::Duration};

use surefleet_mapping::{
    DepthFrame, GridLayout, GroundPoint, Intrinsics, Metres, OccupancyGrid, Slab, Tsdf, TsdfSettings,
};

#[path = "../tests/house/mod.rs"]
mod house;

const RUNS: usize = 9;
/// Repeats in a run of what alone is too short for the clock, which ticks every few milliseconds.
const REPEATS: u32 = 500;
const ROOMS: usize = 4;
/// Four rooms of this side make 250 m2.
const SIDE_M: f64 = 3.953;
const PIXELS: usize = 128;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = house::house(ROOMS, SIDE_M);
    let poses = house::tour(ROOMS, SIDE_M, 12);
    let settings = TsdfSettings {
        voxel: Metres::new(0.1),
        truncation: Metres::new(0.3),
        max_depth: Metres::new(6.0),
        max_weight: 64.0,
        max_blocks: 4096,
    };
    for degrees in [60.0f64, 90.0] {
        let camera = Intrinsics::with_fov(PIXELS, PIXELS, degrees.to_radians())?;
        let pictures: Vec<Vec<f32>> = poses.iter().map(|pose| scene.depths(&camera, pose)).collect();
        let mut seconds = Vec::new();
        let mut again = Vec::new();
        let mut map = Tsdf::new(settings)?;
        for _ in 0..RUNS {
            map = Tsdf::new(settings)?;
            for times in [&mut seconds, &mut again] {
                let start = processor_time();
                for (pose, depths) in poses.iter().zip(&pictures) {
                    map.fuse(pose, &DepthFrame::new(camera, depths)?)?;
                }
                times.push((processor_time() - start).as_secs_f64());
            }
        }
        let frames = poses.len() as f64;
        println!(
            "{PIXELS}x{PIXELS} pictures, {degrees} degrees, {} poses, 0.1 m voxels, {:.0} m2: {:.0} a second into an empty map, {:.0} into a known one",
            poses.len(),
            (ROOMS as f64 * SIDE_M).powi(2),
            frames / median(&mut seconds),
            frames / median(&mut again),
        );
        println!(
            "memory: {} blocks, {:.1} MB, at most {:.1} MB",
            map.blocks(),
            megabytes(map.bytes()),
            megabytes(settings.most_bytes())
        );
        // Half of the house, so that there are frontiers.
        let mut half = Tsdf::new(settings)?;
        for (pose, depths) in poses.iter().zip(&pictures).take(poses.len() / 5) {
            half.fuse(pose, &DepthFrame::new(camera, depths)?)?;
        }
        let house = GroundPoint::new(ROOMS as f64 * SIDE_M, ROOMS as f64 * SIDE_M);
        let layout = GridLayout::covering(GroundPoint::new(0.0, 0.0), house, settings.voxel)?;
        let slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };
        for (name, map) in [("all", &map), ("some rooms", &half)] {
            let grid = OccupancyGrid::of(map, layout, &slab)?;
            let found = grid.frontiers(3).len();
            let ground = milliseconds(|| OccupancyGrid::of(map, layout, &slab));
            let frontiers = milliseconds(|| grid.frontiers(3));
            let inflation = milliseconds(|| grid.inflate(Metres::new(0.25)));
            println!(
                "{name}: {} cells, {ground:.3} ms for free ground, {frontiers:.3} ms for {found} frontiers, {inflation:.3} ms for inflation",
                layout.count()
            );
        }
    }
    Ok(())
}

fn milliseconds<T>(work: impl Fn() -> T) -> f64 {
    let run = |_| {
        let start = processor_time();
        for _ in 0..REPEATS {
            black_box(work());
        }
        (processor_time() - start).as_secs_f64() * 1e3 / f64::from(REPEATS)
    };
    median(&mut (0..RUNS).map(run).collect::<Vec<_>>())
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Time that this process has run, so that others on the machine do not count.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanos.expect("Linux keeps the time of a process in /proc/self/schedstat"))
}
