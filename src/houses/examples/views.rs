//! Writes pictures of a camera in a house as PNG, and prints how long one takes.
//!
//! ```text
//! cargo run --release -p surefleet-houses --example views -- /tmp/views 7
//! ```

use std::{error::Error, fs::File, path::Path, time::Instant};

use surefleet_houses::{Hit, House, HouseSplit, SizeClass, View, look};
use surefleet_mapping::{Body, GroundPoint, Intrinsics, Map, Metres, Optical, Point, Transform};

const PIXELS: usize = 128;
/// Pictures by row of a sheet.
const COLUMNS: usize = 6;
const EYE_M: f64 = 1.3;
const FARTHEST: Metres = Metres::new(6.0);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("give a folder for the pictures")?;
    let seed: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let camera = Intrinsics::with_fov(PIXELS, PIXELS, 90f64.to_radians())?;
    for size in SizeClass::ALL {
        for split in [HouseSplit::Training, HouseSplit::Test] {
            let house = House::draw(seed, size, split);
            let mut views = Vec::new();
            let mut times = Vec::new();
            for pose in poses(&house) {
                let start = Instant::now();
                views.push(look(&house, pose, &camera, FARTHEST));
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
            times.sort_by(f64::total_cmp);
            let name = format!("{size:?}-{split:?}-{seed}").to_lowercase();
            sheet(&Path::new(&folder).join(format!("{name}.png")), &views)?;
            above(&Path::new(&folder).join(format!("{name}-above.png")), &house)?;
            let things = house.things().len();
            let seen =
                house.thing_ids().filter(|&thing| views.iter().any(|view| view.count(Hit::Thing(thing)) > 0)).count();
            println!(
                "{name}: {} rooms on {:.0} m2, {things} things, {} solids; {PIXELS}x{PIXELS} pictures: median {:.2} ms, most {:.2} ms; {seen} things seen",
                house.rooms().len(),
                house.area_m2(),
                house.solids().all().len(),
                times[times.len() / 2],
                times[times.len() - 1]
            );
        }
    }
    Ok(())
}

/// In each room, the eight directions from two places far from one another.
fn poses(house: &House) -> Vec<Transform<Map, Optical>> {
    let mut poses = Vec::new();
    for room in house.room_ids() {
        let places = house.places(room);
        for place in [places[places.len() / 5], places[places.len() * 4 / 5]] {
            for turn in 0..COLUMNS {
                poses.push(pose(place, turn as f64 / COLUMNS as f64 * std::f64::consts::TAU));
            }
        }
    }
    poses
}

fn pose(at: GroundPoint, yaw_rad: f64) -> Transform<Map, Optical> {
    let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, EYE_M), 0.35);
    Transform::<Map, Body>::planar(at.x, at.y, yaw_rad) * mounting
}

fn sheet(path: &Path, views: &[View]) -> Result<(), Box<dyn Error>> {
    let rows = views.len().div_ceil(COLUMNS);
    let stride = COLUMNS * PIXELS * 3;
    let mut pixels = vec![0; rows * PIXELS * stride];
    for (number, view) in views.iter().enumerate() {
        let (row, column) = (number / COLUMNS, number % COLUMNS);
        for (v, line) in view.rgb.chunks_exact(PIXELS * 3).enumerate() {
            let start = (row * PIXELS + v) * stride + column * PIXELS * 3;
            pixels[start..start + PIXELS * 3].copy_from_slice(line);
        }
    }
    write(path, COLUMNS * PIXELS, rows * PIXELS, &pixels)
}

/// The house from above, without its ceiling.
fn above(path: &Path, house: &House) -> Result<(), Box<dyn Error>> {
    let extent = house.extent();
    let [width, height] = extent.size_mm().map(|size| f64::from(size) / 1000.0 + 1.0);
    let high = 30.0;
    // 40 pixels for a metre of the floor.
    let focal = 40.0 * high;
    let (columns, rows) = ((width * 40.0) as usize, (height * 40.0) as usize);
    let middle = [(columns as f64 - 1.0) / 2.0, (rows as f64 - 1.0) / 2.0];
    let camera = Intrinsics::new(columns, rows, [focal; 2], middle)?;
    let centre = extent.middle();
    // It looks down, with north at the top.
    let pose = Transform::<Map, Optical>::new([centre.x, centre.y, high], [1.0, 0.0, 0.0, 0.0])?;
    let view = look(house, pose, &camera, Metres::new(100.0));
    write(path, columns, rows, &view.rgb)
}

fn write(path: &Path, width: usize, height: usize, rgb: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(File::create(path)?, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(rgb)?;
    Ok(())
}
