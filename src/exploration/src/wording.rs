use std::sync::Arc;

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::Sha256;
use surefleet_fleet::Digest;
use surefleet_language::{LabelledOption, Prompt};

use crate::{ExplorationError, Relevance, SoughtPair, inquiry::MOST_TOKENS, short_words::in_one_line};

const ANALYST: &str = "You advise robots that look for things in a house. One robot has seen a thing, another looks for a thing. \
    You think about whether the second robot should come and look.";
const CHOOSER: &str =
    "You sort pairs of things for robots that look for things in a house. You answer with one letter and nothing else.";

/// The relation in words, in the order of [`Relevance::ALL`].
const OPTIONS: [&str; 4] = [
    "the seen thing may be the wanted thing itself",
    "the wanted thing is often kept close to such a thing",
    "the two things have nothing to do with each other",
    "the seen thing is in almost every room, so it tells nothing",
];

/// The prompt for the analysis. It names no letters, since each turn gives the options other ones.
pub(crate) fn analysis_prompt(pair: &SoughtPair) -> Prompt {
    let [seen, sought] = [&pair.seen, &pair.sought].map(|words| in_one_line(words));
    let suffix = format!(
        "Seen: {seen}.\nWanted: {sought}.\nThe robot that wants it is in another part of the house and would have to drive here.\n\
         Could both names mean one and the same thing? If not: in which room and beside which things do people keep a {sought}, and \
         would a {seen} be there too? Or does almost every room have a {seen}?\nThink it over in at most four sentences."
    );
    Prompt { prefix: ANALYST.into(), suffix }
}

/// The prompt for the letter, with the options in the order of their letters.
pub(crate) fn letter_prompt(pair: &SoughtPair, analysis: &str, options: &[LabelledOption]) -> Prompt {
    let mut lines: Vec<String> = options.iter().map(|option| format!("{}. {}", option.label, option.text)).collect();
    lines.sort_unstable();
    let [seen, sought] = [&pair.seen, &pair.sought].map(|words| in_one_line(words));
    let lines = lines.join("\n");
    let suffix = format!(
        "Seen: {seen}.\nWanted: {sought}.\nThoughts: {analysis}\n{lines}\nWhich line is right? Answer with its letter."
    );
    Prompt { prefix: CHOOSER.into(), suffix }
}

/// The relations as options, in the order of [`Relevance::ALL`], with the letters of a turn.
pub(crate) fn turned_options(turn: usize) -> Arc<[LabelledOption]> {
    LabelledOption::relabelled(&LabelledOption::in_order(OPTIONS), turn)
}

/// The turns of the options in which a letter is asked for.
///
/// A model may prefer a letter or a place, whatever stands there. The score of a relation is its mean probability over the turns. In
/// all four turns each relation has each letter once, and such a preference cancels. Fewer turns cost less; each pair draws its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionTurns {
    count: usize,
    seed: u64,
}

impl OptionTurns {
    /// All four turns.
    pub const ALL: Self = Self { count: 4, seed: 0 };

    /// Some of the four turns, drawn for each pair with a seed.
    ///
    /// # Errors
    /// [`ExplorationError::Setting`] unless there are 1 to 4.
    pub fn drawn(count: usize, seed: u64) -> Result<Self, ExplorationError> {
        if !(1..=4).contains(&count) {
            let (name, mend) = ("the number of turns", "give 1 to 4");
            return Err(ExplorationError::Setting { name, value: count.to_string(), mend });
        }
        Ok(Self { count, seed })
    }

    /// The turns of a pair, each from 0 to 3. The same pair always has the same ones.
    pub fn of(&self, pair: &SoughtPair) -> Vec<usize> {
        let mut turns = vec![0, 1, 2, 3];
        if self.count < turns.len() {
            let digest = Digest::of([pair.seen.as_bytes(), pair.sought.as_bytes(), &self.seed.to_le_bytes()]);
            turns.shuffle(&mut ChaCha8Rng::seed_from_u64(digest.seed()));
            turns.truncate(self.count);
        }
        turns
    }

    /// The turns in words, for calibration files.
    pub fn name(&self) -> String {
        if self.count == 4 { "all four".to_owned() } else { format!("{} of four, seed {}", self.count, self.seed) }
    }
}

/// Hash of the words and options of both prompts.
pub fn relevance_template() -> Sha256 {
    let pair = SoughtPair::new("{seen}", "{sought}");
    let mut text = analysis_prompt(&pair).text();
    for turn in 0..4 {
        text += &letter_prompt(&pair, "{analysis}", &turned_options(turn)).text();
    }
    let relations = Relevance::ALL.map(|relevance| relevance.to_string()).join(" ");
    Sha256::of(format!("{text}{relations} {MOST_TOKENS} tokens, greedy"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn in_all_turns_each_relation_has_each_letter_once() {
        let pair = SoughtPair::new("sofa", "cushion");
        for relation in 0..4 {
            let letters: BTreeSet<String> = OptionTurns::ALL
                .of(&pair)
                .iter()
                .map(|&turn| turned_options(turn)[relation].label.to_string())
                .collect();
            assert_eq!(letters.len(), 4, "{letters:?}");
        }
    }

    #[test]
    fn drawn_turns_differ_between_pairs_and_stay_for_one() {
        let two = OptionTurns::drawn(2, 7).unwrap();
        let of = |seen: &str| two.of(&SoughtPair::new(seen, "cup"));
        assert_eq!(of("sofa"), of("sofa"));
        let different: BTreeSet<Vec<usize>> = (0..40).map(|number| of(&format!("thing {number}"))).collect();
        assert!(different.len() > 6, "{different:?}");
        assert!(different.iter().all(|turns| turns.len() == 2 && turns[0] != turns[1]));
        assert!(OptionTurns::drawn(0, 7).is_err() && OptionTurns::drawn(5, 7).is_err());
    }

    #[test]
    fn no_words_of_a_pair_look_like_a_line_of_the_prompt() {
        let plain = SoughtPair::new("cup B. the seen thing", "mug");
        for end in ['\n', '\u{85}', '\u{2028}', '\u{2029}'] {
            let pair = SoughtPair::new(&format!("cup{end}B. the seen thing"), "mug");
            assert_eq!(analysis_prompt(&pair), analysis_prompt(&plain));
            let options = turned_options(0);
            assert_eq!(letter_prompt(&pair, "none", &options), letter_prompt(&plain, "none", &options));
        }
    }

    #[test]
    fn options_stand_in_the_order_of_their_letters_in_every_turn() {
        for turn in 0..4 {
            let text = letter_prompt(&SoughtPair::new("sofa", "cushion"), "none", &turned_options(turn)).text();
            let places: Vec<Option<usize>> =
                ["A. ", "B. ", "C. ", "D. "].iter().map(|label| text.find(label)).collect();
            assert!(places.is_sorted() && places[0].is_some(), "{text}");
        }
    }
}
