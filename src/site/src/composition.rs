//! The composition of a fleet: processes with names, namespaces, parameters, and the order of their start.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::Serialize;
use surefleet_fleet::RobotId;

use crate::{
    error::SiteError, fleet_file::FleetFile, keys::KeyFiles, middleware::without_shared_memory,
    namespace::FleetNamespace,
};

/// The processes of a fleet that start in one place. `surefleet up` and the launch files start exactly these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Composition {
    /// The fleet file.
    pub fleet: PathBuf,
    /// The folder of keys and journals.
    pub state_dir: PathBuf,
    /// Environment variables that each process gets, in addition to those of the process that starts it.
    pub environment: BTreeMap<&'static str, String>,
    /// The processes in the order of their start.
    pub processes: Vec<Process>,
}

/// One process of a fleet: a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Process {
    /// Its name among the processes of the fleet, such as `robot_1.planner`.
    pub name: String,
    /// The program, which is also the name of its node.
    pub executable: &'static str,
    /// The full ROS namespace of the node, such as `/north/robot_1`.
    pub namespace: String,
    /// Parameters of the node, all given as text.
    pub parameters: BTreeMap<&'static str, String>,
}

/// The folders of a fleet's files, and the prefix of its names.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// The fleet file.
    pub fleet: &'a Path,
    /// The namespace of the fleet.
    pub namespace: &'a FleetNamespace,
    /// The folder of keys and journals.
    pub state: &'a Path,
    /// The folder that holds `config/`.
    pub share: &'a Path,
}

/// The part of a fleet that starts in one place. Other machines start the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FleetPart {
    /// Whether the nodes that exist once per fleet belong to this part.
    pub has_shared: bool,
    /// The robots with nodes in this part.
    pub robots: Vec<RobotId>,
}

impl FleetPart {
    /// The whole fleet.
    pub fn whole(fleet: &FleetFile) -> Self {
        Self { has_shared: true, robots: fleet.order.clone() }
    }

    /// The robots with these names, in this order, without the nodes that exist once per fleet.
    ///
    /// # Errors
    /// A name that is not in the fleet file, where the names that are there are listed; one that is named twice.
    pub fn robots(fleet: &FleetFile, names: &[String]) -> Result<Self, SiteError> {
        let robot = |name: &String| {
            fleet.order.iter().find(|robot| robot.as_str() == name).cloned().ok_or_else(|| {
                let known: Vec<&str> = fleet.order.iter().map(RobotId::as_str).collect();
                SiteError::Refused(format!("{name:?} is no robot of the fleet file: it has {}", known.join(", ")))
            })
        };
        let robots: Vec<RobotId> = names.iter().map(robot).collect::<Result<_, _>>()?;
        let mut others = robots.iter().enumerate();
        if let Some((_, twice)) = others.find(|(place, robot)| robots[..*place].contains(robot)) {
            return Err(SiteError::Refused(format!("{twice} is named twice: name each robot once")));
        }
        Ok(Self { has_shared: false, robots })
    }
}

impl Composition {
    /// A part of a fleet, in the environment of the calling process.
    pub fn of(fleet: &FleetFile, part: &FleetPart, place: Surroundings<'_>) -> Self {
        let Surroundings { fleet: file, namespace, state, share } = place;
        let path = |path: &Path| path.display().to_string();
        let node = |executable: &'static str, robot: Option<&RobotId>, more: &[(&'static str, String)]| {
            let given = [("fleet", path(file)), ("state_dir", path(state))];
            let robot_given = robot.map(|robot| ("robot", robot.to_string()));
            Process {
                name: robot.map_or_else(|| executable.to_owned(), |robot| format!("{robot}.{executable}")),
                executable,
                namespace: robot.map_or_else(|| namespace.to_string(), |robot| namespace.name(robot.as_str())),
                parameters: given.into_iter().chain(robot_given).chain(more.iter().cloned()).collect(),
            }
        };
        let keys = KeyFiles::in_folder(state);
        let mut processes = Vec::new();
        if part.has_shared {
            // Real robots have skill servers of their own. A simulated world would answer in their place.
            if let Some(simulator) = &fleet.simulator {
                let executable = if simulator.house.is_some() { "house_simulator" } else { "world_simulator" };
                processes.push(node(executable, None, &[("approval_key", path(&keys.public))]));
            }
            if fleet.exploration.is_some() {
                processes.push(node("world_keeper", None, &[]));
            }
            processes.push(node("help_desk", None, &[]));
            processes.push(node("safety_monitor", None, &[("signing_key", path(&keys.secret))]));
        }
        for robot in &part.robots {
            if fleet.perception.is_some() {
                processes.push(node("perception", Some(robot), &[]));
            }
            if fleet.exploration.is_some() {
                processes.push(node("explorer", Some(robot), &[]));
            }
            processes.push(node("planner", Some(robot), &[]));
        }
        let environment = without_shared_memory(share, |name| std::env::var_os(name));
        Self { fleet: file.to_owned(), state_dir: state.to_owned(), environment, processes }
    }
}

