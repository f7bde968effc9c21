use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Result, bail};
use surefleet_nodes::{MissionGoal, MissionReport, Progress, run_mission};

/// A mission and how to show it.
#[derive(clap::Args)]
pub struct Arguments {
    /// The mission in plain language.
    text: String,
    /// A safety requirement beside those in the mission; may be repeated.
    #[arg(long = "constraint")]
    constraints: Vec<String>,
    /// H: at most so many joint steps; 0: the fleet's default.
    #[arg(long, default_value_t = 0)]
    horizon: u32,
    /// Miscoverage level, one that the calibration covers; 0: the calibration's default.
    #[arg(long, default_value_t = 0.0)]
    alpha: f64,
    /// A robot that takes part; may be repeated; none: the whole fleet.
    #[arg(long = "robot")]
    robots: Vec<String>,
    /// Seconds to wait for a fleet to answer.
    #[arg(long, default_value_t = 10.0)]
    patience: f64,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// A mission with everything else as it is by default.
    pub fn of(text: &str, horizon: u32) -> Self {
        Self {
            text: text.to_owned(),
            constraints: Vec::new(),
            horizon,
            alpha: 0.0,
            robots: Vec::new(),
            patience: 20.0,
            json: false,
        }
    }
}

/// Sends the mission and shows its progress.
///
/// # Errors
/// Bad arguments, no fleet, or a mission that did not succeed: the exit code tells.
pub fn run(arguments: &Arguments, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let report = send(arguments, interrupted, |progress| {
        if !arguments.json {
            println!("{}", line(progress));
        }
    })?;
    if arguments.json {
        println!("{}", json(&report));
    } else {
        print_report(&report);
    }
    match report.error {
        None => Ok(()),
        Some((code, message)) => bail!("mission failed (error {code}): {message}"),
    }
}

/// Sends the mission; `on_progress` hears of each decision.
///
/// # Errors
/// Bad arguments or no fleet.
pub fn send(
    arguments: &Arguments,
    interrupted: &Arc<AtomicBool>,
    on_progress: impl FnMut(&Progress),
) -> Result<MissionReport> {
    if arguments.text.trim().is_empty() {
        bail!("the mission is empty; say what to do, such as \"Move apple 1 to the table\"");
    }
    if !(arguments.alpha == 0.0 || (arguments.alpha > 0.0 && arguments.alpha < 1.0)) {
        bail!("--alpha {}: must lie between 0 and 1, such as 0.1 for 90 % success", arguments.alpha);
    }
    if !(arguments.patience > 0.0 && arguments.patience < 1e6) {
        bail!("--patience {}: give a number of seconds above 0", arguments.patience);
    }
    let goal = MissionGoal {
        mission: arguments.text.clone(),
        constraints: arguments.constraints.clone(),
        horizon: arguments.horizon,
        alpha: arguments.alpha,
        robots: arguments.robots.clone(),
    };
    let patience = Duration::from_secs_f64(arguments.patience);
    Ok(run_mission(&goal, patience, interrupted, on_progress)?)
}

/// One decision as one line.
pub fn line(progress: &Progress) -> String {
    let set = match progress.set.as_slice() {
        [_] => String::new(),
        [] => "  (empty set)".to_owned(),
        many => format!("  (of {}: {})", many.len(), set_in_words(many)),
    };
    let helped = if progress.helped { "  asked a person" } else { "" };
    format!("step {:>2}  {:<10} {}{set}{helped}", progress.step, progress.robot, progress.decision)
}

fn set_in_words(set: &[(String, f64)]) -> String {
    let shown: Vec<String> = set.iter().take(3).map(|(text, score)| format!("{text} {:.2}", score.exp())).collect();
    if set.len() > 3 { format!("{}, ...", shown.join(", ")) } else { shown.join(", ") }
}

fn print_report(report: &MissionReport) {
    for step in &report.plan {
        println!("{step}");
    }
    let outcome = if report.error.is_none() { "succeeded" } else { "did not succeed" };
    println!(
        "{outcome} after {} steps, {} decisions, {} of them answered by a person",
        report.steps, report.decisions, report.help_count
    );
}

fn json(report: &MissionReport) -> serde_json::Value {
    serde_json::json!({
        "succeeded": report.error.is_none(),
        "error_code": report.error.as_ref().map_or(0, |(code, _)| *code),
        "error_msg": report.error.as_ref().map_or("", |(_, message)| message.as_str()),
        "plan": report.plan,
        "steps": report.steps,
        "decisions": report.decisions,
        "help_count": report.help_count,
    })
}
