use std::collections::BTreeMap;

use surefleet_fleet::{Outcome, Stamp};

use super::{Monitor, correcting::corrected};
use crate::{
    FirstTurn, KnownMission, MissionReport, MonitorEntry, NotRunning, Policy,
    running::{Reading, Running},
    under_way::Begun,
};

impl Monitor {
    /// The monitor whose earlier life wrote these entries. Running missions go on, and every approved joint step
    /// remains the only one of its (mission, step).
    ///
    /// The world is unseen, so nothing is approved until it is observed again. A mission that this policy cannot read
    /// is halted, and so is one with an approval whose preceding steps are missing.
    pub fn restore(now: Stamp, policy: Policy, entries: impl IntoIterator<Item = MonitorEntry>) -> Self {
        let mut monitor = Self::new(policy);
        let mut broken = BTreeMap::new();
        let mut corrections = BTreeMap::new();
        let mut already_shown = BTreeMap::new();
        for entry in entries {
            // A correction that was started or turned away is finished, however long ago that was.
            if let MonitorEntry::Admitted(first) = &entry {
                corrections.remove(&first.turn.mission());
            }
            match entry {
                // A journal may hold a line twice; the second one must not undo what came between.
                MonitorEntry::Admitted(first) if monitor.find(first.turn.mission()).is_ok() => {}
                MonitorEntry::Admitted(first) => {
                    let FirstTurn { turn, asked } = *first;
                    match Reading::of(&monitor.policy, &turn.brief) {
                        Ok(reading) => {
                            let mut mission = Running::new(now, &monitor.policy, turn.brief.clone(), reading);
                            mission.note_issued(turn.step, turn.attempt);
                            mission.began = asked;
                            mission.forsaken_since = Some(now);
                            monitor.running.insert(turn.mission(), mission);
                        }
                        Err(error) => drop(broken.insert(turn.mission(), error.to_string())),
                    }
                }
                MonitorEntry::Issued { mission, step, attempt } => {
                    if let Some(mission) = monitor.running.get_mut(&mission) {
                        mission.note_issued(step, attempt);
                    }
                }
                MonitorEntry::AlreadyShown { mission, step, attempt, robots } => {
                    already_shown.insert((mission, step, attempt), robots);
                }
                MonitorEntry::Approved(joint) => match monitor.running.get_mut(&joint.mission) {
                    Some(mission) if mission.next_step() == joint.step => {
                        // This life was not told how the step went.
                        let shown =
                            already_shown.remove(&(joint.mission, joint.step, joint.attempt)).unwrap_or_default();
                        monitor.under_way.begin(now, &monitor.policy, &joint, Begun::Told(&shown), &monitor.arms);
                        mission.approved.push(joint);
                    }
                    Some(mission) if mission.approved_at(joint.step) == Some(&joint) => {}
                    Some(_) => {
                        drop(broken.insert(joint.mission, format!("its journal lacks steps before {}", joint.step)));
                    }
                    None => {}
                },
                MonitorEntry::Refused(refusal) => monitor.note_refusal(refusal),
                MonitorEntry::Proposed { .. }
                | MonitorEntry::Confirmed { .. }
                | MonitorEntry::Retired { .. }
                | MonitorEntry::Broken { .. }
                | MonitorEntry::Stood(_) => monitor.restore_constraint(entry),
                MonitorEntry::Ended { mission, outcome, at, helped, decisions, .. } => {
                    let ended = monitor.running.remove(&mission);
                    if monitor.past.outcome(mission).is_none() {
                        let plan = ended.as_ref().map(|ended| ended.plan(&monitor.policy.world));
                        let plan = plan.unwrap_or_default();
                        let report = MissionReport { mission, outcome: outcome.clone(), plan, helped, decisions };
                        let brief = ended.as_ref().map(|ended| ended.brief().clone());
                        let began = ended.as_ref().and_then(|ended| ended.began);
                        monitor.past.keep(KnownMission::ended(report, brief, began, at));
                    }
                    if let (Outcome::Corrected(words), Some(ended)) = (&outcome, ended) {
                        let brief = corrected(ended.brief(), words);
                        corrections.insert(brief.id, brief);
                    }
                    corrections.remove(&mission);
                    broken.remove(&mission);
                    monitor.past.end(mission, outcome);
                }
            }
        }
        // A journal may be written twice over: a mission that has ended must not run.
        monitor.running.retain(|mission, _| monitor.past.outcome(*mission).is_none());
        for mission in monitor.running.values() {
            if let Some(robot) = mission.team().iter().find(|robot| !monitor.policy.fleet.contains(robot)) {
                broken.insert(mission.id(), format!("{robot} is not of the fleet any more"));
            }
        }
        monitor.resume_watch(now);
        corrections.retain(|mission, _| matches!(monitor.find(*mission), Err(NotRunning::Unknown(_))));
        monitor.resume_corrections(now, corrections.into_values());
        for (mission, problem) in broken {
            monitor.end(
                now,
                mission,
                Outcome::Halted(format!("it cannot go on after the monitor's restart: {problem}")),
            );
        }
        monitor
    }
}
