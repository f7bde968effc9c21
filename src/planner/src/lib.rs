//! One robot's turn: prompt, scores, prediction set, allowed set, act or ask (sans-io).
