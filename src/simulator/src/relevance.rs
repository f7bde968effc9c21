use surefleet_exploration::{ExplorationError, Relevance, RelevanceScores, SoughtPair};
use surefleet_houses::{Catalogue, CoOccurrence, chances};

use crate::{
    assumptions::{Assumptions, normal, softmax},
    glimpse::RelevanceJudge,
};

/// Judges pairs of words by the truth of the catalogue, with noise, and surer than it should be.
///
/// It stands for a language model. The same pair is always judged in the same way, as a model at temperature 0 would.
#[derive(Debug, Clone)]
pub struct SimulatedRelevance {
    assumed: Assumptions,
}

impl SimulatedRelevance {
    /// A judge that is as able as it is assumed to be.
    pub fn new(assumed: Assumptions) -> Self {
        Self { assumed }
    }

    /// The true relation of a pair by the catalogue; words that name no class are unrelated to everything.
    pub fn truth(pair: &SoughtPair) -> Relevance {
        let catalogue = Catalogue::shipped();
        let (Some(seen), Some(sought)) = (catalogue.named(&pair.seen), catalogue.named(&pair.sought)) else {
            return Relevance::Unrelated;
        };
        match catalogue.co_occurrence(seen, sought) {
            CoOccurrence::Same => Relevance::Same,
            CoOccurrence::Together => Relevance::Near,
            CoOccurrence::Unrelated => Relevance::Unrelated,
            CoOccurrence::Common => Relevance::Common,
        }
    }
}

impl RelevanceJudge for SimulatedRelevance {
    fn scores(&self, pair: &SoughtPair) -> Result<RelevanceScores, ExplorationError> {
        let Assumptions { seed, relation_logit, relation_noise, temperature, .. } = self.assumed;
        let mut random = chances(seed, &format!("relation of {} to {}", pair.seen, pair.sought));
        let truth = Self::truth(pair);
        let logits = Relevance::ALL.map(|relation| {
            // Nobody takes two things with different names for the same as easily as for related ones.
            let doubt = if relation == Relevance::Same && truth != Relevance::Same { -relation_logit } else { 0.0 };
            let signal = if relation == truth { relation_logit } else { doubt };
            (signal + relation_noise * normal(&mut random)) / temperature
        });
        RelevanceScores::new(&softmax(logits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pairs of classes.
    fn judged() -> Vec<(Relevance, RelevanceScores)> {
        let (catalogue, judge) = (Catalogue::shipped(), SimulatedRelevance::new(Assumptions::DEFAULT));
        let names: Vec<&str> = catalogue.classes().map(|class| catalogue.name(class)).collect();
        let pairs = names.iter().flat_map(|seen| names.iter().map(move |sought| SoughtPair::new(seen, sought)));
        pairs
            .map(|pair| (SimulatedRelevance::truth(&pair), judge.scores(&pair).expect("a softmax is a distribution")))
            .collect()
    }

    #[test]
    fn it_is_often_right_and_surer_than_it_is_right() {
        let all = judged();
        let favourite = |scores: &RelevanceScores| {
            let better = |one: &Relevance, other: &Relevance| scores.of(*one).total_cmp(&scores.of(*other));
            Relevance::ALL.into_iter().max_by(better).unwrap()
        };
        let right = all.iter().filter(|(truth, scores)| favourite(scores) == *truth).count() as f64;
        let (right, sure) = (
            right / all.len() as f64,
            all.iter().map(|(_, scores)| scores.of(favourite(scores))).sum::<f64>() / all.len() as f64,
        );
        assert!((0.6..0.95).contains(&right) && sure > right + 0.02, "right {right}, sure {sure}");
    }
}
