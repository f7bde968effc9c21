//! Which operators can be of any use for what the formulas and laws read.
//!
//! Backwards from the propositions: an operator is relevant if it can bring a variable from outside into a set of
//! contents that something relevant asks for. The others can be replaced by staying in every plan, so search leaves them
//! out.

use rustc_hash::FxHashSet as HashSet;

use crate::{
    codes::{Code, CodeSet, NONE},
    expression::{Atoms, Condition, Definition, Entries, Term, Var},
    flat::{self, FlatWrite},
    laws::{Law, Member},
    operator::Operator,
};

/// A write, and what its terms must be for it to change a certain variable.
type Writer<'a> = (usize, Vec<(&'a Term, Code)>);

/// The search for relevant operators.
pub(crate) struct Relevance<'a> {
    atoms: &'a Atoms,
    operators: &'a [Operator],
    writes: Vec<FlatWrite<'a>>,
    /// By operator: its writes.
    writes_of: Vec<Vec<usize>>,
    /// By variable: the writes that may change it, each with what its terms must be.
    writers: Vec<Vec<Writer<'a>>>,
    laws: &'a [Law],
    /// By variable: the laws that count it or read it.
    laws_of: Vec<Vec<usize>>,
    pub is_relevant: Vec<bool>,
    literals: HashSet<(Var, CodeSet)>,
    /// Conditions that were asked for, by where they stand, and values of atoms that depend on the state.
    conditions: HashSet<(*const Condition, bool)>,
    terms: HashSet<(*const Term, CodeSet)>,
    open: Vec<(Var, CodeSet)>,
    derived: HashSet<(u32, bool)>,
    values: HashSet<(u32, CodeSet)>,
    /// Needs that were asked for, whatever else holds: the operator and the place.
    asked: HashSet<(usize, usize)>,
}

/// What is known when an operator brings a variable into a set: it was outside, and terms are what the write takes.
#[derive(Clone, Copy)]
struct Context<'c, 'a> {
    var: Var,
    outside: &'c CodeSet,
    terms: &'c [(&'a Term, Code)],
}

impl<'a> Relevance<'a> {
    pub fn new(atoms: &'a Atoms, operators: &'a [Operator], laws: &'a [Law]) -> Self {
        let mut writes = Vec::new();
        let mut writes_of = Vec::new();
        let mut writers = vec![Vec::new(); atoms.variables.len()];
        for (number, operator) in operators.iter().enumerate() {
            let flat = FlatWrite::of(number, operator);
            writes_of.push((writes.len()..writes.len() + flat.len()).collect());
            for write in flat {
                for (var, terms) in write.variables(atoms) {
                    writers[var as usize].push((writes.len(), terms));
                }
                writes.push(write);
            }
        }
        let mut laws_of = vec![Vec::new(); atoms.variables.len()];
        for (number, law) in laws.iter().enumerate() {
            let vars: Vec<Var> = match law {
                Law::OneOf { atoms, .. } => atoms.iter().map(|member| member.var).collect(),
                Law::Never(condition) => crate::dependence::read_by(atoms, condition).into_iter().collect(),
            };
            for var in vars {
                laws_of[var as usize].push(number);
            }
        }
        laws_of.iter_mut().for_each(|laws| laws.dedup());
        Self {
            atoms,
            operators,
            writes,
            writes_of,
            writers,
            laws,
            laws_of,
            is_relevant: vec![false; operators.len()],
            literals: HashSet::default(),
            conditions: HashSet::default(),
            terms: HashSet::default(),
            open: Vec::new(),
            derived: HashSet::default(),
            values: HashSet::default(),
            asked: HashSet::default(),
        }
    }

