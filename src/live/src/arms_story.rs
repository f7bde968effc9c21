//! The page of arms that share a space: how they and what they carry moved, seen from above.

use std::{collections::BTreeMap, fmt::Write as _};

use maud::{PreEscaped, html};
use surefleet_cli::report::document;
use surefleet_client::{ArmsSnapshot, ArmsWatch};
use surefleet_reach::WorkCell;
use surefleet_site::Access;
use surefleet_world::World;

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
        @if frames.is_empty() { p { "Nothing was heard of the arms." } } @else { (PreEscaped(animation(&frames, seconds, cell, world))) }
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

fn animation(frames: &[ArmsSnapshot], seconds: f64, cell: &WorkCell, world: &World) -> String {
    let objects = || world.objects().iter();
    let places: BTreeMap<&str, Spot> = objects()
        .filter_map(|object| {
            object.pose.as_ref().map(|pose| (object.name.as_str(), [pose.position_m[0], pose.position_m[1]]))
        })
        .collect();
    let is_robot = |name: &str| cell.arms().iter().any(|arm| arm.robot.as_str() == name);
    let things: Vec<&str> = objects()
        .map(|object| object.name.as_str())
        .filter(|name| !places.contains_key(name) && !is_robot(name))
        .collect();
    // By arm and link, then by frame: the two ends.
    let mut links: Vec<(usize, f64, Vec<[Spot; 2]>)> = Vec::new();
    let mut tools: BTreeMap<&str, Vec<Spot>> = BTreeMap::new();
    for (number, arm) in cell.arms().iter().enumerate() {
        let posed = |frame: &ArmsSnapshot| -> Vec<([Spot; 2], f64)> {
            let joints = frame.joints.get(arm.robot.as_str()).copied().unwrap_or_default();
            let capsules = arm.placed.capsules(&joints);
            capsules.map(|it| ([[it.from.x, it.from.y], [it.to.x, it.to.y]], it.radius_m)).collect()
        };
        let all: Vec<Vec<([Spot; 2], f64)>> = frames.iter().map(posed).collect();
        for link in 0..all[0].len() {
            links.push((number, all[0][link].1, all.iter().map(|posed| posed[link].0).collect()));
        }
        let tips = all.iter().filter_map(|posed| posed.last().map(|(ends, _)| ends[1]));
        tools.insert(arm.robot.as_str(), tips.collect());
    }
    let ways: Vec<(&str, Vec<Spot>)> =
        things.iter().map(|&thing| (thing, way(thing, frames, &places, &tools))).collect();

    let all = links.iter().flat_map(|(.., ends)| ends.iter().flatten()).chain(places.values());
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for spot in all {
        for axis in 0..2 {
            (low[axis], high[axis]) = (low[axis].min(spot[axis] - BORDER_M), high[axis].max(spot[axis] + BORDER_M));
        }
    }
    let at = |[x, y]: Spot| [(x - low[0]) * METRE_PX, (high[1] - y) * METRE_PX];
    let [wide, tall] = [0, 1].map(|axis| (high[axis] - low[axis]) * METRE_PX);
    let line_y = tall + 12.0;
    let mut svg = format!("<svg class=\"arms\" viewBox=\"0 0 {wide:.0} {:.0}\">", tall + 20.0);
    let animate = |attribute: &str, values: &mut dyn Iterator<Item = f64>| {
        let values: Vec<String> = values.map(|value| format!("{value:.0}")).collect();
        let is_still = values.windows(2).all(|two| two[0] == two[1]);
        let moves = format!(
            "<animate attributeName=\"{attribute}\" dur=\"{seconds:.1}s\" repeatCount=\"indefinite\" values=\"{}\"/>",
            values.join(";")
        );
        if is_still { String::new() } else { moves }
    };
    // Writing to a string cannot fail.
    for (name, place) in &places {
        let [x, y] = at(*place);
        let _ = write!(
            svg,
            "<circle class=\"place\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"10\"/><text x=\"{:.0}\" y=\"{:.0}\">{}</text>",
            x + 13.0,
            y + 18.0,
            name.replace('_', " ")
        );
    }
    for (number, radius, ends) in &links {
        let (colour, width) = (ARMS[number % ARMS.len()], 2.0 * radius * METRE_PX);
        let ends: Vec<[Spot; 2]> = ends.iter().map(|ends| ends.map(at)).collect();
        let [[x1, y1], [x2, y2]] = ends[0];
        let _ = write!(
            svg,
            "<line x1=\"{x1:.0}\" y1=\"{y1:.0}\" x2=\"{x2:.0}\" y2=\"{y2:.0}\" stroke=\"{colour}\" stroke-width=\"{width:.0}\" stroke-opacity=\"0.55\">"
        );
        for (attribute, end, axis) in [("x1", 0, 0), ("y1", 0, 1), ("x2", 1, 0), ("y2", 1, 1)] {
            svg += &animate(attribute, &mut ends.iter().map(|ends| ends[end][axis]));
        }
        svg += "</line>";
    }
    // The names of things, in their colours.
    for (number, (thing, _)) in ways.iter().enumerate() {
        let (colour, x) = (THINGS[number % THINGS.len()], 12.0 + 80.0 * number as f64);
        let name = thing.replace('_', " ");
        let _ = write!(
            svg,
            "<circle class=\"thing\" cx=\"{x:.0}\" cy=\"14\" r=\"7\" fill=\"{colour}\"/><text x=\"{:.0}\" y=\"19\">{name}</text>",
            x + 11.0
        );
    }
    for (number, (thing, way)) in ways.iter().enumerate() {
        let (colour, way) = (THINGS[number % THINGS.len()], way.iter().map(|spot| at(*spot)).collect::<Vec<_>>());
        let Some([x, y]) = way.first() else { continue };
        let _ = write!(
            svg,
            "<circle class=\"thing\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{:.0}\" fill=\"{colour}\"><title>{}</title>",
            THING_M * METRE_PX,
            thing.replace('_', " ")
        );
        for (attribute, axis) in [("cx", 0), ("cy", 1)] {
            svg += &animate(attribute, &mut way.iter().map(|spot| spot[axis]));
        }
        svg += "</circle>";
    }
    for arm in cell.arms() {
        let base = arm.placed.capsules(&[0.0; 6]).next().map(|base| at([base.from.x, base.from.y]));
        let [x, y] = base.unwrap_or_default();
        let _ = write!(
            svg,
            "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            y + 5.0,
            arm.robot.as_str().replace('_', " ")
        );
    }
    let _ = write!(svg, "<rect x=\"0\" y=\"{line_y:.0}\" height=\"4\" width=\"{wide:.0}\" fill=\"#868e96\">");
    svg += &animate("width", &mut [0.0, wide].into_iter());
    svg + "</rect></svg>"
}

