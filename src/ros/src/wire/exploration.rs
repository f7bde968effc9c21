use r2r::{
    geometry_msgs::msg::{Point as PointMessage, Pose, Quaternion},
    std_msgs::msg::Header,
    surefleet::msg,
};
use surefleet_exploration::{
    AnswerLetter, AnswerReceipt, CheckName, ExplorationQuestion, ExplorerMessage, FoundObject, QuestionId, Relevance,
    RelevanceScores, RelevanceSet, RelevantFinding, SearchRequest, SharedAnswer, SoughtQuestion,
};
use surefleet_fleet::{RobotId, Stamp};
use surefleet_mapping::{Confidence, Frame, GroundPoint, Map, Point};

use super::{WireError, header, time};

/// A pose on the floor, on the wire.
pub fn floor_pose(at: GroundPoint, yaw_rad: f64) -> Pose {
    let (sin, cos) = (yaw_rad / 2.0).sin_cos();
    Pose {
        position: PointMessage { x: at.x, y: at.y, z: 0.0 },
        orientation: Quaternion { x: 0.0, y: 0.0, z: sin, w: cos },
    }
}

/// The place and the heading of a pose on the floor, from the wire; `None`: it is none, with numbers that are not finite or no rotation.
pub fn on_floor(pose: &Pose) -> Option<(GroundPoint, f64)> {
    let (at, turned) = (&pose.position, &pose.orientation);
    let yaw_rad = 2.0 * turned.z.atan2(turned.w);
    let is_pose = [at.x, at.y, yaw_rad].iter().all(|number| number.is_finite()) && (turned.z, turned.w) != (0.0, 0.0);
    is_pose.then(|| (GroundPoint::new(at.x, at.y), yaw_rad))
}

/// What a robot looks for, on the wire.
pub fn request_message(now: Stamp, request: &SearchRequest) -> msg::Request {
    let sought = |SoughtQuestion { question, is_disputed }: &SoughtQuestion| msg::SoughtQuestion {
        number: question.id().number,
        text: question.text().to_owned(),
        answers: question.answers().to_vec(),
        sought: question.sought().to_vec(),
        disputed: *is_disputed,
    };
    let receipt = |receipt: &AnswerReceipt| msg::AnswerReceipt {
        question: receipt.question.number,
        robot: receipt.from.to_string(),
        number: receipt.number,
    };
    msg::Request {
        header: header(now),
        robot: request.from.to_string(),
        number: request.number,
        questions: request.questions.iter().map(sought).collect(),
        receipts: request.receipts.iter().map(receipt).collect(),
        ..Default::default()
    }
}

/// What a robot looks for, from the wire.
///
/// # Errors
/// A malformed name, or a question that no robot could answer.
pub fn request(message: &msg::Request) -> Result<SearchRequest, WireError> {
    let from = RobotId::new(&message.robot)?;
    let id = |number: u32| QuestionId { owner: from.clone(), number };
    let sought = |it: &msg::SoughtQuestion| {
        let (answers, sought): (Vec<&str>, Vec<&str>) =
            (it.answers.iter().map(String::as_str).collect(), it.sought.iter().map(String::as_str).collect());
        let question = ExplorationQuestion::new(id(it.number), &it.text, &answers, &sought);
        let question = question.map_err(|error| field("questions", &error, "no robot can answer it"))?;
        Ok::<_, WireError>(SoughtQuestion { question, is_disputed: it.disputed })
    };
    let receipt = |it: &msg::AnswerReceipt| {
        let from = RobotId::new(&it.robot)?;
        Ok::<_, WireError>(AnswerReceipt { question: id(it.question), from, number: it.number })
    };
    let questions = message.questions.iter().map(sought).collect::<Result<_, _>>()?;
    let receipts = message.receipts.iter().map(receipt).collect::<Result<_, _>>()?;
    Ok(SearchRequest { number: message.number, questions, receipts, from })
}

