//! Words that mean the same at every site: verbs of moving, of being somewhere and of keeping, and function words.

use crate::tokens::Token;

/// The verbs of this file that bring nothing anywhere.
#[rustfmt::skip]
const OTHERS: [&str; 52] = [
    "be", "have", "do", "keep", "leave", "stay", "remain", "lie", "sit", "rest", "end", "finish", "stop", "visit", "reach",
    "enter", "approach", "occupy", "exit", "go", "come", "arrive", "travel", "drive", "head", "navigate", "walk", "run",
    "avoid", "refrain", "abstain", "clear", "remove", "pick", "grab", "find", "want", "need", "belong", "let", "make",
    "ensure", "see", "happen", "allow", "forbid", "begin", "start", "mean", "imply", "handle", "touch",
];

/// All verbs of this file, for their forms.
pub(crate) fn verbs() -> impl Iterator<Item = &'static str> {
    OTHERS.into_iter().chain(BRING)
}

/// Whether it is one of them.
pub(crate) fn is_verb(word: &str) -> bool {
    verbs().any(|verb| verb == word)
}

/// Verbs that mean the same with "re-" before them, but for the second time: "recharge".
pub(crate) const REPEATED: [&str; 10] =
    ["charge", "open", "close", "wrap", "label", "fill", "wash", "wipe", "heat", "lock"];

/// Verbs that bring a thing to a place.
#[rustfmt::skip]
pub(crate) const BRING: [&str; 37] = [
    "bring", "take", "carry", "move", "deliver", "get", "fetch", "put", "place", "set", "return", "transport", "transfer",
    "relocate", "lay", "drop", "send", "ship", "load", "store", "stow", "stack", "stuff", "toss", "throw", "pop", "shift",
    "chuck", "hang", "dump", "shove", "haul", "park", "stand", "stick", "collect", "gather",
];
/// Of these, the ones after which "in the box" tells where things are rather than where they are to be.
pub(crate) const TAKEN_FROM: [&str; 2] = ["take", "fetch"];
/// Of these, the ones after which it may tell either.
pub(crate) const TAKEN_OR_BROUGHT: [&str; 3] = ["get", "collect", "gather"];
/// Of these, the ones that are only done where the thing is let go.
pub(crate) const PUT: [&str; 9] = ["put", "place", "set", "lay", "drop", "deliver", "bring", "return", "transfer"];
/// Verbs for getting hold of a thing that is then brought somewhere.
pub(crate) const FETCH: [&str; 9] = ["take", "get", "fetch", "find", "collect", "gather", "pick", "grab", "carry"];
/// Words before the destination.
#[rustfmt::skip]
pub(crate) const TOWARDS: [&str; 34] = [
    "over to", "back to", "up to", "down to", "out to", "across to", "through to", "back up to", "back down to", "over into",
    "back into", "up into", "down into", "out into", "inside", "back onto", "up onto", "down onto", "back on to", "onto",
    "on to", "into", "in to", "on top of", "to", "back on", "back in", "back at", "up on", "down on", "down in", "on", "in",
    "at",
];
/// Verbs of coming to a place, with the words after them.
pub(crate) const VISIT: [(&str, &str); 26] = [
    ("visit", ""),
    ("reach", ""),
    ("enter", ""),
    ("approach", ""),
    ("go", "back to"),
    ("go", "over to"),
    ("go", "into"),
    ("go", "to"),
    ("come", "back to"),
    ("come", "into"),
    ("come", "to"),
    ("get", "to"),
    ("get", "into"),
    ("arrive", "at"),
    ("arrive", "in"),
    ("travel", "to"),
    ("drive", "to"),
    ("drive", "into"),
    ("head", "to"),
    ("navigate", "to"),
    ("walk", "to"),
    ("walk", "into"),
    ("run", "to"),
    ("return", "to"),
    ("move", "to"),
    ("move", "into"),
];
/// Of these, the ones that are done rather than reached.
pub(crate) const GO: [(&str, &str); 20] = [
    ("enter", ""),
    ("go", "back to"),
    ("go", "over to"),
    ("go", "into"),
    ("go", "to"),
    ("come", "back to"),
    ("come", "into"),
    ("come", "to"),
    ("travel", "to"),
    ("drive", "to"),
    ("drive", "into"),
    ("head", "to"),
    ("navigate", "to"),
    ("walk", "to"),
    ("walk", "into"),
    ("run", "to"),
    ("return", "to"),
    ("move", "to"),
    ("move", "into"),
    ("get", "to"),
];
/// Verbs of going away from a place.
pub(crate) const LEAVE: [(&str, &str); 6] =
    [("leave", ""), ("exit", ""), ("go", "away from"), ("move", "away from"), ("go", "out of"), ("come", "out of")];
