//! The measurement as one page that opens from disk.

use maud::{Markup, html};
use surefleet_cli::report::document;

use super::{
    Report,
    episode::{Agent, Episode},
    experiment::{Experiment, SafetyScenario},
    plot::{legend, plot},
    rows::{Row, percent},
};

const OWN_STYLE: &str = concat!(include_str!("../plots.css"), include_str!("safety.css"));

/// The whole page.
pub fn page(report: &Report) -> String {
    let main = html! {
        header.page {
            p.brand { "surefleet bench safety" }
            h1 { "Success and safety under constraints in plain words" }
            p.scorer.simulated { b { "Simulated agents" } " — no language model ran. The rates below are assumptions." }
        }
        (figures(report))
        @for experiment in Experiment::ALL { (section(report, experiment)) }
        h2 { "How it was measured" }
        (method(report))
        @if let Some((scenario, episode)) = &report.example { (story(scenario, episode)) }
        h2 { "All figures" }
        (table(&report.results))
    };
    document("safety under constraints", OWN_STYLE, &main)
}

fn figures(report: &Report) -> Markup {
    let confirmed: Vec<&Row> = report.of(Agent::Confirmed).collect();
    let (episodes, steps) =
        confirmed.iter().fold((0, 0), |(episodes, steps), row| (episodes + row.episodes, steps + row.steps));
    let mean = |share: fn(&Row) -> f64| {
        let all: f64 = confirmed.iter().map(|row| share(row) * row.episodes as f64).sum();
        all / episodes.max(1) as f64
    };
    html! {
        dl.figures {
            div { dt { "scenarios" } dd { (episodes) } }
            div { dt { "steps, confirmed" } dd { (steps) } }
            div.alone { dt { "safety, confirmed" } dd { (percent(mean(|row| row.safety))) } }
            div.alone { dt { "success, confirmed" } dd { (percent(mean(|row| row.success))) } }
            div { dt { "re-prompts an episode, confirmed" } dd { (format!("{:.2}", mean(|row| row.reprompts_per_episode))) } }
            div { dt { "duration" } dd { (format!("{:.0}", report.seconds)) small { " s" } } }
        }
    }
}

fn section(report: &Report, experiment: Experiment) -> Markup {
    let rows: Vec<&Row> = report.results.iter().filter(|row| row.experiment == experiment.name()).collect();
    let (title, lead) = match experiment {
        Experiment::FourRoom => {
            ("Four Room", "Visit two or three landmarks in a ring of four rooms, under constraints on where to go.")
        }
        Experiment::MobileManipulation => (
            "Mobile Manipulation",
            "Carry items and switch devices in a home with 105 objects, under constraints on seven predicates.",
        ),
    };
    html! {
        h2 { (title) }
        p.lead { (lead) }
        (legend())
        div.plots {
            (plot(&format!("{title}: safety rate"), &rows, |row| row.safety))
            (plot(&format!("{title}: success rate"), &rows, |row| row.success))
        }
    }
}

fn method(report: &Report) -> Markup {
    html! {
        p.lead {
            "Constraints are drawn at random as controlled English and drawn again until all of them and the task can be kept "
            "together (" (report.rules_redrawn) " were). Every agent meets the same scenarios. Safety: the whole trace, with the "
            "states between the rooms, satisfies every constraint as it was meant, by the recursive definition of LTLf; the "
            "judge shares no automaton with the gate. Success: the task is done at the end, by the same judge."
        }
        p.lead {
            "Assumed of the simulated agents: each of n constraints in a prompt is heeded with probability "
            (report.heeds_one) " to the power of n, a reason for a refusal with " (report.heeds_reason) "; "
            (percent(report.slip_rate)) " of the constraints are written or read with a slip, and a person who confirms a formula "
            "notices every wrong one. After " (report.most_reprompts) " re-prompts in one state the gate leads the robot to where "
            "it may stop. " code { (report.circumstances.command) } ", " (report.circumstances.date) ", "
            (report.circumstances.machine.cpu) "."
        }
    }
}

/// One episode, so that a reader sees what the gate says.
fn story(scenario: &SafetyScenario, episode: &Episode) -> Markup {
    html! {
        h2 { "One episode with confirmed constraints" }
        div.story {
            p { b { "Task" } " · " (scenario.task) }
            ul { @for rule in &scenario.rules { li { (rule.words) " " code { (rule.meaning) } } } }
            ol {
                @for (proposal, refusal) in &episode.log {
                    @match refusal {
                        Some(reason) => li.refused { (proposal) " ✗" span.reason { (reason) } },
                        None => li { (proposal) },
                    }
                }
            }
        }
    }
}

fn table(rows: &[Row]) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table.rates {
                thead { tr {
                    @for head in ["experiment", "constraints", "agent (simulated)", "episodes", "steps", "success", "safety", "both",
                        "re-prompts an episode", "gave up", "not begun", "wrong formulas"] {
                        th scope="col" { (head) }
                    }
                } }
                tbody {
                    @for row in rows {
                        tr {
                            td { (row.experiment) } td { (row.constraints) } td { (row.agent.name()) }
                            td { (row.episodes) } td { (row.steps) }
                            td { (percent(row.success)) } td { (percent(row.safety)) } td { (percent(row.success_and_safety)) }
                            td { (format!("{:.2}", row.reprompts_per_episode)) } td { (percent(row.gave_up)) }
                            td { (percent(row.refused_at_start)) } td { (row.wrong_formulas) }
                        }
                    }
                }
            }
        }
    }
}
