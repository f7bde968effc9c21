use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};

use crate::{NodeError, private};

/// An append-only file of lines that one process at a time writes.
///
/// A line is handed to the operating system in one write, so it survives the death of the process (kill -9) at any
/// point. A last line without its end is what a death in the middle of a write leaves: it was never promised, and is dropped.
pub(crate) struct Lines {
    pub(super) path: PathBuf,
    file: File,
}

impl Lines {
    /// Opens the file to add to it, or makes it.
    ///
    /// # Errors
    /// A folder or file that cannot be used, or that another process uses.
    pub(crate) fn open(folder: &Path, name: &str) -> Result<Self, NodeError> {
        private::make_folder(folder).map_err(NodeError::file(folder))?;
        let path = folder.join(name);
        let mut file = private::open_private(OpenOptions::new().create(true).read(true).append(true), &path)
            .map_err(NodeError::file(&path))?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => {
                let wrong =
                    "another process uses it: stop that one first, or give this one its own state_dir".to_owned();
                return Err(NodeError::Content { path, wrong });
            }
            Err(error) => return Err(NodeError::file(&path)(error.into())),
        }
        let dropped = drop_torn_end(&mut file).map_err(NodeError::file(&path))?;
        if dropped > 0 {
            tracing::warn!(file = %path.display(), bytes = dropped, "a half-written last line was dropped");
        }
        Ok(Self { path, file })
    }

    /// The lines, from the first.
    pub(super) fn read(&mut self) -> Result<impl Iterator<Item = Result<Vec<u8>, NodeError>>, NodeError> {
        self.file.rewind().map_err(NodeError::file(&self.path))?;
        Ok(BufReader::new(&self.file).split(b'\n').map(|line| line.map_err(NodeError::file(&self.path))))
    }

    /// Appends a line, which is given without its end.
    ///
    /// # Errors
    /// A full disk and the like: then what the line promises must not be said.
    pub(crate) fn append(&mut self, line: &str) -> Result<(), NodeError> {
        let line = [line.as_bytes(), b"\n"].concat();
        self.file.write_all(&line).map_err(NodeError::file(&self.path))
    }

    /// Forces to disk what was appended.
    pub(super) fn sync(&self) -> Result<(), NodeError> {
        self.file.sync_data().map_err(NodeError::file(&self.path))
    }
}

/// Cuts off what follows the last end of a line, and leaves the file at its start; returns how many bytes went.
fn drop_torn_end(file: &mut File) -> std::io::Result<u64> {
    const CHUNK: u64 = 64 * 1024;
    let length = file.seek(SeekFrom::End(0))?;
    let (mut end, mut sound) = (length, 0);
    while end > 0 && sound == 0 {
        let start = end.saturating_sub(CHUNK);
        file.seek(SeekFrom::Start(start))?;
        let mut chunk = Vec::new();
        Read::by_ref(file).take(end - start).read_to_end(&mut chunk)?;
        if let Some(at) = chunk.iter().rposition(|byte| *byte == b'\n') {
            sound = start + at as u64 + 1;
        }
        end = start;
    }
    if sound < length {
        file.set_len(sound)?;
    }
    file.rewind()?;
    Ok(length - sound)
}
