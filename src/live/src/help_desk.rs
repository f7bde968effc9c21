//! `surefleet help-desk`: answers the robots' requests, in a terminal or with one command.

mod inbox;
mod terminal;
mod view;

use std::{
    io::{IsTerminal, Write},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use surefleet_cli::{named::Named, table::Table};
use surefleet_client::{
    DeskQuestion, MissionReading, QueueLine, answer_help, help_history, help_question, help_queue, read_mission,
};
use surefleet_help::Reply;
use surefleet_site::Access;

use crate::apart::Results;

/// Arguments of `surefleet help-desk`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    fleet: Named,
    /// Make no sound when a request arrives.
    #[arg(long)]
    quiet: bool,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Show the open requests.
    List {
        /// Print one JSON array of objects: `id`, `robot`, `mission`, `step`, `kind` (decision or outcome; null: of a
        /// later version), `question`, `priority`, `state` (open or claimed), `since`, `deadline` (null: never),
        /// `default` (idle, hold or halt), `escalated`, `claimed_by`, `claimed_until`; times are nanoseconds since the
        /// epoch.
        #[arg(long)]
        json: bool,
    },
    /// Show a whole request, with its options.
    Show {
        /// The request: as `list` prints it, such as `robot_1/3`; or its id.
        request: String,
        /// Print one JSON object: `id`, `robot`, `mission`, `mission_text`, `step`, `attempt`, `kind` (decision or outcome; null: of a
        /// later version), `question`, `world`, `takes_mission`, `prompt`, `options` (`id`, `decision` (index into S; null: none), `text`,
        /// `probability`, `in_set`, `refused`, `lasting`; allowed ones first), `has_set`, `threshold`, `picture` (format and bytes),
        /// `pose` (frame and metres).
        #[arg(long)]
        json: bool,
    },
    /// Answer a request.
    Answer {
        /// The request: as `list` prints it, such as `robot_1/3`; or its id.
        request: String,
        #[command(flatten)]
        reply: ReplyArguments,
        /// With `--option`: the answer holds for the whole mission, and no robot of the mission asks that again.
        #[arg(long, requires = "option")]
        for_mission: bool,
        /// With `--i-mean` or `--as-read`: send it without a question whether it was understood correctly.
        #[arg(long, conflicts_with_all = ["option", "none", "halt"])]
        yes: bool,
    },
    /// Show past requests, and how long their answers took.
    History {
        /// At most this many requests.
        #[arg(long, default_value_t = 20)]
        limit: u32,
        /// Print one JSON object: `requests` (as of `list`, with `ended`, `answer`, `operator_name`) and `robots` (`robot`, `asked`,
        /// `answered`, `expired`, `withdrawn`, `mean_wait_s`, `longest_wait_s`, `mean_work_s`, `agreed`, `help_rate`).
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ReplyArguments {
    /// Choose this option: its number as `show` prints it, or its words.
    #[arg(long)]
    option: Option<String>,
    /// None of the options is right; this text says what is right.
    #[arg(long)]
    none: Option<String>,
    /// The mission means something else: all of it, in words such as "Move apple 1 to the sink." It is read and shown;
    /// after your confirmation it is sent, and the fleet goes on with it instead.
    #[arg(long)]
    i_mean: Option<String>,
    /// The mission means what it was read as: its own words are read, shown, and after your confirmation sent as with `--i-mean`.
    #[arg(long)]
    as_read: bool,
    /// End the mission.
    #[arg(long)]
    halt: bool,
}

/// Opens the inbox, or carries out one command.
///
/// # Errors
/// No key of the operator, no help desk, no terminal, or an answer that the desk refuses, with the reason.
pub fn run(arguments: &Arguments, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let patience = arguments.fleet.patience;
    let (fleet, by) = (&arguments.fleet.access()?, arguments.fleet.name());
    match &arguments.action {
        None if std::io::stdout().is_terminal() => terminal::run(fleet, by, arguments.quiet, interrupted),
        None => bail!("the inbox needs a terminal; without one: surefleet help-desk list, show, answer or history"),
        Some(Action::List { json }) => {
            let mut results = if *json { Some(Results::keep_stdout()?) } else { None };
            let queue = help_queue(fleet, patience, interrupted)?;
            if let Some(results) = &mut results {
                return results.print(&format!("{:#}", serde_json::to_value(queue)?));
            }
            if queue.is_empty() {
                println!("nobody needs help");
                return Ok(());
            }
            let mut table = Table::new(&["request", "claimed by", "question"]);
            for line in queue {
                table.row([handle(&line), line.claimed_by, line.question]);
            }
            print!("{table}");
            Ok(())
        }
        Some(Action::Show { request, json }) => {
            let mut results = if *json { Some(Results::keep_stdout()?) } else { None };
            let id = find(fleet, request, patience, interrupted)?;
            let question = help_question(fleet, &id, patience, interrupted)?;
            match &mut results {
                Some(results) => results.print(&format!("{:#}", serde_json::to_value(question)?)),
                None => {
                    print!("{}", shown(&question));
                    Ok(())
                }
            }
        }
        Some(Action::Answer { request, reply, for_mission, yes }) => {
            let id = find(fleet, request, patience, interrupted)?;
            let question = help_question(fleet, &id, patience, interrupted)?;
            let meant = if reply.as_read { Some(&question.mission_text) } else { reply.i_mean.as_ref() };
            let (reply, text) = match meant {
                Some(words) => {
                    let reading = read_mission(fleet, &id, words, patience, interrupted)?;
                    confirm(&reading, *yes)?;
                    (Reply::Meant, reading.words)
                }
                None => read_reply(&question, reply, *for_mission)?,
            };
            answer_help(fleet, &question, reply, &text, patience, interrupted)?;
            println!("your answer counts, signed as {by}");
            Ok(())
        }
        Some(Action::History { limit, json }) => {
            let mut results = if *json { Some(Results::keep_stdout()?) } else { None };
            let (requests, robots) = help_history(fleet, *limit, patience, interrupted)?;
            if let Some(results) = &mut results {
                let both = serde_json::json!({ "requests": requests, "robots": robots });
                return results.print(&format!("{both:#}"));
            }
            let mut table = Table::new(&["robot", "step", "ended", "after", "by", "answer"]);
            for line in requests {
                let waited =
                    line.ended.map_or_else(String::new, |ended| format!("{:.1} s", (ended - line.since).as_secs_f64()));
                table.row([
                    line.robot,
                    line.step.to_string(),
                    line.state.into(),
                    waited,
                    line.operator_name,
                    line.answer,
                ]);
            }
            println!("{table}");
            let mut table =
                Table::new(&["robot", "asked", "answered", "expired", "withdrawn", "mean wait", "as the best option"]);
            for robot in robots {
                let wait = robot.mean_wait_s.map_or("-".to_owned(), |wait| format!("{wait:.1} s"));
                table.row([
                    robot.robot,
                    robot.asked.to_string(),
                    robot.answered.to_string(),
                    robot.expired.to_string(),
                    robot.withdrawn.to_string(),
                    wait,
                    robot.agreed.to_string(),
                ]);
            }
            print!("{table}");
            Ok(())
        }
    }
}

/// The name that people use for an open request: a robot's later question replaces its earlier ones.
fn handle(line: &QueueLine) -> String {
    format!("{}/{}", line.robot, line.step)
}

/// Finds a request's id, from the id itself or from its handle.
fn find(fleet: &Access, wanted: &str, patience: Duration, interrupted: &AtomicBool) -> Result<String> {
    if !wanted.contains('/') {
        return Ok(wanted.to_owned());
    }
    let queue = help_queue(fleet, patience, interrupted)?;
    let mut found = queue.into_iter().filter(|line| handle(line) == wanted);
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only.id),
        (None, _) => bail!("{wanted} asks nothing now: surefleet help-desk list"),
        (Some(_), Some(_)) => bail!("{wanted} asks more than one thing: name it by its id, as list --json has it"),
    }
}

