//! Misspelt words are read as what they must mean, and never as anything else.

use crate::sites;
use std::{collections::HashSet, sync::LazyLock};

use proptest::{prelude::*, sample::Index};
use surefleet_english::{EnglishError, Vocabulary, read};

/// Sentences of a site that can be read, with their formulas.
type Sentences = Vec<(&'static str, String)>;

static READ: LazyLock<Vec<(Vocabulary, Sentences)>> = LazyLock::new(|| {
    let of = |(site, text): &(&str, &'static str)| {
        let vocabulary = sites::vocabulary(site);
        let sentences = sites::sentences(text);
        let read = |line: &'static str| Some((line, read(line, &vocabulary).ok()?.formula().to_string()));
        let read = sentences.filter_map(read).collect();
        (vocabulary, read)
    };
    sites::CORPORA.iter().map(of).collect()
});

/// Other words that a slip of the pen could turn one into.
static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let split = |text: &str| -> Vec<String> {
        text.to_lowercase().split(|c: char| !c.is_alphabetic()).map(str::to_owned).collect()
    };
    let domain = |site: &str| {
        let file = format!("{}/../../config/domains/{site}.yaml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(file).expect("the site has a file")
    };
    let all = sites::CORPORA.iter().flat_map(|(site, text)| [split(text), split(&domain(site))].concat());
    // What American English writes with one "l" is a form of the verb, which the state of a site need not be named by.
    let american = ["labeled", "labeling"].map(str::to_owned);
    all.chain(split(include_str!("../../src/words.txt"))).chain(american).collect()
});

/// A word with one slip of the pen: a letter too few, too many, another one, or two that have changed places.
fn slip(word: &str, kind: u8, at: Index, letter: char) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = at.index(letters.len());
    match kind {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, letter),
        2 => letters[at] = letter,
        _ => {
            let other = (at + 1) % letters.len();
            letters.swap(at.min(other), at.max(other).min(at.min(other) + 1));
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_slip_of_the_pen_never_changes_what_is_asked_for(
        site in 0..sites::CORPORA.len(),
        sentence: Index,
        word: Index,
        kind in 0..4_u8,
        at: Index,
        letter in proptest::char::range('a', 'z'),
    ) {
        let (vocabulary, sentences) = &READ[site];
        let (text, meant) = &sentences[sentence.index(sentences.len())];
        let words: Vec<(usize, &str)> = text
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| word.chars().count() >= 4)
            .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
            .collect();
        prop_assume!(!words.is_empty());
        let (begin, word) = words[word.index(words.len())];
        let slipped = slip(word, kind, at, letter);
        prop_assume!(!WORDS.contains(&slipped.to_lowercase()));
        let misspelt = format!("{}{slipped}{}", &text[..begin], &text[begin + word.len()..]);
        if let Ok(reading) = read(&misspelt, vocabulary) {
            prop_assert_eq!(&reading.formula().to_string(), meant, "{}", misspelt);
        }
    }
}

fn corrected(text: &str) -> Vec<(String, String)> {
    let reading = read(text, &sites::vocabulary("household")).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let plain = "Robot 2 must never open the fridge.";
    assert_eq!(
        reading.formula(),
        read(plain, &sites::vocabulary("household")).expect("plain words").formula(),
        "{text}"
    );
    reading
        .corrected
        .into_iter()
        .map(|one| {
            assert_eq!(text[one.span.clone()].to_lowercase(), one.written);
            (one.written, one.read)
        })
        .collect()
}

#[test]
fn each_kind_of_slip_is_mended_and_told() {
    let pair = |written: &str, read: &str| (written.to_owned(), read.to_owned());
    assert_eq!(corrected("Robot 2 must never open the fridge."), []);
    assert_eq!(corrected("Robot 2 must never open the frigde."), [pair("frigde", "fridge")]);
    assert_eq!(corrected("Robot 2 must nevre open the friidge."), [pair("nevre", "never"), pair("friidge", "fridge")]);
    assert_eq!(corrected("Robbot 2 must never open the fridge."), [pair("robbot", "robot")]);
    assert_eq!(corrected("Robot 2 must never oepn the friqge."), [pair("oepn", "open"), pair("friqge", "fridge")]);
    assert_eq!(corrected("Robot 2 must never open the refridgeratr."), [pair("refridgeratr", "refrigerator")]);
}

#[test]
fn a_short_word_is_not_taken_for_another_one_of_which_one_letter_differs() {
    let vocabulary = sites::vocabulary("household");
    for other in ["shelp", "sing", "stave"] {
        let text = format!("Bring apple 1 to the {other}.");
        let refusal = read(&text, &vocabulary).expect_err("it may be a word of its own");
        assert!(refusal.to_string().contains(other), "{refusal}");
    }
}

#[test]
fn what_is_too_far_or_near_to_several_words_is_no_slip() {
    let household = sites::vocabulary("household");
    for (text, word) in [
        // A word of its own that begins with another one.
        ("Put apple 1 on the tablet.", "tablet"),
        // Two letters of a short word.
        ("Robot 2 must never open the fredje.", "fredje"),
        // Another word, with another first letter.
        ("Robot 2 must never go to the cable.", "cable"),
        ("Put apple 1 on the tble1.", "tble1"),
        // One of them, or all?
        ("Put the applse on the table.", "applse"),
    ] {
        match read(text, &household) {
            Err(EnglishError::UnknownWord { word: found, .. }) => assert_eq!(found, word),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn no_verb_is_made_of_a_word_of_two_letters() {
    assert!(read("Onen the fridge.", &sites::vocabulary("flat")).is_err());
}

#[test]
fn slips_in_short_words_and_doubled_letters_of_verbs_are_mended() {
    sites::same_at(&[
        ("household", "ptu the red apple on teh table", "Put the red apple on the table."),
        (
            "household",
            "plase put the red apple adn the green apple in the sink",
            "Put the red apple and the green apple in the sink.",
        ),
        ("household", "plase the red apple on the table", "Put the red apple on the table."),
        ("warehouse", "Pleas wrapp pallet 1 + pallet 2.", "Wrap pallet 1 and pallet 2."),
        ("laboratory", "Robot arm 1 shoud wipee bench 1.", "Robot arm 1 should wipe bench 1."),
    ]);
    sites::refused(&[
        // "Not", or "to"?
        ("household", "Do nto open the fridge."),
        ("household", "Robot 1 must nto open the fridge."),
        // One of them, or all?
        ("household", "Put the applee on the table."),
        ("household", "Noboddy opens the friqje."),
    ]);
}

#[test]
fn a_slip_between_two_spellings_of_a_word_is_always_read_as_the_nearer_one() {
    // Each vocabulary keeps its words in an order of its own.
    for _ in 0..20 {
        let found = sites::formula("warehouse", "First the box of tools must be labeelled, then bring it to table 2.");
        assert_eq!(
            found,
            sites::formula("warehouse", "First the box of tools must be labelled, then bring it to table 2.")
        );
    }
}
