//! `surefleet constraint`: sets rules that a fleet must never break; `surefleet explain`: tells why a step was refused.

use std::{
    io::{IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Result, bail};
use surefleet_cli::{named::Named, table::Table};
use surefleet_client::{ConstraintClient, ProposedConstraint};

use crate::{
    apart::Results,
    mission::{INTERRUPTED, short},
    missions,
};

/// Arguments of `surefleet constraint`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    fleet: Named,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Read a constraint in plain words, show how it was understood, and enforce it after confirmation.
    ///
    /// "Robot 2 must not go to the sink before drawer 1 is open.", or a formula after "ltl:". Other words are refused,
    /// or, if the fleet file names a translator, reworded by a language model.
    Add {
        /// The constraint.
        text: String,
        /// Confirm it without a question.
        #[arg(long)]
        yes: bool,
        /// Print one JSON object: `id`, `formula`, `paraphrase`, `groundings`, `remarks`, `allowed_example`,
        /// `refused_example` (one moment per entry), `objection` (empty: none), and `confirmed`.
        #[arg(long)]
        json: bool,
    },
    /// Enforce a constraint that was added, retired or broken.
    Confirm {
        /// Its name, such as c3.
        id: String,
    },
    /// Stop enforcing a constraint.
    Retire {
        /// Its name, such as c3.
        id: String,
    },
    /// Show all constraints, including those of running missions.
    List {
        /// Print one JSON array of objects: `id`, `stage` (proposed, active, retired, broken), `words`, `formula`, `paraphrase`,
        /// `verdict` (none, satisfied, currently satisfied, currently violated, violated), `operator_name`.
        #[arg(long)]
        json: bool,
    },
}

/// Arguments of `surefleet explain`.
#[derive(clap::Args)]
pub struct Explain {
    /// The mission's id, or a unique beginning of it; default: the last mission.
    mission: Option<String>,
    /// The step; default: the step that was refused last.
    #[arg(long)]
    step: Option<u32>,
    #[command(flatten)]
    fleet: Named,
    /// Print one JSON object: `step` (0: the mission was not started at all), `attempt`, `decided` (the action of each robot;
    /// empty if constraints barred options before any robot decided), `reasons`; null if no refusal is on record.
    #[arg(long)]
    json: bool,
}

/// Adds, confirms, retires or shows constraints.
///
/// # Errors
/// No fleet, or a refusal with its reason.
pub fn run(arguments: &Arguments, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let patience = arguments.fleet.patience;
    let json = matches!(arguments.action, Action::Add { json: true, .. } | Action::List { json: true });
    let mut results = if json { Some(Results::keep_stdout()?) } else { None };
    let mut client = ConstraintClient::open(&arguments.fleet.access()?, patience, interrupted)?;
    match &arguments.action {
        Action::Add { text, yes, .. } => {
            let proposed = client.propose(text)?;
            if results.is_none() {
                print!("{}", shown(&proposed));
            }
            let confirms = *yes || (proposed.objection.is_empty() && results.is_none() && asks_for_consent()?);
            if confirms {
                client.decide(&proposed.id, &proposed.formula, false)?;
            }
            match &mut results {
                Some(results) => {
                    let mut object = serde_json::to_value(&proposed)?;
                    object["confirmed"] = confirms.into();
                    results.print(&format!("{object:#}"))
                }
                None if confirms => {
                    println!("{} is enforced from now on", proposed.id);
                    Ok(())
                }
                None => {
                    println!("{} is not enforced; to enforce it: surefleet constraint confirm {0}", proposed.id);
                    if proposed.objection.is_empty() && !std::io::stdin().is_terminal() {
                        bail!("nobody could be asked to confirm it, without a terminal: --yes confirms it at once");
                    }
                    Ok(())
                }
            }
        }
        Action::Confirm { id } => {
            let seen = look_at(&mut client, id)?;
            client.decide(id, &seen, false)?;
            println!("{id} is enforced from now on");
            Ok(())
        }
        Action::Retire { id } => {
            let seen = look_at(&mut client, id)?;
            client.decide(id, &seen, true)?;
            println!("{id} is not enforced any more");
            Ok(())
        }
        Action::List { .. } => {
            let all = client.list()?;
            if let Some(results) = &mut results {
                return results.print(&format!("{:#}", serde_json::to_value(all)?));
            }
            if all.is_empty() {
                println!(
                    "there are no constraints; to add one: surefleet constraint add \"...\" (docs/constraints.md)"
                );
                return Ok(());
            }
            let mut table = Table::new(&["id", "stage", "verdict", "by", "what is enforced"]);
            for one in all {
                table.row([one.id, one.stage.into(), one.verdict.into(), one.operator_name, one.paraphrase]);
            }
            print!("{table}");
            Ok(())
        }
    }
}

