use std::fmt;

use reqwest::header::HeaderValue;

use crate::ScoreError;

/// A server's key. It is shown nowhere: not in logs, errors or `Debug`.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// From the text of a key.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] where it is blank or cannot stand in a header.
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

    /// From the environment variable `name`.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] where it is not set or not usable.
    pub fn from_environment(name: &str) -> Result<Self, ScoreError> {
        let unset = || ScoreError::Setting {
            name: "key_variable",
            value: format!("{name:?}, which is not set"),
            mend: "export the server's key under this name, or leave key_variable empty",
        };
        Self::new(&std::env::var(name).map_err(|_| unset())?)
    }

    /// The `Authorization` header, marked so that no log shows it.
    pub(super) fn header(&self) -> HeaderValue {
        let mut header =
            HeaderValue::from_str(&format!("Bearer {}", self.0)).expect("the constructor tried the key as a header");
        header.set_sensitive(true);
        header
    }

    /// `text` without the key: servers repeat keys in their error messages.
    pub(super) fn hidden_in(&self, text: &str) -> String {
        text.replace(&self.0, "[key]")
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey([hidden])")
    }
}
