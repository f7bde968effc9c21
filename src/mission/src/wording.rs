//! Missions in varied words.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    Mission, Prohibition, Rule, Subtask, Transport,
    objects::{ItemId, PlaceId},
    sentence_forms::{DELIVERIES, Delivery, FOR_ALL, FOR_ONE, PROHIBITIONS, Prohibiting},
    vocabulary::Group,
};

/// The sentence forms to choose among, so that a model can be tested on wordings it was not trained on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wording {
    /// All forms.
    All,
    /// Three forms in four.
    Training,
    /// The others.
    HeldOut,
}

impl Wording {
    /// Whether the form with this number belongs to them.
    pub(crate) fn includes(self, form: usize) -> bool {
        match self {
            Self::All => true,
            Self::Training => form % 4 != 3,
            Self::HeldOut => form % 4 == 3,
        }
    }
}

impl Mission {
    /// The mission in words; each seed words it in its own way.
    pub fn words(&self, domain: &Transport, wording_seed: u64) -> String {
        self.words_among(domain, wording_seed, Wording::All)
    }

    /// The mission in the plainest words: always the same ones, and names only.
    /// People see and sign this text.
    pub fn plain_words(&self, domain: &Transport) -> String {
        plain(self, domain)
    }

    /// The mission in words, from a part of the sentence forms.
    pub fn words_among(&self, domain: &Transport, wording_seed: u64, wording: Wording) -> String {
        mission(self, domain, wording_seed, wording)
    }
}

/// The whole mission: sub-tasks in order, then rules in order.
fn mission(mission: &Mission, domain: &Transport, seed: u64, wording: Wording) -> String {
    let mut writer = Writer { domain, rng: ChaCha8Rng::seed_from_u64(seed), wording };
    let mut text = String::new();
    let mut rest = mission.subtasks.as_slice();
    let mut last: Option<&[PlaceId]> = None;
    // A list of items at the end of a clause would swallow the items at the beginning of the next one.
    let mut may_continue = true;
    while let Some(first) = rest.first() {
        let limit = if writer.is_listable(first) { 3 } else { 1 };
        let fits = |(place, next): &(usize, &Subtask)| {
            *place == 0 || (next.destinations == first.destinations && writer.is_listable(next))
        };
        let most = rest.iter().take(limit).enumerate().take_while(fits).count();
        let count = writer.rng.random_range(1..=most);
        let (group, after) = rest.split_at(count);
        let (clause, ends_with_items) = writer.delivery(group, last);
        writer.join(&mut text, &clause, may_continue);
        may_continue = !ends_with_items;
        last = Some(&first.destinations);
        rest = after;
    }
    for rule in &mission.rules {
        let clause = writer.rule(rule);
        writer.join(&mut text, &clause, may_continue);
        may_continue = false;
    }
    if !text.is_empty() {
        text.push('.');
    }
    text
}

/// The mission in the plainest words: always the same ones, and names only.
fn plain(mission: &Mission, domain: &Transport) -> String {
    let items = |items: &[ItemId]| match label_of(domain, items).filter(|_| items.len() > 1) {
        Some(label) => vec![format!("any {}", label.singulars[0])],
        None => items.iter().map(|&item| domain.item(item).phrase.clone()).collect(),
    };
    let places = |places: &[PlaceId]| -> Vec<String> {
        places.iter().map(|&place| domain.place(place).phrase.clone()).collect()
    };
    let rule = |rule: &Rule| {
        let (number, objects) = match &rule.never {
            Prohibition::Take(of) => (0, listed(&items(of), "or")),
            Prohibition::Approach(of) => (1, listed(&items(of), "or")),
            Prohibition::Open(of) => (2, listed(&places(of), "or")),
            Prohibition::Leave(of) => {
                let preposition = of.first().map_or("on", |&place| domain.place(place).preposition.word());
                (3, format!("{preposition} {}", listed(&places(of), "or")))
            }
        };
        let form = if rule.robot.is_some() { &FOR_ONE } else { &FOR_ALL };
        form.fill(rule.robot, number, 0, &objects)
    };
    let delivery = |subtask: &Subtask| {
        format!("move {} to {}", items(&subtask.items).join(" or "), places(&subtask.destinations).join(" or "))
    };
    let deliveries = mission.subtasks.iter().map(delivery);
    let sentences: Vec<String> =
        deliveries.chain(mission.rules.iter().map(rule)).map(|clause| capitalised(&clause) + ".").collect();
    sentences.join(" ")
}

