//! The diagram of the simulated world, for RViz and Foxglove.

use r2r::{
    geometry_msgs::msg::{Point, Pose, Quaternion, Vector3},
    std_msgs::msg::{ColorRGBA, Header},
    visualization_msgs::msg::{Marker, MarkerArray},
};
use surefleet_fleet::Stamp;
use surefleet_ros::wire;
use surefleet_simulator::{Form, LABEL_M, Shape};

/// The frame in which the diagram lies.
const FRAME: &str = "map";

/// All shapes with their labels; earlier shapes are removed.
pub(super) fn markers(now: Stamp, shapes: &[Shape]) -> MarkerArray {
    let header = Header { stamp: wire::time(now), frame_id: FRAME.to_owned() };
    let clear = Marker { header: header.clone(), action: Marker::DELETEALL as i32, ..Default::default() };
    let numbered = (0..).zip(shapes);
    let all = numbered.flat_map(|(id, shape)| {
        let label = (!shape.label.is_empty()).then(|| label(&header, id, shape));
        std::iter::once(body(&header, id, shape)).chain(label)
    });
    MarkerArray { markers: std::iter::once(clear).chain(all).collect() }
}

fn body(header: &Header, id: i32, shape: &Shape) -> Marker {
    let cube = |x, y, z| Vector3 { x, y, z };
    let (kind, scale) = match shape.form {
        Form::Cube(edge) => (Marker::CUBE as i32, cube(edge, edge, edge)),
        Form::Tray(edge) => (Marker::CUBE as i32, cube(edge, edge, edge / 6.0)),
        Form::Ball(diameter) => (Marker::SPHERE as i32, cube(diameter, diameter, diameter)),
        Form::Post(height) => (Marker::CYLINDER as i32, cube(height / 2.5, height / 2.5, height)),
        // For an arrow between two points: the thickness of shaft and head.
        Form::Arrow(_) => (Marker::ARROW as i32, cube(0.04, 0.1, 0.0)),
    };
    let points = match shape.form {
        Form::Arrow(to) => vec![point(shape.at_m), point(to)],
        _ => Vec::new(),
    };
    let position = if points.is_empty() { point(shape.at_m) } else { Point::default() };
    Marker {
        header: header.clone(),
        ns: "things".to_owned(),
        id,
        type_: kind,
        pose: upright(position),
        scale,
        color: colour(shape.colour),
        points,
        ..Default::default()
    }
}

/// A label that faces the viewer.
fn label(header: &Header, id: i32, shape: &Shape) -> Marker {
    Marker {
        header: header.clone(),
        ns: "labels".to_owned(),
        id,
        type_: Marker::TEXT_VIEW_FACING as i32,
        pose: upright(point(shape.label_at_m)),
        scale: Vector3 { x: 0.0, y: 0.0, z: LABEL_M },
        color: colour([1.0, 1.0, 1.0]),
        text: shape.label.clone(),
        ..Default::default()
    }
}

fn upright(position: Point) -> Pose {
    Pose { position, orientation: Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 } }
}

fn point([x, y, z]: [f64; 3]) -> Point {
    Point { x, y, z }
}

fn colour([r, g, b]: [f32; 3]) -> ColorRGBA {
    ColorRGBA { r, g, b, a: 1.0 }
}
