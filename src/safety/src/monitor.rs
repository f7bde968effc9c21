mod admitting;
mod constraints;
mod correcting;
mod ending;
mod issue;
mod known;
mod restore;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use surefleet_fleet::{Attempt, Decided, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};

use crate::{
    ArmPosition, CheckReply, CheckRequest, ConstraintId, ConstraintStanding, DecisionNote, DecisionRefusal, GateClosed,
    Inactive, Input, MissionStatus, MonitorCounts, MonitorDiagnosis, MonitorEntry, NotRunning, Output, Policy,
    RefusedStep, StepRefusal, StillActing, Unjudged, Unplaced,
    admission::Candidate,
    arms::{ArmGate, ArmSight},
    judge::{self, Scene},
    past::Past,
    running::{Running, parts},
    sight::Sight,
    under_way::{Begun, UnderWay},
    watch::Watch,
};
use constraints::Book;

/// The number of refused joint steps that are remembered.
const RECORDED: usize = 1000;
/// The number of reasons remembered for one step.
const MOST_BARRED: usize = 32;
/// A team that was not heard for this long is reported.
const SILENCE: Duration = Duration::from_secs(10);

/// The safety monitor: it alone admits missions, judges decisions, approves joint steps and ends missions.
#[derive(Debug, Clone)]
pub struct Monitor {
    policy: Policy,
    is_active: bool,
    sight: Sight,
    /// Where the joints of arms that share a space are.
    arms: ArmSight,
    /// Requested missions whose robots are not ready yet.
    waiting: Vec<Candidate>,
    running: BTreeMap<MissionId, Running>,
    past: Past,
    /// When each robot was last heard in this life.
    heard: BTreeMap<RobotId, Stamp>,
    /// Robots that report that no server serves their skills.
    unserved: BTreeSet<RobotId>,
    /// The skills that robots may still be executing.
    under_way: UnderWay,
    /// Joint steps that are answered later: approved ones once the world is seen, others once no skill is in the way.
    withheld: BTreeMap<MissionId, (JointStep, Facts)>,
    /// The time when the monitor stops waiting for a skill that blocks a withheld joint step.
    wait_ends: Option<Stamp>,
    /// The constraints of the fleet.
    book: Book,
    /// All constraints that are enforced.
    watch: Watch,
    /// Their standings as last journalled.
    stood: BTreeMap<ConstraintId, ConstraintStanding>,
    /// The last refused joint steps, oldest first.
    refusals: VecDeque<RefusedStep>,
    /// Options that constraints or other arms barred before anybody decided, by step, oldest first; in this life.
    barred: RefCell<VecDeque<RefusedStep>>,
    counts: MonitorCounts,
    /// Counts the changes of the reports about missions.
    revision: u64,
    outputs: VecDeque<Output>,
}

impl Monitor {
    /// A monitor without a past.
    pub fn new(policy: Policy) -> Self {
        Self {
            watch: Watch::new(&policy),
            policy,
            is_active: true,
            sight: Sight::default(),
            arms: ArmSight::default(),
            waiting: Vec::new(),
            running: BTreeMap::new(),
            past: Past::default(),
            heard: BTreeMap::new(),
            unserved: BTreeSet::new(),
            under_way: UnderWay::default(),
            withheld: BTreeMap::new(),
            wait_ends: None,
            book: Book::new(),
            stood: BTreeMap::new(),
            refusals: VecDeque::new(),
            barred: RefCell::default(),
            counts: MonitorCounts::default(),
            revision: 0,
            outputs: VecDeque::new(),
        }
    }

    /// Judges a robot's candidates as part of the joint step so far. It commits nothing; it remembers only its proofs
    /// and the options that constraints bar.
    ///
    /// # Errors
    /// The reason why the monitor cannot judge now; nothing is allowed then.
    pub fn check(&self, now: Stamp, request: &CheckRequest) -> CheckReply {
        self.active().map_err(GateClosed::from).map_err(Unjudged::from)?;
        let mission = self.find(request.mission)?;
        self.unbroken().map_err(Unjudged::from)?;
        let verdicts = judge::check(now, self.scene(), mission, request)?;
        self.note_barred(now, request, &verdicts);
        Ok(verdicts)
    }

