use surefleet_ltl::{Axioms, Constraint, Formula, Group, Proposition};

use super::{Fact, Home, HomeSpot};

impl Home {
    /// The knowledge about this home that a specification with these facts needs: exclusions, the doors between the
    /// rooms, and, as constraints that the home itself keeps, the room of each thing.
    ///
    /// It leaves out what an act by hand needs (the robot must be at the fridge to open it). A specification may
    /// therefore take something as possible that no act achieves.
    pub fn axioms(&self, facts: &[Fact]) -> (Axioms, Vec<Constraint>) {
        let named = |fact: &Fact| Proposition::new(&self.proposition(*fact)).expect("names are plain words");
        let among = |fits: &dyn Fn(&Fact) -> bool| -> Vec<Proposition> {
            let mut found: Vec<Fact> = facts.iter().copied().filter(|fact| fits(fact)).collect();
            found.sort_unstable();
            found.dedup();
            found.iter().map(named).collect()
        };
        let rooms = (0..self.rooms()).map(|room| named(&Fact::At(HomeSpot::Room(room))));
        let doors = self.doors.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
        let mut groups = vec![Group::exactly_one(rooms).with_moves(doors)];
        let mut apart = vec![
            among(&|fact| matches!(fact, Fact::At(HomeSpot::Fixture(_)))),
            among(&|fact| matches!(fact, Fact::Touched(_))),
            among(&|fact| matches!(fact, Fact::Grabbed(_))),
        ];
        for item in 0..self.items.len() as u8 {
            apart.push(among(&|fact| matches!(fact, Fact::Located(other, _) | Fact::Grabbed(other) if *other == item)));
        }
        groups.extend(apart.into_iter().filter(|group| group.len() > 1).map(Group::at_most_one));
        (Axioms { groups, ..Axioms::default() }, self.laws(facts))
    }

    fn laws(&self, facts: &[Fact]) -> Vec<Constraint> {
        let mut spots: Vec<u8> = facts
            .iter()
            .filter_map(|fact| if let Fact::At(HomeSpot::Fixture(fixture)) = fact { Some(*fixture) } else { None })
            .collect();
        spots.sort_unstable();
        spots.dedup();
        let law = |fixture: u8| {
            let room = Fact::At(HomeSpot::Room(self.room_of(fixture)));
            let at = Fact::At(HomeSpot::Fixture(fixture));
            let text = format!("G({} -> {})", self.proposition(at), self.proposition(room));
            let formula = Formula::parse(&text).expect("names are plain words");
            let name = self.fixtures[usize::from(fixture)].name;
            let room = self.room_of(fixture);
            Constraint { words: format!("the {name} is in the {}", self.rooms[usize::from(room)]), formula }
        };
        spots.into_iter().map(law).collect()
    }
}