/// What a robot tells another about its question, on the wire; `None` for a request, which is a message of its own.
pub fn finding_message(now: Stamp, said: &ExplorerMessage) -> Option<msg::Finding> {
    let header = Header { stamp: time(now), frame_id: Map::NAME.to_owned() };
    let of = |from: &RobotId, number: u64, question: &QuestionId, view: u64| msg::Finding {
        header: header.clone(),
        robot: from.to_string(),
        number,
        owner: question.owner.to_string(),
        question: question.number,
        view,
        ..Default::default()
    };
    match said {
        ExplorerMessage::Request(_) => None,
        ExplorerMessage::Finding(RelevantFinding { from, number, question, view, objects }) => {
            let objects = objects.iter().map(found_message).collect();
            Some(msg::Finding { objects, ..of(from, *number, question, *view) })
        }
        ExplorerMessage::Answer(SharedAnswer { from, number, question, letter, confidence, check, view }) => {
            let (calibrated, sha256) = match check {
                CheckName::Fixed(sha256) => (false, sha256),
                CheckName::Calibrated(sha256) => (true, sha256),
            };
            Some(msg::Finding {
                // NO_ANSWER is 0, A is 1.
                answer: letter.place() as u8 + 1,
                confidence: *confidence,
                calibrated,
                check_sha256: sha256.to_string(),
                ..of(from, *number, question, *view)
            })
        }
    }
}

/// What a robot tells another about its question, from the wire.
///
/// # Errors
/// A malformed name or number, another frame than that of maps, or both objects and an answer, or neither.
pub fn finding(message: &msg::Finding) -> Result<ExplorerMessage, WireError> {
    let from = RobotId::new(&message.robot)?;
    let question = QuestionId { owner: RobotId::new(&message.owner)?, number: message.question };
    let (number, view) = (message.number, message.view);
    if message.header.frame_id != Map::NAME {
        return Err(field("header.frame_id", &message.header.frame_id, "positions are in the frame \"map\""));
    }
    let letter = usize::from(message.answer).checked_sub(1).map(|place| AnswerLetter::ALL.get(place).copied());
    match letter {
        None if !message.objects.is_empty() => {
            let objects = message.objects.iter().map(found).collect::<Result<_, _>>()?;
            Ok(ExplorerMessage::Finding(RelevantFinding { from, number, question, view, objects }))
        }
        Some(Some(letter)) if message.objects.is_empty() => {
            let sha256 = &message.check_sha256;
            let sha256 = sha256.parse().map_err(|_| field("check_sha256", sha256, "it has 64 hexadecimal digits"))?;
            let check = if message.calibrated { CheckName::Calibrated(sha256) } else { CheckName::Fixed(sha256) };
            let confidence = message.confidence;
            Ok(ExplorerMessage::Answer(SharedAnswer { from, number, question, letter, confidence, check, view }))
        }
        _ => Err(field("answer", &message.answer, "a finding has objects, or an answer from A to D")),
    }
}

fn found_message(object: &FoundObject) -> msg::FoundObject {
    let FoundObject { class, position, confidence, sought, set, scores } = object;
    msg::FoundObject {
        name: class.clone(),
        position: PointMessage { x: position.x(), y: position.y(), z: position.z() },
        confidence: confidence.get(),
        sought: sought.clone(),
        may_be_it: set.same,
        may_be_near: set.near,
        scores: Relevance::ALL.map(|relation| scores.of(relation)).to_vec(),
    }
}

fn found(object: &msg::FoundObject) -> Result<FoundObject, WireError> {
    let PointMessage { x, y, z } = object.position;
    let confidence = Confidence::new(object.confidence);
    let scores = RelevanceScores::new(&object.scores);
    Ok(FoundObject {
        class: object.name.clone(),
        position: Point::new(x, y, z),
        confidence: confidence.map_err(|_| field("confidence", &object.confidence, "it is from 0 to 1"))?,
        sought: object.sought.clone(),
        set: RelevanceSet { same: object.may_be_it, near: object.may_be_near },
        scores: scores.map_err(|error| field("scores", &error, "they are four probabilities"))?,
    })
}

