//! `surefleet arm-way`: poses on a way of an arm around others that stand.

use std::{collections::BTreeMap, time::Instant};

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::json;
use surefleet_fleet::RobotId;
use surefleet_reach::{JointAngles, NoWay, WayBlock, WaySearch};
use surefleet_site::{ArmsChoice, FleetFile};

use crate::place::Place;

/// Arguments of `surefleet arm-way`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The robot whose arm is to move.
    robot: String,
    /// The pose in which it begins, by its name in the fleet file.
    from: String,
    /// The pose in which it ends.
    to: String,
    /// A fleet file with arms, or the name of one in config/fleets.
    #[arg(long)]
    fleet: String,
    /// The pose in which the other arms stand; with a name before it (arm_2=over_point_2), that of one arm. Default: the one in which simulated arms
    /// begin (simulator.arms_at).
    #[arg(long, value_name = "[ROBOT=]POSE", value_delimiter = ',')]
    others: Vec<String>,
    /// The height of a table that no link but base and shoulder may reach, in metres of the frame that the arms share. The tool counts as 0.06 m thick, so
    /// ends of ways should be poses above what is picked. Default: there is none.
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    table_m: Option<f64>,
    /// How many random postures the search grows towards; 1,000 take a few seconds.
    #[arg(long, default_value_t = WaySearch::default().samples)]
    samples: u32,
    /// The seed of these postures.
    #[arg(long, default_value_t = WaySearch::default().seed)]
    seed: u64,
    /// Print one JSON object: `robot`, `from`, `to`, `others` (poses by robot), `table_m`, `way` (the joint angles of every pose in radians, both ends included) and `seconds`.
    #[arg(long)]
    json: bool,
}

/// Looks for a way, and prints the poses between its ends as a fleet file has them.
///
/// # Errors
/// A robot or a pose that the fleet file does not have, or no way.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let fleet = FleetFile::read(&FleetFile::find(&arguments.fleet, &place.share)?)?;
    let arms =
        fleet.arms.as_ref().context("the fleet file has no arms; docs/your-site.md says how to describe them")?;
    let at_start = fleet.simulator.as_ref().and_then(|simulator| simulator.arms_at.as_deref());
    ensure!(arguments.table_m.is_none_or(f64::is_finite), "--table-m: name a height in metres");
    let robot = RobotId::new(&arguments.robot)?;
    let mut of_one = BTreeMap::new();
    let mut of_all = at_start;
    for said in &arguments.others {
        match said.split_once('=') {
            Some((other, pose)) => drop(of_one.insert(other, pose)),
            None => of_all = Some(said),
        }
    }
    let stranger = of_one.keys().find(|other| !arms.robots.keys().any(|known| known.as_str() == **other));
    ensure!(stranger.is_none(), "--others: {} has no arm in the fleet file", stranger.unwrap_or(&""));
    let stands_at = |other: &RobotId| {
        let pose = of_one.get(other.as_str()).copied().or(of_all);
        pose.ok_or_else(|| {
            format!("where does {other} stand? Name its pose: --others {other}=POSE, or --others POSE for all")
        })
    };
    let scene = arms.scene(&robot, stands_at, arguments.table_m).map_err(|wrong| anyhow!(wrong))?;
    let pose = |name: &str| arms.pose(&robot, name).map_err(|wrong| anyhow!(wrong));
    let (from, to) = (pose(&arguments.from)?, pose(&arguments.to)?);
    let search = WaySearch { samples: arguments.samples, seed: arguments.seed, ..WaySearch::default() };
    let began = Instant::now();
    let way = scene.way(from, to, &search).map_err(|fault| named(&robot, arms, fault))?;
    if arguments.json {
        let Arguments { robot, from, to, table_m, .. } = arguments;
        let others: BTreeMap<_, _> = arms
            .robots
            .keys()
            .filter_map(|other| Some((other, stands_at(other).ok()?)))
            .filter(|(other, _)| other.as_str() != robot)
            .collect();
        let seconds = began.elapsed().as_secs_f64();
        let told = json!({"robot": robot, "from": from, "to": to, "others": others, "table_m": table_m, "way": way, "seconds": seconds});
        println!("{told}");
        return Ok(());
    }
    let Arguments { from, to, .. } = arguments;
    match way.get(1..way.len() - 1) {
        None | Some([]) => println!("{robot} goes straight from {from} to {to}: no pose is needed between."),
        Some(between) => {
            println!(
                "{robot} would come too near to something on the straight path from {from} to {to}. These poses lead around it, one after the other. Add them to \
                 arms.robots.{robot}.poses, and to a move (arms.moves):"
            );
            let line = |(number, angles): (usize, &JointAngles)| {
                println!("{}", written(&format!("{from}_{to}_{number}"), angles))
            };
            (1..).zip(between).for_each(line);
        }
    }
    Ok(())
}

/// The fault with the names of the arms that are in the way.
fn named(robot: &RobotId, arms: &ArmsChoice, fault: NoWay) -> anyhow::Error {
    let others: Vec<&RobotId> = arms.robots.keys().filter(|other| *other != robot).collect();
    let margin_m = arms.margin_m;
    let why = |block: WayBlock| match block {
        WayBlock::Arm(number) => format!("it comes within {margin_m} m of {}", others[number]),
        WayBlock::Limits | WayBlock::Table => block.to_string(),
    };
    match fault {
        NoWay::Begin(block) => anyhow!("{robot} cannot stand where the way begins: {}", why(block)),
        NoWay::End(block) => anyhow!("{robot} cannot stand where the way ends: {}", why(block)),
        NoWay::Others(first, second) => anyhow!(
            "{} and {} would stand within {margin_m} m of each other: name other poses for them (--others)",
            others[first],
            others[second]
        ),
        NoWay::NotFound => fault.into(),
    }
}

/// A pose as a fleet file has it, to a microradian: an arm's tool is then a few micrometres beside the way that was checked, and the safety monitor
/// checks what the file says.
fn written(name: &str, angles: &JointAngles) -> String {
    let angles: Vec<String> = angles.iter().map(|angle| format!("{angle:.6}")).collect();
    format!("        {name}: [{}]", angles.join(", "))
}
