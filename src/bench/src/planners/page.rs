//! Accuracy by team size, drawn.

use maud::{Markup, html};

use super::PlannerRow;

pub const STYLE: &str = include_str!("planners.css");

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 330.0;
/// Room for labels: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (58.0, 16.0, 14.0, 64.0);

/// Names a scorer that pretends.
pub fn lead(rows: &[PlannerRow]) -> Markup {
    html! {
        @if rows.iter().any(|row| row.is_simulated) {
            p.scorer.simulated { b { "A simulated scorer" } " is among them — no language model ran there." }
        }
    }
}

/// A plot for each model that scored or wrote.
pub fn plots(rows: &[PlannerRow]) -> Markup {
    let names = |is_in: &dyn Fn(&PlannerRow) -> bool| {
        let mut names: Vec<&str> = of(rows, is_in).into_iter().map(|row| row.scorer.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let scorers = names(&|row| row.planner == "surefleet");
    let writers = names(&is_written);
    html! {
        p.lead {
            "A bar is a share of missions that were achieved. The line across it is what the paper reports for that "
            "planner (with help: of all its teams together), with GPT-3.5 and on missions of its own."
        }
        div.plots {
            @for scorer in &scorers {
                @let own = of(rows, |row| row.planner == "surefleet" && row.scorer == *scorer);
                (plot(&format!("surefleet, scored by {scorer}"), &own))
            }
            @for writer in &writers {
                @let own = of(rows, |row| is_written(row) && row.scorer == *writer);
                (plot(&format!("decisions written as text by {writer}"), &own))
            }
        }
    }
}

fn is_written(row: &PlannerRow) -> bool {
    matches!(row.planner, "cmas" | "dmas")
}

fn of(rows: &[PlannerRow], is_in: impl Fn(&PlannerRow) -> bool) -> Vec<&PlannerRow> {
    rows.iter().filter(|row| is_in(row)).collect()
}

/// Bars by team size, one a planner and way of asking for help.
fn plot(title: &str, rows: &[&PlannerRow]) -> Markup {
    let (left, right, top, bottom) = MARGIN;
    let mut robots: Vec<usize> = rows.iter().map(|row| row.robots).collect();
    robots.dedup();
    let room = (WIDTH - left - right) / robots.len().max(1) as f64;
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
                @for (group, team) in robots.iter().enumerate() {
                    @let own: Vec<&&PlannerRow> = rows.iter().filter(|row| row.robots == *team).collect();
                    @let width = room * 0.8 / own.len().max(1) as f64;
                    @let begin = left + room * (group as f64 + 0.1);
                    @for (place, row) in own.iter().enumerate() {
                        @let x = begin + width * place as f64;
                        @let share = row.accuracy.unwrap_or(0.0);
                        g.(kind(row)) {
                            @let height = (y(0.0) - y(share)).max(1.0);
                            rect x=(f(x + 1.0)) y=(f(y(share))) width=(f(width - 2.0)) height=(f(height)) {
                                title { (name(row)) ", " (team) " robots: " (format!("{:.1} %", share * 100.0)) }
                            }
                            @if let Some(paper) = row.paper_accuracy {
                                line.paper x1=(f(x)) x2=(f(x + width)) y1=(f(y(paper))) y2=(f(y(paper))) {}
                            }
                            text.tick x=(f(x + width / 2.0)) y=(f(HEIGHT - bottom + 16.0)) text-anchor="middle" {
                                (short(row))
                            }
                        }
                    }
                    text.label x=(f(begin + room * 0.4)) y=(f(HEIGHT - bottom + 36.0)) text-anchor="middle" { (team) }
                }
                text.label x=(f((left + WIDTH - right) / 2.0)) y=(f(HEIGHT - 8.0)) text-anchor="middle" {
                    "robots in the team; under a bar: how much help"
                }
            }
        }
    }
}

fn kind(row: &PlannerRow) -> &'static str {
    match (row.planner, row.help) {
        ("surefleet", None) => "alone",
        ("surefleet", Some(_)) => "helped",
        ("cmas", _) => "central",
        _ => "rounds",
    }
}

fn name(row: &PlannerRow) -> String {
    match row.help {
        None => row.planner.to_owned(),
        Some(level) => format!("{} with help at {level:.2}", row.planner),
    }
}

/// The short label under a bar.
fn short(row: &PlannerRow) -> String {
    match (row.planner, row.help) {
        ("surefleet", None) => "none".to_owned(),
        ("surefleet", Some(level)) => format!("{level:.2}").trim_start_matches('0').to_owned(),
        (planner, _) => planner.to_uppercase(),
    }
}

fn f(value: f64) -> String {
    format!("{value:.1}")
}
