use std::{
    collections::{BTreeMap, VecDeque},
    pin::Pin,
};

use futures::Stream;
use r2r::{
    Publisher, QosProfile, ServiceRequest, WrappedActionTypeSupport, WrappedServiceTypeSupport,
    action_msgs::{
        msg::{GoalInfo, GoalStatus, GoalStatusArray},
        srv::CancelGoal,
    },
};
use surefleet_fleet::Stamp;

use super::{
    Answer, CANCEL_GOAL, FEEDBACK, GET_RESULT, GetResult, GoalEnding, GoalId, SEND_GOAL, STATUS, SendGoal, goal_id,
    uuid,
};
use crate::{
    endpoints::{service_qos, take},
    error::NodeError,
    fleet_node::FleetNode,
    wire,
};

type Requests<S> = Pin<Box<dyn Stream<Item = ServiceRequest<S>>>>;

/// Most goals at once; further ones are rejected. A robot carries out one, and a fleet's missions queue.
const MOST_GOALS: usize = 256;
/// Results of this many ended goals are kept for late callers.
const KEPT: usize = 32;
/// Most callers that wait for the result of one goal; the one that has waited longest makes room.
const MOST_WAITING: usize = 64;

/// Whether a cancel is obeyed; a cancel has no field for a seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancels {
    /// The goal is cancelled.
    Obeyed,
    /// The goal goes on.
    Refused,
}

/// A request to the server.
pub enum Asked<A: WrappedActionTypeSupport> {
    /// This goal, which is to be accepted or rejected.
    Goal(NewGoal<A>),
    /// A cancel of this goal, which the server has promised.
    Cancel(GoalId),
}

/// A new goal. If it is dropped, it never gets an answer.
pub struct NewGoal<A: WrappedActionTypeSupport> {
    pub id: GoalId,
    pub goal: A::Goal,
    request: ServiceRequest<A::SendGoal>,
}

/// A goal that was accepted.
struct Goal<A: WrappedActionTypeSupport> {
    accepted: Stamp,
    /// `STATUS_*` of `GoalStatus`.
    status: i8,
    result: Option<A::Result>,
    waiting: VecDeque<ServiceRequest<A::GetResult>>,
}

/// The server of an action, emptied after every spin.
pub struct ActionServer<A: WrappedActionTypeSupport> {
    name: String,
    cancels_are: Cancels,
    sends: Requests<A::SendGoal>,
    cancels: Requests<CancelGoal::Service>,
    results: Requests<A::GetResult>,
    feedback: Publisher<A::FeedbackMessage>,
    status: Publisher<GoalStatusArray>,
    goals: BTreeMap<GoalId, Goal<A>>,
    /// Ended goals, the one that ended first at the front.
    ended: VecDeque<GoalId>,
    /// Goals whose cancel was promised.
    to_cancel: VecDeque<GoalId>,
}

