//! States as propositions on the wire, and back.

use surefleet_fleet::{Facts, RobotId};

use crate::{
    MissionError, State, Transport,
    error::nearest,
    objects::{ItemId, MAX_TEAM, PlaceId},
    recognition::Stored,
    state::{Spot, Whereabouts},
};

impl State {
    /// Reads a state from true propositions.
    ///
    /// Every item must be somewhere. Facts about the positions of robots outside the team are ignored.
    ///
    /// # Errors
    /// [`MissionError::UnknownFact`], [`MissionError::Contradiction`], [`MissionError::Missing`] and
    /// [`MissionError::TeamSize`].
    pub fn from_facts(domain: &Transport, team: &[RobotId], facts: &Facts) -> Result<Self, MissionError> {
        if team.is_empty() || team.len() > MAX_TEAM {
            return Err(MissionError::TeamSize(team.len()));
        }
        let mut seen = Seen::new(domain, team);
        facts.iter().try_for_each(|fact| seen.read(fact))?;
        seen.state()
    }

    /// The true propositions of the state.
    ///
    /// # Panics
    /// If `team` is not as long as the state's team.
    pub fn to_facts(&self, domain: &Transport, team: &[RobotId]) -> Facts {
        assert_eq!(team.len(), self.team_size(), "the state is of this team");
        let [at, holding, located, open] = domain.predicates();
        let mut facts = Vec::with_capacity(team.len() + domain.items.len() + domain.places.len());
        for (robot, name) in team.iter().enumerate() {
            match self.spot(robot) {
                Spot::Nowhere => {}
                Spot::Item(item) => facts.push(format!("{at}({name}, {})", domain.item(item).name)),
                Spot::Place(place) => facts.push(format!("{at}({name}, {})", domain.place(place).name)),
            }
        }
        for item in domain.items() {
            let it = &domain.item(item).name;
            facts.push(match self.whereabouts(item) {
                Whereabouts::Place(place) => format!("{located}({it}, {})", domain.place(place).name),
                Whereabouts::Robot(robot) => format!("{holding}({}, {it})", team[robot]),
            });
        }
        let opened = domain.containers().filter(|&container| self.is_open(container));
        facts.extend(opened.map(|container| format!("{open}({})", domain.place(container).name)));
        Facts::new(facts)
    }
}

impl Transport {
    /// The names of the predicates that say where a robot is, what it holds, where an item is and what is open.
    pub(crate) fn predicates(&self) -> [&str; 4] {
        let Stored { at, holding, located, open } = self.stored;
        [at, holding, located, open].map(|id| self.domain.predicate(id).name.as_str())
    }

    /// Every proposition that a state of this team can make true, sorted: the alphabet of safety formulas.
    pub fn propositions(&self, team: &[RobotId]) -> Vec<String> {
        let [at, holding, located, open] = self.predicates();
        let items = || self.items.iter().map(|item| &item.name);
        let places = || self.places.iter().map(|place| &place.name);
        let mut all = Vec::new();
        for robot in team {
            all.extend(items().chain(places()).map(|target| format!("{at}({robot}, {target})")));
            all.extend(items().map(|item| format!("{holding}({robot}, {item})")));
        }
        all.extend(items().flat_map(|item| places().map(move |place| format!("{located}({item}, {place})"))));
        all.extend(self.containers().map(|container| format!("{open}({})", self.place(container).name)));
        all.sort_unstable();
        all
    }
}

