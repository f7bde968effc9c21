//! What ties the rows of the help desk's store together, so that none can be changed, removed or moved unseen.

use rusqlite::Connection;
use surefleet_fleet::Digest;
use surefleet_help::RequestId;

use super::NAME;

/// What belongs to a request, as it is kept.
pub(super) struct Row<'a> {
    pub mission_text: &'a str,
    pub prompt: &'a str,
    pub threshold: Option<f64>,
    pub picture: (&'a str, &'a [u8]),
    pub pose: Option<&'a str>,
    pub team: &'a str,
    pub world: &'a str,
}

impl Row<'_> {
    pub fn digest(&self, id: &RequestId) -> Digest {
        let threshold = self.threshold.map(f64::to_bits);
        Digest::of([
            id.as_str().as_bytes(),
            self.mission_text.as_bytes(),
            self.prompt.as_bytes(),
            threshold.unwrap_or(f64::NAN.to_bits()).to_le_bytes().as_slice(),
            self.picture.0.as_bytes(),
            self.picture.1,
            self.pose.unwrap_or_default().as_bytes(),
            self.team.as_bytes(),
            self.world.as_bytes(),
        ])
    }
}

/// What an event's row says: when, of which request, its kind, who, and the event itself.
pub(super) type Said<'a> = (i64, &'a str, &'a str, Option<&'a str>, &'a str);

/// The checksum of an event after another; `digest`: of what belongs to the request that it makes.
pub(super) fn checksum(
    last: &Digest,
    (at_ns, request, kind, operator, content): Said<'_>,
    digest: Option<&str>,
) -> Digest {
    Digest::of([
        last.as_bytes().as_slice(),
        at_ns.to_le_bytes().as_slice(),
        request.as_bytes(),
        kind.as_bytes(),
        operator.unwrap_or_default().as_bytes(),
        content.as_bytes(),
        digest.unwrap_or_default().as_bytes(),
    ])
}

/// Reads all events over, and returns the checksum of the newest one; or what is not as it was written.
pub(super) fn verify(connection: &Connection) -> rusqlite::Result<Result<Digest, String>> {
    let sound: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if sound != "ok" {
        return Ok(Err(format!("is damaged ({sound})")));
    }
    // By its number an event's place in the order is known.
    let sql = "SELECT number, at_ns, request, kind, operator, content, checksum, digest
               FROM events LEFT JOIN requests ON request = id ORDER BY number";
    let mut last = Digest::of([NAME.as_bytes()]);
    let mut select = connection.prepare(sql)?;
    let mut rows = select.query([])?;
    let mut expected = 0;
    while let Some(row) = rows.next()? {
        expected += 1;
        let number: i64 = row.get(0)?;
        let text = |index| row.get::<_, Option<String>>(index);
        let (request, kind, operator, content) = (text(2)?, text(3)?, text(4)?, text(5)?);
        let (request, kind) = (request.unwrap_or_default(), kind.unwrap_or_default());
        let digest = text(7)?.filter(|_| kind == "requested");
        let said =
            (row.get(1)?, request.as_str(), kind.as_str(), operator.as_deref(), content.as_deref().unwrap_or_default());
        last = checksum(&last, said, digest.as_deref());
        if number != expected || text(6)? != Some(last.to_string()) {
            return Ok(Err(format!(
                "event {number} does not follow from the events before it: it or they were changed or removed"
            )));
        }
    }
    // Whether a request is open is looked up by it.
    let strays: i64 = connection.query_row(
        "SELECT count(*) FROM requests WHERE ended IS NOT (SELECT number FROM events WHERE request = id AND kind IN ('answered', 'expired', 'withdrawn'))
         OR NOT EXISTS (SELECT 1 FROM events WHERE request = id AND kind = 'requested')",
        [],
        |row| row.get(0),
    )?;
    Ok(if strays == 0 { Ok(last) } else { Err(format!("{strays} requests are not as their events say")) })
}
