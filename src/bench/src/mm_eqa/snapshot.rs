//! What a robot knows at one moment, as a picture (Figure 4 of the paper).

use anyhow::Result;
use maud::{Markup, html};
use surefleet_mapping::{FinalValues, GridCell, GridLayout, GroundPoint, Occupancy, ValueMap};

use super::{
    episode::Team,
    method::{Method, Rules},
    plot::f,
    robot::{Models, Robot, Talk},
    scene::Scene,
};

/// Cells of a grid along each side that make one of the picture.
const COARSE: u32 = 3;
/// A value from which on a place is shown in full colour.
const MOST: f64 = 1.5;

/// The map of one robot, with the values of places, and where everybody is.
pub struct Snapshot {
    method: Method,
    second: u32,
    question: String,
    layout: GridLayout,
    cells: Vec<Occupancy>,
    values: Vec<f64>,
    robots: Vec<GroundPoint>,
    targets: Vec<GroundPoint>,
}

impl Snapshot {
    /// The first robot's knowledge after some seconds of an episode.
    ///
    /// # Errors
    /// None that a scene can cause.
    pub fn take(scene: &Scene, method: Method, second: u32, rules: &Rules, models: Models<'_>) -> Result<Self> {
        let mut team = Team::new(scene, method, Talk { per_second: 1.0, kept: 1.0 }, rules, models)?;
        while team.second() < second && team.step()? {}
        let robot = &team.robots()[0];
        let grid = robot.grid();
        let open: Vec<&ValueMap> = robot.open_values();
        let values = FinalValues::new(*grid.layout(), &open)?.values().to_vec();
        let own: Vec<_> = scene.of(robot.name()).collect();
        Ok(Self {
            method,
            second: team.second(),
            question: own.iter().map(|question| question.asked.text()).collect::<Vec<_>>().join(" "),
            layout: *grid.layout(),
            cells: grid.cells().to_vec(),
            values,
            robots: team.robots().iter().map(Robot::place_in_the_house).collect(),
            targets: own.iter().map(|question| scene.place_of_answer(question)).collect(),
        })
    }

    /// Free ground light, things dark, places of value coloured; the robot's targets and the robots as points.
    pub fn picture(&self) -> Markup {
        let (width, height) = (self.layout.width() as u32 / COARSE, self.layout.height() as u32 / COARSE);
        let origin = self.layout.origin();
        let scale = self.layout.cell().get() * f64::from(COARSE);
        let at = |place: &GroundPoint| {
            (f((place.x - origin.x) / scale), f(f64::from(height) - (place.y - origin.y) / scale))
        };
        let name = self.method.name();
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        html! {
            figure.map {
                figcaption { b { (name) } ", robot 1 after " (self.second) " s" }
                svg viewBox={ "0 0 " (width) " " (height) } role="img" aria-label={ "Map of " (name) } {
                    title { (self.question) }
                    @for (x, y) in cells {
                        @let (class, value) = self.shown(x, y);
                        @if class != "unknown" || value > 0.05 {
                            rect.(class) x=(x) y=(height - 1 - y) width="1.05" height="1.05" {}
                        }
                        @if value > 0.05 {
                            rect.worth x=(x) y=(height - 1 - y) width="1.05" height="1.05" opacity=(format!("{value:.2}")) {}
                        }
                    }
                    @for place in &self.targets { @let (x, y) = at(place); circle.target cx=(x) cy=(y) r="1" {} }
                    @for (number, place) in self.robots.iter().enumerate() {
                        @let (x, y) = at(place);
                        circle.(if number == 0 { "self" } else { "other" }) cx=(x) cy=(y) r="1" {}
                    }
                }
            }
        }
    }

    /// The kind of a coarse cell, and the share of the full colour for its value.
    fn shown(&self, x: u32, y: u32) -> (&'static str, f64) {
        let inside = (0..COARSE).flat_map(|up| (0..COARSE).map(move |right| (right, up)));
        let indices =
            inside.filter_map(|(right, up)| self.layout.index(GridCell::new(x * COARSE + right, y * COARSE + up)));
        let indices: Vec<usize> = indices.collect();
        let has = |state: Occupancy| indices.iter().any(|&index| self.cells[index] == state);
        let class = match () {
            () if has(Occupancy::Occupied) => "occupied",
            () if has(Occupancy::Free) => "free",
            () => "unknown",
        };
        let most = indices.iter().map(|&index| self.values[index]).fold(0.0, f64::max);
        (class, (most / MOST).min(1.0))
    }
}
