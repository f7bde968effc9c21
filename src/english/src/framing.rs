//! Frames of the domain file, found in a sentence: a verb's objects in their places.

use crate::{
    frame::{Frame, HELD, Part, Tells},
    general,
    inflection::{self},
    meaning::{Act, Aspect, Deed, Filler, Np, PronounSort},
    reader::{Found, Reader},
    vocabulary::Relation,
};

/// The parts of a frame that were read: by place of the predicate or skill its noun phrase.
type Filled = Vec<(usize, Np)>;

/// Verbs of putting something down that say nothing without a place.
const NEED_PLACE: [&str; 5] = ["put", "leave", "lay", "place", "set"];

impl Reader<'_> {
    /// The frame's parts after its verb.
    pub(crate) fn framed(&self, frame: &Frame, at: usize, after: usize) -> Found<Deed> {
        let mut found = Vec::new();
        for (filled, end, is_whole) in self.parts(frame, &frame.parts, after) {
            found.extend(self.deed(frame, &filled, None, (at, end), is_whole).map(|deed| (deed, end)));
        }
        found
    }

    /// A deed or state of a frame whose subject is the clause's.
    pub(crate) fn deed(
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
        let says_it = frame.tells_deed() && frame.parts.contains(&Part::Word("it".to_owned()));
        // "Put it", "leave it" do not say where, unlike "put it down".
        let puts_it = says_it || frame.parts.iter().any(|part| matches!(part, Part::Held(_)));
        let says_where = is_whole || (at..end).any(|at| self.word(at) == "down");
        if puts_it && NEED_PLACE.contains(&frame.verb.as_str()) && !says_where {
            return None;
        }
        let is_bring = frame.tells_deed() && general::BRING.contains(&frame.verb.as_str()) && !frame.has_words();
        // "Put it down": rather the thing that was named than whatever the robot holds.
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
            is_putting: is_bring,
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

    pub(crate) fn relation(&self, frame: &Frame) -> &Relation {
        match frame.tells {
            Tells::Fact { predicate, .. } | Tells::NoValue { predicate } => &self.vocabulary.predicates[predicate],
            Tells::Deed { skill } => &self.vocabulary.skills[skill],
        }
    }

    /// Whether some of the things that are meant can fill the place, and each that is named.
    pub(crate) fn may_fill(&self, np: &Np, relation: &Relation, place: usize) -> bool {
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
    pub(crate) fn parts(&self, frame: &Frame, parts: &[Part], at: usize) -> Vec<(Filled, usize, bool)> {
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
    pub(crate) fn in_other_number(&self, at: usize, word: &str) -> Option<usize> {
        let is_it = match self.word(at) {
            "their" => word == "its",
            said => word.len() > 2 && inflection::plural(word) == said,
        };
        is_it.then(|| {
            self.reached(at + 1);
            at + 1
        })
    }
}
