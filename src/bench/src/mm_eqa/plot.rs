//! Success over normalised time, as inline SVG (Figure 3 of the paper).

use maud::{Markup, html};

use super::{method::Method, rows::CurveRow};

pub const STYLE: &str = include_str!("mm_eqa.css");

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Room for labels: left, right, top, bottom.
const MARGIN: [f64; 4] = [58.0, 16.0, 14.0, 50.0];

/// Says what pretends.
pub fn lead() -> Markup {
    html! {
        p.scorer.simulated {
            b { "Simulated sight and relevance" } " — no model ran. They read the truth of the house, with the errors that are assumed of them."
        }
    }
}

/// The plot with its legend.
pub fn plot(rows: &[CurveRow], methods: &[Method]) -> Markup {
    let [left, right, top, bottom] = MARGIN;
    let x = |share: f64| left + share * (WIDTH - left - right);
    let y = |success: f64| top + (1.0 - success) * (HEIGHT - top - bottom);
    let title = "Success rate over normalised time cost (movement and messages)";
    html! {
        p.legend.agents {
            @for method in methods {
                span.chip {
                    svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" {
                        g.(method.name()) { polyline points="0,7 34,7" {} }
                    }
                    " " b { (method.name()) } @if let Some(name) = method.paper_name() { " (" (name) ")" }
                }
            }
        }
        figure.plot {
            figcaption { (title) }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(title) {
                @for percent in [0, 20, 40, 60, 80, 100] {
                    @let share = f64::from(percent) / 100.0;
                    line.grid x1=(left) x2=(WIDTH - right) y1=(f(y(share))) y2=(f(y(share))) {}
                    text.tick x=(left - 8.0) y=(f(y(share) + 4.5)) text-anchor="end" { (percent) " %" }
                    text.tick x=(f(x(share))) y=(f(HEIGHT - bottom + 20.0)) text-anchor="middle" { (f(share)) }
                }
                text.label x=(f((left + WIDTH - right) / 2.0)) y=(f(HEIGHT - 8.0)) text-anchor="middle" {
                    "share of the time limit"
                }
                @for method in methods {
                    @let own = rows.iter().filter(|row| row.method == *method);
                    @let points: Vec<String> =
                        own.map(|row| format!("{},{}", f(x(row.share)), f(y(row.success.mean)))).collect();
                    g.(method.name()) { polyline points=(points.join(" ")) { title { (method.name()) } } }
                }
            }
        }
    }
}

fn f(value: f64) -> String {
    format!("{value:.1}")
}
