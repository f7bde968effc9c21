//! Verb phrases: the frames of the world's facts and deeds, and verbs that mean the same everywhere.

use std::rc::Rc;

use crate::{
    general,
    inflection::{Form, Want},
    meaning::{Act, Aspect, Deed, Filler, Join, Limit, Np, PronounSort, plain},
    phrases::extent,
    reader::{Found, Reader},
};

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
                    found.extend(framed.iter().flat_map(|(deed, end)| self.with_whereabouts(deed, *end)));
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
                found.extend(self.brought(&things, &place, at, end, false).map(|deed| (nearer(deed), end)));
            }
            found.retain(|(deed, _)| !self.is_misplaced(deed));
            found.into_iter().map(|(deed, end)| (Rc::new(deed), end)).collect()
        })
    }

    /// Whether a place was taken for what it is not said as, so that another reading is the only one, or people are asked.
    fn is_misplaced(&self, deed: &Deed) -> bool {
        let [things, place, ..] = &deed.objects[..] else { return false };
        self.is_of_two(things, place) || self.is_one_for_several(things, place)
    }

    /// "Put every cup on the table and every plate on the shelf": the first place describes nothing.
    pub(crate) fn is_of_two(&self, things: &Np, place: &Np) -> bool {
        let is_preposition = |at: usize| matches!(self.word(at), "in" | "on" | "at" | "inside");
        let is_bare = |limit: &Limit| {
            let at = limit.deed.at;
            is_preposition(at) && at > 0 && !self.is_form(at - 1, "be", Want::Finite)
        };
        let first = extent(place).0;
        let is_said = first > 0 && is_preposition(first - 1);
        // "Those on the tray and the tray on the desk" are not those that are on both.
        let is_list = |np: &Np| matches!(np, Np::List(Join::And, _));
        if let Np::Noun(noun) = things {
            return is_said && noun.limits.iter().any(|limit| is_bare(limit) && limit.deed.objects.iter().any(is_list));
        }
        let Np::List(_, parts) = things else { return false };
        let Some((last, first)) = parts.split_last() else { return false };
        let described = |part: &Np| matches!(part, Np::Noun(noun) if noun.limits.iter().any(is_bare));
        // Where the last one says where it is, too, or all are described together, they are what is meant; "dirty plates" does not.
        let says_where = |limit: &Limit| !limit.deed.objects.is_empty();
        let is_limited = matches!(last, Np::Noun(noun) if noun.limits.iter().any(says_where));
        is_said && !is_limited && first.iter().any(described)
    }

    /// "Put the cup and the plate on one tray": on the same, or each on one?
    fn is_one_for_several(&self, things: &Np, place: &Np) -> bool {
        let Np::Noun(place) = place else { return false };
        let is_one = self.word(place.id) == "one" && self.word(place.id + 1) != "of" && place.members.len() > 1;
        is_one && !matches!(things, Np::Noun(noun) if !noun.is_plural)
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
                    objects,
                    is_of_robot: true,
                    is_motion: true,
                    distance: 1,
                    ..plain(act, Aspect::Deed, at, *end)
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
}
