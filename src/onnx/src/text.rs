use std::path::PathBuf;

use minijinja::{
    Environment, Error, ErrorKind, context,
    syntax::SyntaxConfig,
    value::{Serde, Value},
};
use serde::{Deserialize, Serialize};
use tokenizers::Tokenizer;

use crate::{ModelDir, OnnxError};

/// The tokenizer and chat template of a model: text to tokens and back, and the format of conversations.
pub struct TextCodec {
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
    /// The text of the turn.
    pub content: String,
}

struct Template {
    path: PathBuf,
    environment: Environment<'static>,
    bos_token: String,
    eos_token: String,
}

const CONFIGURATION: &str = "tokenizer_config.json";
/// The file in which processors had the template before transformers 5.
const PROCESSOR: &str = "chat_template.json";

/// The required part of `tokenizer_config.json`.
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

impl TextCodec {
    /// Reads `tokenizer.json`, and the template in `chat_template.jinja` or `tokenizer_config.json` if there is one.
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
        // A conversation ends with the end of a turn, which the configuration may not name.
        let by_name = template.iter().map(|template| template.eos_token.as_str()).chain(["<|im_end|>", "<|eot_id|>"]);
        ends.extend(by_name.filter_map(|name| tokenizer.token_to_id(name)));
        ends.sort_unstable();
        ends.dedup();
        let added = tokenizer.get_added_tokens_decoder().into_values();
        let controls = added.filter(|token| token.special).map(|token| token.content).collect();
        Ok(Self { tokenizer, template, ends, controls })
    }

    /// The tokens of a text. Names of special tokens become these tokens; nothing is added.
    ///
    /// # Errors
    /// [`OnnxError::Tokens`]
    pub fn encode(&self, text: &str) -> Result<Vec<u32>, OnnxError> {
        let encoded = self.tokenizer.encode(text, false);
        encoded
            .map(|encoded| encoded.get_ids().to_vec())
            .map_err(|error| OnnxError::Tokens { text: text.chars().take(40).collect(), problem: error.to_string() })
    }

    /// The tokens that were added to what the tokenizer learnt, with their texts, control tokens left out.
    pub fn phrases(&self) -> Vec<(String, u32)> {
        let added = self.tokenizer.get_added_tokens_decoder().into_iter().filter(|(_, token)| !token.special);
        let mut phrases: Vec<(String, u32)> = added.map(|(id, token)| (token.content, id)).collect();
        phrases.sort_unstable();
        phrases
    }

    /// The tokens of a conversation, up to where the model has to answer.
    ///
    /// # Errors
    /// [`OnnxError::Control`] if a message contains a control token: it could end a message and begin another one in
    /// somebody else's name. Otherwise like [`chat`](Self::chat) and [`encode`](Self::encode).
    pub fn prompt(&self, messages: &[Message]) -> Result<Vec<u32>, OnnxError> {
        messages.iter().try_for_each(|message| self.check(&message.content))?;
        self.encode(&self.chat(messages)?)
    }

    /// # Errors
    /// [`OnnxError::Control`] if the text contains a control token.
    pub(crate) fn check(&self, said: &str) -> Result<(), OnnxError> {
        match self.controls.iter().find(|control| said.contains(*control)) {
            Some(control) => Err(OnnxError::Control { token: control.clone() }),
            None => Ok(()),
        }
    }

    /// The name of a token; `None` if no token has this number.
    pub(crate) fn name(&self, token: u32) -> Option<String> {
        self.tokenizer.id_to_token(token)
    }

    /// The text of tokens, without special tokens.
    ///
    /// # Errors
    /// [`OnnxError::Tokens`]
    pub fn decode(&self, tokens: &[u32]) -> Result<String, OnnxError> {
        let decoded = self.tokenizer.decode(tokens, true);
        decoded.map_err(|error| OnnxError::Tokens { text: format!("{tokens:?}"), problem: error.to_string() })
    }

    /// The text of tokens that may be continued, without special tokens. An incomplete character at the end is left
    /// out.
    ///
    /// # Errors
    /// [`OnnxError::Tokens`]
    pub fn decode_begun(&self, tokens: &[u32]) -> Result<String, OnnxError> {
        let mut text = self.decode(tokens)?;
        text.truncate(text.trim_end_matches(char::REPLACEMENT_CHARACTER).len());
        Ok(text)
    }

    /// Whether the model has a chat template.
    pub fn has_template(&self) -> bool {
        self.template.is_some()
    }

    /// Whether a token ends an answer.
    pub fn is_end(&self, token: u32) -> bool {
        self.ends.binary_search(&token).is_ok()
    }

    /// A conversation in the format that the model was trained on, up to where it has to answer. Without a template the
    /// messages are separate paragraphs.
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

    /// Messages of any form, rendered by the model's template. `is_asked`: up to where the model has to answer.
    ///
    /// # Errors
    /// [`OnnxError::NoTemplate`], [`OnnxError::Template`]
    pub(crate) fn render(&self, messages: &[impl Serialize], is_asked: bool) -> Result<String, OnnxError> {
        self.template.as_ref().ok_or(OnnxError::NoTemplate)?.render(messages, is_asked)
    }

    /// The error for a template that does not work.
    pub(crate) fn unfit(&self, problem: String) -> OnnxError {
        let path = self.template.as_ref().map(|template| template.path.clone());
        path.map_or(OnnxError::NoTemplate, |path| OnnxError::Template { path, problem })
    }
}

impl TokenizerConfig {
    /// The content of a JSON file; the default if there is no file.
    fn read(model: &ModelDir, name: &str) -> Result<Self, OnnxError> {
        Ok(model.json(name, "is no tokenizer's configuration")?.unwrap_or_default())
    }
}

impl Template {
    /// The template and its file: from a file of its own, or else from the tokenizer's configuration.
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
        // The same settings as in transformers.
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
