//! Adverbs: when, how often, for how long.

use crate::{
    meaning::{Compare, Mark},
    modals,
    reader::{Found, Reader},
    tokens::number,
};

/// Phrases and what they add. Longer phrases stand before those that they begin with.
const PHRASES: &[(Mark, &[&str])] = &[
    (
        Mark::Never,
        &[
            "never ever",
            "never",
            "at no time",
            "at no point in the mission",
            "at no point",
            "under no circumstances",
            "in no case",
            "on no account",
            "by no means",
        ],
    ),
    (Mark::Not, &["not under any circumstances", "not"]),
    (
        Mark::Always,
        &[
            "always",
            "at all times",
            "all the time",
            "the whole time",
            "throughout the mission",
            "throughout",
            "at every moment",
            "at any given moment",
            "for the whole mission",
            "during the whole mission",
            "at each moment",
        ],
    ),
    (
        Mark::InTheEnd,
        &[
            "in the end",
            "at the end of the mission",
            "at the very end",
            "at the end",
            "when the mission ends",
            "when the mission is over",
            "when everything is over",
            "when everything is done",
            "when all is done",
            "when you are done",
            "when you are finished",
            "when you have finished",
            "once you are done",
            "once you are finished",
            "once the mission is over",
            "once everything is done",
            "when it is all over",
            "when it is all done",
            "when all is over",
            "by the time you are finished",
            "by the time everything is done",
            "by the time the mission is over",
            "in the last step",
            "finally when all is done",
            "by the time you are done",
        ],
    ),
    (
        Mark::ByTheEnd,
        &["by the end of the mission", "by the end", "before the mission is over", "before the mission ends"],
    ),
    (
        Mark::Sometime,
        &[
            "at some point in the mission",
            "at some point in the future",
            "at some point",
            "at some time",
            "some time or other",
            "sometime",
            "sooner or later",
            "eventually",
            "in the future",
            "during the mission at some point",
        ],
    ),
    (
        Mark::Later,
        &[
            "at some point after that",
            "at some point later",
            "at some later point",
            "some time later",
            "some time afterwards",
            "later on",
            "later",
            "afterwards",
            "afterward",
            "after that",
            "thereafter",
        ],
    ),
    (
        Mark::Next,
        &[
            "immediately after that",
            "immediately afterwards",
            "immediately",
            "right after that",
            "right afterwards",
            "directly after that",
            "directly",
            "right away",
            "straight away",
            "at once",
            "without delay",
            "in the next step",
        ],
    ),
    (
        Mark::AtOnce,
        &[
            "at the same time",
            "at the same moment",
            "at the very same time",
            "simultaneously",
            "together",
            "at that moment",
            "at that time",
            "at any one time",
            "at one time",
            "at a time",
            "at once",
            "in the same step",
            "all at once",
        ],
    ),
    (Mark::Again, &["ever again", "again", "once more"]),
    (
        Mark::FromThenOn,
        &[
            "any more",
            "anymore",
            "any longer",
            "from then on",
            "from that moment on",
            "from that point on",
            "for the rest of the mission",
            "from now on",
        ],
    ),
    (Mark::Ever, &["ever", "at all", "during the mission", "under any circumstances"]),
    (Mark::AnyTime, &["at any given time", "at any time", "at any point", "at any moment"]),
    (Mark::InTotal, &["in total", "altogether", "in all"]),
    (Mark::First, &["first"]),
    (Mark::Both, &["both"]),
    (Mark::Apiece, &["each"]),
    (Mark::Only, &["only"]),
];

/// Words that add nothing.
const IDLE: [&str; 11] = [
    "also",
    "too",
    "as well",
    "please",
    "already",
    "yet",
    "still",
    "strictly",
    "absolutely",
    "in turn",
    "just as well",
];

