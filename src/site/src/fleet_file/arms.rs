//! The arms that share a space, as a fleet file says it.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use serde::Deserialize;
use surefleet_fleet::{Decision, RobotId};
use surefleet_reach::{ArmWay, CellArm, JointAngles, PlacedArm, StandingScene, UrArm, WorkCell};
use surefleet_world::{Skill, World};

use super::FleetFile;
use crate::error::SiteError;

/// The arms of a fleet that share a space, and where they go.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmsChoice {
    /// The least distance between two arms, in metres, above 0 and at most 1.
    pub margin_m: f64,
    /// An older joint position does not count, in milliseconds, 10 to 10000.
    pub position_timeout_ms: u64,
    /// By skill: the poses that the arm goes through, one after the other. `{parameter}` stands for the name of the object that the skill is
    /// applied to. Empty: the arm stays where it is.
    pub moves: BTreeMap<String, Vec<String>>,
    /// The arms, by their robots.
    pub robots: BTreeMap<RobotId, ArmChoice>,
    /// The robots of the fleet that have no such arm: nothing keeps them and the arms apart.
    #[serde(default)]
    pub without: Vec<RobotId>,
}

/// An arm.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmChoice {
    /// What it is.
    pub model: ArmModel,
    /// Where it stands.
    pub base: BaseChoice,
    /// How far the tool, with what it carries, reaches beyond the flange, in metres, 0 to 1.
    pub tool_m: f64,
    /// By name: the angles of its joints, from the base on, in radians.
    pub poses: BTreeMap<String, JointAngles>,
}

/// The arms whose sizes are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmModel {
    /// Universal Robots' UR5e.
    Ur5e,
}

/// The pose of an arm's base in the frame that all arms of the file share.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaseChoice {
    /// Its position in metres.
    pub position_m: [f64; 3],
    /// Its turns about x, then y, then z of that frame, in radians.
    pub turn_rad: [f64; 3],
}

impl ArmsChoice {
    /// Checks what can be checked without the domain.
    pub(super) fn check(&self, order: &[RobotId]) -> Result<(), String> {
        if !(10..=10_000).contains(&self.position_timeout_ms) {
            let ms = self.position_timeout_ms;
            return Err(format!("arms.position_timeout_ms: {ms} is not between 10 and 10000"));
        }
        if let Some(stranger) = self.robots.keys().chain(&self.without).find(|robot| !order.contains(robot)) {
            return Err(format!("arms: {stranger} is no robot of `order`; name those of the fleet"));
        }
        for robot in order {
            match (self.robots.contains_key(robot), self.without.contains(robot)) {
                (false, false) => {
                    return Err(format!(
                        "arms: nothing is said of {robot}; describe its arm under arms.robots, or list it under arms.without if it has none"
                    ));
                }
                (true, true) => {
                    return Err(format!("arms: {robot} has an arm, and stands under arms.without; drop one"));
                }
                (true, false) | (false, true) => {}
            }
        }
        self.robots.iter().try_for_each(|(robot, arm)| arm.check().map_err(|why| format!("arms.robots.{robot}.{why}")))
    }

    /// The work cell, in which every decision has its way; `at_start`: the pose in which simulated arms begin.
    pub(super) fn work_cell(&self, world: &World, at_start: Option<&str>) -> Result<WorkCell, String> {
        for skill in self.moves.keys() {
            if world.domain().find_skill(skill).is_none() {
                let known: Vec<&str> = world.domain().skills().iter().map(|skill| skill.name.as_str()).collect();
                return Err(format!("arms.moves: {skill} is no skill of the domain; it has {}", known.join(", ")));
            }
        }
        let arm = |(robot, arm): (&RobotId, &ArmChoice)| {
            let ways = self.ways(world, robot, arm, at_start)?;
            Ok(CellArm { robot: robot.clone(), placed: arm.placed(), ways })
        };
        let arms = self.robots.iter().map(arm).collect::<Result<Vec<_>, String>>()?;
        let most_age = Duration::from_millis(self.position_timeout_ms);
        WorkCell::new(arms, self.margin_m, most_age).map_err(|why| format!("arms.{why}"))
    }

