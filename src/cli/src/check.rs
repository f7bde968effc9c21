//! `surefleet check`: checks the files that a fleet file names, and tells where people will be asked.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use anyhow::{Result, bail};
use surefleet_english::{Vocabulary, read, readings};
use surefleet_language::OptionScorer;
use surefleet_planner::team_of;
use surefleet_safety::{Comparison, compare};
use surefleet_site::{
    Calibrated, Eyes, FleetFile, RewordingModel, Scorer, ScorerChoice, SearchSite, missions_of, team_planner,
    why_detector_off, why_findings_off,
};
use surefleet_world::{Demo, Skill, World};

/// Reads the files that the fleet file names before anything starts; reports if people will be asked about every
/// decision or action.
///
/// # Errors
/// Those of [`notes`].
pub fn check(fleet: &FleetFile) -> Result<()> {
    let notes = notes(fleet)?;
    notes.iter().for_each(|note| println!("{note}"));
    let but = if notes.is_empty() { "" } else { ", but look at what is said above" };
    let world = fleet.read_world()?;
    println!("{}; every file that the fleet file names can be read{but}", soundness(&world));
    Ok(())
}

/// Reads the files that the fleet file names; returns a sentence if people will be asked about every decision or every
/// action, and for what of the start is of no use.
///
/// # Errors
/// A domain, start, scorer, translator, planner for teams, calibration or model with a mistake.
pub fn notes(fleet: &FleetFile) -> Result<Vec<String>> {
    let world = fleet.read_world()?;
    let domain = notes_on_domain(&world);
    let start = notes_on_start(fleet, &world)?;
    fleet.exploration.as_ref().map(|_| SearchSite::of(fleet, &world)).transpose()?;
    RewordingModel::of(fleet)?;
    team_planner(fleet, &world)?;
    Eyes::of_explorer(fleet, Arc::default())?;
    let autonomy = why_autonomy_off(fleet)?;
    let autonomy = autonomy.map(|reason| format!("autonomy is off: every decision asks a person; {reason}"));
    let detector = why_detector_off(fleet)?;
    let detector =
        detector.map(|reason| format!("the detector is off: a person is asked about every action; {reason}"));
    let findings = why_findings_off(fleet)?;
    let findings = findings.map(|reason| format!("robots will send no findings: {reason}"));
    Ok(domain.into_iter().chain(start).chain(autonomy).chain(detector).chain(findings).collect())
}

/// The size of a world whose files have no mistake.
pub fn soundness(world: &World) -> String {
    format!("sound: {} objects, {} decisions", world.objects().len(), world.options().len())
}

/// Draws the start of the simulated world, and reads its mission where nothing but the grammar reads missions.
///
/// # Errors
/// A start file with a mistake, or a start that the domain's laws exclude.
pub fn notes_on_start(fleet: &FleetFile, world: &World) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    let Some(simulator) = &fleet.simulator else { return Ok(notes) };
    if let Some(reason) = fleet.draw_start(world, simulator.seed)?.without_demo {
        notes.push(format!("the start is drawn without the facts of its demo: {reason}"));
    }
    if matches!(fleet.scorer, ScorerChoice::Grounded | ScorerChoice::Exploring) {
        let vocabulary = Vocabulary::of(world);
        let (mission, constraints) = fleet.demo_mission(world.domain())?.unzip();
        // A mission may leave open which thing is meant.
        let mission = mission.iter().map(|text| readings(text, &vocabulary).map(drop));
        let constraints = constraints.iter().flatten().map(|text| read(text, &vocabulary).map(drop));
        let unread = mission.chain(constraints).filter_map(Result::err);
        notes.extend(unread.map(|error| format!("the mission of the start is not read: {error}")));
        if let Some(demo) = fleet.read_start(world.domain())?.and_then(|start| start.demo().cloned()) {
            notes.extend(note_on_formula(&demo, &vocabulary, world));
        }
    }
    Ok(notes)
}

/// What is wrong with the formula of a demo: it is none, or the mission is read as something that does not satisfy it.
fn note_on_formula(demo: &Demo, vocabulary: &Vocabulary, world: &World) -> Option<String> {
    let formula = match read(&format!("ltl: {}", demo.formula.as_ref()?), vocabulary) {
        Ok(meant) => meant.formula(),
        Err(error) => return Some(format!("the formula of the start's demo is not read: {error}")),
    };
    // A mission that is not read has a note of its own.
    let said = read(&demo.mission, vocabulary).ok()?.formula();
    match compare(world, &said, &formula) {
        // What is read may be stricter: "A, then B" wants B not to be so before.
        Ok(Some(Comparison::Same | Comparison::Stronger) | None) => None,
        Ok(Some(_)) => Some(format!(
            "the mission of the start's demo is read as {said}, which is not what its formula says: change one of them"
        )),
        Err(error) => Some(format!("the formula of the start's demo is not compared with its mission: {error}")),
    }
}

