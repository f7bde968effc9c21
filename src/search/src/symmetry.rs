//! Robots and things that are alike: exchanging them changes nothing but names.

use std::{collections::HashSet, sync::Arc};

use smallvec::SmallVec;
use surefleet_world::{Origin, World};

use crate::{
    agenda::Agenda,
    codes::{self, Code},
    constants,
    expression::{Entries, Table, Var},
    letters::Meaning,
    problem::Problem,
    setting::Setting,
};

/// Classes of objects that no formula, rule or fixed fact tells apart.
#[derive(Debug, Clone)]
pub(crate) struct Symmetry {
    /// The indices of the objects of each class, ascending.
    classes: Vec<Vec<usize>>,
    /// By object: its class.
    class_of: Vec<Option<u16>>,
    /// Variables about objects of classes.
    about: Vec<Var>,
    /// By variable: a number that is equal for variables about alike objects.
    shapes: Vec<u64>,
    variables: Vec<(usize, SmallVec<[usize; 3]>)>,
    tables: Arc<[Option<Table>]>,
    /// By variable: whether its content is an object.
    has_value: Vec<bool>,
}

impl Symmetry {
    /// Finds the classes of a task.
    pub fn new(world: &World, agenda: &Agenda, problem: &Problem) -> Self {
        let mut is_named = vec![false; world.objects().len()];
        constants::of(world.domain()).into_iter().for_each(|object| is_named[object.index()] = true);
        for meaning in &agenda.meanings {
            match meaning {
                Meaning::Affirmed(atom) | Meaning::Denied(atom) => {
                    atom.arguments.iter().chain(&atom.value).for_each(|object| is_named[object.index()] = true);
                }
                Meaning::Deed(robot, decision) => {
                    is_named[world.robot(*robot).index()] = true;
                    let arguments = world.options().arguments(*decision);
                    arguments.iter().for_each(|object| is_named[object.index()] = true);
                }
                Meaning::Never | Meaning::Step => {}
            }
        }
        // Of several objects for which a case holds the first counts: their order tells them apart.
        for predicate in world.domain().predicates() {
            if let Origin::Cases(cases) = &predicate.origin {
                let types = cases.iter().flat_map(|case| &case.some);
                types.flat_map(|types| world.members(types)).for_each(|object| is_named[object.index()] = true);
            }
        }
        let fixed: HashSet<(usize, Vec<usize>)> = world
            .domain()
            .always()
            .iter()
            .map(|fact| {
                let objects = fact.arguments.iter().chain(&fact.value);
                (fact.predicate.index(), objects.map(|object| object.index()).collect())
            })
            .collect();
        let acts = |object: usize| {
            let robot = problem.actors.iter().position(|&actor| actor == object);
            robot.map(|robot| problem.operators_of[robot].is_empty())
        };
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (object, _) in is_named.iter().enumerate().filter(|(_, is_named)| !**is_named) {
            let is_alike = |class: &&mut Vec<usize>| {
                let first = class[0];
                world.objects()[first].types == world.objects()[object].types
                    && acts(first) == acts(object)
                    && keeps(&fixed, first, object)
            };
            match classes.iter_mut().find(is_alike) {
                Some(class) => class.push(object),
                None => classes.push(vec![object]),
            }
        }
        classes.retain(|class| class.len() > 1);
        let variables = problem.atoms.variables.clone();
        let tables = problem.atoms.tables.iter().map(|table| (table.entries == Entries::Stored).then(|| table.clone()));
        let tables = tables.collect();
        let has_value = variables.iter().map(|(predicate, _)| problem.atoms.tables[*predicate].is_functional).collect();
        let class_of = vec![None; world.objects().len()];
        let (about, shapes) = (Vec::new(), Vec::new());
        Self { classes: Vec::new(), class_of, about, shapes, variables, tables, has_value }.of_classes(classes)
    }

    fn of_classes(mut self, classes: Vec<Vec<usize>>) -> Self {
        self.class_of.fill(None);
        for (number, class) in (0..).zip(&classes) {
            class.iter().for_each(|&object| self.class_of[object] = Some(number));
        }
        self.classes = classes;
        let is_about = |objects: &[usize]| objects.iter().any(|&one| self.class_of[one].is_some());
        let about = (0..).zip(&self.variables).filter(|(_, (_, objects))| is_about(objects));
        self.about = about.map(|(var, _)| var).collect();
        self.shapes = (0..self.variables.len()).map(|var| self.shape(var)).collect();
        self
    }

    /// The classes of objects that a setting does not tell apart either.
    pub fn within(&self, setting: &Setting) -> Self {
        let fixed: Vec<Code> = setting.fixed.iter().map(|fixed| fixed.unwrap_or(codes::NONE)).collect();
        let marks = |of: &dyn Fn(usize) -> bool| (0..fixed.len()).map(|var| Code::from(of(var))).collect::<Vec<Code>>();
        let told = [marks(&|var| setting.fixed[var].is_some()), marks(&|var| setting.may_be_unknown[var]), fixed];
        let is_alike = |one, other| told.iter().all(|codes| self.are_alike(codes, one, other));
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for class in &self.classes {
            let first = classes.len();
            for &object in class {
                match classes[first..].iter_mut().find(|class| is_alike(class[0], object)) {
                    Some(class) => class.push(object),
                    None => classes.push(vec![object]),
                }
            }
        }
        classes.retain(|class| class.len() > 1);
        self.clone().of_classes(classes)
    }

