//! Noun phrases joined: "the cup and the plate", "neither of them", "gate 1 or 2".

use crate::{
    general::TOWARDS,
    logic::Object,
    meaning::{Compare, Det, Join, Noun, Np},
    reader::{Found, Reader},
    tokens::number,
    vocabulary::Noun as Sense,
};

impl Reader<'_> {
    /// All noun phrases that begin here.
    pub(crate) fn read_noun_phrases(&self, at: usize) -> Found<Np> {
        let mut found = Vec::new();
        for (word, join) in [("both", Join::Both), ("either", Join::Or), ("neither", Join::Nor)] {
            let Some(after) = self.after(at, word) else { continue };
            let fits = |list: &Np| match list {
                Np::List(Join::And, _) => join == Join::Both,
                Np::List(of, _) => *of == join,
                _ => false,
            };
            let lists = self.lists(after).into_iter().filter(|(list, _)| fits(list));
            found.extend(lists.map(|(list, end)| match list {
                Np::List(_, parts) => (Np::List(join, parts), end),
                other => (other, end),
            }));
        }
        if let Some(after) = self.after(at, "only") {
            found.extend(
                self.lists(after)
                    .into_iter()
                    .filter(|(np, _)| !is_quantified(np))
                    .map(|(np, end)| (Np::Only(Box::new(np)), end)),
            );
        }
        found.extend(self.lists(at));
        found.extend(self.some_of(at).into_iter().map(|(noun, end)| (Np::Noun(noun), end)));
        found
    }

    /// "At most one of gate 1 and gate 2", "none of the fridge, the sink and the stove": so many of what is listed.
    fn some_of(&self, at: usize) -> Found<Noun> {
        const WORDS: [(&str, Det); 8] = [
            ("at least one of", Det::One),
            ("any one of", Det::Any),
            ("one of", Det::One),
            ("any of", Det::Any),
            ("none of", Det::No),
            ("each of", Det::Each),
            ("every one of", Det::Every),
            ("neither of", Det::No),
        ];
        let counted = self.numbers(at).into_iter().filter_map(|(counted, end)| {
            // "One of" means it in its own way.
            let is_compared = !matches!(counted.det, Det::Count(Compare::Bare, 1) | Det::Count(Compare::AtLeast, 1));
            let of = (self.word(end) == "of").then_some(end + 1).or_else(|| {
                let is_the = end > at && self.word(end - 1) == "the" && self.word(end.checked_sub(2)?) == "of";
                is_the.then(|| end - 1)
            })?;
            is_compared.then_some((counted.det, of))
        });
        let said = WORDS.iter().filter_map(|(words, det)| Some((*det, self.after(at, words)?)));
        let mut found = Vec::new();
        for (det, after) in said.chain(counted).collect::<Vec<_>>() {
            for (list, end) in self.lists(after) {
                let Np::List(Join::And | Join::Or, parts) = &list else { continue };
                let is_name = |np: &Np| matches!(np, Np::Noun(noun) if noun.det == Det::Name && noun.limits.is_empty());
                if parts.iter().all(is_name) {
                    let members: Vec<Object> =
                        crate::statement::nouns(&list).into_iter().flat_map(|noun| noun.members.to_vec()).collect();
                    found.push((Noun { det, is_plural: true, ..self.name(at, end, members) }, end));
                }
            }
        }
        found
    }

    /// A noun phrase or several, joined.
    pub(crate) fn lists(&self, at: usize) -> Found<Np> {
        let mut found: Found<Np> = Vec::new();
        for (first, end) in self.units(at) {
            self.continue_list(vec![first], end, &mut found);
        }
        found.extend(self.shortened(at));
        found
    }

    /// "The outer and the inner door", "gate 1 or 2": names that share a word.
    pub(crate) fn shortened(&self, at: usize) -> Found<Np> {
        let mut found = Vec::new();
        let first = self.skip(at, "the");
        for length in 1..=2 {
            let end = first + length;
            let joint = [("and", Join::And), ("or", Join::Or), ("nor", Join::Nor)];
            let Some((after, join)) = joint.into_iter().find_map(|(word, join)| Some((self.after(end, word)?, join)))
            else {
                continue;
            };
            for (noun, last) in self.plain_units(after) {
                let begin = self.skip(after, "the");
                let shared = |from: usize| self.object_of((first..end).chain(from..last));
                if noun.det == Det::Name
                    && let Some(object) = (begin + 1..last).find_map(shared)
                {
                    let one = Np::Noun(self.name(at, end, vec![object]));
                    found.push((Np::List(join, vec![one, Np::Noun(noun)]), last));
                }
            }
            if self.object_of(first..end).is_some()
                && number(self.word(end - 1)).is_some()
                && number(self.word(after)).is_some()
            {
                let objects = [self.object_of(first..end), self.object_of((first..end - 1).chain([after]))];
                if let [Some(one), Some(other)] = objects {
                    let one = Np::Noun(self.name(at, end, vec![one]));
                    let other = Np::Noun(self.name(after, after + 1, vec![other]));
                    self.reached(after + 1);
                    found.push((Np::List(join, vec![one, other]), after + 1));
                }
            }
        }
        found
    }

    /// The object with these words for a name.
    pub(crate) fn object_of(&self, places: impl Iterator<Item = usize>) -> Option<Object> {
        let words: Vec<String> = places.map(|place| self.word(place).to_owned()).collect();
        match self.vocabulary.noun(&words.join(" ")) {
            [Sense::Object(object)] => Some(*object),
            _ => None,
        }
    }

    /// Adds "A", and "A, B and C" with whatever follows.
    pub(crate) fn continue_list(&self, parts: Vec<Np>, at: usize, found: &mut Found<Np>) {
        if let [only] = parts.as_slice() {
            found.push((only.clone(), at));
        }
        if matches!(parts.last(), Some(Np::Noun(noun)) if noun.is_excepting) {
            return;
        }
        let comma = self.after(at, ",");
        for (word, join) in [
            ("and", Join::And),
            ("as well as", Join::And),
            ("and also", Join::And),
            ("or", Join::Or),
            ("or even", Join::Or),
            ("nor", Join::Nor),
        ] {
            let Some(after) = self.after(comma.unwrap_or(at), word) else { continue };
            for (last, end) in self.units(after) {
                let end = if join == Join::Or {
                    self.after_any(end, &[", or both ,", ", or both", "or both"]).unwrap_or(end)
                } else {
                    end
                };
                let parts: Vec<Np> = parts.iter().cloned().chain([last]).collect();
                found.extend(shared(&parts).map(|parts| (Np::List(join, parts), end)));
                found.push((Np::List(join, parts), end));
            }
        }
        if let Some(after) = comma.filter(|_| parts.len() < 40) {
            for (next, end) in self.units(after) {
                let parts = parts.iter().cloned().chain([next]).collect();
                self.continue_list(parts, end, found);
            }
        }
    }

    /// A single noun phrase.
    pub(crate) fn units(&self, at: usize) -> Found<Np> {
        let mut found = self.pronouns(at);
        for (np, end) in self.plain_units(at) {
            for (limited, end) in self.limited(np, end) {
                // "Put the cups on the rug, but the blue one in the jar": all of them to the rug, or those on it to the jar?
                let goes_on = |after: usize| self.word(self.skip(end, ",")) == "but" && self.is_towards(after);
                let is_placed = !limited.limits.is_empty();
                let excepting = self.excepting(limited.clone(), end).into_iter();
                found.extend(excepting.filter(|(_, after)| !(is_placed && goes_on(*after))));
                found.push((Np::Noun(limited), end));
            }
        }
        found
    }

    fn is_towards(&self, at: usize) -> bool {
        TOWARDS.contains(&self.word(at))
    }
}

