use std::fmt;

use reqwest::header::HeaderValue;

use crate::ScoreError;

/// A server's key. It never appears in logs, errors or `Debug` output.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// A key from its text.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] if it is blank or not a valid header value.
    pub fn new(text: &str) -> Result<Self, ScoreError> {
        let key = text.trim();
        if key.is_empty() || HeaderValue::from_str(key).is_err() {
            return Err(ScoreError::Setting {
                name: "key",
                value: "blank, or no header text".into(),
                mend: "give the key as one line of plain text",
            });
        }
        Ok(Self(key.to_owned()))
    }

    /// A key from the environment variable `name`.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] if the variable is not set or its key cannot be used.
    pub fn from_environment(name: &str) -> Result<Self, ScoreError> {
        let unset = || ScoreError::Setting {
            name: "key_variable",
            value: format!("{name:?}, which is not set"),
            mend: "export the server's key under this name, or leave key_variable empty",
        };
        Self::new(&std::env::var(name).map_err(|_| unset())?)
    }

    /// The `Authorization` header, marked as sensitive so that no log shows it.
    pub(super) fn header(&self) -> HeaderValue {
        let mut header =
            HeaderValue::from_str(&format!("Bearer {}", self.0)).expect("the constructor tried the key as a header");
        header.set_sensitive(true);
        header
    }

    /// `text` without the key, because servers repeat keys in their error messages.
    pub(super) fn hidden_in(&self, text: &str) -> String {
        text.replace(&self.0, "[key]")
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey([hidden])")
    }
}
