use std::{error::Error as _, time::Duration};

use reqwest::{
    Client, Response, Url,
    header::{AUTHORIZATION, DATE, HeaderName, RETRY_AFTER},
    redirect::Policy,
};
use serde_json::Value;

use super::{
    key::ApiKey,
    retry::{Again, Failure, retry_after},
    settings::OpenAiSettings,
};
use crate::ScoreError;

/// Greatest number of bytes kept of an error message.
const MESSAGE_LIMIT: usize = 300;

/// The connection to one server: sends a request, returns the bytes of the answer, classifies failures.
pub(super) struct Transport {
    client: Client,
    base: Url,
    host: String,
    key: Option<ApiKey>,
    connect_timeout: Duration,
    call_timeout: Duration,
    body_limit: usize,
}

impl Transport {
    pub fn new(settings: &OpenAiSettings, key: Option<ApiKey>) -> Result<Self, ScoreError> {
        let base = parse_base(&settings.base_url)?;
        check(!settings.model.is_empty(), "model", "empty", "name the model as the server does")?;
        check(settings.attempts > 0, "attempts", "0", "allow at least one call")?;
        check(settings.body_limit > 0, "body_limit", "0", "allow at least one byte")?;
        check(!settings.call_timeout.is_zero(), "call_timeout", "0", "give a call some time")?;
        check(!settings.connect_timeout.is_zero(), "connect_timeout", "0", "give a connection some time")?;
        let is_local = matches!(base.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if key.is_some() && base.scheme() == "http" && !is_local {
            tracing::warn!("the key of the model server goes over the network unencrypted: use https");
        }
        // Fails if the process already has a provider. Then that one is used.
        drop(rustls::crypto::ring::default_provider().install_default());
        // A redirect could send the key to another server. A proxy cannot reach this machine's own loopback.
        let builder = Client::builder().redirect(Policy::none()).connect_timeout(settings.connect_timeout);
        let builder = if is_local { builder.no_proxy() } else { builder };
        // Plain HTTP needs no system certificates, and small machines have none.
        let builder = if base.scheme() == "http" { builder.tls_certs_only([]) } else { builder };
        let client = builder.build().map_err(|error| ScoreError::Setting {
            name: "http client",
            value: chain(&error.without_url()),
            mend: "check the system's certificates and proxy settings",
        })?;
        let host = match (base.host_str(), base.port_or_known_default()) {
            (Some(host), Some(port)) => format!("{host}:{port}"),
            (host, _) => host.unwrap_or_default().to_owned(),
        };
        let OpenAiSettings { connect_timeout, call_timeout, body_limit, .. } = *settings;
        Ok(Self { client, base, host, key, connect_timeout, call_timeout, body_limit })
    }

    /// Host and port, for messages.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Sends `body` to the end point `path` and returns the bytes of a successful answer.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Vec<u8>, Failure> {
        let url = self.base.join(path).expect("the end points are relative addresses");
        let request = self.client.post(url).timeout(self.call_timeout).json(body);
        let request = match &self.key {
            Some(key) => request.header(AUTHORIZATION, key.header()),
            None => request,
        };
        let response = request.send().await.map_err(|error| self.broken(error))?;
        let status = response.status();
        let header = |name: HeaderName| response.headers().get(name)?.to_str().ok();
        let asked = retry_after(header(RETRY_AFTER), header(DATE));
        if status.is_success() {
            return self.body(response).await;
        }
        let message = match self.body(response).await {
            Ok(bytes) => self.message(&bytes),
            Err(failure) => failure.error.to_string(),
        };
        let again = match (status.as_u16(), asked) {
            (429 | 503, Some(wait)) => Again::After(wait),
            (408 | 409 | 425 | 429 | 500..=599, _) => Again::AfterBackoff,
            _ => Again::Never,
        };
        let error = ScoreError::Status { host: self.host.clone(), status: status.as_u16(), message };
        Err(Failure { error, again })
    }

    async fn body(&self, mut response: Response) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(error))? {
            if bytes.len() + chunk.len() > self.body_limit {
                let error = ScoreError::TooLarge { host: self.host.clone(), limit: self.body_limit };
                return Err(Failure { error, again: Again::Never });
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    fn broken(&self, error: reqwest::Error) -> Failure {
        let host = self.host.clone();
        let error = if error.is_timeout() {
            let limit = if error.is_connect() { self.connect_timeout } else { self.call_timeout };
            ScoreError::TimedOut { host, limit }
        } else {
            ScoreError::Unreachable { host, reason: self.hidden(&chain(&error.without_url())) }
        };
        Failure { error, again: Again::AfterBackoff }
    }

    /// The server's error message: the interface's `error.message`, else the beginning of the body.
    fn message(&self, bytes: &[u8]) -> String {
        let told = serde_json::from_slice::<Value>(bytes).ok();
        let told = told.as_ref().and_then(|told| told.pointer("/error/message")?.as_str());
        // The key is hidden before the text is cut, so that no part of the key remains.
        let text = self.hidden(&told.map_or_else(|| String::from_utf8_lossy(bytes), Into::into));
        let cut = text.char_indices().map(|(at, _)| at).find(|at| *at >= MESSAGE_LIMIT);
        text[..cut.unwrap_or(text.len())].trim().escape_debug().to_string()
    }

    fn hidden(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.hidden_in(text))
    }
}

fn parse_base(text: &str) -> Result<Url, ScoreError> {
    // The error does not repeat the address if it may contain a password.
    let refused = |value: &str, mend| ScoreError::Setting { name: "base_url", value: value.into(), mend };
    let with_slash = format!("{}/", text.trim_end_matches('/'));
    let base = Url::parse(&with_slash).map_err(|_| refused("no address", "write it like http://127.0.0.1:8080/v1"))?;
    if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
        return Err(refused("neither http nor https", "write it like http://127.0.0.1:8080/v1"));
    }
    if !base.username().is_empty() || base.password().is_some() {
        return Err(refused("an address with a password", "name the key's variable in key_variable"));
    }
    if base.query().is_some() || base.fragment().is_some() {
        return Err(refused("an address with a query", "end it with the version, like /v1"));
    }
    Ok(base)
}

fn check(holds: bool, name: &'static str, value: &str, mend: &'static str) -> Result<(), ScoreError> {
    let refused = || ScoreError::Setting { name, value: value.into(), mend };
    holds.then_some(()).ok_or_else(refused)
}

/// An error with its causes, because reqwest's own messages omit the causes.
fn chain(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}
