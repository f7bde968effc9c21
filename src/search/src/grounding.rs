//! Conditions of the domain file, with objects for their variables, over a compact state.

use std::sync::Arc;

use smallvec::SmallVec;
use surefleet_world::{Domain, Formula, ObjectId, Origin, PredicateId, Term as Open, Truth, TypeId, World};

use crate::{
    codes::{self, CodeSet, NONE, TRUE, UNKNOWN},
    expression::{Atoms, Condition, Definition, Entries, Table, Term, Var},
};

/// Objects for variables.
pub(crate) type Bindings = SmallVec<[ObjectId; 8]>;

/// Grounds conditions, and gives each stored atom that they mention a variable.
pub(crate) struct Grounder<'w> {
    pub world: &'w World,
    pub atoms: Atoms,
    /// By predicate: the circle of derived predicates that it belongs to.
    circles: Vec<Option<u32>>,
    /// Derived atoms whose definition is not grounded yet.
    open: Vec<u32>,
    /// By derived atom: its predicate and arguments.
    derived: Vec<(usize, SmallVec<[usize; 3]>)>,
    is_settling: bool,
    /// By predicate: whether all its atoms have numbers.
    is_filled: Vec<bool>,
}

impl<'w> Grounder<'w> {
    pub fn new(world: &'w World) -> Self {
        let domain = world.domain();
        let tables = domain.predicates().iter().map(|predicate| {
            let members = predicate.arguments.iter().map(|types| world.members(types)).collect();
            let entries = match predicate.origin {
                Origin::State => Entries::Stored,
                Origin::Fixed => Entries::Fixed,
                Origin::Derived(_) | Origin::Cases(_) => Entries::Derived,
            };
            let mut table = Table::new(entries, predicate.value.is_some(), members, world.objects().len());
            let absent = if entries == Entries::Fixed { u32::from(NONE) } else { Table::ABSENT };
            table.content = vec![absent; table.size()];
            table
        });
        let mut tables: Vec<Table> = tables.collect();
        for fact in domain.always() {
            let arguments: SmallVec<[usize; 3]> = fact.arguments.iter().map(|argument| argument.index()).collect();
            let table = &mut tables[fact.predicate.index()];
            if let Some(place) = table.place(&arguments) {
                table.content[place] = u32::from(fact.value.map_or(TRUE, codes::object));
            }
        }
        let circles = circles(domain);
        let has_circles = circles.iter().any(Option::is_some);
        let atoms = Atoms { tables, has_circles, ..Atoms::default() };
        let is_filled = vec![false; domain.predicates().len()];
        Self { world, atoms, circles, open: Vec::new(), derived: Vec::new(), is_settling: false, is_filled }
    }

    /// The condition of a formula for these objects.
    pub fn condition(&mut self, formula: &Formula, bindings: &mut Bindings) -> Condition {
        let condition = self.formula(formula, bindings);
        self.settle();
        condition
    }

    /// The ground term for these objects.
    pub fn term(&mut self, term: &Open, bindings: &mut Bindings) -> Term {
        let term = self.open_term(term, bindings);
        self.settle();
        term
    }

    /// Grounds the definitions of derived atoms that were mentioned.
    fn settle(&mut self) {
        if std::mem::replace(&mut self.is_settling, true) {
            return;
        }
        while let Some(atom) = self.open.pop() {
            let (predicate, arguments) = self.derived[atom as usize].clone();
            let mut bindings: Bindings = arguments.iter().map(|&index| self.object(index)).collect();
            let world = self.world;
            let definition = match &world.domain().predicates()[predicate].origin {
                Origin::Derived(formula) => Definition::Formula(self.formula(formula, &mut bindings)),
                Origin::Cases(cases) => {
                    let mut ground = Vec::new();
                    for case in cases {
                        self.each(&case.some, &mut bindings, &mut |grounder, bindings| {
                            let when = grounder.formula(&case.when, bindings);
                            if when != Condition::Constant(Truth::False) {
                                ground.push((when, grounder.open_term(&case.value, bindings)));
                            }
                        });
                    }
                    Definition::Cases(ground)
                }
                Origin::State | Origin::Fixed => unreachable!("only derived atoms are open"),
            };
            self.atoms.derived[atom as usize].0 = definition;
        }
        self.is_settling = false;
    }

    /// The object with this index.
    pub fn object(&self, index: usize) -> ObjectId {
        self.world.members_of(Domain::OBJECT)[index]
    }

    /// Calls for each choice of objects of these types, in order.
    pub fn each(
        &mut self,
        types: &[Vec<TypeId>],
        bindings: &mut Bindings,
        call: &mut dyn FnMut(&mut Self, &mut Bindings),
    ) {
        let Some((first, rest)) = types.split_first() else { return call(self, bindings) };
        for object in self.world.members(first) {
            bindings.push(object);
            self.each(rest, bindings, call);
            bindings.pop();
        }
    }

