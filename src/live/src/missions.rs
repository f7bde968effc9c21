//! `surefleet missions`, `follow` and `cancel`: for all missions, no matter who sent them and how often the safety
//! monitor restarted.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Result, bail};
use surefleet_cli::{named::Named, table::Table};
use surefleet_client::{ExplainedRefusal, ListedMission, cancel_mission, follow_mission, list_missions};
use surefleet_fleet::MissionId;
use surefleet_ros::NodeError;
use surefleet_site::Access;

use crate::{
    apart::Results,
    mission::{INTERRUPTED, Shown, short, show},
};

/// Arguments of `surefleet missions`.
#[derive(clap::Args)]
pub struct List {
    /// Print one JSON array of objects: `id`, `text`, `team`, `state` (waiting, running, succeeded, failed, corrected), `step`,
    /// `error_code`, `error_msg`, `plan`, `help_count`, `decisions`, `corrected`, `successor` (of a corrected mission), `since`
    /// and `ended` (seconds since the epoch; 0: unknown).
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    fleet: Named,
}

/// Arguments of `surefleet follow`.
#[derive(clap::Args)]
pub struct Follow {
    /// The mission's id, or a unique beginning of it; default: the running mission, if there is only one.
    mission: Option<String>,
    /// Print the result as one JSON object, as `surefleet mission` does.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    fleet: Named,
}

/// Arguments of `surefleet cancel`.
#[derive(clap::Args)]
pub struct Cancel {
    /// The mission's id, or a unique beginning of it; default: every running or waiting mission.
    mission: Option<String>,
    #[command(flatten)]
    fleet: Named,
}

/// Shows the missions that run or wait and those that ended last.
///
/// # Errors
/// No fleet.
pub fn list(arguments: &List, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let mut results = if arguments.json { Some(Results::keep_stdout()?) } else { None };
    let all = list_missions(&arguments.fleet.access()?, arguments.fleet.patience, interrupted)?;
    if let Some(results) = &mut results {
        return results.print(&format!("{:#}", serde_json::to_value(all)?));
    }
    if all.is_empty() {
        println!("there are no missions; to send one: surefleet mission \"...\"");
        return Ok(());
    }
    let mut table = Table::new(&["mission", "state", "steps", "decisions", "by people", "text"]);
    for one in all {
        let ListedMission { id, state, step, decisions, help_count, text, .. } = one;
        table.row([short(&id), state.into(), step.to_string(), decisions.to_string(), help_count.to_string(), text]);
    }
    print!("{table}");
    Ok(())
}

/// Follows a mission to its end; Ctrl-C leaves it running.
///
/// # Errors
/// No fleet, no such mission, or a mission that did not succeed.
pub fn follow(arguments: &Follow, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let results = if arguments.json { Some(Results::keep_stdout()?) } else { None };
    let patience = arguments.fleet.patience;
    let access = arguments.fleet.access()?;
    let all = list_missions(&access, patience, interrupted)?;
    let id = match &arguments.mission {
        Some(prefix) => find(&all, prefix)?,
        None => match all.iter().filter(|one| one.is_open()).collect::<Vec<_>>()[..] {
            [] => bail!("no mission is running; surefleet missions lists those that ended"),
            [one] => MissionId::try_from(one.id.clone())?,
            [..] => bail!("more than one mission is running: name one of those that surefleet missions lists"),
        },
    };
    let shown = Shown::new(results);
    match follow_mission(&access, id, patience, interrupted, |progress| shown.tell(progress)) {
        Err(NodeError::Interrupted(why)) => {
            eprintln!("{why}");
            Ok(INTERRUPTED)
        }
        followed => show(&access, followed?, shown, false),
    }
}

/// Cancels a mission, or all.
///
/// # Errors
/// No fleet, no such mission, or no mission at all.
pub fn cancel(arguments: &Cancel, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let patience = arguments.fleet.patience;
    let access = arguments.fleet.access()?;
    let all = list_missions(&access, patience, interrupted)?;
    let chosen = match &arguments.mission {
        Some(prefix) => vec![find(&all, prefix)?],
        None => {
            let open = all.iter().filter(|one| one.is_open());
            open.map(|one| Ok(MissionId::try_from(one.id.clone())?)).collect::<Result<Vec<_>>>()?
        }
    };
    if chosen.is_empty() {
        bail!("no mission is running: nothing was cancelled (surefleet missions lists those that ended)");
    }
    cancel_each(chosen, |mission| cancel_mission(&access, mission, patience, interrupted))
}

/// Cancels every one of these missions, even if some cannot be cancelled.
fn cancel_each(chosen: Vec<MissionId>, mut cancel: impl FnMut(MissionId) -> Result<(), NodeError>) -> Result<()> {
    let count = chosen.len();
    let mut wrong = Vec::new();
    for mission in chosen {
        match cancel(mission) {
            Ok(()) => println!("mission {mission} is cancelled"),
            Err(error @ NodeError::Interrupted(_)) => return Err(error.into()),
            Err(error) => wrong.push(format!("mission {mission}: {error}")),
        }
    }
    match &wrong[..] {
        [] => Ok(()),
        [one] if count == 1 => bail!("{one}"),
        _ => bail!("{} of {count} missions were not cancelled:\n{}", wrong.len(), wrong.join("\n")),
    }
}

