use std::{collections::BTreeMap, sync::Arc};

use surefleet_fleet::{JointStep, MissionId, Stamp};

use crate::{
    Entry, RingConfig,
    ended::Ended,
    execution::Execution,
    mission::{Context, Mission},
    team::Team,
};

/// The state in an earlier life's journal.
#[derive(Debug, Default)]
pub(crate) struct Recovered {
    pub ended: Ended,
    pub missions: BTreeMap<MissionId, (Mission, Option<JointStep>)>,
}

impl Recovered {
    pub fn read(now: Stamp, config: &RingConfig, journal: impl IntoIterator<Item = Entry>) -> Self {
        let mut recovered = Self::default();
        for entry in journal {
            recovered.apply(now, config, entry);
        }
        recovered
    }

    fn apply(&mut self, now: Stamp, config: &RingConfig, entry: Entry) {
        match entry {
            Entry::Met { turn, is_new } => {
                if let Ok(Some(team)) = Team::new(now, &turn.brief, &config.me, config.lease) {
                    self.missions.insert(turn.mission(), (Mission::new(turn, team.unheard(), is_new), None));
                }
            }
            Entry::Issued(turn) | Entry::Held(turn) => {
                if let Some((mission, _)) = self.missions.get_mut(&turn.mission()) {
                    mission.issued = Some((turn.step, turn.attempt));
                    if turn.key() > mission.turn.key() {
                        mission.kept = turn.key();
                        mission.turn = turn;
                    }
                }
            }
            Entry::Decided { mission, step, attempt, decision, team_step } => {
                if let Some((mission, _)) = self.missions.get_mut(&mission) {
                    mission.decided = Some((step, attempt));
                    let held = (mission.turn.step, mission.turn.attempt);
                    if held == (step, attempt) && mission.turn.holder() == Some(&config.me) {
                        mission.turn = Arc::new(mission.turn.after_planning(decision, team_step));
                    }
                }
            }
            Entry::Approved(joint) => {
                if let Some((mission, approved)) = self.missions.get_mut(&joint.mission) {
                    mission.look_for_own_decision(&joint, &config.me);
                    *approved = Some(joint);
                }
            }
            Entry::Finished { mission, step, outcome } => {
                if let Some((mission, _)) = self.missions.get_mut(&mission) {
                    mission.finished = Some((step, outcome));
                }
            }
            Entry::Ended(mission) => {
                self.missions.remove(&mission);
                self.ended.insert(mission);
            }
        }
    }
}

impl Mission {
    /// Continues where an earlier life stopped: it decides the turn it held. It executes an approved, unfinished part
    /// if its mates are still there for it.
    pub fn resume(&mut self, cx: &mut Context<'_>, approved: Option<JointStep>) {
        let approved = approved.filter(|joint| joint.step == self.turn.step);
        let Some(execution) = approved.and_then(|joint| Execution::new(cx.now, joint, &self.team)) else {
            return self.take_up(cx);
        };
        let joint = execution.joint.clone();
        self.begin(cx, execution);
        let is_finished = self.finished.as_ref().is_some_and(|(step, _)| *step == joint.step);
        match joint.decision_of(&cx.config.me) {
            Some(_) if is_finished => self.report(cx, self.team.me, joint.step),
            Some(_) => {
                self.rejoins_until = Some(cx.now + cx.config.lease * 2);
                self.rejoin(cx);
            }
            None => {}
        }
    }
}