    fn formula(&mut self, formula: &Formula, bindings: &mut Bindings) -> Condition {
        match formula {
            Formula::Constant(value) => Condition::Constant(Truth::from(*value)),
            Formula::Holds(predicate, arguments) => {
                let arguments = self.terms(arguments, bindings);
                self.holds(*predicate, arguments)
            }
            Formula::Equal(left, right) => {
                let left = self.open_term(left, bindings);
                let right = self.open_term(right, bindings);
                match (left, right) {
                    (Term::Constant(left), Term::Constant(right)) => Condition::Constant(Truth::from(left == right)),
                    (Term::Variable(var), Term::Constant(code)) | (Term::Constant(code), Term::Variable(var)) => {
                        Condition::Is(var, code)
                    }
                    (left, right) => Condition::Equal(left, right),
                }
            }
            Formula::IsOf(term, types) => {
                let members = self.world.members(types);
                let set: CodeSet = members.into_iter().map(codes::object).collect();
                match self.open_term(term, bindings) {
                    Term::Constant(code) => Condition::Constant(Truth::from(set.contains(code))),
                    term => Condition::IsIn(term, Arc::new(set)),
                }
            }
            Formula::Not(inner) => negated(self.formula(inner, bindings)),
            Formula::And(parts) => all(parts.iter().map(|part| self.formula(part, bindings)), Truth::True),
            Formula::Or(parts) => all(parts.iter().map(|part| self.formula(part, bindings)), Truth::False),
            Formula::ForAll(types, body) => self.quantified(types, body, bindings, Truth::True),
            Formula::Exists(types, body) => self.quantified(types, body, bindings, Truth::False),
        }
    }

    fn quantified(&mut self, types: &[TypeId], body: &Formula, bindings: &mut Bindings, neutral: Truth) -> Condition {
        let members = self.world.members(types);
        let parts = members.into_iter().map(|object| {
            bindings.push(object);
            let part = self.formula(body, bindings);
            bindings.pop();
            part
        });
        all(parts, neutral)
    }

    fn terms(&mut self, terms: &[Open], bindings: &mut Bindings) -> Vec<Term> {
        terms.iter().map(|term| self.open_term(term, bindings)).collect()
    }

    fn open_term(&mut self, term: &Open, bindings: &mut Bindings) -> Term {
        match term {
            Open::Nothing => Term::Constant(NONE),
            Open::Variable(place) => Term::Constant(codes::object(bindings[*place])),
            Open::Constant(object) => Term::Constant(codes::object(*object)),
            Open::Value(predicate, arguments) => {
                let arguments = self.terms(arguments, bindings);
                match self.atom(predicate.index(), &arguments) {
                    Atom::Absent => Term::Constant(NONE),
                    Atom::Fixed(code) => Term::Constant(code),
                    Atom::Variable(var) => Term::Variable(var),
                    Atom::Derived(atom) => Term::Derived(atom),
                    Atom::Open => {
                        self.fill(predicate.index());
                        Term::Value(predicate.index(), arguments)
                    }
                }
            }
        }
    }

    fn holds(&mut self, predicate: PredicateId, arguments: Vec<Term>) -> Condition {
        match self.atom(predicate.index(), &arguments) {
            Atom::Absent => Condition::Constant(Truth::False),
            Atom::Fixed(code) => Condition::Constant(codes::truth_of(code)),
            Atom::Variable(var) => Condition::Is(var, TRUE),
            Atom::Derived(atom) => Condition::Derived(atom),
            Atom::Open => {
                self.fill(predicate.index());
                Condition::Holds(predicate.index(), arguments)
            }
        }
    }

    /// The atom with these arguments.
    pub fn atom(&mut self, predicate: usize, arguments: &[Term]) -> Atom {
        let mut objects: SmallVec<[usize; 3]> = SmallVec::new();
        let mut is_open = false;
        for argument in arguments {
            match argument {
                Term::Constant(NONE) => return Atom::Absent,
                Term::Constant(code) => objects.extend(codes::index(*code)),
                _ => is_open = true,
            }
        }
        if is_open {
            return Atom::Open;
        }
        let Some(place) = self.atoms.tables[predicate].place(&objects) else { return Atom::Absent };
        self.entry(predicate, place, objects)
    }

    /// The variable of a stored atom, if somebody asked for it before.
    pub fn known(&self, predicate: usize, arguments: &[ObjectId]) -> Option<Var> {
        let indices: SmallVec<[usize; 4]> = arguments.iter().map(|argument| argument.index()).collect();
        let table = &self.atoms.tables[predicate];
        table.place(&indices).map(|place| table.content[place]).filter(|&var| var != Table::ABSENT)
    }

    /// The atom at this place of a predicate's table, which is new if nobody asked for it before.
    fn entry(&mut self, predicate: usize, place: usize, objects: SmallVec<[usize; 3]>) -> Atom {
        let table = &self.atoms.tables[predicate];
        let (content, entries) = (table.content[place], table.entries);
        if entries == Entries::Fixed {
            return Atom::Fixed(u16::try_from(content).unwrap_or(UNKNOWN));
        }
        let is_new = content == Table::ABSENT;
        let number = match entries {
            _ if !is_new => content,
            Entries::Stored => self.new_variable(predicate, objects),
            _ => {
                let number = u32::try_from(self.derived.len()).expect("fewer derived atoms than memory holds");
                let circle = self.circles[predicate];
                self.atoms.derived.push((Definition::Formula(Condition::Constant(Truth::False)), circle));
                self.derived.push((predicate, objects));
                self.open.push(number);
                number
            }
        };
        self.atoms.tables[predicate].content[place] = number;
        if entries == Entries::Stored { Atom::Variable(number) } else { Atom::Derived(number) }
    }

