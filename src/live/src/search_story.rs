//! The page of a search: how the robots' maps grew, and what they told one another when.

use std::{collections::BTreeMap, fmt::Write as _};

use maud::{Markup, PreEscaped, html};
use surefleet_cli::report::document;
use surefleet_client::{GroundSnapshot, MapSnapshot, SearchHeard, SearchWatch};
use surefleet_exploration::{ExplorationQuestion, ExplorerMessage, QuestionId};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_site::{Access, ExplorationChoice, ModelChoice};

use crate::listener::Listener;

/// The maps of a robot that the page shows, evenly over the time.
const SHOWN: usize = 6;
/// Pixels of a map's cell, and of the time line.
const CELL_PX: f64 = 1.6;
const LINE_PX: f64 = 900.0;

const STYLE: &str = "
.maps { display: flex; flex-wrap: wrap; gap: 1rem; }
.maps figure { margin: 0; }
.maps svg { background: #8884; display: block; }
.line { width: 100%; height: auto; }
.said { border-collapse: collapse; }
.said td { padding: .15rem .6rem; vertical-align: top; }
";

/// Starts to listen to these robots.
pub fn listen(robots: Vec<RobotId>) -> Listener<SearchHeard> {
    Listener::start("the search", move || {
        let mut watch = SearchWatch::open(&Access::default(), &robots)?;
        Ok::<_, surefleet_ros::NodeError>(move |span| watch.look(span))
    })
}

/// What sees and what judges, in words.
pub fn models(choice: &ExplorationChoice) -> String {
    let name = |model: &ModelChoice| model.model.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let sees =
        choice.eyes.as_ref().map_or_else(|| "sight is simulated".to_owned(), |eyes| format!("{} sees", name(eyes)));
    match &choice.relevance {
        Some(relevance) => format!("{sees}, {} judges what is relevant", name(&relevance.judge)),
        None => format!("{sees}, nothing judges what is relevant"),
    }
}

/// The page of a search; `sought`: the classes that the mission asks for; `choice`: what sees and judges.
pub fn page(
    (title, outcome): (&str, &str),
    heard: &[SearchHeard],
    sought: &[String],
    choice: &ExplorationChoice,
) -> String {
    let mut maps: BTreeMap<&RobotId, Vec<&MapSnapshot>> = BTreeMap::new();
    let mut said: Vec<(Stamp, &ExplorerMessage)> = Vec::new();
    for one in heard {
        match one {
            SearchHeard::Mapped(map) => maps.entry(&map.robot).or_default().push(map),
            SearchHeard::Said { at, message } => said.push((*at, message)),
        }
    }
    said.sort_by_key(|(at, _)| *at);
    let asked: Asked<'_> = said.iter().flat_map(|(_, message)| questions(message)).collect();
    let times = maps.values().flatten().map(|map| map.at).chain(said.iter().map(|(at, _)| *at));
    let (begin, end) = times.fold((None, Stamp::ZERO), |(begin, end): (Option<Stamp>, Stamp), at| {
        (Some(begin.map_or(at, |begin| begin.min(at))), end.max(at))
    });
    let begin = begin.unwrap_or(end);
    let seconds = |at: Stamp| (at - begin).as_secs_f64();
    let count = |is_one: fn(&ExplorerMessage) -> bool| said.iter().filter(|(_, message)| is_one(message)).count();
    let main = html! {
        header.page {
            p.brand { "surefleet" }
            h1 { (title) }
            p.outcome { (outcome) }
            @if choice.eyes.is_none() {
                p.scorer.simulated {
                    b { "Simulated sight" } " — no model looked at pictures: a simulated sight lists objects by the truth of each pixel, as well as "
                    "it is assumed to."
                }
            }
            p.scorer { (models(choice)) }
        }
        dl.figures {
            div { dt { "requests" } dd { (count(|it| matches!(it, ExplorerMessage::Request(_)))) } }
            div { dt { "findings" } dd { (count(|it| matches!(it, ExplorerMessage::Finding(_)))) } }
            div { dt { "answers" } dd { (count(|it| matches!(it, ExplorerMessage::Answer(_)))) } }
            div { dt { "duration" } dd { (format!("{:.0}", seconds(end))) small { " s" } } }
        }
        @for (robot, maps) in &maps {
            h2 { "What " (robot) " mapped" }
            div.maps { @for map in shown(maps) { (figure(map, seconds(map.at), sought)) } }
        }
        h2 { "Messages" }
        p.lead { "Circles are requests, diamonds findings, squares answers, in a row for each robot that said them." }
        (time_line(&maps.keys().copied().collect::<Vec<_>>(), &said, &asked, seconds, seconds(end)))
        table.said {
            @for (at, message) in &said {
                @if !matches!(message, ExplorerMessage::Request(_)) || is_news(&said, *at, message) {
                    tr { td { (format!("{:.1} s", seconds(*at))) } td { (in_words(message, &asked)) } }
                }
            }
        }
    };
    document(title, STYLE, &main)
}

/// What was asked, by its id.
type Asked<'a> = BTreeMap<&'a QuestionId, &'a ExplorationQuestion>;

fn questions(message: &ExplorerMessage) -> impl Iterator<Item = (&QuestionId, &ExplorationQuestion)> {
    let asked = match message {
        ExplorerMessage::Request(request) => request.questions.as_slice(),
        ExplorerMessage::Finding(_) | ExplorerMessage::Answer(_) => &[],
    };
    asked.iter().map(|it| (it.question.id(), &it.question))
}

/// A message in words; an answer with what was asked, where somebody asked it.
fn in_words(message: &ExplorerMessage, asked: &Asked<'_>) -> String {
    let ExplorerMessage::Answer(answer) = message else { return message.to_string() };
    let Some(question) = asked.get(&answer.question) else { return message.to_string() };
    let Some(words) = question.answers().get(answer.letter.place()) else { return message.to_string() };
    let (from, owner, confidence) = (&answer.from, &answer.question.owner, answer.confidence);
    format!("{from} answers {owner}: {} {words} ({confidence:.2})", question.text())
}

/// Whether a request says another thing than the one before it of the same robot.
fn is_news(said: &[(Stamp, &ExplorerMessage)], at: Stamp, message: &ExplorerMessage) -> bool {
    let is_before = |(before, it): &&(Stamp, &ExplorerMessage)| {
        *before < at && matches!(it, ExplorerMessage::Request(_)) && it.from() == message.from()
    };
    said.iter().rev().find(is_before).is_none_or(|(_, before)| before.to_string() != message.to_string())
}

/// Some maps, evenly over the time, the last one included.
fn shown<'a>(maps: &[&'a MapSnapshot]) -> Vec<&'a MapSnapshot> {
    let last = maps.len().saturating_sub(1);
    let mut places: Vec<usize> = (1..=SHOWN).map(|number| last * number / SHOWN).collect();
    places.dedup();
    places.into_iter().filter_map(|place| maps.get(place).copied()).collect()
}

