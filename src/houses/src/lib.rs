//! Furnished houses of many rooms, and what a camera in them sees.
//!
//! - [`House::draw`] makes a house of a [`SizeClass`]: rooms, walls, doorways, and [`Thing`]s of the classes of one [`HouseSplit`] of the
//!   [`Catalogue`]. What is often together in houses of one split is in none of the other.
//! - [`look`] is the picture of a camera: depths, colours, and what each pixel shows.
//!
//! Invariant: equal seeds give equal houses and pictures. In every house a robot of [`House::ROBOT_RADIUS_M`] gets from each room to each other
//! through open doorways.
//!
//! It does not map, plan paths, or answer anything. It does not know models, messages, files or the clock.
//!
//! ```
//! use surefleet_houses::{House, HouseSplit, SizeClass, look};
//! use surefleet_mapping::{Body, Intrinsics, Map, Metres, Optical, Point, Transform};
//!
//! let house = House::draw(7, SizeClass::Small, HouseSplit::Training);
//! let place = house.entrance();
//! let camera = Intrinsics::with_fov(64, 64, 1.5)?;
//! let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, 1.3), 0.3);
//! let view = look(&house, Transform::<Map, Body>::planar(place.x, place.y, 0.0) * mounting, &camera, Metres::new(6.0));
//! assert_eq!(view.rgb.len(), 64 * 64 * 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod camera;
mod catalogue;
mod chances;
mod class;
mod dissection;
mod doorways;
mod floor;
mod furnishing;
mod geometry;
mod house;
mod passage;
mod programme;
mod relevance;
mod shape;
mod shell;
mod size;
mod solid;
mod solids;
mod stocking;
mod thing;
mod tree;
mod walls;

pub use camera::{View, look};
pub use catalogue::Catalogue;
pub use class::{ClassId, HouseSplit, RoomKind};
pub use geometry::{Cuboid, Facing, Rect};
pub use house::House;
pub use relevance::Relevance;
pub use shape::{Colour, SolidForm};
pub use size::SizeClass;
pub use solid::{Hit, Solid};
pub use solids::Solids;
pub use thing::{Doorway, HouseRoom, Rests, RoomId, Thing, ThingId};
