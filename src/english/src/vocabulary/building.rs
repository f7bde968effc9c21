//! How the words of a world are gathered from its domain file.

use std::collections::{BTreeMap, HashMap};

use surefleet_world::{Atom, Domain, ObjectId, Origin, Predicate, Settled, TypeId, World};

use crate::{
    frame::{Frame, Part, Tells},
    general,
    inflection::{self, Form},
    logic::Object,
    moving::{self},
    tokens,
};

use super::{Kind, Named, Noun, Place, Relation, Vocabulary, numbered, place_of};

impl Vocabulary {
    pub(super) fn add_nouns(&mut self, world: &World) {
        for (place, object) in world.objects().iter().enumerate() {
            let noun = Noun::Object(place_of(place));
            self.objects.push(Named {
                name: object.name.clone(),
                phrase: object.phrase.clone(),
                preposition: object.preposition.clone(),
            });
            let label = object.phrase.strip_prefix("the ").unwrap_or(&object.phrase).to_owned();
            let own = [object.name.clone(), label];
            for alias in aliases(world, object, &own[1]) {
                self.add_noun(&alias, noun);
            }
            own.iter().chain(&object.words).for_each(|words| self.add_noun(words, noun));
        }
        for (place, kind) in world.domain().types().iter().enumerate() {
            let members = world.members(&[type_of(world.domain(), &kind.name)]);
            let members = members.into_iter().map(|member| place_of(member.index())).collect();
            let plurals = match kind.plurals.is_empty() {
                true => kind.words.iter().map(|word| inflection::plural(word)).collect(),
                false => kind.plurals.clone(),
            };
            self.kinds.push(Kind { words: kind.words.clone(), members });
            kind.words.iter().for_each(|word| self.add_noun(word, Noun::Kind { kind: place, is_plural: false }));
            for piece in kind.words.iter().filter_map(|word| word.strip_prefix("piece of ")) {
                self.add_noun(&format!("bit of {piece}"), Noun::Kind { kind: place, is_plural: false });
                for pieces in ["pieces of", "bits of"] {
                    self.add_noun(&format!("{pieces} {piece}"), Noun::Kind { kind: place, is_plural: true });
                }
            }
            // A sort that is called so many single things is also said as a mass.
            for mass in kind.words.iter().filter_map(|word| word.strip_suffix(" item")) {
                if !self.nouns.contains_key(mass) {
                    self.add_noun(mass, Noun::Kind { kind: place, is_plural: false });
                }
            }
            plurals.iter().for_each(|word| self.add_noun(word, Noun::Kind { kind: place, is_plural: true }));
        }
        self.add_heads();
        self.add_numbered();
        self.add_words_for_all();
    }

    /// Things with the word for a sort at the end of a name, though they are not of it: "the basket" may be the laundry basket,
    /// too.
    fn add_heads(&mut self) {
        let mut heads: Vec<(String, Object)> = Vec::new();
        // The door of a room is no room.
        for (words, nouns) in self.nouns.iter().filter(|(words, _)| !words.contains(" of ")) {
            for (end, _) in words.match_indices(' ') {
                let head = &words[end + 1..];
                let kinds = self.noun(head).iter().filter_map(|noun| match noun {
                    Noun::Kind { kind, is_plural: false } => Some(&self.kinds[*kind].members),
                    _ => None,
                });
                let of_kinds: Vec<Object> = kinds.flatten().copied().collect();
                let other = |noun: &Noun| match noun {
                    Noun::Object(object) if !of_kinds.is_empty() && !of_kinds.contains(object) => Some(*object),
                    _ => None,
                };
                heads.extend(nouns.iter().filter_map(other).map(|object| (head.to_owned(), object)));
            }
        }
        heads.sort_unstable();
        heads.into_iter().for_each(|(head, object)| self.add_noun(&head, Noun::Object(object)));
    }