/// Where a thing is in each frame: at the place, or at the tool of the arm, that a fact names with it, else where it was before.
fn way(
    thing: &str,
    frames: &[ArmsSnapshot],
    places: &BTreeMap<&str, Spot>,
    tools: &BTreeMap<&str, Vec<Spot>>,
) -> Vec<Spot> {
    let named = |fact: &str| -> Vec<String> {
        let inside = fact.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or_default();
        inside.split(", ").map(str::to_owned).collect()
    };
    let mut last = None;
    let spots = frames.iter().enumerate().map(|(number, frame)| {
        let facts = frame.facts.iter().filter(|fact| !fact.starts_with('?')).map(|fact| named(fact));
        let here = facts.filter(|names| names.iter().any(|name| name == thing)).flatten().find_map(|name| {
            places.get(name.as_str()).copied().or_else(|| tools.get(name.as_str())?.get(number).copied())
        });
        last = here.or(last);
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
    use surefleet_site::FleetFile;

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

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
    fn a_thing_is_at_its_place_then_at_the_tool_and_stays_there_while_nothing_is_known() {
        let places = BTreeMap::from([("point_1", [1.0, 2.0])]);
        let tools = BTreeMap::from([("arm_1", vec![[5.0, 5.0], [6.0, 6.0], [7.0, 7.0]])]);
        let facts = ["located(box_1, point_1)", "holding(arm_1, box_1)", "?located(box_1)"];
        let frames: Vec<ArmsSnapshot> = facts.iter().map(|fact| snapshot(0, 0.0, fact)).collect();
        assert_eq!(way("box_1", &frames, &places, &tools), [[1.0, 2.0], [6.0, 6.0], [6.0, 6.0]]);
    }

    #[test]
    fn a_page_moves_what_moves_and_only_that() -> Outcome {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/boxnet/fleet.yaml");
        let fleet = FleetFile::read(&path)?;
        let world = fleet.read_world()?;
        let cell = fleet.work_cell(&world)?.ok_or("arms")?;
        let heard = [snapshot(0, 0.0, "located(box_1, point_1)"), snapshot(2, 1.0, "holding(arm_1, box_1)")];
        let page = page("<b>", "done", &heard, &cell, &world);
        assert!(page.contains("&lt;b&gt;") && page.contains("point 9") && page.contains("arm 4"));
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
