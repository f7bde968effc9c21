//! What "it", "them", "there" and "that robot" refer to, and who does what has no subject of its own.

use std::rc::Rc;

use crate::{
    general,
    logic::Object,
    meaning::{Aspect, Clause, Det, Join, Mood, Noun, Np, Pronoun, PronounSort},
    statement::{self, Sub, nouns},
    vocabulary::Vocabulary,
};

/// A statement whose pronouns are resolved.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    pub main: Clause,
    pub subs: Vec<Sub>,
    /// The nouns of which each object makes a reading of its own.
    pub promoted: Vec<Noun>,
    /// The names that were said before and in it, for "other".
    pub named: Vec<Object>,
    /// Where a pronoun stands for one of several things that an earlier statement did not name.
    pub unsure: Option<usize>,
}

/// The mention that stands for whichever robot, where nobody is named.
const WHOEVER: usize = 1 << 20;
/// More readings are not tried.
const MOST: usize = 24;

/// Something that a pronoun can refer to.
#[derive(Debug, Clone)]
struct Mention {
    at: usize,
    np: Np,
    is_plural: bool,
    /// Whether its last word ends like a plural: "the painkillers".
    looks_plural: bool,
    /// Whether it is one thing that may be called by what is in it: "the beads" for the jar of beads.
    is_of_several: bool,
    is_new: bool,
}

/// All ways to resolve the pronouns of a clause and those that depend on it. `earlier` are the names and lists that
/// were said in the statements before; `may_follow`: where none was said before, it may be one that comes after.
pub(crate) fn resolve(
    main: &Clause,
    subs: &[Sub],
    (earlier, may_follow): (&[Np], bool),
    vocabulary: &Vocabulary,
) -> Vec<Resolved> {
    let mut found = Vec::new();
    for (main, subs) in with_subjects(main, subs, &vocabulary.robots) {
        let mentions = mentions(&main, &subs, earlier, vocabulary);
        let pronouns = pronouns(&main, &subs);
        let choices: Vec<Vec<Mention>> = pronouns
            .iter()
            .map(|one| candidates(one, &mentions, (&beside(one, &main, &subs), may_follow), vocabulary))
            .collect();
        if choices.iter().any(Vec::is_empty) {
            found.push(finish(main, subs, &[], earlier));
            continue;
        }
        let mut chosen = vec![0; choices.len()];
        loop {
            let picked: Vec<(&Pronoun, &Mention)> = pronouns
                .iter()
                .zip(&choices)
                .zip(&chosen)
                .map(|((pronoun, choices), place)| (pronoun, &choices[*place]))
                .collect();
            if !is_reflexive(&picked, &main, &subs) {
                found.push(finish(main.clone(), subs.clone(), &picked, earlier));
            }
            let Some(place) = (0..chosen.len()).rev().find(|place| chosen[*place] + 1 < choices[*place].len()) else {
                break;
            };
            chosen[place] += 1;
            chosen[place + 1..].fill(0);
            if found.len() >= MOST {
                break;
            }
        }
    }
    found
}

/// Whether each robot is told what to do when the same robot does something else.
pub(crate) fn is_for_each(main: &Clause) -> bool {
    matches!(&main.subject, Some(Np::Noun(noun)) if noun.id == WHOEVER && noun.det == Det::Any)
}

