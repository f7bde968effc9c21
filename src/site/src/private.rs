//! Folders and files that nobody but their owner reads: journals, keys, what people were asked. And files that are whole or not there.

use std::{
    fs::{DirBuilder, File, OpenOptions, Permissions},
    io::{self, ErrorKind, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};

const FOLDER_MODE: u32 = 0o700;
/// Of what its owner alone may read.
pub const SECRET: u32 = 0o600;
/// Of what everybody may read.
pub const PUBLIC: u32 = 0o644;

/// Makes the folder where there is none; one that is there stays as its owner made it.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// Opens the file with these options; one that others may read, as earlier versions left it, is closed to them.
pub fn open_private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.mode(SECRET).open(path)?;
    if file.metadata()?.permissions().mode() & 0o077 != 0 {
        file.set_permissions(Permissions::from_mode(SECRET))?;
    }
    Ok(file)
}

/// Writes a file that is not there yet: with all its text and on disk, or not at all.
///
/// # Errors
/// Of the kind `AlreadyExists` where the file is there.
pub(crate) fn write_new(path: &Path, mode: u32, text: &str) -> io::Result<()> {
    let (draft, _) = draft(path, mode, text)?;
    let linked = std::fs::hard_link(&draft, path);
    std::fs::remove_file(&draft)?;
    linked.and_then(|()| sync_folder(path))
}

/// Writes a file in the place of the one that is there, if there is one: with all its text and on disk, or not at all.
///
/// # Errors
/// A folder that cannot be written, a full disk and the like: then the old file is still there.
pub fn write_whole(path: &Path, mode: u32, text: &str) -> io::Result<()> {
    let (draft, _) = draft(path, mode, text)?;
    std::fs::rename(draft, path).and_then(|()| sync_folder(path))
}

/// What is to be a file, on disk beside where it is to be.
pub(crate) fn draft(path: &Path, mode: u32, text: &str) -> io::Result<(PathBuf, File)> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", std::process::id()));
    let draft = path.with_file_name(name);
    // One that a process of this number left when it was killed is of no use.
    match std::fs::remove_file(&draft) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().create_new(true).read(true).append(true).mode(mode).open(&draft)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all())?;
    Ok((draft, file))
}

/// Forces the names of the folder of this file to disk.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Locks a file for as long as it stays open; whether nobody else has it.
///
/// Whoever [looks](is_locked) whether it is locked has it for an instant, so it is tried for a while.
///
/// # Errors
/// A file system without locks and the like.
pub fn lock_alone(file: &File) -> io::Result<bool> {
    for _ in 0..20 {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(true),
            Err(Errno::WOULDBLOCK) => thread::sleep(Duration::from_millis(10)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}

/// Whether somebody else has locked a file.
///
/// # Errors
/// As [`lock_alone`].
pub fn is_locked(file: &File) -> io::Result<bool> {
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Ok(()) => flock(file, FlockOperation::Unlock).map(|()| false).map_err(Into::into),
        Err(Errno::WOULDBLOCK) => Ok(true),
        Err(error) => Err(error.into()),
    }
}
