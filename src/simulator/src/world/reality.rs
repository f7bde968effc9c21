//! How the simulated world really is, which no robot is told.

use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Decision;
use surefleet_mission::{Spot, State as Deliveries, Subgoal, Transport, Whereabouts};
use surefleet_world::{Difference, Expected, Refusal, State, World};

use crate::Scene;

/// What is so, whatever anybody believes.
#[derive(Debug, Clone)]
pub(super) enum Reality {
    /// Of deliveries: a scene that cameras see.
    Scene(Arc<Transport>, Scene),
    /// Of anything else: a state in which nothing is unknown.
    State(State),
}

/// A robot's part of a joint step, with what the others of the step decide.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deed<'a> {
    pub robot: usize,
    pub decision: Decision,
    pub beside: &'a [(usize, Decision)],
    /// Changes of others in the step that have come about.
    pub done: &'a [Expected],
}

impl Reality {
    /// Of a world at its start; a scene if cameras can see it and its robots know all of it.
    pub fn of(world: &World, transport: Option<Arc<Transport>>, truth: State, known: &State) -> Self {
        let team: Vec<usize> = (0..world.team_size()).collect();
        let known = transport.filter(|_| *known == truth);
        let seen = known.and_then(|transport| Some((transport.abstracted(world, &truth, &team)?, transport)));
        match seen {
            Some((state, transport)) => Self::Scene(transport.clone(), Scene::of(&transport, &state)),
            None => Self::State(truth),
        }
    }

    /// Whether a robot can do its part; `before`: changes of the same step, the newest first.
    ///
    /// In a scene a robot acts blindly, and nothing stops it.
    pub fn permits<'d>(
        &self,
        world: &World,
        deed: &Deed<'_>,
        before: impl Iterator<Item = &'d Difference>,
    ) -> Result<(), Refusal> {
        match self {
            Self::Scene(..) => Ok(()),
            Self::State(truth) => {
                world.joint(&world.without(truth, before), deed.beside).permits(deed.robot, deed.decision)
            }
        }
    }

    /// Lets happen what comes about on a robot's way.
    pub fn arrive<'d>(
        &mut self,
        world: &World,
        deed: &Deed<'_>,
        believed: &State,
        before: impl Iterator<Item = &'d Difference>,
    ) -> Vec<Difference> {
        match self {
            Self::Scene(transport, scene) => {
                if let Some(state) = believed_deliveries(world, transport, believed) {
                    scene.stand(deed.robot, standing(&state, deed.robot));
                }
                Vec::new()
            }
            Self::State(truth) => {
                let start = world.without(truth, before);
                change(world, truth, &world.on_the_way(&start, deed.robot, deed.decision), deed)
            }
        }
    }

    /// Lets a robot's part happen, which it believes to have worked; `mishap`: chances, if it goes wrong. `believed` is
    /// what was believed before.
    pub fn happen<'d>(
        &mut self,
        world: &World,
        deed: &Deed<'_>,
        believed: &State,
        mishap: Option<ChaCha8Rng>,
        before: impl Iterator<Item = &'d Difference>,
    ) -> Vec<Difference> {
        match self {
            Self::Scene(transport, scene) => {
                let Some(believed) = believed_deliveries(world, transport, believed) else { return Vec::new() };
                let action = transport.options().action(deed.decision);
                let mut chances = mishap;
                let drawn = chances
                    .as_mut()
                    .and_then(|rng| Some((scene.mishaps(transport, deed.robot, action).choose(rng).copied()?, rng)));
                match drawn {
                    Some((mishap, rng)) => scene.fail(transport, &believed, deed.robot, action, mishap, rng),
                    None => scene.act(transport, &believed, deed.robot, action),
                }
                Vec::new()
            }
            // Whatever was to come about did not.
            Self::State(_) if mishap.is_some() => Vec::new(),
            Self::State(truth) => {
                let start = world.without(truth, before);
                change(world, truth, &world.expected(&start, deed.robot, deed.decision), deed)
            }
        }
    }

    /// Whether it shows what a robot's part was to bring about when it was decided; `None`: nothing was.
    pub fn shows(&self, world: &World, before: &State, robot: usize, decision: Decision) -> Option<bool> {
        match self {
            Self::Scene(transport, scene) => {
                let before = believed_deliveries(world, transport, before)?;
                let subgoal = Subgoal::of(transport, &before, robot, decision)?;
                Some(scene.shows(robot, subgoal.effect))
            }
            Self::State(truth) => {
                let expected = world.expected(before, robot, decision);
                (!expected.is_empty()).then(|| world.shows(truth, &expected))
            }
        }
    }
}

/// Changes the truth. What nobody is to know afterwards stays as it was.
fn change(world: &World, truth: &mut State, changes: &Expected, deed: &Deed<'_>) -> Vec<Difference> {
    let next = world.after(truth, changes, deed.done);
    let mut differences = world.differences(truth, &next);
    differences.retain(|one| !one.is_to_unknown());
    *truth = world.with(truth, &differences);
    differences
}

/// What is believed, as a state of deliveries.
pub(super) fn believed_deliveries(world: &World, transport: &Transport, believed: &State) -> Option<Deliveries> {
    let team: Vec<usize> = (0..world.team_size()).collect();
    transport.abstracted(world, believed, &team)
}

/// The place before which a robot is believed to stand.
fn standing(state: &Deliveries, robot: usize) -> Option<surefleet_mission::PlaceId> {
    match state.spot(robot) {
        Spot::Nowhere => None,
        Spot::Place(place) => Some(place),
        Spot::Item(item) => match state.whereabouts(item) {
            Whereabouts::Place(place) => Some(place),
            Whereabouts::Robot(_) => None,
        },
    }
}
