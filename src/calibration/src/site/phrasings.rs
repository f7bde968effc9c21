//! Ways to ask: what people say before, after and in place of a plain order.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

/// How often an order stands as it is.
const PLAINLY: f64 = 0.4;

/// What stands before an order, and what ends the sentence: nothing for a full stop.
const REQUESTS: [(&str, &str); 30] = [
    ("please ", ""),
    ("please ", ""),
    ("", ", please"),
    ("", " please"),
    ("", ", thanks"),
    ("", ", thank you"),
    ("", " for me"),
    ("", " for me, please"),
    ("could you ", "?"),
    ("could you ", ", please?"),
    ("could you please ", "?"),
    ("can you ", "?"),
    ("can you please ", "?"),
    ("would you ", "?"),
    ("would you please ", "?"),
    ("would you ", " for me?"),
    ("can somebody ", "?"),
    ("could somebody ", "?"),
    ("can someone ", "?"),
    ("could someone please ", "?"),
    ("somebody ", ""),
    ("someone please ", ""),
    ("could one of you ", "?"),
    ("I want you to ", ""),
    ("I'd like you to ", ""),
    ("I would like you to ", ""),
    ("hi, ", ""),
    ("hello, please ", ""),
    ("hey, can you ", "?"),
    ("let's ", ""),
];

/// Verbs of moving before a thing and "to".
const MOVES: [&str; 8] = ["bring", "take", "move", "carry", "deliver", "get", "transport", "return"];
/// Verbs of moving before a thing and where it is then. "Leave" would say that it stays there.
const PUTS: [&str; 6] = ["put", "put", "put", "place", "set", "get"];
/// Verbs of being moved, before "to".
const MOVED: [&str; 5] = ["brought", "taken", "moved", "carried", "delivered"];

/// A clause of what something is: "the lamp", "is", "on the table".
#[derive(Debug, Clone, Copy)]
pub(super) struct Being<'a> {
    pub of: &'a str,
    is_plural: bool,
    pub so: &'a str,
}

impl<'a> Being<'a> {
    /// `None`: the clause says so otherwise, or what something is not.
    pub fn of(clause: &'a str) -> Option<Self> {
        let (is_plural, (of, so)) = match clause.split_once(" is ") {
            Some(parts) => (false, parts),
            None => (true, clause.split_once(" are ")?),
        };
        (!so.starts_with("not ")).then_some(Self { of, is_plural, so })
    }

