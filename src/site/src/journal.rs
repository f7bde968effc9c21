mod lines;
mod roll;

use std::path::Path;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use surefleet_fleet::Digest;

pub use self::{
    lines::{End, Lines},
    roll::Roll,
};
use crate::error::SiteError;

/// The monitor's journal in the state folder.
pub const MONITOR_JOURNAL: &str = "safety_monitor.jsonl";

/// An append-only file of entries. An entry is written before its promise is announced, by one process at a time.
///
/// Each line is `["<checksum>",<entry as JSON>]`. The checksum covers the entry and the line before it. So the next
/// start finds a changed, removed, repeated or moved line. The first line names the journal, so an emptied file is
/// found too. A power cut can lose the last lines, unless the journal is [kept on disk](Self::kept_on_disk).
pub struct Journal {
    lines: Lines,
    last: Digest,
    is_synced: bool,
}

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    journal: String,
    format: u32,
}

/// Version of the format. It increases when older journals can no longer be read.
const FORMAT: u32 = 1;

impl Journal {
    /// Opens the journal and reads the entries of earlier runs; `holds` describes what is lost without it.
    ///
    /// # Errors
    /// A folder or file cannot be used, or another process uses it. A journal is missing or was changed.
    pub fn open<Entry: DeserializeOwned>(
        folder: &Path,
        name: &str,
        holds: &str,
    ) -> Result<(Self, Vec<Entry>), SiteError> {
        let mut roll = Roll::of(folder)?;
        roll.require(folder, name, holds)?;
        let mut lines = Lines::open(folder, name)?;
        let path = lines.path.clone();
        let refuse = |wrong: String| {
            let wrong = format!("{wrong}; {}", roll.mend(name, holds));
            SiteError::Content { path: path.clone(), wrong }
        };
        let mut reader = Reader::new(name);
        let entries = lines
            .read()?
            .filter_map(|line| line.and_then(|line| reader.read(&line).map_err(&refuse)).transpose())
            .collect::<Result<Vec<Entry>, SiteError>>()?;
        if reader.number == 0 && roll.names(name) {
            let emptied = if reader.end == End::Sound { "was emptied" } else { "has no whole line left" };
            return Err(refuse(emptied.to_owned()));
        }
        lines.settle(reader.end)?;
        let mut journal = Self { last: reader.last, lines, is_synced: false };
        if reader.number == 0 {
            journal.append(&Head { journal: name.to_owned(), format: FORMAT })?;
            journal.lines.sync()?;
        }
        roll.enter(name)?;
        Ok((journal, entries))
    }

    /// Forces every entry to disk before it counts as kept, so that it also survives a power cut.
    #[must_use]
    pub fn kept_on_disk(self) -> Self {
        Self { is_synced: true, ..self }
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// A full disk and the like. Then the promise of the entry must not be announced.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), SiteError> {
        let strange =
            |error: serde_json::Error| SiteError::Content { path: self.lines.path.clone(), wrong: error.to_string() };
        let entry = serde_json::to_string(entry).map_err(strange)?;
        let sum = checksum(&self.last, &entry);
        self.lines.append(&format!("[\"{sum}\",{entry}]"))?;
        self.last = sum;
        if self.is_synced { self.lines.sync() } else { Ok(()) }
    }
}

/// Reads a journal from its whole text; its fleet may be running.
///
/// # Errors
/// The line that is not as it was written, and the reason. An incomplete last line is skipped: it is being written.
pub fn read_journal<Entry: DeserializeOwned>(name: &str, text: &str) -> Result<Vec<Entry>, String> {
    let mut reader = Reader::new(name);
    text.split_inclusive('\n').filter_map(|line| reader.read(line.as_bytes()).transpose()).collect()
}

/// Reads the lines of a journal in their order.
struct Reader<'a> {
    name: &'a str,
    /// Number of complete lines read.
    number: usize,
    last: Digest,
    end: End,
}

