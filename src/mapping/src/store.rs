//! The file of a map: JSON, whose blocks are bytes in base64.

use std::collections::BTreeMap;

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};
use surefleet_fleet::RobotId;
use thiserror::Error;

use crate::{
    MappedId, MappedObject, MappingError, Mark, MarkId, Marks, ObjectMap, ObjectRule, Tsdf, TsdfSettings,
    block::{Block, VOXELS},
};

const FORMAT: &str = "surefleet map";
/// The version that this crate writes, and the only one that it reads.
pub const MAP_VERSION: u32 = 2;

/// The map of a house: fused depth, objects, and the marks of people.
#[derive(Debug, Clone)]
pub struct HouseMap {
    /// Fused depth.
    pub tsdf: Tsdf,
    /// Objects.
    pub objects: ObjectMap,
    /// Marks.
    pub marks: Marks,
}

/// A text that cannot be loaded as a map. Whoever keeps the file must use another copy or map again.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SavedMapError {
    /// The text is not JSON of the right form.
    #[error("the map is broken at {path}: {detail}; use another copy of the file")]
    Form {
        /// Where in the text, as a path of fields.
        path: String,
        /// The fault.
        detail: String,
    },
    /// The text is the file of something else.
    #[error("the file is no map: its format is {found:?} and not \"surefleet map\"")]
    Format {
        /// The format that it names.
        found: String,
    },
    /// The text is of a version that is not read.
    #[error("the map has version {found}, and only version {MAP_VERSION} can be read; use the release that wrote it")]
    Version {
        /// Its version.
        found: u32,
    },
    /// Settings or a rule are outside their range.
    #[error("the map was made with a setting that cannot be: {0}")]
    Setting(#[from] MappingError),
    /// A block is not one.
    #[error("block {at:?} of the map is broken: {detail}; use another copy of the file")]
    Block {
        /// Its place, in blocks from the origin.
        at: [i32; 3],
        /// The fault.
        detail: &'static str,
    },
    /// An object or a mark is not one.
    #[error("{kind} {number} of the map is broken: {detail}; use another copy of the file")]
    Entry {
        /// "object" or "mark".
        kind: &'static str,
        /// Its number.
        number: u64,
        /// The fault.
        detail: &'static str,
    },
}

#[derive(Deserialize)]
struct Heading {
    format: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    version: u32,
    settings: TsdfSettings,
    blocks: Vec<SavedBlock>,
    objects: SavedObjects,
    marks: SavedMarks,
}

/// A block as text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedBlock {
    /// In blocks from the origin.
    pub at: [i32; 3],
    /// In base64: a bit for each voxel that is known, the lowest bit first; then its distance and its weight, each an f32, low byte first.
    voxels: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedObjects {
    rule: ObjectRule,
    next: u64,
    views: BTreeMap<RobotId, u64>,
    objects: Vec<MappedObject>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMarks {
    next: u64,
    marks: BTreeMap<MarkId, Mark>,
}

impl HouseMap {
    /// The map as JSON. Equal maps give equal texts, and every number is kept to the last bit.
    pub fn to_json(&self) -> String {
        let mut blocks: Vec<_> = self.tsdf.numbered_blocks().collect();
        blocks.sort_unstable_by_key(|(at, _)| *at);
        let saved = Saved {
            format: FORMAT.to_owned(),
            version: MAP_VERSION,
            settings: self.tsdf.settings,
            blocks: blocks.into_iter().map(|(at, block)| SavedBlock::of(at, block)).collect(),
            objects: SavedObjects {
                rule: self.objects.rule,
                next: self.objects.next,
                views: self.objects.views.clone(),
                objects: self.objects.objects.values().cloned().collect(),
            },
            marks: SavedMarks { next: self.marks.next, marks: self.marks.marks.clone() },
        };
        serde_json::to_string(&saved).expect("string keys and finite numbers always serialise")
    }

    /// Loads a map from JSON.
    ///
    /// # Errors
    /// [`SavedMapError`] names the first fault. Nothing of a faulty text is used.
    pub fn from_json(text: &str) -> Result<Self, SavedMapError> {
        let heading: Heading = read(text)?;
        if heading.format != FORMAT {
            return Err(SavedMapError::Format { found: heading.format });
        }
        if heading.version != MAP_VERSION {
            return Err(SavedMapError::Version { found: heading.version });
        }
        let saved: Saved = read(text)?;
        let mut tsdf = Tsdf::new(saved.settings)?;
        for block in saved.blocks {
            let broken = |detail| SavedMapError::Block { at: block.at, detail };
            let decoded = block.decoded(&tsdf)?;
            if tsdf.block(block.at).is_some() {
                return Err(broken("it is there twice"));
            }
            if !tsdf.add(block.at, decoded) {
                return Err(broken("there are more blocks than the settings allow"));
            }
        }
        Ok(Self { tsdf, objects: saved.objects.checked()?, marks: saved.marks.checked()? })
    }
}

impl SavedBlock {
    pub fn of(at: [i32; 3], block: &Block) -> Self {
        Self { at, voxels: encoded(block) }
    }

    /// The block, for a map.
    ///
    /// # Errors
    /// [`SavedMapError::Block`] for one that the map cannot have.
    pub fn decoded(&self, map: &Tsdf) -> Result<Block, SavedMapError> {
        let broken = |detail| SavedMapError::Block { at: self.at, detail };
        if self.at.iter().any(|number| number.unsigned_abs() > 1 << 27) {
            return Err(broken("it is too far away"));
        }
        decoded(&self.voxels, map).map_err(broken)
    }
}

pub(crate) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, SavedMapError> {
    let form = |path: String, error: serde_json::Error| SavedMapError::Form { path, detail: error.to_string() };
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| form(error.path().to_string(), error.into_inner()))?;
    reader.end().map_err(|error| form("its end".to_owned(), error))?;
    Ok(value)
}

