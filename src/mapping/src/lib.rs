//! Maps of what robots see: free ground, frontiers, paths, values of places, objects.
//!
//! - [`Tsdf`] fuses depth pictures, and merges with the maps of other robots. [`OccupancyGrid`] is its projection onto the floor, with [`Frontier`]s. [`PassableGrid`] has the
//!   cells where a robot fits, and finds paths.
//! - [`ValueMap`] holds the value of places for one question, from a robot's own model and from messages (CommCP, Eqs. 3 to 5).
//!   [`FinalValues`] chooses a frontier. When the map outgrows its grid, [`GridLayout::joined`] and [`ValueMap::grown`] carry values over.
//! - [`ObjectMap`] turns sightings into objects. [`Marks`] are words of people.
//! - [`HouseMap`] saves and loads fused depth, objects and marks.
//!
//! Invariant: lengths are metres, and points and poses carry their frame in their type, so nobody can take a point of a camera for one
//! of the map. Axes follow REP 103, frames REP 105. Equal inputs give equal maps: the crate has no clock, and callers bring randomness.
//!
//! It does not locate robots. It trusts their poses, so drift blurs the map. It does not run models, read files, or parse messages.
//!
//! ```
//! use surefleet_mapping::{
//!     Body, DepthFrame, GridLayout, Intrinsics, Map, Metres, Obstacles, Occupancy, OccupancyGrid, Optical, Point, Slab, Transform, Tsdf, TsdfSettings,
//! };
//!
//! let mut map = Tsdf::new(TsdfSettings {
//!     voxel: Metres::new(0.1),
//!     truncation: Metres::new(0.3),
//!     max_depth: Metres::new(6.0),
//!     max_weight: 64.0,
//!     max_blocks: 4096,
//! })?;
//! // A wall 3 m before a camera 1 m above the floor.
//! let camera = Intrinsics::with_fov(64, 64, 1.2)?;
//! let depths = vec![3.0; 64 * 64];
//! let robot = Transform::<Map, Body>::planar(0.0, 0.0, 0.0);
//! let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, 1.0), 0.0);
//! map.fuse(&(robot * mounting), &DepthFrame::new(camera, &depths)?)?;
//! let before_the_wall = map.at(Point::new(2.85, 0.05, 1.05)).ok_or("seen")?;
//! assert!((before_the_wall.distance.get() - 0.15).abs() < 0.01);
//!
//! let slab = Slab { low: Metres::new(0.2), high: Metres::new(1.5), least_weight: 1.0, least_known: 0.5 };
//! let grid = OccupancyGrid::of(&map, GridLayout::of(&map).ok_or("not empty")?, &slab)?;
//! let at = |x: f64| grid.layout().cell_at(Point::<Map>::new(x, 0.05, 0.0).ground()).map(|cell| grid.get(cell));
//! assert_eq!([at(2.05), at(3.05)], [Some(Occupancy::Free), Some(Occupancy::Occupied)]);
//!
//! let frontiers = grid.frontiers(3);
//! let passable = grid.inflate(Metres::new(0.2), Obstacles::Occupied)?;
//! let goal = passable.nearest(frontiers[0].middle(), Metres::new(1.0)).ok_or("a frontier that can be reached")?;
//! let start = grid.layout().cell_at(Point::<Map>::new(1.55, 0.05, 0.0).ground()).ok_or("on the grid")?;
//! assert!(passable.path(start, goal).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod camera;
mod changes;
mod counted;
mod error;
mod frames;
mod frontiers;
mod fusion;
mod grid;
mod ground_map;
mod marks;
mod merging;
mod object;
mod objects;
mod occupancy;
mod passable;
mod paths;
mod picture;
mod sighting;
mod smoothing;
mod store;
mod tsdf;
mod units;
mod values;

pub use camera::{DepthFrame, DepthPicture, Intrinsics};
pub use changes::{MapChanges, MapChangesError, MapCopy};
pub use error::MappingError;
pub use frames::{Body, Frame, GroundPoint, Map, Optical, Point, Transform};
pub use frontiers::Frontier;
pub use fusion::Fused;
pub use grid::{GridCell, GridLayout};
pub use ground_map::GroundMap;
pub use marks::{Mark, MarkId, Marks};
pub use merging::Merged;
pub use object::{FormerPlace, MappedId, MappedObject, ObjectRule, Presence};
pub use objects::{ObjectChange, ObjectMap};
pub use occupancy::{Occupancy, OccupancyGrid, Slab};
pub use passable::{Obstacles, PassableGrid};
pub use paths::GridPath;
pub use sighting::{Confidence, SeenBy, Sighting, Witness};
pub use store::{HouseMap, MAP_VERSION, SavedMapError};
pub use tsdf::{Tsdf, TsdfSettings, Voxel};
pub use units::Metres;
pub use values::{FinalValues, MessageValue, ValueMap, ValueRule};
