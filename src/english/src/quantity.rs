//! What words of number mean in their place: one, any, all, so many, or too vague to tell.

use std::cell::Cell;

use crate::{
    meaning::{Aspect, Compare, Det, Join, Noun, Np},
    phrases::{extent, is_no},
    sense::{ALL_OR_ONE, Result, Vague, WHICH, WHICH_OR_ONE, vague},
};

/// What a clause does in its sentence; words of number depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Something to bring about.
    Goal,
    /// Something that must never be.
    Denied,
    /// Something that may be the case.
    Condition,
    /// Something that must always be the case.
    Kept,
}

/// Where a noun phrase stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    Subject,
    Object,
    Agent,
}

/// Where words of number stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub role: Role,
    pub position: Position,
    pub aspect: Option<Aspect>,
}

/// What the words around a noun phrase say of how many are meant.
#[derive(Debug, Default)]
pub(crate) struct Setting {
    /// "At the same time": several things together.
    pub is_together: Cell<bool>,
    /// What several of is meant stands among the objects: "two knives", "the cup and the plate".
    pub counts_objects: Cell<bool>,
    /// The noun is one of a list: "knives and apples".
    pub is_listed: Cell<bool>,
    /// "Before": of several things, none.
    pub is_release: Cell<bool>,
    /// "Avoid": what is forbidden is so of each subject and each object.
    pub spreads: Cell<(bool, bool)>,
    /// How often something is done: a verb of going may then mean its own deed, or coming there.
    pub counts_deeds: Cell<bool>,
    /// Another clause says when.
    pub is_linked: Cell<bool>,
    /// The verb is one of several.
    pub is_joined: Cell<bool>,
    /// What comes later is ordered as well: "before you wash it".
    pub orders_too: Cell<bool>,
}

/// How many of the members must fit.
pub(crate) enum Way {
    Any,
    All,
    AtLeast(usize),
    AtMost(usize),
    Exactly(usize),
}

const NONE_OF: &str = "say \"or\" or \"neither ... nor\" for none of them, or \"at the same time\"";
const NONE_OR_NOT_ALL: &str = "say \"any\" or \"no\" for none of them, or \"not all ... at the same time\"";
const SAME: &str = "say whose places are the same";
const ANY_OR_ALL: &str = "say \"any\" or \"all\"";

impl Place {
    fn is_state(self) -> bool {
        self.aspect == Some(Aspect::State)
    }

    /// Whether what is forbidden here is so of each: "all robots must stay away from any of them".
    fn is_spread(self, setting: &Setting) -> bool {
        let (subjects, objects) = setting.spreads.get();
        if self.position == Position::Object { objects } else { subjects }
    }
}

/// Whether a list means all of its parts, rather than any of them.
pub(crate) fn is_all(setting: &Setting, join: Join, np: &Np, place: Place) -> Result<bool> {
    let (at, end) = extent(np);
    let together = setting.is_together.get();
    let is_subject = place.position != Position::Object;
    Ok(match (join, place.role) {
        (Join::Nor, _) => false,
        (Join::Or, Role::Denied) if is_subject || place.is_spread(setting) => return vague(at, end, NONE_OF),
        (Join::Or, _) => false,
        (Join::And | Join::Both, Role::Denied) if together => true,
        (Join::And | Join::Both, Role::Denied) if place.is_spread(setting) => false,
        (Join::Both, Role::Denied) if place.is_state() && !is_subject => true,
        (Join::And, Role::Denied) if !place.is_state() && is_subject => false,
        (Join::And, Role::Denied) if matches!(np, Np::List(_, parts) if parts.iter().all(is_no)) => false,
        (Join::And | Join::Both, Role::Denied) => return vague(at, end, NONE_OF),
        (Join::And | Join::Both, _) => true,
    })
}

/// The number that a determiner means in its place, of so many things.
pub(crate) fn way(setting: &Setting, noun: &Noun, count: usize, place: Place) -> Result<Way> {
    let refuse = |mend| vague(noun.id, noun.end, mend);
    let is_limited = !noun.limits.is_empty();
    match noun.det {
        Det::Name => return Ok(Way::All),
        Det::The if count == 1 && !is_limited => return Ok(Way::All),
        Det::Both if count != 2 || is_limited => return refuse("there are not just two of them"),
        _ => {}
    }
    match place.role {
        Role::Goal => goal(noun, count, place),
        Role::Denied => denied(setting, noun, count, place),
        Role::Condition => condition(setting, noun, place),
        Role::Kept => kept(noun, place),
    }
}

