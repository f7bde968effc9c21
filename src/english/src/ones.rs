//! "One" for a thing of a sort that was just named: "the red ball here and the green one there", "one of the bowls and the other".

use crate::{
    general::{BRING, EXCEPTIONS, TAKEN_FROM, TAKEN_OR_BROUGHT, TOWARDS},
    logic::{Atom, Ltl, Object, Sort},
    tokens::{self, Token, put, word},
    vocabulary::{Noun, Place, Vocabulary},
};

/// Words before a place.
const BEFORE_PLACE: [&str; 8] = ["in", "on", "at", "inside", "into", "onto", "to", "from"];
/// Words after which a phrase says more of which things are meant.
const LIMITING: [&str; 14] =
    ["in", "on", "at", "inside", "from", "out", "off", "of", "that", "which", "who", "with", "under", "beside"];
/// Words after "the one" that say more of which one is meant.
const TELLING: [&str; 9] = ["in", "on", "at", "from", "inside", "that", "which", "near", "of"];
/// Words for a place in a row.
const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];
/// The most words that say which one is meant: "the dark blue one".
const LONGEST: usize = 3;

/// The sentences with the names of what "one" stands for. Where nothing that was said fits, or several things do, it stays.
pub(crate) fn named(cut: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    let mut sentences: Vec<Vec<Token>> = Vec::new();
    for mut sentence in cut {
        let before = sentences.last().map_or(&[][..], Vec::as_slice);
        one_each(&mut sentence, vocabulary);
        let mut at = 0;
        while at < sentence.len() {
            if !matches!(word(&sentence, at), "one" | "ones" | "other") {
                at += 1;
                continue;
            }
            let of_own = said(&sentence[..at], vocabulary);
            let found = stands_for(&sentence, at, &of_own, vocabulary);
            let found = found.or_else(|| {
                let all: Vec<Said> = said(before, vocabulary).into_iter().chain(of_own).collect();
                stands_for(&sentence, at, &all, vocabulary)
            });
            if let Some((begin, end, words)) = found {
                put(&mut sentence, begin, end, &words);
            }
            at += 1;
        }
        sentences.push(sentence);
    }
    sentences
}

/// A name or a word for a sort in a sentence.
pub(crate) struct Said<'a> {
    words: &'a [Token],
    senses: &'a [Noun],
    before: &'a [Token],
    after: &'a [Token],
}

pub(crate) fn said<'a>(tokens: &'a [Token], vocabulary: &'a Vocabulary) -> Vec<Said<'a>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((senses, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() else {
            at += 1;
            continue;
        };
        let end = at + length;
        found.push(Said { words: &tokens[at..end], senses, before: &tokens[..at], after: &tokens[end..] });
        at = end;
    }
    found
}

impl<'a> Said<'a> {
    /// A phrase, whatever it means.
    pub fn at(tokens: &'a [Token], begin: usize, end: usize) -> Self {
        Self { words: &tokens[begin..end], senses: &[], before: &tokens[..begin], after: &tokens[end..] }
    }

    /// The words of its name that can name others, too: "glass hatch" and "hatch" of "outer glass hatch", "crate" of "crate 1".
    fn heads(&self) -> Vec<String> {
        let words: Vec<&str> = self.words.iter().map(|token| token.word.as_str()).collect();
        let end = words.iter().position(|word| *word == "of").unwrap_or(words.len());
        let end = if tokens::number(words[end - 1]).is_some() { end - 1 } else { end };
        ends(&words[..end])
    }