/// Shows how the words were understood, and asks the operator to confirm it.
fn confirm(reading: &MissionReading, is_confirmed: bool) -> Result<()> {
    println!("the mission is to be: {}", reading.words);
    for rule in &reading.dropped {
        println!("no longer: {rule}");
    }
    if is_confirmed {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        bail!("nothing was sent: confirm it in a terminal, or with --yes");
    }
    print!("is that what you mean? y sends it: ");
    std::io::stdout().flush().context("cannot write to the terminal")?;
    let mut said = String::new();
    std::io::stdin().read_line(&mut said).context("cannot read from the terminal")?;
    if said.trim() != "y" {
        bail!("nothing was sent");
    }
    Ok(())
}

fn shown(question: &DeskQuestion) -> String {
    let mut lines = vec![
        question.question.clone(),
        format!("asked about: {}", view::asked_about(question.kind)),
        format!("mission: {}", question.mission_text),
    ];
    lines.extend(question.world.iter().map(|line| format!("world: {line}")));
    if let Some((format, bytes)) = &question.picture {
        lines.push(format!("picture: {format}, {bytes} bytes"));
    }
    if let Some((map, [x, y, z])) = &question.pose {
        lines.push(format!("pose: x {x:.2} m, y {y:.2} m, z {z:.2} m in {map}"));
    }
    for (place, option) in question.options.iter().enumerate() {
        let probability = option.probability.map_or("-".to_owned(), |probability| format!("{probability:.3}"));
        let set = if option.in_set { "in the set" } else { "" };
        let refused = option.refused.as_ref().map_or_else(String::new, |reason| format!("  not allowed: {reason}"));
        let lasting = if option.lasting { "  (or --for-mission)" } else { "" };
        lines.push(format!("{:>4}  {probability:>6}  {set:<10}  {}{lasting}{refused}", place + 1, option.text));
    }
    lines.join("\n") + "\n"
}

fn read_reply(question: &DeskQuestion, reply: &ReplyArguments, for_mission: bool) -> Result<(Reply, String)> {
    if let Some(text) = &reply.none {
        if text.trim().is_empty() {
            bail!("--none takes what is right instead, so that whoever reads the records knows");
        }
        return Ok((Reply::NoneOfThese, text.clone()));
    }
    let Some(wanted) = &reply.option else { return Ok((Reply::Halt, String::new())) };
    let by_number = wanted.parse::<usize>().ok().and_then(|number| question.options.get(number.checked_sub(1)?));
    let option = by_number.or_else(|| question.options.iter().find(|option| option.text == *wanted));
    let option = option.with_context(|| {
        format!(
            "{wanted:?} is none of the {} options: surefleet help-desk show {}",
            question.options.len(),
            question.id
        )
    })?;
    let reply = if for_mission { Reply::ForMission(option.id) } else { Reply::Option(option.id) };
    Ok((reply, String::new()))
}
