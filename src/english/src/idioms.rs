//! Idioms as the plain words that mean the same: "throw it away", "wipe it down", "it should find its way to the shelf".

use crate::{
    frame::{Frame, Part},
    general::TOWARDS,
    inflection::Form,
    modals, needing, speaker,
    tokens::{self, Token, denies, put, word},
    unconditional::DEPENDING,
    vocabulary::Vocabulary,
};

/// Places for what nobody wants any more.
#[rustfmt::skip]
const BINS: [&str; 12] = [
    "trash can", "waste bin", "rubbish bin", "garbage bin", "garbage can", "trash bin", "dustbin", "wastebasket",
    "waste basket", "trash", "rubbish", "bin",
];
/// Bins that are for something of their own.
const OWN_BINS: [&str; 7] = ["compost", "recycling", "laundry", "bread", "storage", "toy", "paper"];
/// Verbs that mean the same with a word of direction after them, or after their object.
#[rustfmt::skip]
const PARTICLES: [(&str, &[&str]); 16] = [
    ("wipe", &["down", "up", "off"]), ("wash", &["down", "up", "out"]), ("dust", &["down", "off"]),
    ("clean", &["up", "out"]), ("mop", &["up", "down"]), ("rinse", &["off", "out", "down"]), ("scrub", &["down"]),
    ("wrap", &["up"]), ("heat", &["up"]), ("warm", &["up"]), ("charge", &["up"]), ("fill", &["up"]), ("open", &["up"]),
    ("close", &["up"]), ("lock", &["up"]), ("shut", &["up"]),
];
/// Words after which a clause is over.
#[rustfmt::skip]
const ENDS: [&str; 22] = [
    ",", "and", "then", "but", "please", "if", "when", "once", "unless", "before", "after", "until", "while", "as",
    "or", "?", "again", "first", "afterwards", "too", "for", "with",
];

/// The sentence with plain words for idioms.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    by_tonight(&mut tokens, vocabulary);
    without_particles(&mut tokens, vocabulary);
    thrown_away(&mut tokens, vocabulary);
    put_away(&mut tokens, vocabulary);
    finding_way(&mut tokens);
    meeting(&mut tokens, vocabulary);
    getting_going(&mut tokens, vocabulary);
    the_one(&mut tokens, vocabulary);
    with_it(&mut tokens, vocabulary);
    speaker::done_for_me(&mut tokens, vocabulary);
    needing::due(&mut tokens, vocabulary);
    if tokens.is_empty() { sentence.to_vec() } else { tokens }
}

/// "Get the fan going", "set it going": get it running, or on.
fn getting_going(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some(state) = ["running", "on"].into_iter().find(|state| vocabulary.has_adjective(state)) else { return };
    for at in (0..tokens.len()).filter(|at| matches!(word(tokens, *at), "get" | "set")).collect::<Vec<_>>() {
        let it = matches!(word(tokens, at + 1), "it" | "them").then_some(at + 2);
        let Some(end) = it.or_else(|| Some(vocabulary.only_named(tokens, at + 1)?.1)) else { continue };
        if word(tokens, end) == "going" && ends(tokens, end + 1) {
            put(tokens, end, end + 1, state);
            put(tokens, at, at + 1, "get");
        }
    }
}

/// "Robot 1 should be the one that opens it", "I want robot 1 to be the one to open it": "should open it", "to open it".
fn the_one(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    // "If it is opened, robot 1 should be the one to open it": nobody else.
    if tokens.iter().any(|token| DEPENDING.contains(&token.word.as_str())) {
        return;
    }
    for at in (1..tokens.len()).rev() {
        let Some(end) = tokens::after_any(tokens, at, &["be the one who", "be the one that", "be the one to"]) else {
            continue;
        };
        let is_told = word(tokens, at - 1) == "to" || modals::is_modal(word(tokens, at - 1));
        let said = word(tokens, end);
        let is_base = word(tokens, end - 1) == "to";
        let verb = vocabulary.verbs(said).iter().find(|(base, form)| match form {
            Form::Base => is_base && base == said,
            Form::Present => !is_base,
            _ => false,
        });
        if let Some((base, _)) = verb.filter(|_| is_told).cloned() {
            put(tokens, at, end + 1, &base);
        }
    }
}

/// "Into the box with the jar": "put the jar into the box"; "close it, then into the box with it": "then put it into the box".
fn with_it(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    if denies(tokens) {
        return;
    }
    let noun = |tokens: &[Token], at: usize| {
        let begin = at + usize::from(word(tokens, at) == "the");
        vocabulary.nouns(tokens.get(begin..)?).into_iter().next().map(|(_, length)| begin + length)
    };
    for with in (2..tokens.len()).rev().filter(|at| word(tokens, *at) == "with").collect::<Vec<_>>() {
        let is_it = matches!(word(tokens, with + 1), "it" | "them");
        let Some(end) = (if is_it { Some(with + 2) } else { noun(tokens, with + 1) }) else { continue };
        let Some(place) = (0..with).rev().find(|at| TOWARDS.contains(&word(tokens, *at))) else { continue };
        let begin = place - usize::from(place > 0 && matches!(word(tokens, place - 1), "back" | "straight" | "off"));
        // After "put the jar on the rug, then" it says where the jar goes with it.
        let before = &tokens[..begin];
        let is_next = is_it
            && before.last().is_some_and(|last| matches!(last.word.as_str(), "," | "then" | "and"))
            && !before.iter().any(|token| TOWARDS.contains(&token.word.as_str()));
        if (begin == 0 || is_next) && noun(tokens, place + 1) == Some(with) && ends(tokens, end) {
            let thing: Vec<Token> = tokens.drain(with..end).skip(1).collect();
            tokens.splice(begin..place, thing);
            tokens::insert(tokens, begin, "put");
        }
    }
}