impl Subtask {
    /// The sub-task in words, as a phrase: "apple 1 or apple 2 to the table".
    pub fn words(&self, domain: &Transport) -> String {
        let items: Vec<&str> = self.items.iter().map(|&item| domain.item(item).phrase.as_str()).collect();
        let places: Vec<&str> = self.destinations.iter().map(|&place| domain.place(place).phrase.as_str()).collect();
        format!("{} to {}", items.join(" or "), places.join(" or "))
    }
}

struct Writer<'a> {
    domain: &'a Transport,
    rng: ChaCha8Rng,
    wording: Wording,
}

impl Writer<'_> {
    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts.choose(&mut self.rng).copied().unwrap_or_default()
    }

    /// Appends a clause to the text, sometimes with a connector.
    fn join(&mut self, text: &mut String, clause: &str, may_continue: bool) {
        if text.is_empty() {
            text.push_str(&capitalised(clause));
            return;
        }
        match self.rng.random_range(0..6) {
            0 => text.push_str(&format!("; {clause}")),
            1 if may_continue => text.push_str(&format!(", and {clause}")),
            2 => {
                let lead = self.pick(&["Also", "In addition", "Additionally", "Besides"]);
                text.push_str(&format!(". {lead}, {clause}"));
            }
            _ => text.push_str(&format!(". {}", capitalised(clause))),
        }
    }

    /// Whether one mention without "or" covers the sub-task's items.
    fn is_listable(&self, subtask: &Subtask) -> bool {
        subtask.items.len() == 1 || self.label_of(&subtask.items).is_some()
    }

    fn label_of(&self, items: &[ItemId]) -> Option<&Group> {
        label_of(self.domain, items)
    }

    fn delivery(&mut self, group: &[Subtask], last: Option<&[PlaceId]>) -> (String, bool) {
        let destinations = &group[0].destinations;
        let all: Vec<ItemId> = group.iter().flat_map(|subtask| subtask.items.clone()).collect();
        let is_each = group.len() > 1 && group.iter().all(|subtask| subtask.items.len() == 1);
        let label = if is_each { self.label_of(&all).cloned() } else { None };
        let is_several = group.len() > 1;
        let items = match label {
            Some(label) if self.rng.random_bool(0.5) => {
                let quantity = if all.len() == 2 { self.pick(&["both", "all", "the two", "all the"]) } else { "all" };
                format!("{quantity} {}", label.plurals[self.rng.random_range(0..label.plurals.len())])
            }
            _ => {
                let mentions: Vec<String> =
                    group.iter().map(|subtask| self.items(&subtask.items, is_several)).collect();
                let word = self.pick(&["and", "as well as"]);
                listed(&mentions, word)
            }
        };
        self.clause(destinations, (is_several, &items), last)
    }

    /// A clause that brings these items, one or several, to the destinations; and whether it ends with the items.
    fn clause(
        &mut self,
        destinations: &[PlaceId],
        (is_several, items): (bool, &str),
        last: Option<&[PlaceId]>,
    ) -> (String, bool) {
        let places: Vec<String> = destinations.iter().map(|&place| self.place(place)).collect();
        let to = format!("to {}", places.join(" or "));
        let with_word = |place: &PlaceId| self.domain.place(*place).preposition.word();
        let on: Vec<String> =
            destinations.iter().zip(&places).map(|(place, words)| format!("{} {words}", with_word(place))).collect();
        let is_there = last == Some(destinations) && self.rng.random_bool(0.3);
        let forms: Vec<&Delivery> = DELIVERIES
            .iter()
            .enumerate()
            .filter(|(index, form)| self.wording.includes(*index) && form.fits(destinations.len() > 1, is_there))
            .map(|(_, form)| form)
            .collect();
        let form = forms[self.rng.random_range(0..forms.len())];
        let (to, on) = if is_there { ("there".to_owned(), "there".to_owned()) } else { (to, on.join(" or ")) };
        (form.fill(is_several, items, &to, &on, &places[0]), form.ends_with_items())
    }

    /// Mentions any one of the items; in a list without "or".
    fn items(&mut self, items: &[ItemId], is_in_list: bool) -> String {
        let label = if items.len() > 1 { self.label_of(items).cloned() } else { None };
        if let Some(label) = label.filter(|_| is_in_list || self.rng.random_bool(0.8)) {
            let one = &label.singulars;
            let several = &label.plurals;
            let one = &one[self.rng.random_range(0..one.len())];
            let several = &several[self.rng.random_range(0..several.len())];
            return match self.rng.random_range(0..4) {
                0 => format!("the {one}"),
                1 => format!("{} {one}", if one.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }),
                2 => format!("any {one}"),
                _ => format!("one of the {several}"),
            };
        }
        let names: Vec<String> = items.iter().map(|&item| self.item(item)).collect();
        let either = if names.len() == 2 && self.rng.random_bool(0.3) { "either " } else { "" };
        format!("{either}{}", names.join(" or "))
    }

    fn item(&mut self, item: ItemId) -> String {
        let item = self.domain.item(item);
        self.one_of(&item.phrase, &item.words)
    }

    fn place(&mut self, place: PlaceId) -> String {
        let place = self.domain.place(place);
        self.one_of(&place.phrase, &place.words)
    }

    fn one_of(&mut self, phrase: &str, words: &[String]) -> String {
        match words.choose(&mut self.rng) {
            Some(word) if self.rng.random_bool(0.3) => format!("the {word}"),
            _ => phrase.to_owned(),
        }
    }

    fn rule(&mut self, rule: &Rule) -> String {
        let (number, objects) = match &rule.never {
            Prohibition::Take(items) => (0, self.each(items)),
            Prohibition::Approach(items) => (1, self.each(items)),
            Prohibition::Open(places) => (2, self.doors(places)),
            Prohibition::Leave(places) => {
                let names: Vec<String> = places.iter().map(|&place| self.place(place)).collect();
                let preposition = places.first().map_or("on", |&place| self.domain.place(place).preposition.word());
                (3, format!("{preposition} {}", listed(&names, "or")))
            }
        };
        let forms: Vec<&Prohibiting> = PROHIBITIONS
            .iter()
            .enumerate()
            .filter(|(index, form)| self.wording.includes(*index) && form.fits(rule.robot.is_some()))
            .map(|(_, form)| form)
            .collect();
        let form = forms[self.rng.random_range(0..forms.len())];
        form.fill(rule.robot, number, self.rng.random_range(0..2), &objects)
    }

    fn each(&mut self, items: &[ItemId]) -> String {
        if let Some(label) = self.label_of(items).cloned() {
            let one = &label.singulars[self.rng.random_range(0..label.singulars.len())];
            let several = &label.plurals[self.rng.random_range(0..label.plurals.len())];
            return match self.rng.random_range(0..3) {
                0 => format!("any {one}"),
                1 => format!("the {several}"),
                _ => format!("any of the {several}"),
            };
        }
        let names: Vec<String> = items.iter().map(|&item| self.item(item)).collect();
        listed(&names, "or")
    }

    fn doors(&mut self, places: &[PlaceId]) -> String {
        let is_it = |group: &&Group| {
            group.kind == crate::Kind::Container && group.members.iter().copied().eq(places.iter().map(|place| place.0))
        };
        let group = self.domain.groups.iter().find(is_it).and_then(|group| group.singulars.first());
        match group {
            Some(one) if places.len() > 1 && self.rng.random_bool(0.7) => format!("any {one}"),
            _ => {
                let names: Vec<String> = places.iter().map(|&place| self.place(place)).collect();
                listed(&names, "or")
            }
        }
    }
}

/// The label that exactly these items have.
fn label_of<'d>(domain: &'d Transport, items: &[ItemId]) -> Option<&'d Group> {
    let is_it = |group: &&Group| group.is_label && group.members.iter().copied().eq(items.iter().map(|item| item.0));
    domain.groups.iter().find(is_it)
}

fn listed(parts: &[String], word: &str) -> String {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

fn capitalised(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
