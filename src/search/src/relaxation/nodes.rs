//! Nodes of the and-or graph while it is built, each of its kind once, and as simple as what excludes what allows.

mod cases;
mod given;

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use rustc_hash::FxHashMap as HashMap;

use super::{
    axes::{Axes, Axis},
    graph::{FREE, HOPE, Node},
};
use crate::{
    codes::{Code, CodeSet, NONE},
    expression::Var,
    problem::Problem,
    setting::Setting,
};

/// Always true.
pub(super) const ALWAYS: Node = 0;
/// Never true.
pub(super) const NEVER: Node = 1;

/// Nodes beyond which conjunctions are taken as they are.
const MOST_NODES: usize = 150_000;
/// Nodes that one conjunction may cost.
const MOST_OF_ONE: usize = 1000;
/// Simplifications in all, and those that one conjunction may cost.
const MOST_EFFORT: usize = 4_000_000;
const EFFORT_OF_ONE: usize = 4_000;
/// Remembered simplifications beyond which all are forgotten.
const MOST_GIVEN: usize = 100_000;
/// How deep the consequences of literals are followed.
const MOST_DEEP: u32 = 100;
/// Cases within cases.
const MOST_SPLITS: u32 = 3;

/// What a node says.
#[derive(Debug, Clone)]
enum Shape {
    /// The variable is in this set.
    Literal(Var, CodeSet),
    /// All children hold, or one of them; nothing else will be added.
    All,
    Any,
    /// A derived atom of a circle, which holds where its only child does.
    Circle,
    /// An atom of a circle, the first child, or the hope for it.
    Hope,
    /// A state of an automaton, or what an operator does.
    Other,
}

/// The nodes so far.
pub(super) struct Nodes<'a> {
    problem: &'a Problem,
    setting: &'a Setting,
    axes: &'a Axes,
    /// By node: for an and-node its operator; `None` for an or-node.
    pub operators: Vec<Option<u32>>,
    pub children: Vec<Vec<Node>>,
    shapes: Vec<Shape>,
    /// By node, where somebody has asked: the axes that it says something about, and those of them that it does not
    /// through circles only.
    axes_of: Vec<[Option<Rc<[Axis]>>; 2]>,
    /// Atoms of circles that are not defined yet.
    undefined: u32,
    ands: HashMap<(u32, Vec<Node>), Node>,
    ors: HashMap<Vec<Node>, Node>,
    pub facts: HashMap<(Var, Code), Node>,
    sets: HashMap<(Var, CodeSet), Node>,
    given: HashMap<(Node, Node, bool), Node>,
    /// Facts whose effects are still to be added.
    pub open: Vec<(Var, Code)>,
    splits: u32,
    /// How deep within what follows from literals it is.
    depth: u32,
    /// Nodes beyond which nothing is made simpler.
    limit: usize,
    /// Simplifications so far, and those beyond which there are no more.
    effort: usize,
    most_effort: usize,
    /// Whether it is within a circle's definition.
    is_inside: bool,
}

impl<'a> Nodes<'a> {
    pub fn new(problem: &'a Problem, setting: &'a Setting, axes: &'a Axes) -> Self {
        let mut nodes = Self {
            problem,
            setting,
            axes,
            operators: Vec::new(),
            children: Vec::new(),
            shapes: Vec::new(),
            axes_of: Vec::new(),
            undefined: 0,
            ands: HashMap::default(),
            ors: HashMap::default(),
            facts: HashMap::default(),
            sets: HashMap::default(),
            given: HashMap::default(),
            open: Vec::new(),
            splits: 0,
            depth: 0,
            limit: MOST_NODES,
            effort: 0,
            most_effort: 0,
            is_inside: false,
        };
        nodes.add(Some(FREE), Vec::new(), Shape::All);
        nodes.add(None, Vec::new(), Shape::Any);
        nodes
    }

    fn add(&mut self, operator: Option<u32>, children: Vec<Node>, shape: Shape) -> Node {
        self.operators.push(operator);
        self.axes_of.push([None, None]);
        self.children.push(children);
        self.shapes.push(shape);
        (self.operators.len() - 1) as Node
    }

    /// The axes that a node says something about; `is_whole`: through circles too.
    fn axes(&mut self, node: Node, is_whole: bool) -> Rc<[Axis]> {
        let which = usize::from(!is_whole);
        if let Some(known) = &self.axes_of[node as usize][which] {
            return Rc::clone(known);
        }
        let children = |nodes: &Self| nodes.children[node as usize].clone();
        let axes: Rc<[Axis]> = match &self.shapes[node as usize] {
            Shape::Literal(var, set) => {
                let domain = &self.problem.atoms.domains[*var as usize];
                let mut axes: Vec<Axis> = self.axes.of_literal(*var, set, domain).collect();
                axes.sort_unstable();
                axes.into()
            }
            Shape::All | Shape::Any => self.union(&children(self), is_whole),
            Shape::Circle if is_whole => self.union(&children(self), false),
            Shape::Hope if is_whole => self.axes(self.children[node as usize][0], true),
            Shape::Circle | Shape::Hope | Shape::Other => Rc::default(),
        };
        self.axes_of[node as usize][which] = Some(Rc::clone(&axes));
        axes
    }

