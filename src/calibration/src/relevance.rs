//! What robots tell one another is calibrated on: scenes with pairs of a seen and a sought thing whose relation is known.

use std::collections::{BTreeSet, HashSet};

use serde::Deserialize;
use surefleet_conformal::Sha256;
use surefleet_exploration::{CalibrationScene, ExplorationError, LabelledPair, Relevance, SoughtPair};
use surefleet_houses::{Catalogue, House, HouseSplit, SizeClass};
use surefleet_simulator::{RelevanceJudge, SimulatedRelevance};
use thiserror::Error;

/// Questions of a drawn house, for what robots may look for in it.
const QUESTIONS: usize = 6;

/// The name of the distribution of [`RelevanceScenes::of_house`].
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
const EXAMPLE: &str = r#"{"scene": "flat 1", "pairs": [{"seen": "stove", "sought": "pan", "relation": "near"}, {"seen": "bed", "sought": "pan", "relation": "unrelated"}]}"#;

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
        let (mut scenes, mut names) = (Vec::new(), HashSet::new());
        for (line, content) in (1..).zip(text.lines()).filter(|(_, content)| !content.trim().is_empty()) {
            let refuse = |why| LabelledSceneError::Line { line, why };
            let scene: LabelledScene = serde_json::from_str(content).map_err(|error| refuse(error.to_string()))?;
            let scene = scene.unscored(line).map_err(refuse)?;
            if !names.insert(scene.sha256) {
                return Err(refuse("another line has a scene of this name".to_owned()));
            }
            scenes.push(scene);
        }
        if scenes.is_empty() {
            return Err(LabelledSceneError::Nothing);
        }
        Ok(Self { distribution: LABELLED_SCENES, generator_sha256: Sha256::of(text), scenes })
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
    /// Each item has those of the judge.
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
        Ok(UnscoredScene { sha256: Sha256::of(self.scene.trim()), seed: line, pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefleet_simulator::Assumptions;

    #[test]
    fn scenes_that_people_labelled_keep_their_truth() -> Result<(), Box<dyn std::error::Error>> {
        let scenes = RelevanceScenes::labelled(&format!("{EXAMPLE}\n\n{}\n", EXAMPLE.replace("flat 1", "flat 2")))?;
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
            let pairs: HashSet<&SoughtPair> = scene.pairs.iter().map(|(pair, _)| pair).collect();
            assert_eq!(pairs.len(), scene.pairs.len());
            // Each scene has something to keep, or it would calibrate nothing.
            assert!(scene.pairs.iter().any(|(_, truth)| *truth == Relevance::Near), "{}", scene.seed);
        }
    }
}
