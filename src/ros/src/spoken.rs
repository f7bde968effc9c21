//! Which messages are sealed, by whom, and which of them count only once or while fresh: only this file says so.
//!
//! A message that is not listed here as sealed is for people to read, or has no effect on moves, ends and decisions.

use r2r::surefleet::{
    action::{ExecuteMission, ExecuteSkill},
    msg, srv,
};
use serde::Serialize;
use surefleet_identity::{Participant, Role};

/// How often a message counts that anybody may replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// Each time: the message names its subject, and a repeat has no effect.
    Always,
    /// Once, while it is fresh.
    Once,
    /// Likewise, but the middleware keeps the last one for late listeners: it may be older than their process.
    Kept,
}

/// A message between participants.
pub trait Spoken: Serialize {
    /// The type name that the signature covers.
    const KIND: &'static str = "";
    /// Whether it answers a request, and counts only for that request.
    const BOUND: bool = false;

    /// How often it counts.
    fn counts(&self) -> Repetition {
        Repetition::Always
    }

    /// The field of the seal; `None`: the message has none and needs none.
    fn seal_mut(&mut self) -> Option<&mut msg::Seal> {
        None
    }

    /// Who may send this message, if `who` may not.
    fn wrong_speaker(&self, _who: &Participant) -> Option<&'static str> {
        None
    }
}

macro_rules! sealed {
    ($($type:ty, $kind:literal, counts $counts:ident, bound $bound:literal, |$message:ident, $who:ident| $wrong:expr;)*) => {
        $(impl Spoken for $type {
            const KIND: &'static str = $kind;
            const BOUND: bool = $bound;

            fn counts(&self) -> Repetition {
                Repetition::$counts
            }

            fn seal_mut(&mut self) -> Option<&mut msg::Seal> {
                Some(&mut self.seal)
            }

            fn wrong_speaker(&self, $who: &Participant) -> Option<&'static str> {
                let $message = self;
                $wrong
            }
        })*
    };
}

