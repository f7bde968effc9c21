//! `surefleet arm-way`: poses on a way of an arm around others that stand.

use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use serde_json::json;
use surefleet_fleet::RobotId;
use surefleet_reach::{JointAngles, WaySearch};
use surefleet_site::FleetFile;

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
    /// The pose in which all other arms stand. Default: the one in which simulated arms begin (simulator.arms_at).
    #[arg(long, value_name = "POSE")]
    others: Option<String>,
    /// The height of a table that no link but base and shoulder may reach, in metres of the frame that the arms share. Default: there is none.
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    table_m: Option<f64>,
    /// How many random postures the search grows towards; 1,000 take a few seconds.
    #[arg(long, default_value_t = WaySearch::default().samples)]
    samples: u32,
    /// The seed of these postures.
    #[arg(long, default_value_t = WaySearch::default().seed)]
    seed: u64,
    /// Print one JSON object: `robot`, `from`, `to`, `others`, `table_m`, `way` (the joint angles of every pose in radians, both ends included) and `seconds`.
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
    let others = arguments.others.as_deref().or(at_start).context("name the pose of the other arms with --others")?;
    let robot = RobotId::new(&arguments.robot)?;
    let scene = arms.scene(&robot, others, arguments.table_m).map_err(|wrong| anyhow!(wrong))?;
    let pose = |name: &str| arms.pose(&robot, name).map_err(|wrong| anyhow!(wrong));
    let (from, to) = (pose(&arguments.from)?, pose(&arguments.to)?);
    let search = WaySearch { samples: arguments.samples, seed: arguments.seed, ..WaySearch::default() };
    let began = Instant::now();
    let way = scene.way(from, to, &search)?;
    if arguments.json {
        let Arguments { robot, from, to, table_m, .. } = arguments;
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

/// A pose as a fleet file has it, to a microradian: an arm's tool is then a few micrometres beside the way that was checked, and the safety monitor
/// checks what the file says.
fn written(name: &str, angles: &JointAngles) -> String {
    let angles: Vec<String> = angles.iter().map(|angle| format!("{angle:.6}")).collect();
    format!("        {name}: [{}]", angles.join(", "))
}