    /// Remembers which options constraints and other arms bar, for people who ask why nobody chose them.
    fn note_barred(&self, now: Stamp, request: &CheckRequest, verdicts: &[Result<(), DecisionRefusal>]) {
        let errors = verdicts.iter().filter_map(|verdict| verdict.as_ref().err());
        let reasons = errors
            .filter(|error| matches!(error, DecisionRefusal::Violates { .. } | DecisionRefusal::Arm(_)))
            .map(ToString::to_string);
        let reasons: Vec<String> = reasons.take(MOST_BARRED).collect();
        if reasons.is_empty() {
            return;
        }
        let mission = request.mission;
        let step = request.step;
        let mut barred = self.barred.borrow_mut();
        if let Some(known) = barred.iter_mut().rev().find(|known| (known.mission, known.step) == (mission, step)) {
            let news = reasons.into_iter().filter(|reason| !known.reasons.contains(reason)).collect::<Vec<_>>();
            let room = MOST_BARRED.saturating_sub(known.reasons.len());
            known.reasons.extend(news.into_iter().take(room));
            return;
        }
        if barred.len() == RECORDED {
            barred.pop_front();
        }
        let attempt = request.decided.iter().map(|decided| decided.attempt).max().unwrap_or(Attempt(0));
        barred.push_back(RefusedStep { mission, step, attempt, at: now, decided: Vec::new(), reasons });
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            policy: &self.policy,
            sight: &self.sight,
            under_way: &self.under_way,
            watch: &self.watch,
            arms: &self.arms,
        }
    }

    /// Takes in an event.
    pub fn handle(&mut self, now: Stamp, input: Input) {
        if !self.is_active && !input.is_news() {
            self.counts.ignored += u64::from(!matches!(input, Input::Tick));
            return;
        }
        match input {
            Input::Mission(brief) => self.ask(now, brief),
            Input::Unreworded { brief, problem, why } => self.refuse_unreworded(now, brief, problem, why),
            Input::World { observed, domain, facts, arms } => self.see(now, observed, &domain, facts, arms),
            Input::Propose { joint, facts } => {
                let mission = joint.mission;
                self.note_named(now, mission);
                self.propose(now, joint, facts);
                self.wake_laggards(now, mission);
            }
            Input::ProposeStop(proposal) => {
                self.note_named(now, proposal.mission);
                self.propose_stop(now, proposal);
            }
            Input::Decision(note) => self.note(now, note),
            Input::Heartbeat { robot, at, finished } => self.hear(now, robot, at, finished),
            Input::Skills { robot, are_served: true } => drop(self.unserved.remove(&robot)),
            Input::Skills { robot, are_served: false } => {
                if self.policy.fleet.contains(&robot) {
                    self.unserved.insert(robot);
                }
            }
            Input::Turn(brief) => self.hear_turn(now, brief),
            Input::Outcome { mission, step, robot } => self.under_way.finish(now, &robot, mission, step),
            Input::Active(active) => self.activate(now, active),
            Input::Tick => {}
        }
        if !self.is_active {
            return;
        }
        self.propose_withheld(now);
        self.end_forsaken(now);
        self.admit_waiting(now);
        self.issue_due(now);
        let waits = !self.withheld.is_empty();
        self.wait_ends = waits.then(|| self.under_way.next_deadline(now, &self.policy)).flatten();
    }

    /// Missions that waited too long for an inactive monitor do not start when nobody expects them any more.
    fn activate(&mut self, now: Stamp, active: bool) {
        if active && !self.is_active {
            for late in self.waiting.extract_if(.., |candidate| candidate.until <= now).collect::<Vec<_>>() {
                self.turn_away(now, late.since, late.brief, late.origin, Inactive.into());
            }
        }
        self.is_active = active;
    }

    /// The next output. An inactive monitor says nothing, but still journals the observations that it must not forget.
    pub fn poll(&mut self) -> Option<Output> {
        if self.is_active {
            return self.outputs.pop_front();
        }
        let entry = self.outputs.iter().position(|output| matches!(output, Output::Journal(_)))?;
        self.outputs.remove(entry)
    }

    /// The robots of a running mission.
    pub fn team(&self, mission: MissionId) -> Option<&[RobotId]> {
        self.running.get(&mission).map(Running::team)
    }

    /// Whether the monitor is active, see [`Input::Active`].
    pub fn is_active(&self) -> bool {
        self.is_active
    }

    /// The latest time at which it needs [`Input::Tick`]: a turn must be said, or a wait is over.
    pub fn next_deadline(&self) -> Option<Stamp> {
        if !self.is_active {
            return None;
        }
        let forsaken = self.running.values().filter_map(|mission| mission.ends_at(self.policy.timing.lease));
        let waiting = self.waiting.iter().map(|candidate| candidate.until).chain(forsaken);
        waiting.chain(self.next_issue()).chain(self.wait_ends).min()
    }

    /// Whether anything may move at all.
    ///
    /// # Errors
    /// The reason: it is inactive, does not see the world, or a constraint of the whole fleet is broken.
    pub fn gate(&self, now: Stamp) -> Result<(), GateClosed> {
        self.active()?;
        self.sight.facts(now, &self.policy)?;
        self.unbroken()
    }

    fn active(&self) -> Result<(), Inactive> {
        if self.is_active { Ok(()) } else { Err(Inactive) }
    }

    /// The state of the monitor, for diagnostics.
    pub fn diagnose(&self, now: Stamp) -> MonitorDiagnosis {
        let status = |mission: &Running| {
            let last = mission.team().iter().filter_map(|robot| self.heard.get(robot)).max();
            let silent_for = now - last.copied().unwrap_or_default().max(mission.since);
            let id = mission.id();
            let step = mission.next_step();
            let is_silent = silent_for >= SILENCE;
            let withheld = self.withheld.get(&id);
            let reasons = withheld.and_then(|(joint, facts)| self.judge(now, mission, joint, facts).err());
            let waits_for = reasons.into_iter().flatten().find(StepRefusal::passes_with_a_skill);
            MissionStatus { mission: id, step, silent_for, is_silent, waits_for }
        };
        MonitorDiagnosis {
            gate: self.gate(now).err(),
            missions: self.running.values().map(status).collect(),
            counts: self.counts,
            unplaced: self.unplaced(now),
        }
    }

    /// The arms that share a space and whose position does not count, each with the reason.
    fn unplaced(&self, now: Stamp) -> Vec<(RobotId, Unplaced)> {
        let arms = self.policy.cell.iter().flat_map(|cell| cell.arms().iter().map(move |arm| (cell, arm)));
        arms.filter_map(|(cell, arm)| Some((arm.robot.clone(), self.arms.joints(now, cell, &arm.robot).err()?)))
            .collect()
    }

    fn find(&self, mission: MissionId) -> Result<&Running, NotRunning> {
        self.running.get(&mission).ok_or_else(|| match self.past.outcome(mission) {
            Some(outcome) => NotRunning::Ended { mission, outcome: outcome.clone() },
            None => NotRunning::Unknown(mission),
        })
    }

    fn see(&mut self, now: Stamp, observed: Stamp, domain: &str, facts: Facts, arms: Vec<ArmPosition>) {
        let is_news = self.sight.see(now, &self.policy, observed, domain, facts);
        self.counts.ignored += u64::from(!is_news);
        if is_news {
            self.arms.see(arms);
            self.under_way.see_arms(&self.arms);
        }
        if let Some(state) = self.sight.state() {
            self.under_way.see(&self.policy, state);
            let goals = self.running.values_mut().map(|mission| &mut mission.goals);
            let broken = std::iter::once(&mut self.watch).chain(goals).flat_map(|watch| watch.see(state)).collect();
            self.note_broken(now, broken);
            self.end_stuck(now);
            self.keep_standings();
        }
    }

    /// Answers the withheld joint steps that can be answered by now.
    fn propose_withheld(&mut self, now: Stamp) {
        if !self.withheld.is_empty() && self.sight.facts(now, &self.policy).is_ok() {
            for (joint, facts) in std::mem::take(&mut self.withheld).into_values() {
                self.propose(now, joint, facts);
            }
        }
    }

    fn propose(&mut self, now: Stamp, joint: JointStep, facts: Facts) {
        let Some(mission) = self.running.get(&joint.mission) else { return self.remind(now, joint.mission) };
        if let Some(approved) = mission.approved_at(joint.step).cloned() {
            return self.say_again(now, approved, joint, facts);
        }
        // Its team makes another attempt, so the answer stays the same, whoever proposes this one again. An entry that
        // only barred options decided nothing.
        let is_it = |refusal: &RefusedStep| {
            (refusal.mission, refusal.step, refusal.attempt) == (joint.mission, joint.step, joint.attempt)
                && !refusal.decided.is_empty()
        };
        if self.refusals.iter().any(is_it) {
            let attempt = joint.attempt.0;
            return self.refuse(joint, facts, vec![StepRefusal::RefusedBefore { attempt }]);
        }
        match self.judge(now, mission, &joint, &facts) {
            Ok(()) => self.approve(now, joint, facts),
            // A refusal would make the team decide anew, and after several refusals the mission would be halted for
            // lack of patience.
            Err(reasons) if reasons.iter().all(StepRefusal::passes_with_a_skill) => self.withhold(joint, facts),
            Err(reasons) => {
                self.record(now, &joint, &reasons);
                self.refuse(joint, facts, reasons);
            }
        }
    }

    /// Records why a joint step is refused, for people who ask later.
    fn record(&mut self, now: Stamp, joint: &JointStep, reasons: &[StepRefusal]) {
        let Some(mission) = self.running.get(&joint.mission) else { return };
        let refusal = RefusedStep {
            mission: joint.mission,
            step: joint.step,
            attempt: joint.attempt,
            at: now,
            decided: parts(&self.policy.world, mission.team(), joint),
            reasons: reasons.iter().map(ToString::to_string).collect(),
        };
        self.outputs.push_back(Output::Journal(MonitorEntry::Refused(refusal.clone())));
        self.note_refusal(refusal);
    }

    fn note_refusal(&mut self, refusal: RefusedStep) {
        if self.refusals.len() == RECORDED {
            self.refusals.pop_front();
        }
        self.refusals.push_back(refusal);
    }

    fn judge(&self, now: Stamp, mission: &Running, joint: &JointStep, facts: &Facts) -> Result<(), Vec<StepRefusal>> {
        self.unbroken().map_err(|closed| vec![Unjudged::from(closed).into()])?;
        judge::judge(now, self.scene(), mission, joint, facts)
    }

    /// Answers later. Of two proposals it keeps the one of the later attempt.
    fn withhold(&mut self, joint: JointStep, facts: Facts) {
        let attempt = (joint.step, joint.attempt);
        let is_older = |(other, _): &(JointStep, Facts)| attempt < (other.step, other.attempt);
        if !self.withheld.get(&joint.mission).is_some_and(is_older) {
            self.withheld.insert(joint.mission, (joint, facts));
        }
    }

    /// Says the last approved step again if the next one waits for a robot's part of it. The robot may have missed the
    /// approval; then it does not execute the skill, and it reports so once it hears the approval.
    fn wake_laggards(&mut self, now: Stamp, mission: MissionId) {
        let Some((_, facts)) = self.withheld.get(&mission) else { return };
        let Some(running) = self.running.get(&mission) else { return };
        let awaited = self.under_way.awaited(now, &self.policy, running.team());
        let step = match awaited {
            Some(StillActing { mission: theirs, step, .. }) if theirs == mission => step,
            Some(_) | None => return,
        };
        if let Some(joint) = running.approved_at(step).cloned()
            && self.may_say_again(now, &joint)
        {
            self.outputs.push_back(Output::Verdict { joint, facts: facts.clone(), verdict: Ok(()) });
        }
    }

    /// An approved joint step is the answer to every later proposal for its step.
    fn say_again(&mut self, now: Stamp, approved: JointStep, proposed: JointStep, facts: Facts) {
        if !self.may_say_again(now, &approved) {
            // An approval can make a robot move, and nobody would see where to: it waits until the gate is open.
            return self.withhold(proposed, facts);
        }
        let is_other = approved != proposed;
        let step = approved.step;
        let attempt = approved.attempt.0;
        self.outputs.push_back(Output::Verdict { joint: approved, facts: facts.clone(), verdict: Ok(()) });
        if is_other {
            self.refuse(proposed, facts, vec![StepRefusal::Committed { step, approved: attempt }]);
        }
    }

    /// Whether an approval may be repeated: a robot that missed it begins to move then.
    fn may_say_again(&self, now: Stamp, joint: &JointStep) -> bool {
        let sees = |gate: ArmGate<'_>| {
            let mut decided = joint.decided.iter();
            decided.all(|one| {
                let deciding = self.policy.world.place(&one.robot).zip(one.decision);
                deciding.is_none_or(|(robot, decision)| gate.sees(robot, decision))
            })
        };
        self.gate(now).is_ok() && self.scene().arm_gate(now).is_none_or(sees)
    }

    fn approve(&mut self, now: Stamp, joint: JointStep, facts: Facts) {
        let begun = Begun::Seen(self.sight.state());
        let shown = self.under_way.begin(now, &self.policy, &joint, begun, &self.arms);
        let doing = |one: &Decided| Some((self.policy.world.place(&one.robot)?, one.decision?));
        let doings: Vec<_> = joint.decided.iter().filter_map(doing).collect();
        let goals = self.running.values_mut().map(|mission| &mut mission.goals);
        std::iter::once(&mut self.watch).chain(goals).for_each(|watch| watch.begin(&doings));
        if let Some(mission) = self.running.get_mut(&joint.mission) {
            mission.approved.push(joint.clone());
            self.revision += 1;
            self.counts.approved += 1;
            if !shown.is_empty() {
                let JointStep { mission, step, attempt, .. } = joint;
                let shown = MonitorEntry::AlreadyShown { mission, step, attempt, robots: shown };
                self.outputs.push_back(Output::Journal(shown));
            }
            self.outputs.push_back(Output::Journal(MonitorEntry::Approved(joint.clone())));
            self.outputs.push_back(Output::Verdict { joint, facts, verdict: Ok(()) });
        }
    }

    fn refuse(&mut self, joint: JointStep, facts: Facts, reasons: Vec<StepRefusal>) {
        self.counts.refused += 1;
        self.outputs.push_back(Output::Verdict { joint, facts, verdict: Err(reasons) });
    }

    fn note(&mut self, now: Stamp, note: DecisionNote) {
        let mission = self.running.get_mut(&note.key.mission);
        let mission = mission.filter(|mission| mission.team().contains(&note.key.robot));
        match mission {
            Some(mission) if !mission.decisions.contains_key(&note.key) => {
                mission.note_named(now);
                mission.decisions.insert(note.key.clone(), note.helped);
                self.revision += 1;
                self.outputs.push_back(Output::Feedback(note));
            }
            _ => self.counts.ignored += 1,
        }
    }

    fn hear(
        &mut self,
        now: Stamp,
        robot: RobotId,
        at: Option<(MissionId, StepIndex)>,
        finished: Option<(StepIndex, bool)>,
    ) {
        if !self.policy.fleet.contains(&robot) {
            self.counts.ignored += 1;
            return;
        }
        self.heard.insert(robot.clone(), now);
        if let (Some((mission, _)), Some((step, true))) = (at, finished) {
            self.under_way.finish(now, &robot, mission, step);
        }
        let is_running = |mission| self.running.contains_key(&mission);
        let is_past = |step| finished.is_some_and(|(finished, _)| finished >= step);
        self.under_way.hear(now, self.policy.timing.lease, &robot, at, is_past, is_running);
        let Some((mission, _)) = at else { return };
        match self.running.get_mut(&mission) {
            Some(running) if running.team().contains(&robot) => running.note_named(now),
            Some(_) => {}
            None if self.is_active => self.remind(now, mission),
            None => {}
        }
    }
}
