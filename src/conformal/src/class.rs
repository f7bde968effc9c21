use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Certainty, Kinds, Sha256, Team, Understood, ValueError};

/// Inclusive range of sizes, of at least 1; in JSON `[least, greatest]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "[usize; 2]", into = "[usize; 2]")]
pub struct SizeRange {
    least: usize,
    greatest: usize,
}

impl SizeRange {
    /// Sizes from `least` to `greatest`, both included.
    ///
    /// # Errors
    /// [`ValueError::SizeRange`] unless `1 <= least <= greatest`.
    pub fn new(least: usize, greatest: usize) -> Result<Self, ValueError> {
        if least == 0 || least > greatest {
            return Err(ValueError::SizeRange { least, greatest });
        }
        Ok(Self { least, greatest })
    }

    /// One size alone.
    pub(crate) fn only(size: usize) -> Self {
        Self { least: size, greatest: size }
    }

    /// Whether `size` is in the range.
    pub fn contains(self, size: usize) -> bool {
        (self.least..=self.greatest).contains(&size)
    }

    fn meets(self, other: Self) -> bool {
        self.least <= other.greatest && other.least <= self.greatest
    }
}

impl TryFrom<[usize; 2]> for SizeRange {
    type Error = ValueError;

    fn try_from([least, greatest]: [usize; 2]) -> Result<Self, Self::Error> {
        Self::new(least, greatest)
    }
}

impl From<SizeRange> for [usize; 2] {
    fn from(range: SizeRange) -> Self {
        [range.least, range.greatest]
    }
}

impl fmt::Display for SizeRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.greatest {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}-{}", self.least, self.greatest)
        }
    }
}

/// The features of a mission that determine its class, known before any of its decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct MissionFeatures {
    /// The team.
    pub team: Team,
    /// Size of the decision set S.
    pub options: usize,
    /// How well the scorer understood the mission; `None` if it does not say.
    pub understood: Option<Understood>,
}

impl MissionFeatures {
    /// How sure the scorer was of the mission.
    pub fn certainty(&self) -> Certainty {
        Certainty::of(self.understood)
    }
}

/// Mondrian class of missions that share one calibration (Vovk, Gammerman and Shafer 2005, Section 4.5): team size, kinds
/// of the team's robots where the fleet has several, size of S, the scorer's certainty before any action of the mission, and the team's models.
///
/// Coverage holds within a class. Pooling classes hides the bad ones: .76 for teams of 15 behind an average of .90.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawClassKey", into = "RawClassKey")]
pub struct ClassKey {
    team_size: SizeRange,
    kinds: Option<Kinds>,
    options: SizeRange,
    certainty: Certainty,
    models: Box<[Sha256]>,
}

impl ClassKey {
    /// Class of teams of `team_size` robots that choose among `options` decisions with `models` (weights hashes), in
    /// missions of this certainty.
    ///
    /// The hashes are sorted and equal ones merged: the number of robots per model is part of the scenario
    /// distribution.
    ///
    /// # Errors
    /// [`ValueError::NoModels`] for empty `models`.
    pub fn new(
        team_size: SizeRange,
        options: SizeRange,
        certainty: Certainty,
        models: &[Sha256],
    ) -> Result<Self, ValueError> {
        if models.is_empty() {
            return Err(ValueError::NoModels);
        }
        Ok(Self { team_size, kinds: None, options, certainty, models: sorted(models).into() })
    }

    /// The same class, for teams of these kinds alone.
    ///
    /// # Errors
    /// [`ValueError::TeamSize`] unless all teams of the class have as many robots.
    pub fn with_kinds(self, kinds: Option<Kinds>) -> Result<Self, ValueError> {
        if let Some(kinds) = kinds.as_ref().filter(|kinds| self.team_size != SizeRange::only(kinds.robots())) {
            let (kinds, robots, size) = (kinds.to_string(), kinds.robots(), self.team_size.to_string());
            return Err(ValueError::TeamSize { kinds, robots, size });
        }
        Ok(Self { kinds, ..self })
    }

