use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Seek, Write},
    path::{Path, PathBuf},
};

use serde::de::IgnoredAny;

use crate::{error::SiteError, private};

/// An append-only file of lines that one process at a time writes.
///
/// A line is handed to the operating system in one write, so it survives the death of the process (kill -9) at any
/// point. What stands there is read before anything is changed: how it [ends](End) is for the reader to see and to [settle](Self::settle).
pub struct Lines {
    pub(super) path: PathBuf,
    file: File,
}

/// How a file of lines ends, each line of which is one JSON array or object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With the end of its last line, or it is empty.
    Sound,
    /// With a whole line that lacks its end.
    Unended,
    /// With so many bytes of a line that was not written whole, as a death in the middle of a write leaves it: nothing was promised by it.
    Torn(usize),
    /// With a whole line and this byte in the place of its end: somebody or something changed it.
    Changed(u8),
}

impl End {
    /// Looks at the last line, with its end where it has one.
    pub fn of(line: &[u8]) -> Self {
        if line.is_empty() || line.ends_with(b"\n") {
            return Self::Sound;
        }
        // The beginning of an array or object is no JSON, so a torn line is not taken for a whole one.
        let mut values = serde_json::Deserializer::from_slice(line).into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => line.get(values.byte_offset()).map_or(Self::Unended, |byte| Self::Changed(*byte)),
            _ => Self::Torn(line.len()),
        }
    }

    /// The line without its end; `None`: it is torn.
    ///
    /// # Errors
    /// Where it was changed, in words that follow "line 7".
    pub fn strip(line: &[u8]) -> Result<Option<&[u8]>, String> {
        match Self::of(line) {
            Self::Sound => Ok(Some(line.strip_suffix(b"\n").unwrap_or(line))),
            Self::Unended => Ok(Some(line)),
            Self::Torn(_) => Ok(None),
            Self::Changed(byte) => {
                Err(format!("ends with the byte {byte:#04x} and not with a line feed: it was changed"))
            }
        }
    }
}

impl Lines {
    /// Opens the file to add to it, or makes it.
    ///
    /// # Errors
    /// A folder or file that cannot be used, or that another process uses.
    pub fn open(folder: &Path, name: &str) -> Result<Self, SiteError> {
        private::make_folder(folder).map_err(SiteError::file(folder))?;
        let path = folder.join(name);
        let file = private::open_private(OpenOptions::new().create(true).read(true).append(true), &path)
            .map_err(SiteError::file(&path))?;
        if !private::lock_alone(&file).map_err(SiteError::file(&path))? {
            let wrong = "another process uses it: stop that one first, or give this one its own state_dir".to_owned();
            return Err(SiteError::Content { path, wrong });
        }
        Ok(Self { path, file })
    }

    /// The lines from the first, each with its end, which the last one may lack.
    pub fn read(&mut self) -> Result<impl Iterator<Item = Result<Vec<u8>, SiteError>>, SiteError> {
        self.file.rewind().map_err(SiteError::file(&self.path))?;
        let (mut reader, path) = (BufReader::new(&self.file), &self.path);
        Ok(std::iter::from_fn(move || {
            let mut line = Vec::new();
            let read = reader.read_until(b'\n', &mut line).map_err(SiteError::file(path));
            read.map(|bytes| (bytes > 0).then_some(line)).transpose()
        }))
    }

    /// Makes the file end with the end of a line: what is torn is cut off, what lacks its end alone gets it.
    ///
    /// # Errors
    /// A full disk and the like.
    pub fn settle(&mut self, end: End) -> Result<(), SiteError> {
        let settled = match end {
            End::Sound => return Ok(()),
            End::Unended | End::Changed(_) => self.file.write_all(b"\n"),
            End::Torn(bytes) => {
                tracing::warn!(file = %self.path.display(), bytes, "a half-written last line was dropped");
                let length = self.file.metadata().map(|file| file.len());
                length.and_then(|length| self.file.set_len(length.saturating_sub(bytes as u64)))
            }
        };
        settled.and_then(|()| self.file.sync_data()).map_err(SiteError::file(&self.path))
    }

    /// Appends a line, which is given without its end.
    ///
    /// # Errors
    /// A full disk and the like: then what the line promises must not be said.
    pub fn append(&mut self, line: &str) -> Result<(), SiteError> {
        let line = [line.as_bytes(), b"\n"].concat();
        self.file.write_all(&line).map_err(SiteError::file(&self.path))
    }

    /// Puts these lines, which are given without their ends, in the place of all that are there, whole or not at all.
    ///
    /// # Errors
    /// A full disk and the like: then the lines are as they were.
    pub fn replace(&mut self, lines: &[String]) -> Result<(), SiteError> {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let (draft, file) = private::draft(&self.path, private::SECRET, &text).map_err(SiteError::file(&self.path))?;
        // Locked before it has the name, so that nobody comes in between.
        private::lock_alone(&file)
            .and_then(|_| std::fs::rename(&draft, &self.path))
            .map_err(SiteError::file(&self.path))?;
        self.file = file;
        Ok(())
    }

    /// Forces to disk what was appended.
    pub(super) fn sync(&self) -> Result<(), SiteError> {
        self.file.sync_data().map_err(SiteError::file(&self.path))
    }
}
