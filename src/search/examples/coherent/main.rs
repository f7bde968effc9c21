//! Reads worlds and missions of the COHERENT benchmark (K. Liu et al., "COHERENT: Collaboration of heterogeneous
//! multi-robot system with large language models", 2024) in the terms of `config/domains/flat.yaml`, and plans them.
//!
//! ```text
//! cargo run -p surefleet-search --release --example coherent -- <flat.yaml> <env.json>... [--budget <work>] [--write <folder>]
//! ```
//!
//! Prints for each mission the benchmark's fewest steps, those of the plan found if one robot acts at a time, whether no
//! plan is shorter, the processor time, and the formula; then a table. The plans have passed the checker. With a folder it
//! writes two files for each mission there: the domain, and the robots, facts, formula and plan.

mod graph;
mod mission;
mod planned;
mod site;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use surefleet_search::Budget;

use crate::{graph::Task, mission::Mission, planned::Planned};

/// The arguments.
struct Arguments {
    flat: String,
    data: Vec<String>,
    budget: Budget,
    folder: Option<PathBuf>,
}

impl Arguments {
    fn read() -> Result<Self> {
        let (mut files, mut budget, mut folder) = (Vec::new(), Budget(2_000_000), None);
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--budget" => budget = Budget(arguments.next().context("--budget needs a number")?.parse()?),
                "--write" => folder = Some(arguments.next().context("--write needs a folder")?.into()),
                _ => files.push(argument),
            }
        }
        if files.len() < 2 {
            bail!("give flat.yaml, then the benchmark's env.json files");
        }
        Ok(Self { flat: files.remove(0), data: files, budget, folder })
    }
}

/// What was found in one file.
#[derive(Default)]
struct Row {
    missions: usize,
    solved: usize,
    within: usize,
    proved: usize,
    seconds: f64,
    longest_s: f64,
}

fn main() -> Result<()> {
    let arguments = Arguments::read()?;
    let read = |path: &str| fs::read_to_string(path).with_context(|| path.to_owned());
    let flat = read(&arguments.flat)?;
    let mut table =
        vec!["file      missions  solved  within the optimum  proved shortest  seconds  longest".to_owned()];
    for path in &arguments.data {
        let tasks: Vec<Task> = serde_json::from_str(&read(path)?).with_context(|| path.clone())?;
        let file =
            PathBuf::from(path).file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        let mut row = Row::default();
        for task in &tasks {
            let mission = Mission::new(&flat, &file, task).with_context(|| format!("task {}", task.task_id))?;
            let planned = Planned::find(&mission, arguments.budget)?;
            let (number, optimum) = (mission.task, mission.optimum);
            let steps = planned.plan.as_ref().map_or("none".to_owned(), |plan| plan.len().to_string());
            let proved = if planned.is_shortest { "proved" } else { "" };
            let mark = if planned.plan.as_ref().is_some_and(|plan| plan.len() <= optimum as usize) { ' ' } else { '!' };
            println!(
                "{file} {number:>2}: {optimum:>2} steps, here {steps:>4}{mark}{proved:<6} {:>6.2} s  {}",
                planned.seconds, mission.formula
            );
            row.missions += 1;
            row.solved += usize::from(planned.plan.is_some());
            row.within += usize::from(mark == ' ');
            row.proved += usize::from(planned.is_shortest);
            row.seconds += planned.seconds;
            row.longest_s = row.longest_s.max(planned.seconds);
            if let Some(folder) = &arguments.folder {
                let path = |kind: &str| folder.join(format!("{file}-{:02}.{kind}.yaml", mission.task));
                fs::create_dir_all(folder)?;
                fs::write(path("domain"), &mission.domain)?;
                fs::write(path("mission"), serde_yaml::to_string(&mission)?)?;
                fs::write(path("plan"), serde_yaml::to_string(&planned.plan)?)?;
            }
        }
        let Row { missions, solved, within, proved, seconds, longest_s } = row;
        table.push(format!("{file:<10}{missions:>8}{solved:>8}{within:>20}{proved:>17}{seconds:>9.1}{longest_s:>9.1}"));
    }
    println!("\n{}", table.join("\n"));
    Ok(())
}
