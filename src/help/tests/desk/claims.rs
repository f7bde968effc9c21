//! Operators side by side: claims, calls for others, and the order of the queue.

use surefleet_help::{
    Claim, Desk, Enclosure, Ending, Event, Found, HelpError, Input, Output, Reply, Request, RequestId,
};

use crate::fixture::{FORBIDDEN, GO, MISSION, ask, desk, drain, escalations, policy, request, seconds};

#[test]
fn claim_names_its_holder_and_keeps_others_from_answering_until_it_is_taken_over() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    let claim = desk.claim(seconds(1), &id, MISSION, "Ada").expect("nobody claimed it");
    assert_eq!(claim, Claim { operator: "Ada".into(), since: seconds(1), until: seconds(11) });
    let claimed = HelpError::Claimed { id: id.clone(), holder: "Ada".into() };
    assert_eq!(desk.claim(seconds(2), &id, MISSION, "Bob"), Err(claimed.clone()));
    assert_eq!(desk.answer(seconds(2), &id, MISSION, GO, "", "Bob"), Err(claimed.clone()));
    assert_eq!(desk.release(seconds(2), &id, MISSION, "Bob"), Err(claimed));
    desk.take_over(seconds(3), &id, MISSION, "Bob").expect("open");
    assert_eq!(desk.holder(&id).map(|claim| claim.operator.as_str()), Some("Bob"));
    desk.answer(seconds(3), &id, MISSION, Reply::Halt, "smoke!", "Ada").expect("anybody can halt");
    assert_eq!(desk.holder(&id), None);
    let unknown = RequestId::new("none");
    assert_eq!(desk.claim(seconds(3), &unknown, MISSION, "Ada"), Err(HelpError::UnknownRequest(unknown)));
}

#[test]
fn claim_ends_unless_it_is_renewed_and_whoever_released_one_can_be_followed_at_once() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.claim(seconds(0), &id, MISSION, "Ada").expect("free");
    assert_eq!(desk.next_deadline(), Some(seconds(10)));
    desk.claim(seconds(9), &id, MISSION, "Ada").expect("the holder renews");
    desk.handle(seconds(18), Input::Tick);
    let held = desk.holder(&id).map(|claim| (claim.since, claim.until));
    assert_eq!(held, Some((seconds(0), seconds(19))), "the work began with the first claim");
    desk.claim(seconds(19), &id, MISSION, "Bob").expect("Ada's lease is over");
    desk.release(seconds(20), &id, MISSION, "Bob").expect("it is his");
    desk.release(seconds(20), &id, MISSION, "Bob").expect("again is harmless");
    desk.claim(seconds(20), &id, MISSION, "Ada").expect("it is free");
    let kept: Vec<&str> = drain(&mut desk)
        .iter()
        .filter_map(|output| if let Output::Journal(event) = output { Some(event.kind()) } else { None })
        .collect();
    let work = ["claimed", "claimed", "lapsed", "claimed", "released", "claimed"];
    assert_eq!(kept, [&["requested"], &work[..]].concat());
}

#[test]
fn whoever_was_told_no_is_kept_with_the_reason() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.answer(seconds(1), &id, MISSION, FORBIDDEN, "", "Eve").expect_err("the monitor forbids it");
    desk.answer(seconds(1), &RequestId::new("none"), MISSION, GO, "", "Eve").expect_err("there is no such request");
    let kept: Vec<Event> = drain(&mut desk)
        .into_iter()
        .filter_map(|output| if let Output::Journal(event) = output { Some(event) } else { None })
        .collect();
    let [_, Event::Refused { operator, reason, .. }] = &kept[..] else { panic!("{kept:?}") };
    assert!(operator == "Eve" && reason.contains("must never open the fridge"), "{reason}");
    assert_eq!(Desk::restore(policy(10, None), kept.clone()).queue(), desk.queue(), "no state is made of it");
}