/// The clauses with the subjects that are left out: "you" and nobody are the team; "opening it" has the main subject.
fn with_subjects(main: &Clause, subs: &[Sub], robots: &[Object]) -> Vec<(Clause, Vec<Sub>)> {
    let is_team = |np: &Np| matches!(np, Np::Pronoun(pronoun) if pronoun.sort == PronounSort::Team);
    let without_team = |clause: &Clause| {
        let subject = clause.subject.clone().filter(|np| !is_team(np));
        Clause { subject, ..clause.clone() }
    };
    let had_team = |clause: &Clause| clause.subject.as_ref().is_some_and(is_team);
    let plain = without_team(main);
    let is_of_team = main.subject.as_ref().is_none_or(is_team);
    let is_same = |sub: &Sub| {
        let is_gerund = sub.clause.subject.is_none() && matches!(sub.clause.mood, Mood::Ing | Mood::Has);
        is_gerund || (had_team(&sub.clause) && is_of_team)
    };
    let plain_subs: Vec<Sub> = subs.iter().map(|sub| sub.map(&mut |clause| without_team(clause))).collect();
    let shares: Vec<bool> = subs.iter().map(is_same).collect();
    if !shares.contains(&true) {
        return vec![(plain, plain_subs)];
    }
    let with = |main: Clause, subject: Np| {
        let subs = plain_subs.iter().zip(&shares).map(|(sub, shares)| {
            sub.map(&mut |clause| {
                let is_open = *shares && clause.subject.is_none();
                let subject = if is_open { Some(subject.clone()) } else { clause.subject.clone() };
                Clause { subject, ..clause.clone() }
            })
        });
        let subs = subs.collect();
        (main, subs)
    };
    match &plain.subject {
        Some(Np::Noun(noun)) if noun.det == Det::Name => vec![with(plain.clone(), Np::Noun(noun.clone()))],
        Some(Np::Noun(noun)) => vec![with(plain.clone(), Np::Bound(noun.id))],
        Some(other) => vec![with(plain.clone(), other.clone())],
        None => {
            let is_order = matches!(plain.mood, Mood::Order | Mood::Must) && !plain.is_denied();
            let is_rule = subs.iter().all(|sub| {
                use crate::statement::Link::{After, AsSoonAs, If, JustAfter, Once, When, Whenever};
                match sub.link {
                    // "Once you have wiped it" tells of one time, "as soon as you wipe it" of each.
                    Once | AsSoonAs => sub.clause.mood != Mood::Has,
                    JustAfter => sub.clause.mood == Mood::Is,
                    If | When | Whenever => true,
                    After => sub.is_first,
                    _ => false,
                }
            });
            // In an order one robot may do it all; a rule is for each.
            let det = if is_order && !is_rule { Det::A } else { Det::Any };
            let whoever = Noun {
                det,
                members: robots.into(),
                limits: Vec::new(),
                id: WHOEVER,
                end: plain.end,
                is_plural: false,
                is_other: false,
                is_wide: false,
                is_excepting: false,
                is_place: false,
            };
            let one = Clause { subject: Some(Np::Noun(whoever)), ..plain.clone() };
            let same = with(one, Np::Bound(WHOEVER));
            let is_deed = |sub: &Sub| matches!(sub.clause.vp.aspect(), Some(Aspect::Deed | Aspect::Bring));
            let any_deed = subs.iter().zip(&shares).any(|(sub, shares)| *shares && is_deed(sub));
            match (any_deed, is_order && !is_rule) {
                (true, true) => vec![(plain, plain_subs)],
                (true, false) => vec![same, (plain, plain_subs)],
                (false, _) => vec![same],
            }
        }
    }
}

fn mentions(main: &Clause, subs: &[Sub], earlier: &[Np], vocabulary: &Vocabulary) -> Vec<Mention> {
    let looks_plural = |np: &Np| match np {
        Np::Noun(noun) if noun.det == Det::Name => vocabulary.looks_plural(noun.members[0]),
        _ => false,
    };
    let is_of_several =
        |np: &Np| matches!(np, Np::Noun(noun) if noun.det == Det::Name && vocabulary.is_of_several(noun.members[0]));
    let mut found: Vec<Mention> = earlier
        .iter()
        .map(|np| Mention {
            at: 0,
            np: np.clone(),
            is_plural: is_plural(np),
            looks_plural: looks_plural(np),
            is_of_several: is_of_several(np),
            is_new: false,
        })
        .collect();
    let clauses = std::iter::once(main).chain(subs.iter().flat_map(Sub::clauses));
    for np in clauses.flat_map(Clause::noun_phrases) {
        if let Np::List(Join::And | Join::Both, parts) = np
            && let Some(Np::Noun(first)) = parts.first()
        {
            found.push(Mention {
                at: first.id,
                np: np.clone(),
                is_plural: true,
                looks_plural: true,
                is_of_several: false,
                is_new: true,
            });
        }
        for noun in nouns(np).into_iter().filter(|noun| noun.id != WHOEVER) {
            let np = Np::Noun(noun.clone());
            let (looks_plural, is_of_several) = (looks_plural(&np), is_of_several(&np));
            found.push(Mention {
                at: noun.id,
                is_plural: is_plural(&np),
                looks_plural,
                is_of_several,
                np,
                is_new: true,
            });
        }
    }
    found
}