fn figure(map: &MapSnapshot, seconds: f64, sought: &[String]) -> Markup {
    html! {
        figure {
            @if let Some(ground) = &map.ground { (PreEscaped(drawing(map, ground, sought))) }
            figcaption { (format!("{seconds:.0} s: {:.0} m², {} objects", map.known_m2, map.objects.len())) }
        }
    }
}

/// The ground, the robot, and the objects; those that the mission asks for with their names.
fn drawing(map: &MapSnapshot, ground: &GroundSnapshot, sought: &[String]) -> String {
    let height = ground.cells.len() / ground.width;
    let (wide, high) = (ground.width as f64 * CELL_PX, height as f64 * CELL_PX);
    let mut svg = format!("<svg width=\"{wide:.0}\" height=\"{high:.0}\" viewBox=\"0 0 {wide:.1} {high:.1}\">");
    for (row, cells) in ground.cells.chunks(ground.width).enumerate() {
        let y = (height - 1 - row) as f64 * CELL_PX;
        let mut start = 0;
        while start < cells.len() {
            let length = cells[start..].iter().take_while(|cell| **cell == cells[start]).count();
            let colour = match cells[start] {
                0 => Some("#fff"),
                100 => Some("#333"),
                _ => None,
            };
            if let Some(colour) = colour {
                let (x, w) = (start as f64 * CELL_PX, length as f64 * CELL_PX);
                // Writing to a string cannot fail.
                let _ = write!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{CELL_PX}\" fill=\"{colour}\"/>"
                );
            }
            start += length;
        }
    }
    let [left, bottom] = ground.origin_m;
    let at = |[x, y]: [f64; 2]| ((x - left) / ground.cell_m * CELL_PX, high - (y - bottom) / ground.cell_m * CELL_PX);
    for (class, place) in &map.objects {
        let (x, y) = at(*place);
        if sought.contains(class) {
            let name = html! { (class) }.into_string();
            // Names stand towards the middle, where there is room for them.
            let (aside, anchor) = if x > wide / 2.0 { (-5.0, "end") } else { (5.0, "start") };
            let _ = write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#e67700\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"12\" fill=\"#e67700\">{name}</text>",
                x + aside,
                y + 4.0
            );
        } else {
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.5\" fill=\"#4c8bf5\"/>");
        }
    }
    let (x, y) = at(map.place);
    let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#2b8a3e\"/></svg>");
    svg
}

