//! Places and what is there: "into the fridge", "at the sink", "next to it".

use std::rc::Rc;

use crate::{
    general,
    inflection::Want,
    meaning::{Act, Aspect, Deed, Filler, Join, Limit, Np, Pronoun, PronounSort, Who, plain},
    reader::{Found, Reader},
    states::PLACED,
    vocabulary::Noun as Sense,
};

impl Reader<'_> {
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

    pub(crate) fn places_after(&self, at: usize, prepositions: &[&str]) -> Found<Np> {
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
            found.push((Np::Pronoun(Pronoun { sort, word: None, at: there, end: there + 1 }), there + 1));
        }
        for preposition in prepositions {
            let Some(after) = self.after(at, preposition) else { continue };
            for (np, end) in self.noun_phrases(after).iter() {
                if self.is_said_of(preposition, np) {
                    found.push((np.clone(), *end));
                }
            }
        }
        found.retain(|(np, _)| !self.is_torn(np));
        found.iter_mut().for_each(|(np, _)| mark_place(np));
        // "in the sink or on the stove"
        let mut lists = Vec::new();
        for (first, end) in &found {
            self.continue_places(vec![first.clone()], *end, prepositions, &mut lists);
        }
        found.extend(lists);
        found
    }

    pub(crate) fn continue_places(&self, parts: Vec<Np>, at: usize, prepositions: &[&str], found: &mut Found<Np>) {
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

    pub(crate) fn single_places(&self, at: usize, prepositions: &[&str]) -> Found<Np> {
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

    /// "Put it on the tray in the cupboard": is the tray there, or is the thing to go there?
    fn is_torn(&self, np: &Np) -> bool {
        let Np::Noun(noun) = np else { return false };
        let can_move = noun.members.iter().any(|object| self.vocabulary.can_move(*object));
        // "That is in it", "kept in it" tell of the place.
        let is_told = |at: usize| self.is_form(at, "be", Want::Finite) || PLACED.contains(&self.word(at));
        let is_bare = |limit: &Limit| {
            let at = limit.deed.at;
            matches!(limit.deed.act, Act::At { .. }) && self.stands_there(at) && !is_told(at.saturating_sub(1))
        };
        can_move && !noun.is_wide && !noun.is_plural && noun.limits.iter().any(is_bare)
    }

    /// Whether the preposition can stand before these things.
    pub(crate) fn is_said_of(&self, preposition: &str, np: &Np) -> bool {
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
        let mut places = match preposition.as_str() {
            // After "is" alone: what is put somewhere "with robot 1" is put there by it.
            said @ ("from" | "with") => self.places_after(at, &[said]),
            _ => self.placed(at),
        };
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
    pub(crate) fn beside(&self, at: usize) -> Found<Deed> {
        let mut found = Vec::new();
        let mut add = |other: &Np, members: Option<Rc<[u16]>>, end: usize| {
            let act = Act::Beside { thing: Filler::Subject, other: Filler::Object(0), places: members };
            found.push((Deed { objects: vec![other.clone()], ..plain(act, Aspect::State, at, end) }, end));
        };
        if let Some(after) = self.after(at, "where") {
            for (other, middle) in self.noun_phrases(after).iter() {
                if self.is_form(*middle, "be", Want::Finite) {
                    // "It must stay where it is" is about where it is now: that names nothing.
                    let nothing =
                        |pronoun: &Pronoun| Pronoun { sort: PronounSort::That(Rc::default()), ..pronoun.clone() };
                    let other = if let Np::Pronoun(pronoun) = other { &Np::Pronoun(nothing(pronoun)) } else { other };
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
        self.preposition_ending_at(crate::phrases::extent(place).0)
    }

    /// Whether what begins here is said to be what something is in, or on.
    pub(crate) fn preposition_ending_at(&self, at: usize) -> Option<&'static str> {
        match self.word(at.checked_sub(1)?) {
            "in" | "into" | "inside" | "within" => Some("in"),
            "on" | "onto" | "top" => Some("on"),
            _ => None,
        }
    }

    pub(crate) fn being(&self, place: Np, holds: bool, aspect: Aspect, (at, end): (usize, usize)) -> Deed {
        let who = if matches!(aspect, Aspect::Become | Aspect::Cease) { Who::Robot } else { Who::Anything };
        let word = self.preposition_before(&place);
        let act = Act::At { thing: Filler::Subject, place: Filler::Object(0), holds, who, word };
        Deed { objects: vec![place], ..plain(act, aspect, at, end) }
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
