use std::sync::Arc;

use surefleet_english::Vocabulary;
use surefleet_fleet::{Brief, Decision, Digest};
use surefleet_language::{OptionScorer, Prompt, Question, ScoreError, ScorerIdentity, Scores, Understanding, Usage};
use surefleet_ltl::Formula;
use surefleet_mission::{Mission, Oracle, Transport};

use crate::{
    COST_SCALE, Hypotheses, Kept, MissionGrammar, MissionParser, Situation, beyond_oracle, cost, deeds::Deeds,
    mission_key, prompt,
};

/// The number of missions with kept meanings; a fleet works on few at a time.
const KEPT: usize = 32;
/// The rate at which an option's probability falls with its [`cost()`] under one meaning.
const SHARPNESS: f64 = 8.0;
/// The factor on a meaning's probability for each action that was taken and that the meaning does not ask for.
const UNASKED: f64 = 0.02;

/// Scores options: a language model says what a mission means, and the oracle says which decisions are right for it.
///
/// The model parses the mission's words once, into meanings with probabilities ([`MissionParser`]). In each turn the
/// exact oracle judges every option under every meaning, and the score of option s is
///
/// ```text
/// g(s) = log( sum over meanings m of p(m | done) * softmax(-8 * cost_m)(s)  +  p(unexplained | done) / |S| )
/// p(m | done) ~ p(m) * 0.02^(items that were taken, or put where they were, though m does not ask for it;
///                            those that no meaning asks for do not count)
/// ```
///
/// A meaning that does not account for what the text names ([`Inventory`](surefleet_english::Inventory)) counts as unexplained: if it
/// is about another item, or not about one that is named, it does not say what the text says. So does any meaning where the brief requires more than
/// prohibitions.
///
/// So the model has to understand, and never has to plan. If the words are clear, one option gets nearly all of the
/// mass. If they have several meanings that ask for different decisions, each of these gets its share. A threshold that
/// was calibrated on partly vague missions then keeps several of them in the set, and a person is asked to choose. The
/// team does what the person answers, and this action shows what was meant: the next robot need not ask the same again.
#[derive(Debug)]
pub struct GroundedScorer<P> {
    domain: Arc<Transport>,
    parser: P,
    missions: Kept<Meanings>,
}

/// The possible meanings of a mission, with the oracle of each.
#[derive(Debug)]
struct Meanings {
    /// Several sentences of one meaning count together.
    oracles: Vec<(Oracle, f64)>,
    /// Probability of meanings that were not parsed, or that are beyond the oracle.
    unexplained: f64,
    /// For people: the likeliest meanings in words, with their probabilities.
    words: Arc<[(String, f64)]>,
}

/// The number of meanings that people are told.
const TOLD: usize = 8;

impl Meanings {
    /// The likeliest meanings in words; those of the same words count together.
    fn in_words(&self, domain: &Transport) -> Arc<[(String, f64)]> {
        let mut told: Vec<(String, f64)> = Vec::new();
        for (oracle, probability) in &self.oracles {
            let words = oracle.mission().plain_words(domain);
            match told.iter_mut().find(|(known, _)| *known == words) {
                Some((_, sum)) => *sum += probability,
                None => told.push((words, *probability)),
            }
        }
        told.sort_by(|one, other| other.1.total_cmp(&one.1));
        told.truncate(TOLD);
        told.into()
    }

    /// The understanding as first read, whatever was done since.
    fn understanding(&self) -> Understanding {
        let top = self.oracles.iter().map(|(_, probability)| *probability).fold(0.0, f64::max);
        // A sum of the model's probabilities may exceed 1 by rounding.
        Understanding { top: top.min(1.0), unexplained: self.unexplained.clamp(0.0, 1.0) }
    }
}

impl<P: MissionParser> GroundedScorer<P> {
    /// Creates a scorer with a model that parses.
    pub fn new(domain: Arc<Transport>, parser: P) -> Self {
        Self { domain, parser, missions: Kept::new(KEPT) }
    }

    /// The possible meanings of a text for a team of this size.
    ///
    /// # Errors
    /// The error of [`MissionParser::parse`].
    pub async fn parse(&self, text: &str, team_size: usize) -> Result<Hypotheses, ScoreError> {
        let grammar = MissionGrammar::new(&self.domain.world(team_size));
        let prompt = Prompt { prefix: prompt::instructions(&grammar).into(), suffix: text.to_owned() };
        self.parser.parse(&grammar, &prompt).await
    }