/// What a domain says that nobody can have meant: skills that change nothing, and decisions that people cannot tell apart.
pub fn notes_on_domain(world: &World) -> Vec<String> {
    let is_empty = |skill: &&Skill| skill.first.is_empty() && skill.effects.is_empty() && !skill.parameters.is_empty();
    let empty = world.domain().skills().iter().filter(is_empty);
    let mut notes: Vec<String> =
        empty.map(|skill| format!("the skill {} changes nothing: it has no effects", skill.name)).collect();
    let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for decision in world.options().iter() {
        said.entry(world.text(decision)).or_default().push(world.symbol(decision));
    }
    notes.extend(said.into_iter().filter(|(_, symbols)| symbols.len() > 1).map(|(text, symbols)| {
        format!(
            "{} are said alike, {text:?}: let `text` name each parameter, and give each object a label of its own",
            symbols.join(" and ")
        )
    }));
    notes
}

/// Reads the files that a fleet file names, as the planners will; returns the reason if they will not act alone.
///
/// # Errors
/// A domain with a mistake, a scorer's setting out of range, or a calibration file that is missing.
fn why_autonomy_off(fleet: &FleetFile) -> Result<Option<String>> {
    let world = fleet.read_world()?;
    let operator = fleet.simulator.iter().filter_map(|simulator| simulator.operator.as_ref());
    for operator in operator {
        operator.meanings(&Vocabulary::of(&world))?;
    }
    let scorer = Scorer::choose(fleet, &world)?;
    match fleet.calibration_path() {
        None => return Ok(Some(without_calibration(fleet, &world))),
        Some(path) if !path.is_file() => {
            let begin = fleet.where_paths_begin();
            bail!(
                "calibration: there is no {}; {begin}. Leave it out to have every decision ask a person",
                path.display()
            )
        }
        Some(_) => {}
    }
    Ok(Calibrated::read(fleet, &world, &scorer.identity()).err().map(|error| error.to_string()))
}

/// Why no robot of a fleet without a calibration acts alone, and the command that makes one, if one can be made.
fn without_calibration(fleet: &FleetFile, world: &Arc<World>) -> String {
    let none = "the fleet file names no calibration";
    let file = fleet.path.display();
    match first_mission(fleet, world) {
        Ok(()) => {
            let stem = fleet.path.file_stem().unwrap_or_default().to_string_lossy();
            let out = Path::new("calibration").join(format!("{stem}.json"));
            let to = fleet.root.join(&out);
            // Where each decision takes a search, so many missions take minutes, and the defaults hours.
            let size = if fleet.deliveries(world.domain()).is_some() {
                ""
            } else {
                " --scenarios 100 --tested 60 --alpha 1/20"
            };
            format!(
                "{none}; make one with `surefleet calibrate --fleet {file}{size} --out {}`, and name it there as `calibration: {}`",
                to.display(),
                out.display()
            )
        }
        Err(reason) => format!("{none}, and none can be made: {reason}"),
    }
}

