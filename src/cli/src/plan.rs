//! `surefleet plan`: a plan for a mission, by search alone, without ROS and without a model.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use surefleet_english::{Asked, Correction, Partial, Reading, Vocabulary, partial, read};
use surefleet_fleet::RobotId;
use surefleet_ltl::Formula;
use surefleet_safety::AdmissionError;
use surefleet_search::{Answer, Budget, Plan, Task, shortest, without_needless};
use surefleet_site::FleetFile;
use surefleet_world::World;

use crate::place::Place;

/// Arguments of `surefleet plan`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The mission in plain language, or a formula after "ltl:". Default: that of the fleet's simulator, or else of its start.
    mission: Option<String>,
    /// A fleet file, or the name of one in config/fleets. Its world is as its simulator draws it.
    #[arg(long)]
    fleet: String,
    /// The seed of the start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// H: at most this many joint steps. Default: the fleet's.
    #[arg(long)]
    horizon: Option<u32>,
    /// The robots that may act. Default: all.
    #[arg(long, value_delimiter = ',')]
    robots: Vec<String>,
    /// The work to spend; a million is about a second.
    #[arg(long, default_value_t = 2_000_000)]
    budget: u64,
    /// Write a picture of the plan, robots against steps, to this SVG file.
    #[arg(long)]
    svg: Option<PathBuf>,
    /// Print one JSON object: `corrected` (misspelt words, each with `written` and `read`), `formulas`, `outcome` ("found",
    /// "impossible" or "out_of_budget"), `is_shortest`, and `plan`: for each joint step the symbol of each robot's decision by name.
    #[arg(long)]
    json: bool,
}