    /// The mission that a meaning for a team of this size is; `None` if it asks for more than deliveries and prohibitions.
    pub fn mission(&self, meaning: &Formula, team_size: usize) -> Option<Mission> {
        Mission::of_formula(meaning, &self.domain, self.domain.world(team_size).robots())
    }

    async fn meanings(&self, brief: &Brief, usage: &mut Usage) -> Result<Arc<Meanings>, ScoreError> {
        let key = mission_key(brief);
        if let Some(known) = self.missions.find(key) {
            return Ok(known);
        }
        let team_size = brief.team.len();
        let hypotheses = self.parse(&brief.text, team_size).await?;
        *usage += hypotheses.usage;
        let inventory = Vocabulary::of(&self.domain.world(team_size)).inventory(&brief.text);
        let mut beyond = None;
        let mut meanings = Meanings { oracles: Vec::new(), unexplained: hypotheses.unexplained, words: Arc::default() };
        for (meaning, probability) in hypotheses.meanings {
            let mission = if inventory.allows(&meaning) { self.mission(&meaning, team_size) } else { None };
            // What the brief requires beside may be more than the oracle knows.
            let mission = mission.and_then(|mission| mission.under(brief, &self.domain));
            let Some(mission) = mission else {
                meanings.unexplained += probability;
                continue;
            };
            if let Some((_, sum)) = meanings.oracles.iter_mut().find(|(known, _)| *known.mission() == mission) {
                *sum += probability;
                continue;
            }
            match Oracle::new(&self.domain, &mission, team_size) {
                Ok(oracle) => meanings.oracles.push((oracle, probability)),
                Err(error) => {
                    meanings.unexplained += probability;
                    beyond = Some(error);
                }
            }
        }
        meanings.words = meanings.in_words(&self.domain);
        match beyond {
            Some(error) if meanings.oracles.is_empty() => Err(beyond_oracle(&brief.text, &error)),
            _ => Ok(self.missions.keep(key, meanings)),
        }
    }
}

impl<P: MissionParser + Sync> OptionScorer for GroundedScorer<P> {
    fn identity(&self) -> ScorerIdentity {
        let model = self.parser.fingerprint();
        let id = format!("grounded({})", model.name);
        ScorerIdentity {
            batch_mode: "one parse a mission".into(),
            score_definition: format!(
                "log of the probability mass of meanings that account for each word, each times {UNASKED} for what was done unasked though another asks for \
                 it, softmax of -{SHARPNESS} * cost ({COST_SCALE}) within each; grammar {}, {}, instructions {}",
                MissionGrammar::VERSION,
                self.parser.method(),
                Digest::of([prompt::instructions(&MissionGrammar::new(&self.domain.world(1))).as_bytes()]),
            ),
            ..model.scorer("grounded", id)
        }
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let options = self.domain.options();
        if question.options.len() != options.len() {
            let (asked, known) = (question.options.len(), options.len());
            return Err(ScoreError::Turn(format!("it has {asked} options, but the domain has {known}")));
        }
        let situation = Situation::of(&self.domain, &question.turn, &question.robot)?;
        let brief = &question.turn.brief;
        let mut usage = Usage::default();
        let meanings = self.meanings(brief, &mut usage).await?;
        let deeds = Deeds::of(&self.domain, &question.turn);
        let mut mass = vec![meanings.unexplained / options.len() as f64; options.len()];
        let unasked: Vec<u32> = meanings.oracles.iter().map(|(oracle, _)| deeds.unasked(oracle.mission())).collect();
        // Actions that no meaning asks for do not tell meanings apart, and are no reason to give all of them up.
        let fewest = unasked.iter().min().copied().unwrap_or_default();
        for ((oracle, prior), unasked) in meanings.oracles.iter().zip(&unasked) {
            let probability = prior * UNASKED.powi((unasked - fewest) as i32);
            let judgement = situation.judge(oracle);
            let weights: Vec<f64> =
                options.iter().map(|option: Decision| (-SHARPNESS * cost(&judgement, option)).exp()).collect();
            let total: f64 = weights.iter().sum();
            mass.iter_mut().zip(weights).for_each(|(mass, weight)| *mass += probability * weight / total);
        }
        let scores = Scores::from_logits(&mass.iter().map(|mass| mass.ln()).collect::<Vec<_>>(), usage)?;
        Ok(scores.understood(meanings.understanding()).meaning(meanings.words.clone()))
    }
}
