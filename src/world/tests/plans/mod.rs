//! Plans for the demo missions, and things that the sites forbid.

type Texts = &'static [&'static str];

/// A site, the joint steps of a plan, and what is true in the end.
pub const ALL: &[(&str, Texts, Texts)] = &[
    (
        "household",
        &[
            "go_to(robot_1, fridge); go_to(robot_2, kettle_1)",
            "open(robot_1, fridge); grab(robot_2, kettle_1)",
            "grab(robot_1, apple_1); put_down(robot_2, shelf)",
            "put_down(robot_1, sink)",
        ],
        &["located(apple_1, sink)", "located(kettle_1, shelf)"],
    ),
    (
        "flat",
        &[
            "take_off(drone_1); grab(arm_1, cup_1); walk_into(dog_1, kitchen)",
            "fly_to(drone_1, dining_table); go_to(dog_1, fridge)",
            "land_on(drone_1, dining_table); open(dog_1, fridge)",
            "put_in(arm_1, basket_1); grab(dog_1, apple)",
            "take_off(drone_1)",
            "fly_into(drone_1, kitchen)",
            "land_on(drone_1, kitchen_floor)",
            "go_to(dog_1, basket_1)",
            "put_in(dog_1, basket_1)",
            "grab(dog_1, cup_1)",
            "walk_into(dog_1, living_room); take_off(drone_1)",
            "go_to(dog_1, coffee_table); fly_to(drone_1, kitchen_counter)",
            "put_on(dog_1, coffee_table); land_on(drone_1, kitchen_counter)",
            "grab(arm_2, apple)",
            "put_in(arm_2, sink)",
        ],
        &["on(cup_1, coffee_table)", "in(apple, sink)", "rests(apple, kitchen_counter)", "in_room(apple, kitchen)"],
    ),
    (
        "hospital",
        &[
            "open(assistant_1, pharmacy_door); open(assistant_2, door_2); load(porter_1, oxygen_bottle)",
            "drive_to(assistant_1, pharmacy); drive_to(porter_1, lift)",
            "open(assistant_1, medicine_cabinet); ride_to(porter_1, ward_level)",
            "grab(assistant_1, insulin); drive_to(porter_1, corridor)",
            "drive_to(assistant_1, corridor); unload(porter_1, oxygen_bottle)",
            "hand_over(assistant_1, assistant_2); open(porter_1, station_door)",
            "drive_to(assistant_2, room_2); drive_to(porter_1, nurse_station)",
            "put(assistant_2, bedside_table_2); dock(porter_1, charger_1)",
        ],
        &["located(insulin, bedside_table_2)", "located(oxygen_bottle, corridor)", "charged(porter_1)"],
    ),
    (
        "warehouse",
        &[
            "wrap(picker_1, pallet_2); drive_to(picker_2, aisle_1); open(carrier_1, gate_1)",
            "pick(picker_2, books); drive_to(carrier_1, packing)",
            "drive_to(picker_2, packing); lift(carrier_1, pallet_2)",
            "place(picker_2, table_1); drive_to(carrier_1, shipping)",
            "label(picker_2, books); lower(carrier_1, bay_1)",
        ],
        &["located(books, table_1)", "labelled(books)", "located(pallet_2, bay_1)", "loaded(paint)"],
    ),
    (
        "laboratory",
        &[
            "open(arm_2, spinner); grab(arm_1, used_tip)",
            "open(arm_2, warmer); put(arm_1, waste_bin)",
            "grab(arm_2, sample_1)",
            "put(arm_2, spinner)",
            "close(arm_2, spinner)",
            "switch_on(arm_2, spinner)",
            "switch_off(arm_2, spinner)",
            "open(arm_2, spinner)",
            "grab(arm_2, sample_1)",
            "put(arm_2, warmer)",
            "close(arm_2, warmer)",
            "switch_on(arm_2, warmer)",
            "switch_off(arm_2, warmer)",
        ],
        &["spun(sample_1)", "warmed(sample_1)", "located(used_tip, waste_bin)"],
    ),
];

