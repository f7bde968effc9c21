/// The confidence that the model states, 0 to 1; `None` if it states none, or more than one.
///
/// Reads a number with a percent sign ("I am 87% certain"). Without one it reads the only number in the text: "0.87" as
/// a fraction, "87" as a percentage. So "1" means one percent, because the question asks for a percentage.
pub fn stated_confidence(text: &str) -> Option<f64> {
    let numbers = numbers(text)?;
    let marked: Vec<&Number> = numbers.iter().filter(|number| number.is_percentage).collect();
    let confidence = match (marked.as_slice(), numbers.as_slice()) {
        ([only], _) => only.value / 100.0,
        ([], [only]) if only.has_point && only.value <= 1.0 => only.value,
        ([], [only]) => only.value / 100.0,
        _ => return None,
    };
    (0.0..=1.0).contains(&confidence).then_some(confidence)
}

struct Number {
    value: f64,
    has_point: bool,
    is_percentage: bool,
}

/// All numbers of a text; `None` if one is ambiguous: a minus or a range, several points, a comma.
fn numbers(text: &str) -> Option<Vec<Number>> {
    let mut numbers = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let is_below_one = rest[..start].ends_with('.');
        if rest[..start].ends_with(['-', '–', '−', '+']) {
            return None;
        }
        let from = &rest[start - usize::from(is_below_one)..];
        let length = from.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(from.len());
        let digits = from[..length].trim_end_matches(['.', ',']);
        rest = &from[digits.len()..];
        let after = rest.trim_start().to_lowercase();
        let is_percentage = ["%", "percent", "per cent"].iter().any(|sign| after.starts_with(sign));
        numbers.push(Number { value: digits.parse().ok()?, has_point: digits.contains('.'), is_percentage });
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn confidences_are_read_as_people_write_them() {
        for (text, confidence) in [
            ("I am 87% certain that the answer is Yes.", 0.87),
            ("87", 0.87),
            ("87.", 0.87),
            ("87 %", 0.87),
            ("0.87", 0.87),
            (".87", 0.87),
            ("87.5 Percent", 0.875),
            ("For apple 1 I am 60 per cent sure", 0.6),
            ("87.5", 0.875),
            ("0.5%", 0.005),
            ("1.0", 1.0),
            ("1", 0.01),
            ("100", 1.0),
            ("0", 0.0),
        ] {
            let read = stated_confidence(text).expect(text);
            assert!((read - confidence).abs() < 1e-12, "{text}: {read}");
        }
    }

    #[test]
    fn what_is_no_single_confidence_is_not_read() {
        for text in [
            "",
            "very sure",
            "101",
            "120%",
            "-5%",
            "80-90%",
            "between 80% and 90%",
            "apple 1: 87",
            "87,5 %",
            "1.2.3",
            "1000000000000000000000000000000%",
        ] {
            assert_eq!(stated_confidence(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_number_from_0_to_1_or_none(text in "\\PC{0,20}|[0-9.,%\\- ]{0,12}") {
            prop_assert!(stated_confidence(&text).is_none_or(|read| (0.0..=1.0).contains(&read)));
        }

        #[test]
        fn whole_percentages_are_read_back(percent in 0u32..=100) {
            let read = [format!("{percent}"), format!("I am {percent}% certain."), format!("{percent} %")]
                .map(|text| stated_confidence(&text));
            prop_assert_eq!(read, [Some(f64::from(percent) / 100.0); 3]);
        }
    }
}
