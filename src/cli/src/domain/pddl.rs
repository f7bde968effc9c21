//! `surefleet domain import` and `surefleet domain export`: domains for other planners, and other planners' domains.

use std::{fmt::Write as _, path::PathBuf};

use anyhow::{Context, Result, anyhow};
use surefleet_pddl::{export, import};
use surefleet_site::FleetFile;
use surefleet_world::{Formula, Term, World};

use crate::{new_files::write_new, place::Place};

/// Arguments of `surefleet domain import`.
#[derive(clap::Args)]
pub struct ImportArguments {
    /// The domain file in PDDL.
    domain: PathBuf,
    /// A problem file: its objects come into the domain, its start and goal into a start file.
    problem: Option<PathBuf>,
    /// The PDDL type whose objects are the robots. None: one robot does everything.
    #[arg(long)]
    actor: Option<String>,
    /// The folder to write to: domain.yaml, fleet.yaml and start.yaml. Nothing there is written over.
    #[arg(long)]
    out: PathBuf,
}

/// Arguments of `surefleet domain export`.
#[derive(clap::Args)]
pub struct ExportArguments {
    /// A fleet file, or the name of one in config/fleets.
    fleet: String,
    /// A fact that is to hold in the end, such as "located(books, table_1)", or after "not" one that is not to; may be
    /// repeated.
    #[arg(long, required = true)]
    goal: Vec<String>,
    /// The seed of the start, as the fleet's simulator draws it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder to write to: domain.pddl and problem.pddl. Nothing there is written over.
    #[arg(long)]
    out: PathBuf,
}

/// Writes a domain, a fleet and a start file from PDDL, and says what could not be carried over.
///
/// # Errors
/// A file that cannot be read or written, or is no PDDL; the error names line and column.
pub fn run_import(arguments: &ImportArguments) -> Result<()> {
    let read = |path: &PathBuf| std::fs::read_to_string(path).with_context(|| path.display().to_string());
    let problem = arguments.problem.as_ref().map(read).transpose()?;
    let imported = import(&read(&arguments.domain)?, problem.as_deref(), arguments.actor.as_deref())
        .map_err(|error| anyhow!(with_path(&error.to_string(), arguments)))?;
    let mut fleet = String::from("# Written from PDDL.\ndomain: domain.yaml\norder:\n");
    for (name, kind) in &imported.robots {
        writeln!(fleet, "  - {{name: {name}, kind: {kind}}}")?;
    }
    fleet.push_str("scorer: {kind: grounded}\nring: {lease_ms: 1000}\n");
    let mut files = vec![("domain.yaml", imported.domain_yaml)];
    if problem.is_some() {
        fleet.push_str("simulator:\n  start: start.yaml\n  operator: {error_rate: 0.0, delay_ms: 300}\n");
        let facts = imported.facts.iter().map(|fact| format!("  - {fact}\n")).collect::<String>();
        let always = if facts.is_empty() { String::new() } else { format!("facts:\n{facts}") };
        let name = surefleet_world::Domain::parse(&files[0].1, "domain.yaml")?.name().to_owned();
        let demo = format!("demo:\n  mission: \"ltl: {0}\"\n  formula: {0}\n", imported.goal);
        files.push(("start.yaml", format!("# Written from PDDL.\ndomain: {name}\n{always}{demo}")));
    }
    files.push(("fleet.yaml", fleet));
    write_new(&arguments.out, &files)?;
    for (sort, old, new) in &imported.renamed {
        println!("{sort} {old} is called {new}");
    }
    tell_left_out(&imported.left_out);
    Ok(())
}

/// The message with the path of the file in the place of "domain" or "problem".
fn with_path(message: &str, arguments: &ImportArguments) -> String {
    for (file, path) in [("domain:", Some(&arguments.domain)), ("problem:", arguments.problem.as_ref())] {
        if let (Some(rest), Some(path)) = (message.strip_prefix(file), path) {
            return format!("{}:{rest}", path.display());
        }
    }
    message.to_owned()
}

/// Writes a fleet's world as PDDL, and says what PDDL cannot say of it.
///
/// # Errors
/// A file that cannot be read or written, or a goal that is no fact of the world.
pub fn run_export(arguments: &ExportArguments, place: &Place) -> Result<()> {
    let fleet = FleetFile::read(&FleetFile::find(&arguments.fleet, &place.share)?)?;
    let world = fleet.read_world()?;
    let state = fleet.draw_start(&world, arguments.seed)?.drawn.known;
    let goal = arguments.goal.iter().map(|fact| condition(&world, fact)).collect::<Result<Vec<_>>>()?;
    let exported = export(&world, &state, &Formula::And(goal));
    write_new(&arguments.out, &[("domain.pddl", exported.domain), ("problem.pddl", exported.problem)])?;
    tell_left_out(&exported.left_out);
    Ok(())
}

/// The condition that a fact holds; after `not`, that it does not.
fn condition(world: &World, fact: &str) -> Result<Formula> {
    if let Some(fact) = fact.trim().strip_prefix("not ") {
        return Ok(Formula::Not(Box::new(condition(world, fact)?)));
    }
    let atom = world.atom(fact.trim()).with_context(|| {
        format!("--goal {fact:?} is no fact of this world, nor one after \"not\"; PDDL has no other missions")
    })?;
    let arguments = atom.arguments.iter().map(|&object| Term::Constant(object)).collect();
    Ok(match atom.value {
        Some(value) => Formula::Equal(Term::Value(atom.predicate, arguments), Term::Constant(value)),
        None => Formula::Holds(atom.predicate, arguments),
    })
}

fn tell_left_out(left_out: &[String]) {
    for sentence in left_out {
        println!("not carried over: {sentence}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_file_that_is_wrong() {
        let arguments = ImportArguments {
            domain: PathBuf::from("site/domain.pddl"),
            problem: Some(PathBuf::from("monday.pddl")),
            actor: None,
            out: PathBuf::from("out"),
        };
        let put = |message: &str| with_path(message, &arguments);
        assert_eq!(put("domain:2:3: no type"), "site/domain.pddl:2:3: no type");
        assert_eq!(put("problem:1:1: no object"), "monday.pddl:1:1: no object");
        assert_eq!(put("the domain has no type"), "the domain has no type");
    }

    #[test]
    fn a_household_is_exported_as_its_simulator_draws_it() -> Result<()> {
        let share = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let place = Place { share, programs: PathBuf::new(), out: PathBuf::new() };
        let out = std::env::temp_dir().join(format!("surefleet-export-{}", std::process::id()));
        let fleet = "household-demo".to_owned();
        let goals = |goals: &[&str]| goals.iter().map(|&goal| goal.to_owned()).collect();
        let goal = goals(&["located(apple_1, shelf)", "not open(fridge)"]);
        run_export(&ExportArguments { fleet: fleet.clone(), goal, seed: 1, out: out.clone() }, &place)?;
        let problem = std::fs::read_to_string(out.join("problem.pddl"))?;
        std::fs::remove_dir_all(&out)?;
        let goal = "(and (located apple_1 shelf) (not (open fridge)) ";
        assert!(problem.split("(:goal").nth(1).is_some_and(|text| text.contains(goal)), "{problem}");
        assert!(problem.contains("(located apple_2 "), "{problem}");
        let goal = goals(&["F G open(fridge)"]);
        let refused = run_export(&ExportArguments { fleet, goal, seed: 1, out }, &place).expect_err("no fact");
        assert!(refused.to_string().starts_with("--goal \"F G open(fridge)\" is no fact"), "{refused}");
        Ok(())
    }
}