/// A site, facts at the start, the joint steps of a plan, and what is true in the end, or after `not` false.
pub const MORE: &[(&str, Texts, Texts, Texts)] = &[
    // Food on a plate on a tray on a counter becomes warm in the microwave.
    (
        "flat",
        &[
            "mounted(arm_2, kitchen_counter)",
            "on(serving_tray, kitchen_counter)",
            "on(plate_1, serving_tray)",
            "in(leftovers, plate_1)",
            "not warm(leftovers)",
            "not open(microwave)",
        ],
        &[
            "open(arm_2, microwave)",
            "grab(arm_2, plate_1)",
            "put_in(arm_2, microwave)",
            "close(arm_2, microwave)",
            "switch_on(arm_2, microwave)",
            "switch_off(arm_2, microwave)",
        ],
        &["warm(leftovers)", "in(leftovers, plate_1)", "rests(leftovers, microwave)", "shut_in(leftovers)"],
    ),
    // A trolley with a towel goes up in the lift on a porter; a bed is made; a towel is washed.
    (
        "hospital",
        &[
            "at(assistant_1, laundry)",
            "at(assistant_2, corridor)",
            "at(porter_1, basement_hall)",
            "charged(porter_1)",
            "level_at(lift, ward_level)",
            "located(linen_trolley, basement_hall)",
            "located(towel_1, laundry_shelf)",
            "dirty(towel_1)",
            "located(towel_2, linen_trolley)",
            "located(sheet_1, linen_shelf)",
            "located(sheet_2, linen_shelf)",
            "located(sheet_3, linen_shelf)",
            "located(sheet_4, linen_shelf)",
        ],
        &[
            "grab(assistant_1, towel_1); open(assistant_2, linen_door); load(porter_1, linen_trolley)",
            "put(assistant_1, washing_machine); open(assistant_2, door_1); call_lift(porter_1, basement_level)",
            "wash(assistant_1, washing_machine); drive_to(assistant_2, linen_store); drive_to(porter_1, lift)",
            "grab(assistant_2, sheet_1); ride_to(porter_1, ward_level)",
            "drive_to(assistant_2, corridor); drive_to(porter_1, corridor)",
            "drive_to(assistant_2, room_1); unload(porter_1, linen_trolley)",
            "make_bed(assistant_2, bed_1)",
            "drive_to(assistant_2, corridor)",
            "grab(assistant_2, towel_2)",
        ],
        &["made(bed_1)", "holding(assistant_2, towel_2)", "located(linen_trolley, corridor)", "not dirty(towel_1)"],
    ),
    // A box travels on the conveyor; a pallet goes up, and the carrier charges.
    (
        "warehouse",
        &[
            "at(picker_1, packing)",
            "at(picker_2, aisle_1)",
            "at(carrier_1, aisle_2)",
            "charged(carrier_1)",
            "located(pallet_1, low_1)",
            "located(pallet_2, floor_1)",
            "located(pallet_3, floor_2)",
            "located(pallet_4, low_3)",
            "located(pallet_5, floor_3)",
            "located(books, pallet_1)",
            "located(pens, pallet_4)",
            "not wrapped(pallet_1)",
            "not powered(belt)",
        ],
        &[
            "switch_on(picker_1, belt); pick(picker_2, books); lift(carrier_1, pallet_4)",
            "place(picker_2, section_1); lower(carrier_1, high_3)",
            "advance(picker_1, belt); drive_to(carrier_1, receiving)",
            "advance(picker_1, belt); dock(carrier_1, charger_1)",
            "pick(picker_1, books)",
        ],
        &["holding(picker_1, books)", "raised(pens)", "within(pens, aisle_2)", "charged(carrier_1)"],
    ),
    // Nobody knows whether the pipette is sterile, so it goes into the autoclave before it is used.
    (
        "laboratory",
        &[
            "mounted(arm_1, bench_1)",
            "located(rack_1, bench_1)",
            "located(dye, rack_1)",
            "located(sample_2, rack_1)",
            "located(pipette_1, stand_1)",
            "located(used_tip, bench_3)",
            "located(used_gloves, bench_3)",
            "clean(bench_1)",
            "?sterile(pipette_1)",
            "not open(autoclave)",
        ],
        &[
            "open(arm_1, autoclave)",
            "grab(arm_1, pipette_1)",
            "put(arm_1, autoclave)",
            "close(arm_1, autoclave)",
            "switch_on(arm_1, autoclave)",
            "switch_off(arm_1, autoclave)",
            "uncap(arm_1, dye)",
            "uncap(arm_1, sample_2)",
            "open(arm_1, autoclave)",
            "grab(arm_1, pipette_1)",
            "mix(arm_1, dye, sample_2)",
        ],
        &["stained(sample_2, dye)", "not sterile(pipette_1)", "not capped(dye)"],
    ),
];

