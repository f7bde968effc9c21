//! The files that a fleet file names: where they are, and what they hold.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use surefleet_mission::Transport;
use surefleet_world::{Domain, Robot, Start, World};

use super::{FleetFile, Member, MemberOfKind, ModelChoice};
use crate::error::SiteError;

impl FleetFile {
    /// The domain's file.
    pub fn domain_path(&self) -> PathBuf {
        if self.domain_is_a_path() {
            self.folder().join(&self.domain)
        } else {
            self.root.join("config/domains").join(format!("{}.yaml", self.domain))
        }
    }

    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    pub(super) fn domain_is_a_path(&self) -> bool {
        self.domain.ends_with(".yaml")
    }

    /// Reads the domain.
    ///
    /// # Errors
    /// The file does not exist or has a mistake.
    pub fn read_domain(&self) -> Result<Arc<Domain>, SiteError> {
        let path = self.domain_path();
        let text = std::fs::read_to_string(&path).map_err(SiteError::file(&path))?;
        let domain = Domain::parse(&text, &path.display().to_string());
        domain.map(Arc::new).map_err(|error| SiteError::Refused(error.to_string()))
    }

    /// Reads the domain and puts the fleet's robots into it.
    ///
    /// # Errors
    /// As [`FleetFile::read_domain`]; a robot whose kind the domain does not have; arms that have no way for what they can do.
    pub fn read_world(&self) -> Result<Arc<World>, SiteError> {
        let kind = |member: &Member| match member {
            Member::Named(_) => None,
            Member::OfKind(MemberOfKind { kind, .. }) => Some(kind.clone()),
        };
        let robot = |member: &Member| Robot { id: member.name().clone(), kind: kind(member) };
        let robots: Vec<Robot> = self.members.iter().map(robot).collect();
        let world = World::new(self.read_domain()?, &robots);
        let world = world.map_err(|error| SiteError::Refused(format!("order in the fleet file: {error}")))?;
        self.work_cell(&world)?;
        Ok(Arc::new(world))
    }

    /// Reads the domain as one of deliveries.
    ///
    /// # Errors
    /// As [`FleetFile::read_domain`]; the domain is about something else than deliveries. The error says where.
    pub fn read_transport(&self) -> Result<Arc<Transport>, SiteError> {
        let transport = Transport::of(&self.read_domain()?);
        transport.map(Arc::new).map_err(|error| SiteError::Refused(error.to_string()))
    }

    /// The domain as one of deliveries, if the fleet's missions are scored and calibrated as such. Those of `kind: grounded` are those
    /// of any site, at a site of deliveries, too.
    pub fn deliveries(&self, domain: &Arc<Domain>) -> Option<Transport> {
        if self.scorer.weighs_meanings() { None } else { Transport::of(domain).ok() }
    }

    /// Reads how the simulated world may be at the start; `None`: the file says nothing of it.
    ///
    /// # Errors
    /// The file does not exist, has a mistake, or is one of another domain.
    pub fn read_start(&self, domain: &Domain) -> Result<Option<Start>, SiteError> {
        let Some(name) = self.simulator.as_ref().and_then(|simulator| simulator.start.as_ref()) else {
            return Ok(None);
        };
        let path = if name.ends_with(".yaml") {
            self.folder().join(name)
        } else {
            self.root.join("config/starts").join(format!("{name}.yaml"))
        };
        let text = std::fs::read_to_string(&path).map_err(|error| SiteError::Content {
            wrong: format!("{error}; `start` under `simulator` of {} names this file", self.path.display()),
            path: path.clone(),
        })?;
        let start = Start::parse(&text, &path.display().to_string(), domain);
        start.map(Some).map_err(|error| SiteError::Refused(error.to_string()))
    }

    /// The folder of a model.
    pub fn model_path(&self, choice: &ModelChoice) -> PathBuf {
        self.full(&choice.model)
    }

    /// The calibration's file.
    pub fn calibration_path(&self) -> Option<PathBuf> {
        self.calibration.as_ref().map(|path| self.full(path))
    }

    /// A path of the file in full: those that begin with ./ or ../ are beside the file, others below [`FleetFile::root`].
    pub fn full(&self, path: &Path) -> PathBuf {
        let is_beside = path.starts_with(".") || path.starts_with("..");
        if is_beside { self.folder().join(path) } else { self.root.join(path) }
    }

    /// Where the paths of the file begin, for whoever named something that is not there.
    pub fn where_paths_begin(&self) -> String {
        format!(
            "paths begin at {}, those with ./ or ../ in front at the fleet file, and those with / stay as they are",
            self.root.display()
        )
    }
}
