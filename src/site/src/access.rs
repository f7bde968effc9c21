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

/// Who speaks where nobody said a name: whoever may read the local key of a machine of the fleet.
pub const LOCAL: &str = "local";
/// The operator of a simulated world.
pub const SIMULATED: &str = "simulated";
/// So long a fleet that is being started may take to say where its keys lie.
const START: Duration = Duration::from_secs(5);

/// Which fleet somebody means, and who speaks to it.
#[derive(Clone, Default)]
pub struct Access {
    /// The fleet's namespace.
    pub namespace: FleetNamespace,
    /// The folder with `fleet.pub`, `fleet.roster` and `keys`. `None`: that of the fleet that was started last on this machine in this
    /// ROS domain and namespace.
    pub keys: Option<PathBuf>,
    /// Who speaks. `None`: the local user of this machine, `operator/local`.
    pub signer: Option<Participant>,
    /// The passphrase of one who signs in with one.
    pub passphrase: Option<String>,
}

impl fmt::Debug for Access {
    /// Leaves the passphrase out.
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
    /// No fleet was started here whose folder it could be; the mend is named.
    pub fn folder(&self) -> Result<PathBuf, SiteError> {
        if let Some(folder) = &self.keys {
            return Ok(folder.clone());
        }
        let pointer = pointer(&self.namespace)?;
        // A fleet that is being started says so before anything else.
        let end = Instant::now() + START;
        loop {
            match std::fs::read_to_string(&pointer) {
                Ok(folder) => return Ok(PathBuf::from(folder.trim_end())),
                Err(_) if Instant::now() < end => std::thread::sleep(Duration::from_millis(50)),
                Err(_) => break,
            }
        }
        Err(SiteError::Refused(format!(
            "no fleet was started on this machine in ROS domain {} and namespace {}, so nothing tells where its keys lie: start one \
             (surefleet up household-demo), or give --keys a folder with fleet.pub, fleet.roster and your key (surefleet keygen makes \
             them)",
            domain_id(),
            self.namespace
        )))
    }
}

/// Says where the keys of the fleet lie that runs here, for people on this machine.
///
/// # Errors
/// A file that cannot be written.
pub fn announce_keys(namespace: &FleetNamespace, folder: &Path) -> Result<(), SiteError> {
    let pointer = pointer(namespace)?;
    let parent = pointer.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(SiteError::file(parent))?;
    let folder = folder.canonicalize().map_err(SiteError::file(folder))?;
    let draft = pointer.with_extension(std::process::id().to_string());
    std::fs::write(&draft, format!("{}\n", folder.display())).map_err(SiteError::file(&draft))?;
    std::fs::rename(&draft, &pointer).map_err(SiteError::file(&pointer))
}

fn pointer(namespace: &FleetNamespace) -> Result<PathBuf, SiteError> {
    let home = ros_home().ok_or_else(|| {
        SiteError::Refused("neither ROS_HOME, nor HOME is set: name the folder of your keys with --keys".into())
    })?;
    Ok(home.join("surefleet").join("running").join(namespace.folder(&format!("domain-{}", domain_id()))))
}