impl<'a> Reader<'a> {
    fn new(name: &'a str) -> Self {
        Self { name, number: 0, last: Digest::of([name.as_bytes()]), end: End::Sound }
    }

    /// The entry of the next line, given with its line end; `None` for the first line, or a torn one.
    fn read<Entry: DeserializeOwned>(&mut self, line: &[u8]) -> Result<Option<Entry>, String> {
        let number = self.number + 1;
        self.end = End::of(line);
        let line = End::strip(line).map_err(|wrong| format!("line {number} {wrong}"))?;
        let Some(line) = line else { return Ok(None) };
        self.number = number;
        let (sum, entry) = parts(line).ok_or_else(|| {
            format!("line {number} is none of a journal: it was changed, or an earlier version wrote it")
        })?;
        let expected = checksum(&self.last, entry);
        if sum != expected.to_string() {
            return Err(format!(
                "line {number} does not follow from the lines before it: it or they were changed, removed or repeated"
            ));
        }
        self.last = expected;
        let strange = |error: serde_json::Error| {
            format!("line {number} is of another version ({error}): start the build that wrote it")
        };
        if number > 1 {
            return serde_json::from_str(entry).map(Some).map_err(strange);
        }
        let head: Head = serde_json::from_str(entry).map_err(strange)?;
        if head.journal != self.name || head.format != FORMAT {
            return Err(format!(
                "line 1 says that it is {}, format {}, and not {}, format {FORMAT}",
                head.journal, head.format, self.name
            ));
        }
        Ok(None)
    }
}

/// A line's checksum and entry.
fn parts(line: &[u8]) -> Option<(&str, &str)> {
    std::str::from_utf8(line).ok()?.strip_prefix("[\"")?.strip_suffix(']')?.split_once("\",")
}