/// Reads the mission, searches, and prints the plan.
///
/// # Errors
/// A mission that is not read, a fleet without a start, or no plan.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let fleet = FleetFile::read(&FleetFile::find(&arguments.fleet, &place.share)?)?;
    let world = fleet.read_world()?;
    let state = fleet.draw_start(&world, arguments.seed)?.drawn.known;
    let (mission, constraints) = match &arguments.mission {
        Some(mission) => (mission.clone(), Vec::new()),
        None => fleet
            .demo_mission(world.domain())?
            .context("name a mission: the fleet file has none (simulator.mission, or `demo` of its start)")?,
    };
    let vocabulary = Vocabulary::of(&world);
    let operator = fleet.simulator.as_ref().and_then(|simulator| simulator.operator.as_ref());
    let meant = operator.and_then(|operator| operator.means.get(mission.trim()));
    let reading = one_reading(meant.unwrap_or(&mission), &vocabulary)?;
    // The monitor refuses these, too.
    reading.bans_spelt()?;
    if !reading.has_goal() {
        return Err(AdmissionError::NothingToDo.into());
    }
    if let Some(meant) = meant.filter(|_| !arguments.json) {
        println!(
            "These words leave something open. The fleet's simulated operator means by them (simulator.operator.means):\n  {meant}\n"
        );
    }
    let of_one = reading.statements.iter().filter(|asked| asked.is_of_one).map(|asked| &asked.formula);
    if let Some(open) = AdmissionError::open(of_one, &world, &state, &vocabulary) {
        return Err(open.into());
    }
    let constraints = constraints.iter().map(|one| Ok(read(one, &vocabulary)?)).collect::<Result<Vec<_>>>()?;
    let team = team(&world, &arguments.robots)?;
    let beside: Vec<_> = constraints.iter().map(Reading::formula).collect();
    let task = Task::new(&world, &reading.formula(), &beside, &team)?;
    let horizon = arguments.horizon.unwrap_or(fleet.horizon);
    let statements: Vec<_> = std::iter::once(&reading).chain(&constraints).flat_map(|one| &one.statements).collect();
    let unmet = AdmissionError::unmet(statements.iter().map(|one| &one.formula), &world, &state, &vocabulary);
    // No search could find a plan then.
    let begun = task.begin(&state);
    let search = || match shortest(&task, &state, &begun, horizon, Budget(arguments.budget)) {
        Answer::Found { plan, is_shortest } => {
            Answer::Found { plan: without_needless(&task, &state, &begun, plan), is_shortest }
        }
        other => other,
    };
    let answer = if unmet.is_some() { Answer::Impossible } else { search() };
    let formulas: Vec<String> = statements.iter().map(|asked| asked.formula.to_string()).collect();
    let (outcome, found) = match &answer {
        Answer::Found { plan, is_shortest } => ("found", Some((plan, *is_shortest))),
        Answer::Impossible => ("impossible", None),
        Answer::OutOfBudget => ("out_of_budget", None),
    };
    if let (Some(path), Some((plan, _))) = (&arguments.svg, found) {
        std::fs::write(path, plan.to_svg(&world)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if arguments.json {
        let steps = found.map(|(plan, _)| steps(&world, plan));
        let is_shortest = found.map(|(_, is_shortest)| is_shortest);
        let corrected = |one: &Correction| serde_json::json!({"written": one.written, "read": one.read});
        let corrected: Vec<_> = reading.corrected.iter().map(corrected).collect();
        let json = serde_json::json!({
            "corrected": corrected, "formulas": formulas, "outcome": outcome, "is_shortest": is_shortest, "plan": steps,
        });
        println!("{json:#}");
        return Ok(());
    }
    for Correction { written, read, .. } in &reading.corrected {
        println!("{written:?} was read as {read:?}");
    }
    for (asked, formula) in statements.iter().zip(&formulas) {
        println!("{}\n  {formula}", asked.words);
    }
    println!();
    match found {
        Some((plan, _)) if plan.steps.is_empty() => {
            println!("nothing is to be done: all of it is so at the start");
            Ok(())
        }
        Some((plan, is_shortest)) => {
            print!("{}", plan.to_text(&world));
            let proof = if is_shortest { "no plan is shorter" } else { "a shorter plan may exist" };
            let plural = if plan.len() == 1 { "" } else { "s" };
            println!("\n{} joint step{plural}; {proof}", plan.len());
            Ok(())
        }
        None if outcome == "impossible" => {
            if let Some(unmet) = unmet {
                return Err(unmet.into());
            }
            let longer = horizon.max(15) * 4;
            let at_most = |task: &Task| shortest(task, &state, &task.begin(&state), longer, Budget(arguments.budget));
            let why = match at_most(&task) {
                Answer::Found { plan, .. } => format!("; one of {} does: allow more with --horizon", plan.len()),
                Answer::OutOfBudget => String::new(),
                Answer::Impossible => {
                    let answer = |asked: &[Formula]| {
                        Task::new(&world, &Formula::constant(true), asked, &team).map(|task| at_most(&task)).ok()
                    };
                    format!(", nor of {longer}; {}", obstacle(&statements, answer))
                }
            };
            bail!("no plan of at most {horizon} joint steps exists{why}")
        }
        None => bail!("no plan was found with this budget; allow more with --budget"),
    }
}

/// Where to look if there is no plan: at one of the statements, if one of them shows why. `answer` searches for a plan for some of
/// them; `None`: none can be searched for.
fn obstacle(statements: &[&Asked], answer: impl Fn(&[Formula]) -> Option<Answer>) -> String {
    let all: Vec<Formula> = statements.iter().map(|one| one.formula.clone()).collect();
    let without = |place: usize| answer(&[&all[..place], &all[place + 1..]].concat());
    if let [_] = statements {
        return "no skill of these robots leads there, or a law of the domain or a need of the skills forbids it"
            .to_owned();
    }
    // A rule is told rather than the goal that it forbids.
    let mut places: Vec<usize> = (0..all.len()).collect();
    places.sort_by_key(|place| statements[*place].is_goal);
    if let Some(&place) = places.iter().find(|place| matches!(without(**place), Some(Answer::Found { .. }))) {
        return format!("without this there is one: {}", statements[place].words);
    }
    let alone: Vec<Option<Answer>> = places.iter().map(|&place| answer(&all[place..=place])).collect();
    if let Some(at) = alone.iter().position(|answer| matches!(answer, Some(Answer::Impossible))) {
        return format!("this alone has none: {}", statements[places[at]].words);
    }
    match alone.iter().all(|answer| matches!(answer, Some(Answer::Found { .. }))) {
        true => "each of its sentences has one alone, so some of them do not go together".to_owned(),
        false => {
            "which of its sentences is in the way was not found with this budget; allow more with --budget".to_owned()
        }
    }
}

/// The one meaning of a mission, as the safety monitor reads it; the error tells the meanings of words that leave something open, and
/// which words are not read.
fn one_reading(mission: &str, vocabulary: &Vocabulary) -> Result<Reading> {
    let Partial { mut readings, unread } = partial(mission, vocabulary)?;
    if readings.len() == 1 && unread.is_empty() {
        return Ok(readings.remove(0));
    }
    let numbered = readings.iter().zip(1..).map(|(one, number)| format!("\n  {number}. {}", one.words()));
    let each: String = numbered.collect();
    if unread.is_empty() {
        bail!(
            "these words leave something open; robots ask about it once it matters. Plan one of their meanings:{each}"
        );
    }
    let unread: Vec<String> = unread.into_iter().map(|words| format!("{:?}", &mission[words])).collect();
    bail!(
        "{}: nobody here can read that, so each decision is asked about until a person has said what is meant. Plan what the rest \
         means:{each}",
        unread.join(", ")
    )
}

fn team(world: &World, names: &[String]) -> Result<Vec<usize>> {
    if names.is_empty() {
        return Ok((0..world.team_size()).collect());
    }
    let place = |name: &String| {
        let place = world.place(&RobotId::new(name)?);
        let fleet = || world.robots().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        place.with_context(|| format!("{name} is not of this fleet: choose among {}", fleet()))
    };
    let mut team = names.iter().map(place).collect::<Result<Vec<usize>>>()?;
    team.sort_unstable();
    team.dedup();
    Ok(team)
}

fn steps(world: &World, plan: &Plan) -> Vec<serde_json::Value> {
    let step = |joint: &Vec<Option<surefleet_fleet::Decision>>| {
        let one = |(place, decision): (usize, &Option<surefleet_fleet::Decision>)| {
            Some((world.robots()[place].to_string(), serde_json::json!(world.symbol((*decision)?))))
        };
        serde_json::Value::Object(joint.iter().enumerate().filter_map(one).collect())
    };
    plan.steps.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_world::{Domain, Robot};

    use super::*;

    fn vocabulary() -> Vocabulary {
        let file = include_str!("../../../config/domains/household.yaml");
        let domain = Arc::new(Domain::parse(file, "household.yaml").expect("a sound file"));
        let robot = Robot { id: RobotId::new("robot_1").expect("a good name"), kind: None };
        Vocabulary::of(&World::new(domain, &[robot]).expect("a world"))
    }

    #[test]
    fn a_mission_is_read_as_the_monitor_reads_it_and_what_is_left_open_or_unread_is_told() {
        let vocabulary = vocabulary();
        let told = |mission| {
            one_reading(mission, &vocabulary).map(|reading| reading.words()).map_err(|error| error.to_string())
        };
        assert_eq!(told("Bring apple 1 to the sink."), Ok("In the end apple 1 is in the sink.".to_owned()));
        let open = told("Bring the apple to the sink.").expect_err("there are two");
        assert!(
            open.contains("leave something open") && open.ends_with("2. In the end apple 2 is in the sink."),
            "{open}"
        );
        let unread = told("Bring apple 1 to the sink, the twins are cranky.").expect_err("nobody reads that");
        assert!(unread.starts_with("\"the twins are cranky\": nobody here can read that"), "{unread}");
        assert!(unread.ends_with("1. In the end apple 1 is in the sink."), "{unread}");
    }
    #[test]
    fn what_stands_in_the_way_is_a_rule_before_a_goal_and_nothing_is_claimed_that_was_not_found() {
        let vocabulary = vocabulary();
        let reading = read("Open drawer 1. Never open the fridge.", &vocabulary).expect("plain words");
        let statements: Vec<&Asked> = reading.statements.iter().collect();
        let found = || Some(Answer::Found { plan: Plan { steps: Vec::new() }, is_shortest: true });
        let told = |answer: &dyn Fn(&[Formula]) -> Option<Answer>| obstacle(&statements, answer);
        assert!(told(&|_| found()).starts_with("without this there is one: ") && told(&|_| found()).contains("fridge"));
        let goal = &statements[0].formula;
        let only_the_goal = |asked: &[Formula]| if asked.contains(goal) { Some(Answer::Impossible) } else { found() };
        assert!(told(&only_the_goal).contains("drawer 1"), "{}", told(&only_the_goal));
        assert!(told(&|_| Some(Answer::OutOfBudget)).contains("--budget") && told(&|_| None).contains("--budget"));
        let three: Vec<&Asked> = [&statements[..], &statements[..1]].concat();
        let not_two = |asked: &[Formula]| if asked.len() > 1 { Some(Answer::Impossible) } else { found() };
        assert!(obstacle(&three, not_two).contains("do not go together"));
        assert!(obstacle(&statements[..1], |_| found()).contains("no skill of these robots"));
    }
}
