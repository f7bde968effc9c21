use std::time::Duration;

use anyhow::Result;
use rand::RngExt;
use surefleet_conformal::HexFloat;
use surefleet_exploration::{
    ExplorationQuestion, ExplorerMessage, Input, LabelledAnswer, Output, Relevance, SoughtPair, ViewAnswer,
};
use surefleet_fleet::Stamp;
use surefleet_simulator::AskedQuestion;

use super::{Goal, Robot};
use crate::mm_eqa::method::{Method, certain, favourite};

/// What the explorer asks for and orders.
impl Robot<'_> {
    /// Gives the explorer news, and does what it says.
    pub(super) fn tell(&mut self, now: Stamp, input: Input) -> Result<()> {
        self.explorer.handle(now, input);
        while let Some(output) = self.explorer.poll() {
            match output {
                Output::Say(message) => self.say(now, message),
                Output::AskRelevance(pair) => self.judge(now, pair)?,
                Output::AskAnswers { view, questions } => {
                    for question in questions {
                        self.answer(now, view, &question)?;
                    }
                }
                Output::AskValues { questions, .. } => self.valued = questions,
                Output::Go(destination) if self.method != Method::PlainFrontiers => {
                    self.goal = Some(Goal::new(destination.place, Some(destination.number)));
                }
                Output::Go(_) | Output::Ended(_) => {}
                Output::Stop => {
                    self.goal = None;
                    self.wheels.set_out(&[], 0.0);
                }
                Output::Settled(answered) => {
                    let seconds = (now - Stamp::ZERO).as_secs_f64();
                    self.answered.insert(answered.question.clone(), (seconds, answered));
                }
                Output::Reopened(question) => {
                    self.answered.remove(&question);
                }
            }
        }
        Ok(())
    }

    /// Says a message, if the method says such ones. It takes time, and is heard after that time.
    fn say(&mut self, now: Stamp, message: ExplorerMessage) {
        let is_said = self.method.speaks()
            && match &message {
                ExplorerMessage::Request(_) => true,
                ExplorerMessage::Finding(_) if self.method == Method::SampledNoCp => {
                    self.random.random_bool(self.talk.kept)
                }
                ExplorerMessage::Finding(_) => true,
                ExplorerMessage::Answer(_) => self.method.shares_answers(),
            };
        if !is_said {
            return;
        }
        match &message {
            ExplorerMessage::Request(_) => self.said.requests += 1,
            ExplorerMessage::Finding(finding) => {
                self.said.findings += 1;
                self.pairs_said.extend(finding.objects.iter().map(|it| SoughtPair::new(&it.class, &it.sought)));
                self.said.pairs_said = self.pairs_said.len() as u64;
            }
            ExplorerMessage::Answer(_) => self.said.answers += 1,
        }
        self.said.bytes += message.to_string().len() as u64;
        self.sending_s += 1.0 / self.talk.per_second;
        self.outgoing.push((now + Duration::from_secs_f64(self.sending_s), message));
    }

    fn judge(&mut self, now: Stamp, pair: SoughtPair) -> Result<()> {
        self.said.pairs_asked += 1;
        let scores = self.models.judge.scores(&pair)?;
        let scores = match self.method {
            Method::NoCp | Method::SampledNoCp => certain(favourite(&scores)),
            Method::Control if self.random.random_bool(self.talk.kept) => certain(match favourite(&scores) {
                Relevance::Same => Relevance::Same,
                // It is said, whatever the model thinks of it.
                _ => Relevance::Near,
            }),
            Method::Control => certain(Relevance::Common),
            _ => scores,
        };
        // What follows is polled by the loop that this was called from.
        self.explorer.handle(now, Input::Relevance { pair, scores: Some(scores) });
        Ok(())
    }

    fn answer(&mut self, now: Stamp, view: u64, question: &ExplorationQuestion) -> Result<()> {
        let asked = self.scene.question(question.id());
        let opinion = match asked {
            Some(asked) => self.with_glimpse(|sight, glimpse| sight.answer(glimpse, asked))?,
            None => None,
        };
        let Some((asked, opinion)) = asked.zip(opinion) else {
            self.explorer.handle(now, Input::Unanswered { question: question.id().clone(), view });
            return Ok(());
        };
        if *question.owner() == self.me {
            let answer = ViewAnswer::new(&opinion.probabilities, opinion.relevance)?;
            let confidence = HexFloat::new(answer.confidence)?;
            self.course.push(LabelledAnswer { confidence, is_right: is_right(asked, answer.letter.place()) });
        }
        self.explorer.handle(
            now,
            Input::Answered {
                question: question.id().clone(),
                view,
                probabilities: opinion.probabilities,
                relevance: opinion.relevance,
            },
        );
        Ok(())
    }
}

/// Whether an answer, by place, is the right one.
pub fn is_right(question: &AskedQuestion, place: usize) -> bool {
    question.truth.answer as usize == place
}
