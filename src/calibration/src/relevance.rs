//! Scenes that relevance is calibrated on: pairs of a seen and a sought thing whose relation is known.

use std::collections::{BTreeSet, HashSet};

use rand::{Rng, seq::IndexedRandom};
use serde::Deserialize;
use surefleet_conformal::Sha256;
use surefleet_exploration::{
    CalibrationScene, ExplorationError, LabelledPair, Relevance, RelevanceCalibration, SoughtPair,
};
use surefleet_houses::{Catalogue, House, HouseSplit, SizeClass};
use surefleet_simulator::{RelevanceJudge, SimulatedRelevance};
use thiserror::Error;

/// Questions of a drawn house, for what robots may look for in it.
const QUESTIONS: usize = 6;

/// Pairs of a file that are scored again, and how far a probability may be off.
const SCORED_AGAIN: usize = 8;
const FAR: f64 = 1e-3;

/// The name of the distribution of [`RelevanceScenes::of_houses`].
pub const HOUSE_SCENES: &str =
    "drawn houses of the test split: all pairs of a thing in one and a thing that six questions seek there";

/// The name of the distribution of [`RelevanceScenes::labelled`].
pub const LABELLED_SCENES: &str = "scenes that people labelled";

/// Scenes of a relevance calibration, with their distribution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelevanceScenes {
    /// The name of the distribution.
    pub distribution: &'static str,
    /// Hash of what they are drawn with, or read from.
    pub generator_sha256: Sha256,
    scenes: Vec<UnscoredScene>,
}

/// A scene before a judge has scored it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct UnscoredScene {
    sha256: Sha256,
    seed: u64,
    pairs: Vec<(SoughtPair, Relevance)>,
}

/// The reason why a text has no labelled scenes.
#[derive(Debug, Error)]
pub enum LabelledSceneError {
    /// A line that is no scene.
    #[error("line {line}: {why}; a scene is one line such as {EXAMPLE}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
    /// No line at all.
    #[error("there is no scene in it; a scene is one line such as {EXAMPLE}")]
    Nothing,
}

/// A scene of two pairs, as people write it.
const EXAMPLE: &str = include_str!("labelled_scene.json");

/// A scene as people write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledScene {
    scene: String,
    pairs: Vec<PairLine>,
}

/// A pair as people write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairLine {
    seen: String,
    sought: String,
    relation: Relevance,
}

impl RelevanceScenes {
    /// Drawn houses with these seeds, in three sizes in turn. The truth is the catalogue's.
    pub fn of_houses(seeds: impl IntoIterator<Item = u64>) -> Self {
        let scenes = seeds.into_iter().map(UnscoredScene::of_house).collect();
        Self { distribution: HOUSE_SCENES, generator_sha256: Self::generator_of_houses(), scenes }
    }

    /// Hash of what houses are drawn with.
    pub fn generator_of_houses() -> Sha256 {
        Sha256::of(format!("{HOUSE_SCENES} {}", Catalogue::digest()))
    }

    /// Scenes that people labelled, one a line, as JSON: `{"scene": NAME, "pairs": [{"seen": WORDS, "sought": WORDS, "relation": RELATION}]}`
    /// with `same`, `near`, `unrelated` or `common` for a relation. Their seeds are the numbers of their lines.
    ///
    /// # Errors
    /// A line that is no scene, a scene or a pair that is there twice, or no scene at all.
    pub fn labelled(text: &str) -> Result<Self, LabelledSceneError> {
        let (mut scenes, mut known) = (Vec::new(), HashSet::new());
        for (line, content) in (1..).zip(text.lines()).filter(|(_, content)| !content.trim().is_empty()) {
            let refuse = |why| LabelledSceneError::Line { line, why };
            let scene: LabelledScene = serde_json::from_str(content).map_err(|error| refuse(error.to_string()))?;
            if !known.insert(Sha256::of(scene.scene.trim())) {
                return Err(refuse("another line has a scene of this name".to_owned()));
            }
            let scene = scene.unscored(line).map_err(refuse)?;
            if !known.insert(scene.sha256) {
                return Err(refuse("another line has the same pairs: a copy is no further scene".to_owned()));
            }
            scenes.push(scene);
        }
        if scenes.is_empty() {
            return Err(LabelledSceneError::Nothing);
        }
        Ok(Self { distribution: LABELLED_SCENES, generator_sha256: Sha256::of(text), scenes })
    }

