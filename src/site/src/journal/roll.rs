use std::{
    fs::OpenOptions,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use crate::{error::SiteError, keys::KeyFiles, private};

/// The list of what a state folder keeps, `fleet.journals`: what it names was there, and is missed when it has gone.
///
/// It is made before the fleet's keys, and a name is added once its file is on disk. So whoever is killed in between finds
/// a list that names too little, never one that names what was not there.
pub struct Roll {
    path: PathBuf,
    text: String,
}

const NAME: &str = "fleet.journals";
/// How the list begins: an emptied one is not taken for one that names nothing yet.
const HEAD: &str =
    "# Files of this folder that the fleet does not start without. docs/state.md says what to do when one has gone.\n";

impl Roll {
    /// Reads the list of a folder, or makes it where the fleet has not run yet.
    ///
    /// # Errors
    /// A list that has gone or was emptied while the fleet's key is there; a folder that cannot be used.
    pub fn of(folder: &Path) -> Result<Self, SiteError> {
        let path = folder.join(NAME);
        let state = match read(&path)? {
            Some(text) if text.starts_with(HEAD) => return Ok(Self { path, text }),
            Some(_) => "was emptied or overwritten",
            None if KeyFiles::in_folder(folder).secret.try_exists().map_err(SiteError::file(folder))? => {
                "has gone, but fleet.key lies beside where it was"
            }
            None => return Self::begin(folder),
        };
        let wrong = format!(
            "{state}: the fleet may have run before, and its journals may be lost. Put the whole folder back from a copy; or \
             begin anew with an empty one, and confirm the constraints again. Whoever copied the key here copies {NAME} too"
        );
        Err(SiteError::Content { path, wrong })
    }

    /// Makes the list of a folder that has none.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn begin(folder: &Path) -> Result<Self, SiteError> {
        private::make_folder(folder).map_err(SiteError::file(folder))?;
        let path = folder.join(NAME);
        match private::write_new(&path, private::SECRET, HEAD) {
            // Where another process was faster, its list counts.
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(SiteError::file(&path)(error)),
            _ => {}
        }
        Ok(Self { text: read(&path)?.unwrap_or_default(), path })
    }

    /// Whether the file is there, as far as it must be.
    ///
    /// # Errors
    /// Where it is listed and has gone; `holds`: what is lost with it.
    pub fn require(&self, folder: &Path, name: &str, holds: &str) -> Result<(), SiteError> {
        let path = folder.join(name);
        if self.names(name) && !path.try_exists().map_err(SiteError::file(&path))? {
            let wrong = format!("has gone: {}", self.mend(name, holds));
            return Err(SiteError::Content { path, wrong });
        }
        Ok(())
    }

    /// What to do about a file that is lost, and what is lost with it.
    pub fn mend(&self, name: &str, holds: &str) -> String {
        format!(
            "it keeps {holds}. Put it back from a copy; or, to go on without, move it away if it is there and delete the line \
             {name:?} from {}",
            self.path.display()
        )
    }

    /// Whether the file is listed.
    pub fn names(&self, name: &str) -> bool {
        self.text.lines().any(|line| line == name)
    }

    /// Lists a file that is on disk.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn enter(&mut self, name: &str) -> Result<(), SiteError> {
        if self.names(name) {
            return Ok(());
        }
        private::sync_folder(&self.path).map_err(SiteError::file(&self.path))?;
        // After a line that was not finished a new one begins all the same: empty lines name nothing.
        let line = format!("\n{name}\n");
        private::open_private(OpenOptions::new().append(true), &self.path)
            .and_then(|mut file| file.write_all(line.as_bytes()).and_then(|()| file.sync_data()))
            .map_err(SiteError::file(&self.path))?;
        self.text.push_str(&line);
        Ok(())
    }
}

/// The text of the list; `None`: there is none.
fn read(path: &Path) -> Result<Option<String>, SiteError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SiteError::file(path)(error)),
    }
}
