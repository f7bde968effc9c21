//! A world as a diagram. Deliveries have no coordinates: their places stand in a circle.

use std::f64::consts::TAU;

use surefleet_fleet::{Decision, RobotId};
use surefleet_mission::{Action, PlaceId, Spot, State, Target, Transport, Whereabouts};

mod labels;
mod site;

pub use labels::LABEL_M;
pub use site::site_diagram;

/// Metres from the middle to the places.
const RADIUS_M: f64 = 3.0;
/// Metres from the middle to robots that are at a place.
const REACH_M: f64 = 2.1;
/// Edge of a place, in metres; what stands on it stands so high.
const PLACE_M: f64 = 0.6;
/// Diameter of an item, in metres.
const ITEM_M: f64 = 0.18;
/// Height of a robot, in metres.
const ROBOT_M: f64 = 0.8;

/// One thing of the diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// The form of the shape.
    pub form: Form,
    /// Its middle: x, y, z in metres in the frame of the map; z is up, and the floor is 0.
    pub at_m: [f64; 3],
    /// Its colour: red, green, blue, 0 to 1.
    pub colour: [f32; 3],
    /// The text written above it; empty: no text.
    pub label: String,
    /// The middle of what is written, in metres.
    pub label_at_m: [f64; 3],
}

impl Shape {
    fn new(form: Form, at_m: [f64; 3], colour: [f32; 3], label: String) -> Self {
        let above = match form {
            Form::Cube(edge) | Form::Tray(edge) => edge * 0.85,
            Form::Ball(diameter) => diameter,
            Form::Post(height) => height * 0.9,
            Form::Arrow(_) => 0.0,
        };
        let [x, y, z] = at_m;
        Self { form, at_m, colour, label, label_at_m: [x, y, z + above] }
    }
}

/// The form of a thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// A container that is closed, or a surface: a cube with this edge, in metres.
    Cube(f64),
    /// A container that is open: a flat box with this edge, in metres.
    Tray(f64),
    /// An item: a ball with this diameter, in metres.
    Ball(f64),
    /// A robot: a post with this height, in metres.
    Post(f64),
    /// The next action of a robot: an arrow to this point.
    Arrow([f64; 3]),
}

/// Places, then items, then robots with what they are about to do, by `goals`; as many shapes at every moment but for arrows, which
/// stand last.
pub fn diagram(domain: &Transport, team: &[RobotId], state: &State, goals: &[Option<Decision>]) -> Vec<Shape> {
    let places = domain.places().map(|place| {
        let is_tray = domain.place(place).is_container && state.is_open(place);
        let form = if is_tray { Form::Tray(PLACE_M) } else { Form::Cube(PLACE_M) };
        let colour = if domain.place(place).is_container { [0.45, 0.55, 0.7] } else { [0.72, 0.6, 0.45] };
        let [x, y] = around(domain, place, RADIUS_M);
        Shape::new(form, [x, y, PLACE_M / 2.0], colour, domain.place(place).phrase.clone())
    });
    let items = domain.items().map(|item| {
        let (at_m, colour) = (item_at(domain, state, Target::Item(item)), hue(&domain.item(item).label));
        Shape::new(Form::Ball(ITEM_M), at_m, colour, domain.item(item).phrase.clone())
    });
    let robots = team.iter().enumerate().map(|(robot, name)| {
        let [x, y] = robot_at(domain, state, robot);
        let goal = goals.get(robot).copied().flatten();
        let doing = goal.map_or_else(String::new, |goal| format!(": {}", domain.options().text(goal)));
        let (at_m, label) = ([x, y, ROBOT_M / 2.0], format!("{name}{doing}"));
        Shape::new(Form::Post(ROBOT_M), at_m, [0.2, 0.6, 0.35], label)
    });
    let arrows = goals.iter().enumerate().filter_map(|(robot, goal)| {
        let target = match domain.options().action((*goal)?) {
            Action::Reach(target) => item_at(domain, state, target),
            Action::Take(item) => item_at(domain, state, Target::Item(item)),
            Action::Leave(place) | Action::Open(place) => item_at(domain, state, Target::Place(place)),
            Action::Idle => return None,
        };
        let [x, y] = robot_at(domain, state, robot);
        let (at_m, colour) = ([x, y, ROBOT_M / 2.0], [0.9, 0.6, 0.1]);
        Some(Shape::new(Form::Arrow(target), at_m, colour, String::new()))
    });
    let mut shapes: Vec<Shape> = places.chain(items).chain(robots).chain(arrows).collect();
    labels::spread(&mut shapes);
    shapes
}

/// On a circle around the middle, in the direction of the place.
fn around(domain: &Transport, place: PlaceId, radius_m: f64) -> [f64; 2] {
    let number = domain.places().position(|other| other == place).unwrap_or_default();
    let angle = TAU * number as f64 / domain.places().len() as f64;
    [radius_m * angle.cos(), radius_m * angle.sin()]
}

/// Items at one place stand side by side; what is held is above its robot.
fn item_at(domain: &Transport, state: &State, target: Target) -> [f64; 3] {
    let item = match target {
        Target::Item(item) => item,
        Target::Place(place) => {
            let [x, y] = around(domain, place, RADIUS_M);
            return [x, y, PLACE_M];
        }
    };
    match state.whereabouts(item) {
        Whereabouts::Robot(robot) => {
            let [x, y] = robot_at(domain, state, robot);
            [x, y, ROBOT_M + ITEM_M]
        }
        Whereabouts::Place(place) => {
            let beside = domain.items().filter(|&other| state.whereabouts(other) == Whereabouts::Place(place));
            let (count, before) =
                beside.fold((0, 0), |(count, before), other| (count + 1, before + usize::from(other < item)));
            let [x, y] = around(domain, place, RADIUS_M);
            let side = (before as f64 - (count - 1) as f64 / 2.0) * ITEM_M * 1.5;
            // Across the direction in which the place lies.
            let [across_x, across_y] = [-y / RADIUS_M, x / RADIUS_M];
            [x + across_x * side, y + across_y * side, PLACE_M + ITEM_M / 2.0]
        }
    }
}

/// Before the place where the robot is, beside others that are there; those that are nowhere stand around the middle.
fn robot_at(domain: &Transport, state: &State, robot: usize) -> [f64; 2] {
    let place_of = |robot: usize| match state.spot(robot) {
        Spot::Nowhere => None,
        Spot::Place(place) => Some(place),
        Spot::Item(item) => match state.whereabouts(item) {
            Whereabouts::Place(place) => Some(place),
            Whereabouts::Robot(_) => None,
        },
    };
    let Some(place) = place_of(robot) else {
        let angle = TAU * robot as f64 / state.team_size() as f64;
        return [0.7 * angle.cos(), 0.7 * angle.sin()];
    };
    let before = (0..robot).filter(|&other| place_of(other) == Some(place)).count();
    around(domain, place, REACH_M - 0.5 * before as f64)
}

/// A colour that is the same for the same word.
pub(crate) fn hue(word: &str) -> [f32; 3] {
    let number = word.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let part = |shift: u32| 0.3 + 0.6 * ((number.rotate_left(shift) % 97) as f32 / 97.0);
    [part(0), part(11), part(21)]
}
