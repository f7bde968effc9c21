use thiserror::Error;

/// A value that no map can be made with. The caller has to mend it.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MappingError {
    /// A pose is not one.
    #[error(
        "translation {translation:?} m and quaternion {quaternion:?} (x, y, z, w) are no pose: give finite numbers and a quaternion that is not zero"
    )]
    Transform {
        /// Metres.
        translation: [f64; 3],
        /// In the order x, y, z, w.
        quaternion: [f64; 4],
    },
    /// Intrinsics are not those of a camera.
    #[error(
        "{width} x {height} pixels, focal lengths {focal:?} and principal point {principal:?} are no camera: give 1 to 8192 pixels a side, positive focal lengths, and edges at most 76 degrees from the axis"
    )]
    Intrinsics {
        /// Pixels of a row.
        width: usize,
        /// Pixels of a column.
        height: usize,
        /// Pixels.
        focal: [f64; 2],
        /// Pixels.
        principal: [f64; 2],
    },
    /// A depth picture has another number of depths than its camera has pixels.
    #[error("{found} depths do not fill a picture of {width} x {height}: give one for each pixel")]
    DepthLength {
        /// Depths given.
        found: usize,
        /// Pixels of a row.
        width: usize,
        /// Pixels of a column.
        height: usize,
    },
    /// A camera is where no voxel has a number.
    #[error(
        "a camera at {position:?} m is more than 100 km from the map's origin, or its pose is not finite: give its pose in the map's frame"
    )]
    TooFar {
        /// Metres in the map's frame.
        position: [f64; 3],
    },
    /// Two corners span no grid.
    #[error(
        "from {low:?} m to {high:?} m is no grid of cells of {cell} m: give finite corners, south-west first, and at most 16,777,216 cells"
    )]
    Extent {
        /// South-west, in metres.
        low: [f64; 2],
        /// North-east, in metres.
        high: [f64; 2],
        /// Metres.
        cell: f64,
    },
    /// A grid got another number of cells than it has.
    #[error("{found} cells do not fill a grid of {wanted}: give one for each")]
    CellCount {
        /// Cells given.
        found: usize,
        /// Cells of the grid.
        wanted: usize,
    },
    /// A thing has no class or no place.
    #[error("a thing of class {class:?} at {position:?} m cannot be mapped: give a class and finite numbers")]
    Object {
        /// Its class.
        class: String,
        /// Metres in the map's frame.
        position: [f64; 3],
    },
    /// A mark lacks what makes it one.
    #[error(
        "{text:?} by {by:?} at {position:?} m, {radius} m around, is no mark: give it words, a person, a finite place, and a radius of at least 0"
    )]
    Mark {
        /// Its words.
        text: String,
        /// Its person.
        by: String,
        /// Metres in the map's frame.
        position: [f64; 3],
        /// Metres.
        radius: f64,
    },
    /// Maps of fused depth that are merged were made differently.
    #[error(
        "a map with voxel, truncation and greatest weight {theirs:?} cannot be merged into one with {ours:?}: give all robots the same settings"
    )]
    Settings {
        /// Metres, metres and a number, of the map that is merged into.
        ours: [f64; 3],
        /// The same of the other map.
        theirs: [f64; 3],
    },
    /// Maps that are taken together lie differently.
    #[error(
        "these grids do not lie on one another: give all of them cells of one side and the layout of the occupancy grid, or one that covers it"
    )]
    Layouts,
    /// A setting is outside what it can be.
    #[error("{setting} is {value}: {mend}")]
    Setting {
        /// The name of the setting.
        setting: &'static str,
        /// Its value.
        value: f64,
        /// The values it can have.
        mend: &'static str,
    },
}
