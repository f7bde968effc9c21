//! Verbs of getting hold of a thing, and where it was before: "fetch it", "takes it out of the fridge", "take it and put it there".

use std::rc::Rc;

use crate::{
    general,
    inflection::Want,
    meaning::{Act, Aspect, Deed, Det, Filler, Join, Limit, Noun, Np, Pronoun, PronounSort, Who, plain},
    reader::{Found, Reader},
    refer,
};

/// Verbs of getting hold of a thing.
const TAKE: [&str; 4] = ["collect", "gather", "fetch", "get"];
/// Verbs that are no order by themselves, but can be forbidden: whoever moves a thing gets hold of it.
const LOOSE: [&str; 3] = ["move", "handle", "touch"];
/// Words before the place where a thing was.
const FROM: [&str; 4] = ["from", "out of", "off of", "off"];

impl Reader<'_> {
    /// "Fetch the apple [from the fridge]", "move the pallet".
    pub(crate) fn taking(&self, verb: &str, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        let is_loose = LOOSE.contains(&verb);
        if !is_loose && !TAKE.contains(&verb) {
            return found;
        }
        for (thing, end) in self.noun_phrases(at + 1).iter() {
            if !self.may_be(thing, &|object| !self.vocabulary.robots.contains(&object)) {
                continue;
            }
            let act = Act::Take { robot: Filler::Subject, thing: Filler::Object(0), source: None, is_loose };
            let deed = Deed { objects: vec![thing.clone()], ..plain(act, Aspect::Deed, at, *end) };
            let deed = Deed { is_of_robot: true, distance: 3, ..deed };
            found.extend(self.with_source(&deed, *end));
            // "Collect the cups on the table": there they are, or there they are to be.
            let is_either = general::TAKEN_OR_BROUGHT.contains(&verb);
            let near = |deed: Deed| Deed { distance: if is_either { 1 } else { deed.distance }, ..deed };
            found.extend(self.with_whereabouts(&deed, *end).into_iter().map(|(deed, end)| (near(deed), end)));
            found.push((if ends_in_place(thing, *end) { near(deed) } else { deed }, *end));
        }
        found
    }

    /// "Moved", "fetched from the fridge": of the subject.
    pub(crate) fn taken(&self, verb: &str, at: usize) -> Found<Deed> {
        let is_loose = LOOSE.contains(&verb);
        if !is_loose && !TAKE.contains(&verb) {
            return Vec::new();
        }
        let act = Act::Take { robot: Filler::Agent, thing: Filler::Subject, source: None, is_loose };
        let deed = Deed { distance: 3, ..plain(act, Aspect::Deed, at, at + 1) };
        let mut found = self.with_source(&deed, at + 1);
        for (agent, end) in self.by(at + 1) {
            found.push((Deed { agent: Some(agent), end, ..deed.clone() }, end));
        }
        found.push((deed, at + 1));
        found
    }

    /// The deed with the place where the thing was, if it is one of getting hold of it.
    pub(crate) fn with_source(&self, deed: &Deed, at: usize) -> Found<Deed> {
        self.taken_at(deed, self.origins(at))
    }

    /// The same for a thing with a name: "take the kettle on the table". Words for sorts have such places of their own.
    pub(crate) fn with_whereabouts(&self, deed: &Deed, at: usize) -> Found<Deed> {
        let is_name = |np: &Np| matches!(np, Np::Noun(noun) if noun.limits.is_empty() && noun.is_single());
        match deed.objects.as_slice() {
            [thing] if is_name(thing) && self.stands_there(at) => {
                let is_place = |np: &Np| matches!(np, Np::Noun(_));
                let places = self.placed(at).into_iter().filter(|(np, _)| is_place(np)).collect();
                let nearer =
                    |(deed, end): (Deed, usize)| (Deed { distance: deed.distance.saturating_sub(2), ..deed }, end);
                self.taken_at(deed, places).into_iter().map(nearer).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether a preposition tells where something is, not where it goes.
    pub(crate) fn stands_there(&self, at: usize) -> bool {
        matches!(self.word(at), "in" | "on" | "at" | "inside" | "within") && self.word(at + 1) != "to"
    }

    fn taken_at(&self, deed: &Deed, places: Found<Np>) -> Found<Deed> {
        let mut found = Vec::new();
        for (place, end) in places {
            let mut objects = deed.objects.clone();
            let filler = Filler::Object(objects.len());
            objects.push(place);
            // Of "everything from the desk", each thing that is there is meant; not each must be there.
            let is_of_all = |thing: &Filler| match thing {
                Filler::Object(place) => {
                    matches!(&objects[*place], Np::Noun(noun) if noun.is_wide && noun.det == Det::All)
                }
                _ => false,
            };
            let act = match &deed.act {
                Act::Take { thing, .. } if is_of_all(thing) => continue,
                Act::Take { robot, thing, is_loose, .. } => {
                    Act::Take { robot: *robot, thing: *thing, source: Some(filler), is_loose: *is_loose }
                }
                Act::Deed { skill, fillers, held, .. } => {
                    let taker = self.vocabulary.takers.iter().find(|taker| taker.skill == *skill);
                    let Some(thing) = taker.and_then(|taker| fillers.get(taker.thing)) else { continue };
                    if is_of_all(thing) {
                        continue;
                    }
                    Act::Deed { skill: *skill, fillers: fillers.clone(), held: *held, source: Some((*thing, filler)) }
                }
                _ => continue,
            };
            found.push((Deed { act, objects, end, distance: deed.distance + 2, ..deed.clone() }, end));
        }
        found
    }

    /// "Out of the fridge", "off it".
    fn origins(&self, at: usize) -> Found<Np> {
        let mut found = Vec::new();
        for words in FROM {
            let Some(after) = self.after(at, words) else { continue };
            let is_place = |np: &Np| match np {
                Np::Noun(noun) => !noun.members.iter().all(|object| self.vocabulary.robots.contains(object)),
                Np::Pronoun(pronoun) => !matches!(pronoun.sort, PronounSort::There | PronounSort::Team),
                _ => false,
            };
            found.extend(self.noun_phrases(after).iter().filter(|(np, _)| is_place(np)).cloned());
        }
        found
    }

    /// "From the fridge": where the things are before.
    pub(crate) fn sources(&self, at: usize) -> Found<Limit> {
        let origins = self.origins(at).into_iter().filter(|(np, _)| matches!(np, Np::Noun(_)));
        let limit = |(np, end)| {
            let act = Act::At {
                thing: Filler::Subject,
                place: Filler::Object(0),
                holds: true,
                who: Who::Anything,
                word: self.preposition_before(&np),
            };
            let deed = Deed { objects: vec![np], ..plain(act, Aspect::State, at, end) };
            (Limit { deed: Rc::new(deed), holds: true }, end)
        };
        origins.map(limit).collect()
    }

    /// "Take the apple and put it on the table": what is brought where.
    pub(crate) fn fetched(&self, at: usize, want: Want) -> Found<(Np, Np)> {
        let mut found = Vec::new();
        if want != Want::Base || !general::FETCH.iter().any(|verb| self.is_form(at, verb, want)) {
            return found;
        }
        let start = self.skip(at + 1, "up");
        for (things, middle) in self.noun_phrases(start).iter() {
            let middle = if start == at + 1 { self.skip(*middle, "up") } else { *middle };
            for (things, middle) in self.taken_from(things, middle) {
                let after = self.skip(middle, ",");
                let Some(after) = self.after_any(after, &["and then", "and", "then"]) else { continue };
                let puts = general::BRING.iter().chain(&["leave"]).any(|verb| self.is_form(after, verb, Want::Base));
                if matches!(things, Np::Pronoun(_)) {
                    continue;
                }
                let wanted = if is_one(&things) { "it" } else { "them" };
                let also = match &things {
                    Np::Noun(noun) if noun.det == Det::Name && self.vocabulary.looks_plural(noun.members[0]) => "them",
                    _ => wanted,
                };
                let said = self.after(after + 1, wanted).or_else(|| self.after(after + 1, also));
                let Some(end) = said.filter(|_| puts) else { continue };
                let end = self.after_any(end, &["down", "back"]).unwrap_or(end);
                for (place, end) in self.towards(end) {
                    found.push(((things.clone(), place), end));
                }
            }
        }
        found
    }

    /// "... from the fridge", after a thing.
    fn taken_from(&self, things: &Np, at: usize) -> Found<Np> {
        let mut found = vec![(things.clone(), at)];
        if let Np::Noun(noun) = things
            && noun.limits.is_empty()
        {
            for (limit, end) in self.sources(at) {
                found.push((Np::Noun(Noun { limits: vec![limit], end, ..noun.clone() }), end));
            }
        }
        found
    }

    /// "Measure the sample": it comes to be measured, whoever does it.
    pub(crate) fn achieving(&self, verb: &str, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        for (_, predicate, holds) in self.vocabulary.achievable.iter().filter(|(one, ..)| one == verb) {
            let relation = &self.vocabulary.predicates[*predicate];
            for (thing, end) in self.noun_phrases(at + 1).iter() {
                if self.may_be(thing, &|object| relation.fits(0, object)) {
                    let act = Act::Fact { predicate: *predicate, holds: *holds, fillers: vec![Filler::Object(0)] };
                    let deed = Deed { objects: vec![thing.clone()], ..plain(act, Aspect::Become, at, *end) };
                    found.push((Deed { is_of_robot: true, distance: 1, ..deed }, *end));
                }
            }
        }
        found
    }

    /// "Have the cup": it is with the robot.
    pub(crate) fn having(&self, verb: &str, at: usize) -> Found<Deed> {
        if verb != "have" {
            return Vec::new();
        }
        let deed = |(thing, end): &(Np, usize)| {
            let act = Act::At {
                thing: Filler::Object(0),
                place: Filler::Subject,
                holds: true,
                who: Who::Anything,
                word: None,
            };
            let deed = Deed { objects: vec![thing.clone()], ..plain(act, Aspect::State, at, *end) };
            (Deed { is_of_robot: true, distance: 2, ..deed }, *end)
        };
        let is_thing = |np: &Np| match np {
            Np::Noun(noun) => noun.members.iter().all(|object| !self.vocabulary.robots.contains(object)),
            Np::Pronoun(Pronoun { sort, .. }) => matches!(sort, PronounSort::It | PronounSort::Them),
            Np::List(..) => true,
            _ => false,
        };
        self.noun_phrases(at + 1).iter().filter(|(np, _)| is_thing(np)).map(deed).collect()
    }
}

/// Whether one thing is meant, whichever it is: "the cup", "one of the cups", "the cup or the plate".
fn is_one(np: &Np) -> bool {
    match np {
        Np::List(Join::Or, parts) => parts.iter().all(is_one),
        other => !refer::is_plural(other),
    }
}

/// Whether the phrase ends with a place where its things are: "the cups on the table".
fn ends_in_place(np: &Np, end: usize) -> bool {
    match np {
        Np::Noun(noun) => noun
            .limits
            .iter()
            .any(|limit| limit.holds && limit.deed.end == end && matches!(limit.deed.act, Act::At { .. })),
        Np::List(_, parts) => parts.last().is_some_and(|part| ends_in_place(part, end)),
        _ => false,
    }
}
