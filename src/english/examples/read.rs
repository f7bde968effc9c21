//! Reads sentences from standard input and prints what they mean at a site.
//!
//! `cargo run -p surefleet-english --example read -- <domain.yaml> <robot:kind>...`

use std::{io::BufRead, sync::Arc, time::Instant};

use surefleet_english::{Vocabulary, read};
use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

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
    eprintln!("vocabulary in {:?}", start.elapsed());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        println!("> {line}");
        let start = Instant::now();
        let reading = read(&line, &vocabulary);
        let took = start.elapsed();
        match reading {
            Ok(reading) => {
                for asked in &reading.statements {
                    let formula = asked.formula.to_string();
                    let shown: String = formula.chars().take(400).collect();
                    println!("    {}{shown}\n    {}", if asked.is_goal { "goal " } else { "" }, asked.words);
                }
            }
            Err(error) => println!("    ! {error}"),
        }
        if took.as_millis() > 1 {
            println!("    ({took:?})");
        }
    }
    Ok(())
}