    fn new_variable(&mut self, predicate: usize, objects: SmallVec<[usize; 3]>) -> Var {
        let world = self.world;
        let domain: CodeSet = match &world.domain().predicates()[predicate].value {
            Some(types) => world.members(types).into_iter().map(codes::object).chain([NONE]).collect(),
            None => [NONE, TRUE].into_iter().collect(),
        };
        let same = self.atoms.variables.last().is_some_and(|(last, _)| *last == predicate);
        let domain = match self.atoms.domains.last() {
            Some(last) if same => Arc::clone(last),
            _ => Arc::new(domain),
        };
        self.atoms.domains.push(domain);
        self.atoms.variables.push((predicate, objects));
        Var::try_from(self.atoms.variables.len() - 1).expect("fewer variables than memory holds")
    }

    /// Gives a number to every atom of a predicate whose arguments are only known in a state.
    pub fn fill(&mut self, predicate: usize) {
        if std::mem::replace(&mut self.is_filled[predicate], true) {
            return;
        }
        let members = self.atoms.tables[predicate].members.clone();
        let mut arguments: SmallVec<[usize; 3]> = SmallVec::new();
        self.fill_from(predicate, &members, &mut arguments);
    }

    fn fill_from(&mut self, predicate: usize, members: &[Vec<ObjectId>], arguments: &mut SmallVec<[usize; 3]>) {
        let Some(next) = members.get(arguments.len()) else {
            if let Some(place) = self.atoms.tables[predicate].place(arguments) {
                self.entry(predicate, place, arguments.clone());
            }
            return;
        };
        for object in next {
            arguments.push(object.index());
            self.fill_from(predicate, members, arguments);
            arguments.pop();
        }
    }
}

/// What a predicate is for given arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Atom {
    /// The predicate cannot be about them.
    Absent,
    Fixed(codes::Code),
    Variable(Var),
    Derived(u32),
    /// It depends on the state which atom is meant.
    Open,
}

/// The conjunction of conditions, or their disjunction if `neutral` is false; without parts that make no difference.
pub(crate) fn all(parts: impl IntoIterator<Item = Condition>, neutral: Truth) -> Condition {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Condition::Constant(truth) if truth == neutral => {}
            Condition::Constant(truth) if truth == !neutral => return Condition::Constant(truth),
            Condition::And(inner) if neutral == Truth::True => kept.extend(inner),
            Condition::Or(inner) if neutral == Truth::False => kept.extend(inner),
            part => kept.push(part),
        }
    }
    match kept.len() {
        0 => Condition::Constant(neutral),
        1 => kept.remove(0),
        _ if neutral == Truth::True => Condition::And(kept),
        _ => Condition::Or(kept),
    }
}

pub(crate) fn negated(condition: Condition) -> Condition {
    match condition {
        Condition::Constant(truth) => Condition::Constant(!truth),
        Condition::Not(inner) => *inner,
        condition => Condition::Not(Box::new(condition)),
    }
}

/// By predicate: the number of its circle of predicates that follow from one another.
fn circles(domain: &Domain) -> Vec<Option<u32>> {
    let count = domain.predicates().len();
    let uses: Vec<Vec<usize>> = domain
        .predicates()
        .iter()
        .map(|predicate| {
            let mut uses = Vec::new();
            if let Origin::Derived(formula) = &predicate.origin {
                mentioned(formula, &mut uses);
            }
            uses
        })
        .collect();
    let reached: Vec<Vec<bool>> = (0..count)
        .map(|from| {
            let mut reached = vec![false; count];
            let mut open = uses[from].clone();
            while let Some(next) = open.pop() {
                if !std::mem::replace(&mut reached[next], true) {
                    open.extend(&uses[next]);
                }
            }
            reached
        })
        .collect();
    let mut circles: Vec<Option<u32>> = vec![None; count];
    let mut next = 0;
    for one in 0..count {
        if reached[one][one] && circles[one].is_none() {
            for other in 0..count {
                if reached[one][other] && reached[other][one] {
                    circles[other] = Some(next);
                }
            }
            next += 1;
        }
    }
    circles
}

fn mentioned(formula: &Formula, all: &mut Vec<usize>) {
    match formula {
        Formula::Constant(_) | Formula::Equal(..) | Formula::IsOf(..) => {}
        Formula::Holds(predicate, _) => all.push(predicate.index()),
        Formula::Not(inner) | Formula::ForAll(_, inner) | Formula::Exists(_, inner) => mentioned(inner, all),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| mentioned(part, all)),
    }
}
