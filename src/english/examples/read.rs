//! Reads sentences from standard input and prints what they mean at a site, and the time if it is more than a millisecond. With
//! `--corpus` it prints them with their formulas only, as the corpora of the tests have them.
//!
//! `cargo run -p surefleet-english --example read -- [--corpus] <domain.yaml> <robot:kind>...`

use std::{io::BufRead, sync::Arc, time::Instant};

use surefleet_english::{EnglishError, Partial, Reading, Vocabulary, partial, read};
use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (options, arguments): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument == "--corpus");
    let mut arguments = arguments.into_iter();
    let file = arguments.next().ok_or("name a domain file")?;
    let robots = arguments.map(|robot| {
        let (name, kind) =
            robot.split_once(':').map_or((robot.as_str(), None), |(name, kind)| (name, Some(kind.to_owned())));
        Ok(Robot { id: RobotId::new(name)?, kind })
    });
    let robots: Result<Vec<Robot>, Box<dyn std::error::Error>> = robots.collect();
    let world = World::new(Arc::new(Domain::parse(&std::fs::read_to_string(&file)?, &file)?), &robots?)?;
    let vocabulary = Vocabulary::of(&world);
    let print = if options.is_empty() { for_people } else { for_corpora };
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        println!("> {line}");
        let start = Instant::now();
        let reading = read(&line, &vocabulary);
        let took = start.elapsed();
        print(&reading);
        if options.is_empty() {
            all_of(&line, &vocabulary);
        }
        if options.is_empty() && took.as_millis() > 1 {
            println!("    ({took:?})");
        }
    }
    Ok(())
}

fn for_people(reading: &Result<Reading, EnglishError>) {
    match reading {
        Ok(reading) => reading.statements.iter().for_each(|asked| {
            let shown: String = asked.formula.to_string().chars().take(400).collect();
            println!("    {}{shown}\n    {}", if asked.is_goal { "goal " } else { "" }, asked.words);
        }),
        Err(error) => println!("    ! {error}"),
    }
}

fn all_of(text: &str, vocabulary: &Vocabulary) {
    let Ok(Partial { readings, unread }) = partial(text, vocabulary) else { return };
    if !unread.is_empty() {
        readings.iter().for_each(|one| println!("    ~ {}", one.words()));
        unread.into_iter().for_each(|words| println!("    not read: {:?}", &text[words]));
        return;
    }
    readings.iter().filter(|_| read(text, vocabulary).is_err()).for_each(|one| println!("    ? {}", one.words()));
}

fn for_corpora(reading: &Result<Reading, EnglishError>) {
    match reading {
        Ok(reading) => reading.statements.iter().for_each(|asked| println!("    {}", asked.formula)),
        Err(EnglishError::Unclear { mend, .. }) => println!("    ! {mend}"),
        Err(EnglishError::Ambiguous { .. }) => println!("    ! can mean"),
        Err(EnglishError::Unread { .. }) => println!("    ! cannot read"),
        Err(error) => println!("    ! {error}"),
    }
}
