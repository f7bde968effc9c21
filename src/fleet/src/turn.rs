use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Attempt, Brief, Decided, Decision, Digest, Facts, JointStep, MissionId, RobotId, StepIndex, TeamStep};

/// The right to decide, together with everything that the decision depends on.
///
/// A turn is self-contained: a robot that has seen nothing else can decide from it, and any robot that has
/// seen it can issue it again. The holder is the first robot of `order` that has not decided.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The client's request.
    pub brief: Arc<Brief>,
    /// The step that is being decided.
    pub step: StepIndex,
    /// The try at this step.
    pub attempt: Attempt,
    /// The ordered set I of Algorithm 1: every robot of the team, once.
    pub order: Arc<[RobotId]>,
    /// Decisions so far: `decided[i]` is the decision of `order[i]`.
    pub decided: Vec<Decided>,
    /// Decisions of steps 1 to t - 1: a row for each step, a column for each robot of `brief.team`; `None`: absent.
    pub history: Arc<[Vec<Option<Decision>>]>,
    /// The world as observed when the step began.
    pub facts: Facts,
    /// How often this step sought help from team mates (w of Algorithm 1).
    pub reorders: u32,
    /// Why earlier joint steps of this step were refused, for the prompt.
    pub refusals: Arc<[String]>,
    /// Failures of the step before: a sentence for each robot whose action failed, for the prompt.
    ///
    /// Older journals lack this field; they are read as if nothing was known.
    #[serde(default)]
    pub failures: Arc<[String]>,
    /// The joint step that a planner for the team wrote, if it did and somebody has decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_step: Option<Arc<TeamStep>>,
}

/// A turn's place in the total order of turns of one mission: later keys supersede earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnKey {
    /// The step.
    pub step: StepIndex,
    /// The try at the step.
    pub attempt: Attempt,
    /// How many robots have decided.
    pub position: u32,
}

impl Turn {
    /// A mission's first turn: nobody has decided, and the team decides in the order of the brief.
    pub fn first(brief: Arc<Brief>, facts: Facts) -> Self {
        Self {
            step: StepIndex::FIRST,
            attempt: Attempt::FIRST,
            order: brief.team.as_slice().into(),
            decided: Vec::new(),
            history: Arc::new([]),
            facts,
            reorders: 0,
            refusals: Arc::new([]),
            failures: Arc::new([]),
            team_step: None,
            brief,
        }
    }

    /// The mission.
    pub fn mission(&self) -> MissionId {
        self.brief.id
    }

    /// The turn's place in the total order.
    pub fn key(&self) -> TurnKey {
        TurnKey { step: self.step, attempt: self.attempt, position: self.decided.len() as u32 }
    }

    /// Whose turn it is; `None` once all have decided.
    pub fn holder(&self) -> Option<&RobotId> {
        self.order.get(self.decided.len())
    }

    /// The complete joint step, once all have decided.
    pub fn joint_step(&self) -> Option<JointStep> {
        self.holder().is_none().then(|| JointStep {
            mission: self.mission(),
            step: self.step,
            attempt: self.attempt,
            decided: self.decided.clone(),
        })
    }

    /// Steps left, this one included.
    pub fn steps_left(&self) -> u32 {
        self.step.left_in(self.brief.horizon)
    }

    /// Whether the whole team stays `idle` in this step if its last robot, the holder, does.
    pub fn ends_idle(&self, idle: Decision) -> bool {
        let stays = |decided: &Decided| decided.decision.is_none_or(|decision| decision == idle);
        self.decided.len() + 1 == self.order.len() && self.decided.iter().all(stays)
    }

    /// The turn that follows once the holder has decided.
    ///
    /// # Panics
    /// If all have decided: such a turn has no holder, so nobody may call this.
    #[must_use]
    pub fn after(&self, decision: Option<Decision>) -> Self {
        let robot = self.holder().expect("only the holder of a turn decides").clone();
        let mut next = self.clone();
        next.decided.push(Decided { robot, decision, attempt: self.attempt });
        next
    }

    /// The turn that follows once the holder has decided, with its team step where the turn awaits one.
    ///
    /// # Panics
    /// As [`after`](Self::after).
    #[must_use]
    pub fn after_planning(&self, decision: Decision, team_step: Option<Arc<TeamStep>>) -> Self {
        let team_step = if self.awaits_team_step() { team_step } else { self.team_step.clone() };
        Self { team_step, ..self.after(Some(decision)) }
    }

    /// The same step anew, for another order, another world, or after a refusal: nobody has decided, so there is no team step either.
    #[must_use]
    pub fn undecided(&self) -> Self {
        Self { decided: Vec::new(), team_step: None, ..self.clone() }
    }

