//! Missions that leave open which thing is meant.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use surefleet_english::{Reading, forbidden_by_all, readings};
use surefleet_ltl::Formula;
use surefleet_world::{Object, World};

use super::{draft::text_of, ground::Ground};

/// Sentences, and what they can mean.
pub(super) struct Open {
    pub sentences: Vec<String>,
    /// What a person is told that they mean, for each meaning.
    pub told: Vec<String>,
    /// What is meant.
    pub meant: Vec<Formula>,
    /// The meanings, each as one formula, where there are several.
    pub meanings: Vec<Formula>,
    /// What all of these forbid.
    pub forbidden: Vec<Formula>,
}

/// The same sentences, but one thing is called "the" and the word for its sort where there are several of it.
///
/// `None` where English does not find the meaning among a few of them, or where they forbid different things.
pub(super) fn left_open(ground: &Ground, clear: &Open, rng: &mut ChaCha8Rng) -> Option<Open> {
    let mut ways: Vec<Vec<String>> = Vec::new();
    for object in ground.world.objects() {
        for word in words_for_several(&ground.world, object) {
            let open = |sentence: &String| called(sentence, &object.phrase, &format!("the {word}"));
            let open: Vec<String> = clear.sentences.iter().map(open).collect();
            ways.extend((open != clear.sentences).then_some(open));
        }
    }
    ways.shuffle(rng);
    ways.into_iter().find_map(|sentences| {
        let found = readings(&text_of(&sentences), &ground.vocabulary).ok().filter(|found| found.len() > 1)?;
        let is_meant = |reading: &&Reading| reading.statements.iter().map(|asked| &asked.formula).eq(&clear.meant);
        let meant = vec![found.iter().find(is_meant)?.formula()];
        let forbidden = forbidden_by_all(&found)?.into_iter().map(|asked| asked.formula).collect();
        let told = found.iter().map(Reading::words).collect();
        Some(Open { sentences, told, meant, meanings: found.iter().map(Reading::formula).collect(), forbidden })
    })
}

/// A sentence with each of its things in turn called by the word for its sort, where there are several of it.
#[cfg(test)]
pub(super) fn one_left_open(world: &World, sentence: &str) -> Vec<String> {
    let words =
        |object| words_for_several(world, object).map(|word| called(sentence, &object.phrase, &format!("the {word}")));
    world.objects().iter().flat_map(words).filter(|open| open != sentence).collect()
}

/// The words for one thing of a sort that an object shares with others.
fn words_for_several<'w>(world: &'w World, object: &'w Object) -> impl Iterator<Item = &'w str> {
    let types =
        object.types.iter().filter(|of| world.objects().iter().filter(|other| other.types.contains(of)).count() > 1);
    types.flat_map(|of| &world.domain().types()[of.index()].words).map(String::as_str)
}

/// The sentence with other words for a phrase, wherever that stands by itself.
fn called(sentence: &str, phrase: &str, words: &str) -> String {
    let is_edge = |text: Option<char>| text.is_none_or(|one| !one.is_alphanumeric());
    let mut called = String::new();
    let mut rest = sentence;
    while let Some(at) = rest.find(phrase) {
        let (before, after) = (&rest[..at], &rest[at + phrase.len()..]);
        let is_whole = is_edge(before.chars().next_back()) && is_edge(after.chars().next());
        called += before;
        called += if is_whole { words } else { phrase };
        rest = after;
    }
    called + rest
}

#[cfg(test)]
mod tests {
    use super::called;

    #[test]
    fn a_name_is_no_part_of_a_longer_one() {
        let open = called("bring door 1 to door 12, and door 1", "door 1", "the door");
        assert_eq!(open, "bring the door to door 12, and the door");
    }
}
