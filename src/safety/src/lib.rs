//! Joint step to verdict to approval (sans-io).
