//! Draws trials of actions, and writes their pictures and what there is to be learnt from each: the data set of a failure detector.
//!
//!     cargo run --release -p surefleet-calibration --example trial_pictures -- --out FOLDER --count 1000 --seed 1
//!
//! Writes `pictures.rgb` (`[count, edge, edge, 3]`, 8 bits each) and `lessons.jsonl` (one line a picture: what was tried, whether it
//! worked, and questions with their right answers). The same arguments give the same bytes, on however many threads.

mod lessons;

use std::{
    error::Error,
    fs::File,
    io::{BufWriter, Write as _},
    ops::Range,
    path::{Path, PathBuf},
};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use surefleet_mission::Transport;
use surefleet_simulator::{Camera, Trial, TrialDistribution};

use lessons::{Lesson, lessons};

#[derive(Serialize)]
struct Row {
    seed: u64,
    subtask: String,
    expected: String,
    worked: bool,
    mishap: Option<String>,
    /// Of each item of the domain: pixels that show it.
    item_px: Vec<f32>,
    /// Which item is in the gripper; where the robot stands; whether that is open.
    held: Option<usize>,
    standing: Option<usize>,
    is_open: bool,
    lessons: Vec<Lesson>,
}

struct Arguments {
    out: PathBuf,
    count: u64,
    seed: u64,
    edge: usize,
    facts: usize,
    from: TrialDistribution,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = read()?;
    std::fs::create_dir_all(&arguments.out)?;
    let threads = std::thread::available_parallelism()?.get() as u64;
    let part = arguments.count.div_ceil(threads);
    let parts: Vec<Range<u64>> =
        (0..threads).map(|each| (each * part).min(arguments.count)..((each + 1) * part).min(arguments.count)).collect();
    let path = |name: &str, part: usize| arguments.out.join(format!("{name}.{part}"));
    std::thread::scope(|scope| {
        let work = |(number, range): (usize, &Range<u64>)| {
            let (range, arguments, path) = (range.clone(), &arguments, &path);
            scope.spawn(move || {
                write(arguments, range, &path("pictures.rgb", number), &path("lessons.jsonl", number))
                    .map_err(|error| error.to_string())
            })
        };
        let running: Vec<_> = parts.iter().enumerate().map(work).collect();
        running.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?)
    })?;
    for name in ["pictures.rgb", "lessons.jsonl"] {
        let mut whole = File::create(arguments.out.join(name))?;
        for number in 0..parts.len() {
            std::io::copy(&mut File::open(path(name, number))?, &mut whole)?;
            std::fs::remove_file(path(name, number))?;
        }
    }
    Ok(())
}

fn write(arguments: &Arguments, range: Range<u64>, pictures: &Path, rows: &Path) -> Result<(), Box<dyn Error>> {
    let (mut pictures, mut rows) = (BufWriter::new(File::create(pictures)?), BufWriter::new(File::create(rows)?));
    let domain = Transport::household();
    let mut camera = Camera::new(arguments.edge);
    for number in range {
        let seed = arguments.seed + number;
        let trial = Trial::draw(&domain, &arguments.from, seed);
        let shot = camera.shoot(&domain, &trial.scene, trial.robot, &trial.look);
        pictures.write_all(&shot.rgb)?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let here = trial.scene.standing(trial.robot);
        let row = Row {
            seed,
            subtask: trial.subgoal().subtask.clone(),
            expected: trial.subgoal().expected.clone(),
            worked: trial.worked(),
            mishap: trial.mishap.map(|mishap| format!("{mishap:?}")),
            held: trial.scene.held(&domain, trial.robot).map(|item| item.index()),
            standing: here.map(|place| place.index()),
            is_open: here.is_some_and(|place| trial.scene.is_open(place)),
            lessons: lessons(&domain, &trial, &shot, arguments.facts, &mut rng)?,
            item_px: shot.item_px,
        };
        serde_json::to_writer(&mut rows, &row)?;
        rows.write_all(b"\n")?;
    }
    pictures.flush()?;
    rows.flush()?;
    Ok(())
}

fn read() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments {
        out: PathBuf::new(),
        count: 1000,
        seed: 0,
        edge: 128,
        facts: 3,
        from: TrialDistribution {
            houses: 0..1_000_000,
            failure_rate: 0.5,
            has_new_textures: false,
            has_new_light: false,
        },
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--out" => arguments.out = value()?.into(),
            "--count" => arguments.count = value()?.parse()?,
            "--seed" => arguments.seed = value()?.parse()?,
            "--edge" => arguments.edge = value()?.parse()?,
            "--facts" => arguments.facts = value()?.parse()?,
            "--first-house" => arguments.from.houses.start = value()?.parse()?,
            "--end-of-houses" => arguments.from.houses.end = value()?.parse()?,
            "--failure-rate" => arguments.from.failure_rate = value()?.parse()?,
            "--new-textures" => arguments.from.has_new_textures = true,
            "--new-light" => arguments.from.has_new_light = true,
            _ => return Err(format!("{word}: no such argument; see the head of this program").into()),
        }
    }
    if arguments.out.as_os_str().is_empty() {
        return Err("--out FOLDER says where to write".into());
    }
    Ok(arguments)
}
