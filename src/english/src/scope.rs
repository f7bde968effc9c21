//! How many and which: what a verb phrase means for all the things that it is about.

mod nouns;

use std::{cell::RefCell, collections::HashMap};

use crate::{
    logic::{self, Ltl, Object},
    meaning::{Act, Aspect, Clause, Deed, Det, Filler, Join, Mark, Noun, Np, PronounSort, Vp},
    phrases::{extent, span},
    quantity::{self, Place, Position, Role, Setting},
    sense::{NEVER, Result, Vague, WHICH, vague},
    sharing,
    tree::Tree,
    vocabulary::Vocabulary,
};

/// The things that the words of a statement are about.
pub(crate) struct Scope<'a> {
    pub vocabulary: &'a Vocabulary,
    /// The objects that mentions are bound to, where one reading is made for each of them.
    pub bound: RefCell<HashMap<usize, Object>>,
    /// Mentions that hold for all of their things.
    pub universal: Vec<usize>,
    /// What the words around say of numbers.
    pub setting: Setting,
    /// The mentions of robots and things so far, for "other".
    pub others: RefCell<Vec<Object>>,
}

impl<'a> Scope<'a> {
    /// A scope in which nothing is bound.
    pub fn plain(vocabulary: &'a Vocabulary, named: Vec<Object>) -> Self {
        Self {
            vocabulary,
            bound: RefCell::default(),
            universal: Vec::new(),
            setting: Setting::default(),
            others: RefCell::new(named),
        }
    }

    /// A clause for all that it is about.
    pub fn clause(&self, clause: &Clause, role: Role) -> Result<Tree> {
        // "Both must stay away" is said of each.
        let are_both = clause.has(Mark::Both) && !clause.has(Mark::Away);
        self.setting.is_together.set(clause.has(Mark::AtOnce) || are_both);
        let numbers = |np: &Np| match np {
            Np::Noun(noun) => matches!(noun.det, Det::Count(..) | Det::Both | Det::Listed | Det::All),
            Np::List(join, _) => matches!(join, Join::And | Join::Both),
            _ => false,
        };
        let counts_objects = clause.vp.deeds().iter().any(|deed| deed.objects.iter().any(numbers));
        self.setting.counts_objects.set(counts_objects || matches!(clause.vp, Vp::List(..)));
        let away = clause.has(Mark::Away);
        self.setting.spreads.set((away || clause.has(Mark::Barred), away));
        let tree = self.phrase(clause.subject.as_ref(), &clause.vp, role);
        self.setting.spreads.set((false, false));
        tree
    }

    /// A verb phrase with its subject; no subject: whichever robot.
    fn phrase(&self, subject: Option<&Np>, vp: &Vp, role: Role) -> Result<Tree> {
        if let Some(shared) = sharing::Shared::of(subject, vp) {
            return shared.tree(self, role);
        }
        // "At most one thing may be on each of them" is about each of those, "each thing must be on one of them" about each thing.
        let counts = |np: &Np| matches!(np, Np::Noun(noun) if matches!(noun.det, Det::Count(..)));
        let is_each = |np: &Np| {
            matches!(np, Np::Noun(noun) if noun.members.len() > 1
                && matches!(noun.det, Det::Each | Det::Every | Det::All))
        };
        if let Some(np) = subject.filter(|np| counts(np))
            && vp.deeds().iter().any(|deed| deed.objects.iter().any(is_each))
        {
            let (at, end) = extent(np);
            let mend = "say it of each of the others: \"each of them must have at most one ... on it\"";
            return Err(Vague { at, end, mend, blocks: true });
        }
        match subject {
            None => self.verbs(None, vp, role),
            Some(np) => {
                self.over(np, role, Position::Subject, vp.aspect(), &mut |object| self.verbs(Some(object), vp, role))
            }
        }
    }

