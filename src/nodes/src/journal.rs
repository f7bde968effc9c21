use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::NodeError;

/// An append-only file of JSON lines, written before what it promises is said aloud.
///
/// A line is handed to the operating system in one write, so it survives the death of the process (kill -9) at any
/// point; it is not forced to disk, so a power cut can lose the last lines. A half-written last line is dropped.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal and reads what an earlier life wrote.
    ///
    /// # Errors
    /// A folder or file that cannot be used, or a line (not the last) that is not ours.
    pub fn open<Entry: DeserializeOwned>(folder: &Path, name: &str) -> Result<(Self, Vec<Entry>), NodeError> {
        std::fs::create_dir_all(folder).map_err(NodeError::file(folder))?;
        let path = folder.join(name);
        let file =
            OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(NodeError::file(&path))?;
        let mut entries = Vec::new();
        let mut sound_bytes = 0;
        let mut torn = None;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(NodeError::file(&path))?;
            if length == 0 {
                break;
            }
            if let Some(error) = torn {
                let wrong = format!("{error}; move the file away to start with an empty journal");
                return Err(NodeError::Content { path, wrong });
            }
            match serde_json::from_slice(&line) {
                Ok(entry) if line.ends_with(b"\n") => {
                    entries.push(entry);
                    sound_bytes += length as u64;
                }
                Ok(_) => torn = Some(format!("line {number} has no end")),
                Err(error) => torn = Some(format!("line {number}: {error}")),
            }
        }
        file.set_len(sound_bytes).map_err(NodeError::file(&path))?;
        Ok((Self { path, file }, entries))
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
        self.file.write_all(&line).map_err(NodeError::file(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_written_last_line_is_dropped_and_the_rest_kept() -> Result<(), Box<dyn std::error::Error>> {
        let folder = std::env::temp_dir().join(format!("surefleet-journal-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("j"), b"1\n2\n{\"half")?;
        let (mut journal, entries) = Journal::open::<u32>(&folder, "j")?;
        assert_eq!(entries, [1, 2]);
        journal.append(&3u32)?;
        assert_eq!(Journal::open::<u32>(&folder, "j")?.1, [1, 2, 3]);
        std::fs::write(folder.join("j"), b"1\noops\n2\n")?;
        let broken_inside = Journal::open::<u32>(&folder, "j").err().map(|error| error.to_string());
        assert!(broken_inside.is_some_and(|error| error.contains("line 2")));
        std::fs::remove_dir_all(&folder)?;
        Ok(())
    }
}
