//! Accuracy by team size as one page that opens from disk.

use maud::{Markup, html};
use surefleet_cli::report::document;

use super::{Report, Row, large};

const OWN_STYLE: &str = concat!(include_str!("../plots.css"), include_str!("planners.css"));

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 330.0;
/// Room for labels: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (58.0, 16.0, 14.0, 64.0);

/// The whole page.
pub fn page(report: &Report) -> String {
    let names = |is_in: &dyn Fn(&Row) -> bool| {
        let mut names: Vec<&str> = of(report, is_in).into_iter().map(|row| row.scorer.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let (scorers, writers) = (names(&|row| row.planner == "surefleet"), names(&is_written));
    let main = html! {
        header.page {
            p.brand { "surefleet bench planners" }
            h1 { "Planners of S-ATLAS, Section V, with models of one's own" }
            @if report.results.iter().any(|row| row.is_simulated) {
                p.scorer.simulated { b { "A simulated scorer" } " is among them — no language model ran there." }
            }
        }
        p.lead {
            "A bar is a share of missions that were achieved; the line across it is what the paper reports for that planner (with help: of all its teams together), with "
            "GPT-3.5 and on missions of its own. " code { (report.circumstances.command) } ", " (report.circumstances.date) ", "
            (report.circumstances.machine.cpu) "."
        }
        div.plots {
            @for scorer in &scorers {
                (plot(&format!("surefleet, scored by {scorer}"), &of(report, |row| row.planner == "surefleet" && row.scorer == *scorer)))
            }
            @for writer in &writers {
                (plot(&format!("decisions written as text by {writer}"), &of(report, |row| is_written(row) && row.scorer == *writer)))
            }
        }
        h2 { "All figures" }
        (table(&report.results))
    };
    document("planners", OWN_STYLE, &main)
}

fn is_written(row: &Row) -> bool {
    matches!(row.planner, "cmas" | "dmas")
}

fn of(report: &Report, is_in: impl Fn(&Row) -> bool) -> Vec<&Row> {
    report.results.iter().filter(|row| is_in(row)).collect()
}

/// Bars by team size, one a planner and way of asking for help.
fn plot(title: &str, rows: &[&Row]) -> Markup {
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
                    @let own: Vec<&&Row> = rows.iter().filter(|row| row.robots == *team).collect();
                    @let width = room * 0.8 / own.len().max(1) as f64;
                    @let begin = left + room * (group as f64 + 0.1);
                    @for (place, row) in own.iter().enumerate() {
                        @let x = begin + width * place as f64;
                        @let share = row.accuracy.unwrap_or(0.0);
                        g.(kind(row)) {
                            rect x=(f(x + 1.0)) y=(f(y(share))) width=(f(width - 2.0)) height=(f((y(0.0) - y(share)).max(1.0))) {
                                title { (name(row)) ", " (team) " robots: " (format!("{:.1} %", share * 100.0)) }
                            }
                            @if let Some(paper) = row.paper_accuracy {
                                line.paper x1=(f(x)) x2=(f(x + width)) y1=(f(y(paper))) y2=(f(y(paper))) {}
                            }
                            text.tick x=(f(x + width / 2.0)) y=(f(HEIGHT - bottom + 16.0)) text-anchor="middle" { (short(row)) }
                        }
                    }
                    text.label x=(f(begin + room * 0.4)) y=(f(HEIGHT - bottom + 36.0)) text-anchor="middle" { (team) }
                }
                text.label x=(f((left + WIDTH - right) / 2.0)) y=(f(HEIGHT - 8.0)) text-anchor="middle" { "robots in the team; under a bar: how much help" }
            }
        }
    }
}

fn kind(row: &Row) -> &'static str {
    match (row.planner, row.help) {
        ("surefleet", None) => "alone",
        ("surefleet", Some(_)) => "helped",
        ("cmas", _) => "central",
        _ => "rounds",
    }
}

fn name(row: &Row) -> String {
    match row.help {
        None => row.planner.to_owned(),
        Some(level) => format!("{} with help at {level:.2}", row.planner),
    }
}

/// As it stands under a bar.
fn short(row: &Row) -> String {
    match (row.planner, row.help) {
        ("surefleet", None) => "none".to_owned(),
        ("surefleet", Some(level)) => format!("{level:.2}").trim_start_matches('0').to_owned(),
        (planner, _) => planner.to_uppercase(),
    }
}

fn f(value: f64) -> String {
    format!("{value:.1}")
}

fn table(rows: &[Row]) -> Markup {
    let figure =
        |value: Option<f64>, digits: usize| value.map_or_else(String::new, |value| format!("{value:.digits$}"));
    html! {
        div.scroll tabindex="0" {
            table.rates {
                thead { tr {
                    @for head in ["robots", "planner", "scored or written by", "missions", "accuracy", "paper", "horizon",
                        "asked a step", "asked a mission", "calls a joint step", "options a joint step", "tokens a joint step", "unreadable", "refused", "unfinished"] {
                        th scope="col" { (head) }
                    }
                } }
                tbody {
                    @for row in rows {
                        tr {
                            td { (row.robots) } td { (name(row)) } td { (row.scorer) } td { (row.missions) }
                            td { (row.accuracy.map_or_else(|| "not feasible".to_owned(), |accuracy| format!("{accuracy:.3}"))) }
                            td { (figure(row.paper_accuracy, 3)) } td { (figure(row.horizon_mean, 1)) }
                            td { (figure(row.help_per_step, 4)) } td { (figure(row.help_per_mission, 2)) }
                            td { (figure(row.calls_per_step, 1)) } td { @if let Some(count) = row.joint_options { (large(count)) } }
                            td { (figure(row.tokens_per_step, 0)) }
                            @for count in [row.unreadable, row.refused, row.unfinished] { td { @if let Some(count) = count { (count) } } }
                        }
                    }
                }
            }
        }
    }
}
