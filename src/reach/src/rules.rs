use crate::error::reach_in_words;
use crate::hall::{self, Nearness};
use crate::ids::{ArmId, BoxId};
use crate::moves::{ArmMove, ArmStep};
use crate::point::TablePoint;
use crate::segment::Segment;
use crate::state::TableState;
use crate::table::{ArmMake, ArmTable, pairs};

/// The kinds of rules of BoxNet (§3), by which broken ones are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableRule {
    /// A move must name an arm that there is, and start where the arm's end is.
    Form,
    /// An arm's end stays in its reach.
    Reachability,
    /// An arm carries only what it is aligned with.
    Alignment,
    /// Arms and their trajectories do not touch.
    ArmCollision,
    /// No two objects lie at one point.
    ObjectCollision,
}

/// Why a joint step is refused: the rule, who breaks it, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum RuleBreach {
    /// There is no such arm.
    #[error("there is no {arm}: name one of the map")]
    UnknownArm {
        /// The arm.
        arm: ArmId,
    },
    /// The arm's end is elsewhere.
    #[error("{arm} is at {actual}, not at {stated}: start the move there")]
    WrongStart {
        /// The arm.
        arm: ArmId,
        /// Where the move starts.
        stated: TablePoint,
        /// Where the arm's end is.
        actual: TablePoint,
    },
    /// The target lies beside the map.
    #[error("{arm} cannot go to {to}, which lies beside the map: choose a point of the map")]
    OffTable {
        /// The arm.
        arm: ArmId,
        /// Its target.
        to: TablePoint,
    },
    /// The target lies out of reach.
    #[error("{arm} cannot reach {to}: stay {}, {base}", reach_in_words(*make))]
    Unreachable {
        /// The arm.
        arm: ArmId,
        /// Its target.
        to: TablePoint,
        /// Its base.
        base: TablePoint,
        /// What arms the table has.
        make: ArmMake,
    },
    /// There is no object where the arm should take one along.
    #[error("{arm} has no object to carry at {place}: move it to the object first")]
    NothingToCarry {
        /// The arm.
        arm: ArmId,
        /// Where its end is.
        place: TablePoint,
    },
    /// Two trajectories share a point.
    #[error("the paths of {} and {} meet at {place}: let one wait", arms[0], arms[1])]
    PathsMeet {
        /// The two arms.
        arms: [ArmId; 2],
        /// A point of both trajectories.
        place: TablePoint,
    },
    /// A trajectory meets another arm, as that arm is before the step or after it.
    #[error("the path of {mover} meets {other} at {place}: let one wait, or move {other} away first")]
    PathMeetsArm {
        /// The arm that moves.
        mover: ArmId,
        /// The arm that is met.
        other: ArmId,
        /// A point of both.
        place: TablePoint,
    },
    /// Two arms touch after the step.
    #[error("{} and {} would touch at {place}: choose another end for one", arms[0], arms[1])]
    ArmsMeet {
        /// The two arms.
        arms: [ArmId; 2],
        /// A point of both.
        place: TablePoint,
    },
    /// Two UR5e come nearer to each other than their margin in some timing of their ways.
    #[error("the {} of {} comes within {distance_mm} mm of the {} of {}: let one wait, or move one away first", links[0], arms[0], links[1], arms[1])]
    ArmsNear {
        /// The two arms.
        arms: [ArmId; 2],
        /// Their links.
        links: [&'static str; 2],
        /// How near they come, in millimetres; negative if they overlap.
        distance_mm: i32,
    },
    /// Whether two UR5e stay apart was not settled, which is a refusal, too.
    #[error("whether {} and {} stay apart is not clear: let one wait", arms[0], arms[1])]
    ArmsUnclear {
        /// The two arms.
        arms: [ArmId; 2],
    },
    /// Two objects would lie at one place.
    #[error("{} and {} would both lie at {place}, or too near to it: choose another place for one", objects[0], objects[1])]
    ObjectsMeet {
        /// The two objects.
        objects: [BoxId; 2],
        /// The point.
        place: TablePoint,
    },
}

impl RuleBreach {
    /// The kind of rule that is broken.
    #[must_use]
    pub const fn rule(&self) -> TableRule {
        match self {
            Self::UnknownArm { .. } | Self::WrongStart { .. } => TableRule::Form,
            Self::OffTable { .. } | Self::Unreachable { .. } => TableRule::Reachability,
            Self::NothingToCarry { .. } => TableRule::Alignment,
            Self::PathsMeet { .. }
            | Self::PathMeetsArm { .. }
            | Self::ArmsMeet { .. }
            | Self::ArmsNear { .. }
            | Self::ArmsUnclear { .. } => TableRule::ArmCollision,
            Self::ObjectsMeet { .. } => TableRule::ObjectCollision,
        }
    }
}

impl ArmTable {
    /// The state after a joint step.
    ///
    /// # Errors
    ///
    /// The first of [`ArmTable::refusals`].
    pub fn apply(&self, state: &TableState, step: &ArmStep) -> Result<TableState, RuleBreach> {
        match self.refusals(state, step).first() {
            Some(refusal) => Err(*refusal),
            None => Ok(TableState::checked(ends_after(state, step), self.objects_after(state, step))),
        }
    }

