use crate::{CalibrationScene, LabelledPair, Relevance, RelevanceCriterion};

/// How a criterion fares on labelled scenes, for one letter: what it keeps of what is true, and what it lets through of what is not.
///
/// The scenes must be others than those of its calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RelevanceTally {
    /// Items that truly have the letter.
    pub true_items: usize,
    /// Those that are said to have it.
    pub true_said: usize,
    /// Items that do not have it.
    pub false_items: usize,
    /// Those that are said to have it.
    pub false_said: usize,
    /// Scenes with a true item.
    pub scenes: usize,
    /// Those of which every true item is said; their share is what a coverage level bounds.
    pub scenes_covered: usize,
    /// All scenes in which a false item is said.
    pub scenes_misled: usize,
}

impl RelevanceTally {
    /// Counts over scenes; all pairs of a scene are taken for one view.
    pub fn of(criterion: &RelevanceCriterion, letter: Relevance, scenes: &[CalibrationScene]) -> Self {
        let mut tally = Self::default();
        for scene in scenes {
            let scores: Vec<_> = scene.pairs.iter().map(|pair| pair.scores).collect();
            let sets = criterion.sets(&scores);
            let is_said = |place: usize| sets[place].has(letter);
            let count = |is_wanted: &dyn Fn(&LabelledPair, usize) -> bool| {
                scene.pairs.iter().enumerate().filter(|(place, pair)| is_wanted(pair, *place)).count()
            };
            let is_true = |pair: &LabelledPair| pair.truth == letter;
            let (all, said) = (count(&|pair, _| is_true(pair)), count(&|pair, place| is_true(pair) && is_said(place)));
            let misled = count(&|pair, place| !is_true(pair) && is_said(place));
            tally.true_items += all;
            tally.true_said += said;
            tally.false_items += scene.pairs.len() - all;
            tally.false_said += misled;
            tally.scenes += usize::from(all > 0);
            tally.scenes_covered += usize::from(all > 0 && said == all);
            tally.scenes_misled += usize::from(misled > 0);
        }
        tally
    }

    /// The share of true items that are said; `None` without any.
    pub fn recall(&self) -> Option<f64> {
        share(self.true_said, self.true_items)
    }

    /// The share of scenes with a true item of which every one is said; `None` without any.
    pub fn coverage(&self) -> Option<f64> {
        share(self.scenes_covered, self.scenes)
    }

    /// The share of what is said that is true; `None` if nothing is.
    pub fn precision(&self) -> Option<f64> {
        share(self.true_said, self.true_said + self.false_said)
    }
}

impl std::ops::AddAssign for RelevanceTally {
    fn add_assign(&mut self, other: Self) {
        self.true_items += other.true_items;
        self.true_said += other.true_said;
        self.false_items += other.false_items;
        self.false_said += other.false_said;
        self.scenes += other.scenes;
        self.scenes_covered += other.scenes_covered;
        self.scenes_misled += other.scenes_misled;
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