    /// The sort that its words name, and the word for one of it: balls of the red ball.
    pub fn sort(&self, vocabulary: &Vocabulary) -> Option<(usize, String)> {
        let kind = self.senses.iter().find_map(|sense| match sense {
            Noun::Kind { kind, .. } => Some((*kind, vocabulary.kinds[*kind].words.first()?.clone())),
            Noun::Object(_) => None,
        });
        let object = self.object(vocabulary);
        let of_name = || {
            self.heads().into_iter().find_map(|head| {
                let is_of = |kind: usize| object.is_some_and(|object| vocabulary.kinds[kind].members.contains(&object));
                vocabulary.noun(&head).iter().find_map(|sense| match sense {
                    Noun::Kind { kind, is_plural: false } if is_of(*kind) => Some((*kind, head.clone())),
                    _ => None,
                })
            })
        };
        kind.or_else(of_name)
    }

    /// The things that it names.
    pub fn members(&self, vocabulary: &Vocabulary) -> Vec<Object> {
        vocabulary.members(self.senses)
    }

    /// The one thing that it names.
    fn object(&self, vocabulary: &Vocabulary) -> Option<Object> {
        only(self.members(vocabulary))
    }

    /// Whether it is told by its place in a row: "the first crate".
    fn is_of_row(&self) -> bool {
        let first = self.before.last().into_iter().chain(self.words.first());
        first.map(|token| token.word.as_str()).any(|word| ORDINALS.contains(&word))
    }

    /// Whether more is said of which things are meant.
    pub fn is_limited(&self, vocabulary: &Vocabulary) -> bool {
        LIMITING.contains(&word(self.after, 0)) && !self.is_sent(vocabulary)
    }

    /// Whether the words after it only say where it is to go: "put the heavy crates on the rug and ...".
    fn is_sent(&self, vocabulary: &Vocabulary) -> bool {
        let verbs = self.before.iter().map(|token| vocabulary.verbs(&token.word)).rfind(|verbs| !verbs.is_empty());
        let brings = |verb: &str| BRING.contains(&verb) && !takes(verb);
        let begin = 1 + usize::from(word(self.after, 1) == "the");
        let place = self.after.get(begin..).and_then(|rest| vocabulary.nouns(rest).into_iter().next());
        let is_end = |length: usize| matches!(word(self.after, begin + length), "" | "," | "and" | "then");
        matches!(word(self.after, 0), "in" | "on" | "at" | "inside")
            && verbs.is_none_or(|verbs| verbs.iter().all(|(verb, _)| brings(verb)))
            && place.is_some_and(|(_, length)| is_end(length))
    }

    /// Whether it says what its things are like: "the heavy crates".
    fn is_told_apart(&self, vocabulary: &Vocabulary) -> bool {
        self.words.len() > 1 || self.before.last().is_some_and(|last| vocabulary.has_adjective(&last.word))
    }
}

/// The last words, from each of them on.
fn ends(words: &[&str]) -> Vec<String> {
    (0..words.len()).map(|from| words[from..].join(" ")).collect()
}

/// Whether the place after this verb may be where the thing is taken from.
fn takes(verb: &str) -> bool {
    TAKEN_FROM.contains(&verb) || TAKEN_OR_BROUGHT.contains(&verb)
}

/// What "one" or "other" at a place stands for: the words that are replaced, and those for them.
fn stands_for(sentence: &[Token], at: usize, said: &[Said], vocabulary: &Vocabulary) -> Option<(usize, usize, String)> {
    match word(sentence, at) {
        "one" if at > 0 && word(sentence, at - 1) == "the" => placed(sentence, at, said, vocabulary),
        "one" | "ones" => told_apart(sentence, at, said, vocabulary),
        "other" if at > 0 && word(sentence, at - 1) == "the" => other(sentence, at, said, vocabulary),
        _ => None,
    }
}

/// The only one of the candidates, if there is just one.
fn only<T: PartialEq>(candidates: impl IntoIterator<Item = T>) -> Option<T> {
    let mut candidates = candidates.into_iter();
    let first = candidates.next()?;
    candidates.all(|other| other == first).then_some(first)
}