/// Verbs of not being at a place.
pub(crate) const AWAY: [(&str, &str); 16] = [
    ("stay", "away from"),
    ("stay", "out of"),
    ("stay", "clear of"),
    ("stay", "off"),
    ("stay", "well away from"),
    ("keep", "away from"),
    ("keep", "out of"),
    ("keep", "clear of"),
    ("keep", "off"),
    ("keep", "well away from"),
    ("remain", "away from"),
    ("remain", "out of"),
    ("be", "away from"),
    ("be", "outside"),
    ("stay", "outside"),
    ("avoid", ""),
];
/// Verbs of taking things from where they are.
pub(crate) const TAKES: [&str; 6] = ["take", "get", "grab", "remove", "pick", "fetch"];
/// Verbs of putting things somewhere.
pub(crate) const PUTS: [&str; 12] =
    ["put", "place", "bring", "move", "carry", "set", "lay", "take", "drop", "leave", "store", "stack"];
/// Words between things and clauses that a sentence may use; any other word must belong to the world.
#[rustfmt::skip]
pub(crate) const FUNCTION_WORDS: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "same", "it", "they", "them", "itself", "themselves", "there",
    "here", "its", "their", "'s", "i", "we", "you", "us", "me", "everybody", "everyone", "everything", "anybody",
    "anyone", "anything", "nobody", "nothing", "none", "somebody", "someone", "something", "no", "not", "never", "ever",
    "always", "any", "some", "every", "each", "all", "both", "either", "neither", "nor", "one", "ones", "other", "others",
    "another", "else", "only", "just", "except", "but", "besides", "apart", "excluding", "than", "rather", "more", "most",
    "least", "fewer", "less", "exactly", "at", "in", "on", "into", "onto", "to", "from", "of", "off", "out", "inside",
    "outside", "within", "for", "with", "without", "by", "over", "top", "near", "and", "or", "then", "also", "too", "well",
    "as", "if", "when", "whenever", "while", "until", "till", "unless", "before", "after", "once", "twice", "thrice",
    "soon", "long", "time", "times", "moment", "moments", "point", "step", "steps", "first", "second", "third", "next",
    "finally", "last", "lastly", "later", "afterwards", "afterward", "eventually", "sometime", "again", "anymore",
    "immediately", "directly", "right", "already", "yet", "still", "together", "simultaneously", "must", "should", "shall",
    "will", "would", "may", "can", "could", "might", "has", "had", "ought", "supposed", "allowed", "permitted",
    "forbidden", "prohibited", "required", "please", "sure", "mission", "start", "end", "order", "make", "case", "no",
    "ensure", "now", "because", "since", "so", "which", "who", "whose", "away", "back", "clear", "robot", "robots", "throughout",
    "furthermore", "moreover", "additionally", "addition", "finally", "circumstances", "under", "account", "total", "limits",
    "like", "provided", "whatever", "whichever", "whole", "given", "second", "somewhere", "anywhere", "nowhere", "following", "everywhere", "way",
    "occurs", "occur", "happens", "happen", "infinitely", "often", "globally", "mutually", "exclusive",
    "coincide", "overlap", "equal", "equals", "equivalent", "followed",
    "rest", "onwards", "longer", "forever", "lets", "let", "true", "false", "begins", ",", ":", "(", ")", "?", "ltl",
];

/// What "at" may be said for, beside an object's own preposition.
pub(crate) fn names_place(word: &str, preposition: &str) -> bool {
    match (word, preposition) {
        ("at", _) => true,
        ("in" | "inside" | "within" | "into", "in" | "at") => true,
        ("on" | "onto" | "upon" | "on top of", "on" | "at") => true,
        (word, preposition) => word == preposition,
    }
}

/// Words before what is left out.
#[rustfmt::skip]
pub(crate) const EXCEPTIONS: [&str; 16] = [
    "with the exception of", "with exception of", "except for", "except", "but for", "but", "other than", "apart from",
    "aside from", "besides", "excluding", "save for", "save", "bar", "barring", "not counting",
];

/// Words by which a sentence denies or limits something: short forms in it are not made whole, and nothing in it is taken back.
pub(crate) const DENYING: [&str; 10] =
    ["not", "never", "no", "nobody", "nothing", "none", "neither", "nor", "only", "without"];

/// Words by which a sentence is more than a rule about who alone may do something, or what alone may be somewhere.
const JOINING: [&str; 12] =
    ["if", "when", "whenever", "while", "until", "unless", "before", "after", "once", "then", "not", "never"];

/// Whether a sentence is more than one such rule.
pub(crate) fn is_more_than_a_rule(sentence: &[Token]) -> bool {
    sentence.iter().any(|token| JOINING.contains(&token.word.as_str()))
}
