//! Listens to how a fleet's robots judge their actions while a mission runs.

use surefleet_cli::report::Seen;
use surefleet_client::{CheckHeard, CheckWatch};
use surefleet_fleet::RobotId;
use surefleet_site::Access;

use crate::listener::Listener;

/// Starts to listen to these robots.
pub fn listen(robots: Vec<RobotId>) -> Listener<CheckHeard> {
    Listener::start("what robots see", move || {
        let mut watch = CheckWatch::open(&Access::default(), &robots)?;
        Ok::<_, surefleet_ros::NodeError>(move |span| {
            watch.look(span);
            std::iter::from_fn(|| watch.poll()).collect()
        })
    })
}

/// The looks in what was heard, by mission, step and robot.
pub fn looks(heard: Vec<CheckHeard>) -> Vec<Seen> {
    let mut looks: Vec<Seen> = Vec::new();
    for heard in heard {
        match heard {
            CheckHeard::Looked(look) => looks.push(Seen { look: *look, word: None }),
            CheckHeard::Said(word) => {
                if let Some(seen) = looks.iter_mut().find(|seen| seen.look.action == word.action) {
                    seen.word = Some(word);
                }
            }
        }
    }
    looks.sort_by(|one, other| one.look.action.cmp(&other.look.action));
    looks
}