/// "The green one", "the dirty ones": what is said before the word with the word for the sort.
fn told_apart(sentence: &[Token], at: usize, said: &[Said], vocabulary: &Vocabulary) -> Option<(usize, usize, String)> {
    let is_plural = word(sentence, at) == "ones";
    let apart = word(sentence, at.checked_sub(1)?);
    let mut found: Vec<(Vec<Object>, String)> = Vec::new();
    for one in said {
        // "The second one" of two that were named may be the second of these.
        if ORDINALS.contains(&apart) && !one.is_of_row() {
            continue;
        }
        let sort = one.sort(vocabulary);
        let plural = sort.as_ref().and_then(|(kind, _)| vocabulary.plural_of(*kind));
        let heads = match is_plural {
            true => plural.iter().flat_map(|words| ends(&words.split(' ').collect::<Vec<_>>())).collect(),
            false => one.heads().into_iter().chain(sort.as_ref().map(|(_, word)| word.clone())).collect::<Vec<_>>(),
        };
        let is_free =
            !one.is_limited(vocabulary) && (!is_plural || one.is_told_apart(vocabulary)) || is_exception(sentence, at);
        for head in heads {
            let known = (1..=LONGEST.min(at)).rev().find_map(|length| {
                let words: Vec<&str> = sentence[at - length..at].iter().map(|token| token.word.as_str()).collect();
                let senses = vocabulary.noun(&format!("{} {head}", words.join(" ")));
                (!senses.is_empty()).then_some(senses)
            });
            if let Some(senses) = known {
                let is_one = senses.iter().all(|sense| matches!(sense, Noun::Object(_)));
                if is_one || is_free {
                    found.push((vocabulary.members(senses), head));
                }
            }
        }
        if let Some((kind, head)) = sort
            && is_free
            && can_be(&vocabulary.kinds[kind].members, apart, vocabulary)
        {
            let head = if is_plural { plural? } else { head };
            found.push((vocabulary.kinds[kind].members.clone(), head));
        }
    }
    let first = found.first()?.clone();
    found.iter().all(|(members, _)| *members == first.0).then_some((at, at + 1, first.1))
}

/// Whether each of the things can be what the word says: dirty, open.
fn can_be(things: &[Object], adjective: &str, vocabulary: &Vocabulary) -> bool {
    let mut states = vocabulary.adjectives(adjective).into_iter();
    states.any(|(predicate, _)| things.iter().all(|thing| vocabulary.predicates[predicate].fits(0, *thing)))
}

/// Whether words for what is left out stand before the phrase that ends here.
fn is_exception(sentence: &[Token], at: usize) -> bool {
    let the = (0..at).rev().find(|place| word(sentence, *place) == "the");
    the.is_some_and(|the| tokens::before_any(sentence, the, &EXCEPTIONS).is_some())
}

/// "The other one": of two things, the one that was not named.
fn other(sentence: &[Token], at: usize, said: &[Said], vocabulary: &Vocabulary) -> Option<(usize, usize, String)> {
    let end = at + 1 + usize::from(word(sentence, at + 1) == "one");
    if end == at + 1 && !vocabulary.nouns(&sentence[end..]).is_empty() {
        return None;
    }
    let named = |one: &Said| {
        let (kind, _) = one.sort(vocabulary)?;
        let object = one.object(vocabulary)?;
        let [first, second] = vocabulary.kinds[kind].members.as_slice() else { return None };
        Some(if object == *first { *second } else { *first })
    };
    let is_said = |object: Object| said.iter().any(|one| one.object(vocabulary) == Some(object));
    // What goes somewhere is no place that stays where it is.
    let is_place = at > 1 && BEFORE_PLACE.contains(&word(sentence, at - 2));
    let is_thing = !is_place && TOWARDS.contains(&word(sentence, end));
    let fits = |object: &Object| !is_said(*object) && (!is_thing || vocabulary.can_move(*object));
    // One of a sort of which nobody knows which: the other one is as open.
    let is_open = |one: &Said| {
        one.object(vocabulary).is_none()
            && one.sort(vocabulary).is_some_and(|(kind, _)| vocabulary.kinds[kind].members.len() == 2)
    };
    if said.iter().any(is_open) {
        return None;
    }
    let object = only(said.iter().filter_map(named).filter(fits))?;
    let phrase = &vocabulary.objects[usize::from(object)].phrase;
    Some((at, end, phrase.strip_prefix("the ").unwrap_or(phrase).to_owned()))
}

