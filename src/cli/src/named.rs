//! Arguments that name a fleet and the person or program that gives the command.

use std::{path::PathBuf, time::Duration};

use surefleet_identity::Participant;
use surefleet_site::{Access, FleetNamespace};

/// The fleet, and the participant that speaks to it, for commands to a running fleet.
#[derive(clap::Args, Clone)]
pub struct Named {
    /// ROS namespace of the fleet, such as /north, if several fleets share a ROS domain.
    #[arg(long, global = true, env = "SUREFLEET_NAMESPACE", default_value = "/")]
    pub namespace: FleetNamespace,
    /// Folder with fleet.pub, fleet.roster and keys/ [default: the folder of the fleet that was started last on this
    /// machine in this ROS domain and namespace].
    #[arg(long, global = true, env = "SUREFLEET_KEYS")]
    keys: Option<PathBuf>,
    /// Your name on the fleet's roster: ada, or client/dispatcher for a program [default: local, the user of a machine
    /// of the fleet, for whom that machine's key signs].
    #[arg(long, global = true, env = "SUREFLEET_OPERATOR", value_parser = signer)]
    operator: Option<Participant>,
    /// Sign in with a passphrase, which you are asked for, instead of a key file.
    #[arg(long, global = true, requires = "operator")]
    passphrase: bool,
    /// Seconds to wait for the fleet to answer; if a language model rewords a constraint, the fleet gets a minute.
    #[arg(long, global = true, default_value = "10", value_parser = seconds)]
    pub patience: Duration,
}

impl Named {
    /// The local user, and the fleet without a namespace.
    pub fn local(patience: Duration) -> Self {
        Self { namespace: FleetNamespace::ROOT, keys: None, operator: None, passphrase: false, patience }
    }

    /// Access to the fleet; asks for the passphrase if the user signs in with one.
    ///
    /// # Errors
    /// The passphrase cannot be read.
    pub fn access(&self) -> std::io::Result<Access> {
        let passphrase = self.passphrase.then(|| rpassword::prompt_password("passphrase: ")).transpose()?;
        let (namespace, keys, signer) = (self.namespace.clone(), self.keys.clone(), self.operator.clone());
        Ok(Access { namespace, keys, signer, passphrase })
    }

    /// The user's name in the records.
    pub fn name(&self) -> &str {
        self.operator.as_ref().map_or("local", Participant::name)
    }
}

/// Reads a participant. A name alone is an operator's, unless it is that of a node of which a fleet has only one.
pub fn signer(text: &str) -> Result<Participant, String> {
    let only = [Participant::safety_monitor(), Participant::help_desk(), Participant::world()];
    if let Some(node) = only.into_iter().find(|node| node.to_string() == text) {
        return Ok(node);
    }
    let full = if text.contains('/') { text.to_owned() } else { format!("operator/{text}") };
    full.parse().map_err(|error: surefleet_identity::IdentityError| error.to_string())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds < 1e6);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "give a number of seconds above 0, such as 10".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_alone_is_a_persons_but_for_the_fleets_own() {
        let read = |text| signer(text).map(|who| who.to_string());
        assert_eq!(read("ada").as_deref(), Ok("operator/ada"));
        assert_eq!(read("client/dispatcher").as_deref(), Ok("client/dispatcher"));
        assert_eq!(read("help_desk").as_deref(), Ok("help_desk"));
        assert!(read("nobody/ada").is_err());
    }

    #[test]
    fn a_patience_is_a_time_that_can_be_waited() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for strange in ["0", "-1", "nan", "inf", "1e30", "soon", ""] {
            assert!(seconds(strange).is_err(), "{strange}");
        }
    }
}
