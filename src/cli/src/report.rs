//! `surefleet report`: writes a fleet's decision records as one page that opens from disk.

mod course;
mod decision;
mod looks;
mod page;
mod scale;
mod story;
mod table;
mod timeline;

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
pub use looks::{Seen, in_words};
pub use page::{Heading, document, page};
use surefleet_fleet::MissionId;
use surefleet_mission::Transport;
use surefleet_planner::DecisionRecord;
use surefleet_records::{Chronicle, FoundRecords, find};
use surefleet_site::FleetFile;

use crate::place::Place;

/// Arguments of `surefleet report`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A fleet's name or file: the newest records that `up` or `demo` left of it in out/. Or a state folder, or a file
    /// of JSON lines as a planner or a demo writes it.
    records: String,
    /// The page, one HTML file that needs no network; default: `out/<fleet>/report.html`, or report.html beside the
    /// records.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Folder of the fleet's public keys, fleet.pub and fleet.roster; none: the state folder of the records.
    #[arg(long)]
    keys: Option<PathBuf>,
    /// Show at most this many missions, the last ones; 0: all.
    #[arg(long, default_value_t = 10)]
    last: usize,
    /// The mission in words, which the records do not contain; it becomes the title.
    #[arg(long)]
    mission: Option<String>,
    /// How the mission ended, in words.
    #[arg(long)]
    outcome: Option<String>,
}

/// Writes the page.
///
/// # Errors
/// No records, a file that cannot be read or written, or a line that is not a record of a robot's decision: the error
/// names its number and field.
pub fn run(arguments: Arguments, place: &Place) -> Result<()> {
    let FoundRecords { mut records, state, fleet } = find(&arguments.records, arguments.keys.as_deref(), &place.out)?;
    let domain = fleet.as_deref().map(|fleet| domain(fleet, place)).transpose()?.flatten();
    let chronicle = match &state {
        Some(state) => Chronicle::read(state, domain)?.beside(&records),
        None => Chronicle::default(),
    };
    keep_last(&mut records, arguments.last);
    let page = page(&records, &Heading { mission: arguments.mission, outcome: arguments.outcome }, &[], &chronicle);
    let out = arguments.out.or_else(|| Some(state?.parent()?.join("report.html")));
    let out = out.unwrap_or_else(|| PathBuf::from("report.html"));
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    std::fs::write(&out, page).with_context(|| format!("cannot write {}", out.display()))?;
    println!("{} decisions: {}", records.len(), out.display());
    Ok(())
}

/// Keeps the records of the missions that began last; the records are in the order in which they were made.
fn keep_last(records: &mut Vec<DecisionRecord>, missions: usize) {
    let mut last: Vec<MissionId> = Vec::new();
    for record in records.iter().rev() {
        if !last.contains(&record.key.mission) {
            last.push(record.key.mission);
        }
    }
    if missions > 0 && last.len() > missions {
        println!("the last {missions} of {} missions (--last 0: all)", last.len());
        last.truncate(missions);
        records.retain(|record| last.contains(&record.key.mission));
    }
}

/// The deliveries that give what a fleet's robots saw its meaning; `None` at a site that is about more.
fn domain(fleet: &str, place: &Place) -> Result<Option<Arc<Transport>>> {
    let file = FleetFile::read(&FleetFile::find(fleet, &place.share)?)?;
    Ok(Transport::of(&file.read_domain()?).ok().map(Arc::new))
}

#[cfg(test)]
mod tests {
    use surefleet_perception::ActionOutcome;
    use surefleet_records::fixture::{record, write_keys};
    use surefleet_safety::MonitorEntry;
    use surefleet_site::{Journal, MONITOR_JOURNAL};

    use super::{looks::fixture::seen, *};

    const SURE: [f64; 4] = [0.9, 0.05, 0.03, 0.02];
    const UNSURE: [f64; 4] = [0.4, 0.3, 0.25, 0.05];
    const LOST: [f64; 4] = [0.19, 0.19, 0.19, 0.19];

    fn story() -> Vec<DecisionRecord> {
        vec![
            record(1, 0, "robot_1", SURE, None),
            record(1, 0, "robot_2", UNSURE, Some(1)),
            record(2, 0, "robot_1", SURE, None),
            record(2, 1, "robot_1", UNSURE, Some(0)),
            record(2, 1, "robot_2", LOST, None),
        ]
    }

