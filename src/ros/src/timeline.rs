use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use surefleet_fleet::Stamp;

/// A node's own time, which never goes back, in addition to ROS time.
///
/// Leases, retries, periods and time-outs are counted on it. It runs evenly even if the system's clock is set. With
/// `use_sim_time` it follows `/clock`; if `/clock` jumps back, it stands still until `/clock` goes on. ROS times from
/// elsewhere are converted to it on arrival, and outgoing messages get the ROS time.
#[derive(Clone, Default)]
pub struct Timeline(Rc<Cell<Reading>>);

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy, Default)]
struct Reading {
    ros: Stamp,
    /// From ROS time to the timeline, in nanoseconds; changes only when a clock jumps.
    offset: i128,
}

impl Timeline {
    /// The ROS time of this spin, for outgoing messages.
    pub fn ros(&self) -> Stamp {
        self.0.get().ros
    }

    /// A ROS time on this timeline.
    pub fn of_ros(&self, stamp: Stamp) -> Stamp {
        shift(stamp, self.0.get().offset)
    }

    /// A time of this timeline as ROS time.
    pub fn to_ros(&self, stamp: Stamp) -> Stamp {
        shift(stamp, -self.0.get().offset)
    }
}

fn shift(stamp: Stamp, by: i128) -> Stamp {
    Stamp::from_nanos(u64::try_from((i128::from(stamp.as_nanos()) + by).max(0)).unwrap_or(u64::MAX))
}

/// Sets a [`Timeline`] once a spin.
pub struct Pacemaker {
    timeline: Timeline,
    is_simulated: bool,
    /// The last time it returned, and the reading of a steady clock at that moment.
    last: Option<(Stamp, Instant)>,
}

/// A larger difference between the system's clock and the steady one within one spin counts as a jump.
const JUMP: Duration = Duration::from_millis(100);

impl Pacemaker {
    pub fn new(is_simulated: bool) -> Self {
        Self { timeline: Timeline::default(), is_simulated, last: None }
    }

    pub fn timeline(&self) -> Timeline {
        self.timeline.clone()
    }

    /// Takes the ROS time; returns the timeline's time, which is never earlier than at the last call.
    pub fn beat(&mut self, ros: Stamp, instant: Instant) -> Stamp {
        let Some((before, last)) = self.last else {
            self.timeline.0.set(Reading { ros, offset: 0 });
            self.last = Some((ros, instant));
            return ros;
        };
        let Reading { offset, .. } = self.timeline.0.get();
        let now = shift(ros, offset);
        let steady = before + instant.saturating_duration_since(last);
        let is_jump = if self.is_simulated { now < before } else { (now - steady).max(steady - now) > JUMP };
        let goal = if !is_jump {
            now.max(before)
        } else if self.is_simulated {
            before
        } else {
            steady
        };
        // A clock that was slowed a little may be behind for a moment: time stands still until the clock has caught up.
        let offset = if is_jump { i128::from(goal.as_nanos()) - i128::from(ros.as_nanos()) } else { offset };
        if is_jump {
            let seconds = (i128::from(goal.as_nanos()) - i128::from(now.as_nanos())) as f64 / 1e9;
            tracing::warn!(seconds, "the clock jumped (back: above zero); leases and time-outs go on as if it had not");
        }
        self.timeline.0.set(Reading { ros, offset });
        self.last = Some((goal, instant));
        goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn at(seconds: f64) -> Stamp {
        Stamp::ZERO + Duration::from_secs_f64(seconds)
    }

    #[test]
    fn system_clock_that_is_set_back_or_ahead_changes_no_time_out_and_stamps_stay_ros_time() {
        for jump in [-3600.0, -2.0, 2.0, 1e6] {
            let (mut pacemaker, begin) = (Pacemaker::new(false), Instant::now());
            let timeline = pacemaker.timeline();
            assert_eq!(pacemaker.beat(at(1e7), begin), at(1e7));
            assert_eq!(pacemaker.beat(at(1e7 + 1.0), begin + SECOND), at(1e7 + 1.0));
            for later in 2..5 {
                let ros = at(1e7 + jump + f64::from(later));
                assert_eq!(pacemaker.beat(ros, begin + SECOND * later), at(1e7 + f64::from(later)), "{jump}");
                assert_eq!(timeline.ros(), ros);
                assert_eq!(timeline.of_ros(ros), at(1e7 + f64::from(later)));
                assert_eq!(timeline.to_ros(timeline.of_ros(ros)), ros);
            }
        }
    }

    #[test]
    fn simulated_time_that_jumps_back_goes_on_at_once_at_its_own_pace() {
        let (mut pacemaker, begin) = (Pacemaker::new(true), Instant::now());
        // The wall clock does not count: the simulation may run faster or slower, or stand still.
        let mut beat = |seconds, wall| pacemaker.beat(at(seconds), begin + SECOND * wall);
        assert_eq!(beat(0.0, 0), at(0.0));
        assert_eq!(beat(100.0, 1), at(100.0));
        assert_eq!(beat(100.0, 50), at(100.0));
        assert_eq!(beat(40.0, 51), at(100.0));
        assert_eq!(beat(41.0, 52), at(101.0));
        assert_eq!(beat(0.0, 53), at(101.0));
        assert_eq!(beat(7.0, 54), at(108.0));
    }

    #[test]
    fn it_never_goes_back_whatever_the_clocks_do() {
        // Pseudo-random numbers, the same in every run.
        let mut seed = 1u64;
        let mut draw = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for is_simulated in [false, true] {
            let (mut pacemaker, mut instant, mut last) = (Pacemaker::new(is_simulated), Instant::now(), Stamp::ZERO);
            let mut ros = 1_000_000_000_000;
            for _ in 0..10_000 {
                instant += Duration::from_micros(draw(30_000));
                ros = match draw(20) {
                    0 => draw(2_000_000_000_000),
                    _ => ros + draw(40_000_000),
                };
                let now = pacemaker.beat(Stamp::from_nanos(ros), instant);
                assert!(now >= last);
                last = now;
            }
        }
    }
}
