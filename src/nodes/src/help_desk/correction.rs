use surefleet_fleet::RobotId;
use surefleet_help::Enclosure;
use surefleet_mission::{Mission, Transport};

/// A corrected mission as the grammar understands it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Correction {
    /// In the grammar's own words.
    pub words: String,
    /// Prohibitions of the mission so far that this one lacks.
    pub dropped: Vec<String>,
}

/// Reads an operator's words for a mission, as the safety monitor will: completely, or not at all.
///
/// # Errors
/// The part that was not understood; or the question does not name the team of its mission.
pub(super) fn read_correction(
    transport: Option<&Transport>,
    about: &Enclosure,
    text: &str,
) -> Result<Correction, String> {
    let domain = transport.ok_or("missions of this site cannot be corrected in words yet")?;
    let Enclosure { team, mission_text, .. } = about;
    if team.is_empty() {
        return Err("this question does not name the robots of its mission: choose one of its options".to_owned());
    }
    let read = |text: &str| Mission::parse(text, domain, team);
    let mission = read(text).map_err(|error| error.to_string())?;
    Ok(Correction { words: mission.plain_words(domain), dropped: dropped(domain, team, mission_text, &mission) })
}

fn dropped(domain: &Transport, team: &[RobotId], before: &str, after: &Mission) -> Vec<String> {
    // Rules that could not be read are not enforced either: the monitor would not have admitted the mission.
    let rules = Mission::parse_rules(before, domain, team).unwrap_or_default();
    let dropped = rules.into_iter().filter(|rule| !after.rules.contains(rule));
    dropped.map(|rule| Mission { subtasks: Vec::new(), rules: vec![rule] }.plain_words(domain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(mission_text: &str, team: &[&str]) -> Enclosure {
        let team = team.iter().map(|name| RobotId::new(name).expect("a good name")).collect();
        Enclosure { mission_text: mission_text.to_owned(), team, ..Enclosure::default() }
    }

    #[test]
    fn what_is_read_is_said_in_words_that_read_the_same_and_lost_rules_are_named() {
        let domain = Transport::household();
        let before =
            about("Tidy up. Robot 2 should never open the fridge. Robot 1 should never go to knife 1.", &["a", "b"]);
        let text = "Bring apple 1 to the sink. Robot 2 must never open the fridge.";
        let correction = read_correction(Some(&domain), &before, text).expect("it is in the grammar");
        let again = read_correction(Some(&domain), &before, &correction.words).expect("its own words");
        assert_eq!(again, correction);
        assert_eq!(correction.dropped.len(), 1, "{correction:?}");
        assert!(correction.dropped[0].contains("knife 1"), "{correction:?}");
    }

    #[test]
    fn what_is_not_understood_is_refused_with_the_reason_and_a_question_without_a_team_too() {
        let domain = Transport::household();
        let refused = read_correction(Some(&domain), &about("Tidy up.", &["a"]), "Bring the spaceship to the sink.");
        assert!(refused.expect_err("there is none").contains("spaceship"));
        let without = read_correction(Some(&domain), &about("Tidy up.", &[]), "Bring apple 1 to the sink.");
        assert!(without.expect_err("nobody can say whose").contains("does not name the robots"));
    }
}
