//! What is left as it is, as what must not be moved: "leave the cups where they are", "the lamp stays where it is".

use crate::{
    general::EXCEPTIONS,
    logic::Object,
    meaning::{Act, Clause, Det, Filler, Np},
    modals,
    statement::{Statement, nouns},
    tokens::{self, Token, denies, insert, put, word},
    vocabulary::Vocabulary,
};

/// Words after what is left, or stays.
const SO: [&str; 10] = [
    "exactly where it is",
    "exactly where they are",
    "right where it is",
    "right where they are",
    "just where it is",
    "just where they are",
    "where it is",
    "where they are",
    "as it is",
    "as they are",
];
/// Words after "leave" and what is left.
const LEFT: [&str; 4] = ["alone", "be", "in peace", "untouched"];
/// Verbs of staying, with the words before them that ask for it.
const STAYS: [&str; 12] = [
    "must stay",
    "should stay",
    "shall stay",
    "has to stay",
    "have to stay",
    "is to stay",
    "are to stay",
    "stays",
    "stay",
    "must remain",
    "remains",
    "remain",
];
/// Words before "stay" by which it is something else, beside modals.
const ASKED: [&str; 4] = ["to", "will", "that", "which"];
/// Words that allow a thing to stay.
const MAY_STAY: [&str; 4] = ["may stay", "can stay", "may remain", "can remain"];
/// Words before "leave" that ask for it, beside those of [`modals::MUST`].
const ASKING: [&str; 3] = ["has to", "have to", "needs to"];
/// Words with which a clause begins.
const BEGINNING: [&str; 5] = [",", "and", "but", "then", "please"];
/// Words that begin how something is left.
const HOW: [&str; 10] = ["on", "in", "at", "inside", "open", "closed", "shut", "locked", "unlocked", "switched"];
/// So many of them stand before a place.
const PLACES: usize = 4;
/// Words that may follow it.
const AFTER: [&str; 7] = [",", "and", "but", "until", "till", "please", "then"];

/// The sentence with what must not be moved in place of what is left as it is. `is_otherwise`: "otherwise" stands before it.
pub(crate) fn plain(sentence: &[Token], is_otherwise: bool, vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    named_first(&mut tokens, vocabulary);
    still_left(&mut tokens, vocabulary);
    excepted(&mut tokens);
    left_both(&mut tokens);
    without_presence(&mut tokens);
    for at in (0..tokens.len()).rev() {
        let depends = is_otherwise || tokens[..at].iter().any(|token| matches!(token.word.as_str(), "if" | "case"));
        behind(&mut tokens, at);
        left_behind(&mut tokens, at);
        left(&mut tokens, at, depends, is_otherwise);
        stays(&mut tokens, at, depends, vocabulary);
    }
    tokens
}

/// "Leave the cup on the table", where a skill of the site leaves what is held: what is named first is not held, and is to stay. After
/// another order, as in "take the cup and leave it there", it is not touched here.
fn named_first(tokens: &mut [Token], vocabulary: &Vocabulary) {
    let leave = usize::from(word(tokens, 0) == "please");
    let the = leave + 1 + usize::from(word(tokens, leave + 1) == "the");
    let thing = tokens.get(the..).and_then(|rest| vocabulary.nouns(rest).into_iter().next());
    let is_there = thing.is_some_and(|(_, length)| HOW[..PLACES].contains(&word(tokens, the + length)));
    let is_skill = vocabulary.frames_of("leave").any(|(_, frame)| frame.tells_deed());
    if word(tokens, leave) == "leave" && is_there && is_skill {
        "keep".clone_into(&mut tokens[leave].word);
    }
}

/// The end of the words that say that something is as it is, where nothing more is said.
fn so(tokens: &[Token], at: usize) -> Option<usize> {
    let end = SO.iter().find_map(|words| tokens::after(tokens, at, words))?;
    let end = end + usize::from(word(tokens, end) == "now");
    (end == tokens.len() || AFTER.contains(&word(tokens, end))).then_some(end)
}

