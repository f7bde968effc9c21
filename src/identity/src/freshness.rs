use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use surefleet_fleet::Stamp;

use crate::{IdentityError, Participant, Seal};

/// A message whose time matters is believed this long before and after its sealing, by the listener's system clock.
pub const WINDOW: Duration = Duration::from_secs(10);

/// Tells new messages from replayed ones.
///
/// A message is fresh if it was sealed within [`WINDOW`] of now and was not heard before. Messages may come in any
/// order of their times, so a clock that is set back or forth by less than that silences nobody.
#[derive(Debug, Clone, Default)]
pub struct Freshness {
    /// Signatures heard, by the time after which they are stale even if they are forgotten.
    heard: BTreeMap<Stamp, BTreeSet<[u8; 64]>>,
}

impl Freshness {
    /// Admits a seal whose signature is good, and remembers it.
    ///
    /// # Errors
    /// [`IdentityError::Stale`] or [`IdentityError::Replayed`].
    pub fn admit(&mut self, now: Stamp, who: &Participant, seal: &Seal) -> Result<(), IdentityError> {
        let is_ahead = seal.stamp > now;
        let off = if is_ahead { seal.stamp - now } else { now - seal.stamp };
        if off > WINDOW {
            return Err(IdentityError::Stale { who: who.clone(), off, is_ahead });
        }
        // If a clock is set back, a forgotten signature could become fresh again: twice the window is kept.
        while self.heard.first_key_value().is_some_and(|(until, _)| *until + WINDOW < now) {
            self.heard.pop_first();
        }
        let signature = seal.signature.as_slice().try_into().map_err(|_| IdentityError::Forged(who.clone()))?;
        if self.heard.entry(seal.stamp + WINDOW).or_default().insert(signature) {
            Ok(())
        } else {
            Err(IdentityError::Replayed(who.clone()))
        }
    }
}
