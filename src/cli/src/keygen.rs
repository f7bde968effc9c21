use std::path::PathBuf;

use anyhow::{Result, bail};
use surefleet_identity::{Participant, PublicKey, SecretKey};
use surefleet_nodes::{FleetFile, KeyFiles, enlist, ensure_keys, fleet_public_key};

use crate::place::Place;

/// Whose keys to make.
#[derive(clap::Args)]
pub struct Arguments {
    /// Folder of the keys; it is made where there is none.
    folder: PathBuf,
    /// Fleet file, or its name in config/fleets: its nodes get keys.
    #[arg(long)]
    fleet: Option<String>,
    /// A person or program: ada (an operator), client/dispatcher; or any participant, such as planner/robot_1. More than once: several.
    #[arg(long = "for", value_parser = crate::named::signer)]
    members: Vec<Participant>,
    /// The person's key comes of a passphrase, which is asked for: there is no key file, and `--passphrase` signs in with it anywhere.
    #[arg(long, requires = "members")]
    passphrase: bool,
    /// The person's or program's own public key, 64 hexadecimal digits after "ed25519-public", made on another machine: its secret
    /// never comes here.
    #[arg(long, requires = "members", conflicts_with = "passphrase")]
    public: Option<PathBuf>,
}

/// Makes the keys that are missing, and the roster that lists them all.
///
/// # Errors
/// Keys that do not belong together, a folder that cannot be written, passphrases that differ.
pub fn run(arguments: &Arguments, place: &Place) -> Result<()> {
    let folder = &arguments.folder;
    let fleet =
        arguments.fleet.as_ref().map(|name| FleetFile::read(&FleetFile::find(name, &place.share)?)).transpose()?;
    let nodes = fleet.map(|fleet| fleet.participants()).unwrap_or_default();
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
            "its secret is not here".into()
        };
        println!(
            "{who} is on the roster, and {secret}. A help desk and a safety monitor that run learn of it when they are restarted"
        );
    }
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

/// Characters of a passphrase.
const LEAST: usize = 16;
