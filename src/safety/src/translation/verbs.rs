//! The words for the predicates of a world.

/// The meaning of a predicate, whatever its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// A robot is at a thing.
    Position,
    /// A robot holds an item.
    Possession,
    /// An item is in or on a place.
    Location,
    /// A container is open.
    Opening,
    /// A device is switched on.
    Power,
    /// A thing is touched.
    Contact,
}

/// A verb: its words and meaning, and whether it makes its predicate true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verb {
    pub words: &'static str,
    pub sense: Sense,
    pub holds: bool,
    /// Whether it tells of a state, not of an action: "be at", not "go to".
    pub is_state: bool,
}

impl Verb {
    /// Whether it says that a thing comes to a place; to leave a thing there is no action.
    pub fn puts(self) -> bool {
        self.sense == Location && self.holds && self.words != "leave"
    }

    /// Whether it says how near a robot comes, which no fact tells.
    pub fn is_near(self) -> bool {
        self.words.split(' ').any(|word| matches!(word, "near" | "close" | "next"))
    }
}

const fn act(words: &'static str, sense: Sense) -> Verb {
    Verb { words, sense, holds: true, is_state: false }
}

const fn undo(words: &'static str, sense: Sense) -> Verb {
    Verb { words, sense, holds: false, is_state: false }
}

const fn state(words: &'static str, sense: Sense, holds: bool) -> Verb {
    Verb { words, sense, holds, is_state: true }
}

use Sense::{Contact, Location, Opening, Position, Possession, Power};

/// Verbs of robots. A longer phrase stands before the shorter ones that it begins with.
#[rustfmt::skip]
pub(super) const VERBS: [Verb; 99] = [
    act("go back to", Position), act("go close to", Position), act("go near to", Position), act("go near", Position),
    act("go over to", Position), act("go by", Position), act("go into", Position), act("go to", Position),
    act("go in", Position),
    undo("go away from", Position), act("walk into", Position), act("walk to", Position), act("drive to", Position),
    act("travel to", Position), act("head to", Position), act("head for", Position), act("navigate to", Position),
    act("run to", Position), act("return to", Position), act("come back to", Position), act("come near", Position),
    act("come to", Position), act("get to", Position), act("get close to", Position), act("get near", Position),
    act("arrive at", Position), act("pass through", Position), act("pass by", Position), act("step into", Position),
    act("visit", Position), act("enter", Position), act("reach", Position), act("approach", Position),
    act("move to", Position), act("move into", Position), undo("move away from", Position), undo("exit", Position),
    undo("depart from", Position),
    state("be inside", Position, true), state("be near", Position, true), state("be next to", Position, true),
    state("be at", Position, true), state("be in", Position, true), state("be on", Position, true),
    state("be to", Position, true), state("stay away from", Position, false), state("stay out of", Position, false),
    state("stay clear of", Position, false), state("stay well clear of", Position, false),
    state("stay off", Position, false),
    state("keep away from", Position, false), state("keep well away from", Position, false),
    state("keep out of", Position, false), state("keep clear of", Position, false), state("keep off", Position, false),
    state("steer clear of", Position, false), state("remain away from", Position, false),
    state("avoid", Position, false), state("stay at", Position, true), state("stay in", Position, true),
    state("stand at", Position, true), state("wait at", Position, true), state("remain at", Position, true),
    state("remain in", Position, true), state("occupy", Position, true),
    act("pick up", Possession), act("grab", Possession), act("grasp", Possession),
    act("lift", Possession), act("get", Possession), state("carry", Possession, true), state("hold", Possession, true),
    undo("let go of", Possession), undo("put down", Possession), undo("set down", Possession),
    undo("lay down", Possession),
    undo("release", Possession),
    act("put", Location), act("place", Location), act("set", Location), act("store", Location), act("bring", Location),
    act("deliver", Location), act("move", Location), act("drop", Location), act("leave", Location),
    act("carry", Location), act("lay", Location), undo("remove", Location), undo("take", Location),
    act("take", Possession), undo("leave", Position),
    act("open up", Opening), act("open", Opening), undo("close", Opening), undo("shut", Opening),
    act("switch", Power), act("turn", Power), act("touch", Contact),
];

/// Words for the state of a thing: "is closed".
#[rustfmt::skip]
pub(super) const ADJECTIVES: [(&str, Sense, bool); 8] = [
    ("open", Opening, true), ("closed", Opening, false), ("shut", Opening, false),
    ("switched on", Power, true), ("switched off", Power, false), ("on", Power, true), ("off", Power, false),
    ("held", Possession, true),
];

/// Words that may stand between a thing and its place, and whether they mean "in" or "on"; `None`: either.
pub(super) const PREPOSITIONS: [(&str, Option<&str>); 9] = [
    ("on top of", Some("on")),
    ("onto", Some("on")),
    ("into", Some("in")),
    ("inside", Some("in")),
    ("out of", Some("in")),
    ("in", Some("in")),
    ("on", Some("on")),
    ("at", None),
    ("to", None),
];

