use std::sync::{Arc, Mutex};

use surefleet_fleet::{Brief, Decision, Digest};
use surefleet_language::{
    ModelFingerprint, OptionScorer, Prompt, Question, ScoreError, ScorerIdentity, Scores, TokenModel, Usage,
};
use surefleet_mission::{Domain, Oracle};

use crate::{
    COST_SCALE, Hypotheses, Kept, Limits, MissionGrammar, Situation, cost, mission_key, parse, prompt, unread,
};

/// Missions whose meanings are kept; a fleet works on few at a time.
const KEPT: usize = 32;
/// How sharply an option's probability falls with its [`cost()`] under one meaning.
const SHARPNESS: f64 = 8.0;

/// Scores options by what a mission means, which a language model says, and by what is right for it, which the oracle says.
///
/// The model parses the mission's words once, into meanings with probabilities ([`parse`]). In each turn the exact oracle
/// judges every option under every meaning, and the score of option s is
///
/// ```text
/// g(s) = log( sum over meanings m of p(m) * softmax(-8 * cost_m)(s)  +  p(unexplained) / |S| )
/// ```
///
/// So the model has to understand, and never has to plan: where the words are clear one option gets nearly all of the mass;
/// where they mean several things that ask for different decisions, each of them gets its share. Then none alone reaches a
/// threshold near certainty: the prediction set is empty, or under a lower threshold holds several, and a person is asked.
#[derive(Debug)]
pub struct GroundedScorer<M> {
    domain: Arc<Domain>,
    fingerprint: ModelFingerprint,
    // One parse at a time: the model keeps its cache from one token to the next.
    model: Mutex<M>,
    missions: Kept<Meanings>,
    limits: Limits,
}

/// What a mission may mean, with the oracle of each meaning.
#[derive(Debug)]
struct Meanings {
    oracles: Vec<(Oracle, f64)>,
    /// Probability of what was not parsed, or is beyond the oracle.
    unexplained: f64,
}

impl<M: TokenModel> GroundedScorer<M> {
    /// With a model that parses.
    pub fn new(domain: Arc<Domain>, model: M) -> Self {
        let fingerprint = model.fingerprint();
        Self { domain, fingerprint, model: Mutex::new(model), missions: Kept::new(KEPT), limits: Limits::default() }
    }

    /// What a text may mean to a team of this size.
    ///
    /// # Errors
    /// [`ScoreError::Model`] where the model cannot answer.
    pub fn parse(&self, text: &str, team_size: usize) -> Result<Hypotheses, ScoreError> {
        let grammar = MissionGrammar::new(&self.domain, team_size);
        let prompt = Prompt { prefix: prompt::instructions(&self.domain, team_size).into(), suffix: text.to_owned() };
        let mut model = self.model.lock().map_err(|_| ScoreError::Model("it panicked; start the node again".into()))?;
        parse(&mut *model, &grammar, &prompt, self.limits)
    }

    fn meanings(&self, brief: &Brief, usage: &mut Usage) -> Result<Meanings, ScoreError> {
        let team_size = brief.team.len();
        let hypotheses = self.parse(&brief.text, team_size)?;
        *usage += hypotheses.usage;
        let mut beyond = None;
        let mut meanings = Meanings { oracles: Vec::new(), unexplained: hypotheses.unexplained };
        for (mission, probability) in hypotheses.meanings {
            match Oracle::new(&self.domain, &mission.under(brief, &self.domain), team_size) {
                Ok(oracle) => meanings.oracles.push((oracle, probability)),
                Err(error) => {
                    meanings.unexplained += probability;
                    beyond = Some(error);
                }
            }
        }
        match beyond {
            Some(error) if meanings.oracles.is_empty() => Err(unread(&brief.text, &error)),
            _ => Ok(meanings),
        }
    }
}

impl<M: TokenModel + Send> OptionScorer for GroundedScorer<M> {
    fn identity(&self) -> ScorerIdentity {
        let ModelFingerprint { name, weights, tokenizer, quantisation, backend, backend_version, dtype } =
            self.fingerprint.clone();
        ScorerIdentity {
            kind: "grounded".into(),
            id: format!("grounded({name})"),
            weights,
            tokenizer,
            quantisation,
            backend,
            backend_version,
            dtype,
            batch_mode: "one parse a mission".into(),
            score_definition: format!(
                "log of the probability mass of meanings, softmax of -{SHARPNESS} * cost ({COST_SCALE}) within each; grammar {}, \
                 {:?}, instructions {}",
                MissionGrammar::VERSION,
                self.limits,
                Digest::of([prompt::instructions(&self.domain, 1).as_bytes()]),
            ),
            temperature: 1.0,
            normalisation: "over S".into(),
            option_labels: "none".into(),
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
        let meanings = self.missions.get(mission_key(brief), || self.meanings(brief, &mut usage))?;
        let mut mass = vec![meanings.unexplained / options.len() as f64; options.len()];
        for (oracle, probability) in &meanings.oracles {
            let judgement = situation.judge(oracle);
            let weights: Vec<f64> =
                options.iter().map(|option: Decision| (-SHARPNESS * cost(&judgement, option)).exp()).collect();
            let total: f64 = weights.iter().sum();
            mass.iter_mut().zip(weights).for_each(|(mass, weight)| *mass += probability * weight / total);
        }
        Scores::from_logits(&mass.iter().map(|mass| mass.ln()).collect::<Vec<_>>(), usage)
    }
}
