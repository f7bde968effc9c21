use std::rc::Rc;

use rand::{RngExt, seq::IteratorRandom};
use surefleet_fleet::{Digest, SafeDefault};
use surefleet_help::{
    Answer, Desk, Enclosure, Ending, HelpError, OfferedOption, OptionId, Output, QuestionKind, Reply, Request,
    RequestId, Score,
};
use surefleet_perception::{Execution, Said};
use surefleet_planner::{Choice, ShownOption};
use surefleet_robot::{Doubt, HelpQuestion, Input, NotTaken, QuestionKey};

use crate::{
    fleet::Fleet,
    message::{Call, Event, Message},
    schedule::LEASE,
};

/// People who look at the desk's queue; none of them knows another's next answer.
const OPERATORS: [&str; 2] = ["ada", "grace"];

const WORKED: OptionId = OptionId::new(1);
const FAILED: OptionId = OptionId::new(2);

/// Questions to people, and their answers.
impl Fleet<'_> {
    fn desk_place(&self) -> usize {
        self.robots.len() + 2
    }

    pub fn ask_people(&mut self, place: usize, question: &HelpQuestion) {
        let request = request_of(self.robots[place].id.clone(), question);
        let key = question.key();
        self.report.questions += u64::from(self.robots[place].asked.note(key.clone(), request.key.clone()));
        let call = Call::Ask { question: key.clone(), request: Box::new(request), enclosure: Box::default() };
        if !self.call(place, self.desk_place(), call) {
            let not_taken = NotTaken { reason: "it did not answer".to_owned(), is_withdrawn: false };
            self.give_up(place, Input::Asked { question: key, result: Err(not_taken) });
        }
    }

    pub fn withdraw_question(&mut self, place: usize, question: QuestionKey) {
        let Some(key) = self.robots[place].asked.name(&question).map(str::to_owned) else { return };
        if !self.call(place, self.desk_place(), Call::Withdraw { question: question.clone(), key }) {
            self.give_up(place, Input::Withdrawn { question, result: Err("it did not answer".to_owned()) });
        }
    }

    /// A robot's question reaches the desk.
    pub fn hear_question(
        &mut self,
        (robot, life): (usize, u32),
        question: QuestionKey,
        request: Request,
        enclosure: Enclosure,
    ) -> Result<(), String> {
        let silent = |reason: &str| Err(NotTaken { reason: reason.to_owned(), is_withdrawn: false });
        let result = match &mut self.desk.core {
            Some(core) => match core.request(self.now, request, enclosure) {
                Ok(id) => Ok(id),
                Err(error) => {
                    let is_withdrawn = matches!(error, HelpError::Withdrawn(_));
                    Err(NotTaken { reason: error.to_string(), is_withdrawn })
                }
            },
            None => {
                let given_up = Input::Asked { question, result: silent("it is down") };
                self.give_up(robot, given_up);
                return Ok(());
            }
        };
        // Keep first, then send.
        if self.drain_desk()? {
            if let Ok(id) = &result {
                self.desk.accepted.insert(id.clone());
            }
            let given_up = Input::Asked { question: question.clone(), result: silent("it did not answer") };
            let reply = Input::Asked { question, result: result.map(drop) };
            self.reply(self.desk_place(), robot, life, reply, given_up);
        }
        Ok(())
    }

    /// A robot's withdrawal reaches the desk.
    pub fn hear_withdrawal(
        &mut self,
        (robot, life): (usize, u32),
        question: QuestionKey,
        key: String,
    ) -> Result<(), String> {
        let id = self.robots[robot].id.clone();
        if let Some(core) = &mut self.desk.core {
            core.handle(self.now, surefleet_help::Input::Withdraw { key, robot: id });
            self.report.withdrawn += 1;
        }
        let is_heard = self.desk.core.is_some() && self.drain_desk()?;
        let given_up = Input::Withdrawn { question: question.clone(), result: Err("it did not answer".to_owned()) };
        let reply = if is_heard { Input::Withdrawn { question, result: Ok(()) } } else { given_up.clone() };
        self.reply(self.desk_place(), robot, life, reply, given_up);
        Ok(())
    }

    /// Delivers a message from the network to the desk.
    pub fn deliver_to_desk(&mut self, message: &Message) -> Result<(), String> {
        let Some(core) = &mut self.desk.core else { return Ok(()) };
        match message {
            Message::End { mission, .. } => core.handle(self.now, surefleet_help::Input::MissionEnded(*mission)),
            Message::Turn(turn) => {
                for decided in turn.decided.iter().filter(|decided| decided.decision.is_some()) {
                    let (robot, place) = (decided.robot.clone(), (turn.step, decided.attempt));
                    core.handle(self.now, surefleet_help::Input::Decided { robot, mission: turn.mission(), place });
                }
            }
            _ => return Ok(()),
        }
        self.drain_desk().map(drop)
    }

    pub fn start_desk(&mut self) -> Result<(), String> {
        self.desk.start()?;
        self.drain_desk().map(drop)
    }

    /// The desk does everything that is due, and operators find the new requests in its queue.
    pub fn tick_desk(&mut self) -> Result<(), String> {
        self.at(self.now + LEASE / 2, Event::DeskTick);
        let Some(core) = &mut self.desk.core else { return Ok(()) };
        core.handle(self.now, surefleet_help::Input::Tick);
        let open: Vec<RequestId> = core.queue().into_iter().map(|open| open.id.clone()).collect();
        for (operator, id) in (0..OPERATORS.len()).flat_map(|operator| open.iter().map(move |id| (operator, id))) {
            if self.desk.seen.insert((operator, id.clone())) {
                self.after(0.3..6.0, Event::OperatorAnswers { operator, id: id.clone() });
            }
        }
        self.drain_desk().map(drop)
    }

    /// An operator answers: any allowed option, none of them, or a halt.
    pub fn answer(&mut self, operator: usize, id: &RequestId) -> Result<(), String> {
        let Some(core) = &mut self.desk.core else {
            self.after(0.5..2.0, Event::OperatorAnswers { operator, id: id.clone() });
            return Ok(());
        };
        let Some(found) = core.find(id) else {
            return Err(format!("{} is looking at {id}, and the desk knows nothing of it", OPERATORS[operator]));
        };
        let request = found.request();
        let mission = request.mission;
        let allowed = request.options.iter().filter(|option| option.refusal.is_none()).map(|option| option.id);
        let chosen = allowed.choose(&mut self.rng);
        let halts = self.schedule.conduct.halt > 0.0 && self.rng.random_bool(self.schedule.conduct.halt);
        let reply = match chosen {
            _ if halts => Reply::Halt,
            Some(option) if self.rng.random_bool(0.9) => Reply::Option(option),
            _ => Reply::NoneOfThese,
        };
        // The help desk must reject an option that is refused or that the question does not offer.
        let refused = request.options.iter().find(|option| option.refusal.is_some()).map(|option| option.id);
        for wrong in refused.into_iter().chain([OptionId::new(999)]) {
            if core.answer(self.now, id, mission, Reply::Option(wrong), "", OPERATORS[operator]).is_ok() {
                return Err(format!("the help desk takes option {wrong} of {id}"));
            }
        }
        // An operator who answers too late is only told so.
        core.answer(self.now, id, mission, reply, "", OPERATORS[operator]).ok();
        if !self.drain_desk()? {
            // The call was not answered: it is made again.
            self.after(0.5..2.0, Event::OperatorAnswers { operator, id: id.clone() });
        }
        Ok(())
    }

    /// Keeps the desk's events and sends its outputs; `false`: it died in between.
    fn drain_desk(&mut self) -> Result<bool, String> {
        let outputs: Vec<Output> = std::iter::from_fn(|| self.desk.core.as_mut().and_then(Desk::poll)).collect();
        for output in &outputs {
            if let Output::Journal(event) = output {
                self.desk.keep(event.clone());
                if std::mem::take(&mut self.desk.is_doomed) {
                    self.note(|| "the help desk is dead".to_owned());
                    self.desk.core = None;
                    return Ok(false);
                }
            }
        }
        for output in outputs {
            if let Output::Answer(answer) = output {
                self.desk.check(self.now, &answer)?;
                self.desk.answers.push(answer.clone());
                self.send(self.desk_place(), Message::Answer(Rc::new(answer)), |_| true);
            }
        }
        Ok(true)
    }

    /// A robot hears an answer.
    pub fn hear_answer(&mut self, place: usize, answer: &Answer) -> Result<(), String> {
        let robot = &self.robots[place];
        if answer.robot != robot.id {
            return Ok(());
        }
        let (reply, text, operator) = match &answer.ending {
            Ending::Answered { reply, text, operator } => (Some(*reply), text.clone(), operator.clone()),
            Ending::Expired { default: SafeDefault::Halt } => (Some(Reply::Halt), String::new(), String::new()),
            Ending::Expired { .. } | Ending::Withdrawn => (None, String::new(), String::new()),
        };
        let question = robot.asked.question(&answer.key).cloned();
        if answer.kind == QuestionKind::Outcome && reply == Some(Reply::Halt) {
            let execution = Execution { mission: answer.mission, step: answer.step, attempt: answer.attempt };
            self.handle(place, Input::Halted { execution, reason: format!("halted by {operator}") })?;
        }
        let said = match question {
            None => return Ok(()),
            Some(QuestionKey::Decision { ref key, .. }) => {
                let choice = match (reply, answer.chosen.as_ref().and_then(|option| option.decision)) {
                    (Some(Reply::Option(_)), Some(decision)) => Choice::Option(decision),
                    (Some(Reply::ForMission(_)), Some(decision)) => Choice::ForMission(decision),
                    (Some(Reply::Halt), _) => Choice::Halt,
                    (Some(Reply::Meant), _) => Choice::Meant,
                    (Some(_), _) => Choice::NoneOfThese,
                    (None, _) => Choice::Expired,
                };
                let (round, request_id) = (key.round, answer.request.to_string());
                surefleet_robot::HelpReply::Decision(surefleet_planner::PersonAnswer {
                    round,
                    choice,
                    text,
                    operator,
                    request_id,
                })
            }
            Some(QuestionKey::Outcome { .. }) => surefleet_robot::HelpReply::Outcome(match reply {
                Some(Reply::Option(WORKED)) => Said::Worked,
                Some(Reply::Option(_) | Reply::NoneOfThese) => Said::Failed(text),
                _ => Said::Nothing,
            }),
        };
        self.report.outcomes_told += u64::from(answer.kind == QuestionKind::Outcome);
        match question {
            Some(question) => self.handle(place, Input::Answered { question, reply: said }),
            None => Ok(()),
        }
    }
}