/// Where the clause begins in which this word stands.
fn begin(tokens: &[Token], at: usize) -> usize {
    tokens[..at].iter().rposition(|token| BEGINNING.contains(&token.word.as_str())).map_or(0, |before| before + 1)
}

/// "There must be no cup left on the table", "cups must never be left lying on the table": where they must not be.
fn still_left(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const LYING: [&str; 3] = ["lying", "standing", "sitting"];
    if !denies(tokens) {
        return;
    }
    for at in (1..tokens.len().saturating_sub(1)).rev() {
        let is_place = HOW[..PLACES].contains(&word(tokens, at + 1));
        if word(tokens, at) != "left" || !(is_place || LYING.contains(&word(tokens, at + 1))) {
            continue;
        }
        let is_ban = tokens[..at].iter().any(|token| matches!(token.word.as_str(), "never" | "ever"));
        if word(tokens, at - 1) == "be" {
            // For all time: a rule, while "nothing may be left there" is about the end. Nobody leaves a thing in a room while
            // carrying it through.
            let is_room = |at: usize| {
                let nouns = vocabulary.nouns(tokens.get(at..).unwrap_or_default());
                nouns
                    .iter()
                    .any(|(nouns, _)| vocabulary.members(nouns).iter().any(|one| vocabulary.is_around_things(*one)))
            };
            if is_ban && !(at + 2..tokens.len()).any(is_room) {
                tokens.remove(at);
            }
            continue;
        }
        // "There must not be any cup left on the table."
        let is_there = tokens[..at].iter().any(|token| token.word == "there");
        let names =
            |begin: usize| vocabulary.nouns(&tokens[begin..at]).first().is_some_and(|(_, length)| begin + length == at);
        let is_noun = matches!(word(tokens, at - 1), "anything" | "nothing") || (at.saturating_sub(4)..at).any(names);
        if is_there && is_noun && is_place {
            tokens.remove(at);
        }
    }
}

/// "Leave the lid shut and nothing on the table": leave nothing on the table.
fn left_both(tokens: &mut Vec<Token>) {
    let begins = |at: usize| at == 0 || BEGINNING.contains(&word(tokens, at - 1));
    let Some(leave) = (0..tokens.len()).find(|at| word(tokens, *at) == "leave" && begins(*at)) else { return };
    let Some(and) = (leave + 2..tokens.len()).find(|at| BEGINNING.contains(&word(tokens, *at))) else { return };
    let is_left = tokens[leave + 2..and].iter().any(|token| HOW.contains(&token.word.as_str()));
    let and = and + usize::from(word(tokens, and) == ",");
    if word(tokens, and) == "and" && is_left && matches!(word(tokens, and + 1), "nothing" | "no" | "none") {
        insert(tokens, and + 1, "leave");
    }
}

/// "Leave the cups there if they are there": that they are there is said with "leave".
fn without_presence(tokens: &mut Vec<Token>) {
    let Some(end) = tokens.len().checked_sub(4).filter(|end| word(tokens, *end) == "if") else { return };
    let begins = |at: usize| at == 0 || BEGINNING.contains(&word(tokens, at - 1));
    let Some(leave) = tokens[..end].iter().rposition(|token| token.word == "leave").filter(|at| begins(*at)) else {
        return;
    };
    let Some(thing) = tokens.get(leave + 1..end.saturating_sub(1)).filter(|_| word(tokens, end - 1) == "there") else {
        return;
    };
    let is_one_part = !thing.iter().any(|token| BEGINNING.contains(&token.word.as_str()));
    let is_many = thing.last().is_some_and(|last| last.word.ends_with('s'));
    let so = if is_many { "they are there" } else { "it is there" };
    if is_one_part && !denies(&tokens[begin(tokens, leave)..leave]) && tokens::after(tokens, end + 1, so).is_some() {
        tokens.truncate(end);
    }
}

