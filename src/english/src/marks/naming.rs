//! Canonical words with names in place of marks.

use crate::{
    frame::{Frame, Part},
    inflection,
    marks::{Marked, Meaning},
    tokens,
    vocabulary::Vocabulary,
};

/// Words after which a sort is said in the plural.
const MANY: [&str; 5] = ["all", "of", "only", "except", "most"];

impl Vocabulary {
    /// Canonical words with the names that their marks stand for, as [`read`](crate::read) takes them. `None`: a mark stands where
    /// nothing can, or does not occur in the text.
    pub fn unmark(&self, canonical: &str, marked: &Marked) -> Option<String> {
        let words: Vec<&str> = canonical.split_whitespace().collect();
        let mut namer = Namer { vocabulary: self, marked, words, said: Vec::new() };
        let mut at = 0;
        while at < namer.words.len() {
            at = namer.step(at)?;
        }
        Some(namer.said.join(" ").replace(" ,", ",").replace(" .", "."))
    }
}

struct Namer<'a> {
    vocabulary: &'a Vocabulary,
    marked: &'a Marked,
    words: Vec<&'a str>,
    said: Vec<String>,
}

impl Namer<'_> {
    /// Says what stands at a place; gives the place after it.
    fn step(&mut self, at: usize) -> Option<usize> {
        let word = self.words[at];
        if let Some(frame) = self.frame(at, 'd') {
            let frame = &self.vocabulary.frames[frame];
            self.said.push(frame.verb.clone());
            return self.rest(frame, at + 1);
        }
        if matches!(word, "is" | "are") {
            let denies = self.words.get(at + 1) == Some(&"not");
            let place = at + 1 + usize::from(denies);
            if let Some(frame) = self.frame(place, 's') {
                let frame = &self.vocabulary.frames[frame];
                self.said.push(finite(&frame.verb, word == "are", denies));
                return self.rest(frame, place + 1);
            }
        }
        if word == "be" {
            let denies = self.words.get(at + 1) == Some(&"not");
            if let Some(frame) = self.frame(at + 1 + usize::from(denies), 's') {
                let frame = &self.vocabulary.frames[frame];
                self.said.push(format!("{}{}", if denies { "not " } else { "" }, frame.verb));
                return self.rest(frame, at + 2 + usize::from(denies));
            }
        }
        match self.marked.meaning(word) {
            Some(Meaning::Object(phrase)) => self.said.push(phrase.clone()),
            Some(Meaning::Kind { one, many }) => {
                let before = at.checked_sub(1).map_or("", |before| self.words[before]);
                let after = |length: usize| self.words.get(at + length).copied().unwrap_or_default();
                let is_many = MANY.contains(&before)
                    || tokens::number(before).is_some_and(|number| number > 1)
                    || (before != "every" && (after(1) == "are" || (after(1) == "that" && after(2) == "are")))
                    || (at == 0 && before.is_empty());
                self.said.push(if is_many { many.clone() } else { one.clone() });
            }
            Some(Meaning::Frame(_)) => return None,
            None if word.starts_with('<') => return None,
            None => self.said.push(word.to_owned()),
        }
        Some(at + 1)
    }

    /// The words of a frame after its verb, with the noun phrases that stand from a place on in it.
    fn rest(&mut self, frame: &Frame, mut at: usize) -> Option<usize> {
        for part in &frame.parts {
            match part {
                Part::Word(word) if word == "it" && self.phrase(at).is_some() => at = self.say(at)?,
                Part::Word(word) => self.said.push(word.clone()),
                Part::Slot(_) | Part::Held(_) => at = self.say(at)?,
                Part::OnSlot(_) => {
                    self.said.push("at".to_owned());
                    at = self.say(at)?;
                }
            }
        }
        Some(at)
    }

    /// Says the noun phrase at a place.
    fn say(&mut self, at: usize) -> Option<usize> {
        let end = self.phrase(at)?;
        let mut at = at;
        while at < end {
            at = self.step(at)?;
        }
        Some(at)
    }

    /// The end of the noun phrase at a place: "all <t1> except <t2> and <t3>", "every <t1> that is at <p1>".
    fn phrase(&self, at: usize) -> Option<usize> {
        let word = |at: usize| self.words.get(at).copied().unwrap_or_default();
        let is_det = |word: &str| {
            matches!(word, "all" | "every" | "a" | "the" | "no" | "any" | "one") || tokens::number(word).is_some()
        };
        let mut end = at;
        if matches!(word(end), "everything" | "anything") {
            end += 1;
        } else {
            while is_det(word(end)) || (word(end) == "of" && end > at) {
                end += 1;
            }
            if !self.is_noun(word(end)) {
                return None;
            }
            end += 1;
        }
        match word(end) {
            "that" if matches!(word(end + 1), "is" | "are") => {
                let place = end + 2 + usize::from(word(end + 2) == "not");
                match (word(place), self.frame(place, 's')) {
                    ("at", _) => end = self.phrase(place + 1)?,
                    (_, Some(frame)) => {
                        let slots = self.vocabulary.frames[frame].parts.iter();
                        let slots = slots.filter(|part| matches!(part, Part::Slot(_) | Part::OnSlot(_))).count();
                        end = place + 1;
                        for _ in 0..slots {
                            end = self.phrase(end)?;
                        }
                    }
                    _ => return None,
                }
            }
            "at" if word(end - 1) == "everything" || word(end - 1) == "anything" => end = self.phrase(end + 1)?,
            "except" => end = self.phrase(end + 1)?,
            _ => {}
        }
        while matches!(word(end), "," | "and" | "or") {
            let Some(after) =
                self.phrase(end + 1).filter(|after| !matches!(word(*after), "is" | "are" | "must" | "may"))
            else {
                break;
            };
            end = after;
        }
        Some(end)
    }

    fn is_noun(&self, word: &str) -> bool {
        self.marked.meaning(word).is_some_and(|meaning| !matches!(meaning, Meaning::Frame(_)))
    }

    /// The frame of the mark of this letter at a place.
    fn frame(&self, at: usize, letter: char) -> Option<usize> {
        let mark =
            self.words.get(at).filter(|word| word.strip_prefix('<').is_some_and(|mark| mark.starts_with(letter)))?;
        match self.marked.meaning(mark)? {
            Meaning::Frame(frame) => Some(*frame),
            _ => None,
        }
    }
}

/// A verb after its subject.
fn finite(verb: &str, are_several: bool, denies: bool) -> String {
    let not = if denies { " not" } else { "" };
    match (verb, are_several, denies) {
        ("be", false, _) => format!("is{not}"),
        ("be", true, _) => format!("are{not}"),
        ("have", false, _) => format!("has{not}"),
        ("have", true, _) => format!("have{not}"),
        (_, false, false) => inflection::third(verb),
        (_, true, false) => verb.to_owned(),
        (_, false, true) => format!("does not {verb}"),
        (_, true, true) => format!("do not {verb}"),
    }
}
