//! Recorded checks: pictures of robots' actions and people's answers, as `surefleet record-checks` keeps them in a
//! folder.

mod folder;
mod scenes;

pub use self::{
    folder::{CheckFolder, RecordedCheck, Subject},
    scenes::RecordedScenes,
};
