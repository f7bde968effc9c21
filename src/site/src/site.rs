use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use surefleet_mission::Transport;
use surefleet_reach::WorkCell;
use surefleet_world::World;

use crate::{
    error::SiteError,
    fleet_file::FleetFile,
    namespace::{FleetNamespace, ros_home},
    parameters::Parameters,
};

/// A node's fleet and domain, read once at the start.
pub struct Site {
    /// The fleet file.
    pub fleet: FleetFile,
    /// The domain with the robots of the fleet.
    pub world: Arc<World>,
    /// The arms that share a space; `None`: the fleet names none.
    pub cell: Option<Arc<WorkCell>>,
    /// The domain as one of deliveries; `None` if it is about something else.
    pub transport: Option<Arc<Transport>>,
    /// The folder of keys and journals.
    pub state: PathBuf,
}

impl Site {
    /// Reads the fleet file that a node's parameters name.
    ///
    /// # Errors
    /// A file cannot be read or is wrong, or there is no place for the journals. The error names the remedy.
    pub fn read(parameters: &Parameters, namespace: &FleetNamespace) -> Result<Self, SiteError> {
        let path = PathBuf::from(parameters.text("fleet")?);
        let path = path.canonicalize().map_err(SiteError::file(&path))?;
        let fleet = FleetFile::read(&path)?;
        let world = fleet.read_world()?;
        let cell = fleet.work_cell(&world)?.map(Arc::new);
        let transport = Transport::of(world.domain()).ok().map(Arc::new);
        let state = match parameters.text("state_dir")? {
            "" => Self::usual_state(&path, namespace)?,
            folder => PathBuf::from(folder),
        };
        Ok(Self { fleet, world, cell, transport, state })
    }

    /// The domain as one of deliveries, if the fleet's missions are scored as such ([`FleetFile::deliveries`]).
    pub fn scored_deliveries(&self) -> Option<Arc<Transport>> {
        self.transport.clone().filter(|_| !self.fleet.scorer.weighs_meanings())
    }

    /// The domain as one of deliveries.
    ///
    /// # Errors
    /// It is about something else; `what` needs it.
    pub fn deliveries(&self, what: &str) -> Result<Arc<Transport>, SiteError> {
        let other = || SiteError::Refused(format!("{what} needs a domain of deliveries, as the household's is"));
        self.transport.clone().ok_or_else(other)
    }

    /// The default folder of a fleet's keys and journals: `surefleet/<name of the fleet file>` in ROS's folder, with
    /// the namespace before that name.
    ///
    /// # Errors
    /// The environment does not say where ROS's folder is.
    pub fn usual_state(fleet: &Path, namespace: &FleetNamespace) -> Result<PathBuf, SiteError> {
        let home = ros_home().ok_or_else(|| SiteError::Parameter {
            name: "state_dir".into(),
            wrong: "is empty and neither ROS_HOME nor HOME is set; give a folder".into(),
        })?;
        let fleet = fleet.file_stem().unwrap_or_default().to_string_lossy();
        Ok(home.join("surefleet").join(namespace.folder(&fleet)))
    }
}
