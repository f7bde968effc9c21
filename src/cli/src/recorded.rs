//! What robots saw of their actions and people said of them, as `surefleet record-checks` keeps it in a folder.

mod folder;
mod scenes;

pub use self::{
    folder::{CheckFolder, RecordedCheck, Subject},
    scenes::RecordedScenes,
};
