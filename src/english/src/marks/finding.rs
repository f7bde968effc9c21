//! What of a text is named: nouns, verbs of skills, words for states.

use crate::{
    frame::{Frame, Part, Tells, is_particle},
    general::{self, FUNCTION_WORDS},
    inflection,
    marks::{Marked, Meaning, Sort},
    mention::Mention,
    tokens::{self, Token},
    vocabulary::{Noun, Vocabulary},
};

/// How far the words of a verb may stand behind it: "switch the big lamp in the hall on".
const REACH: usize = 9;
/// Words before the place or receiver of a deed, which do not tell one skill from another.
const DIRECTIONS: [&str; 14] =
    ["to", "into", "onto", "on", "in", "at", "down", "up", "over", "with", "from", "inside", "it", "the"];
const ENDS: [&str; 6] = [".", ";", ":", "!", "?", "\n"];

impl Vocabulary {
    /// The text with marks in place of names.
    pub fn mark(&self, text: &str) -> Marked {
        let marked = Marked { text: String::new(), marks: Vec::new() };
        let mut finder = Finder { vocabulary: self, marked, counts: [0; 6] };
        for (place, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
            if place > 0 {
                finder.push(";");
            }
            finder.line(line.trim());
        }
        finder.marked
    }
}

struct Finder<'v> {
    vocabulary: &'v Vocabulary,
    marked: Marked,
    /// The number of marks of each letter.
    counts: [usize; 6],
}