/// The mission whose refusals are to be told: the one with this beginning of an id, or the last one. A whole id asks no fleet.
///
/// # Errors
/// No fleet, no such mission, or no mission at all.
pub fn explained(
    access: &Access,
    prefix: Option<&str>,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<MissionId> {
    match prefix.map(|prefix| (find(&[], prefix), prefix)) {
        Some((Ok(mission), _)) => Ok(mission),
        Some((Err(_), prefix)) => find(&list_missions(access, patience, interrupted)?, prefix),
        None => match last(&list_missions(access, patience, interrupted)?) {
            Some(last) => Ok(MissionId::try_from(last.id.clone())?),
            None => bail!("no mission was sent yet: nothing was refused"),
        },
    }
}

/// Why a mission never began, as the refusal of step 0.
///
/// # Errors
/// No fleet.
pub fn unstarted(
    access: &Access,
    mission: MissionId,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<Option<ExplainedRefusal>> {
    let all = list_missions(access, patience, interrupted)?;
    let found = all.into_iter().find(|one| one.id == mission.to_string() && one.never_began());
    Ok(found.map(|one| ExplainedRefusal { step: 0, attempt: 0, decided: Vec::new(), reasons: vec![one.error_msg] }))
}

/// The mission that was requested last.
fn last(all: &[ListedMission]) -> Option<&ListedMission> {
    all.iter().max_by(|one, other| one.since.total_cmp(&other.since))
}

/// Finds the intended mission; a complete id need not be in the list.
fn find(all: &[ListedMission], prefix: &str) -> Result<MissionId> {
    let prefix = prefix.replace('-', "").to_ascii_lowercase();
    if prefix.is_empty() {
        bail!("the id of the mission is empty: give some of it (surefleet missions lists them), or no argument at all");
    }
    if let Ok(mission) = MissionId::try_from(prefix.clone()) {
        return Ok(mission);
    }
    let matching: Vec<&ListedMission> = all.iter().filter(|one| one.id.starts_with(&prefix)).collect();
    match matching[..] {
        [one] => Ok(MissionId::try_from(one.id.clone())?),
        [] => bail!("no mission's id begins with {prefix:?}: surefleet missions lists them"),
        [..] => bail!("the ids of {} missions begin with {prefix:?}: give more of it", matching.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(id: &str) -> ListedMission {
        ListedMission {
            id: id.to_owned(),
            text: String::new(),
            team: Vec::new(),
            state: "running",
            step: 1,
            error_code: 0,
            error_msg: String::new(),
            plan: Vec::new(),
            help_count: 0,
            decisions: 0,
            corrected: String::new(),
            successor: String::new(),
            since: 0.0,
            ended: 0.0,
        }
    }

    #[test]
    fn a_mission_is_named_by_as_much_of_its_id_as_no_other_has() {
        let all =
            ["ab00000000000000000000000000000", "ab10000000000000000000000000000"].map(|id| listed(&format!("{id}0")));
        assert_eq!(find(&all, "ab1").expect("one").to_string(), all[1].id);
        assert_eq!(find(&all, "AB1").expect("one").to_string(), all[1].id);
        assert!(find(&all, "ab").expect_err("two").to_string().contains("2 missions"));
        for empty in ["", "-"] {
            assert!(find(&all[..1], empty).expect_err("none is named").to_string().contains("is empty"));
        }
        assert!(find(&all, "cd").is_err());
        let unlisted = "cd000000-0000-0000-0000-000000000001";
        assert_eq!(find(&all, unlisted).expect("it is whole").to_string(), unlisted.replace('-', ""));
    }

    #[test]
    fn the_mission_that_was_requested_last_is_explained() {
        let at = |id: &str, since| ListedMission { since, ..listed(id) };
        let all = [at("a", 20.0), at("b", 30.0), at("c", 10.0)];
        assert_eq!(last(&all).map(|one| one.id.as_str()), Some("b"));
        assert!(last(&[]).is_none());
    }

    #[test]
    fn one_that_cannot_be_cancelled_keeps_no_other_from_it() {
        let [over, runs] = [1, 2].map(|id| MissionId::new([id; 16]));
        let mut cancelled = Vec::new();
        let mut cancel = |mission| {
            if mission == over {
                return Err(NodeError::Refused("it is over".into()));
            }
            cancelled.push(mission);
            Ok(())
        };
        let error = cancel_each(vec![over, runs], &mut cancel).expect_err("one is over").to_string();
        assert!(
            error.contains("1 of 2") && error.contains(&over.to_string()) && error.contains("it is over"),
            "{error}"
        );
        assert!(cancel_each(vec![runs], &mut cancel).is_ok());
        assert_eq!(cancelled, [runs, runs]);
    }
}
