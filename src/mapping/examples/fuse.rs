//! Maps a house of 250 m2 from depth pictures: fusion, free ground, frontiers, values, files. Prints how fast each is, in processor
//! time of one core: the median of several runs.
//!
//! ```text
//! cargo run --release -p surefleet-mapping --example fuse
//! ```

use std::{error::Error, hint::black_box, time::Duration};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use surefleet_mapping::{
    Confidence, DepthFrame, FinalValues, GridCell, GridLayout, GroundPoint, HouseMap, Intrinsics, Map, Marks, Metres,
    ObjectMap, ObjectRule, Obstacles, OccupancyGrid, Optical, Slab, Transform, Tsdf, TsdfSettings, ValueMap, ValueRule,
};

#[path = "../tests/house/mod.rs"]
mod house;

const RUNS: usize = 9;
/// Repeats in a run of what alone is too short for the clock, which ticks every few milliseconds.
const REPEATS: usize = 500;
const ROOMS: usize = 4;
/// Four rooms of this side make 250 m2.
const SIDE_M: f64 = 3.953;
const ROBOTS: usize = 3;
const PIXELS: usize = 128;
const SETTINGS: TsdfSettings = TsdfSettings {
    voxel: Metres::new(0.1),
    truncation: Metres::new(0.3),
    max_depth: Metres::new(6.0),
    max_weight: 64.0,
    max_blocks: 4096,
};
const SLAB: Slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };

/// Pictures of the house with the poses that they were taken from.
struct Tour {
    camera: Intrinsics,
    looks: Vec<(Transform<Map, Optical>, Vec<f32>)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let scene = house::house(ROOMS, SIDE_M);
    for degrees in [60.0f64, 90.0] {
        let camera = Intrinsics::with_fov(PIXELS, PIXELS, degrees.to_radians())?;
        let looks =
            house::tour(ROOMS, SIDE_M, 12).into_iter().map(|pose| (pose, scene.depths(&camera, &pose))).collect();
        let tour = Tour { camera, looks };
        println!(
            "{PIXELS}x{PIXELS} pictures of {degrees} degrees, {} poses, {:.0} m2",
            tour.looks.len(),
            (ROOMS as f64 * SIDE_M).powi(2)
        );
        let map = fusion(&tour)?;
        ground(&map, &tour)?;
        rounds(&tour)?;
        file(map)?;
    }
    Ok(())
}

fn fusion(tour: &Tour) -> Result<Tsdf, Box<dyn Error>> {
    let mut times = [const { Vec::new() }; 2];
    let mut map = Tsdf::new(SETTINGS)?;
    for _ in 0..RUNS {
        map = Tsdf::new(SETTINGS)?;
        for times in &mut times {
            let start = processor_time();
            for look in 0..tour.looks.len() {
                tour.fuse(&mut map, look)?;
            }
            times.push((processor_time() - start).as_secs_f64());
        }
    }
    let [empty, known] = times.map(|mut times| tour.looks.len() as f64 / median(&mut times));
    println!("  fusion: {empty:.0} pictures a second into an empty map, {known:.0} into a known one");
    let [now, most] = [map.bytes(), SETTINGS.most_bytes()].map(megabytes);
    println!("  memory: {} blocks, {now:.1} MB, at most {most:.1} MB", map.blocks());
    Ok(map)
}

fn ground(map: &Tsdf, tour: &Tour) -> Result<(), Box<dyn Error>> {
    for (name, map) in [("all rooms", map), ("some rooms", &tour.some_rooms()?)] {
        let grid = OccupancyGrid::of(map, layout()?, &SLAB)?;
        let found = grid.frontiers(3).len();
        let ground = milliseconds(|| OccupancyGrid::of(map, *grid.layout(), &SLAB));
        let frontiers = milliseconds(|| grid.frontiers(3));
        let inflation = milliseconds(|| grid.inflate(Metres::new(0.25), Obstacles::NotFree));
        println!(
            "  {name}: {ground:.3} ms for free ground, {frontiers:.3} ms for {found} frontiers, {inflation:.3} ms for inflation"
        );
    }
    Ok(())
}