/// "Put it on the table and leave it alone" is about the time after that.
fn is_pronoun(word: &str) -> bool {
    matches!(word, "it" | "them" | "they" | "that" | "those")
}

/// "Leave nothing on the table", "do not leave the lid open": how it is to be in the end.
fn behind(tokens: &mut Vec<Token>, at: usize) {
    if word(tokens, at) != "leave" {
        return;
    }
    let is_denied = at >= 2 && tokens::after(tokens, at - 2, "do not") == Some(at);
    let begin = if is_denied { at - 2 } else { at };
    let is_order = begin == 0 || BEGINNING.contains(&word(tokens, begin - 1));
    let Some(how) = (at + 2..tokens.len()).find(|how| HOW.contains(&word(tokens, *how))).filter(|_| is_order) else {
        return;
    };
    let what = word(tokens, at + 1);
    // "Open it, take the cup out and leave it shut": in the end, not as long as it is.
    let is_next = begin > 0 && matches!(word(tokens, begin - 1), "and" | "then");
    let is_last = how == at + 2 && how + 1 == tokens.len() && HOW[PLACES..].contains(&word(tokens, how));
    if matches!(what, "it" | "them") && is_next && is_last && !is_denied {
        let being = if what == "them" { "in the end they are" } else { "in the end it is" };
        return put(tokens, at, how, being);
    }
    let says_none = matches!(what, "nothing" | "no" | "none");
    if is_denied == says_none || tokens[at..how].iter().any(|token| matches!(token.word.as_str(), "," | "where" | "as"))
    {
        return;
    }
    // Of what is not to be, "on a bed" says on none.
    if matches!(word(tokens, how + 1), "a" | "an") {
        put(tokens, how + 1, how + 2, "any");
    }
    let being = if word(tokens, how - 1).ends_with('s') { "are" } else { "is" };
    let none = match word(tokens, at + 1) {
        "anything" => Some("nothing"),
        "any" => Some("no"),
        _ => None,
    };
    insert(tokens, how, being);
    match none {
        Some(none) => put(tokens, at + 1, at + 2, none),
        None if !says_none => insert(tokens, how + 1, "not"),
        None => {}
    }
    put(tokens, begin, at + 1, "in the end");
}

/// Where "leave" stands with nothing, or anything, that is at a place, but not as an order: "robot 2 must not leave anything on the
/// table". Is it gone in the end, or never put there? Nobody says that robot 2 stays with it.
pub(crate) fn unclear(tokens: &[Token]) -> Option<usize> {
    const WHATEVER: [&str; 6] = ["nothing", "no", "none", "neither", "anything", "any"];
    let is_place = |token: &Token| HOW[..PLACES].contains(&token.word.as_str());
    (0..tokens.len()).find(|at| {
        let is_whatever = word(tokens, *at) == "leave" && WHATEVER.contains(&word(tokens, at + 1));
        is_whatever && tokens[at + 2..].iter().any(is_place)
    })
}

/// "Nothing is to be left on the table", "the lid must not be left open": the same. What may not be left at a place may never be there.
fn left_behind(tokens: &mut Vec<Token>, at: usize) {
    const LEFT_SO: [(&str, bool); 12] = [
        ("may be left", false),
        ("must be left", false),
        ("should be left", false),
        ("shall be left", false),
        ("can be left", false),
        ("is to be left", false),
        ("are to be left", false),
        ("must not be left", true),
        ("should not be left", true),
        ("may not be left", true),
        ("is not to be left", true),
        ("are not to be left", true),
    ];
    let found = LEFT_SO.iter().find_map(|(words, denied)| Some((tokens::after(tokens, at, words)?, *denied)));
    let is_to = matches!(word(tokens, at), "is" | "are");
    let says_how = |end: usize| HOW[if is_to { 0 } else { PLACES }..].contains(&word(tokens, end));
    let Some((end, is_denied)) = found.filter(|(end, _)| says_how(*end)) else { return };
    let begin = begin(tokens, at);
    let says_none = matches!(word(tokens, begin), "nothing" | "no" | "none");
    if begin == at || is_denied == says_none || denies(&tokens[begin + 1..at]) {
        return;
    }
    let being = match (word(tokens, at - 1).ends_with('s'), is_denied) {
        (true, true) => "are not",
        (true, false) => "are",
        (false, true) => "is not",
        (false, false) => "is",
    };
    put(tokens, at, end, being);
    insert(tokens, begin, "in the end");
}

