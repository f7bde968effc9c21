use std::{future::Future, pin::Pin, rc::Rc};

use r2r::{Client, WrappedActionTypeSupport, action_msgs::srv::CancelGoal};

use super::{CANCEL_GOAL, GET_RESULT, GetResult, GoalEnding, GoalId, SEND_GOAL, SendGoal, cancel_request, uuid};
use crate::{endpoints::service_qos, error::NodeError, fleet_node::FleetNode};

type Pending<T> = Pin<Box<dyn Future<Output = T>>>;

/// How a goal ended (`None`: the server does not know the goal), and its result.
type Ended<A> = (Option<GoalEnding>, <A as WrappedActionTypeSupport>::Result);

/// A client of an action. Its user has to prove the messages that it receives.
pub struct ActionClient<A: WrappedActionTypeSupport>(Rc<Services<A>>);

struct Services<A: WrappedActionTypeSupport> {
    goals: Client<A::SendGoal>,
    results: Client<A::GetResult>,
    cancels: Client<CancelGoal::Service>,
}

/// A goal that was accepted by a server.
pub struct Sent<A: WrappedActionTypeSupport> {
    /// Its UUID.
    pub id: GoalId,
    /// Its ending and its result, once it has ended.
    pub result: Pending<Result<Ended<A>, String>>,
}

impl<A: WrappedActionTypeSupport + 'static> ActionClient<A>
where
    SendGoal<A>: 'static,
    GetResult<A>: 'static,
{
    /// Creates the client of the action of this full name.
    ///
    /// # Errors
    /// The name is not valid.
    pub fn create(node: &mut FleetNode, name: &str) -> Result<Self, NodeError> {
        let error = |part: &str| NodeError::ros(format!("create a client of {name}/{part}"));
        Ok(Self(Rc::new(Services {
            goals: node.create_client(&format!("{name}/{SEND_GOAL}"), service_qos()).map_err(error(SEND_GOAL))?,
            results: node.create_client(&format!("{name}/{GET_RESULT}"), service_qos()).map_err(error(GET_RESULT))?,
            cancels: node.create_client(&format!("{name}/{CANCEL_GOAL}"), service_qos()).map_err(error(CANCEL_GOAL))?,
        })))
    }

    /// Waits for a server.
    pub fn available(&self) -> Pending<Result<(), String>> {
        let services = self.0.clone();
        Box::pin(async move {
            r2r::Node::is_available(&services.goals).map_err(in_words)?.await.map_err(in_words)?;
            r2r::Node::is_available(&services.results).map_err(in_words)?.await.map_err(in_words)
        })
    }

    /// Sends a goal and waits for a server's acceptance, and then for the goal's result.
    pub fn send(&self, goal: A::Goal) -> Pending<Result<Sent<A>, String>> {
        let services = self.0.clone();
        let id = rand::random::<GoalId>();
        let request = A::make_goal_request_msg(uuid(id), goal);
        Box::pin(async move {
            let answer = services.goals.request(&request).map_err(in_words)?.await.map_err(in_words)?;
            let (is_accepted, _) = A::destructure_goal_response_msg(answer);
            if !is_accepted {
                return Err("the goal is rejected".to_owned());
            }
            let request = A::make_result_request_msg(uuid(id));
            let result = services.results.request(&request).map_err(in_words)?;
            let result = Box::pin(async move {
                let (status, result) = A::destructure_result_response_msg(result.await.map_err(in_words)?);
                Ok((GoalEnding::of(status), result))
            });
            Ok(Sent { id, result })
        })
    }

    /// Asks the server to cancel all its goals; their results tell how they ended.
    ///
    /// # Errors
    /// The request could not be sent.
    pub fn cancel_all(&self) -> Result<(), String> {
        // By the service's definition, a request without id and time means every goal.
        self.0.cancels.request(&cancel_request(GoalId::default())).map(drop).map_err(in_words)
    }
}

fn in_words(error: r2r::Error) -> String {
    error.to_string()
}
