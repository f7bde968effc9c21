//! Option scoring: the scorer trait and an OpenAI-compatible client.
