use crate::calibration::CalibratedClass;
use crate::{Calibration, CalibrationError, CalibrationFile, Fraction, HexFloat, MissionFeatures, Sha256, Threshold};

/// The thresholds of a file by itself, for whoever audits records of decisions.
///
/// Nothing says that the file is about anything that runs, so no robot can act on them: [`Autonomy`](crate::Autonomy) takes none.
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

    /// Threshold of a mission of these features at its own level `alpha`, for a team whose robots all score with the model of
    /// these weights; and the most that may not be understood of it.
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
