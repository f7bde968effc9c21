//! Names of things and robots: exact, alias, then edit similarity; never a guess between two.

use surefleet_mission::Kind;

use super::{
    Grounding, Likeness, TranslationError,
    error::SUGGESTIONS,
    lexicon::{MOST_WORDS, Name},
    reader::{Misfit, Reader},
    robots::EXCEPT,
    tokens::{key, number},
    verbs::base,
};

/// Words that end an unknown name.
#[rustfmt::skip]
const STOPS: [&str; 45] = [
    ",", "to", "on", "onto", "in", "into", "at", "and", "or", "nor", "by", "should", "must", "may", "can", "is", "are",
    "be", "not", "never", "before", "until", "unless", "if", "when", "whenever", "once", "after", "while", "then",
    "means", "implies", "later", "again", "immediately", "right", "more", "twice", "thrice", "only", "first", "from",
    "has", "have", "together",
];

/// Words for several things that need no plural and no article: "carrying bread".
const MASSES: [&str; 1] = ["bread"];

/// The expected kind of name where a clause may begin with a thing.
pub(super) const THING: &str = "thing";
/// The same where the clause certainly begins with a thing.
pub(super) const SUBJECT: &str = "thing that something is said of";

/// The things that were mentioned, and how many of them are meant.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    pub things: Vec<usize>,
    pub quantity: Quantity,
}

/// The number of things meant, according to the words before a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    /// "the", or no word.
    One,
    /// "a", "any of the".
    Any,
    /// "some", "one of the": one thing that is not named.
    Some,
    /// "no"
    No,
    /// "all", "every"
    All,
    /// "the drawers"
    Those,
    /// "drawers"
    Sort,
}