/// Shows a constraint; returns the shown formula, which the decision refers to.
fn look_at(client: &mut ConstraintClient<'_>, id: &str) -> Result<String> {
    let Some(seen) = client.list()?.into_iter().find(|known| known.id == id) else {
        bail!("there is no constraint {id}: surefleet constraint list shows them");
    };
    println!("{id}: {}\n    formula   {}", seen.paraphrase, seen.formula);
    Ok(seen.formula)
}

/// Tells why a joint step was refused, or a mission as a whole.
///
/// # Errors
/// No such mission, or no fleet.
pub fn explain(arguments: &Explain, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let mut results = if arguments.json { Some(Results::keep_stdout()?) } else { None };
    let (access, patience) = (arguments.fleet.access()?, arguments.fleet.patience);
    let mission = missions::explained(&access, arguments.mission.as_deref(), patience, interrupted)?;
    let mut client = ConstraintClient::open(&access, patience, interrupted)?;
    let refusal = match client.explain(mission, arguments.step)? {
        None if arguments.step.is_none() => missions::unstarted(&access, mission, patience, interrupted)?,
        refusal => refusal,
    };
    if let Some(results) = &mut results {
        return results.print(&format!("{:#}", serde_json::to_value(refusal)?));
    }
    let name = short(&mission.to_string());
    let Some(refusal) = refusal else {
        let step = arguments.step.map_or_else(|| "a step".to_owned(), |step| format!("step {step}"));
        println!("no refusal of {step} of mission {name} is on record, and no option that constraints barred");
        return Ok(());
    };
    if refusal.step == 0 {
        println!("mission {name} was not started, because");
    } else if refusal.decided.is_empty() {
        println!("at step {} of mission {name} options were barred, so that nobody chose them:", refusal.step);
    } else {
        println!("step {} of mission {name} was refused (attempt {}):", refusal.step, refusal.attempt);
        refusal.decided.iter().for_each(|part| println!("  {part}"));
        println!("because");
    }
    refusal.reasons.iter().for_each(|reason| println!("  {reason}"));
    Ok(())
}

/// Everything that a person needs to know for a confirmation.
fn shown(proposed: &ProposedConstraint) -> String {
    let mut lines =
        vec![format!("{}  {}", proposed.id, proposed.paraphrase), format!("    formula   {}", proposed.formula)];
    let mut list = |name: &str, entries: &[String]| {
        for (index, entry) in entries.iter().enumerate() {
            lines.push(format!("    {:<8}  {entry}", if index == 0 { name } else { "" }));
        }
    };
    list("words", &proposed.groundings);
    list("remark", &proposed.remarks);
    let moments = |moments: &[String]| -> Vec<String> {
        moments.iter().enumerate().map(|(number, moment)| format!("{}. {moment}", number + 1)).collect()
    };
    let none = |what: &str, example: &[String]| {
        if example.is_empty() { vec![format!("nothing is {what}")] } else { moments(example) }
    };
    list("allowed", &none("allowed", &proposed.allowed_example));
    list("refused", &none("refused", &proposed.refused_example));
    if !proposed.objection.is_empty() {
        list("but", std::slice::from_ref(&proposed.objection));
    }
    lines.join("\n") + "\n"
}

/// Asks the person at the terminal; without a terminal the answer is no.
fn asks_for_consent() -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    // Nothing is enforced yet: an interrupt ends the program, which only waits for an answer.
    let is_asking = Arc::new(AtomicBool::new(true));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED.into(), is_asking.clone())?;
    }
    print!("Is that what you mean? Enforce it? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    if std::io::stdin().read_line(&mut answer)? == 0 {
        bail!("no answer came: it is not enforced");
    }
    is_asking.store(false, Ordering::Relaxed);
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_is_shown_with_all_that_is_to_be_confirmed() {
        let proposed = ProposedConstraint {
            id: "c2".into(),
            formula: "G !open(fridge)".into(),
            paraphrase: "The fridge must never be open.".into(),
            groundings: vec!["\"fridge\" is fridge (its own name)".into()],
            remarks: vec![],
            allowed_example: vec!["none of it is the case".into()],
            refused_example: vec!["none of it is the case".into(), "the fridge is open".into()],
            objection: "it contradicts c1".into(),
        };
        let expected = "c2  The fridge must never be open.\n    formula   G !open(fridge)\n    words     \"fridge\" is fridge (its own name)\n    \
                        allowed   1. none of it is the case\n    refused   1. none of it is the case\n              2. the fridge is open\n    \
                        but       it contradicts c1\n";
        assert_eq!(shown(&proposed), expected);
    }
}
