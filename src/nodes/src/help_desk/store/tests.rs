use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, SafeDefault, Stamp, StepIndex};
use surefleet_help::{Account, Ending, OfferedOption, OptionId, Pose, QuestionKind, Reply, Request};

use super::*;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn folder(name: &str) -> std::io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("surefleet-store-{name}-{}", std::process::id()));
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    Ok(folder)
}

fn enclosure() -> Enclosure {
    Enclosure {
        mission_text: "Put the apple away.".into(),
        team: vec![RobotId::new("robot_1").expect("a good name")],
        world: vec!["On the table: apple 1".into()],
        prompt: "What now?".into(),
        threshold: Score::new(f64::NEG_INFINITY),
        picture: ("png".into(), vec![0, 255, 7]),
        pose: Some(Pose { frame: "map".into(), position_m: [0.1, -2.0, 0.0], orientation: [0.0, 0.0, 0.6, 0.8] }),
    }
}

/// The events of a request: asked, claimed, answered.
fn life(number: u32) -> Result<[Event; 3], Box<dyn std::error::Error>> {
    let robot = RobotId::new("robot_1")?;
    let option = |id, score| OfferedOption {
        id: OptionId::new(id),
        decision: Some(Decision::new(id + 2)),
        text: "go".into(),
        score: Score::new(score),
        in_set: true,
        refusal: None,
        lasting: id == 1,
    };
    let request = Request {
        key: format!("question {number}"),
        robot: robot.clone(),
        mission: MissionId::new([number as u8; 16]),
        step: StepIndex::FIRST,
        attempt: Attempt(number),
        kind: QuestionKind::Decision,
        question: "What?".into(),
        options: vec![option(1, -0.25), option(2, f64::NAN)],
        deadline: None,
        default: SafeDefault::Hold,
        priority: 3,
    };
    let (id, at) = (RequestId::of_key(&request.key), Stamp::from_nanos(u64::from(number)));
    let ending =
        Ending::Answered { reply: Reply::Option(OptionId::new(1)), text: String::new(), operator: "Ada".into() };
    let account = Account { robot, waited: std::time::Duration::from_nanos(5), worked: None, agreed: true };
    Ok([
        Event::Requested { at, request: Box::new(request), enclosure: Box::new(enclosure()) },
        Event::Claimed { at, id: id.clone(), operator: "Ada".into(), until: at },
        Event::Ended { at, id, ending, account },
    ])
}

/// The event as the store returns it: the data shown beside a request is read separately.
fn without_enclosure(event: &Event) -> Event {
    match event.clone() {
        Event::Requested { at, request, .. } => Event::Requested { at, request, enclosure: Box::default() },
        other => other,
    }
}

#[test]
fn what_was_kept_comes_back_and_of_what_is_forgotten_the_end() -> Outcome {
    let folder = folder("kept")?;
    let lives = [life(1)?, life(2)?, life(3)?];
    let mut store = Store::open(&folder)?;
    let id = lives[1][0].request();
    let shown = Event::Shown { at: Stamp::ZERO, id: id.clone(), operator: "Bob".into() };
    // The third request stays open.
    let all: Vec<Event> = lives.iter().flatten().take(8).cloned().collect();
    store.append(&all[..4])?;
    store.append(std::slice::from_ref(&shown))?;
    store.append(&all[4..])?;
    drop(store);

    let store = Store::open(&folder)?;
    let plain: Vec<Event> = all.iter().map(without_enclosure).collect();
    assert_eq!(store.events(2)?, plain);
    assert_eq!(store.events(1)?, plain[2..], "of the first one its end alone");
    assert_eq!(store.events_of(&id)?, plain[3..6]);
    assert_eq!(store.enclosure_of(&id)?, Some(enclosure()));
    let (known, unknown) = (RequestId::of_key("question 9"), store.enclosure_of(&RequestId::of_key("question 9"))?);
    assert_eq!((store.events_of(&known)?, unknown), (vec![], None));
    let looked: String =
        store.connection.query_row("SELECT operator FROM events WHERE kind = 'shown'", [], |row| row.get(0))?;
    assert_eq!(looked, "Bob", "the audit log keeps who looked");
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

#[test]
fn a_file_that_is_no_store_is_left_alone_with_the_mend() -> Outcome {
    let folder = folder("strange")?;
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("help_desk.sqlite"), "Dear diary, today I answered a robot. ".repeat(40))?;
    let error = Store::open(&folder).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("help_desk.sqlite") && error.contains("keep a copy"), "{error}");
    assert!(std::fs::read_to_string(folder.join("help_desk.sqlite"))?.starts_with("Dear diary"));
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// Why the store is refused after this change to its content.
fn refusal_after(name: &str, change: &str) -> Result<String, Box<dyn std::error::Error>> {
    let folder = folder(name)?;
    let mut store = Store::open(&folder)?;
    for number in 1..=3 {
        store.append(&life(number)?)?;
    }
    store.append(&life(4)?[..2])?;
    drop(store);
    Store::open(&folder)?.connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {change}"))?;
    let refusal = Store::open(&folder).err().map(|error| error.to_string());
    std::fs::remove_dir_all(folder)?;
    Ok(refusal.unwrap_or_default())
}

