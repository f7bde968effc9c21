//! The domain as formulas see it: how propositions relate to states, and which states and steps exist.

use std::collections::BTreeSet;

use surefleet_fleet::RobotId;
use surefleet_ltl::{Axioms, Group, Proposition, PropositionId, Spec, Valuation};
use surefleet_mission::{ItemId, PlaceId, Spot, State, Transport, Whereabouts};

/// The part of a state that a proposition describes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fact {
    At(usize, Spot),
    Holding(usize, ItemId),
    Located(ItemId, PlaceId),
    Open(PlaceId),
    /// Held by a robot outside this list. No constraint mentions this or the next two; they make one of a group true.
    HeldByOther(ItemId, Vec<usize>),
    /// Located at a place outside this list.
    LocatedElsewhere(ItemId, Vec<PlaceId>),
    /// Not open.
    Closed(PlaceId),
}

/// The propositions that bear on some constraints.
pub(super) struct World {
    /// The laws of the domain for them: a robot is at one spot and holds one item; an item is in one place or one hand,
    /// and moves between places only in a hand; a container that is open stays open.
    pub axioms: Axioms,
    /// For each group of the axioms the law in words.
    pub laws: Vec<String>,
    facts: Vec<(Proposition, Fact)>,
}

impl World {
    /// The world of the propositions that constraints mention. A proposition that no state has is false for ever.
    pub fn of<'p>(domain: &Transport, fleet: &[RobotId], mentioned: impl IntoIterator<Item = &'p Proposition>) -> Self {
        let mentioned: BTreeSet<&Proposition> = mentioned.into_iter().collect();
        let known = |&name: &&Proposition| Some((name.clone(), fact(name, domain, fleet)?));
        let axioms = Axioms { is_watched: true, ..Axioms::default() };
        let mut world = Self { axioms, laws: Vec::new(), facts: mentioned.iter().filter_map(known).collect() };
        for (robot, name) in fleet.iter().enumerate() {
            let at_one_place = || format!("{name} is at one place at a time");
            world.exclude(|fact| matches!(fact, Fact::At(who, _) if *who == robot), at_one_place);
            let one_in_hand = || format!("{name} holds one thing at a time");
            world.exclude(|fact| matches!(fact, Fact::Holding(who, _) if *who == robot), one_in_hand);
        }
        domain.items().for_each(|item| world.follow_item(domain, fleet, item));
        for place in domain.containers() {
            let Some(open) = world.find(&Fact::Open(place)) else { continue };
            let closed = world.add(format!("closed({})", domain.place(place).name), Fact::Closed(place));
            world.axioms.groups.push(Group::exactly_one([open, closed]).with_moves([(1, 0)]));
            world.laws.push(format!("{} stays open once it is", domain.place(place).name));
        }
        world
    }

    /// At most one of the facts selected by `is_member` is true.
    fn exclude(&mut self, is_member: impl Fn(&Fact) -> bool, law: impl Fn() -> String) {
        let members = self.facts.iter().filter(|(_, fact)| is_member(fact));
        let members: Vec<Proposition> = members.map(|(name, _)| name.clone()).collect();
        if members.len() > 1 {
            self.axioms.groups.push(Group::at_most_one(members));
            self.laws.push(law());
        }
    }

    /// An item that a constraint mentions is in one place or one hand.
    fn follow_item(&mut self, domain: &Transport, fleet: &[RobotId], item: ItemId) {
        let mut places = Vec::new();
        let mut at_places = Vec::new();
        let mut hands = Vec::new();
        let mut in_hands = Vec::new();
        for (name, fact) in &self.facts {
            match fact {
                Fact::Located(it, place) if *it == item => {
                    places.push(*place);
                    at_places.push(name.clone());
                }
                Fact::Holding(robot, it) if *it == item => {
                    hands.push(*robot);
                    in_hands.push(name.clone());
                }
                _ => {}
            }
        }
        if at_places.is_empty() && in_hands.is_empty() {
            return;
        }
        let item_name = &domain.item(item).name;
        if places.len() < domain.places().len() {
            at_places.push(self.add(format!("elsewhere({item_name})"), Fact::LocatedElsewhere(item, places)));
        }
        if hands.len() < fleet.len() {
            in_hands.push(self.add(format!("held_by_other({item_name})"), Fact::HeldByOther(item, hands)));
        }
        let first_hand = at_places.len();
        let last = at_places.len() + in_hands.len();
        let pairs = (0..first_hand).flat_map(|place| (first_hand..last).map(move |hand| (place, hand)));
        let moves: Vec<(usize, usize)> = pairs.flat_map(|(place, hand)| [(place, hand), (hand, place)]).collect();
        self.axioms.groups.push(Group::exactly_one(at_places.into_iter().chain(in_hands)).with_moves(moves));
        self.laws.push(format!("{item_name} is in one place or one hand, and goes from place to place in a hand"));
    }

    fn find(&self, fact: &Fact) -> Option<Proposition> {
        self.facts.iter().find(|(_, known)| known == fact).map(|(name, _)| name.clone())
    }

    fn add(&mut self, name: String, fact: Fact) -> Proposition {
        let name = Proposition::new(&name).expect("names of the domain are plain words");
        self.facts.push((name.clone(), fact));
        name
    }
}

