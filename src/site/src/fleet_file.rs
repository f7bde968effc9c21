mod arms;
mod exploration;
mod files;
mod models;
mod perception;
mod simulator;

use std::{
    fmt,
    marker::PhantomData,
    path::{Path, PathBuf},
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};
use surefleet_conformal::Guarantee;
use surefleet_fleet::RobotId;
use surefleet_identity::Participant;
use surefleet_world::{YamlMistake, read_yaml};

pub use self::{
    arms::{ArmChoice, ArmModel, ArmsChoice, BaseChoice},
    exploration::{AreasChoice, ExplorationChoice, FoundRule, RelevanceChoice, SearchFacts},
    models::{LocalChoice, ModelChoice, OpenaiChoice, ScorerChoice, ServerChoice, TeamPlannerChoice, TranslatorChoice},
    perception::{CriterionChoice, EyesChoice, PerceptionChoice, PicturesChoice},
    simulator::{HouseChoice, OperatorChoice, SimulatorChoice},
};
use crate::{
    access::{LOCAL, SIMULATED},
    error::SiteError,
};

/// A fleet: its domain, its robots, the scorer and its calibration (`config/fleets/*.yaml`).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetFile {
    /// The domain: a name, for `config/domains/<domain>.yaml`, or a path ending in `.yaml`, relative to the fleet file.
    pub domain: String,
    /// The robots of the team, in the order of the ring: names, or names and kinds.
    #[serde(rename = "order")]
    members: Vec<Member>,
    /// Their names.
    #[serde(skip)]
    pub order: Vec<RobotId>,
    /// The scorer of the options.
    pub scorer: ScorerChoice,
    /// The calibration file ([`FleetFile::full`]); none: every decision asks a person.
    #[serde(default)]
    pub calibration: Option<PathBuf>,
    /// The least guarantee that the calibration file must promise, because anyone could make the file itself promise
    /// less. None: a guarantee for this very file with probability 19 in 20, at any level.
    #[serde(default)]
    pub guarantee: Guarantee,
    /// The model that rewords constraints that the grammar cannot read; none: they are refused.
    #[serde(default, deserialize_with = "begun")]
    pub translator: Option<TranslatorChoice>,
    /// The model that writes the joint steps of whole teams, which each robot then takes or not; none: each robot plans for itself.
    #[serde(default, deserialize_with = "begun")]
    pub team_planner: Option<TeamPlannerChoice>,
    /// Whether to refuse missions that the domain's grammar cannot read. Otherwise the readable sentences are enforced.
    #[serde(default = "default_require_grounded")]
    pub require_grounded: bool,
    /// Probability that a mission is audited, 0 to 1; then people see every decision. None: 1 in 20.
    #[serde(default = "default_audits")]
    pub audits: f64,
    /// The ring.
    #[serde(default)]
    pub ring: RingChoice,
    /// The model that looks at the result of each action; none: the skills' own reports count.
    #[serde(default, deserialize_with = "begun")]
    pub perception: Option<PerceptionChoice>,
    /// How the robots explore; none: they do not.
    #[serde(default, deserialize_with = "begun")]
    pub exploration: Option<ExplorationChoice>,
    /// The arms that share a space, which the safety monitor keeps apart; none: nothing keeps arms apart.
    #[serde(default, deserialize_with = "begun")]
    pub arms: Option<ArmsChoice>,
    /// The simulated world; none: the robots are real and have their own skill servers and world state.
    #[serde(default, deserialize_with = "begun")]
    pub simulator: Option<SimulatorChoice>,
    /// The horizon H if a client gives none.
    #[serde(default = "default_horizon")]
    pub horizon: u32,
    /// Root of paths of models and calibrations: the folder that contains `config/`, or else the fleet file's own folder.
    #[serde(skip)]
    pub root: PathBuf,
    /// The fleet file itself; its folder is the root of a domain's path.
    #[serde(skip)]
    pub path: PathBuf,
}

/// A robot of the team: `robot_1`, or `{name: drone_1, kind: drone}`.
#[derive(Debug, Clone, Deserialize)]
#[serde(
    untagged,
    expecting = "no robot stands here: write a name of small letters, digits and _ (helper_1), or {name: ..., kind: ...} with a kind of the domain"
)]
enum Member {
    /// A robot of the only kind that the domain has.
    Named(RobotId),
    /// A robot of a kind: a type of the domain below `robot`.
    OfKind(MemberOfKind),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct MemberOfKind {
    name: RobotId,
    kind: String,
}

impl Member {
    fn name(&self) -> &RobotId {
        match self {
            Self::Named(name) | Self::OfKind(MemberOfKind { name, .. }) => name,
        }
    }
}

/// The ring's parameters.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RingChoice {
    /// Lease in milliseconds: a turn counts as lost when its holder is silent for this long.
    pub lease_ms: u64,
    /// W: number of times that team mates are asked before a person is.
    #[serde(default)]
    pub reorders: u32,
}