/// Whether several things are meant, not one of them.
pub(crate) fn is_plural(np: &Np) -> bool {
    match np {
        Np::Noun(noun) => {
            noun.is_plural && !matches!(noun.det, Det::A | Det::One | Det::Any | Det::Each | Det::Either | Det::No)
        }
        Np::List(..) => true,
        _ => false,
    }
}

fn pronouns(main: &Clause, subs: &[Sub]) -> Vec<Pronoun> {
    fn of(np: &Np) -> Vec<Pronoun> {
        match np {
            Np::Pronoun(pronoun) => vec![pronoun.clone()],
            Np::Noun(noun) => noun.limits.iter().flat_map(|limit| limit.deed.objects.iter().flat_map(of)).collect(),
            Np::List(_, parts) => parts.iter().flat_map(of).collect(),
            Np::Only(inner) => of(inner),
            Np::Bound(_) => Vec::new(),
        }
    }
    let clauses = std::iter::once(main).chain(subs.iter().flat_map(Sub::clauses));
    let mut found: Vec<Pronoun> = clauses.flat_map(Clause::noun_phrases).flat_map(of).collect();
    found.sort_by_key(|pronoun| pronoun.at);
    found.dedup();
    found
}

/// The mentions with which a pronoun shares a verb: "it" is none of them in "put it on the table".
fn beside(pronoun: &Pronoun, main: &Clause, subs: &[Sub]) -> Vec<usize> {
    let is_it = |np: &&Np| matches!(np, Np::Pronoun(one) if one == pronoun);
    let id = |np: &&Np| if let Np::Noun(noun) = np { Some(noun.id) } else { None };
    let clauses = std::iter::once(main).chain(subs.iter().flat_map(Sub::clauses));
    let mut found = Vec::new();
    for clause in clauses {
        for deed in clause.vp.deeds() {
            let said: Vec<&Np> = clause.subject.iter().chain(&deed.objects).chain(&deed.agent).collect();
            if said.iter().any(is_it) {
                found.extend(said.iter().filter_map(id));
            }
        }
    }
    found
}

