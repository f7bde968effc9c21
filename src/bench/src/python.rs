use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail};

/// A Python process that answers lines of JSON with lines of JSON; it and its folder end with this.
pub struct PythonPeer {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    folder: PathBuf,
}

impl PythonPeer {
    /// Starts the first of these scripts in a folder of its own, with its arguments; its first answer says that it is
    /// ready. `needs`: what pip is to install where it cannot start.
    ///
    /// # Errors
    /// A Python that does not start, or that has not what is needed.
    pub fn start<T: serde::de::DeserializeOwned>(
        python: &Path,
        name: &str,
        scripts: &[(&str, &str)],
        arguments: impl FnOnce(&Path) -> Vec<String>,
        needs: &str,
    ) -> Result<(Self, T)> {
        let folder = std::env::temp_dir().join(format!("surefleet-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        for (name, text) in scripts {
            std::fs::write(folder.join(name), text)?;
        }
        let main = scripts.first().context("there is no script")?.0;
        let mut process = Command::new(python)
            .args(["-W", "ignore"])
            .arg(folder.join(main))
            .args(arguments(&folder))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", python.display()))?;
        let orders = process.stdin.take().context("the process has no input")?;
        let answers = BufReader::new(process.stdout.take().context("the process has no output")?);
        let mut peer = Self { process, orders, answers, folder };
        let ready = peer
            .answer()
            .with_context(|| format!("{} cannot be compared with; in it: pip install {needs}", python.display()))?;
        Ok((peer, ready))
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Orders something, and waits for the answer.
    ///
    /// # Errors
    /// A process that ended.
    pub fn order<T: serde::de::DeserializeOwned>(&mut self, order: &serde_json::Value) -> Result<T> {
        writeln!(self.orders, "{order}")?;
        self.answer()
    }

    /// Waits for an answer that was ordered before.
    ///
    /// # Errors
    /// A process that ended.
    pub fn answer<T: serde::de::DeserializeOwned>(&mut self) -> Result<T> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("the process that is compared with ended");
        }
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for PythonPeer {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
