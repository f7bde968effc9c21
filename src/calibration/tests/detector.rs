//! The shipped detector's calibration beside what this program draws and asks.

use std::sync::Arc;

use surefleet_calibration::{DetectionScenes, DetectionSplit, HOUSEHOLD_PICTURES, PICTURE_EDGE};
use surefleet_conformal::Sha256;
use surefleet_mission::Transport;
use surefleet_perception::{ActionOutcome, Detector, DetectorCalibration, template_digest};

const SHIPPED: &str = include_str!("../../../calibration/scene-checker-ssc.json");

fn shipped() -> DetectorCalibration {
    DetectorCalibration::from_json(SHIPPED).expect("the shipped file is read")
}

fn scenes() -> DetectionScenes {
    DetectionScenes::household(Arc::new(Transport::household()))
}

#[test]
fn shipped_calibration_is_of_what_is_drawn_and_asked_now() {
    let file = shipped();
    let (scenes, words) = (scenes(), template_digest(file.detector.wording));
    // The model itself is compared where it runs.
    let running = Detector {
        prompt_template_sha256: Sha256::from_bytes(*words.as_bytes()),
        picture_source: HOUSEHOLD_PICTURES.to_owned(),
        picture_size: [PICTURE_EDGE; 2],
        distribution: scenes.name().to_owned(),
        generator_sha256: scenes.generator(),
        ..file.detector.clone()
    };
    let replays = file.golden.prompts.iter().map(Into::into).collect::<Vec<_>>();
    let verified = file.verify(&running, file.origin.created_unix_s, &replays);
    verified.expect("words, pictures and thresholds are those of the file");
    let other = Detector { generator_sha256: scenes.with_new_light().generator(), ..running };
    let refused = file.verify(&other, file.origin.created_unix_s, &replays).expect_err("other pictures");
    assert!(refused.to_string().contains("generator_sha256"), "{refused}");
}

#[test]
fn scenes_are_drawn_as_they_were_for_the_shipped_calibration() {
    let (file, mut scenes) = (shipped(), scenes());
    for (number, check) in file.statistics.checks.iter().enumerate().step_by(100) {
        let scene = scenes.draw(DetectionSplit::Calibration, number as u32);
        assert_eq!(
            (scene.seed, scene.truth, scene.sha256),
            (check.seed, check.truth, check.scene_sha256),
            "scene {number}"
        );
    }
}

#[test]
fn splits_share_no_scene_and_half_of_each_goes_wrong() {
    let mut scenes = scenes();
    let mut seen = std::collections::BTreeSet::new();
    for split in [DetectionSplit::Calibration, DetectionSplit::Test] {
        let drawn: Vec<_> = (0..200).map(|number| scenes.draw(split, number)).collect();
        let failed = drawn.iter().filter(|scene| scene.truth == ActionOutcome::Failure).count();
        assert!((70..130).contains(&failed), "{failed} of 200");
        for scene in drawn {
            assert!(seen.insert(scene.seed), "seed {} comes twice", scene.seed);
            assert_eq!([scene.picture.width(), scene.picture.height()], [PICTURE_EDGE; 2]);
        }
    }
}