    fn count(page: &str, part: &str) -> usize {
        page.matches(part).count()
    }

    #[test]
    fn every_record_has_its_cell_its_card_and_its_row() {
        let page = page(&story(), &Heading::default(), &[], &Chronicle::default());
        for number in 1..=5 {
            assert_eq!(count(&page, &format!("id=\"d{number}\"")), 1, "{number}");
            // The first of two questions between two allowed options also appears above all decisions.
            let links = if number == 2 { 3 } else { 2 };
            assert_eq!(count(&page, &format!("href=\"#d{number}\"")), links, "{number}");
        }
        assert_eq!(count(&page, "<article"), 6);
        let first = page.find("<article").expect("a card");
        assert!(
            page.find("In step 1, robot_2 could not tell which of 2 allowed options").is_some_and(|told| told < first)
        );
        // Two robots in two steps: one column per step and the robots' names.
        assert_eq!(count(&page, "<th scope=\"row\">"), 2);
        assert_eq!(count(&page, "class=\"cell alone\""), 1);
        assert_eq!(count(&page, "class=\"cell alone superseded\""), 1);
        assert_eq!(count(&page, "class=\"cell asked\""), 2);
        assert_eq!(count(&page, "class=\"cell stayed idle\""), 1);
    }

    #[test]
    fn sets_thresholds_answers_and_refusals_are_told() {
        let page = page(&story(), &Heading::default(), &[], &Chronicle::default());
        // UNSURE: three members, one of them refused; the person chose the second.
        assert_eq!(count(&page, "set of 3 of 4 · p ≥ 0.200 (alpha 1/10)"), 3);
        assert_eq!(count(&page, "class=\"bar member refused\""), 3);
        assert_eq!(count(&page, "<li>robot_2 cannot open drawer 1: it is not at drawer 1</li>"), 2);
        assert!(page.contains("operator &lt;one&gt; chose “grab apple 1”"));
        assert!(page.contains("set of 0 of 4") && page.contains("nobody answered in time"));
        // All bars share one axis from 0 to 1.
        assert!(page.contains("--t:20.00%"), "the threshold's place");
        assert!(page.contains("Simulated scorer"));
    }