fn time_line(
    robots: &[&RobotId],
    said: &[(Stamp, &ExplorerMessage)],
    asked: &Asked<'_>,
    seconds: impl Fn(Stamp) -> f64,
    end_s: f64,
) -> Markup {
    let (row, left, right) = (28.0, 90.0, 24.0);
    let high = row * robots.len() as f64 + 24.0;
    let x = |at: f64| left + at / end_s.max(1.0) * (LINE_PX - left - right);
    let mut svg =
        format!("<svg class=\"line\" viewBox=\"0 0 {LINE_PX:.0} {high:.0}\" font-size=\"12\" fill=\"currentColor\">");
    for (number, robot) in robots.iter().enumerate() {
        let y = row * number as f64 + 16.0;
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{:.0}\">{robot}</text><path d=\"M{left} {y}H{:.0}\" stroke=\"#8888\"/>",
            y + 4.0,
            LINE_PX - right
        );
        for (at, message) in said.iter().filter(|(_, message)| message.from() == *robot) {
            let x = x(seconds(*at));
            let title = html! { title { (in_words(message, asked)) } }.into_string();
            let _ = match message {
                ExplorerMessage::Request(_) => {
                    write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"3\" fill=\"#868e96\">{title}</circle>")
                }
                ExplorerMessage::Finding(_) => {
                    write!(svg, "<path d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\" fill=\"#e67700\">{title}</path>", y - 6.0)
                }
                ExplorerMessage::Answer(_) => write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\" fill=\"#2b8a3e\">{title}</rect>",
                    x - 5.5,
                    y - 5.5
                ),
            };
        }
    }
    for share in 0..=4 {
        let at = end_s * f64::from(share) / 4.0;
        let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{at:.0} s</text>", x(at), high - 4.0);
    }
    svg.push_str("</svg>");
    html! { (PreEscaped(svg)) }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, time::Duration};

    use surefleet_exploration::{AnswerLetter, ConfidenceCheck, Quarters, SearchRequest, SharedAnswer, SoughtQuestion};
    use surefleet_site::FleetFile;

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn a_page_shows_each_robots_last_map_and_a_repeated_request_once() -> Outcome {
        let robot = RobotId::new("robot_1")?;
        let at = |seconds| Stamp::ZERO + Duration::from_secs(seconds);
        let map = |seconds: u64| {
            SearchHeard::Mapped(Box::new(MapSnapshot {
                robot: robot.clone(),
                at: at(seconds),
                place: [0.0, 0.0],
                known_m2: seconds as f64,
                objects: vec![("<kettle>".into(), [0.1, 0.1]), ("sofa".into(), [0.2, 0.1])],
                ground: Some(GroundSnapshot {
                    origin_m: [0.0, 0.0],
                    cell_m: 0.1,
                    width: 2,
                    cells: vec![0, 0, -1, 100],
                }),
            }))
        };
        let request = |seconds: u64| {
            let request = SearchRequest { from: robot.clone(), number: seconds, questions: vec![], receipts: vec![] };
            SearchHeard::Said { at: at(seconds), message: ExplorerMessage::Request(request) }
        };
        let mut heard: Vec<SearchHeard> = (10..30).map(map).collect();
        heard.extend([request(11), request(16)]);
        let id = QuestionId { owner: RobotId::new("robot_2")?, number: 1 };
        let question = Quarters::question(id.clone(), "kettle")?;
        let questions = vec![SoughtQuestion { question, is_disputed: false }];
        let asks = SearchRequest { from: RobotId::new("robot_2")?, number: 1, questions, receipts: vec![] };
        let fixed = ConfidenceCheck::fixed(0.1)?;
        let answer = |question| {
            let (from, check) = (robot.clone(), fixed.name());
            SharedAnswer { from, number: 2, question, letter: AnswerLetter::D, confidence: 0.93, check, view: 1 }
        };
        let unasked = QuestionId { number: 9, ..id.clone() };
        let said = |message| SearchHeard::Said { at: at(20), message };
        heard.extend(
            [
                ExplorerMessage::Request(asks),
                ExplorerMessage::Answer(answer(id)),
                ExplorerMessage::Answer(answer(unasked)),
            ]
            .map(said),
        );
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let choice = FleetFile::read(&example)?.exploration.ok_or("robots that explore")?;
        let page = page(("Find it", "succeeded"), &heard, &["<kettle>".to_owned()], &choice);
        assert!(page.contains("Simulated sight") && page.contains("relevance-judge judges"));
        assert!(page.contains("19 s: 29 m², 2 objects") && page.matches("<figure>").count() == SHOWN, "{page}");
        assert!(
            page.contains("<td>robot_1 answers robot_2: Where is the kettle? in the north-east (0.93)</td>"),
            "{page}"
        );
        assert!(page.contains("<td>robot_1 answers question 9 of robot_2 with D (0.93)</td>"));
        assert_eq!(page.matches("robot_1 has no open question</td>").count(), 1);
        assert!(page.contains("&lt;kettle&gt;</text>") && !page.contains("<kettle>"));
        Ok(())
    }
}
