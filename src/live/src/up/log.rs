use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::Stdio,
};

/// Largest size of a log file; older lines are kept in one file beside it, and still older ones are deleted.
const LARGEST: u64 = 16 << 20;
/// The last lines of a log are searched in this many bytes.
const TAIL: u64 = 16 << 10;

/// The log file of a process: its standard output and error.
pub struct Log(pub PathBuf);

impl Log {
    /// Opens the log for the process's stdout and stderr.
    pub fn ends(&self) -> io::Result<(Stdio, Stdio)> {
        // With append mode, the process goes on at the start after the file was cut.
        let file = File::options().create(true).append(true).open(&self.0)?;
        Ok((file.try_clone()?.into(), file.into()))
    }

    /// Moves a log that has grown too long to the file beside it.
    ///
    /// The process keeps writing meanwhile, so a few lines may be lost. If the disk is full, the old lines are lost.
    pub fn bound(&self) -> io::Result<()> {
        self.bound_to(LARGEST)
    }

    fn bound_to(&self, largest: u64) -> io::Result<()> {
        match fs::metadata(&self.0) {
            Ok(file) if file.len() > largest => {}
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        }
        let older = older(&self.0);
        if let Err(error) = fs::copy(&self.0, &older) {
            tracing::warn!("{}: {error}; the older lines of the log are dropped", older.display());
            fs::remove_file(&older)
                .or_else(|gone| if gone.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(gone) })?;
        }
        File::options().write(true).open(&self.0)?.set_len(0)
    }

    /// The last lines of the log.
    pub fn last_lines(&self, count: usize) -> String {
        let text = tail(&self.0).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(count)..].join("\n")
    }
}

fn older(path: &Path) -> PathBuf {
    path.with_extension("log.1")
}

fn tail(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut text = Vec::new();
    file.take(TAIL).read_to_end(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_log_is_bounded_while_its_process_goes_on_writing() -> io::Result<()> {
        let folder = std::env::temp_dir().join(format!("surefleet-log-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let log = Log(folder.join("robot_1.planner.log"));
        log.bound_to(10)?;
        let mut process = File::options().create(true).append(true).open(&log.0)?;
        for round in 0..100 {
            writeln!(process, "line {round}")?;
            log.bound_to(100)?;
            assert!(fs::metadata(&log.0)?.len() <= 100);
        }
        assert_eq!(fs::read_dir(&folder)?.count(), 2, "the log and the older one");
        let all = fs::read_to_string(older(&log.0))? + &fs::read_to_string(&log.0)?;
        assert!(all.ends_with("line 98\nline 99\n") && !all.contains("line 0\n"), "{all}");
        assert_eq!(log.last_lines(1), "line 99");
        fs::remove_dir_all(folder)
    }
}
