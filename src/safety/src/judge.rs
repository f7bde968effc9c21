//! Verdicts on decisions: pure functions of the world, the mission and what was decided.

use surefleet_fleet::{Decided, Decision, Facts, JointStep, RobotId, Stamp, StepIndex};
use surefleet_world::{Joint, State};

use crate::{
    CheckReply, CheckRequest, DecisionRefusal, GateClosed, OutOfSequence, Policy, StepRefusal, Unjudged,
    arms::{ArmGate, ArmSight},
    running::Running,
    sight::{Sight, compare},
    under_way::{Rival, UnderWay, patience},
    watch::{Doing, Watch},
};

/// The basis of a verdict: the gate was open and the robots planned from the world as it is.
struct Bench<'a> {
    policy: &'a Policy,
    mission: &'a Running,
    state: &'a State,
    /// The skills that robots may still be executing, of this mission and others.
    rivals: Vec<Rival>,
    watch: &'a Watch,
    /// The gate of arms that share a space; `None`: the fleet has no such arms.
    arms: Option<ArmGate<'a>>,
}

/// The basis of verdicts other than the mission.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub policy: &'a Policy,
    pub sight: &'a Sight,
    pub under_way: &'a UnderWay,
    pub watch: &'a Watch,
    pub arms: &'a ArmSight,
}

impl<'a> Scene<'a> {
    /// The gate of arms that share a space; `None`: the fleet has no such arms.
    pub fn arm_gate(self, now: Stamp) -> Option<ArmGate<'a>> {
        let (cell, world) = (self.policy.cell.as_deref()?, &*self.policy.world);
        let (sight, motions) = (self.arms, self.under_way.motions());
        Some(ArmGate { now, cell, world, sight, motions, patience: patience(self.policy.timing.lease) })
    }
}

/// Judges a robot's candidates as part of the joint step so far.
pub(crate) fn check(now: Stamp, scene: Scene<'_>, mission: &Running, request: &CheckRequest) -> CheckReply {
    in_sequence(mission, request.step)?;
    done(now, scene, mission)?;
    let bench = Bench::open(now, scene, mission, &request.facts)?;
    let robot = bench.place_of(&request.robot)?;
    let others = bench.places(request.decided.iter())?;
    if others.iter().any(|(place, _)| *place == robot) {
        return Err(Unjudged::DecidedTwice(request.robot.clone()).into());
    }
    let others: Vec<(usize, Decision)> =
        others.into_iter().filter_map(|(place, decision)| Some((place, decision?))).collect();
    Ok(bench.allows_each(&others, robot, &request.candidates))
}

