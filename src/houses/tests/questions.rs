//! Questions against an oracle that only counts things.

use std::collections::BTreeMap;

use proptest::prelude::*;
use surefleet_houses::{
    Catalogue, ClassId, Colour, House, HouseAnswer, HouseQuestion, HouseSplit, Inquiry, Letter, QuestionType, RoomKind,
    SizeClass, Thing,
};

/// Whether an option is true.
fn is_true(house: &House, inquiry: Inquiry, answer: HouseAnswer) -> bool {
    let kind = |thing: &Thing| house.room(thing.room).kind;
    let count = |is_counted: &dyn Fn(&Thing) -> bool| house.things().iter().filter(|thing| is_counted(thing)).count();
    let of = |class: ClassId, colour: Option<Colour>| {
        move |thing: &Thing| thing.class == class && colour.is_none_or(|colour| thing.colour == colour)
    };
    let of_in = |class: ClassId, room: RoomKind| move |thing: &Thing| thing.class == class && kind(thing) == room;
    match (inquiry, answer) {
        (Inquiry::WhichRoom { class, colour }, HouseAnswer::Room(room)) => {
            count(&|thing| of(class, colour)(thing) && kind(thing) == room) > 0
        }
        (Inquiry::PlaceOf { class, colour }, HouseAnswer::Place { support, room }) => {
            let is_there = |thing: &Thing| thing.rests.is_some_and(|rests| house.thing(rests.support).class == support);
            count(&|thing| of(class, colour)(thing) && kind(thing) == room && is_there(thing)) > 0
        }
        (Inquiry::ColourOf { class, room }, HouseAnswer::Colour(colour)) => {
            count(&|thing| of_in(class, room)(thing) && thing.colour == colour) > 0
        }
        (Inquiry::LiesOn { support, room }, HouseAnswer::Class(class)) => {
            count(&|thing| {
                let is_there = |rests: surefleet_houses::Rests| of_in(support, room)(house.thing(rests.support));
                thing.class == class && thing.rests.is_some_and(is_there)
            }) > 0
        }
        (Inquiry::NumberOf { class, room }, HouseAnswer::Number(number)) => count(&of_in(class, room)) == number,
        (Inquiry::Presence { class, colour, room }, answer) => {
            let here = count(&of_in(class, room));
            let right = count(&|thing| of_in(class, room)(thing) && thing.colour == colour);
            let all = count(&of(class, None));
            match answer {
                HouseAnswer::There => right > 0,
                HouseAnswer::OfOtherColour => here > 0 && right == 0,
                HouseAnswer::Elsewhere => here == 0 && all > 0,
                HouseAnswer::Absent => all == 0,
                _ => false,
            }
        }
        (Inquiry::StateOf { class, room }, HouseAnswer::State(state)) => {
            house.thing_ids().any(|thing| of_in(class, room)(house.thing(thing)) && house.state(thing) == Some(state))
        }
        _ => panic!("{answer:?} is no answer to {inquiry:?}"),
    }
}

fn right_letters(house: &House, question: &HouseQuestion) -> Vec<Letter> {
    let options = Letter::ALL.into_iter().zip(question.meanings);
    options.filter(|&(_, meaning)| is_true(house, question.inquiry, meaning)).map(|(letter, _)| letter).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn exactly_one_option_is_true(
        seed in any::<u64>(), size in prop::sample::select(SizeClass::ALL.to_vec()), is_test in any::<bool>(),
    ) {
        let house = House::draw(seed, size, if is_test { HouseSplit::Test } else { HouseSplit::Training });
        let questions = house.questions(seed ^ 1, 6);
        prop_assert_eq!(questions.len(), 6);
        for question in &questions {
            prop_assert_eq!(right_letters(&house, question), vec![question.answer], "{:?}", question);
            let mut options = question.options.to_vec();
            options.sort();
            options.dedup();
            prop_assert_eq!(options.len(), 4);
            // A room that a question names is the only one of its kind.
            if let Inquiry::ColourOf { room, .. } | Inquiry::LiesOn { room, .. } | Inquiry::NumberOf { room, .. } | Inquiry::Presence { room, .. }
                | Inquiry::StateOf { room, .. } = question.inquiry
            {
                prop_assert_eq!(house.rooms().iter().filter(|one| one.kind == room).count(), 1);
            }
            for &target in &question.targets {
                prop_assert!(Catalogue::shipped().split(target).is_none_or(|split| split == house.split()));
            }
        }
        prop_assert_eq!(questions, house.questions(seed ^ 1, 6));
    }
}

#[test]
fn all_types_and_letters_are_asked_alike() {
    let (mut types, mut letters, mut presence) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for seed in 0..120 {
        let house = House::draw(seed, SizeClass::Medium, HouseSplit::Test);
        for question in house.questions(seed, 6) {
            *types.entry(format!("{:?}", question.kind)).or_insert(0) += 1;
            *letters.entry(question.answer).or_insert(0) += 1;
            if question.kind == QuestionType::Existence {
                let right =
                    question.meanings[Letter::ALL.iter().position(|&letter| letter == question.answer).unwrap()];
                *presence.entry(format!("{right:?}")).or_insert(0) += 1;
            }
        }
    }
    println!("{types:?} {letters:?} {presence:?}");
    assert!(types.len() == 5 && types.values().all(|&number| number > 110), "{types:?}");
    assert!(letters.values().all(|&number| (135..225).contains(&number)), "{letters:?}");
    assert!(presence.len() == 4 && presence.values().all(|&number| number > 15), "{presence:?}");
}

#[test]
fn a_moved_object_is_found_moved() {
    for seed in 0..20 {
        let house = House::draw(seed, SizeClass::Medium, HouseSplit::Training);
        let (after, moved) = house.moved(seed);
        assert!((2..=4).contains(&moved.len()), "{moved:?}");
        assert_eq!(after.things().len(), house.things().len());
        for thing in house.thing_ids() {
            let (before, now) = (house.thing(thing), after.thing(thing));
            if moved.contains(&thing) {
                assert!(before.middle().distance(now.middle()).get() > 0.9);
                let under = after.thing(now.rests.expect("it lies on something").support);
                assert_eq!(under.room, now.room);
                assert!(under.cuboid.footprint().contains(now.cuboid.footprint().middle()));
                assert_eq!((before.class, before.colour), (now.class, now.colour));
            } else {
                assert_eq!(before, now);
            }
        }
        // Pictures show it where it is now.
        let hit = surefleet_houses::Hit::Thing(moved[0]);
        let boxes = |house: &House| {
            house.solids().all().iter().filter(|solid| solid.of == hit).map(|solid| solid.low).collect::<Vec<_>>()
        };
        assert_ne!(boxes(&house), boxes(&after));
    }
}
