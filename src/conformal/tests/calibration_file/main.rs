//! A calibration file is refused for each single value in it that differs from the running system, and gives each mission its threshold.

mod fixture;
mod levels;
mod values;
