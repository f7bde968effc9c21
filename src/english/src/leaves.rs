//! The propositions behind verbs, for given things.

use smallvec::SmallVec;

use crate::{
    logic::{self, Atom, Ltl, Object, Sort},
    meaning::{Act, Deed, Filler, Who},
    moving::Carried,
    scope::{Result, Scope, vague},
    vocabulary::Place,
};

impl Scope<'_> {
    /// The proposition for these objects; never true of objects that do not fit.
    pub fn leaf(
        &self,
        act: &Act,
        deed: &Deed,
        subject: Option<Object>,
        objects: &[Object],
        agent: Option<Object>,
    ) -> Result<Ltl> {
        let never = Ltl::Constant(false);
        let fill = |filler: &Filler| match filler {
            Filler::Subject => subject,
            Filler::Object(place) => objects.get(*place).copied(),
            Filler::Agent => agent,
            Filler::Anything => None,
        };
        Ok(match act {
            Act::Fact { predicate, holds, fillers } => {
                let fact = self.atoms(Sort::Fact, *predicate, fillers, &fill, None);
                match (fact, holds) {
                    (Ltl::Constant(_), _) => never,
                    (fact, true) => fact,
                    (fact, false) => logic::not(fact),
                }
            }
            Act::NoValue { predicate, fillers } => {
                let mut fillers = fillers.clone();
                fillers.push(Filler::Anything);
                match self.atoms(Sort::Fact, *predicate, &fillers, &fill, None) {
                    Ltl::Constant(_) => never,
                    Ltl::Or(values) => logic::all(values.into_iter().map(logic::not)),
                    value => logic::not(value),
                }
            }
            Act::Deed { skill, fillers } => self.atoms(Sort::Deed, *skill, fillers, &fill, None),
            Act::At { thing, place, holds, who } => {
                let (Some(thing), Some(place)) = (fill(thing), fill(place)) else { return Ok(never) };
                let is_robot = self.vocabulary.robots.contains(&thing);
                if (*who == Who::Robot && !is_robot) || (*who == Who::Thing && is_robot) {
                    return Ok(never);
                }
                match (self.located(thing, place, deed)?, holds) {
                    (Some(fact), true) => Ltl::Atom(fact),
                    (Some(fact), false) => logic::not(Ltl::Atom(fact)),
                    (None, _) => never,
                }
            }
            Act::Put { robot, thing, place, .. } => {
                let (Some(robot), Some(thing), Some(place)) = (fill(robot), fill(thing), fill(place)) else {
                    return Ok(never);
                };
                self.put(robot, thing, place)
            }
        })
    }

    /// The atom with these arguments, or one of them where anything fits.
    fn atoms(
        &self,
        sort: Sort,
        name: usize,
        fillers: &[Filler],
        fill: &dyn Fn(&Filler) -> Option<Object>,
        with: Option<(usize, Object)>,
    ) -> Ltl {
        let relation =
            if sort == Sort::Fact { &self.vocabulary.predicates[name] } else { &self.vocabulary.skills[name] };
        let mut rows: Vec<SmallVec<[Object; 4]>> = vec![SmallVec::new()];
        for (place, filler) in fillers.iter().enumerate() {
            let given = with.filter(|(fixed, _)| *fixed == place).map(|(_, object)| object);
            let choices: &[Object] = match (given.or_else(|| fill(filler)), filler) {
                (Some(object), _) if relation.fits(place, object) => &[object],
                (Some(_), _) => return Ltl::Constant(false),
                (None, Filler::Anything) => &relation.members[place],
                (None, _) => return Ltl::Constant(false),
            };
            rows = rows
                .iter()
                .flat_map(|row| choices.iter().map(|object| row.iter().copied().chain([*object]).collect()))
                .collect();
        }
        let name = u16::try_from(name).expect("a domain has fewer names");
        logic::any(rows.into_iter().map(|arguments| Ltl::Atom(Atom { sort, name, arguments })))
    }

    /// The fact that tells that a thing is somewhere: a stored one before a derived one, the nearest place before a wide one.
    fn located(&self, thing: Object, place: Object, deed: &Deed) -> Result<Option<Atom>> {
        let fits = |one: &&Place| {
            let relation = &self.vocabulary.predicates[one.predicate];
            relation.fits(one.thing, thing) && relation.fits(one.place, place)
        };
        let rank = |one: &Place| {
            let relation = &self.vocabulary.predicates[one.predicate];
            (one.is_wide, relation.is_derived, !relation.is_functional)
        };
        let fitting: Vec<_> = self.vocabulary.places.iter().filter(fits).collect();
        let Some(best) = fitting.iter().map(|one| rank(one)).min() else { return Ok(None) };
        let mut best = fitting.into_iter().filter(|one| rank(one) == best);
        let Some(first) = best.next() else { return Ok(None) };
        if best.any(|other| other.predicate != first.predicate) {
            return vague(deed.at, deed.end, "say it in the words that the domain file has for it");
        }
        let arguments = if first.thing < first.place { [thing, place] } else { [place, thing] };
        let name = u16::try_from(first.predicate).expect("a domain has fewer names");
        Ok(Some(Atom { sort: Sort::Fact, name, arguments: arguments.into_iter().collect() }))
    }

    /// The deeds by which a robot puts a thing somewhere.
    fn put(&self, robot: Object, thing: Object, place: Object) -> Ltl {
        let deeds = self.vocabulary.movers.iter().map(|mover| {
            let relation = &self.vocabulary.skills[mover.skill];
            let predicate = &self.vocabulary.predicates[mover.predicate];
            if !predicate.fits(0, thing) || !predicate.fits(1, place) {
                return Ltl::Constant(false);
            }
            let fillers: Vec<Filler> = (0..relation.members.len())
                .map(|at| match at {
                    0 => Filler::Subject,
                    _ if at == mover.place => Filler::Object(1),
                    _ if mover.thing == Carried::Place(at) => Filler::Object(0),
                    _ => Filler::Anything,
                })
                .collect();
            let fill = |filler: &Filler| match filler {
                Filler::Subject => Some(robot),
                Filler::Object(0) => Some(thing),
                Filler::Object(_) => Some(place),
                Filler::Agent | Filler::Anything => None,
            };
            let deed = self.atoms(Sort::Deed, mover.skill, &fillers, &fill, None);
            match mover.thing {
                Carried::Place(0) if thing != robot => Ltl::Constant(false),
                Carried::Place(_) => deed,
                Carried::Held { predicate } => {
                    let name = u16::try_from(predicate).expect("a domain has fewer names");
                    let relation = &self.vocabulary.predicates[predicate];
                    if deed == Ltl::Constant(false) || !relation.fits(0, robot) || !relation.fits(1, thing) {
                        return Ltl::Constant(false);
                    }
                    let held =
                        Ltl::Atom(Atom { sort: Sort::Fact, name, arguments: [robot, thing].into_iter().collect() });
                    logic::all([held, deed])
                }
            }
        });
        logic::any(deeds)
    }
}

impl Act {
    pub fn fillers(&self) -> Vec<Filler> {
        match self {
            Self::Fact { fillers, .. } | Self::NoValue { fillers, .. } | Self::Deed { fillers, .. } => fillers.clone(),
            Self::At { thing, place, .. } => vec![*thing, *place],
            Self::Put { robot, thing, place, .. } => vec![*robot, *thing, *place],
        }
    }
}
