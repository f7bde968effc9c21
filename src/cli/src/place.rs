//! Where the files and programs of surefleet lie.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Where things are: the shared files, the programs, and the folder for what we write.
#[derive(Debug, Clone)]
pub struct Place {
    /// Holds `config/`, `calibration/` and `launch/`: the checkout, or `share/surefleet` of an installation.
    pub share: PathBuf,
    /// Holds the node programs: the folder of this program.
    pub programs: PathBuf,
    /// Reports, logs and states go below it.
    pub out: PathBuf,
}

impl Place {
    /// Finds it from where this program lies.
    ///
    /// # Errors
    /// Neither a checkout nor an installation around this program.
    pub fn find() -> Result<Self> {
        let program = std::env::current_exe().context("cannot tell where this program lies")?;
        let programs = program.parent().map(Path::to_owned).unwrap_or_default();
        let out = std::env::current_dir().context("cannot tell the current folder")?.join("out");
        let share = program.ancestors().find_map(|folder| {
            [folder.join("share/surefleet"), folder.to_owned()]
                .into_iter()
                .find(|candidate| candidate.join("config/domains").is_dir())
        });
        match share {
            Some(share) => Ok(Self { share, programs, out }),
            None => bail!("no config/domains around {}; run it from a checkout or an installation", program.display()),
        }
    }

    /// The program of a node.
    pub fn node(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }
}
