use std::collections::{BTreeMap, BTreeSet, VecDeque};

use surefleet_mapping::{Map, Metres, Point};

use crate::{
    ExplorationQuestion, FoundObject, QuestionId, Relevance, RelevanceCriterion, RelevanceScores, RelevantFinding,
    SeenObject, SeenView, SoughtPair, short_words::are_short,
};

/// The most scored pairs that are remembered; of more, all are forgotten and asked for again.
const MOST_PAIRS: usize = 4096;
/// The most pairs that wait for the model at a time. The next are asked for when it has scored one.
const MOST_ASKED: usize = 16;
/// A pair that the model failed at so often in a row is given up: views are decided as if its objects had not been seen.
const MOST_FAILURES: u32 = 3;
/// The most objects of a view that are remembered: with 8 sought classes, their pairs are fewer than [`MOST_PAIRS`].
const MOST_OBJECTS: usize = 256;

/// The views of a robot, the relevance of their objects, and the objects that were said.
#[derive(Debug, Clone)]
pub(crate) struct Sightings {
    views: VecDeque<RememberedView>,
    most_views: usize,
    gate: Metres,
    scored: BTreeMap<SoughtPair, RelevanceScores>,
    asked: BTreeSet<SoughtPair>,
    /// Pairs that the model failed at, and how often in a row.
    failures: BTreeMap<SoughtPair, u32>,
    /// Those that are asked for again when something is seen next.
    failed: BTreeSet<SoughtPair>,
    said: Vec<Said>,
}

#[derive(Debug, Clone)]
struct RememberedView {
    seen: SeenView,
    /// The questions for which it has been decided what is said of it.
    decided: BTreeSet<QuestionId>,
}

#[derive(Debug, Clone, PartialEq)]
struct Said {
    question: QuestionId,
    class: String,
    position: Point<Map>,
    is_target: bool,
}

/// The consequences of the sightings for one question.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Relevant {
    /// Pairs that have to be scored first.
    pub(crate) unscored: Vec<SoughtPair>,
    /// By view: objects that are relevant and have not been said.
    pub(crate) found: Vec<(u64, Vec<FoundObject>)>,
}

impl Sightings {
    pub(crate) fn new(most_views: usize, gate: Metres) -> Self {
        let (scored, failures) = (BTreeMap::new(), BTreeMap::new());
        let (asked, failed) = (BTreeSet::new(), BTreeSet::new());
        Self { views: VecDeque::new(), most_views, gate, scored, asked, failures, failed, said: Vec::new() }
    }

    /// Remembers a view. Returns whether it is new.
    pub(crate) fn see(&mut self, mut seen: SeenView) -> bool {
        if self.views.iter().any(|known| known.seen.view == seen.view) {
            return false;
        }
        let is_finite = |object: &SeenObject| <[f64; 3]>::from(object.position).iter().all(|value| value.is_finite());
        seen.objects.retain(|object| are_short(&object.class) && is_finite(object));
        seen.objects.truncate(MOST_OBJECTS);
        self.failed.clear();
        self.views.push_back(RememberedView { seen, decided: BTreeSet::new() });
        if self.views.len() > self.most_views {
            self.views.pop_front();
        }
        true
    }

    /// Takes in the scores of a pair.
    pub(crate) fn score(&mut self, pair: SoughtPair, scores: Option<RelevanceScores>) {
        self.asked.remove(&pair);
        match scores {
            Some(scores) => {
                if self.scored.len() >= MOST_PAIRS {
                    self.scored.clear();
                }
                self.failures.remove(&pair);
                self.scored.insert(pair, scores);
            }
            None => {
                if self.failures.len() >= MOST_PAIRS {
                    self.failures.clear();
                }
                *self.failures.entry(pair.clone()).or_default() += 1;
                self.failed.insert(pair);
            }
        }
    }

