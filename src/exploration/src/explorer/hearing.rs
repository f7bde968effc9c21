use surefleet_mapping::FinalValues;

use super::{Explorer, Seeker};
use crate::{
    ExplorerMessage, FoundObject, Output, QuestionId, RelevantFinding, SearchRequest, SharedAnswer, SoughtQuestion,
    belief::HeldAnswer, short_words::are_short, travel::PlaceKey,
};

/// Messages of other robots.
impl Explorer {
    pub(super) fn hear(&mut self, message: ExplorerMessage) {
        // A network may bring a robot its own words.
        if *message.from() == self.me {
            return;
        }
        match message {
            ExplorerMessage::Request(request) => self.hear_request(request),
            ExplorerMessage::Finding(finding) => self.hear_finding(&finding),
            ExplorerMessage::Answer(answer) => self.hear_answer(&answer),
        }
    }

    /// The newest request of a robot counts; a repeated or older one changes nothing, not even how long it is remembered.
    fn hear_request(&mut self, request: SearchRequest) {
        let SearchRequest { from, number, questions, receipts } = request;
        let is_own = |sought: &SoughtQuestion| *sought.question.owner() == from;
        let is_usable = questions.iter().all(is_own) && questions.len() <= Self::MOST_QUESTIONS;
        let are_own = receipts.iter().all(|receipt| receipt.question.owner == from);
        if !is_usable || !are_own || receipts.len() > Self::MOST_RECEIPTS {
            self.counts.unusable_messages += 1;
            return;
        }
        if self.seekers.get(&from).is_some_and(|seeker| seeker.number >= number) {
            return;
        }
        let until = self.now + self.policy.forget_after;
        let mine = receipts.into_iter().filter(|receipt| receipt.from == self.me);
        let heard = mine.map(|receipt| (receipt.question, receipt.number)).collect();
        let was_disputed = |id: &QuestionId| {
            let before =
                self.seekers.get(&from).and_then(|seeker| seeker.questions.iter().find(|it| it.question.id() == id));
            before.is_some_and(|it| it.is_disputed)
        };
        for sought in questions.iter().filter(|it| it.is_disputed && !was_disputed(it.question.id())) {
            // Views from before the dispute are no other look.
            self.asked.remove(sought.question.id());
        }
        self.seekers.insert(from, Seeker { number, until, questions, heard });
        self.is_news = true;
        self.withdraw_pointless();
    }

    /// Findings raise the value of places, whatever the question's standing: it may be opened again.
    fn hear_finding(&mut self, finding: &RelevantFinding) {
        let Some(own) = self.own.get_mut(&finding.question) else { return };
        let objects = &finding.objects;
        let is_usable = |object: &FoundObject| {
            let is_finite = <[f64; 3]>::from(object.position).iter().all(|value| value.is_finite());
            let is_sought = own.question.sought().contains(&object.sought);
            is_finite && !object.set.is_empty() && is_sought && are_short(&object.class)
        };
        if !(1..=RelevantFinding::MOST_OBJECTS).contains(&objects.len()) || !objects.iter().all(is_usable) {
            self.counts.unusable_messages += 1;
            return;
        }
        for object in objects {
            let (place, radius) = (object.position.ground(), self.policy.values.radius);
            let is_close = |other: &&FoundObject| other.position.ground().distance(place) <= radius;
            // Eq. 3 counts the objects of a message; those that are elsewhere count there.
            let count = |is_target: bool| {
                let such = objects.iter().filter(is_close).filter(|other| other.set.same == is_target);
                u32::try_from(such.count()).unwrap_or(u32::MAX)
            };
            own.values.message(place, count(false), count(true));
            let is_on_map = self.policy.layout.cell_at(place).is_some();
            if is_on_map && own.told.len() < Self::MOST_PLACES {
                own.told.insert(PlaceKey::of(place), place);
            }
        }
        self.go();
    }

    /// An answer counts if it passes this robot's own check, by the number that came with it.
    fn hear_answer(&mut self, answer: &SharedAnswer) {
        let Some(own) = self.own.get_mut(&answer.question) else { return };
        if !own.question.letters().contains(&answer.letter) {
            self.counts.unusable_messages += 1;
            return;
        }
        if !self.check.accepts(answer.check, answer.confidence) {
            self.counts.uncounted_answers += 1;
            return;
        }
        let SharedAnswer { number, letter, confidence, .. } = *answer;
        own.belief.hold(&answer.from, HeldAnswer { number, letter, confidence });
    }

    /// Chooses where to go, if something is left to look for.
    pub(super) fn go(&mut self) {
        let open: Vec<_> = self.own.values().filter(|own| own.standing.is_open()).collect();
        if open.is_empty() {
            return;
        }
        let maps: Vec<_> = open.iter().map(|own| &own.values).collect();
        let values = FinalValues::new(self.policy.layout, &maps);
        let mut values = values.expect("all maps of an explorer have its layout");
        if let Some(start) = self.travel.start() {
            values.discount(start, self.policy.values.nearness);
        }
        let told = open.iter().flat_map(|own| own.told.iter().map(|(key, place)| (*key, *place))).collect();
        let destination =
            self.travel.choose(&self.policy.layout, (&values, self.policy.values.radius), &told, &mut self.random);
        self.outputs.extend(destination.map(Output::Go));
    }

    /// The most questions of a robot that are listened to.
    const MOST_QUESTIONS: usize = 64;
    /// The most receipts of a request that is listened to.
    const MOST_RECEIPTS: usize = 4096;
    /// The most places of a question that are visited when no frontier is left.
    const MOST_PLACES: usize = 1024;
}
