//! Noun phrases: "the fridge", "both red apples", "everything in drawer 1", "no robot but robot 2", "it".

use crate::{
    meaning::{Det, Limit, Noun, Np, Pronoun, PronounSort},
    naming::Counted,
    reader::{Found, Reader},
    tokens,
    vocabulary::Noun as Sense,
};

/// Words before a noun. Longer phrases stand before those that they begin with.
const DETERMINERS: [(&str, Det); 35] = [
    ("any one of the", Det::Any),
    ("any of the", Det::Any),
    ("any", Det::Any),
    ("at least one of the", Det::One),
    ("one of the", Det::One),
    ("some of the", Det::Some),
    ("some", Det::Some),
    ("either of the", Det::Either),
    ("either", Det::Either),
    ("neither of the", Det::No),
    ("neither", Det::No),
    ("none of the", Det::No),
    ("not a single", Det::No),
    ("not one of the", Det::No),
    ("no single", Det::No),
    ("no", Det::No),
    ("each one of the", Det::Each),
    ("each of the", Det::Each),
    ("each and every", Det::Each),
    ("each", Det::Each),
    ("every one of the", Det::Every),
    ("every single", Det::Every),
    ("every", Det::Every),
    ("all of the", Det::All),
    ("all the", Det::All),
    ("all", Det::All),
    ("both of the", Det::Both),
    ("both the", Det::Both),
    ("both", Det::Both),
    ("a single", Det::One),
    ("an", Det::A),
    ("a", Det::A),
    ("at least some of the", Det::Some),
    ("the", Det::The),
    ("", Det::Bare),
];

/// Words for whoever, whatever.
const PRONOUNS: [(&str, Det, bool); 15] = [
    ("everybody", Det::Every, true),
    ("everyone", Det::Every, true),
    ("nobody", Det::No, true),
    ("no one", Det::No, true),
    ("anybody", Det::Any, true),
    ("anyone", Det::Any, true),
    ("somebody", Det::Some, true),
    ("someone", Det::Some, true),
    ("everything", Det::All, false),
    ("all things", Det::All, false),
    ("anything", Det::Any, false),
    ("nothing", Det::No, false),
    ("no things", Det::No, false),
    ("something", Det::Some, false),
    ("all of you", Det::All, true),
];