    #[test]
    fn page_needs_no_network_and_no_script_and_shows_foreign_words_as_words() {
        let heading = Heading {
            mission: Some("<script>alert(1)</script> & \"more\"".into()),
            outcome: Some("<b>done</b>".into()),
        };
        let page = page(&story(), &heading, &[], &Chronicle::default());
        for foreign in ["http:", "https:", "//", "<script", "<link", "<img", "@import", "url(", "<b>done"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;"));
        assert!(page.contains("go to the &lt;fridge&gt;") && !page.contains("<fridge>"));
    }

    #[test]
    fn looks_stand_in_their_mission_with_picture_verdict_and_word_of_a_person() {
        let (success, failure) = (Some(ActionOutcome::Success), Some(ActionOutcome::Failure));
        let mut looks = vec![
            seen(1, success, None),
            seen(2, failure, None),
            seen(3, None, Some((failure, "ann"))),
            seen(4, None, Some((None, "bob"))),
            seen(5, None, None),
        ];
        looks[4].look.picture.clear();
        let page = page(&story(), &Heading::default(), &looks, &Chronicle::default());
        // The first eight bytes of a PNG in base64 (RFC 4648).
        assert_eq!(count(&page, "<img src=\"data:image/png;base64,iVBORw0KGgo=\""), 4);
        assert_eq!(count(&page, "<div class=\"nothing\">no picture</div>"), 1);
        for (class, told) in [
            ("alone", "saw: the gripper holds &lt;apple&gt; 1"),
            ("stayed", "failed: why &lt;it&gt; says so"),
            ("asked", "not sure: why &lt;it&gt; says so"),
        ] {
            assert!(page.contains(&format!("class=\"look {class}\"")) && page.contains(told), "{class}");
        }
        assert_eq!(count(&page, "ann → <b>it failed</b>: I &lt;looked&gt;"), 1);
        assert_eq!(count(&page, "bob → no word on whether it worked: I &lt;looked&gt;"), 1);
        assert_eq!(count(&page, "no answer was heard"), 1);
        assert_eq!(count(&page, "5 looks at what was done"), 1);
        let mut elsewhere = seen(1, success, None);
        elsewhere.look.action.mission = surefleet_fleet::MissionId::new([8; 16]);
        assert!(
            !super::page(&story(), &Heading::default(), &[elsewhere], &Chronicle::default())
                .contains("What the robots saw")
        );
    }

    #[test]
    fn no_digest_is_shown_to_people() {
        let page = page(&story(), &Heading::default(), &[], &Chronicle::default());
        let is_hex = |word: &&str| word.len() >= 12 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let words = page.split(|letter: char| !letter.is_ascii_alphanumeric());
        assert_eq!(words.filter(is_hex).find(|word| word.bytes().any(|byte| byte.is_ascii_alphabetic())), None);
    }

    #[test]
    fn words_worlds_and_failures_come_from_the_monitors_journal_and_the_records() {
        let folder = std::env::temp_dir().join(format!("surefleet-course-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a writable folder");
        let turn = |facts: &str| {
            format!(
                r#"{{"brief":{{"id":"{}","text":"Tidy <up>.","constraints":[],"horizon":9,"alpha":"","team":["robot_1"]}},"step":1,"attempt":0,"order":["robot_1"],"decided":[],"history":[],"facts":{facts},"reorders":0,"refusals":[],"failures":[]}}"#,
                "07".repeat(16)
            )
        };
        let id = "07".repeat(16);
        let entries = [
            format!(r#"{{"admitted":{}}}"#, turn("[\"a(b)\"]")),
            format!(r#"{{"ended":{{"mission":"{id}","outcome":"succeeded","world":["b(c)"]}}}}"#),
        ];
        let (mut journal, _) =
            Journal::open::<MonitorEntry>(&folder, MONITOR_JOURNAL, "the story").expect("a writable folder");
        for entry in entries {
            let entry: MonitorEntry = serde_json::from_str(&entry).expect("an entry");
            journal.append(&entry).expect("a writable folder");
        }
        let chronicle = Chronicle::read(&folder, None).expect("a journal");
        let untold = page(&story(), &Heading::default(), &[], &chronicle);
        assert!(untold.contains("Ended before anybody decided") && untold.contains("“Tidy &lt;up&gt;.”: succeeded"));
        let mut records = story();
        let chronicle = chronicle.beside(&records);
        records[0].meanings = vec![("Move <it>.".into(), 0.75), ("Move that.".into(), 0.2)];
        records[2].failures.push("robot_2: the gripper is empty".into());
        let page = super::page(&records, &Heading::default(), &[], &chronicle);
        assert_eq!(count(&page, "title=\"Move &lt;it&gt;.\""), 1, "what the words were understood to mean");
        assert_eq!(count(&page, "Tidy &lt;up&gt;."), 1);
        assert_eq!(count(&page, "<p class=\"outcome\">succeeded</p>"), 1);
        for fact in ["a(b)", "b(c)"] {
            assert_eq!(count(&page, &format!("<li class=\"changed\">{fact}</li>")), 1, "{fact}");
        }
        assert_eq!(count(&page, "<li>step 1: robot_2: the gripper is empty</li>"), 1);
        std::fs::remove_dir_all(folder).expect("the folder just made");
    }

    #[test]
    fn an_empty_file_gives_no_page() {
        let folder = std::env::temp_dir().join(format!("surefleet-report-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a writable folder");
        let (records, out) = (folder.join("empty.jsonl"), folder.join("page.html"));
        std::fs::write(&records, "\n").expect("a writable folder");
        write_keys(&folder);
        let place = Place { share: folder.clone(), programs: folder.clone(), out: folder.clone() };
        let arguments = Arguments {
            records: records.display().to_string(),
            out: Some(out.clone()),
            keys: None,
            last: 0,
            mission: None,
            outcome: None,
        };
        let error = run(arguments, &place).expect_err("nothing to show");
        assert!(error.to_string().contains("holds no record") && !out.exists(), "{error}");
        std::fs::remove_dir_all(folder).expect("the folder just made");
    }
}