    /// A robot's arm among the others, each in the pose that `stands_at` names, above a table at this height in metres, if any.
    ///
    /// # Errors
    /// A robot without an arm, or another arm without that pose, in words.
    pub fn scene<'a>(
        &self,
        robot: &RobotId,
        stands_at: impl Fn(&RobotId) -> Result<&'a str, String>,
        table_m: Option<f64>,
    ) -> Result<StandingScene, String> {
        let arm = self.arm(robot)?.placed();
        let others = self.robots.iter().filter(|(other, _)| *other != robot);
        let others = others.map(|(other, choice)| Ok((choice.placed(), self.pose(other, stands_at(other)?)?)));
        let others = others.collect::<Result<_, String>>()?;
        Ok(StandingScene { arm, others, table_m, margin_m: self.margin_m })
    }

    /// The angles of a pose of a robot's arm.
    ///
    /// # Errors
    /// A robot without an arm, or without that pose, in words.
    pub fn pose(&self, robot: &RobotId, name: &str) -> Result<JointAngles, String> {
        let poses = &self.arm(robot)?.poses;
        let known = || poses.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        poses.get(name).copied().ok_or_else(|| format!("{robot} has no pose {name}; it has {}", known()))
    }

    fn arm(&self, robot: &RobotId) -> Result<&ArmChoice, String> {
        let known = || self.robots.keys().map(RobotId::as_str).collect::<Vec<_>>().join(", ");
        self.robots.get(robot).ok_or_else(|| format!("{robot} has no arm in the fleet file; {} have", known()))
    }

    /// The way of each decision that a robot may take.
    fn ways(
        &self,
        world: &World,
        robot: &RobotId,
        arm: &ArmChoice,
        at_start: Option<&str>,
    ) -> Result<BTreeMap<Decision, ArmWay>, String> {
        let place = world.place(robot).ok_or_else(|| format!("arms.robots: {robot} is no robot of the fleet"))?;
        let mut ways = BTreeMap::new();
        let mut used: BTreeSet<String> = at_start.map(str::to_owned).into_iter().collect();
        // Of decisions that lack a pose: their other poses, with the decision and what it lacks.
        let mut useless: BTreeMap<String, [String; 2]> = BTreeMap::new();
        // By skill of which no decision has a way yet: what one of them lacks.
        let mut lacking = BTreeMap::new();
        for decision in world.options().iter().filter(|&decision| world.has(place, decision)) {
            let skill = world.domain().skill(world.options().skill(decision));
            let moves = self.moves.get(&skill.name).ok_or_else(|| {
                let name = &skill.name;
                format!("arms.moves: nothing is said of {name}, which {robot} can do; list the poses that its arm goes through, or [] if it stays")
            })?;
            let names = moves.iter().map(|pose| named(pose, skill, world, decision)).collect::<Result<Vec<_>, _>>()?;
            let way = match names.iter().find(|name| !arm.poses.contains_key(*name)) {
                Some(pose) => ArmWay::Unknown { pose: pose.clone() },
                None if names.is_empty() => ArmWay::Stays,
                None => ArmWay::Through(names.iter().map(|name| arm.poses[name]).collect()),
            };
            match &way {
                ArmWay::Unknown { pose } => {
                    let lacks = (world.symbol(decision), pose.clone());
                    for name in &names {
                        useless.entry(name.clone()).or_insert_with(|| [lacks.0.clone(), lacks.1.clone()]);
                    }
                    lacking.entry(&skill.name).or_insert(Some(lacks));
                }
                ArmWay::Stays | ArmWay::Through(_) => {
                    used.extend(names);
                    lacking.insert(&skill.name, None);
                }
            }
            ways.insert(decision, way);
        }
        if let Some((skill, (symbol, pose))) = lacking.iter().find_map(|(skill, lacks)| Some((skill, lacks.as_ref()?)))
        {
            return Err(format!(
                "arms.robots.{robot}.poses: it can do no {skill}: {symbol} lacks the pose {pose}; add it, or mend arms.moves.{skill}"
            ));
        }
        if let Some(pose) = arm.poses.keys().find(|pose| !used.contains(*pose)) {
            return Err(match useless.get(pose) {
                Some([symbol, lacks]) => format!(
                    "arms.robots.{robot}.poses: {pose} leads nowhere, since {symbol} lacks the pose {lacks}; add that one, or drop {pose}"
                ),
                None => format!(
                    "arms.robots.{robot}.poses: {pose} is a pose of no move; mend its name, or drop it (arms.moves says the names of poses)"
                ),
            });
        }
        if let Some(pose) = at_start.filter(|pose| !arm.poses.contains_key(*pose)) {
            return Err(format!(
                "simulator.arms_at: {robot} has no pose {pose}; add it under arms.robots.{robot}.poses"
            ));
        }
        Ok(ways)
    }
}

