//! A scorer's answers, kept beside the file that is made from them: an interrupted calibration continues from there.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Seek, SeekFrom, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Mutex,
};

use anyhow::{Context, Result, anyhow, bail};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use surefleet_fleet::Digest;
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Understanding, Usage};
use surefleet_site::lock_alone;

/// A scorer that is asked each question once, even across restarts of the process.
pub struct Scored<'a, S> {
    scorer: &'a S,
    known: HashMap<String, Line>,
    path: PathBuf,
    file: Mutex<File>,
}

/// Everything besides the questions that the answers depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The scorer.
    pub scorer: ScorerIdentity,
    /// Digest of the domain.
    pub domain: Digest,
    /// Commit or version of the program.
    pub program: String,
}

/// An answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Line {
    question: String,
    /// Log-probabilities, eight bytes each, in base64.
    scores: String,
    /// Probability of the likeliest meaning, and of the part that was not understood.
    understanding: Option<[f64; 2]>,
    usage: Usage,
}

impl<'a, S: OptionScorer> Scored<'a, S> {
    /// Continues with the answers beside `out`, if they have the same origin.
    ///
    /// # Errors
    /// A file that cannot be used, or that another process uses.
    pub fn beside(out: &Path, scorer: &'a S, origin: &Origin) -> Result<Self> {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".scored.jsonl");
        let path = out.with_file_name(name);
        let mut file = alone(&path, out)?;
        let (known, sound) = read(&file, origin).with_context(|| format!("cannot read {}", path.display()))?;
        if sound == 0 && file.metadata()?.len() > 0 {
            eprintln!("{} is of another model, domain or version of this program: it begins anew", path.display());
        }
        file.set_len(sound).and_then(|()| file.seek(SeekFrom::End(0)))?;
        if sound == 0 {
            write(&mut file, origin)?;
        }
        if !known.is_empty() {
            eprintln!("{} decisions were scored before ({}) and are not scored again", known.len(), path.display());
        }
        Ok(Self { scorer, known, path, file: Mutex::new(file) })
    }

    /// Removes the answers: the file that is made from them is complete.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn done(self) -> Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }
}

impl<S: OptionScorer + Sync> OptionScorer for Scored<'_, S> {
    fn identity(&self) -> ScorerIdentity {
        self.scorer.identity()
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        let name = name(question);
        if let Some(scores) = self.known.get(&name).and_then(|line| line.scores(question.options.len())) {
            return Ok(scores);
        }
        let scores = self.scorer.score(question).await?;
        let kept = match self.file.lock() {
            Ok(mut file) => write(&mut file, &Line::of(name, &scores)),
            Err(_) => Err(anyhow!("another thread panicked while it wrote")),
        };
        if let Err(error) = kept {
            tracing::warn!("a score could not be kept: {error:#}");
        }
        Ok(scores)
    }
}

/// Opens the file for one calibration at a time.
fn alone(path: &Path, out: &Path) -> Result<File> {
    loop {
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let file = opened.with_context(|| format!("cannot use {}", path.display()))?;
        if !lock_alone(&file).with_context(|| format!("cannot lock {}", path.display()))? {
            let path = path.display();
            bail!(
                "another process makes {} (it uses {path}): wait for it or end it, or give another --out",
                out.display()
            );
        }
        // The earlier holder may have removed the file meanwhile; then it is opened again.
        if file.metadata()?.nlink() > 0 {
            return Ok(file);
        }
    }
}

/// A key made from everything that a scorer's answer may depend on.
fn name(question: &Question) -> String {
    let (turn, robot) = (&question.turn, &question.robot);
    let numbers = [turn.step.get(), turn.attempt.0, turn.decided.len() as u32, question.options.len() as u32];
    let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let (mission, content) = (turn.mission(), turn.content());
    let parts = [
        mission.as_bytes().as_slice(),
        numbers.as_slice(),
        content.as_bytes().as_slice(),
        robot.as_str().as_bytes(),
        question.prompt.prefix.as_bytes(),
        question.prompt.suffix.as_bytes(),
    ];
    Digest::of(parts).to_string()[..32].to_owned()
}

impl Line {
    fn of(question: String, scores: &Scores) -> Self {
        let bytes: Vec<u8> = scores.log_probabilities.iter().flat_map(|score| score.to_le_bytes()).collect();
        let understanding = scores.understanding.map(|said| [said.top, said.unexplained]);
        Self { question, scores: STANDARD.encode(bytes), understanding, usage: scores.usage }
    }

