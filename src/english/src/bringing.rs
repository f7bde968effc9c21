//! Verbs of bringing and removing: "bring the apple to the table", "clear the cups off it".

use crate::{
    general,
    meaning::{Act, Aspect, Deed, Filler, Join, Limit, Np, Who, plain},
    reader::{Found, Reader},
};

impl Reader<'_> {
    /// That things are brought somewhere: an outcome, or the deed by which they are let go there.
    pub(crate) fn brought(
        &self,
        things: &Np,
        place: &Np,
        at: usize,
        end: usize,
        tells_way: bool,
    ) -> impl Iterator<Item = Deed> {
        let word = self.preposition_before(place);
        let objects = vec![things.clone(), place.clone()];
        let act = Act::At { thing: Filler::Object(0), place: Filler::Object(1), holds: true, who: Who::Anything, word };
        let bring = Deed { objects: objects.clone(), ..plain(act, Aspect::Bring, at, end) };
        let bring = Deed { is_of_robot: true, distance: 1, ..bring };
        let (thing, place) = (Filler::Object(0), Filler::Object(1));
        let act = Act::Put { robot: Filler::Subject, thing, place, tells_way };
        let distance = if tells_way { 6 } else { 3 };
        let put = Deed { is_of_robot: true, distance, objects, ..plain(act, Aspect::Deed, at, end) };
        [bring, put].into_iter()
    }

    /// "Bring the apple to the table": an order, or a deed of a robot.
    pub(crate) fn moving(&self, verb: &str, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        if !general::BRING.contains(&verb) {
            return found;
        }
        let is_either = general::TAKEN_OR_BROUGHT.contains(&verb);
        let tells_way = !general::PUT.contains(&verb) && !is_either;
        let mut add = |things: Np, place: Np, end: usize| {
            // Nothing is in two places: "the cup on the tray and the tray on the desk".
            if matches!(place, Np::List(Join::And | Join::Both, _)) {
                return;
            }
            found.extend(self.brought(&things, &place, at, end, tells_way).map(|deed| {
                // As near as taking what is there.
                (Deed { distance: if is_either { 1 } else { deed.distance }, ..deed }, end)
            }));
        };
        let start = self.skip(at + 1, "down");
        for (things, middle) in self.noun_phrases(start).iter() {
            let is_there = general::TAKEN_FROM.contains(&verb) && self.stands_there(*middle);
            let middle =
                self.after_any(*middle, &["down", "back", "over"]).filter(|_| start == at + 1).unwrap_or(*middle);
            if is_there {
                continue;
            }
            for (place, end) in self.towards(middle) {
                for (from, end) in self.sources(end) {
                    add(with_limit(things.clone(), from), place.clone(), end);
                }
                // "Put nothing into the autoclave that is no tool".
                if let (Np::Noun(noun), Np::Noun(_)) = (&things, &place) {
                    for (noun, end) in self.sorted(noun, end) {
                        add(Np::Noun(noun), place.clone(), end);
                    }
                }
                add(things.clone(), place, end);
            }
            for (from, after) in self.sources(middle) {
                for (place, end) in self.towards(after) {
                    // "Put the cups and the plates from the sink on the shelf": only those plates, or those cups too?
                    if !tells_way
                        && let Np::List(join, parts) = things
                        && let Some((last, first)) = parts.split_last()
                    {
                        let last = with_limit(last.clone(), from.clone());
                        add(Np::List(*join, first.iter().cloned().chain([last]).collect()), place.clone(), end);
                    }
                    add(with_limit(things.clone(), from.clone()), place, end);
                }
            }
        }
        // "Bring to the table the apple and the bread": the place first.
        for (place, middle) in self.towards(at + 1) {
            for (things, end) in self.noun_phrases(self.skip(middle, ":")).iter() {
                if !matches!(things, Np::Pronoun(_)) {
                    add(things.clone(), place.clone(), *end);
                }
            }
        }
        if let Some(after) = self.after_any(
            at + 1,
            &["the following things", "the following items", "the following", "these things", "these items", "these"],
        ) {
            for (place, middle) in self.towards(after) {
                let Some(colon) = self.after(middle, ":") else { continue };
                for (things, end) in self.noun_phrases(colon).iter() {
                    add(things.clone(), place.clone(), *end);
                }
            }
        }
        found
    }

    /// "Remove the cups from the table".
    pub(crate) fn removing(&self, at: usize, from: &[&str]) -> Found<Deed> {
        let mut found = Vec::new();
        for (things, middle) in self.noun_phrases(at + 1).iter() {
            for words in from {
                let Some(after) = self.after(*middle, words) else { continue };
                for (place, end) in self.noun_phrases(after).iter() {
                    let act = Act::At {
                        thing: Filler::Object(0),
                        place: Filler::Object(1),
                        holds: false,
                        who: Who::Anything,
                        word: None,
                    };
                    let objects = vec![things.clone(), place.clone()];
                    found.push((
                        Deed { objects, is_of_robot: true, distance: 1, ..plain(act, Aspect::Bring, at, *end) },
                        *end,
                    ));
                }
            }
        }
        found
    }
}

/// The phrase with one more condition on its things.
fn with_limit(np: Np, limit: Limit) -> Np {
    match np {
        Np::Noun(mut noun) => {
            noun.limits.push(limit);
            Np::Noun(noun)
        }
        Np::List(join, parts) => {
            Np::List(join, parts.into_iter().map(|part| with_limit(part, limit.clone())).collect())
        }
        other => other,
    }
}
