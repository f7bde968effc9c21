use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::NodeError;

/// An append-only file of JSON lines, written before what it promises is said aloud, by one process at a time.
///
/// A line is handed to the operating system in one write, so it survives the death of the process (kill -9) at any
/// point. A power cut can lose the last lines, unless the journal is [kept on disk](Self::kept_on_disk). A last line
/// without its end is what a death in the middle of a write leaves: it was never promised, and is dropped.
pub struct Journal {
    path: PathBuf,
    file: File,
    is_synced: bool,
}

impl Journal {
    /// Opens the journal and reads what an earlier life wrote.
    ///
    /// # Errors
    /// A folder or file that cannot be used, or that another process uses; a line that is not ours.
    pub fn open<Entry: DeserializeOwned>(folder: &Path, name: &str) -> Result<(Self, Vec<Entry>), NodeError> {
        let journal = Self::open_unread(folder, name)?;
        let mut entries = Vec::new();
        for (line, number) in BufReader::new(&journal.file).lines().zip(1..) {
            let line = line.map_err(NodeError::file(&journal.path))?;
            let entry = serde_json::from_str(&line).map_err(|error| NodeError::Content {
                path: journal.path.clone(),
                wrong: format!(
                    "line {number}: {error}; start the build that wrote it, or move the file away to begin anew"
                ),
            })?;
            entries.push(entry);
        }
        Ok((journal, entries))
    }

    /// Opens the journal to add to it only.
    ///
    /// # Errors
    /// A folder or file that cannot be used, or that another process uses.
    pub fn open_unread(folder: &Path, name: &str) -> Result<Self, NodeError> {
        std::fs::create_dir_all(folder).map_err(NodeError::file(folder))?;
        let path = folder.join(name);
        let mut file =
            OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(NodeError::file(&path))?;
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
        Ok(Self { path, file, is_synced: false })
    }

    /// Forces every entry to disk before it counts as kept, so that it survives a power cut as well.
    #[must_use]
    pub fn kept_on_disk(self) -> Self {
        Self { is_synced: true, ..self }
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// A full disk and the like: then what the entry promises must not be said.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), NodeError> {
        let line = serde_json::to_string(entry)
            .map_err(|error| NodeError::Content { path: self.path.clone(), wrong: error.to_string() })?;
        self.append_line(&line)
    }

    /// Appends an entry that is a line of JSON already.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn append_line(&mut self, line: &str) -> Result<(), NodeError> {
        let line = [line.as_bytes(), b"\n"].concat();
        self.file.write_all(&line).map_err(NodeError::file(&self.path))?;
        if self.is_synced { self.file.sync_data().map_err(NodeError::file(&self.path)) } else { Ok(()) }
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
    file.set_len(sound)?;
    file.rewind()?;
    Ok(length - sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    fn folder(name: &str) -> std::io::Result<PathBuf> {
        let folder = std::env::temp_dir().join(format!("surefleet-journal-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    fn refusal<T>(opened: Result<T, NodeError>) -> String {
        opened.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn half_written_last_line_is_dropped_and_the_rest_kept() -> Outcome {
        let folder = folder("torn")?;
        // Longer than what is read at once from the end.
        let torn = format!("1\n2\n\"{}", "x".repeat(200_000));
        std::fs::write(folder.join("j"), torn)?;
        let (mut journal, entries) = Journal::open::<u32>(&folder, "j")?;
        assert_eq!(entries, [1, 2]);
        journal.append(&3u32)?;
        drop(journal);
        assert_eq!(Journal::open::<u32>(&folder, "j")?.1, [1, 2, 3]);
        std::fs::write(folder.join("j"), "never ended")?;
        assert_eq!(Journal::open::<u32>(&folder, "j")?.1, [0; 0]);
        std::fs::remove_dir_all(&folder)?;
        Ok(())
    }

    #[test]
    fn whole_line_that_is_not_ours_is_an_error_wherever_it_stands_and_nothing_is_cut() -> Outcome {
        let folder = folder("strange")?;
        for (text, line) in [("1\noops\n2\n", "line 2"), ("1\n2\n{\"newer\":1}\n", "line 3")] {
            std::fs::write(folder.join("j"), text)?;
            let refusal = refusal(Journal::open::<u32>(&folder, "j"));
            assert!(refusal.contains(line), "{refusal}");
            assert_eq!(std::fs::read_to_string(folder.join("j"))?, text);
        }
        std::fs::remove_dir_all(&folder)?;
        Ok(())
    }

    #[test]
    fn journal_belongs_to_one_at_a_time() -> Outcome {
        let folder = folder("owner")?;
        let (first, _) = Journal::open::<u32>(&folder, "j")?;
        let second = refusal(Journal::open_unread(&folder, "j"));
        assert!(second.contains("another process uses it"), "{second}");
        drop(first);
        Journal::open_unread(&folder, "j")?;
        std::fs::remove_dir_all(&folder)?;
        Ok(())
    }
}