/// Judges a joint step as a whole and returns every reason against it.
pub(crate) fn judge(
    now: Stamp,
    scene: Scene<'_>,
    mission: &Running,
    joint: &JointStep,
    facts: &Facts,
) -> Result<(), Vec<StepRefusal>> {
    let whole = || -> Result<(Bench<'_>, Vec<Option<Decision>>), StepRefusal> {
        in_sequence(mission, joint.step)?;
        done(now, scene, mission)?;
        let bench = Bench::open(now, scene, mission, facts)?;
        let mut decisions = vec![None; scene.policy.fleet.len()];
        let places = bench.places(joint.decided.iter())?;
        if let Some(late) = joint.decided.iter().find(|decided| decided.attempt > joint.attempt) {
            return Err(StepRefusal::LaterAttempt(late.robot.clone()));
        }
        let is_missing = |robot: &&RobotId| !joint.decided.iter().any(|decided| decided.robot == **robot);
        if let Some(missing) = mission.team().iter().find(is_missing) {
            return Err(StepRefusal::Undecided(missing.clone()));
        }
        places.into_iter().for_each(|(place, decision)| decisions[place] = decision);
        Ok((bench, decisions))
    };
    let (bench, decisions) = whole().map_err(|error| vec![error])?;
    let mut so_far = Vec::new();
    let mut reasons = Vec::new();
    for (robot, decision) in decisions.iter().enumerate() {
        let Some(decision) = *decision else { continue };
        reasons.extend(bench.allows(&bench.beside(&so_far), robot, decision).err().map(StepRefusal::from));
        so_far.push((robot, decision));
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    for (count, (robot, decision)) in so_far.iter().enumerate() {
        reasons.extend(bench.keeps_apart(&so_far[..count], *robot, *decision).err().map(StepRefusal::from));
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    bench.keeps_constraints(&so_far).map_err(|error| vec![error.into()])?;
    // The plan checker's own step function decides last.
    match scene.policy.world.apply(bench.state, &decisions) {
        Ok(_) => Ok(()),
        Err(refusal) => {
            let why = refusal.naming(&scene.policy.fleet);
            Err(vec![DecisionRefusal::Impossible(why).into()])
        }
    }
}

/// What others do at the same time.
struct Beside<'a> {
    /// The decisions of the same joint step.
    so_far: Joint<'a>,
    /// Each skill under way, and the decisions of the others together with it.
    rivals: Vec<(&'a Rival, Joint<'a>)>,
}

impl<'a> Bench<'a> {
    fn open(now: Stamp, scene: Scene<'a>, mission: &'a Running, planned_from: &Facts) -> Result<Self, Unjudged> {
        let Scene { policy, sight, under_way, watch, .. } = scene;
        let (seen, state) = sight.fresh_state(now, policy).map_err(GateClosed::from)?;
        compare(mission.team(), &policy.fleet, planned_from, seen)?;
        let rivals = under_way.rivals(now, policy);
        Ok(Self { policy, mission, state, rivals, watch, arms: scene.arm_gate(now) })
    }

    /// Judges the candidates of a robot together with the decisions of the others.
    fn allows_each(
        &self,
        others: &[(usize, Decision)],
        robot: usize,
        candidates: &[Decision],
    ) -> Vec<Result<(), DecisionRefusal>> {
        let beside = self.beside(others);
        let mut verdicts: Vec<_> = candidates.iter().map(|&candidate| self.allows(&beside, robot, candidate)).collect();
        let possible = || candidates.iter().zip(&verdicts).enumerate().filter(|(_, (_, verdict))| verdict.is_ok());
        let (places, doings): (Vec<usize>, Vec<Doing>) =
            possible().map(|(place, (&candidate, _))| (place, (robot, candidate))).unzip();
        let under_way = self.under_way(others, robot);
        for (place, verdict) in places.into_iter().zip(self.check(others, &under_way, &doings)) {
            verdicts[place] = verdict.map_err(|why| self.violates(robot, candidates[place], why, Vec::new()));
        }
        // Last, since it takes longest.
        for (verdict, &candidate) in verdicts.iter_mut().zip(candidates).filter(|(verdict, _)| verdict.is_ok()) {
            *verdict = self.keeps_apart(others, robot, candidate);
        }
        verdicts
    }

    /// Whether a robot's arm stays apart from all others.
    fn keeps_apart(&self, others: &[Doing], robot: usize, decision: Decision) -> Result<(), DecisionRefusal> {
        self.arms.map_or(Ok(()), |gate| gate.allows(robot, decision, others).map_err(DecisionRefusal::from))
    }

    /// Whether candidates keep the constraints and the order that the mission's goals ask for.
    fn check(&self, others: &[Doing], under_way: &[&Rival], candidates: &[Doing]) -> Vec<Result<(), String>> {
        let enforced = self.watch.check(others, under_way, candidates);
        let goals = self.mission.goals.check(others, under_way, candidates);
        enforced.into_iter().zip(goals).map(|(enforced, goals)| enforced.and(goals)).collect()
    }

    /// Whether the whole joint step keeps the constraints; if not, blames the first robot whose decision breaks them.
    fn keeps_constraints(&self, joint: &[(usize, Decision)]) -> Result<(), DecisionRefusal> {
        if self.watch.is_idle() && self.mission.goals.is_idle() {
            return Ok(());
        }
        // Even if all are absent, the skills that others execute must be allowed.
        let nothing = [(0, self.policy.world.options().idle())];
        let joint = if joint.is_empty() { &nothing } else { joint };
        // The verdict on the first `count` decisions.
        let verdict = |count: usize| {
            let (robot, _) = joint[count - 1];
            let (others, doing) = (&joint[..count - 1], &joint[count - 1..count]);
            self.check(others, &self.under_way(others, robot), doing).pop().unwrap_or(Ok(()))
        };
        let Err(of_all) = verdict(joint.len()) else { return Ok(()) };
        let first = (1..joint.len()).find_map(|count| Some((count, verdict(count).err()?)));
        let (count, why) = first.unwrap_or((joint.len(), of_all));
        let (robot, decision) = joint[count - 1];
        let world = &self.policy.world;
        let all: Vec<Decision> = world.applicable(self.state, robot);
        let verdicts = self.allows_each(&joint[..count - 1], robot, &all);
        let allowed = all.iter().zip(verdicts).filter(|(_, verdict)| verdict.is_ok());
        let instead = allowed.map(|(&other, _)| world.text(other)).collect();
        Err(self.violates(robot, decision, why, instead))
    }

    fn violates(&self, robot: usize, decision: Decision, why: String, instead: Vec<String>) -> DecisionRefusal {
        let robot = self.policy.fleet[robot].clone();
        DecisionRefusal::Violates { robot, decision: self.policy.world.text(decision), why, instead }
    }

    /// The skills that robots without a decision in this step may still be executing.
    fn under_way(&self, others: &[(usize, Decision)], robot: usize) -> Vec<&Rival> {
        let is_other = |place: usize| place != robot && others.iter().all(|(other, _)| *other != place);
        self.rivals.iter().filter(|rival| is_other(rival.place)).collect()
    }

    /// The place in the fleet of a robot of the team.
    fn place_of(&self, robot: &RobotId) -> Result<usize, Unjudged> {
        let place = self.policy.world.place(robot).filter(|_| self.mission.team().contains(robot));
        place.ok_or_else(|| Unjudged::NotOfTeam(robot.clone()))
    }

    /// The decisions by place in the fleet, each robot once.
    fn places<'d>(
        &self,
        decided: impl Iterator<Item = &'d Decided>,
    ) -> Result<Vec<(usize, Option<Decision>)>, Unjudged> {
        let mut places: Vec<(usize, Option<Decision>)> = Vec::new();
        for one in decided {
            let place = self.place_of(&one.robot)?;
            if places.iter().any(|(earlier, _)| *earlier == place) {
                return Err(Unjudged::DecidedTwice(one.robot.clone()));
            }
            places.push((place, one.decision));
        }
        Ok(places)
    }

    /// The step so far, for all candidates of a robot alike: by itself, and with each skill under way.
    fn beside(&self, others: &[Doing]) -> Beside<'_> {
        let world = &self.policy.world;
        let with = |rival: &Rival| {
            let rest: Vec<Doing> = others.iter().filter(|(place, _)| *place != rival.place).copied().collect();
            let mut joint = world.joint(self.state, &rest);
            joint.push(rival.place, rival.decision);
            joint
        };
        let rivals = self.rivals.iter().map(|rival| (rival, with(rival))).collect();
        Beside { so_far: world.joint(self.state, others), rivals }
    }

    fn allows(&self, beside: &Beside<'_>, robot: usize, decision: Decision) -> Result<(), DecisionRefusal> {
        let (world, fleet) = (&self.policy.world, &self.policy.fleet);
        if !world.options().contains(decision) {
            let (robot, options) = (fleet[robot].clone(), world.options().len());
            return Err(DecisionRefusal::NoSuchDecision { robot, decision: decision.get(), options });
        }
        beside.so_far.permits(robot, decision).map_err(|refusal| DecisionRefusal::Impossible(refusal.naming(fleet)))?;
        // It is possible beside the others, so any refusal now is due to the skill under way.
        let bars = |(rival, joint): &&(&Rival, Joint<'_>)| rival.place != robot && !joint.is_permitted(robot, decision);
        if let Some((rival, _)) = beside.rivals.iter().find(bars) {
            return Err(DecisionRefusal::BesideAnother {
                robot: fleet[robot].clone(),
                decision: world.text(decision),
                by: rival.robot.clone(),
                doing: world.text(rival.decision),
                mission: rival.mission,
                is_awaited: rival.is_awaited,
            });
        }
        Ok(())
    }
}

fn in_sequence(mission: &Running, step: StepIndex) -> Result<(), Unjudged> {
    let next = mission.next_step();
    let horizon = mission.brief().horizon;
    if step != next {
        return Err(OutOfSequence { step, next }.into());
    }
    if step.get() > horizon {
        return Err(Unjudged::BeyondHorizon { step, horizon });
    }
    Ok(())
}

/// Whether each robot of the team has finished its last order.
fn done(now: Stamp, scene: Scene<'_>, mission: &Running) -> Result<(), Unjudged> {
    scene.under_way.holds_up(now, scene.policy, mission.team())
}
