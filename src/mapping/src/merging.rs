//! Maps of several robots made one.

use crate::{
    MappingError, Tsdf,
    block::{Block, Law, blend},
};

/// Counts the blocks of the other map in one merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Merged {
    /// Blocks that both maps had.
    pub shared: usize,
    /// Blocks that were added.
    pub added: usize,
    /// Blocks that were not added, because all blocks of the map are used.
    pub left_out: usize,
}

impl Tsdf {
    /// Merges the map of another robot into this one.
    ///
    /// The distance of a voxel becomes the mean of both, weighted by their weights. The weights add up to at most
    /// [`crate::TsdfSettings::max_weight`]. So maps of different looks give what all looks in one map would give, up to rounding, as long
    /// as no weight reached its greatest. The order of the maps changes roundings only, unless blocks are left out: the map keeps its own
    /// blocks, then adds those with the least x, then y, then z.
    ///
    /// Merge each look once. If two maps share looks, these count twice: let every robot fuse its own pictures only, and merge
    /// into a clone.
    ///
    /// # Errors
    /// [`MappingError::Settings`] if the maps differ in voxel, truncation or greatest weight. Nothing is merged then.
    pub fn merge(&mut self, other: &Self) -> Result<Merged, MappingError> {
        self.check_alike(other)?;
        let mut blocks: Vec<_> = other.numbered_blocks().collect();
        blocks.sort_unstable_by_key(|(key, _)| *key);
        let (law, mut merged) = (self.law, Merged::default());
        self.revise();
        let revision = self.revision();
        for (key, theirs) in blocks {
            if let Some((ours, changed)) = self.block_and_change_mut(key) {
                ours.merge(theirs, &law);
                *changed = revision;
                merged.shared += 1;
            } else if self.add(key, theirs.clone()) {
                merged.added += 1;
            } else {
                merged.left_out += 1;
            }
        }
        Ok(merged)
    }

    fn check_alike(&self, other: &Self) -> Result<(), MappingError> {
        let numbers = |map: &Self| {
            let settings = map.settings();
            [settings.voxel.get(), settings.truncation.get(), settings.max_weight.into()]
        };
        let (ours, theirs) = (numbers(self), numbers(other));
        if ours == theirs { Ok(()) } else { Err(MappingError::Settings { ours, theirs }) }
    }
}

impl Block {
    /// The weighted mean with another block of the same place.
    fn merge(&mut self, other: &Self, law: &Law) {
        let ours = self.distance.iter_mut().zip(&mut self.weight);
        for ((distance, weight), (&seen, &gained)) in ours.zip(other.distance.iter().zip(&other.weight)) {
            blend(distance, weight, seen, gained, law.most);
            // Rounding must not take a distance out of the range that a saved map is held to.
            *distance = distance.clamp(-law.truncation, law.truncation);
        }
    }
}
