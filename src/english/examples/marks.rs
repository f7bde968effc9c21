//! Prints each line of standard input with marks in place of names. A line with a tab has canonical words behind it: they are
//! printed with names in place of their marks.
//!
//! `cargo run -p surefleet-english --example marks -- <domain.yaml> <robot:kind>...`

use std::{io::BufRead, sync::Arc};

use surefleet_english::Vocabulary;
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
    let vocabulary = Vocabulary::of(&world);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.split_once('\t') {
            None => println!("{}", vocabulary.mark(&line).text()),
            Some((text, canonical)) => {
                println!("{}", vocabulary.unmark(canonical, &vocabulary.mark(text)).unwrap_or_else(|| "?".to_owned()));
            }
        }
    }
    Ok(())
}
