use std::time::Duration;

use anyhow::Result;
use rand::RngExt;
use surefleet_conformal::HexFloat;
use surefleet_exploration::{
    ExplorationQuestion, ExplorerMessage, Input, LabelledAnswer, Output, SoughtPair, ViewAnswer,
};
use surefleet_fleet::Stamp;

use super::{Goal, Robot};
use crate::mm_eqa::{
    method::{Method, favourite},
    scene::AskedQuestion,
};

/// What the explorer asks for and orders.
impl Robot<'_> {
    /// Gives the explorer news, and does what it says.
    pub(super) fn tell(&mut self, now: Stamp, input: Input) -> Result<()> {
        self.explorer.handle(now, input);
        while let Some(output) = self.explorer.poll() {
            match output {
                Output::Say(message) => self.say(now, message),
                Output::AskRelevance(pair) => self.judge(now, pair),
                Output::AskAnswers { view, questions } => {
                    for question in questions {
                        self.answer(now, view, &question)?;
                    }
                }
                Output::AskValues { questions, .. } => self.valued = questions,
                Output::Go(destination) if self.method != Method::PlainFrontiers => {
                    let (place, number) = (destination.place, Some(destination.number));
                    self.goal = Some(Goal { place, number, is_idle: false, blocked: 0, is_planned: false });
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
                ExplorerMessage::Finding(_) => self.talk.kept >= 1.0 || self.random.random_bool(self.talk.kept),
                ExplorerMessage::Answer(_) => self.method.shares_answers(),
            };
        if !is_said {
            return;
        }
        match &message {
            ExplorerMessage::Request(_) => self.said.requests += 1,
            ExplorerMessage::Finding(_) => self.said.findings += 1,
            ExplorerMessage::Answer(_) => self.said.answers += 1,
        }
        self.said.bytes += message.to_string().len() as u64;
        self.sending_s += 1.0 / self.talk.per_second;
        self.outgoing.push((now + Duration::from_secs_f64(self.sending_s), message));
    }

    fn judge(&mut self, now: Stamp, pair: SoughtPair) {
        let scores = self.models.judge.scores(&pair);
        let scores = if self.method.takes_letters() { favourite(&scores) } else { scores };
        // What follows is polled by the loop that this was called from.
        self.explorer.handle(now, Input::Relevance { pair, scores: Some(scores) });
    }

    fn answer(&mut self, now: Stamp, view: u64, question: &ExplorationQuestion) -> Result<()> {
        let asked = self.scene.question(question.id());
        let opinion = asked.and_then(|asked| self.with_glimpse(|sight, glimpse| sight.answer(glimpse, asked)));
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
                probabilities: opinion.probabilities.to_vec(),
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
