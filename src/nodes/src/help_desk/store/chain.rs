//! Checksums that link the rows of the help desk's store, so that a row that is changed, removed or moved is noticed.

use std::borrow::Cow;

use rusqlite::{Connection, Row, types::ValueRef};
use surefleet_fleet::Digest;

use super::NAME;

/// The digest of a request: its whole row except its end, which is one of the events.
pub(super) fn digest_of(request: &Row<'_>) -> rusqlite::Result<Digest> {
    digest_without(&["ended", "digest"], request)
}

/// Stores the digest of a request that was just added.
pub(super) fn seal_request(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let select = "SELECT * FROM requests WHERE id = ?1";
    let digest = connection.prepare_cached(select)?.query_row([id], digest_of)?.to_string();
    connection.prepare_cached("UPDATE requests SET digest = ?2 WHERE id = ?1")?.execute([id, &digest])?;
    Ok(())
}

/// Links the event that was just added to the previous one, and returns its checksum.
pub(super) fn seal_event(connection: &Connection, last: &Digest) -> rusqlite::Result<Digest> {
    let number = connection.last_insert_rowid();
    let select = format!("{EVENTS} WHERE number = ?1");
    let sum = connection.prepare_cached(&select)?.query_row([number], |event| checksum(last, event))?;
    let mut update = connection.prepare_cached("UPDATE events SET checksum = ?2 WHERE number = ?1")?;
    update.execute((number, sum.to_string()))?;
    Ok(sum)
}

/// Events, each with the digest of its request.
const EVENTS: &str = "SELECT events.*, digest FROM events LEFT JOIN requests ON request = id";

/// The checksum of an event after the previous one; the event that makes a request also covers the request.
fn checksum(last: &Digest, event: &Row<'_>) -> rusqlite::Result<Digest> {
    let own = digest_without(&["checksum", "digest"], event)?;
    let is_first = event.get::<_, String>("kind")? == "requested";
    let request = event.get::<_, Option<String>>("digest")?.filter(|_| is_first).unwrap_or_default();
    Ok(Digest::of([last.as_bytes().as_slice(), own.as_bytes(), request.as_bytes()]))
}

/// The digest of all columns of a row except these, no matter which columns there are.
fn digest_without(left_out: &[&str], row: &Row<'_>) -> rusqlite::Result<Digest> {
    let mut parts: Vec<Cow<'_, [u8]>> = Vec::new();
    let names = row.as_ref().column_names();
    for (index, name) in names.into_iter().enumerate().filter(|(_, name)| !left_out.contains(name)) {
        let (kind, value) = match row.get_ref(index)? {
            ValueRef::Null => ("null", Cow::default()),
            ValueRef::Integer(number) => ("integer", Cow::from(number.to_le_bytes().to_vec())),
            ValueRef::Real(number) => ("real", Cow::from(number.to_le_bytes().to_vec())),
            ValueRef::Text(text) => ("text", Cow::from(text)),
            ValueRef::Blob(bytes) => ("blob", Cow::from(bytes)),
        };
        parts.extend([name.as_bytes().to_vec().into(), kind.as_bytes().into(), value]);
    }
    Ok(Digest::of(parts.iter().map(AsRef::as_ref)))
}

/// Reads all rows, and returns the checksum of the newest event, or the first difference from what was written.
pub(super) fn verify(connection: &Connection) -> rusqlite::Result<Result<Digest, String>> {
    let sound: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        return Ok(Err(format!("is damaged ({sound})")));
    }
    let mut last = Digest::of([NAME.as_bytes()]);
    let mut select = connection.prepare(&format!("{EVENTS} ORDER BY number"))?;
    let mut events = select.query([])?;
    let mut expected = 0;
    while let Some(event) = events.next()? {
        expected += 1;
        let number: i64 = event.get("number")?;
        last = checksum(&last, event)?;
        // An event's number fixes its place in the order.
        if number != expected || event.get::<_, String>("checksum")? != last.to_string() {
            return Ok(Err(format!(
                "event {number} does not follow from the events before it: it or they were changed or removed"
            )));
        }
    }
    if let Some(id) = changed_request(connection)? {
        return Ok(Err(format!("request {id} was changed after it was kept")));
    }
    // The desk uses this column to see whether a request is open.
    let strays: i64 = connection.query_row(
        "SELECT count(*) FROM requests WHERE ended IS NOT (SELECT number FROM events WHERE request = id AND kind IN ('answered', 'expired', 'withdrawn'))
         OR NOT EXISTS (SELECT 1 FROM events WHERE request = id AND kind = 'requested')",
        [],
        |row| row.get(0),
    )?;
    Ok(if strays == 0 { Ok(last) } else { Err(format!("{strays} requests are not as their events say")) })
}

/// A request that does not match its digest.
fn changed_request(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let mut select = connection.prepare("SELECT * FROM requests")?;
    let mut requests = select.query([])?;
    while let Some(request) = requests.next()? {
        if request.get::<_, String>("digest")? != digest_of(request)?.to_string() {
            return request.get("id").map(Some);
        }
    }
    Ok(None)
}