    /// Adds a sort for things that are numbered under one name: of "bedside table 1" and "bedside table 2" each is a bedside
    /// table, though their type may have other things too.
    fn add_numbered(&mut self) {
        let mut named: BTreeMap<String, Vec<Object>> = BTreeMap::new();
        for (place, object) in self.objects.iter().enumerate() {
            let label = object.phrase.strip_prefix("the ").unwrap_or(&object.phrase);
            if let Some((name, number)) = label.rsplit_once(' ')
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                named.entry(name.to_owned()).or_default().push(place_of(place));
            }
        }
        for (name, members) in named {
            if members.len() > 1 && self.noun(&name).is_empty() {
                let kind = self.kinds.len();
                self.add_noun(&name, Noun::Kind { kind, is_plural: false });
                self.add_noun(&inflection::plural(&name), Noun::Kind { kind, is_plural: true });
                self.kinds.push(Kind { words: vec![name], members });
            }
        }
    }

    /// Adds the other words for what a site calls its items or its things.
    fn add_words_for_all(&mut self) {
        const WORDS: [(&str, bool); 5] =
            [("item", false), ("thing", false), ("items", true), ("things", true), ("stuff", true)];
        let sort = |words: &str| {
            let sorts = self.noun(words).iter();
            sorts.filter_map(|noun| if let Noun::Kind { kind, .. } = noun { Some(*kind) } else { None }).next()
        };
        let Some(kind) = sort("item").or_else(|| sort("thing")) else { return };
        for (words, is_plural) in WORDS {
            if self.noun(words).is_empty() {
                self.add_noun(words, Noun::Kind { kind, is_plural });
                self.loose.insert(words.to_owned());
            }
        }
    }

    fn add_noun(&mut self, words: &str, noun: Noun) {
        let words: Vec<String> = tokens::words(words, 0)
            .into_iter()
            .enumerate()
            .map(|(place, token)| numbered(place, &token.word))
            .collect();
        self.longest_noun = self.longest_noun.max(words.len());
        self.words.extend(words.iter().cloned());
        let known = self.nouns.entry(words.join(" ")).or_default();
        if !known.contains(&noun) {
            known.push(noun);
        }
    }

    pub(super) fn add_relations(&mut self, world: &World) {
        let relation = |name: &str, places: Vec<Vec<TypeId>>, is_functional, is_derived| {
            let members: Vec<Vec<Object>> = places
                .iter()
                .map(|types| world.members(types).into_iter().map(|member| place_of(member.index())).collect())
                .collect();
            let fits = members.iter().map(|members: &Vec<Object>| {
                let mut fits = vec![false; world.objects().len()];
                members.iter().for_each(|member| fits[usize::from(*member)] = true);
                fits
            });
            let fits = fits.collect();
            Relation {
                name: name.to_owned(),
                fits,
                members,
                is_functional,
                is_derived,
                is_recursive: false,
                is_fixed: false,
                settled: HashMap::new(),
                others: Vec::new(),
            }
        };
        let never_changes = world.settled();
        for predicate in world.domain().predicates() {
            let places = predicate.arguments.iter().chain(&predicate.value).cloned().collect();
            let is_derived = matches!(predicate.origin, Origin::Derived(_) | Origin::Cases(_));
            let relation = relation(&predicate.name, places, predicate.value.is_some(), is_derived);
            let is_fixed = matches!(predicate.origin, Origin::Fixed);
            let may_be = is_fixed || is_derived || never_changes.has_bans(predicate);
            let settled = if may_be { settled(world, &never_changes, predicate) } else { HashMap::new() };
            let known = world.domain().find_predicate(&predicate.name);
            let is_recursive = known.is_some_and(|known| world.domain().is_recursive(known));
            self.predicates.push(Relation { is_fixed, is_recursive, settled, ..relation });
        }
        for skill in world.domain().skills() {
            let parameters = skill.parameters.iter().map(|(_, types)| types.clone());
            let places = std::iter::once(skill.by.clone()).chain(parameters).collect();
            self.skills
                .push(Relation { others: skill.others().collect(), ..relation(&skill.name, places, false, false) });
        }
    }

    pub(super) fn add_frames(&mut self, domain: &Domain) {
        for (place, predicate) in domain.predicates().iter().enumerate() {
            for template in &predicate.says {
                let frame = Frame::of_sentence(template, Tells::Fact { predicate: place, holds: true });
                frame.into_iter().for_each(|frame| self.add_frame(frame));
            }
            for template in &predicate.denies {
                let tells = match predicate.value {
                    Some(_) => Tells::NoValue { predicate: place },
                    None => Tells::Fact { predicate: place, holds: false },
                };
                Frame::of_sentence(template, tells).into_iter().for_each(|frame| self.add_frame(frame));
            }
        }
        for (place, skill) in domain.skills().iter().enumerate() {
            for template in &skill.text {
                let Some(frame) = Frame::of_order(template, place) else { continue };
                let with_held = moving::held(skill).and_then(|held| frame.with_held(held));
                let all: Vec<Frame> = [frame].into_iter().chain(with_held).collect();
                let shorter: Vec<Frame> = all.iter().filter_map(Frame::without_over).collect();
                all.into_iter().chain(shorter).for_each(|frame| self.add_frame(frame));
            }
        }
        self.add_states();
        self.add_achievements();
        let shared: Vec<usize> = (0..self.frames.len()).filter(|place| self.is_shared(*place)).collect();
        shared.into_iter().for_each(|place| self.frames[place].is_alone = false);
        general::verbs().for_each(|verb| self.add_verb(verb));
        let short = ["be", "have"].map(|verb| (verb.to_owned(), Form::Present));
        self.verbs.insert(tokens::APOSTROPHE.to_owned(), short.to_vec());
        self.places = self.frames.iter().filter_map(|frame| self.place(frame)).collect();
        self.places.dedup();
    }

    /// Adds other words for states: where "close" and "shut" are one skill, what is closed is shut.
    fn add_states(&mut self) {
        let participle = |frame: &Frame| match frame.parts.as_slice() {
            [Part::Slot(1)] if frame.tells_deed() && frame.is_own => Some(inflection::participle(&frame.verb)),
            _ => None,
        };
        let deeds: Vec<(Tells, String)> =
            self.frames.iter().filter_map(|frame| Some((frame.tells, participle(frame)?))).collect();
        let state = |frames: &[Frame], word: &str| {
            let is_it = |frame: &&Frame| {
                frame.verb == "be" && frame.before.is_empty() && frame.parts == [Part::Word(word.to_owned())]
            };
            frames.iter().find(is_it).cloned()
        };
        for (deed, word) in &deeds {
            let Some(frame) = state(&self.frames, word) else { continue };
            for (_, other) in deeds.iter().filter(|(of, other)| of == deed && other != word) {
                if state(&self.frames, other).is_none() {
                    self.add_frame(Frame { parts: vec![Part::Word(other.clone())], is_own: false, ..frame.clone() });
                }
            }
        }
        // "Shut" is "closed" wherever a file has no use of its own for it.
        let (closed, shut) = (inflection::participle("close"), "shut");
        if let Some(frame) = state(&self.frames, &closed).filter(|_| !self.words.contains(shut)) {
            self.add_frame(Frame { parts: vec![Part::Word(shut.to_owned())], is_own: false, ..frame });
            let deeds: Vec<Frame> = self.frames_of("close").map(|(_, frame)| frame.clone()).collect();
            for frame in deeds.into_iter().filter(Frame::tells_deed) {
                self.add_frame(Frame { verb: shut.to_owned(), is_own: false, ..frame });
            }
        }
    }

    /// Adds verbs for what only shows in states: "measure it" where it is measured in the end; "it runs" for "is running".
    fn add_achievements(&mut self) {
        let own: Vec<Frame> = self
            .frames
            .iter()
            .filter(|frame| frame.verb == "be" && frame.before.is_empty() && frame.is_own)
            .cloned()
            .collect();
        for frame in own {
            let [Part::Word(word)] = frame.parts.as_slice() else { continue };
            let Tells::Fact { predicate, holds } = frame.tells else { continue };
            if self.predicates[predicate].members.len() != 1 {
                continue;
            }
            if let Some(verb) = inflection::base_of(word, Form::Ing) {
                self.add_frame(Frame { verb, parts: Vec::new(), is_own: false, ..frame.clone() });
            }
            let Some(verb) = inflection::base_of(word, Form::Participle) else { continue };
            self.add_achievement(verb, predicate, holds);
        }
        let closing = self.achievable.iter().find(|(verb, ..)| verb == "close");
        if let Some((predicate, holds)) = closing.map(|(_, predicate, holds)| (*predicate, *holds)) {
            self.add_achievement("shut".to_owned(), predicate, holds);
        }
    }

    fn add_achievement(&mut self, verb: String, predicate: usize, holds: bool) {
        let is_deed = self.frames_of(&verb).any(|(_, frame)| frame.tells_deed());
        if !is_deed && !self.achievable.iter().any(|(one, ..)| *one == verb) {
            self.add_verb(&verb);
            self.achievable.push((verb, predicate, holds));
        }
    }

    /// Whether the words of a frame can mean something else of the same things.
    fn is_shared(&self, place: usize) -> bool {
        let frame = &self.frames[place];
        let relation = |frame: &Frame| match frame.tells {
            Tells::Fact { predicate, .. } | Tells::NoValue { predicate } => &self.predicates[predicate],
            Tells::Deed { skill } => &self.skills[skill],
        };
        let subjects = |frame: &Frame| relation(frame).members.get(frame.subject).cloned().unwrap_or_default();
        let own = subjects(frame);
        self.frames.iter().any(|other| {
            other.is_own
                && other.tells != frame.tells
                && frame.looks_like(other)
                && subjects(other).iter().any(|one| own.contains(one))
        })
    }

    fn add_frame(&mut self, frame: Frame) {
        self.add_verb(&frame.verb);
        if frame.tells_deed() && general::REPEATED.contains(&frame.verb.as_str()) {
            for (word, form) in inflection::forms(&format!("re{}", frame.verb)) {
                self.words.insert(word.clone());
                let known = self.verbs.entry(word).or_default();
                if !known.iter().any(|(base, of)| *base == frame.verb && *of == form) {
                    known.push((frame.verb.clone(), form));
                }
            }
        }
        self.words.extend(frame.before.iter().cloned());
        for part in &frame.parts {
            if let Part::Word(word) = part {
                self.words.insert(word.clone());
            }
        }
        let moved = frame.with_particle_moved();
        for frame in std::iter::once(frame).chain(moved) {
            let place = self.frames.len();
            self.by_verb.entry(frame.verb.clone()).or_default().push(place);
            self.frames.push(frame);
        }
    }

    fn add_verb(&mut self, verb: &str) {
        // "Sterilise" as the British write it.
        let british = verb.strip_suffix("ize").filter(|stem| stem.len() > 3).map(|stem| format!("{stem}ise"));
        let spellings = std::iter::once(verb).chain(british.as_deref());
        for (word, form) in spellings.flat_map(inflection::forms) {
            self.words.insert(word.clone());
            let known = self.verbs.entry(word).or_default();
            if !known.iter().any(|(base, of)| base == verb && *of == form) {
                known.push((verb.to_owned(), form));
            }
        }
    }

    /// The frame as one that tells where something is.
    fn place(&self, frame: &Frame) -> Option<Place> {
        let Tells::Fact { predicate, holds: true } = frame.tells else { return None };
        let is_posture = matches!(frame.verb.as_str(), "stand" | "lie" | "sit" | "rest");
        if !(is_posture || frame.verb == "be")
            || !frame.before.is_empty()
            || self.predicates[predicate].members.len() != 2
        {
            return None;
        }
        let word = match frame.parts.as_slice() {
            [Part::Word(word), Part::Slot(_)] | [Part::Word(_), Part::Word(word), Part::Slot(_)] => Some(word.clone()),
            _ => None,
        };
        let (place, is_wide) = match frame.parts.as_slice() {
            [Part::OnSlot(place)] => (*place, false),
            [Part::Word(word), Part::Slot(place)] if matches!(word.as_str(), "in" | "on" | "at") => (*place, false),
            [Part::Word(word), Part::OnSlot(place)] if word == "somewhere" => (*place, true),
            [Part::Word(word), Part::Word(_), Part::Slot(place)] if word == "somewhere" => (*place, true),
            _ => return None,
        };
        Some(Place { predicate, thing: frame.subject, place, is_wide, is_posture, word })
    }
}

