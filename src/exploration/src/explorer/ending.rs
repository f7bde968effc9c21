use super::Explorer;
use crate::{AnsweredQuestion, ExplorationEnd, Output, QuestionId, QuestionStanding};

/// The consequences of every input: standings, messages, the end.
impl Explorer {
    pub(super) fn settle(&mut self) {
        if self.now >= self.until {
            self.end(true);
            return;
        }
        self.forget_silent();
        if self.travel.forget_unreachable(self.now) {
            self.go();
        }
        self.tell_standings();
        self.forget_asked();
        self.request();
        self.share();
        self.repeat_answers();
        self.release();
        let is_all_answered = self.own.values().all(|own| !own.standing.is_open());
        if is_all_answered && self.end.is_none() {
            self.end(false);
        }
    }

    /// Forgets what robots look for that were not heard for long; the number of their request stays, so that a late one is known.
    fn forget_silent(&mut self) {
        let mut is_any = false;
        for seeker in self.seekers.values_mut() {
            if seeker.until <= self.now && !seeker.questions.is_empty() {
                seeker.questions.clear();
                seeker.heard.clear();
                is_any = true;
            }
        }
        if is_any {
            self.withdraw_pointless();
        }
    }

    fn tell_standings(&mut self) {
        let certainty = self.check.certainty();
        let mut has_request_changed = false;
        let mut is_reopened = false;
        for (id, own) in &mut self.own {
            let standing = own.belief.standing(certainty);
            if standing == own.standing {
                continue;
            }
            let before = std::mem::replace(&mut own.standing, standing);
            // Requests list what is open, and whether it is disputed. An agreeing robot changes neither.
            let listed = |standing: &QuestionStanding| (standing.is_open(), *standing == QuestionStanding::Disputed);
            has_request_changed |= listed(&before) != listed(&own.standing);
            let before = answered(id, &before).map(|it| it.letter);
            match answered(id, &own.standing) {
                // Where another robot agrees there is no news.
                Some(answered) if before == Some(answered.letter) => {}
                Some(answered) => {
                    // An end that was told before has another answer.
                    self.end = None;
                    self.outputs.push_back(Output::Settled(answered));
                }
                None if own.standing == QuestionStanding::Disputed => {
                    is_reopened = true;
                    // Views from before the dispute are no other look.
                    self.asked.remove(id);
                    self.outputs.push_back(Output::Reopened(id.clone()));
                }
                None => {}
            }
        }
        if has_request_changed {
            self.next_request = Some(self.now);
        }
        if is_reopened {
            self.end = None;
            self.travel.look_again();
            self.go();
        }
    }

    fn end(&mut self, is_time_over: bool) {
        if self.travel.stop() {
            self.outputs.push_back(Output::Stop);
        }
        let answered: Vec<AnsweredQuestion> =
            self.own.iter().filter_map(|(id, own)| answered(id, &own.standing)).collect();
        let open = self.own.iter().filter(|(_, own)| own.standing.is_open()).map(|(id, _)| id.clone()).collect();
        let end = ExplorationEnd { is_time_over, answered, open };
        self.end = Some(end.clone());
        self.outputs.push_back(Output::Ended(end));
    }
}

fn answered(id: &QuestionId, standing: &QuestionStanding) -> Option<AnsweredQuestion> {
    match standing {
        QuestionStanding::Answered { letter, certainty, by } => {
            Some(AnsweredQuestion { question: id.clone(), letter: *letter, certainty: *certainty, by: by.clone() })
        }
        QuestionStanding::Open | QuestionStanding::Disputed => None,
    }
}
