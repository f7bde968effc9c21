use super::{Explorer, GivenAnswer};
use crate::{
    ExplorationQuestion, ExplorerMessage, Output, QuestionId, SeenView, SharedAnswer, SoughtQuestion, ViewAnswer,
    belief::HeldAnswer, outbox::Worth,
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
        let own = || self.own.values().filter(|own| own.standing.is_open()).map(|own| &own.question);
        let valued: Vec<QuestionId> = own().map(|question| question.id().clone()).collect();
        let others = self.sought_by_others().filter(|sought| self.is_wanted(sought)).map(|sought| &sought.question);
        let questions: Vec<_> = own().chain(others).cloned().collect();
        for question in &questions {
            self.asked.entry(question.id().clone()).or_default().ask(view);
        }
        if !questions.is_empty() {
            self.outputs.push_back(Output::AskAnswers { view, questions });
        }
        if !valued.is_empty() {
            self.outputs.push_back(Output::AskValues { view, questions: valued });
        }
    }

    /// Takes in what a model says about a question in a view.
    pub(super) fn answer(&mut self, id: &QuestionId, view: u64, probabilities: &[f64], relevance: f64) {
        let Some(question) = self.open_question(id).filter(|_| self.is_asked(id, view)) else {
            self.counts.unasked_answers += 1;
            return;
        };
        let is_of_question = probabilities.len() == question.answers().len();
        let answer = ViewAnswer::new(probabilities, relevance).ok().filter(|_| is_of_question);
        self.counts.unusable_inputs += u64::from(answer.is_none());
        self.settle_view(id, view, answer);
    }

    /// Takes in that a model gives no answer to a question in a view.
    pub(super) fn unanswered(&mut self, id: &QuestionId, view: u64) {
        if self.is_asked(id, view) {
            self.settle_view(id, view, None);
        } else {
            self.counts.unasked_answers += 1;
        }
    }

    /// Drops the views of questions that are no longer open, whose answers nobody waits for.
    pub(super) fn forget_asked(&mut self) {
        let is_open = |id: &QuestionId| self.open_question(id).is_some();
        let closed: Vec<QuestionId> = self.asked.keys().filter(|id| !is_open(id)).cloned().collect();
        for id in closed {
            self.asked.remove(&id);
        }
    }

    fn is_asked(&self, id: &QuestionId, view: u64) -> bool {
        self.asked.get(id).is_some_and(|asked| asked.is_open(view))
    }

    /// The question, if an answer of this robot to it is wanted.
    fn open_question(&self, id: &QuestionId) -> Option<&ExplorationQuestion> {
        let own = self.own.get(id).filter(|own| own.standing.is_open()).map(|own| &own.question);
        let others = || self.sought_by_others().filter(|sought| self.is_wanted(sought)).map(|sought| &sought.question);
        own.or_else(|| others().find(|question| question.id() == id))
    }

    /// Uses the answers that wait for no earlier view. One counts, and is said to the question's owner, if it passes the check.
    ///
    /// Of the views of one robot the first that passes counts, which is what the check is calibrated on. Later ones count only where robots
    /// disagree.
    fn settle_view(&mut self, id: &QuestionId, view: u64, answer: Option<ViewAnswer>) {
        let Some(asked) = self.asked.get_mut(id) else { return };
        asked.settle(view, answer);
        while let Some((view, answer)) = asked.next() {
            if self.check.accepts(self.check.name(), answer.confidence) {
                // What was asked about later views is no other look at a dispute of which the robot does not know yet.
                self.asked.remove(id);
                self.accept(id, view, answer);
                return;
            }
        }
    }

    fn accept(&mut self, id: &QuestionId, view: u64, ViewAnswer { letter, confidence }: ViewAnswer) {
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
