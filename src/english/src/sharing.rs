//! Several things in the same place, or each in a place of its own.

use std::rc::Rc;

use crate::{
    logic::{self, Ltl, Object},
    meaning::{Aspect, Compare, Deed, Det, Join, Noun, Np, Vp},
    quantity::Role,
    scope::Scope,
    sense::{Result, vague},
    tree::Tree,
};

/// A verb phrase about "the same room" or "different rooms", with those who are there.
pub(crate) struct Shared<'a> {
    subject: Option<&'a Np>,
    deed: &'a Rc<Deed>,
    /// Which of the verb's objects is the place.
    place: usize,
    noun: &'a Noun,
}

impl<'a> Shared<'a> {
    /// The phrase, if it is one.
    pub fn of(subject: Option<&'a Np>, vp: &'a Vp) -> Option<Self> {
        let Vp::One(deed) = vp else { return None };
        let found = deed.objects.iter().enumerate().find_map(|(place, np)| match np {
            Np::Noun(noun) if matches!(noun.det, Det::Same | Det::Different) => Some((place, noun)),
            _ => None,
        });
        found.map(|(place, noun)| Self { subject, deed, place, noun })
    }

    /// In the same place: at one of the places all of them are. In different ones: at no place are two of them.
    pub fn tree(&self, scope: &Scope, role: Role) -> Result<Tree> {
        let unclear = || vague(self.noun.id, self.noun.end, "say whose places are the same, by name");
        let others = || {
            let place = (0..self.deed.objects.len()).find(|place| *place != self.place);
            place.map(|place| &self.deed.objects[place])
        };
        // "Put both pipettes in the same stand": the things are what is there.
        let whose = if self.subject.is_none() { others() } else { self.subject };
        let Some((who, number)) = whose.and_then(|whose| members(scope, whose)) else { return unclear() };
        if self.subject.is_none() && self.deed.aspect != Aspect::Bring {
            return unclear();
        }
        let is_same = self.noun.det == Det::Same;
        let least = match (number, role) {
            // "Knives and apples must never be on the same table": all of them, or one of each?
            (Number::All, Role::Denied) if !is_same || who.len() > 2 || self.deed.aspect == Aspect::Deed => {
                return unclear();
            }
            (Number::All, _) => {
                if is_same {
                    who.len()
                } else {
                    2
                }
            }
            (Number::AtLeast(least), Role::Denied | Role::Goal | Role::Condition) if is_same => least,
            (Number::AtMost(most), Role::Kept) if is_same => most + 1,
            _ => return unclear(),
        };
        if who.len() < 2 || least < 2 {
            return unclear();
        }
        let mut places = Vec::new();
        let mut somewhere = vec![Vec::new(); who.len()];
        for place in self.noun.members.iter() {
            let there = who.iter().map(|one| self.at(scope, *one, *place)).collect::<Result<Vec<Ltl>>>()?;
            somewhere.iter_mut().zip(&there).for_each(|(all, one)| all.push(one.clone()));
            places.push(together(&there, least));
        }
        let apart = !is_same || matches!(number, Number::AtMost(_));
        Ok(if apart {
            // What is to be brought to different places must be at one of them, as a robot always is.
            let are_robots = who.iter().all(|one| scope.vocabulary.robots.contains(one));
            let brought = somewhere.into_iter().filter(|_| role == Role::Goal && !are_robots).map(logic::any);
            Tree::All(places.into_iter().map(logic::not).chain(brought).map(Tree::Leaf).collect())
        } else {
            Tree::Any(places.into_iter().map(Tree::Leaf).collect())
        })
    }

    fn at(&self, scope: &Scope, who: Object, place: Object) -> Result<Ltl> {
        let mut deed = self.deed.as_ref().clone();
        let name = Noun { det: Det::Name, members: [place].into(), ..self.noun.clone() };
        let name = |object: Object| Np::Noun(Noun { members: [object].into(), ..name.clone() });
        deed.objects[self.place] = name(place);
        if self.subject.is_none() {
            deed.objects.iter_mut().enumerate().filter(|(at, _)| *at != self.place).for_each(|(_, np)| *np = name(who));
        }
        let subject = self.subject.map(|_| who);
        Ok(scope.verbs(subject, &Vp::One(Rc::new(deed)), Role::Condition)?.now())
    }
}

/// So many of them are so in one letter.
fn together(parts: &[Ltl], count: usize) -> Ltl {
    match parts.split_first() {
        _ if count == 0 => Ltl::Constant(true),
        Some((first, rest)) if parts.len() >= count => {
            logic::any([logic::all([first.clone(), together(rest, count - 1)]), together(rest, count)])
        }
        _ => Ltl::Constant(false),
    }
}

/// How many of some are meant.
#[derive(Clone, Copy)]
enum Number {
    All,
    AtLeast(usize),
    AtMost(usize),
}

/// Those who are meant.
fn members(scope: &Scope, subject: &Np) -> Option<(Vec<Object>, Number)> {
    match subject {
        Np::Noun(noun) if noun.limits.is_empty() => {
            let number = match noun.det {
                Det::Listed | Det::Both | Det::All | Det::Each | Det::Every | Det::Plural => Number::All,
                Det::Count(Compare::AtLeast | Compare::Bare, number) => Number::AtLeast(number),
                Det::Count(Compare::AtMost, number) => Number::AtMost(number),
                _ => return None,
            };
            Some((scope.members(noun), number))
        }
        Np::List(Join::And | Join::Both, parts) => {
            let parts: Option<Vec<Vec<Object>>> = parts.iter().map(|part| scope.named(part)).collect();
            Some((parts?.concat(), Number::All))
        }
        _ => None,
    }
}
