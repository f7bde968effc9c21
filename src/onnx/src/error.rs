use std::path::PathBuf;

/// Why a model cannot be used, or did not answer.
#[derive(Debug, thiserror::Error)]
pub enum OnnxError {
    /// ONNX Runtime is not there, is too old, or is no such library.
    #[error("{}: {problem}; give the path of libonnxruntime.so 1.19 or later (pip install onnxruntime has one in onnxruntime/capi)", path.display())]
    Library {
        /// What was to be loaded.
        path: PathBuf,
        /// Why it cannot be.
        problem: String,
    },
    /// Nobody said where ONNX Runtime is.
    #[error(
        "{variable} names no ONNX Runtime: set it to the path of libonnxruntime.so (`source scripts/env.bash` does; pip install onnxruntime has one in onnxruntime/capi)"
    )]
    NoLibrary {
        /// The environment variable.
        variable: &'static str,
    },
    /// A file of a model is missing.
    #[error("{}: {what} is missing; a model folder has config.json, tokenizer.json and its graphs, here or in onnx/", folder.display())]
    Missing {
        /// The folder of the model.
        folder: PathBuf,
        /// Which file, or which of several.
        what: String,
    },
    /// A file cannot be read as what it should be.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A graph has not the inputs and outputs of such a model.
    #[error("{}: the graph {problem}", path.display())]
    Graph {
        /// The file.
        path: PathBuf,
        /// What is missing or other than it should be.
        problem: String,
    },
    /// A name that no execution provider has.
    #[error("{name:?} is no execution provider: it is cpu, cuda or tensorrt")]
    NoSuchProvider {
        /// What was asked for.
        name: String,
    },
    /// An execution provider that was asked for cannot be used.
    #[error(
        "the execution provider {provider} cannot be used here: {problem}; use cpu, or an ONNX Runtime that was built with it"
    )]
    Provider {
        /// Its name.
        provider: &'static str,
        /// What ONNX Runtime says.
        problem: String,
    },
    /// A graph did not run.
    #[error("{}: did not run: {problem}", path.display())]
    Run {
        /// The file.
        path: PathBuf,
        /// What ONNX Runtime says.
        problem: String,
    },
    /// A text that has no tokens, or tokens that have no text.
    #[error("the tokenizer refuses {text:?}: {problem}")]
    Tokens {
        /// The beginning of the text.
        text: String,
        /// Why.
        problem: String,
    },
    /// A text that names a control token of the model.
    #[error("the text holds {token:?}, which is a control token of the model and not a word: leave it out")]
    Control {
        /// Its name.
        token: String,
    },
    /// A token that is none of the model's.
    #[error(
        "token {token} is none of the {vocabulary} that the model knows: its tokenizer.json belongs to another model"
    )]
    NoSuchToken {
        /// The token.
        token: u32,
        /// How many it knows.
        vocabulary: usize,
    },
    /// Logits by which no token can be chosen.
    #[error(
        "the model's logits are no numbers: its files are damaged, or its numbers too small for it (try a variant in f32)"
    )]
    NoNumbers,
    /// Nothing to read.
    #[error("there is nothing to read: the text has no tokens")]
    NoTokens,
    /// More tokens than the model has positions for.
    #[error("{tokens} tokens are more than the {most} that the model can see; shorten the prompt")]
    TooLong {
        /// How many there would be.
        tokens: usize,
        /// The model's limit.
        most: usize,
    },
    /// A chat template that is not Jinja, or that refuses the messages.
    #[error("the chat template of {}: {problem}", path.display())]
    Template {
        /// The file it is in.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A model for conversations without the template of one.
    #[error(
        "the model has no template for conversations: chat_template.jinja, or chat_template in tokenizer_config.json"
    )]
    NoTemplate,
    /// A text that does not show the picture as often as it should, or a picture with more features than it has tokens for.
    #[error(
        "the picture has {features} rows of features, and the text {tokens} tokens for them: image_seq_len, image_token_id, the chat template and vision_encoder must be of one model"
    )]
    Features {
        /// Rows that the vision encoder gives.
        features: usize,
        /// Tokens that stand for a picture.
        tokens: usize,
    },
    /// A conversation about a picture without a picture.
    #[error("there is no picture to talk about: the last one could not be read, or none was shown yet")]
    NoPicture,
    /// It was told to stop.
    #[error("it was stopped before it had answered: ask again")]
    Stopped,
}