sealed! {
    msg::Turn, "surefleet/msg/Turn", counts Always, bound false, |turn, who| turn_speaker(turn, who);
    msg::WorldState, "surefleet/msg/WorldState", counts Once, bound false,
        |_world, who| unless(who.role() == Role::World, "the world state is published by \"world\"");
    msg::Heartbeat, "surefleet/msg/Heartbeat", counts Once, bound false,
        |beat, who| unless(is_planner_of(who, &beat.robot), "a heartbeat is its own planner's");
    msg::Gate, "surefleet/msg/Gate", counts Once, bound false, |_gate, who| of_monitor(who);
    msg::DecisionRecord, "surefleet/msg/DecisionRecord", counts Always, bound false,
        |record, who| unless(is_planner_of(who, &record.robot), "a decision is told by the planner that made it");
    msg::HelpAnswer, "surefleet/msg/HelpAnswer", counts Always, bound false, |_answer, who| of_desk(who);
    msg::HelpQueue, "surefleet/msg/HelpQueue", counts Kept, bound false, |_queue, who| of_desk(who);
    msg::SubgoalVerdict, "surefleet/msg/SubgoalVerdict", counts Always, bound false, |verdict, who| of_perception(who, verdict);
    msg::SemanticMap, "surefleet/msg/SemanticMap", counts Once, bound false, |map, who| of_explorer(who, &map.robot);
    msg::Request, "surefleet/msg/Request", counts Once, bound false, |request, who| of_explorer(who, &request.robot);
    msg::Finding, "surefleet/msg/Finding", counts Always, bound false, |finding, who| of_explorer(who, &finding.robot);
    srv::CheckDecisions::Request, "surefleet/srv/CheckDecisions_Request", counts Once, bound false,
        |check, who| unless(is_planner_of(who, &check.robot), "a robot's own planner asks for it");
    srv::CheckDecisions::Response, "surefleet/srv/CheckDecisions_Response", counts Always, bound true, |_reply, who| of_monitor(who);
    srv::RequestHelp::Request, "surefleet/srv/RequestHelp_Request", counts Once, bound false,
        |call, who| unless(is_planner_of(who, &call.request.robot), "a question is put, and withdrawn, by the robot's own planner");
    srv::RequestHelp::Response, "surefleet/srv/RequestHelp_Response", counts Always, bound true, |_reply, who| of_desk(who);
    srv::AnswerHelp::Response, "surefleet/srv/AnswerHelp_Response", counts Always, bound true, |_reply, who| of_desk(who);
    srv::ClaimHelp::Response, "surefleet/srv/ClaimHelp_Response", counts Always, bound true, |_reply, who| of_desk(who);
    srv::ShowHelp::Response, "surefleet/srv/ShowHelp_Response", counts Always, bound true, |_reply, who| of_desk(who);
    srv::ReadMission::Request, "surefleet/srv/ReadMission_Request", counts Once, bound false, |_call, _who| None;
    srv::ReadMission::Response, "surefleet/srv/ReadMission_Response", counts Always, bound true, |_reply, who| of_desk(who);
    srv::HelpHistory::Request, "surefleet/srv/HelpHistory_Request", counts Once, bound false, |_call, _who| None;
    srv::HelpHistory::Response, "surefleet/srv/HelpHistory_Response", counts Always, bound true, |_reply, who| of_desk(who);
    srv::ConfirmConstraint::Response, "surefleet/srv/ConfirmConstraint_Response", counts Always, bound true, |_reply, who| of_monitor(who);
    srv::CancelMission::Response, "surefleet/srv/CancelMission_Response", counts Always, bound true, |_reply, who| of_monitor(who);
    srv::TranslateConstraint::Response, "surefleet/srv/TranslateConstraint_Response", counts Always, bound true,
        |_reply, who| of_monitor(who);
    srv::ListConstraints::Request, "surefleet/srv/ListConstraints_Request", counts Once, bound false, |_call, _who| None;
    srv::ListConstraints::Response, "surefleet/srv/ListConstraints_Response", counts Always, bound true, |_reply, who| of_monitor(who);
    srv::ExplainVerdict::Request, "surefleet/srv/ExplainVerdict_Request", counts Once, bound false, |_call, _who| None;
    srv::ExplainVerdict::Response, "surefleet/srv/ExplainVerdict_Response", counts Always, bound true, |_reply, who| of_monitor(who);
    srv::CheckSubgoal::Request, "surefleet/srv/CheckSubgoal_Request", counts Once, bound false, |_call, _who| None;
    srv::AnswerHelp::Request, "surefleet/srv/AnswerHelp_Request", counts Once, bound false, |_call, who| of_person(who);
    srv::ClaimHelp::Request, "surefleet/srv/ClaimHelp_Request", counts Once, bound false, |_call, who| of_person(who);
    srv::ShowHelp::Request, "surefleet/srv/ShowHelp_Request", counts Once, bound false, |_call, who| of_person(who);
    srv::ConfirmConstraint::Request, "surefleet/srv/ConfirmConstraint_Request", counts Once, bound false, |_call, who| of_person(who);
    msg::Missions, "surefleet/msg/Missions", counts Kept, bound false, |_missions, who| of_monitor(who);
    srv::CancelMission::Request, "surefleet/srv/CancelMission_Request", counts Once, bound false, |_call, who| of_sender(who);
    srv::TranslateConstraint::Request, "surefleet/srv/TranslateConstraint_Request", counts Once, bound false,
        |_call, who| of_sender(who);
    ExecuteMission::Goal, "surefleet/action/ExecuteMission_Goal", counts Once, bound false, |_goal, who| of_sender(who);
    ExecuteMission::Result, "surefleet/action/ExecuteMission_Result", counts Always, bound true, |_result, who| of_monitor(who);
    ExecuteSkill::Goal, "surefleet/action/ExecuteSkill_Goal", counts Once, bound false,
        |_goal, who| unless(who.role() == Role::Planner, "a robot's own planner has it act");
    ExecuteSkill::Result, "surefleet/action/ExecuteSkill_Result", counts Always, bound true,
        |_result, who| unless(who.role() == Role::SkillServer, "a skill's end is told by the robot's skill server");
}

/// A proposal is repeated until it is judged, and an old one moves nothing; a verdict itself says how long it holds.
impl Spoken for msg::JointStep {
    const KIND: &'static str = "surefleet/msg/JointStep";

    fn counts(&self) -> Repetition {
        if self.verdict == Self::PROPOSED as u8 { Repetition::Once } else { Repetition::Always }
    }

    fn seal_mut(&mut self) -> Option<&mut msg::Seal> {
        Some(&mut self.seal)
    }

    fn wrong_speaker(&self, who: &Participant) -> Option<&'static str> {
        joint_speaker(self, who)
    }
}