    fn union(&mut self, children: &[Node], is_whole: bool) -> Rc<[Axis]> {
        let mut all: Vec<Axis> = Vec::new();
        let mut last: Rc<[Axis]> = Rc::default();
        for &child in children {
            let axes = self.axes(child, is_whole);
            if !Rc::ptr_eq(&axes, &last) {
                all.extend(axes.iter());
                last = axes;
            }
        }
        all.sort_unstable();
        all.dedup();
        if *all == *last { last } else { all.into() }
    }

    /// An or-node that nobody else has, and that gets its children later.
    pub fn other(&mut self) -> Node {
        self.add(None, Vec::new(), Shape::Other)
    }

    /// A derived atom of a circle, whose definition comes later.
    pub fn circle(&mut self) -> Node {
        self.undefined += 1;
        self.add(None, Vec::new(), Shape::Circle)
    }

    /// Defines an atom of a circle.
    pub fn define(&mut self, circle: Node, definition: Node) {
        self.undefined -= 1;
        self.children[circle as usize] = vec![definition];
    }

    /// An atom of a circle, or the hope for it.
    pub fn hope(&mut self, atom: Node) -> Node {
        let leaf = self.add(Some(HOPE), Vec::new(), Shape::Other);
        self.add(None, vec![atom, leaf], Shape::Hope)
    }

    pub fn fact(&mut self, var: Var, code: Code) -> Node {
        if let Some(fixed) = self.setting.fixed[var as usize] {
            return if fixed == code { ALWAYS } else { NEVER };
        }
        if let Some(&known) = self.facts.get(&(var, code)) {
            return known;
        }
        let node = self.add(None, Vec::new(), Shape::Literal(var, [code].into_iter().collect()));
        self.facts.insert((var, code), node);
        match self.axes.instead(var).filter(|_| code == NONE) {
            None => self.open.push((var, code)),
            Some(others) => {
                let others: Vec<Node> = others.into_iter().map(|(var, code)| self.fact(var, code)).collect();
                self.children[node as usize] = others.into_iter().filter(|&other| other != NEVER).collect();
            }
        }
        node
    }

    /// The variable is in this set.
    pub fn literal(&mut self, var: Var, set: CodeSet) -> Node {
        if let Some(fixed) = self.setting.fixed[var as usize] {
            return if set.contains(fixed) { ALWAYS } else { NEVER };
        }
        let codes: Vec<Code> = set.iter().collect();
        match codes.as_slice() {
            [] => return NEVER,
            [one] => return self.fact(var, *one),
            _ => {}
        }
        if let Some(&known) = self.sets.get(&(var, set.clone())) {
            return known;
        }
        let children = codes.into_iter().map(|code| self.fact(var, code)).collect();
        let node = self.add(None, children, Shape::Literal(var, set.clone()));
        self.sets.insert((var, set), node);
        node
    }

    /// The variable is anything but this.
    pub fn not(&mut self, var: Var, code: Code) -> Node {
        let domain = Arc::clone(&self.problem.atoms.domains[var as usize]);
        self.literal(var, domain.iter().filter(|&one| one != code).collect())
    }

    pub fn or(&mut self, mut parts: Vec<Node>) -> Node {
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != NEVER);
        if parts.contains(&ALWAYS) {
            return ALWAYS;
        }
        match parts.as_slice() {
            [] => return NEVER,
            [one] => return *one,
            _ => {}
        }
        let mut sets: BTreeMap<Var, (CodeSet, u32)> = BTreeMap::new();
        for &part in &parts {
            if let Shape::Literal(var, set) = &self.shapes[part as usize] {
                let (all, count) = sets.entry(*var).or_default();
                (*all, *count) = (all.union(set), *count + 1);
            }
        }
        // What is said of one variable is said at once.
        if sets.values().any(|(_, count)| *count > 1) {
            parts.retain(|&part| !matches!(self.shapes[part as usize], Shape::Literal(..)));
            parts.extend(sets.into_iter().map(|(var, (set, _))| self.literal(var, set)).collect::<Vec<_>>());
            return self.or(parts);
        }
        if let Some(&known) = self.ors.get(&parts) {
            return known;
        }
        let node = self.add(None, parts.clone(), Shape::Any);
        self.ors.insert(parts, node);
        node
    }

    /// All parts hold, and the operator is done.
    pub fn and(&mut self, parts: Vec<Node>, operator: u32) -> Node {
        if self.depth == 0 && self.splits == 0 {
            self.most_effort = MOST_EFFORT.min(self.effort + EFFORT_OF_ONE);
        }
        match self.simplified(parts) {
            Some(parts) => self.plain_and(parts, operator),
            None => NEVER,
        }
    }

    fn plain_and(&mut self, parts: Vec<Node>, operator: u32) -> Node {
        if parts.contains(&NEVER) {
            return NEVER;
        }
        if operator == FREE {
            match parts.as_slice() {
                [] => return ALWAYS,
                [one] => return *one,
                _ => {}
            }
        }
        if let Some(&known) = self.ands.get(&(operator, parts.clone())) {
            return known;
        }
        let shape = if operator == FREE { Shape::All } else { Shape::Other };
        let node = self.add(Some(operator), parts.clone(), shape);
        self.ands.insert((operator, parts), node);
        node
    }
}
