//! The tiny models, and the ONNX Runtime that runs them.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use serde::Deserialize;
use surefleet_language::Picture;
use surefleet_onnx::{Decoder, Library, ModelDir, Provider, Runtime};

/// The results of transformers for a text.
#[derive(Deserialize)]
pub struct Golden {
    pub text: String,
    pub ids: Vec<u32>,
    pub prefill_first: Vec<f32>,
    pub prefill_last: Vec<f32>,
    pub log_probability: f64,
    pub steps: Vec<Step>,
}

/// A greedy step: the logits before it, and the chosen token.
#[derive(Deserialize)]
pub struct Step {
    pub token: u32,
    pub logits: Vec<f32>,
}

/// The folder of a tiny model, or the absolute path of another model.
pub fn folder(model: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(model)
}

pub fn golden(model: &str) -> Vec<Golden> {
    let text = std::fs::read_to_string(folder(model).join("golden.json")).expect("training/tiny_models.py made it");
    serde_json::from_str(&text).expect("golden logits")
}

/// The ONNX Runtime that `make setup` installs.
pub fn runtime() -> Runtime {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ros/onnxruntime/libonnxruntime.so");
    let path = std::env::var_os("SUREFLEET_ONNXRUNTIME").map_or(installed, PathBuf::from);
    let library = Library::load(&path).unwrap_or_else(|error| panic!("{error} (make setup installs one)"));
    Runtime { library, provider: Provider::Cpu, threads: 1 }
}

/// `variant` "whole": the whole graph of a model that also has split graphs.
pub fn decoder(model: &str, variant: &str) -> Decoder {
    let folder = folder(model);
    let folder = if variant == "whole" { whole(&folder) } else { folder };
    Decoder::load(&ModelDir::open(&folder, "").expect("a model"), &runtime()).expect("a decoder")
}

/// A folder with only the whole graph. Each caller gets its own, since another's may be half written.
fn whole(folder: &Path) -> PathBuf {
    static CALLERS: AtomicUsize = AtomicUsize::new(0);
    let (process, caller) = (std::process::id(), CALLERS.fetch_add(1, Ordering::Relaxed));
    let alone = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("whole-{process}-{caller}"));
    std::fs::create_dir_all(&alone).expect("a folder");
    for (from, to) in [("config.json", "config.json"), ("onnx/model.onnx", "model.onnx")] {
        std::fs::copy(folder.join(from), alone.join(to)).expect("a copy");
    }
    alone
}

/// A picture with coarse and fine structure; `picture` in training/tiny_vision_models.py is the same.
pub fn picture(width: usize, height: usize) -> Picture {
    let value = |x: usize, y: usize, channel: usize| {
        x * (3 + channel) + y * (5 - channel) * 2 + x * y / (7 + channel) + (x ^ y) * channel
    };
    let pixels =
        (0..height).flat_map(|y| (0..width).flat_map(move |x| (0..3).map(move |channel| value(x, y, channel))));
    Picture::new(width, height, pixels.map(|value| (value % 256) as u8).collect()).expect("three bytes a pixel")
}

/// A copy of a vision-language model to change. Each caller gets its own, since another's may be half written.
pub fn copy(model: &str, purpose: &str) -> PathBuf {
    static CALLERS: AtomicUsize = AtomicUsize::new(0);
    let caller = format!("{}-{}", std::process::id(), CALLERS.fetch_add(1, Ordering::Relaxed));
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{model}-{purpose}-{caller}"));
    std::fs::create_dir_all(copy.join("onnx")).expect("a folder");
    for part in ["", "onnx"] {
        for entry in std::fs::read_dir(folder(model).join(part)).expect("it is there") {
            let path = entry.expect("it is there").path();
            if path.is_file() {
                std::fs::copy(&path, copy.join(part).join(path.file_name().expect("a file"))).expect("a copy");
            }
        }
    }
    copy
}

/// `idefics3` without tiles: it sees each picture only as a whole.
pub fn without_splitting() -> PathBuf {
    let folder = copy("idefics3", "whole");
    let path = folder.join("processor_config.json");
    let text = std::fs::read_to_string(&path).expect("it was copied");
    let (split, whole) = ("\"do_image_splitting\": true", "\"do_image_splitting\": false");
    assert!(text.contains(split), "{text}");
    std::fs::write(&path, text.replace(split, whole)).expect("a file");
    folder
}