    /// Whether a planner for the team may write a joint step for this turn: nobody has decided, and there is none yet.
    pub fn awaits_team_step(&self) -> bool {
        self.team_step.is_none() && self.decided.is_empty()
    }

    /// The part that the team step has for a robot which has yet to decide; `None`: nothing that it has to heed.
    ///
    /// Once a robot has departed from its own part, the other parts count for nothing: they may have been meant to go with that one. In a mission
    /// that can mean several things no team step counts.
    pub fn part_for(&self, robot: &RobotId) -> Option<Decision> {
        let team_step = self.team_step.as_ref().filter(|_| self.brief.has_one_meaning())?;
        let part = |robot: &RobotId| team_step.parts.get(robot).copied();
        let has_taken = |decided: &Decided| decided.decision.is_some() && decided.decision == part(&decided.robot);
        self.decided.iter().all(has_taken).then(|| part(robot)).flatten()
    }

    /// A hash of everything that a decision may depend on. It leaves out the mission's id, so that two runs of the same
    /// mission meet the same digests. A turn without failures or a team step keeps the digest that it had before these fields existed.
    pub fn content(&self) -> Digest {
        let place = |robot: &RobotId| self.brief.place_of(robot).map_or(u16::MAX, |place| place as u16);
        let code = |decision: Option<Decision>| decision.map_or(u16::MAX, Decision::get);
        let mut numbers: Vec<u8> = Vec::with_capacity(64);
        numbers.extend(self.brief.horizon.to_le_bytes());
        numbers.extend(self.step.get().to_le_bytes());
        numbers.extend(self.order.iter().flat_map(|robot| place(robot).to_le_bytes()));
        for decided in &self.decided {
            numbers.extend(place(&decided.robot).to_le_bytes());
            numbers.extend(code(decided.decision).to_le_bytes());
        }
        numbers.extend(self.history.iter().flatten().flat_map(|&decision| code(decision).to_le_bytes()));
        if !self.failures.is_empty() {
            // One byte, while all other numbers take an even count: no refusal can be mistaken for a failure.
            numbers.push(self.failures.len().min(usize::from(u8::MAX)) as u8);
        }
        let words = std::iter::once(self.brief.text.as_str())
            .chain(self.brief.constraints.iter().map(String::as_str))
            .chain(self.brief.formulas.iter().chain(&self.brief.meanings).chain(&self.brief.unread).map(String::as_str))
            .chain(self.brief.rules.iter().map(String::as_str))
            .chain(self.refusals.iter().map(String::as_str))
            .chain(self.failures.iter().map(String::as_str))
            .chain(self.facts.iter());
        let team_step = self.team_step.as_ref().map(|team_step| self.team_step_content(team_step));
        let parts = std::iter::once(numbers.as_slice()).chain(words.map(str::as_bytes));
        Digest::of(parts.chain(team_step.as_deref()))
    }

    /// What of a team step a decision may depend on, as bytes that no fact begins with.
    fn team_step_content(&self, team_step: &TeamStep) -> Vec<u8> {
        let place = |robot: &RobotId| self.brief.place_of(robot).map_or(u16::MAX, |place| place as u16);
        let mut bytes = vec![0];
        bytes.extend(place(&team_step.owner).to_le_bytes());
        let parts = team_step.parts.iter();
        bytes.extend(parts.flat_map(|(robot, part)| [place(robot), part.get()]).flat_map(u16::to_le_bytes));
        bytes.extend(team_step.by.as_bytes());
        bytes
    }
}

