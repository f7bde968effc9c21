//! Texts and conversations, compared with tokenizers and transformers: tests/models/*/{golden,chats}.json.

use crate::models::{folder, golden};
use serde::Deserialize;
use surefleet_onnx::{Message, ModelDir, OnnxError, TextCodec};

#[derive(Deserialize)]
struct Chat {
    messages: Vec<Message>,
    text: String,
    ids: Vec<u32>,
}

fn words(model: &str) -> TextCodec {
    TextCodec::load(&ModelDir::open(&folder(model), "").expect("a model")).expect("a tokenizer")
}

#[test]
fn texts_have_the_tokens_that_hugging_face_gives_them() {
    for model in ["llama", "qwen2"] {
        let words = words(model);
        for case in golden(model) {
            assert_eq!(words.encode(&case.text).expect("it is text"), case.ids, "{model}");
            assert_eq!(words.decode(&case.ids).expect("they are tokens"), case.text, "{model}");
        }
    }
}

#[test]
fn conversations_look_as_transformers_renders_them() {
    for model in ["llama", "qwen2"] {
        let words = words(model);
        let chats = std::fs::read_to_string(folder(model).join("chats.json")).expect("training/tiny_models.py made it");
        for chat in serde_json::from_str::<Vec<Chat>>(&chats).expect("chats") {
            let text = words.chat(&chat.messages).expect("it renders");
            assert_eq!(text, chat.text, "{model}");
            assert_eq!(words.encode(&text).expect("it is text"), chat.ids, "{model}");
        }
    }
}

#[test]
fn a_template_that_refuses_is_named_with_its_reason() {
    let message = Message { role: "tool".to_owned(), content: "42".to_owned() };
    let refused = words("qwen2").chat(&[message]).expect_err("it has no such role");
    assert!(matches!(refused, OnnxError::Template { .. }), "{refused}");
    assert!(refused.to_string().contains("no such role: tool"), "{refused}");
}

#[test]
fn an_answer_ends_with_the_end_of_a_turn_or_of_the_text() {
    let words = words("llama");
    let ends: Vec<u32> = (0..320).filter(|&token| words.is_end(token)).collect();
    assert_eq!(ends, [1, 4], "<|end|> and <|im_end|>");
}
