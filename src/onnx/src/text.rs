use std::path::PathBuf;

use minijinja::{
    Environment, Error, ErrorKind, context,
    syntax::SyntaxConfig,
    value::{Serde, Value},
};
use serde::{Deserialize, Serialize};
use tokenizers::Tokenizer;

use crate::{ModelDir, OnnxError};

/// The words of a model: text to tokens and back, and what a conversation looks like to it.
pub struct Words {
    tokenizer: Tokenizer,
    template: Option<Template>,
    ends: Vec<u32>,
    /// The names of control tokens.
    controls: Vec<String>,
}

/// One turn of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// `system`, `user` or `assistant`.
    pub role: String,
    /// What is said.
    pub content: String,
}

struct Template {
    path: PathBuf,
    environment: Environment<'static>,
    bos_token: String,
    eos_token: String,
}

const CONFIGURATION: &str = "tokenizer_config.json";
/// Where processors had the template before transformers 5.
const PROCESSOR: &str = "chat_template.json";

/// What of `tokenizer_config.json` is needed.
#[derive(Deserialize, Default)]
struct TokenizerConfig {
    #[serde(default)]
    chat_template: Option<String>,
    #[serde(default)]
    bos_token: Option<Token>,
    #[serde(default)]
    eos_token: Option<Token>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Token {
    Plain(String),
    Described { content: String },
}

impl Token {
    fn text(token: Option<Self>) -> String {
        match token {
            Some(Self::Plain(text) | Self::Described { content: text }) => text,
            None => String::new(),
        }
    }
}

const TEMPLATE: &str = "chat";

impl Words {
    /// Reads `tokenizer.json`, and the chat template of `chat_template.jinja` or `tokenizer_config.json` where there is one.
    ///
    /// # Errors
    /// [`OnnxError::Missing`] and [`OnnxError::File`] for the tokenizer, [`OnnxError::Template`].
    pub fn load(model: &ModelDir) -> Result<Self, OnnxError> {
        let path = model.file("tokenizer.json");
        if !path.is_file() {
            return Err(OnnxError::Missing { folder: model.folder().to_owned(), what: "tokenizer.json".to_owned() });
        }
        let tokenizer = Tokenizer::from_file(&path)
            .map_err(|error| OnnxError::File { path, problem: format!("is no tokenizer: {error}") })?;
        let template = Template::load(model)?;
        let mut ends = model.ends()?;
        // A conversation ends with the end of a turn, which the configuration need not name.
        let by_name = template.iter().map(|template| template.eos_token.as_str()).chain(["<|im_end|>", "<|eot_id|>"]);
        ends.extend(by_name.filter_map(|name| tokenizer.token_to_id(name)));
        ends.sort_unstable();
        ends.dedup();
        let added = tokenizer.get_added_tokens_decoder().into_values();
        let controls = added.filter(|token| token.special).map(|token| token.content).collect();
        Ok(Self { tokenizer, template, ends, controls })
    }

    /// The tokens of a text, in which the names of special tokens are these tokens; nothing is added to it.
    ///
    /// # Errors
    /// [`OnnxError::Tokens`]
    pub fn encode(&self, text: &str) -> Result<Vec<u32>, OnnxError> {
        let encoded = self.tokenizer.encode(text, false);
        encoded
            .map(|encoded| encoded.get_ids().to_vec())
            .map_err(|error| OnnxError::Tokens { text: text.chars().take(40).collect(), problem: error.to_string() })
    }

    /// The tokens of a conversation, up to where the model is to answer.
    ///
    /// # Errors
    /// [`OnnxError::Control`] where somebody says a control token: it could end a message and begin another in somebody
    /// else's name. As [`chat`](Self::chat) and [`encode`](Self::encode).
    pub fn prompt(&self, messages: &[Message]) -> Result<Vec<u32>, OnnxError> {
        messages.iter().try_for_each(|message| self.check(&message.content))?;
        self.encode(&self.chat(messages)?)
    }

    /// # Errors
    /// [`OnnxError::Control`] for a text that names a control token.
    pub(crate) fn check(&self, said: &str) -> Result<(), OnnxError> {
        match self.controls.iter().find(|control| said.contains(*control)) {
            Some(control) => Err(OnnxError::Control { token: control.clone() }),
            None => Ok(()),
        }
    }

    /// The name of a token; `None`: there is none of this number.
    pub(crate) fn name(&self, token: u32) -> Option<String> {
        self.tokenizer.id_to_token(token)
    }

