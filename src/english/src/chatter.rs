//! Small talk around what is asked for: greetings and thanks, how somebody feels, who else wants it.

use crate::{
    greetings::GREETINGS,
    tokens::{self, APOSTROPHE, Token, denies, word},
    vocabulary::Vocabulary,
};

/// Words that thank, praise or sigh, whole, and greet in more words than [`GREETINGS`].
#[rustfmt::skip]
const PHRASES: [&str; 55] = [
    "good afternoon", "good evening", "good day", "good night", "hiya", "hello there", "greetings", "welcome", "ah", "haha",
    "so", "oh dear", "dear me", "oh my", "silly me", "well i never", "well done", "good job", "great job", "nice work",
    "good work", "good luck", "cheers", "ta", "thanks", "thanks a lot", "many thanks", "thanks in advance", "thank you",
    "thank you very much", "thank you so much", "thank you in advance", "much appreciated", "please and thank you",
    "with thanks", "have a nice day", "have a good day", "have a good one", "bye", "see you", "see you later",
    "see you soon", "how are you", "how are you today", "how are you doing", "i hope you are well", "hope you are well",
    "nice to see you", "hurry", "hurry up", "chop chop", "gotta run", "gotta go", "i am in a hurry", "bless you",
];
/// Whom they are said to.
#[rustfmt::skip]
const ADDRESSES: [&str; 32] = [
    "dear", "dears", "my dear", "my dears", "love", "loves", "my love", "my loves", "darling", "darlings", "my darlings",
    "sweetheart", "honey", "mate", "mates", "friend", "friends", "my friends", "guys", "folks", "team", "lads", "buddy",
    "pal", "everyone", "everybody", "all", "you two", "you three", "you lot", "robots", "dear robots",
];
/// People who are no robots, of whom a site need know nothing.
#[rustfmt::skip]
const PEOPLE: [&str; 104] = [
    "mom", "mum", "mummy", "mommy", "mother", "dad", "daddy", "father", "granny", "grandma", "grandpa",
    "grandmother", "grandfather", "grandson", "granddaughter", "sister", "brother", "wife", "husband", "son",
    "daughter", "aunt", "uncle", "baby", "kid", "kids", "child", "children", "family", "boss", "chef", "manager",
    "supervisor", "director", "doctor", "owner", "teacher", "neighbour", "neighbours", "neighbor", "neighbors",
    "colleague", "colleagues", "friend", "friends", "guest", "guests", "visitor", "visitors", "customer",
    "customers", "inspector", "inspectors", "delegation", "in laws", "parents", "patient", "patients", "client",
    "clients", "lady", "gentleman", "sir", "plumber", "electrician", "postman", "courier", "painter", "builder",
    "builders", "carpenter", "landlord", "landlady", "caretaker", "janitor", "mechanic", "auditor", "auditors",
    "student", "students", "pupils", "tenant", "tenants", "partner", "girlfriend", "boyfriend", "fiance",
    "flatmate", "flatmates", "roommate", "roommates", "grandchildren", "grandparents", "cousin", "cousins",
    "nephew", "niece", "toddler", "mayor", "minister", "photographer", "reporter", "tourists",
    "volunteers",
];
/// How people are, and what they do, for which nothing is asked.
#[rustfmt::skip]
const FEELINGS: [&str; 46] = [
    "tired", "exhausted", "hungry", "thirsty", "starving", "busy", "late", "sick", "ill", "unwell", "cold", "freezing",
    "sleepy", "asleep", "awake", "stressed", "excited", "impatient", "worried", "sad", "happy", "in a hurry", "in a rush",
    "here", "back", "coming", "coming over", "coming round", "coming around", "on the way", "on their way", "on his way",
    "on her way", "on my way", "on our way", "waiting", "visiting", "arriving", "arriving soon", "worn out",
    "running late", "running around", "on my feet", "on our feet", "back home", "home",
];
/// How it is around, where it is said why something is asked for.
#[rustfmt::skip]
const WEATHER: [&str; 44] = [
    "noisy", "loud", "stuffy", "drafty", "draughty", "chilly", "hot", "cold", "warm", "wet", "slippery", "sharp", "heavy",
    "fragile", "delicate", "precious", "soggy", "sticky", "smelly", "dusty", "late", "early", "urgent", "dark", "awful",
    "terrible", "horrible", "dreadful", "ridiculous", "disgusting", "unhygienic", "dangerous", "a mess", "a disgrace",
    "a shame", "a nightmare", "a hot day", "a cold day", "a long day", "a lovely day", "a lovely morning",
    "dinner time", "lunch time", "breakfast time",
];
/// Words before how somebody or something is.
#[rustfmt::skip]
const DEGREES: [&str; 16] = [
    "so", "very", "really", "rather", "quite", "too", "all", "such", "ever so", "a bit", "a little", "awfully", "terribly",
    "pretty", "already", "getting",
];
/// Words after it.
#[rustfmt::skip]
const SINCE: [&str; 24] = [
    "here", "in here", "out here", "there", "in there", "soon", "any minute", "any minute now", "any moment", "at any moment",
    "in a minute", "for dinner", "for lunch", "for tea", "for breakfast", "this morning", "this afternoon",
    "this evening", "tonight", "today", "all day", "all morning", "again", "since this morning",
];
/// What hurts, or is full.
const BODY: [&str; 12] =
    ["back", "feet", "foot", "knee", "knees", "head", "hands", "hand", "legs", "leg", "eyes", "shoulder"];