    /// Where it is, as words for a place after "to".
    pub fn place(&self) -> Option<&'a str> {
        self.so.split_once(' ').filter(|(word, _)| ["in", "on", "at"].contains(word)).map(|(_, place)| place)
    }

    fn verb(&self, one: &'static str, several: &'static str) -> &'static str {
        if self.is_plural { several } else { one }
    }

    /// What must be, said so that it can only be meant for the end.
    pub fn wishes(&self) -> Vec<String> {
        let Self { of, so, .. } = self;
        let (is, has) = (self.verb("is", "are"), self.verb("has", "have"));
        let ends = ["in the end", "at the end", "when you are done", "when you're finished", "by the end"];
        let mut all: Vec<String> = ends
            .into_iter()
            .flat_map(|end| {
                let needs = self.verb("needs", "need");
                [
                    format!("{of} should be {so} {end}"),
                    format!("{of} must be {so} {end}"),
                    format!("{of} {has} to be {so} {end}"),
                    format!("{of} {needs} to be {so} {end}"),
                    format!("{end} {of} should be {so}"),
                    format!("{end}, {of} must be {so}"),
                    format!("{end} I want {of} {so}"),
                    format!("I want {of} {so} {end}"),
                ]
            })
            .collect();
        all.extend([
            format!("in the end {of} {is} {so}"),
            format!("make sure that {of} {is} {so}"),
            format!("make sure {of} {is} {so}"),
            format!("please make sure that {of} {is} {so}"),
            format!("please make sure {of} {is} {so} in the end"),
            format!("see to it that {of} {is} {so}"),
            format!("see that {of} {is} {so}"),
            format!("ensure that {of} {is} {so}"),
            format!("I want {of} {so}"),
            format!("I want {of} to be {so}"),
            format!("I need {of} {so}"),
            format!("I need {of} to be {so}"),
            format!("I'd like {of} {so}"),
            format!("I'd like {of} to be {so}"),
            format!("I would like {of} {so}"),
            format!("I would like to have {of} {so}"),
            format!("we need {of} {so}"),
            format!("we want {of} {so}"),
            format!("have {of} {so}"),
            format!("get {of} {so}"),
            format!("get {of} {so}, please"),
        ]);
        all
    }

    /// Orders to move it to the place where it is then.
    pub fn orders(&self) -> Vec<String> {
        let Some(place) = self.place() else { return Vec::new() };
        let Self { of, so, .. } = self;
        let mut all: Vec<String> = MOVES
            .iter()
            .flat_map(|verb| {
                [
                    format!("{verb} {of} to {place}"),
                    format!("{verb} {of} over to {place}"),
                    format!("{verb} {of} back to {place}"),
                ]
            })
            .collect();
        all.extend(MOVES.iter().take(5).map(|verb| format!("{verb} {of} to {place}")));
        all.extend(PUTS.iter().map(|verb| format!("{verb} {of} {so}")));
        all.extend([format!("put {of} back {so}"), format!("put {of} down {so}")]);
        // "Into the drawer", "onto the table".
        if let Some(whither @ ("in" | "on")) = so.split(' ').next() {
            all.extend(["put", "get"].map(|verb| format!("{verb} {of} {whither}to {place}")));
        }
        all
    }

    /// Orders to a robot to go to the place where it is then.
    pub fn sent(&self) -> Vec<String> {
        let Some(place) = self.place() else { return Vec::new() };
        let of = self.of;
        vec![
            format!("{of}, go to {place}"),
            format!("{of}, please go to {place}"),
            format!("{of}, go over to {place}"),
            format!("{of} go to {place}"),
            format!("{of} should go to {place}"),
            format!("{of} must go to {place}"),
            format!("{of} to {place}"),
            format!("send {of} to {place}"),
            format!("please send {of} to {place}"),
            format!("let {of} go to {place}"),
            format!("I want {of} to go to {place}"),
            format!("could {of} go to {place}?"),
        ]
    }

    /// What people say in place of an order to move it.
    pub fn moves(&self) -> Vec<String> {
        let Some(place) = self.place() else { return Vec::new() };
        let Self { of, so, .. } = self;
        let (is, has, goes, belongs, needs) = (
            self.verb("is", "are"),
            self.verb("has", "have"),
            self.verb("goes", "go"),
            self.verb("belongs", "belong"),
            self.verb("needs", "need"),
        );
        let mut all = vec![
            format!("{of} to {place}"),
            format!("{of} to {place}, please"),
            format!("{of} {goes} {so}"),
            format!("{of} {goes} to {place}"),
            format!("{of} {belongs} {so}"),
            format!("{of} should go {so}"),
            format!("{of} should go to {place}"),
            format!("{of} {has} to go {so}"),
            format!("{of} {has} to go to {place}"),
            format!("{of} {needs} to go {so}"),
            format!("{of} {needs} to go to {place}"),
            format!("{of} should end up {so}"),
            format!("{of} {is} needed {so}"),
            format!("I want {of} to go to {place}"),
            format!("{of} must be put {so}"),
            format!("{of} should be put {so}"),
            format!("{of} {needs} to be put {so}"),
        ];
        all.extend(MOVED.iter().flat_map(|moved| {
            [
                format!("{of} {is} to be {moved} to {place}"),
                format!("{of} should be {moved} to {place}"),
                format!("{of} must be {moved} to {place}"),
                format!("{of} {has} to be {moved} to {place}"),
                format!("{of} {needs} to be {moved} to {place}"),
                format!("I want {of} {moved} to {place}"),
                format!("I'd like {of} {moved} to {place}"),
                format!("have {of} {moved} to {place}"),
            ]
        }));
        all
    }
}

/// An order as somebody says it, who may be polite.
pub(super) fn requested(order: &str, rng: &mut ChaCha8Rng) -> String {
    if rng.random_bool(PLAINLY) {
        return order.to_owned();
    }
    let (before, after) = REQUESTS.choose(rng).expect("there are some");
    format!("{before}{order}{after}")
}

