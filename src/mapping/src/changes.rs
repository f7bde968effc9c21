//! What has changed of a map, for those who keep a copy of it: a robot sends that, and not the whole map.

use serde::{Deserialize, Serialize};

use crate::{
    MappingError, SavedMapError, Tsdf, TsdfSettings,
    store::{SavedBlock, read},
};

/// The blocks of a map that were changed after one revision and up to another, each as it is now.
///
/// Blocks come whole, so changes may be repeated and overlap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapChanges {
    settings: TsdfSettings,
    since: u64,
    until: u64,
    blocks: Vec<SavedBlock>,
}

/// A copy of another robot's map, which its changes keep up to date.
#[derive(Debug, Clone)]
pub struct MapCopy {
    map: Tsdf,
    /// The revision of the other's map that it is a copy of; 0 at first.
    revision: u64,
}

/// The reason why changes cannot be taken up. The copy stays as it was.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MapChangesError {
    /// Changes in between are missing.
    #[error("the changes begin at revision {since}, and the copy has revision {has}: send those since {has}")]
    Gap {
        /// The revision that they begin at.
        since: u64,
        /// The revision of the copy.
        has: u64,
    },
    /// They are of a map with other settings.
    #[error("the changes are of a map with other settings: keep another copy for it")]
    Settings,
    /// The text or a block is broken.
    #[error(transparent)]
    Broken(#[from] SavedMapError),
}

impl Tsdf {
    /// The changes since a revision ([`Self::revision`]); since 0 all blocks.
    pub fn changes(&self, since: u64) -> MapChanges {
        let mut keys: Vec<[i32; 3]> = self.changed_since(since).collect();
        keys.sort_unstable();
        let block = |key| SavedBlock::of(key, self.block(key).expect("it was changed, so it is there"));
        MapChanges {
            settings: self.settings,
            since,
            until: self.revision(),
            blocks: keys.into_iter().map(block).collect(),
        }
    }
}

impl MapChanges {
    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The changes as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("string keys and finite numbers always serialise")
    }

    /// Reads changes from JSON. Blocks are looked at when a copy takes them up.
    ///
    /// # Errors
    /// [`MapChangesError::Broken`] for a text of another form.
    pub fn from_json(text: &str) -> Result<Self, MapChangesError> {
        Ok(read(text)?)
    }
}

impl MapCopy {
    /// A copy of a map of which nothing is known yet.
    ///
    /// # Errors
    /// [`MappingError::Setting`] names a setting outside its range.
    pub fn new(settings: TsdfSettings) -> Result<Self, MappingError> {
        Ok(Self { map: Tsdf::new(settings)?, revision: 0 })
    }

    /// The copy.
    pub fn map(&self) -> &Tsdf {
        &self.map
    }

    /// The revision of the other's map that this is; ask for the changes since it.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes up changes. Late and repeated ones change nothing.
    ///
    /// # Errors
    /// [`MapChangesError`]. Nothing of changes that cannot be taken up is used.
    pub fn take(&mut self, changes: &MapChanges) -> Result<(), MapChangesError> {
        if changes.settings != self.map.settings {
            return Err(MapChangesError::Settings);
        }
        if changes.since > self.revision {
            return Err(MapChangesError::Gap { since: changes.since, has: self.revision });
        }
        if changes.until <= self.revision {
            return Ok(());
        }
        let mut decoded = Vec::with_capacity(changes.blocks.len());
        for block in &changes.blocks {
            decoded.push((block.at, block.decoded(&self.map)?));
        }
        let fresh = decoded.iter().filter(|(at, _)| self.map.block(*at).is_none()).count();
        if fresh > self.map.settings.max_blocks - self.map.blocks() {
            let at = decoded.last().map_or([0; 3], |(at, _)| *at);
            let detail = "there are more blocks than the settings allow";
            return Err(SavedMapError::Block { at, detail }.into());
        }
        self.map.revise();
        for (at, block) in decoded {
            self.map.put(at, block);
        }
        self.revision = changes.until;
        Ok(())
    }
}