const HURTS: [&str; 10] =
    ["hurts", "hurt", "aches", "ache", "is killing me", "are killing me", "is full", "are full", "is sore", "are sore"];
/// The sentences without small talk. What could bind anybody stays, and so does what names a thing or a deed of the site.
pub(crate) fn without(sentences: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    let mut kept: Vec<Vec<Token>> = Vec::new();
    for sentence in sentences {
        if is_chat(&sentence, vocabulary) {
            continue;
        }
        let sentence = without_ends(sentence, vocabulary);
        kept.push(wanted(sentence, vocabulary));
    }
    kept
}

/// Whether a whole sentence is small talk: "oh, what a day!"
fn is_chat(sentence: &[Token], vocabulary: &Vocabulary) -> bool {
    sentence.split(|token| matches!(token.word.as_str(), "," | ":")).all(|part| is_talk(part, vocabulary))
}

/// The sentence without small talk before the first comma and after the last one.
fn without_ends(mut sentence: Vec<Token>, vocabulary: &Vocabulary) -> Vec<Token> {
    let is_mark = |token: &Token| matches!(token.word.as_str(), "," | ":");
    while let Some(comma) = sentence.iter().position(is_mark) {
        if comma + 1 == sentence.len() || !is_talk(&sentence[..comma], vocabulary) {
            break;
        }
        sentence.drain(..=comma);
        let so = ["and so", "so"].iter().find_map(|words| tokens::after(&sentence, 0, words)).unwrap_or(0);
        if so < sentence.len() && !matches!(word(&sentence, so), "that" | "," | "as") {
            sentence.drain(..so);
        }
    }
    while let Some(comma) = sentence.iter().rposition(|token| token.word == ",").filter(|comma| *comma > 0)
        && is_talk(&sentence[comma + 1..], vocabulary)
    {
        // "Could you open it, dear?"
        let asks = sentence.last().filter(|last| last.word == "?").cloned();
        sentence.truncate(comma);
        sentence.extend(asks);
    }
    without_emphasis(&mut sentence, vocabulary);
    sentence
}

/// "Clear the table, all of it": all of it is said already.
fn without_emphasis(sentence: &mut Vec<Token>, vocabulary: &Vocabulary) {
    const ALL: [&str; 5] = ["everything", "whatever", "all", "every", "each"];
    let emphasis = [", all of it", ", all of them", ", every last one", ", every last one of them", ", no exceptions"];
    let begin = |words: &&str| sentence.len().checked_sub(tokens::words(words, 0).len());
    let Some(begin) = emphasis.iter().find_map(|words| begin(words).filter(|at| is(&sentence[*at..], words))) else {
        return;
    };
    let empties =
        matches!(word(sentence, 0), "clear" | "empty") && vocabulary.frames_of(word(sentence, 0)).next().is_none();
    let is_all = sentence[..begin].iter().any(|token| ALL.contains(&token.word.as_str()));
    if begin > 0 && (empties || is_all) && !denies(&sentence[..begin]) {
        sentence.truncate(begin);
    }
}