/// Names with another word for the sort: "legged robot 1" for "dog 1".
fn aliases(world: &World, object: &surefleet_world::Object, label: &str) -> Vec<String> {
    let Some((word, number)) = label.rsplit_once(' ').filter(|(_, number)| tokens::number(number).is_some()) else {
        return Vec::new();
    };
    let types = world.domain().types();
    let words = object.types.iter().flat_map(|of| &types[of.index()].words);
    let words: Vec<&String> = words.collect();
    if !words.iter().any(|one| *one == word) {
        return Vec::new();
    }
    words.into_iter().filter(|one| *one != word).map(|word| format!("{word} {number}")).collect()
}

fn type_of(domain: &Domain, name: &str) -> TypeId {
    domain.find_type(name).expect("it is one of the domain's types")
}

/// Of which objects a predicate always or never holds: a fixed or derived one, or one with facts that a law forbids.
fn settled(world: &World, never_changes: &Settled<'_>, predicate: &Predicate) -> HashMap<Vec<Object>, bool> {
    let id = world.domain().find_predicate(&predicate.name).expect("it is the domain's own");
    let mut rows: Vec<Vec<ObjectId>> = vec![Vec::new()];
    for types in predicate.arguments.iter().chain(&predicate.value) {
        let members = world.members(types);
        let longer = |row: &Vec<ObjectId>| -> Vec<Vec<ObjectId>> {
            members.iter().map(|member| row.iter().copied().chain([*member]).collect()).collect()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    let arguments = predicate.arguments.len();
    let truth = |row: &[ObjectId]| {
        let atom = Atom {
            predicate: id,
            arguments: row[..arguments].iter().copied().collect(),
            value: row.get(arguments).copied(),
        };
        never_changes.truth(&atom)
    };
    let known = rows.iter().filter_map(|row| Some((row, truth(row)?)));
    known.map(|(row, truth)| (row.iter().map(|object| place_of(object.index())).collect(), truth)).collect()
}