/// The answer contains the verdict in its usual form, but its seal is tied to the call.
impl Spoken for srv::CheckSubgoal::Response {
    const KIND: &'static str = msg::SubgoalVerdict::KIND;
    const BOUND: bool = true;

    fn seal_mut(&mut self) -> Option<&mut msg::Seal> {
        self.verdict.seal_mut()
    }

    fn wrong_speaker(&self, who: &Participant) -> Option<&'static str> {
        self.verdict.wrong_speaker(who)
    }
}

fn unless(is_so: bool, wrong: &'static str) -> Option<&'static str> {
    (!is_so).then_some(wrong)
}

fn is_planner_of(who: &Participant, robot: &str) -> bool {
    who.role() == Role::Planner && who.name() == robot
}

fn of_monitor(who: &Participant) -> Option<&'static str> {
    unless(who.role() == Role::SafetyMonitor, "it is the safety monitor's word")
}

fn of_desk(who: &Participant) -> Option<&'static str> {
    unless(who.role() == Role::HelpDesk, "it is the help desk's word")
}

fn of_person(who: &Participant) -> Option<&'static str> {
    unless(who.role() == Role::Operator, "an operator says it: sign in with an operator's key")
}

fn of_sender(who: &Participant) -> Option<&'static str> {
    unless(matches!(who.role(), Role::Operator | Role::Client), "operators and clients send it")
}

fn of_perception(who: &Participant, verdict: &msg::SubgoalVerdict) -> Option<&'static str> {
    let is_its = who.role() == Role::Perception && who.name() == verdict.robot;
    unless(is_its, "a look is told by the robot's own perception")
}

fn of_explorer(who: &Participant, robot: &str) -> Option<&'static str> {
    unless(who.role() == Role::Explorer && who.name() == robot, "it is told by the robot's own explorer")
}

fn turn_speaker(turn: &msg::Turn, who: &Participant) -> Option<&'static str> {
    if i64::from(turn.kind) == msg::Turn::END as i64 {
        return unless(who.role() == Role::SafetyMonitor, "the safety monitor alone ends missions");
    }
    let is_team = i64::from(turn.kind) != msg::Turn::TURN as i64 || turn.brief.team.contains(&turn.sender);
    match who.role() {
        Role::SafetyMonitor => None,
        _ => unless(is_planner_of(who, &turn.sender) && is_team, "it names another sender, or one outside the team"),
    }
}

fn joint_speaker(joint: &msg::JointStep, who: &Participant) -> Option<&'static str> {
    if i64::from(joint.verdict) != msg::JointStep::PROPOSED as i64 {
        return of_monitor(who);
    }
    let is_part = joint.stop || joint.decided.iter().any(|part| part.robot == who.name());
    unless(who.role() == Role::Planner && is_part, "a joint step is proposed by the planner of one of its robots")
}

macro_rules! open {
    ($($type:ty),* $(,)?) => { $(impl Spoken for $type {})* };
}

// Calls for people's attention, and answers to questions that anybody may ask about a camera's picture.
open! {
    msg::HelpSummary, srv::AnswerQuestion::Request, srv::AnswerQuestion::Response,
}

// Messages of ROS itself.
open! {
    r2r::diagnostic_msgs::msg::DiagnosticArray, r2r::visualization_msgs::msg::MarkerArray, r2r::sensor_msgs::msg::Image,
    r2r::sensor_msgs::msg::CompressedImage, r2r::sensor_msgs::msg::CameraInfo, r2r::rcl_interfaces::msg::Log,
    r2r::lifecycle_msgs::msg::TransitionEvent, r2r::nav_msgs::msg::Odometry, r2r::nav_msgs::msg::OccupancyGrid,
}

macro_rules! open_services {
    ($($service:ident of $package:ident),* $(,)?) => {
        $(open! { r2r::$package::srv::$service::Request, r2r::$package::srv::$service::Response })*
    };
}

open_services! {
    ChangeState of lifecycle_msgs, GetState of lifecycle_msgs, GetAvailableStates of lifecycle_msgs,
    GetAvailableTransitions of lifecycle_msgs, GetParameters of rcl_interfaces, GetParameterTypes of rcl_interfaces,
    ListParameters of rcl_interfaces, DescribeParameters of rcl_interfaces, SetParameters of rcl_interfaces,
    SetParametersAtomically of rcl_interfaces, CancelGoal of action_msgs,
}
