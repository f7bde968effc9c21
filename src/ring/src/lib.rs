//! The turn: order, lease, loss, regeneration, join and leave (sans-io).