/// "The cups and the plates in the sink": what limits the last may limit all of them. `None`: it limits nothing, or what comes
/// before it is limited already or named.
fn shared(parts: &[Np]) -> Option<Vec<Np>> {
    let [first @ .., Np::Noun(last)] = parts else { return None };
    let is_sort = |noun: &Noun| matches!(noun.det, Det::Plural | Det::Bare | Det::All | Det::Any | Det::Every);
    if last.limits.is_empty() || !is_sort(last) {
        return None;
    }
    let limited = |np: &Np| match np {
        Np::Noun(noun) if is_sort(noun) && noun.limits.is_empty() => {
            Some(Np::Noun(Noun { limits: last.limits.clone(), ..noun.clone() }))
        }
        _ => None,
    };
    let first: Option<Vec<Np>> = first.iter().map(limited).collect();
    Some(first?.into_iter().chain([Np::Noun(last.clone())]).collect())
}

/// Whether the phrase has a number or "no": what "only" cannot stand before.
pub(crate) fn is_quantified(np: &Np) -> bool {
    match np {
        Np::Noun(noun) => {
            matches!(noun.det, Det::Count(..) | Det::No | Det::Some | Det::Any | Det::Both | Det::Each | Det::Every)
        }
        Np::List(_, parts) => parts.iter().any(is_quantified),
        Np::Only(_) => true,
        Np::Pronoun(_) | Np::Bound(_) => false,
    }
}
