//! `surefleet record-checks`: what a fleet's robots saw of their actions, with what people said of it, in a folder.

mod folder;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Result, bail};
use surefleet_nodes::{CheckHeard, CheckWatch, FleetFile};

pub use self::folder::CheckFolder;
use self::folder::RecordedCheck;
use crate::place::Place;

/// Whose actions are recorded, and where.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet file, or the name of one in config/fleets: its robots' perception is listened to.
    fleet: String,
    /// Folder for the pictures and `checks.jsonl`; what is there already stays.
    #[arg(long)]
    out: PathBuf,
}

const LOOK: Duration = Duration::from_millis(100);

/// Records until Ctrl-C.
///
/// # Errors
/// A fleet without perception, no ROS, or a folder that cannot be written.
pub fn run(arguments: &Arguments, place: &Place, interrupted: &Arc<AtomicBool>) -> Result<()> {
    let fleet = FleetFile::read(&FleetFile::find(&arguments.fleet, &place.share)?)?;
    if fleet.perception.is_none() {
        bail!("{}: it has no perception, so its robots look at nothing", arguments.fleet);
    }
    let mut folder = CheckFolder::open(&arguments.out)?;
    let mut watch = CheckWatch::open(&fleet.order)?;
    println!("recording to {} until Ctrl-C; {}", folder.path().display(), folder.count());
    while !interrupted.load(Ordering::Relaxed) {
        watch.look(LOOK);
        while let Some(heard) = watch.poll() {
            match heard {
                // Without a picture there is nothing to learn from it.
                CheckHeard::Looked { picture, .. } if picture.is_empty() => {}
                CheckHeard::Looked { action, task, subtask, expected, picture, .. } => {
                    let check = RecordedCheck {
                        robot: action.robot.to_string(),
                        task,
                        subtask,
                        expected,
                        ..Default::default()
                    };
                    folder.add(&action, check, &picture)?;
                }
                CheckHeard::Told { action, worked, by } => {
                    if let Some(check) = folder.tell(&action, worked, &by)? {
                        let word = if worked { "worked" } else { "failed" };
                        println!("{}: {} {word}, says {by}; {}", check.robot, check.subtask, folder.count());
                    }
                }
            }
        }
    }
    println!("{} has {}", folder.path().display(), folder.count());
    Ok(())
}