/// Whether the words are small talk, whatever stands around them.
fn is_talk(part: &[Token], vocabulary: &Vocabulary) -> bool {
    let part = part.split_last().filter(|(last, _)| last.word == "?").map_or(part, |(_, part)| part);
    let part = &part[..around(part, vocabulary)];
    if part.is_empty() || names(part, vocabulary) {
        return false;
    }
    let sigh = ["well", "oh", "ugh", "and"].iter().find_map(|words| tokens::after(part, 0, words));
    let rest = part.get(sigh.unwrap_or(0)..).filter(|rest| !rest.is_empty()).unwrap_or(part);
    is_phrase(rest) || exclaims(rest) || hurts(rest) || feels(rest, vocabulary)
}

/// Whether the words name a thing of the site, or a sort of them.
fn names(words: &[Token], vocabulary: &Vocabulary) -> bool {
    (0..words.len()).any(|at| !vocabulary.nouns(&words[at..]).is_empty())
}

/// Whether the words are these, from the first to the last.
fn is(tokens: &[Token], words: &str) -> bool {
    tokens::after(tokens, 0, words) == Some(tokens.len())
}

/// The place after the longest of these that stands here.
fn after_any(tokens: &[Token], at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().filter_map(|words| tokens::after(tokens, at, words)).max()
}

/// "Good morning my dears": whole, with whom it is said to.
fn is_phrase(part: &[Token]) -> bool {
    let is_address = |at: usize| ADDRESSES.iter().any(|words| is(&part[at..], words));
    // "All" or "everyone" alone may be whoever is told to do something.
    let calls = || !matches!(word(part, 0), "all" | "everyone" | "everybody" | "robots" | "team" | "you");
    let whole = |words: &&str| tokens::after(part, 0, words).is_some_and(|end| end == part.len() || is_address(end));
    // "Water it, morning and evening" says when.
    let greets = || matches!(word(part, 0), "morning" | "evening") && is_address(1);
    GREETINGS.iter().chain(&PHRASES).any(whole) || greets() || (is_address(0) && calls())
}

/// "What a night that was", "another long day".
fn exclaims(part: &[Token]) -> bool {
    const TIMES: [&str; 9] = ["night", "day", "morning", "evening", "week", "shift", "mess", "weather", "afternoon"];
    let Some(begin) = after_any(part, 0, &["what a", "what an", "another", "such a", "lovely", "nice"]) else {
        return false;
    };
    let Some(time) = (begin..part.len().min(begin + 2)).find(|at| TIMES.contains(&word(part, *at))) else {
        return false;
    };
    let is_end = |words: &&str| is(&part[time + 1..], words);
    // "Water it, another day" puts it off.
    (time + 1 == part.len() && word(part, 0) != "another")
        || ["that was", "it was", "it is", "this is", "it has been", "we had", "today", "again"].iter().any(is_end)
}

/// "My hands are full", "my back hurts".
fn hurts(part: &[Token]) -> bool {
    let Some(whose) = after_any(part, 0, &["my", "our"]) else { return false };
    let is_end = |at: usize| at == part.len() || SINCE.iter().any(|words| is(&part[at..], words));
    BODY.contains(&word(part, whose)) && after_any(part, whose + 1, &HURTS).is_some_and(is_end)
        || is(part, "i have my hands full")
        || is(part, "i have got my hands full")
}

/// Where "in the corridor" begins at the end of "it is noisy in the corridor"; else the end.
fn around(part: &[Token], vocabulary: &Vocabulary) -> usize {
    let is_place = |at: &usize| {
        let name = after_any(part, *at, &["in the", "in", "at the", "on the"]);
        let found = name.and_then(|name| vocabulary.nouns(&part[name..]).first().map(|(_, length)| name + length));
        found == Some(part.len())
    };
    let is_it = || after_any(part, 0, &["it is", "oh it is", "well it is", "it was"]).is_some();
    (2..part.len()).find(is_place).filter(|_| is_it()).unwrap_or(part.len())
}