    /// Robots in the team.
    pub fn team_size(&self) -> SizeRange {
        self.team_size
    }

    /// The kinds of the team's robots; `None` if all robots of the fleet are of one kind.
    pub fn kinds(&self) -> Option<&Kinds> {
        self.kinds.as_ref()
    }

    /// The one team of the class; `None` for teams of several sizes.
    pub fn team(&self) -> Option<Team> {
        match &self.kinds {
            Some(kinds) => Some(Team::of_kinds(kinds.clone())),
            None => (self.team_size.least == self.team_size.greatest).then(|| Team::of_size(self.team_size.least)),
        }
    }

    /// Whether a team is of the class.
    pub fn is_of_team(&self, team: &Team) -> bool {
        self.team_size.contains(team.size()) && self.kinds.as_ref() == team.kinds()
    }

    /// Size of the decision set S.
    pub fn options(&self) -> SizeRange {
        self.options
    }

    /// How sure the scorer was of the missions.
    pub fn certainty(&self) -> Certainty {
        self.certainty
    }

    /// Weights hashes of the team's models, sorted and distinct.
    pub fn models(&self) -> &[Sha256] {
        &self.models
    }

    /// Whether a mission of these features, under these models (any order), belongs to the class.
    pub fn holds(&self, features: &MissionFeatures, models: &[Sha256]) -> bool {
        self.certainty == features.certainty() && self.is_of(&features.team, features.options, models)
    }

    /// Whether such a mission can belong to the class, before its certainty is known.
    pub(crate) fn is_of(&self, team: &Team, options: usize, models: &[Sha256]) -> bool {
        self.is_of_team(team) && self.options.contains(options) && *self.models == *sorted(models)
    }

    /// Whether some mission belongs to both classes.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.models == other.models
            && self.certainty == other.certainty
            && self.team_size.meets(other.team_size)
            && self.kinds == other.kinds
            && self.options.meets(other.options)
    }
}

impl fmt::Display for ClassKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let models = listed(&self.models);
        match &self.kinds {
            Some(kinds) => write!(f, "(team {kinds}")?,
            None => write!(f, "(team {}", self.team_size)?,
        }
        write!(f, ", |S| {}, {}, models {models})", self.options, sureness(self.certainty))
    }
}

fn sureness(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Sure => "sure of what is meant",
        Certainty::Unsure => "unsure of what is meant",
        Certainty::Any => "says not how sure",
    }
}

/// A class in words; without a certainty, its mission was not read yet.
pub(crate) fn described((team, options): (&Team, usize), certainty: Option<Certainty>, models: &[Sha256]) -> String {
    let models = listed(&sorted(models));
    match certainty {
        Some(certainty) => format!("(team {team}, |S| {options}, {}, models {models})", sureness(certainty)),
        None => format!("(team {team}, |S| {options}, models {models})"),
    }
}

pub(crate) fn sorted(models: &[Sha256]) -> Vec<Sha256> {
    let mut models = models.to_vec();
    models.sort_unstable();
    models.dedup();
    models
}

