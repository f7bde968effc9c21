use std::{
    collections::BTreeMap,
    ops::Range,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};

use surefleet_conformal::{Certainty, Team};
use surefleet_language::OptionScorer;
use surefleet_mission::Forms;
use tokio::runtime::Handle;

use crate::{CalibrateError, Episode, Missions, Split, episode::Begun, missions::number_of};

/// How episodes are walked: on how many threads, under which runtime, and who hears of them.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Threads, at least 1: the cores for a scorer that computes, more for one that waits for a server.
    pub threads: usize,
    /// Drives a scorer's connections; it has threads of its own.
    pub runtime: &'a Handle,
    /// Called after each mission of which only the words are learnt, from any thread, with the number of such missions. No episode is
    /// walked before the last of them.
    pub on_learnt: &'a (dyn Fn(u64) + Sync),
    /// Called with how many more episodes are to be walked, as soon as that is known.
    pub on_more: &'a (dyn Fn(u64) + Sync),
    /// Called after each episode, from any thread.
    pub on_episode: &'a (dyn Fn() + Sync),
}

/// Walks the scenarios of a team and split that have these numbers; the result does not depend on the threads.
///
/// With `forms`, those of a calibration, episodes say whether it covers their missions.
///
/// # Errors
/// The first error of [`episode`](crate::episode()); the rest is then left undone.
pub fn survey<S: OptionScorer + Sync>(
    missions: &dyn Missions,
    forms: Option<&Forms>,
    scorer: &S,
    team: impl Into<Team>,
    split: Split,
    numbers: Range<u32>,
    workers: Workers<'_>,
) -> Result<Vec<Episode>, CalibrateError> {
    survey_of(missions, forms, scorer, &team.into(), split, numbers, workers)
}

pub(crate) fn survey_of<S: OptionScorer + Sync>(
    missions: &dyn Missions,
    forms: Option<&Forms>,
    scorer: &S,
    team: &Team,
    split: Split,
    numbers: Range<u32>,
    workers: Workers<'_>,
) -> Result<Vec<Episode>, CalibrateError> {
    let number = number_of(missions, team)?;
    (workers.on_more)(numbers.len() as u64);
    each(numbers, workers, async |index| {
        let drawn = (team, split.seed_of(number, index));
        let walked = Begun::drawn(missions, forms, drawn, scorer).await?.finish(scorer).await;
        (workers.on_episode)();
        walked
    })
}

/// Missions of a team in the order of their seeds, sorted by how sure the scorer is of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Sorted {
    /// Of each certainty the first that were drawn.
    pub episodes: BTreeMap<Certainty, Vec<Episode>>,
    /// Missions that were drawn.
    pub draws: u32,
    /// Of them, those that no calibration is about, as they look strange or were mostly not understood: they are in no class.
    pub uncovered: u32,
}

/// How many missions to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// Wanted of each certainty.
    pub each: u32,
    /// Drawn at most.
    pub most: u32,
}

/// After so many missions a scorer that has read none of them is given up.
const ENOUGH: u32 = 256;

/// Missions begun between two looks at which certainties are still wanted.
const BATCH: u32 = 64;

