//! Effects in the language of domain files.
//!
//! In PDDL an atom that an action both deletes and adds holds afterwards. In a domain file the later effect counts. So
//! what is deleted comes first.

use super::{formulas::Task, model::Variable};
use crate::{
    error::PddlError,
    syntax::{Change, Condition},
};

/// Changes under one condition, for all objects that the variables may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// As in `each`: "x: item". Empty: once.
    pub each: Vec<String>,
    /// As in `if`. Empty: always.
    pub when: Vec<String>,
    /// Each change, and whether it adds.
    pub changes: Vec<(String, bool)>,
}

impl Task {
    /// The effects of an action in the order of a domain file.
    pub fn effects(&self, change: &Change, scope: &[Variable]) -> Result<Vec<Group>, PddlError> {
        let mut groups = Vec::new();
        self.collect(change, scope, &mut Group { each: vec![], when: vec![], changes: vec![] }, &mut groups)?;
        for group in &mut groups {
            group.changes.sort_by_key(|(_, adds)| *adds);
        }
        let predicate = |text: &str| text.trim_start_matches("not ").split('(').next().unwrap_or_default().to_owned();
        let is_deleted_later = |place: usize, text: &str| {
            let later = groups[place + 1..].iter().flat_map(|group: &Group| &group.changes);
            later.filter(|(_, adds)| !adds).any(|(deleted, _)| predicate(deleted) == predicate(text))
        };
        let is_safe = groups.iter().enumerate().all(|(place, group)| {
            group.changes.iter().filter(|(_, adds)| *adds).all(|(text, _)| !is_deleted_later(place, text))
        });
        if is_safe {
            return Ok(groups);
        }
        let part = |adds: bool| {
            groups.iter().filter_map(move |group| {
                let mut group = group.clone();
                group.changes.retain(|change| change.1 == adds);
                (!group.changes.is_empty()).then_some(group)
            })
        };
        Ok(part(false).chain(part(true)).collect())
    }

    fn collect(
        &self,
        change: &Change,
        scope: &[Variable],
        around: &mut Group,
        groups: &mut Vec<Group>,
    ) -> Result<(), PddlError> {
        match change {
            Change::All(parts) => parts.iter().try_for_each(|part| self.collect(part, scope, around, groups)),
            Change::When(when, then) => {
                let outer = around.when.len();
                if *when != Condition::TRUE {
                    around.when.push(self.operand(when, scope)?);
                }
                self.collect(then, scope, around, groups)?;
                around.when.truncate(outer);
                Ok(())
            }
            Change::ForAll(bound, body) => {
                let outer = around.each.len();
                let (heads, inner) = self.bind(bound, scope)?;
                around.each.extend(heads);
                self.collect(body, &inner, around, groups)?;
                around.each.truncate(outer);
                Ok(())
            }
            Change::Add(atom) | Change::Delete(atom) => {
                let adds = matches!(change, Change::Add(_));
                let text = self.atom(atom, scope)?;
                let change = (if adds { text } else { format!("not {text}") }, adds);
                match groups.iter_mut().find(|group| group.each == around.each && group.when == around.when) {
                    Some(group) => group.changes.push(change),
                    None => groups.push(Group { changes: vec![change], ..around.clone() }),
                }
                Ok(())
            }
        }
    }
}