fn goal(noun: &Noun, count: usize, place: Place) -> Result<Way> {
    let refuse = |mend| vague(noun.id, noun.end, mend);
    Ok(match noun.det {
        Det::The | Det::Mass if place.position == Position::Agent => return refuse(WHICH),
        Det::Any if place.position == Position::Subject => return refuse("say \"each\" or \"some\""),
        // "Wash any plate that is dirty": each of them, or one?
        Det::Any if !noun.limits.is_empty() => {
            return Err(Vague { at: noun.id, end: noun.end, mend: "say \"each\" or \"one of the\"", blocks: true });
        }
        // "Cup to the table", said in haste, is as open as "the cup".
        Det::The | Det::Mass if noun.limits.is_empty() && (noun.det == Det::The || count > 1) => {
            return Err(Vague { at: noun.id, end: noun.end, mend: WHICH_OR_ONE, blocks: true });
        }
        Det::The | Det::Mass | Det::A | Det::One | Det::Any | Det::Some | Det::Either => Way::Any,
        Det::Count(Compare::Bare, number) if number == count && noun.limits.is_empty() => Way::All,
        Det::Count(Compare::Bare | Compare::AtLeast, number) => Way::AtLeast(number),
        Det::Count(..) => return refuse("say how many, without \"at most\" or \"exactly\""),
        // "Carriers must dock": all of them.
        Det::Bare if place.position == Position::Subject => Way::All,
        // "In loading bays": in whichever.
        Det::Bare if noun.is_place => Way::Any,
        Det::Bare => return refuse(ALL_OR_ONE),
        Det::Plural | Det::Listed | Det::Each | Det::Every | Det::All | Det::Both | Det::Name => Way::All,
        Det::No => return refuse("say \"no\" once"),
        Det::Same | Det::Different => return refuse(SAME),
    })
}

fn denied(setting: &Setting, noun: &Noun, count: usize, place: Place) -> Result<Way> {
    let refuse = |mend| vague(noun.id, noun.end, mend);
    let together = setting.is_together.get();
    let spread = place.is_spread(setting);
    let is_subject = place.position == Position::Subject;
    Ok(match noun.det {
        Det::Count(Compare::AtLeast, number) if !spread && (place.is_state() || together) => Way::AtLeast(number),
        Det::Count(Compare::Bare, number) if !spread && together => Way::AtLeast(number),
        Det::Count(..) => return refuse("say \"at the same time\", or name them"),
        Det::Listed | Det::Both | Det::All if together => Way::All,
        Det::Listed | Det::Both | Det::All | Det::Each | Det::Every if spread => Way::Any,
        Det::Both if place.is_state() && !is_subject => Way::All,
        Det::Listed if !place.is_state() && is_subject => Way::Any,
        Det::Listed | Det::Both => return refuse(NONE_OF),
        Det::Each | Det::Every | Det::All => return refuse(NONE_OR_NOT_ALL),
        // "The robots must never be there at the same time": both, if there are two.
        Det::Plural | Det::Bare
            if together && is_subject && !setting.counts_objects.get() && !setting.is_listed.get() =>
        {
            match count {
                2 => Way::All,
                _ => return refuse("say \"no two of the\", or name them"),
            }
        }
        Det::A | Det::Any | Det::No | Det::Bare | Det::Plural | Det::Mass | Det::Name => Way::Any,
        Det::The => return refuse(WHICH),
        Det::One | Det::Some | Det::Either => return refuse("say \"no\" or \"neither\", or name it"),
        Det::Same | Det::Different => return refuse(SAME),
    })
}

fn condition(setting: &Setting, noun: &Noun, place: Place) -> Result<Way> {
    let refuse = |mend| vague(noun.id, noun.end, mend);
    let together = setting.is_together.get();
    Ok(match noun.det {
        // "While something of a sort is there": any of the sort.
        Det::A | Det::One | Det::Any | Det::Some | Det::Either | Det::No | Det::Name | Det::Mass => Way::Any,
        Det::All | Det::Both | Det::Listed => Way::All,
        Det::Plural if together => Way::All,
        // "Before wiping tables" is before the first of them; "before the tables are clean" may mean all.
        Det::Plural | Det::Bare if setting.is_release.get() && !place.is_state() => Way::Any,
        Det::Count(Compare::Bare | Compare::AtLeast, number) => Way::AtLeast(number),
        Det::Count(Compare::AtMost, number) => Way::AtMost(number),
        Det::Count(Compare::Exactly, number) => Way::Exactly(number),
        Det::Count(Compare::Only, _) => return refuse("say \"at most\" or \"exactly\""),
        Det::The => return refuse(WHICH),
        Det::Plural | Det::Bare | Det::Each | Det::Every => return refuse(ANY_OR_ALL),
        Det::Same | Det::Different => return refuse(SAME),
    })
}

fn kept(noun: &Noun, place: Place) -> Result<Way> {
    let refuse = |mend| vague(noun.id, noun.end, mend);
    Ok(match noun.det {
        Det::Plural | Det::Listed | Det::Each | Det::Every | Det::All | Det::Both | Det::Name => Way::All,
        Det::Count(Compare::Bare | Compare::AtLeast, number) => Way::AtLeast(number),
        Det::Count(Compare::AtMost | Compare::Only, number) => Way::AtMost(number),
        Det::Count(Compare::Exactly, number) => Way::Exactly(number),
        Det::A | Det::One | Det::Some | Det::Either if place.position == Position::Object => Way::Any,
        Det::Bare | Det::Mass if place.position == Position::Subject => Way::All,
        Det::The | Det::Mass => return refuse(WHICH),
        Det::A | Det::One | Det::Some | Det::Either | Det::Any | Det::Bare => {
            return refuse("say \"each\" or \"at least one\"");
        }
        Det::No => return refuse("say \"no\" once"),
        Det::Same | Det::Different => return refuse(SAME),
    })
}
