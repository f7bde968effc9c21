//! The help desk's memory on disk: every request with all its parts, and the audit log.

mod chain;
#[cfg(test)]
mod tests;

use std::{
    fs::{File, OpenOptions},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use surefleet_fleet::Digest;
use surefleet_help::{Enclosure, Event, RequestId, Score};
use surefleet_site::{Roll, SiteError, lock_alone, open_private};

use self::chain::{digest_of, seal_event, seal_request, verify};

/// One table row per request and one per event; events are only ever added. docs/help_desk.md has the columns and
/// queries for people.
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS requests (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        robot TEXT NOT NULL,
        mission TEXT NOT NULL,
        step INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        question_kind TEXT NOT NULL,
        question TEXT NOT NULL,
        mission_text TEXT NOT NULL,
        prompt TEXT NOT NULL,
        threshold REAL,
        picture_format TEXT NOT NULL,
        picture BLOB NOT NULL,
        pose TEXT,
        ended INTEGER,
        team TEXT NOT NULL DEFAULT '[]',
        world TEXT NOT NULL DEFAULT '[]',
        digest TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS requests_by_end ON requests (ended);
    CREATE TABLE IF NOT EXISTS events (
        number INTEGER PRIMARY KEY,
        at_ns INTEGER NOT NULL,
        request TEXT NOT NULL REFERENCES requests (id),
        kind TEXT NOT NULL,
        operator TEXT,
        content TEXT NOT NULL,
        checksum TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS events_by_request ON events (request);
";
/// `PRAGMA user_version` of this schema.
const VERSION: i64 = 5;
const NAME: &str = "help_desk.sqlite";
const HOLDS: &str = "the questions that are open, and every answer that was given";

/// The file `help_desk.sqlite`: an event is stored before it is announced. One process writes it, anybody may read it.
///
/// Every change is one transaction, forced to disk: it survives a kill at any point, and a power cut. An event's
/// checksum covers the event, the request that it makes, and the previous event. A changed or removed row is thus found
/// at the next start.
pub(super) struct Store {
    path: PathBuf,
    connection: Connection,
    /// Checksum of the newest event.
    last: Digest,
    /// Held while the store is open; readers may still open the database itself.
    _lock: File,
}

impl Store {
    /// Opens the store in this folder; creates it if missing.
    ///
    /// # Errors
    /// A folder or file that cannot be used, or that another desk uses; a file of another build; a file that was
    /// removed or changed.
    pub fn open(folder: &Path) -> Result<Self, SiteError> {
        let mut roll = Roll::of(folder)?;
        roll.require(folder, NAME, HOLDS)?;
        let path = folder.join(NAME);
        let lock = lock(&folder.join("help_desk.lock"), &path)?;
        // SQLite gives its other files the mode of this one.
        open_private(OpenOptions::new().create(true).append(true), &path).map_err(SiteError::file(&path))?;
        let wrong = |error: rusqlite::Error| unusable(&path, &error);
        let connection = Connection::open(&path).map_err(wrong)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(wrong)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(wrong)?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(wrong)?;
        let refuse = |wrong: String| SiteError::Content { path: path.clone(), wrong };
        if ![0, VERSION].contains(&version) {
            let mend = roll.mend(NAME, HOLDS);
            return Err(refuse(format!(
                "schema {version}, but this build writes {VERSION}: start the build that wrote it; {mend}"
            )));
        }
        if version == 0 && roll.names(NAME) {
            return Err(refuse(format!("was emptied; {}", roll.mend(NAME, HOLDS))));
        }
        connection.execute_batch(SCHEMA).map_err(wrong)?;
        connection.pragma_update(None, "user_version", VERSION).map_err(wrong)?;
        let last = verify(&connection).map_err(wrong)?;
        let last = last.map_err(|wrong| refuse(format!("{wrong}; {}", roll.mend(NAME, HOLDS))))?;
        roll.enter(NAME)?;
        Ok(Self { connection, last, _lock: lock, path })
    }

    /// Stores all of these events, or none.
    ///
    /// # Errors
    /// A full disk, for example: then the events must not be announced.
    pub fn append(&mut self, events: &[Event]) -> Result<(), SiteError> {
        let Self { path, connection, last, .. } = self;
        let mut sum = *last;
        let wrong = |error| unusable(path, &error);
        let transaction = connection.transaction().map_err(wrong)?;
        for event in events {
            let id = event.request();
            if let Event::Requested { request, enclosure, .. } = event {
                let Enclosure { mission_text, team, world, prompt, threshold, picture: (format, picture), pose } =
                    &**enclosure;
                let pose = pose.as_ref().map(|pose| to_json(pose, path)).transpose()?;
                let row = params![
                    id.as_str(),
                    request.key,
                    request.robot.as_str(),
                    request.mission.to_string(),
                    request.step.get(),
                    request.attempt.0,
                    request.kind.to_string(),
                    request.question,
                    mission_text,
                    prompt,
                    threshold.get(),
                    format,
                    picture,
                    pose,
                    to_json(team, path)?,
                    to_json(world, path)?,
                ];
                transaction
                    .prepare_cached(
                        "INSERT INTO requests VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,NULL,?15,?16,'')",
                    )
                    .and_then(|mut insert| insert.execute(row))
                    .and_then(|_| seal_request(&transaction, id.as_str()))
                    .map_err(wrong)?;
            }
            let at_ns = i64::try_from(event.at().as_nanos()).unwrap_or(i64::MAX);
            let row = params![at_ns, id.as_str(), event.kind(), event.operator(), to_json(event, path)?];
            sum = transaction
                .prepare_cached(
                    "INSERT INTO events (at_ns, request, kind, operator, content, checksum) VALUES (?1,?2,?3,?4,?5,'')",
                )
                .and_then(|mut insert| insert.execute(row))
                .and_then(|_| seal_event(&transaction, &sum))
                .map_err(wrong)?;
            if matches!(event, Event::Ended { .. }) {
                transaction
                    .prepare_cached("UPDATE requests SET ended = last_insert_rowid() WHERE id = ?1")
                    .and_then(|mut update| update.execute([id.as_str()]))
                    .map_err(wrong)?;
            }
        }
        transaction.commit().map_err(wrong)?;
        *last = sum;
        Ok(())
    }

    /// The events that a desk is restored from: all events of open requests and of the `kept` requests that ended last,
    /// and only the ends of the others.
    ///
    /// # Errors
    /// A file that cannot be read, or an event in an unknown form.
    pub fn events(&self, kept: usize) -> Result<Vec<Event>, SiteError> {
        let oldest: i64 = self
            .connection
            .query_row(
                "SELECT ended FROM requests WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT 1 OFFSET ?1",
                [i64::try_from(kept).unwrap_or(i64::MAX).saturating_sub(1)],
                |row| row.get(0),
            )
            .optional()
            .map_err(|error| unusable(&self.path, &error))?
            .unwrap_or(0);
        self.read(
            "SELECT number, content FROM events JOIN requests ON request = id
             WHERE kind NOT IN ('shown', 'refused') AND (ended IS NULL OR ended >= ?1 OR number = ended) ORDER BY number",
            params![oldest],
        )
    }

    /// All events of one request that the desk's state is built from, oldest first; empty: there is no such request.
    ///
    /// # Errors
    /// Those of [`events`](Self::events).
    pub fn events_of(&self, id: &RequestId) -> Result<Vec<Event>, SiteError> {
        self.read(
            "SELECT number, content FROM events WHERE request = ?1 AND kind NOT IN ('shown', 'refused') ORDER BY number",
            params![id.as_str()],
        )
    }

    /// The data that people are shown beside a request; `None`: there is no such request.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn enclosure_of(&self, id: &RequestId) -> Result<Option<Enclosure>, SiteError> {
        let found = self.connection.prepare_cached("SELECT * FROM requests WHERE id = ?1").and_then(|mut select| {
            let row = |row: &rusqlite::Row| {
                let json: (Option<String>, String, String) = (row.get("pose")?, row.get("team")?, row.get("world")?);
                let enclosure = Enclosure {
                    mission_text: row.get("mission_text")?,
                    prompt: row.get("prompt")?,
                    // SQLite stores NaN as NULL.
                    threshold: Score::new(row.get::<_, Option<f64>>("threshold")?.unwrap_or(f64::NAN)),
                    picture: (row.get("picture_format")?, row.get("picture")?),
                    ..Enclosure::default()
                };
                let is_sound = digest_of(row)?.to_string() == row.get::<_, String>("digest")?;
                Ok((enclosure, json, is_sound))
            };
            select.query_row([id.as_str()], row).optional()
        });
        let found = found.map_err(|error| unusable(&self.path, &error))?;
        let Some((enclosure, (pose, team, world), is_sound)) = found else { return Ok(None) };
        if !is_sound {
            let wrong = format!("request {id} was changed after it was kept: put the file back from a copy");
            return Err(SiteError::Content { path: self.path.clone(), wrong });
        }
        let strange = |what: &str, error| self.strange(&format!("the {what} of request {id}: {error}"));
        let pose = pose.map(|pose| serde_json::from_str(&pose)).transpose().map_err(|error| strange("pose", error))?;
        let team = serde_json::from_str(&team).map_err(|error| strange("team", error))?;
        let world = serde_json::from_str(&world).map_err(|error| strange("world", error))?;
        Ok(Some(Enclosure { pose, team, world, ..enclosure }))
    }

    /// Size of the file, in bytes.
    ///
    /// # Errors
    /// The file is missing.
    pub fn size(&self) -> Result<u64, SiteError> {
        std::fs::metadata(&self.path).map(|file| file.len()).map_err(SiteError::file(&self.path))
    }

    fn strange(&self, what: &str) -> SiteError {
        let wrong = format!("{what}; start the build that wrote it");
        SiteError::Content { path: self.path.clone(), wrong }
    }

    fn read(&self, sql: &str, parameters: impl rusqlite::Params) -> Result<Vec<Event>, SiteError> {
        let rows = self.connection.prepare_cached(sql).and_then(|mut select| {
            let rows = select.query_map(parameters, |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
            rows.collect::<Result<Vec<_>, _>>()
        });
        let rows = rows.map_err(|error| unusable(&self.path, &error))?;
        let event = |(number, content): (i64, String)| {
            serde_json::from_str(&content).map_err(|error| self.strange(&format!("event {number}: {error}")))
        };
        rows.into_iter().map(event).collect()
    }
}

fn to_json(value: &impl serde::Serialize, path: &Path) -> Result<String, SiteError> {
    serde_json::to_string(value).map_err(|error| SiteError::Content { path: path.to_owned(), wrong: error.to_string() })
}

/// Allows one desk at a time: two desks would both answer.
fn lock(path: &Path, database: &Path) -> Result<File, SiteError> {
    let file = open_private(OpenOptions::new().create(true).append(true), path).map_err(SiteError::file(path))?;
    if lock_alone(&file).map_err(SiteError::file(path))? {
        return Ok(file);
    }
    let wrong = "another process uses it: stop that help desk first, since two would both answer".to_owned();
    Err(SiteError::Content { path: database.to_owned(), wrong })
}

fn unusable(path: &Path, error: &rusqlite::Error) -> SiteError {
    let mend = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            "the disk is full: make room, and start the help desk again; what it had accepted is kept"
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program writes to it: end that one, and start the help desk again; readers do no harm"
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            "keep a copy, and repair it with the command .recover of sqlite3; without the file every open request is lost"
        }
        _ => "the folder and the file must be the help desk's to write",
    };
    SiteError::Content { path: path.to_owned(), wrong: format!("{error}; {mend}") }
}
