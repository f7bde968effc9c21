//! What there is to be learnt from one picture.

use std::collections::{BTreeMap, BTreeSet};

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use surefleet_exploration::{PictureCell, ViewWording};
use surefleet_houses::{Catalogue, Hit, House, HouseAnswer, HouseQuestion, RoomKind, ThingId, View};
use surefleet_mapping::{Map, Optical, Transform};
use surefleet_simulator::{Assumptions, Glimpse, ViewEvidence, likely_room};

const SIDE: usize = PictureCell::SIDE;
/// A thing with fewer pixels is not listed, and one with fewer in a cell does not count there.
const LEAST_PIXELS: usize = 24;
const LEAST_IN_CELL: usize = 6;
const MOST_LISTED: usize = 8;
/// A picture from which the simulated sight would read the answer with this probability shows it, one with the other does not; those in between
/// teach nothing.
const SHOWS: f64 = 0.55;
const HIDES: f64 = 0.05;
/// The most questions of a picture that it answers.
const MOST_ANSWERS: usize = 3;
/// The most questions of a picture about whether to search there, and about which way.
const MOST_OF_WORTH: usize = 2;
/// Floor of the likeliest kind of room counts from this many pixels.
const LEAST_FLOOR: usize = 40;

/// Names of all states of things.
pub const STATES: [&str; 4] = ["on", "off", "open", "closed"];

fn cell_of(view: &View, index: usize) -> usize {
    let (width, height) = (view.intrinsics().width(), view.intrinsics().height());
    let (u, v) = (index % width, index / width);
    v * SIDE / height * SIDE + u * SIDE / width
}