impl Finder<'_> {
    fn line(&mut self, line: &str) {
        let words = tokens::words(line, 0);
        let (mut at, mut named_until) = (0, 0);
        while at < words.len() {
            let (mut mentions, mut length) = self.vocabulary.mentions_at(&words[at..]);
            mentions.dedup();
            if let Some(named) = self.named_one(&words, at).filter(|_| mentions.is_empty()) {
                (mentions, length) = (vec![named], 2);
            }
            if mentions.is_empty() {
                // What follows "that" in "that's" stands in its word.
                if !words[at].span.is_empty() || at == named_until {
                    self.word(line, &words, at);
                }
                at += 1;
                continue;
            }
            let ends_or = words[at..at + length].iter().any(|word| word.word == "or");
            for (place, mention) in mentions.iter().enumerate() {
                match mentions.len() - place {
                    _ if place == 0 => {}
                    1 => self.push(if ends_or { "or" } else { "and" }),
                    _ => self.push(","),
                }
                self.mention(mention, &words[at..at + length], line);
            }
            at += length;
            named_until = at;
        }
    }

    /// "The green one": a name without its noun, which the text has said.
    fn named_one(&self, words: &[Token], at: usize) -> Option<Mention> {
        let is_one = words.get(at + 1).is_some_and(|next| next.word == "one");
        let is_said = |head: &str| words.iter().any(|word| word.word.starts_with(head));
        let heads = if is_one { self.vocabulary.heads_after(&words[at].word) } else { Vec::new() };
        let mut said = heads.into_iter().filter(|(head, _)| is_said(head)).map(|(_, name)| name);
        let name = said.next()?;
        said.all(|other| other == name).then(|| Mention { names: vec![name], is_sort: false, is_plural: false })
    }

    /// A word that names nothing, and after it marks for the skill and the state that it tells.
    fn word(&mut self, line: &str, words: &[Token], at: usize) {
        let token = &words[at];
        // Both words of a contraction have its place in the text.
        let is_second = at > 0 && !token.span.is_empty() && words[at - 1].span == token.span;
        if is_second {
            return;
        }
        let written = line[token.span.clone()].to_lowercase().replace('’', "'");
        self.push(if token.span.is_empty() { &token.word } else { &written });
        if FUNCTION_WORDS.contains(&token.word.as_str()) && !matches!(token.word.as_str(), "on" | "off") {
            return;
        }
        for (letter, frame) in [('d', self.deed(words, at)), ('s', self.state(words, at))] {
            if let Some(frame) = frame {
                let mark = self.frame_mark(letter, frame);
                self.marked.text.extend(mark.iter().flat_map(|mark| [" ", mark.as_str()]));
            }
        }
    }

    /// The frame of the skill whose verb stands here: the one with the most of its words behind it.
    fn deed(&self, words: &[Token], at: usize) -> Option<usize> {
        let verbs = self.vocabulary.verbs(&words[at].word);
        let frames = verbs.iter().flat_map(|(verb, _)| self.vocabulary.frames_of(verb));
        let deeds = frames.filter(|(_, frame)| frame.tells_deed() && frame.subject == 0);
        let told = deeds.filter(|(_, frame)| !general::is_verb(&frame.verb) || frame.has_words());
        let found = told.filter_map(|(place, frame)| Some((behind(frame, words, at)?, std::cmp::Reverse(place))));
        found.max().map(|(_, std::cmp::Reverse(place))| place)
    }

    /// The frame of the state that the word tells.
    fn state(&self, words: &[Token], at: usize) -> Option<usize> {
        let word = words[at].word.as_str();
        let is_bare = || {
            let next = words.get(at + 1).map_or(".", |next| next.word.as_str());
            let is_last = ENDS.contains(&next)
                || matches!(next, "," | "and" | "or" | "when" | "while" | "if" | "before" | "after" | "then" | "until");
            is_last && at > 0 && matches!(words[at - 1].word.as_str(), "is" | "are" | "be" | "not" | "stay" | "stays")
        };
        let is_function = FUNCTION_WORDS.contains(&word);
        let verbs = self.vocabulary.verbs(word);
        let frames = self.vocabulary.frames.iter().enumerate();
        let facts = frames.filter(|(_, frame)| !frame.tells_deed() && frame.is_own && frame.before.is_empty());
        let mut told = facts.filter(|(_, frame)| match (key(frame), frame.verb.as_str()) {
            (Some(key), "be" | "have") => key == word && (!is_function || is_bare()),
            (None, "be" | "have") => false,
            (_, verb) => !general::is_verb(verb) && verbs.iter().any(|(known, _)| known == verb),
        });
        told.next().map(|(place, _)| place)
    }

    fn frame_mark(&mut self, letter: char, frame: usize) -> Option<String> {
        let meaning = Meaning::Frame(frame);
        let is_it = |(mark, known): &&(String, Meaning)| *known == meaning && mark[1..].starts_with(letter);
        if let Some((known, _)) = self.marked.marks.iter().find(is_it) {
            return Some(known.clone());
        }
        self.new_mark(letter, meaning)
    }

    fn mention(&mut self, mention: &Mention, words: &[Token], line: &str) {
        let Some((sort, meaning)) = self.meaning(mention, words) else {
            words.iter().for_each(|word| self.push(&line[word.span.clone()].to_lowercase()));
            return;
        };
        let is_sort = matches!(meaning, Meaning::Kind { .. });
        let known = self.marked.marks.iter().find(|(_, known)| *known == meaning).map(|(mark, _)| mark.clone());
        let Some(mark) = known.or_else(|| self.new_mark(sort.letter(), meaning)) else {
            words.iter().for_each(|word| self.push(&line[word.span.clone()].to_lowercase()));
            return;
        };
        if is_sort {
            self.push(if mention.is_plural { Marked::MANY } else { Marked::ONE });
        } else if self.marked.text.ends_with(" the") || self.marked.text == "the" {
            let length = self.marked.text.len();
            self.marked.text.truncate(length.saturating_sub(4));
        }
        self.push(&mark);
    }

    fn meaning(&self, mention: &Mention, words: &[Token]) -> Option<(Sort, Meaning)> {
        let vocabulary = self.vocabulary;
        let number = |name: &String| vocabulary.objects.iter().position(|object| object.name == *name);
        let objects: Vec<usize> = mention.names.iter().filter_map(number).collect();
        let of = |object: &usize| u16::try_from(*object).expect("a world has fewer objects than that");
        let all = |fits: &dyn Fn(u16) -> bool| objects.iter().all(|object| fits(of(object)));
        let sort = match () {
            () if objects.is_empty() => return None,
            () if all(&|object| vocabulary.robots.contains(&object)) => Sort::Robot,
            () if !all(&|object| vocabulary.can_move(object)) => Sort::Fixture,
            () if all(&|object| vocabulary.holds_things(object)) => Sort::Holder,
            () => Sort::Thing,
        };
        if let ([object], false) = (objects.as_slice(), mention.is_sort) {
            return Some((sort, Meaning::Object(vocabulary.objects[*object].phrase.clone())));
        }
        let said: Vec<&str> = words.iter().map(|word| word.word.as_str()).collect();
        let (one, many) = vocabulary.forms_of(&said.join(" "))?;
        Some((sort, Meaning::Kind { one, many }))
    }

    fn new_mark(&mut self, letter: char, meaning: Meaning) -> Option<String> {
        let place = ['r', 't', 'p', 'h', 'd', 's'].iter().position(|one| *one == letter)?;
        if self.counts[place] == Marked::MOST {
            return None;
        }
        self.counts[place] += 1;
        let mark = format!("<{letter}{}>", self.counts[place]);
        self.marked.marks.push((mark.clone(), meaning));
        Some(mark)
    }

    fn push(&mut self, word: &str) {
        if !self.marked.text.is_empty() {
            self.marked.text.push(' ');
        }
        self.marked.text.push_str(word);
    }
}

