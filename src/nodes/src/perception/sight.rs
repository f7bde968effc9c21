//! Runs the model in a thread of its own.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use r2r::{
    sensor_msgs::msg::{CompressedImage, Image},
    surefleet::msg::SubgoalVerdict,
};
use surefleet_language::{MultipleChoice, Picture, ScoreError, VisionLanguageModel};
use surefleet_onnx::Looked;
use surefleet_perception::{Check, Judge, PerceptionError, QuestionWording, read};
use surefleet_ros::{NodeError, Raw, to_image, to_png};
use surefleet_site::{Eyes, unix_s};

use super::messages::{annotate, verdict_message};

/// A question about a picture.
pub(super) enum Task {
    /// Whether an action worked; the verdict message already names the action.
    Check(Box<Check>, Box<SubgoalVerdict>),
    /// Another question: with answers to choose from, or answered in the model's own words with at most this many
    /// tokens.
    Question { question: String, answers: Vec<String>, max_tokens: u32 },
}

/// A picture and a question about it.
pub(super) struct Job {
    pub number: u64,
    pub raw: Arc<Raw>,
    pub task: Task,
    /// Nobody waits for the answer after this time.
    pub until: Instant,
}

/// The result of a job.
pub(super) struct Seen {
    pub number: u64,
    /// The picture as people get it, if it could be read.
    pub png: CompressedImage,
    /// The picture with the verdict drawn in it.
    pub shown: Option<Image>,
    pub answer: Answer,
    pub took: Duration,
    /// Measurements of the look, if the model gives them.
    pub looked: Option<Looked>,
    /// Why the detector is off, if it is.
    pub why_off: Option<String>,
}

/// The answer to a task of the same kind, or why there is none.
pub(super) enum Answer {
    Judged { message: Box<SubgoalVerdict> },
    Chosen { choice: MultipleChoice },
    Told { words: String },
    None(String),
}

/// The model's thread, and the channels to and from it.
pub(super) struct Sight {
    jobs: Option<SyncSender<Job>>,
    seen: Receiver<Seen>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    pending: usize,
}

impl Sight {
    /// Starts the thread, with room for this many jobs besides the one in progress. `size`: columns and rows that the
    /// calibration holds for; it does not judge pictures of another size.
    pub fn start(
        eyes: Eyes,
        (judge, wording): (Judge, QuestionWording),
        size: Option<[usize; 2]>,
        queue: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, NodeError> {
        let (jobs, waiting) = sync_channel(queue);
        let (tell, seen) = sync_channel(queue + 2);
        let mut worker = Worker { eyes, judge, wording, size, stop: stop.clone() };
        let thread = std::thread::Builder::new()
            .name("sight".to_owned())
            .spawn(move || {
                // The loop ends together with the room at the other end.
                while let Ok(job) = waiting.recv() {
                    if tell.send(worker.look(job)).is_err() {
                        return;
                    }
                }
            })
            .map_err(|error| NodeError::Refused(format!("cannot start a thread for the model: {error}")))?;
        Ok(Self { jobs: Some(jobs), seen, stop, thread: Some(thread), pending: 0 })
    }

    /// Queues a job; an error if too many wait already, or if the thread is gone.
    pub fn ask(&mut self, job: Job) -> Result<(), String> {
        let jobs = self.jobs.as_ref().ok_or("the node is ending")?;
        jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => "too many questions wait for the model; ask again later".to_owned(),
            TrySendError::Disconnected(_) => "the model's thread has ended; start the node again".to_owned(),
        })?;
        self.pending += 1;
        Ok(())
    }

    /// The next result.
    pub fn take(&mut self) -> Option<Seen> {
        let seen = self.seen.try_recv().ok()?;
        self.pending -= 1;
        Some(seen)
    }

    /// Number of jobs without a result.
    pub fn pending(&self) -> usize {
        self.pending
    }
}

impl Drop for Sight {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.jobs = None;
        if let Some(Err(_)) = self.thread.take().map(JoinHandle::join) {
            tracing::error!("the model's thread panicked; this is a bug");
        }
    }
}

struct Worker {
    eyes: Eyes,
    judge: Judge,
    wording: QuestionWording,
    size: Option<[usize; 2]>,
    stop: Arc<AtomicBool>,
}

impl Worker {
    fn look(&mut self, Job { number, raw, task, until }: Job) -> Seen {
        let began = Instant::now();
        let (mut png, mut shown) = (CompressedImage::default(), None);
        let answer = if self.stop.load(Ordering::Relaxed) || began >= until {
            Answer::None("it was not looked at in time".to_owned())
        } else {
            match raw.picture() {
                Err(wrong) => Answer::None(wrong),
                Ok(picture) => {
                    let answer = self.answer(&picture, task).unwrap_or_else(Answer::None);
                    if let Answer::Judged { message } = &answer {
                        png = to_png(&picture).unwrap_or_else(|wrong| {
                            tracing::warn!(wrong, "a verdict goes out without its picture");
                            CompressedImage::default()
                        });
                        shown = annotate(&picture, message).map(|shown| to_image(&shown));
                    }
                    answer
                }
            }
        };
        let why_off = self.judge.why_off().map(str::to_owned);
        Seen { number, png, shown, answer, took: began.elapsed(), looked: self.eyes.looked(), why_off }
    }

    fn answer(&mut self, picture: &Picture, task: Task) -> Result<Answer, String> {
        match task {
            Task::Check(check, message) => {
                Ok(Answer::Judged { message: Box::new(self.check(picture, &check, *message)) })
            }
            Task::Question { question, answers, max_tokens } => {
                let answered = self.tell(picture, &question, &answers, max_tokens);
                answered.map_err(|error| error.to_string())
            }
        }
    }

    fn check(&mut self, picture: &Picture, check: &Check, message: SubgoalVerdict) -> SubgoalVerdict {
        let seen = [picture.width(), picture.height()];
        if let Some([width, height]) = self.size.filter(|size| *size != seen) {
            let [w, h] = seen;
            let reason = format!(
                "the picture has {w} x {h} pixels and the calibration is about {width} x {height}: set the camera, or calibrate anew"
            );
            return SubgoalVerdict { reason, ..message };
        }
        let (strategies, uncertainties) = (self.judge.strategies(), self.judge.uncertainties());
        let said = self
            .eyes
            .look(picture)
            .map_err(PerceptionError::from)
            .and_then(|_| read(&mut self.eyes, check, &strategies, &uncertainties, self.wording));
        let readings = said.as_ref().ok().cloned().unwrap_or_default();
        // With a clock before 1970, every calibration would come from the future.
        let now_unix_s = unix_s().unwrap_or(0);
        let verdict = self.judge.judge(now_unix_s, check, said);
        verdict_message(message, &verdict, &readings)
    }

    fn tell(
        &mut self,
        picture: &Picture,
        question: &str,
        answers: &[String],
        max_tokens: u32,
    ) -> Result<Answer, ScoreError> {
        self.eyes.look(picture)?;
        if answers.is_empty() {
            let (words, _) = self.eyes.describe(&[], question, max_tokens)?;
            return Ok(Answer::Told { words });
        }
        let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
        Ok(Answer::Chosen { choice: self.eyes.choose(&[], question, &answers)? })
    }
}