/// "The one in cell 4": what always is there, or else one of the sort that is there.
fn placed(sentence: &[Token], at: usize, said: &[Said], vocabulary: &Vocabulary) -> Option<(usize, usize, String)> {
    let is_said_of = at > 1 && matches!(word(sentence, at - 2), "be" | "is" | "are");
    if is_said_of || !TELLING.contains(&word(sentence, at + 1)) {
        return None;
    }
    always_there(sentence, at, said, vocabulary).or_else(|| {
        let sort = |one: &Said| one.sort(vocabulary).filter(|(kind, _)| vocabulary.kinds[*kind].members.len() > 1);
        let (_, head) = only(said.iter().filter_map(sort))?;
        Some((at, at + 1, head))
    })
}

/// Where things of the sort stay where they are, and one of them is there: its name.
fn always_there(
    sentence: &[Token],
    at: usize,
    said: &[Said],
    vocabulary: &Vocabulary,
) -> Option<(usize, usize, String)> {
    if !matches!(word(sentence, at + 1), "in" | "on" | "at") {
        return None;
    }
    let begin = at + 2 + usize::from(word(sentence, at + 2) == "the");
    let (senses, length) = vocabulary.nouns(sentence.get(begin..)?).into_iter().next()?;
    let place = only(vocabulary.members(senses))?;
    let there = |one: &Said| {
        let (kind, _) = one.sort(vocabulary)?;
        let members = &vocabulary.kinds[kind].members;
        let known: Option<Vec<bool>> = members.iter().map(|member| is_always_at(*member, place, vocabulary)).collect();
        let known = known?;
        let mut all = members.iter().zip(known).filter(|(_, is_there)| *is_there);
        all.next().filter(|_| all.next().is_none()).map(|(member, _)| *member)
    };
    let object = only(said.iter().filter_map(there))?;
    let phrase = &vocabulary.objects[usize::from(object)].phrase;
    Some((at - 1, begin + length, phrase.clone()))
}

/// Whether a thing always is at a place, or never; `None`: that may change.
pub(crate) fn is_always_at(thing: Object, place: Object, vocabulary: &Vocabulary) -> Option<bool> {
    let mut known = None;
    for of in vocabulary.places.iter().filter(|of| of.thing == 0 && of.place == 1) {
        let relation = &vocabulary.predicates[of.predicate];
        if !relation.fits(0, thing) || !relation.fits(1, place) {
            continue;
        }
        let name = u16::try_from(of.predicate).expect("a domain has fewer names");
        let atom = Atom { sort: Sort::Fact, name, arguments: [thing, place].into_iter().collect() };
        match vocabulary.fact(atom) {
            Ltl::Constant(true) => return Some(true),
            Ltl::Constant(false) => known = Some(false),
            _ => return None,
        }
    }
    known
}

/// "One of the bowls on the rug and the other one on the sill": a bowl there and a bowl there. They are two, as no thing is at two
/// places.
fn one_each(sentence: &mut Vec<Token>, vocabulary: &Vocabulary) {
    if let Some((begin, end, head)) = second_place(sentence, vocabulary) {
        put(sentence, begin, end, &format!("one {head}"));
    }
}

