//! Verb phrases: the frames of the world's facts and deeds, and verbs that mean the same everywhere.

use std::rc::Rc;

use crate::{
    frame::{Frame, HELD, Part, Tells},
    general,
    inflection::{self, Form},
    meaning::{Act, Aspect, Deed, Filler, Join, Limit, Np, Pronoun, PronounSort, Who},
    reader::{Found, Reader},
    taking::plain,
    vocabulary::{Noun as Sense, Relation},
};

/// The form that a verb must have at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// "open", after "must".
    Base,
    /// "opens" or "open", after a subject.
    Finite,
    /// "opening".
    Ing,
    /// "opened", after "has".
    Participle,
    /// "opened", after a subject.
    Past,
}

impl Want {
    fn takes(self, form: Form) -> bool {
        match self {
            Self::Base => form == Form::Base,
            Self::Finite => matches!(form, Form::Base | Form::Present),
            Self::Ing => form == Form::Ing,
            Self::Participle => form == Form::Participle,
            Self::Past => form == Form::Past,
        }
    }
}

/// The parts of a frame that were read: by place of the predicate or skill its noun phrase.
type Filled = Vec<(usize, Np)>;

impl Reader<'_> {
    /// Whether the word can be this form of this verb.
    pub(crate) fn is_form(&self, at: usize, verb: &str, want: Want) -> bool {
        let is_it = |(base, form): &(String, Form)| base == verb && want.takes(*form);
        self.vocabulary.verbs(self.word(at)).iter().any(is_it)
    }

    /// Verbs with their objects, in this form.
    pub(crate) fn verb_phrases(&self, at: usize, want: Want) -> Rc<Found<Rc<Deed>>> {
        self.known_verb_phrases((at, want as u8), || {
            let mut found = Vec::new();
            for (verb, form) in self.vocabulary.verbs(self.word(at)) {
                if !want.takes(*form) {
                    continue;
                }
                self.reached(at + 1);
                for (_, frame) in
                    self.vocabulary.frames_of(verb).filter(|(_, frame)| frame.verb != "be" && frame.before.is_empty())
                {
                    let framed = self.framed(frame, at, at + 1);
                    found.extend(framed.iter().flat_map(|(deed, end)| self.with_source(deed, *end)));
                    found.extend(framed);
                }
                found.extend(self.moving(verb, at));
                found.extend(self.coming(verb, at));
                found.extend(self.taking(verb, at));
                found.extend(self.having(verb, at));
                found.extend(self.achieving(verb, at));
            }
            for ((things, place), end) in self.fetched(at, want) {
                // It is one order, not two.
                let nearer = |deed: Deed| Deed { distance: deed.distance - 1, ..deed };
                found.extend(self.brought(&things, &place, at, end, true).map(|deed| (nearer(deed), end)));
            }
            found.into_iter().map(|(deed, end)| (Rc::new(deed), end)).collect()
        })
    }

    /// The frame's parts after its verb.
    fn framed(&self, frame: &Frame, at: usize, after: usize) -> Found<Deed> {
        let mut found = Vec::new();
        for (filled, end, is_whole) in self.parts(frame, &frame.parts, after) {
            found.extend(self.deed(frame, &filled, None, (at, end), is_whole).map(|deed| (deed, end)));
        }
        found
    }

    /// A deed or state of a frame whose subject is the clause's.
    fn deed(
        &self,
        frame: &Frame,
        filled: &Filled,
        agent: Option<Np>,
        (at, end): (usize, usize),
        is_whole: bool,
    ) -> Option<Deed> {
        let relation = self.relation(frame);
        let mut objects = Vec::new();
        let mut fillers = vec![Filler::Anything; relation.members.len()];
        let is_passive = frame.tells_deed() && frame.subject != 0;
        let mut held = frame.subject.checked_sub(HELD).map(|predicate| (predicate, Filler::Subject));
        if is_passive || agent.is_some() {
            // The one who does it is in place 0 of skills, and of facts in the place that no part names.
            let place =
                (0..fillers.len()).find(|place| *place != frame.subject && !filled.iter().any(|(one, _)| one == place));
            if let Some(place) = place.filter(|place| frame.tells_deed() == (*place == 0) || !frame.tells_deed()) {
                fillers[place] = Filler::Agent;
            }
        }
        if held.is_none() {
            *fillers.get_mut(frame.subject)? = Filler::Subject;
        }
        for (place, np) in filled {
            let object = Filler::Object(objects.len());
            objects.push(np.clone());
            if let Some(predicate) = place.checked_sub(HELD) {
                if !self.may_fill(np, &self.vocabulary.predicates[predicate], 1) {
                    return None;
                }
                held = Some((predicate, object));
                continue;
            }
            if !self.may_fill(np, relation, *place) {
                return None;
            }
            fillers[*place] = object;
        }
        if let (Some(np), Some(place)) = (&agent, fillers.iter().position(|filler| *filler == Filler::Agent))
            && !self.may_fill(np, relation, place)
        {
            return None;
        }
        let is_bring = frame.tells_deed() && general::BRING.contains(&frame.verb.as_str()) && !frame.has_words();
        // "Put it down": rather the thing that was named than whatever the robot holds.
        let says_it = frame.tells_deed() && frame.parts.contains(&Part::Word("it".to_owned()));
        let distance =
            if is_bring { 2 } else { 0 } + u8::from(is_passive) + u8::from(says_it) + if is_whole { 0 } else { 4 };
        let (act, aspect) = match frame.tells {
            Tells::Fact { predicate, holds } => (Act::Fact { predicate, holds, fillers }, Aspect::State),
            Tells::NoValue { predicate } => {
                fillers.pop();
                (Act::NoValue { predicate, fillers }, Aspect::State)
            }
            Tells::Deed { skill } => (Act::Deed { skill, fillers, held, source: None }, Aspect::Deed),
        };
        Some(Deed {
            act,
            aspect,
            objects,
            agent,
            is_of_robot: frame.tells_deed(),
            is_motion: frame.is_motion(),
            at,
            end,
            distance,
        })
    }

    /// Deeds of this verb without an object of their own, of which the rest stands at `after`.
    pub(crate) fn intransitive(&self, verb: &str, at: usize, after: usize) -> Found<Deed> {
        let mut found = Vec::new();
        for (_, frame) in self.vocabulary.frames_of(verb) {
            let is_plain = frame.tells_deed() && !matches!(frame.parts.first(), Some(Part::Slot(_) | Part::Held(_)));
            if is_plain && !frame.has_words() {
                let read = self.framed(frame, at, after).into_iter();
                found.extend(read.map(|(deed, end)| (Deed { distance: deed.distance + 2, ..deed }, end)));
            }
        }
        found
    }

    fn relation(&self, frame: &Frame) -> &Relation {
        match frame.tells {
            Tells::Fact { predicate, .. } | Tells::NoValue { predicate } => &self.vocabulary.predicates[predicate],
            Tells::Deed { skill } => &self.vocabulary.skills[skill],
        }
    }

    /// Whether some of the things that are meant can fill the place, and each that is named.
    fn may_fill(&self, np: &Np, relation: &Relation, place: usize) -> bool {
        self.may_be(np, &|object| relation.fits(place, object))
    }

    pub(crate) fn may_be(&self, np: &Np, fits: &dyn Fn(u16) -> bool) -> bool {
        match np {
            Np::Noun(noun) if noun.is_wide || noun.members.is_empty() => true,
            Np::Noun(noun) => noun.members.iter().any(|object| fits(*object)),
            Np::List(_, parts) => parts.iter().all(|part| self.may_be(part, fits)),
            Np::Only(inner) => self.may_be(inner, fits),
            Np::Pronoun(pronoun) => match &pronoun.sort {
                PronounSort::That(members) | PronounSort::The(members) => members.iter().any(|object| fits(*object)),
                PronounSort::Team => self.vocabulary.robots.iter().any(|object| fits(*object)),
                _ => true,
            },
            Np::Bound(_) => true,
        }
    }

    /// All ways to read parts of a frame; the last ones may be missing where they have a preposition.
    fn parts(&self, frame: &Frame, parts: &[Part], at: usize) -> Vec<(Filled, usize, bool)> {
        let Some((first, rest)) = parts.split_first() else { return vec![(Vec::new(), at, true)] };
        let mut found = Vec::new();
        let mut add = |reader: &Self, place: Option<usize>, np: Option<Np>, after: usize, taken: usize| {
            for (mut filled, end, is_whole) in reader.parts(frame, &rest[taken..], after) {
                if let (Some(place), Some(np)) = (place, &np) {
                    filled.insert(0, (place, np.clone()));
                }
                found.push((filled, end, is_whole));
            }
        };
        match first {
            Part::Word(word) => {
                // "Go anywhere near the stove".
                let at = self.skip(at, "anywhere");
                if let Some(after) = self.after(at, word).or_else(|| self.in_other_number(at, word)) {
                    add(self, None, None, after, 0);
                }
                // "Stick labels on the boxes" for "stick a label on".
                if let ("a" | "an", Some(Part::Word(noun))) = (word.as_str(), rest.first())
                    && let Some(after) = self.in_other_number(at, noun)
                {
                    add(self, None, None, after, 1);
                }
                // "At" stands for each preposition.
                if let ("in" | "on" | "at", Some(Part::Slot(place))) = (word.as_str(), rest.first()) {
                    for (np, end) in self.placed(at) {
                        add(self, Some(*place), Some(np), end, 1);
                    }
                }
            }
            Part::Slot(place) => {
                for (np, end) in self.noun_phrases(at).iter() {
                    add(self, Some(*place), Some(np.clone()), *end, 0);
                }
            }
            Part::OnSlot(place) => {
                let toward = if frame.tells_deed() { self.towards(at) } else { Vec::new() };
                for (np, end) in self.placed(at).into_iter().chain(toward) {
                    add(self, Some(*place), Some(np), end, 0);
                }
            }
            Part::Held(predicate) => {
                for (np, end) in self.noun_phrases(at).iter() {
                    add(self, Some(HELD + predicate), Some(np.clone()), *end, 0);
                }
            }
        }
        let is_prepositional = match parts {
            [Part::OnSlot(_)] => true,
            [Part::Word(word), Part::Slot(_)] => {
                ["in", "on", "at", "to", "from", "with", "into", "onto"].contains(&word.as_str())
            }
            _ => false,
        };
        if frame.tells_deed() && is_prepositional {
            found.push((Vec::new(), at, false));
        }
        found
    }

    /// The place after a word of a frame, said of several: "their" for "its", "lids" for "lid".
    fn in_other_number(&self, at: usize, word: &str) -> Option<usize> {
        let is_it = match self.word(at) {
            "their" => word == "its",
            said => word.len() > 2 && inflection::plural(word) == said,
        };
        is_it.then(|| {
            self.reached(at + 1);
            at + 1
        })
    }

    /// A preposition and a place: "in the fridge", "on the table or in the sink", "there".
    pub(crate) fn placed(&self, at: usize) -> Found<Np> {
        self.places_after(
            at,
            &[
                "in",
                "on",
                "at",
                "inside",
                "within",
                "on top of",
                "onto",
                "into",
                "back in",
                "back on",
                "back at",
                "back inside",
                "up on",
                "down in",
                "down on",
            ],
        )
    }

    /// A direction: "to the table", "into the fridge".
    pub(crate) fn towards(&self, at: usize) -> Found<Np> {
        self.places_after(at, &general::TOWARDS)
    }

    fn places_after(&self, at: usize, prepositions: &[&str]) -> Found<Np> {
        let mut found: Found<Np> = Vec::new();
        for words in ["", "back", "over", "up", "down", "back over"] {
            let Some(there) = self.after(at, words).filter(|there| self.word(*there) == "there") else { continue };
            found.extend(self.noun_phrases(there).iter().filter(|(_, end)| *end == there + 1).cloned());
        }
        // "In there": one of the things that something is in.
        for (words, word) in [("in", "in"), ("back in", "in"), ("on", "on"), ("back on", "on"), ("up on", "on")] {
            let Some(there) = self.after(at, words).filter(|there| self.word(*there) == "there") else { continue };
            let is_so = |object: &u16| self.vocabulary.objects[usize::from(*object)].preposition == word;
            let everything = 0..u16::try_from(self.vocabulary.objects.len()).unwrap_or(u16::MAX);
            let sort = PronounSort::That(everything.filter(is_so).collect());
            found.push((Np::Pronoun(Pronoun { sort, at: there, end: there + 1 }), there + 1));
        }
        for preposition in prepositions {
            let Some(after) = self.after(at, preposition) else { continue };
            for (np, end) in self.noun_phrases(after).iter() {
                if self.is_said_of(preposition, np) {
                    found.push((np.clone(), *end));
                }
            }
        }
        found.iter_mut().for_each(|(np, _)| mark_place(np));
        // "in the sink or on the stove"
        let mut lists = Vec::new();
        for (first, end) in &found {
            self.continue_places(vec![first.clone()], *end, prepositions, &mut lists);
        }
        found.extend(lists);
        found
    }

    fn continue_places(&self, parts: Vec<Np>, at: usize, prepositions: &[&str], found: &mut Found<Np>) {
        let comma = self.after(at, ",");
        let starts = |at: usize| prepositions.iter().any(|preposition| self.after(at, preposition).is_some());
        for (word, join) in [("and", Join::And), ("or", Join::Or), ("nor", Join::Nor)] {
            let Some(after) = self.after(comma.unwrap_or(at), word).filter(|after| starts(*after)) else { continue };
            for (last, end) in self.single_places(after, prepositions) {
                let parts = parts.iter().cloned().chain([last]).collect();
                found.push((Np::List(join, parts), end));
            }
        }
        if let Some(after) = comma.filter(|after| starts(*after) && parts.len() < 20) {
            for (next, end) in self.single_places(after, prepositions) {
                let parts = parts.iter().cloned().chain([next]).collect();
                self.continue_places(parts, end, prepositions, found);
            }
        }
    }

    fn single_places(&self, at: usize, prepositions: &[&str]) -> Found<Np> {
        let mut found: Found<Np> = Vec::new();
        for preposition in prepositions {
            let Some(after) = self.after(at, preposition) else { continue };
            let single = |np: &Np| matches!(np, Np::Noun(_) | Np::Pronoun(_));
            found.extend(
                self.noun_phrases(after)
                    .iter()
                    .filter(|(np, _)| single(np) && self.is_said_of(preposition, np))
                    .cloned(),
            );
        }
        found
    }

    /// Whether the preposition can stand before these things.
    fn is_said_of(&self, preposition: &str, np: &Np) -> bool {
        let plain = match preposition.rsplit(' ').next().unwrap_or(preposition) {
            "into" => "in",
            "onto" | "of" => "on",
            "to" if preposition.ends_with("in to") => "in",
            "to" if preposition.ends_with("on to") => "on",
            "to" => return true,
            other => other,
        };
        let fits = |object: u16| general::names_place(plain, &self.vocabulary.objects[usize::from(object)].preposition);
        match np {
            Np::Pronoun(pronoun) => !matches!(pronoun.sort, PronounSort::There | PronounSort::Team),
            // A robot is with somebody, not on it.
            Np::Noun(noun) => {
                noun.members.iter().any(|object| fits(*object) || self.vocabulary.robots.contains(object))
            }
            Np::List(_, parts) => parts.iter().all(|part| self.is_said_of(preposition, part)),
            Np::Only(inner) => self.is_said_of(preposition, inner),
            Np::Bound(_) => true,
        }
    }

    /// "In the fridge": where the subject is.
    pub(crate) fn locations(&self, at: usize) -> Found<Deed> {
        let preposition = self.word(at).to_owned();
        let mut places = if preposition == "from" { self.places_after(at, &["from"]) } else { self.placed(at) };
        places.retain(|(np, _)| {
            self.may_be(np, &|object| {
                self.vocabulary
                    .places
                    .iter()
                    .any(|place| self.vocabulary.predicates[place.predicate].fits(place.place, object))
            })
        });
        let at_place = |(np, end)| (self.being(np, true, Aspect::State, (at, end)), end);
        places.into_iter().map(at_place).collect()
    }

    /// "Where robot 2 is", "in the same room as robot 2": where something else is.
    fn beside(&self, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        let mut add = |other: &Np, members: Option<Rc<[u16]>>, end: usize| {
            let act = Act::Beside { thing: Filler::Subject, other: Filler::Object(0), places: members };
            found.push((Deed { objects: vec![other.clone()], ..plain(act, Aspect::State, at, end) }, end));
        };
        if let Some(after) = self.after(at, "where") {
            for (other, middle) in self.noun_phrases(after).iter() {
                if self.is_form(*middle, "be", Want::Finite) {
                    add(other, None, middle + 1);
                }
            }
        }
        for preposition in ["in", "on", "at"] {
            let Some(after) = self.after(at, preposition).and_then(|after| self.after(after, "the same")) else {
                continue;
            };
            for (senses, length) in self.vocabulary.nouns(self.tokens.get(after..).unwrap_or_default()) {
                let Some(whose) = self.after(after + length, "as") else { continue };
                for sense in senses {
                    let Sense::Kind { kind, is_plural: false } = sense else { continue };
                    let members: Rc<[u16]> = self.vocabulary.kinds[*kind].members.as_slice().into();
                    self.noun_phrases(whose).iter().for_each(|(other, end)| add(other, Some(members.clone()), *end));
                }
            }
            if let Some(whose) = self.after(after, "place as") {
                self.noun_phrases(whose).iter().for_each(|(other, end)| add(other, None, *end));
            }
        }
        found
    }

    /// The preposition before a place that was read after one: "in", "on" or "at".
    pub(crate) fn preposition_before(&self, place: &Np) -> Option<&'static str> {
        let (at, _) = crate::scope::extent(place);
        match self.word(at.checked_sub(1)?) {
            "in" | "into" | "inside" | "within" => Some("in"),
            "on" | "onto" | "top" => Some("on"),
            _ => None,
        }
    }

    fn being(&self, place: Np, holds: bool, aspect: Aspect, (at, end): (usize, usize)) -> Deed {
        let who = if matches!(aspect, Aspect::Become | Aspect::Cease) { Who::Robot } else { Who::Anything };
        let word = self.preposition_before(&place);
        let act = Act::At { thing: Filler::Subject, place: Filler::Object(0), holds, who, word };
        Deed {
            act,
            aspect,
            objects: vec![place],
            agent: None,
            is_of_robot: false,
            is_motion: false,
            at,
            end,
            distance: 0,
        }
    }

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
                for (agent, end) in self.by(at + 1) {
                    let act = Act::At {
                        thing: Filler::Agent,
                        place: Filler::Subject,
                        holds: true,
                        who: Who::Anything,
                        word: None,
                    };
                    found.push((
                        Deed {
                            act,
                            aspect,
                            objects: Vec::new(),
                            agent: Some(agent),
                            is_of_robot: false,
                            is_motion: false,
                            at,
                            end,
                            distance: 2,
                        },
                        end,
                    ));
                }
                let act = Act::At {
                    thing: Filler::Agent,
                    place: Filler::Subject,
                    holds: true,
                    who: Who::Anything,
                    word: None,
                };
                found.push((
                    Deed {
                        act,
                        aspect,
                        objects: Vec::new(),
                        agent: None,
                        is_of_robot: false,
                        is_motion: false,
                        at,
                        end: at + 1,
                        distance: 2,
                    },
                    at + 1,
                ));
            }
        }
        found.into_iter().map(|(deed, end)| (Rc::new(deed), end)).collect()
    }

    /// "By robot 1".
    pub(crate) fn by(&self, at: usize) -> Found<Np> {
        let Some(after) = self.after(at, "by") else { return Vec::new() };
        let is_robots = |np: &Np| self.may_be(np, &|object| self.vocabulary.robots.contains(&object));
        self.noun_phrases(after).iter().filter(|(np, _)| is_robots(np)).cloned().collect()
    }

    /// "Brought to the table [by robot 1]", of the subject.
    fn moved(&self, verb: &str, at: usize) -> Found<Deed> {
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
            found.push((
                Deed {
                    act,
                    aspect: Aspect::Bring,
                    objects: objects.clone(),
                    agent: None,
                    is_of_robot: false,
                    is_motion: false,
                    at,
                    end,
                    distance: 1,
                },
                end,
            ));
            let put = |agent: Option<Np>, end| {
                let act = Act::Put { robot: Filler::Agent, thing: Filler::Subject, place: Filler::Object(0) };
                Deed {
                    act,
                    aspect: Aspect::Deed,
                    objects: objects.clone(),
                    agent,
                    is_of_robot: false,
                    is_motion: false,
                    at,
                    end,
                    distance: 3,
                }
            };
            if general::PUT.contains(&verb) {
                found.push((put(None, end), end));
                found.extend(self.by(end).into_iter().map(|(agent, end)| (put(Some(agent), end), end)));
            }
        }
        found
    }

    /// That things are brought somewhere: an outcome, and if the verb is one of letting go, a deed too.
    fn brought(&self, things: &Np, place: &Np, at: usize, end: usize, is_put: bool) -> impl Iterator<Item = Deed> {
        let word = self.preposition_before(place);
        let objects = vec![things.clone(), place.clone()];
        let act = Act::At { thing: Filler::Object(0), place: Filler::Object(1), holds: true, who: Who::Anything, word };
        let bring = Deed { objects: objects.clone(), ..plain(act, Aspect::Bring, at, end) };
        let bring = Deed { is_of_robot: true, distance: 1, ..bring };
        let act = Act::Put { robot: Filler::Subject, thing: Filler::Object(0), place: Filler::Object(1) };
        let put = Deed { is_of_robot: true, distance: 3, objects, ..plain(act, Aspect::Deed, at, end) };
        std::iter::once(bring).chain(is_put.then_some(put))
    }

    /// "Bring the apple to the table": an order, or a deed of a robot.
    fn moving(&self, verb: &str, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        if !general::BRING.contains(&verb) {
            return found;
        }
        let is_put = general::PUT.contains(&verb);
        let mut add = |things: Np, place: Np, end: usize| {
            found.extend(self.brought(&things, &place, at, end, is_put).map(|deed| (deed, end)));
        };
        let start = self.skip(at + 1, "down");
        for (things, middle) in self.noun_phrases(start).iter() {
            let middle =
                self.after_any(*middle, &["down", "back", "over"]).filter(|_| start == at + 1).unwrap_or(*middle);
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

    /// Verbs of position: "visit the sink", "leave the hall", "stay away from the stove".
    fn coming(&self, verb: &str, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        let kinds = [
            (general::VISIT.as_slice(), true, Aspect::Become),
            (general::LEAVE.as_slice(), true, Aspect::Cease),
            (general::AWAY.as_slice(), false, Aspect::State),
        ];
        for (verbs, holds, aspect) in kinds {
            for (_, words) in verbs.iter().filter(|(base, _)| *base == verb) {
                let Some(after) = self.after(at + 1, words) else { continue };
                for (np, end) in self.noun_phrases(after).iter() {
                    let deed = self.being(np.clone(), holds, aspect, (at, *end));
                    found.push((Deed { distance: 2, ..deed }, *end));
                }
            }
        }
        for (_, words) in general::GO.iter().filter(|(base, _)| *base == verb) {
            let Some(after) = self.after(at + 1, words) else { continue };
            for (np, end) in self.noun_phrases(after).iter() {
                let act = Act::Go { robot: Filler::Subject, place: Filler::Object(0) };
                let objects = vec![np.clone()];
                let deed = Deed {
                    act,
                    aspect: Aspect::Deed,
                    objects,
                    agent: None,
                    is_of_robot: true,
                    is_motion: true,
                    at,
                    end: *end,
                    distance: 1,
                };
                found.push((deed, *end));
            }
        }
        if let "go" | "come" | "return" | "move" | "get" | "be" = verb {
            for (np, end) in self.noun_phrases(at + 1).iter() {
                if matches!(np, Np::Pronoun(pronoun) if pronoun.sort == PronounSort::There) {
                    let deed = self.being(np.clone(), true, Aspect::Become, (at, *end));
                    found.push((Deed { distance: 2, ..deed }, *end));
                }
            }
        }
        if verb == "occupy" {
            for (np, end) in self.noun_phrases(at + 1).iter() {
                found.push((self.being(np.clone(), true, Aspect::State, (at, *end)), *end));
            }
        }
        if let "lie" | "sit" | "stand" | "rest" | "wait" = verb {
            found.extend(self.locations(at + 1).into_iter().map(|(deed, end)| (Deed { at, ..deed }, end)));
        }
        match verb {
            "clear" | "remove" => found.extend(self.removing(at, &["from", "off", "out of"])),
            "take" | "move" | "get" | "bring" => found.extend(self.removing(at, &["off", "out of"])),
            _ => {}
        }
        found
    }

    /// "Remove the cups from the table".
    fn removing(&self, at: usize, from: &[&str]) -> Found<Deed> {
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
                        Deed {
                            act,
                            aspect: Aspect::Bring,
                            objects,
                            agent: None,
                            is_of_robot: true,
                            is_motion: false,
                            at,
                            end: *end,
                            distance: 1,
                        },
                        *end,
                    ));
                }
            }
        }
        found
    }

    /// "Holding a knife", "lying on the table": after a noun.
    pub(crate) fn participial(&self, at: usize) -> Found<Rc<Deed>> {
        let is_state = |deed: &Rc<Deed>| deed.aspect == Aspect::State;
        let mut found: Found<Rc<Deed>> =
            self.verb_phrases(at, Want::Ing).iter().filter(|(deed, _)| is_state(deed)).cloned().collect();
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

impl Frame {
    /// Whether it has words beside its verb and those of direction: "take the lift to {target}".
    fn has_words(&self) -> bool {
        const DIRECTIONS: [&str; 16] = [
            "to", "into", "onto", "on", "in", "at", "down", "up", "off", "over", "with", "from", "inside", "it",
            "back", "out",
        ];
        self.parts.iter().any(|part| matches!(part, Part::Word(word) if !DIRECTIONS.contains(&word.as_str())))
    }

    /// Whether it is a deed of going somewhere.
    pub fn is_motion(&self) -> bool {
        let words: Vec<&str> = self
            .parts
            .iter()
            .filter_map(|part| if let Part::Word(word) = part { Some(word.as_str()) } else { None })
            .collect();
        let words = words.join(" ");
        let is_one = |(verb, after): &(&str, &str)| *verb == self.verb && *after == words;
        self.tells_deed() && matches!(self.parts.last(), Some(Part::Slot(_))) && general::GO.iter().any(is_one)
    }

    pub fn tells_deed(&self) -> bool {
        matches!(self.tells, Tells::Deed { .. })
    }
}

/// Notes that these things are where something is.
fn mark_place(np: &mut Np) {
    match np {
        Np::Noun(noun) => noun.is_place = true,
        Np::List(_, parts) => parts.iter_mut().for_each(mark_place),
        _ => {}
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
