//! Maps saved and loaded: all comes back, and what is broken is refused with its place.

mod house;

use std::time::Duration;

use house::{house, standing};
use proptest::prelude::*;
use surefleet_fleet::{RobotId, Stamp};
use surefleet_mapping::{
    Confidence, DepthFrame, GroundPoint, HouseMap, Intrinsics, Mark, Marks, Metres, ObjectMap, ObjectRule, Point,
    SavedMapError, SeenBy, Sighting, Tsdf, TsdfSettings, Voxel, Witness,
};

fn sure(value: f64) -> Confidence {
    Confidence::new(value).expect("from 0 to 1")
}

/// Who saw what where: robot, class, x and confidence; and whether the view showed all places.
type Seen = (u32, usize, f64, f64, bool);

/// A map of a room from some looks, sightings and words.
fn mapped(looks: &[(f64, f64)], seen: &[Seen], words: &[(String, f64)]) -> HouseMap {
    let settings = TsdfSettings {
        voxel: Metres::new(0.1),
        truncation: Metres::new(0.3),
        max_depth: Metres::new(5.0),
        max_weight: 3.0,
        max_blocks: 1000,
    };
    let rule = ObjectRule { gate: Metres::new(0.5), most: sure(0.98), miss: sure(0.3), gone: sure(0.2) };
    let mut tsdf = Tsdf::new(settings).expect("good settings");
    for &(x, yaw) in looks {
        look(&mut tsdf, x, yaw);
    }
    let mut objects = ObjectMap::new(rule).expect("a good rule");
    for (view, &(robot, class, x, confidence, is_all)) in seen.iter().enumerate() {
        let robot = RobotId::new(&format!("robot_{robot}")).expect("a good name");
        let stamp = Stamp::ZERO + Duration::from_millis(view as u64 * 137);
        let from = SeenBy { who: Witness::Robot { robot, view: view as u64 }, stamp };
        let class = ["cup", "chair"][class];
        let sighting = Sighting::new(class, Point::new(x, 0.1 / 3.0, 0.7), sure(confidence)).expect("a thing");
        objects.observe(&from, std::slice::from_ref(&sighting), |_| is_all);
        if view % 5 == 4 {
            let person = SeenBy { who: Witness::Person("ada".to_owned()), stamp };
            objects.hear(&person, &sighting.named("hers"));
        }
    }
    let mut marks = Marks::default();
    for (number, (text, x)) in words.iter().enumerate() {
        let (position, radius) = (Point::new(*x, 1.0, 0.0), Metres::new(x.abs()));
        let mark = Mark {
            text: text.clone(),
            position,
            radius,
            by: "ada \"the\" first".to_owned(),
            stamp: Stamp::from_nanos(u64::MAX),
        };
        let added = marks.add(mark);
        if number % 3 == 2 {
            added.ok().and_then(|id| marks.remove(id));
        }
    }
    HouseMap { tsdf, objects, marks }
}

fn look(tsdf: &mut Tsdf, x: f64, yaw: f64) {
    let camera = Intrinsics::with_fov(24, 24, 1.2).expect("a camera");
    let pose = standing(x, 2.0, 1.2, yaw, 0.2);
    let depths = house(1, 4.0).depths(&camera, &pose);
    tsdf.fuse(&pose, &DepthFrame::new(camera, &depths).expect("all pixels")).expect("a near pose");
}

fn voxels(tsdf: &Tsdf) -> Vec<([f64; 3], Voxel)> {
    let mut all: Vec<([f64; 3], Voxel)> = tsdf.voxels().map(|(centre, voxel)| (centre.into(), voxel)).collect();
    all.sort_by(|left, right| left.0.partial_cmp(&right.0).expect("finite"));
    all
}

fn looks() -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec((0.8..3.2f64, -3.0..3.0f64), 0..4)
}

