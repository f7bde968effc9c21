use std::{collections::BTreeMap, path::Path};

use r2r::surefleet::msg;
use surefleet_fleet::RobotId;
use surefleet_planner::{DecisionRecord, Head};
use surefleet_ros::NodeError;
use surefleet_site::{End, HEARD, Lines, RecordSeals};

/// Number of records kept for each robot, those with the highest numbers: their chain covers all earlier ones.
const KEPT: usize = 1000;

/// The monitor's list of robots' records as it heard them, kept for later audits.
///
/// The name, hash and seal of each record are in a file of their own, so that records that are later removed or
/// exchanged are noticed. No decision depends on it, so damage to it is reported and tolerated.
pub(super) struct Heads {
    lines: Lines,
    seals: RecordSeals,
    known: BTreeMap<RobotId, BTreeMap<u64, Head>>,
    /// Number of lines in the file.
    written: usize,
}

impl Heads {
    pub(super) fn open(state: &Path, seals: RecordSeals) -> Result<Self, NodeError> {
        let mut lines = Lines::open(state, HEARD)?;
        let mut known = BTreeMap::new();
        let (mut written, mut damaged, mut end) = (0, 0, End::Sound);
        for line in lines.read()? {
            let line = line?;
            end = End::of(&line);
            let Some(line) = End::strip(&line).unwrap_or(Some(&line)) else { break };
            written += 1;
            match serde_json::from_slice::<Head>(line) {
                Ok(head) => drop(note(&mut known, head)),
                Err(_) => damaged += 1,
            }
        }
        if damaged > 0 {
            tracing::warn!(
                file = HEARD,
                lines = damaged,
                "lines of what was heard of records were changed; surefleet replay names them"
            );
        }
        lines.settle(end)?;
        let mut heads = Self { lines, seals, known, written };
        heads.bound()?;
        Ok(heads)
    }

    /// Takes a planner's record; a record without its robot's seal or one that is already known is ignored.
    pub(super) fn hear(&mut self, message: &msg::DecisionRecord) -> Result<(), NodeError> {
        let Ok(record) = DecisionRecord::from_json(&message.json, 1) else { return Ok(()) };
        let head = Head::of(&record);
        if head.robot.as_str() != message.robot || self.seals.check(&head).is_err() {
            return Ok(());
        }
        self.keep(head)
    }

    fn keep(&mut self, head: Head) -> Result<(), NodeError> {
        let line = to_line(&head)?;
        if note(&mut self.known, head) {
            self.lines.append(&line)?;
            self.written += 1;
            self.bound()?;
        }
        Ok(())
    }

    /// Writes the file again once most of its lines are no longer needed.
    fn bound(&mut self) -> Result<(), NodeError> {
        if self.written <= 2 * KEPT * self.known.len().max(1) {
            return Ok(());
        }
        let lines: Vec<String> =
            self.known.values().flat_map(BTreeMap::values).map(to_line).collect::<Result<_, _>>()?;
        self.written = lines.len();
        Ok(self.lines.replace(&lines)?)
    }
}

/// Notes a head; returns whether it is new and to be kept. Of two records with one number the first counts, as for
/// auditors.
fn note(known: &mut BTreeMap<RobotId, BTreeMap<u64, Head>>, head: Head) -> bool {
    let heads = known.entry(head.robot.clone()).or_default();
    if let Some(first) = heads.get(&head.number) {
        if first.digest != head.digest {
            let (robot, number) = (&head.robot, head.number);
            tracing::warn!(%robot, number, "another record of this number was heard before: its chain began anew, or its key is used twice");
        }
        return false;
    }
    let is_full = heads.len() >= KEPT;
    if is_full && heads.first_key_value().is_some_and(|(lowest, _)| head.number < *lowest) {
        return false;
    }
    heads.insert(head.number, head);
    if is_full {
        heads.pop_first();
    }
    true
}

fn to_line(head: &Head) -> Result<String, NodeError> {
    serde_json::to_string(head).map_err(|error| NodeError::Refused(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use surefleet_fleet::{Digest, Stamp};
    use surefleet_identity::{Roster, SecretKey};

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("surefleet-heads-{name}-{}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        folder
    }

    fn open(state: &Path) -> Result<Heads, NodeError> {
        Heads::open(state, RecordSeals::of(Roster::new([]).signed(&SecretKey::from_seed(&[1; 32]))))
    }

    fn head(robot: &str, number: u64) -> Result<Head, surefleet_fleet::FleetError> {
        let digest = Digest::of([number.to_le_bytes().as_slice()]);
        Ok(Head { robot: RobotId::new(robot)?, number, decided_at: Stamp::from_nanos(number), digest, seal: None })
    }

    fn numbers(state: &Path, robot: &str) -> Result<Vec<u64>, Box<dyn std::error::Error>> {
        let text = fs::read_to_string(state.join(HEARD))?;
        let heads: Vec<Head> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        Ok(heads.into_iter().filter(|head| head.robot.as_str() == robot).map(|head| head.number).collect())
    }

    #[test]
    fn of_each_robot_the_last_records_are_kept_however_many_were_heard() -> Outcome {
        let state = folder("bounded");
        let kept = KEPT as u64;
        let mut heads = open(&state)?;
        for number in 1..=10 {
            heads.keep(head("robot_2", number)?)?;
        }
        for number in 1..=5 * kept {
            heads.keep(head("robot_1", number)?)?;
            heads.keep(head("robot_1", number)?)?;
        }
        // A chain that starts again removes no earlier head.
        heads.keep(Head { digest: Digest::of([]), ..head("robot_1", 1)? })?;
        drop(heads);
        let longest = 2 * 2 * KEPT;
        let written = numbers(&state, "robot_1")?;
        assert!(written.len() <= longest, "{}", written.len());
        assert!(written.ends_with(&(4 * kept + 1..=5 * kept).collect::<Vec<_>>()));
        assert!(numbers(&state, "robot_2")?.into_iter().eq(1..=10));
        let known = open(&state)?.known;
        assert_eq!(known.values().map(BTreeMap::len).collect::<Vec<_>>(), [KEPT, 10]);
        // A long file of an earlier version.
        let many = (1..=5 * kept).map(|number| Ok(to_line(&head("robot_1", number)?)? + "\n"));
        fs::write(state.join(HEARD), many.collect::<Result<String, Box<dyn std::error::Error>>>()?)?;
        open(&state)?;
        assert!(numbers(&state, "robot_1")?.into_iter().eq(4 * kept + 1..=5 * kept));
        fs::remove_dir_all(state)?;
        Ok(())
    }

    #[test]
    fn a_file_with_any_changed_bit_is_survived_and_added_to() -> Outcome {
        let state = folder("damaged");
        let mut heads = open(&state)?;
        for number in 1..=2 {
            heads.keep(head("robot_1", number)?)?;
        }
        drop(heads);
        let sound = fs::read(state.join(HEARD))?;
        for at in 0..sound.len() {
            for bit in [0, 5, 7] {
                let mut bytes = sound.clone();
                bytes[at] ^= 1 << bit;
                fs::write(state.join(HEARD), &bytes)?;
                let mut heads = open(&state)?;
                heads.keep(head("robot_1", 9)?)?;
                drop(heads);
                let mut text = fs::read(state.join(HEARD))?;
                assert!(text.starts_with(&bytes), "byte {at}, bit {bit}: nothing is cut");
                let last = to_line(&head("robot_1", 9)?)?;
                assert_eq!(text.split_off(text.len() - last.len() - 2), format!("\n{last}\n").into_bytes());
            }
        }
        fs::remove_dir_all(state)?;
        Ok(())
    }
}
