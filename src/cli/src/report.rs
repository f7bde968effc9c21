//! `surefleet report`: decision records as one page that opens from disk.

mod decision;
mod looks;
mod page;
mod scale;
mod story;
mod table;
mod timeline;

use std::path::PathBuf;

use anyhow::{Context, Result};
use surefleet_planner::DecisionRecord;

pub use page::{Heading, document, page};

use crate::records::read;

/// Records and where their page goes.
#[derive(clap::Args)]
pub struct Arguments {
    /// Decision records: a file of JSON lines, as a planner or a demo writes it.
    records: PathBuf,
    /// The page: one HTML file that needs no network.
    #[arg(long)]
    out: PathBuf,
    /// The mission in words, which the records do not hold; it becomes the title.
    #[arg(long)]
    mission: Option<String>,
    /// How the mission ended, in words.
    #[arg(long)]
    outcome: Option<String>,
}

/// Writes the page.
///
/// # Errors
/// A file that cannot be read or written, or a line that is no record: its number and field are named.
pub fn run(arguments: Arguments) -> Result<()> {
    let records: Vec<DecisionRecord> = read(&arguments.records)?.into_iter().map(|(_, record)| record).collect();
    let page = page(&records, &Heading { mission: arguments.mission, outcome: arguments.outcome }, &[]);
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    std::fs::write(&arguments.out, page).with_context(|| format!("cannot write {}", arguments.out.display()))?;
    println!("{} decisions: {}", records.len(), arguments.out.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use surefleet_perception::Outcome;

    use super::*;
    use crate::{looks::fixture::seen, records::fixture::record};

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
        let page = page(&story(), &Heading::default(), &[]);
        for number in 1..=5 {
            assert_eq!(count(&page, &format!("id=\"d{number}\"")), 1, "{number}");
            assert_eq!(count(&page, &format!("href=\"#d{number}\"")), 2, "{number}");
        }
        assert_eq!(count(&page, "<article"), 5);
        // Two robots in two steps: a column each and the robots' names.
        assert_eq!(count(&page, "<th scope=\"row\">"), 2);
        assert_eq!(count(&page, "class=\"cell alone\""), 1);
        assert_eq!(count(&page, "class=\"cell alone superseded\""), 1);
        assert_eq!(count(&page, "class=\"cell asked\""), 2);
        assert_eq!(count(&page, "class=\"cell stayed idle\""), 1);
    }

    #[test]
    fn sets_thresholds_answers_and_refusals_are_told() {
        let page = page(&story(), &Heading::default(), &[]);
        // UNSURE: three members, one of them refused; the person chose the second.
        assert_eq!(count(&page, "set of 3 of 4 · p ≥ 0.200 (alpha 1/10)"), 2);
        assert_eq!(count(&page, "class=\"bar member refused\""), 2);
        assert_eq!(count(&page, "<li>robot_2 cannot open drawer 1: it is not at drawer 1</li>"), 1);
        assert!(page.contains("operator &lt;one&gt; chose “grab apple 1”"));
        assert!(page.contains("set of 0 of 4") && page.contains("nobody answered in time"));
        // The axis has three decades: p = 0.2 lies at 1 + log10(0.2) / 3.
        assert!(page.contains("--t:76.70%"), "the threshold's place");
        assert!(page.contains("Simulated scorer"));
    }

    #[test]
    fn page_needs_no_network_and_no_script_and_shows_foreign_words_as_words() {
        let heading = Heading {
            mission: Some("<script>alert(1)</script> & \"more\"".into()),
            outcome: Some("<b>done</b>".into()),
        };
        let page = page(&story(), &heading, &[]);
        for foreign in ["http:", "https:", "//", "<script", "<link", "<img", "@import", "url(", "<b>done"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;"));
        assert!(page.contains("go to the &lt;fridge&gt;") && !page.contains("<fridge>"));
    }

    #[test]
    fn looks_stand_in_their_mission_with_picture_verdict_and_word_of_a_person() {
        let (success, failure) = (Some(Outcome::Success), Some(Outcome::Failure));
        let mut looks = vec![
            seen(1, success, None),
            seen(2, failure, None),
            seen(3, None, Some((failure, "ann"))),
            seen(4, None, Some((None, "bob"))),
            seen(5, None, None),
        ];
        looks[4].look.picture.clear();
        let page = page(&story(), &Heading::default(), &looks);
        // The bytes of a PNG's first eight, as RFC 4648 writes them.
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
        assert!(!super::page(&story(), &Heading::default(), &[elsewhere]).contains("What the robots saw"));
    }

    #[test]
    fn an_empty_file_gives_no_page() {
        let folder = std::env::temp_dir().join(format!("surefleet-report-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a writable folder");
        let (records, out) = (folder.join("empty.jsonl"), folder.join("page.html"));
        std::fs::write(&records, "\n").expect("a writable folder");
        let arguments = Arguments { records, out: out.clone(), mission: None, outcome: None };
        let error = run(arguments).expect_err("nothing to show");
        assert!(error.to_string().contains("holds no record") && !out.exists(), "{error}");
        std::fs::remove_dir_all(folder).expect("the folder just made");
    }
}
