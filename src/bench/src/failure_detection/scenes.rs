//! Trials, looked at by as many models as there are cores.

use std::{
    ops::Range,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use anyhow::{Context, Result, anyhow};
use surefleet_calibration::{DetectionScenes, DetectionSplit};
use surefleet_language::{ModelFingerprint, VisionLanguageModel};
use surefleet_mission::Transport;
use surefleet_perception::{ActionOutcome, ActionReading, Strategy, Uncertainty, read};
use surefleet_site::{Eyes, FleetFile, PerceptionChoice};

/// A fleet's vision; each thread gets its own copy.
pub struct Looker {
    pub fleet: FleetFile,
    pub perception: PerceptionChoice,
    pub domain: Arc<Transport>,
    pub fingerprint: ModelFingerprint,
}

/// The appearance of the pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conditions {
    HeldOut,
    Textures,
    Light,
}

/// How the model is asked.
pub struct WaysToAsk<'a> {
    pub strategies: &'a [Strategy],
    pub uncertainties: &'a [Uncertainty],
}

/// All ways.
pub const EVERYTHING: WaysToAsk<'static> = WaysToAsk { strategies: &Strategy::ALL, uncertainties: &Uncertainty::ALL };

/// One trial with what the model said, each way it was asked.
pub struct SeenTrial {
    pub truth: ActionOutcome,
    pub readings: Vec<ActionReading>,
}

impl Looker {
    pub fn new((fleet, perception): (FleetFile, PerceptionChoice)) -> Result<Self> {
        let domain = fleet.read_transport()?;
        let eyes = Eyes::choose(&fleet, &perception.eyes, Arc::new(AtomicBool::new(false)))?;
        Ok(Self { fingerprint: eyes.fingerprint(), fleet, perception, domain })
    }

    pub fn eyes(&self) -> Result<Eyes> {
        Ok(Eyes::choose(&self.fleet, &self.perception.eyes, Arc::new(AtomicBool::new(false)))?)
    }

    pub fn model(&self) -> String {
        self.fingerprint.name.clone()
    }
}

impl Conditions {
    pub const ALL: [Self; 3] = [Self::HeldOut, Self::Textures, Self::Light];

    pub fn name(self) -> &'static str {
        match self {
            Self::HeldOut => "held-out houses",
            Self::Textures => "unseen textures",
            Self::Light => "unseen light",
        }
    }

    fn scenes(self, domain: Arc<Transport>) -> DetectionScenes {
        let scenes = DetectionScenes::household(domain);
        match self {
            Self::HeldOut => scenes,
            Self::Textures => scenes.with_new_textures(),
            Self::Light => scenes.with_new_light(),
        }
    }
}

/// Looks at the scenes with these numbers, in order; `done` is called after each.
pub fn look_at_scenes(
    looker: &Looker,
    conditions: Conditions,
    numbers: Range<u32>,
    asked: &WaysToAsk<'_>,
    done: impl Fn() + Sync,
) -> Result<Vec<SeenTrial>> {
    let mut seen = in_threads(numbers, |numbers| {
        let mut eyes = looker.eyes()?;
        let mut scenes = conditions.scenes(looker.domain.clone());
        let wording = looker.perception.wording;
        let mut seen = Vec::new();
        while let Some(number) = numbers() {
            let scene = scenes.draw(DetectionSplit::Test, number);
            eyes.look(&scene.picture).context("the model cannot look at a picture")?;
            let readings = read(&mut eyes, &scene.check, asked.strategies, asked.uncertainties, wording)?;
            seen.push((number, SeenTrial { truth: scene.truth, readings }));
            done();
        }
        Ok(seen)
    })?;
    seen.sort_by_key(|(number, _)| *number);
    Ok(seen.into_iter().map(|(_, seen)| seen).collect())
}

/// Has each core work on the numbers, which it takes one by one; the results are in no order.
pub fn in_threads<T: Send>(
    numbers: Range<u32>,
    work: impl Fn(&dyn Fn() -> Option<u32>) -> Result<Vec<T>> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicU32::new(numbers.start);
    let take = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < numbers.end).then_some(number)
    };
    let results = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let begin = |_| {
            scope.spawn(|| -> Result<()> {
                let mine = work(&take)?;
                results.lock().map_err(|_| anyhow!("another thread panicked"))?.extend(mine);
                Ok(())
            })
        };
        let running: Vec<_> = (0..threads).map(begin).collect();
        running
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| anyhow!("a thread panicked; this is a bug"))?)
    })?;
    results.into_inner().map_err(|_| anyhow!("a thread panicked; this is a bug"))
}
