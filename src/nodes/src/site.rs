use std::{path::PathBuf, sync::Arc};

use surefleet_fleet::RobotId;
use surefleet_mission::Domain;

use crate::{
    FleetFile, NodeError, Runtime,
    parameters::{ParameterKind, ParameterSpec, Parameters},
};

/// Every node: whether it configures and activates itself.
pub(crate) const AUTOSTART: ParameterSpec = ParameterSpec {
    name: "autostart",
    kind: ParameterKind::Flag(true),
    description: "configure and activate at start-up; false: a lifecycle manager does it",
};

/// Every node: whether others may change its state.
pub(crate) const LIFECYCLE_SERVICES: ParameterSpec = ParameterSpec {
    name: "lifecycle_services",
    kind: ParameterKind::Flag(true),
    description: "offer ~/change_state; false: nobody on the ROS network can deactivate the node or shut it down",
};

/// Every node: ROS time from /clock.
pub(crate) const USE_SIM_TIME: ParameterSpec = ParameterSpec {
    name: "use_sim_time",
    kind: ParameterKind::Flag(false),
    description: "take the time from /clock instead of the system",
};

/// Every node: which fleet it belongs to.
pub(crate) const FLEET: ParameterSpec = ParameterSpec {
    name: "fleet",
    kind: ParameterKind::Text(None),
    description: "path of the fleet file (config/fleets/*.yaml)",
};

/// The nodes of one robot: which.
pub(crate) const ROBOT: ParameterSpec = ParameterSpec {
    name: "robot",
    kind: ParameterKind::Text(None),
    description: "the robot that this node belongs to; one of the fleet file's order",
};

/// The robot that a node belongs to.
pub(crate) fn robot_of(parameters: &Parameters) -> Result<RobotId, NodeError> {
    RobotId::new(parameters.text(ROBOT.name)?)
        .map_err(|error| NodeError::Parameter { name: ROBOT.name.into(), wrong: error.to_string() })
}

/// Every node: where its journal lies.
pub(crate) const STATE_DIR: ParameterSpec = ParameterSpec {
    name: "state_dir",
    kind: ParameterKind::Text(Some("")),
    description: "folder of the journals that carry a mission over a restart; empty: ~/.ros/surefleet/<fleet file>, with the fleet's namespace before it",
};

/// The fleet that a node belongs to, with its domain, read once at the start.
pub(crate) struct Site {
    pub fleet: FleetFile,
    pub domain: Arc<Domain>,
    pub state: PathBuf,
}

impl Site {
    pub(crate) fn of(runtime: &Runtime) -> Result<Self, NodeError> {
        let parameters = runtime.parameters();
        let path = PathBuf::from(parameters.text("fleet")?);
        let path = path.canonicalize().map_err(NodeError::file(&path))?;
        let fleet = FleetFile::read(&path)?;
        let domain = Arc::new(fleet.read_domain()?);
        let state = match parameters.text("state_dir")? {
            "" => {
                let home = std::env::var_os("ROS_HOME")
                    .map(PathBuf::from)
                    .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".ros")))
                    .ok_or_else(|| NodeError::Parameter {
                        name: "state_dir".into(),
                        wrong: "is empty and neither ROS_HOME nor HOME is set; give a folder".into(),
                    })?;
                let fleet = path.file_stem().unwrap_or_default().to_string_lossy();
                home.join("surefleet").join(runtime.fleet().folder(&fleet))
            }
            folder => PathBuf::from(folder),
        };
        Ok(Self { fleet, domain, state })
    }
}