fn encoded(block: &Block) -> String {
    let mut bytes = vec![0u8; VOXELS / 8];
    for (voxel, (&distance, &weight)) in block.distance.iter().zip(&block.weight).enumerate() {
        if weight > 0.0 {
            bytes[voxel / 8] |= 1 << (voxel % 8);
            bytes.extend(distance.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
    }
    BASE64_STANDARD.encode(bytes)
}

fn decoded(text: &str, tsdf: &Tsdf) -> Result<Block, &'static str> {
    let bytes = BASE64_STANDARD.decode(text).map_err(|_| "it is not base64")?;
    let (known, numbers) = bytes.split_at_checked(VOXELS / 8).ok_or("it is too short")?;
    let (numbers, rest) = numbers.as_chunks::<4>();
    let count: u32 = known.iter().map(|byte| byte.count_ones()).sum();
    if !rest.is_empty() || numbers.len() != 2 * count as usize {
        return Err("it has another number of voxels than it says");
    }
    let law = tsdf.law;
    let mut block = Block::EMPTY;
    let mut pairs = numbers.chunks_exact(2);
    for voxel in (0..VOXELS).filter(|voxel| known[voxel / 8] >> (voxel % 8) & 1 == 1) {
        let pair = pairs.next().expect("they were counted");
        let (distance, weight) = (f32::from_le_bytes(pair[0]), f32::from_le_bytes(pair[1]));
        if !(weight > 0.0 && weight <= law.most) {
            return Err("a weight is outside its range");
        }
        if !(-law.truncation..=law.truncation).contains(&distance) {
            return Err("a distance is outside the truncation");
        }
        (block.distance[voxel], block.weight[voxel]) = (distance, weight);
    }
    Ok(block)
}

impl SavedObjects {
    fn checked(self) -> Result<ObjectMap, SavedMapError> {
        self.rule.check()?;
        let mut objects = BTreeMap::new();
        for object in self.objects {
            let number = object.id.get();
            let broken = |detail| Err(SavedMapError::Entry { kind: "object", number, detail });
            if let Some(detail) = object.fault(&self.rule) {
                return broken(detail);
            }
            if number >= self.next {
                return broken("its number was not given yet");
            }
            if objects.insert(MappedId(number), object).is_some() {
                return broken("it is there twice");
            }
        }
        Ok(ObjectMap { rule: self.rule, objects, next: self.next, views: self.views })
    }
}

impl MappedObject {
    /// Why this cannot be an object, if it cannot.
    fn fault(&self, rule: &ObjectRule) -> Option<&'static str> {
        if self.class.trim().is_empty() {
            return Some("it has no class");
        }
        if !(self.weight > 0.0 && self.weight <= Self::MOST_WEIGHT) {
            return Some("its weight is outside its range");
        }
        // Once an object has gone, misses no longer count.
        let least = rule.gone.evidence() + rule.miss.get().ln() - 1e-9;
        if !(least..=rule.most.evidence()).contains(&self.evidence) {
            return Some("its evidence is outside its range");
        }
        if !self.counted.is_bounded() {
            return Some("it counts too many sightings of one witness");
        }
        (self.left.len() > Self::MOST_PLACES).then_some("it left too many places")
    }
}

impl SavedMarks {
    fn checked(self) -> Result<Marks, SavedMapError> {
        for (id, mark) in &self.marks {
            let broken = |detail| SavedMapError::Entry { kind: "mark", number: id.get(), detail };
            mark.check().map_err(|_| broken("it has no words, person or place"))?;
            if id.get() >= self.next {
                return Err(broken("its number was not given yet"));
            }
        }
        Ok(Marks { marks: self.marks, next: self.next })
    }
}
