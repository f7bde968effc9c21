//! `surefleet keygen`: makes the keys of a fleet and of its operators and programs.

use std::path::PathBuf;

use anyhow::{Result, bail};
use surefleet_identity::{Participant, PublicKey, Role, SecretKey};
use surefleet_site::{FleetFile, KeyFiles, enlist, ensure_keys, fleet_public_key, strike};

use crate::place::Place;

/// Arguments of `surefleet keygen`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Folder of the keys; it is created if missing.
    folder: PathBuf,
    /// Fleet file, or its name in config/fleets; its nodes get keys.
    #[arg(long)]
    fleet: Option<String>,
    /// A person or program: ada (an operator), client/dispatcher; or any participant, such as planner/robot_1. May be
    /// repeated.
    #[arg(long = "for", value_parser = crate::named::signer)]
    members: Vec<Participant>,
    /// Derive the person's key from a passphrase, which you are asked for. There is no key file; `--passphrase` signs
    /// in from anywhere.
    #[arg(long, requires = "members")]
    passphrase: bool,
    /// The person's or program's own public key, 64 hexadecimal digits after "ed25519-public", made on another machine:
    /// the secret key never comes here.
    #[arg(long, requires = "members", conflicts_with = "passphrase")]
    public: Option<PathBuf>,
    /// Remove a participant from the roster, which is then signed again, and delete its key file if it is in the
    /// folder: for a person who has left, or a stolen or lost key. A node of the fleet gets a new key at the fleet's
    /// next start. May be repeated.
    #[arg(long = "remove", value_parser = crate::named::signer, conflicts_with_all = ["members", "fleet", "passphrase", "public"])]
    removed: Vec<Participant>,
}

/// Makes missing keys and the roster that lists all of them; or removes participants from the roster.
///
/// # Errors
/// Keys that do not belong together, a folder that cannot be written, passphrases that differ or are given to a node,
/// or a participant to remove that is not on the roster.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let folder = &arguments.folder;
    let fleet =
        arguments.fleet.as_ref().map(|name| FleetFile::read(&FleetFile::find(name, &place.share)?)).transpose()?;
    let nodes = fleet.as_ref().map(FleetFile::participants).unwrap_or_default();
    if !arguments.removed.is_empty() {
        return remove(arguments);
    }
    if arguments.passphrase
        && let Some(node) = arguments.members.iter().find(|who| !is_of_people(who))
    {
        bail!(
            "{node} is a node, which reads its key from a file: leave --passphrase out. Passphrases are for people (ada) and programs \
             (client/dispatcher)"
        );
    }
    let files = if arguments.passphrase || arguments.public.is_some() {
        let files = ensure_keys(folder, &nodes)?;
        let [who] = arguments.members.as_slice() else {
            bail!("one person at a time has a passphrase or a public key")
        };
        let key = match &arguments.public {
            Some(path) => PublicKey::parse(&std::fs::read_to_string(path)?)?,
            None => of_passphrase(who, &files)?,
        };
        enlist(folder, who, key)?
    } else {
        let members: Vec<Participant> = nodes.into_iter().chain(arguments.members.iter().cloned()).collect();
        ensure_keys(folder, &members)?
    };
    println!("{}: secret, for the safety monitor alone (parameter signing_key)", files.secret.display());
    println!(
        "{}: for every machine; skill servers check approvals with it (parameter approval_key)",
        files.public.display()
    );
    println!("{}: for every machine: who takes part", files.roster.display());
    println!("{}: a secret for each participant; copy it to where that one runs", files.members.display());
    for who in &arguments.members {
        let secret = files.secret_of(who);
        let secret = if secret.exists() {
            format!("its secret is {}", secret.display())
        } else {
            format!("its secret is not here (where it is lost: --remove {who}, then make it anew)")
        };
        println!(
            "{who} is on the roster, and {secret}. A help desk and a safety monitor that run learn of it when they are restarted"
        );
    }
    Ok(())
}

/// Whether it is a person or a program, and not part of the fleet itself.
fn is_of_people(who: &Participant) -> bool {
    matches!(who.role(), Role::Operator | Role::Client)
}

/// Removes participants from the roster.
fn remove(arguments: &Arguments) -> Result<()> {
    for who in &arguments.removed {
        let deleted = if strike(&arguments.folder, who)? {
            "its key file is deleted"
        } else {
            "its key file is not here: a copy elsewhere opens nothing any more"
        };
        println!("{who} is off the roster, and {deleted}");
    }
    println!(
        "nodes that run go on believing who was removed until they are restarted: restart the fleet now, and copy {} to every other machine",
        KeyFiles::in_folder(&arguments.folder).roster.display()
    );
    Ok(())
}