/// Of each cell: three classes, colour, state, room.
pub fn cells(house: &House, view: &View) -> Vec<u8> {
    let catalogue = Catalogue::shipped();
    let kinds: Vec<RoomKind> = catalogue.room_kinds().collect();
    let mut things: Vec<BTreeMap<ThingId, usize>> = vec![BTreeMap::new(); SIDE * SIDE];
    let mut floors: Vec<BTreeMap<RoomKind, usize>> = vec![BTreeMap::new(); SIDE * SIDE];
    for (index, hit) in view.hits.iter().enumerate() {
        match hit {
            Hit::Thing(thing) => *things[cell_of(view, index)].entry(*thing).or_default() += 1,
            Hit::Floor(room) => *floors[cell_of(view, index)].entry(house.room(*room).kind).or_default() += 1,
            _ => {}
        }
    }
    let mut bytes = Vec::with_capacity(SIDE * SIDE * 6);
    for (things, floors) in things.into_iter().zip(floors) {
        let mut things: Vec<(ThingId, usize)> = things.into_iter().filter(|one| one.1 >= LEAST_IN_CELL).collect();
        things.sort_by_key(|one| std::cmp::Reverse(one.1));
        let mut classes: Vec<u8> = Vec::new();
        for (thing, _) in &things {
            let class = house.thing(*thing).class.get() as u8 + 1;
            if classes.len() < 3 && !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes.resize(3, 0);
        bytes.extend(classes);
        let first = things.first().map(|one| one.0);
        let colour = first.and_then(|thing| catalogue.colours().position(|one| one == house.thing(thing).colour));
        let state = first.and_then(|thing| house.state(thing));
        let state = state.and_then(|state| STATES.iter().position(|one| *one == state));
        let floor = floors.into_iter().max_by_key(|one| one.1).filter(|one| one.1 >= 2 * LEAST_IN_CELL);
        let floor = floor.and_then(|(kind, _)| kinds.iter().position(|one| *one == kind));
        bytes.extend([colour, state, floor].map(|place| place.map_or(0, |place| place as u8 + 1)));
    }
    bytes
}

/// All lessons of a picture.
pub fn lessons(
    house: &House,
    view: &View,
    pose: Transform<Map, Optical>,
    questions: &[HouseQuestion],
    random: &mut ChaCha8Rng,
) -> Vec<Value> {
    let mut lessons = Vec::new();
    let mut add = |kind: &str, question: String, answer: &str, options: &[&str]| {
        lessons.push(json!({ "kind": kind, "question": question, "answer": answer, "options": options }));
    };
    let catalogue = Catalogue::shipped();
    let listed = listed(view);
    let words: Vec<String> = listed
        .iter()
        .map(|(thing, cell)| format!("{} {} {}", catalogue.name(house.thing(*thing).class), cell.row(), cell.column()))
        .collect();
    let list = if words.is_empty() { "nothing".to_owned() } else { words.join("; ") };
    add("list", ViewWording::list().to_owned(), &list, &[]);

    let yes_no = ViewWording::YES_OR_NO;
    let [yes, no] = yes_no;
    if let Some((thing, cell)) = listed.choose(random) {
        let name_of = |thing: &ThingId| catalogue.name(house.thing(*thing).class);
        add("there", ViewWording::is_there(name_of(thing), *cell), yes, &yes_no);
        // Another thing of the picture, or any, that is not seen near this cell.
        let near: Vec<&str> = seen_near(view, *cell).iter().map(name_of).collect();
        let is_far = |other: &&str| !near.contains(other);
        let others: Vec<&str> = listed.iter().map(|(other, _)| name_of(other)).filter(is_far).collect();
        let any: Vec<&str> = catalogue.classes().map(|class| catalogue.name(class)).filter(is_far).collect();
        let from = if random.random_bool(0.5) && !others.is_empty() { &others } else { &any };
        if let Some(other) = from.choose(random) {
            add("there", ViewWording::is_there(other, *cell), no, &yes_no);
        }
    }

    let (mut seen, mut hidden) = (Vec::new(), Vec::new());
    let glimpse = Glimpse { house, robot: 0, number: 1, view, pose, believed: pose };
    for question in questions {
        match shows(&glimpse, question) {
            shown if shown >= SHOWS => seen.push(question),
            shown if shown <= HIDES => hidden.push(question),
            _ => {}
        }
    }
    let chosen: Vec<&&HouseQuestion> = seen.sample(random, MOST_ANSWERS).collect();
    for question in &chosen {
        let options = question.options.each_ref().map(String::as_str);
        add("answer", question.text.clone(), options[question.answer as usize], &options);
        add("shows", ViewWording::shows(&question.text), yes, &yes_no);
    }
    for question in hidden.sample(random, chosen.len().max(1)) {
        add("shows", ViewWording::shows(&question.text), no, &yes_no);
    }
    let (mut worths, mut ways) = (0, 0);
    for question in questions.sample(random, questions.len()) {
        let Some(kind) = likely_room(question) else { continue };
        let thirds = floor_thirds(house, view, kind);
        let here = house.room_at(pose.origin().ground()).is_some_and(|room| house.room(room).kind == kind);
        let most = thirds.iter().copied().max().unwrap_or(0);
        if worths < MOST_OF_WORTH {
            let is_worth = here || most >= LEAST_FLOOR;
            add("worth", ViewWording::is_worth(&question.text), if is_worth { yes } else { no }, &yes_no);
            worths += 1;
        }
        let clear = thirds.iter().filter(|&&pixels| pixels * 2 > most).count() == 1;
        if ways < MOST_OF_WORTH && most >= LEAST_FLOOR && clear {
            let parts = ViewWording::PARTS;
            let part = thirds.iter().position(|&pixels| pixels == most).unwrap_or(0);
            add("way", ViewWording::way(&question.text), parts[part], &parts);
            ways += 1;
        }
    }
    lessons
}

/// The things that can be listed: the largest first, each with the cell that has most of it.
fn listed(view: &View) -> Vec<(ThingId, PictureCell)> {
    let mut pixels: BTreeMap<ThingId, BTreeMap<usize, usize>> = BTreeMap::new();
    for (index, hit) in view.hits.iter().enumerate() {
        if let Hit::Thing(thing) = hit {
            *pixels.entry(*thing).or_default().entry(cell_of(view, index)).or_default() += 1;
        }
    }
    let mut things: Vec<(usize, ThingId, PictureCell)> = pixels
        .into_iter()
        .filter_map(|(thing, cells)| {
            let all: usize = cells.values().sum();
            let (cell, _) = cells.into_iter().max_by_key(|one| (one.1, std::cmp::Reverse(one.0)))?;
            let cell = PictureCell::new((cell / SIDE) as u8 + 1, (cell % SIDE) as u8 + 1)?;
            (all >= LEAST_PIXELS).then_some((all, thing, cell))
        })
        .collect();
    things.sort_by_key(|&(all, thing, _)| (std::cmp::Reverse(all), thing));
    things.into_iter().take(MOST_LISTED).map(|(_, thing, cell)| (thing, cell)).collect()
}

/// Everything with a pixel in a cell or in one beside it.
fn seen_near(view: &View, cell: PictureCell) -> BTreeSet<ThingId> {
    let is_near = |other: usize| {
        let (row, column) = (other / SIDE + 1, other % SIDE + 1);
        row.abs_diff(usize::from(cell.row())) <= 1 && column.abs_diff(usize::from(cell.column())) <= 1
    };
    let near = view.hits.iter().enumerate().filter(|(index, _)| is_near(cell_of(view, *index)));
    near.filter_map(|(_, hit)| if let Hit::Thing(thing) = hit { Some(*thing) } else { None }).collect()
}

/// The probability that the simulated sight would read the answer off the picture.
fn shows(glimpse: &Glimpse<'_>, question: &HouseQuestion) -> f64 {
    match ViewEvidence::in_view(glimpse, question, &Assumptions::DEFAULT) {
        ViewEvidence::Thing(visibility) => visibility,
        ViewEvidence::Count { visible, .. } if visible.is_empty() => 0.0,
        ViewEvidence::Count { visible, .. } => {
            let is_all = question.meanings[question.answer as usize] == HouseAnswer::Number(visible.len());
            // Neither shown nor hidden, where some are in view.
            if is_all && visible.iter().all(|visibility| *visibility >= SHOWS) { 1.0 } else { (SHOWS + HIDES) / 2.0 }
        }
    }
}

/// Pixels of the floor of rooms of a kind, in each third of the picture.
fn floor_thirds(house: &House, view: &View, kind: RoomKind) -> [usize; 3] {
    let width = view.intrinsics().width();
    let mut thirds = [0; 3];
    for (index, hit) in view.hits.iter().enumerate() {
        if let Hit::Floor(room) = hit
            && house.room(*room).kind == kind
        {
            thirds[index % width * 3 / width] += 1;
        }
    }
    thirds
}
