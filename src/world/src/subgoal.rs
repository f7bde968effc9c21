use surefleet_fleet::Decision;

use crate::{
    evaluate::{Bindings, Eyes},
    state::{State, Value},
    template::{Piece, Template},
    world::World,
};

/// The expected result of one action, in words and as a robot's camera could see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subgoal {
    /// The action of the robot: "put apple 1 down on the table".
    pub subtask: String,
    /// The state after success: "apple 1 is on the table".
    pub expected: String,
}

impl World {
    /// The sub-goal of a robot's decision in a state. `None` if nothing can be seen of it: the domain says nothing, or it
    /// speaks of an object that is not there.
    ///
    /// # Panics
    /// If the robot or the decision belongs to another world.
    pub fn subgoal(&self, state: &State, robot: usize, decision: Decision) -> Option<Subgoal> {
        let skill = self.domain().skill(self.options().skill(decision));
        let arguments = self.options().arguments(decision).iter().copied();
        let bindings: Bindings = std::iter::once(self.robot(robot)).chain(arguments).collect();
        let words = |template: &Template| {
            let mut eyes = Eyes::new(self, state);
            let is_there = template.0.iter().all(|piece| match piece {
                Piece::Words(_) => true,
                Piece::Term(term) | Piece::OnTerm(term) => {
                    matches!(eyes.value(term, &mut bindings.clone()), Value::Object(_))
                }
            });
            is_there.then(|| self.fill(template, state, &bindings))
        };
        let expected = words(skill.shows.as_ref()?)?;
        let subtask = words(skill.does.as_ref().unwrap_or(&skill.text[0]))?;
        Some(Subgoal { subtask, expected })
    }
}
