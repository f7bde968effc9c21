use std::{
    fs::OpenOptions,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use crate::{error::SiteError, keys::KeyFiles, private};

/// The list of files in a state folder, `fleet.journals`. A file on the list that is gone counts as lost.
///
/// The list is created before the fleet's keys, and a name is added once its file is on disk. So if a process is killed
/// in between, the list may lack a file, but it never names one that did not exist.
pub struct Roll {
    path: PathBuf,
    text: String,
}

const NAME: &str = "fleet.journals";
/// The beginning of the list. It distinguishes an emptied list from one without names.
const HEAD: &str =
    "# Files of this folder that the fleet does not start without. docs/state.md says what to do when one has gone.\n";

impl Roll {
    /// Reads the list of a folder, or creates it if the fleet has not run yet.
    ///
    /// # Errors
    /// The list is missing or was emptied although the fleet's key exists; or the folder cannot be used.
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

    /// Creates the list of a folder that has none.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn begin(folder: &Path) -> Result<Self, SiteError> {
        private::make_folder(folder).map_err(SiteError::file(folder))?;
        let path = folder.join(NAME);
        match private::write_new(&path, private::SECRET, HEAD) {
            // If another process was faster, its list counts.
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(SiteError::file(&path)(error)),
            _ => {}
        }
        Ok(Self { text: read(&path)?.unwrap_or_default(), path })
    }

    /// Checks that the file exists if it is listed.
    ///
    /// # Errors
    /// The file is listed but missing; `holds` describes what is lost with it.
    pub fn require(&self, folder: &Path, name: &str, holds: &str) -> Result<(), SiteError> {
        let path = folder.join(name);
        if self.names(name) && !path.try_exists().map_err(SiteError::file(&path))? {
            let wrong = format!("has gone: {}", self.mend(name, holds));
            return Err(SiteError::Content { path, wrong });
        }
        Ok(())
    }

    /// Advice about a lost file, with a description of what is lost.
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

    /// Lists a file that is already on disk.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn enter(&mut self, name: &str) -> Result<(), SiteError> {
        if self.names(name) {
            return Ok(());
        }
        private::sync_folder(&self.path).map_err(SiteError::file(&self.path))?;
        // A new line starts even after an unfinished one. Empty lines name nothing.
        let line = format!("\n{name}\n");
        private::open_private(OpenOptions::new().append(true), &self.path)
            .and_then(|mut file| file.write_all(line.as_bytes()).and_then(|()| file.sync_data()))
            .map_err(SiteError::file(&self.path))?;
        self.text.push_str(&line);
        Ok(())
    }
}

/// The text of the list; `None` if there is no list.
fn read(path: &Path) -> Result<Option<String>, SiteError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SiteError::file(path)(error)),
    }
}
