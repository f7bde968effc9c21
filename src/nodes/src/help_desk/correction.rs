use surefleet_english::{Asked, Reading, Vocabulary, forbidden_by_all, partial, read, read_binding};
use surefleet_fleet::RobotId;
use surefleet_help::Enclosure;
use surefleet_ltl::Formula;
use surefleet_mission::{Mission, Transport};

/// The words of a site, and the site as one of deliveries if it is one.
pub(super) type Site<'a> = (&'a Vocabulary, Option<&'a Transport>);

/// A corrected mission as it is understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Correction {
    /// Its meaning, in words that are read as the same.
    pub words: String,
    /// Prohibitions of the mission so far that this one lacks.
    pub dropped: Vec<String>,
}

/// Reads an operator's words for a mission, as the safety monitor will: completely, or not at all.
///
/// # Errors
/// The part that was not understood; or the question does not name the team of its mission.
pub(super) fn read_correction(site: Site, about: &Enclosure, text: &str) -> Result<Correction, String> {
    let (vocabulary, _) = site;
    let Enclosure { team, mission_text, .. } = about;
    if team.is_empty() {
        return Err("this question does not name the robots of its mission: choose one of its options".to_owned());
    }
    let mission = read(text, vocabulary).map_err(|error| error.to_string())?;
    if !mission.has_goal() {
        return Err("it asks for nothing to be done: say what".to_owned());
    }
    // What the monitor enforces of the old words; other ones it would not have admitted.
    let unread = || "what the mission forbids so far cannot be told: halt it, and send another one".to_owned();
    let before = match partial(mission_text, vocabulary).map(|found| found.readings).as_deref() {
        Ok([before]) => before.statements.clone(),
        Ok(several) => forbidden_by_all(several).ok_or_else(unread)?,
        Err(_) => read_binding(mission_text, vocabulary).map_err(|_| unread())?,
    };
    let is_dropped = |old: &Asked| !old.is_goal && mission.statements.iter().all(|new| new.formula != old.formula);
    let dropped = before.into_iter().filter(is_dropped).map(|old| old.words).collect();
    let words = plain(site, team, &mission).unwrap_or_else(|| mission.words());
    Ok(Correction { words, dropped })
}

/// The mission in the words that a model of deliveries knows best, if it is one and they are read as the same.
fn plain((vocabulary, transport): Site, team: &[RobotId], mission: &Reading) -> Option<String> {
    let transport = transport?;
    let formulas: Vec<Formula> = mission.statements.iter().map(|asked| asked.formula.clone()).collect();
    let words = Mission::of_formulas(&formulas, transport, team)?.plain_words(transport);
    (read(&words, vocabulary).ok()?.formula() == mission.formula()).then_some(words)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_world::{Domain, Robot, World};

    use super::*;

    fn household() -> Vocabulary {
        let file = include_str!("../../../../config/domains/household.yaml");
        let domain = Arc::new(Domain::parse(file, "household.yaml").expect("a sound file"));
        let robot = |name| Robot { id: RobotId::new(name).expect("a good name"), kind: None };
        Vocabulary::of(&World::new(domain, &["robot_1", "robot_2"].map(robot)).expect("a small team"))
    }

    fn about(mission_text: &str, team: &[&str]) -> Enclosure {
        let team = team.iter().map(|name| RobotId::new(name).expect("a good name")).collect();
        Enclosure { mission_text: mission_text.to_owned(), team, ..Enclosure::default() }
    }

    #[test]
    fn what_is_read_is_said_in_words_that_read_the_same_and_lost_rules_are_named() {
        let (vocabulary, transport) = (household(), Transport::household());
        let site = (&vocabulary, Some(&transport));
        let before = "Tidy up. Robot 2 should never open the fridge. Robot 1 should never grab knife 1.";
        let before = about(before, &["robot_1", "robot_2"]);
        let text = "Bring apple 1 to the sink. Robot 2 must never open the fridge.";
        let correction = read_correction(site, &before, text).expect("it is plain English");
        let again = read_correction(site, &before, &correction.words).expect("its own words");
        assert_eq!(again, correction);
        assert!(correction.words.starts_with("Move apple 1 to the sink"), "{correction:?}");
        assert_eq!(correction.dropped, ["Robot 1 must never grab knife 1."], "{correction:?}");
    }

    #[test]
    fn what_a_mission_of_several_meanings_forbids_is_not_lost_unsaid() {
        let vocabulary = household();
        let of = |old: &str| {
            read_correction((&vocabulary, None), &about(old, &["robot_1", "robot_2"]), "Bring apple 1 to the sink.")
        };
        let correction =
            of("Bring the apple to the sink. Robot 1 should never grab knife 1.").expect("it is plain English");
        assert_eq!(correction.dropped.len(), 1, "{correction:?}");
        assert!(correction.dropped[0].contains("knife 1"), "{correction:?}");
        // What cannot be told is not dropped in silence.
        let refused = of("Bring the apple to the sink without opening the fridge, whatever.");
        assert!(refused.expect_err("it may forbid something").contains("cannot be told"));
    }

    #[test]
    fn what_is_not_understood_is_refused_with_the_reason_and_a_question_without_a_team_too() {
        let vocabulary = household();
        let site = (&vocabulary, None);
        let team = &["robot_1"];
        let refused = read_correction(site, &about("Tidy up.", team), "Bring the spaceship to the sink.");
        assert!(refused.expect_err("there is none").contains("spaceship"));
        let without = read_correction(site, &about("Tidy up.", &[]), "Bring apple 1 to the sink.");
        assert!(without.expect_err("nobody can say whose").contains("does not name the robots"));
        let idle = read_correction(site, &about("Tidy up.", team), "Never open the fridge.");
        assert!(idle.expect_err("nothing is to be done").contains("nothing to be done"));
    }
}
