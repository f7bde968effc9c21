use std::path::PathBuf;

/// The reason why a model cannot be used, or did not answer.
#[derive(Debug, thiserror::Error)]
pub enum OnnxError {
    /// ONNX Runtime is missing, too old, or another library.
    #[error("{}: {problem}; give the path of libonnxruntime.so 1.19 or later (pip install onnxruntime has one in onnxruntime/capi)", path.display())]
    Library {
        /// The file to load.
        path: PathBuf,
        /// The reason why it cannot be loaded.
        problem: String,
    },
    /// The environment does not say where ONNX Runtime is.
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
        /// The missing file, or several files if any one of them would do.
        what: String,
    },
    /// A file has another format than it should.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault in the file.
        problem: String,
    },
    /// A graph lacks the inputs and outputs of such a model.
    #[error("{}: the graph {problem}", path.display())]
    Graph {
        /// The file.
        path: PathBuf,
        /// The input or output that is missing or different.
        problem: String,
    },
    /// No execution provider has this name.
    #[error("{name:?} is no execution provider: it is cpu, cuda or tensorrt")]
    NoSuchProvider {
        /// The given name.
        name: String,
    },
    /// The requested execution provider cannot be used.
    #[error(
        "the execution provider {provider} cannot be used here: {problem}; use cpu, or an ONNX Runtime that was built with it"
    )]
    Provider {
        /// Its name.
        provider: &'static str,
        /// The error of ONNX Runtime.
        problem: String,
    },
    /// A graph did not run.
    #[error("{}: did not run: {problem}", path.display())]
    Run {
        /// The file.
        path: PathBuf,
        /// The error of ONNX Runtime.
        problem: String,
    },
    /// A text has no tokens, or tokens have no text.
    #[error("the tokenizer refuses {text:?}: {problem}")]
    Tokens {
        /// The beginning of the text.
        text: String,
        /// The reason.
        problem: String,
    },
    /// A text contains a control token of the model.
    #[error("the text holds {token:?}, which is a control token of the model and not a word: leave it out")]
    Control {
        /// Its name.
        token: String,
    },
    /// A token is not in the model's vocabulary.
    #[error(
        "token {token} is none of the {vocabulary} that the model knows: its tokenizer.json belongs to another model"
    )]
    NoSuchToken {
        /// The token.
        token: u32,
        /// Number of tokens in its vocabulary.
        vocabulary: usize,
    },
    /// The logits allow no choice of a token.
    #[error(
        "the model's logits are no numbers: its files are damaged, or its numbers too small for it (try a variant in f32)"
    )]
    NoNumbers,
    /// There is nothing to read.
    #[error("there is nothing to read: the text has no tokens")]
    NoTokens,
    /// There are more tokens than the model has positions.
    #[error("{tokens} tokens are more than the {most} that the model can see; shorten the prompt")]
    TooLong {
        /// Number of tokens that there would be.
        tokens: usize,
        /// The model's limit.
        most: usize,
    },
    /// A chat template is not Jinja, or refuses the messages.
    #[error("the chat template of {}: {problem}", path.display())]
    Template {
        /// The file with the template.
        path: PathBuf,
        /// The fault in it.
        problem: String,
    },
    /// A model for conversations has no chat template.
    #[error(
        "the model has no template for conversations: chat_template.jinja, or chat_template in tokenizer_config.json"
    )]
    NoTemplate,
    /// A text does not show the picture exactly once, or its tokens for the picture do not match the features.
    #[error(
        "the picture has {features} rows of features, and the text {tokens} tokens for them: image_seq_len, image_token_id, the chat template and vision_encoder must be of one model"
    )]
    Features {
        /// Number of rows from the vision encoder.
        features: usize,
        /// Number of tokens that stand for a picture.
        tokens: usize,
    },
    /// A conversation about a picture has no picture.
    #[error("there is no picture to talk about: the last one could not be read, or none was shown yet")]
    NoPicture,
    /// The model was told to stop.
    #[error("it was stopped before it had answered: ask again")]
    Stopped,
}