/// Whether nothing goes on here: the end, or a word after which a clause is over.
pub(crate) fn ends(tokens: &[Token], at: usize) -> bool {
    at >= tokens.len() || ENDS.contains(&word(tokens, at))
}

/// "It must be there by tonight": by the end.
fn by_tonight(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    // What is forbidden until then may be done later.
    if denies(tokens) {
        return;
    }
    for at in (1..tokens.len()).rev() {
        let found = ["tonight", "this evening"].iter().filter_map(|words| tokens::after(tokens, at, words)).max();
        let end = found.filter(|end| word(tokens, at - 1) == "by" && ends(tokens, *end));
        if let Some(end) = end.filter(|_| vocabulary.nouns(&tokens[at..]).is_empty()) {
            put(tokens, at, end, "the end");
        }
    }
}

/// "Dust down the bench", "wrap the pallet up": dust it, wrap it.
fn without_particles(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (0..tokens.len()).rev() {
        let verbs = vocabulary.verbs(word(tokens, at));
        let known = PARTICLES.iter().find(|(verb, _)| verbs.iter().any(|(base, _)| base == verb));
        let Some((verb, particles)) = known else { continue };
        let is_particle = |at: usize| particles.contains(&word(tokens, at));
        // At a site with a skill to lock something up, that is not locking it.
        let is_own = |particle: &str| {
            let has_own =
                |frame: &Frame| frame.parts.iter().any(|part| matches!(part, Part::Word(word) if word == particle));
            vocabulary.frames_of(verb).any(|(_, frame)| has_own(frame))
        };
        let goes_on =
            |at: usize| TOWARDS.contains(&word(tokens, at)) || word(tokens, at) == "of" || word(tokens, at) == "from";
        let particle = if is_particle(at + 1) && !goes_on(at + 2) && at + 2 < tokens.len() {
            Some(at + 1)
        } else {
            // The object between both is a thing of the site, or was named before.
            let the = at + 1 + usize::from(matches!(word(tokens, at + 1), "the" | "all" | "both" | "each" | "every"));
            let named = vocabulary.nouns(tokens.get(the..).unwrap_or_default()).first().map(|(_, length)| the + length);
            let it = matches!(word(tokens, at + 1), "it" | "them").then_some(at + 2);
            named.or(it).filter(|end| is_particle(*end) && ends(tokens, end + 1))
        };
        let particle = particle
            .filter(|particle| !is_own(word(tokens, *particle)) && vocabulary.nouns(&tokens[*particle..]).is_empty());
        if let Some(particle) = particle {
            tokens.remove(particle);
        }
    }
}

/// The one place of the site for what nobody wants any more, in its words.
fn bin(vocabulary: &Vocabulary) -> Option<String> {
    let mut found: Vec<u16> = Vec::new();
    for words in BINS {
        found.extend(vocabulary.members(vocabulary.noun(words)));
    }
    found.sort_unstable();
    found.dedup();
    let [one] = found.as_slice() else { return None };
    let phrase = &vocabulary.objects[usize::from(*one)].phrase;
    let is_own = phrase.split(' ').any(|word| OWN_BINS.contains(&word));
    let name = phrase.strip_prefix("the ").unwrap_or(phrase);
    (!is_own && vocabulary.holds_things(*one)).then(|| name.to_owned())
}

