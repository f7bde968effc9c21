//! Decides which calls on a request are allowed, and gives the reason for each refusal.

use surefleet_fleet::MissionId;

use crate::{Ending, Found, HelpError, OpenRequest, Reply, RequestId, ledger::Ledger};

impl Ledger {
    /// Returns whether the answer is the first one. A repeat of the first answer gives `false`, without an error.
    pub fn judge(
        &self,
        id: &RequestId,
        mission: MissionId,
        reply: Reply,
        text: &str,
        operator: &str,
    ) -> Result<bool, HelpError> {
        if let Some(Found::Ended(ended)) = self.find(id)
            && ended.request.mission == mission
            && let Ending::Answered { reply: first, text: first_text, .. } = &ended.ending
            && reply == *first
            && (!reply.is_in_its_text() || text == first_text)
        {
            return Ok(false);
        }
        let open = self.still_open(id, mission, operator)?;
        if reply != Reply::Halt {
            held_by_another(open, operator)?;
        }
        if reply == Reply::Meant {
            open.request.takes_mission()?;
            if text.trim().is_empty() {
                return Err(HelpError::NoMission);
            }
        }
        if let Some(id) = reply.option() {
            let option = open.request.option(id);
            let option = option.ok_or(HelpError::NotOffered { id, offered: open.request.options.len() })?;
            if let Some(reason) = &option.refusal {
                return Err(HelpError::NotAllowed { text: option.text.clone(), reason: reason.clone() });
            }
            if reply == Reply::ForMission(id) && !option.lasting {
                return Err(HelpError::NotForMission { text: option.text.clone() });
            }
        }
        Ok(true)
    }

    pub fn still_open(&self, id: &RequestId, mission: MissionId, operator: &str) -> Result<&OpenRequest, HelpError> {
        if operator.is_empty() {
            return Err(HelpError::NoOperator);
        }
        let found = self.find(id).ok_or_else(|| HelpError::UnknownRequest(id.clone()))?;
        if found.request().mission != mission {
            return Err(HelpError::WrongMission { id: id.clone(), mission });
        }
        match found {
            Found::Open(open) => Ok(open),
            Found::Ended(ended) => Err(match &ended.ending {
                Ending::Answered { reply, operator, text } => {
                    let first = reply.words(&ended.request, text);
                    HelpError::AlreadyAnswered { first, operator: operator.clone() }
                }
                Ending::Expired { default } => HelpError::Expired { id: id.clone(), default: *default },
                Ending::Withdrawn => HelpError::Withdrawn(id.clone()),
            }),
        }
    }
}

/// Refuses a call if another operator works on the request.
pub(crate) fn held_by_another(open: &OpenRequest, operator: &str) -> Result<(), HelpError> {
    match &open.claim {
        Some(claim) if claim.operator != operator => {
            Err(HelpError::Claimed { id: open.id.clone(), holder: claim.operator.clone() })
        }
        _ => Ok(()),
    }
}
