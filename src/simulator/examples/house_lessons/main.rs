//! Draws pictures in houses, and writes what there is to be learnt from each: the data set of a model that looks at houses.
//!
//!     cargo run --release -p surefleet-simulator --example house_lessons -- --out FOLDER --count 1000 --seed 100000
//!
//! Writes `pictures.rgb` (`[count, 128, 128, 3]`, 8 bits each), `cells.bin` (`[count, 64, 6]`, 8 bits each: of each of the 8 x 8 cells of a
//! picture the three classes that fill most of it, the colour and the state of the first, and the kind of room whose floor fills most of it;
//! each from 1, 0 for none) and `lessons.jsonl` (one line a picture: questions with their right answers). `--print catalogue` writes the names of all
//! classes, colours, states and rooms instead. The same arguments give the same bytes, on however many threads.
//!
//! Houses of seeds below 100,000 are for tests and calibrations: give others to learn from. Two of three houses are shuffled ones, in which a
//! model sees the classes of the test split, but not beside those that they are together with. It is taught in which kind of room each class belongs.

mod lessons;

use std::{
    error::Error,
    fs::File,
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_houses::{Catalogue, FloorPose, House, HouseSplit, SizeClass, View, chances, look};
use surefleet_mapping::{Body, Intrinsics, Map, Metres, Optical, Point, Transform};

use lessons::{STATES, cells, lessons};

/// Pixels of a picture on each side, and pictures of a house.
const EDGE: usize = 128;
const VIEWS: u64 = 16;
/// Questions of a house.
const QUESTIONS: usize = 24;
const FARTHEST: Metres = Metres::new(10.0);

struct Arguments {
    out: PathBuf,
    count: u64,
    seed: u64,
    is_test: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(arguments) = read()? else { return print_catalogue() };
    std::fs::create_dir_all(&arguments.out)?;
    let threads = std::thread::available_parallelism()?.get() as u64;
    let houses = arguments.count.div_ceil(VIEWS);
    let part = houses.div_ceil(threads);
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|number| {
                let range = (number * part).min(houses)..((number + 1) * part).min(houses);
                let arguments = &arguments;
                scope.spawn(move || write(arguments, range, number).map_err(|error| error.to_string()))
            })
            .collect();
        running.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?)
    })?;
    for name in ["pictures.rgb", "cells.bin", "lessons.jsonl"] {
        let mut whole = File::create(arguments.out.join(name))?;
        for number in 0..threads {
            let part = part_path(&arguments.out, name, number);
            std::io::copy(&mut File::open(&part)?, &mut whole)?;
            std::fs::remove_file(part)?;
        }
    }
    Ok(())
}

fn part_path(out: &Path, name: &str, number: u64) -> PathBuf {
    out.join(format!("{name}.{number}"))
}

/// The pictures of some houses.
fn write(arguments: &Arguments, houses: std::ops::Range<u64>, number: u64) -> Result<(), Box<dyn Error>> {
    let open = |name| File::create(part_path(&arguments.out, name, number)).map(BufWriter::new);
    let (mut pictures, mut cell_file, mut rows) = (open("pictures.rgb")?, open("cells.bin")?, open("lessons.jsonl")?);
    for place in houses {
        let seed = arguments.seed + place;
        let mut random = chances(seed, "lessons");
        let split = match (arguments.is_test, seed % 3) {
            (true, _) => HouseSplit::Test,
            (false, 0) => HouseSplit::Training,
            (false, _) => HouseSplit::Shuffled,
        };
        let size = SizeClass::ALL[random.random_range(0..3)];
        let house = House::draw(seed, size, split);
        let questions = house.questions(seed, QUESTIONS);
        for _ in 0..VIEWS.min(arguments.count - place * VIEWS) {
            let (view, pose) = shoot(&house, &mut random)?;
            pictures.write_all(&view.rgb)?;
            cell_file.write_all(&cells(&house, &view))?;
            let lessons = lessons(&house, &view, pose, &questions, &mut random);
            serde_json::to_writer(&mut rows, &serde_json::json!({ "seed": seed, "lessons": lessons }))?;
            rows.write_all(b"\n")?;
        }
    }
    pictures.flush()?;
    cell_file.flush()?;
    rows.flush()?;
    Ok(())
}

/// A picture from anywhere in the house where a robot can be.
fn shoot(house: &House, random: &mut ChaCha8Rng) -> Result<(View, Transform<Map, Optical>), Box<dyn Error>> {
    let rooms: Vec<_> = house.room_ids().collect();
    let at = loop {
        let places = house.places(rooms[random.random_range(0..rooms.len())]);
        if !places.is_empty() {
            break places[random.random_range(0..places.len())];
        }
    };
    let pose = FloorPose::new(at, random.random_range(0.0..std::f64::consts::TAU));
    let height = random.random_range(1.15..1.45);
    let pitch = random.random_range(0.2..0.4);
    let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, height), pitch);
    let camera = Intrinsics::with_fov(EDGE, EDGE, random.random_range(1.45..1.65))?;
    let pose = pose.transform() * mounting;
    Ok((look(house, pose, &camera, FARTHEST), pose))
}

fn print_catalogue() -> Result<(), Box<dyn Error>> {
    let catalogue = Catalogue::shipped();
    let names = serde_json::json!({
        "classes": catalogue.classes().map(|class| catalogue.name(class)).collect::<Vec<_>>(),
        "colours": catalogue.colours().map(|colour| catalogue.colour_name(colour)).collect::<Vec<_>>(),
        "states": STATES,
        "rooms": catalogue.room_kinds().map(|kind| catalogue.room_name(kind)).collect::<Vec<_>>(),
    });
    println!("{names}");
    Ok(())
}

/// `None`: print the catalogue.
fn read() -> Result<Option<Arguments>, Box<dyn Error>> {
    let mut arguments = Arguments { out: PathBuf::new(), count: 1000, seed: 100_000, is_test: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--out" => arguments.out = value()?.into(),
            "--count" => arguments.count = value()?.parse()?,
            "--seed" => arguments.seed = value()?.parse()?,
            "--test" => arguments.is_test = value()?.parse()?,
            "--print" => return Ok(None),
            other => return Err(format!("no option {other}: see the head of this program").into()),
        }
    }
    if arguments.out.as_os_str().is_empty() {
        return Err("--out: give a folder".into());
    }
    Ok(Some(arguments))
}
