//! `surefleet mission`: sends a mission and follows it.

mod stall;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Result, bail};
use surefleet_cli::named::Named;
use surefleet_client::{ConstraintClient, DecisionHeard, MissionGoal, MissionResult, Progress, run_mission};
use surefleet_fleet::MissionId;
use surefleet_site::Access;

use self::stall::StallWatch;
use crate::apart::Results;

/// Arguments of `surefleet mission`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The mission in plain language.
    text: String,
    /// A rule ("Robot 2 must never open the fridge.") or a formula after "ltl:", in addition to the mission's own
    /// rules; may be repeated.
    #[arg(long = "constraint")]
    constraints: Vec<String>,
    /// H: at most this many joint steps; 0: the fleet's default.
    #[arg(long, default_value_t = 0)]
    horizon: u32,
    /// Miscoverage level, at most that of the fleet's calibration; 0: the calibration's level.
    #[arg(long, default_value_t = 0.0)]
    alpha: f64,
    /// A robot that takes part; may be repeated; default: the whole fleet.
    #[arg(long = "robot")]
    robots: Vec<String>,
    #[command(flatten)]
    fleet: Named,
    /// Print the result as one JSON object: `id` (of the mission, for `surefleet explain`), `succeeded`, `error_code`
    /// and `error_msg` (those of ExecuteMission; 0 and empty on success), `corrected` (the mission in the words of a
    /// person who corrected it at the help desk; empty: nobody did; otherwise `id` is that of the corrected mission),
    /// `plan` (the executed steps in words), `steps`, `decisions`, and `help_count` (decisions that a person answered).
    #[arg(long)]
    json: bool,
}

/// Exit code of a program that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

impl Arguments {
    /// A mission with defaults for everything else.
    pub fn of(text: &str, constraints: Vec<String>, horizon: u32) -> Self {
        Self {
            text: text.to_owned(),
            constraints,
            horizon,
            alpha: 0.0,
            robots: Vec::new(),
            fleet: Named::local(Duration::from_secs(20)),
            json: false,
        }
    }
}

/// Sends the mission and shows its progress; the exit code is 130 if Ctrl-C cancelled it.
///
/// # Errors
/// Bad arguments, no fleet, or a mission that did not succeed.
pub fn run(arguments: &Arguments, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let shown = Shown::new(if arguments.json { Some(Results::keep_stdout()?) } else { None });
    let access = arguments.fleet.access()?;
    let sent = send(arguments, &access, interrupted, |progress| shown.tell(progress));
    let cancelled = interrupted.load(Ordering::Relaxed);
    let report = match sent {
        // No mission was cancelled: none was sent, or nobody confirmed the cancel.
        Err(error) if cancelled => {
            eprintln!("{error}");
            return Ok(INTERRUPTED);
        }
        sent => sent?,
    };
    show(&access, report, shown, cancelled)
}

/// Shows a mission on the terminal, or as JSON at its end.
pub struct Shown(Option<Results>);

impl Shown {
    /// With `results`, it shows JSON.
    pub fn new(results: Option<Results>) -> Self {
        Self(results)
    }

    /// Prints the progress, unless only the end counts.
    pub fn tell(&self, progress: &Progress) {
        match progress {
            Progress::Accepted(_) => eprintln!("{}", line(progress)),
            _ if self.0.is_none() => println!("{}", line(progress)),
            _ => {}
        }
    }
}

/// Shows how a mission ended.
///
/// # Errors
/// The mission did not succeed and was not `cancelled` here.
pub fn show(access: &Access, report: MissionResult, shown: Shown, cancelled: bool) -> Result<u8> {
    match shown.0 {
        Some(mut results) => results.print(&format!("{:#}", json(&report)))?,
        None => print_report(&report),
    }
    match report.error {
        None => Ok(0),
        Some(_) if cancelled => Ok(cancelled_code()),
        Some((code, message)) => {
            let hint = if may_be_explained(access, &report.id) {
                format!(" (what was refused: surefleet explain {})", report.id)
            } else {
                String::new()
            };
            bail!("mission failed (error {code}): {message}{hint}")
        }
    }
}

/// Whether a refusal in the mission may be on record; the fleet has a moment to answer.
fn may_be_explained(access: &Access, mission: &str) -> bool {
    let Ok(mission) = MissionId::try_from(mission.to_owned()) else { return false };
    let asked = ConstraintClient::open(access, Duration::from_secs(3), &Arc::default())
        .and_then(|mut client| client.explain(mission, None));
    !matches!(asked, Ok(None))
}

fn cancelled_code() -> u8 {
    eprintln!("cancelled");
    INTERRUPTED
}

