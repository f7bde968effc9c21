//! What is said of things after their name: "that are open", "in the fridge", "except the knives".

use std::rc::Rc;

use crate::{
    frame::{Part, Tells},
    general::EXCEPTIONS,
    inflection::Want,
    logic::Object,
    meaning::{Act, Aspect, Deed, Det, Filler, Join, Limit, Noun, Np, Who, plain},
    phrases::is_no,
    reader::{Found, Reader},
    vocabulary::Noun as Sense,
};

impl Reader<'_> {
    /// "Nothing fragile", "everything dirty": a word for things, and what they are like.
    pub(crate) fn qualified(&self, id: usize, at: usize, det: Det) -> Found<Noun> {
        let mut found = Vec::new();
        let noun = |members: Vec<Object>, limits: Vec<Limit>| {
            let det = if det == Det::All { Det::Every } else { det };
            let noun = self.name(id, at + 1, members);
            (Noun { det, limits, is_plural: false, is_wide: true, ..noun }, at + 1)
        };
        for kind in self.vocabulary.sorts_with(self.word(at)) {
            found.push(noun(self.vocabulary.kinds[kind].members.clone(), Vec::new()));
        }
        let everything = 0..u16::try_from(self.vocabulary.objects.len()).unwrap_or(u16::MAX);
        let things: Vec<Object> = everything.filter(|object| !self.vocabulary.robots.contains(object)).collect();
        for (predicate, holds) in self.vocabulary.adjectives(self.word(at)) {
            found.push(noun(things.clone(), vec![self.is_so(predicate, holds, at)]));
        }
        if !found.is_empty() {
            self.reached(at + 1);
        }
        found
    }

    /// The condition that a word of a predicate states.
    pub(crate) fn is_so(&self, predicate: usize, holds: bool, at: usize) -> Limit {
        let act = Act::Fact { predicate, holds, fillers: vec![Filler::Subject] };
        Limit { deed: Rc::new(plain(act, Aspect::State, at, at + 1)), holds: true }
    }

    /// The noun, and the noun with what is said of it.
    pub(crate) fn limited(&self, noun: Noun, at: usize) -> Found<Noun> {
        let mut found = vec![(noun.clone(), at)];
        if noun.det == Det::Name {
            found.extend(self.placed_name(&noun, at));
            return found;
        }
        found.extend(self.sorted(&noun, at));
        for (limit, end) in self.limits(at) {
            let mut limited = noun.clone();
            limited.limits.push(limit);
            limited.end = end;
            found.push((limited, end));
        }
        found
    }

    /// "The novel that's lying on the shelf": a name, and where the thing is.
    fn placed_name(&self, noun: &Noun, at: usize) -> Found<Noun> {
        if noun.members.iter().any(|object| self.vocabulary.robots.contains(object)) {
            return Vec::new();
        }
        let mut said = self.participial(at).into_iter().map(|(deed, end)| (deed, true, end)).collect::<Vec<_>>();
        said.extend(self.after_any(at, &["that", "which"]).into_iter().flat_map(|after| self.finite(after)));
        let is_there = |deed: &Deed| matches!(deed.act, Act::At { thing: Filler::Subject, holds: true, .. });
        let placed = said.into_iter().filter(|(deed, holds, _)| *holds && is_there(deed));
        placed
            .map(|(deed, holds, end)| (Noun { limits: vec![Limit { deed, holds }], end, ..noun.clone() }, end))
            .collect()
    }

    /// "... that is a tool", "... that are no tubes": the things of this sort, or the others.
    pub(crate) fn sorted(&self, noun: &Noun, at: usize) -> Found<Noun> {
        let mut found = Vec::new();
        let Some(after) = self.after_any(at, &["that", "which"]) else { return found };
        if self.word(after) == "be" || !self.is_form(after, "be", Want::Finite) {
            return found;
        }
        let not = self.after_any(after + 1, &["not", "no"]);
        let after = self.after_any(not.unwrap_or(after + 1), &["an", "a", "any"]).unwrap_or(not.unwrap_or(after + 1));
        for (senses, length) in self.vocabulary.nouns(self.tokens.get(after..).unwrap_or_default()) {
            for sense in senses {
                let Sense::Kind { kind, .. } = sense else { continue };
                let of = &self.vocabulary.kinds[*kind].members;
                let members = noun.members.iter().copied().filter(|one| of.contains(one) == not.is_none());
                let end = after + length;
                self.reached(end);
                found.push((Noun { members: members.collect(), end, ..noun.clone() }, end));
            }
        }
        found
    }

    /// "... with a box on it", "... that has nothing in it": what is on or in the things.
    pub(crate) fn loaded(&self, at: usize) -> Found<Limit> {
        let mut found = Vec::new();
        let Some(after) = self.after_any(at, &["with", "that has", "that have", "which has", "which have"]) else {
            return found;
        };
        for (thing, middle) in self.noun_phrases(after).iter() {
            let word = match self.word(*middle) {
                "in" | "inside" => Some("in"),
                "on" => Some("on"),
                "at" => None,
                _ => continue,
            };
            let Some(end) = self.after_any(middle + 1, &["it", "them"]) else { continue };
            let act =
                Act::At { thing: Filler::Object(0), place: Filler::Subject, holds: true, who: Who::Anything, word };
            let deed = Deed { objects: vec![thing.clone()], ..plain(act, Aspect::State, at, end) };
            found.push((Limit { deed: Rc::new(deed), holds: !is_no(thing) }, end));
        }
        found
    }

    /// "Without a lid": the file says "has no lid".
    pub(crate) fn lacking(&self, at: usize) -> Found<Limit> {
        let Some(after) = self.after(at, "without") else { return Vec::new() };
        let start = self.after_any(after, &["a", "an", "any", "its", "their"]).unwrap_or(after);
        let mut found = Vec::new();
        for (_, frame) in self.vocabulary.frames_of("have").filter(|(_, frame)| frame.before.is_empty()) {
            let (Tells::Fact { predicate, holds }, [Part::Word(no), Part::Word(what)]) =
                (frame.tells, frame.parts.as_slice())
            else {
                continue;
            };
            let said = self.word(start);
            if no == "no" && (said == what || said == crate::inflection::plural(what)) {
                self.reached(start + 1);
                let mut limit = self.is_so(predicate, holds, at);
                limit.deed = Rc::new(Deed { end: start + 1, ..limit.deed.as_ref().clone() });
                found.push((limit, start + 1));
            }
        }
        found
    }

    /// "In the fridge", "that is open", "holding a knife".
    pub(crate) fn limits(&self, at: usize) -> Found<Limit> {
        let mut found: Found<Limit> = Vec::new();
        let place = ["in", "on", "at", "inside", "from"].contains(&self.word(at));
        if place {
            found.extend(
                self.locations(at).into_iter().map(|(deed, end)| (Limit { deed: Rc::new(deed), holds: true }, end)),
            );
        }
        for (deed, end) in self.participial(at) {
            found.push((Limit { deed, holds: true }, end));
        }
        found.extend(self.loaded(at));
        found.extend(self.lacking(at));
        if let Some(after) = self.after_any(at, &["that", "which", "who"]) {
            for (deed, holds, end) in self.finite(after) {
                found.push((Limit { deed, holds }, end));
            }
        }
        found
    }

    /// The noun without some: "no robot but robot 1".
    pub(crate) fn excepting(&self, noun: Noun, at: usize) -> Found<Np> {
        let mut found = Vec::new();
        if !matches!(
            noun.det,
            Det::No | Det::Every | Det::Each | Det::All | Det::Any | Det::Plural | Det::Bare | Det::Mass
        ) {
            return found;
        }
        let comma = self.skip(at, ",");
        let Some(after) = self.after(comma, "but not").or_else(|| self.after_any(comma, &EXCEPTIONS)) else {
            return found;
        };
        for (np, end) in self.lists(after) {
            let Some(objects) = named(&np) else { continue };
            if objects.iter().any(|object| !noun.members.contains(object)) {
                continue;
            }
            let members: Vec<Object> = noun.members.iter().copied().filter(|one| !objects.contains(one)).collect();
            let end = if comma > at { self.skip(end, ",") } else { end };
            found.push((Np::Noun(Noun { members: members.into(), end, is_excepting: true, ..noun.clone() }), end));
        }
        found
    }
}

/// The objects of names and of whole sorts.
fn named(np: &Np) -> Option<Vec<Object>> {
    match np {
        Np::Noun(noun) if noun.limits.is_empty() && !noun.is_other => match noun.det {
            Det::Name | Det::Plural | Det::Listed | Det::Bare | Det::All | Det::Both => Some(noun.members.to_vec()),
            Det::The | Det::Mass if noun.members.len() == 1 => Some(noun.members.to_vec()),
            Det::Mass => Some(noun.members.to_vec()),
            _ => None,
        },
        Np::List(Join::And | Join::Both | Join::Or, parts) => {
            let parts: Option<Vec<Vec<Object>>> = parts.iter().map(named).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}