/// Where the second of two things of a sort is told from the first, and the word for one of the sort.
fn second_place(sentence: &[Token], vocabulary: &Vocabulary) -> Option<(usize, usize, String)> {
    const SECOND: [&str; 6] = ["the other one", "the other", "another one", "another", "one more", "one"];
    #[rustfmt::skip]
    const BINDING: [&str; 22] = [
        "not", "never", "no", "nobody", "nothing", "none", "neither", "only", "without", "if", "when", "whenever", "while",
        "until", "unless", "once", "before", "after", "then", "first", "same", "always",
    ];
    let is_plain = |token: &Token| {
        let verbs = vocabulary.verbs(&token.word);
        let is_placing = |verb: &str| BRING.contains(&verb) || matches!(verb, "go" | "belong" | "be");
        !BINDING.contains(&token.word.as_str()) && (verbs.is_empty() || verbs.iter().any(|(verb, _)| is_placing(verb)))
    };
    if !sentence.iter().all(is_plain) {
        return None;
    }
    let begin = (1..sentence.len()).find(|at| {
        matches!(word(sentence, at - 1), "," | "and")
            && SECOND.iter().any(|words| tokens::after(sentence, *at, words).is_some())
    })?;
    let all = said(&sentence[..begin], vocabulary);
    let [thing, place] = all.as_slice() else { return None };
    let is_one = ends_with(thing.before, "one of the")
        || ends_with(thing.before, "one")
        || ends_with(thing.before, "a")
        || ends_with(thing.before, "an");
    let (kind, head) = thing.sort(vocabulary).filter(|_| is_one && thing.object(vocabulary).is_none())?;
    let same = format!("another {head}");
    let end = std::iter::once(same.as_str()).chain(SECOND).find_map(|words| tokens::after(sentence, begin, words))?;
    let verb = end + usize::from(!vocabulary.verbs(word(sentence, end)).is_empty());
    let second = said(sentence.get(verb..)?, vocabulary);
    let [other] = second.as_slice() else { return None };
    // "Take one of the bowls on the sill" does not say where it is to be.
    let is_taken = sentence.iter().flat_map(|token| vocabulary.verbs(&token.word)).any(|(verb, _)| takes(verb));
    let is_there = |place: &Said| {
        let before = place.before.iter().rfind(|token| token.word != "the");
        before.is_some_and(|last| match last.word.as_str() {
            "to" | "into" | "onto" => true,
            "in" | "on" | "at" | "inside" => !is_taken,
            _ => false,
        })
    };
    let begins = other.before.len() <= 2 && is_there(other) && is_there(place);
    let is_end = matches!(word(other.after, 0), "" | "please" | ",");
    let members = &vocabulary.kinds[kind].members;
    let are_apart = are_apart(members, place.object(vocabulary)?, other.object(vocabulary)?, vocabulary);
    let is_pair = word(sentence, begin) != "the" || members.len() == 2;
    (begins && is_end && are_apart && is_pair).then_some((begin, end, head))
}

fn ends_with(tokens: &[Token], words: &str) -> bool {
    let count = words.split(' ').count();
    tokens.len().checked_sub(count).is_some_and(|begin| tokens::after(tokens, begin, words).is_some())
}

/// Whether none of these things can be at both places at once: each is told by where the thing itself is, not by what it is in.
fn are_apart(things: &[Object], one: Object, other: Object, vocabulary: &Vocabulary) -> bool {
    let are_there = |place: Object| {
        things.iter().all(|thing| {
            let of = |of: &&Place| {
                let relation = &vocabulary.predicates[of.predicate];
                relation.fits(of.thing, *thing) && relation.fits(of.place, place)
            };
            let is_direct = |of: &Place| {
                let relation = &vocabulary.predicates[of.predicate];
                relation.is_functional && !relation.is_derived && !of.is_wide
            };
            let mut told = vocabulary.places.iter().filter(of).peekable();
            told.peek().is_some() && told.all(is_direct)
        })
    };
    let are_robots = things.iter().any(|thing| vocabulary.robots.contains(thing));
    one != other && !are_robots && are_there(one) && are_there(other)
}