impl Reader<'_> {
    pub(crate) fn pronouns(&self, at: usize) -> Found<Np> {
        let mut found = Vec::new();
        let word = self.preposition_ending_at(at);
        let mut add = |sort, end| found.push((Np::Pronoun(Pronoun { sort, word, at, end }), end));
        match self.word(at) {
            "it" | "itself" => add(PronounSort::It, at + 1),
            "they" | "them" | "themselves" | "these" | "those" => add(PronounSort::Them, at + 1),
            "there" => add(PronounSort::There, at + 1),
            "you" | "we" => add(PronounSort::Team, at + 1),
            _ => {}
        }
        if let Some(end) = self.after(at, "the team") {
            add(PronounSort::Team, end);
        }
        if let Some(after) = self.after_any(at, &["that very", "that same", "that", "this", "the same", "the said"]) {
            for (senses, length) in self.vocabulary.nouns(self.tokens.get(after..).unwrap_or_default()) {
                for sense in senses {
                    let Sense::Kind { kind, is_plural: false } = sense else { continue };
                    let end = after + length;
                    let np = match self.vocabulary.kinds[*kind].members.as_slice() {
                        [only] => Np::Noun(self.name(at, end, vec![*only])),
                        members => Np::Pronoun(Pronoun { sort: PronounSort::That(members.into()), word, at, end }),
                    };
                    found.push((np, end));
                }
            }
        }
        if let Some(after) = self.after(at, "the") {
            for (senses, length) in self.vocabulary.nouns(self.tokens.get(after..).unwrap_or_default()) {
                for sense in senses {
                    if let Sense::Kind { kind, is_plural: false } = sense
                        && self.vocabulary.kinds[*kind].members.len() > 1
                    {
                        let members = self.vocabulary.kinds[*kind].members.as_slice().into();
                        found.push((
                            Np::Pronoun(Pronoun { sort: PronounSort::The(members), word, at, end: after + length }),
                            after + length,
                        ));
                    }
                }
            }
        }
        if found.iter().any(|(_, end)| *end > at) {
            self.reached(found.iter().map(|(_, end)| *end).max().unwrap_or(at));
        }
        found
    }

    pub(crate) fn plain_units(&self, at: usize) -> Found<Noun> {
        let mut found = Vec::new();
        for (words, det, is_robot) in PRONOUNS {
            let Some(end) = self.after(at, words) else { continue };
            if !is_robot {
                found.extend(self.qualified(at, end, det));
            }
            let (end, is_other) = self.after(end, "else").map_or((end, false), |end| (end, true));
            let everything = 0..u16::try_from(self.vocabulary.objects.len()).unwrap_or(u16::MAX);
            let members = everything.filter(|object| self.vocabulary.robots.contains(object) == is_robot).collect();
            let is_plural = det == Det::All;
            found.push((
                Noun {
                    det,
                    members,
                    limits: Vec::new(),
                    id: at,
                    end,
                    is_plural,
                    is_other,
                    is_wide: true,
                    is_excepting: false,
                    is_place: false,
                },
                end,
            ));
        }
        for (words, det) in [("the same", Det::Same), ("a different", Det::Different), ("different", Det::Different)] {
            let Some(after) = self.after(at, words) else { continue };
            let named = self.named(at, after, det, None, false).into_iter();
            found.extend(named.filter(|(noun, _)| noun.det == det && noun.is_plural == (words == "different")));
        }
        if let Some(after) = self.after_any(at, &["whatever", "everything that", "anything that"]) {
            for (deed, holds, end) in self.finite(after) {
                let everything = 0..u16::try_from(self.vocabulary.objects.len()).unwrap_or(u16::MAX);
                let things = everything.filter(|object| !self.vocabulary.robots.contains(object)).collect();
                let limits = vec![Limit { deed, holds }];
                let det = if self.word(at) == "anything" { Det::Any } else { Det::Every };
                found.push((Noun { det, limits, is_plural: false, is_wide: true, ..self.name(at, end, things) }, end));
            }
        }
        if let Some(end) = self.after_any(at, &["another"]) {
            found.extend(self.named(at, end, Det::A, None, true));
        }
        for (words, det) in DETERMINERS {
            let Some(after) = self.after(at, words) else { continue };
            let (after, is_other) = self.after(after, "other").map_or((after, false), |end| (end, true));
            found.extend(self.named(at, after, det, None, is_other));
            if words.ends_with("of the") {
                found.extend(self.all_so_many(at, after, det));
            }
            if words == "the"
                && let Some(end) = self.after(after, "others")
            {
                let members = self.vocabulary.robots.as_slice().into();
                let limits = Vec::new();
                found.push((
                    Noun {
                        det: Det::Plural,
                        members,
                        limits,
                        id: at,
                        end,
                        is_plural: true,
                        is_other: true,
                        is_wide: true,
                        is_excepting: false,
                        is_place: false,
                    },
                    end,
                ));
            }
        }
        for (Counted { det, is_all, is_one }, after) in self.numbers(at) {
            let named = self.named(at, after, det, is_all, false).into_iter();
            found.extend(named.filter(|(noun, _)| noun.is_plural != is_one));
            if is_all.is_none() && self.word(after - 1) == "the" {
                found.extend(self.all_so_many(at, after, det));
            }
        }
        found
    }

    /// "... of the two gates": where there are just two.
    fn all_so_many(&self, id: usize, at: usize, det: Det) -> Found<Noun> {
        let Some(count) = tokens::number(self.word(at)).filter(|count| *count > 1) else { return Vec::new() };
        let named = self.plainly_named(id, at + 1, det, Some(count), false).into_iter();
        named.filter(|(noun, _)| noun.is_plural && noun.members.len() == count).collect()
    }
}
