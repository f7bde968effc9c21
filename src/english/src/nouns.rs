//! Noun phrases: "the fridge", "both red apples", "everything in drawer 1", "no robot but robot 2", "it".

use std::rc::Rc;

use crate::{
    frame::{Part, Tells},
    logic::Object,
    meaning::{Act, Aspect, Compare, Deed, Det, Filler, Join, Limit, Noun, Np, Pronoun, PronounSort, Who},
    reader::{Found, Reader},
    scope::is_no,
    taking::plain,
    tokens::number,
    verbs::Want,
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

const EXCEPTIONS: [&str; 11] = [
    "with the exception of",
    "with exception of",
    "except for",
    "except",
    "but not",
    "but",
    "other than",
    "apart from",
    "besides",
    "excluding",
    "save",
];

/// The determiner of a number: "at most two", "the three", "no two".
struct Counted {
    det: Det,
    /// "The two": there must be exactly so many.
    is_all: Option<usize>,
    is_one: bool,
}

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
        found
    }

    /// A noun phrase or several, joined.
    fn lists(&self, at: usize) -> Found<Np> {
        let mut found: Found<Np> = Vec::new();
        for (first, end) in self.units(at) {
            self.continue_list(vec![first], end, &mut found);
        }
        found.extend(self.shortened(at));
        found
    }

    /// "The outer and the inner door", "gate 1 or 2": names that share a word.
    fn shortened(&self, at: usize) -> Found<Np> {
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
    fn object_of(&self, places: impl Iterator<Item = usize>) -> Option<Object> {
        let words: Vec<String> = places.map(|place| self.word(place).to_owned()).collect();
        match self.vocabulary.noun(&words.join(" ")) {
            [Sense::Object(object)] => Some(*object),
            _ => None,
        }
    }

    /// Adds "A", and "A, B and C" with whatever follows.
    fn continue_list(&self, parts: Vec<Np>, at: usize, found: &mut Found<Np>) {
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
                let parts = parts.iter().cloned().chain([last]).collect();
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
    fn units(&self, at: usize) -> Found<Np> {
        let mut found = self.pronouns(at);
        for (np, end) in self.plain_units(at) {
            for (limited, end) in self.limited(np, end) {
                found.extend(self.excepting(limited.clone(), end));
                found.push((Np::Noun(limited), end));
            }
        }
        found
    }

    fn pronouns(&self, at: usize) -> Found<Np> {
        let mut found = Vec::new();
        let mut add = |sort, end| found.push((Np::Pronoun(Pronoun { sort, at, end }), end));
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
                    if let Sense::Kind { kind, is_plural: false } = sense {
                        let members = self.vocabulary.kinds[*kind].members.as_slice().into();
                        add(PronounSort::That(members), after + length);
                    }
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
                            Np::Pronoun(Pronoun { sort: PronounSort::The(members), at, end: after + length }),
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

    fn plain_units(&self, at: usize) -> Found<Noun> {
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
        }
        found
    }

    /// "Nothing fragile", "everything dirty": a word for things, and what they are like.
    fn qualified(&self, id: usize, at: usize, det: Det) -> Found<Noun> {
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
    fn is_so(&self, predicate: usize, holds: bool, at: usize) -> Limit {
        let act = Act::Fact { predicate, holds, fillers: vec![Filler::Subject] };
        Limit { deed: Rc::new(plain(act, Aspect::State, at, at + 1)), holds: true }
    }

    /// "At most two", "two of the", "the two", "no two", "only one".
    fn numbers(&self, at: usize) -> Found<Counted> {
        const COMPARED: [(&str, Compare, isize); 17] = [
            ("at most", Compare::AtMost, 0),
            ("at the most", Compare::AtMost, 0),
            ("no more than", Compare::AtMost, 0),
            ("not more than", Compare::AtMost, 0),
            ("a maximum of", Compare::AtMost, 0),
            ("up to", Compare::AtMost, 0),
            ("fewer than", Compare::AtMost, -1),
            ("less than", Compare::AtMost, -1),
            ("at least", Compare::AtLeast, 0),
            ("no fewer than", Compare::AtLeast, 0),
            ("no less than", Compare::AtLeast, 0),
            ("more than", Compare::AtLeast, 1),
            ("exactly", Compare::Exactly, 0),
            ("precisely", Compare::Exactly, 0),
            ("only", Compare::Only, 0),
            ("any", Compare::AtLeast, 0),
            ("", Compare::Bare, 0),
        ];
        let mut found = Vec::new();
        let of = |at: usize| self.after_any(at, &["of all the", "of the"]).unwrap_or(at);
        for (words, compare, offset) in COMPARED {
            let Some(after) = self.after(at, words) else { continue };
            let Some(count) = number(self.word(after)) else { continue };
            let Some(count) = count.checked_add_signed(offset) else { continue };
            self.reached(after + 1);
            let is_one = number(self.word(after)) == Some(1);
            let (of, is_one) = match of(after + 1) {
                end if end > after + 1 => (end, false),
                end => (end, is_one),
            };
            found.push((Counted { det: Det::Count(compare, count), is_all: None, is_one }, of));
        }
        for (words, is_no) in [("no", true), ("the", false), ("all of the", false), ("all the", false), ("all", false)]
        {
            let Some(after) = self.after(at, words) else { continue };
            let Some(count) = number(self.word(after)) else { continue };
            let counted = match is_no {
                true => {
                    Counted { det: Det::Count(Compare::AtMost, count.saturating_sub(1)), is_all: None, is_one: false }
                }
                false if words == "the" => Counted { det: Det::Listed, is_all: Some(count), is_one: false },
                false => Counted { det: Det::All, is_all: Some(count), is_one: false },
            };
            if !is_no || count > 1 {
                found.push((counted, after + 1));
            }
        }
        found
    }

    /// The nouns after a determiner, with words that say what they are like: "dirty towels".
    fn named(&self, id: usize, at: usize, det: Det, is_all: Option<usize>, is_other: bool) -> Found<Noun> {
        let mut found = self.plainly_named(id, at, det, is_all, is_other);
        let word = self.word(at);
        if is_all.is_some() || word.is_empty() {
            return found;
        }
        for (predicate, holds) in self.vocabulary.adjectives(word) {
            let limit = self.is_so(predicate, holds, at);
            for (noun, end) in self.named(id, at + 1, det, is_all, is_other) {
                if noun.det != Det::Name {
                    let limits = std::iter::once(limit.clone()).chain(noun.limits.iter().cloned()).collect();
                    found.push((Noun { limits, ..noun }, end));
                }
            }
        }
        found
    }

    fn plainly_named(&self, id: usize, at: usize, det: Det, is_all: Option<usize>, is_other: bool) -> Found<Noun> {
        let mut found = Vec::new();
        let rest = self.tokens.get(at..).unwrap_or_default();
        for (senses, length) in self.vocabulary.nouns(rest) {
            let end = at + length;
            self.reached(end);
            for sense in senses {
                match *sense {
                    Sense::Object(object) => {
                        let phrase = &self.vocabulary.objects[usize::from(object)].phrase;
                        // "Some dye" is the dye, but "some sample 2" is nothing.
                        let is_mass =
                            matches!(det, Det::Some | Det::A) && !phrase.ends_with(|last: char| last.is_ascii_digit());
                        if is_all.is_none() && !is_other && (matches!(det, Det::The | Det::Bare) || is_mass) {
                            found.push((self.name(id, end, vec![object]), end));
                        }
                    }
                    Sense::Kind { kind, is_plural } => {
                        let kind = &self.vocabulary.kinds[kind];
                        if is_plural && is_all.is_none() && !is_other {
                            found.extend(self.numbered(id, end, det, senses));
                        }
                        let Some(det) = agreed(det, is_plural) else { continue };
                        if is_all.is_some_and(|count| count != kind.members.len()) {
                            continue;
                        }
                        let members = kind.members.as_slice().into();
                        let limits = Vec::new();
                        found.push((
                            Noun {
                                det,
                                members,
                                limits,
                                id,
                                end,
                                is_plural,
                                is_other,
                                is_wide: false,
                                is_excepting: false,
                                is_place: false,
                            },
                            end,
                        ));
                    }
                }
            }
        }
        found
    }

    fn name(&self, id: usize, end: usize, members: Vec<Object>) -> Noun {
        let det = if members.len() == 1 { Det::Name } else { Det::Plural };
        let is_plural = members.len() > 1;
        Noun {
            det,
            members: members.into(),
            limits: Vec::new(),
            id,
            end,
            is_plural,
            is_other: false,
            is_wide: false,
            is_excepting: false,
            is_place: false,
        }
    }

    /// "Robots 1 and 2": a plural and the numbers of things with that name.
    fn numbered(&self, id: usize, at: usize, det: Det, senses: &[Sense]) -> Found<Noun> {
        if !matches!(det, Det::The | Det::Bare | Det::Both | Det::All) {
            return Vec::new();
        }
        let words: Vec<&str> = senses
            .iter()
            .filter_map(|sense| match sense {
                Sense::Kind { kind, is_plural: true } => Some(&self.vocabulary.kinds[*kind].words),
                _ => None,
            })
            .flatten()
            .map(String::as_str)
            .collect();
        let object = |place: usize| {
            let number = number(self.word(place))?;
            words.iter().find_map(|word| match self.vocabulary.noun(&format!("{word} {number}")) {
                [Sense::Object(object)] => Some(*object),
                _ => None,
            })
        };
        let Some(first) = object(at) else { return Vec::new() };
        let mut members = vec![first];
        let mut end = at + 1;
        if let (Some(after), Some(from)) = (self.after(end, "to"), number(self.word(at))) {
            let to = number(self.word(after)).unwrap_or(0);
            let range: Option<Vec<Object>> = (from..=to)
                .map(|number| {
                    words.iter().find_map(|word| match self.vocabulary.noun(&format!("{word} {number}")) {
                        [Sense::Object(object)] => Some(*object),
                        _ => None,
                    })
                })
                .collect();
            if let Some(range) = range.filter(|range| range.len() > 1) {
                return self.list_of(id, after + 1, det, Join::And, range);
            }
        }
        let mut join = None;
        loop {
            let comma = self.after(end, ",");
            let after = comma.unwrap_or(end);
            let and = [("and", Join::And), ("or", Join::Or)]
                .into_iter()
                .find_map(|(word, join)| Some((self.after(after, word)?, join)));
            let next = and.map_or(after, |(after, _)| after);
            let Some(object) = (next > end).then(|| object(next)).flatten() else { break };
            members.push(object);
            end = next + 1;
            join = and.map(|(_, join)| join);
            if join.is_some() {
                break;
            }
        }
        let Some(join) = join else { return Vec::new() };
        self.list_of(id, end, det, join, members)
    }

    fn list_of(&self, id: usize, end: usize, det: Det, join: Join, members: Vec<Object>) -> Found<Noun> {
        let det = match (det, join) {
            (Det::Both, Join::And) => Det::Both,
            (Det::All, Join::And) => Det::All,
            (_, Join::And) => Det::Listed,
            (_, _) => Det::A,
        };
        self.reached(end);
        vec![(Noun { det, ..self.name(id, end, members) }, end)]
    }

    /// The noun, and the noun with what is said of it.
    fn limited(&self, noun: Noun, at: usize) -> Found<Noun> {
        let mut found = vec![(noun.clone(), at)];
        if noun.det == Det::Name {
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
    fn loaded(&self, at: usize) -> Found<Limit> {
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
    fn lacking(&self, at: usize) -> Found<Limit> {
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
        if !matches!(noun.det, Det::No | Det::Every | Det::Each | Det::All | Det::Any | Det::Plural | Det::Bare) {
            return found;
        }
        let comma = self.skip(at, ",");
        let Some(after) = self.after_any(comma, &EXCEPTIONS) else { return found };
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

/// The determiner, if it can stand before a noun of this number.
fn agreed(det: Det, is_plural: bool) -> Option<Det> {
    Some(match (det, is_plural) {
        (Det::The, true) => Det::Plural,
        (Det::Bare, false) => Det::Mass,
        // "All food".
        (Det::All, false) => Det::All,
        (Det::Each | Det::Every, true) | (Det::Both, false) => {
            // "each of the drawers" has a plural; "each drawers" is no English, and no other.
            return if is_plural { Some(det) } else { None };
        }
        (Det::A, true) => return None,
        (Det::One, false) => Det::One,
        (det, _) => det,
    })
}

/// Whether the phrase has a number or "no": what "only" cannot stand before.
fn is_quantified(np: &Np) -> bool {
    match np {
        Np::Noun(noun) => {
            matches!(noun.det, Det::Count(..) | Det::No | Det::Some | Det::Any | Det::Both | Det::Each | Det::Every)
        }
        Np::List(_, parts) => parts.iter().any(is_quantified),
        Np::Only(_) => true,
        Np::Pronoun(_) | Np::Bound(_) => false,
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
