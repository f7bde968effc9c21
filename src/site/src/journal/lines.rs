use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Seek, Write},
    path::{Path, PathBuf},
};

use serde::de::IgnoredAny;

use crate::{error::SiteError, private};

/// An append-only file of lines, written by one process at a time.
///
/// A line is handed to the operating system in one write, so it survives the death of the process (kill -9) at any
/// point. The existing lines are read before anything is changed. The reader must check how the file [ends](End) and
/// [settle](Self::settle) it.
pub struct Lines {
    pub(super) path: PathBuf,
    file: File,
}

/// The end of a file of lines. Each line is one JSON array or object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The last line has its line end, or the file is empty.
    Sound,
    /// The last line is complete but lacks its line end.
    Unended,
    /// The last line is incomplete, with this many bytes. Its write was interrupted, so it promises nothing.
    Torn(usize),
    /// The last line is complete, but this byte replaces its line end: somebody or something changed it.
    Changed(u8),
}

impl End {
    /// Examines the last line, given with its line end if it has one.
    pub fn of(line: &[u8]) -> Self {
        if line.is_empty() || line.ends_with(b"\n") {
            return Self::Sound;
        }
        // The beginning of an array or object is not valid JSON, so a torn line never looks complete.
        let mut values = serde_json::Deserializer::from_slice(line).into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => line.get(values.byte_offset()).map_or(Self::Unended, |byte| Self::Changed(*byte)),
            _ => Self::Torn(line.len()),
        }
    }

    /// The line without its end; `None` if it is torn.
    ///
    /// # Errors
    /// The line was changed. The text continues a sentence that starts with "line 7".
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
    /// Opens the file for appending, or creates it.
    ///
    /// # Errors
    /// A folder or file cannot be used, or another process uses it.
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

    /// All lines from the first, each with its line end; the last one may lack it.
    pub fn read(&mut self) -> Result<impl Iterator<Item = Result<Vec<u8>, SiteError>>, SiteError> {
        self.file.rewind().map_err(SiteError::file(&self.path))?;
        let (mut reader, path) = (BufReader::new(&self.file), &self.path);
        Ok(std::iter::from_fn(move || {
            let mut line = Vec::new();
            let read = reader.read_until(b'\n', &mut line).map_err(SiteError::file(path));
            read.map(|bytes| (bytes > 0).then_some(line)).transpose()
        }))
    }

    /// Makes the file end with a line end: cuts off a torn line, or adds the missing line end.
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

    /// Appends a line, given without its end.
    ///
    /// # Errors
    /// A full disk and the like. Then the promise of the line must not be announced.
    pub fn append(&mut self, line: &str) -> Result<(), SiteError> {
        let line = [line.as_bytes(), b"\n"].concat();
        self.file.write_all(&line).map_err(SiteError::file(&self.path))
    }

    /// Replaces all lines by these, given without their ends; either completely or not at all.
    ///
    /// # Errors
    /// A full disk and the like. Then the lines are unchanged.
    pub fn replace(&mut self, lines: &[String]) -> Result<(), SiteError> {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let (draft, file) = private::draft(&self.path, private::SECRET, &text).map_err(SiteError::file(&self.path))?;
        // Locked before it gets its name, so that no other process can lock it first.
        private::lock_alone(&file)
            .and_then(|_| std::fs::rename(&draft, &self.path))
            .map_err(SiteError::file(&self.path))?;
        self.file = file;
        Ok(())
    }

    /// Forces appended lines to disk.
    pub(super) fn sync(&self) -> Result<(), SiteError> {
        self.file.sync_data().map_err(SiteError::file(&self.path))
    }
}
