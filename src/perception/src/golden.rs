use surefleet_conformal::{FEWEST_GOLDEN_PROMPTS, GoldenPrompt};
use surefleet_language::{Picture, VisionLanguageModel};

use crate::{Check, PerceptionError, QuestionWording, Strategy, questions};

/// The model's answers about painted pictures, which it must repeat before it judges alone.
///
/// Hashes show that the files are the calibrated ones. These answers show that the backend and the driver still compute
/// the same results. Any machine can paint the pictures. They show nothing, so only a change of the answers matters.
/// Free text is left out, because one rounding difference could change all of it. Afterwards the model looks at the
/// last picture.
///
/// # Errors
/// [`PerceptionError::Model`] if the model fails.
pub fn golden_prompts(
    model: &mut impl VisionLanguageModel,
    strategy: Strategy,
    wording: QuestionWording,
    [width, height]: [usize; 2],
) -> Result<Vec<GoldenPrompt>, PerceptionError> {
    let plan = ["go to the table", "grab apple 1", "go to the sink"];
    let check = Check::new("Bring apple 1 to the sink", plan[1], "apple 1 is in the gripper")?.in_plan(plan, 1)?;
    let asked = questions(&check, strategy, wording)?;
    let answers: Vec<&str> = asked.answers.iter().map(String::as_str).collect();
    let prompt = |number: usize| {
        model.look(&painted(number, width, height)?)?;
        let choice = model.choose(&[], &asked.question, &answers)?;
        let scores: Vec<f64> = choice.probabilities.iter().map(|p| p.ln()).collect();
        let prompt = format!("painted picture {number}, {width} x {height}: {}", asked.question);
        Ok(GoldenPrompt::new(prompt, asked.answers.clone(), &scores, None)?)
    };
    (0..FEWEST_GOLDEN_PROMPTS).map(prompt).collect()
}

/// Squares of one colour each; every `number` has other colours.
fn painted(number: usize, width: usize, height: usize) -> Result<Picture, PerceptionError> {
    const SQUARE: usize = 16;
    let mut rgb = Vec::with_capacity(width.saturating_mul(height).saturating_mul(3));
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let square = (number as u64) << 40 | ((y / SQUARE) as u64) << 20 | (x / SQUARE) as u64;
        // A multiplicative hash: its upper bytes are well mixed.
        let colour = (square + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes();
        rgb.extend_from_slice(&colour[..3]);
    }
    Ok(Picture::new(width, height, rgb)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn painted_pictures_differ_and_have_squares() {
        let pictures: Vec<Picture> =
            (0..FEWEST_GOLDEN_PROMPTS).map(|number| painted(number, 40, 20).unwrap()).collect();
        for (number, picture) in pictures.iter().enumerate() {
            assert!(pictures[..number].iter().all(|other| other != picture));
            let pixel = |x: usize, y: usize| &picture.rgb()[3 * (40 * y + x)..][..3];
            assert_eq!(pixel(0, 0), pixel(15, 15));
            assert!(pixel(0, 0) != pixel(16, 0) && pixel(0, 0) != pixel(0, 16));
        }
        assert!(painted(0, 0, 20).is_err());
    }
}