/// What a pronoun can refer to: what was said before it, or if that is nothing, what comes after.
fn candidates(
    pronoun: &Pronoun,
    mentions: &[Mention],
    (beside, may_follow): (&[usize], bool),
    vocabulary: &Vocabulary,
) -> Vec<Mention> {
    let fits = |mention: &&Mention| match &pronoun.sort {
        PronounSort::It | PronounSort::There => !mention.is_plural,
        PronounSort::Them => mention.is_plural || mention.looks_plural || mention.is_of_several,
        PronounSort::That(members) | PronounSort::The(members) => match &mention.np {
            Np::Noun(noun) => !mention.is_plural && noun.members.iter().all(|object| members.contains(object)),
            _ => false,
        },
        PronounSort::Team => false,
    };
    let is_before = |mention: &&Mention| !mention.is_new || mention.at < pronoun.at;
    // Who does something to itself is not called "it" there, wherever it was named.
    let is_beside = |mention: &Mention| mention.is_new && beside.contains(&mention.at);
    let is_other = |mention: &&Mention| {
        !is_beside(mention)
            && !mentions.iter().filter(|one| is_beside(one)).any(|one| is_same_name(&one.np, &mention.np))
    };
    // "The pen goes there and the glasses here. Put them away": one thing may be called "them", but so may both.
    let is_movable = |one: &Object| vocabulary.can_move(*one) && !vocabulary.is_place(*one);
    let is_thing = |np: &Np| {
        matches!(np, Np::Noun(noun) if noun.det == Det::Name
            && noun.members.iter().all(|one| is_movable(one) && !vocabulary.robots.contains(one)))
    };
    let things: Vec<&Mention> = mentions.iter().filter(is_before).filter(|one| is_thing(&one.np)).collect();
    let is_only = |np: &Np| things.iter().all(|one| is_same_name(&one.np, np));
    // "The pen and the glasses go there. Put them away": both.
    let is_part = |one: &Mention| {
        let lists = mentions.iter().filter(is_before).filter_map(|list| match &list.np {
            Np::List(_, parts) => Some(parts),
            _ => None,
        });
        lists.flatten().any(|part| *part == one.np)
    };
    let is_of_those =
        |one: &Mention| if one.is_plural { !is_part(one) } else { !is_thing(&one.np) || is_only(&one.np) };
    let is_clear = |one: &&Mention| pronoun.sort != PronounSort::Them || is_of_those(one);
    let fitting: Vec<&Mention> = mentions.iter().filter(fits).filter(is_other).filter(is_clear).collect();
    let mut found: Vec<Mention> = fitting.iter().copied().filter(is_before).cloned().collect();
    if pronoun.sort == PronounSort::Them && found.iter().any(|one| !one.is_of_several) {
        found.retain(|one| !one.is_of_several);
    }
    // "Put the lid on the table, open the box and put the pen in it": nothing is in a table.
    if let Some(word) = pronoun.word {
        let is_said_of = |object: &Object| {
            let of = &vocabulary.objects[usize::from(*object)].preposition;
            general::names_place(word, of) || vocabulary.robots.contains(object)
        };
        let is_said = |one: &Mention| nouns(&one.np).into_iter().all(|noun| noun.members.iter().any(is_said_of));
        // Of what can be moved, such as a cart, people say both.
        let is_fixed = |one: &Mention| {
            nouns(&one.np).into_iter().all(|noun| {
                noun.members.iter().all(|object| vocabulary.is_place(*object) && !vocabulary.can_move(*object))
            })
        };
        let holds = |one: &&Mention| {
            nouns(&one.np).into_iter().any(|noun| noun.members.iter().any(|of| vocabulary.is_place(*of)))
        };
        if found.iter().filter(holds).all(is_fixed) && found.iter().any(|one| is_fixed(one) && is_said(one)) {
            found.retain(|one| !is_fixed(one) || is_said(one));
        }
    }
    let is_fixture = |object: &Object| vocabulary.is_place(*object) && !vocabulary.can_move(*object);
    let is_place = |mention: &Mention| match &mention.np {
        Np::Noun(noun) => noun.is_place || noun.members.iter().all(is_fixture),
        _ => false,
    };
    if pronoun.sort == PronounSort::There && found.iter().any(is_place) {
        found.retain(is_place);
    }
    let new: Vec<Mention> = found.iter().filter(|mention| mention.is_new).cloned().collect();
    if found.is_empty() && may_follow && !matches!(pronoun.sort, PronounSort::The(_)) {
        found = fitting.into_iter().cloned().collect();
    } else if !new.is_empty() && pronoun.sort != PronounSort::There {
        // What this sentence says comes before what an earlier one said, unless nothing of it fits.
        found.sort_by_key(|mention| !mention.is_new);
    }
    let mut distinct: Vec<Mention> = Vec::new();
    for mention in found {
        let is_same = |one: &Mention| one.np == mention.np || is_same_name(&one.np, &mention.np);
        if !distinct.iter().any(is_same) {
            distinct.push(mention);
        }
    }
    distinct
}

/// Whether both name the same one thing.
fn is_same_name(one: &Np, other: &Np) -> bool {
    matches!((one, other), (Np::Noun(one), Np::Noun(other))
        if one.det == Det::Name && other.det == Det::Name && one.members == other.members)
}

/// Whether two pronouns of one verb stand for the same: "it should bring it".
fn is_reflexive(picked: &[(&Pronoun, &Mention)], main: &Clause, subs: &[Sub]) -> bool {
    let meant = |np: &&Np| match np {
        Np::Pronoun(pronoun) => picked.iter().find(|(one, _)| *one == pronoun).map(|(_, mention)| &mention.np),
        _ => None,
    };
    let clauses = std::iter::once(main).chain(subs.iter().flat_map(Sub::clauses));
    clauses.into_iter().any(|clause| {
        clause.vp.deeds().into_iter().any(|deed| {
            let said: Vec<&Np> =
                clause.subject.iter().chain(&deed.objects).chain(&deed.agent).filter_map(|np| meant(&np)).collect();
            said.iter().enumerate().any(|(at, one)| said[at + 1..].iter().any(|other| is_same_name(one, other)))
        })
    })
}

