//! Lessons that teach a model about one picture.

use std::error::Error;

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use surefleet_language::Exchange;
use surefleet_mission::{Effect, ItemId, PlaceId, Target, Transport, Whereabouts};
use surefleet_perception::{Check, QuestionWording, Strategy, questions};
use surefleet_simulator::{Scene, Shot, Trial};

/// A question with its right answer.
#[derive(Debug, Serialize)]
pub struct Lesson {
    /// `ssc`, `sra`, `nap`, `fact` (yes or no, of something that nobody tried), `describe`, `confidence`.
    pub kind: &'static str,
    /// The dialogue so far: pairs of question and answer.
    pub said: Vec<[String; 2]>,
    pub question: String,
    /// All answers to choose from; none: the model answers in its own words.
    pub answers: Vec<String>,
    /// The right one.
    pub answer: String,
}

/// Fewer pixels than this and nobody could say what it is.
const RECOGNISABLE_PX: f32 = 5.0;

/// The three strategies' questions on the trial, others about facts of the picture, and how sure one can be.
pub fn lessons(
    domain: &Transport,
    trial: &Trial,
    shot: &Shot,
    facts: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Lesson>, Box<dyn Error>> {
    let subgoal = trial.subgoal();
    let steps: Vec<&str> = trial.plan.iter().map(|step| step.subtask.as_str()).collect();
    let check = Check::new(&trial.task, &subgoal.subtask, &subgoal.expected)?.in_plan(steps, trial.step)?;
    let described = describe(domain, &trial.scene, trial.robot, shot);
    let mut lessons = Vec::new();

    let compare = questions(&check, Strategy::StateComparison, QuestionWording::Short)?;
    let answer = compare.answers[if trial.worked() { compare.success } else { 1 - compare.success }].clone();
    lessons.push(lesson("ssc", Vec::new(), compare.question.clone(), compare.answers, &answer));
    let said = Exchange { question: compare.question, answer: answer.clone() };
    lessons.push(lesson(
        "confidence",
        vec![said],
        compare.confidence,
        Vec::new(),
        sureness(trial, shot, subgoal.effect),
    ));

    let analyse = questions(&check, Strategy::SpatialAnalysis, QuestionWording::Short)?;
    let first = analyse.describe.unwrap_or_default();
    lessons.push(lesson("describe", Vec::new(), first.clone(), Vec::new(), &described));
    let said = Exchange { question: first, answer: described };
    lessons.push(lesson("sra", vec![said], analyse.question, analyse.answers, &answer));

    let next = questions(&check, Strategy::NextAction, QuestionWording::Short)?;
    let right = if trial.worked() { &next.answers[next.success] } else { &subgoal.subtask }.clone();
    lessons.push(lesson("nap", Vec::new(), next.question, next.answers, &right));

    for _ in 0..facts {
        let effect = fact(domain, &trial.scene, trial.robot, rng);
        let check = Check::new(&trial.task, &tried(domain, effect), &effect.words(domain))?;
        let ask = questions(&check, Strategy::StateComparison, QuestionWording::Short)?;
        let answer = &ask.answers[if trial.scene.shows(trial.robot, effect) { ask.success } else { 1 - ask.success }];
        lessons.push(lesson("fact", Vec::new(), ask.question, ask.answers.clone(), answer));
    }
    Ok(lessons)
}

fn lesson(kind: &'static str, said: Vec<Exchange>, question: String, answers: Vec<String>, answer: &str) -> Lesson {
    let said = said.into_iter().map(|said| [said.question, said.answer]).collect();
    Lesson { kind, said, question, answers, answer: answer.to_owned() }
}

/// Where the robot is, what it holds and what lies before it, as far as the picture shows it.
fn describe(domain: &Transport, scene: &Scene, robot: usize, shot: &Shot) -> String {
    let held = scene.held(domain, robot);
    let hand = held.map_or("nothing", |item| &domain.item(item).phrase);
    let Some(here) = scene.standing(robot) else {
        return format!("the robot is in the middle of the room. the gripper holds {hand}.");
    };
    let at = &domain.place(here).phrase;
    let mut text = format!("the robot is at {at}. the gripper holds {hand}.");
    if domain.place(here).is_container {
        text += &format!(" {at} is {}.", if scene.is_open(here) { "open" } else { "closed" });
    }
    let is_seen = |item: &ItemId| {
        scene.whereabouts(*item) == Whereabouts::Place(here) && shot.item_px[item.index()] >= RECOGNISABLE_PX
    };
    for item in domain.items().filter(is_seen) {
        text += &format!(" {} is {}.", domain.item(item).phrase, domain.whereabouts(here));
    }
    text
}

/// In percent, by how much of the picture shows what the question is about.
fn sureness(trial: &Trial, shot: &Shot, effect: Effect) -> &'static str {
    let seen = |item: ItemId| shot.item_px[item.index()];
    let subject = match effect {
        Effect::Held(_) | Effect::Open(_) | Effect::At(Target::Place(_)) => return "99",
        Effect::Located(item, _) | Effect::At(Target::Item(item)) => item,
    };
    match seen(subject) {
        _ if trial.scene.whereabouts(subject) == Whereabouts::Robot(trial.robot) => "99",
        px if px >= 40.0 => "99",
        px if px >= 15.0 => "90",
        px if px >= RECOGNISABLE_PX => "75",
        // It is not here, or behind something.
        _ => "80",
    }
}

/// The action that the robot tried in order to reach this effect.
fn tried(domain: &Transport, effect: Effect) -> String {
    match effect {
        Effect::At(Target::Item(item)) => format!("go to {}", domain.item(item).phrase),
        Effect::At(Target::Place(place)) => format!("go to {}", domain.place(place).phrase),
        Effect::Held(item) => format!("grab {}", domain.item(item).phrase),
        Effect::Located(item, place) => format!("put {} down {}", domain.item(item).phrase, domain.whereabouts(place)),
        Effect::Open(place) => format!("open {}", domain.place(place).phrase),
    }
}

/// Something that the picture can show, so or not so: half of them are.
fn fact(domain: &Transport, scene: &Scene, robot: usize, rng: &mut ChaCha8Rng) -> Effect {
    let items: Vec<ItemId> = domain.items().collect();
    let any = |rng: &mut ChaCha8Rng| items[rng.random_range(0..items.len())];
    let held = scene.held(domain, robot);
    let Some(here) = scene.standing(robot) else { return Effect::Held(held.unwrap_or_else(|| any(rng))) };
    let lying: Vec<ItemId> =
        items.iter().copied().filter(|&item| scene.whereabouts(item) == Whereabouts::Place(here)).collect();
    let is_so = rng.random_bool(0.5);
    let seen = if scene.is_open(here) { lying.choose(rng).copied() } else { None };
    match rng.random_range(0..10) {
        0..2 => Effect::Held(held.filter(|_| is_so).unwrap_or_else(|| any(rng))),
        2..7 => Effect::Located(seen.filter(|_| is_so).unwrap_or_else(|| any(rng)), here),
        7 => Effect::At(Target::Item(seen.filter(|_| is_so).unwrap_or_else(|| any(rng)))),
        8 if domain.place(here).is_container => Effect::Open(here),
        _ => {
            let places: Vec<PlaceId> = domain.places().collect();
            Effect::At(Target::Place(if is_so { here } else { places[rng.random_range(0..places.len())] }))
        }
    }
}
