//! A test in its own process, because ort cannot load another library after a failure.

use std::path::Path;

use surefleet_onnx::Library;

#[test]
fn a_library_that_is_none_is_named_with_what_to_install() {
    for path in ["/nowhere/libonnxruntime.so", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
        let error = Library::load(Path::new(path)).expect_err("that is no library").to_string();
        assert!(error.contains(path) && error.contains("pip install onnxruntime"), "{error}");
    }
}
