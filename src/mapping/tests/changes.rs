//! Copies of maps that follow what is sent of the changes.

mod house;

use std::collections::BTreeMap;

use house::{house, tour};
use proptest::prelude::*;
use surefleet_mapping::{
    DepthFrame, Intrinsics, MapChanges, MapChangesError, MapCopy, Metres, SavedMapError, Tsdf, TsdfSettings,
};

const SETTINGS: TsdfSettings = TsdfSettings {
    voxel: Metres::new(0.1),
    truncation: Metres::new(0.3),
    max_depth: Metres::new(6.0),
    max_weight: 64.0,
    max_blocks: 4096,
};

/// Maps after each picture of a tour, and the changes since the picture before.
fn toured() -> (Vec<Tsdf>, Vec<MapChanges>) {
    let scene = house(2, 4.0);
    let camera = Intrinsics::with_fov(48, 48, 1.4).expect("a camera");
    let mut map = Tsdf::new(SETTINGS).expect("good settings");
    let (mut maps, mut changes, mut sent) = (Vec::new(), Vec::new(), 0);
    for pose in tour(2, 4.0, 8) {
        let depths = scene.depths(&camera, &pose);
        map.fuse(&pose, &DepthFrame::new(camera, &depths).expect("all pixels")).expect("a near pose");
        changes.push(map.changes(sent));
        sent = map.revision();
        maps.push(map.clone());
    }
    (maps, changes)
}

/// All voxels to the last bit.
fn bits(map: &Tsdf) -> BTreeMap<[i64; 3], [u64; 2]> {
    let voxel = |(at, voxel): (surefleet_mapping::Point<surefleet_mapping::Map>, surefleet_mapping::Voxel)| {
        let key = <[f64; 3]>::from(at).map(|metres| (metres * 1000.0).round() as i64);
        (key, [voxel.distance.get().to_bits(), u64::from(voxel.weight.to_bits())])
    };
    map.voxels().map(voxel).collect()
}

#[test]
fn a_copy_that_takes_up_all_changes_is_the_map_and_what_is_sent_is_a_part_of_it() {
    let (maps, changes) = toured();
    let mut copy = MapCopy::new(SETTINGS).unwrap();
    let mut sent = 0;
    for (map, changes) in maps.iter().zip(&changes) {
        copy.take(&MapChanges::from_json(&changes.to_json()).unwrap()).unwrap();
        assert_eq!((bits(copy.map()), copy.revision()), (bits(map), map.revision()));
        sent += changes.blocks();
    }
    let whole: usize = maps.iter().map(Tsdf::blocks).sum();
    assert!(sent * 3 < whole * 2, "{sent} blocks were sent, and whole maps would have been {whole}");
}

#[test]
fn changes_with_a_gap_or_of_another_map_and_broken_ones_leave_the_copy_as_it_was() {
    let (maps, changes) = toured();
    let mut copy = MapCopy::new(SETTINGS).unwrap();
    copy.take(&changes[0]).unwrap();
    let has = copy.revision();
    let gap = copy.take(&changes[2]).unwrap_err();
    assert_eq!(gap, MapChangesError::Gap { since: maps[1].revision(), has });
    let mut other = MapCopy::new(TsdfSettings { max_weight: 32.0, ..SETTINGS }).unwrap();
    assert_eq!(other.take(&changes[0]), Err(MapChangesError::Settings));
    let text = changes[1].to_json();
    let broken = MapChanges::from_json(&text.replacen("\"voxels\":\"", "\"voxels\":\"!", 1)).unwrap();
    assert!(matches!(copy.take(&broken), Err(MapChangesError::Broken(SavedMapError::Block { .. }))));
    assert_eq!((bits(copy.map()), copy.revision()), (bits(&maps[0]), has));
    assert!(MapChanges::from_json(&text[1..]).is_err());
    // What it missed, it gets at once.
    copy.take(&maps[5].changes(has)).unwrap();
    assert_eq!(bits(copy.map()), bits(&maps[5]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn repeated_and_late_changes_do_no_harm(order in prop::collection::vec(0usize..8, 1..40)) {
        let (maps, changes) = toured();
        let mut copy = MapCopy::new(SETTINGS).unwrap();
        let mut newest = None;
        for place in order {
            let expected = newest.map_or(0, |newest: usize| newest + 1);
            prop_assert_eq!(copy.take(&changes[place]).is_ok(), place <= expected);
            if place == expected {
                newest = Some(place);
            }
        }
        let expected = newest.map(|newest| bits(&maps[newest])).unwrap_or_default();
        prop_assert_eq!(bits(copy.map()), expected);
    }
}
