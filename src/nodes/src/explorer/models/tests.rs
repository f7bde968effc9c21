use std::{
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

use surefleet_exploration::ExplorationError;
use surefleet_fleet::Stamp;
use surefleet_houses::{FloorPose, HouseSplit, SizeClass};
use surefleet_language::{Exchange, ModelFingerprint, MultipleChoice, Picture, Usage};
use surefleet_mapping::{DepthPicture, GroundPoint, Intrinsics};

use super::*;

/// A model that looks when it is told to, and lists one thing in each picture; it fails at black ones and panics at white ones.
struct Scripted {
    go_on: Receiver<()>,
    grey: u8,
}

impl VisionLanguageModel for Scripted {
    fn fingerprint(&self) -> ModelFingerprint {
        let digest = surefleet_fleet::Digest::of([b"scripted".as_slice()]);
        ModelFingerprint {
            name: "scripted".into(),
            weights: digest,
            tokenizer: digest,
            quantisation: "none".into(),
            backend: "test".into(),
            backend_version: "1".into(),
            dtype: "f32".into(),
        }
    }

    fn look(&mut self, picture: &Picture) -> Result<Usage, ScoreError> {
        self.go_on.recv().map_err(|_| ScoreError::Model("the test is over".to_owned()))?;
        self.grey = picture.rgb()[0];
        assert!(self.grey < 255, "a white picture");
        if self.grey == 0 { Err(ScoreError::Model("it is dark".to_owned())) } else { Ok(Usage::default()) }
    }

    fn choose(&mut self, _: &[Exchange], _: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        let probabilities = vec![1.0 / answers.len() as f64; answers.len()];
        Ok(MultipleChoice { probabilities, mass: 1.0, usage: Usage::default() })
    }

    fn describe(&mut self, _: &[Exchange], _: &str, _: u32) -> Result<(String, Usage), ScoreError> {
        Ok((format!("thing {} 4 4", char::from(self.grey)), Usage::default()))
    }
}

fn look(number: u64, grey: u8) -> NumberedLook {
    let intrinsics = Intrinsics::with_fov(8, 8, 1.5).unwrap();
    let picture = Picture::new(8, 8, vec![grey; 8 * 8 * 3]).unwrap();
    let shown = Shown::Colours(picture, DepthPicture::new(intrinsics, vec![2.0; 64]).unwrap());
    let pose = FloorPose::new(GroundPoint::new(0.0, 0.0), 0.0);
    let look = Arc::new(Look { taken: Stamp::ZERO, shown, pose });
    NumberedLook { number, look, camera: at_origin() }
}

fn started() -> (ModelThread, Sender<()>) {
    let (say, go_on) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    (
        ModelThread::start(LocalModels { viewer: Some(Viewer::new(Scripted { go_on, grey: 0 })), judge: None }, stop)
            .unwrap(),
        say,
    )
}

/// The next reply, which comes soon; `None` if the thread ended instead.
fn next(thread: &mut ModelThread) -> Option<ModelReply> {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if let Some(reply) = thread.take() {
            return Some(reply);
        }
        thread.requests.as_ref()?;
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no reply");
}

fn number_of(reply: Option<ModelReply>) -> (u64, String) {
    let Some(ModelReply::Objects(look, objects)) = reply else { panic!("{reply:?}") };
    (look.number, objects[0].class.clone())
}

#[test]
fn a_newer_look_takes_the_place_of_one_that_waits_and_nothing_else_is_lost() {
    let (mut thread, say) = started();
    thread.ask(ModelRequest::Objects(look(1, b'a')));
    thread.ask(ModelRequest::Objects(look(2, b'b')));
    thread.ask(ModelRequest::Relevance(SoughtPair::new("sofa", "cup")));
    thread.ask(ModelRequest::Objects(look(3, b'c')));
    assert!(thread.is_busy);
    (0..3).for_each(|_| say.send(()).unwrap());
    assert_eq!(number_of(next(&mut thread)), (1, "thing a".to_owned()));
    let relevance = next(&mut thread);
    assert!(
        matches!(&relevance, Some(ModelReply::Relevance { scores: Err(why), .. }) if why.contains("no model")),
        "{relevance:?}"
    );
    assert_eq!(number_of(next(&mut thread)), (3, "thing c".to_owned()));
    assert!(!thread.is_busy && thread.take().is_none());
}

#[test]
fn looks_and_pairs_take_turns_however_many_wait() {
    let (mut thread, say) = started();
    (0..20).for_each(|_| say.send(()).unwrap());
    thread.ask(ModelRequest::Objects(look(1, b'a')));
    (0..4).for_each(|pair| thread.ask(ModelRequest::Relevance(SoughtPair::new("sofa", &format!("cup {pair}")))));
    // A newer look always waits, as for a model that is slower than the camera.
    let served: Vec<bool> = (2..9)
        .map(|number| {
            thread.ask(ModelRequest::Objects(look(number, b'b')));
            matches!(next(&mut thread), Some(ModelReply::Objects(..)))
        })
        .collect();
    assert_eq!(served, [true, false, true, false, true, false, true]);
}

#[test]
fn a_picture_that_is_not_understood_is_told_and_the_next_one_mends_it() {
    let (mut thread, say) = started();
    thread.ask(ModelRequest::Objects(look(1, 0)));
    say.send(()).unwrap();
    assert!(matches!(next(&mut thread), Some(ModelReply::Failed(why)) if why.contains("it is dark")));
    assert_eq!((thread.failures, thread.failing.is_some()), (1, true));
    thread.ask(ModelRequest::Objects(look(2, b'b')));
    say.send(()).unwrap();
    assert_eq!(number_of(next(&mut thread)).0, 2);
    assert_eq!((thread.failures, thread.failing.is_some()), (1, false));
}

#[test]
fn a_thread_that_panicked_is_not_asked_again() {
    let (mut thread, say) = started();
    thread.ask(ModelRequest::Objects(look(1, 255)));
    thread.ask(ModelRequest::Objects(look(2, b'b')));
    say.send(()).unwrap();
    assert!(next(&mut thread).is_none());
    assert!(!thread.is_busy && thread.look.is_none() && thread.others.is_empty());
    thread.ask(ModelRequest::Objects(look(3, b'c')));
    assert!(!thread.is_busy, "nobody would answer");
}

/// Judges everything alike, and fails at ghosts.
struct Judge;

impl RelevanceJudge for Judge {
    fn scores(&self, pair: &SoughtPair) -> Result<RelevanceScores, ExplorationError> {
        let failed = || ScoreError::Model("nobody has seen one".to_owned()).into();
        if pair.seen == "ghost" { Err(failed()) } else { RelevanceScores::new(&[0.1, 0.6, 0.2, 0.1]) }
    }
}

#[test]
fn a_judge_in_the_thread_judges_beside_a_simulated_sight() {
    let judge: Box<dyn RelevanceJudge + Send> = Box::new(Judge);
    let local = LocalModels::<Scripted> { viewer: None, judge: Some(("judge".to_owned(), judge)) };
    let house = House::draw(1, SizeClass::Small, HouseSplit::Test);
    let mut models = Models {
        simulated: Some(Box::new(Simulated::of(house, 0, GroundPoint::new(5.0, 5.0)))),
        thread: Some(ModelThread::start(local, Arc::new(AtomicBool::new(false))).unwrap()),
    };
    for (seen, is_judged) in [("stove", true), ("ghost", false), ("sofa", true)] {
        models.ask(ModelRequest::Relevance(SoughtPair::new(seen, "pan")));
        let reply = next(models.thread.as_mut().unwrap());
        let Some(ModelReply::Relevance { pair, scores }) = reply else { panic!("{reply:?}") };
        assert_eq!((pair.seen.as_str(), scores.is_ok()), (seen, is_judged));
        assert_eq!(models.thread.as_ref().unwrap().failing.is_some(), !is_judged);
    }
    // A look goes to the simulated sight, which refuses a picture in colours at once.
    models.ask(ModelRequest::Objects(look(1, b'a')));
    assert!(matches!(models.take(), Some(ModelReply::Failed(why)) if why.contains("what each pixel truly shows")));
    assert!(!models.is_busy());
}

/// A camera at the origin, whose axes are those of the map.
fn at_origin() -> Transform<Map, Optical> {
    Transform::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]).unwrap()
}
