//! Furnished houses of many rooms: what a camera in them sees, how a robot moves through them, and questions about them.
//!
//! - [`House::draw`] makes a house of a [`SizeClass`]: rooms, walls, doorways, and [`Thing`]s of the classes of one [`HouseSplit`] of the
//!   [`Catalogue`]. What is often together in houses of one split is in none of the other.
//! - [`look`] is the picture of a camera: depths, colours, and what each pixel shows.
//! - [`Drive`] is a robot's way, as far as nothing is before it. [`Odometry`] says where the robot believes to be meanwhile.
//! - [`House::questions`] are multiple-choice questions with their answers. [`Catalogue::co_occurrence`] says how much one class tells about
//!   where another is. [`House::moved`] is the house after a few things were moved.
//!
//! Invariant: equal seeds give equal houses, pictures and drives. In every house a robot of [`House::ROBOT_RADIUS_M`] gets from each room to each other
//! through open doorways.
//!
//! It does not map, plan paths, or answer anything. It does not know models, messages, files or the clock.
//!
//! ```
//! use surefleet_houses::{Drive, DriveLimits, FloorPose, House, SizeClass, HouseSplit, look};
//! use surefleet_mapping::{Body, Intrinsics, Metres, Optical, Point, Transform};
//!
//! let house = House::draw(7, SizeClass::Small, HouseSplit::Training);
//! let start = FloorPose::new(house.entrance(), 0.0);
//! // Towards the far end of the room, until something is in the way.
//! let room = house.room_at(start.at).ok_or("the entrance is in a room")?;
//! let drive = Drive::along(&house, start, &[house.room(room).floor.middle()], &DriveLimits::default());
//! let pose = drive.pose_at(drive.duration() / 2);
//! assert!(house.clearance(pose.at).get() > 0.249);
//!
//! let camera = Intrinsics::with_fov(64, 64, 1.5)?;
//! let mounting = Transform::<Body, Optical>::facing_forward(Point::new(0.0, 0.0, 1.3), 0.3);
//! let view = look(&house, pose.transform() * mounting, &camera, Metres::new(6.0));
//! assert_eq!(view.rgb.len(), 64 * 64 * 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asking;
mod beam;
mod camera;
mod catalogue;
mod chances;
mod class;
mod co_occurrence;
mod dissection;
mod doorways;
mod floor;
mod furnishing;
mod geometry;
mod house;
mod limits;
mod motion;
mod moves;
mod odometry;
mod passage;
mod programme;
mod question;
mod shape;
mod shell;
mod sight;
mod size;
mod solid;
mod solids;
mod stocking;
mod thing;
mod tree;
mod walls;
mod wording;

pub use camera::{View, look, look_without_colour};
pub use catalogue::Catalogue;
pub use chances::chances;
pub use class::{ClassId, HouseSplit, RoomKind};
pub use co_occurrence::CoOccurrence;
pub use geometry::{Cuboid, Facing, Rect};
pub use house::House;
pub use limits::{DriveLimits, MotionSettingError};
pub use motion::{Drive, FloorPose};
pub use odometry::{BelievedDrive, Drift, Odometry};
pub use question::{HouseAnswer, HouseQuestion, Inquiry, Letter, QuestionType};
pub use shape::{Colour, SolidForm};
pub use size::SizeClass;
pub use solid::{Hit, Solid};
pub use solids::Solids;
pub use thing::{Doorway, HouseRoom, Rests, RoomId, Thing, ThingId};