fn field(field: &'static str, value: &dyn std::fmt::Display, wrong: &'static str) -> WireError {
    WireError::Field { field, value: value.to_string(), wrong }
}

#[cfg(test)]
mod tests {
    use surefleet_exploration::ConfidenceCheck;

    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn a_pose_on_the_floor_comes_back_and_what_is_none_is_refused() {
        let at = GroundPoint::new(1.5, -2.0);
        let back = on_floor(&floor_pose(at, -2.5));
        assert!(back.is_some_and(|(there, yaw_rad)| there == at && (yaw_rad + 2.5).abs() < 1e-12), "{back:?}");
        let [mut endless, mut unturned] = [floor_pose(at, 0.0), floor_pose(at, 0.0)];
        (endless.position.y, unturned.orientation.w) = (f64::INFINITY, 0.0);
        assert_eq!((on_floor(&endless), on_floor(&unturned)), (None, None));
    }

    #[test]
    fn what_a_robot_looks_for_comes_back_from_the_wire_as_it_was() -> Outcome {
        let [one, two] = [RobotId::new("robot_1")?, RobotId::new("robot_2")?];
        let id = QuestionId { owner: one.clone(), number: 7 };
        let question = ExplorationQuestion::new(id.clone(), "Where is the kettle?", &["here", "there"], &["kettle"])?;
        let questions = vec![SoughtQuestion { question, is_disputed: true }];
        let receipts = vec![AnswerReceipt { question: id, from: two, number: 3 }];
        let said = SearchRequest { from: one, number: 9, questions, receipts };
        let mut message = request_message(Stamp::ZERO, &said);
        assert_eq!(request(&message)?, said);
        message.questions[0].answers.pop();
        assert!(request(&message).is_err_and(|error| error.to_string().contains("1 answers")));
        Ok(())
    }

    #[test]
    fn findings_and_answers_come_back_and_what_is_both_or_neither_is_refused() -> Outcome {
        let [one, two] = [RobotId::new("robot_1")?, RobotId::new("robot_2")?];
        let question = QuestionId { owner: two, number: 1 };
        let object = FoundObject {
            class: "stove".into(),
            position: Point::new(1.0, 2.0, 0.5),
            confidence: Confidence::new(0.75)?,
            sought: "kettle".into(),
            set: RelevanceSet { same: false, near: true },
            scores: RelevanceScores::new(&[0.25, 0.5, 0.125, 0.125])?,
        };
        let objects = vec![object];
        let (number, view) = (5, 4);
        let found = RelevantFinding { from: one.clone(), number, question: question.clone(), view, objects };
        let check = ConfidenceCheck::fixed(0.5)?.name();
        let (letter, confidence) = (AnswerLetter::D, 0.75);
        let answer = SharedAnswer { from: one, number, question, letter, confidence, check, view };
        let [mut found, mut answer] = [ExplorerMessage::Finding(found), ExplorerMessage::Answer(answer)].map(|said| {
            let message = finding_message(Stamp::ZERO, &said).unwrap_or_default();
            assert_eq!(finding(&message).ok(), Some(said));
            message
        });
        let refused =
            |message: &msg::Finding| finding(message).err().map(|error| error.to_string()).unwrap_or_default();
        answer.objects.clone_from(&found.objects);
        assert!(refused(&answer).contains("objects, or an answer"), "both");
        found.objects.clear();
        assert!(refused(&found).contains("objects, or an answer"), "neither");
        answer.objects.clear();
        answer.answer = 5;
        assert!(refused(&answer).contains("A to D"));
        (answer.answer, answer.check_sha256) = (1, "short".into());
        assert!(refused(&answer).contains("check_sha256"));
        answer.header.frame_id = "odom".into();
        assert!(refused(&answer).contains("frame"));
        Ok(())
    }
}