/// What holds where a fleet file leaves `ring` out.
impl Default for RingChoice {
    fn default() -> Self {
        Self { lease_ms: 1000, reorders: 0 }
    }
}

/// A section that somebody began to write: `arms:` with nothing below it is a mistake, not a fleet without a guard.
fn begun<'de, T: Deserialize<'de>, D: Deserializer<'de>>(section: D) -> Result<Option<T>, D::Error> {
    section.deserialize_any(Begun(PhantomData)).map(Some)
}

/// Reads a mapping and nothing else. A YAML library would take no value for an empty mapping.
struct Begun<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Begun<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a section")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

fn default_horizon() -> u32 {
    15
}

/// True by default: a missing entry must not switch off the check that the calibration still holds.
fn default_require_grounded() -> bool {
    true
}

fn default_audits() -> f64 {
    0.05
}

impl FleetFile {
    /// The members of the fleet that have their own keys: its nodes, and the local user of its machine. People and
    /// programs join with `surefleet keygen`.
    pub fn participants(&self) -> Vec<Participant> {
        let robots = self.order.iter().flat_map(|robot| {
            let perception = self.perception.is_some().then(|| Participant::perception(robot));
            let explorer = self.exploration.is_some().then(|| Participant::explorer(robot));
            let always = [Participant::planner(robot), Participant::skill_server(robot)];
            always.into_iter().chain(perception).chain(explorer)
        });
        let is_simulated = self.simulator.as_ref().is_some_and(|simulator| simulator.operator.is_some());
        let people = [Some(LOCAL), is_simulated.then_some(SIMULATED)].into_iter().flatten();
        // Both are valid names.
        let people = people.filter_map(|name| Participant::operator(name).ok());
        [Participant::help_desk(), Participant::world()].into_iter().chain(robots).chain(people).collect()
    }

    /// Finds a fleet's file: a path, that of a folder with `fleet.yaml` in it too, or the name of a file in `config/fleets` of
    /// `share`.
    ///
    /// # Errors
    /// The file does not exist. The error lists the known names.
    pub fn find(name_or_path: &str, share: &Path) -> Result<PathBuf, SiteError> {
        let named = share.join("config/fleets").join(format!("{name_or_path}.yaml"));
        let is_folder = !named.is_file() && Path::new(name_or_path).join("fleet.yaml").is_file();
        let is_path = is_folder || name_or_path.ends_with(".yaml") || name_or_path.contains('/');
        let path = if is_path { PathBuf::from(name_or_path) } else { named };
        let path = if path.is_dir() { path.join("fleet.yaml") } else { path };
        path.canonicalize().map_err(|error| {
            let mend = if is_path {
                "name a file that is there".to_owned()
            } else {
                format!("name a file that is there, or a fleet: {}", known_fleets(share).join(", "))
            };
            SiteError::Content { path, wrong: format!("{error}; {mend}") }
        })
    }

    /// Reads a fleet's file. The name of a domain and the path of a calibration are looked up from the first folder
    /// above it that contains `config/domains`. A fleet with a path as its domain needs no such folder.
    ///
    /// # Errors
    /// A file cannot be read, or has a mistake. The error names its line and the remedy.
    pub fn read(path: &Path) -> Result<Self, SiteError> {
        let wrong = |wrong: String| SiteError::Content { path: path.to_owned(), wrong };
        let text = std::fs::read_to_string(path).map_err(SiteError::file(path))?;
        let mut fleet: Self = read_yaml(&text, "config/fleets/household-demo.yaml").map_err(|it| {
            let is_domain = text.lines().any(|line| line.starts_with("predicates:"));
            let mend = "this is a domain, not a fleet: name the fleet's file, which names its domain";
            wrong(if is_domain { mend.to_owned() } else { in_a_line(&it) })
        })?;
        fleet.order = fleet.members.iter().map(|member| member.name().clone()).collect();
        fleet.check().map_err(wrong)?;
        fleet.path = path.to_owned();
        let root = path.ancestors().find(|folder| folder.join("config/domains").is_dir());
        fleet.root = match root {
            Some(root) => root.to_owned(),
            None if fleet.domain_is_a_path() => fleet.folder().to_owned(),
            None => {
                let domain = &fleet.domain;
                return Err(wrong(format!(
                    "domain: no folder above this file holds config/domains/{domain}.yaml; keep it in config/fleets, or name \
                     the domain's own file, such as ./{domain}.yaml"
                )));
            }
        };
        Ok(fleet)
    }

