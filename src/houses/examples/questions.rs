//! Prints questions about a house, with the right options marked.
//!
//! ```text
//! cargo run --release -p surefleet-houses --example questions -- 7
//! ```

use std::error::Error;

use surefleet_houses::{Catalogue, House, HouseSplit, Letter, SizeClass};

fn main() -> Result<(), Box<dyn Error>> {
    let seed: u64 = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    for split in [HouseSplit::Training, HouseSplit::Test] {
        let house = House::draw(seed, SizeClass::Medium, split);
        println!("{split:?}: {} rooms on {:.0} m2", house.rooms().len(), house.area_m2());
        for question in house.questions(seed, 12) {
            let targets: Vec<&str> = question.targets.iter().map(|&class| Catalogue::shipped().name(class)).collect();
            println!(
                "{} ({:?}; look for: {}; in the {})",
                question.text,
                question.kind,
                targets.join(", "),
                house.room_name(question.room)
            );
            for (letter, option) in Letter::ALL.into_iter().zip(&question.options) {
                println!("  {} {letter:?}) {option}", if letter == question.answer { '*' } else { ' ' });
            }
        }
    }
    Ok(())
}
