use r2r::surefleet::msg::{HelpOption, HelpRequest};
use serde::Serialize;
use surefleet_fleet::Digest;
use surefleet_identity::canonical;

const PREFIX: &[u8] = b"surefleet question 2\n";

/// The content of a question that an answer refers to.
#[derive(Serialize)]
struct Question<'a> {
    robot: &'a str,
    mission_id: &'a [u8],
    step: u32,
    attempt: u32,
    mission_text: &'a str,
    kind: u8,
    question: &'a str,
    options: Vec<Offered<'a>>,
}

#[derive(Serialize)]
struct Offered<'a> {
    id: u16,
    text: &'a str,
    decision: u16,
    allowed: bool,
    lasting: bool,
}

impl<'a> Offered<'a> {
    fn of(option: &'a HelpOption) -> Self {
        let HelpOption { id, text, decision, allowed, lasting, .. } = option;
        Self { id: *id, text, decision: *decision, allowed: *allowed, lasting: *lasting }
    }
}

/// The caller's own key, how many times it was asked again (0: never), and then a digest that is unique to this
/// question.
pub fn question_key(own: &str, anew: u32, request: &HelpRequest) -> String {
    let digest = short(&question_digest(request));
    if anew == 0 { format!("{own}/{digest}") } else { format!("{own}~{anew}/{digest}") }
}

/// Whether a request's key names its question.
pub fn is_of_its_key(request: &HelpRequest) -> bool {
    request.key.rsplit_once('/').is_some_and(|(_, digest)| digest == short(&question_digest(request)))
}

/// 64 bits are enough: only the robot makes its questions, and nobody else can send one in its name.
fn short(digest: &Digest) -> String {
    digest.to_string().chars().take(16).collect()
}

/// The digest of a question and its options, as operators see them (docs/help_desk.md).
pub fn question_digest(request: &HelpRequest) -> Digest {
    let options = request.options.iter();
    let question = Question {
        robot: &request.robot,
        mission_id: &request.mission_id,
        step: request.step,
        attempt: request.attempt,
        mission_text: &request.mission_text,
        kind: request.kind,
        question: &request.question,
        options: options.map(Offered::of).collect(),
    };
    // Text and numbers have canonical bytes; a question of 4 GiB cannot arrive over the wire.
    Digest::of([PREFIX, &canonical(&question).unwrap_or_default()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `question_digest` in `examples/surefleet_seal.py` computes it, and the panel's `sealing_test` checks it too.
    #[test]
    fn a_questions_digest_is_the_python_references() {
        let option = |id, decision, allowed| HelpOption {
            id,
            text: format!("grab {decision}"),
            decision,
            allowed,
            lasting: true,
            ..Default::default()
        };
        let mut mission_id = vec![0; 16];
        mission_id[0] = 7;
        let request = HelpRequest {
            robot: "robot_1".to_owned(),
            mission_id,
            step: 3,
            attempt: 1,
            mission_text: "Move apple 1 to the sink.".to_owned(),
            kind: HelpRequest::DECISION as u8,
            question: "Which?".to_owned(),
            options: vec![option(1, 12, true), option(2, 300, false)],
            ..Default::default()
        };
        let expected = "8c248dd80f180b4c33926ba26f9ba4b8fc35b6c12d3be71caacb0c99fdfa7822";
        assert_eq!(question_digest(&request).to_string(), expected);
        let key = question_key("mine", 0, &request);
        assert_eq!(key, format!("mine/{}", &expected[..16]));
        assert!(is_of_its_key(&HelpRequest { key: key.clone(), ..request.clone() }));
        let other = HelpRequest { kind: HelpRequest::OUTCOME as u8, key, ..request };
        assert!(!is_of_its_key(&other), "another kind of question is another question");
    }
}
