use surefleet_fleet::{Decision, Digest};

use crate::{
    WorldError,
    conjuncts::{self, Conjunct},
    evaluate::{Bindings, Eyes, listed},
    ids::{ObjectId, SkillId},
    state::State,
    truth::Truth,
    world::World,
};

/// The most decisions: a decision is a number of 16 bits, and one number stands for none.
const MOST: usize = 65_534;

/// The decision set S of a world, in canonical order: skills as declared, then objects as declared.
///
/// A decision is a skill with an object for each parameter. Whoever acts is no part of it. Decisions that the fixed
/// facts of the domain rule out are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// For each skill its first decision, and one entry more for the end.
    firsts: Vec<usize>,
    /// For each skill the place of its first argument in `arguments`.
    starts: Vec<usize>,
    /// The arguments of all decisions, one after the other.
    arguments: Vec<ObjectId>,
    /// For each decision its skill.
    skills: Vec<SkillId>,
    /// For each skill the number of its parameters.
    widths: Vec<usize>,
    idle: Decision,
    digest: Digest,
}

impl Options {
    pub(crate) fn none() -> Self {
        Self {
            firsts: vec![0],
            starts: Vec::new(),
            arguments: Vec::new(),
            skills: Vec::new(),
            widths: Vec::new(),
            idle: Decision::new(0),
            digest: Digest::of([]),
        }
    }

    /// Lists what robots can do in a world.
    pub(crate) fn of(world: &World) -> Result<Self, WorldError> {
        let domain = world.domain();
        let mut options = Self::none();
        let empty = world.empty();
        for (number, skill) in domain.skills().iter().enumerate() {
            let id = SkillId(number as u16);
            options.starts.push(options.arguments.len());
            options.widths.push(skill.parameters.len());
            let needs = conjuncts::of(domain, skill);
            let fixed: Vec<&Conjunct<'_>> = needs.iter().filter(|one| one.is_fixed).collect();
            let mut chosen = Bindings::from_slice(&[world.robot(0)]);
            options.choose(world, &empty, id, &fixed, &mut chosen)?;
            options.firsts.push(options.skills.len());
        }
        let idle = options.of_skill(domain.stay(), &[]).expect("to stay has no parameters, so it is one decision");
        options.idle = idle;

        let words = options.iter().flat_map(|one| [options.symbol(world, one), options.text(world, one)]);
        let words: Vec<String> = words.collect();
        options.digest = Digest::of(words.iter().map(String::as_bytes));
        Ok(options)
    }

    fn choose(
        &mut self,
        world: &World,
        state: &State,
        skill: SkillId,
        fixed: &[&Conjunct<'_>],
        chosen: &mut Bindings,
    ) -> Result<(), WorldError> {
        let place = chosen.len() - 1;
        let mut eyes = Eyes::new(world, state);
        let mut decided = fixed.iter().filter(|one| one.last == place);
        if decided.any(|one| eyes.truth(one.formula, chosen) == Truth::False) {
            return Ok(());
        }
        let of = world.domain().skill(skill);
        let Some((_, types)) = of.parameters.get(place) else {
            if self.skills.len() == MOST {
                return Err(WorldError::TooMany {
                    domain: world.domain().name().to_owned(),
                    found: MOST + 1,
                    most: MOST,
                    skill: of.name.clone(),
                });
            }
            self.skills.push(skill);
            self.arguments.extend_from_slice(&chosen[1..]);
            return Ok(());
        };
        for &object in listed(world, types).iter() {
            chosen.push(object);
            self.choose(world, state, skill, fixed, chosen)?;
            chosen.pop();
        }
        Ok(())
    }

    /// The number of decisions.
    #[expect(clippy::len_without_is_empty, reason = "to stay is always there")]
    pub fn len(&self) -> usize {
        self.skills.len()
    }

    /// All decisions in canonical order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Decision> + Clone + use<> {
        (0..self.skills.len() as u16).map(Decision::new)
    }

    /// The decision to stay.
    pub fn idle(&self) -> Decision {
        self.idle
    }

    /// Whether the decision belongs to this S: numbers on the wire may come from another world.
    pub fn contains(&self, decision: Decision) -> bool {
        decision.index() < self.skills.len()
    }

    /// The decision's skill.
    ///
    /// # Panics
    /// If S does not contain the decision, as in all methods that take one.
    pub fn skill(&self, decision: Decision) -> SkillId {
        self.skills[decision.index()]
    }

