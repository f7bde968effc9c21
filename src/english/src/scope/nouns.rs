//! Which of its things a noun means, and how many of them.

use std::rc::Rc;

use super::Scope;
use crate::{
    logic::{self, Atom, Ltl, Object, Sort},
    meaning::{Act, Aspect, Deed, Det, Filler, Join, Limit, Noun, Np},
    quantity::{self, Place, Position, Role, Way},
    sense::{NAME_THEM, NEVER, Result, Vague, WHICH_OR_ONE, vague},
    tree::Tree,
};

/// More combinations than this are not written down.
const MOST_PARTS: usize = 4000;

impl Scope<'_> {
    /// The tree for all the things that a noun means.
    pub(super) fn over_noun(
        &self,
        noun: &Noun,
        role: Role,
        position: Position,
        aspect: Option<Aspect>,
        then: &mut dyn FnMut(Object) -> Result<Tree>,
    ) -> Result<Tree> {
        let bound = self.bound.borrow().get(&noun.id).copied();
        if let Some(object) = bound {
            let Some(limit) = self.limit(noun, object)? else { return then(object) };
            let limit = if role == Role::Goal { Tree::Given(limit.now()) } else { limit };
            let tree = then(object)?;
            let is_for_all = self.universal.contains(&noun.id) && matches!(role, Role::Goal | Role::Kept);
            return Ok(if is_for_all {
                Tree::If(Box::new(limit), Box::new(tree))
            } else {
                Tree::All(vec![limit, tree])
            });
        }
        // "Never touch the novel that's on the shelf": or only while it is there?
        if noun.det == Det::Name && !noun.limits.is_empty() && role != Role::Goal {
            let mend = "name it, and say where it is in a sentence or a condition of its own";
            return Err(Vague { at: noun.id, end: noun.end, mend, blocks: true });
        }
        let members = self.members(noun);
        // "The others" of what nobody named; and as things, which ones?
        let are_robots = || noun.members.iter().all(|object| self.vocabulary.robots.contains(object));
        let is_bare = noun.is_other && noun.is_wide && position == Position::Object && are_robots();
        // "Everything else goes on the rug" is about others than the rug, but also than what was named before.
        let is_left_out = |object: &Object| {
            let may_be_meant =
                !noun.is_wide || self.vocabulary.robots.contains(object) || self.vocabulary.can_move(*object);
            may_be_meant && !members.contains(object)
        };
        if is_bare || (noun.is_other && !noun.members.iter().any(is_left_out)) {
            return Err(Vague { at: noun.id, end: noun.end, mend: NAME_THEM, blocks: true });
        }
        let way = quantity::way(&self.setting, noun, members.len(), Place { role, position, aspect })?;
        let mut trees: Vec<(Option<Tree>, Tree)> = Vec::new();
        for object in members {
            let tree = then(object)?;
            let limit = self.limit(noun, object)?;
            if role == Role::Goal && !noun.is_wide && limit.is_some() && noun.det != Det::Name && tree.is_never() {
                return vague(noun.id, noun.end, NEVER);
            }
            if noun.is_wide && (tree.is_never() || limit.as_ref().is_some_and(Tree::is_never)) {
                continue;
            }
            // "The toys on the rug must not go on the desk": when they are there, they are on the rug no more.
            let is_thing = !self.vocabulary.robots.contains(&object);
            if role == Role::Denied && is_thing && limit.as_ref().is_some_and(|limit| is_left(object, limit, &tree)) {
                let mend = "say it of the things by name: those that are there now, or whatever is there at the time?";
                return Err(Vague { at: noun.id, end: noun.end, mend, blocks: true });
            }
            trees.push((limit, tree));
        }
        // "Nothing in the microwave": of what can be right in it, where there is such.
        if noun.is_wide && trees.iter().any(|(_, tree)| !self.is_far(tree)) {
            trees.retain(|(_, tree)| !self.is_far(tree));
        }
        if trees.is_empty() && noun.is_wide && role == Role::Denied && position == Position::Object {
            // "Nobody may put anything there": there are some who put nothing anywhere.
            return Ok(Tree::Leaf(Ltl::Constant(false)));
        }
        let is_none = |(limit, _): &(Option<Tree>, Tree)| limit.as_ref().is_some_and(Tree::is_never);
        let is_robot = noun.members.iter().any(|object| self.vocabulary.robots.contains(object));
        // "Wipe the shelf and put the wet books on it", where no book can be wet.
        if trees.is_empty() || role == Role::Goal && !is_robot && trees.iter().all(is_none) {
            return vague(noun.id, noun.end, "nothing of that sort fits here");
        }
        // "Thing 1 from the shelf" is thing 1, wherever it is.
        let is_named = noun.det == Det::Name && role == Role::Goal;
        let limit_of = |limit: Option<Tree>| {
            limit.filter(|_| !is_named).map(|limit| if role == Role::Goal { Tree::Given(limit.now()) } else { limit })
        };
        let fitting = |(limit, tree): (Option<Tree>, Tree)| match limit_of(limit) {
            Some(limit) => Tree::All(vec![limit, tree]),
            None => tree,
        };
        let unless = |(limit, tree): (Option<Tree>, Tree)| match limit_of(limit) {
            Some(limit) => Tree::If(Box::new(limit), Box::new(tree)),
            None => tree,
        };
        if matches!(way, Way::Any | Way::AtLeast(_)) {
            let place = Place { role, position, aspect };
            let found: Vec<Tree> = trees.iter().map(|(_, tree)| tree.clone()).collect();
            self.one_for_all(&found, false, (noun.id, noun.end), place)?;
            let of_robots = noun.members.iter().all(|object| self.vocabulary.robots.contains(object));
            if of_robots && role == Role::Goal && !noun.limits.is_empty() {
                return vague(noun.id, noun.end, "name the robot");
            }
        }
        // "The slot in aisle 1", where there are two: what never changes does not tell which.
        let is_settled = |(limit, _): &(Option<Tree>, Tree)| {
            limit.as_ref().is_some_and(|limit| matches!(limit.now(), Ltl::Constant(_)))
        };
        if noun.det == Det::The && role == Role::Goal && trees.iter().all(is_settled) {
            let so = |(limit, _): &&(Option<Tree>, Tree)| limit.as_ref().is_some_and(|limit| !limit.is_never());
            if trees.iter().filter(so).count() > 1 {
                return Err(Vague { at: noun.id, end: noun.end, mend: WHICH_OR_ONE, blocks: true });
            }
        }
        if let (Way::Any, true) = (&way, noun.is_wide && noun.limits.is_empty()) {
            let whole = logic::any(trees.iter().map(|(_, tree)| tree.now()));
            // "Puts something there" is putting, whatever is held.
            if let Some(plain) = self.whatever_held(&whole) {
                return Ok(Tree::Leaf(plain));
            }
        }
        Ok(match way {
            Way::All => Tree::All(trees.into_iter().map(unless).collect()),
            Way::Any => Tree::Any(trees.into_iter().map(fitting).collect()),
            Way::AtLeast(count) => self.at_least(count, &trees.into_iter().map(fitting).collect::<Vec<_>>(), noun)?,
            Way::AtMost(count) => {
                let more = self.at_least(count + 1, &trees.into_iter().map(fitting).collect::<Vec<_>>(), noun)?;
                Tree::Not(Box::new(more))
            }
            Way::Exactly(count) => {
                let trees: Vec<Tree> = trees.into_iter().map(fitting).collect();
                let more = self.at_least(count + 1, &trees, noun)?;
                Tree::All(vec![self.at_least(count, &trees, noun)?, Tree::Not(Box::new(more))])
            }
        })
    }

    /// So many of the trees hold.
    fn at_least(&self, count: usize, trees: &[Tree], noun: &Noun) -> Result<Tree> {
        if count == 0 {
            return Ok(Tree::All(Vec::new()));
        }
        if count > trees.len() {
            return Ok(Tree::Any(Vec::new()));
        }
        let mut chosen: Vec<usize> = (0..count).collect();
        let mut found = Vec::new();
        loop {
            found.push(Tree::All(chosen.iter().map(|place| trees[*place].clone()).collect()));
            if found.len() * count > MOST_PARTS {
                return vague(noun.id, noun.end, "there are too many ways to choose: name them");
            }
            let Some(place) = (0..count).rev().find(|place| chosen[*place] < trees.len() - count + place) else {
                break;
            };
            chosen[place] += 1;
            for next in place + 1..count {
                chosen[next] = chosen[next - 1] + 1;
            }
        }
        Ok(Tree::Any(found))
    }

    /// The condition that picks an object.
    fn limit(&self, noun: &Noun, object: Object) -> Result<Option<Tree>> {
        let one = |limit: &Limit| {
            let deed = united(&limit.deed);
            let tree = self.objects(Some(object), &deed, &vec![None; deed.objects.len()], Role::Condition)?;
            Ok(if limit.holds { tree } else { Tree::Not(Box::new(tree)) })
        };
        let limits: Result<Vec<Tree>> = noun.limits.iter().map(one).collect();
        let mut limits = limits?;
        Ok(match limits.len() {
            0 => None,
            1 => Some(limits.remove(0)),
            _ => Some(Tree::All(limits)),
        })
    }
}