/// Sends the mission; `on_progress` gets each decision, and stderr tells what a stalled mission waits for.
///
/// # Errors
/// Bad arguments or no fleet.
pub fn send(
    arguments: &Arguments,
    access: &Access,
    interrupted: &Arc<AtomicBool>,
    mut on_progress: impl FnMut(&Progress),
) -> Result<MissionResult> {
    if arguments.text.trim().is_empty() {
        bail!("the mission is empty; say what to do");
    }
    if !(arguments.alpha == 0.0 || (arguments.alpha > 0.0 && arguments.alpha < 1.0)) {
        bail!("--alpha {}: must lie between 0 and 1, such as 0.02 for 98 % success", arguments.alpha);
    }
    let goal = MissionGoal {
        mission: arguments.text.clone(),
        constraints: arguments.constraints.clone(),
        horizon: arguments.horizon,
        alpha: arguments.alpha,
        robots: arguments.robots.clone(),
    };
    let patience = arguments.fleet.patience;
    let stall = StallWatch::start(access.clone());
    Ok(run_mission(access, &goal, patience, interrupted, |progress| {
        stall.note_progress();
        on_progress(progress);
    })?)
}

/// A progress report as one line.
pub fn line(progress: &Progress) -> String {
    match progress {
        Progress::Accepted(id) => {
            let short = short(id);
            format!("mission {id}; from another terminal: surefleet follow {short}, surefleet cancel {short}")
        }
        Progress::Decided(decision) => decision_line(decision),
        Progress::Corrected(words) => format!("a person said what the mission means: {words}"),
        Progress::Failed { step, robot, reason } => format!("step {step:>2}  {robot:<10} failed: {reason}"),
    }
}

/// As much of a mission's id as people need to type.
pub fn short(id: &str) -> String {
    id.chars().take(8).collect()
}

fn decision_line(progress: &DecisionHeard) -> String {
    let set = match progress.set.as_slice() {
        [_] => String::new(),
        [] => "  (empty set)".to_owned(),
        many if many.iter().any(|(_, score)| score.is_nan()) => {
            "  (no scores: the planner's log and the report say why)".to_owned()
        }
        many => format!("  (of {}: {})", many.len(), set_in_words(many)),
    };
    let helped = match (progress.helped, progress.audited) {
        (true, true) => "  asked a person: this mission is audited",
        (true, false) => "  asked a person",
        (false, _) => "",
    };
    format!("step {:>2}  {:<10} {}{set}{helped}", progress.step, progress.robot, progress.decision)
}

fn set_in_words(set: &[(String, f64)]) -> String {
    let shown: Vec<String> = set.iter().take(3).map(|(text, score)| format!("{text} {:.2}", score.exp())).collect();
    if set.len() > 3 { format!("{}, ...", shown.join(", ")) } else { shown.join(", ") }
}

fn print_report(report: &MissionResult) {
    for step in &report.plan {
        println!("{step}");
    }
    println!("{}", outcome(report));
}

/// The outcome of the mission in one line.
pub fn outcome(report: &MissionResult) -> String {
    let MissionResult { error, steps, decisions, help_count, .. } = report;
    match error {
        None if *steps == 0 => {
            "already true in the world: nothing to do (surefleet plan says how it is read)".to_owned()
        }
        None => {
            format!("succeeded after {steps} steps, {decisions} decisions, {help_count} of them answered by a person")
        }
        Some(_) => {
            format!("did not succeed; {steps} steps, {decisions} decisions, {help_count} of them answered by a person")
        }
    }
}

fn json(report: &MissionResult) -> serde_json::Value {
    serde_json::json!({
        "id": report.id,
        "succeeded": report.error.is_none(),
        "error_code": report.error.as_ref().map_or(0, |(code, _)| *code),
        "error_msg": report.error.as_ref().map_or("", |(_, message)| message.as_str()),
        "corrected": report.corrected,
        "plan": report.plan,
        "steps": report.steps,
        "decisions": report.decisions,
        "help_count": report.help_count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(steps: u32) -> MissionResult {
        MissionResult {
            id: String::new(),
            corrected: String::new(),
            error: None,
            plan: Vec::new(),
            help_count: 1,
            steps,
            decisions: 3 * steps,
        }
    }

    #[test]
    fn a_mission_without_steps_says_that_there_was_nothing_to_do() {
        assert_eq!(
            outcome(&report(0)),
            "already true in the world: nothing to do (surefleet plan says how it is read)"
        );
        let moved = outcome(&report(2));
        assert!(moved.starts_with("succeeded after 2 steps, 6 decisions, 1 of them"), "{moved}");
        let refused = outcome(&MissionResult { error: Some((1, "what is an aple?".into())), ..report(0) });
        assert!(refused.starts_with("did not succeed; 0 steps"), "{refused}");
    }
}