    /// Decides about all views that are not decided for a question, as far as their pairs are scored, and marks what it returns as said.
    ///
    /// A view with a pair that was given up is decided by its other pairs.
    pub(crate) fn relevant(&mut self, question: &ExplorationQuestion, criterion: &RelevanceCriterion) -> Relevant {
        let mut relevant = Relevant::default();
        for view in &mut self.views {
            if view.decided.contains(question.id()) {
                continue;
            }
            let objects = view.seen.objects.iter();
            let pairs = objects.flat_map(|object| question.sought().iter().map(move |sought| (object, sought)));
            let failures = &self.failures;
            let is_given_up = |pair: &SoughtPair| failures.get(pair).is_some_and(|&times| times >= MOST_FAILURES);
            let pairs: Vec<(&SeenObject, SoughtPair)> = pairs
                .map(|(object, sought)| (object, SoughtPair::new(&object.class, sought)))
                .filter(|(_, pair)| !is_given_up(pair))
                .collect();
            let scores: Vec<Option<RelevanceScores>> =
                pairs.iter().map(|(_, pair)| self.scored.get(pair).copied()).collect();
            if scores.iter().any(Option::is_none) {
                for ((_, pair), _) in pairs.iter().zip(&scores).filter(|(_, scores)| scores.is_none()) {
                    let has_room = self.asked.len() < MOST_ASKED;
                    if has_room && !self.failed.contains(pair) && self.asked.insert(pair.clone()) {
                        relevant.unscored.push(pair.clone());
                    }
                }
                continue;
            }
            let scores: Vec<RelevanceScores> = scores.into_iter().flatten().collect();
            let sets = criterion.sets(&scores);
            let found = pairs.iter().zip(scores.iter().zip(sets)).filter(|(_, (_, set))| !set.is_empty());
            let found = found.map(|((object, pair), (scores, set))| FoundObject {
                class: object.class.clone(),
                position: object.position,
                confidence: object.confidence,
                sought: pair.sought.clone(),
                set,
                scores: *scores,
            });
            let mut fresh = Vec::new();
            for object in best_of_each(found) {
                let said = Said {
                    question: question.id().clone(),
                    class: object.class.clone(),
                    position: object.position,
                    is_target: object.set.same,
                };
                if !self.said.iter().any(|before| before.covers(&said, self.gate)) {
                    self.said.push(said);
                    fresh.push(object);
                }
            }
            view.decided.insert(question.id().clone());
            if !fresh.is_empty() {
                relevant.found.push((view.seen.view, fresh));
            }
        }
        relevant
    }

    /// Takes back that objects were said: the message was dropped. A later view of them will say them.
    pub(crate) fn unsay(&mut self, question: &QuestionId, objects: &[FoundObject]) {
        let is_one = |said: &Said| {
            let is_object = |it: &FoundObject| {
                it.class == said.class && it.position == said.position && it.set.same == said.is_target
            };
            said.question == *question && objects.iter().any(is_object)
        };
        self.said.retain(|said| !is_one(said));
    }

    /// Takes back a finding that nobody waits for. If its question is asked again, the view is decided again.
    pub(crate) fn take_back(&mut self, finding: &RelevantFinding) {
        self.unsay(&finding.question, &finding.objects);
        if let Some(view) = self.views.iter_mut().find(|view| view.seen.view == finding.view) {
            view.decided.remove(&finding.question);
        }
    }
}

impl Said {
    /// Whether `other` need not be said any more. An object that may be the target is news even if it was near it before.
    fn covers(&self, other: &Self, gate: Metres) -> bool {
        let is_same = self.question == other.question && self.class == other.class;
        is_same && self.position.distance(other.position) <= gate && (self.is_target || !other.is_target)
    }
}

/// Keeps each object once: for the sought class that it may be itself, else for the one that it is most probably near.
fn best_of_each(found: impl Iterator<Item = FoundObject>) -> Vec<FoundObject> {
    let key = |object: &FoundObject| {
        let letter = if object.set.same { Relevance::Same } else { Relevance::Near };
        (object.set.same, object.scores.of(letter))
    };
    let mut best: Vec<FoundObject> = Vec::new();
    for object in found {
        match best.iter_mut().find(|it| it.class == object.class && it.position == object.position) {
            Some(known) if key(&object) > key(known) => *known = object,
            Some(_) => {}
            None => best.push(object),
        }
    }
    best
}
