use std::{
    io::{self, Write},
    ops::{Deref, DerefMut},
    process::ExitCode,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use surefleet_fleet::RobotId;
use surefleet_site::{Access, FleetNamespace, SiteError, domain_id};

use crate::{error::NodeError, identity::Identity, spoken::Spoken};

/// Highest domain number for which DDS has ports.
const LAST_DOMAIN: u32 = 232;

/// How long a node may take to leave the graph.
const LEAVE_PATIENCE: Duration = Duration::from_secs(10);

/// Whether a node has not left in time.
static IS_STUCK: AtomicBool = AtomicBool::new(false);

/// A ROS node that knows the namespace of its fleet: only here do names of the fleet become full names.
pub struct FleetNode {
    /// `None` only while it is dropped.
    node: Option<r2r::Node>,
    fleet: FleetNamespace,
    /// `None`: it has not yet sent or received anything that needs proof.
    identity: Option<Identity>,
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
        Ok(Self { node: Some(node), fleet: FleetNamespace::above(&namespace, None), identity: None })
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
        let Some(node) = &self.node else { unreachable!("it is there until it is dropped") };
        node
    }
}

impl DerefMut for FleetNode {
    fn deref_mut(&mut self) -> &mut r2r::Node {
        let Some(node) = &mut self.node else { unreachable!("it is there until it is dropped") };
        node
    }
}

/// Fast DDS sometimes never returns from the end of its last node; then the node is left to itself.
impl Drop for FleetNode {
    fn drop(&mut self) {
        let node = self.node.take();
        let (left, has_left) = mpsc::channel::<()>();
        thread::spawn(move || {
            drop(node);
            drop(left);
        });
        if has_left.recv_timeout(LEAVE_PATIENCE) == Err(RecvTimeoutError::Timeout) {
            IS_STUCK.store(true, Ordering::Relaxed);
        }
    }
}

/// Ends the program with this code, at once if a node never left the ROS graph: a process that hangs there looks alive to
/// whoever starts it again.
pub fn leave(code: u8) -> ExitCode {
    if IS_STUCK.load(Ordering::Relaxed) {
        // If nobody reads this, there is nobody to tell.
        drop(writeln!(
            io::stderr(),
            "error: the node did not leave the ROS graph within {} s",
            LEAVE_PATIENCE.as_secs()
        ));
        drop(io::stdout().flush());
        // What usually runs at an exit would wait for the same threads.
        signal_hook::low_level::exit(code.into());
    }
    ExitCode::from(code)
}
