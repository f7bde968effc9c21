//! Greetings and sighs, which ask for nothing.

/// Words that stand alone, or before a sentence and a comma: small talk drops both, and courtesy those that stand behind other
/// words of courtesy.
#[rustfmt::skip]
pub(crate) const GREETINGS: [&str; 12] = [
    "good morning", "hello", "hi", "hey", "hi there", "hey there", "well", "oh", "ugh", "anyway", "you know what", "quick",
];

/// Whether the word calls somebody, who is named next: "hey robot 1, open it".
pub(crate) fn calls(word: &str) -> bool {
    matches!(word, "hey" | "hi" | "hello" | "ok" | "okay")
}
