//! States of things that were named, and what is done to them: "is open", "has been brought there by robot 1".

use std::rc::Rc;

use crate::{
    frame::Part,
    general,
    inflection::{Form, Want},
    lists::is_quantified,
    meaning::{Act, Aspect, Deed, Filler, Np, Who, plain},
    reader::{Found, Reader},
};

/// Participles that say that something is somewhere, as "lying" does.
pub(crate) const PLACED: [&str; 4] = ["placed", "stored", "located", "kept"];

impl Reader<'_> {
    /// What can stand after "be": "open", "in the fridge", "holding a knife".
    pub(crate) fn states(&self, at: usize) -> Found<Rc<Deed>> {
        let mut found: Found<Rc<Deed>> = Vec::new();
        if let Some(begun) = self.begun.get() {
            let frame = &self.vocabulary.frames[begun];
            return self.framed(frame, at, at).into_iter().map(|(deed, end)| (Rc::new(deed), end)).collect();
        }
        for (_, frame) in self.vocabulary.frames_of("be").filter(|(_, frame)| frame.before.is_empty()) {
            let is_place = matches!(frame.parts.as_slice(), [Part::OnSlot(_)])
                || matches!(frame.parts.as_slice(), [Part::Word(word), Part::Slot(_)] if ["in", "on", "at"].contains(&word.as_str()));
            if !is_place {
                found.extend(self.framed(frame, at, at).into_iter().map(|(deed, end)| (Rc::new(deed), end)));
            }
        }
        // "Is unlabelled": the file has "labelled".
        if self.word(at).starts_with("un") && !self.vocabulary.has_adjective(self.word(at)) {
            found.extend(self.vocabulary.adjectives(self.word(at)).into_iter().map(|(predicate, holds)| {
                let act = Act::Fact { predicate, holds, fillers: vec![Filler::Subject] };
                (Rc::new(plain(act, Aspect::State, at, at + 1)), at + 1)
            }));
        }
        found.extend(self.locations(at).into_iter().map(|(deed, end)| (Rc::new(deed), end)));
        found.extend(self.beside(at).into_iter().map(|(deed, end)| (Rc::new(deed), end)));
        // "Must never be anywhere but at the sink".
        for but in ["anywhere but", "anywhere else but", "anywhere except", "anywhere else than", "anywhere other than"]
        {
            let Some(after) = self.after(at, but) else { continue };
            for (deed, end) in self.locations(after) {
                if let Act::At { thing, place, who, word, .. } = deed.act {
                    let act = Act::At { thing, place, holds: false, who, word };
                    found.push((Rc::new(Deed { act, ..deed }), end));
                }
            }
        }
        for away in ["away from", "outside of", "outside", "out of", "clear of", "off"] {
            let Some(after) = self.after(at, away) else { continue };
            for (np, end) in self.noun_phrases(after).iter() {
                found.push((Rc::new(self.being(np.clone(), false, Aspect::State, (at, *end))), *end));
            }
        }
        found.extend(self.verb_phrases(at, Want::Ing).iter().cloned());
        found
    }

    /// "Opened", "grabbed by robot 1": after "be".
    pub(crate) fn passives(&self, at: usize) -> Found<Rc<Deed>> {
        let mut found = Vec::new();
        for (verb, form) in self.vocabulary.verbs(self.word(at)) {
            if *form != Form::Participle {
                continue;
            }
            self.reached(at + 1);
            for (_, frame) in self.vocabulary.frames_of(verb) {
                let Some(passive) = frame.passive() else { continue };
                for (filled, end, is_whole) in self.parts(&passive, &passive.parts, at + 1) {
                    let deed = self.deed(&passive, &filled, None, (at, end), is_whole);
                    found.extend(deed.iter().flat_map(|deed| self.with_source(deed, end)));
                    found.extend(deed.map(|deed| (deed, end)));
                    for (agent, end) in self.by(end) {
                        found.extend(
                            self.deed(&passive, &filled, Some(agent), (at, end), is_whole).map(|deed| (deed, end)),
                        );
                    }
                }
            }
            if general::BRING.contains(&verb.as_str()) {
                found.extend(self.moved(verb, at));
            }
            found.extend(self.taken(verb, at));
            if verb == "visit" || verb == "enter" || verb == "occupy" || verb == "reach" {
                let aspect = if verb == "occupy" { Aspect::State } else { Aspect::Become };
                let by = self.by(at + 1).into_iter().map(|(agent, end)| (Some(agent), end));
                found.extend(by.chain([(None, at + 1)]).map(|(agent, end)| {
                    let act = Act::At {
                        thing: Filler::Agent,
                        place: Filler::Subject,
                        holds: true,
                        who: Who::Anything,
                        word: None,
                    };
                    let deed = Deed { agent, distance: 2, ..plain(act, aspect, at, end) };
                    (deed, end)
                }));
            }
        }
        found.into_iter().map(|(deed, end)| (Rc::new(deed), end)).collect()
    }

    /// "By robot 1", "only by robot 1".
    pub(crate) fn by(&self, at: usize) -> Found<Np> {
        if let Some(by) = self.after(at, "only").filter(|by| self.word(*by) == "by") {
            let only = |(np, end)| (Np::Only(Box::new(np)), end);
            return self.by(by).into_iter().filter(|(np, _)| !is_quantified(np)).map(only).collect();
        }
        let Some(after) = self.after(at, "by") else { return Vec::new() };
        let is_robots = |np: &Np| self.may_be(np, &|object| self.vocabulary.robots.contains(&object));
        self.noun_phrases(after).iter().filter(|(np, _)| is_robots(np)).cloned().collect()
    }

    /// "Brought to the table [by robot 1]", of the subject.
    pub(crate) fn moved(&self, verb: &str, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        let after = if general::PUT.contains(&verb) { self.skip(at + 1, "down") } else { at + 1 };
        for (place, end) in self.towards(after) {
            let act = Act::At {
                thing: Filler::Subject,
                place: Filler::Object(0),
                holds: true,
                who: Who::Anything,
                word: self.preposition_before(&place),
            };
            let objects = vec![place.clone()];
            found.push((Deed { objects: objects.clone(), distance: 1, ..plain(act, Aspect::Bring, at, end) }, end));
            let put = |agent: Option<Np>, end| {
                let (thing, place) = (Filler::Subject, Filler::Object(0));
                let act = Act::Put { robot: Filler::Agent, thing, place, tells_way: false };
                Deed { objects: objects.clone(), agent, distance: 3, ..plain(act, Aspect::Deed, at, end) }
            };
            if general::PUT.contains(&verb) {
                found.push((put(None, end), end));
                found.extend(self.by(end).into_iter().map(|(agent, end)| (put(Some(agent), end), end)));
            }
        }
        found
    }

    /// "Holding a knife", "lying on the table": after a noun.
    pub(crate) fn participial(&self, at: usize) -> Found<Rc<Deed>> {
        let is_state = |deed: &Rc<Deed>| deed.aspect == Aspect::State;
        let mut found: Found<Rc<Deed>> =
            self.verb_phrases(at, Want::Ing).iter().filter(|(deed, _)| is_state(deed)).cloned().collect();
        if let Some(after) = self.after_any(at, &PLACED) {
            found.extend(self.locations(after).into_iter().map(|(deed, end)| (Rc::new(deed), end)));
        }
        if self.word(at) == "being" {
            found.extend(self.states(at + 1).into_iter().filter(|(deed, _)| is_state(deed)));
        }
        found
    }

    /// "Is open", "is not in the fridge", "holds a knife": a state of a thing that was named.
    pub(crate) fn finite(&self, at: usize) -> Vec<(Rc<Deed>, bool, usize)> {
        let mut found = Vec::new();
        let is_state = |deed: &Rc<Deed>| deed.aspect == Aspect::State;
        if self.is_form(at, "be", Want::Finite) && self.word(at) != "be" {
            let (after, holds) = self.after(at + 1, "not").map_or((at + 1, true), |after| (after, false));
            let states = self.states(after).into_iter().filter(|(deed, _)| is_state(deed));
            found.extend(states.map(|(deed, end)| (deed, holds, end)));
            if let Some(after) = self.after_any(after, &PLACED) {
                found.extend(self.locations(after).into_iter().map(|(deed, end)| (Rc::new(deed), holds, end)));
            }
        }
        if self.is_form(at, "have", Want::Finite)
            && let Some(after) = self.after(at + 1, "been")
        {
            let states = self.states(after).into_iter().filter(|(deed, _)| is_state(deed));
            found.extend(states.map(|(deed, end)| (deed, true, end)));
        }
        let verbs = self.verb_phrases(at, Want::Finite);
        found.extend(verbs.iter().filter(|(deed, _)| is_state(deed)).map(|(deed, end)| (deed.clone(), true, *end)));
        found
    }
}
