use crate::board::{Board, Part, Spot};
use crate::bounds::Bounds;

/// The most points that are tried for one intent of one arm.
const MOST_SPOTS: usize = 5;

/// The most points to which an arm in the way is moved.
const MOST_ASIDE: usize = 3;

/// The most arms that make way for later.
const MOST_AHEAD: usize = 4;

/// The most joint steps that are made of the options of all objects.
const MOST_STEPS: usize = 160;

/// Promising joint steps: what brings each object on, and what clears its way. Not all that are possible.
pub(crate) struct Options<'a> {
    pub(crate) board: &'a Board<'a>,
    pub(crate) bounds: &'a Bounds,
}

impl Options<'_> {
    /// Joint steps that pass all rules, those that do more first.
    pub(crate) fn joint_steps(&self, places: &[Spot]) -> Vec<Vec<Part>> {
        let alone = |object: &usize| self.bounds.alone(self.board, places, *object);
        let mut objects: Vec<usize> = (0..self.board.targets.len()).filter(|object| alone(object) > 0).collect();
        objects.sort_by_key(|object| std::cmp::Reverse(alone(object)));
        let mut options: Vec<_> = objects.iter().map(|object| self.of_object(places, *object)).collect();
        options.extend(self.ahead(places, &objects));
        let mut found = Vec::new();
        self.combine(places, &options, MOST_STEPS, &mut Vec::new(), &mut found);
        found
    }

    /// Goes on until `limit` steps are found. Each option has its share, so that those of one object do not use up all steps.
    fn combine(
        &self,
        places: &[Spot],
        options: &[Vec<Vec<Part>>],
        limit: usize,
        chosen: &mut Vec<Part>,
        found: &mut Vec<Vec<Part>>,
    ) {
        let Some((first, rest)) = options.split_first() else {
            if !chosen.is_empty() && !self.board.has_shared_place(&self.board.after(places, chosen)) {
                found.push(chosen.clone());
            }
            return;
        };
        for (n, option) in first.iter().enumerate() {
            let share = limit.saturating_sub(found.len()).div_ceil(first.len() - n + 1);
            if share > 0 && self.fits(places, option, chosen) {
                let (count, limit) = (chosen.len(), found.len() + share);
                chosen.extend(option);
                self.combine(places, rest, limit, chosen, found);
                chosen.truncate(count);
            }
        }
        if found.len() < limit {
            self.combine(places, rest, limit, chosen, found);
        }
    }

    fn fits(&self, places: &[Spot], option: &[Part], chosen: &[Part]) -> bool {
        option.iter().all(|part| {
            chosen
                .iter()
                .all(|other| other.arm != part.arm && other.to != part.to && self.board.pass(places, *part, *other))
        })
    }

    /// What one object can be helped by, the best first; each passes the rules if nothing else moves.
    fn of_object(&self, places: &[Spot], object: usize) -> Vec<Vec<Part>> {
        let spot = places[self.board.arms() + object];
        let mut wanted = Vec::new();
        match self.board.arm_at(places, spot) {
            Some(arm) => {
                wanted.extend(self.carries(places, object, arm));
                if self.bounds.carries_by(object, spot, arm) > self.bounds.carries(object, spot) {
                    let away = self.aside(places, arm).take(MOST_SPOTS);
                    wanted.splice(0..0, away.map(|to| Part { arm, to, carries: false }));
                }
            }
            None => wanted.extend(self.approaches(places, object)),
        }
        wanted.into_iter().flat_map(|part| self.cleared(places, part)).collect()
    }

    /// By arm that is in the way of what an object needs after this step: where it may go now, so that it is not in the way then.
    fn ahead(&self, places: &[Spot], objects: &[usize]) -> Vec<Vec<Vec<Part>>> {
        let mut found: Vec<Vec<Vec<Part>>> = Vec::new();
        let mut seen = Vec::new();
        for &object in objects {
            for (then, part) in self.later(places, object) {
                for arm in self.board.blockers(&then, part).filter(|arm| then[*arm] == places[*arm]) {
                    if found.len() < MOST_AHEAD && !seen.contains(&arm) {
                        seen.push(arm);
                        let moves = self.aside(places, arm).map(|to| Part { arm, to, carries: false });
                        let clear = |aside: &Part| {
                            self.board.passes(places, *aside, &[]) && self.leaves_way(&then, *aside, part)
                        };
                        found.push(moves.filter(clear).take(MOST_ASIDE).map(|aside| vec![aside]).collect());
                    }
                }
            }
        }
        found
    }

    /// What an object may need after this step, each with the places as they may be then.
    fn later(&self, places: &[Spot], object: usize) -> Vec<(Vec<Spot>, Part)> {
        let spot = places[self.board.arms() + object];
        let mut found = Vec::new();
        for approach in self.approaches(places, object).into_iter().take(2) {
            let mut then = places.to_vec();
            then[approach.arm] = spot;
            if self.board.arm_at(places, spot).is_some_and(|arm| arm != approach.arm) {
                found.push((places.to_vec(), approach));
            }
            let carry = self.carries(&then, object, approach.arm).first().copied();
            found.extend(carry.map(|carry| (then, carry)));
        }
        found
    }

    fn approaches(&self, places: &[Spot], object: usize) -> Vec<Part> {
        let spot = places[self.board.arms() + object];
        let fewest = self.bounds.carries(object, spot);
        let by = |arm: &usize| self.bounds.carries_by(object, spot, *arm);
        let reached_by = self.board.reached_by[usize::from(spot)].iter().copied();
        let mut arms: Vec<_> = reached_by.filter(|arm| by(arm) <= fewest + 1).collect();
        arms.sort_by_key(|arm| (by(arm), self.board.distance_um(places[*arm], spot)));
        arms.into_iter().map(|arm| Part { arm, to: spot, carries: false }).collect()
    }

    fn carries(&self, places: &[Spot], object: usize, arm: usize) -> Vec<Part> {
        let board = self.board;
        let (spot, target) = (places[board.arms() + object], board.targets[object]);
        let fewest = self.bounds.carries_by(object, spot, arm);
        let is_free = |to: &Spot| *to != spot && board.object_at(places, *to).is_none();
        let mut spots: Vec<_> = board.reach[arm].iter().copied().filter(is_free).collect();
        let way = |to: &Spot| board.distance_um(spot, *to) + self.bounds.way_um(object, *to);
        spots.sort_by_key(|to| (self.bounds.carries(object, *to), board.arm_at(places, *to).is_some(), way(to)));
        // Where the next carry would end lies something: aside is better than to wait for ever.
        let is_blocked = fewest == 1 && board.object_at(places, target).is_some();
        let useful = |to: &Spot| self.bounds.carries(object, *to) < fewest || is_blocked;
        let most = if fewest == 1 && !is_blocked { 1 } else { 2 * MOST_SPOTS };
        let spots = spots.into_iter().filter(useful).take(most);
        spots.map(|to| Part { arm, to, carries: true }).collect()
    }

    /// Free points for an arm without a task, the nearest to its base first.
    fn aside(&self, places: &[Spot], arm: usize) -> impl Iterator<Item = Spot> {
        let base = self.board.task.table().bases()[arm];
        let spots = self.board.reach[arm].iter().copied();
        let mut spots: Vec<_> =
            spots.filter(|to| *to != places[arm] && self.board.object_at(places, *to).is_none()).collect();
        spots.sort_by_key(|to| base.distance_um(self.board.points[usize::from(*to)]));
        spots.into_iter()
    }

    /// A part by itself if nothing is in its way; else what clears the way, together with the part where both pass.
    fn cleared(&self, places: &[Spot], part: Part) -> Vec<Vec<Part>> {
        let blockers: Vec<_> = self.board.blockers(places, part).collect();
        if blockers.is_empty() {
            return vec![vec![part]];
        }
        let mut found = Vec::new();
        for (n, &arm) in blockers.iter().enumerate() {
            let moves = self.aside(places, arm).map(|to| Part { arm, to, carries: false });
            let clears = |aside: &Part| self.clears(places, *aside, part);
            for aside in moves.filter(clears).take(MOST_ASIDE) {
                found.push(vec![aside]);
                if n == 0 && blockers.len() == 1 && self.board.passes(places, part, &[aside]) {
                    found.insert(0, vec![aside, part]);
                }
            }
        }
        found
    }

    /// Whether an arm may go aside now, and then no longer clashes with another one's part.
    fn clears(&self, places: &[Spot], aside: Part, part: Part) -> bool {
        if !self.board.passes(places, aside, &[]) {
            return false;
        }
        self.leaves_way(places, aside, part)
    }

    fn leaves_way(&self, places: &[Spot], aside: Part, part: Part) -> bool {
        let mut after = places.to_vec();
        after[aside.arm] = aside.to;
        self.board.blockers(&after, part).all(|arm| arm != aside.arm)
    }
}
