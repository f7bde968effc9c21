use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::{
    Map, MappingError, Metres, Point,
    block::{Block, Law, SIDE, VOXELS},
    picture::Picture,
};

/// The settings of a [`Tsdf`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TsdfSettings {
    /// The side of a voxel.
    pub voxel: Metres,
    /// Distances are cut off at this, before and behind a surface; at least two voxels.
    ///
    /// Behind a surface the weight of a look falls from 1 at one voxel to 0 at the truncation. So a look at one side of a thin
    /// wall does not fill the space on its other side (H. Oleynikova et al., "Voxblox", 2017, Section IV).
    pub truncation: Metres,
    /// Surfaces farther along the optical axis than this are not mapped; at most 1,000 voxels.
    ///
    /// A greater depth still proves that the space before it is free, up to this depth less the truncation. Choose the depth up to which
    /// the camera measures well. In the worst case the work of a picture grows with the third power.
    pub max_depth: Metres,
    /// The weight of a voxel stops growing here. A look weighs 1, so the map follows a change after about this many looks.
    pub max_weight: f32,
    /// The most blocks of 8 x 8 x 8 voxels; at most [`Self::MOST_BLOCKS`].
    pub max_blocks: usize,
}

impl TsdfSettings {
    /// The most blocks that can be asked for.
    pub const MOST_BLOCKS: usize = 1 << 20;

    /// The most memory in bytes that blocks take with these settings: 4,108 for each, and 28 to 47 to find it.
    pub fn most_bytes(&self) -> usize {
        self.max_blocks * (size_of::<Block>() + size_of::<Box<Block>>() + size_of::<u64>())
            + table_bytes(self.max_blocks)
    }

    fn check(&self) -> Result<(), MappingError> {
        let refuse = |setting, value, mend| Err(MappingError::Setting { setting, value, mend });
        let voxels = |length: Metres| length / self.voxel;
        if !self.voxel.is_length() {
            return refuse("the side of a voxel", self.voxel.get(), "give metres above 0");
        }
        if !(2.0..=1000.0).contains(&voxels(self.truncation)) {
            return refuse("the truncation", self.truncation.get(), "give the metres of 2 to 1,000 voxels");
        }
        if !(1.0..=1000.0).contains(&voxels(self.max_depth)) {
            return refuse("the greatest depth", self.max_depth.get(), "give the metres of 1 to 1,000 voxels");
        }
        if !(1.0..=1e6).contains(&self.max_weight) {
            return refuse("the greatest weight", self.max_weight.into(), "give 1 to 1,000,000");
        }
        if !(1..=Self::MOST_BLOCKS).contains(&self.max_blocks) {
            return refuse("the most blocks", self.max_blocks as f64, "give 1 to 1,048,576");
        }
        Ok(())
    }
}

/// A sparse truncated signed distance field of depth pictures, in the map frame.
///
/// Voxel (i, j, k) has its centre at (i + 1/2, j + 1/2, k + 1/2) times the side of a voxel. A block of 8 x 8 x 8 voxels is added when
/// one of its voxels is first seen. For each picture that sees a voxel, the distance is that from the voxel to the surface along
/// the camera's ray, negative behind the surface, cut off at the truncation. The map keeps the weighted mean. Where the ray meets the
/// surface at an angle, the distance along it is longer than the shortest one.
///
/// Memory is bounded by [`TsdfSettings::most_bytes`]. When all blocks are used, new ones are left out and counted
/// ([`crate::Fused::left_out`]).
#[derive(Debug, Clone)]
pub struct Tsdf {
    pub(crate) settings: TsdfSettings,
    pub(crate) law: Law,
    /// By block, in blocks from the map's origin: its place in `blocks`.
    places: FxHashMap<[i32; 3], u32>,
    blocks: Vec<Box<Block>>,
    /// By block: the revision that changed it last.
    changed: Vec<u64>,
    revision: u64,
    pub(crate) picture: Picture,
}

/// A voxel that was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Voxel {
    /// Distance to the surface along the rays that saw the voxel; negative behind it; at most the truncation.
    pub distance: Metres,
    /// Sum of the weights of its looks; above 0, at most [`TsdfSettings::max_weight`].
    pub weight: f32,
}

impl Tsdf {
    /// A map of which nothing is known.
    ///
    /// # Errors
    /// [`MappingError::Setting`] names a setting outside its range.
    pub fn new(settings: TsdfSettings) -> Result<Self, MappingError> {
        settings.check()?;
        let truncation = settings.truncation.get() as f32;
        let ramp = (1.0 / (settings.truncation - settings.voxel).get()) as f32;
        let places = FxHashMap::with_capacity_and_hasher(settings.max_blocks, Default::default());
        Ok(Self {
            settings,
            law: Law { truncation, ramp, most: settings.max_weight, farthest: settings.max_depth.get() as f32 },
            places,
            blocks: Vec::with_capacity(settings.max_blocks),
            changed: Vec::with_capacity(settings.max_blocks),
            revision: 1,
            picture: Picture::default(),
        })
    }