impl Reader<'_> {
    /// All adverbs that begin here.
    fn adverb(&self, at: usize) -> Found<Option<Mark>> {
        let mut found: Found<Option<Mark>> = Vec::new();
        for (mark, phrases) in PHRASES {
            let Some(end) = self.after_any(at, phrases) else { continue };
            // "Both robots", "only robot 1": these belong to what follows.
            let is_floating = matches!(mark, Mark::Both | Mark::Apiece | Mark::Only);
            let begins_link = *mark == Mark::Only
                && ["after", "if", "when", "while", "as", "until", "before"].contains(&self.word(end));
            // "Immediately after opening it" is a link of its own.
            let begins_link = begins_link || (*mark == Mark::Next && ["after", "before"].contains(&self.word(end)));
            if !(begins_link || is_floating && self.begins_noun(end)) {
                found.push((Some(*mark), end));
            }
        }
        // "Must please" is no rule and no request.
        let is_torn = self.word(at) == "please" && at > 0 && modals::is_must(self.word(at - 1));
        if let Some(end) = self.after_any(at, &IDLE).filter(|_| !is_torn) {
            found.push((None, end));
        }
        found.extend(
            self.how_often(at).into_iter().map(|((compare, times), end)| (Some(Mark::Count(compare, times)), end)),
        );
        found.extend(self.within(at).into_iter().map(|(steps, end)| (Some(Mark::Within(steps)), end)));
        found
    }

    /// Whether a thing is named from here on.
    fn begins_noun(&self, at: usize) -> bool {
        let word = self.word(at);
        let is_determiner = ["the", "a", "an", "of", "one", "two", "three"].contains(&word);
        let is_verb = self.vocabulary.is_base(word);
        is_determiner
            || (!self.vocabulary.adjectives(word).is_empty() && !is_verb)
            || !self.vocabulary.nouns(self.tokens.get(at..).unwrap_or_default()).is_empty()
    }

    /// All runs of adverbs that begin here, the empty one too.
    pub(crate) fn adverbs(&self, at: usize) -> Found<Vec<(Mark, usize)>> {
        let mut found = vec![(Vec::new(), at)];
        let mut done = 0;
        while done < found.len() {
            let (marks, end) = found[done].clone();
            if let Some(after) = self.after(end, "no longer") {
                let marks = marks.iter().copied().chain([(Mark::Not, end), (Mark::FromThenOn, end)]).collect();
                found.push((marks, after));
            }
            for (mark, after) in self.adverb(end) {
                let mut marks = marks.clone();
                marks.extend(mark.map(|mark| (mark, end)));
                // Adverbs may stand between commas.
                found.push((marks, after));
            }
            done += 1;
        }
        found
    }

    /// "At most twice", "more than three times in total", "once".
    fn how_often(&self, at: usize) -> Found<(Compare, usize)> {
        const COMPARED: [(&str, Compare, usize); 13] = [
            ("at most", Compare::AtMost, 0),
            ("at the most", Compare::AtMost, 0),
            ("no more than", Compare::AtMost, 0),
            ("not more than", Compare::AtMost, 0),
            ("no more often than", Compare::AtMost, 0),
            ("a maximum of", Compare::AtMost, 0),
            ("up to", Compare::AtMost, 0),
            ("at least", Compare::AtLeast, 0),
            ("no fewer than", Compare::AtLeast, 0),
            ("more than", Compare::AtLeast, 1),
            ("more often than", Compare::AtLeast, 1),
            ("exactly", Compare::Exactly, 0),
            ("", Compare::Bare, 0),
        ];
        let mut found = Vec::new();
        for (words, compare, more) in COMPARED {
            let Some(after) = self.after(at, words) else { continue };
            for (times, end) in self.times(after) {
                found.push(((compare, times + more), end));
                if compare == Compare::Bare {
                    for (words, compare) in
                        [("at most", Compare::AtMost), ("at the most", Compare::AtMost), ("or more", Compare::AtLeast)]
                    {
                        found.extend(self.after(end, words).map(|end| ((compare, times), end)));
                    }
                }
            }
        }
        for (times, words) in (2..).zip(["a second time", "a third time", "a fourth time"]) {
            found.extend(self.after(at, words).map(|end| ((Compare::AtLeast, times), end)));
        }
        found
    }

    fn times(&self, at: usize) -> Found<usize> {
        let mut found: Found<usize> = (1..)
            .zip(["once", "twice", "thrice"])
            .filter_map(|(times, word)| Some((times, self.after(at, word)?)))
            .collect();
        found.extend(self.after(at, "a single time").map(|end| (1, end)));
        if let Some(times) = number(self.word(at)).filter(|times| *times <= 100) {
            found.extend(self.after_any(at + 1, &["times", "time"]).map(|end| (times, end)));
        }
        found
    }

    /// "Within five steps", "in the first three steps", "by step 4".
    pub(crate) fn within(&self, at: usize) -> Found<usize> {
        const STEPS: [(&str, usize); 17] = [
            ("within the first", 0),
            ("within the next", 0),
            ("within at most", 0),
            ("within no more than", 0),
            ("within", 0),
            ("in at most", 0),
            ("in no more than", 0),
            ("in the first", 0),
            ("in the next", 0),
            ("in less than", 1),
            ("in fewer than", 1),
            ("in under", 1),
            ("after at most", 0),
            ("after no more than", 0),
            ("during the first", 0),
            ("using at most", 0),
            ("in", 0),
        ];
        let mut found = Vec::new();
        for (words, less) in STEPS {
            let Some(after) = self.after(at, words) else { continue };
            let Some(steps) = number(self.word(after)).filter(|steps| (1..=200).contains(steps)) else { continue };
            found.extend(
                self.after_any(after + 1, &["steps", "step", "joint steps"])
                    .map(|end| (steps.saturating_sub(less), end)),
            );
        }
        for (words, less) in [("by step", 0), ("no later than step", 0), ("not later than step", 0), ("before step", 1)]
        {
            let Some(after) = self.after(at, words) else { continue };
            let steps = number(self.word(after)).filter(|steps| (1..=200).contains(steps));
            found.extend(steps.map(|steps| (steps - less, after + 1)));
        }
        // "No more than two steps after opening it".
        for words in ["no more than", "not more than", "at most", "no later than"] {
            let Some(after) = self.after(at, words) else { continue };
            let Some(steps) = number(self.word(after)).filter(|steps| (1..=200).contains(steps)) else { continue };
            let end = self.after_any(after + 1, &["steps", "step"]).filter(|end| self.word(*end) == "after");
            found.extend(end.map(|end| (steps, end)));
        }
        for words in ["within one step", "in the first step", "in one step"] {
            found.extend(self.after(at, words).map(|end| (1, end)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
