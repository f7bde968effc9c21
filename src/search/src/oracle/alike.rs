//! Options that differ only in the names of things in the same situation have the same verdict.

use surefleet_fleet::Decision;
use surefleet_world::ObjectId;

use super::opening::Opening;
use crate::{codes::Code, task::Task};

/// Each option with the first one that is alike.
pub(super) fn classes(
    task: &Task,
    start: &[Code],
    opening: &Opening<'_>,
    options: &[Decision],
) -> Vec<(Decision, Decision)> {
    let world = task.world();
    let all = world.members_of(surefleet_world::Domain::OBJECT);
    let mut is_fixed = vec![false; all.len()];
    is_fixed[world.robot(opening.robot).index()] = true;
    for (robot, decision) in &opening.decided {
        is_fixed[world.robot(*robot).index()] = true;
        world.options().arguments(*decision).iter().for_each(|object| is_fixed[object.index()] = true);
    }
    // By object the first one in the same situation; found when an option asks for it.
    let mut first: Vec<Option<usize>> = vec![None; all.len()];
    let mut first_of = |object: usize| {
        if let Some(known) = first[object] {
            return known;
        }
        let alike = task.symmetry.class(object).filter(|_| !is_fixed[object]).and_then(|class| {
            let earlier = task.symmetry.members(class).iter().take_while(|&&other| other < object);
            earlier.copied().find(|&other| !is_fixed[other] && task.symmetry.are_alike(start, other, object))
        });
        first[object] = Some(alike.unwrap_or(object));
        alike.unwrap_or(object)
    };
    let mut found = Vec::with_capacity(options.len());
    for &option in options {
        let arguments = world.options().arguments(option);
        let firsts: Vec<usize> = arguments.iter().map(|object| first_of(object.index())).collect();
        // Two things of one situation keep their own names, unless they are one thing.
        let is_single = (0..firsts.len())
            .all(|at| (0..at).all(|before| firsts[at] != firsts[before] || arguments[at] == arguments[before]));
        let renamed: Vec<ObjectId> = firsts.iter().map(|&object| all[object]).collect();
        let twin = is_single.then(|| world.options().of_skill(world.options().skill(option), &renamed)).flatten();
        found.push((option, twin.filter(|twin| options.binary_search(twin).is_ok()).unwrap_or(option)));
    }
    found
}
