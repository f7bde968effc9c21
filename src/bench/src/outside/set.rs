//! The benchmarks, where they are found, and their files in a folder of the user's.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A benchmark that others made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Set {
    /// Blocksworld of PlanBench: instances 1 to 200.
    Blocksworld,
    /// COHERENT: environments 0 to 2.
    Coherent,
    /// VLTL-Bench: the sentences of search and rescue.
    Rescue,
    /// IntroPlan: the scenes of the mobile manipulator's knowledge.
    #[value(name = "introplan")]
    IntroPlan,
    /// SafeAgentBench: the requirements of the first 25 long missions.
    #[value(name = "safeagent")]
    SafeAgent,
}

impl Set {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blocksworld => "Blocksworld",
            Self::Coherent => "COHERENT",
            Self::Rescue => "VLTL-Bench",
            Self::IntroPlan => "IntroPlan",
            Self::SafeAgent => "SafeAgentBench",
        }
    }

    /// The repository on GitHub.
    pub fn repository(self) -> &'static str {
        match self {
            Self::Blocksworld => "karthikv792/LLMs-Planning",
            Self::Coherent => "MrKeee/COHERENT",
            Self::Rescue => "Dubascudes/VLTL-Bench",
            Self::IntroPlan => "kevinliang888/IntroPlan",
            Self::SafeAgent => "shengyin1224/SafeAgentBench",
        }
    }

    /// The folder that a clone of the repository makes.
    fn folder(self) -> &'static str {
        let repository = self.repository();
        repository.split_once('/').map_or(repository, |(_, name)| name)
    }
}

/// The files of one set.
#[derive(Debug, Clone)]
pub struct Files {
    set: Set,
    folder: PathBuf,
}

impl Files {
    /// Those below a folder that has a clone of each repository.
    pub fn of(set: Set, data: &Path) -> Self {
        Self { set, folder: data.join(set.folder()) }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// A file that cannot be read: the message names it, the set, and where to get it.
    pub fn read(&self, file: &str) -> Result<String> {
        let path = self.folder.join(file);
        std::fs::read_to_string(&path).with_context(|| {
            let (name, repository) = (self.set.name(), self.set.repository());
            format!(
                "cannot read {}, a file of {name}: clone {repository} from GitHub into {}",
                path.display(),
                self.folder.display()
            )
        })
    }

    /// The path of a file, for messages.
    pub fn path(&self, file: &str) -> String {
        self.folder.join(file).display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_file_is_named_with_its_set_and_repository() {
        let error = Files::of(Set::Coherent, Path::new("/no/data")).read("env/env0.json").expect_err("no file");
        let told = error.to_string();
        assert!(told.starts_with("cannot read /no/data/COHERENT/env/env0.json, a file of COHERENT"), "{told}");
        assert!(told.ends_with("clone MrKeee/COHERENT from GitHub into /no/data/COHERENT"), "{told}");
    }
}