/// The content of the facts read so far, each with its fact.
struct Seen<'a, 'f> {
    domain: &'a Transport,
    team: &'a [RobotId],
    spots: Vec<Option<(Spot, &'f str)>>,
    hands: Vec<Option<(ItemId, &'f str)>>,
    items: Vec<Option<(Whereabouts, &'f str)>>,
    open: Vec<PlaceId>,
}

impl<'a, 'f> Seen<'a, 'f> {
    fn new(domain: &'a Transport, team: &'a [RobotId]) -> Self {
        let robots = team.len();
        let items = domain.items.len();
        Self {
            domain,
            team,
            spots: vec![None; robots],
            hands: vec![None; robots],
            items: vec![None; items],
            open: vec![],
        }
    }

    fn read(&mut self, fact: &'f str) -> Result<(), MissionError> {
        let unknown = |mend: String| MissionError::UnknownFact {
            fact: fact.to_owned(),
            domain: self.domain.name().to_owned(),
            mend,
        };
        let Some((predicate, arguments)) = fact.strip_suffix(')').and_then(|rest| rest.split_once('(')) else {
            return Err(unknown("write it as predicate(name, name)".to_owned()));
        };
        let names: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let [at, holding, located, open] = self.domain.predicates();
        match (predicate.trim(), names.as_slice()) {
            (name, &[robot, target]) if name == at => {
                let Some(robot) = self.robot(robot) else { return Ok(()) };
                let item = self.domain.find_item(target).map(Spot::Item);
                let spot = item.or_else(|| self.domain.find_place(target).map(Spot::Place));
                let spot = spot.ok_or_else(|| unknown(self.known(target)))?;
                say(&mut self.spots[robot], spot, fact)
            }
            (name, &[robot, item]) if name == holding => {
                let item = self.domain.find_item(item).ok_or_else(|| unknown(self.known(item)))?;
                let mend = || unknown(format!("{robot:?} is not of the team, so what it holds is out of reach"));
                let robot = self.robot(robot).ok_or_else(mend)?;
                say(&mut self.hands[robot], item, fact)?;
                say(&mut self.items[item.index()], Whereabouts::Robot(robot), fact)
            }
            (name, &[item, place]) if name == located => {
                let item = self.domain.find_item(item).ok_or_else(|| unknown(self.known(item)))?;
                let place = self.domain.find_place(place).ok_or_else(|| unknown(self.known(place)))?;
                say(&mut self.items[item.index()], Whereabouts::Place(place), fact)
            }
            (name, &[place]) if name == open => {
                let place = self.domain.find_place(place).ok_or_else(|| unknown(self.known(place)))?;
                if !self.domain.place(place).is_container {
                    return Err(unknown(format!("{:?} cannot be opened or closed", self.domain.place(place).name)));
                }
                self.open.push(place);
                Ok(())
            }
            (predicate, _) => {
                let mend = match nearest(predicate, [at, holding, located, open]) {
                    Some(near) if near != predicate => format!("did you mean {near:?}?"),
                    Some(_) => "mind the number of its arguments".to_owned(),
                    None => format!("predicates are {at}, {holding}, {located} and {open}"),
                };
                Err(unknown(mend))
            }
        }
    }

    fn robot(&self, name: &str) -> Option<usize> {
        self.team.iter().position(|robot| robot.as_str() == name)
    }

    fn known(&self, name: &str) -> String {
        let items = self.domain.items.iter().map(|item| item.name.as_str());
        let places = self.domain.places.iter().map(|place| place.name.as_str());
        match nearest(name, items.chain(places)) {
            Some(near) if near != name => format!("did you mean {near:?}?"),
            Some(near) => format!("{near:?} cannot stand there"),
            None => format!("there is no {name:?} in it"),
        }
    }

    fn state(self) -> Result<State, MissionError> {
        let mut places = Vec::with_capacity(self.items.len());
        for (item, seen) in self.domain.items().zip(&self.items) {
            let (whereabouts, _) = seen.ok_or_else(|| {
                let [_, holding, located, _] = self.domain.predicates().map(str::to_owned);
                MissionError::Missing { item: self.domain.item(item).name.clone(), located, holding }
            })?;
            places.push(match whereabouts {
                Whereabouts::Place(place) => place,
                // A placeholder: the robot takes the item from here below.
                Whereabouts::Robot(_) => PlaceId(0),
            });
        }
        let mut state = State::new(self.domain, self.team.len(), &places, self.open.iter().copied())?;
        for (robot, held) in self.hands.iter().enumerate() {
            if let Some((item, _)) = held {
                state.take(robot, *item);
            }
        }
        for (robot, seen) in self.spots.iter().enumerate() {
            if let Some((spot, _)) = seen {
                state.set_spot(robot, *spot);
            }
        }
        state.settle(self.domain);
        Ok(state)
    }
}

fn say<'f, T: Copy + PartialEq>(slot: &mut Option<(T, &'f str)>, value: T, fact: &'f str) -> Result<(), MissionError> {
    match slot {
        Some((earlier, first)) if *earlier != value => {
            Err(MissionError::Contradiction { first: (*first).to_owned(), second: fact.to_owned() })
        }
        _ => {
            *slot = Some((value, fact));
            Ok(())
        }
    }
}
