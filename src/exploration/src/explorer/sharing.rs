use surefleet_fleet::RobotId;

use super::{Explorer, OwnQuestion};
use crate::{
    AnswerReceipt, ExplorationQuestion, ExplorerMessage, FoundObject, Output, QuestionId, QuestionStanding,
    RelevantFinding, SearchRequest, SoughtQuestion, outbox::Worth,
};

/// Messages to other robots.
impl Explorer {
    /// Says what the robot looks for, when it is due.
    pub(super) fn request(&mut self) {
        if self.next_request.is_none_or(|due| due > self.now) {
            return;
        }
        let open = self.own.values().filter(|own| own.standing.is_open());
        let sought = open.map(|own| SoughtQuestion {
            question: own.question.clone(),
            is_disputed: own.standing == QuestionStanding::Disputed,
        });
        let questions: Vec<SoughtQuestion> = sought.collect();
        // The last request, which says that nothing is open, is not repeated: silence says the same.
        self.next_request = (!questions.is_empty()).then(|| self.now + self.policy.request_every);
        let receipts = self.receipts();
        let number = self.next_number();
        self.outbox.withdraw(|message| matches!(message, ExplorerMessage::Request(_)));
        let message = ExplorerMessage::Request(SearchRequest { from: self.me.clone(), number, questions, receipts });
        self.push(message, Worth { rank: 2, value: 0.0 });
    }

    fn receipts(&self) -> Vec<AnswerReceipt> {
        let of = |(id, own): (&QuestionId, &OwnQuestion)| {
            let others = own.belief.numbers().filter(|(robot, _)| **robot != self.me);
            let receipt =
                |(from, number): (&RobotId, u64)| AnswerReceipt { question: id.clone(), from: from.clone(), number };
            others.map(receipt).collect::<Vec<_>>()
        };
        self.own.iter().flat_map(of).collect()
    }

    /// Says what the calibration keeps of what the robot saw, to those who look for it, once.
    pub(super) fn share(&mut self) {
        if !std::mem::take(&mut self.is_news) {
            return;
        }
        let Some(criterion) = self.criterion.take() else { return };
        let sought: Vec<ExplorationQuestion> = self.sought_by_others().map(|sought| sought.question.clone()).collect();
        for question in sought {
            let relevant = self.sightings.relevant(&question, &criterion);
            self.outputs.extend(relevant.unscored.into_iter().map(Output::AskRelevance));
            for (view, objects) in relevant.found {
                // Those who hear it believe so many objects of a message.
                for objects in objects.chunks(RelevantFinding::MOST_OBJECTS) {
                    self.say_found(question.id(), view, objects.to_vec());
                }
            }
        }
        self.criterion = Some(criterion);
    }

    fn say_found(&mut self, question: &QuestionId, view: u64, objects: Vec<FoundObject>) {
        let count = |is_target: bool| {
            let such = objects.iter().filter(|object| object.set.same == is_target);
            u32::try_from(such.count()).unwrap_or(u32::MAX)
        };
        let rank = u8::from(count(true) > 0);
        let value = self.policy.values.of_message(count(false), count(true));
        let (from, number, question) = (self.me.clone(), self.next_number(), question.clone());
        self.push(
            ExplorerMessage::Finding(RelevantFinding { from, number, question, view, objects }),
            Worth { rank, value },
        );
    }

    /// Says as much as the budget allows, the most valuable first, and drops what has waited too long.
    pub(super) fn release(&mut self) {
        for message in self.outbox.expired(self.now) {
            self.drop_message(message);
        }
        while let Some(message) = self.outbox.release(self.now) {
            match &message {
                ExplorerMessage::Request(_) => self.counts.requests += 1,
                ExplorerMessage::Finding(_) => self.counts.findings += 1,
                ExplorerMessage::Answer(answer) => {
                    self.counts.answers += 1;
                    if let Some(given) = self.given.get_mut(&answer.question) {
                        given.times += 1;
                    }
                }
            }
            self.outputs.push_back(Output::Say(message));
        }
    }

    pub(super) fn push(&mut self, message: ExplorerMessage, worth: Worth) {
        if let Some(dropped) = self.outbox.push(self.now, message, worth) {
            self.drop_message(dropped);
        }
    }

    fn drop_message(&mut self, message: ExplorerMessage) {
        self.counts.dropped += 1;
        if let ExplorerMessage::Finding(finding) = message {
            self.sightings.unsay(&finding.question, &finding.objects);
        }
    }

    /// Takes back messages that nobody waits for any more.
    pub(super) fn withdraw_pointless(&mut self) {
        let seekers = &self.seekers;
        let seeker = |id: &QuestionId| seekers.get(&id.owner);
        let withdrawn = self.outbox.withdraw(|message| match message {
            ExplorerMessage::Request(_) => false,
            ExplorerMessage::Finding(finding) => {
                !seeker(&finding.question).is_some_and(|it| it.seeks(&finding.question))
            }
            ExplorerMessage::Answer(answer) => {
                !seeker(&answer.question).is_some_and(|it| it.awaits(&answer.question, answer.number))
            }
        });
        self.counts.withdrawn += withdrawn.len() as u64;
        for message in withdrawn {
            if let ExplorerMessage::Finding(finding) = message {
                // The question may be asked again.
                self.sightings.take_back(&finding);
            }
        }
    }
}
