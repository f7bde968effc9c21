use std::sync::Arc;

use surefleet_english::Vocabulary;
use surefleet_grounded::FormalJudge;
use surefleet_language::LabelledOption;
use surefleet_mission::SiteNames;
use surefleet_planner::labelled_options;
use surefleet_search::Budget;
use surefleet_world::{Atom, Start, World};

use super::goals::changeable;

/// The work that it takes to judge one turn. What it leaves open is not right.
const BUDGET: Budget = Budget(300_000);

/// A site with the robots of a fleet, and what missions there are made and judged with.
pub(super) struct Ground {
    pub world: Arc<World>,
    pub start: Start,
    pub vocabulary: Vocabulary,
    pub names: SiteNames,
    pub judge: FormalJudge,
    pub labels: Arc<[LabelledOption]>,
    /// All facts that skills can change.
    pub atoms: Vec<Atom>,
}

impl Ground {
    /// The site of a world that may begin like this.
    pub fn new(world: Arc<World>, start: Start) -> Self {
        Self {
            vocabulary: Vocabulary::of(&world),
            names: SiteNames::of(&world),
            judge: FormalJudge::new(Arc::clone(&world), BUDGET).content_with_any(),
            labels: labelled_options(&world),
            atoms: changeable(&world),
            world,
            start,
        }
    }
}