    /// The text of tokens, without special ones.
    ///
    /// # Errors
    /// [`OnnxError::Tokens`]
    pub fn decode(&self, tokens: &[u32]) -> Result<String, OnnxError> {
        let decoded = self.tokenizer.decode(tokens, true);
        decoded.map_err(|error| OnnxError::Tokens { text: format!("{tokens:?}"), problem: error.to_string() })
    }

    /// The text of tokens to which others may be added, without special ones; bytes at its end that are no whole character are
    /// left out.
    ///
    /// # Errors
    /// [`OnnxError::Tokens`]
    pub fn decode_begun(&self, tokens: &[u32]) -> Result<String, OnnxError> {
        let mut text = self.decode(tokens)?;
        text.truncate(text.trim_end_matches(char::REPLACEMENT_CHARACTER).len());
        Ok(text)
    }

    /// Whether the model knows conversations.
    pub fn has_template(&self) -> bool {
        self.template.is_some()
    }

    /// Whether a token ends an answer.
    pub fn is_end(&self, token: u32) -> bool {
        self.ends.binary_search(&token).is_ok()
    }

    /// A conversation as the model was trained to see it, up to where it is to answer; where it has no template, what is said,
    /// a paragraph each.
    ///
    /// # Errors
    /// [`OnnxError::Template`]
    pub fn chat(&self, messages: &[Message]) -> Result<String, OnnxError> {
        let Some(template) = &self.template else {
            let contents: Vec<&str> = messages.iter().map(|message| message.content.as_str()).collect();
            return Ok(contents.join("\n\n"));
        };
        template.render(messages, true)
    }

    /// Messages of any form as the model's template renders them; `is_asked`: up to where the model is to answer.
    ///
    /// # Errors
    /// [`OnnxError::NoTemplate`], [`OnnxError::Template`]
    pub(crate) fn render(&self, messages: &[impl Serialize], is_asked: bool) -> Result<String, OnnxError> {
        self.template.as_ref().ok_or(OnnxError::NoTemplate)?.render(messages, is_asked)
    }

    /// Why the template does not do.
    pub(crate) fn unfit(&self, problem: String) -> OnnxError {
        let path = self.template.as_ref().map(|template| template.path.clone());
        path.map_or(OnnxError::NoTemplate, |path| OnnxError::Template { path, problem })
    }
}

impl TokenizerConfig {
    /// What a JSON file says; nothing where there is none.
    fn read(model: &ModelDir, name: &str) -> Result<Self, OnnxError> {
        Ok(model.json(name, "is no tokenizer's configuration")?.unwrap_or_default())
    }
}

impl Template {
    /// Of a file of its own, or else of the tokenizer's configuration; with the file that it is in.
    fn source(model: &ModelDir, configured: Option<String>) -> Result<Option<(PathBuf, String)>, OnnxError> {
        let jinja = model.file("chat_template.jinja");
        if let Ok(source) = std::fs::read_to_string(&jinja) {
            return Ok(Some((jinja, source)));
        }
        let of_processor = TokenizerConfig::read(model, PROCESSOR)?.chat_template.map(|source| (PROCESSOR, source));
        let found = of_processor.or(configured.map(|source| (CONFIGURATION, source)));
        Ok(found.map(|(name, source)| (model.file(name), source)))
    }

    fn load(model: &ModelDir) -> Result<Option<Self>, OnnxError> {
        let config = TokenizerConfig::read(model, CONFIGURATION)?;
        let Some((path, source)) = Self::source(model, config.chat_template)? else { return Ok(None) };
        let mut environment = Environment::new();
        // As transformers renders them.
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.expect("only blanks differ from the standard syntax"));
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |reason: String| -> Result<String, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, reason))
        });
        environment
            .add_template_owned(TEMPLATE, source)
            .map_err(|error| OnnxError::Template { path: path.clone(), problem: error.to_string() })?;
        let (bos_token, eos_token) = (Token::text(config.bos_token), Token::text(config.eos_token));
        Ok(Some(Self { path, environment, bos_token, eos_token }))
    }

    fn render(&self, messages: &[impl Serialize], is_asked: bool) -> Result<String, OnnxError> {
        let values = context! {
            messages => Value::from(Serde(messages)),
            add_generation_prompt => is_asked,
            bos_token => self.bos_token.as_str(),
            eos_token => self.eos_token.as_str(),
        };
        let rendered = self.environment.get_template(TEMPLATE).and_then(|template| template.render(values));
        rendered.map_err(|error| OnnxError::Template { path: self.path.clone(), problem: error.to_string() })
    }
}
