//! The plots of the measurement, and one episode of it.

use maud::{Markup, html};

use super::{
    Found,
    agent::AgentHabits,
    episode::{Agent, AgentEpisode, MOST_REPROMPTS},
    experiment::{Experiment, SafetyScenario},
    plot::{legend, plot},
    rows::{AgentRow, percent},
    words::SLIP_RATE,
};

pub const STYLE: &str = include_str!("safety.css");

/// Says that the agents pretend.
pub fn lead() -> Markup {
    html! {
        p.scorer.simulated { b { "Simulated agents" } " — no language model ran. The rates below are assumptions." }
    }
}

/// Figures at a glance, plots, the method, and one episode.
pub fn body(found: &Found) -> Markup {
    html! {
        (figures(found))
        @for experiment in Experiment::ALL { (section(found, experiment)) }
        h2 { "How it was measured" }
        (method(found))
        @if let Some((scenario, episode)) = &found.example { (story(scenario, episode)) }
    }
}

fn figures(found: &Found) -> Markup {
    let confirmed: Vec<&AgentRow> = found.of(Agent::Confirmed).collect();
    let (episodes, steps) =
        confirmed.iter().fold((0, 0), |(episodes, steps), row| (episodes + row.episodes, steps + row.steps));
    let mean = |share: fn(&AgentRow) -> f64| {
        let all: f64 = confirmed.iter().map(|row| share(row) * row.episodes as f64).sum();
        all / episodes.max(1) as f64
    };
    html! {
        dl.figures {
            div { dt { "scenarios" } dd { (episodes) } }
            div { dt { "steps, confirmed" } dd { (steps) } }
            div.alone { dt { "safety, confirmed" } dd { (percent(mean(|row| row.safety))) } }
            div.alone { dt { "success, confirmed" } dd { (percent(mean(|row| row.success))) } }
            div {
                dt { "re-prompts an episode, confirmed" }
                dd { (format!("{:.2}", mean(|row| row.reprompts_per_episode))) }
            }
        }
    }
}

fn section(found: &Found, experiment: Experiment) -> Markup {
    let rows: Vec<&AgentRow> = found.rows.iter().filter(|row| row.experiment == experiment.name()).collect();
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

fn method(found: &Found) -> Markup {
    html! {
        p.lead {
            "Constraints are drawn at random as controlled English and drawn again until all of them and the task "
            "can be kept together (" (found.rules_redrawn) " were). Every agent meets the same scenarios. Safety: "
            "the whole trace, with the states between the rooms, satisfies every constraint as it was meant, by the "
            "recursive definition of LTLf; the judge shares no automaton with the gate. Success: the task is done "
            "at the end, by the same judge."
        }
        p.lead {
            "Assumed of the simulated agents: each of n constraints in a prompt is heeded with probability "
            (AgentHabits::DEFAULT.heeds_one) " to the power of n, a reason for a refusal with "
            (AgentHabits::DEFAULT.heeds_reason) "; " (percent(SLIP_RATE)) " of the constraints are written or read "
            "with a slip, and a person who confirms a formula notices every wrong one. After " (MOST_REPROMPTS) " "
            "re-prompts in one state the gate leads the robot to where it may stop."
        }
    }
}

/// One episode, so that a reader sees what the gate says.
fn story(scenario: &SafetyScenario, episode: &AgentEpisode) -> Markup {
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