impl<A: WrappedActionTypeSupport + 'static> ActionServer<A>
where
    A::Goal: Clone,
    A::Result: Clone + Default,
    A::FeedbackMessage: 'static,
    SendGoal<A>: 'static,
    GetResult<A>: 'static,
{
    /// Offers the action with this full name.
    ///
    /// # Errors
    /// The name is not valid.
    pub fn offer(node: &mut FleetNode, name: &str, cancels_are: Cancels) -> Result<Self, NodeError> {
        let part = |part: &str| (format!("{name}/{part}"), NodeError::ros(format!("offer {name}/{part}")));
        let (send_goal, no_goals) = part(SEND_GOAL);
        let (cancel_goal, no_cancels) = part(CANCEL_GOAL);
        let (get_result, no_results) = part(GET_RESULT);
        let (feedback, no_feedback) = part(FEEDBACK);
        let (status, no_status) = part(STATUS);
        let latched = QosProfile::default().reliable().transient_local().keep_last(1);
        Ok(Self {
            name: name.to_owned(),
            cancels_are,
            sends: Box::pin(node.create_service::<A::SendGoal>(&send_goal, service_qos()).map_err(no_goals)?),
            cancels: Box::pin(
                node.create_service::<CancelGoal::Service>(&cancel_goal, service_qos()).map_err(no_cancels)?,
            ),
            results: Box::pin(node.create_service::<A::GetResult>(&get_result, service_qos()).map_err(no_results)?),
            feedback: node
                .create_publisher(&feedback, QosProfile::default().reliable().keep_last(10))
                .map_err(no_feedback)?,
            status: node.create_publisher(&status, latched).map_err(no_status)?,
            goals: BTreeMap::new(),
            ended: VecDeque::new(),
            to_cancel: VecDeque::new(),
        })
    }

    /// The next request; requests for results are answered on the way.
    pub fn take(&mut self) -> Option<Asked<A>> {
        while let Some(request) = take(self.results.as_mut()) {
            self.tell_result(request);
        }
        while let Some(request) = take(self.cancels.as_mut()) {
            self.promise_end(request);
        }
        if let Some(id) = self.to_cancel.pop_front() {
            return Some(Asked::Cancel(id));
        }
        while let Some(mut request) = take(self.sends.as_mut()) {
            let (id, goal) = A::destructure_goal_request_msg(std::mem::take(&mut request.message));
            let new = NewGoal { id: goal_id(&id), goal, request };
            let under_way = self.goals.len() - self.ended.len();
            if self.goals.contains_key(&new.id) {
                self.reject(new, "a goal of this id was sent before");
            } else if under_way >= MOST_GOALS {
                self.reject(new, "too many goals are under way");
            } else {
                return Some(Asked::Goal(new));
            }
        }
        None
    }

    /// Accepts a goal, at this ROS time.
    pub fn accept(&mut self, now: Stamp, new: NewGoal<A>) -> (GoalId, A::Goal) {
        let NewGoal { id, goal, request } = new;
        let accepted = A::make_goal_response_msg(true, wire::time(now));
        respond(&self.name, request, accepted);
        let status = GoalStatus::STATUS_EXECUTING as i8;
        self.goals.insert(id, Goal { accepted: now, status, result: None, waiting: VecDeque::new() });
        self.publish_status();
        (id, goal)
    }

    /// Rejects a goal.
    pub fn reject(&self, new: NewGoal<A>, why: &str) {
        tracing::warn!(action = self.name, why, "a goal is rejected");
        respond(&self.name, new.request, A::make_goal_response_msg(false, wire::time(Stamp::ZERO)));
    }

    /// Sends feedback to the client of a goal.
    pub fn feed_back(&self, id: GoalId, feedback: A::Feedback) {
        if let Err(error) = self.feedback.publish(&A::make_feedback_msg(uuid(id), feedback)) {
            tracing::warn!(action = self.name, %error, "feedback could not be published");
        }
    }

    /// Ends an accepted goal, and sends its result to those who wait for it.
    pub fn end(&mut self, id: GoalId, ending: GoalEnding, result: A::Result) {
        let Some(goal) = self.goals.get_mut(&id) else { return };
        goal.status = ending.status();
        for request in goal.waiting.drain(..) {
            respond(&self.name, request, A::make_result_response_msg(goal.status, result.clone()));
        }
        goal.result = Some(result);
        self.ended.push_back(id);
        if self.ended.len() > KEPT
            && let Some(oldest) = self.ended.pop_front()
        {
            self.goals.remove(&oldest);
        }
        self.publish_status();
    }

    fn tell_result(&mut self, request: ServiceRequest<A::GetResult>) {
        let id = goal_id(&A::destructure_result_request_msg(request.message.clone()));
        let response = match self.goals.get_mut(&id) {
            None => A::make_result_response_msg(GoalStatus::STATUS_UNKNOWN as i8, A::Result::default()),
            Some(Goal { status, result: Some(result), .. }) => A::make_result_response_msg(*status, result.clone()),
            Some(goal) => {
                goal.waiting.push_back(request);
                if goal.waiting.len() > MOST_WAITING {
                    goal.waiting.pop_front();
                }
                return;
            }
        };
        respond(&self.name, request, response);
    }

    /// Answers a cancel: of one goal, or, without an id, of all goals that were accepted up to a given time.
    fn promise_end(&mut self, request: ServiceRequest<CancelGoal::Service>) {
        let asked = &request.message.goal_info;
        let (id, until) = (goal_id(&asked.goal_id), wire::stamp(&asked.stamp));
        let is_meant = |(known, goal): &(&GoalId, &Goal<A>)| match id == GoalId::default() {
            true => until == Stamp::ZERO || goal.accepted <= until,
            false => **known == id || (until != Stamp::ZERO && goal.accepted <= until),
        };
        let meant: Vec<GoalId> = self.goals.iter().filter(is_meant).map(|(id, _)| *id).collect();
        let under_way = |id: &GoalId| self.goals.get(id).is_some_and(|goal| goal.result.is_none());
        let (under_way, ended): (Vec<GoalId>, Vec<GoalId>) = meant.into_iter().partition(under_way);
        let mut response = CancelGoal::Response::default();
        if under_way.is_empty() && id != GoalId::default() {
            response.return_code = match ended.is_empty() {
                true => CancelGoal::Response::ERROR_UNKNOWN_GOAL_ID as i8,
                false => CancelGoal::Response::ERROR_GOAL_TERMINATED as i8,
            };
        } else if self.cancels_are == Cancels::Refused {
            tracing::warn!(
                action = self.name,
                "a cancel of the action is refused, since nobody can prove who sends it: surefleet cancel, or the service fleet/cancel"
            );
            response.return_code = CancelGoal::Response::ERROR_REJECTED as i8;
        } else {
            for id in under_way {
                let Some(goal) = self.goals.get_mut(&id) else { continue };
                goal.status = GoalStatus::STATUS_CANCELING as i8;
                response.goals_canceling.push(GoalInfo { goal_id: uuid(id), stamp: wire::time(goal.accepted) });
                self.to_cancel.push_back(id);
            }
            self.publish_status();
        }
        respond(&self.name, request, response);
    }

    fn publish_status(&self) {
        let status_of = |(id, goal): (&GoalId, &Goal<A>)| GoalStatus {
            goal_info: GoalInfo { goal_id: uuid(*id), stamp: wire::time(goal.accepted) },
            status: goal.status,
        };
        let status = GoalStatusArray { status_list: self.goals.iter().map(status_of).collect() };
        if let Err(error) = self.status.publish(&status) {
            tracing::warn!(action = self.name, %error, "the status of goals could not be published");
        }
    }
}

fn respond<S: WrappedServiceTypeSupport + 'static>(action: &str, request: ServiceRequest<S>, response: Answer<S>) {
    if let Err(error) = request.respond(response) {
        tracing::warn!(action, %error, "an answer of the action could not be sent; its client has probably gone");
    }
}