    /// Draws the houses of a file again, and has the judge score some of their pairs again: what draws houses is more than its hash knows of,
    /// and a forged file can have a digest that fits.
    ///
    /// # Errors
    /// The first difference.
    pub fn spot_check(
        file: &RelevanceCalibration,
        judge: &dyn RelevanceJudge,
        random: &mut impl Rng,
    ) -> Result<(), String> {
        let recorded = &file.statistics.scenes;
        let [first, last] = file.origin.seeds;
        if recorded.len() as u64 != last - first + 1 {
            return Err(format!("houses of seeds {first} to {last} are left out: make the file anew"));
        }
        let drawn = Self::of_houses(recorded.iter().map(|scene| scene.seed));
        for (scene, again) in recorded.iter().zip(&drawn.scenes) {
            let truths = scene.pairs.iter().map(|pair| (&pair.pair, pair.truth));
            if scene.scene_sha256 != again.sha256 || !truths.eq(again.pairs.iter().map(|(pair, truth)| (pair, *truth)))
            {
                return Err(format!(
                    "the house of seed {} is drawn with other pairs now: make the file anew",
                    scene.seed
                ));
            }
        }
        let all: Vec<&LabelledPair> = recorded.iter().flat_map(|scene| &scene.pairs).collect();
        for pair in all.sample(random, SCORED_AGAIN) {
            let scores = judge.scores(&pair.pair).map_err(|error| error.to_string())?;
            let far = |relation| (scores.of(relation) - pair.scores.of(relation)).abs() > FAR;
            if Relevance::ALL.into_iter().any(far) {
                let SoughtPair { seen, sought } = &pair.pair;
                return Err(format!("the pair of {seen} and {sought} is scored otherwise now: make the file anew"));
            }
        }
        Ok(())
    }

    /// The scenes in which a pair has this relation.
    pub fn count_with(&self, relation: Relevance) -> usize {
        self.scenes.iter().filter(|scene| scene.pairs.iter().any(|(_, truth)| *truth == relation)).count()
    }

    /// First and last seed.
    pub fn seeds(&self) -> [u64; 2] {
        let seeds = || self.scenes.iter().map(|scene| scene.seed);
        [seeds().min().unwrap_or(0), seeds().max().unwrap_or(0)]
    }

    /// The number of scenes.
    pub fn count(&self) -> usize {
        self.scenes.len()
    }

    /// The scenes as a judge scores them, one after another.
    ///
    /// # Errors
    /// Each scene has those of the judge.
    pub fn scored<'a>(
        &'a self,
        judge: &'a dyn RelevanceJudge,
    ) -> impl Iterator<Item = Result<CalibrationScene, ExplorationError>> + 'a {
        self.scenes.iter().map(move |scene| scene.scored(judge))
    }
}

impl UnscoredScene {
    fn of_house(seed: u64) -> Self {
        let (size, catalogue) = (SizeClass::ALL[(seed % 3) as usize], Catalogue::shipped());
        let house = House::draw(seed, size, HouseSplit::Test);
        let questions = house.questions(seed, QUESTIONS);
        let targets = questions.iter().flat_map(|question| &question.targets);
        let sought: BTreeSet<&str> = targets.map(|&class| catalogue.name(class)).collect();
        let seen: BTreeSet<&str> = house.things().iter().map(|thing| catalogue.name(thing.class)).collect();
        let pairs = seen.iter().flat_map(|seen| sought.iter().map(move |sought| SoughtPair::new(seen, sought)));
        let labelled = |pair: SoughtPair| {
            let truth = SimulatedRelevance::truth(&pair);
            (pair, truth)
        };
        Self { sha256: Sha256::of(format!("{seed} {}", house.digest())), seed, pairs: pairs.map(labelled).collect() }
    }

    fn scored(&self, judge: &dyn RelevanceJudge) -> Result<CalibrationScene, ExplorationError> {
        let scored = |(pair, truth): &(SoughtPair, Relevance)| {
            Ok(LabelledPair { pair: pair.clone(), truth: *truth, scores: judge.scores(pair)? })
        };
        let pairs: Result<Vec<LabelledPair>, ExplorationError> = self.pairs.iter().map(scored).collect();
        Ok(CalibrationScene { scene_sha256: self.sha256, seed: self.seed, pairs: pairs? })
    }
}

