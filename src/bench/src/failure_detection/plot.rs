//! Curves of shares, as inline SVG.

use maud::{Markup, html};

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 330.0;
/// Room for labels: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (78.0, 30.0, 14.0, 50.0);

/// A line of a plot: its name and its points, each 0 to 1.
pub struct Line {
    pub name: &'static str,
    pub class: &'static str,
    pub points: Vec<(f64, f64)>,
}

/// A plot whose axes, named along and up, go from 0 and `from` to 1.
pub fn plot(title: &str, [along, up]: [&str; 2], from: f64, lines: &[Line]) -> Markup {
    let (left, right, top, bottom) = MARGIN;
    let x = |value: f64| left + value * (WIDTH - left - right);
    let y = |value: f64| top + (1.0 - (value - from).max(0.0) / (1.0 - from)) * (HEIGHT - top - bottom);
    html! {
        figure.plot {
            figcaption { (title) }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(title) {
                @for tick in 0..=5 {
                    @let value = from + (1.0 - from) * f64::from(tick) / 5.0;
                    line.grid x1=(left) x2=(WIDTH - right) y1=(f(y(value))) y2=(f(y(value))) {}
                    text.tick x=(left - 8.0) y=(f(y(value) + 4.5)) text-anchor="end" { (percent(value)) }
                    @let value = f64::from(tick) / 5.0;
                    text.tick x=(f(x(value))) y=(f(HEIGHT - bottom + 20.0)) text-anchor="middle" { (percent(value)) }
                }
                text.label x=(f((left + WIDTH - right) / 2.0)) y=(f(HEIGHT - 8.0)) text-anchor="middle" { (along) }
                @let upwards = format!("rotate(-90 14 {})", HEIGHT / 2.0);
                text.label x="14" y=(f(HEIGHT / 2.0)) text-anchor="middle" transform=(upwards) { (up) }
                @for line in lines {
                    g.(line.class) {
                        @let points: Vec<String> =
                            line.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
                        polyline points=(points.join(" ")) { title { (line.name) } }
                        @if line.points.len() <= 12 {
                            @for &(a, b) in &line.points {
                                circle cx=(f(x(a))) cy=(f(y(b))) r="4" {
                                    title { (line.name) ": " (format!("{:.1} %, {:.1} %", 100.0 * a, 100.0 * b)) }
                                }
                            }
                        }
                    }
                }
            }
            p.legend.curves {
                @for line in lines {
                    span.chip {
                        svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" {
                            g.(line.class) { polyline points="0,7 34,7" {} }
                        }
                        " " (line.name)
                    }
                }
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn f(value: f64) -> String {
    format!("{value:.1}")
}
