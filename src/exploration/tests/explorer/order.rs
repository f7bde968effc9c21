use proptest::prelude::*;
use surefleet_exploration::{
    AnswerLetter, Explorer, ExplorerMessage, FoundObject, Input, QuestionStanding, Relevance, RelevanceSet,
    RelevantFinding, SearchRequest,
};
use surefleet_mapping::{Confidence, Point};

use crate::setting::*;

/// All that a robot believes, in an order of its own.
fn state(explorer: &Explorer) -> (Vec<Option<QuestionStanding>>, Vec<Vec<f64>>, Vec<String>) {
    let questions = [id(1, 1), id(1, 2)];
    let standings = questions.iter().map(|id| explorer.standing(id).cloned()).collect();
    let values = questions.iter().map(|id| {
        let map = explorer.values(id).unwrap();
        let layout = map.layout();
        let cells = (0..layout.width() as u32).flat_map(|x| (0..layout.height() as u32).map(move |y| (x, y)));
        cells.map(|(x, y)| map.value(surefleet_mapping::GridCell::new(x, y))).collect()
    });
    let sought = explorer.sought_by_others().map(|it| format!("{it:?}")).collect();
    (standings, values.collect(), sought)
}

/// A message of one of two other robots; equal numbers of a robot are equal messages.
fn message() -> impl Strategy<Value = ExplorerMessage> {
    (2..4u32, 1..20u64, 0..3usize, 1..3u32).prop_map(|(from, number, kind, question)| {
        // Its content follows from sender and number.
        let seed = number * 7 + u64::from(from);
        let letter = AnswerLetter::ALL[(seed % 3) as usize];
        match kind {
            0 => request(from, number, [&["cup"][..], &["cup", "pan"], &[]][(seed % 3) as usize]),
            1 => answer(from, number, id(1, question), letter, check_name()),
            _ => {
                let is_target = seed.is_multiple_of(2);
                let object = FoundObject {
                    class: "pillow".into(),
                    position: Point::new((seed % 9) as f64, (seed % 7) as f64, 0.5),
                    confidence: Confidence::new(0.9).unwrap(),
                    sought: if question == 1 { "cushion".into() } else { "kettle".into() },
                    set: RelevanceSet { same: is_target, near: !is_target },
                    scores: scores(Relevance::Same, 0.9),
                };
                let objects = vec![object];
                let finding =
                    RelevantFinding { from: robot(from), number, question: id(1, question), view: number, objects };
                ExplorerMessage::Finding(finding)
            }
        }
    })
}

fn check_name() -> surefleet_exploration::CheckName {
    thread_local!(static NAME: surefleet_exploration::CheckName = check().name());
    NAME.with(|name| *name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn repeated_and_reordered_messages_end_in_the_same_state(
        (messages, shuffled) in prop::collection::vec(message(), 1..25).prop_flat_map(|messages| {
            let twice: Vec<ExplorerMessage> = messages.iter().chain(&messages).cloned().collect();
            (Just(messages), Just(twice).prop_shuffle())
        }),
    ) {
        let believe = |messages: &[ExplorerMessage]| {
            let mut explorer = explorer(1, &["cushion", "kettle"]);
            for message in messages {
                handle(&mut explorer, 1.0, Input::Heard(message.clone()));
            }
            state(&explorer)
        };
        prop_assert_eq!(believe(&messages), believe(&shuffled));
    }

    #[test]
    fn no_message_makes_it_stumble_and_its_deadline_lies_ahead(
        messages in prop::collection::vec((message(), 0..3000u64), 1..40),
        strange in prop::collection::vec(any::<u64>().prop_map(f64::from_bits), 4),
    ) {
        let mut explorer = explorer(1, &["cushion", "kettle"]);
        let mut now = 0.0;
        for (mut message, pause) in messages {
            now += pause as f64 / 1000.0;
            match &mut message {
                ExplorerMessage::Answer(answer) => answer.confidence = strange[0],
                ExplorerMessage::Finding(finding) => {
                    finding.objects[0].position = Point::new(strange[1], strange[2], strange[3]);
                }
                ExplorerMessage::Request(SearchRequest { questions, .. }) => questions.reverse(),
            }
            handle(&mut explorer, now, Input::Heard(message));
            prop_assert!(explorer.next_deadline().is_none_or(|due| due > at(now)));
        }
    }
}
