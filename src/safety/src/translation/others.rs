//! Rules for all robots while one robot is already in the state that they forbid.

use super::{
    clause::{Clause, Deed},
    condition::{Atom, Condition, Literal, Who},
    reader::{Misfit, Reader},
    robots::Said,
};

/// The robots that are already in a state that a rule forbids.
#[derive(Default)]
struct There {
    robots: Vec<usize>,
    /// Whether one of them is named by the rule itself.
    is_named: bool,
    /// Whether "some robot" is among them.
    is_some: bool,
}

impl Reader<'_> {
    /// The main clause without the robot that `during` has in the forbidden state: "nobody may go to the sink while
    /// robot 3 is there" is about the others. `is_at_once`: it is forbidden at that moment, not from then on.
    ///
    /// # Errors
    /// If the rule could bind that robot as well.
    pub fn others_of(
        &mut self,
        main: &Clause,
        during: &Condition,
        is_forbidden: bool,
        is_at_once: bool,
    ) -> Result<Clause, Misfit> {
        let is_plain = main.deed != Deed::Fall && main.said != Some(Said::This) && self.lexicon.team_size() > 1;
        let there = if is_plain { there(main, during, is_forbidden) } else { There::default() };
        if there.is_some {
            return self.unclear(main, "say \"at most one robot may ... at the same time\", or name the robots");
        }
        let &[robot] = there.robots.as_slice() else {
            let is_torn = there.is_named || !there.robots.is_empty();
            return if is_torn { self.unclear(main, "name the robots that it is about") } else { Ok(main.clone()) };
        };
        let literals = &main.condition.literals;
        let is_one_state = literals.iter().all(|literal| literal.atom.predicate == literals[0].atom.predicate);
        let is_of_all = literals.iter().all(|literal| matches!(literal.atom.who, Some(Who::Each | Who::Some)));
        let is_joined_well = literals.len() == 1 || main.condition.is_all != is_forbidden;
        let is_about_it = |literal: &Literal| literal.atom.who == Some(Who::One(robot));
        let is_always_there = during.literals.len() == 1 || during.is_all || during.literals.iter().all(is_about_it);
        if !is_at_once || !is_one_state || !is_of_all || !is_joined_well || !is_always_there || there.is_named {
            let name = self.lexicon.robot_words(Some(Who::One(robot)));
            return self.unclear(main, &format!("is {name} meant as well? Say \"no other robot\" after {name}"));
        }
        let others = self.robots_but(&[robot]);
        let of = |literal: &Literal, who: Who| {
            let atom = Atom { who: Some(who), ..literal.atom.clone() };
            Literal { atom, holds: literal.holds }
        };
        let literals: Vec<Literal> =
            others.iter().flat_map(|&who| literals.iter().map(move |literal| of(literal, who))).collect();
        let is_all = !is_forbidden && literals.len() > 1;
        Ok(Clause { condition: Condition { literals, is_all }, ..main.clone() })
    }
}

/// The robots that `during` has in a state that the clause forbids.
fn there(main: &Clause, during: &Condition, is_forbidden: bool) -> There {
    let mut there = There::default();
    for forbidden in main.condition.literals.iter().filter(|literal| literal.holds == is_forbidden) {
        let is_same = |state: &&Literal| {
            state.holds
                && state.atom.predicate == forbidden.atom.predicate
                && state.atom.things == forbidden.atom.things
        };
        for state in during.literals.iter().filter(is_same) {
            match (forbidden.atom.who, state.atom.who) {
                (Some(Who::Each | Who::Some), Some(Who::One(robot))) if !there.robots.contains(&robot) => {
                    there.robots.push(robot);
                }
                (Some(_), Some(Who::Some)) => there.is_some = true,
                (Some(one @ Who::One(_)), Some(other)) if one == other => {
                    there.is_named |= main.whos.len() > 1 || main.said == Some(Said::Only);
                }
                _ => {}
            }
        }
    }
    there
}