    fn check(&self) -> Result<(), String> {
        let mut seen = std::collections::BTreeSet::new();
        if self.order.is_empty() {
            return Err("order: names no robot; list at least one".into());
        }
        if let Some(twice) = self.order.iter().find(|robot| !seen.insert(*robot)) {
            return Err(format!("order: names {twice} twice; a robot has one turn in a step"));
        }
        if let ScorerChoice::Simulated { quality, .. } = self.scorer
            && !(quality.is_finite() && quality > 0.0)
        {
            return Err(format!("scorer.quality: {quality} is not above 0"));
        }
        if self.team_planner.is_some() && !self.scorer.weighs_meanings() {
            return Err(
                "team_planner: robots judge what it writes by search; name scorer: {kind: grounded} or {kind: exploring} beside it".into(),
            );
        }
        if !(10..=600_000).contains(&self.ring.lease_ms) {
            return Err(format!("ring.lease_ms: {} is not between 10 and 600000", self.ring.lease_ms));
        }
        if let Some(SimulatorChoice { failure_rate, mishap_rate, camera_hz, .. }) = &self.simulator {
            for (name, rate) in [("failure_rate", failure_rate), ("mishap_rate", mishap_rate)] {
                if !(0.0..=1.0).contains(rate) {
                    return Err(format!("simulator.{name}: {rate} is not between 0 and 1"));
                }
            }
            if let Some(hz) = camera_hz.filter(|hz| *hz != 0.0 && !(0.01..=100.0).contains(hz)) {
                return Err(format!(
                    "simulator.camera_hz: {hz} is neither 0, for no cameras, nor between 0.01 and 100"
                ));
            }
        }
        if let Some(perception) = &self.perception {
            perception.check()?;
        }
        if let Some(exploration) = &self.exploration {
            exploration.check()?;
        }
        self.check_arms()?;
        let house = self.simulator.as_ref().and_then(|simulator| simulator.house.as_ref());
        if let Some(house) = house {
            house.check()?;
        }
        if self.exploration.is_some() && self.simulator.is_some() && house.is_none() {
            return Err("exploration: what robots see comes from a house; name one under simulator.house".into());
        }
        if self.exploration.as_ref().is_some_and(|exploration| exploration.eyes.is_none()) && house.is_none() {
            return Err("exploration: no model sees; name one under exploration.eyes, or a house under simulator.house for a simulated sight".into());
        }
        if self.exploration.is_none() && (house.is_some() || matches!(self.scorer, ScorerChoice::Exploring)) {
            let what = "simulator.house and scorer: {kind: exploring} are for robots that explore";
            return Err(format!("{what}; say under exploration what they look for, and where"));
        }
        if house.is_some() && self.simulator.as_ref().is_some_and(|simulator| simulator.operator.is_some()) {
            return Err("simulator.operator: nobody answers in a simulated house but people; leave it out".into());
        }
        if let Some(SimulatorChoice { operator: Some(operator), .. }) = &self.simulator
            && !(0.0..=1.0).contains(&operator.error_rate)
        {
            return Err(format!("simulator.operator.error_rate: {} is not between 0 and 1", operator.error_rate));
        }
        if !(0.0..=1.0).contains(&self.audits) {
            return Err(format!("audits: {} is not between 0 and 1, a mission's probability of an audit", self.audits));
        }
        if self.horizon == 0 {
            return Err("horizon: 0 leaves no step; 1 or more".into());
        }
        Ok(())
    }
}

/// Where a mistake is, what it is, and how to mend it.
fn in_a_line(mistake: &YamlMistake) -> String {
    let YamlMistake { line, problem, mend, .. } = mistake;
    format!("line {line}: {}; {mend}", shortened(problem))
}

/// The beginning of a text that quotes a file, which may contain anything.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    text.char_indices().nth(MOST).map_or_else(|| text.to_owned(), |(end, _)| format!("{}...", &text[..end]))
}

