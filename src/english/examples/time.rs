//! Measures how long reading takes: each sentence of standard input 200 times.
//!
//! `cargo run --release -p surefleet-english --example time -- <domain.yaml> <robot:kind>...`

use std::{io::BufRead, sync::Arc, time::Instant};

use surefleet_english::{Vocabulary, read};
use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

const TIMES: u32 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a domain file")?;
    let robots = arguments.map(|robot| {
        let (name, kind) =
            robot.split_once(':').map_or((robot.as_str(), None), |(name, kind)| (name, Some(kind.to_owned())));
        Ok(Robot { id: RobotId::new(name)?, kind })
    });
    let robots: Result<Vec<Robot>, Box<dyn std::error::Error>> = robots.collect();
    let world = World::new(Arc::new(Domain::parse(&std::fs::read_to_string(&file)?, &file)?), &robots?)?;
    let start = Instant::now();
    let vocabulary = Vocabulary::of(&world);
    println!("{:>9.3} ms to make the vocabulary", start.elapsed().as_secs_f64() * 1e3);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let mut times = Vec::new();
        let mut is_read = false;
        for _ in 0..TIMES {
            let start = Instant::now();
            is_read = read(&line, &vocabulary).is_ok();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        println!("{:>9.3} ms {} {line}", times[times.len() / 2], if is_read { " " } else { "!" });
    }
    Ok(())
}