    /// Asks for a condition to be known true, or known false.
    pub fn condition(&mut self, condition: &'a Condition, wanted: bool) {
        if !self.conditions.insert((std::ptr::from_ref(condition), wanted)) {
            return;
        }
        match condition {
            Condition::Constant(_) => {}
            Condition::Is(var, code) => {
                let set = [*code].into_iter().collect();
                self.literal(*var, if wanted { set } else { self.others(*var, &set) });
            }
            Condition::Equal(left, right) => {
                let (lefts, rights) = (flat::codes(self.atoms, left), flat::codes(self.atoms, right));
                if wanted {
                    for code in lefts.intersection(&rights).iter() {
                        self.term(left, &[code].into_iter().collect());
                        self.term(right, &[code].into_iter().collect());
                    }
                } else {
                    for (term, codes) in [(left, lefts), (right, rights)] {
                        codes.iter().for_each(|code| self.term(term, &[code].into_iter().collect()));
                    }
                }
            }
            Condition::IsIn(term, set) => {
                let codes = flat::codes(self.atoms, term);
                let asked = codes.iter().filter(|&code| set.contains(code) == wanted).collect();
                self.term(term, &asked);
            }
            Condition::Holds(predicate, arguments) => {
                self.arguments(arguments);
                let table = &self.atoms.tables[*predicate];
                for &content in &table.content {
                    match table.entries {
                        Entries::Stored => {
                            let set = if wanted { crate::codes::TRUE } else { NONE };
                            self.literal(content, [set].into_iter().collect());
                        }
                        Entries::Fixed => {}
                        Entries::Derived => self.derived(content, wanted),
                    }
                }
            }
            Condition::Derived(atom) => self.derived(*atom, wanted),
            Condition::Not(inner) => self.condition(inner, !wanted),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| self.condition(part, wanted)),
        }
    }

    fn derived(&mut self, atom: u32, wanted: bool) {
        if self.derived.insert((atom, wanted))
            && let Definition::Formula(formula) = &self.atoms.derived[atom as usize].0
        {
            self.condition(formula, wanted);
        }
    }

    fn arguments(&mut self, arguments: &'a [Term]) {
        for argument in arguments {
            for code in flat::codes(self.atoms, argument).iter() {
                self.term(argument, &[code].into_iter().collect());
            }
        }
    }

    /// Asks for a term to be in a set.
    fn term(&mut self, term: &'a Term, set: &CodeSet) {
        match term {
            Term::Constant(_) => {}
            Term::Variable(var) => self.literal(*var, set.clone()),
            Term::Value(predicate, arguments) => {
                if !self.terms.insert((std::ptr::from_ref(term), set.clone())) {
                    return;
                }
                self.arguments(arguments);
                let table = &self.atoms.tables[*predicate];
                for &content in &table.content {
                    match table.entries {
                        Entries::Stored => self.literal(content, set.clone()),
                        Entries::Fixed => {}
                        Entries::Derived => self.value(content, set),
                    }
                }
            }
            Term::Derived(atom) => self.value(*atom, set),
        }
    }

    fn value(&mut self, atom: u32, set: &CodeSet) {
        if self.values.insert((atom, set.clone()))
            && let Definition::Cases(cases) = &self.atoms.derived[atom as usize].0
        {
            for (when, value) in cases {
                self.condition(when, true);
                self.condition(when, false);
                self.term(value, set);
            }
        }
    }

    fn others(&self, var: Var, set: &CodeSet) -> CodeSet {
        self.atoms.domains[var as usize].iter().filter(|&code| !set.contains(code)).collect()
    }

    fn literal(&mut self, var: Var, set: CodeSet) {
        if set.iter().next().is_some() && self.literals.insert((var, set.clone())) {
            self.open.push((var, set));
        }
    }

    /// Makes an operator relevant, for whatever reason.
    pub fn mark(&mut self, number: usize) {
        self.mark_in(number, None);
    }

    /// Makes an operator relevant for one of its writes.
    fn mark_in(&mut self, number: usize, context: Option<Context<'_, 'a>>) {
        let operators = self.operators;
        for (place, need) in operators[number].needs.iter().enumerate() {
            if self.asked.contains(&(number, place)) || context.is_some_and(|context| self.is_implied(need, context)) {
                continue;
            }
            if let (Some(context), Condition::Equal(left, right)) = (context, need)
                && (*left == Term::Variable(context.var) || *right == Term::Variable(context.var))
            {
                let other = if *left == Term::Variable(context.var) { right } else { left };
                for code in flat::codes(self.atoms, other).intersection(context.outside).iter() {
                    self.term(other, &[code].into_iter().collect());
                }
                continue;
            }
            self.asked.insert((number, place));
            self.condition(need, true);
        }
        if !std::mem::replace(&mut self.is_relevant[number], true) {
            self.keep_laws(number);
        }
    }

    /// Whether what is known makes a need true.
    fn is_implied(&self, need: &Condition, context: Context<'_, 'a>) -> bool {
        let by_outside = self.needed(need, context.var).is_some_and(|set| context.outside.is_within(&set));
        by_outside
            || context.terms.iter().any(|(term, code)| match term {
                Term::Variable(var) => self.needed(need, *var).is_some_and(|set| set.contains(*code)),
                _ => false,
            })
    }

    /// Follows everything that is asked for to its end.
    pub fn settle(&mut self) {
        while let Some((var, set)) = self.open.pop() {
            let outside = self.others(var, &set);
            for at in 0..self.writers[var as usize].len() {
                let (write, terms) = self.writers[var as usize][at].clone();
                let FlatWrite { operator, when, value, .. } = self.writes[write].clone();
                let codes = flat::codes(self.atoms, value);
                if codes.intersection(&set).iter().next().is_none() || self.is_within(operator, var, &set) {
                    continue;
                }
                self.mark_in(operator, Some(Context { var, outside: &outside, terms: &terms }));
                when.iter().for_each(|(condition, wanted)| self.condition(condition, *wanted));
                terms.iter().for_each(|(term, code)| self.term(term, &[*code].into_iter().collect()));
                for code in codes.intersection(&set).iter() {
                    self.term(value, &[code].into_iter().collect());
                }
            }
        }
    }

    /// Whether an operator needs the variable to be in this set already.
    fn is_within(&self, operator: usize, var: Var, set: &CodeSet) -> bool {
        self.operators[operator].needs.iter().any(|need| self.needed(need, var).is_some_and(|own| own.is_within(set)))
    }

    /// What a need makes of a variable.
    fn needed(&self, need: &Condition, var: Var) -> Option<CodeSet> {
        match need {
            Condition::Is(of, code) if *of == var => Some([*code].into_iter().collect()),
            Condition::IsIn(Term::Variable(of), set) if *of == var => Some(set.as_ref().clone()),
            Condition::Not(inner) => match inner.as_ref() {
                Condition::Is(of, code) if *of == var => Some(self.others(var, &[*code].into_iter().collect())),
                Condition::IsIn(Term::Variable(of), set) if *of == var => Some(self.others(var, set)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Asks for what lets an operator keep the laws.
    fn keep_laws(&mut self, number: usize) {
        let laws = self.laws;
        for at in self.writes_of[number].clone() {
            let write = self.writes[at].clone();
            let codes = flat::codes(self.atoms, write.value);
            for (var, terms) in write.variables(self.atoms) {
                for law in self.laws_of[var as usize].clone() {
                    match &laws[law] {
                        Law::Never(condition) => self.condition(condition, false),
                        Law::OneOf { atoms, is_exact } => {
                            let raises =
                                |member: &Member| member.var == var && codes.iter().any(|code| counts(member, code));
                            if atoms.iter().any(raises) {
                                if !self.is_balanced(number, &write, &terms, var, atoms) {
                                    let others = atoms.iter().filter(|member| member.var != var);
                                    others.for_each(|member| self.lowered(member));
                                }
                            } else if *is_exact && self.may_lower(number, var, atoms) && !self.raises_one(number, atoms)
                            {
                                atoms.iter().for_each(|member| self.raised(member));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whether an atom about the variable can be true where the operator is applicable.
    fn may_lower(&self, number: usize, var: Var, atoms: &[Member]) -> bool {
        let needed = |code: Code| {
            let mut needs = self.operators[number].needs.iter().filter_map(|need| self.needed(need, var));
            needs.all(|set| set.contains(code))
        };
        let mut codes = self.atoms.domains[var as usize].iter().filter(|&code| needed(code));
        codes.any(|code| atoms.iter().any(|member| member.var == var && counts(member, code)))
    }

    fn lowered(&mut self, member: &Member) {
        let set = self.atoms.domains[member.var as usize].iter().filter(|&code| !counts(member, code)).collect();
        self.literal(member.var, set);
    }

    fn raised(&mut self, member: &Member) {
        let domain = std::sync::Arc::clone(&self.atoms.domains[member.var as usize]);
        for code in domain.iter().filter(|&code| counts(member, code)) {
            self.literal(member.var, [code].into_iter().collect());
        }
    }

    /// Whether the write only comes about where another atom of the law is true, which the operator makes false.
    fn is_balanced(
        &self,
        number: usize,
        write: &FlatWrite<'_>,
        terms: &[(&Term, Code)],
        var: Var,
        atoms: &[Member],
    ) -> bool {
        let of_terms = terms.iter().filter_map(|(term, code)| match term {
            Term::Variable(var) => Some((*var, *code)),
            _ => None,
        });
        let is = |condition: &Condition| match condition {
            Condition::Is(var, code) => Some((*var, *code)),
            _ => None,
        };
        let of_when = write.when.iter().filter(|(_, wanted)| *wanted).filter_map(|(condition, _)| is(condition));
        let of_needs = self.operators[number].needs.iter().filter_map(is);
        let mut implied = of_terms.chain(of_when).chain(of_needs);
        implied.any(|(other, code)| {
            let is_member = |member: &&Member| member.var == other && counts(member, code);
            other != var
                && atoms.iter().find(is_member).is_some_and(|member| {
                    self.writes_of[number].iter().any(|&at| {
                        let lowering = &self.writes[at];
                        let same =
                            matches!(lowering.target, crate::operator::Target::Variable { var, .. } if *var == other);
                        same && lowering.when.iter().all(|one| write.when.contains(one))
                            && matches!(lowering.value, Term::Constant(code) if !counts(member, *code))
                    })
                })
        })
    }

    fn raises_one(&self, number: usize, atoms: &[Member]) -> bool {
        self.writes_of[number].iter().any(|&at| {
            let write = &self.writes[at];
            let codes = flat::codes(self.atoms, write.value);
            write.when.is_empty()
                && write.variables(self.atoms).iter().any(|(var, _)| {
                    atoms.iter().any(|member| member.var == *var && codes.iter().any(|code| counts(member, code)))
                })
        })
    }
}

/// Whether this content makes the law's atom true.
fn counts(member: &Member, code: Code) -> bool {
    member.code.map_or(crate::codes::index(code).is_some(), |of| of == code)
}
