//! Scores to rank to threshold to prediction set; calibration file; coverage statistics.
