//! Errors about faulty files of a vision-language model name the file.

use std::path::Path;

use surefleet_language::VisionLanguageModel;
use surefleet_onnx::{Decoder, KvCache, ModelDir, OnnxError, OnnxVisionModel, Preprocessor};

use crate::models::{copy, folder, picture, runtime};

fn load(folder: &Path, variant: &str) -> Result<OnnxVisionModel, OnnxError> {
    OnnxVisionModel::load(folder, variant, &runtime())
}

/// The error of `plain` after replacing a text in a file; it occurs on loading, or at the first look.
fn spoilt(purpose: &str, file: &str, [from, to]: [&str; 2]) -> String {
    let folder = copy("plain", purpose);
    let text = std::fs::read_to_string(folder.join(file)).expect("it was copied");
    assert!(text.contains(from), "{text}");
    std::fs::write(folder.join(file), text.replacen(from, to, 1)).expect("a file");
    match load(&folder, "") {
        Ok(mut model) => model.look(&picture(32, 32)).expect_err("it is spoilt").to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_preparation_of_pictures_is_not_guessed() {
    for (change, named) in [
        (["\"resample\": 3", "\"resample\": 0"], "known are 1 (Lanczos), 2 (bilinear) and 3 (bicubic)"),
        (["\"resample\": 3,", ""], "has no resample"),
        (["\"height\": 32", "\"height\": 0"], "a size of 32 x 0"),
        (["\"height\": 32", "\"shortest_edge\": 32"], "ViTImageProcessor needs"),
        (["0.27", "0"], "image_std of 0"),
        (["\"do_rescale\": true", "\"do_center_crop\": true"], "do_center_crop"),
        (["ViTImageProcessor", "Idefics3ImageProcessor"], "no size.longest_edge"),
        (["image_processor_type", "kind"], "image_processor_type"),
    ] {
        let error = spoilt("preparation", "preprocessor_config.json", change);
        assert!(error.contains(named) && error.contains("preprocessor_config.json: "), "{error}");
    }
    let text = Preprocessor::load(&ModelDir::open(&folder("llama"), "").expect("a model")).map(|_| ());
    let error = text.expect_err("it looks at no pictures").to_string();
    assert!(error.contains("preprocessor_config.json, or image_processor"), "{error}");
}

#[test]
fn files_of_different_models_are_told_apart() {
    let error = spoilt("token", "config.json", ["image_token_id", "picture"]);
    assert!(error.contains("config.json: has no image_token_id"), "{error}");
    let error = spoilt("unknown", "config.json", ["\"image_token_id\": 5", "\"image_token_id\": 5000"]);
    assert!(error.contains("tokenizer.json: has no token 5000"), "{error}");
    let error = spoilt("size", "preprocessor_config.json", ["\"height\": 32", "\"height\": 48"]);
    assert!(error.contains("takes pictures of 32 x 32") && error.contains("prepared as 32 x 48"), "{error}");
    let error = spoilt("count", "preprocessor_config.json", ["{", "{\"image_seq_len\": 17,"]);
    assert!(error.contains("16 rows of features") && error.contains("17 tokens"), "{error}");
    let error = spoilt("none", "tokenizer_config.json", ["chat_template", "template"]);
    assert!(error.contains("no template for conversations"), "{error}");
    let error =
        spoilt("twice", "tokenizer_config.json", ["message['content']", "message['content'] + message['content']"]);
    assert!(error.contains("16 rows of features, and the text 32 tokens"), "{error}");
}

#[test]
fn a_graph_that_is_missing_or_another_one_is_named() {
    let error = load(&folder("llama"), "").map(|_| ()).expect_err("it looks at no pictures").to_string();
    assert!(error.contains("preprocessor_config.json"), "{error}");
    let folder = copy("plain", "graphs");
    let encoder = folder.join("onnx/vision_encoder.onnx");
    std::fs::remove_file(&encoder).expect("it was copied");
    let error = load(&folder, "").map(|_| ()).expect_err("it is missing").to_string();
    assert!(error.contains("vision_encoder.onnx is missing"), "{error}");
    std::fs::copy(folder.join("onnx/embed_tokens.onnx"), &encoder).expect("a copy");
    let error = load(&folder, "").map(|_| ()).expect_err("it is another").to_string();
    assert!(error.contains("vision_encoder.onnx: the graph has no output \"image_features\""), "{error}");
    for stem in ["embed_tokens", "decoder_model_merged"] {
        std::fs::copy(folder.join(format!("onnx/{stem}.onnx")), folder.join(format!("onnx/{stem}_q4.onnx")))
            .expect("a copy");
    }
    let error = load(&folder, "q4").map(|_| ()).expect_err("it has none of these").to_string();
    assert!(error.contains("vision_encoder_q4.onnx is missing"), "{error}");
}

#[test]
fn a_text_without_the_picture_is_refused_before_it_is_read() {
    let mut model = load(&folder("plain"), "").expect("a model");
    let mut decoder =
        Decoder::load(&ModelDir::open(&folder("plain"), "").expect("a model"), &runtime()).expect("a decoder");
    let frames = model.preprocess(&picture(32, 32));
    let features = model.encode(&frames).expect("it looks");
    let tokens = model.tokens(&features, &[], "Is it?").expect("tokens");
    let first = tokens.iter().position(|token| *token == features.token()).expect("there is a picture");
    let mut cache = KvCache::default();
    let refused = decoder.read_piece_seeing(&mut cache, &tokens[first + 1..], &features).expect_err("one is missing");
    assert!(matches!(refused, OnnxError::Features { features: 16, tokens: 15 }), "{refused}");
    assert_eq!((cache.tokens().len(), decoder.usage().passes), (0, 0));
}

#[test]
fn a_conversation_beyond_the_models_positions_is_refused_and_the_picture_stays() {
    let mut model = load(&folder("plain"), "").expect("a model");
    model.look(&picture(32, 32)).expect("it looks");
    let error = model.describe(&[], &"apple ".repeat(600), 4).expect_err("there are 512 positions").to_string();
    assert!(error.contains("512 that the model can see"), "{error}");
    model.describe(&[], "Is it?", 4).expect("there is room for this");
}

#[test]
fn answers_depend_on_the_encoder_and_on_how_pictures_are_prepared() {
    let fingerprint = |folder: &Path| load(folder, "").expect("a model").fingerprint();
    let (plain, whole) = (folder("plain"), copy("plain", "other"));
    let path = whole.join("preprocessor_config.json");
    let text = std::fs::read_to_string(&path).expect("it was copied");
    std::fs::write(&path, text.replace("\"resample\": 3", "\"resample\": 2")).expect("a file");
    let (one, other) = (fingerprint(&plain), fingerprint(&whole));
    assert_eq!(one.weights, other.weights);
    assert_ne!(one.tokenizer, other.tokenizer);
    let files = ModelDir::open(&plain, "").expect("a model").graph_files().expect("files");
    assert!(files.iter().any(|file| file.ends_with("vision_encoder.onnx")), "{files:?}");
}
