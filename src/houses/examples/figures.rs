//! Prints how large houses are, what is in them, and the processor time that drawing one and looking takes.
//!
//! ```text
//! cargo run --release -p surefleet-houses --example figures
//! ```

use std::error::Error;

use surefleet_houses::{House, HouseSplit, SizeClass, look};
use surefleet_mapping::{Body, Intrinsics, Map, Metres, Optical, Point, Transform};

const HOUSES: u64 = 200;
const PIXELS: usize = 128;
/// Pictures that are timed together, since the clock ticks every few milliseconds.
const BATCH: u32 = 64;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{HOUSES} houses of each size and split; least, median, most");
    for size in SizeClass::ALL {
        for split in [HouseSplit::Training, HouseSplit::Test] {
            let start = processor_ms();
            let houses: Vec<House> = (0..HOUSES).map(|seed| House::draw(seed, size, split)).collect();
            let drawing = (processor_ms() - start) / HOUSES as f64;
            let of = |what: &dyn Fn(&House) -> f64| spread(houses.iter().map(what).collect());
            println!("{size:?}, {split:?}");
            println!("  area in m2         {}", of(&|house| house.area_m2()));
            println!("  rooms              {}", of(&|house| house.rooms().len() as f64));
            println!("  things             {}", of(&|house| house.things().len() as f64));
            println!("  solids             {}", of(&|house| house.solids().all().len() as f64));
            println!("  ms to draw one     {drawing:8.2} in the mean");
            println!("  ms for a picture   {}", spread(pictures(&houses)?));
        }
    }
    Ok(())
}

/// Milliseconds for pictures from the middle of what can be reached of each room, of some houses.
fn pictures(houses: &[House]) -> Result<Vec<f64>, Box<dyn Error>> {
    let camera = Intrinsics::with_fov(PIXELS, PIXELS, 90f64.to_radians())?;
    let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, 1.3), 0.3);
    let mut times = Vec::new();
    for house in houses.iter().step_by(20) {
        for room in house.room_ids() {
            let places = house.places(room);
            let place = places[places.len() / 2];
            let start = processor_ms();
            for turn in 0..BATCH {
                let pose = Transform::<Map, Body>::planar(place.x, place.y, f64::from(turn) * 0.8) * mounting;
                std::hint::black_box(look(house, pose, &camera, Metres::new(6.0)));
            }
            times.push((processor_ms() - start) / f64::from(BATCH));
        }
    }
    Ok(times)
}

fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    format!("{:8.2} {:8.2} {:8.2}", values[0], values[values.len() / 2], values[values.len() - 1])
}

/// Milliseconds that this thread has had a core, so that other programs do not count.
fn processor_ms() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells it");
    let first = times.split_whitespace().next().and_then(|time| time.parse::<f64>().ok());
    first.expect("the first number is the time on a core in nanoseconds") / 1e6
}