/// Puts in what the pronouns refer to.
fn finish(main: Clause, mut subs: Vec<Sub>, picked: &[(&Pronoun, &Mention)], earlier: &[Np]) -> Resolved {
    let mut wanted: Vec<usize> = Vec::new();
    // "Carriers must dock before they ...": each before itself does.
    let own = match &main.subject {
        Some(Np::Noun(noun)) if noun.is_plural => Some(noun.id),
        _ => None,
    };
    let main = main.map(&mut |np| replaced(np, picked, None, &mut wanted));
    for sub in &mut subs {
        *sub = sub.map(&mut |clause| clause.map(&mut |np| replaced(np, picked, own, &mut wanted)));
    }
    let clauses: Vec<&Clause> = std::iter::once(&main).chain(subs.iter().flat_map(Sub::clauses)).collect();
    let said: Vec<Noun> = clauses.iter().flat_map(|clause| clause.noun_phrases()).flat_map(nouns).cloned().collect();
    for bound in clauses.iter().flat_map(|clause| clause.noun_phrases()) {
        if let Np::Bound(id) = bound {
            wanted.push(*id);
        }
    }
    // "No other robot" needs to know which robot that is.
    if said.iter().any(|noun| noun.is_other) {
        let is_one = |noun: &&Noun| {
            !noun.is_other && !noun.is_plural && matches!(noun.det, Det::A | Det::Any | Det::Each | Det::Every)
        };
        wanted.extend(said.iter().filter(is_one).map(|noun| noun.id));
    }
    let mut promoted: Vec<Noun> = Vec::new();
    for noun in &said {
        if wanted.contains(&noun.id) && noun.det != Det::Name && !promoted.iter().any(|one| one.id == noun.id) {
            promoted.push(noun.clone());
        }
    }
    let names = |np: &Np| -> Vec<Object> {
        nouns(np)
            .into_iter()
            .filter(|noun| statement::is_sure(noun) && !noun.is_other)
            .flat_map(|noun| noun.members.to_vec())
            .collect()
    };
    let named = earlier.iter().chain(clauses.iter().flat_map(|clause| clause.noun_phrases())).flat_map(names).collect();
    let is_unsure = |(_, mention): &&(&Pronoun, &Mention)| !mention.is_new && statement::is_unsure(&mention.np);
    let unsure = picked.iter().find(is_unsure).map(|(pronoun, _)| pronoun.at);
    Resolved { main, subs, promoted, named, unsure }
}

fn replaced(np: &Np, picked: &[(&Pronoun, &Mention)], own: Option<usize>, wanted: &mut Vec<usize>) -> Np {
    match np {
        Np::Pronoun(pronoun) => {
            let Some((_, mention)) = picked.iter().find(|(one, _)| *one == pronoun) else { return np.clone() };
            match &mention.np {
                Np::Noun(noun) if mention.is_new && own == Some(noun.id) => {
                    wanted.push(noun.id);
                    Np::Bound(noun.id)
                }
                Np::Noun(noun) if noun.det == Det::Name || mention.is_plural || !mention.is_new => mention.np.clone(),
                Np::Noun(noun) if noun.members.len() == 1 && noun.det == Det::The => mention.np.clone(),
                Np::Noun(noun) => {
                    wanted.push(noun.id);
                    Np::Bound(noun.id)
                }
                other => other.clone(),
            }
        }
        Np::Noun(noun) if !noun.limits.is_empty() => {
            let mut noun = noun.clone();
            for limit in &mut noun.limits {
                let mut deed = limit.deed.as_ref().clone();
                deed.objects = deed.objects.iter().map(|np| replaced(np, picked, own, wanted)).collect();
                limit.deed = Rc::new(deed);
            }
            Np::Noun(noun)
        }
        Np::List(join, parts) => {
            Np::List(*join, parts.iter().map(|part| replaced(part, picked, own, wanted)).collect())
        }
        Np::Only(inner) => Np::Only(Box::new(replaced(inner, picked, own, wanted))),
        other => other.clone(),
    }
}
