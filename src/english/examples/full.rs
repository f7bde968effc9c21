//! Reads sentences from standard input and prints each with its formulas, as the corpora of the tests have them.
//!
//! `cargo run -p surefleet-english --example full -- <domain.yaml> <robot:kind>...`

use std::{io::BufRead, sync::Arc};

use surefleet_english::{EnglishError, Vocabulary, read};
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
        println!("> {line}");
        match read(&line, &vocabulary) {
            Ok(reading) => reading.statements.iter().for_each(|asked| println!("    {}", asked.formula)),
            Err(EnglishError::Unclear { mend, .. }) => println!("    ! {mend}"),
            Err(EnglishError::Ambiguous { .. }) => println!("    ! can mean"),
            Err(EnglishError::Unread { .. }) => println!("    ! cannot read"),
            Err(error) => println!("    ! {error}"),
        }
    }
    Ok(())
}