/// A question in the desk's form; different questions have different keys.
fn request_of(robot: surefleet_fleet::RobotId, question: &HelpQuestion) -> Request {
    let option = |id: OptionId, text: &str| OfferedOption {
        id,
        decision: None,
        text: text.to_owned(),
        score: Score::new(f64::NAN),
        in_set: true,
        refusal: None,
        lasting: false,
    };
    let of_shown = |(number, shown): (usize, &ShownOption)| OfferedOption {
        decision: Some(shown.decision),
        in_set: shown.in_set,
        refusal: shown.refusal.clone(),
        ..option(OptionId::new(number as u16 + 1), &shown.text)
    };
    let (kind, execution, words, options, deadline, default) = match question {
        HelpQuestion::Decision { request, .. } => {
            let key = &request.key.decision;
            let execution = Execution { mission: key.mission, step: key.step, attempt: key.attempt };
            let options: Vec<OfferedOption> = request.options.iter().enumerate().map(of_shown).collect();
            (QuestionKind::Decision, execution, &request.question, options, request.deadline, request.default)
        }
        HelpQuestion::Outcome { doubt, .. } => {
            let Doubt { execution, why, .. } = doubt.as_ref();
            let options = vec![option(WORKED, "it worked"), option(FAILED, "it failed")];
            (QuestionKind::Outcome, *execution, why, options, None, SafeDefault::Hold)
        }
    };
    let shown = Digest::of([format!("{words} {options:?}").as_bytes()]);
    let Execution { mission, step, attempt } = execution;
    Request {
        key: format!("{robot} {:?} {shown}", question.key()),
        robot,
        mission,
        step,
        attempt,
        kind,
        question: words.clone(),
        options,
        deadline,
        default,
        priority: 0,
    }
}
