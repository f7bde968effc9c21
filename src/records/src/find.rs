//! Finds the records of a fleet.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use surefleet_planner::DecisionRecord;

use crate::{audit::Audited, error::RecordsError};

/// Records, and the state folder of the nodes that wrote them, if it is known.
pub struct FoundRecords {
    /// In the order in which they were made.
    pub records: Vec<DecisionRecord>,
    /// The state folder; it holds journals too.
    pub state: Option<PathBuf>,
    /// The fleet's file or its name, if the caller gave one of them.
    pub fleet: Option<String>,
}

/// Files of records, and where they come from.
pub struct Located {
    /// In the order of their names.
    pub files: Vec<PathBuf>,
    /// The state folder of the nodes that wrote them.
    pub state: Option<PathBuf>,
    /// The fleet's file or its name, if the caller gave one of them.
    pub fleet: Option<String>,
    /// Whether the caller named one file: it may hold only one robot's records, so other robots' records are not
    /// missed.
    pub is_one_file: bool,
}

/// Finds files of records by a fleet's name or file (the newest that `up` or `demo` left in `out`), a state folder, or
/// a file of records.
///
/// # Errors
/// Nothing is there; the error names the places that were searched.
pub fn locate(what: &str, out: &Path) -> Result<Located, RecordsError> {
    let path = Path::new(what);
    let is_fleet = path.extension().is_some_and(|extension| extension == "yaml");
    if path.is_file() && !is_fleet {
        let state = path
            .parent()
            .map(|folder| if folder.join("state").is_dir() { folder.join("state") } else { folder.into() });
        return Ok(Located { files: vec![path.to_owned()], state, fleet: None, is_one_file: true });
    }
    if path.is_dir() {
        return Ok(Located { files: files(path)?, state: Some(path.to_owned()), fleet: None, is_one_file: false });
    }
    let name = path.file_stem().filter(|_| is_fleet).map_or_else(|| what.into(), |stem| stem.to_string_lossy());
    let up = out.join(&*name).join("state");
    let noted = |folder: &Path| std::fs::read_to_string(folder.join("fleet")).map(|fleet| fleet.trim().to_owned());
    let demo = out.join("demo");
    let is_of_it = noted(&demo).is_ok_and(|fleet| fleet == what || fleet == name);
    let demo = is_of_it.then(|| demo.join("state"));
    let places = [Some(up.clone()), demo].into_iter().flatten();
    let newest = places.filter_map(|folder| Some((written(&folder)?, folder))).max();
    let Some((_, state)) = newest else {
        return Err(RecordsError::NoRun { fleet: what.to_owned(), state: up });
    };
    let fleet = state.parent().and_then(|folder| noted(folder).ok()).unwrap_or_else(|| what.to_owned());
    Ok(Located { files: files(&state)?, state: Some(state), fleet: Some(fleet), is_one_file: false })
}

/// Finds records like [`locate`], reads them and accepts only genuine ones. `keys`: the folder of the fleet's public
/// keys.
///
/// # Errors
/// Errors of [`locate`]; a file that cannot be read; the first record that does not follow from its evidence, is
/// outside its chain, or lacks its robot's seal.
pub fn find(what: &str, keys: Option<&Path>, out: &Path) -> Result<FoundRecords, RecordsError> {
    let located = locate(what, out)?;
    let records = of_robots(&located, keys)?;
    let Located { state, fleet, .. } = located;
    Ok(FoundRecords { records, state, fleet })
}

/// All planners' records in a state folder, in the order in which they were made.
///
/// # Errors
/// Those of [`find`].
pub fn of_folder(state: &Path) -> Result<Vec<DecisionRecord>, RecordsError> {
    let state_folder = Some(state.to_owned());
    of_robots(&Located { files: files(state)?, state: state_folder, fleet: None, is_one_file: false }, None)
}

fn of_robots(located: &Located, keys: Option<&Path>) -> Result<Vec<DecisionRecord>, RecordsError> {
    let audited = Audited::of(located, keys, None)?;
    if let Some(fault) = audited.faults.first() {
        return Err(RecordsError::Faulty { fault: fault.in_words() });
    }
    let mut records = audited.records;
    records.sort_by_key(|record| record.decided_at);
    Ok(records)
}

/// Files of records. A planner that was never asked has an empty one, which is left out.
fn files(state: &Path) -> Result<Vec<PathBuf>, RecordsError> {
    let entries = std::fs::read_dir(state).map_err(RecordsError::file(state))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".records.jsonl"));
    files.retain(|path| path.metadata().is_ok_and(|file| file.len() > 0));
    files.sort();
    Ok(files)
}

/// Time of the last record in this folder.
fn written(state: &Path) -> Option<SystemTime> {
    let files = files(state).ok()?;
    files.iter().filter_map(|file| file.metadata().ok()?.modified().ok()).max()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fixture::{chained, record, write_keys};

    const SURE: [f64; 4] = [0.9, 0.05, 0.03, 0.02];

    #[test]
    fn the_newest_records_of_a_fleet_are_found_by_its_name() {
        let out = std::env::temp_dir().join(format!("surefleet-find-{}", std::process::id()));
        let missing = find("kitchen", None, &out).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(missing.contains("no records of a fleet \"kitchen\""), "{missing}");
        let (up, demo) = (out.join("kitchen/state"), out.join("demo/state"));
        for (folder, steps) in [(&up, 1..=1), (&demo, 1..=2)] {
            fs::create_dir_all(folder).expect("a writable folder");
            write_keys(folder);
            let records = chained(steps.map(|step| record(step, 0, "robot_1", SURE, None)));
            let lines: String = records.iter().map(|record| record.to_json() + "\n").collect();
            fs::write(folder.join("robot_1.records.jsonl"), lines).expect("a writable folder");
            fs::write(folder.join("robot_2.records.jsonl"), "").expect("a writable folder");
        }
        let old = fs::File::options().write(true).open(up.join("robot_1.records.jsonl")).expect("just written");
        old.set_modified(SystemTime::UNIX_EPOCH).expect("its own file");
        let count = || find("kitchen", None, &out).expect("there are records").records.len();
        assert_eq!(count(), 1, "the demo was of another fleet");
        fs::write(out.join("demo/fleet"), "kitchen\n").expect("a writable folder");
        assert_eq!(count(), 2, "the demo was later");
        fs::write(out.join("kitchen/fleet"), "/elsewhere/kitchen.yaml").expect("a writable folder");
        fs::remove_file(out.join("demo/fleet")).expect("just written");
        for what in ["kitchen", "/elsewhere/kitchen.yaml"] {
            let found = find(what, None, &out).expect("there are records");
            assert_eq!((found.records.len(), found.fleet.as_deref()), (1, Some("/elsewhere/kitchen.yaml")), "{what}");
        }
        let by_path = find(&up.display().to_string(), None, &out).expect("a folder");
        assert_eq!((by_path.records.len(), by_path.fleet), (1, None));
        fs::remove_dir_all(out).expect("its own folder");
    }
}
