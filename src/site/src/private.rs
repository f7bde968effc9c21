//! Private folders and files (journals, keys, people's questions), and files that are written completely or not at all.

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
/// Mode of files that only the owner may read.
pub const SECRET: u32 = 0o600;
/// Mode of files that everybody may read.
pub const PUBLIC: u32 = 0o644;

/// Creates the folder if there is none. An existing folder keeps its owner's settings.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// Opens the file with these options. If others may read it, as earlier versions allowed, removes that permission.
pub fn open_private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.mode(SECRET).open(path)?;
    if file.metadata()?.permissions().mode() & 0o077 != 0 {
        file.set_permissions(Permissions::from_mode(SECRET))?;
    }
    Ok(file)
}

/// Writes a new file: the whole text is on disk, or there is no file.
///
/// # Errors
/// Of the kind `AlreadyExists` if the file exists.
pub(crate) fn write_new(path: &Path, mode: u32, text: &str) -> io::Result<()> {
    let (draft, _) = draft(path, mode, text)?;
    let linked = std::fs::hard_link(&draft, path);
    std::fs::remove_file(&draft)?;
    linked.and_then(|()| sync_folder(path))
}

/// Writes a file and replaces an existing one: the whole text is on disk, or nothing has changed.
///
/// # Errors
/// A folder that cannot be written, a full disk and the like. Then an old file is still there.
pub fn write_whole(path: &Path, mode: u32, text: &str) -> io::Result<()> {
    let (draft, _) = draft(path, mode, text)?;
    std::fs::rename(draft, path).and_then(|()| sync_folder(path))
}

/// Writes the text of a future file to disk, under another name in the same folder.
pub(crate) fn draft(path: &Path, mode: u32, text: &str) -> io::Result<(PathBuf, File)> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", std::process::id()));
    let draft = path.with_file_name(name);
    // A draft left by a killed process with the same id is useless.
    match std::fs::remove_file(&draft) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().create_new(true).read(true).append(true).mode(mode).open(&draft)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all())?;
    Ok((draft, file))
}

/// Forces the folder entries of this file's folder to disk.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Locks a file for as long as it stays open. Returns whether that succeeded, or another process has the lock.
///
/// A check with [`is_locked`] holds the lock for an instant, so this function tries for a while.
///
/// # Errors
/// The file system has no locks, and the like.
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

/// Whether another process has locked a file.
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
