//! How long the search takes, and what it proves, by size of the map and number of objects.
//!
//! `cargo run --release -p surefleet-reach --example fewest_steps -- [tasks] [proof effort]`

use std::time::Instant;

use surefleet_reach::{BaseLayout, SearchEffort, TaskShape, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let tasks: u64 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let proof: u64 = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let effort = SearchEffort { proof, ..SearchEffort::anytime() };
    println!("cells objects  solved  fewest  proven  steps  bound  parallel  median_ms  slowest_ms  expanded");
    for cells in 2..=6 {
        for objects in 1..=5 {
            let shape = TaskShape { columns: cells, rows: cells, objects, layout: BaseLayout::Even, is_moved: false };
            let mut times = Vec::new();
            let [mut solved, mut fewest, mut proven, mut steps, mut bound, mut expanded] = [0; 6];
            let mut parallel = 0.0;
            for seed in 0..tasks {
                let task = shape.draw(seed)?;
                let begin = Instant::now();
                let found = solve(&task, &effort);
                times.push(begin.elapsed().as_secs_f64() * 1e3);
                expanded += found.expanded;
                fewest += u64::from(found.has_fewest_steps());
                proven += u64::from(found.is_proven);
                if let Some(plan) = &found.plan {
                    plan.check(&task)?;
                    solved += 1;
                    steps += plan.steps.len() as u64;
                    bound += u64::from(found.least_steps);
                    parallel += plan.mean_parallel();
                }
            }
            times.sort_by(f64::total_cmp);
            let each = |sum: u64| sum as f64 / tasks as f64;
            let [median, slowest] = [times[times.len() / 2], times[times.len() - 1]];
            println!(
                "{cells:5} {objects:7} {solved:7} {fewest:7} {proven:7} {:6.2} {:6.2} {:9.2} {median:10.1} {slowest:11.1} {:9.0}",
                each(steps),
                each(bound),
                parallel / tasks as f64,
                each(expanded)
            );
        }
    }
    Ok(())
}
