//! Handles calls from their admission to their answer.

use std::time::{Duration, Instant};

use r2r::{
    sensor_msgs::msg::Image,
    surefleet::{
        msg::SubgoalVerdict,
        srv::{AnswerQuestion, CheckSubgoal},
    },
};
use surefleet_fleet::Stamp;
use surefleet_ros::Call as ServiceCall;

use super::{
    PerceptionRoom,
    camera::Frame,
    messages::{read_check, unseen},
    sight::{Answer, Job, Seen, Task},
};

/// Most tokens of an answer: more would occupy the model for too long.
const MOST_TOKENS: u32 = 1024;
const MOST_ANSWERS: usize = 64;
/// Tokens of an answer, if the caller gives no number.
const USUAL_TOKENS: u32 = 64;

/// A call that waits for its answer.
pub(super) enum Call {
    Check(Box<ServiceCall<CheckSubgoal::Service>>),
    Question(Box<ServiceCall<AnswerQuestion::Service>>),
}

pub(super) struct Waiting {
    pub call: Call,
    pub since: Stamp,
    pub not_before: Stamp,
    /// The job for this call, and its picture; `None`: no picture is new enough yet.
    pub job: Option<(u64, Frame)>,
}

impl PerceptionRoom {
    pub(super) fn admit(&mut self, now: Stamp, call: Call, not_before: Stamp) {
        if !self.active {
            self.refuse(call, "the node is not active".to_owned());
        } else if self.waiting.len() >= self.queue {
            let reason = format!("{} questions wait already; ask again later", self.waiting.len());
            self.refuse(call, reason);
        } else {
            self.waiting.push(Waiting { call, since: now, not_before, job: None });
        }
    }

    /// Starts a look for each call that has a picture, and gives up calls that have waited too long.
    pub(super) fn look(&mut self, now: Stamp) {
        for mut one in std::mem::take(&mut self.waiting) {
            let waited = now - one.since;
            if waited >= self.answer_timeout {
                let limit = self.answer_timeout.as_secs_f64();
                self.refuse(one.call, format!("the model did not answer within {limit:.1} s"));
                continue;
            }
            if one.job.is_none() {
                match self.camera.since(self.timeline.ros(), one.not_before, self.stale_after) {
                    Ok(frame) => match self.begin(&one.call, frame.clone(), self.answer_timeout - waited) {
                        Ok(job) => one.job = Some(job),
                        Err(reason) => {
                            self.refuse(one.call, reason);
                            continue;
                        }
                    },
                    Err(reason) if waited >= self.picture_timeout => {
                        self.refuse(one.call, reason);
                        continue;
                    }
                    Err(_) => {}
                }
            }
            self.waiting.push(one);
        }
    }

    fn begin(&mut self, call: &Call, frame: Frame, patience: Duration) -> Result<(u64, Frame), String> {
        let task = match call {
            Call::Check(request) => {
                let check = read_check(&request.message).map_err(|error| error.to_string())?;
                let message = unseen(self.robot.as_str(), &request.message, String::new());
                Task::Check(Box::new(check), Box::new(message))
            }
            Call::Question(request) => {
                let AnswerQuestion::Request { question, answers, max_tokens } = request.message.clone();
                if question.trim().is_empty() {
                    return Err("the question has no words".to_owned());
                }
                if max_tokens > MOST_TOKENS || answers.len() > MOST_ANSWERS {
                    return Err(format!("at most {MOST_TOKENS} tokens and {MOST_ANSWERS} answers; ask for less"));
                }
                Task::Question {
                    question,
                    answers,
                    max_tokens: if max_tokens == 0 { USUAL_TOKENS } else { max_tokens },
                }
            }
        };
        self.jobs += 1;
        let number = self.jobs;
        self.sight.ask(Job { number, raw: frame.raw.clone(), task, until: Instant::now() + patience })?;
        Ok((number, frame))
    }

    pub(super) fn answer(&mut self, now: Stamp, waiting: Waiting, seen: Seen) {
        let Waiting { call, since, job, .. } = waiting;
        let header = job.map(|(_, frame)| frame.header).unwrap_or_default();
        match (call, seen.answer) {
            (Call::Check(request), Answer::Judged { message }) => {
                let elapsed_s = (now - since).as_secs_f64();
                let message = SubgoalVerdict { header: header.clone(), picture: seen.png, elapsed_s, ..*message };
                self.answered += 1;
                // The answer goes first: the robot waits for it, and a large picture sent before it would fill the
                // socket buffers.
                request.respond(CheckSubgoal::Response { verdict: message.clone() });
                self.verdicts.publish(message);
                if let Some(shown) = seen.shown {
                    self.judged.publish(Image { header, ..shown });
                }
            }
            (Call::Question(request), Answer::Chosen { choice }) => {
                self.answered += 1;
                let answer = request.message.answers.get(choice.likeliest()).cloned().unwrap_or_default();
                let (probabilities, mass) = (choice.probabilities, choice.mass);
                let answered = AnswerQuestion::Response {
                    answered: true,
                    answer,
                    probabilities,
                    mass,
                    header,
                    ..Default::default()
                };
                request.respond(answered);
            }
            (Call::Question(request), Answer::Told { words }) => {
                self.answered += 1;
                let answered = AnswerQuestion::Response { answered: true, answer: words, header, ..Default::default() };
                request.respond(answered);
            }
            (call, Answer::None(reason)) => self.refuse(call, reason),
            (call, _) => self.refuse(call, "the model answered another question; this is a bug".to_owned()),
        }
    }

    /// Answers that there is no verdict.
    pub(super) fn refuse(&mut self, call: Call, reason: String) {
        self.refused += 1;
        tracing::warn!(reason, "there is no verdict");
        match call {
            Call::Check(request) => {
                let message = unseen(self.robot.as_str(), &request.message, reason);
                request.respond(CheckSubgoal::Response { verdict: message.clone() });
                self.verdicts.publish(message);
            }
            Call::Question(request) => {
                request.respond(AnswerQuestion::Response { answered: false, reason, ..Default::default() });
            }
        }
    }
}