    /// All rules that a joint step breaks, in the order in which [`RuleBreach`] lists them. Without one the step is valid.
    ///
    /// Of two UR5e of which one moves, each goes its way with the tool pointing down: low where it begins and where it ends, high between. The two ways
    /// must keep the margin of 0.05 m whatever their timing; the arm that stays is high. (The paper checks one timing, on paths by RRT.) The
    /// tool's capsule holds what it carries. An arm goes over objects, not around them: they keep 0.25 m from one another, and so it
    /// comes near none but the one that it grips, as long as its ends are at objects or 0.25 m from them; of other ends that is not looked at.
    /// It grips an object in its middle only, where Listing 6 allows 0.1 m beside it: else the capsule would not hold it.
    ///
    /// In BoxNet2D trajectories are straight lines, both ends included, and so are arms. Rules of arms hold for each pair of which one moves:
    /// the two trajectories must not touch; neither trajectory may touch the other arm as it is before the step or as it is after it; the
    /// two arms must not touch after it. §3 leaves open at which time the other arm is looked at, and Listing 4's second example looks after
    /// the step. Looking before as well leaves nothing to timing.
    ///
    /// So an arm cannot come to a point while another leaves it, though the third step of the plan in Listing 4 has two arms
    /// change places. §3 ("the movement trajectory of different arms intersects") and Listing 4's own collision rules forbid that step, and
    /// they are followed here.
    ///
    /// If a move has the wrong form, only that is told: where the arm is to go has no meaning then.
    #[must_use]
    pub fn refusals(&self, state: &TableState, step: &ArmStep) -> Vec<RuleBreach> {
        let mut found: Vec<_> = step.moves().iter().filter_map(|one| self.form_refusal(state, one)).collect();
        if found.is_empty() {
            found.extend(step.moves().iter().flat_map(|one| self.own_refusals(state, one)));
            let after = ends_after(state, step);
            let path = |arm: ArmId| Segment::new(state.arms()[arm.0], after[arm.0]);
            found.extend(self.neighbours().iter().flat_map(|arms| self.pair_breaches(*arms, arms.map(path))));
            found.extend(self.object_refusals(&self.objects_after(state, step)));
        }
        found.sort_unstable();
        found
    }

    fn form_refusal(&self, state: &TableState, one: &ArmMove) -> Option<RuleBreach> {
        let &ArmMove { arm, from: stated, .. } = one;
        let Some(&actual) = state.arms().get(arm.0) else {
            return Some(RuleBreach::UnknownArm { arm });
        };
        (stated != actual).then_some(RuleBreach::WrongStart { arm, stated, actual })
    }

    fn own_refusals(&self, state: &TableState, one: &ArmMove) -> impl Iterator<Item = RuleBreach> {
        let &ArmMove { arm, from: place, to, carries } = one;
        let (base, make) = (self.bases()[arm.0], self.make());
        let reach = if self.has(to) {
            (!self.reaches(arm, to)).then_some(RuleBreach::Unreachable { arm, to, base, make })
        } else {
            Some(RuleBreach::OffTable { arm, to })
        };
        let is_empty = carries && state.object_at(place).is_none();
        reach.into_iter().chain(is_empty.then_some(RuleBreach::NothingToCarry { arm, place }))
    }

    /// The rules that two arms break together when their ends go along the given paths. Where neither moves there are none.
    pub(crate) fn pair_breaches(&self, arms: [ArmId; 2], paths: [Segment; 2]) -> Vec<RuleBreach> {
        let bases = arms.map(|arm| self.bases()[arm.0]);
        match self.make() {
            ArmMake::Line => line_breaches(arms, bases, paths),
            ArmMake::Ur5e if paths.iter().all(|path| path.from == path.to) => Vec::new(),
            ArmMake::Ur5e => match hall::nearness(bases, paths) {
                None => Vec::new(),
                Some(Nearness::Near { links, distance_mm }) => vec![RuleBreach::ArmsNear { arms, links, distance_mm }],
                Some(Nearness::Unclear) => vec![RuleBreach::ArmsUnclear { arms }],
            },
        }
    }

    fn objects_after(&self, state: &TableState, step: &ArmStep) -> Vec<TablePoint> {
        let mut objects = state.objects().to_vec();
        for one in step.moves().iter().filter(|one| one.carries) {
            if let Some(object) = state.object_at(one.from) {
                objects[object.0] = one.to;
            }
        }
        objects
    }

    fn object_refusals(&self, objects: &[TablePoint]) -> impl Iterator<Item = RuleBreach> {
        let together = pairs(objects.len()).filter(|[one, other]| self.is_one_place(objects[*one], objects[*other]));
        together.map(|pair| RuleBreach::ObjectsMeet { objects: pair.map(BoxId), place: objects[pair[0]] })
    }
}

fn line_breaches(arms: [ArmId; 2], bases: [TablePoint; 2], paths: [Segment; 2]) -> Vec<RuleBreach> {
    let moves = paths.map(|path| path.from != path.to);
    let befores = [0, 1].map(|arm| Segment::new(bases[arm], paths[arm].from));
    let afters = [0, 1].map(|arm| Segment::new(bases[arm], paths[arm].to));
    let mut found = Vec::new();
    for (mover, other) in [(0, 1), (1, 0)].into_iter().filter(|(mover, _)| moves[*mover]) {
        let met = paths[mover].meeting(afters[other]).or_else(|| paths[mover].meeting(befores[other]));
        found.extend(met.map(|place| RuleBreach::PathMeetsArm { mover: arms[mover], other: arms[other], place }));
    }
    let paths_met = if moves == [true, true] { paths[0].meeting(paths[1]) } else { None };
    found.extend(paths_met.map(|place| RuleBreach::PathsMeet { arms, place }));
    let ends_met = if moves == [false, false] { None } else { afters[0].meeting(afters[1]) };
    found.extend(ends_met.map(|place| RuleBreach::ArmsMeet { arms, place }));
    found
}

fn ends_after(state: &TableState, step: &ArmStep) -> Vec<TablePoint> {
    let mut ends = state.arms().to_vec();
    for one in step.moves() {
        ends[one.arm.0] = one.to;
    }
    ends
}