/// Orders to a robot to do something.
pub(super) fn told(robot: &str, deed: &str) -> Vec<String> {
    ["must", "must", "should", "should", "has to", "needs to", "is to", "shall", "ought to"]
        .map(|duty| format!("{robot} {duty} {deed}"))
        .into_iter()
        .chain([
            format!("{robot}, {deed}"),
            format!("{robot}, please {deed}"),
            format!("{robot}: {deed}"),
            format!("let {robot} {deed}"),
            format!("have {robot} {deed}"),
            format!("I want {robot} to {deed}"),
            format!("I'd like {robot} to {deed}"),
            format!("could {robot} {deed}?"),
            format!("can {robot} {deed}?"),
            format!("can {robot} please {deed}?"),
        ])
        .collect()
}

/// That somebody must never do something.
pub(super) fn denied(who: &str, deed: &str) -> Vec<String> {
    [
        "must never",
        "must never",
        "must not",
        "may never",
        "may not",
        "is not allowed to",
        "should never",
        "cannot",
        "is never to",
    ]
    .map(|never| format!("{who} {never} {deed}"))
    .to_vec()
}

/// That nobody must ever do something.
pub(super) fn banned(deed: &str) -> Vec<String> {
    vec![
        format!("never {deed}"),
        format!("never {deed}, please"),
        format!("don't ever {deed}"),
        format!("do not ever {deed}"),
        format!("no robot may ever {deed}"),
        format!("no robot must {deed}"),
        format!("nobody may {deed}"),
        format!("nobody may ever {deed}"),
        format!("nobody must {deed}"),
        format!("under no circumstances {deed}"),
        format!("no one is allowed to {deed}"),
    ]
}

/// One after the other in a sentence.
pub(super) fn one_after_another(one: &str, other: &str) -> Vec<String> {
    vec![
        format!("first {one}, then {other}"),
        format!("first {one} and then {other}"),
        format!("{one}, then {other}"),
        format!("{one} and then {other}"),
        format!("{one}, and then {other}"),
        format!("{one}, and after that {other}"),
        format!("{one}; after that {other}"),
        format!("{one}, and afterwards {other}"),
        format!("first {one}, and after that {other}"),
    ]
}

/// Both in a sentence.
pub(super) fn both(one: &str, other: &str) -> Vec<String> {
    vec![
        format!("{one} and {other}"),
        format!("{one} and {other}"),
        format!("{one}, and {other}"),
        format!("{one}, {other}"),
        format!("{one}. Also {other}"),
        format!("{one} and also {other}"),
        format!("{one}, and please {other}"),
    ]
}

/// An order for where something is so at the start.
pub(super) fn where_so(condition: &str, order: &str) -> Vec<String> {
    let mut ways = vec![
        format!("if {condition}, {order}"),
        format!("if {condition} {order}"),
        format!("if {condition}, then {order}"),
    ];
    if !order.ends_with('?') {
        ways.push(format!("{order} if {condition}"));
    }
    ways
}

/// Words for any one thing of a sort.
pub(super) fn any(word: &str, words: &str) -> Vec<String> {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    vec![
        format!("{article} {word}"),
        format!("{article} {word}"),
        format!("one {word}"),
        format!("one of the {words}"),
        format!("any {word}"),
        format!("any of the {words}"),
    ]
}

/// Words for all things of a sort, of which there are so many.
pub(super) fn all(word: &str, words: &str, count: usize) -> Vec<String> {
    let mut all = vec![
        format!("all {words}"),
        format!("all the {words}"),
        format!("all of the {words}"),
        format!("the {words}"),
        format!("every {word}"),
        format!("each {word}"),
    ];
    let counted: &[&str] = match count {
        2 => &["both", "both", "both the", "both of the", "the two"],
        3 => &["all three", "the three"],
        4 => &["all four", "the four"],
        _ => &[],
    };
    all.extend(counted.iter().map(|counted| format!("{counted} {words}")));
    all
}

/// Words for all that is somewhere.
pub(super) fn all_there(so: &str) -> Vec<String> {
    vec![
        format!("everything {so}"),
        format!("everything that is {so}"),
        format!("everything that's {so}"),
        format!("whatever is {so}"),
        format!("whatever's {so}"),
        format!("all that is {so}"),
        format!("all things {so}"),
    ]
}

/// Whether these words of [`any`], [`all`] or [`all_there`] take the verb of several.
pub(super) fn is_several(called: &str) -> bool {
    ["all ", "both ", "the "].iter().any(|begin| called.starts_with(begin)) && !called.starts_with("all that ")
}
