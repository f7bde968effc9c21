//! Errors about faulty model files name the file.

use std::path::{Path, PathBuf};

use surefleet_onnx::{Decoder, KvCache, ModelDir, OnnxError, TextCodec};

use crate::models::{decoder, folder, runtime};

/// A copy of a model for a test to damage.
fn copy(name: &str) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    if copy.exists() {
        std::fs::remove_dir_all(&copy).expect("it is ours");
    }
    std::fs::create_dir_all(copy.join("onnx")).expect("a folder");
    let from = folder("llama");
    for file in ["config.json", "tokenizer.json", "onnx/embed_tokens.onnx", "onnx/decoder_model_merged.onnx"] {
        std::fs::copy(from.join(file), copy.join(file)).expect("a copy");
    }
    copy
}

fn refused(folder: &Path) -> String {
    let model = match ModelDir::open(folder, "") {
        Ok(model) => model,
        Err(error) => return error.to_string(),
    };
    let loaded = Decoder::load(&model, &runtime()).map(|_| ());
    loaded.and_then(|()| TextCodec::load(&model).map(|_| ())).expect_err("it is spoilt").to_string()
}

#[test]
fn missing_files_are_named() {
    for (file, named) in [
        ("config.json", "config.json"),
        ("tokenizer.json", "tokenizer.json"),
        ("onnx/embed_tokens.onnx", "embed_tokens.onnx is missing"),
        ("onnx/decoder_model_merged.onnx", "decoder_model_merged.onnx is missing"),
    ] {
        let folder = copy("missing");
        std::fs::remove_file(folder.join(file)).expect("it was copied");
        let error = refused(&folder);
        assert!(error.contains(named) && error.contains("missing-"), "{error}");
    }
    let error = ModelDir::open(&folder("llama"), "q4").expect_err("there is no such variant").to_string();
    assert!(error.contains("model_q4.onnx"), "{error}");
}

#[test]
fn files_that_are_something_else_or_cut_off_are_named() {
    let spoil = |file: &str, contents: &dyn Fn(Vec<u8>) -> Vec<u8>| {
        let folder = copy("spoilt");
        let path = folder.join(file);
        std::fs::write(&path, contents(std::fs::read(&path).expect("it was copied"))).expect("a file");
        let error = refused(&folder);
        assert!(
            error.contains(Path::new(file).file_name().expect("a file").to_str().expect("ASCII")),
            "{file}: {error}"
        );
        error
    };
    spoil("config.json", &|_| b"{".to_vec());
    spoil("tokenizer.json", &|_| b"[]".to_vec());
    spoil("onnx/decoder_model_merged.onnx", &|bytes| bytes[..bytes.len() / 2].to_vec());
    spoil("onnx/decoder_model_merged.onnx", &|_| b"version https://git-lfs.github.com/spec/v1\n".to_vec());
    let embed = std::fs::read(folder("llama").join("onnx/embed_tokens.onnx")).expect("a graph");
    let error = spoil("onnx/decoder_model_merged.onnx", &|_| embed.clone());
    assert!(error.contains("has no input \"inputs_embeds\"; it has input_ids"), "{error}");
    let whole = std::fs::read(folder("llama").join("onnx/model.onnx")).expect("a graph");
    let error = spoil("onnx/embed_tokens.onnx", &|_| whole.clone());
    assert!(error.contains("has no output \"inputs_embeds\""), "{error}");
}

#[test]
fn a_prompt_beyond_the_models_positions_is_refused_and_the_cache_stays() {
    let mut decoder = decoder("llama", "");
    let mut cache = KvCache::default();
    decoder.read(&mut cache, &[7; 200]).expect("there is room");
    let error = decoder.read(&mut cache, &[7; 57]).expect_err("there are 256 positions");
    assert!(matches!(error, OnnxError::TooLong { tokens: 257, most: 256 }), "{error}");
    assert_eq!(cache.tokens().len(), 200);
    decoder.read_from(&mut cache, &[8; 300]).expect_err("nor is there for a whole text");
    decoder.read_from(&mut cache, &[]).expect_err("nothing was asked");
    assert_eq!(cache.tokens().len(), 200);
    decoder.read(&mut cache, &[7; 56]).expect("there is room for these");
}

#[test]
fn tokens_that_the_model_does_not_know_are_refused_not_guessed() {
    let mut decoder = decoder("llama", "");
    let error = decoder.read(&mut KvCache::default(), &[3, 5000]).expect_err("it knows 320");
    assert!(error.to_string().contains("5000"), "{error}");
    let error = decoder.read(&mut KvCache::default(), &[]).expect_err("nothing was asked");
    assert!(matches!(error, OnnxError::NoTokens), "{error}");
}