fn seen() -> impl Strategy<Value = Vec<Seen>> {
    prop::collection::vec((0u32..3, 0usize..2, 0.0..9.0f64, 0.0..1.0f64, any::<bool>()), 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn all_comes_back(looks in looks(), seen in seen(), words in prop::collection::vec((".{0,12}", -5.0..5.0f64), 0..7)) {
        let map = mapped(&looks, &seen, &words);
        let text = map.to_json();
        let mut back = HouseMap::from_json(&text).unwrap();
        prop_assert_eq!(&back.objects, &map.objects);
        prop_assert_eq!(&back.marks, &map.marks);
        prop_assert_eq!(back.tsdf.settings(), map.tsdf.settings());
        prop_assert_eq!(voxels(&back.tsdf), voxels(&map.tsdf));
        prop_assert_eq!(back.to_json(), text);
        // The loaded map goes on as the saved one.
        let mut on = map.clone();
        for times in 0..3 {
            look(&mut on.tsdf, 2.0, f64::from(times));
            look(&mut back.tsdf, 2.0, f64::from(times));
        }
        prop_assert_eq!(back.to_json(), on.to_json());
    }

    #[test]
    fn a_text_that_breaks_off_is_refused(seen in seen(), share in 0.0..1.0f64) {
        let text = mapped(&[(2.0, 0.0)], &seen, &[("kitchen".to_owned(), 1.0)]).to_json();
        let end = (text.len() as f64 * share) as usize;
        let short = HouseMap::from_json(&text[..end]).err();
        prop_assert!(matches!(short, Some(SavedMapError::Form { .. })), "{:?}", short);
        let longer = text + "{}";
        let long = HouseMap::from_json(&longer).err();
        prop_assert!(matches!(long, Some(SavedMapError::Form { .. })), "{:?}", long);
    }

    #[test]
    fn a_text_with_a_wrong_letter_is_refused_or_is_another_map(
        seen in seen(), at in any::<prop::sample::Index>(), letter in prop::char::range(' ', '~'),
    ) {
        let text = mapped(&[(2.0, 0.0)], &seen, &[("kitchen".to_owned(), 1.0)]).to_json();
        let at = at.index(text.len());
        let mut wrong = text.clone();
        wrong.replace_range(at..=at, &letter.to_string());
        if let Ok(map) = HouseMap::from_json(&wrong) {
            let again = HouseMap::from_json(&map.to_json()).expect("what was loaded can be saved and loaded");
            prop_assert_eq!(again.to_json(), map.to_json());
        }
    }
}

/// The error of a text in which `from` stands as `to`.
fn refused(from: &str, to: &str) -> SavedMapError {
    let seen: Vec<Seen> = (0..6).map(|view| (1, 0, f64::from(view), 0.8, false)).collect();
    let text = mapped(&[(2.0, 0.0); 2], &seen, &[("kitchen".to_owned(), 1.0)]).to_json();
    assert!(text.contains(from), "{from} is not in {}", &text[text.len() - 2000..]);
    HouseMap::from_json(&text.replacen(from, to, 1)).expect_err(to)
}

#[test]
fn a_broken_file_says_where_it_is_broken() {
    assert_eq!(
        refused("surefleet map", "holiday photos"),
        SavedMapError::Format { found: "holiday photos".to_owned() }
    );
    assert_eq!(refused("\"version\":2", "\"version\":3"), SavedMapError::Version { found: 3 });
    assert!(matches!(refused("\"voxel\":0.1", "\"voxel\":-0.1"), SavedMapError::Setting(_)));
    assert!(matches!(refused("\"miss\":0.3", "\"miss\":0.0"), SavedMapError::Setting(_)));
    let path = |error| match error {
        SavedMapError::Form { path, .. } => path,
        other => panic!("{other}"),
    };
    assert_eq!(path(refused("\"miss\":0.3", "\"miss\":1.3")), "objects.rule.miss");
    assert_eq!(path(refused("robot_1", "Robot 1")), "objects.views.Robot 1");
    assert_eq!(path(refused("\"class\"", "\"klass\"")), "objects.objects[0].klass");
    let entry = |error| match error {
        SavedMapError::Entry { kind, number, detail } => (kind, number, detail),
        other => panic!("{other}"),
    };
    assert_eq!(entry(refused("\"cup\"", "\" \"")), ("object", 0, "it has no class"));
    assert_eq!(entry(refused("{\"id\":1,", "{\"id\":0,")), ("object", 0, "it is there twice"));
    assert_eq!(entry(refused("{\"id\":1,", "{\"id\":77,")), ("object", 77, "its number was not given yet"));
    assert_eq!(entry(refused("\"weight\":0.8", "\"weight\":80.0")), ("object", 0, "its weight is outside its range"));
    assert_eq!(entry(refused("\"evidence\":1", "\"evidence\":9")), ("object", 0, "its evidence is outside its range"));
    assert_eq!(entry(refused("\"kitchen\"", "\"\"")), ("mark", 0, "it has no words, person or place"));
    assert_eq!(entry(refused("\"marks\":{\"0\"", "\"marks\":{\"5\"")), ("mark", 5, "its number was not given yet"));
    let block = |error| match error {
        SavedMapError::Block { detail, .. } => detail,
        other => panic!("{other}"),
    };
    assert_eq!(block(refused("\"voxels\":\"", "\"voxels\":\"_")), "it is not base64");
    assert!(path(refused("\"voxels\":\"", "\"voxels\":\"\",\"old\":\"")).starts_with("blocks[0]"));
    assert_eq!(
        block(refused("\"max_blocks\":1000", "\"max_blocks\":1")),
        "there are more blocks than the settings allow"
    );
    assert_eq!(block(refused("\"max_weight\":3.0", "\"max_weight\":1.0")), "a weight is outside its range");
    assert_eq!(block(refused("\"truncation\":0.3", "\"truncation\":0.2")), "a distance is outside the truncation");
}

#[test]
fn a_map_of_version_1_is_refused_for_its_version_and_not_for_its_form() {
    let seen: Vec<Seen> = (0..6).map(|view| (1, 0, f64::from(view), 0.8, false)).collect();
    let mut file: serde_json::Value = serde_json::from_str(&mapped(&[], &seen, &[]).to_json()).expect("it is JSON");
    file["version"] = 1.into();
    // Of the sightings that an object has counted, version 1 has the last of each robot.
    for object in file["objects"]["objects"].as_array_mut().expect("objects") {
        let object = object.as_object_mut().expect("an object");
        assert!(object.remove("counted").is_some());
        object.insert("views".to_owned(), serde_json::json!({ "robot_1": 5 }));
    }
    let old = file.to_string();
    let error = HouseMap::from_json(&old).expect_err("an old map");
    assert_eq!(error, SavedMapError::Version { found: 1 });
    assert_eq!(
        error.to_string(),
        "the map has version 1, and only version 2 can be read; use the release that wrote it"
    );
}

#[test]
fn marks_are_found_again_by_place() {
    let map = mapped(&[], &[], &[("kitchen".to_owned(), 2.0)]);
    let back = HouseMap::from_json(&map.to_json()).unwrap();
    let over = back.marks.over(GroundPoint::new(2.5, 1.5));
    assert_eq!(over.iter().map(|(_, mark)| mark.text.as_str()).collect::<Vec<_>>(), ["kitchen"]);
}
