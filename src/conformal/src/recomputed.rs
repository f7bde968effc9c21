use crate::calibration::CalibratedClass;
use crate::{Calibration, CalibrationError, CalibrationFile, Fraction, HexFloat, MissionFeatures, Sha256, Threshold};

/// The thresholds of a file alone, for audits of decision records.
///
/// Nothing shows that the file fits a running system, so [`Autonomy`](crate::Autonomy) does not accept them.
#[derive(Clone, Debug)]
pub struct Recomputed<'a> {
    file: &'a CalibrationFile,
    classes: Vec<CalibratedClass>,
}

impl<'a> Recomputed<'a> {
    pub(crate) fn new(file: &'a CalibrationFile, classes: Vec<CalibratedClass>) -> Self {
        Self { file, classes }
    }

    /// The file.
    pub fn file(&self) -> &'a CalibrationFile {
        self.file
    }

    /// Threshold of a mission of these features at its own level `alpha`, and the largest share of it that may stay not
    /// understood. All robots of the team score with the model of these weights.
    ///
    /// # Errors
    /// As [`Calibration::at_alpha`].
    pub fn at_alpha(
        &self,
        alpha: Fraction,
        features: &MissionFeatures,
        weights: Sha256,
    ) -> Result<(Threshold, Option<HexFloat>), CalibrationError> {
        let calibration = Calibration::of_models(self.file, self.classes.clone(), &[weights]);
        let (_, threshold) = calibration.at_alpha(alpha, features)?;
        Ok((threshold, calibration.most_unexplained(features)?))
    }
}
