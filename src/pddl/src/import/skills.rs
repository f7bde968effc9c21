//! Actions as skills.

use super::{file::SkillEntry, formulas::Task, model::Variable};
use crate::{
    error::PddlError,
    syntax::{Action, Condition},
};

impl Task {
    /// The place of the first parameter whose objects all act.
    pub fn acting(&self, action: &Action) -> Result<Option<usize>, PddlError> {
        let Some(actor) = self.model.actor else { return Ok(None) };
        for (place, parameter) in action.parameters.iter().enumerate() {
            if self.model.are_all(&self.model.types_of(parameter)?, &[actor]) {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    pub fn skill(&mut self, action: &Action, others: &[SkillEntry]) -> Result<SkillEntry, PddlError> {
        let acting = self.acting(action)?;
        let mut scope: Vec<Variable> = Vec::new();
        let mut parameters = Vec::new();
        let mut by = None;
        for (place, parameter) in action.parameters.iter().enumerate() {
            let types = self.model.types_of(parameter)?;
            if acting == Some(place) {
                let is_any = types.iter().any(|&one| self.types[one] == "robot");
                by = (!is_any).then(|| self.type_text(&types));
                scope.push((parameter.name.clone(), "robot".to_owned(), types));
            } else {
                let called = self.names.variable(&parameter.name, &scope);
                parameters.push((called.clone(), self.type_text(&types)));
                scope.push((parameter.name.clone(), called, types));
            }
        }
        let size = parameters.len() + 1;
        let predicates: Vec<(&str, usize)> = self
            .predicates
            .iter()
            .map(String::as_str)
            .zip(self.model.predicates.iter().map(|one| one.arguments.len()))
            .collect();
        let is_clash = |name: &str| predicates.contains(&(name, size)) || others.iter().any(|other| other.name == name);
        let name = self.names.give_skill(&action.name, is_clash);
        let needs = match &action.precondition {
            Condition::And(parts) if parts.is_empty() => Vec::new(),
            precondition => self.formulas(precondition, &scope)?,
        };
        let [first, effects] = [&action.first, &action.effect].map(|change| self.effects(change, &scope));
        let (occupies, unguarded) = self.occupied(action, &scope)?;
        let (action, takes_s) = (action.name.clone(), action.takes_s.clone());
        let (first, effects) = (first?, effects?);
        Ok(SkillEntry { name, action, by, parameters, needs, first, effects, occupies, unguarded, takes_s })
    }
}
