use r2r::surefleet::msg::HelpRequest;
use serde::Serialize;
use surefleet_fleet::Digest;
use surefleet_identity::canonical;

const PREFIX: &[u8] = b"surefleet question 1\n";

/// What an answer is an answer to.
#[derive(Serialize)]
struct Question<'a> {
    robot: &'a str,
    mission_id: &'a [u8],
    step: u32,
    attempt: u32,
    mission_text: &'a str,
    question: &'a str,
    options: Vec<Offered<'a>>,
    lasting: &'a [u16],
}

#[derive(Serialize)]
struct Offered<'a> {
    decision: u16,
    text: &'a str,
    allowed: bool,
}

/// The caller's own key, how often it was asked anew (0: it was not), and after it what names this question and no other.
pub fn question_key(own: &str, anew: u32, request: &HelpRequest) -> String {
    let digest = short(&question_digest(request));
    if anew == 0 { format!("{own}/{digest}") } else { format!("{own}~{anew}/{digest}") }
}

/// The caller's own key of a question.
pub fn own_key(key: &str) -> &str {
    let own = key.rsplit_once('/').map_or(key, |(own, _)| own);
    own.rsplit_once('~').map_or(own, |(own, _)| own)
}

/// Whether a request's key names its question.
pub fn is_of_its_key(request: &HelpRequest) -> bool {
    request.key.rsplit_once('/').is_some_and(|(_, digest)| digest == short(&question_digest(request)))
}

/// 64 bits: the robot alone makes its questions, and nobody else can put one in its name.
fn short(digest: &Digest) -> String {
    digest.to_string().chars().take(16).collect()
}

/// The digest of a question and its options, as whoever answers sees them (docs/help_desk.md).
pub fn question_digest(request: &HelpRequest) -> Digest {
    let options = request.options.iter();
    let question = Question {
        robot: &request.robot,
        mission_id: &request.mission_id,
        step: request.step,
        attempt: request.attempt,
        mission_text: &request.mission_text,
        question: &request.question,
        options: options
            .map(|option| Offered { decision: option.decision, text: &option.text, allowed: option.allowed })
            .collect(),
        lasting: &request.lasting,
    };
    // Text and numbers have canonical bytes; a question of 4 GiB does not come over the wire.
    Digest::of([PREFIX, &canonical(&question).unwrap_or_default()])
}
