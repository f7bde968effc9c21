//! The plots of the measurement.

use maud::{Markup, html};
use surefleet_perception::{Strategy, Uncertainty, selective_curve, uncertainty_accuracy_curve};

use super::{
    CurvePoint, Found,
    plot::{Line, plot},
    rows::judged,
};

pub const STYLE: &str = include_str!("failure_detection.css");

/// Says that the pictures pretend.
pub fn lead(found: &Found) -> Markup {
    html! {
        p.scorer.simulated {
            b { "Simulated pictures" } " — a renderer drew them, and " (found.model) " was trained on others of the "
            "same renderer. They say nothing about cameras."
        }
    }
}

/// Figures at a glance, and curves.
pub fn body(found: &Found) -> Markup {
    html! {
        (figures(found))
        h2 { "Missions in which actions go wrong" }
        p.lead {
            "Two items are to be moved; actions go astray, fail to open, grasp or release, take or leave something "
            "elsewhere, or are undone by somebody, and the robot feels none of it. A person who is asked knows, and "
            "errs as often as the table says. Once a failure is noticed, so is where the things are that it was "
            "about. Every method meets the same households and chances. The paper's own figures are of its two "
            "tasks on a real arm, with people who interfere: another robot in another world."
        }
        div.plots.one {
            (plot(
                "Success and help, by threshold of entropy",
                ["share of checks that a person answers", "share"],
                0.9,
                &by_threshold(found),
            ))
        }
        h2 { "The detector alone" }
        p.lead {
            "Curves in light that the model was not trained on, where it errs more: accuracy of what is kept when "
            "the most unsure answers are left out (the paper's Figure 4, right, and Figure 5), and of what is at "
            "most as unsure as a threshold allows (Figure 4, left). The vertical axis begins at 80 %."
        }
        div.plots {
            @for uncertainty in [Uncertainty::Entropy, Uncertainty::TokenProbability, Uncertainty::SelfExplained] {
                (plot(
                    &format!("Selective: {uncertainty}"),
                    ["left out", "accuracy of the rest"],
                    0.8,
                    &curves(found, uncertainty, true),
                ))
            }
            @for uncertainty in [Uncertainty::Entropy, Uncertainty::TokenProbability] {
                (plot(
                    &format!("Calibration: {uncertainty}"),
                    ["1 - greatest uncertainty kept", "accuracy of what is kept"],
                    0.8,
                    &curves(found, uncertainty, false),
                ))
            }
        }
    }
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1} %", 100.0 * value))
}

fn figures(found: &Found) -> Markup {
    let of = |method: &str| found.loops.iter().find(|row| row.method == method);
    html! {
        dl.figures {
            div { dt { "success, open loop" } dd { (share(of("open-loop").map(|row| row.success))) } }
            div.alone {
                dt { "success, looking and asking" }
                dd { (share(of("help-conformal").map(|row| row.success))) }
            }
            div.alone { dt { "asked a person" } dd { (share(of("help-conformal").and_then(|row| row.human_rate))) } }
            @for row in &found.guarantee {
                div {
                    dt { "wrong and not asked, " (row.truth) }
                    dd { (share(row.rate)) small { " of at most " (row.level.to_string()) } }
                }
            }
        }
    }
}

fn by_threshold(found: &Found) -> Vec<Line> {
    let of = |value: fn(&CurvePoint) -> Option<f64>| {
        let mut points: Vec<(f64, f64)> =
            found.curve.iter().filter_map(|point| Some((point.human_rate?, value(point)?))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    vec![
        Line { name: "success", class: "ssc", points: of(|point| Some(point.success)) },
        Line { name: "right without a person", class: "sra", points: of(|point| point.detection_accuracy) },
    ]
}

fn curves(found: &Found, uncertainty: Uncertainty, is_selective: bool) -> Vec<Line> {
    let line = |(strategy, name, class)| {
        let judged = judged(&found.seen, strategy, uncertainty);
        let points = if is_selective { selective_curve(&judged) } else { uncertainty_accuracy_curve(&judged) };
        Line { name, class, points }
    };
    let ways = [
        (Strategy::StateComparison, "subgoal state comparison", "ssc"),
        (Strategy::SpatialAnalysis, "spatial relationship analysis", "sra"),
        (Strategy::NextAction, "next action prediction", "nap"),
    ];
    ways.map(line).into()
}