/// Robots that explore together: each in its turn fuses a picture, values the frontiers for six questions, and plans a path.
fn rounds(tour: &Tour) -> Result<(), Box<dyn Error>> {
    let mut questions = Vec::new();
    for number in 0..6 {
        let mut map = ValueMap::new(layout()?, ValueRule::DEFAULT)?;
        map.message(GroundPoint::new(f64::from(number) * 2.0, 9.0), 2, 0);
        questions.push(map);
    }
    let questions: Vec<&ValueMap> = questions.iter().collect();
    let mut map = tour.some_rooms()?;
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let (mut parts, mut look, mut steps) = ([Duration::ZERO; 2], 0, 0);
    for _ in 0..REPEATS {
        let start = processor_time();
        for _ in 0..ROBOTS {
            look += 1;
            tour.fuse(&mut map, look % tour.looks.len())?;
            let grid = OccupancyGrid::of(&map, layout()?, &SLAB)?;
            let frontiers = grid.frontiers(3);
            let passable = grid.inflate(Metres::new(0.25), Obstacles::NotFree)?;
            let choice = FinalValues::new(layout()?, &questions)?.choose(&frontiers, &mut random);
            let goal = choice.and_then(|number| passable.nearest(frontiers[number].middle(), Metres::new(1.0)));
            let from = passable.nearest(GridCell::new(20, 20), Metres::new(1.0));
            let path = from.zip(goal).and_then(|(from, goal)| passable.path(from, goal));
            steps += path.map_or(0, |path| path.cells().len());
        }
        parts[0] += processor_time() - start;
    }
    let start = processor_time();
    for _ in 0..REPEATS {
        black_box(FinalValues::new(layout()?, &questions)?);
    }
    parts[1] = processor_time() - start;
    let [round, values] = parts.map(|part| part.as_secs_f64() * 1e3 / REPEATS as f64);
    let steps = steps / (REPEATS * ROBOTS);
    println!(
        "  {ROBOTS} robots: {round:.2} ms a round, paths of {steps} cells; each time values of 6 questions take {values:.3} ms"
    );
    Ok(())
}

fn file(tsdf: Tsdf) -> Result<(), Box<dyn Error>> {
    let [most, miss, gone] = [0.99, 0.3, 0.2].map(Confidence::new);
    let rule = ObjectRule { gate: Metres::new(0.5), most: most?, miss: miss?, gone: gone? };
    let house = HouseMap { tsdf, objects: ObjectMap::new(rule)?, marks: Marks::default() };
    let text = house.to_json();
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..RUNS {
        let start = processor_time();
        black_box(house.to_json());
        let saved = processor_time();
        HouseMap::from_json(&text)?;
        times[0].push((saved - start).as_secs_f64() * 1e3);
        times[1].push((processor_time() - saved).as_secs_f64() * 1e3);
    }
    let [save, load] = times.map(|mut times| median(&mut times));
    println!("  as text: {:.1} MB, {save:.0} ms to save, {load:.0} ms to load", megabytes(text.len()));
    Ok(())
}

impl Tour {
    fn fuse(&self, map: &mut Tsdf, look: usize) -> Result<(), Box<dyn Error>> {
        let (pose, depths) = &self.looks[look];
        map.fuse(pose, &DepthFrame::new(self.camera, depths)?)?;
        Ok(())
    }

    /// A fifth of the tour, so that there are frontiers.
    fn some_rooms(&self) -> Result<Tsdf, Box<dyn Error>> {
        let mut map = Tsdf::new(SETTINGS)?;
        (0..self.looks.len() / 5).try_for_each(|look| self.fuse(&mut map, look))?;
        Ok(map)
    }
}

fn layout() -> Result<GridLayout, Box<dyn Error>> {
    let corner = GroundPoint::new(ROOMS as f64 * SIDE_M, ROOMS as f64 * SIDE_M);
    Ok(GridLayout::covering(GroundPoint::new(0.0, 0.0), corner, SETTINGS.voxel)?)
}

fn milliseconds<T>(work: impl Fn() -> T) -> f64 {
    let run = |_| {
        let start = processor_time();
        for _ in 0..REPEATS {
            black_box(work());
        }
        (processor_time() - start).as_secs_f64() * 1e3 / REPEATS as f64
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
