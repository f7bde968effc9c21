//! Finds the files and programs of surefleet.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Locations of the shared files, the programs, and the output folder.
#[derive(Debug, Clone)]
pub struct Place {
    /// The folder of `config/`, `calibration/` and `launch/`: the checkout, or `share/surefleet` of an installation.
    pub share: PathBuf,
    /// The folder of the node programs and of this program.
    pub programs: PathBuf,
    /// The folder for reports, logs and states.
    pub out: PathBuf,
}

impl Place {
    /// Finds the locations from the path of this program.
    ///
    /// # Errors
    /// This program is neither in a checkout nor in an installation.
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
