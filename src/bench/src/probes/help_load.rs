//! Measures a help desk under load: robots that ask, and panels that look, claim and answer.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::surefleet::{
    msg::{HelpOption, HelpRequest},
    srv::RequestHelp,
};
use serde::{Deserialize, Serialize};
use surefleet_client::{DeskCall, DeskWord, FleetClient, HelpDeskClient, QueueLine};
use surefleet_fleet::{Digest, RobotId};
use surefleet_help::{OptionId, Reply};
use surefleet_identity::Participant;
use surefleet_ros::{Identity, NodeError, Requests, wire};
use surefleet_site::Access;

/// How long one panel's calls took, in milliseconds.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PanelTimes {
    /// From making the node to the whole queue.
    pub queue_ms: f64,
    /// To see a request whole, a call an entry.
    pub show_ms: Vec<f64>,
    /// To claim a request.
    pub claim_ms: Vec<f64>,
    /// To answer a request.
    pub answer_ms: Vec<f64>,
}

const REQUEST: &str = "help_desk/request";
/// Where [`bare_desk`] takes calls.
const BARE: &str = "/bare_desk/request";
/// Options of a question, as in the household.
const OPTIONS: u16 = 37;
/// The longest time that a panel may wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// Each robot asks one question for each of several missions. All questions stay open. Times are in milliseconds.
/// Then calls a [`bare_desk`] as often with the same.
///
/// # Errors
/// No help desk or no bare desk, or a request that is refused.
pub fn measure_requests(
    robots: usize,
    each: usize,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<(Vec<f64>, Vec<f64>), NodeError> {
    let mut client = FleetClient::create(&Access::default(), "robots", patience, interrupted)?;
    let planners = (0..robots).map(|robot| {
        let robot = RobotId::new(&name(robot)).map_err(|error| NodeError::Refused(error.to_string()))?;
        Identity::of_person(&Access { signer: Some(Participant::planner(&robot)), ..Access::default() })
    });
    let planners = planners.collect::<Result<Vec<Identity>, NodeError>>()?;
    let mut times = [Vec::new(), Vec::new()];
    for (service, times) in [REQUEST, BARE].into_iter().zip(&mut times) {
        let desk = client.find::<RequestHelp::Service>(service)?;
        for number in 0..robots * each {
            let call =
                RequestHelp::Request { request: request(number % robots, number / robots), ..Default::default() };
            client.node.identify(planners[number % robots].clone());
            let (took, reply) = client.repeat(&desk, service, &call, patience, Duration::ZERO)?;
            if !reply.accepted {
                return Err(NodeError::Refused(reply.reason));
            }
            times.push(took.as_secs_f64() * 1e3);
        }
    }
    let [asked, bare] = times;
    Ok((asked, bare))
}

/// A help desk that accepts everything and does nothing, until it is interrupted: what calls cost without one.
///
/// # Errors
/// No ROS.
pub fn bare_desk(interrupted: &AtomicBool) -> Result<(), NodeError> {
    // It stands in for the help desk, so it answers with the desk's key.
    let access = Access { signer: Some(Participant::help_desk()), ..Access::default() };
    let mut client = FleetClient::create(&access, "bare_desk", PATIENCE, interrupted)?;
    let mut requests = Requests::<RequestHelp::Service>::serve(&mut client.node, BARE)?;
    while !client.is_interrupted() {
        client.node.spin_once(Duration::from_millis(20));
        requests.answer(|_| RequestHelp::Response { id: "bare".into(), accepted: true, ..Default::default() });
    }
    Ok(())
}

/// One of `panels` panels. It waits for a queue of at least `open` requests, and reports it. Once told to go on, it
/// looks at, claims and answers each of the `calls` requests of its share, with a pause after each call.
///
/// # Errors
/// No help desk, or a call that is refused.
pub fn measure_panel(
    (panel, panels): (usize, usize),
    open: usize,
    calls: usize,
    pause: Duration,
    is_ready: impl FnOnce() -> Result<(), NodeError>,
) -> Result<PanelTimes, NodeError> {
    let begin = Instant::now();
    let mut desk = HelpDeskClient::open(&Access::default(), &format!("panel_{panel}"))?;
    let mut seen: Vec<QueueLine> = Vec::new();
    while seen.len() < open {
        if begin.elapsed() > PATIENCE {
            return Err(NodeError::Refused(format!("a queue of {} requests was seen, not of {open}", seen.len())));
        }
        desk.spin(Duration::from_millis(1));
        while let Some(word) = desk.poll() {
            if let DeskWord::Queue(_, lines) = word {
                seen = lines;
            }
        }
    }
    let mut times = PanelTimes { queue_ms: begin.elapsed().as_secs_f64() * 1e3, ..Default::default() };
    let mine: Vec<&QueueLine> = seen.iter().skip(panel).step_by(panels).take(calls).collect();
    // The first answer to a new client can be lost, which is not what is measured.
    if let Some(first) = mine.first() {
        timed(&mut desk, first, DeskCall::Show)?;
    }
    is_ready()?;
    for line in mine {
        let answer = DeskCall::Answer(Reply::Option(OptionId::new(4)), String::new());
        let calls = [
            (DeskCall::Show, &mut times.show_ms),
            (DeskCall::Claim, &mut times.claim_ms),
            (answer, &mut times.answer_ms),
        ];
        for (call, times) in calls {
            times.push(timed(&mut desk, line, call)?);
            let end = Instant::now() + pause;
            while Instant::now() < end {
                desk.spin(Duration::from_millis(5));
                while desk.poll().is_some() {}
            }
        }
    }
    Ok(times)
}

/// Milliseconds until the desk has done what was asked for.
fn timed(desk: &mut HelpDeskClient, line: &QueueLine, call: DeskCall) -> Result<f64, NodeError> {
    let begin = Instant::now();
    desk.call(&line.id, line.mission, call);
    while begin.elapsed() < PATIENCE {
        desk.spin(Duration::from_millis(1));
        while let Some(word) = desk.poll() {
            match word {
                DeskWord::Refused(_, _, reason) | DeskWord::Silent(_, _, reason) => {
                    return Err(NodeError::Refused(reason));
                }
                DeskWord::Shown(_) | DeskWord::Done(..) => return Ok(begin.elapsed().as_secs_f64() * 1e3),
                DeskWord::Queue(..) | DeskWord::Read(..) | DeskWord::History(..) => {}
            }
        }
    }
    Err(NodeError::Refused(format!("the help desk did not answer about {} within {} s", line.id, PATIENCE.as_secs())))
}

/// Robots of the benchmark.
fn name(robot: usize) -> String {
    format!("robot_{}", robot + 1)
}

fn request(robot: usize, number: usize) -> HelpRequest {
    let mission = Digest::of([b"mission".as_slice(), &robot.to_le_bytes(), &number.to_le_bytes()]);
    let robot = name(robot);
    let options = (0..OPTIONS).map(|decision| HelpOption {
        id: decision + 1,
        decision,
        text: format!("go to apple {decision}"),
        score: -f64::from(decision),
        in_set: decision < 2,
        allowed: decision % 5 != 4,
        reason: if decision % 5 == 4 { "it is not at apple 1".into() } else { String::new() },
        lasting: false,
    });
    let mut request = HelpRequest {
        mission_id: mission.as_bytes()[..16].to_vec(),
        mission_text: "Move apple 1 to the sink or the counter. Robot 2 should never open the fridge.".into(),
        step: 1,
        kind: HelpRequest::DECISION as u8,
        question: format!("What should {robot} do in step 1 of at most 9? Possible: grab apple 1, idle."),
        prompt: "You are one of several robots in a household. ".repeat(40),
        options: options.collect(),
        threshold: -1.5,
        deadline: wire::time(surefleet_fleet::Stamp::ZERO),
        robot,
        ..Default::default()
    };
    request.key = wire::question_key(&format!("{mission}/1/0/{}/set", request.robot), 0, &request);
    request
}