fn fact(name: &Proposition, domain: &Transport, fleet: &[RobotId]) -> Option<Fact> {
    let arguments: Vec<&str> = name.arguments().collect();
    let robot = |name: &str| fleet.iter().position(|robot| robot.as_str() == name);
    let item = |name: &str| domain.find_item(name);
    let place = |name: &str| domain.find_place(name);
    Some(match (name.predicate(), arguments.as_slice()) {
        ("at", &[who, target]) => {
            Fact::At(robot(who)?, item(target).map(Spot::Item).or_else(|| place(target).map(Spot::Place))?)
        }
        ("holding", &[who, target]) => Fact::Holding(robot(who)?, item(target)?),
        ("located", &[what, target]) => Fact::Located(item(what)?, place(target)?),
        ("open", &[target]) => Fact::Open(place(target).filter(|place| domain.place(*place).is_container)?),
        _ => return None,
    })
}

/// Reads the valuations of a specification from states, without text.
#[derive(Debug, Clone, Default)]
pub(super) struct Eyes(Vec<(PropositionId, Fact)>);

impl Eyes {
    pub fn of(spec: &Spec, world: &World) -> Self {
        let known = |(name, fact): &(Proposition, Fact)| Some((spec.vocabulary().find(name.as_str())?, fact.clone()));
        Self(world.facts.iter().filter_map(known).collect())
    }

    /// The valuation of a state, robots as in the fleet.
    pub fn see(&self, state: &State) -> Valuation {
        let mut valuation = Valuation::default();
        for (id, fact) in &self.0 {
            let holds = match fact {
                Fact::At(robot, spot) => state.spot(*robot) == *spot,
                Fact::Holding(robot, item) => state.held(*robot) == Some(*item),
                Fact::Located(item, place) => state.whereabouts(*item) == Whereabouts::Place(*place),
                Fact::Open(place) => state.is_open(*place),
                Fact::HeldByOther(item, robots) => {
                    matches!(state.whereabouts(*item), Whereabouts::Robot(robot) if !robots.contains(&robot))
                }
                Fact::LocatedElsewhere(item, places) => {
                    matches!(state.whereabouts(*item), Whereabouts::Place(place) if !places.contains(&place))
                }
                Fact::Closed(place) => !state.is_open(*place),
            };
            valuation.set(*id, holds);
        }
        valuation
    }

    /// The propositions that change from one state to another.
    pub fn changes(&self, before: &Valuation, after: &Valuation) -> Vec<(PropositionId, bool)> {
        let changed = |(id, _): &(PropositionId, Fact)| before.holds(*id) != after.holds(*id);
        self.0.iter().filter(|fact| changed(fact)).map(|(id, _)| (*id, after.holds(*id))).collect()
    }
}
