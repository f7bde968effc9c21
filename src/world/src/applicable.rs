//! The decisions that a robot's kind and its needs allow now, found without looking at all of S.

use surefleet_fleet::Decision;

use crate::{
    conjuncts::{self, Conjunct},
    domain::Skill,
    evaluate::{Bindings, Eyes, listed},
    formula::{Formula, Term},
    ids::{ObjectId, SkillId},
    state::{State, Value},
    world::World,
};

impl World {
    /// The decisions whose needs hold for a robot, in canonical order; whether they go with those of other robots is
    /// not looked at.
    ///
    /// Parameters are chosen one after the other, and each need is checked as soon as its parameters are. A parameter
    /// that a need equates with something known is not searched for. So the cost depends on what can be done now.
    ///
    /// # Panics
    /// If there is no such robot.
    pub fn applicable(&self, state: &State, robot: usize) -> Vec<Decision> {
        let mut all = Vec::new();
        for (number, skill) in self.domain().skills().iter().enumerate() {
            if self.is_of(self.robot(robot), &skill.by) {
                let needs = conjuncts::of(self.domain(), skill);
                let id = SkillId(number as u16);
                let mut search =
                    Search { world: self, eyes: Eyes::new(self, state), id, skill, needs, found: &mut all };
                search.choose(&mut Bindings::from_slice(&[self.robot(robot)]));
            }
        }
        all
    }
}

struct Search<'a> {
    world: &'a World,
    eyes: Eyes<'a>,
    id: SkillId,
    skill: &'a Skill,
    needs: Vec<Conjunct<'a>>,
    found: &'a mut Vec<Decision>,
}

impl Search<'_> {
    fn choose(&mut self, chosen: &mut Bindings) {
        let place = chosen.len() - 1;
        for need in self.needs.iter().filter(|need| need.last == place) {
            if !self.eyes.truth(need.formula, chosen).is_true() {
                return;
            }
        }
        let Some((_, types)) = self.skill.parameters.get(place) else {
            self.found.extend(self.world.options().of_skill(self.id, &chosen[1..]));
            return;
        };
        if let Some(value) = self.forced(place + 1, chosen) {
            if let Value::Object(object) = value
                && self.world.is_of(object, types)
            {
                self.with(object, chosen);
            }
            return;
        }
        let world = self.world;
        for &object in listed(world, types).iter() {
            self.with(object, chosen);
        }
    }

    fn with(&mut self, object: ObjectId, chosen: &mut Bindings) {
        chosen.push(object);
        self.choose(chosen);
        chosen.pop();
    }

    /// The value that a need gives to a parameter, if one does.
    fn forced(&mut self, parameter: usize, chosen: &mut Bindings) -> Option<Value> {
        let (domain, most) = (self.world.domain(), self.skill.parameters.len());
        let term = self.needs.iter().filter(|need| need.last == parameter).find_map(|need| match need.formula {
            Formula::Equal(Term::Variable(place), term) | Formula::Equal(term, Term::Variable(place))
                if *place == parameter && conjuncts::last_parameter(domain, term, most) < parameter =>
            {
                Some(term)
            }
            _ => None,
        })?;
        Some(self.eyes.value(term, chosen))
    }
}