#[test]
fn a_call_for_others_that_may_not_have_been_sent_is_sent_again_after_a_restart() {
    let mut desk = Desk::new(policy(10, Some(5)));
    ask(&mut desk, request("robot_1", 1, 0));
    desk.handle(seconds(5), Input::Tick);
    let kept: Vec<Event> = drain(&mut desk)
        .into_iter()
        .filter_map(|output| if let Output::Journal(event) = output { Some(event) } else { None })
        .collect();
    assert_eq!(escalations(&mut Desk::restore(policy(10, Some(5)), kept.clone())), 1);
    assert_eq!(escalations(&mut Desk::restore(policy(10, Some(5)), kept[..1].to_vec())), 0, "it was not due yet");
}

#[test]
fn others_are_called_once_when_nobody_claims_in_time() {
    let mut desk = Desk::new(policy(10, Some(5)));
    let id = ask(&mut desk, request("robot_1", 1, 0));
    desk.claim(seconds(4), &id, MISSION, "Ada").expect("free");
    desk.handle(seconds(13), Input::Tick);
    assert_eq!(escalations(&mut desk), 0, "she works on it");
    desk.handle(seconds(14), Input::Tick);
    assert_eq!((desk.next_deadline(), escalations(&mut desk)), (Some(seconds(19)), 0), "it is free again since then");
    desk.handle(seconds(19), Input::Tick);
    assert_eq!(escalations(&mut desk), 1);
    assert!(desk.queue()[0].escalated);
    desk.handle(seconds(60), Input::Tick);
    assert_eq!((desk.next_deadline(), escalations(&mut desk)), (None, 0), "once");
    desk.claim(seconds(70), &id, MISSION, "Bob").expect("free");
    desk.handle(seconds(80), Input::Tick);
    desk.handle(seconds(85), Input::Tick);
    assert_eq!(escalations(&mut desk), 1, "whoever came has gone, and others are called again");
}

#[test]
fn the_queue_is_in_the_order_in_which_people_should_look_at_it() {
    let mut desk = desk(10);
    let with = |robot: &str, priority, deadline: Option<u64>| Request {
        priority,
        deadline: deadline.map(seconds),
        ..request(robot, 1, 0)
    };
    for (at, request) in [
        (0, with("oldest", 0, None)),
        (1, with("late", 0, Some(90))),
        (2, with("soon", 0, Some(60))),
        (3, with("urgent", 9, None)),
        (4, with("youngest", 0, None)),
    ] {
        desk.request(seconds(at), request, Enclosure::default()).expect("well formed");
    }
    let robots: Vec<&str> = desk.queue().iter().map(|open| open.request.robot.as_str()).collect();
    assert_eq!(robots, ["urgent", "soon", "late", "oldest", "youngest"]);
}

#[test]
fn who_looked_is_kept_and_what_was_said_is_remembered_in_words() {
    let mut desk = desk(10);
    let id = ask(&mut desk, request("robot_1", 1, 0));
    drain(&mut desk);
    assert!(matches!(desk.show(seconds(1), &id, "Ada"), Some(Found::Open(_))));
    assert!(matches!(desk.show(seconds(1), &id, ""), Some(Found::Open(_))));
    assert!(desk.show(seconds(1), &RequestId::new("none"), "Ada").is_none());
    let shown = Event::Shown { at: seconds(1), id: id.clone(), operator: "Ada".into() };
    assert_eq!(drain(&mut desk), [Output::Journal(shown)], "a look changes nothing");
    desk.answer(seconds(2), &id, MISSION, Reply::NoneOfThese, "it is behind you", "Ada").expect("open");
    let Some(Found::Ended(ended)) = desk.find(&id) else { panic!("it is remembered") };
    let Ending::Answered { reply, text, .. } = &ended.ending else { panic!("{:?}", ended.ending) };
    assert_eq!(reply.words(&ended.request, text), "none of these: it is behind you");
    assert_eq!(desk.history().count(), 1);
}
