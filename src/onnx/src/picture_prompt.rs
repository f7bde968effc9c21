use serde::Serialize;
use surefleet_language::Exchange;

use crate::{Features, Grid, ModelDir, OnnxError, TextCodec};

/// The format of a conversation about a picture: the picture first, then the messages.
pub(crate) struct PicturePrompt {
    /// The name of the picture's token.
    image: String,
    /// True for Idefics3 and SmolVLM: the picture is tiles and a whole view, and messages are lists of parts. False:
    /// the picture is its tokens before the first question, and messages are texts.
    is_tiled: bool,
}

/// One turn of a conversation in the form that the model's template takes.
#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Content<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(String),
    Parts(Vec<Part<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Part<'a> {
    Image,
    Text { text: &'a str },
}

/// Stands before each frame, and after the last one.
const FRAME: &str = "<fake_token_around_image>";
/// The beginning of a tile's position marker, which stands before the tile.
const TILE: &str = "<row_";
/// Stands before the view of the whole picture.
const WHOLE: &str = "<global-img>";

impl PicturePrompt {
    /// # Errors
    /// [`OnnxError::File`] if the tokenizer lacks the picture's token, [`OnnxError::NoTemplate`].
    pub fn new(model: &ModelDir, words: &TextCodec, token: u32, is_tiled: bool) -> Result<Self, OnnxError> {
        if !words.has_template() {
            return Err(OnnxError::NoTemplate);
        }
        let image = words.name(token).ok_or_else(|| OnnxError::File {
            path: model.file("tokenizer.json"),
            problem: format!("has no token {token}, which config.json names as image_token_id"),
        })?;
        Ok(Self { image, is_tiled })
    }

    /// The tokens of a conversation, up to where the model has to answer.
    ///
    /// # Errors
    /// [`OnnxError::Control`] if a message contains a control token or a part of a picture; [`OnnxError::Template`],
    /// [`OnnxError::Tokens`]; [`OnnxError::Features`] if the template does not show the picture exactly once.
    pub fn tokens(
        &self,
        words: &TextCodec,
        features: &Features,
        said: &[Exchange],
        question: &str,
    ) -> Result<Vec<u32>, OnnxError> {
        self.encode(words, features, &self.text(words, said, question, None)?)
    }

    /// The tokens of a conversation, as from [`tokens`](Self::tokens), and the tokens of each answer after it. The
    /// template determines the text between them, such as a blank.
    ///
    /// # Errors
    /// Like [`tokens`](Self::tokens); [`OnnxError::Template`] if the template does not put an answer after its
    /// question.
    pub fn with_answers(
        &self,
        words: &TextCodec,
        features: &Features,
        said: &[Exchange],
        question: &str,
        answers: &[&str],
    ) -> Result<(Vec<u32>, Vec<Vec<u32>>), OnnxError> {
        let asked = self.text(words, said, question, None)?;
        let prompt = self.encode(words, features, &asked)?;
        let behind = |answer: &&str| {
            let answered = self.text(words, said, question, Some(answer))?;
            let said = answered.strip_prefix(&asked).and_then(|rest| Some(&rest[..rest.find(answer.trim())?]));
            let Some(between) = said.filter(|between| between.trim().is_empty()) else {
                return Err(words.unfit(format!("it does not put the answer {answer:?} behind what asks for it")));
            };
            let whole = self.encode(words, features, &format!("{asked}{between}{}", answer.trim()))?;
            let tokens = whole.strip_prefix(prompt.as_slice());
            tokens.map(<[u32]>::to_vec).ok_or_else(|| OnnxError::Tokens {
                text: (*answer).to_owned(),
                problem: "it makes one token of its beginning and of what stands before it".to_owned(),
            })
        };
        let answers = answers.iter().map(behind).collect::<Result<_, _>>()?;
        Ok((prompt, answers))
    }

    /// A conversation in the model's template: up to where the model has to answer, or with its answer. It contains the
    /// picture as one token.
    fn text(
        &self,
        words: &TextCodec,
        said: &[Exchange],
        question: &str,
        answer: Option<&str>,
    ) -> Result<String, OnnxError> {
        let before = said.iter().flat_map(|one| [("user", one.question.as_str()), ("assistant", one.answer.as_str())]);
        let turns = before.chain([("user", question)]).chain(answer.map(|answer| ("assistant", answer.trim())));
        let turn = |(place, (role, text)): (usize, (&'static str, _))| {
            self.check(words, text)?;
            Ok(Turn { role, content: self.content(text, place == 0) })
        };
        let messages: Vec<Turn<'_>> = turns.enumerate().map(turn).collect::<Result<_, OnnxError>>()?;
        words.render(&messages, answer.is_none())
    }

    fn content<'a>(&self, text: &'a str, is_first: bool) -> Content<'a> {
        let picture = is_first.then_some(Part::Image).into_iter();
        match (self.is_tiled, is_first) {
            (true, _) => Content::Parts(picture.chain([Part::Text { text }]).collect()),
            (false, true) => Content::Text(format!("{}{text}", self.image)),
            (false, false) => Content::Text(text.to_owned()),
        }
    }

    /// No message may end itself, begin another one, or imitate a picture.
    fn check(&self, words: &TextCodec, text: &str) -> Result<(), OnnxError> {
        words.check(text)?;
        let marks: &[&str] = if self.is_tiled { &[&self.image, FRAME, WHOLE, TILE] } else { &[&self.image] };
        match marks.iter().find(|mark| text.contains(**mark)) {
            Some(mark) => Err(OnnxError::Control { token: (*mark).to_owned() }),
            None => Ok(()),
        }
    }

    /// The tokens of a text. The picture's token is replaced by all tokens of the picture.
    fn encode(&self, words: &TextCodec, features: &Features, text: &str) -> Result<Vec<u32>, OnnxError> {
        let tokens = words.encode(&text.replace(&self.image, &self.picture(features)))?;
        match features.tokens_in(&tokens) {
            count if count == features.rows() => Ok(tokens),
            tokens => Err(OnnxError::Features { features: features.rows(), tokens }),
        }
    }

    /// As `Idefics3Processor.replace_image_token` of transformers writes it. Other models get only the tokens.
    fn picture(&self, features: &Features) -> String {
        let frame = self.image.repeat(features.rows_per_frame());
        if !self.is_tiled {
            return frame;
        }
        let mut text = String::new();
        if let Some(Grid { rows, columns }) = features.grid() {
            for row in 1..=rows {
                (1..=columns).for_each(|column| text += &format!("{FRAME}{TILE}{row}_col_{column}>{frame}"));
                text += "\n";
            }
            text += "\n";
        }
        text + FRAME + WHOLE + &frame + FRAME
    }
}