/// "Leave the cups where they are", "robot 1 must leave the lamp alone".
fn left(tokens: &mut Vec<Token>, at: usize, depends: bool, is_otherwise: bool) {
    if word(tokens, at) != "leave" {
        return;
    }
    let asking = tokens::before_any(tokens, at, &modals::MUST).or_else(|| tokens::before_any(tokens, at, &ASKING));
    let is_order =
        at == 0 || BEGINNING.contains(&word(tokens, at - 1)) || matches!(word(tokens, at - 1), "just" | "simply");
    let is_after = !depends && asking.is_none() && is_pronoun(word(tokens, at + 1));
    if (asking.is_none() && !is_order) || is_after || denies(&tokens[begin(tokens, at)..at]) {
        return;
    }
    let until = (at + 1..tokens.len()).find(|end| matches!(word(tokens, *end), "," | "but" | "if" | "when" | "until"));
    let rest = &tokens[..until.unwrap_or(tokens.len())];
    let found = (at + 2..rest.len()).find_map(|place| {
        let left = || {
            let end = LEFT.iter().find_map(|words| tokens::after(tokens, place, words))?;
            (end == tokens.len() || AFTER.contains(&word(tokens, end))).then_some(end)
        };
        Some((place, so(tokens, place).or_else(left)?))
    });
    // After "otherwise", "leave it" and "leave it there" say no more than "leave it where it is".
    let is_there = at + 2 == rest.len() || tokens::after(rest, at + 2, "there") == Some(rest.len());
    let whole = (is_otherwise && is_there && is_pronoun(word(rest, at + 1))).then_some((at + 2, rest.len()));
    let Some((place, end)) = found.or(whole) else { return };
    tokens.drain(place..end);
    match asking {
        Some(begin) => put(tokens, begin, at + 1, "must not touch"),
        None => put(tokens, at, at + 1, "do not touch"),
    }
}

/// "The lamp stays where it is". A robot that stays there is not moved, but does not go either.
fn stays(tokens: &mut Vec<Token>, at: usize, depends: bool, vocabulary: &Vocabulary) {
    let Some(after) = STAYS.iter().find_map(|words| tokens::after(tokens, at, words)) else { return };
    let Some(end) = so(tokens, after) else { return };
    let begin = begin(tokens, at);
    let said = &tokens[begin..at];
    let noun = usize::from(said.first().is_some_and(|first| first.word == "the"));
    let is_robot = vocabulary.robot(said.get(noun..).unwrap_or_default()).is_some();
    let is_asked = said.last().is_some_and(|last| modals::is_modal(&last.word) || ASKED.contains(&last.word.as_str()));
    let is_after = !depends && said.first().is_some_and(|first| is_pronoun(&first.word));
    if !said.is_empty() && !is_robot && !is_asked && !is_after && !denies(said) {
        put(tokens, at, end, "must not be moved");
    }
}

