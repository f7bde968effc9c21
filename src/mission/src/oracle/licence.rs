use crate::{
    Mission, Prohibition, Transport,
    objects::{Action, ItemId, PlaceId},
};

/// A set of robots, one bit each.
pub(super) type Robots = u128;

/// The permitted actions of each robot, by the skills of the domain and the rules of the mission.
///
/// The oracle's reductions rest on two facts about rules: every robot may go to every container, and a robot that may
/// take an item may also go to it. No variant of [`Prohibition`] breaks them.
#[derive(Debug)]
pub(super) struct Licence {
    /// By item: the sub-task that it can fulfil.
    pub subtask_of: Vec<Option<usize>>,
    /// By item: the robots that may take it.
    pub take: Vec<Robots>,
    /// By sub-task: the robots that may put something down at one of its destinations.
    pub deliver: Vec<Robots>,
    /// The robots that may put something down somewhere.
    pub drop: Robots,
    /// By place: the robots that may open it.
    pub open: Vec<Robots>,
    /// By robot: the first robot with the same rights.
    pub kind: Vec<u8>,
}

impl Licence {
    /// Derives the rights of each robot from the domain and the mission.
    pub fn new(domain: &Transport, mission: &Mission, team_size: usize) -> Self {
        let who_may = |action: Action| {
            let exists = domain.options().of(action).is_some();
            let may = |robot: &usize| exists && !mission.forbids(*robot, action);
            (0..team_size).filter(may).fold(0, |robots, robot| robots | bit(robot))
        };
        let who_may_put = |places: &mut dyn Iterator<Item = PlaceId>| {
            places.fold(0, |robots, place| robots | who_may(Action::Leave(place)))
        };
        let subtask_of = |item: ItemId| mission.subtasks.iter().position(|subtask| subtask.items.contains(&item));
        let mut kind: Vec<u8> = Vec::with_capacity(team_size);
        for robot in 0..team_size {
            let like = |&other: &usize| rules_of(mission, other).eq(rules_of(mission, robot));
            kind.push((0..robot).find(like).unwrap_or(robot) as u8);
        }
        Self {
            subtask_of: domain.items().map(subtask_of).collect(),
            take: domain.items().map(|item| who_may(Action::Take(item))).collect(),
            deliver: mission
                .subtasks
                .iter()
                .map(|subtask| who_may_put(&mut subtask.destinations.iter().copied()))
                .collect(),
            drop: who_may_put(&mut domain.places()),
            open: domain.places().map(|place| who_may(Action::Open(place))).collect(),
            kind,
        }
    }
}

fn rules_of(mission: &Mission, robot: usize) -> impl Iterator<Item = &Prohibition> {
    mission.rules.iter().filter(move |rule| rule.robot.is_none_or(|only| only == robot)).map(|rule| &rule.never)
}

/// The set of only this robot.
pub(super) const fn bit(robot: usize) -> Robots {
    1 << robot
}