fn known_fleets(root: &Path) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(root.join("config/fleets")) else { return Vec::new() };
    let mut names: Vec<String> =
        folder.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use surefleet_onnx::Provider;
    use surefleet_world::Start;

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    const REST: &str = "order: [robot_1]\nscorer: {kind: simulated, quality: 4.0, seed: 1}\nring: {lease_ms: 1000}\n";

    /// Reads a fleet file in a folder of its own, with the household domain beside it as `house.yaml`.
    fn alone(name: &str, text: &str) -> std::io::Result<(PathBuf, Result<FleetFile, SiteError>)> {
        let folder = std::env::temp_dir().join(format!("surefleet-fleet-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let household = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/domains/household.yaml");
        std::fs::copy(household, folder.join("house.yaml"))?;
        std::fs::write(folder.join("fleet.yaml"), text)?;
        let fleet = FleetFile::read(&folder.join("fleet.yaml"));
        Ok((folder, fleet))
    }

    #[test]
    fn a_fleet_is_found_by_its_folder_and_what_is_not_there_is_told_with_what_is() -> Outcome {
        let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (folder, _) = alone("by-its-folder", REST)?;
        let named = folder.to_string_lossy();
        assert!(FleetFile::find(&named, &share)?.ends_with("fleet.yaml"));
        std::fs::remove_file(folder.join("fleet.yaml"))?;
        let missing = FleetFile::find(&named, &share).expect_err("there is none any more").to_string();
        assert!(missing.contains("fleet.yaml: No such file") && !missing.contains("household-demo"), "{missing}");
        std::fs::remove_dir_all(&folder)?;
        let wrong = FleetFile::find("hospitl-demo", &share).expect_err("it is misspelt").to_string();
        assert!(
            wrong.contains("name a file that is there, or a fleet: ") && wrong.contains("hospital-demo"),
            "{wrong}"
        );
        Ok(())
    }

    #[test]
    fn robots_that_explore_need_a_model_that_sees_or_a_simulated_house() -> Outcome {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let text = std::fs::read_to_string(shipped)?.replace("domain: search.yaml", "domain: house.yaml");
        let (without, _) = text.split_once("simulator:").ok_or("it has a simulator")?;
        let (folder, refused) = alone("without-eyes", without)?;
        let refused = refused.expect_err("nothing sees").to_string();
        assert!(refused.contains("exploration.eyes") && refused.contains("simulator.house"), "{refused}");
        let with = without.replacen(
            "exploration:\n",
            "exploration:\n  eyes: {model: models/house-viewer, provider: cuda}\n",
            1,
        );
        let (_, read) = alone("without-eyes", &with)?;
        let eyes = read?.exploration.and_then(|exploration| exploration.eyes).ok_or("it has eyes")?;
        assert_eq!((eyes.model.as_path(), eyes.provider), (Path::new("models/house-viewer"), Provider::Cuda));
        std::fs::remove_dir_all(&folder)?;
        Ok(())
    }

    #[test]
    fn a_mistake_is_told_with_its_line_and_its_mend() -> Outcome {
        for (more, told) in [
            ("horizn: 9\n", "line 1: \"horizn\" belongs nowhere here; did you mean \"horizon\"?"),
            ("audits: often\n", "audits: \"often\" stands where a number belongs; write the number alone"),
            ("arms:\n", "arms: nothing stands where a section belongs; config/fleets"),
            ("simulator: # later\n", "simulator: nothing stands where a section belongs"),
            ("team_planner: ~\n", "team_planner: nothing stands where a section belongs"),
            ("simulator: {house: }\n", "simulator.house: nothing stands where a section belongs"),
            ("perception: {}\n", "perception: \"eyes\" is missing; add it"),
            ("horizon: ten\n", "horizon: \"ten\" stands where a whole number belongs; write the number alone"),
            ("horizon: -3\n", "horizon: -3 stands where a whole number belongs; write the number alone, from 0 on"),
        ] {
            let (folder, fleet) = alone("mistake", &format!("{more}domain: house.yaml\n{REST}"))?;
            let wrong = fleet.expect_err(more).to_string();
            assert!(wrong.contains("fleet.yaml: line 1") && wrong.contains(told), "{wrong}");
            std::fs::remove_dir_all(folder)?;
        }
        let (folder, fleet) = alone("mistake", "domain: house\npredicates: []\n")?;
        let wrong = fleet.expect_err("it is a domain").to_string();
        assert!(wrong.contains("fleet.yaml: this is a domain, not a fleet: name the fleet's file"), "{wrong}");
        std::fs::remove_dir_all(folder)?;
        Ok(())
    }

    #[test]
    fn a_domain_is_found_beside_a_fleet_file_outside_of_any_tree() -> Outcome {
        let (folder, fleet) = alone("beside", &format!("domain: house.yaml\ncalibration: c.json\n{REST}"))?;
        let fleet = fleet?;
        assert_eq!(fleet.read_domain()?.name(), "household");
        assert_eq!(fleet.calibration_path(), Some(folder.join("c.json")));
        std::fs::remove_dir_all(folder)?;
        Ok(())
    }

    #[test]
    fn a_start_is_found_by_its_name_or_beside_the_fleet_file_and_is_one_of_the_domain() -> Outcome {
        let read = |start: &str| -> Result<Option<Start>, Box<dyn std::error::Error>> {
            let text = format!("domain: house.yaml\nsimulator: {{{start}}}\n{REST}");
            let (folder, fleet) = alone("start", &text)?;
            std::fs::write(folder.join("morning.yaml"), "domain: household\ndemo: {mission: m, formula: f}\n")?;
            let mut fleet = fleet?;
            fleet.root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let start = fleet.read_start(&*fleet.read_domain()?);
            std::fs::remove_dir_all(folder)?;
            Ok(start?)
        };
        assert!(read("skill_ms: 7")?.is_none());
        let mission = |start: Option<Start>| start.and_then(|start| Some(start.demo()?.mission.clone()));
        assert_eq!(mission(read("start: morning.yaml")?).as_deref(), Some("m"));
        assert!(mission(read("start: household")?).is_some_and(|mission| mission.contains("kettle")));
        let other = read("start: hospital").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(other.contains("hospital"), "{other}");
        Ok(())
    }

    #[test]
    fn a_domain_by_name_wants_a_tree_around_the_fleet_file() -> Outcome {
        let (folder, fleet) = alone("name", &format!("domain: house\n{REST}"))?;
        let error = fleet.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("config/domains/house.yaml") && error.contains("./house.yaml"), "{error}");
        std::fs::remove_dir_all(folder)?;
        Ok(())
    }

    #[test]
    fn a_file_that_says_nothing_of_audits_has_them_and_one_may_say_that_there_are_none() -> Outcome {
        for (line, rate) in [("", 0.05), ("audits: 0\n", 0.0), ("audits: 1\n", 1.0)] {
            let (folder, fleet) = alone("audits", &format!("domain: house.yaml\n{REST}{line}"))?;
            assert_eq!(fleet?.audits, rate, "{line}");
            std::fs::remove_dir_all(folder)?;
        }
        for wrong in ["-0.1", "5", ".nan"] {
            let (folder, fleet) = alone("audits", &format!("domain: house.yaml\n{REST}audits: {wrong}\n"))?;
            let error = fleet.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains("audits: ") && error.contains("between 0 and 1"), "{error}");
            std::fs::remove_dir_all(folder)?;
        }
        Ok(())
    }

    #[test]
    fn a_file_that_says_nothing_of_a_guarantee_wants_one_of_this_very_calibration() -> Outcome {
        let read = |text: &str| serde_yaml::from_str::<FleetFile>(&format!("domain: d\n{REST}{text}"));
        let words = |text: &str| Ok::<_, serde_yaml::Error>(read(text)?.guarantee.to_string());
        assert_eq!(words("")?, "pac (delta 1/20)");
        assert_eq!(words("guarantee: {alpha: 1/50}\n")?, "pac (delta 1/20) at alpha 1/50");
        assert_eq!(words("guarantee: {alpha: 0.1, delta: null}\n")?, "marginal at alpha 1/10");
        assert_eq!(words("guarantee: {bound: wrong_unasked}\n")?, "pac (delta 1/20) on wrong_unasked");
        assert!(read("guarantee: {bound: wrong}\n").is_err());
        assert!(read("guarantee: {alpha: 2}\n").is_err());
        Ok(())
    }

    #[test]
    fn a_world_is_simulated_only_where_the_file_says_so() -> Outcome {
        let read = |text: &str| serde_yaml::from_str::<FleetFile>(&format!("domain: d\n{REST}{text}"));
        assert!(read("")?.simulator.is_none());
        let choice = read("simulator: {skill_ms: 7}\n")?.simulator;
        let settings = choice.map(|choice| (choice.skill_ms, choice.seed));
        assert_eq!(settings, Some((7, SimulatorChoice::default().seed)));
        Ok(())
    }
}