/// "Throw the tip away", "bin the tip", "dispose of the tip": put it in the bin, where there is one.
fn thrown_away(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in (0..tokens.len()).rev() {
        let is_begin = at == 0
            || matches!(
                word(tokens, at - 1),
                "," | "and" | "then" | "please" | "to" | "you" | "should" | "must" | "just"
            )
            || vocabulary.robot(&tokens[at.saturating_sub(2)..]) == Some(2);
        let verb = word(tokens, at).to_owned();
        // What is forbidden is not guessed, and a site may have a skill for it.
        if !is_begin || denies(&tokens[..at]) || vocabulary.frames_of(&verb).next().is_some() {
            continue;
        }
        let object = match verb.as_str() {
            "throw" | "toss" | "chuck" => at + 1,
            "bin" | "trash" => {
                // "Bin the tip", but not "bin 1 to the hall".
                if !matches!(word(tokens, at + 1), "the" | "it" | "them" | "all" | "both" | "every" | "that" | "those")
                {
                    continue;
                }
                at + 1
            }
            "dispose" if word(tokens, at + 1) == "of" => at + 2,
            _ => continue,
        };
        let is_away = |place: usize| matches!(word(tokens, place), "away" | "out");
        let first = object + usize::from(is_away(object));
        let is_over = |place: &usize| {
            let next = word(tokens, *place);
            let is_list = next == "and" && !vocabulary.is_base(word(tokens, place + 1));
            (ends(tokens, *place) && !is_list) || is_away(*place) || TOWARDS.contains(&next)
        };
        let end = (first..tokens.len()).find(is_over).unwrap_or(tokens.len());
        let is_told = first > object || is_away(end) || matches!(verb.as_str(), "bin" | "trash" | "dispose");
        let is_told = is_told && !denies(&tokens[object..end]);
        let over = end + usize::from(first == object && is_away(end));
        if end == first || !is_told || !ends(tokens, over) || word(tokens, over) == "or" {
            continue;
        }
        let Some(place) = bin(vocabulary) else { return };
        let rest = format!("in the {place}");
        if over > end {
            put(tokens, end, over, &rest);
        } else {
            tokens::insert(tokens, end, &rest);
        }
        put(tokens, at, first, "put");
    }
}

/// "Tidy the toys away in the box", "put them away in there": put them there.
fn put_away(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    for at in 0..tokens.len() {
        let is_begin = at == 0 || matches!(word(tokens, at - 1), "," | "and" | "then" | "please" | "to");
        let over =
            (at + 1..tokens.len()).find(|at| matches!(word(tokens, *at), "," | "then" | "and")).unwrap_or(tokens.len());
        let is_put = |at: usize| matches!(word(tokens, at), "into" | "in" | "onto" | "on" | "to");
        if word(tokens, at) == "tidy"
            && is_begin
            && vocabulary.frames_of("tidy").next().is_none()
            && (at + 2..over).any(is_put)
        {
            "put".clone_into(&mut tokens[at].word);
        }
    }
    for at in (1..tokens.len()).rev() {
        if word(tokens, at) != "away"
            || !matches!(word(tokens, at + 1), "in" | "into" | "on" | "onto" | "at" | "inside")
        {
            continue;
        }
        let is_putting =
            |token: &Token| matches!(token.word.as_str(), "put" | "tidy" | "clear" | "stow" | "pack" | "store");
        let Some(verb) = tokens[..at].iter().rposition(is_putting) else { continue };
        let has_own = |frame: &Frame| frame.parts.iter().any(|part| matches!(part, Part::Word(word) if word == "away"));
        let is_own =
            vocabulary.frames_of(word(tokens, verb)).any(|(_, frame)| word(tokens, verb) != "put" || has_own(frame));
        if is_own || (verb + 1..at).any(|at| word(tokens, at) == ",") {
            continue;
        }
        tokens.remove(at);
        "put".clone_into(&mut tokens[verb].word);
    }
}

/// "It should find its way to the shelf": it should go there.
fn finding_way(tokens: &mut Vec<Token>) {
    for at in (1..tokens.len()).rev() {
        let to = ["its way", "their way"].iter().find_map(|words| tokens::after(tokens, at + 1, words));
        let Some(to) = to.map(|to| to + usize::from(matches!(word(tokens, to), "back" | "over"))) else { continue };
        let is_towards = matches!(word(tokens, to), "to" | "into" | "onto" | "in" | "on");
        let verb = match word(tokens, at) {
            "find" | "make" => "go",
            "finds" | "makes" => "goes",
            "found" => "was moved",
            _ => continue,
        };
        if is_towards {
            put(tokens, at, to, verb);
        }
    }
}

/// "Robots 1 and 2 meet in the hall": they must at some point be there at the same time.
fn meeting(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let Some(at) = tokens.iter().position(|token| token.word == "meet") else { return };
    let rest = tokens.get(at + 1..).unwrap_or_default();
    let place = 1 + usize::from(word(rest, 1) == "the");
    let is_place = matches!(word(rest, 0), "in" | "at" | "on")
        && vocabulary
            .nouns(rest.get(place..).unwrap_or_default())
            .iter()
            .any(|(_, length)| place + length == rest.len());
    let modal = [&modals::MUST[..], &modals::OF_SEVERAL, &["will"]]
        .iter()
        .find_map(|words| tokens::before_any(tokens, at, words));
    let subject = &tokens[..modal.unwrap_or(at)];
    let article = usize::from(matches!(word(subject, 0), "the" | "both" | "all"));
    let is_robots = subject.len() > 1
        && !denies(subject)
        && !subject.iter().any(|token| matches!(token.word.as_str(), "or" | "," | "if" | "when" | "let" | "have"))
        && (vocabulary.robot(&subject[article..]).is_some()
            || word(subject, subject.len() - 1) == "robots"
            || article > 0 && !vocabulary.nouns(&subject[article..]).is_empty());
    if !is_place || !is_robots || vocabulary.frames_of("meet").next().is_some() {
        return;
    }
    let end = tokens.len();
    tokens::insert(tokens, end, "at the same time");
    put(tokens, modal.unwrap_or(at), at + 1, "must at some point be");
}