fn of_passphrase(who: &Participant, files: &KeyFiles) -> Result<PublicKey> {
    let passphrase = rpassword::prompt_password(format!("passphrase of {who}, several random words: "))?;
    if passphrase.chars().count() < LEAST {
        bail!("a passphrase has {LEAST} characters or more: whoever has the roster can try short ones");
    }
    if rpassword::prompt_password("the same again: ")? != passphrase {
        bail!("the two passphrases differ");
    }
    Ok(SecretKey::of_passphrase(&passphrase, who.name(), fleet_public_key(files)?).public())
}

/// Fewest characters of a passphrase.
const LEAST: usize = 16;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::Parser;
    use surefleet_identity::Roster;

    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("surefleet-keygen-{name}-{}", std::process::id())))
        }

        /// Why `surefleet keygen` fails with these arguments; empty: it succeeds.
        fn refusal(&self, words: &str) -> String {
            let folder = self.0.display().to_string();
            let line = ["keygen", &folder].into_iter().chain(words.split_whitespace());
            let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let place = Place { share: place.clone(), programs: place.clone(), out: place };
            let ran =
                Line::try_parse_from(line).map_err(anyhow::Error::from).and_then(|line| run(&line.arguments, &place));
            ran.err().map(|error| error.to_string()).unwrap_or_default()
        }

        fn lists(&self, who: &str) -> bool {
            let files = KeyFiles::in_folder(&self.0);
            let text = std::fs::read_to_string(&files.roster).expect("a roster");
            let roster = Roster::parse(&text, fleet_public_key(&files).expect("a key")).expect("it is signed");
            roster.key_of(&who.parse().expect("a participant")).is_some()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).ok();
        }
    }

    #[test]
    fn who_is_removed_is_believed_no_more_and_nobody_is_replaced_in_passing() {
        let folder = Folder::new("removed");
        let fleet = "--fleet household-demo";
        assert_eq!(folder.refusal(&format!("{fleet} --for ann --for client/dispatcher --for planner/robot_77")), "");
        assert_eq!(folder.refusal("--remove operator/ann --remove client/dispatcher"), "");
        assert!(!folder.lists("operator/ann") && !folder.lists("client/dispatcher") && folder.lists("operator/local"));
        assert!(!folder.0.join("keys/operator.ann.key").exists());
        assert!(folder.refusal("--remove ann").contains("does not list operator/ann"));
        // A node's key is made again together with the fleet's keys.
        let key = || std::fs::read(folder.0.join("keys/planner.robot_1.key")).expect("the key of a planner");
        let before = key();
        assert_eq!(folder.refusal("--remove planner/robot_1"), "");
        assert!(!folder.lists("planner/robot_1"));
        assert_eq!(folder.refusal(fleet), "");
        assert!(folder.lists("planner/robot_1") && key() != before);
        assert!(folder.refusal("--remove safety_monitor").contains("does not list safety_monitor"));
        // A second key for the same participant is a mistake, or an attack.
        let public = folder.0.join("mine.pub");
        std::fs::copy(folder.0.join("fleet.pub"), &public).expect("a public key");
        let mine = format!("--for planner/robot_1 --public {}", public.display());
        assert!(folder.refusal(&mine).contains("--remove planner/robot_1"), "{}", folder.refusal(&mine));
        assert_eq!(folder.refusal(&mine.replace("robot_1", "robot_78")), "");
        assert_eq!(folder.refusal(&mine.replace("robot_1", "robot_78")), "", "the same key again");
        // A lost roster is not made again from the key files: it would accept anybody who put a key there.
        std::fs::remove_file(folder.0.join("fleet.roster")).expect("a roster");
        assert!(folder.refusal(fleet).contains("fleet.roster"), "{}", folder.refusal(fleet));
        assert!(folder.refusal("--for ann --remove ann").contains("cannot be used with"));
    }

    #[test]
    fn nodes_have_no_passphrases() {
        let folder = Folder::new("passphrase");
        let refusal = folder.refusal("--for planner/robot_1 --passphrase");
        assert!(refusal.contains("planner/robot_1 is a node, which reads its key from a file"), "{refusal}");
        assert!(!folder.0.exists());
    }
}
