//! The propositions behind verbs, for given things.

use smallvec::SmallVec;

use crate::{
    frame::{Part, Tells},
    logic::{self, Atom, Ltl, Object, Sort},
    meaning::{Act, Aspect, Deed, Filler, Who},
    moving::{Carried, Place as Target},
    scope::Scope,
    sense::{Result, Vague},
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
            Act::Deed { skill, fillers, held, source: Some((thing, place)) } => {
                let plain = Act::Deed { skill: *skill, fillers: fillers.clone(), held: *held, source: None };
                let done = self.leaf(&plain, deed, subject, objects, agent)?;
                let (Some(thing), Some(place)) = (fill(thing), fill(place)) else { return Ok(never) };
                self.taken_from(done, thing, place, deed)?
            }
            Act::Take { robot, thing, source, .. } => {
                let (Some(robot), Some(thing)) = (fill(robot), fill(thing)) else { return Ok(never) };
                let taken = self.take(robot, thing);
                match source.as_ref().map(&fill) {
                    None => taken,
                    Some(None) => never,
                    Some(Some(place)) => self.taken_from(taken, thing, place, deed)?,
                }
            }
            Act::Deed { skill, fillers, held: None, .. } => {
                let own = self.atoms(Sort::Deed, *skill, fillers, &fill, None);
                // "Enter" is the word of one skill, but others lead there too.
                let target = fillers.iter().find(|filler| matches!(filler, Filler::Object(_))).and_then(&fill);
                match (deed.is_motion, subject, target) {
                    (true, Some(robot), Some(place)) if self.vocabulary.is_where(robot, place) => {
                        self.is_alone(deed)?;
                        // How often it is done, or how often the robot comes to be there, whatever takes it there?
                        if self.setting.counts_deeds.get() && own != never {
                            let mend = "say how often the robot may \"visit\" it";
                            return Err(Vague { at: deed.at, end: deed.end, mend, blocks: true });
                        }
                        never
                    }
                    (true, Some(robot), Some(place)) => logic::any([own, self.go(robot, place)]),
                    _ => own,
                }
            }
            Act::Deed { skill, fillers, held: Some((predicate, thing)), .. } => {
                let robot = fillers.first().and_then(&fill);
                let (Some(robot), Some(thing)) = (robot, fill(thing)) else { return Ok(never) };
                let relation = &self.vocabulary.predicates[*predicate];
                let deed = self.atoms(Sort::Deed, *skill, fillers, &fill, None);
                if deed == never || !relation.fits(0, robot) || !relation.fits(1, thing) {
                    return Ok(never);
                }
                let name = u16::try_from(*predicate).expect("a domain has fewer names");
                let held = Atom { sort: Sort::Fact, name, arguments: [robot, thing].into_iter().collect() };
                logic::all([Ltl::Atom(held), deed])
            }
            Act::At { thing, place, holds, who, word } => {
                let (Some(thing), Some(place)) = (fill(thing), fill(place)) else { return Ok(never) };
                if thing == place {
                    return Ok(never);
                }
                let is_robot = self.vocabulary.robots.contains(&thing);
                if (*who == Who::Robot && !is_robot) || (*who == Who::Thing && is_robot) {
                    return Ok(never);
                }
                match (self.located(thing, place, *word, deed)?, holds) {
                    (Some(fact), _) if *who == Who::Robot && self.is_fixed_for(&fact, thing) => never,
                    (Some(fact), true) => self.vocabulary.fact(fact),
                    (Some(fact), false) => logic::not(self.vocabulary.fact(fact)),
                    (None, _) => never,
                }
            }
            Act::Beside { thing, other, places } => {
                let (Some(thing), Some(other)) = (fill(thing), fill(other)) else { return Ok(never) };
                if thing == other {
                    return Ok(never);
                }
                let everything = 0..u16::try_from(self.vocabulary.objects.len()).unwrap_or(u16::MAX);
                let all: Vec<Object> = places.as_ref().map_or_else(|| everything.collect(), |places| places.to_vec());
                let mut both = Vec::new();
                for place in all {
                    let one = self.located(thing, place, None, deed)?;
                    if let (Some(one), Some(other)) = (one, self.located(other, place, None, deed)?) {
                        both.push(logic::all([self.vocabulary.fact(one), self.vocabulary.fact(other)]));
                    }
                }
                logic::any(both)
            }
            Act::Go { robot, place } => {
                let (Some(robot), Some(place)) = (fill(robot), fill(place)) else { return Ok(never) };
                if self.vocabulary.is_where(robot, place) {
                    self.is_alone(deed)?;
                }
                self.go(robot, place)
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
        let made = rows.into_iter().filter(|row| relation.can_be(row)).map(|arguments| Atom { sort, name, arguments });
        logic::any(made.map(|atom| if sort == Sort::Fact { self.vocabulary.fact(atom) } else { Ltl::Atom(atom) }))
    }

    /// The fact that tells that a thing is somewhere: a stored one before a derived one, the nearest place before a wide one.
    fn located(&self, thing: Object, place: Object, word: Option<&str>, deed: &Deed) -> Result<Option<Atom>> {
        let fits = |one: &&Place| {
            let relation = &self.vocabulary.predicates[one.predicate];
            relation.fits(one.thing, thing) && relation.fits(one.place, place)
        };
        let rank = |one: &Place| {
            let relation = &self.vocabulary.predicates[one.predicate];
            let can_become = self.vocabulary.settable.iter().any(|settable| {
                let (things, values) = if one.thing < one.place { (thing, place) } else { (place, thing) };
                settable.predicate == one.predicate
                    && settable.things[usize::from(things)]
                    && settable.values[usize::from(values)]
            });
            // What a skill can bring about comes before what follows, and that before what never changes.
            (
                one.is_wide,
                one.is_posture,
                !can_become && !relation.is_derived,
                relation.is_derived,
                !relation.is_functional,
            )
        };
        let fitting: Vec<_> = self.vocabulary.places.iter().filter(fits).collect();
        let Some(best) = fitting.iter().map(|one| rank(one)).min() else { return Ok(self.possessed(thing, place)) };
        let mut best: Vec<&Place> = fitting.into_iter().filter(|one| rank(one) == best).collect();
        // "In the wardrobe" and "on the wardrobe" may be different facts.
        let own = self.vocabulary.objects[usize::from(place)].preposition.as_str();
        let said = word.unwrap_or(own);
        if best.iter().any(|one| one.word.as_deref().unwrap_or(own) == said) {
            best.retain(|one| one.word.as_deref().unwrap_or(own) == said);
        }
        let Some(first) = best.first() else { return Ok(None) };
        if best.iter().any(|other| other.predicate != first.predicate) {
            let mend = "say it in the words that the domain file has for it";
            return Err(Vague { at: deed.at, end: deed.end, mend, blocks: true });
        }
        let arguments = if first.thing < first.place { [thing, place] } else { [place, thing] };
        let name = u16::try_from(first.predicate).expect("a domain has fewer names");
        Ok(Some(Atom { sort: Sort::Fact, name, arguments: arguments.into_iter().collect() }))
    }

    /// That a thing is somewhere, be it on another thing there: where that is forbidden, or a condition, it does not matter on what.
    /// To be brought there it has to come off what carries it.
    pub fn on_whatever(&self, fact: Ltl) -> Ltl {
        let Ltl::Atom(Atom { sort: Sort::Fact, name, arguments }) = &fact else { return fact };
        let places = &self.vocabulary.places;
        let relation = |place: &Place| &self.vocabulary.predicates[place.predicate];
        let row = |of: &Place, thing: Object, place: Object| -> SmallVec<[Object; 4]> {
            if of.thing < of.place { [thing, place] } else { [place, thing] }.into_iter().collect()
        };
        let is_own = |of: &&Place| of.predicate == usize::from(*name) && !relation(of).is_derived;
        let Some(own) = places.iter().find(is_own).filter(|_| arguments.len() == 2) else { return fact };
        let (thing, place) = (arguments[own.thing], arguments[own.place]);
        let has = |of: &Place, thing: Object, place: Object| {
            let relation = relation(of);
            relation.fits(of.thing, thing) && relation.fits(of.place, place) && relation.can_be(&row(of, thing, place))
        };
        let everything = 0..u16::try_from(self.vocabulary.objects.len()).unwrap_or(u16::MAX);
        let is_around = |of: &&Place| {
            let mut between = everything.clone().filter(|other| ![thing, place].contains(other));
            relation(of).is_derived
                && has(of, thing, place)
                && between.any(|other| has(own, thing, other) && has(of, other, place))
        };
        // Where the file itself says "somewhere", its other words are about the next place.
        let can_be_around = |of: &&Place| relation(of).is_recursive && !of.is_wide && of.word == own.word;
        match places.iter().filter(can_be_around).find(is_around) {
            Some(around) => {
                let name = u16::try_from(around.predicate).expect("a domain has fewer names");
                self.vocabulary.fact(Atom { sort: Sort::Fact, name, arguments: row(around, thing, place) })
            }
            None => fact,
        }
    }

    /// That a robot holds the thing of a deed of touching or handling it, however it came by it.
    pub fn touched(
        &self,
        (subject, agent): (Option<Object>, Option<Object>),
        objects: &[Object],
        deed: &Deed,
    ) -> Option<Ltl> {
        let fill = |filler: &Filler| match filler {
            Filler::Subject => subject,
            Filler::Agent => agent,
            Filler::Object(place) => objects.get(*place).copied(),
            Filler::Anything => None,
        };
        let Act::Take { robot, thing, source: None, is_loose: true } = &deed.act else { return None };
        self.possessed(fill(thing)?, fill(robot)?).map(|atom| self.vocabulary.fact(atom))
    }

    /// That a robot holds a thing, which is with it then.
    fn possessed(&self, thing: Object, robot: Object) -> Option<Atom> {
        let frames = ["hold", "carry", "have"].into_iter().flat_map(|verb| self.vocabulary.frames_of(verb));
        let facts = frames.filter_map(|(_, frame)| match (frame.tells, frame.parts.as_slice()) {
            (Tells::Fact { predicate, holds: true }, [Part::Slot(1)]) if frame.subject == 0 => Some(predicate),
            _ => None,
        });
        let fits = |predicate: &usize| {
            let relation = &self.vocabulary.predicates[*predicate];
            self.vocabulary.robots.contains(&robot) && relation.fits(0, robot) && relation.fits(1, thing)
        };
        let predicate = { facts }.find(fits)?;
        let name = u16::try_from(predicate).expect("a domain has fewer names");
        Some(Atom { sort: Sort::Fact, name, arguments: [robot, thing].into_iter().collect() })
    }

    /// Whether skills change the fact for others, but never for this robot, which goes nowhere.
    fn is_fixed_for(&self, fact: &Atom, robot: Object) -> bool {
        let own = || self.vocabulary.settable.iter().filter(|one| one.predicate == usize::from(fact.name));
        own().count() > 0 && !own().any(|one| one.things[usize::from(robot)])
    }

    /// The deeds by which a robot goes somewhere, if deeds tell it.
    fn go(&self, robot: Object, place: Object) -> Ltl {
        if self.vocabulary.is_where(robot, place) {
            return Ltl::Constant(false);
        }
        let deeds =
            self.vocabulary.movers.iter().filter(|mover| mover.is_motion && mover.thing == Carried::Place(0)).map(
                |mover| {
                    let relation = &self.vocabulary.skills[mover.skill];
                    let tells_place =
                        self.vocabulary.places.iter().any(|one| one.predicate == mover.predicate && one.thing == 0);
                    if !tells_place || !self.vocabulary.predicates[mover.predicate].fits(0, robot) {
                        return Ltl::Constant(false);
                    }
                    let filler = |at| match at {
                        0 => Filler::Subject,
                        _ if mover.place == Target::Parameter(at) => Filler::Object(0),
                        _ => Filler::Anything,
                    };
                    let fillers: Vec<Filler> = (0..relation.members.len()).map(filler).collect();
                    let fill = |filler: &Filler| match filler {
                        Filler::Subject => Some(robot),
                        Filler::Object(_) => Some(place),
                        Filler::Agent | Filler::Anything => None,
                    };
                    self.atoms(Sort::Deed, mover.skill, &fillers, &fill, None)
                },
            );
        logic::any(deeds)
    }

    /// The deed, done while the thing is at the place.
    fn taken_from(&self, done: Ltl, thing: Object, place: Object, deed: &Deed) -> Result<Ltl> {
        Ok(match self.located(thing, place, None, deed)? {
            Some(fact) if done != Ltl::Constant(false) => logic::all([self.vocabulary.fact(fact), done]),
            _ => Ltl::Constant(false),
        })
    }

    /// Whether it brings a robot somewhere. "Never be there" speaks of the fact alone, which is how that fact is said.
    pub fn is_going(&self, deed: &Deed) -> bool {
        match deed.act {
            Act::Deed { skill, held: None, .. } => self.vocabulary.only_moves_robot(skill),
            Act::At { .. } => deed.is_motion || deed.aspect != Aspect::State,
            _ => false,
        }
    }

    /// That a robot takes one of these things, or is at what nobody takes: so it has come near, whatever brought it there.
    pub fn near(&self, robot: Option<Object>, things: &[Object], deed: &Deed) -> Result<Ltl> {
        let mut ways = Vec::new();
        for (robot, thing) in robot.into_iter().flat_map(|robot| things.iter().map(move |thing| (robot, *thing))) {
            let taken = self.take(robot, thing);
            let is_fixture = taken == Ltl::Constant(false) && matches!(deed.act, Act::Deed { .. });
            // "While one robot is there, no other may go near": one that is there already need not leave.
            if is_fixture && !self.setting.is_linked.get() && self.vocabulary.is_where(robot, thing) {
                let there = self.located(robot, thing, None, deed)?;
                ways.extend(there.map(|there| self.vocabulary.fact(there)));
            }
            ways.push(taken);
        }
        Ok(logic::any(ways))
    }

    /// "Go there or open it": to go there means to be there, which is no deed.
    fn is_alone(&self, deed: &Deed) -> Result<()> {
        let mend = "say one sentence for what is done and one for where the robot is";
        match self.setting.is_joined.get() {
            true => Err(Vague { at: deed.at, end: deed.end, mend, blocks: true }),
            false => Ok(()),
        }
    }

    /// The deeds by which a robot gets hold of a thing.
    fn take(&self, robot: Object, thing: Object) -> Ltl {
        let deeds = self.vocabulary.takers.iter().map(|taker| {
            let relation = &self.vocabulary.skills[taker.skill];
            let filler = |at| match at {
                0 => Filler::Subject,
                _ if at == taker.thing => Filler::Object(0),
                _ => Filler::Anything,
            };
            let fillers: Vec<Filler> = (0..relation.members.len()).map(filler).collect();
            let fill = |filler: &Filler| match filler {
                Filler::Subject => Some(robot),
                Filler::Object(_) => Some(thing),
                Filler::Agent | Filler::Anything => None,
            };
            self.atoms(Sort::Deed, taker.skill, &fillers, &fill, None)
        });
        logic::any(deeds)
    }

    /// The deeds alone, if the formula is one of them with whatever their robot can hold.
    pub fn whatever_held(&self, formula: &Ltl) -> Option<Ltl> {
        let Ltl::Or(parts) = formula else { return None };
        let mut by_deed: Vec<(&Ltl, &Atom, Vec<Object>)> = Vec::new();
        for part in parts {
            let Ltl::And(pair) = part else { return None };
            let [Ltl::Atom(held), deed @ Ltl::Atom(done)] = pair.as_slice() else { return None };
            let is_held =
                held.sort == Sort::Fact && done.sort == Sort::Deed && held.arguments.first() == done.arguments.first();
            let (true, Some(thing)) = (is_held, held.arguments.get(1)) else { return None };
            match by_deed.iter_mut().find(|(one, ..)| *one == deed) {
                Some((.., things)) => things.push(*thing),
                None => by_deed.push((deed, held, vec![*thing])),
            }
        }
        let all = |(_, held, things): &(&Ltl, &Atom, Vec<Object>)| {
            let members = &self.vocabulary.predicates[usize::from(held.name)].members[1];
            members.iter().all(|member| things.contains(member))
        };
        by_deed.iter().all(all).then(|| logic::any(by_deed.iter().map(|(deed, ..)| (*deed).clone())))
    }

    /// The deeds by which a robot puts a thing somewhere.
    fn put(&self, robot: Object, thing: Object, place: Object) -> Ltl {
        let deeds = self.vocabulary.movers.iter().map(|mover| {
            let relation = &self.vocabulary.skills[mover.skill];
            // What a robot takes onto itself is put nowhere else.
            let is_elsewhere = mover.place == Target::Parameter(0) && place != robot;
            let fact = |predicate: usize, arguments: [Object; 2]| {
                let fits =
                    |(place, object): (usize, &Object)| self.vocabulary.predicates[predicate].fits(place, *object);
                let name = u16::try_from(predicate).expect("a domain has fewer names");
                match arguments.iter().enumerate().all(fits) {
                    true => {
                        let arguments = arguments.into_iter().collect();
                        self.vocabulary.fact(Atom { sort: Sort::Fact, name, arguments })
                    }
                    false => Ltl::Constant(false),
                }
            };
            if is_elsewhere || fact(mover.predicate, [thing, place]) == Ltl::Constant(false) {
                return Ltl::Constant(false);
            }
            let fillers: Vec<Filler> = (0..relation.members.len())
                .map(|at| match at {
                    0 => Filler::Subject,
                    _ if mover.place == Target::Parameter(at) => Filler::Object(1),
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
            let deed = match mover.place {
                Target::Parameter(_) => deed,
                Target::OfRobot { predicate } => logic::all([fact(predicate, [robot, place]), deed]),
            };
            match mover.thing {
                Carried::Place(0) if thing != robot => Ltl::Constant(false),
                Carried::Place(_) => deed,
                Carried::Held { predicate } => logic::all([fact(predicate, [robot, thing]), deed]),
            }
        });
        logic::any(deeds)
    }
}

impl Act {
    pub fn fillers(&self) -> Vec<Filler> {
        match self {
            Self::Fact { fillers, .. } | Self::NoValue { fillers, .. } => fillers.clone(),
            Self::Deed { fillers, held, .. } => fillers.iter().copied().chain(held.map(|(_, thing)| thing)).collect(),
            Self::Take { robot, thing, .. } => vec![*robot, *thing],
            Self::At { thing, place, .. } => vec![*thing, *place],
            Self::Beside { thing, other, .. } => vec![*thing, *other],
            Self::Go { robot, place } => vec![*robot, *place],
            Self::Put { robot, thing, place, .. } => vec![*robot, *thing, *place],
        }
    }
}