    /// The settings of the map.
    pub fn settings(&self) -> &TsdfSettings {
        &self.settings
    }

    /// Counts what was put into the map, from 1: each picture and each merged map begins a revision.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The numbers of the blocks that were changed after a revision, in no order.
    pub(crate) fn changed_since(&self, revision: u64) -> impl Iterator<Item = [i32; 3]> {
        self.places.iter().filter(move |(_, place)| self.changed[**place as usize] > revision).map(|(key, _)| *key)
    }

    /// Begins a revision, to which all changes belong from now on.
    pub(crate) fn revise(&mut self) {
        self.revision += 1;
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Memory of the map in bytes, the last picture included.
    pub fn bytes(&self) -> usize {
        let pointers = self.blocks.capacity() * size_of::<Box<Block>>() + self.changed.capacity() * size_of::<u64>();
        self.blocks.len() * size_of::<Block>() + pointers + table_bytes(self.places.capacity()) + self.picture.bytes()
    }

    /// The voxel that a point is in; `None` if it was never seen.
    pub fn at(&self, point: Point<Map>) -> Option<Voxel> {
        let voxel = self.settings.voxel.get();
        self.voxel([point.x(), point.y(), point.z()].map(|coordinate| (coordinate / voxel).floor() as i32))
    }

    /// The voxel with these indices along x, y and z; `None` if it was never seen.
    pub fn voxel(&self, index: [i32; 3]) -> Option<Voxel> {
        let block = self.block(index.map(|number| number.div_euclid(SIDE as i32)))?;
        let [x, y, z] = index.map(|number| number.rem_euclid(SIDE as i32) as usize);
        block.voxel((z * SIDE + y) * SIDE + x)
    }

    /// All voxels that were seen, with their centres, in no order.
    pub fn voxels(&self) -> impl Iterator<Item = (Point<Map>, Voxel)> {
        self.numbered_blocks().flat_map(move |(key, block)| {
            (0..VOXELS).filter_map(move |place| {
                let within = [place % SIDE, place / SIDE % SIDE, place / (SIDE * SIDE)];
                let centre = [0, 1, 2].map(|axis| {
                    (f64::from(key[axis]) * SIDE as f64 + within[axis] as f64 + 0.5) * self.settings.voxel.get()
                });
                Some((Point::from(centre), block.voxel(place)?))
            })
        })
    }

    pub(crate) fn numbered_blocks(&self) -> impl Iterator<Item = ([i32; 3], &Block)> {
        self.places.iter().map(|(&key, &place)| (key, &*self.blocks[place as usize]))
    }

    pub(crate) fn block(&self, key: [i32; 3]) -> Option<&Block> {
        self.places.get(&key).map(|&place| &*self.blocks[place as usize])
    }

    /// The block, with the place to note in that this revision changed it.
    pub(crate) fn block_and_change_mut(&mut self, key: [i32; 3]) -> Option<(&mut Block, &mut u64)> {
        let place = *self.places.get(&key)? as usize;
        Some((&mut *self.blocks[place], &mut self.changed[place]))
    }

    /// Puts a block in the place of an older one, or adds it if there is room.
    pub(crate) fn put(&mut self, key: [i32; 3], block: Block) {
        let revision = self.revision;
        match self.block_and_change_mut(key) {
            Some((old, changed)) => (*old, *changed) = (block, revision),
            None => _ = self.add(key, block),
        }
    }

    /// Adds a block that is not there yet; returns whether there was room.
    pub(crate) fn add(&mut self, key: [i32; 3], block: Block) -> bool {
        let is_room = self.blocks.len() < self.settings.max_blocks;
        if is_room {
            self.places.insert(key, self.blocks.len() as u32);
            self.blocks.push(Box::new(block));
            self.changed.push(self.revision);
        }
        is_room
    }
}

impl Block {
    fn voxel(&self, place: usize) -> Option<Voxel> {
        let weight = self.weight[place];
        (weight > 0.0).then(|| Voxel { distance: Metres::new(self.distance[place].into()), weight })
    }
}

/// A hash table has 8/7 as many buckets as entries, rounded up to a power of two, and one more byte for each.
fn table_bytes(entries: usize) -> usize {
    (entries * 8 / 7 + 1).next_power_of_two() * (size_of::<([i32; 3], u32)>() + 1)
}
