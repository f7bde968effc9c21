//! Names of PDDL as a domain file may have them.

use std::collections::HashSet;

use super::model::Variable;

/// Words of the language of domain files and of formulas that nothing may be called.
const TAKEN: [&str; 16] = [
    "robot", "object", "nothing", "unknown", "true", "false", "and", "or", "not", "implies", "forall", "exists",
    "step", "xor", "e", "i",
];

/// Names are not longer.
const LONGEST: usize = 60;

/// The names given so far. Types, objects and predicates have names of their own, each.
#[derive(Debug, Default)]
pub(super) struct Names {
    given: HashSet<String>,
    /// What is called otherwise than with underscores for hyphens: the sort of thing, the name before, and the one after.
    pub changed: Vec<(&'static str, String, String)>,
    pub has_hyphens: bool,
}

impl Names {
    /// A name for something, as near to its own as can be.
    pub fn give(&mut self, what: &'static str, name: &str) -> String {
        let near = legal(name);
        self.has_hyphens |= name.contains('-');
        let new = unused(&near, |name| TAKEN.contains(&name) || self.given.contains(name));
        if new != name.replace('-', "_") {
            self.changed.push((what, name.to_owned(), new.clone()));
        }
        self.given.insert(new.clone());
        new
    }

    /// Keeps a name for something that the task does not have.
    pub fn reserve(&mut self, name: &str) -> String {
        let new = unused(name, |name| TAKEN.contains(&name) || self.given.contains(name));
        self.given.insert(new.clone());
        new
    }

    /// A name for an action. It may be that of a predicate, unless `is_clash` says that a deed would read like a fact.
    pub fn give_skill(&mut self, name: &str, is_clash: impl Fn(&str) -> bool) -> String {
        let near = legal(name);
        self.has_hyphens |= name.contains('-');
        let new = unused(&near, |name| TAKEN.contains(&name) || is_clash(name));
        if new != name.replace('-', "_") {
            self.changed.push(("action", name.to_owned(), new.clone()));
        }
        new
    }

    /// A name for a variable, unlike those of objects and of the variables in reach.
    pub fn variable(&self, name: &str, scope: &[Variable]) -> String {
        let is_in_reach = |name: &str| scope.iter().any(|(_, called, _)| called == name);
        unused(&legal(name), |name| TAKEN.contains(&name) || self.given.contains(name) || is_in_reach(name))
    }
}

fn legal(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '_' };
    let name: String = name.chars().map(plain).take(LONGEST).collect();
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { format!("n{name}") }
}

/// The name, or else the name with the first number that makes it new.
fn unused(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_used(name)).expect("there are numbers enough")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_legal_and_stay_apart() {
        let mut names = Names::default();
        assert_eq!(names.give("predicate", "on-table"), "on_table");
        assert_eq!(names.give("predicate", "on_table"), "on_table_2");
        assert_eq!(names.give("type", "robot"), "robot_2");
        assert_eq!(names.give("object", "3rd"), "n3rd");
        assert_eq!(names.give("object", "größe"), "gr__e");
        let changed: Vec<_> = names.changed.iter().map(|(what, name, new)| format!("{what} {name} {new}")).collect();
        assert_eq!(
            changed,
            ["predicate on_table on_table_2", "type robot robot_2", "object 3rd n3rd", "object größe gr__e"]
        );
    }

    #[test]
    fn an_action_may_be_called_like_a_predicate_unless_deeds_would_read_like_facts() {
        let mut names = Names::default();
        names.give("predicate", "open");
        assert_eq!(names.give_skill("open", |_| false), "open");
        assert_eq!(names.give_skill("open", |name| name == "open"), "open_2");
    }
}
