use std::{
    fmt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use surefleet_identity::Participant;

use crate::{
    error::SiteError,
    namespace::{FleetNamespace, domain_id, ros_home},
};

/// The operator if no name is given: anyone who may read the local key of a machine of the fleet.
pub const LOCAL: &str = "local";
/// The operator of a simulated world.
pub const SIMULATED: &str = "simulated";
/// Longest wait for a starting fleet to announce the folder of its keys.
const START: Duration = Duration::from_secs(5);

/// The fleet that a person means, and the signer that speaks to it.
#[derive(Clone, Default)]
pub struct Access {
    /// The fleet's namespace.
    pub namespace: FleetNamespace,
    /// The folder with `fleet.pub`, `fleet.roster` and `keys`. `None`: the folder of the fleet that was started last on
    /// this machine in this ROS domain and namespace.
    pub keys: Option<PathBuf>,
    /// The signer. `None`: the local user of this machine, `operator/local`.
    pub signer: Option<Participant>,
    /// The signer's passphrase, if the signer signs in with one.
    pub passphrase: Option<String>,
}

impl fmt::Debug for Access {
    /// Omits the passphrase.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { namespace, keys, signer, .. } = self;
        f.debug_struct("Access")
            .field("namespace", namespace)
            .field("keys", keys)
            .field("signer", signer)
            .finish_non_exhaustive()
    }
}

impl Access {
    /// The folder with the keys.
    ///
    /// # Errors
    /// No suitable fleet was started here. The error names the remedy.
    pub fn folder(&self) -> Result<PathBuf, SiteError> {
        if let Some(folder) = &self.keys {
            return Ok(folder.clone());
        }
        let pointer = pointer(&self.namespace)?;
        // A starting fleet announces its keys before anything else.
        let end = Instant::now() + START;
        loop {
            match std::fs::read_to_string(&pointer) {
                Ok(folder) => return Ok(PathBuf::from(folder.trim_end())),
                Err(_) if Instant::now() < end => std::thread::sleep(Duration::from_millis(50)),
                Err(_) => break,
            }
        }
        Err(SiteError::Refused(format!(
            "no fleet that was started on this machine runs in ROS domain {} and namespace {}, so nothing tells where its keys lie: start one \
             (surefleet up household-demo), or give --keys a folder with fleet.pub, fleet.roster and your key (surefleet keygen makes \
             them)",
            domain_id(),
            self.namespace
        )))
    }
}

/// The announcement of a running fleet's keys to people on this machine.
#[derive(Debug)]
pub struct Announcement {
    pointer: PathBuf,
    folder: PathBuf,
}

impl Announcement {
    /// Takes it back when the fleet has ended, unless another fleet has announced its keys since.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn withdraw(self) -> Result<(), SiteError> {
        let announced = std::fs::read_to_string(&self.pointer);
        let is_ours = announced.is_ok_and(|announced| Path::new(announced.trim_end()) == self.folder);
        if is_ours { std::fs::remove_file(&self.pointer).map_err(SiteError::file(&self.pointer)) } else { Ok(()) }
    }
}

/// Announces the folder of the running fleet's keys to people on this machine.
///
/// # Errors
/// A file that cannot be written.
pub fn announce_keys(namespace: &FleetNamespace, folder: &Path) -> Result<Announcement, SiteError> {
    let pointer = pointer(namespace)?;
    let parent = pointer.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(SiteError::file(parent))?;
    let folder = folder.canonicalize().map_err(SiteError::file(folder))?;
    let draft = pointer.with_extension(std::process::id().to_string());
    std::fs::write(&draft, format!("{}\n", folder.display())).map_err(SiteError::file(&draft))?;
    std::fs::rename(&draft, &pointer).map_err(SiteError::file(&pointer))?;
    Ok(Announcement { pointer, folder })
}

fn pointer(namespace: &FleetNamespace) -> Result<PathBuf, SiteError> {
    let home = ros_home().ok_or_else(|| {
        SiteError::Refused("neither ROS_HOME, nor HOME is set: name the folder of your keys with --keys".into())
    })?;
    Ok(home.join("surefleet").join("running").join(namespace.folder(&format!("domain-{}", domain_id()))))
}