    /// Whether some objects are alike.
    pub fn has_alike(&self, objects: &[usize]) -> bool {
        objects.iter().any(|&object| self.class_of[object].is_some())
    }

    /// The class of an object.
    pub fn class(&self, object: usize) -> Option<u16> {
        self.class_of[object]
    }

    /// The objects of a class.
    pub fn members(&self, class: u16) -> &[usize] {
        &self.classes[usize::from(class)]
    }

    /// The object that a variable contains.
    fn content(&self, var: usize, code: Code) -> Option<usize> {
        codes::index(code).filter(|_| self.has_value[var])
    }

    fn mask(&self, object: usize) -> u64 {
        self.class_of[object].map_or(object as u64, |class| u64::from(class) | 1 << 32)
    }

    fn shape(&self, var: usize) -> u64 {
        let (predicate, objects) = &self.variables[var];
        objects.iter().fold(mix(*predicate as u64, 1), |hash, &object| mix(hash, self.mask(object)))
    }

    /// A state that is the same but for the names of alike objects, and as far as possible one for all such states.
    pub fn canonical(&self, state: &mut [Code]) {
        if self.classes.is_empty() {
            return;
        }
        let Some(to) = self.order(state) else { return };
        if let Some(renamed) = self.renamed(state, |object| to[object]) {
            state.copy_from_slice(&renamed);
        }
    }

    /// By object the object whose name it gets; `None` if all keep theirs.
    fn order(&self, state: &[Code]) -> Option<Vec<usize>> {
        let mut marks = vec![0_u64; self.class_of.len()];
        for (var, &code) in state[..self.variables.len()].iter().enumerate() {
            if let Some(object) = self.content(var, code)
                && self.class_of[object].is_some()
            {
                marks[object] = marks[object].wrapping_add(mix(self.shapes[var], 77));
            }
        }
        for &var in &self.about {
            let code = state[var as usize];
            let masked = self.content(var as usize, code).map_or(u64::from(code) | 1 << 33, |object| self.mask(object));
            for (place, &object) in self.variables[var as usize].1.iter().enumerate() {
                if self.class_of[object].is_some() {
                    let mark = mix(mix(self.shapes[var as usize], place as u64), masked);
                    marks[object] = marks[object].wrapping_add(mark);
                }
            }
        }
        let mut to: Vec<usize> = (0..marks.len()).collect();
        let mut is_same = true;
        for class in &self.classes {
            if class.is_sorted_by_key(|&object| marks[object]) {
                continue;
            }
            is_same = false;
            let mut sorted = class.clone();
            sorted.sort_by_key(|&object| marks[object]);
            sorted.iter().zip(class).for_each(|(&object, &name)| to[object] = name);
        }
        (!is_same).then_some(to)
    }

    /// The state with other names; `None` if a variable is missing for it.
    fn renamed(&self, state: &[Code], to: impl Fn(usize) -> usize) -> Option<Vec<Code>> {
        let mut renamed = state.to_vec();
        let code_of = |var: usize, code: Code| match self.content(var, code) {
            Some(object) => Code::try_from(to(object) + 2).unwrap_or(code),
            None => code,
        };
        for (var, &code) in state[..self.variables.len()].iter().enumerate() {
            renamed[var] = code_of(var, code);
        }
        for &var in &self.about {
            let (predicate, objects) = &self.variables[var as usize];
            let objects: SmallVec<[usize; 3]> = objects.iter().map(|&object| to(object)).collect();
            let table = self.tables[*predicate].as_ref()?;
            let target = table.content[table.place(&objects)?];
            if target == Table::ABSENT {
                return None;
            }
            renamed[target as usize] = code_of(var as usize, state[var as usize]);
        }
        Some(renamed)
    }

    /// Whether exchanging two objects of one class leaves the state as it is.
    pub fn are_alike(&self, state: &[Code], one: usize, other: usize) -> bool {
        let exchange = |object: usize| match object {
            _ if object == one => other,
            _ if object == other => one,
            _ => object,
        };
        self.renamed(state, exchange).is_some_and(|renamed| renamed == state)
    }
}

fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}

/// Whether exchanging two objects leaves the fixed facts as they are.
fn keeps(fixed: &HashSet<(usize, Vec<usize>)>, one: usize, other: usize) -> bool {
    let exchange = |&object: &usize| match object {
        _ if object == one => other,
        _ if object == other => one,
        _ => object,
    };
    let mut concerned = fixed.iter().filter(|(_, objects)| objects.contains(&one) || objects.contains(&other));
    concerned.all(|(predicate, objects)| fixed.contains(&(*predicate, objects.iter().map(exchange).collect())))
}
