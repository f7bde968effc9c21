//! The measurement as one page that opens from disk.

use maud::{Markup, html};
use surefleet_cli::report::document;
use surefleet_perception::{Strategy, Uncertainty, selective_curve, uncertainty_accuracy_curve};

use super::{
    DetectorRow, Report, Row,
    plot::{Line, plot},
    rounds::LoopRow,
    rows::judged,
    scenes::Conditions,
};

const OWN_STYLE: &str = concat!(include_str!("../plots.css"), include_str!("failure_detection.css"));

/// The whole page.
pub fn page(report: &Report) -> String {
    let main = html! {
        header.page {
            p.brand { "surefleet bench failure-detection" }
            h1 { "Robots that look whether it worked" }
            p.scorer.simulated { b { "Simulated pictures" } " — a renderer drew them, and " (report.model) " was trained on others of the same renderer. They say nothing about cameras." }
        }
        (figures(report))
        h2 { "Missions in which actions go wrong" }
        p.lead { "Two items are to be moved; actions go astray, fail to open, grasp or release, take or leave something elsewhere, or are undone by "
            "somebody, and the robot feels none of it. A person who is asked knows, and errs as often as the table says. Once a failure is noticed, so is where "
            "the things are that it was about. Every method meets the same households and chances." }
        (loops(report))
        div.plots.one {
            (plot("Success and help, by threshold of entropy", "share of checks that a person answers", "share", 0.9, &by_threshold(report)))
        }
        h2 { "The guarantee" }
        (guarantee(report))
        h2 { "The detector alone" }
        p.lead { "Curves in light that the model was not trained on, where it errs more: accuracy of what is kept when the most unsure answers are left out (the paper's Figure 4, right, and Figure 5), "
            "and of what is at most as unsure as a threshold allows (Figure 4, left). The vertical axis begins at 80 %." }
        div.plots {
            @for uncertainty in [Uncertainty::Entropy, Uncertainty::TokenProbability, Uncertainty::SelfExplained] {
                (plot(&format!("Selective: {uncertainty}"), "left out", "accuracy of the rest", 0.8, &curves(report, uncertainty, true)))
            }
            @for uncertainty in [Uncertainty::Entropy, Uncertainty::TokenProbability] {
                (plot(&format!("Calibration: {uncertainty}"), "1 - greatest uncertainty kept", "accuracy of what is kept", 0.8, &curves(report, uncertainty, false)))
            }
        }
        h2 { "All figures" }
        (table(report))
        p.lead { code { (report.circumstances.command) } ", " (report.circumstances.date) ", " (report.circumstances.machine.cpu) ", "
            (format!("{:.0}", report.seconds)) " s." }
    };
    document("failure detection", OWN_STYLE, &main)
}

fn detectors(report: &Report) -> impl Iterator<Item = &DetectorRow> {
    report.results.iter().filter_map(|row| match row {
        Row::Detector(row) => Some(row),
        Row::Loop(_) => None,
    })
}

fn rounds(report: &Report) -> impl Iterator<Item = &LoopRow> {
    report.results.iter().filter_map(|row| match row {
        Row::Loop(row) => Some(row),
        Row::Detector(_) => None,
    })
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1} %", 100.0 * value))
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

fn figures(report: &Report) -> Markup {
    let of = |method: &str| rounds(report).find(|row| row.method == method);
    html! {
        dl.figures {
            div { dt { "success, open loop" } dd { (share(of("open-loop").map(|row| row.success))) } }
            div.alone { dt { "success, looking and asking" } dd { (share(of("help-conformal").map(|row| row.success))) } }
            div.alone { dt { "asked a person" } dd { (share(of("help-conformal").and_then(|row| row.human_rate))) } }
            @for row in &report.guarantee {
                div { dt { "wrong and not asked, " (row.truth) } dd { (share(row.rate)) small { " of at most " (row.level) } } }
            }
        }
    }
}

fn loops(report: &Report) -> Markup {
    html! {
        div.scroll tabindex="0" { table.rates {
            thead { tr { @for head in ["method", "failure rate", "missions", "actions", "success", "right without a person", "asked a person",
                "missed failures", "false alarms", "person errs", "paper: success", "paper: right", "paper: asked"] { th scope="col" { (head) } } } }
            tbody { @for row in rounds(report) { tr {
                td { (row.method) } td { (share(Some(row.failure_rate))) } td { (row.missions) } td { (row.actions) } td { (share(Some(row.success))) }
                td { (share(row.detection_accuracy)) } td { (share(row.human_rate)) }
                td { (share(row.missed_failures)) } td { (share(row.false_alarms)) } td { (share(Some(row.person_errs))) }
                td { (row.paper_success) } td { (row.paper_detection_accuracy) } td { (row.paper_human_rate) }
            } } }
        } }
        p.lead { "The paper's own figures are of its two tasks on a real arm, with people who interfere: another robot in another world." }
    }
}

fn guarantee(report: &Report) -> Markup {
    html! {
        p.lead { "Fresh trials under the calibration file: how often a verdict was wrong and nobody was asked, of the actions that truly failed and of those "
            "that truly worked. At most: the upper end of the exact 95 % interval." }
        div.scroll tabindex="0" { table.rates {
            thead { tr { @for head in ["actions that", "level", "checks", "wrong and not asked", "rate", "at most", "asked"] { th scope="col" { (head) } } } }
            tbody { @for row in &report.guarantee { tr {
                td { (row.truth) } td { (row.level) } td { (row.checks) } td { (row.wrong_unasked) } td { (share(row.rate)) }
                td { (share(row.rate_upper)) } td { (row.asked) }
            } } }
        } }
    }
}

fn by_threshold(report: &Report) -> Vec<Line> {
    let of = |value: fn(&super::CurvePoint) -> Option<f64>| {
        let mut points: Vec<(f64, f64)> =
            report.curve.iter().filter_map(|point| Some((point.human_rate?, value(point)?))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    vec![
        Line { name: "success", class: "ssc", points: of(|point| Some(point.success)) },
        Line { name: "right without a person", class: "sra", points: of(|point| point.detection_accuracy) },
    ]
}

fn curves(report: &Report, uncertainty: Uncertainty, is_selective: bool) -> Vec<Line> {
    let line = |(strategy, name, class)| {
        let judged = judged(&report.seen, strategy, uncertainty);
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

fn table(report: &Report) -> Markup {
    html! {
        div.scroll tabindex="0" { table.rates {
            thead { tr { @for head in ["pictures", "asked", "uncertainty", "trials", "accuracy", "balanced", "selective area", "ROC area", "calibration area", "generated",
                "paper: accuracy", "paper: calibration area", "paper: selective area", "paper: generated"] { th scope="col" { (head) } } } }
            tbody { @for of in Conditions::ALL { @for row in detectors(report).filter(|row| row.pictures == of.name()) { tr {
                td { (row.pictures) } td { (row.strategy) } td { (row.uncertainty) } td { (row.checks) } td { (share(row.accuracy)) } td { (share(row.balanced_accuracy)) }
                td { (number(row.selective_auc)) } td { (number(row.calibration_auc_roc)) } td { (number(row.calibration_area)) } td { (share(row.generation_rate)) }
                td { (share(Some(row.paper.paper_accuracy))) } td { (number(row.paper.paper_calibration_area)) }
                td { (number(Some(row.paper.paper_selective_auc))) } td { (share(row.paper.paper_generation_rate)) }
            } } } }
        } }
    }
}