/// Whether a thing is no more where a limit says once it is where it must not be.
fn is_left(object: Object, limit: &Tree, denied: &Tree) -> bool {
    let facts = |tree: &Tree, is_of: &dyn Fn(&[Object]) -> bool| {
        let mut found = Vec::new();
        let of_place = |atom: &Atom| atom.sort == Sort::Fact && atom.arguments.len() > 1 && is_of(&atom.arguments);
        tree.now().for_each_atom(&mut |atom| found.extend(of_place(atom).then(|| atom.clone())));
        found
    };
    // Of "a tray with something on it" the limit tells where the other thing is.
    let there = facts(limit, &|arguments| arguments.first() == Some(&object));
    let elsewhere = facts(denied, &|arguments| arguments.contains(&object));
    !there.is_empty() && elsewhere.iter().any(|atom| !there.contains(atom))
}

/// "The beds in rooms 1 to 3" are those in any of them: nothing is in two places.
fn united(deed: &Rc<Deed>) -> Rc<Deed> {
    fn of(np: &Np) -> Np {
        match np {
            Np::List(Join::And | Join::Both, parts) => Np::List(Join::Or, parts.iter().map(of).collect()),
            Np::Noun(noun) if matches!(noun.det, Det::Listed | Det::Plural | Det::Both | Det::All | Det::Bare) => {
                Np::Noun(Noun { det: Det::Any, ..noun.clone() })
            }
            other => other.clone(),
        }
    }
    match deed.act {
        Act::At { thing: Filler::Subject, .. } => {
            Rc::new(Deed { objects: deed.objects.iter().map(of).collect(), ..deed.as_ref().clone() })
        }
        _ => deed.clone(),
    }
}