#[test]
fn whatever_was_changed_or_removed_is_found() -> Outcome {
    for (name, change, words) in [
        ("sound", "SELECT 1", ""),
        ("content", "UPDATE events SET content = replace(content, 'Ada', 'Eve') WHERE number = 3", "event 3 does not"),
        ("operator", "UPDATE events SET operator = 'Eve' WHERE number = 6", "event 6 does not"),
        ("removed", "DELETE FROM events WHERE number = 5", "event 6 does not"),
        ("first", "DELETE FROM events WHERE number = 1", "event 2 does not"),
        ("swapped", "UPDATE events SET number = 99 WHERE number = 2", "event 3 does not"),
        ("request", "DELETE FROM requests WHERE step = 1 AND attempt = 2", "event 4 does not"),
        ("digest", "UPDATE requests SET digest = '' WHERE attempt = 2", "event 4 does not"),
        ("closed", "UPDATE requests SET ended = 1 WHERE attempt = 4", "1 requests are not"),
        ("opened", "UPDATE requests SET ended = NULL WHERE attempt = 2", "1 requests are not"),
        ("asker", "UPDATE requests SET robot = 'robot_9' WHERE attempt = 1", "was changed after it was kept; it keeps"),
        ("dropped", "DROP TABLE events", "requests are not"),
        ("emptied", "DROP TABLE events; DROP TABLE requests; PRAGMA user_version = 0", "was emptied; it keeps"),
        ("older", "PRAGMA user_version = 2", "schema 2"),
    ] {
        let refusal = refusal_after(name, change)?;
        assert!(refusal.contains(words) && refusal.is_empty() == words.is_empty(), "{name}: {refusal}");
    }
    Ok(())
}

#[test]
fn a_change_to_any_column_of_any_table_is_found() -> Outcome {
    let folder = folder("columns")?;
    let mut store = Store::open(&folder)?;
    for number in 1..=3 {
        store.append(&life(number)?)?;
    }
    drop(store);
    let file = folder.join(NAME);
    let sound = std::fs::read(&file)?;
    let is_refused = |change: &str| -> Result<bool, Box<dyn std::error::Error>> {
        std::fs::write(&file, &sound)?;
        let connection = Connection::open(&file)?;
        connection.pragma_update(None, "foreign_keys", "OFF")?;
        assert_eq!(connection.execute(change, [])?, 1, "{change}");
        drop(connection);
        Ok(Store::open(&folder).is_err())
    };
    let connection = Connection::open(&file)?;
    let columns = "SELECT t.name, c.name, c.type, c.\"notnull\" FROM sqlite_schema t, pragma_table_info(t.name) c
                   WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";
    let columns: Vec<(String, String, String, bool)> = connection
        .prepare(columns)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<_, _>>()?;
    drop(connection);
    assert!(["requests", "events"].iter().all(|table| columns.iter().any(|(it, ..)| it == table)));
    for (table, column, kind, is_never_null) in columns {
        let changed = match kind.as_str() {
            "TEXT" => format!("coalesce({column}, '') || 'x'"),
            "INTEGER" => format!("coalesce({column}, 0) + 1000"),
            "REAL" => "0.5".to_owned(),
            "BLOB" => "x'00'".to_owned(),
            other => return Err(format!("{table}.{column} is of another type: {other}").into()),
        };
        // Of the first three events, one makes its request, one claims it and one ends it.
        for row in 1..=3 {
            let update = format!("UPDATE {table} SET {column} = {changed} WHERE rowid = {row}");
            assert!(is_refused(&update)?, "{update}");
        }
        if !is_never_null && column != "number" && column != "id" {
            let update = format!("UPDATE {table} SET {column} = NULL WHERE rowid = 3");
            assert!(is_refused(&update)?, "{update}");
        }
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

#[test]
fn what_is_changed_while_the_desk_runs_is_not_shown() -> Outcome {
    let folder = folder("meanwhile")?;
    let mut store = Store::open(&folder)?;
    store.append(&life(1)?)?;
    let other = Connection::open(folder.join(NAME))?;
    other.execute("UPDATE requests SET picture = x'00'", [])?;
    let refusal = store.enclosure_of(&RequestId::of_key("question 1")).err().map(|error| error.to_string());
    assert!(refusal.is_some_and(|refusal| refusal.contains("was changed after it was kept")));
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

#[test]
fn a_file_that_has_gone_is_missed() -> Outcome {
    let folder = folder("gone")?;
    Store::open(&folder)?;
    std::fs::remove_file(folder.join(NAME))?;
    let refusal = Store::open(&folder).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refusal.contains("help_desk.sqlite: has gone: it keeps the questions"), "{refusal}");
    assert!(!folder.join(NAME).exists());
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

#[test]
fn of_a_batch_that_cannot_be_kept_whole_nothing_is_kept() -> Outcome {
    let folder = folder("whole")?;
    let mut store = Store::open(&folder)?;
    let [asked, claimed, _] = life(1)?;
    let refused = store.append(&[asked.clone(), claimed, asked]).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|error| error.contains("help_desk.sqlite") && error.contains("UNIQUE")));
    assert_eq!(store.events(10)?, []);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

#[test]
fn a_store_belongs_to_one_desk_at_a_time_and_to_builds_that_know_it() -> Outcome {
    let folder = folder("owner")?;
    let first = Store::open(&folder)?;
    let second = Store::open(&folder).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(second.contains("another process uses it"), "{second}");
    first.connection.pragma_update(None, "user_version", 9)?;
    drop(first);
    let newer = Store::open(&folder).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(newer.contains("schema 9"), "{newer}");
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
