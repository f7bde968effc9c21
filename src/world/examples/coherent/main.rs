//! Reads worlds and missions of the COHERENT benchmark (K. Liu et al., "COHERENT: Collaboration of heterogeneous
//! multi-robot system with large language models", 2024) in the terms of `config/domains/flat.yaml`.
//!
//! ```text
//! cargo run -p surefleet-world --release --example coherent -- <env.json> <flat.yaml> [<folder>]
//! ```
//!
//! Prints for each mission the benchmark's fewest steps, the fewest that a search finds in the flat's terms, one robot at
//! a time, and the formula. With a folder it writes two files for each mission there: the domain, and the robots, facts,
//! formula and plan.

mod graph;
mod mission;
mod shortest;
mod site;

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};

use crate::{graph::Task, mission::Mission};

/// The search goes on for so many steps after the benchmark's fewest.
const MORE: usize = 4;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (data, flat, folder) = match arguments.as_slice() {
        [data, flat] => (data, flat, None),
        [data, flat, folder] => (data, flat, Some(Path::new(folder))),
        _ => bail!("give the benchmark's env.json, then flat.yaml, then, to write files, a folder"),
    };
    let read = |path: &str| fs::read_to_string(path).with_context(|| path.to_owned());
    let tasks: Vec<Task> = serde_json::from_str(&read(data)?).with_context(|| data.clone())?;
    let flat = read(flat)?;
    let file = Path::new(data).file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    for task in &tasks {
        let mission = Mission::new(&flat, &file, task).with_context(|| format!("task {}", task.task_id))?;
        let found = shortest::plan(&mission, mission.optimum as usize + MORE)?;
        let steps = found.plan.as_ref().map_or("none".to_owned(), |plan| plan.len().to_string());
        let (number, optimum) = (mission.task, mission.optimum);
        println!(
            "{file} {number:>2}: {optimum:>2} steps, here {steps:>4} ({:>7} states)  {}",
            found.states, mission.formula
        );
        if let Some(folder) = folder {
            let path = |kind: &str| folder.join(format!("{file}-{:02}.{kind}.yaml", mission.task));
            fs::create_dir_all(folder)?;
            fs::write(path("domain"), &mission.domain)?;
            fs::write(path("mission"), serde_yaml::to_string(&mission)?)?;
            fs::write(path("plan"), serde_yaml::to_string(&found.plan)?)?;
        }
    }
    Ok(())
}