/// How a robot's part of an approved step ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkillOutcome {
    /// The skill had its effect.
    Done,
    /// The skill failed; the reason goes into the next prompts.
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robot(name: &str) -> RobotId {
        RobotId::new(name).expect("a letter is a name")
    }

    fn turn() -> Turn {
        let team = vec![robot("a"), robot("b")];
        Turn {
            order: [robot("b"), robot("a")].into(),
            brief: Arc::new(Brief {
                constraints: vec!["never".to_owned()],
                ..Brief::new(MissionId::new([7; 16]), "fetch", 4, team)
            }),
            step: StepIndex::FIRST.next(),
            attempt: Attempt(3),
            decided: vec![Decided { robot: robot("b"), decision: Some(Decision::new(2)), attempt: Attempt(1) }],
            history: [vec![Some(Decision::new(1)), None]].into(),
            facts: Facts::new(["open(fridge)".to_owned()]),
            reorders: 0,
            refusals: ["shut".to_owned()].into(),
            failures: Arc::new([]),
            team_step: None,
        }
    }

    #[test]
    fn turn_without_failures_keeps_its_digest() {
        // Computed with hashlib. Records and calibrations from before turns had failures contain such digests.
        assert_eq!(turn().content().to_string(), "53bc99c814f8ac4f6af35eb2c7c287c9c0c172579025fc83dbf81514074b988c");
    }

    #[test]
    fn failures_change_the_digest_and_do_not_pass_for_refusals() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let digest = |refusals: &[&str], failures: &[&str]| {
            Turn { refusals: words(refusals), failures: words(failures), ..turn() }.content()
        };
        let all = [
            digest(&["x", "y"], &[]),
            digest(&["x"], &["y"]),
            digest(&[], &["x", "y"]),
            digest(&[], &["y", "x"]),
            digest(&[], &["x"]),
            digest(&["x"], &[]),
        ];
        let distinct: std::collections::BTreeSet<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), all.len());
    }

    #[test]
    fn every_part_of_a_team_step_changes_the_digest() {
        let digest = |owner: &str, by: &str, parts: &[(&str, u16)]| {
            let parts = parts.iter().map(|(name, part)| (robot(name), Decision::new(*part))).collect();
            let team_step = TeamStep { owner: robot(owner), by: by.to_owned(), parts };
            Turn { team_step: Some(Arc::new(team_step)), ..turn() }.content().to_string()
        };
        let all = [
            turn().content().to_string(),
            digest("a", "small", &[("a", 1), ("b", 2)]),
            digest("b", "small", &[("a", 1), ("b", 2)]),
            digest("a", "tiny", &[("a", 1), ("b", 2)]),
            digest("a", "small", &[("a", 2), ("b", 2)]),
            digest("a", "small", &[("a", 1)]),
        ];
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }

    #[test]
    fn a_team_step_counts_as_long_as_all_before_took_their_parts_and_the_mission_has_one_meaning() {
        let parts = [("a", 1), ("b", 2), ("c", 3)].map(|(name, part)| (robot(name), Decision::new(part)));
        let team_step = TeamStep { owner: robot("a"), by: "tiny".to_owned(), parts: parts.into() };
        let team = vec![robot("a"), robot("b"), robot("c")];
        let first = Turn::first(Arc::new(Brief::new(MissionId::new([7; 16]), "fetch", 4, team)), Facts::default());
        let turn = |decided: &[Option<u16>]| {
            let decide = |turn: Turn, decision: &Option<u16>| turn.after(decision.map(Decision::new));
            Turn { team_step: Some(Arc::new(team_step.clone())), ..decided.iter().fold(first.clone(), decide) }
        };
        let to_c = |decided: &[Option<u16>]| turn(decided).part_for(&robot("c")).map(Decision::get);
        assert_eq!(first.part_for(&robot("a")), None);
        assert_eq!(to_c(&[]), Some(3));
        assert_eq!(to_c(&[Some(1), Some(2)]), Some(3));
        assert_eq!(to_c(&[Some(1), Some(9)]), None);
        assert_eq!(to_c(&[None, Some(2)]), None);
        assert_eq!(turn(&[Some(1)]).part_for(&robot("d")), None);
        let planned = first.after_planning(Decision::new(1), Some(Arc::new(team_step.clone())));
        assert_eq!(planned, turn(&[Some(1)]));
        let other = Some(Arc::new(TeamStep { owner: robot("b"), ..team_step.clone() }));
        assert_eq!(planned.after_planning(Decision::new(2), other.clone()), turn(&[Some(1), Some(2)]));
        assert_eq!(first.after(None).after_planning(Decision::new(2), other).team_step, None);
        let vague = Brief { meanings: vec!["F a".to_owned(), "F b".to_owned()], ..Brief::clone(&first.brief) };
        assert_eq!(Turn { brief: Arc::new(vague), ..turn(&[Some(1)]) }.part_for(&robot("b")), None);
        assert_eq!(
            (turn(&[Some(1)]).undecided(), turn(&[Some(1)]).undecided().awaits_team_step()),
            (first.clone(), true)
        );
        assert!(first.awaits_team_step() && !turn(&[]).awaits_team_step() && !first.after(None).awaits_team_step());
    }

    #[test]
    fn a_turn_from_before_team_steps_is_read_and_written_as_then() -> Result<(), serde_json::Error> {
        let written = serde_json::to_string(&turn())?;
        assert!(!written.contains("team_step"));
        assert_eq!(serde_json::from_str::<Turn>(&written)?, turn());
        Ok(())
    }
}