    pub fn verbs(&self, subject: Option<Object>, vp: &Vp, role: Role) -> Result<Tree> {
        match vp {
            Vp::One(deed) => self.objects(subject, deed, &vec![None; deed.objects.len()], role),
            Vp::List(join, parts) => {
                let is_all = matches!(join, Join::And | Join::Both);
                if is_all && role == Role::Denied && !self.setting.is_together.get() {
                    let (at, end) = span(vp);
                    return vague(at, end, "say \"or\" for none of them, or \"at the same time\"");
                }
                let is_within = self.setting.is_joined.replace(true);
                let trees: Result<Vec<Tree>> = parts.iter().map(|part| self.verbs(subject, part, role)).collect();
                self.setting.is_joined.set(is_within);
                Ok(if is_all { Tree::All(trees?) } else { Tree::Any(trees?) })
            }
        }
    }

    /// The objects of a verb one after another, those with "each" first, then whoever does it.
    fn objects(&self, subject: Option<Object>, deed: &Deed, chosen: &[Option<Object>], role: Role) -> Result<Tree> {
        let is_open = |place: &usize| chosen[*place].is_none();
        let is_each = |place: &usize| matches!(&deed.objects[*place], Np::Noun(noun) if matches!(noun.det, Det::Each | Det::Every));
        let mut open = (0..chosen.len()).filter(is_open);
        if let Some(place) = (0..chosen.len()).filter(is_open).find(is_each).or_else(|| open.next()) {
            return self.over(&deed.objects[place], role, Position::Object, Some(deed.aspect), &mut |object| {
                let mut chosen = chosen.to_vec();
                chosen[place] = Some(object);
                self.objects(subject, deed, &chosen, role)
            });
        }
        let chosen: Vec<Object> = chosen.iter().copied().flatten().collect();
        let fillers = deed.act.fillers();
        if subject.is_some()
            && deed.is_of_robot
            && matches!(deed.act, Act::Fact { .. })
            && !fillers.contains(&Filler::Subject)
        {
            return vague(deed.at, deed.end, "nothing tells who does it: say what must be, or must never be");
        }
        let needs_agent = fillers.contains(&Filler::Agent) || (subject.is_none() && fillers.contains(&Filler::Subject));
        // Nobody comes to hold what nobody takes.
        let is_of_some = deed.agent.is_some() || !needs_agent;
        let leaf = |agent: Option<Object>| {
            let subject = subject.or(agent);
            let done = self.leaf(&deed.act, deed, subject, &chosen, agent)?;
            let done = if role == Role::Goal { done } else { self.on_whatever(done) };
            // Who takes a thing has come near it, whatever brought the robot there.
            let is_barred = role == Role::Denied && self.is_going(deed) && done != Ltl::Constant(false);
            let near = if is_barred { self.near(subject, &chosen, deed)? } else { Ltl::Constant(false) };
            // Who may not touch a thing may not be handed it either, so the robot must never hold it.
            let is_touching = role == Role::Denied && is_of_some && done != Ltl::Constant(false);
            let held = if is_touching { self.touched((subject, agent), &chosen, deed) } else { None };
            Ok(Tree::Leaf(logic::any([held.unwrap_or(done), near])))
        };
        match (&deed.agent, needs_agent) {
            (Some(np), _) => self.over(np, role, Position::Agent, Some(deed.aspect), &mut |agent| leaf(Some(agent))),
            (None, true) => {
                let robots: Result<Vec<Tree>> = self.vocabulary.robots.iter().map(|robot| leaf(Some(*robot))).collect();
                let robots = robots?.into_iter().filter(|tree| *tree != Tree::Leaf(Ltl::Constant(false))).collect();
                Ok(Tree::Any(robots))
            }
            (None, false) => leaf(None),
        }
    }

