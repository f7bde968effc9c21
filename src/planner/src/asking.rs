use std::sync::Arc;

use surefleet_fleet::Stamp;
use surefleet_language::Usage;
use surefleet_mission::Options;

use crate::{
    Evidence, HelpKey, HelpRequest, HelpTerms, Patience, Permit, Round, evidence::Scored, held::Held,
    prompt::robot_words, record::show,
};

/// A turn that waits for a person.
#[derive(Debug)]
pub(crate) struct Asking {
    pub evidence: Evidence,
    pub usage: Usage,
    pub key: HelpKey,
    /// When the safe default applies.
    deadline: Option<Stamp>,
    /// When the request is sent again.
    again: Stamp,
    /// How often it was sent since the desk last accepted it.
    sent: u32,
}

impl Asking {
    pub fn new(now: Stamp, key: HelpKey, evidence: Evidence, usage: Usage, patience: &Patience) -> Self {
        let deadline = patience.help.map(|span| now + span);
        Self { evidence, usage, key, deadline, again: now + patience.pause(1), sent: 1 }
    }

    /// The help desk's word on the request.
    pub fn heard(&mut self, now: Stamp, accepted: bool, patience: &Patience) {
        if accepted {
            self.sent = 0;
        }
        self.again = now + if accepted { patience.repeat_help } else { patience.pause(self.sent) };
    }

    /// Whether the request is to be sent again now.
    pub fn run_out(&mut self, now: Stamp, patience: &Patience) -> bool {
        let due = self.again <= now;
        if due {
            self.sent = self.sent.saturating_add(1);
            self.again = now + patience.pause(self.sent);
        }
        due
    }

    pub fn next_deadline(&self) -> Stamp {
        self.again
    }

    pub fn request(&self, held: &Held, texts: &[Arc<str>], terms: &HelpTerms, options: &Options) -> HelpRequest {
        let round = self.key.round;
        HelpRequest {
            key: self.key.clone(),
            mission_text: held.turn.brief.text.clone(),
            question: self.question(held),
            prompt: held.prompt.text(),
            options: show(&self.evidence, texts, self.evidence.shown(round)),
            threshold: self.evidence.threshold(),
            deadline: self.deadline,
            default: terms.default_of(&self.evidence, options),
            priority: terms.priority(),
        }
    }

    fn question(&self, held: &Held) -> String {
        let robot = &self.key.decision.robot;
        let (words, step, horizon) = (robot_words(&held.turn, robot), held.turn.step, held.turn.brief.horizon);
        let why = why(&self.evidence, self.key.round);
        format!("What should {words} ({robot}) do in step {step} of at most {horizon}? {why}")
    }
}

/// Why a person is asked, in words.
fn why(evidence: &Evidence, round: Round) -> String {
    if let Scored::Failed(reason) = evidence.scores() {
        return format!("There are no scores: {reason}.");
    }
    if let Permit::Off { reason } = evidence.permit() {
        return format!("It may not decide alone: {reason}.");
    }
    let set = evidence.shown(Round::Set);
    match (round, set.len()) {
        (Round::Set, members) => format!("It holds these {members} actions for possible."),
        (Round::All, 0) => "It holds none of the actions for likely enough.".to_owned(),
        (Round::All, members) if members == evidence.options() => "It can exclude none of the actions.".to_owned(),
        (Round::All, _) if set.iter().all(|&member| !evidence.allows(member)) => {
            "The safety monitor refuses what it would do.".to_owned()
        }
        (Round::All, _) => "None of the actions offered before was right.".to_owned(),
    }
}
