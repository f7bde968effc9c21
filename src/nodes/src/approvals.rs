use std::path::{Path, PathBuf};

use r2r::surefleet::msg::JointStep as JointStepMessage;
use surefleet_fleet::Stamp;
use surefleet_ros::{
    Diagnosis, Inbox, NodeError,
    wire::{self, WireError},
};
use surefleet_safety::{Admitted, Approval, ApprovalGuard, UsedStep};
use surefleet_site::{Journal, KeyFiles, Parameters, parameters, read_approval_key};

const HOLDS: &str = "which approved steps were begun, so that none is begun twice";

/// A skill server's check of approvals from the wire, with a journal of those that it admitted.
pub(crate) struct Approvals {
    guard: ApprovalGuard,
    journal: Journal,
    admitted: u64,
    /// Old approvals, such as a restarted listener hears.
    late: u64,
    /// Approvals that the monitor would not have sent.
    refused: u64,
    last_refusal: String,
}

impl Approvals {
    /// Reads the key and the journal of approvals that earlier runs admitted.
    ///
    /// # Errors
    /// A key that is missing or malformed, or a journal that cannot be used.
    pub(crate) fn of(parameters: &Parameters, state: &Path) -> Result<Self, NodeError> {
        let path = match parameters.text(parameters::APPROVAL_KEY.name)? {
            "" => KeyFiles::in_folder(state).public,
            path => PathBuf::from(path),
        };
        let key = read_approval_key(&path)?;
        let (journal, used) = Journal::open::<UsedStep>(state, "used_approvals.jsonl", HOLDS)?;
        Ok(Self {
            guard: ApprovalGuard::new(key, used),
            journal: journal.kept_on_disk(),
            admitted: 0,
            late: 0,
            refused: 0,
            last_refusal: String::new(),
        })
    }

    /// The next admitted approval among the monitor's verdicts; it is journalled already.
    ///
    /// # Errors
    /// A journal that cannot be written: in that case nothing may move.
    pub(crate) fn take(
        &mut self,
        now: Stamp,
        verdicts: &mut Inbox<JointStepMessage>,
    ) -> Result<Option<Approval>, NodeError> {
        while let Some(message) = verdicts.take() {
            if message.verdict != JointStepMessage::APPROVED as u8 || message.stop {
                continue;
            }
            if let Some(approval) = self.admit(now, &message)? {
                return Ok(Some(approval));
            }
        }
        Ok(None)
    }

    /// The approval in a message; `None`: refused and logged.
    fn admit(&mut self, now: Stamp, message: &JointStepMessage) -> Result<Option<Approval>, NodeError> {
        let signed = match wire::signed_approval(message) {
            Ok(signed) => signed,
            Err(error) => {
                self.refuse(&error);
                return Ok(None);
            }
        };
        match self.guard.admit(now, &signed) {
            Ok(Admitted::Again) => {}
            Ok(Admitted::New) => {
                let joint = &signed.approval.joint;
                self.journal.append(&UsedStep { mission: joint.mission, step: joint.step })?;
                self.admitted += 1;
            }
            Err(error) => {
                self.refuse(&error.into());
                return Ok(None);
            }
        }
        Ok(Some(signed.approval))
    }

    fn refuse(&mut self, error: &WireError) {
        let reason = error.to_string();
        if matches!(error, WireError::Approval(error) if error.is_benign()) {
            self.late += 1;
            tracing::info!(reason, "nothing moves for an old approval");
            return;
        }
        self.refused += 1;
        tracing::warn!(reason, count = self.refused, "an approval is refused: nothing moves for it");
        self.last_refusal = reason;
    }

    pub(crate) fn diagnose(&self) -> Diagnosis {
        let (refused, key) = (self.refused, self.guard.key());
        let diagnosis = match refused {
            0 => Diagnosis::ok("approvals", "all are signed by the safety monitor"),
            _ => Diagnosis::warn("approvals", format!("{refused} refused; the last one: {}", self.last_refusal)),
        };
        diagnosis.with("key", key).with("admitted", self.admitted).with("late", self.late).with("refused", refused)
    }
}
