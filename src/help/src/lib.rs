//! Help requests: queue, claim, answer (sans-io).
