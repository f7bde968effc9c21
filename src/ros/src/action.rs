//! Actions over their three services and two topics (ROS 2 design, "Actions"), on a network where anybody may ask,
//! answer and replay.
//!
//! r2r 0.9.7 has its own actions, but they are unfit for a hostile network. It answers a question about an unknown
//! goal's result from freed memory, and ends the process at an unknown status or return code. A second goal with a
//! running goal's id takes that goal's place, and every goal is kept for ever.

mod client;
mod server;

use r2r::{
    WrappedActionTypeSupport, WrappedServiceTypeSupport,
    action_msgs::{msg::GoalStatus, srv::CancelGoal},
    unique_identifier_msgs::msg::UUID,
};

pub use self::{
    client::{ActionClient, Sent},
    server::{ActionServer, Asked, Cancels},
};

/// UUID of a goal.
pub type GoalId = [u8; 16];

type SendGoal<A> = <A as WrappedActionTypeSupport>::SendGoal;
type GetResult<A> = <A as WrappedActionTypeSupport>::GetResult;
type Answer<S> = <S as WrappedServiceTypeSupport>::Response;

/// The service that cancels goals, under the action's name.
pub const CANCEL_GOAL: &str = "_action/cancel_goal";
const SEND_GOAL: &str = "_action/send_goal";
const GET_RESULT: &str = "_action/get_result";
const FEEDBACK: &str = "_action/feedback";
const STATUS: &str = "_action/status";

/// How a goal ended, as seen without its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalEnding {
    /// The goal was reached.
    Succeeded,
    /// It was cancelled.
    Canceled,
    /// The goal could not be reached.
    Aborted,
}

impl GoalEnding {
    fn status(self) -> i8 {
        match self {
            Self::Succeeded => GoalStatus::STATUS_SUCCEEDED as i8,
            Self::Canceled => GoalStatus::STATUS_CANCELED as i8,
            Self::Aborted => GoalStatus::STATUS_ABORTED as i8,
        }
    }

    /// `None`: the goal has not ended, or is unknown.
    fn of(status: i8) -> Option<Self> {
        [Self::Succeeded, Self::Canceled, Self::Aborted].into_iter().find(|ending| ending.status() == status)
    }
}

fn uuid(id: GoalId) -> UUID {
    UUID { uuid: id.to_vec() }
}

/// A message's array always has this length, whoever sends it.
fn goal_id(uuid: &UUID) -> GoalId {
    GoalId::try_from(uuid.uuid.as_slice()).unwrap_or_default()
}

/// The request that asks a server to cancel a goal.
pub fn cancel_request(id: GoalId) -> CancelGoal::Request {
    let mut request = CancelGoal::Request::default();
    request.goal_info.goal_id = uuid(id);
    request
}