/// How many words that tell the skill stand behind its verb; `None` if one of them does not.
fn behind(frame: &Frame, words: &[Token], at: usize) -> Option<usize> {
    let clause = words[at + 1..].iter().take(REACH).take_while(|word| !ENDS.contains(&word.word.as_str()));
    let clause: Vec<&str> = clause.map(|word| word.word.as_str()).collect();
    let mut from = 0;
    let mut found = 0;
    for part in &frame.parts {
        let Part::Word(word) = part else { continue };
        let tells = is_particle(word) || !DIRECTIONS.contains(&word.as_str());
        match clause[from..].iter().position(|one| one == word) {
            Some(place) => (from, found) = (from + place + 1, found + usize::from(tells)),
            None if tells => return None,
            None => {}
        }
    }
    Some(found)
}

/// The word that tells a state: "spun" of "has been spun", "lid" of "has its lid on".
fn key(frame: &Frame) -> Option<&str> {
    let words =
        || frame.parts.iter().filter_map(|part| if let Part::Word(word) = part { Some(word.as_str()) } else { None });
    let denies =
        matches!(frame.tells, Tells::Fact { .. }) && words().any(|word| matches!(word, "not" | "no" | "nothing"));
    if denies || matches!(frame.tells, Tells::NoValue { .. }) {
        return None;
    }
    let own = words().find(|word| !FUNCTION_WORDS.contains(word) && *word != "been");
    let only = match frame.parts.as_slice() {
        [Part::Word(word)] => Some(word.as_str()),
        _ => None,
    };
    own.or(only)
}

impl Vocabulary {
    /// The singular and the plural of a noun for a sort.
    fn forms_of(&self, noun: &str) -> Option<(String, String)> {
        let sort =
            |noun: &Noun| if let Noun::Kind { kind, is_plural } = noun { Some((*kind, *is_plural)) } else { None };
        let Some((kind, is_plural)) = self.noun(noun).iter().find_map(sort) else {
            // A name of several things.
            return Some((noun.to_owned(), inflection::plural(noun)));
        };
        let first = || self.kinds[kind].words.first().cloned();
        match is_plural {
            true => Some((first()?, noun.to_owned())),
            false => {
                let regular = inflection::plural(noun);
                let is_known = self.noun(&regular).iter().filter_map(sort).any(|of| of == (kind, true));
                Some((noun.to_owned(), if is_known { regular } else { self.plural_of(kind)? }))
            }
        }
    }
}
