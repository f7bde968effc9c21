//! Plots like Figures 3 and 5 of the paper, as inline SVG.

use maud::{Markup, html};

use super::{
    method::Method,
    rows::{CurveRow, GainRow},
    snapshot::Snapshot,
};

pub const STYLE: &str = include_str!("mm_eqa.css");

const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 380.0;
/// Room for labels: left, right, top, bottom.
const MARGIN: [f64; 4] = [58.0, 16.0, 14.0, 50.0];

/// Says what sees and judges.
pub fn lead(models: &str) -> Markup {
    html! {
        p.scorer.simulated {
            b { (models) } ". What is simulated reads the truth of the house, with the errors that are assumed of it; no model runs there."
        }
    }
}

/// All plots, in the order of the paper.
pub fn plots(curves: &[CurveRow], gains: &[GainRow], snapshots: &[Snapshot]) -> Markup {
    let of = |robots: usize, methods: &[Method]| -> Vec<Line> {
        methods.iter().filter_map(|&method| Line::of_method(curves, robots, method)).collect()
    };
    let of_two = |methods: &[Method]| of(2, methods);
    use Method::{
        Control, FixedThreshold, Independent, NoAnswerSharing, NoCp, Ours, PaperRule, PlainFrontiers, SampledNoCp,
    };
    html! {
        (curves_of("3a: ours and the baselines", &of_two(&[Ours, Independent, PlainFrontiers])))
        (curves_of("3b: with and without calibration", &of_two(&[Ours, NoCp, Independent])))
        (curves_of("3c: what is said", &of_two(&[Ours, Control, NoAnswerSharing])))
        (curves_of("3d: ours at other rates of messages", &Line::of_rates(curves)))
        (curves_of("3e: three robots", &of(3, &[Ours, NoCp, Independent, PlainFrontiers])))
        (curves_of("Other rules for messages and answers", &of_two(&[Ours, PaperRule, FixedThreshold, SampledNoCp])))
        @if !snapshots.is_empty() {
            h3 { "Like Figure 4: what a robot knows and what places are worth to it" }
            div.maps { @for snapshot in snapshots { (snapshot.picture()) } }
        }
        (advantages(gains))
    }
}

/// A line of a plot.
struct Line {
    name: String,
    class: String,
    points: Vec<(f64, f64)>,
}

impl Line {
    fn of(rows: &[CurveRow], name: String, class: String, is_own: impl Fn(&&CurveRow) -> bool) -> Option<Self> {
        let points: Vec<(f64, f64)> = rows.iter().filter(is_own).map(|row| (row.share, row.success.mean)).collect();
        (!points.is_empty()).then_some(Self { name, class, points })
    }

    fn of_method(rows: &[CurveRow], robots: usize, method: Method) -> Option<Self> {
        let paper = method.paper_name().map_or_else(String::new, |name| format!(" ({name})"));
        let is_own = |row: &&CurveRow| row.robots == robots && row.rate == 1.0 && row.method == method;
        Self::of(rows, format!("{}{paper}", method.name()), method.name().to_owned(), is_own)
    }

    fn of_rates(rows: &[CurveRow]) -> Vec<Self> {
        let mut rates: Vec<f64> = Vec::new();
        for row in rows.iter().filter(|row| row.robots == 2 && row.method == Method::Ours) {
            if !rates.contains(&row.rate) {
                rates.push(row.rate);
            }
        }
        rates.sort_by(f64::total_cmp);
        let line = |(place, &rate): (usize, &f64)| {
            let is_own = |row: &&CurveRow| row.robots == 2 && row.rate == rate && row.method == Method::Ours;
            Self::of(rows, format!("{rate} a second"), format!("rate-{place}"), is_own)
        };
        let lines = rates.iter().enumerate().filter_map(line);
        lines.chain(Self::of_method(rows, 2, Method::PlainFrontiers)).collect()
    }
}

fn curves_of(title: &str, lines: &[Line]) -> Markup {
    let [left, right, top, bottom] = MARGIN;
    let x = |share: f64| left + share * (WIDTH - left - right);
    let y = |success: f64| top + (1.0 - success) * (HEIGHT - top - bottom);
    html! {
        @if lines.len() > 1 {
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
                        "normalised time cost (movement and messages), success rate upwards"
                    }
                    @for line in lines {
                        @let points: Vec<String> =
                            line.points.iter().map(|&(share, success)| format!("{},{}", f(x(share)), f(y(success)))).collect();
                        g.(line.class) { polyline points=(points.join(" ")) { title { (line.name) } } }
                    }
                }
                p.legend.agents {
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
}

/// The Advantage over plain frontiers by size of houses, with its intervals (Figure 5).
fn advantages(gains: &[GainRow]) -> Markup {
    let is_shown = |row: &&GainRow| row.robots == 2 && row.over == Method::PlainFrontiers && row.size != "all";
    let rows: Vec<&GainRow> = gains.iter().filter(is_shown).collect();
    let [left, right, top, bottom] = MARGIN;
    let title =
        "Like Figure 5: NTC of ours minus that of plain frontiers (MMFBE), by size of houses; below 0 time is saved";
    let y = |value: f64| top + (0.6 - value.clamp(-0.8, 0.6)) / 1.4 * (HEIGHT - top - bottom);
    let step = (WIDTH - left - right) / rows.len().max(1) as f64;
    html! {
        @if !rows.is_empty() {
            figure.plot {
                figcaption { (title) }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(title) {
                    @for tick in [-8, -6, -4, -2, 0, 2, 4, 6] {
                        @let value = f64::from(tick) / 10.0;
                        line.grid x1=(left) x2=(WIDTH - right) y1=(f(y(value))) y2=(f(y(value))) {}
                        text.tick x=(left - 8.0) y=(f(y(value) + 4.5)) text-anchor="end" { (f(value)) }
                    }
                    @for (place, row) in rows.iter().enumerate() {
                        @let middle = left + (place as f64 + 0.5) * step;
                        @let (mean, [low, high]) = (row.time_cost.mean, row.time_cost.within);
                        @let (above, below) = (y(mean.max(0.0)), y(mean.min(0.0)));
                        g.bar {
                            rect x=(f(middle - 40.0)) width="80" y=(f(above)) height=(f(below - above)) {}
                            line x1=(f(middle)) x2=(f(middle)) y1=(f(y(low))) y2=(f(y(high))) {}
                        }
                        text.tick x=(f(middle)) y=(f(HEIGHT - bottom + 20.0)) text-anchor="middle" { "size " (row.size) }
                    }
                }
            }
        }
    }
}

pub fn f(value: f64) -> String {
    format!("{value:.1}")
}
