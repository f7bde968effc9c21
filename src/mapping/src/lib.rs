//! What robots see, as a map.
//!
//! Invariant: lengths are metres, and points and poses carry their frame in their type, so that a point of a camera cannot be taken for one
//! of the map. Axes follow REP 103, frames REP 105.

mod block;
mod camera;
mod error;
mod frames;
mod fusion;
mod picture;
mod tsdf;
mod units;

pub use camera::{DepthFrame, Intrinsics};
pub use error::MappingError;
pub use frames::{Body, Frame, GroundPoint, Map, Optical, Point, Transform};
pub use fusion::Fused;
pub use tsdf::{Tsdf, TsdfSettings, Voxel};
pub use units::Metres;
