//! What robots see, as a map.
//!
//! Invariant: lengths are metres, and points and poses carry their frame in their type, so that a point of a camera cannot be taken for one
//! of the map. Axes follow REP 103, frames REP 105.

mod block;
mod camera;
mod error;
mod frames;
mod frontiers;
mod fusion;
mod grid;
mod object;
mod objects;
mod occupancy;
mod passable;
mod paths;
mod picture;
mod sighting;
mod smoothing;
mod tsdf;
mod units;
mod values;

pub use camera::{DepthFrame, Intrinsics};
pub use error::MappingError;
pub use frames::{Body, Frame, GroundPoint, Map, Optical, Point, Transform};
pub use frontiers::Frontier;
pub use fusion::Fused;
pub use grid::{GridCell, GridLayout};
pub use object::{Left, MappedId, MappedObject, ObjectRule, Presence};
pub use objects::{ObjectChange, ObjectMap};
pub use occupancy::{Occupancy, OccupancyGrid, Slab};
pub use passable::PassableGrid;
pub use paths::GridPath;
pub use sighting::{Confidence, SeenBy, Sighting, Witness};
pub use tsdf::{Tsdf, TsdfSettings, Voxel};
pub use units::Metres;
pub use values::{FinalValues, MessageValue, ValueMap, ValueRule};
