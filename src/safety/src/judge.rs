//! Verdicts on decisions: pure functions of the world, the mission and what was decided.

use surefleet_fleet::{Decided, Decision, Facts, JointStep, RobotId, Stamp, StepIndex};
use surefleet_mission::{State, apply, permits};

use crate::{
    CheckReply, CheckRequest, Policy, SafetyError,
    running::Running,
    under_way::{Rival, UnderWay},
    world::{World, compare, state_for, view},
};

/// What a verdict rests on: the gate was open and the robots planned from the world as it is.
struct Bench<'a> {
    policy: &'a Policy,
    mission: &'a Running,
    /// The team first, then the rest of the fleet.
    state: State,
    /// What robots may still be at, of this mission and others.
    rivals: Vec<Rival>,
}

/// Judges a robot's candidates as part of the joint step so far.
pub(crate) fn check(
    now: Stamp,
    policy: &Policy,
    world: &World,
    under_way: &UnderWay,
    mission: &Running,
    request: &CheckRequest,
) -> CheckReply {
    in_sequence(mission, request.step)?;
    under_way.awaited(now, policy, mission.team()).map_or(Ok(()), Err)?;
    let robot = place_of(mission, &request.robot)?;
    let bench = Bench::open(now, policy, world, under_way, mission, &request.facts)?;
    let others = bench.places(request.decided.iter())?;
    if others.iter().any(|(place, _)| *place == robot) {
        return Err(SafetyError::DecidedTwice(request.robot.clone()));
    }
    let others: Vec<(usize, Decision)> =
        others.into_iter().filter_map(|(place, decision)| Some((place, decision?))).collect();
    Ok(request.candidates.iter().map(|&candidate| bench.allows(&others, robot, candidate)).collect())
}

/// Judges a joint step as a whole: every reason against it.
pub(crate) fn judge(
    now: Stamp,
    policy: &Policy,
    world: &World,
    under_way: &UnderWay,
    mission: &Running,
    joint: &JointStep,
    facts: &Facts,
) -> Result<(), Vec<SafetyError>> {
    let whole = || -> Result<(Bench<'_>, Vec<Option<Decision>>), SafetyError> {
        in_sequence(mission, joint.step)?;
        under_way.awaited(now, policy, mission.team()).map_or(Ok(()), Err)?;
        let bench = Bench::open(now, policy, world, under_way, mission, facts)?;
        let mut decisions = vec![None; mission.team().len()];
        let places = bench.places(joint.decided.iter())?;
        if let Some(late) = joint.decided.iter().find(|decided| decided.attempt > joint.attempt) {
            return Err(SafetyError::LaterAttempt(late.robot.clone()));
        }
        let is_missing = |robot: &&RobotId| !joint.decided.iter().any(|decided| decided.robot == **robot);
        if let Some(missing) = mission.team().iter().find(is_missing) {
            return Err(SafetyError::Undecided(missing.clone()));
        }
        places.into_iter().for_each(|(place, decision)| decisions[place] = decision);
        Ok((bench, decisions))
    };
    let (bench, decisions) = whole().map_err(|error| vec![error])?;
    let mut so_far = Vec::new();
    let mut reasons = Vec::new();
    for (robot, decision) in decisions.iter().enumerate() {
        let Some(decision) = *decision else { continue };
        reasons.extend(bench.allows(&so_far, robot, decision).err());
        so_far.push((robot, decision));
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    // The plan checker's own step has the last word.
    match apply(&policy.domain, &bench.state, &decisions) {
        Ok(_) => Ok(()),
        Err(refusal) => Err(vec![SafetyError::Impossible(refusal.naming(&view(policy, mission.team())))]),
    }
}

impl<'a> Bench<'a> {
    fn open(
        now: Stamp,
        policy: &'a Policy,
        world: &World,
        under_way: &UnderWay,
        mission: &'a Running,
        planned_from: &Facts,
    ) -> Result<Self, SafetyError> {
        let seen = world.facts(now, policy)?;
        compare(mission.team(), planned_from, seen)?;
        let state = state_for(policy, mission.team(), seen).map_err(SafetyError::ImpossibleWorld)?;
        let rivals = under_way.seen_by(now, policy, mission.team());
        Ok(Self { policy, mission, state, rivals })
    }

    /// Who decided what, by place in the team, each robot once.
    fn places<'d>(
        &self,
        decided: impl Iterator<Item = &'d Decided>,
    ) -> Result<Vec<(usize, Option<Decision>)>, SafetyError> {
        let mut places: Vec<(usize, Option<Decision>)> = Vec::new();
        for one in decided {
            let place = place_of(self.mission, &one.robot)?;
            if places.iter().any(|(earlier, _)| *earlier == place) {
                return Err(SafetyError::DecidedTwice(one.robot.clone()));
            }
            places.push((place, one.decision));
        }
        Ok(places)
    }

    fn allows(&self, others: &[(usize, Decision)], robot: usize, decision: Decision) -> Result<(), SafetyError> {
        let (domain, team) = (&self.policy.domain, self.mission.team());
        if !domain.options().contains(decision) {
            let (robot, options) = (team[robot].clone(), domain.options().len());
            return Err(SafetyError::NoSuchDecision { robot, decision: decision.get(), options });
        }
        permits(domain, &self.state, others, robot, decision)
            .map_err(|refusal| SafetyError::Impossible(refusal.naming(team)))?;
        // By itself it is possible, so whatever is refused now is so because of the other.
        let beside = |rival: &&Rival| {
            rival.place != robot
                && permits(domain, &self.state, &[(rival.place, rival.decision)], robot, decision).is_err()
        };
        if let Some(rival) = self.rivals.iter().find(beside) {
            return Err(SafetyError::BesideAnother {
                robot: team[robot].clone(),
                decision: domain.options().text(decision).to_owned(),
                by: rival.robot.clone(),
                doing: domain.options().text(rival.decision).to_owned(),
                mission: rival.mission,
                is_awaited: rival.is_awaited,
            });
        }
        self.mission.reading.allows(domain, team, robot, decision)
    }
}

fn in_sequence(mission: &Running, step: StepIndex) -> Result<(), SafetyError> {
    let (next, horizon) = (mission.next_step(), mission.brief().horizon);
    if step != next {
        return Err(SafetyError::OutOfSequence { step, next });
    }
    if step.get() > horizon {
        return Err(SafetyError::BeyondHorizon { step, horizon });
    }
    Ok(())
}

fn place_of(mission: &Running, robot: &RobotId) -> Result<usize, SafetyError> {
    mission.brief().place_of(robot).ok_or_else(|| SafetyError::NotOfTeam(robot.clone()))
}