    /// The objects for the skill's parameters.
    pub fn arguments(&self, decision: Decision) -> &[ObjectId] {
        let skill = self.skill(decision).index();
        let width = self.widths[skill];
        let start = self.starts[skill] + (decision.index() - self.firsts[skill]) * width;
        &self.arguments[start..start + width]
    }

    /// The decision for this skill with these objects; `None` if S does not contain it.
    pub fn of_skill(&self, skill: SkillId, arguments: &[ObjectId]) -> Option<Decision> {
        let (first, end) = (self.firsts[skill.index()], self.firsts[skill.index() + 1]);
        let (mut low, mut high) = (first, end);
        while low < high {
            let middle = low.midpoint(high);
            let decision = Decision::new(middle as u16);
            match self.arguments(decision).cmp(arguments) {
                std::cmp::Ordering::Equal => return Some(decision),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// A hash of all symbols and texts in order.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The decision as a symbol, as files and people name it: `go_to(fridge)`.
    fn symbol(&self, world: &World, decision: Decision) -> String {
        let mut symbol = world.domain().skill(self.skill(decision)).name.clone();
        for (place, argument) in self.arguments(decision).iter().enumerate() {
            symbol.push_str(if place == 0 { "(" } else { ", " });
            symbol.push_str(&world.object(*argument).name);
        }
        if !self.arguments(decision).is_empty() {
            symbol.push(')');
        }
        symbol
    }

    /// The decision in words.
    fn text(&self, world: &World, decision: Decision) -> String {
        let text = &world.domain().skill(self.skill(decision)).text[0];
        let objects: Bindings =
            std::iter::once(world.robot(0)).chain(self.arguments(decision).iter().copied()).collect();
        world.fill(text, &world.empty(), &objects)
    }
}

impl World {
    /// The decision as a symbol, as formulas and files name it: `go_to(fridge)`.
    ///
    /// # Panics
    /// If S does not contain the decision, as in all methods that take one.
    pub fn symbol(&self, decision: Decision) -> String {
        self.options().symbol(self, decision)
    }

    /// The decision in words, as the language model reads it: "go to the fridge".
    pub fn text(&self, decision: Decision) -> String {
        self.options().text(self, decision)
    }

    /// The decision with this symbol.
    pub fn find_decision(&self, symbol: &str) -> Option<Decision> {
        let (name, arguments) = match symbol.strip_suffix(')').and_then(|symbol| symbol.split_once('(')) {
            Some((name, arguments)) => (name, arguments.split(',').map(str::trim).collect()),
            None => (symbol, Vec::new()),
        };
        let arguments = arguments.into_iter().map(|name| self.find(name)).collect::<Option<Vec<ObjectId>>>()?;
        self.options().of_skill(self.domain().find_skill(name.trim())?, &arguments)
    }

    /// The decision's deed by the robot at this place, as formulas name it: `go_to(robot_1, fridge)`.
    pub fn deed(&self, robot: usize, decision: Decision) -> String {
        let mut deed = format!("{}({}", self.domain().skill(self.options().skill(decision)).name, self.robots()[robot]);
        for argument in self.options().arguments(decision) {
            deed.push_str(", ");
            deed.push_str(&self.object(*argument).name);
        }
        deed.push(')');
        deed
    }

    /// The robot's place and the decision of a deed, such as `go_to(robot_1, fridge)`; `None` if it is no deed that a
    /// robot of this kind can do. Nobody does to itself what a need keeps for others.
    pub fn find_deed(&self, deed: &str) -> Option<(usize, Decision)> {
        let (name, arguments) = deed.strip_suffix(')')?.split_once('(')?;
        let mut arguments = arguments.split(',').map(|name| self.find(name.trim()));
        let robot = self.place_of(arguments.next()??)?;
        let arguments = arguments.collect::<Option<Vec<ObjectId>>>()?;
        let skill = self.domain().find_skill(name.trim())?;
        let decision = self.options().of_skill(skill, &arguments)?;
        let is_itself = |parameter: usize| arguments[parameter - 1] == self.robot(robot);
        let can_be = self.has(robot, decision) && !self.domain().skill(skill).others().any(is_itself);
        can_be.then_some((robot, decision))
    }

    /// Whether the robot at this place is of a kind that has the decision's skill.
    pub fn has(&self, robot: usize, decision: Decision) -> bool {
        self.is_of(self.robot(robot), &self.domain().skill(self.options().skill(decision)).by)
    }
}
