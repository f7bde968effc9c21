//! Files that a command writes, none of them over another.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
};

use anyhow::{Context, Result, bail};

/// Writes files into a folder, which is made if it is missing, and says so; if one is there already, it writes none.
///
/// # Errors
/// A file that is there already: the error names it. A folder or a file that cannot be made.
pub fn write_new(folder: &Path, files: &[(&str, impl AsRef<str>)]) -> Result<()> {
    if let Some((name, _)) = files.iter().find(|(name, _)| folder.join(name).symlink_metadata().is_ok()) {
        bail!("{} is there already: move it away, or name another folder", folder.join(name).display());
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, text) in files {
        let path = folder.join(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(text.as_ref().as_bytes()));
        written.with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_where_one_of_the_files_is_there() {
        let folder = std::env::temp_dir().join(format!("surefleet-new-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("second"), "mine").expect("a file");
        let error = write_new(&folder, &[("first", "a"), ("second", "b")]).expect_err("one is there");
        assert!(error.to_string().contains("second is there already"), "{error}");
        assert!(!folder.join("first").exists());
        assert_eq!(fs::read_to_string(folder.join("second")).expect("it is there"), "mine");
        write_new(&folder, &[("first", "a"), ("third", "c")]).expect("these are new");
        assert_eq!(fs::read_to_string(folder.join("third")).expect("it is there"), "c");
        // A link that leads nowhere is something of somebody, too.
        std::os::unix::fs::symlink("nowhere", folder.join("fourth")).expect("a link");
        write_new(&folder, &[("fourth", "d")]).expect_err("a link is there");
        fs::remove_dir_all(folder).expect("it was made above");
    }
}
