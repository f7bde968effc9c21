//! Shares by number of constraints, as inline SVG.

use maud::{Markup, html};

use super::{
    episode::Agent,
    rows::{AgentRow, percent},
};

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 330.0;
/// Room for labels: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (58.0, 16.0, 14.0, 50.0);

/// A plot of a share, 0 to 100 %, with a line for each agent.
pub fn plot(title: &str, rows: &[&AgentRow], share: impl Fn(&AgentRow) -> f64) -> Markup {
    let most = rows.iter().map(|row| row.constraints).max().unwrap_or(1);
    let (left, right, top, bottom) = MARGIN;
    let x = |constraints: usize| {
        let part = if most == 1 { 0.5 } else { (constraints - 1) as f64 / (most - 1) as f64 };
        left + 12.0 + part * (WIDTH - left - right - 24.0)
    };
    let y = |share: f64| top + (1.0 - share) * (HEIGHT - top - bottom);
    html! {
        figure.plot {
            figcaption { (title) }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(title) {
                @for percent in [0, 20, 40, 60, 80, 100] {
                    @let at = y(f64::from(percent) / 100.0);
                    line.grid x1=(left) x2=(WIDTH - right) y1=(f(at)) y2=(f(at)) {}
                    text.tick x=(left - 8.0) y=(f(at + 4.5)) text-anchor="end" { (percent) " %" }
                }
                @for constraints in 1..=most {
                    text.tick x=(f(x(constraints))) y=(f(HEIGHT - bottom + 20.0)) text-anchor="middle" { (constraints) }
                }
                text.label x=(f((left + WIDTH - right) / 2.0)) y=(f(HEIGHT - 8.0)) text-anchor="middle" {
                    "number of constraints"
                }
                @for agent in Agent::ALL {
                    @let of_agent = rows.iter().filter(|row| row.agent == agent);
                    @let own: Vec<(f64, f64)> = of_agent.map(|row| (x(row.constraints), y(share(row)))).collect();
                    g.(agent.name()) {
                        @let points: Vec<String> = own.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                        polyline points=(points.join(" ")) {}
                        @for (row, (x, y)) in rows.iter().filter(|row| row.agent == agent).zip(&own) {
                            path d=(marker(agent, *x, *y)) {
                                title { (agent.name()) ", " (row.constraints) " constraints: " (percent(share(row))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The legend of the lines.
pub fn legend() -> Markup {
    html! {
        p.legend.agents {
            @for agent in Agent::ALL {
                span.chip {
                    svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" {
                        g.(agent.name()) { polyline points="0,7 34,7" {} path d=(marker(agent, 17.0, 7.0)) {} }
                    }
                    " " b { (agent.name()) } " (simulated): " (meaning(agent))
                }
            }
        }
    }
}

fn meaning(agent: Agent) -> &'static str {
    match agent {
        Agent::Base => "has not read the constraints",
        Agent::Prompted => "constraints in the prompt",
        Agent::Gate => "prompted, behind a gate with unconfirmed formulas",
        Agent::Confirmed => "prompted, behind a gate with confirmed formulas",
    }
}

/// A shape for each agent: colour alone does not tell them apart.
fn marker(agent: Agent, x: f64, y: f64) -> String {
    match agent {
        Agent::Base => format!("M{:.1},{:.1}l9,9m0,-9l-9,9", x - 4.5, y - 4.5),
        Agent::Prompted => format!("M{x:.1},{:.1}l5,9h-10z", y - 5.5),
        Agent::Gate => format!("M{:.1},{:.1}h9v9h-9z", x - 4.5, y - 4.5),
        Agent::Confirmed => format!("M{:.1},{y:.1}a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z", x - 5.0),
    }
}

fn f(value: f64) -> String {
    format!("{value:.1}")
}