impl Reader<'_> {
    /// Reads the name of a thing of these kinds.
    pub fn mention(&mut self, kinds: &[Kind], expected: &'static str) -> Result<Mention, Misfit> {
        let start = self.position();
        if self.take_any(&["it", "them", "there"]) {
            return self.thing_meant(start, kinds);
        }
        if let Some(same) = self.attempt(|reader| reader.same_thing(kinds)) {
            return Ok(same);
        }
        let is_everywhere = kinds.contains(&Kind::Surface) && !matches!(expected, THING | SUBJECT);
        if !is_everywhere && let Some(everything) = self.anything(kinds) {
            return self.but(everything, kinds, expected);
        }
        let sorts = [
            (Quantity::Some, &["some of the", "one of the", "at least one of the", "at least one", "some"][..]),
            (Quantity::Any, &["any one of the", "any of the", "either of the", "either", "any", "an", "a"]),
            (Quantity::No, &["none of the", "neither of the", "neither", "no"]),
            (Quantity::All, &["all of the", "all the", "all", "every", "each of the", "each", "both of the", "both"]),
        ];
        let quantity = sorts.into_iter().find(|(_, words)| self.take_any(words)).map(|(quantity, _)| quantity);
        let is_definite = quantity.is_none() && self.take("the");
        self.take_any(&["piece of", "pieces of"]);
        self.attempt(Self::sort_of);
        let from = self.position();
        // "the all shelf" is no misspelling of "wall shelf".
        let counts = matches!(self.peek(0), Some("all" | "any" | "some" | "no" | "every" | "each" | "both" | "either"));
        let similar = |reader: &Self| if counts { None } else { reader.similar(kinds) };
        let Some((name, length, is_plural, likeness)) = self.exact().or_else(|| similar(self)) else {
            return self.unknown((start, from), kinds, expected);
        };
        let fitting = |&thing: &usize| kinds.contains(&self.lexicon.things[thing].kind);
        let things: Vec<usize> = name.things.iter().copied().filter(fitting).collect();
        if things.is_empty() {
            return self.unknown((start, from), kinds, expected);
        }
        self.skip(length);
        let (words, at) = self.quote(from, self.position());
        let is_plural = is_plural || (!is_definite && MASSES.contains(&words.to_lowercase().as_str()));
        if things.len() > 1 && quantity.is_none() && !is_plural {
            let names: Vec<&str> = things.iter().map(|&thing| self.lexicon.things[thing].phrase.as_str()).collect();
            return self.ambiguous(start, format!("say which of them is meant: {}", names.join(", ")));
        }
        if things.len() == 1 && matches!(quantity, Some(Quantity::All | Quantity::Some)) {
            return self.ambiguous(start, "there is only one of it: say \"the\"");
        }
        for &thing in &things {
            if !self.mentioned.contains(&thing) {
                self.mentioned.push(thing);
            }
        }
        let means = things.iter().map(|&thing| self.lexicon.things[thing].name.clone()).collect();
        self.groundings.push(Grounding { words, at, means, likeness });
        let of_several = if is_definite { Quantity::Those } else { Quantity::Sort };
        let quantity = quantity.unwrap_or(if is_plural { of_several } else { Quantity::One });
        self.but(Mention { things, quantity }, kinds, expected)
    }

    /// Reads "except the knives" after a name that means any of its things, all of them or none.
    fn but(&mut self, mut mention: Mention, kinds: &[Kind], expected: &'static str) -> Result<Mention, Misfit> {
        let is_general = matches!(mention.quantity, Quantity::Any | Quantity::No | Quantity::All | Quantity::Sort);
        let end = self.position();
        self.take(",");
        let (_, plain) = EXCEPT.split_last().unwrap_or((&"", &[]));
        let is_excepted = is_general && mention.things.len() > 1 && (self.take_any(plain) || self.but_a_name());
        if !is_excepted || matches!(self.peek(0), Some("when" | "while" | "if" | "after")) {
            self.back_to(end);
            return Ok(mention);
        }
        let start = self.position();
        let mut kept = vec![self.mention(kinds, SUBJECT)?];
        let mut has_or = false;
        let mut has_and = false;
        while let Some((more, or, and)) = self.attempt(|reader| reader.also_kept(kinds, expected)) {
            (has_or, has_and) = (has_or || or, has_and || and);
            kept.push(more);
        }
        // "all surfaces except the table and the fridge": is the fridge another exception, or another thing?
        let is_of_them = kept.iter().flat_map(|kept| &kept.things).all(|thing| mention.things.contains(thing));
        if !is_of_them || (kept.len() > 1 && has_or == has_and) {
            return self
                .ambiguous(start, "name what is meant: the exceptions are to be some of them, joined by \"and\"");
        }
        mention.things.retain(|thing| !kept.iter().any(|kept| kept.things.contains(thing)));
        if mention.things.is_empty() || kept.iter().any(|kept| matches!(kept.quantity, Quantity::Some | Quantity::No)) {
            return self.ambiguous(start, "name what is meant");
        }
        Ok(mention)
    }

    /// Reads the "but" of "but kettles", not that of "but it must", which joins clauses.
    fn but_a_name(&mut self) -> bool {
        let is_name = self.peek(0) == Some("but")
            && (self.is_name_ahead(1) || (self.peek(1) == Some("the") && self.is_name_ahead(2)))
            && self.peek(1) != Some("robot");
        if is_name {
            self.skip(1);
        }
        is_name
    }

    /// Reads "and the shelf" after "all surfaces except the table"; returns whether "or" or "and" joins it.
    fn also_kept(&mut self, kinds: &[Kind], expected: &'static str) -> Result<(Mention, bool, bool), Misfit> {
        let comma = self.take(",");
        let or = self.take_any(&["or", "nor"]);
        let and = self.take_any(&["and", "as well as"]);
        if (!comma && !or && !and) || matches!(self.peek(0), Some("it" | "them" | "there")) {
            return Err(Misfit);
        }
        let mention = self.mention(kinds, SUBJECT)?;
        let is_subject = matches!(expected, THING | SUBJECT);
        if !is_subject && self.begins_clause() { Err(Misfit) } else { Ok((mention, or, and)) }
    }

    /// Whether the verb of a clause comes next, so that the clause is about the thing just named.
    pub fn begins_clause(&self) -> bool {
        self.peek(0).is_some_and(|word| {
            matches!(base(word), "be" | "must" | "should" | "may" | "can" | "stay" | "remain" | "have")
        })
    }

    /// Reads "loaf of" before the name of a loaf.
    fn sort_of(&mut self) -> Result<(), Misfit> {
        let Some((sort, length, ..)) = self.exact() else { return Err(Misfit) };
        self.skip(length);
        if !self.take("of") {
            return Err(Misfit);
        }
        let Some((name, ..)) = self.exact() else { return Err(Misfit) };
        if name.things.iter().all(|thing| sort.things.contains(thing)) { Ok(()) } else { Err(Misfit) }
    }

    /// The meaning of "it" or "there": the one thing of these kinds that was named.
    fn thing_meant(&mut self, start: usize, kinds: &[Kind]) -> Result<Mention, Misfit> {
        let word = self.word(start);
        if word == Some("them") {
            return self.ambiguous(start, "name them");
        }
        let kind = |thing: &usize| self.lexicon.things[*thing].kind;
        let mut candidates: Vec<usize> =
            self.mentioned.iter().copied().filter(|thing| kinds.contains(&kind(thing))).collect();
        if word == Some("there") && candidates.iter().any(|thing| kind(thing) != Kind::Item) {
            candidates.retain(|thing| kind(thing) != Kind::Item);
        }
        if word == Some("it")
            && kinds.len() > 1
            && let Some(kind_meant) = self.kind_of_it()
        {
            candidates.retain(|thing| kind(thing) == kind_meant);
        }
        match candidates.as_slice() {
            &[thing] => Ok(Mention { things: vec![thing], quantity: Quantity::One }),
            [] => self.ambiguous(start, "name what is meant"),
            several => {
                let names: Vec<&str> =
                    several.iter().map(|&thing| self.lexicon.things[thing].phrase.as_str()).collect();
                self.ambiguous(start, format!("name what is meant: {}", names.join(" or ")))
            }
        }
    }

    /// Whether a name comes this many words ahead.
    pub fn is_name_ahead(&mut self, words: usize) -> bool {
        let start = self.position();
        self.skip(words);
        self.take("of the");
        let is_name = self.exact().is_some() || matches!(self.peek(0), Some("robot" | "robots"));
        self.back_to(start);
        is_name
    }

    /// Takes the next words as a name of its things.
    pub fn ground(&mut self, name: &Name, length: usize) {
        let start = self.position();
        self.skip(length);
        let (words, at) = self.quote(start, start + length);
        let means = name.things.iter().map(|&thing| self.lexicon.things[thing].name.clone()).collect();
        self.groundings.push(Grounding { words, at, means, likeness: Likeness::Alias });
    }

    /// The longest known name that comes next, unless a number follows that would make it another name.
    pub fn exact(&self) -> Option<(Name, usize, bool, Likeness)> {
        (1..=MOST_WORDS).rev().find_map(|length| {
            let words: Vec<&str> = (0..length).map(|ahead| self.peek(ahead)).collect::<Option<_>>()?;
            let is_counted = self.peek(length + 1).is_some_and(|word| word.starts_with("time") || word == "or");
            if self.peek(length).and_then(number).is_some() && !is_counted {
                return None;
            }
            let find = |key: &str| self.lexicon.names.iter().find(|name| name.key == key).cloned();
            let singular = find(&key(words.iter().copied())).map(|name| (name, false));
            let plural = || {
                let mut singulars = singulars(words.last()?).into_iter();
                let others = words[..length - 1].iter().copied();
                let name = singulars.find_map(|last| find(&key(others.clone().chain([last.as_str()]))))?;
                Some((name, true))
            };
            let (name, is_plural) =
                singular.map(|(name, _)| (name.is_mass, name)).map(|(mass, name)| (name, mass)).or_else(plural)?;
            let likeness = if name.is_own { Likeness::Exact } else { Likeness::Alias };
            Some((name, length, is_plural, likeness))
        })
    }

    /// The only name that the next words could be a misspelling of.
    fn similar(&self, kinds: &[Kind]) -> Option<(Name, usize, bool, Likeness)> {
        let written = self.unknown_words();
        (1..=written.len()).rev().find_map(|length| {
            if self.peek(length).and_then(number).is_some() {
                return None;
            }
            let words = written[..length].join(" ");
            let near: Vec<(&Name, usize)> = self.near(&words, kinds);
            let (nearest, distance) = *near.first()?;
            let is_only = near.get(1).is_none_or(|(name, other)| *other > distance || name.things == nearest.things);
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
            if !is_slip(&words, &nearest.words.to_lowercase()) || !is_only || digits(&words) != digits(&nearest.words) {
                return None;
            }
            let score = strsim::normalized_damerau_levenshtein(&words, &nearest.words.to_lowercase());
            let likeness = Likeness::Similar { to: nearest.words.clone(), percent: (score * 100.0).round() as u8 };
            Some((nearest.clone(), length, false, likeness))
        })
    }

    /// Names of these kinds with their edit distances, nearest first.
    fn near(&self, words: &str, kinds: &[Kind]) -> Vec<(&Name, usize)> {
        let fits = |name: &&Name| name.things.iter().any(|&thing| kinds.contains(&self.lexicon.things[thing].kind));
        let distance = |name: &Name| strsim::damerau_levenshtein(words, &name.words.to_lowercase());
        let mut near: Vec<_> = self.lexicon.names.iter().filter(fits).map(|name| (name, distance(name))).collect();
        near.sort_by_key(|(_, distance)| *distance);
        near
    }

    /// The next words that could be a name.
    fn unknown_words(&self) -> Vec<String> {
        let next = (0..4).map_while(|ahead| self.peek(ahead));
        next.take_while(|word| !STOPS.contains(word)).map(str::to_owned).collect()
    }

    fn unknown<T>(
        &mut self,
        (start, from): (usize, usize),
        kinds: &[Kind],
        expected: &'static str,
    ) -> Result<T, Misfit> {
        let length = self.unknown_words().len();
        // Words without an article at the start of a clause need not be a name.
        if length == 0 || (expected == THING && from == start) {
            return self.misfit();
        }
        let (words, at) = self.quote(from, from + length);
        let lower = words.to_lowercase();
        let likeness = |name: &Name| strsim::jaro_winkler(&lower, &name.words.to_lowercase());
        let mut near: Vec<(&Name, f64)> = self.near(&lower, kinds).into_iter().map(|(n, _)| (n, likeness(n))).collect();
        near.retain(|(_, likeness)| (0.75..1.0).contains(likeness));
        near.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut suggested: Vec<&Name> = Vec::new();
        for (name, _) in near {
            if !suggested.iter().any(|other| other.things == name.things) {
                suggested.push(name);
            }
        }
        let near = suggested.into_iter().take(SUGGESTIONS).map(|name| name.words.clone()).collect();
        self.fail(from, TranslationError::Unknown { words, at, expected, near })
    }
}

/// Whether words are a misspelling of a name rather than other words. A word of up to three letters may have no
/// mistake, one of up to seven one, a longer one two. The first letter must be right.
fn is_slip(words: &str, name: &str) -> bool {
    let is_near = |(word, known): (&str, &str)| {
        let most = match known.chars().count() {
            ..4 => 0,
            4..8 => 1,
            _ => 2,
        };
        let begins_alike = word.chars().next() == known.chars().next();
        word == known || (begins_alike && strsim::damerau_levenshtein(word, known) <= most)
    };
    if words.split(' ').count() == name.split(' ').count() {
        return words.split(' ').zip(name.split(' ')).all(is_near);
    }
    is_near((words, name))
}

/// The possible singular forms of a word.
fn singulars(word: &str) -> Vec<String> {
    let endings = [("ves", "f"), ("ves", "fe"), ("ies", "y"), ("es", ""), ("s", "")];
    let strip = |(ending, singular): (&str, &str)| Some(format!("{}{singular}", word.strip_suffix(ending)?));
    endings.into_iter().filter_map(strip).filter(|stem| stem.len() > 1).collect()
}
