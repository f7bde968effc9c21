//! What an explorer tells of its map.

use r2r::{
    builtin_interfaces::msg::Duration as DurationMessage,
    geometry_msgs::msg::{Point as PointMessage, Pose, Quaternion, Vector3},
    nav_msgs::msg::{MapMetaData, OccupancyGrid as GridMessage},
    std_msgs::msg::{ColorRGBA, Header},
    surefleet::msg::{AreaWorth, MapObject, SemanticMap},
    visualization_msgs::msg::{Marker, MarkerArray},
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_mapping::{Frame, Map, MappedObject, Occupancy, OccupancyGrid, Point};
use surefleet_ros::wire;

use super::search::Search;

/// The size of markers, and of their letters.
const MARKER_M: f64 = 0.2;
const LETTERS_M: f64 = 0.25;
/// Lost markers go after this many seconds.
const LASTS_S: i32 = 10;

/// The objects and what is left to see; `None` before the first look: the robot does not know where it is.
pub(super) fn semantic_map(now: Stamp, robot: &RobotId, search: &Search) -> Option<SemanticMap> {
    let pose = search.pose()?;
    let object = |object: &MappedObject| MapObject {
        name: object.class().to_owned(),
        position: point(object.position()),
        confidence: object.confidence().get(),
        sightings: u32::try_from(object.sightings()).unwrap_or(u32::MAX),
        seen: wire::time(object.last().stamp),
    };
    let area = |(area, worth, place): (&str, f64, surefleet_mapping::GroundPoint)| AreaWorth {
        area: area.to_owned(),
        worth,
        place: PointMessage { x: place.x, y: place.y, z: 0.0 },
    };
    let grid = search.grid();
    let known = grid.cells().iter().filter(|cell| **cell != Occupancy::Unknown).count();
    Some(SemanticMap {
        header: header(now),
        robot: robot.to_string(),
        pose: wire::floor_pose(pose.at, pose.yaw_rad),
        known_m2: known as f64 * grid.layout().cell().get().powi(2),
        objects: search.objects().map(object).collect(),
        areas: search.areas().map(area).collect(),
        ..Default::default()
    })
}

/// The ground: free, occupied, unknown.
pub(super) fn grid(now: Stamp, grid: &OccupancyGrid) -> GridMessage {
    let layout = grid.layout();
    let origin = layout.origin();
    let value = |cell: &Occupancy| match cell {
        Occupancy::Unknown => -1,
        Occupancy::Free => 0,
        Occupancy::Occupied => 100,
    };
    GridMessage {
        header: header(now),
        info: MapMetaData {
            map_load_time: wire::time(now),
            resolution: layout.cell().get() as f32,
            width: layout.width() as u32,
            height: layout.height() as u32,
            origin: Pose {
                position: PointMessage { x: origin.x, y: origin.y, z: 0.0 },
                orientation: Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
            },
        },
        data: grid.cells().iter().map(value).collect(),
    }
}

/// A ball and a name for each object; earlier ones are removed.
pub(super) fn markers(now: Stamp, search: &Search) -> MarkerArray {
    let header = header(now);
    let clear = Marker { header: header.clone(), action: Marker::DELETEALL as i32, ..Default::default() };
    let all = (0..).zip(search.objects()).flat_map(|(id, object)| {
        let (red, green, blue) = if search.is_sought(object.class()) { (1.0, 0.6, 0.1) } else { (0.4, 0.7, 1.0) };
        let marker = |ns: &str, kind: i32, size: f64, above_m: f64| {
            let at = object.position();
            let position = PointMessage { x: at.x(), y: at.y(), z: at.z() + above_m };
            Marker {
                header: header.clone(),
                ns: ns.to_owned(),
                id,
                type_: kind,
                pose: Pose { position, orientation: Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 } },
                scale: Vector3 { x: size, y: size, z: size },
                color: ColorRGBA { r: red, g: green, b: blue, a: 1.0 },
                lifetime: DurationMessage { sec: LASTS_S, nanosec: 0 },
                ..Default::default()
            }
        };
        let name = Marker {
            text: object.class().to_owned(),
            ..marker("names", Marker::TEXT_VIEW_FACING as i32, LETTERS_M, 0.25)
        };
        [marker("objects", Marker::SPHERE as i32, MARKER_M, 0.0), name]
    });
    MarkerArray { markers: std::iter::once(clear).chain(all).collect() }
}

fn header(now: Stamp) -> Header {
    Header { stamp: wire::time(now), frame_id: Map::NAME.to_owned() }
}

fn point(at: Point<Map>) -> PointMessage {
    PointMessage { x: at.x(), y: at.y(), z: at.z() }
}