fn listed(models: &[Sha256]) -> String {
    models.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawClassKey {
    team_size: SizeRange,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kinds: Option<Kinds>,
    options: SizeRange,
    certainty: Certainty,
    models: Vec<Sha256>,
}

impl TryFrom<RawClassKey> for ClassKey {
    type Error = ValueError;

    fn try_from(raw: RawClassKey) -> Result<Self, Self::Error> {
        Self::new(raw.team_size, raw.options, raw.certainty, &raw.models)?.with_kinds(raw.kinds)
    }
}

impl From<ClassKey> for RawClassKey {
    fn from(key: ClassKey) -> Self {
        Self {
            team_size: key.team_size,
            kinds: key.kinds,
            options: key.options,
            certainty: key.certainty,
            models: key.models.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(team: [usize; 2], options: [usize; 2], models: &[&str]) -> ClassKey {
        let models: Vec<Sha256> = models.iter().map(Sha256::of).collect();
        let team = SizeRange::try_from(team).expect("a range");
        ClassKey::new(team, SizeRange::try_from(options).expect("a range"), Certainty::Sure, &models).expect("a key")
    }

    fn features(team_size: usize, options: usize, top: f64) -> MissionFeatures {
        MissionFeatures {
            team: team_size.into(),
            options,
            understood: Some(Understood::new(top, 0.0).expect("probabilities")),
        }
    }

    #[test]
    fn order_and_repetition_of_models_do_not_matter_but_their_set_does() {
        let (a, b) = (Sha256::of("a"), Sha256::of("b"));
        let class = key([2, 3], [10, 20], &["b", "a", "b"]);
        assert_eq!(class, key([2, 3], [10, 20], &["a", "b"]));
        assert!(class.holds(&features(3, 20, 1.0), &[a, a, b]));
        assert!(!class.holds(&features(3, 20, 1.0), &[a]));
        assert!(!class.holds(&features(4, 20, 1.0), &[a, b]));
        assert!(!class.holds(&features(3, 9, 1.0), &[a, b]));
    }

    #[test]
    fn a_mission_is_in_the_class_of_its_certainty_alone() {
        let class = key([2, 3], [10, 20], &["a"]);
        let models = [Sha256::of("a")];
        assert!(class.holds(&features(3, 20, 0.9), &models));
        assert!(!class.holds(&features(3, 20, 0.89), &models));
        assert!(!class.holds(&MissionFeatures { understood: None, ..features(3, 20, 0.9) }, &models));
        let unsure = ClassKey::new(class.team_size(), class.options(), Certainty::Unsure, &models).expect("a key");
        assert!(unsure.holds(&features(3, 20, 0.89), &models) && !unsure.overlaps(&class));
    }

    #[test]
    fn classes_overlap_only_where_a_mission_can_be_in_both() {
        let class = key([2, 3], [10, 20], &["a"]);
        for (other, overlap) in [
            (key([3, 5], [20, 30], &["a"]), true),
            (key([3, 5], [21, 30], &["a"]), false),
            (key([4, 5], [10, 20], &["a"]), false),
            (key([2, 3], [10, 20], &["b"]), false),
        ] {
            assert_eq!(class.overlaps(&other), overlap, "{other}");
            assert_eq!(other.overlaps(&class), overlap, "{other}");
        }
    }

    #[test]
    fn teams_of_other_kinds_are_of_another_class() -> Result<(), ValueError> {
        let class = key([3, 3], [10, 20], &["a"]);
        let kinds: Kinds = "arm x2, dog".parse()?;
        let mixed = class.clone().with_kinds(Some(kinds.clone()))?;
        let of = |team: Team| MissionFeatures { team, ..features(3, 20, 1.0) };
        let models = [Sha256::of("a")];
        let teams = [Team::of_kinds(kinds.clone()), Team::of_kinds("arm, dog x2".parse()?), Team::of_size(3)];
        assert_eq!(teams.clone().map(|team| mixed.holds(&of(team), &models)), [true, false, false]);
        assert_eq!(teams.map(|team| class.holds(&of(team), &models)), [false, false, true]);
        assert!(!mixed.overlaps(&class) && mixed.overlaps(&mixed));
        assert!(key([2, 3], [10, 20], &["a"]).with_kinds(Some(kinds)).is_err());
        let json = serde_json::to_string(&mixed).expect("json");
        assert!(json.contains(r#""kinds":"arm x2, dog""#), "{json}");
        assert_eq!(serde_json::from_str::<ClassKey>(&json).ok(), Some(mixed));
        // Files of fleets of one kind stay as they were, bit by bit.
        assert!(!serde_json::to_string(&class).expect("json").contains("kinds"));
        Ok(())
    }

    #[test]
    fn empty_ranges_and_missing_models_are_refused() {
        assert_eq!(SizeRange::new(0, 3), Err(ValueError::SizeRange { least: 0, greatest: 3 }));
        assert!(serde_json::from_str::<SizeRange>("[4, 3]").is_err());
        let range = SizeRange::new(1, 1).expect("a range");
        assert_eq!(ClassKey::new(range, range, Certainty::Any, &[]), Err(ValueError::NoModels));
    }
}