    /// The tree for all the objects that a noun phrase means.
    fn over(
        &self,
        np: &Np,
        role: Role,
        position: Position,
        aspect: Option<Aspect>,
        then: &mut dyn FnMut(Object) -> Result<Tree>,
    ) -> Result<Tree> {
        match np {
            Np::Bound(id) => {
                let object = self.bound.borrow().get(id).copied();
                object.map_or_else(|| vague(*id, *id + 1, "name what is meant"), then)
            }
            Np::Noun(noun) => self.over_noun(noun, role, position, aspect, then),
            Np::List(join, parts) => {
                let is_all = quantity::is_all(&self.setting, *join, np, Place { role, position, aspect })?;
                let mut trees = Vec::new();
                for part in parts {
                    self.setting.is_listed.set(true);
                    let tree = self.over(part, role, position, aspect, then);
                    self.setting.is_listed.set(false);
                    trees.push(tree?);
                }
                self.one_for_all(&trees, is_all, extent(np), Place { role, position, aspect })?;
                // "On the table or the toy", where the toy is no place: it would be passed over.
                let is_passed_over = !is_all && position == Position::Object && trees.iter().any(Tree::is_never);
                if is_passed_over && !trees.iter().all(Tree::is_never) {
                    let (at, end) = extent(np);
                    return Err(Vague { at, end, mend: NEVER, blocks: true });
                }
                Ok(if is_all { Tree::All(trees) } else { Tree::Any(trees) })
            }
            Np::Only(inner) => {
                let (at, end) = extent(np);
                let Some(named) = self.named(inner) else {
                    return vague(at, end, "name who or what is meant");
                };
                // Others of their sort: robots beside robots, things beside things.
                let is_robot = |object: &Object| self.vocabulary.robots.contains(object);
                let of_robots = named.iter().all(&is_robot);
                let everything = 0..u16::try_from(self.vocabulary.objects.len()).unwrap_or(u16::MAX);
                let is_other = |object: &Object| !named.contains(object) && is_robot(object) == of_robots;
                let others: Vec<Object> = everything.filter(is_other).collect();
                if others.is_empty() {
                    return vague(at, end, "there is no other");
                }
                let mut trees = Vec::new();
                for other in others {
                    let tree = then(other)?;
                    if !tree.is_never() {
                        trees.push(tree);
                    }
                }
                if trees.is_empty() {
                    return vague(at, end, "of which others is it forbidden? Say it of them by name");
                }
                // What is only on some place is also in the room around it.
                if trees.iter().any(|tree| self.is_far(tree)) && !trees.iter().all(|tree| self.is_far(tree)) {
                    return vague(at, end, "say where else they must not be");
                }
                Ok(Tree::Any(trees))
            }
            Np::Pronoun(pronoun) => {
                let is_sort = matches!(pronoun.sort, PronounSort::The(_));
                vague(pronoun.at, pronoun.end, if is_sort { WHICH } else { "name what is meant" })
            }
        }
    }

    fn is_far(&self, tree: &Tree) -> bool {
        matches!(tree.now(), Ltl::Atom(atom) if self.vocabulary.is_far(&atom))
    }

    /// Refuses "some robot must visit the sink and the stove": one robot for both, or one for each?
    fn one_for_all(&self, trees: &[Tree], is_all: bool, (at, end): (usize, usize), place: Place) -> Result<()> {
        let has_several = |tree: &Tree| tree.parts().len() > 1;
        let is_torn = !is_all
            && place.role == Role::Goal
            && place.position != Position::Agent
            && trees.len() > 1
            && trees.iter().any(has_several);
        if is_torn { vague(at, end, "name it, or write a sentence for each thing") } else { Ok(()) }
    }

    pub fn members(&self, noun: &Noun) -> Vec<Object> {
        let others = self.others.borrow();
        let bound = self.bound.borrow();
        let is_meant =
            |object: &Object| !noun.is_other || !(others.contains(object) || bound.values().any(|one| one == object));
        noun.members.iter().copied().filter(is_meant).collect()
    }

    pub fn named(&self, np: &Np) -> Option<Vec<Object>> {
        match np {
            Np::Noun(noun) if noun.limits.is_empty() => match noun.det {
                Det::Name | Det::Plural | Det::Listed | Det::Bare | Det::Mass => Some(self.members(noun)),
                Det::The if noun.members.len() == 1 => Some(self.members(noun)),
                _ => None,
            },
            Np::List(Join::And | Join::Or | Join::Both, parts) => {
                let parts: Option<Vec<Vec<Object>>> = parts.iter().map(|part| self.named(part)).collect();
                Some(parts?.concat())
            }
            Np::Bound(id) => self.bound.borrow().get(id).map(|object| vec![*object]),
            _ => None,
        }
    }
}
