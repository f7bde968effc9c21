//! Names and sorts after a determiner: "the two drawers", "robots 1 and 2", "at most three boxes".

use crate::{
    logic::Object,
    meaning::{Compare, Det, Join, Noun},
    reader::{Found, Reader},
    tokens::number,
    vocabulary::Noun as Sense,
};

/// The determiner of a number: "at most two", "the three", "no two".
pub(crate) struct Counted {
    pub det: Det,
    /// "The two": there must be exactly so many.
    pub is_all: Option<usize>,
    pub is_one: bool,
}

impl Reader<'_> {
    /// "At most two", "two of the", "the two", "no two", "only one".
    pub(crate) fn numbers(&self, at: usize) -> Found<Counted> {
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
    pub(crate) fn named(&self, id: usize, at: usize, det: Det, is_all: Option<usize>, is_other: bool) -> Found<Noun> {
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

    pub(crate) fn plainly_named(
        &self,
        id: usize,
        at: usize,
        det: Det,
        is_all: Option<usize>,
        is_other: bool,
    ) -> Found<Noun> {
        let mut found = Vec::new();
        let rest = self.tokens.get(at..).unwrap_or_default();
        for (senses, length) in self.vocabulary.nouns(rest) {
            let end = at + length;
            self.reached(end);
            // "The bench" may be any of the benches, and the potting bench too, which is a table.
            let others = if det == Det::The { self.vocabulary.called_so(senses) } else { Vec::new() };
            for sense in senses {
                match *sense {
                    Sense::Object(object) if others.contains(&object) => {}
                    Sense::Object(object) => {
                        let phrase = &self.vocabulary.objects[usize::from(object)].phrase;
                        // "Some" of a stuff with a name is that stuff, but "some robot 2" is nothing.
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
                        let others: &[Object] = if is_plural { &[] } else { &others };
                        let members = [kind.members.as_slice(), others].concat().into();
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

    pub(crate) fn name(&self, id: usize, end: usize, members: Vec<Object>) -> Noun {
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
    pub(crate) fn numbered(&self, id: usize, at: usize, det: Det, senses: &[Sense]) -> Found<Noun> {
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

    pub(crate) fn list_of(&self, id: usize, end: usize, det: Det, join: Join, members: Vec<Object>) -> Found<Noun> {
        let det = match (det, join) {
            (Det::Both, Join::And) => Det::Both,
            (Det::All, Join::And) => Det::All,
            (_, Join::And) => Det::Listed,
            (_, _) => Det::A,
        };
        self.reached(end);
        vec![(Noun { det, ..self.name(id, end, members) }, end)]
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
