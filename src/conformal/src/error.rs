mod value;

use thiserror::Error;

use crate::{Bound, Certainty, ClassKey, Field, Fraction, Sha256};

pub use value::ValueError;

const RECALIBRATE: &str = "make a new file with `surefleet calibrate --fleet <fleet.yaml> --out <file.json>`";

/// The reason why a score or a calibration file was refused; each message names the value and the mend.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CalibrationError {
    /// A text or a number that is not a value of its kind.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// There is no calibration to verify.
    #[error("no calibration: {0}; make one: surefleet calibrate")]
    Absent(String),
    /// The fleet's audits found more misses than the calibration allows, in words.
    #[error("audits: {0}")]
    Audits(String),
    /// A file that does not record the forms of its missions.
    #[error("scope.forms.runs is empty, so every mission looks strange: {RECALIBRATE}")]
    NoForms,
    /// A score that is NaN or positive infinity.
    #[error("score {index} is {value}: a log-probability is a number or -inf, so check the model's output")]
    Score {
        /// Position in the slice given.
        index: usize,
        /// The score.
        value: f64,
    },
    /// A decision set without options.
    #[error("the decision set has 0 options: give the score of at least one")]
    NoOptions,
    /// A mask of the wrong length.
    #[error("mask of {mask} flags for {options} options: give one flag per option of S")]
    MaskLength {
        /// Flags given.
        mask: usize,
        /// Size of S.
        options: usize,
    },
    /// A calibration step without an acceptable decision.
    #[error("0 acceptable decisions: score a step whose truth the mask refused with `push_masked_out`")]
    NoAcceptable,
    /// An index beyond the decision set.
    #[error("option {option} of {options}: indices count from 0 in canonical order")]
    OptionIndex {
        /// Index given.
        option: usize,
        /// Size of S.
        options: usize,
    },
    /// A calibration sequence without steps.
    #[error("a sequence of 0 steps has no score: push at least one step")]
    NoSteps,
    /// A statistic with too few or impossible values.
    #[error("{what} is {value}: {mend}")]
    Statistic {
        /// The parameter.
        what: &'static str,
        /// As given.
        value: String,
        /// The accepted values.
        mend: &'static str,
    },
    /// A calibration file that is not JSON of this schema.
    #[error("cannot read the calibration file: {detail}; {RECALIBRATE}")]
    Json {
        /// The parser's words, with line and column.
        detail: String,
    },
    /// A calibration file of another schema.
    #[error("calibration schema {found} but this build reads {supported}: use the matching build, or {RECALIBRATE}")]
    Schema {
        /// Schema of the file.
        found: u32,
        /// Schema of this build.
        supported: u32,
    },
    /// A file from the future.
    #[error(
        "calibration was created at {created_unix_s} s but it is {now_unix_s} s: set this machine's clock, or {RECALIBRATE}"
    )]
    NotYetValid {
        /// Unix time in seconds.
        created_unix_s: u64,
        /// Unix time in seconds.
        now_unix_s: u64,
    },
    /// A file past its date.
    #[error("calibration expired at {expires_unix_s} s and it is {now_unix_s} s: {RECALIBRATE}")]
    Expired {
        /// Unix time in seconds.
        expires_unix_s: u64,
        /// Unix time in seconds.
        now_unix_s: u64,
    },
    /// The running system differs from the calibrated one.
    #[error("{field} was calibrated as {calibrated} but {running} runs: run what was calibrated, or {RECALIBRATE}")]
    Mismatch {
        /// The field that differs.
        field: Field,
        /// Value in the file.
        calibrated: String,
        /// Value that runs.
        running: String,
    },
    /// An effective alpha that is not `alpha / (W + 1)`.
    #[error("effective alpha {recorded} is recorded but alpha and reorders give {recomputed}: {RECALIBRATE}")]
    EffectiveAlpha {
        /// In the file.
        recorded: Fraction,
        /// From alpha and W.
        recomputed: Fraction,
    },
    /// A file without classes.
    #[error("the calibration file holds 0 classes: {RECALIBRATE}")]
    NoClasses,
    /// A recorded number of sequences that is not the number of scores.
    #[error("class {class} records {recorded} sequences but holds {counted} scores: {RECALIBRATE}")]
    SizeMismatch {
        /// The class.
        class: ClassKey,
        /// M in the file.
        recorded: usize,
        /// Scores in the file.
        counted: usize,
    },
    /// A recorded rank that is not the recomputed one.
    #[error("class {class} records rank {recorded} but its scores give {recomputed}: {RECALIBRATE}")]
    RankMismatch {
        /// The class.
        class: ClassKey,
        /// k in the file.
        recorded: usize,
        /// k from M, alpha and mode.
        recomputed: usize,
    },
    /// Too few sequences for the level asked for.
    #[error("class {class} needs rank {k} of {m} sequences: give at least {fewest} sequences; {RECALIBRATE}")]
    RankExceedsSize {
        /// The class.
        class: ClassKey,
        /// Rank.
        k: usize,
        /// Sequences.
        m: usize,
        /// Fewest that make the rank finite.
        fewest: usize,
    },
    /// A recorded threshold that differs from the recomputed one, bit for bit.
    #[error("class {class} records threshold {recorded} but its scores give {recomputed}: {RECALIBRATE}")]
    ThresholdMismatch {
        /// The class.
        class: ClassKey,
        /// t in the file.
        recorded: String,
        /// t from the raw scores.
        recomputed: String,
    },
    /// The mask hides the truth in too many sequences, so that no option is excluded.
    #[error(
        "class {class}: the mask refuses the truth of {masked} of {m} sequences, or leaves one wrong option, so nothing is excluded: mend the mask, then {RECALIBRATE}"
    )]
    NothingExcluded {
        /// The class.
        class: ClassKey,
        /// Sequences of score negative infinity.
        masked: usize,
        /// Sequences.
        m: usize,
    },
    /// A calibration sequence in a class of another certainty.
    #[error("class {class}: the scorer was {certainty} of the mission of seed {seed}: {RECALIBRATE}")]
    Certainty {
        /// The class.
        class: ClassKey,
        /// Seed of the scenario.
        seed: u64,
        /// The certainty of the mission.
        certainty: Certainty,
    },
    /// A calibration sequence whose mission was less than half understood.
    #[error(
        "class {class}: {unexplained} of the mission of seed {seed} was not understood, too much for any class: {RECALIBRATE}"
    )]
    Lost {
        /// The class.
        class: ClassKey,
        /// Seed of the scenario.
        seed: u64,
        /// Share that was not understood.
        unexplained: f64,
    },
    /// A recorded limit on the share not understood that differs from the recomputed one, bit for bit.
    #[error(
        "class {class} records {recorded} as the most that was not understood of a mission, but its missions give {recomputed}: {RECALIBRATE}"
    )]
    MostUnexplained {
        /// The class.
        class: ClassKey,
        /// In the file.
        recorded: String,
        /// From the missions.
        recomputed: String,
    },
    /// A count of tested missions that exceeds them.
    #[error("{count} of {missions} tested missions: count each at most once")]
    Tested {
        /// The count.
        count: usize,
        /// Missions.
        missions: usize,
    },
    /// Recorded counts of tested missions that are invalid or do not give the interval beside them.
    #[error(
        "class {class}: what it records of tested missions contradicts itself or the interval beside it: {RECALIBRATE}"
    )]
    TestedInterval {
        /// The class.
        class: ClassKey,
    },
    /// A mission with a larger share not understood than any calibration mission of its class.
    #[error(
        "{:.1} % of what the text may mean was not understood, and at most {:.1} % of any mission that it was calibrated on; say it in other words",
        100.0 * .unexplained, 100.0 * .most
    )]
    Unexplained {
        /// Share that was not understood.
        unexplained: f64,
        /// Greatest share among the calibration missions of its class.
        most: f64,
    },
    /// A mission's level that is above that of the file.
    #[error("alpha {asked} is above {calibrated}, at which the fleet is calibrated: ask for {calibrated} or less")]
    LaxerAlpha {
        /// The mission's.
        asked: Fraction,
        /// The file's.
        calibrated: Fraction,
    },
    /// A calibration score that is NaN or positive infinity.
    #[error("class {class}: score of seed {seed} is {value}, but a log-probability is a number or -inf: {RECALIBRATE}")]
    RecordedScore {
        /// The class.
        class: ClassKey,
        /// Seed of the scenario.
        seed: u64,
        /// As recorded.
        value: String,
    },
    /// A file that bounds another event than the fleet requires.
    #[error(
        "the file bounds {found}, but the fleet wants {wanted} bounded: calibrate with `--bound {wanted}`, or write `bound: {found}` under `guarantee` in the fleet file"
    )]
    Bound {
        /// In the file.
        found: Bound,
        /// In the fleet file.
        wanted: Bound,
    },
    /// A guarantee that is weaker than the one that the fleet requires.
    #[error(
        "the file promises {found}, but the fleet wants {wanted}: {RECALIBRATE}, or say in the fleet file (`guarantee`) that less is enough"
    )]
    Guarantee {
        /// The guarantee in the file.
        found: String,
        /// The guarantee in the fleet file.
        wanted: String,
    },
    /// A calibration sequence that has another origin than its class.
    #[error("class {class}: seed {seed} is {of}: {RECALIBRATE}")]
    ForeignSeed {
        /// The class.
        class: ClassKey,
        /// The seed.
        seed: u64,
        /// The origin of the class, in words.
        of: String,
    },
    /// A mission that was drawn for a class but is not in the file.
    #[error(
        "class {class}: the mission of seed {seed} was drawn for it and is not in the file, so the others were picked: {RECALIBRATE}"
    )]
    LeftOut {
        /// The class.
        class: ClassKey,
        /// The seed.
        seed: u64,
    },
    /// A calibration sequence that differs when it is drawn and scored again.
    #[error(
        "class {class}: {what} of seed {seed} is recorded as {recorded}, but drawn and scored again it is {redrawn}: {RECALIBRATE}"
    )]
    Redrawn {
        /// The class.
        class: Box<ClassKey>,
        /// The seed.
        seed: u64,
        /// The part of the record that differs.
        what: &'static str,
        /// In the file.
        recorded: String,
        /// From the running system.
        redrawn: String,
    },
    /// One scenario counted twice.
    #[error("seed {seed} occurs twice, so the sequences are not exchangeable: {RECALIBRATE}")]
    DuplicateSeed {
        /// The seed.
        seed: u64,
    },
    /// Two classes that claim the same missions.
    #[error("classes {first} and {second} overlap: give disjoint size ranges; {RECALIBRATE}")]
    ClassOverlap {
        /// Earlier in the file.
        first: Box<ClassKey>,
        /// Later in the file.
        second: Box<ClassKey>,
    },
    /// A mission outside every calibrated class.
    #[error("{key} is in no calibrated class (known: {known}): send a mission of a known class, or {RECALIBRATE}")]
    UnknownClass {
        /// The class asked for.
        key: String,
        /// The classes in the file.
        known: String,
    },
    /// Calibration and test scenarios drawn from one split.
    #[error("split {split:?} serves both calibration and test: keep them apart; {RECALIBRATE}")]
    SharedSplit {
        /// Name of the split.
        split: String,
    },
    /// Too few golden prompts.
    #[error("{count} golden prompts, but at least {needed} are needed: {RECALIBRATE}")]
    TooFewGolden {
        /// In the file.
        count: usize,
        /// Needed.
        needed: usize,
    },
    /// A tolerance that is invalid, or too large to tell models apart.
    #[error("golden tolerance {tolerance} is not a number from 0 to {greatest}: {RECALIBRATE}")]
    GoldenTolerance {
        /// In the file.
        tolerance: f64,
        /// Greatest tolerance that a file may have.
        greatest: f64,
    },
    /// One golden prompt counted twice.
    #[error("golden prompt {prompt} stands twice in the file, which makes one out of two: {RECALIBRATE}")]
    GoldenRepeated {
        /// Hash of the prompt.
        prompt: Sha256,
    },
    /// A golden prompt whose text does not have its hash.
    #[error("golden prompt is recorded as {recorded} but its text hashes to {recomputed}: {RECALIBRATE}")]
    GoldenHash {
        /// Hash in the file.
        recorded: Sha256,
        /// Hash of the text in the file.
        recomputed: Sha256,
    },
    /// A golden prompt that was not replayed.
    #[error("golden prompt {prompt} was not replayed: score every golden prompt before autonomy")]
    GoldenMissing {
        /// Hash of the prompt.
        prompt: Sha256,
    },
    /// A golden prompt with a different number of scores.
    #[error("golden prompt {prompt} has {options} options but {scores} scores: score each option once")]
    GoldenLength {
        /// Hash of the prompt.
        prompt: Sha256,
        /// Options in the file.
        options: usize,
        /// Scores in the file or of the replay.
        scores: usize,
    },
    /// A golden prompt with a different score from the running model.
    #[error(
        "golden prompt {prompt}, option {option}: calibrated {expected}, replayed {replayed}, tolerance {tolerance}: run the calibrated model and backend, or {RECALIBRATE}"
    )]
    GoldenScore {
        /// Hash of the prompt.
        prompt: Sha256,
        /// Index of the option.
        option: usize,
        /// Score in the file.
        expected: f64,
        /// Score of the running model.
        replayed: f64,
        /// Greatest difference accepted.
        tolerance: f64,
    },
    /// A golden prompt whose mission the running model understands differently.
    #[error(
        "golden prompt {prompt}: calibrated {expected}, replayed {replayed}, tolerance {tolerance}: run the calibrated model and backend, or {RECALIBRATE}"
    )]
    GoldenUnderstood {
        /// Hash of the prompt.
        prompt: Sha256,
        /// In the file.
        expected: String,
        /// From the running model.
        replayed: String,
        /// Greatest difference accepted.
        tolerance: f64,
    },
    /// A file changed after it was made.
    #[error(
        "calibration file records digest {recorded} but its content has {recomputed}: restore it, or {RECALIBRATE}"
    )]
    Digest {
        /// In the file.
        recorded: Sha256,
        /// Computed from the content.
        recomputed: Sha256,
    },
}