fn checksum(last: &Digest, entry: &str) -> Digest {
    Digest::of([last.as_bytes().as_slice(), entry.as_bytes()])
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        os::unix::fs::PermissionsExt,
        path::{Path, PathBuf},
    };

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("surefleet-journal-{name}-{}", std::process::id()));
            fs::remove_dir_all(&folder).ok();
            Self(folder)
        }

        fn open(&self) -> Result<(Journal, Vec<String>), SiteError> {
            Journal::open(&self.0, "j", "all that counts")
        }

        /// A journal with these entries. Returns its text.
        fn with(&self, entries: &[&str]) -> Result<String, Box<dyn std::error::Error>> {
            let (mut journal, _) = self.open()?;
            entries.iter().try_for_each(|entry| journal.append(entry))?;
            Ok(fs::read_to_string(self.journal())?)
        }

        fn journal(&self) -> PathBuf {
            self.0.join("j")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).ok();
        }
    }

    fn refusal<T>(opened: Result<T, SiteError>) -> String {
        opened.err().map(|error| error.to_string()).unwrap_or_default()
    }

    fn mode(path: &Path) -> std::io::Result<u32> {
        Ok(fs::metadata(path)?.permissions().mode() & 0o777)
    }

    #[test]
    fn half_written_last_line_is_dropped_and_the_rest_kept() -> Outcome {
        let folder = Folder::new("torn");
        let whole = folder.with(&["1", "2"])?;
        let torn = format!("{whole}[\"{}", "x".repeat(200_000));
        fs::write(folder.journal(), torn.replace("\"1\"", "\"9\""))?;
        assert!(refusal(folder.open()).contains("line 2 does not follow"));
        assert_eq!(
            fs::metadata(folder.journal())?.len(),
            torn.len() as u64,
            "nothing is cut from what is wrong before it"
        );
        fs::write(folder.journal(), torn)?;
        let (mut journal, entries) = folder.open()?;
        assert_eq!(entries, ["1", "2"]);
        journal.append(&"3")?;
        drop(journal);
        assert_eq!(folder.open()?.1, ["1", "2", "3"]);
        Ok(())
    }

    #[test]
    fn a_last_line_that_lacks_only_its_end_is_kept_if_it_is_sound_and_else_refused() -> Outcome {
        let folder = Folder::new("unended");
        let sound = folder.with(&["never open the fridge"])?;
        let unended = &sound[..sound.len() - 1];
        fs::write(folder.journal(), unended)?;
        assert_eq!(folder.open()?.1, ["never open the fridge"]);
        assert_eq!(fs::read_to_string(folder.journal())?, sound);
        fs::write(folder.journal(), unended.replace("never", "often"))?;
        assert!(refusal(folder.open()).contains("line 2 does not follow"));
        assert_eq!(fs::read_to_string(folder.journal())?, unended.replace("never", "often"));
        for behind in [" ", "\0\0\0", "\u{b}[\"torn"] {
            let changed = format!("{unended}{behind}");
            fs::write(folder.journal(), &changed)?;
            assert!(refusal(folder.open()).contains("line 2 ends with the byte"), "{behind:?}");
            assert_eq!(fs::read_to_string(folder.journal())?, changed);
        }
        Ok(())
    }

    #[test]
    fn a_journal_killed_at_any_byte_of_its_first_line_begins_anew() -> Outcome {
        let folder = Folder::new("first");
        let head = folder.with(&[])?;
        for written in 0..head.len() {
            // The journal is listed only once it is on disk.
            fs::remove_file(folder.0.join("fleet.journals"))?;
            fs::write(folder.journal(), &head[..written])?;
            assert_eq!(folder.open()?.1, [""; 0], "{written} bytes");
        }
        Ok(())
    }

    #[test]
    fn every_changed_bit_is_found_and_named_with_its_line_and_nothing_is_cut() -> Outcome {
        let folder = Folder::new("flipped");
        // One changed bit turns J or * into a line feed.
        let sound = folder.with(&["never open the fridge*", "J"])?;
        let line_ends: Vec<usize> = sound.match_indices('\n').map(|(at, _)| at).collect();
        for at in 0..sound.len() {
            for bit in 0..8 {
                let mut bytes = sound.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                fs::write(folder.journal(), &bytes)?;
                let refusal = refusal(folder.open());
                let line = line_ends.iter().filter(|end| **end < at).count() + 1;
                assert!(refusal.contains(&format!("/j: line {line} ")), "byte {at}, bit {bit}: {refusal}");
                assert_eq!(fs::read(folder.journal())?, bytes);
            }
        }
        Ok(())
    }

    #[test]
    fn a_line_that_was_removed_repeated_moved_or_made_by_hand_is_found() -> Outcome {
        let folder = Folder::new("lines");
        let sound = folder.with(&["1", "2", "3"])?;
        let lines: Vec<&str> = sound.lines().collect();
        let made = r#"["0000000000000000000000000000000000000000000000000000000000000000","4"]"#;
        let (head, first, second, third) = (lines[0], lines[1], lines[2], lines[3]);
        for (changed, line) in [
            (vec![head, second, third], "line 2 does not follow"),
            (vec![head, first, third], "line 3 does not follow"),
            (vec![first, second, third], "line 1 does not follow"),
            (vec![head, first, first, second, third], "line 3 does not follow"),
            (vec![head, second, first, third], "line 2 does not follow"),
            (vec![head, first, second, third, made], "line 5 does not follow"),
            (vec![head, first, "\"2\""], "line 3 is none of a journal"),
            (vec!["\"an earlier version\""], "line 1 is none of a journal"),
        ] {
            fs::write(folder.journal(), changed.join("\n") + "\n")?;
            let refusal = refusal(folder.open());
            assert!(refusal.contains(line) && refusal.contains("all that counts"), "{refusal}");
        }
        Ok(())
    }

    #[test]
    fn a_journal_of_another_name_or_version_is_refused() -> Outcome {
        let folder = Folder::new("other");
        folder.with(&["1"])?;
        let other = refusal(Journal::open::<u32>(&folder.0, "j", "numbers"));
        assert!(other.contains("line 2 is of another version"), "{other}");
        fs::rename(folder.journal(), folder.0.join("k"))?;
        let other = refusal(Journal::open::<String>(&folder.0, "k", "numbers"));
        assert!(other.contains("line 1 does not follow"), "{other}");
        Ok(())
    }

    #[test]
    fn a_journal_that_has_gone_or_was_emptied_is_missed_until_its_owner_says_so() -> Outcome {
        let folder = Folder::new("gone");
        let sound = folder.with(&["1"])?;
        fs::remove_file(folder.journal())?;
        for _ in 0..2 {
            let gone = refusal(folder.open());
            assert!(
                gone.contains("/j: has gone: it keeps all that counts") && gone.contains("delete the line"),
                "{gone}"
            );
            assert!(!folder.journal().exists());
        }
        for (left, words) in [("", "was emptied"), ("[\"torn", "has no whole line left")] {
            fs::write(folder.journal(), left)?;
            let refusal = refusal(folder.open());
            assert!(refusal.contains(&format!("/j: {words}; it keeps all that counts")), "{refusal}");
            assert_eq!(fs::read_to_string(folder.journal())?, left);
        }
        fs::write(folder.journal(), sound)?;
        assert_eq!(folder.open()?.1, ["1"]);
        // Follows the instructions of the refusal.
        fs::remove_file(folder.journal())?;
        let list = folder.0.join("fleet.journals");
        let left: Vec<String> =
            fs::read_to_string(&list)?.lines().filter(|line| *line != "j").map(str::to_owned).collect();
        fs::write(&list, left.join("\n") + "\n")?;
        assert_eq!(folder.open()?.1, [""; 0]);
        assert!(
            refusal({
                fs::remove_file(folder.journal())?;
                folder.open()
            })
            .contains("has gone")
        );
        Ok(())
    }

    #[test]
    fn keys_without_a_list_of_journals_are_of_a_fleet_that_lost_them() -> Outcome {
        let folder = Folder::new("keys");
        crate::ensure_keys(&folder.0, &[])?;
        folder.with(&["1"])?;
        let list = folder.0.join("fleet.journals");
        fs::remove_file(&list)?;
        let gone = refusal(folder.open());
        assert!(gone.contains("fleet.journals: has gone, but fleet.key") && gone.contains("begin anew"), "{gone}");
        fs::write(&list, "")?;
        assert!(refusal(folder.open()).contains("fleet.journals: was emptied or overwritten"));
        Ok(())
    }

    #[test]
    fn journal_belongs_to_one_at_a_time_and_to_its_owner() -> Outcome {
        let folder = Folder::new("owner");
        let (first, _) = folder.open()?;
        let second = refusal(folder.open());
        assert!(second.contains("another process uses it"), "{second}");
        drop(first);
        assert_eq!((mode(&folder.0)?, mode(&folder.journal())?), (0o700, 0o600));
        assert_eq!(mode(&folder.0.join("fleet.journals"))?, 0o600);
        fs::set_permissions(folder.journal(), fs::Permissions::from_mode(0o644))?;
        folder.open()?;
        assert_eq!(mode(&folder.journal())?, 0o600);
        Ok(())
    }

    #[test]
    fn a_journal_is_read_while_its_last_line_is_written() -> Outcome {
        let folder = Folder::new("read");
        let sound = folder.with(&["1", "2"])?;
        let read = |text: &str| read_journal::<String>("j", text);
        assert_eq!(read(&sound)?, ["1", "2"]);
        assert_eq!(read(&sound[..sound.len() - 1])?, ["1", "2"]);
        assert_eq!(read(&sound[..sound.len() - 2])?, ["1"]);
        assert_eq!(read("")?, [""; 0]);
        assert!(read(&sound.replace("\"1\"", "\"9\"")).is_err_and(|wrong| wrong.contains("line 2")));
        Ok(())
    }
}
