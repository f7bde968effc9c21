//! `surefleet record-checks`: records the pictures of a fleet's actions, with people's answers about them, in a folder.

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Result, bail};
use surefleet_cli::{
    calibrate_detector::read_camera_fleet,
    named::Named,
    place::Place,
    recorded::{CheckFolder, Subject},
};
use surefleet_client::{CheckHeard, CheckWatch};

/// Arguments of `surefleet record-checks`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets; its robots' perception is recorded.
    fleet: String,
    /// Folder for the pictures and `checks.jsonl`; existing entries stay.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    named: Named,
}

const LOOK: Duration = Duration::from_millis(100);
/// How long to wait at the end for messages still in flight.
const LAST_LOOK: Duration = Duration::from_millis(500);

/// Records until Ctrl-C.
///
/// # Errors
/// A fleet without perception or with the simulator's pictures, no ROS, or a folder that does not allow recording.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let (fleet, perception) = read_camera_fleet(&arguments.fleet, place)?;
    let mut folder = CheckFolder::open(&arguments.out, Subject::of(&perception, &*fleet.read_transport()?))?;
    let mut watch = CheckWatch::open(&arguments.named.access()?, &fleet.order)?;
    println!("recording to {} until Ctrl-C; {}", folder.path().display(), folder.count());
    let mut keeper = Keeper::default();
    while !interrupted.load(Ordering::Relaxed) {
        watch.look(LOOK);
        keeper.keep(&mut watch, &mut folder);
    }
    watch.look(LAST_LOOK);
    keeper.keep(&mut watch, &mut folder);
    println!("{} has {}", folder.path().display(), folder.count());
    match keeper.wrong {
        None => Ok(()),
        Some(wrong) => bail!("{} looks and answers could not be kept: {wrong}", keeper.heard.len()),
    }
}

/// Reports that are not stored yet: if the folder is not writable or a person left a mistake in it, this may be
/// corrected meanwhile.
#[derive(Default)]
struct Keeper {
    heard: VecDeque<CheckHeard>,
    wrong: Option<String>,
}

impl Keeper {
    fn keep(&mut self, watch: &mut CheckWatch, folder: &mut CheckFolder) {
        self.heard.extend(std::iter::from_fn(|| watch.poll()));
        while let Some(heard) = self.heard.front() {
            if let Err(error) = keep(heard, folder) {
                let wrong = format!("{error:#}");
                if self.wrong.as_ref() != Some(&wrong) {
                    eprintln!("{wrong}; it is tried again");
                }
                self.wrong = Some(wrong);
                return;
            }
            self.heard.pop_front();
        }
        self.wrong = None;
    }
}

fn keep(heard: &CheckHeard, folder: &mut CheckFolder) -> Result<()> {
    match heard {
        // A look without a picture is useless for a calibration.
        CheckHeard::Looked(look) if look.picture.is_empty() => {}
        CheckHeard::Looked(look) => folder.add(look)?,
        CheckHeard::Said(word) => {
            if let Some(check) = folder.tell(word)? {
                let truth = match check.worked {
                    Some(true) => "worked",
                    Some(false) => "failed",
                    None => "is not told",
                };
                println!("{}: {} {truth}, says {}; {}", check.robot, check.subtask, word.by, folder.count());
            }
        }
    }
    Ok(())
}
