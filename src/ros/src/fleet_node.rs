use std::{
    ops::{Deref, DerefMut},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use rustix::process::{Signal, getpid, kill_process};
use surefleet_fleet::RobotId;
use surefleet_site::{Access, FleetNamespace, SiteError, domain_id};

use crate::{error::NodeError, identity::Identity, spoken::Spoken};

/// Highest domain number for which DDS has ports.
const LAST_DOMAIN: u32 = 232;

/// How long a node may take to leave the graph.
const LEAVE_PATIENCE: Duration = Duration::from_secs(10);

/// A ROS node that knows the namespace of its fleet: only here do names of the fleet become full names.
pub struct FleetNode {
    node: r2r::Node,
    fleet: FleetNamespace,
    /// `None`: it has not yet sent or received anything that needs proof.
    identity: Option<Identity>,
    /// Closed when `node`, the first field, has been dropped.
    leaving: Option<Sender<()>>,
}

impl FleetNode {
    /// Makes a node in this namespace, unless a remapping rule (`__ns`) moves it.
    pub fn create(name: &str, fleet: &FleetNamespace) -> Result<Self, NodeError> {
        // r2r panics at an invalid domain.
        let domain = domain_id();
        if !domain.parse().is_ok_and(|number: u32| number <= LAST_DOMAIN) {
            let wrong = format!("is no ROS domain: it is a number from 0 to {LAST_DOMAIN}");
            return Err(SiteError::Argument { argument: format!("ROS_DOMAIN_ID={domain}"), wrong }.into());
        }
        let context = r2r::Context::create().map_err(NodeError::ros("start ROS"))?;
        let node = r2r::Node::create(context, name, fleet.as_str()).map_err(NodeError::ros("create the node"))?;
        let namespace = node.namespace().map_err(NodeError::ros("read the node's namespace"))?;
        Ok(Self { node, fleet: FleetNamespace::above(&namespace, None), identity: None, leaving: None })
    }

    /// Makes the node `surefleet_<name>_<process>` of a client that speaks to a fleet.
    pub fn of_client(name: &str, access: &Access) -> Result<Self, NodeError> {
        let identity = Identity::of_person(access)?;
        let mut node = Self::create(&format!("surefleet_{name}_{}", std::process::id()), &access.namespace)?;
        node.identify(identity);
        Ok(node)
    }

    /// From now on the node speaks as this participant.
    pub fn identify(&mut self, identity: Identity) {
        self.identity = Some(identity);
    }

    /// The identity of the node.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// The identity that seals and proves messages of this type; `None`: they need none.
    pub fn identity_for<T: Spoken>(&self) -> Result<Option<Identity>, NodeError> {
        match (T::KIND, &self.identity) {
            ("", _) => Ok(None),
            (_, Some(identity)) => Ok(Some(identity.clone())),
            (kind, None) => Err(NodeError::Refused(format!("{kind} is sealed, and this node has no key"))),
        }
    }

    /// Marks the node as this robot's: then a namespace with the robot's name is not part of the fleet's namespace.
    pub fn belong_to(&mut self, robot: &RobotId) {
        self.fleet = FleetNamespace::above(self.fleet.as_str(), Some(robot));
    }

    /// The fleet's namespace.
    pub fn fleet(&self) -> &FleetNamespace {
        &self.fleet
    }
}

impl Deref for FleetNode {
    type Target = r2r::Node;

    fn deref(&self) -> &r2r::Node {
        &self.node
    }
}

impl DerefMut for FleetNode {
    fn deref_mut(&mut self) -> &mut r2r::Node {
        &mut self.node
    }
}

/// Fast DDS sometimes never returns from the end of its last node. A process that hangs there would look alive to
/// whoever starts it again, so it is ended.
impl Drop for FleetNode {
    fn drop(&mut self) {
        let (leaving, left) = mpsc::channel::<()>();
        self.leaving = Some(leaving);
        thread::spawn(move || {
            if left.recv_timeout(LEAVE_PATIENCE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("error: the node did not leave the ROS graph within {} s", LEAVE_PATIENCE.as_secs());
                // An exit would wait for the same threads.
                kill_process(getpid(), Signal::KILL).unwrap_or_else(|_| std::process::abort());
            }
        });
    }
}