/// "Clear the table, but the cups may stay there", "except the cups, which may stay": without them. "Except the cups, which stay
/// where they are": nor may they be moved.
fn excepted(tokens: &mut Vec<Token>) {
    let Some((begin, things)) = tokens::find_any(tokens, 1, &EXCEPTIONS) else { return };
    let is_but = word(tokens, begin) == "but";
    // What is left as it is stands last; of what comes after it, nobody knows what it is about.
    let Some(place) = (things + 1..tokens.len()).find(|at| {
        let is_subject = is_but
            || [", which", ", they", ", it", ", those", ", that"]
                .iter()
                .any(|words| tokens::after(tokens, at - 2, words) == Some(*at));
        is_subject && MAY_STAY.iter().chain(&STAYS).any(|words| tokens::after(tokens, *at, words).is_some())
    }) else {
        return;
    };
    if denies(&tokens[..place]) {
        return;
    }
    let may = MAY_STAY.iter().find_map(|words| tokens::after(tokens, place, words));
    let must = STAYS.iter().find_map(|words| tokens::after(tokens, place, words));
    let Some(stay) = may.or(must) else { return };
    let there = tokens::after(tokens, stay, "there").filter(|_| may.is_some());
    let bare = may.filter(|end| *end == tokens.len());
    let is_last = so(tokens, stay).or(there).or(bare) == Some(tokens.len());
    let end = if is_but { place } else { place - 2 };
    if !is_last
        || end <= things
        || tokens[things..end].iter().any(|token| BEGINNING[..1].contains(&token.word.as_str()))
    {
        return;
    }
    let comma = usize::from(word(tokens, begin - 1) == ",");
    if may.is_some() {
        tokens.truncate(end);
        if is_but {
            put(tokens, begin, begin + 1, "except");
            tokens.drain(begin - comma..begin);
        }
    } else if !is_but {
        let last = tokens.len();
        put(tokens, end, last, "must not be moved");
        put(tokens, begin, things, "but");
    }
}

/// The things that nobody may touch.
pub(crate) struct Untouched {
    /// Those that are left out of what is asked for of all.
    pub whole: Vec<Object>,
    /// Those of which it is said only while they are somewhere, or that are named in what is asked for.
    pub unsure: Vec<Object>,
}

/// The things that statements say nobody may touch.
pub(crate) fn untouched(statements: &[Statement]) -> Untouched {
    let is_whole = |(np, is_whole): &(&Np, bool)| *is_whole && nouns(np).iter().all(|noun| noun.limits.is_empty());
    let (whole, limited): (Vec<_>, Vec<_>) = statements.iter().flat_map(left_alone).partition(is_whole);
    let members =
        |(np, _): &(&Np, bool)| nouns(np).into_iter().flat_map(|noun| noun.members.to_vec()).collect::<Vec<_>>();
    let whole: Vec<Object> = whole.iter().flat_map(members).collect();
    let asking = statements.iter().flat_map(Statement::clauses).filter(|clause| !clause.is_denied());
    let names = asking.flat_map(Clause::noun_phrases).flat_map(nouns).filter(|noun| noun.det == Det::Name);
    let named = names.flat_map(|noun| noun.members.to_vec()).filter(|object| whole.contains(object));
    let unsure = limited.iter().flat_map(members).chain(named).collect();
    Untouched { whole, unsure }
}

/// What a statement says nobody may touch, and whether wherever it is.
fn left_alone(statement: &Statement) -> Vec<(&Np, bool)> {
    let Statement::Clause { main, subs } = statement else { return Vec::new() };
    if !subs.is_empty() || main.subject.is_some() && !is_passive(main) || !main.is_denied() {
        return Vec::new();
    }
    let things = main.vp.deeds().into_iter().filter_map(|deed| {
        let Act::Take { thing, source, is_loose: true, .. } = &deed.act else { return None };
        let thing = match thing {
            Filler::Object(place) => deed.objects.get(*place),
            Filler::Subject => main.subject.as_ref(),
            _ => None,
        };
        Some((thing?, source.is_none()))
    });
    things.collect()
}

/// "The cup must not be moved", by nobody.
fn is_passive(main: &Clause) -> bool {
    let is_thing = |act: &Act| matches!(act, Act::Take { thing: Filler::Subject, .. });
    main.vp.deeds().into_iter().all(|deed| is_thing(&deed.act) && deed.agent.is_none())
}
