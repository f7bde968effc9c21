//! Prints scenarios: `cargo run -p surefleet-mission --example sample -- 3`.

use std::sync::Arc;

use surefleet_mission::{Distribution, TeamClass, Transport};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u64 = std::env::args().nth(1).map_or(Ok(2), |count| count.parse())?;
    let distribution = Distribution::household(Arc::new(Transport::household()))?;
    for class in TeamClass::ALL {
        for seed in 0..count {
            let scenario = distribution.sample(class, seed);
            println!("{class:?} {seed}: {}", scenario.text);
        }
    }
    let scenario = distribution.sample(TeamClass::Three, 0);
    println!("\n{}", distribution.domain().describe_skills());
    scenario.initial.describe(distribution.domain(), &scenario.team).iter().for_each(|line| println!("{line}"));
    Ok(())
}
