//! The page of arms that share a space: how they and what they carry moved, seen from above.

use std::collections::BTreeMap;

use maud::{Markup, html};
use surefleet_cli::report::document;
use surefleet_client::{ArmsSnapshot, ArmsWatch};
use surefleet_reach::WorkCell;
use surefleet_site::Access;
use surefleet_world::{Object, ObjectId, World};

use crate::listener::Listener;

/// Frames of a second, and the most of all.
const FRAMES_PER_S: f64 = 8.0;
const MOST_FRAMES: usize = 480;
/// Pixels of a metre, and metres of ground around what moves.
const METRE_PX: f64 = 200.0;
const BORDER_M: f64 = 0.25;
/// The size of a thing that is carried.
const THING_M: f64 = 0.07;

const STYLE: &str = "
.arms { max-width: 100%; height: 75vh; background: #8882; }
.arms text { fill: currentColor; font-size: 14px; }
.arms .place { fill: none; stroke: #868e96; }
.arms line { stroke-linecap: round; }
.arms .thing { stroke: #fff; stroke-width: 1; }
";
const ARMS: [&str; 6] = ["#4c8bf5", "#2b8a3e", "#e8590c", "#9c36b5", "#c2255c", "#0b7285"];
const THINGS: [&str; 6] = ["#e67700", "#d6336c", "#5c940d", "#1971c2", "#862e9c", "#495057"];

/// A place in metres, from above.
type Spot = [f64; 2];

/// Starts to listen.
pub fn listen() -> Listener<ArmsSnapshot> {
    Listener::start("the motion of the arms", || {
        let mut watch = ArmsWatch::open(&Access::default())?;
        Ok::<_, surefleet_ros::NodeError>(move |span| watch.look(span))
    })
}

/// The page of what the arms did.
pub fn page(title: &str, outcome: &str, heard: &[ArmsSnapshot], cell: &WorkCell, world: &World) -> String {
    // Where one arm's position is not known, nothing is drawn.
    let is_whole = |heard: &&ArmsSnapshot| cell.arms().iter().all(|arm| heard.joints.contains_key(arm.robot.as_str()));
    let heard: Vec<ArmsSnapshot> = heard.iter().filter(is_whole).cloned().collect();
    let frames = frames(&heard);
    let seconds = heard.first().zip(heard.last()).map_or(0.0, |(first, last)| (last.at - first.at).as_secs_f64());
    let main = html! {
        header.page {
            p.brand { "surefleet" }
            h1 { (title) }
            p.outcome { (outcome) }
        }
        dl.figures {
            div { dt { "arms" } dd { (cell.arms().len()) } }
            div { dt { "margin of the monitor" } dd { (format!("{:.0}", 1000.0 * cell.margin_m())) small { " mm" } } }
            div { dt { "duration" } dd { (format!("{seconds:.0}")) small { " s" } } }
        }
        p.lead {
            "The motion of the arms and of what they carry, from above, in a loop: by the joints and facts of the world state. Lines are the capsules around "
            "the links, as wide as the gate takes them to be; rings are places, and discs are things. A thing is drawn where the facts have it: at a place, or at the "
            "tool of an arm."
        }
        @if frames.is_empty() { p { "Nothing was heard of the arms." } } @else { (Motion::of(&frames, cell, world).drawn(seconds)) }
    };
    document(title, STYLE, &main)
}

/// Snapshots at even times; joints in between are on the straight line, facts are those before.
fn frames(heard: &[ArmsSnapshot]) -> Vec<ArmsSnapshot> {
    let (Some(first), Some(last)) = (heard.first(), heard.last()) else { return Vec::new() };
    let span = last.at - first.at;
    let count = ((span.as_secs_f64() * FRAMES_PER_S) as usize).clamp(2, MOST_FRAMES);
    let frame = |number: usize| {
        let at = first.at + span.mul_f64(number as f64 / (count - 1) as f64);
        let next = heard.partition_point(|snapshot| snapshot.at <= at);
        let before = &heard[next.saturating_sub(1)];
        let after = heard.get(next).unwrap_or(before);
        let share = if after.at > before.at { (at - before.at).div_duration_f64(after.at - before.at) } else { 0.0 };
        let joints = before.joints.iter().map(|(robot, from)| {
            let to = after.joints.get(robot).unwrap_or(from);
            (robot.clone(), std::array::from_fn(|joint| from[joint] + share * (to[joint] - from[joint])))
        });
        ArmsSnapshot { at, facts: before.facts.clone(), joints: joints.collect() }
    };
    (0..count).map(frame).collect()
}

/// What moves, in metres from above.
struct Motion<'w> {
    /// Where places with a pose are, with their phrases.
    places: Vec<(&'w str, Spot)>,
    /// Of the arm with this number: the radius of a link's capsule, and in each frame its two ends.
    links: Vec<(usize, f64, Vec<[Spot; 2]>)>,
    /// Phrases of things, and in each frame where they are.
    things: Vec<(&'w str, Vec<Spot>)>,
    /// Where arms stand, with the names of their robots.
    bases: Vec<(&'w str, Spot)>,
}

impl<'w> Motion<'w> {
    /// `frames`: one at least, each with the joints of all arms.
    fn of(frames: &[ArmsSnapshot], cell: &'w WorkCell, world: &'w World) -> Self {
        let (mut links, mut bases, mut tools) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (number, arm) in cell.arms().iter().enumerate() {
            let robot = arm.robot.as_str();
            let posed = |frame: &ArmsSnapshot| -> Vec<([Spot; 2], f64)> {
                let capsules = arm.placed.capsules(&frame.joints[robot]);
                capsules.map(|it| ([[it.from.x, it.from.y], [it.to.x, it.to.y]], it.radius_m)).collect()
            };
            let posed: Vec<Vec<([Spot; 2], f64)>> = frames.iter().map(posed).collect();
            for (link, (_, radius)) in posed[0].iter().enumerate() {
                links.push((number, *radius, posed.iter().map(|posed| posed[link].0).collect()));
            }
            bases.extend(posed[0].first().map(|(ends, _)| (robot, ends[0])));
            tools.insert(robot, posed.iter().filter_map(|posed| posed.last().map(|(ends, _)| ends[1])).collect());
        }
        let spot = |object: &Object| object.pose.as_ref().map(|pose| [pose.position_m[0], pose.position_m[1]]);
        let spots: BTreeMap<&str, Spot> =
            world.objects().iter().filter_map(|object| Some((object.name.as_str(), spot(object)?))).collect();
        let said: Vec<Vec<Vec<&str>>> = frames.iter().map(|frame| objects_of(&frame.facts, world)).collect();
        let is_thing = |object: &&Object| spot(object).is_none() && !tools.contains_key(object.name.as_str());
        let things = world.objects().iter().filter(is_thing);
        Self {
            places: world.objects().iter().filter_map(|object| Some((object.phrase.as_str(), spot(object)?))).collect(),
            links,
            things: things.map(|thing| (thing.phrase.as_str(), way(&thing.name, &said, &spots, &tools))).collect(),
            bases,
        }
    }

    /// The least and the greatest coordinates, with a border.
    fn bounds(&self) -> [Spot; 2] {
        let ends = self.links.iter().flat_map(|(.., ends)| ends.iter().flatten());
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for spot in ends.chain(self.places.iter().map(|(_, spot)| spot)) {
            for axis in 0..2 {
                (low[axis], high[axis]) = (low[axis].min(spot[axis] - BORDER_M), high[axis].max(spot[axis] + BORDER_M));
            }
        }
        [low, high]
    }

    /// An animation that lasts so long.
    fn drawn(&self, seconds: f64) -> Markup {
        let [low, high] = self.bounds();
        let at = |[x, y]: Spot| [(x - low[0]) * METRE_PX, (high[1] - y) * METRE_PX];
        let [wide, tall] = [0, 1].map(|axis| (high[axis] - low[axis]) * METRE_PX);
        let moved = |attribute: &str, values: Vec<f64>| moved(seconds, attribute, &values);
        let colour = |of: &[&'static str; 6], number: usize| of[number % of.len()];
        html! {
            svg.arms viewBox=(format!("0 0 {wide:.0} {:.0}", tall + 20.0)) {
                @for (phrase, spot) in &self.places {
                    @let [x, y] = at(*spot);
                    circle.place cx=(px(x)) cy=(px(y)) r="10" {}
                    text x=(px(x + 13.0)) y=(px(y + 18.0)) { (phrase) }
                }
                @for (number, radius, ends) in &self.links {
                    @let ends: Vec<[Spot; 2]> = ends.iter().map(|ends| ends.map(at)).collect();
                    @let [[x1, y1], [x2, y2]] = ends[0];
                    line x1=(px(x1)) y1=(px(y1)) x2=(px(x2)) y2=(px(y2)) stroke=(colour(&ARMS, *number))
                        stroke-width=(px(2.0 * radius * METRE_PX)) stroke-opacity="0.55" {
                        @for (attribute, end, axis) in [("x1", 0, 0), ("y1", 0, 1), ("x2", 1, 0), ("y2", 1, 1)] {
                            (moved(attribute, ends.iter().map(|ends| ends[end][axis]).collect()))
                        }
                    }
                }
                @for (number, (phrase, way)) in self.things.iter().enumerate() {
                    @let x = 12.0 + 80.0 * number as f64;
                    circle.thing cx=(px(x)) cy="14" r="7" fill=(colour(&THINGS, number)) {}
                    text x=(px(x + 11.0)) y="19" { (phrase) }
                    @if let Some(first) = way.first() {
                        @let [x, y] = at(*first);
                        circle.thing cx=(px(x)) cy=(px(y)) r=(px(THING_M * METRE_PX)) fill=(colour(&THINGS, number)) {
                            title { (phrase) }
                            (moved("cx", way.iter().map(|spot| at(*spot)[0]).collect()))
                            (moved("cy", way.iter().map(|spot| at(*spot)[1]).collect()))
                        }
                    }
                }
                @for (robot, spot) in &self.bases {
                    @let [x, y] = at(*spot);
                    text x=(px(x)) y=(px(y + 5.0)) text-anchor="middle" { (robot) }
                }
                rect x="0" y=(px(tall + 12.0)) height="4" width=(px(wide)) fill="#868e96" { (moved("width", vec![0.0, wide])) }
            }
        }
    }
}

fn px(pixels: f64) -> String {
    format!("{pixels:.0}")
}

/// An attribute that takes these values, evenly over the time; nothing for one that stays.
fn moved(seconds: f64, attribute: &str, values: &[f64]) -> Markup {
    let values: Vec<String> = values.iter().map(|value| px(*value)).collect();
    let moves = values.windows(2).any(|two| two[0] != two[1]);
    html! {
        @if moves {
            animate attributeName=(attribute) dur=(format!("{seconds:.1}s")) repeatCount="indefinite" values=(values.join(";")) {}
        }
    }
}

/// The names of the objects of each fact that is known.
fn objects_of<'w>(facts: &[String], world: &'w World) -> Vec<Vec<&'w str>> {
    let atoms = facts.iter().filter_map(|fact| world.atom(fact).ok());
    let name = |object: ObjectId| world.object(object).name.as_str();
    atoms.map(|atom| atom.arguments.iter().copied().chain(atom.value).map(name).collect()).collect()
}

/// Where a thing is in each frame: at the place, or at the tool of the arm, that a fact names with it, else where it was before.
fn way(
    thing: &str,
    said: &[Vec<Vec<&str>>],
    places: &BTreeMap<&str, Spot>,
    tools: &BTreeMap<&str, Vec<Spot>>,
) -> Vec<Spot> {
    let spot = |frame: usize, name: &str| places.get(name).or_else(|| tools.get(name)?.get(frame)).copied();
    let mut last = None;
    let spots = said.iter().enumerate().map(|(frame, facts)| {
        let of_thing = facts.iter().filter(|names| names.contains(&thing)).flatten();
        last = of_thing.filter_map(|name| spot(frame, name)).next().or(last);
        last
    });
    let spots: Vec<Option<Spot>> = spots.collect();
    let first = spots.iter().flatten().next().copied();
    spots.into_iter().filter_map(|spot| spot.or(first)).collect()
}

#[cfg(test)]
mod tests {
    use std::{path::Path, time::Duration};

    use surefleet_fleet::Stamp;
    use surefleet_site::{FleetFile, SiteError};

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    fn board() -> Result<FleetFile, SiteError> {
        FleetFile::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/boxnet/fleet.yaml"))
    }

    fn snapshot(seconds: u64, turn: f64, fact: &str) -> ArmsSnapshot {
        let joints = (1..=4).map(|number| {
            let turn = if number == 1 { turn } else { 0.0 };
            (format!("arm_{number}"), [turn, -1.0, 1.3, -1.9, -1.6, 0.0])
        });
        let joints = joints.collect();
        ArmsSnapshot { at: Stamp::ZERO + Duration::from_secs(seconds), facts: vec![fact.to_owned()], joints }
    }

    #[test]
    fn frames_are_even_in_time_with_joints_in_between_and_facts_from_before() {
        let heard = [snapshot(10, 0.0, "located(box_1, point_1)"), snapshot(12, 1.0, "holding(arm_1, box_1)")];
        let frames = frames(&heard);
        assert_eq!(frames.len(), 16);
        let angles: Vec<f64> = frames.iter().map(|frame| frame.joints["arm_1"][0]).collect();
        assert!(angles.windows(2).all(|two| (two[1] - two[0] - 1.0 / 15.0).abs() < 1e-6), "{angles:?}");
        assert_eq!((&frames[14].facts, &frames[15].facts), (&heard[0].facts, &heard[1].facts));
    }

    #[test]
    fn a_thing_is_at_its_place_then_at_the_tool_and_stays_there_while_nothing_is_known() -> Outcome {
        let places = BTreeMap::from([("point_1", [1.0, 2.0])]);
        let tools = BTreeMap::from([("arm_1", vec![[5.0, 5.0], [6.0, 6.0], [7.0, 7.0]])]);
        let facts = ["located(box_1, point_1)", "holding(arm_1, box_1)", "?located(box_1)"];
        let world = board()?.read_world()?;
        let said: Vec<Vec<Vec<&str>>> = facts.iter().map(|fact| objects_of(&[(*fact).to_owned()], &world)).collect();
        assert_eq!(way("box_1", &said, &places, &tools), [[1.0, 2.0], [6.0, 6.0], [6.0, 6.0]]);
        Ok(())
    }

    #[test]
    fn a_page_moves_what_moves_and_only_that() -> Outcome {
        let fleet = board()?;
        let world = fleet.read_world()?;
        let cell = fleet.work_cell(&world)?.ok_or("arms")?;
        let heard = [snapshot(0, 0.0, "located(box_1, point_1)"), snapshot(2, 1.0, "holding(arm_1, box_1)")];
        let page = page("<b>", "done", &heard, &cell, &world);
        assert!(page.contains("&lt;b&gt;") && page.contains("point 9") && page.contains("arm_4"));
        let still = page.matches("<line").count();
        assert!(page.matches("attributeName=\"x1\"").count() * 2 < still, "three of four arms stand still");
        assert!(page.contains("attributeName=\"cx\""), "the box goes with the tool");
        let lost = heard.map(|mut snapshot| {
            snapshot.joints.remove("arm_3");
            snapshot
        });
        assert!(super::page("lost", "done", &lost, &cell, &world).contains("Nothing was heard of the arms"));
        Ok(())
    }
}