/// Irregular verb forms.
#[rustfmt::skip]
const IRREGULAR: [(&str, &str); 52] = [
    ("is", "be"), ("are", "be"), ("was", "be"), ("were", "be"), ("been", "be"), ("being", "be"), ("am", "be"),
    ("goes", "go"), ("went", "go"), ("gone", "go"), ("came", "come"), ("has", "have"), ("had", "have"),
    ("having", "have"), ("held", "hold"), ("took", "take"), ("taken", "take"), ("brought", "bring"), ("left", "leave"),
    ("got", "get"), ("gotten", "get"), ("kept", "keep"), ("stood", "stand"), ("ran", "run"), ("drove", "drive"),
    ("driven", "drive"), ("laid", "lay"), ("shutting", "shut"), ("putting", "put"), ("setting", "set"),
    ("getting", "get"), ("running", "run"), ("letting", "let"), ("dropping", "drop"), ("dropped", "drop"),
    ("grabbing", "grab"), ("grabbed", "grab"), ("carries", "carry"), ("carried", "carry"), ("carrying", "carry"),
    ("travelled", "travel"), ("travelling", "travel"), ("leaving", "leave"), ("lying", "lie"), ("lies", "lie"),
    ("standing", "stand"), ("swapped", "swap"), ("using", "use"), ("lay", "lay"), ("stays", "stay"),
    ("occupied", "occupy"), ("occupies", "occupy"),
];
/// Forms that can only be a past tense.
const PAST: [&str; 7] = ["was", "were", "went", "came", "took", "ran", "drove"];
/// Forms that can only be a participle.
const PARTICIPLES: [&str; 5] = ["been", "gone", "taken", "driven", "gotten"];
/// Verbs whose present and past have the same form.
const UNCHANGED: [&str; 4] = ["put", "set", "shut", "let"];

/// The possible readings of a verb form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    /// "go", as after "must" and in an order.
    pub is_base: bool,
    /// "goes"
    pub is_third: bool,
    /// "going"
    pub is_ing: bool,
    /// "went"
    pub is_past: bool,
    /// "gone"
    pub is_participle: bool,
}

/// The possible forms of a word, read as a verb.
pub(super) fn form(word: &str) -> Form {
    let base = base(word);
    let is_ing = word.ends_with("ing") && word != base;
    let is_then = !is_ing && word != base && !word.ends_with('s');
    let is_unchanged = UNCHANGED.contains(&word);
    Form {
        is_base: word == base,
        is_third: matches!(word, "is" | "are" | "am" | "has") || (word != base && word.ends_with('s') && word != "was"),
        is_ing,
        is_past: (is_then && !PARTICIPLES.contains(&word) && !matches!(word, "is" | "are" | "am"))
            || word == "was"
            || is_unchanged,
        is_participle: (is_then && !PAST.contains(&word) && !matches!(word, "am" | "are"))
            || is_unchanged
            || matches!(word, "come" | "run"),
    }
}

/// Whether a word is a form of a verb for a robot's action.
pub(super) fn is_deed(word: &str) -> bool {
    VERBS.iter().any(|verb| verb.words.split(' ').next() == Some(base(word)))
}

/// The base form of a verb's form: "opened", "opening" and "opens" are "open"; other words are returned as they are.
pub(super) fn base(word: &str) -> &str {
    if let Some((_, base)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return base;
    }
    let heads = || VERBS.iter().map(|verb| verb.words.split(' ').next().expect("a verb has a word"));
    let is_form = |head: &&str| {
        let stem = head.strip_suffix('e').unwrap_or(head);
        let ending = word.strip_prefix(stem).unwrap_or("?");
        matches!(ending, "ing" | "ed") || word.strip_prefix(*head).is_some_and(|rest| matches!(rest, "s" | "es" | "d"))
    };
    heads().find(|head| *head == word).or_else(|| heads().find(is_form)).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_verbs_have_one_base() {
        for (base_form, forms) in [
            ("open", ["open", "opens", "opened", "opening"]),
            ("place", ["place", "places", "placed", "placing"]),
            ("switch", ["switch", "switches", "switched", "switching"]),
            ("go", ["goes", "going", "gone", "went"]),
            ("fridge", ["fridge"; 4]),
        ] {
            assert_eq!(forms.map(base), [base_form; 4]);
        }
    }

    #[test]
    fn no_verb_hides_a_longer_one() {
        for (index, verb) in VERBS.iter().enumerate() {
            let hides =
                |later: &&Verb| later.words.starts_with(&format!("{} ", verb.words)) && later.sense == verb.sense;
            assert_eq!(VERBS[index + 1..].iter().find(hides), None, "{}", verb.words);
        }
    }
}
