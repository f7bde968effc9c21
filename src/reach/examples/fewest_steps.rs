//! How long the search takes, and what it proves, by size of the map and number of objects.
//!
//! `cargo run --release -p surefleet-reach --example fewest_steps -- [tasks] [proof effort]`

use std::time::Instant;

use surefleet_reach::{BaseLayout, PAPER_ITERATIONS, SearchEffort, TaskShape, paper_search, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let tasks: u64 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let proof: u64 = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let effort = SearchEffort { proof, ..SearchEffort::anytime() };
    println!(
        "cells objects  solved  fewest  proven  steps  bound  parallel  median_ms  slowest_ms  expanded  paper_solved paper_steps our_steps_there paper_ms"
    );
    for cells in 2..=6 {
        for objects in 1..=5 {
            let shape = TaskShape { columns: cells, rows: cells, objects, layout: BaseLayout::Even, is_moved: false };
            let mut times = Vec::new();
            let [mut solved, mut fewest, mut proven, mut steps, mut bound, mut expanded] = [0; 6];
            let mut parallel = 0.0;
            let [mut paper_solved, mut paper_steps, mut ours] = [0; 3];
            let mut paper_ms = 0.0;
            for seed in 0..tasks {
                let task = shape.draw(seed)?;
                let begin = Instant::now();
                let found = solve(&task, &effort);
                times.push(begin.elapsed().as_secs_f64() * 1e3);
                expanded += found.expanded;
                let begin = Instant::now();
                let paper = paper_search(&task, PAPER_ITERATIONS);
                paper_ms += begin.elapsed().as_secs_f64() * 1e3;
                if let (Some(paper), Some(plan)) = (&paper.plan, &found.plan) {
                    paper.check(&task)?;
                    paper_solved += 1;
                    paper_steps += paper.steps.len() as u64;
                    ours += plan.steps.len() as u64;
                }
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
                "{cells:5} {objects:7} {solved:7} {fewest:7} {proven:7} {:6.2} {:6.2} {:9.2} {median:10.1} {slowest:11.1} {:9.0} {paper_solved:12} {:11.2} {:16.2} {:9.1}",
                each(steps),
                each(bound),
                parallel / tasks as f64,
                each(expanded),
                paper_steps as f64 / paper_solved as f64,
                ours as f64 / paper_solved as f64,
                paper_ms / tasks as f64
            );
        }
    }
    Ok(())
}
