//! Actions over their three services and two topics (ROS 2 design, "Actions"), where anybody on the network may ask, answer and repeat.
//!
//! r2r 0.9.7 has actions of its own, which are not for a hostile network: it answers a question about the result of an unknown goal out of
//! freed memory, ends the process at a status or return code that it does not know, lets a second goal of a running one's id take that one's
//! place, and keeps every goal for ever.

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

/// The service that ends goals, under the action's name.
pub const CANCEL_GOAL: &str = "_action/cancel_goal";
const SEND_GOAL: &str = "_action/send_goal";
const GET_RESULT: &str = "_action/get_result";
const FEEDBACK: &str = "_action/feedback";
const STATUS: &str = "_action/status";

/// How a goal ended, for those who know nothing of its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It was done.
    Succeeded,
    /// It was cancelled.
    Canceled,
    /// It could not be done.
    Aborted,
}

impl Ending {
    fn status(self) -> i8 {
        match self {
            Self::Succeeded => GoalStatus::STATUS_SUCCEEDED as i8,
            Self::Canceled => GoalStatus::STATUS_CANCELED as i8,
            Self::Aborted => GoalStatus::STATUS_ABORTED as i8,
        }
    }

    /// `None`: it has not ended, or nobody knows of it.
    fn of(status: i8) -> Option<Self> {
        [Self::Succeeded, Self::Canceled, Self::Aborted].into_iter().find(|ending| ending.status() == status)
    }
}

fn uuid(id: GoalId) -> UUID {
    UUID { uuid: id.to_vec() }
}

/// A message's array has this length whoever sends it.
fn goal_id(uuid: &UUID) -> GoalId {
    GoalId::try_from(uuid.uuid.as_slice()).unwrap_or_default()
}

/// What asks a server to end a goal.
pub fn cancel_request(id: GoalId) -> CancelGoal::Request {
    let mut request = CancelGoal::Request::default();
    request.goal_info.goal_id = uuid(id);
    request
}
