//! What the pixels of a view truly show, and whether that answers a question.

use std::collections::BTreeMap;

use surefleet_houses::{Catalogue, Hit, HouseAnswer, HouseQuestion, Inquiry, RoomKind, Thing, ThingId};

use crate::{assumptions::Assumptions, glimpse::Glimpse};

/// The floor of a room must fill this share of a view to show that something is not there.
const FLOOR_SHARE: f64 = 0.25;
/// Even such a view shows it with this probability only.
const ABSENCE: f64 = 0.3;

/// A thing in a view.
pub struct Shown {
    pub thing: ThingId,
    /// The share of the pixels that show it.
    pub share: f64,
    pub distance_m: f64,
    /// The mean of the points that are seen, in the camera's frame.
    pub middle: [f64; 3],
}

/// The part of a view that bears on a question.
pub enum ViewEvidence {
    /// The probability that the sight reads the answer off the view.
    Thing(f64),
    /// The answer is a number.
    Count {
        /// The numbers of the answers.
        offered: [usize; 4],
        /// For each of the things in the view, the probability that it is counted.
        visible: Vec<f64>,
    },
}

impl Shown {
    /// All things whose depth was measured, by number.
    pub fn all(glimpse: &Glimpse<'_>) -> Vec<Self> {
        let view = glimpse.view;
        let (camera, pixels) = (view.intrinsics(), view.hits.len() as f64);
        let mut sums: BTreeMap<ThingId, (usize, [f64; 3])> = BTreeMap::new();
        for (index, hit) in view.hits.iter().enumerate() {
            let (Hit::Thing(thing), depth) = (*hit, f64::from(view.depth_m[index])) else { continue };
            if depth > 0.0 {
                let ray = camera.ray((index % camera.width()) as f64, (index / camera.width()) as f64);
                let (count, sum) = sums.entry(thing).or_default();
                *count += 1;
                for (part, along) in sum.iter_mut().zip([ray.x(), ray.y(), ray.z()]) {
                    *part += along * depth;
                }
            }
        }
        let shown = |(thing, (count, sum)): (ThingId, (usize, [f64; 3]))| {
            let middle = sum.map(|part| part / count as f64);
            let distance_m = middle.iter().map(|part| part * part).sum::<f64>().sqrt();
            Self { thing, share: count as f64 / pixels, distance_m, middle }
        };
        sums.into_iter().map(shown).collect()
    }
}

impl ViewEvidence {
    /// What a view shows of the answer.
    pub fn in_view(glimpse: &Glimpse<'_>, question: &HouseQuestion, assumed: &Assumptions) -> Self {
        let house = glimpse.house;
        let right = question.meanings[question.answer as usize];
        let kind = |thing: &Thing| house.room(thing.room).kind;
        let bears = |thing: &Thing| match (question.inquiry, right) {
            (Inquiry::WhichRoom { class, colour } | Inquiry::PlaceOf { class, colour }, _) => {
                thing.class == class && colour.is_none_or(|colour| colour == thing.colour)
            }
            (
                Inquiry::ColourOf { class, room }
                | Inquiry::StateOf { class, room }
                | Inquiry::NumberOf { class, room },
                _,
            ) => thing.class == class && kind(thing) == room,
            (Inquiry::LiesOn { .. }, HouseAnswer::Class(class)) => {
                thing.class == class && thing.room == question.room && thing.rests.is_some()
            }
            (Inquiry::Presence { class, colour, room }, HouseAnswer::There) => {
                thing.class == class && thing.colour == colour && kind(thing) == room
            }
            (Inquiry::Presence { class, room, .. }, HouseAnswer::OfOtherColour) => {
                thing.class == class && kind(thing) == room
            }
            (Inquiry::Presence { class, .. }, HouseAnswer::Elsewhere) => thing.class == class,
            _ => false,
        };
        let shown = Shown::all(glimpse);
        let bearing = shown.iter().filter(|shown| bears(house.thing(shown.thing)));
        let visible: Vec<f64> = bearing.map(|shown| assumed.visibility(shown.share, shown.distance_m)).collect();
        if let Inquiry::NumberOf { .. } = question.inquiry {
            let number = |answer: HouseAnswer| if let HouseAnswer::Number(number) = answer { number } else { 0 };
            return Self::Count { offered: question.meanings.map(number), visible };
        }
        if right == HouseAnswer::Absent {
            let floor = glimpse.view.count(Hit::Floor(question.room)) as f64 / glimpse.view.hits.len() as f64;
            return Self::Thing(ABSENCE * (floor / FLOOR_SHARE).min(1.0));
        }
        Self::Thing(visible.into_iter().fold(0.0, f64::max))
    }
}

/// The kind of room where one would look for the answer first: the one that the question names, or where the thing belongs.
pub fn likely_room(question: &HouseQuestion) -> Option<RoomKind> {
    match question.inquiry {
        Inquiry::ColourOf { room, .. }
        | Inquiry::LiesOn { room, .. }
        | Inquiry::NumberOf { room, .. }
        | Inquiry::Presence { room, .. }
        | Inquiry::StateOf { room, .. } => Some(room),
        Inquiry::WhichRoom { class, .. } | Inquiry::PlaceOf { class, .. } => Catalogue::shipped().home(class),
    }
}