impl LabelledScene {
    fn unscored(self, line: u64) -> Result<UnscoredScene, String> {
        if self.pairs.is_empty() {
            return Err("a scene without pairs says nothing".to_owned());
        }
        let (mut pairs, mut known) = (Vec::new(), HashSet::new());
        for PairLine { seen, sought, relation } in self.pairs {
            let pair = SoughtPair::new(seen.trim(), sought.trim());
            if pair.seen.is_empty() || pair.sought.is_empty() {
                return Err("a pair without words".to_owned());
            }
            if !known.insert(pair.clone()) {
                return Err(format!("the pair of {:?} and {:?} is there twice", pair.seen, pair.sought));
            }
            pairs.push((pair, relation));
        }
        // By its pairs alone, whatever their order and case: a copy under another name is no further scene.
        let plain = |words: &str| words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let mut content: Vec<String> = pairs
            .iter()
            .map(|(pair, truth)| format!("{:?} {:?} {truth}", plain(&pair.seen), plain(&pair.sought)))
            .collect();
        content.sort();
        Ok(UnscoredScene { sha256: Sha256::of(content.join("\n")), seed: line, pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefleet_simulator::Assumptions;

    #[test]
    fn scenes_that_people_labelled_keep_their_truth() -> Result<(), Box<dyn std::error::Error>> {
        let other = EXAMPLE.replace("flat 1", "flat 2").replace("bed", "bath");
        let scenes = RelevanceScenes::labelled(&format!("{EXAMPLE}\n\n{other}\n"))?;
        assert_eq!((scenes.count(), scenes.seeds()), (2, [1, 3]));
        let judge = SimulatedRelevance::new(Assumptions::DEFAULT);
        let scored: Vec<CalibrationScene> = scenes.scored(&judge).collect::<Result<_, _>>()?;
        let truths: Vec<Relevance> = scored[1].pairs.iter().map(|pair| pair.truth).collect();
        assert_eq!(truths, [Relevance::Near, Relevance::Unrelated]);
        assert_ne!(scored[0].scene_sha256, scored[1].scene_sha256);
        Ok(())
    }

    #[test]
    fn what_is_no_scene_is_told_with_its_line() {
        let refused = |text: &str| RelevanceScenes::labelled(text).expect_err("no scenes").to_string();
        let cases = [
            ("", "no scene in it"),
            ("{}", "line 1: missing field `scene`"),
            (&format!("{EXAMPLE}\n{EXAMPLE}"), "line 2: another line has a scene of this name"),
            (
                &format!("{EXAMPLE}\n{}", EXAMPLE.replace("flat 1", "flat 2").replace("bed", " Bed")),
                "line 2: another line has the same pairs",
            ),
            (&EXAMPLE.replace("near", "beside"), "unknown variant `beside`"),
            (&EXAMPLE.replace("bed", "stove"), "\"stove\" and \"pan\" is there twice"),
            (&EXAMPLE.replace("bed", " "), "a pair without words"),
            (r#"{"scene": "flat", "pairs": []}"#, "says nothing"),
        ];
        for (text, why) in cases {
            let refused = refused(text);
            assert!(refused.contains(why) && refused.contains("a scene is one line such as"), "{refused}");
        }
    }

    #[test]
    fn houses_give_every_pair_of_seen_and_sought_once_and_equal_seeds_equal_scenes() {
        let scenes = RelevanceScenes::of_houses(2000..2003);
        assert_eq!(scenes, RelevanceScenes::of_houses(2000..2003));
        for scene in &scenes.scenes {
            let words =
                |of: fn(&SoughtPair) -> &String| scene.pairs.iter().map(|(pair, _)| of(pair)).collect::<HashSet<_>>();
            let pairs: HashSet<&SoughtPair> = scene.pairs.iter().map(|(pair, _)| pair).collect();
            assert_eq!(pairs.len(), scene.pairs.len());
            assert_eq!(pairs.len(), words(|pair| &pair.seen).len() * words(|pair| &pair.sought).len());
        }
        // Each scene has something to keep, or it would calibrate nothing.
        assert_eq!([Relevance::Same, Relevance::Near].map(|relation| scenes.count_with(relation)), [3, 3]);
    }
}
