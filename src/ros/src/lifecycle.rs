use r2r::{
    QosProfile,
    lifecycle_msgs::{
        msg::{State, Transition as TransitionMsg, TransitionDescription, TransitionEvent},
        srv,
    },
};
use surefleet_fleet::Stamp;

use crate::{endpoints::Requests, error::NodeError, fleet_node::FleetNode};

/// The states of a managed node (REP of the ROS 2 node lifecycle design), with the ids of `lifecycle_msgs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Unconfigured,
    Inactive,
    Active,
    Finalized,
}

/// A possible transition: its id, its label, its start state and its goal state.
struct Edge {
    id: u8,
    label: &'static str,
    from: Phase,
    to: Phase,
}

const EDGES: [Edge; 7] = [
    Edge { id: 1, label: "configure", from: Phase::Unconfigured, to: Phase::Inactive },
    Edge { id: 2, label: "cleanup", from: Phase::Inactive, to: Phase::Unconfigured },
    Edge { id: 3, label: "activate", from: Phase::Inactive, to: Phase::Active },
    Edge { id: 4, label: "deactivate", from: Phase::Active, to: Phase::Inactive },
    Edge { id: 5, label: "shutdown", from: Phase::Unconfigured, to: Phase::Finalized },
    Edge { id: 6, label: "shutdown", from: Phase::Inactive, to: Phase::Finalized },
    Edge { id: 7, label: "shutdown", from: Phase::Active, to: Phase::Finalized },
];

const PHASES: [Phase; 4] = [Phase::Unconfigured, Phase::Inactive, Phase::Active, Phase::Finalized];

/// The standard lifecycle services, so that `ros2 lifecycle` and Nav2's lifecycle manager can drive a node.
///
/// r2r has none. Endpoints exist from the start; `configure` and `cleanup` only change the state, since all
/// configuration was read and checked before the node appeared in the graph.
pub struct Lifecycle {
    phase: Phase,
    /// `None`: nobody may change the state.
    change: Option<Requests<srv::ChangeState::Service>>,
    state: Requests<srv::GetState::Service>,
    states: Requests<srv::GetAvailableStates::Service>,
    transitions: Requests<srv::GetAvailableTransitions::Service>,
    graph: Requests<srv::GetAvailableTransitions::Service>,
    events: r2r::Publisher<TransitionEvent>,
    /// Whether the node was activated or deactivated since the last look.
    turned: Option<bool>,
}

impl Lifecycle {
    pub fn attach(node: &mut FleetNode, may_be_changed: bool) -> Result<Self, NodeError> {
        Ok(Self {
            phase: Phase::Unconfigured,
            change: may_be_changed.then(|| Requests::serve(node, "~/change_state")).transpose()?,
            state: Requests::serve(node, "~/get_state")?,
            states: Requests::serve(node, "~/get_available_states")?,
            transitions: Requests::serve(node, "~/get_available_transitions")?,
            graph: Requests::serve(node, "~/get_transition_graph")?,
            // Latched, so that a late observer can still see that the node has started by itself.
            events: node
                .create_publisher("~/transition_event", QosProfile::default().transient_local())
                .map_err(NodeError::ros("publish transition events"))?,
            turned: None,
        })
    }

    /// Configures and activates the node without a request.
    pub fn autostart(&mut self, now: Stamp) {
        for label in ["configure", "activate"] {
            if let Some(edge) = requested(self.phase, &TransitionMsg { id: 0, label: label.to_owned() }) {
                edge.take((&mut self.phase, &mut self.turned), now, &self.events);
            }
        }
    }

    /// The state in a word.
    pub fn label(&self) -> &'static str {
        self.phase.label()
    }

    /// Whether the node does its job.
    pub fn is_active(&self) -> bool {
        self.phase == Phase::Active
    }

    /// Answers the services; returns whether the node was activated or deactivated.
    ///
    /// A node that was shut down keeps running as finalized: if it ended, a supervisor would restart it and undo the
    /// shutdown.
    pub fn work(&mut self, now: Stamp) -> Option<bool> {
        let (phase, turned, events) = (&mut self.phase, &mut self.turned, &self.events);
        if let Some(change) = &mut self.change {
            change.answer(|request| {
                let edge = requested(*phase, &request.transition);
                if let Some(edge) = edge {
                    edge.take((phase, turned), now, events);
                }
                srv::ChangeState::Response { success: edge.is_some() }
            });
        }
        let phase = self.phase;
        self.state.answer(|_| srv::GetState::Response { current_state: phase.state() });
        self.states.answer(|_| srv::GetAvailableStates::Response {
            available_states: PHASES.iter().map(|phase| phase.state()).collect(),
        });
        self.transitions.answer(|_| described(EDGES.iter().filter(|edge| edge.from == phase)));
        self.graph.answer(|_| described(EDGES.iter()));
        self.turned.take()
    }
}

/// The transition that a request names, by id or (id 0) by label.
fn requested(phase: Phase, transition: &TransitionMsg) -> Option<&'static Edge> {
    EDGES.iter().find(|edge| {
        edge.from == phase && if transition.id == 0 { edge.label == transition.label } else { edge.id == transition.id }
    })
}

fn described<'a>(edges: impl Iterator<Item = &'a Edge>) -> srv::GetAvailableTransitions::Response {
    srv::GetAvailableTransitions::Response {
        available_transitions: edges
            .map(|edge| TransitionDescription {
                transition: edge.transition(),
                start_state: edge.from.state(),
                goal_state: edge.to.state(),
            })
            .collect(),
    }
}

impl Edge {
    fn take(
        &self,
        (phase, turned): (&mut Phase, &mut Option<bool>),
        now: Stamp,
        events: &r2r::Publisher<TransitionEvent>,
    ) {
        *phase = self.to;
        if (self.from == Phase::Active) != (self.to == Phase::Active) {
            *turned = Some(self.to == Phase::Active);
        }
        let event = TransitionEvent {
            timestamp: now.as_nanos(),
            transition: self.transition(),
            start_state: self.from.state(),
            goal_state: self.to.state(),
        };
        if let Err(error) = events.publish(&event) {
            tracing::warn!(%error, "a transition event could not be published");
        }
    }

    fn transition(&self) -> TransitionMsg {
        TransitionMsg { id: self.id, label: self.label.to_owned() }
    }
}

impl Phase {
    fn state(self) -> State {
        let id = match self {
            Self::Unconfigured => 1,
            Self::Inactive => 2,
            Self::Active => 3,
            Self::Finalized => 4,
        };
        State { id, label: self.label().to_owned() }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Unconfigured => "unconfigured",
            Self::Inactive => "inactive",
            Self::Active => "active",
            Self::Finalized => "finalized",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(phase: Phase, id: u8, label: &str) -> Option<&'static str> {
        requested(phase, &TransitionMsg { id, label: label.into() }).map(|edge| edge.label)
    }

    #[test]
    fn only_transitions_of_the_current_state_are_taken() {
        assert_eq!(ask(Phase::Active, 4, ""), Some("deactivate"));
        assert_eq!(ask(Phase::Active, 3, ""), None);
        assert_eq!(ask(Phase::Inactive, 0, "shutdown"), Some("shutdown"));
        assert_eq!(ask(Phase::Finalized, 0, "activate"), None);
    }
}
