use super::{Explorer, GivenAnswer};
use crate::{
    ExplorerMessage, Output, QuestionId, SeenView, SharedAnswer, SoughtQuestion, ViewAnswer, belief::HeldAnswer,
    outbox::Worth,
};

/// How often an answer is said at most, if nobody acknowledges it.
const MOST_TIMES: u32 = 5;

/// Views and answers.
impl Explorer {
    /// Remembers a view, and asks a model all questions that it could answer.
    pub(super) fn see(&mut self, seen: SeenView) {
        let view = seen.view;
        if !self.sightings.see(seen) {
            return;
        }
        self.is_news = true;
        let own = self.own.values().filter(|own| own.standing.is_open()).map(|own| &own.question);
        let others = self.sought_by_others().filter(|sought| self.is_wanted(sought)).map(|sought| &sought.question);
        let questions: Vec<_> = own.chain(others).cloned().collect();
        if !questions.is_empty() {
            self.outputs.push_back(Output::AskAnswers { view, questions });
        }
    }

    /// Takes in what a model says about a question. It counts, and is said to the question's owner, if it passes the check.
    ///
    /// Of the views of one robot the first that passes counts, which is what the check is calibrated on. Later ones count only where robots
    /// disagree.
    pub(super) fn answer(&mut self, id: &QuestionId, view: u64, probabilities: &[f64], relevance: f64) {
        // It may have been answered since the model was asked.
        let own = self.own.get(id).filter(|own| own.standing.is_open()).map(|own| &own.question);
        let others = || self.sought_by_others().filter(|sought| self.is_wanted(sought)).map(|sought| &sought.question);
        let Some(question) = own.or_else(|| others().find(|question| question.id() == id)) else { return };
        let answer = match ViewAnswer::new(probabilities, relevance) {
            Ok(answer) if probabilities.len() == question.answers().len() => answer,
            _ => {
                self.counts.unusable_inputs += 1;
                return;
            }
        };
        let ViewAnswer { letter, confidence } = answer;
        if !self.check.accepts(self.check.name(), confidence) {
            return;
        }
        let number = self.next_number();
        if let Some(own) = self.own.get_mut(id) {
            own.belief.hold(&self.me, HeldAnswer { number, letter, confidence });
            return;
        }
        let (from, check) = (self.me.clone(), self.check.name());
        let answer = SharedAnswer { from, number, question: id.clone(), letter, confidence, check, view };
        let said_after = self.newest_request(id);
        self.given.insert(id.clone(), GivenAnswer { answer, said_after, times: 0 });
        self.outbox.withdraw(|message| matches!(message, ExplorerMessage::Answer(old) if old.question == *id));
        self.say_answer(id);
    }

    /// Says answers again that a newer request does not acknowledge: they were lost, or not counted.
    pub(super) fn repeat_answers(&mut self) {
        let is_due = |id: &QuestionId, given: &GivenAnswer| {
            let Some(seeker) = self.seekers.get(&id.owner) else { return false };
            let waits =
                || self.outbox.waiting().any(|it| matches!(it, ExplorerMessage::Answer(a) if a.question == *id));
            let is_new = given.times < MOST_TIMES && given.said_after < seeker.number;
            is_new && seeker.awaits(id, given.answer.number) && !waits()
        };
        let due: Vec<QuestionId> =
            self.given.iter().filter(|(id, given)| is_due(id, given)).map(|(id, _)| id.clone()).collect();
        for id in due {
            self.say_answer(&id);
        }
    }

    fn say_answer(&mut self, id: &QuestionId) {
        let said_after = self.newest_request(id);
        let Some(given) = self.given.get_mut(id) else { return };
        given.said_after = said_after;
        let worth = Worth { rank: 3, value: given.answer.confidence };
        let message = ExplorerMessage::Answer(given.answer.clone());
        self.push(message, worth);
    }

    /// Whether this robot's answer to a question of another is wanted: the first, or another one where robots disagree.
    fn is_wanted(&self, sought: &SoughtQuestion) -> bool {
        sought.is_disputed || !self.given.contains_key(sought.question.id())
    }

    fn newest_request(&self, id: &QuestionId) -> u64 {
        self.seekers.get(&id.owner).map_or(0, |seeker| seeker.number)
    }
}
