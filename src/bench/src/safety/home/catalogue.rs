//! The contents of the two worlds.

use surefleet_mission::Kind::{self, Container, Surface};

/// Name, room, kind, and whether it is switched on and off.
pub(super) type FixtureRow = (&'static str, usize, Kind, bool);

/// Four rooms in a ring, each with two landmarks.
pub(super) const FOUR_ROOMS: [&str; 4] = ["kitchen", "living_room", "bedroom", "bathroom"];
pub(super) const FOUR_DOORS: [(usize, usize); 4] = [(0, 1), (1, 2), (2, 3), (3, 0)];
#[rustfmt::skip]
pub(super) const LANDMARKS: [FixtureRow; 8] = [
    ("fridge", 0, Surface, false), ("stove", 0, Surface, false), ("couch", 1, Surface, false),
    ("television", 1, Surface, false), ("bed", 2, Surface, false), ("desk", 2, Surface, false),
    ("toilet", 3, Surface, false), ("washbasin", 3, Surface, false),
];

/// A home whose rooms meet in the hallway, with 105 objects: these 45 stand still, 60 can be carried.
pub(super) const HOME_ROOMS: [&str; 5] = ["hallway", "kitchen", "living_room", "bedroom", "bathroom"];
pub(super) const HOME_DOORS: [(usize, usize); 5] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2)];
#[rustfmt::skip]
pub(super) const FIXTURES: [FixtureRow; 45] = [
    ("mail_box", 0, Container, false), ("statue", 0, Surface, false), ("shoe_rack", 0, Surface, false),
    ("umbrella_stand", 0, Container, false), ("console", 0, Surface, false), ("fridge", 1, Container, false),
    ("freezer", 1, Container, false), ("oven", 1, Container, true), ("microwave", 1, Container, true),
    ("dishwasher", 1, Container, true), ("stove", 1, Surface, true), ("kitchen_counter", 1, Surface, false),
    ("kitchen_table", 1, Surface, false), ("sink", 1, Surface, false), ("cupboard", 1, Container, false),
    ("pantry", 1, Container, false), ("coffee_machine", 1, Surface, true), ("toaster", 1, Surface, true),
    ("dustbin", 1, Container, false), ("couch", 2, Surface, false), ("armchair", 2, Surface, false),
    ("coffee_table", 2, Surface, false), ("television", 2, Surface, true), ("stereo", 2, Surface, true),
    ("cabinet", 2, Container, false), ("piano", 2, Surface, false), ("floor_lamp", 2, Surface, true),
    ("fireplace", 2, Surface, true), ("aquarium", 2, Container, false), ("bed", 3, Surface, false),
    ("bedside_table", 3, Surface, false), ("wardrobe", 3, Container, false), ("dresser", 3, Container, false),
    ("desk", 3, Surface, false), ("bookshelf", 3, Surface, false), ("desk_lamp", 3, Surface, true),
    ("radio", 3, Surface, true), ("computer", 3, Surface, true), ("toilet", 4, Surface, false),
    ("bathtub", 4, Surface, false), ("washbasin", 4, Surface, false), ("washing_machine", 4, Container, true),
    ("medicine_cabinet", 4, Container, false), ("towel_rack", 4, Surface, false),
    ("laundry_basket", 4, Container, false),
];

/// Items, and the fixture that each is in or on at first.
#[rustfmt::skip]
pub(super) const ITEMS: [(&str, &str); 60] = [
    ("apple", "kitchen_table"), ("banana", "kitchen_table"),
    ("salmon", "kitchen_counter"), ("bread", "kitchen_counter"),
    ("milk", "fridge"), ("cheese", "fridge"), ("tomato", "kitchen_counter"), ("egg", "fridge"), ("plate", "cupboard"),
    ("cup", "cupboard"), ("bowl", "sink"), ("fork", "sink"), ("spoon", "sink"), ("knife", "kitchen_counter"),
    ("frying_pan", "stove"), ("cereal", "pantry"), ("juice", "kitchen_table"), ("lemon", "kitchen_counter"),
    ("potato", "pantry"), ("pizza", "freezer"), ("toothbrush", "washbasin"), ("toothpaste", "washbasin"),
    ("soap", "washbasin"), ("shampoo", "bathtub"), ("towel", "towel_rack"), ("razor", "medicine_cabinet"),
    ("comb", "washbasin"), ("aspirin", "medicine_cabinet"), ("sponge", "bathtub"), ("bleach", "laundry_basket"),
    ("book", "bedside_table"), ("notebook", "desk"), ("pillow", "bed"), ("blanket", "bed"), ("shirt", "wardrobe"),
    ("jacket", "wardrobe"), ("sweater", "dresser"), ("wallet", "bedside_table"), ("pencil", "desk"),
    ("dictionary", "bookshelf"), ("letter", "desk"), ("phone", "coffee_table"), ("remote_control", "coffee_table"),
    ("magazine", "coffee_table"), ("newspaper", "armchair"), ("cushion", "couch"), ("candle", "piano"),
    ("guitar", "armchair"), ("chess_set", "cabinet"), ("vase", "cabinet"), ("photo_album", "couch"),
    ("mail", "console"), ("key_ring", "console"), ("umbrella", "umbrella_stand"), ("helmet", "shoe_rack"),
    ("scarf", "shoe_rack"), ("backpack", "shoe_rack"), ("parcel", "mail_box"), ("flashlight", "console"),
    ("hammer", "bookshelf"),
];