/// "I am tired", "the guests are coming any minute", "it is so noisy here".
fn feels(part: &[Token], vocabulary: &Vocabulary) -> bool {
    // "We are mopping there."
    let doing = after_any(part, 0, &["we are", "i am"]).filter(|at| {
        let deed = word(part, *at);
        deed.ends_with("ing") && vocabulary.verbs(deed).is_empty()
    });
    if doing
        .is_some_and(|deed| ["here", "in here", "there", "in there"].iter().any(|words| is(&part[deed + 1..], words)))
    {
        return true;
    }
    // "There is a delegation coming."
    let there = after_any(part, 0, &["there is a", "there are", "there are some"]);
    if let Some(end) = there.and_then(|at| after_any(part, at, &PEOPLE)) {
        let state = after_any(part, end, &FEELINGS);
        return state.is_some_and(|end| end == part.len() || SINCE.iter().any(|words| is(&part[end..], words)));
    }
    let who = after_any(part, 0, &["i", "we", "he", "she"]).or_else(|| person(part));
    let it = after_any(part, 0, &["it"]);
    let (Some(subject), states) = (who.or(it), if who.is_some() { &FEELINGS[..] } else { &WEATHER[..] }) else {
        return false;
    };
    let be = ["am", "are", "is", "was", "were", "will be", "have been", "has been", "feel", "feels", APOSTROPHE];
    let verb = after_any(part, subject, &be).or_else(|| person(part).filter(|_| word(part, subject).ends_with("ing")));
    let Some(mut state) = verb else { return false };
    while let Some(end) = after_any(part, state, &DEGREES) {
        state = end;
    }
    // "It is hot": at some sites that is said of a thing.
    if (state..part.len()).any(|at| vocabulary.has_adjective(word(part, at))) {
        return false;
    }
    let Some(mut end) = after_any(part, state, states) else { return false };
    while let Some(further) = after_any(part, end, &SINCE) {
        end = further;
    }
    end == part.len()
}

/// "My sister", "the guests", "customers": people that are no things of the site. The place after them.
fn person(part: &[Token]) -> Option<usize> {
    let begin = after_any(part, 0, &["my", "our", "the", "the new", "some", "new"]).unwrap_or(0);
    after_any(part, begin, &PEOPLE)
}

/// "Mum says the bread goes on the table": it does. "Granny would like the bread on the table": I would.
fn wanted(mut sentence: Vec<Token>, vocabulary: &Vocabulary) -> Vec<Token> {
    if let Some(begin) = after_any(&sentence, 0, &["sorry ,", "excuse me ,", "hey ,", "so", "oh"])
        && person(&sentence[begin..]).is_some()
    {
        sentence.drain(..begin);
    }
    let Some(who) = person(&sentence).filter(|who| !names(&sentence[..*who], vocabulary)) else { return sentence };
    let says = ["says that", "say that", "said that", "says", "say", "said", "told me that", "tells me that"];
    let told = after_any(&sentence, who, &says).filter(|end| *end < sentence.len());
    // "Mum says it may stay open, but I want it closed."
    let is_disputed = sentence.iter().any(|token| matches!(token.word.as_str(), "but" | "though" | "although"));
    if let Some(end) = told.filter(|_| !is_disputed) {
        sentence.drain(..end);
        return sentence;
    }
    let instead = match word(&sentence, who) {
        "wants" | "want" => "want",
        "needs" | "need" => "need",
        "would" if word(&sentence, who + 1) == "like" => "would",
        _ => return sentence,
    };
    // "Granny wants to be alone" tells of her.
    let wish = who + 1 + usize::from(instead == "would");
    if is_disputed || word(&sentence, wish) == "to" || !names(&sentence[wish..], vocabulary) {
        return sentence;
    }
    instead.clone_into(&mut sentence[who].word);
    tokens::put(&mut sentence, 0, who, "i");
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_are_told_from_whoever_is_called() {
        let is_phrase = |text: &str| is_phrase(&tokens::words(text, 0));
        assert!(is_phrase("good morning my dears") && is_phrase("thank you") && is_phrase("dear"));
        assert!(!is_phrase("everyone") && !is_phrase("good morning to the table") && !is_phrase("all"));
    }
}