/// Draws a mission of the whole team, as a calibration draws them.
fn first_mission(fleet: &FleetFile, world: &Arc<World>) -> Result<()> {
    let missions = missions_of(fleet, world)?;
    let team = team_of(world, fleet.deliveries(world.domain()).as_ref(), &fleet.order);
    missions.begin(&team, 0)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use surefleet_onnx::Provider;
    use surefleet_site::{ModelChoice, RelevanceChoice};

    use super::*;

    fn simulated(change: impl Fn(&mut FleetFile)) -> Result<Option<String>> {
        shipped("household-simulated", change)
    }

    fn shipped(name: &str, change: impl Fn(&mut FleetFile)) -> Result<Option<String>> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../config/fleets/{name}.yaml"));
        let mut fleet = FleetFile::read(&path).expect("a fleet");
        change(&mut fleet);
        why_autonomy_off(&fleet)
    }

    #[test]
    fn the_simulated_fleet_acts_alone_and_another_scorer_or_team_does_not() {
        assert_eq!(simulated(|_| {}).expect("sound files"), None);
        let quality = |fleet: &mut FleetFile| {
            fleet.scorer = surefleet_site::ScorerChoice::Simulated { quality: 3.0, seed: 1 };
        };
        let reason = simulated(quality).expect("sound files").expect("another scorer than the calibrated one");
        assert!(reason.contains("quality=3") && reason.contains("quality=4"), "{reason}");
        let pair = simulated(|fleet| fleet.order.truncate(2)).expect("sound files").expect("a team of no class");
        assert!(pair.contains('2'), "{pair}");
        let none = simulated(|fleet| fleet.calibration = None).expect("sound files").expect("no calibration");
        assert!(none.contains("names no calibration; make one with"), "{none}");
        assert!(none.contains("config/fleets/household-simulated.yaml --out "), "{none}");
    }

    #[test]
    fn a_demo_s_formula_is_held_against_what_is_read() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config/fleets/hospital-demo.yaml");
        let world = FleetFile::read(&path).and_then(|fleet| fleet.read_world()).expect("a site");
        let vocabulary = Vocabulary::of(&world);
        for (formula, noted) in [
            ("F G located(insulin, bedside_table_2)", None),
            // What is read is stricter.
            ("F located(insulin, bedside_table_2)", None),
            (
                "F G located(insulin, bedside_table_3)",
                Some("is read as F G located(insulin, bedside_table_2), which is not"),
            ),
            ("F G (((", Some("is not read: found the end at byte 8")),
            ("F G located(insuline, bedside_table_2)", Some("did you mean \"located(insulin, bedside_table_2)\"")),
        ] {
            let mission = "Bring the insulin to bedside table 2.".to_owned();
            let demo = Demo { mission, formula: Some(formula.to_owned()), ..Demo::default() };
            let note = note_on_formula(&demo, &vocabulary, &world);
            let is_right = noted.map_or(note.is_none(), |part| note.as_ref().is_some_and(|note| note.contains(part)));
            assert!(is_right, "{formula}: {note:?}");
        }
    }

    #[test]
    fn skills_that_change_nothing_and_decisions_that_are_said_alike_are_named() {
        let domain = "domain: depot
types: [{name: lamp, words: [lamp]}]
objects: [{name: lamp_1, type: lamp}, {name: lamp_2, type: lamp}]
predicates: [{is: lit(lamp), says: \"{1} is on\", denies: \"{1} is off\"}]
skills:
  - {is: \"light(target: lamp)\", text: [light it], effects: [lit(target)]}
  - {is: \"polish(target: lamp)\", text: [\"polish {target}\"]}
  - {is: idle, text: [remain idle]}
";
        let domain = surefleet_world::Domain::parse(domain, "depot.yaml").unwrap_or_else(|error| panic!("{error}"));
        let id = surefleet_fleet::RobotId::new("robot_1").expect("a plain name");
        let world = World::new(Arc::new(domain), &[surefleet_world::Robot { id, kind: None }]).expect("a team");
        let notes = notes_on_domain(&world);
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert!(notes[0].contains("the skill polish changes nothing"), "{notes:?}");
        assert!(notes[1].contains("light(lamp_1) and light(lamp_2) are said alike"), "{notes:?}");
    }

    #[test]
    fn words_of_the_exploration_that_the_domain_lacks_are_named() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let mut fleet = FleetFile::read(&path).expect("a fleet");
        assert_eq!(notes(&fleet).expect("sound files"), Vec::<String>::new());
        let exploration = fleet.exploration.as_mut().expect("robots that explore");
        exploration.sought = "gem".to_owned();
        let error = notes(&fleet).expect_err("a type that the domain lacks").to_string();
        assert_eq!(error, "exploration in the fleet file: the domain has no type \"gem\"");
    }

    #[test]
    fn the_calibration_of_the_board_fits_what_runs() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/boxnet/fleet.yaml");
        assert_eq!(notes(&FleetFile::read(&path).expect("a fleet")).expect("sound files"), Vec::<String>::new());
    }

    #[test]
    fn a_model_for_the_eyes_of_explorers_that_is_not_there_is_a_mistake() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let mut fleet = FleetFile::read(&path).expect("a fleet");
        let eyes = |model: &str| ModelChoice { model: model.into(), variant: String::new(), provider: Provider::Cpu };
        fleet.exploration.as_mut().expect("robots that explore").eyes = Some(eyes("models/gone"));
        let error = notes(&fleet).expect_err("no such model").to_string();
        assert!(error.contains("exploration.eyes") && error.contains("models/gone"), "{error}");
    }

    #[test]
    fn explorers_without_a_calibration_of_relevance_that_fits_send_no_findings_and_are_told_why() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let told = |change: &dyn Fn(&mut FleetFile)| {
            let mut fleet = FleetFile::read(&path).expect("a fleet");
            change(&mut fleet);
            why_findings_off(&fleet).expect("a judge that can be loaded").unwrap_or_default()
        };
        fn relevance(fleet: &mut FleetFile) -> &mut RelevanceChoice {
            fleet.exploration.as_mut().and_then(|exploration| exploration.relevance.as_mut()).expect("a judge")
        }
        assert_eq!(told(&|_| {}), "");
        let none = told(&|fleet| relevance(fleet).calibration = None);
        assert!(none.contains("surefleet calibrate-relevance"), "{none}");
        let gone = told(&|fleet| relevance(fleet).calibration = Some("calibration/gone.json".into()));
        assert!(gone.contains("gone.json"), "{gone}");
        let unnamed = told(&|fleet| fleet.exploration.as_mut().expect("robots that explore").relevance = None);
        assert!(unnamed.contains("exploration.relevance.judge"), "{unnamed}");
        let calibrated_on = told(&|fleet| {
            let house = fleet.simulator.as_mut().and_then(|simulator| simulator.house.as_mut());
            house.expect("a simulated house").seed = 20_003;
        });
        assert!(calibrated_on.contains("simulator.house.seed 20003"), "{calibrated_on}");
        let of_real_robots = told(&|fleet| fleet.simulator = None);
        assert!(
            of_real_robots.contains("these robots are real") && of_real_robots.contains("--labelled"),
            "{of_real_robots}"
        );
        let another_model = told(&|fleet| relevance(fleet).judge.model = "models/decision-maker".into());
        assert!(another_model.contains("asked.model.id"), "{another_model}");
        let mut fleet = FleetFile::read(&path).expect("a fleet");
        relevance(&mut fleet).judge.model = "models/gone".into();
        let error = notes(&fleet).expect_err("no such model").to_string();
        assert!(error.contains("exploration.relevance.judge") && error.contains("models/gone"), "{error}");
    }

    #[test]
    fn only_a_calibration_that_can_be_made_is_suggested() {
        let pair = |fleet: &mut FleetFile| {
            fleet.calibration = None;
            fleet.order.truncate(2);
        };
        let none = simulated(pair).expect("sound files").expect("no calibration");
        assert!(none.contains("none can be made: no missions are drawn for the team \"2\""), "{none}");
        let ward =
            shipped("hospital-demo", |fleet| fleet.calibration = None).expect("sound files").expect("no calibration");
        let out = "calibration/hospital-demo.json`, and name it there as `calibration: calibration/hospital-demo.json`";
        assert!(ward.contains("--scenarios 100 --tested 60 --alpha 1/20 --out") && ward.ends_with(out), "{ward}");
        let real = |fleet: &mut FleetFile| (fleet.calibration, fleet.simulator) = (None, None);
        let real = shipped("hospital-demo", real).expect("sound files").expect("no calibration");
        assert!(real.contains("none can be made: simulator.start in the fleet file: it is missing"), "{real}");
    }

    #[test]
    fn fleets_act_alone_with_the_scorers_that_they_ship_with() {
        for fleet in ["household-demo", "household-choice", "hospital-demo", "warehouse-demo", "laboratory-demo"] {
            assert_eq!(shipped(fleet, |_| {}).expect("sound files"), None, "{fleet}");
        }
        let simulated = |fleet: &mut FleetFile| fleet.calibration = Some("calibration/household-simulated.json".into());
        let reason = shipped("household-demo", simulated).expect("sound files").expect("another scorer's calibration");
        assert!(reason.contains("grounded(grammar)"), "{reason}");
    }

    #[test]
    fn files_that_are_not_there_are_mistakes() {
        let gone =
            simulated(|fleet| fleet.calibration = Some("calibration/gone.json".into())).expect_err("no such file");
        assert!(format!("{gone:#}").contains("calibration/gone.json"), "{gone:#}");
        let domain = simulated(|fleet| fleet.domain = "gone".into()).expect_err("no such domain");
        assert!(format!("{domain:#}").contains("gone.yaml"), "{domain:#}");
    }
}