/// Draws scenarios of a team in the order of their seeds until there are enough of each certainty, and walks these.
///
/// How sure the scorer is is known after the first scores, before any decision, and of what was enough nothing is walked. Given
/// its certainty a mission is as good as the next one, and the first so many are taken whatever comes of them: so the missions
/// of one certainty are exchangeable, with one another and with a fleet's later ones of that certainty. Missions that look strange
/// ([`Forms`]) or were mostly not understood are left out, as planners ask about all of their decisions.
///
/// # Errors
/// As [`survey`].
pub fn survey_by_certainty<S: OptionScorer + Sync>(
    missions: &dyn Missions,
    forms: &Forms,
    scorer: &S,
    team: &Team,
    split: Split,
    draw: Draw,
    workers: Workers<'_>,
) -> Result<Sorted, CalibrateError> {
    let number = number_of(missions, team)?;
    let mut sorted = Sorted { episodes: BTreeMap::new(), draws: 0, uncovered: 0 };
    while sorted.draws < draw.most && sorted.wants(draw.each).next().is_some() {
        let end = sorted.draws.saturating_add(BATCH).min(draw.most);
        let wanted: Vec<Certainty> = sorted.wants(draw.each).collect();
        let batch = each(sorted.draws..end, workers, async |index| {
            let drawn = (team, split.seed_of(number, index));
            let begun = Begun::drawn(missions, Some(forms), drawn, scorer).await?;
            if !begun.is_covered() {
                return Ok(None);
            }
            let certainty = begun.certainty();
            let walked = if wanted.contains(&certainty) { Some(begun.finish(scorer).await?) } else { None };
            Ok(Some((certainty, walked)))
        })?;
        sorted.draws = end;
        for drawn in batch {
            let Some((certainty, walked)) = drawn else {
                sorted.uncovered += 1;
                continue;
            };
            if !sorted.episodes.contains_key(&certainty) {
                (workers.on_more)(draw.each.into());
            }
            let episodes = sorted.episodes.entry(certainty).or_default();
            if let Some(walked) = walked.filter(|_| episodes.len() < draw.each as usize) {
                episodes.push(walked);
                (workers.on_episode)();
            }
        }
        if sorted.draws >= ENOUGH && sorted.reads_nothing() {
            return Err(CalibrateError::Unread { class: team.to_string(), draws: sorted.draws });
        }
    }
    Ok(sorted)
}

impl Sorted {
    /// Of the missions that were walked, those in which the scorer's first choice was right throughout, and all of them; `None` for a
    /// scorer that does not say how it understood a mission.
    ///
    /// Whoever reads a mission as it was meant is right in all of it, as the oracle then says what is to be done.
    pub fn read(&self) -> Option<(usize, usize)> {
        if self.episodes.keys().any(|certainty| *certainty == Certainty::Any) {
            return None;
        }
        let walked = || self.episodes.values().flatten();
        let is_right = |episode: &&Episode| episode.choices.iter().all(|choice| choice.truth() == Some(0));
        Some((walked().filter(is_right).count(), walked().count()))
    }

    /// Whether a scorer that says how it understood missions has understood none.
    fn reads_nothing(&self) -> bool {
        self.read().is_some_and(|(read, _)| read == 0)
    }

    /// Whether the scorer was wholly sure of every mission of the first batch, as one that reads by a grammar is of all.
    fn is_always_sure(&self) -> bool {
        let is_whole = |episode: &Episode| episode.understood.is_some_and(|understood| understood.top() == 1.0);
        self.draws >= BATCH && self.episodes.values().flatten().all(is_whole)
    }

    /// The certainties of which there are not enough. A scorer says of all missions how sure it is, or of none.
    fn wants(&self, each: u32) -> impl Iterator<Item = Certainty> {
        let told: &[Certainty] = match self.episodes.keys().next() {
            None => &[Certainty::Sure, Certainty::Unsure, Certainty::Any],
            Some(_) if self.episodes.contains_key(&Certainty::Any) => &[Certainty::Any],
            Some(_) if self.is_always_sure() => &[Certainty::Sure],
            Some(_) => &[Certainty::Sure, Certainty::Unsure],
        };
        told.iter().copied().filter(move |of| self.episodes.get(of).map_or(0, Vec::len) < each as usize)
    }
}

/// The results of `work` for each index, in the order of the indices; it runs on the workers' threads.
fn each<T: Send>(
    indices: Range<u32>,
    workers: Workers<'_>,
    work: impl AsyncFn(u32) -> Result<T, CalibrateError> + Sync,
) -> Result<Vec<T>, CalibrateError> {
    let (next, failed) = (AtomicU32::new(indices.start), AtomicBool::new(false));
    let thread = || -> Result<Vec<(u32, T)>, CalibrateError> {
        let mut made = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= indices.end || failed.load(Ordering::Relaxed) {
                return Ok(made);
            }
            let result = workers.runtime.block_on(work(index));
            made.push((index, result.inspect_err(|_| failed.store(true, Ordering::Relaxed))?));
        }
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers.threads.max(1)).map(|_| scope.spawn(thread)).collect();
        let ends = threads.into_iter().map(|thread| thread.join().expect("walking does not panic"));
        ends.collect::<Result<Vec<_>, CalibrateError>>()
    })?;
    let mut made: Vec<(u32, T)> = parts.into_iter().flatten().collect();
    made.sort_by_key(|(index, _)| *index);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}