/// A site, deeds at the start of its demo, a deed that is impossible then, and the reason.
pub const REFUSALS: &[(&str, &str, &str, &str)] = &[
    ("flat", "", "go_to(dog_1, cup_1)", "dog 1 cannot go to cup 1: cup 1 is too high for it"),
    ("flat", "", "grab(arm_2, cup_1)", "arm 2 cannot grab cup 1: it does not reach cup 1"),
    ("flat", "", "fly_to(drone_1, dining_table)", "drone 1 cannot fly to the dining table: it has not taken off"),
    (
        "flat",
        "walk_into(dog_1, kitchen); go_to(dog_1, fridge)",
        "grab(dog_1, apple)",
        "dog 1 cannot grab the apple: the apple is shut in",
    ),
    (
        "flat",
        "take_off(drone_1)",
        "go_to(dog_1, basket_1)",
        "dog 1 cannot go to the flying basket: the flying basket is not in the living room",
    ),
    (
        "hospital",
        "open(assistant_1, outer_door); drive_to(assistant_1, anteroom)",
        "open(assistant_1, inner_door)",
        "assistant 1 cannot open the inner door: the outer door and the inner door are never open together",
    ),
    (
        "hospital",
        "open(assistant_1, outer_door); drive_to(assistant_1, anteroom); close(assistant_1, outer_door); \
         open(assistant_1, inner_door); drive_to(assistant_1, room_4); drive_to(assistant_1, anteroom); \
         close(assistant_1, inner_door); open(assistant_1, outer_door); drive_to(assistant_1, corridor); \
         open(assistant_1, pharmacy_door); drive_to(assistant_1, pharmacy); open(assistant_1, medicine_cabinet)",
        "grab(assistant_1, insulin)",
        "assistant 1 cannot grab the insulin: it is contaminated",
    ),
    (
        "hospital",
        "",
        "drive_to(porter_1, corridor)",
        "porter 1 cannot drive to the corridor: no open way leads from the basement hall to the corridor",
    ),
    (
        "warehouse",
        "open(carrier_1, gate_1)",
        "open(carrier_1, gate_2)",
        "carrier 1 cannot open gate 2: two gates are never open at once",
    ),
    (
        "warehouse",
        "open(carrier_1, gate_1); drive_to(carrier_1, packing); lift(carrier_1, pallet_2); drive_to(carrier_1, shipping)",
        "lower(carrier_1, bay_1)",
        "carrier 1 cannot lower it into loading bay 1: pallet 2 is not wrapped",
    ),
    (
        "laboratory",
        "open(arm_2, meter); grab(arm_2, sample_1); put(arm_2, meter); close(arm_2, meter)",
        "switch_on(arm_2, meter)",
        "arm 2 cannot switch on the analyser: the sample in the analyser is not due",
    ),
    ("laboratory", "", "grab(arm_1, sample_1)", "arm 1 cannot grab sample 1: it does not reach sample 1"),
];