impl FleetFile {
    /// Checks what the file says of arms, and of what it leads to elsewhere in it.
    pub(super) fn check_arms(&self) -> Result<(), String> {
        if let Some(arms) = &self.arms {
            arms.check(&self.order)?;
        }
        match (self.arms.is_some(), &self.simulator) {
            (true, Some(simulator)) if simulator.arms_at.is_none() => {
                return Err("simulator.arms_at: name the pose in which the arms begin, such as home".into());
            }
            (false, Some(simulator)) if simulator.arms_at.is_some() => {
                return Err("simulator.arms_at: the fleet has no arms; describe them under arms".into());
            }
            _ => {}
        }
        if self.arms.is_some() && self.exploration.is_some() {
            return Err(
                "arms: nobody tells where the joints are in a fleet that explores; leave out arms or exploration"
                    .into(),
            );
        }
        Ok(())
    }

    /// The arms that share a space, with the way of each decision in this world; `None`: the file names none.
    ///
    /// # Errors
    /// A decision without a way, a pose that no decision uses, a margin that is none. The error names the field and the remedy.
    pub fn work_cell(&self, world: &World) -> Result<Option<WorkCell>, SiteError> {
        let Some(arms) = &self.arms else { return Ok(None) };
        let at_start = self.simulator.as_ref().and_then(|simulator| simulator.arms_at.as_deref());
        let cell = arms.work_cell(world, at_start);
        cell.map(Some).map_err(|wrong| SiteError::Content { path: self.path.clone(), wrong })
    }

    /// Where simulated arms are at the start, by robot.
    pub fn arms_at_start(&self) -> BTreeMap<RobotId, JointAngles> {
        let at = self.simulator.as_ref().and_then(|simulator| simulator.arms_at.as_deref());
        let arms = self.arms.iter().flat_map(|arms| &arms.robots);
        arms.filter_map(|(robot, arm)| Some((robot.clone(), *arm.poses.get(at?)?))).collect()
    }
}

impl ArmChoice {
    fn check(&self) -> Result<(), String> {
        let BaseChoice { position_m, turn_rad } = self.base;
        if !position_m.iter().chain(&turn_rad).all(|number| number.abs() <= 1000.0) {
            return Err(format!("base: {position_m:?} m and {turn_rad:?} rad: give numbers of at most 1000"));
        }
        if !(0.0..=1.0).contains(&self.tool_m) {
            return Err(format!("tool_m: {} is not between 0 and 1, in metres", self.tool_m));
        }
        // What is within the limits is in reach: the flange is where the joints bring it.
        let beyond = self.poses.iter().find(|(_, joints)| !UrArm::is_within_limits(joints));
        beyond.map_or(Ok(()), |(pose, joints)| {
            Err(format!("poses.{pose}: {joints:?} has an angle beyond a whole turn (6.2832); give radians within the joints' limits"))
        })
    }

    fn placed(&self) -> PlacedArm {
        let BaseChoice { position_m: [x, y, z], turn_rad: [roll, pitch, yaw] } = self.base;
        let turned = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
        let base = Isometry3::from_parts(Translation3::new(x, y, z), turned);
        match self.model {
            ArmModel::Ur5e => PlacedArm::ur5e(base, self.tool_m),
        }
    }
}

/// The name of a pose for a decision: each `{parameter}` is the name of the object that it is applied to.
fn named(pose: &str, skill: &Skill, world: &World, decision: Decision) -> Result<String, String> {
    let mut name = pose.to_owned();
    for ((parameter, _), &argument) in skill.parameters.iter().zip(world.options().arguments(decision)) {
        name = name.replace(&format!("{{{parameter}}}"), &world.object(argument).name);
    }
    if name.contains(['{', '}']) {
        let known: Vec<String> = skill.parameters.iter().map(|(parameter, _)| format!("{{{parameter}}}")).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(format!("arms.moves.{}: {pose:?} names no parameter of the skill; it has {known}", skill.name));
    }
    Ok(name)
}