    /// `None`: the number of options differs.
    fn scores(&self, options: usize) -> Option<Scores> {
        let bytes = STANDARD.decode(&self.scores).ok().filter(|bytes| bytes.len() == options * 8)?;
        let score = |bytes: &[u8]| bytes.try_into().ok().map(f64::from_le_bytes);
        let log_probabilities = bytes.chunks_exact(8).map(score).collect::<Option<Vec<f64>>>()?;
        let understanding = self.understanding.map(|[top, unexplained]| Understanding { top, unexplained });
        Some(Scores {
            log_probabilities,
            usage: self.usage,
            understanding,
            meanings: std::sync::Arc::default(),
            team_step: None,
        })
    }
}

/// The answers in a file, and the length of its valid part; empty and 0 if it has another origin.
fn read(file: &File, origin: &Origin) -> Result<(HashMap<String, Line>, u64)> {
    let mut reader = BufReader::new(file);
    let mut text = String::new();
    let mut sound = reader.read_line(&mut text)? as u64;
    let is_ours =
        |text: &str| text.ends_with('\n') && serde_json::from_str::<Origin>(text).is_ok_and(|it| it == *origin);
    if !is_ours(&text) {
        return Ok((HashMap::new(), 0));
    }
    let mut known = HashMap::new();
    loop {
        text.clear();
        let length = reader.read_line(&mut text)?;
        // A last line without its end is left by a crash during a write.
        let Some(line) = text.strip_suffix('\n').and_then(|text| serde_json::from_str::<Line>(text).ok()) else {
            return Ok((known, sound));
        };
        sound += length as u64;
        known.insert(line.question.clone(), line);
    }
}

fn write(file: &mut File, line: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(line)? + "\n";
    Ok(file.write_all(text.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    };

    use surefleet_calibration::{Split, Workers, survey};
    use surefleet_mission::{Distribution, TeamClass, Transport};
    use surefleet_simulator::SimulatedScorer;

    use super::*;

    /// A scorer that fails after some answers, like a process that is killed.
    struct Mortal {
        scorer: SimulatedScorer,
        answers: AtomicU32,
        most: u32,
    }

    impl OptionScorer for Mortal {
        fn identity(&self) -> ScorerIdentity {
            self.scorer.identity()
        }

        async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
            if self.answers.fetch_add(1, Ordering::Relaxed) >= self.most {
                return Err(ScoreError::NoOptions);
            }
            self.scorer.score(question).await
        }
    }

    fn mortal(domain: &Arc<Transport>, most: u32) -> Mortal {
        let scorer = SimulatedScorer::new(domain.clone(), 3.0, 1).expect("a good quality");
        Mortal { scorer, answers: AtomicU32::new(0), most }
    }

    #[test]
    fn what_was_scored_before_an_interruption_is_not_scored_again_and_nothing_else_is_believed() {
        let domain = Arc::new(Transport::household());
        let distribution = Distribution::household(domain.clone()).expect("it is large enough");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let folder = std::env::temp_dir().join(format!("surefleet-scored-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder of our own");
        let out = folder.join("calibration.json");
        let walk = |scorer: &Mortal, origin: &Origin, is_made: bool| {
            let scored = Scored::beside(&out, scorer, origin).expect("a file of our own");
            let second = Scored::beside(&out, scorer, origin).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(second.contains("another process makes"), "{second}");
            let workers = Workers {
                threads: 1,
                runtime: runtime.handle(),
                on_more: &|_| {},
                on_episode: &|| {},
                on_learnt: &|_| {},
            };
            #[rustfmt::skip]
            let walked = survey(&distribution, None, &scored, TeamClass::Three.team_size(), Split::Test, 0..4, workers);
            if is_made {
                scored.done().expect("a file of our own");
            }
            walked
        };
        let whole = mortal(&domain, u32::MAX);
        let origin = Origin { scorer: whole.identity(), domain: domain.digest(), program: "this".into() };
        let expected = walk(&whole, &origin, true);
        let all = whole.answers.load(Ordering::Relaxed);

        let first = mortal(&domain, all / 2);
        walk(&first, &origin, false).expect_err("it was interrupted");
        // A crash during a write.
        let path = folder.join("calibration.json.scored.jsonl");
        let torn = std::fs::read(&path).expect("it was kept");
        std::fs::write(&path, &torn[..torn.len() - 9]).expect("a file of our own");
        let second = mortal(&domain, u32::MAX);
        assert_eq!(walk(&second, &origin, false), expected);
        assert_eq!(second.answers.load(Ordering::Relaxed), all - all / 2 + 1);

        for other in [
            Origin { program: "that".into(), ..origin.clone() },
            Origin { domain: Digest::of([b"another".as_slice()]), ..origin.clone() },
            Origin { scorer: ScorerIdentity { temperature: 2.0, ..origin.scorer.clone() }, ..origin.clone() },
        ] {
            let third = mortal(&domain, u32::MAX);
            assert_eq!(walk(&third, &other, false), expected);
            assert_eq!(third.answers.load(Ordering::Relaxed), all);
        }
        std::fs::remove_dir_all(&folder).expect("a folder of our own");
    }
}
