//! How fast a robot drives, how large it is, and what no robot can have.

use surefleet_mapping::Metres;
use thiserror::Error;

use crate::house::House;

/// A number that no robot's motion can have. Whoever gave it mends it.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("{setting} is {value}: {mend}")]
pub struct MotionSettingError {
    /// The name of the setting.
    pub setting: &'static str,
    /// Its value.
    pub value: f64,
    /// The values that it can have.
    pub mend: &'static str,
}

/// How fast a robot drives, and how large it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DriveLimits {
    speed_m_s: f64,
    turn_rad_s: f64,
    radius: Metres,
}

impl DriveLimits {
    /// The least speed, in metres or radians per second: no drive through a house then takes longer than a `Duration` can say.
    const SLOWEST: f64 = 1e-3;

    /// From the speed on straight lines in metres per second, the speed of turning in radians per second, and the radius of the robot,
    /// which is round.
    ///
    /// # Errors
    /// [`MotionSettingError`] names a speed below 0.001, a radius that is not above 0, or a number that is not finite.
    pub const fn new(speed_m_s: f64, turn_rad_s: f64, radius: Metres) -> Result<Self, MotionSettingError> {
        let mend = "give a finite number of at least 0.001";
        if !(speed_m_s >= Self::SLOWEST && speed_m_s.is_finite()) {
            return Err(MotionSettingError { setting: "the speed in m/s", value: speed_m_s, mend });
        }
        if !(turn_rad_s >= Self::SLOWEST && turn_rad_s.is_finite()) {
            return Err(MotionSettingError { setting: "the speed of turning in rad/s", value: turn_rad_s, mend });
        }
        let value = radius.get();
        if !(value > 0.0 && value.is_finite()) {
            return Err(MotionSettingError { setting: "the radius of a robot", value, mend: "give metres above 0" });
        }
        Ok(Self { speed_m_s, turn_rad_s, radius })
    }

    /// The speed on straight lines, in metres per second.
    pub const fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }

    /// The speed of turning, in radians per second.
    pub const fn turn_rad_s(&self) -> f64 {
        self.turn_rad_s
    }

    /// The radius of the robot.
    pub const fn radius(&self) -> Metres {
        self.radius
    }
}

impl Default for DriveLimits {
    /// 1 m/s, half a turn in two seconds, and the radius that every house lets through.
    fn default() -> Self {
        let radius = Metres::new(House::ROBOT_RADIUS_M);
        Self { speed_m_s: 1.0, turn_rad_s: std::f64::consts::FRAC_PI_2, radius }
    }
}
