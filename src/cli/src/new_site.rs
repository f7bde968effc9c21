//! `surefleet new-site`: the files of a small site that runs at once, to be made into one's own.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::new_files::write_new;

/// Arguments of `surefleet new-site`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to write to: domain.yaml, fleet.yaml and start.yaml. It is made if it is missing; nothing there is
    /// written over.
    folder: PathBuf,
}

const FILES: [(&str, &str); 3] = [
    ("domain.yaml", include_str!("new_site/domain.yaml")),
    ("fleet.yaml", include_str!("new_site/fleet.yaml")),
    ("start.yaml", include_str!("new_site/start.yaml")),
];

/// Writes the files, and says what to do with them.
///
/// # Errors
/// A file that is there already, or cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    write_new(&arguments.folder, &FILES)?;
    let domain = quoted(&arguments.folder.join("domain.yaml"));
    let fleet = quoted(&arguments.folder.join("fleet.yaml"));
    println!("\nNext:");
    println!("  surefleet domain {domain} --watch    says what is wrong while you write");
    println!("  surefleet check {fleet}              reads all three files");
    println!("  surefleet plan --fleet {fleet}       plans the mission in start.yaml");
    println!("  surefleet demo --fleet {fleet}       carries it out in simulation");
    println!("docs/your-site.md goes on from here.");
    Ok(())
}

/// A path as a shell reads it.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%:,=".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use surefleet_english::{Vocabulary, read};
    use surefleet_ltl::Formula;
    use surefleet_search::{Answer, Budget, Task, check_plan, shortest};
    use surefleet_site::FleetFile;
    use surefleet_world::{Effect, Origin, Rule};

    use super::*;

    /// The site in a folder of its own.
    fn written(name: &str) -> (PathBuf, FleetFile) {
        let folder = std::env::temp_dir().join(format!("surefleet new-site {}-{name}", std::process::id()));
        run(&Arguments { folder: folder.clone() }).expect("the folder is new");
        let fleet = FleetFile::read(&folder.join("fleet.yaml")).expect("a sound fleet file");
        (folder, fleet)
    }

    #[test]
    fn its_mission_is_read_as_it_says_and_has_a_plan_that_the_checker_accepts_whatever_the_seed() {
        let (folder, fleet) = written("plan");
        let world = fleet.read_world().expect("a sound domain");
        let start = fleet.read_start(world.domain()).expect("a sound start").expect("it is simulated");
        let demo = start.demo().expect("a mission").clone();
        let reading = read(&demo.mission, &Vocabulary::of(&world)).expect("it is read");
        let formula = Formula::parse(demo.formula.as_deref().expect("it has one")).expect("a formula");
        assert_eq!(reading.formula().to_string(), formula.to_string());
        let team: Vec<usize> = (0..world.team_size()).collect();
        let task = Task::new(&world, &formula, &[], &team).expect("a task");
        for seed in 0..20 {
            let state = start.with_facts(demo.facts.clone()).draw(&world, seed).expect("a start").known;
            let answer = shortest(&task, &state, &task.begin(&state), fleet.horizon, Budget(2_000_000));
            let Answer::Found { plan, is_shortest: true } = answer else { panic!("seed {seed}: {answer:?}") };
            assert_eq!(plan.len(), 5, "every kind acts: open, drive, grab, drive, put down");
            check_plan(&world, std::slice::from_ref(&formula), &team, &state, &plan).expect("an admissible plan");
        }
        for seed in 0..200 {
            start.draw(&world, seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
        fs::remove_dir_all(folder).expect("it was made above");
    }

    #[test]
    fn it_shows_every_part_of_the_domain_language() {
        let (folder, fleet) = written("parts");
        let world = fleet.read_world().expect("a sound domain");
        let domain = world.domain();
        let kinds: BTreeSet<_> =
            (0..world.team_size()).map(|place| world.object(world.robot(place)).types.clone()).collect();
        assert_eq!(kinds.len(), 2, "two kinds of robots");
        assert!(domain.types().iter().any(|one| one.parents.len() > 1));
        assert!(domain.objects().iter().any(|one| one.pose.is_some()));
        let has = |wanted: fn(&Origin) -> bool| domain.predicates().iter().any(|one| wanted(&one.origin));
        assert!(has(|one| matches!(one, Origin::Derived(_))) && has(|one| matches!(one, Origin::Cases(_))));
        assert!(!domain.always().is_empty() && !domain.notes().is_empty() && domain.example().is_some());
        let effects = || domain.skills().iter().flat_map(|one| &one.effects);
        assert!(
            effects().any(|one| matches!(one, Effect::If(..))) && effects().any(|one| matches!(one, Effect::Each(..)))
        );
        assert!(domain.skills().iter().any(|one| !one.first.is_empty()));
        let rule = |wanted: fn(&Rule) -> bool| domain.laws().iter().any(|one| wanted(&one.rule));
        assert!(rule(|one| matches!(one, Rule::Never(_))));
        assert!(rule(|one| matches!(one, Rule::OneOf { is_exact: true, .. })));
        assert!(rule(|one| matches!(one, Rule::OneOf { is_exact: false, .. })));
        for symbol in &domain.example().expect("checked above").plan {
            assert!(world.find_decision(symbol).is_some(), "{symbol} is no decision");
        }
        fs::remove_dir_all(folder).expect("it was made above");
    }

    #[test]
    fn it_writes_over_nothing() {
        let (folder, _) = written("twice");
        let path = folder.join("domain.yaml");
        fs::write(&path, "mine").expect("it is there");
        let error = run(&Arguments { folder: folder.clone() }).expect_err("the files are there");
        assert!(error.to_string().contains("domain.yaml is there already: move it away"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine");
        fs::remove_dir_all(folder).expect("it was made above");
    }

    #[test]
    fn commands_that_it_names_can_be_copied() {
        assert_eq!(quoted(Path::new("sites/lab-1/fleet.yaml")), "sites/lab-1/fleet.yaml");
        assert_eq!(quoted(Path::new("my site/fleet.yaml")), "'my site/fleet.yaml'");
        assert_eq!(quoted(Path::new("it's/f.yaml")), r"'it'\''s/f.yaml'");
    }
}