impl Process {
    /// The arguments of the process: ROS parameter files first, then its own parameters, which take precedence.
    pub fn arguments(&self, params_files: &[PathBuf]) -> Vec<String> {
        let files = params_files.iter().flat_map(|file| ["--params-file".to_owned(), file.display().to_string()]);
        let own = self.parameters.iter().flat_map(|(name, value)| ["-p".to_owned(), format!("{name}:={value}")]);
        let namespace = ["-r".to_owned(), format!("__ns:={}", self.namespace)];
        ["--ros-args".to_owned()].into_iter().chain(files).chain(namespace).chain(own).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    fn shipped(name: &str) -> Result<(PathBuf, FleetFile), SiteError> {
        let path = FleetFile::find(name, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))?;
        let fleet = FleetFile::read(&path)?;
        Ok((path, fleet))
    }

    fn composed(name: &str, namespace: &str, part: impl Fn(&FleetFile) -> FleetPart) -> Result<Composition, SiteError> {
        let (path, fleet) = shipped(name)?;
        let (state, share) = (Path::new("/state"), Path::new("/share"));
        let namespace = namespace.parse()?;
        let place = Surroundings { fleet: &path, namespace: &namespace, state, share };
        Ok(Composition::of(&fleet, &part(&fleet), place))
    }

    fn names(composition: &Composition) -> Vec<&str> {
        composition.processes.iter().map(|process| process.name.as_str()).collect()
    }

    #[test]
    fn a_fleet_is_what_its_file_says_and_its_shared_nodes_start_first() -> Checked {
        let shared = ["world_simulator", "help_desk", "safety_monitor"];
        let planners = ["robot_1.planner", "robot_2.planner", "robot_3.planner"];
        assert_eq!(names(&composed("household-demo", "/", FleetPart::whole)?), [&shared[..], &planners].concat());
        let eyes = planners.map(|planner| planner.replace("planner", "perception"));
        let watched: Vec<&str> =
            eyes.iter().zip(planners).flat_map(|(eyes, planner)| [eyes.as_str(), planner]).collect();
        assert_eq!(names(&composed("household-watch", "/", FleetPart::whole)?), [&shared[..], &watched].concat());
        let real = |fleet: &mut FleetFile| (fleet.simulator, fleet.perception) = (None, None);
        let (path, mut fleet) = shipped("household-watch")?;
        real(&mut fleet);
        let place = Surroundings { fleet: &path, namespace: &FleetNamespace::ROOT, state: &path, share: &path };
        let composed = Composition::of(&fleet, &FleetPart::whole(&fleet), place);
        assert_eq!(names(&composed), [&shared[1..], &planners].concat());
        Ok(())
    }

    #[test]
    fn robots_that_explore_have_an_explorer_each_and_one_keeper_of_the_world() -> Checked {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/search/fleet.yaml");
        let fleet = FleetFile::read(&path)?;
        let place = Surroundings { fleet: &path, namespace: &FleetNamespace::ROOT, state: &path, share: &path };
        let composed = Composition::of(&fleet, &FleetPart::whole(&fleet), place);
        let shared = ["house_simulator", "world_keeper", "help_desk", "safety_monitor"];
        let robots = ["robot_1.explorer", "robot_1.planner", "robot_2.explorer", "robot_2.planner"];
        assert_eq!(names(&composed), [&shared[..], &robots].concat());
        Ok(())
    }

    #[test]
    fn each_node_has_its_namespace_and_only_the_keys_that_it_needs() -> Checked {
        let composition = composed("household-demo", "/site/north", FleetPart::whole)?;
        for process in &composition.processes {
            let robot = process.parameters.get("robot");
            let namespace = robot.map_or("/site/north".to_owned(), |robot| format!("/site/north/{robot}"));
            assert_eq!(process.namespace, namespace, "{}", process.name);
            assert_eq!(process.parameters["state_dir"], "/state");
            let key = |name| process.parameters.get(name).map(String::as_str);
            let keys = match process.executable {
                "safety_monitor" => (Some("/state/fleet.key"), None),
                "world_simulator" => (None, Some("/state/fleet.pub")),
                _ => (None, None),
            };
            assert_eq!((key("signing_key"), key("approval_key")), keys, "{}", process.name);
        }
        let planner = composition.processes.last().ok_or("no process")?;
        let file = planner.parameters["fleet"].clone();
        assert!(file.ends_with("config/fleets/household-demo.yaml"), "{file}");
        let arguments = planner.arguments(&["/p.yaml".into()]).join(" ");
        let own = format!("-p fleet:={file} -p robot:=robot_3 -p state_dir:=/state");
        assert_eq!(arguments, format!("--ros-args --params-file /p.yaml -r __ns:=/site/north/robot_3 {own}"));
        Ok(())
    }

    #[test]
    fn a_part_has_the_robots_that_are_named_and_no_others() -> Checked {
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            FleetPart::robots(&shipped("household-demo")?.1, &names)
        };
        let part = of(&["robot_3", "robot_1"])?;
        let composition = composed("household-demo", "/", |_| part.clone())?;
        assert_eq!(names(&composition), ["robot_3.planner", "robot_1.planner"]);
        let refusal = of(&["robot_9"]).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refusal.contains("\"robot_9\" is no robot") && refusal.contains("robot_1, robot_2"), "{refusal}");
        Ok(())
    }
}
