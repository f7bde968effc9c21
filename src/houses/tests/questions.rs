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

/// A thing in words, and its room.
struct Told {
    name: &'static str,
    colour: &'static str,
    room: &'static str,
}

/// What the words of a question about existence ask for.
struct Asked<'a> {
    colour: &'a str,
    name: &'a str,
    room: &'a str,
}

fn told(house: &House) -> Vec<Told> {
    let catalogue = Catalogue::shipped();
    let told = |thing: &Thing| Told {
        name: catalogue.name(thing.class),
        colour: catalogue.colour_name(thing.colour),
        room: house.room_name(thing.room),
    };
    house.things().iter().map(told).collect()
}

fn without_article(words: &str) -> &str {
    ["an ", "a "].iter().find_map(|article| words.strip_prefix(article)).unwrap_or(words)
}

/// Reads `Is there a red apple in the kitchen?` and its other wordings.
fn asked(text: &str) -> Asked<'_> {
    let begins = ["Is there ", "Are there ", "Did I leave ", "Can I find "];
    let words = begins.iter().find_map(|begin| text.strip_prefix(begin)).expect(text);
    let (thing, room) = words.strip_suffix('?').and_then(|words| words.split_once(" in the ")).expect(text);
    let thing = without_article(thing);
    let catalogue = Catalogue::shipped();
    let names = catalogue.classes().map(|class| catalogue.name(class));
    let name = names.filter(|name| thing.ends_with(&format!(" {name}"))).max_by_key(|name| name.len()).expect(text);
    Asked { colour: thing.strip_suffix(name).expect(text).trim(), name: &thing[thing.len() - name.len()..], room }
}

/// Whether `there is no apple of any colour in the kitchen` and the like are true: it counts what the words speak of.
fn is_so(clause: &str, asked: &Asked, things: &[Told]) -> bool {
    let words = clause.strip_prefix("there is ").or(clause.strip_prefix("there are ")).expect(clause);
    let (is_none, words) = words.strip_prefix("no ").map_or((false, words), |words| (true, words));
    let (thing, place) = words.split_once(" in ").expect(clause);
    let (thing, is_other_colour) =
        thing.strip_suffix(" of another colour").map_or((thing, false), |thing| (thing, true));
    let thing = without_article(thing.strip_suffix(" of any colour").unwrap_or(thing));
    assert!([asked.name, "one", "some"].contains(&thing), "{clause}");
    let is_at = |room: &str| match place {
        "the house" => true,
        "another room" => room != asked.room,
        place => Some(room) == place.strip_prefix("the "),
    };
    let is_meant =
        |told: &&Told| told.name == asked.name && is_at(told.room) && !(is_other_colour && told.colour == asked.colour);
    (things.iter().filter(is_meant).count() == 0) == is_none
}

/// Whether an option is true by its words alone.
fn is_true_in_words(option: &str, asked: &Asked, things: &[Told]) -> bool {
    let is_there =
        things.iter().any(|told| told.name == asked.name && told.colour == asked.colour && told.room == asked.room);
    let (yes_or_no, rest) = option.split_once(", ").unwrap_or((option, ""));
    let mut clauses = rest.split(", ").filter(|clause| !clause.is_empty());
    let is_answer = match yes_or_no {
        "Yes" => is_there,
        "No" => !is_there,
        _ => panic!("{option}"),
    };
    is_answer && clauses.all(|clause| is_so(clause.strip_prefix("but ").unwrap_or(clause), asked, things))
}

#[test]
fn of_the_words_about_existence_exactly_one_option_is_true() {
    let (mut questions, mut both) = (0, 0);
    for seed in 0..400 {
        let split = if seed % 2 == 0 { HouseSplit::Test } else { HouseSplit::Training };
        let house = House::draw(seed, SizeClass::ALL[seed as usize % 3], split);
        let things = told(&house);
        for question in house.questions(seed, 12).iter().filter(|question| question.kind == QuestionType::Existence) {
            let asked = asked(&question.text);
            let options = Letter::ALL.into_iter().zip(&question.options);
            let right: Vec<Letter> = options
                .filter(|(_, option)| is_true_in_words(option, &asked, &things))
                .map(|(letter, _)| letter)
                .collect();
            assert_eq!(right, [question.answer], "{question:?}");
            questions += 1;
            // One of another colour in the room, and one elsewhere.
            let is_any = |words: &str| is_so(words, &asked, &things);
            let here = format!("there is {} of another colour in the {}", asked.name, asked.room);
            both += usize::from(is_any(&here) && is_any("there is one in another room"));
        }
    }
    println!("{questions} questions, {both} with one of another colour here and one elsewhere");
    assert!(questions > 500 && both > 10, "{questions} and {both}");
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
