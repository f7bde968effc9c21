use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ValueError;

/// An f64 other than NaN, written as a C99 hexadecimal float so that every bit survives a text file.
///
/// The form is that of `printf("%a")`: `0x1.8p-3`, `-0x0p+0`, `inf`, `-inf`. Reading is exact: a value between two f64
/// is an error and is never rounded. Python reads and writes the same form with `float.fromhex` and `float.hex`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HexFloat(f64);

impl HexFloat {
    /// Wraps `value`.
    ///
    /// # Errors
    /// [`ValueError::HexFloat`] for NaN.
    pub fn new(value: f64) -> Result<Self, ValueError> {
        if value.is_nan() {
            return Err(ValueError::HexFloat { value: "NaN".to_owned(), why: "is not a number" });
        }
        Ok(Self(value))
    }

    /// The value.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// Bit equality: `-0.0` differs from `0.0`, as a file's contents do.
impl PartialEq for HexFloat {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for HexFloat {}

const FRACTION_BITS: i64 = 52;
const LEAST_NORMAL_EXPONENT: i64 = -1022;
const LEAST_EXPONENT: i64 = LEAST_NORMAL_EXPONENT - FRACTION_BITS;
const GREATEST_EXPONENT: i64 = 1023;

impl fmt::Display for HexFloat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0.is_sign_negative() { "-" } else { "" };
        if self.0.is_infinite() {
            return write!(f, "{sign}inf");
        }
        let bits = self.0.to_bits();
        let biased = i64::try_from((bits >> FRACTION_BITS) & 0x7ff).expect("eleven bits fit an i64");
        let fraction = bits & ((1 << FRACTION_BITS) - 1);
        let (lead, exponent) = match (biased, fraction) {
            (0, 0) => (0, 0),
            (0, _) => (0, LEAST_NORMAL_EXPONENT),
            _ => (1, biased - GREATEST_EXPONENT),
        };
        let hex = format!("{fraction:013x}");
        let hex = hex.trim_end_matches('0');
        let point = if hex.is_empty() { "" } else { "." };
        write!(f, "{sign}0x{lead}{point}{hex}p{exponent:+}")
    }
}

impl FromStr for HexFloat {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).map(Self).map_err(|why| ValueError::HexFloat { value: text.to_owned(), why })
    }
}

impl TryFrom<String> for HexFloat {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<HexFloat> for String {
    fn from(value: HexFloat) -> Self {
        value.to_string()
    }
}

fn parse(text: &str) -> Result<f64, &'static str> {
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = if magnitude == "inf" {
        f64::INFINITY
    } else {
        let (mantissa, exponent) = integer_and_exponent(magnitude)?;
        scale(mantissa, exponent)?
    };
    Ok(if negative { -value } else { value })
}

/// Reads `0xH.HpE` as `mantissa * 2^exponent`.
fn integer_and_exponent(text: &str) -> Result<(u128, i64), &'static str> {
    const SHAPE: &str = "is not a C99 hexadecimal float";
    let body = text.strip_prefix("0x").ok_or(SHAPE)?;
    let (digits, power) = body.split_once('p').ok_or(SHAPE)?;
    let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && places.is_empty() {
        return Err(SHAPE);
    }
    let mut mantissa = 0u128;
    for digit in whole.chars().chain(places.chars()) {
        let digit = digit.to_digit(16).ok_or(SHAPE)?;
        if mantissa >> 124 != 0 {
            return Err("has more digits than an f64 can hold");
        }
        mantissa = mantissa << 4 | u128::from(digit);
    }
    let power: i32 = power.parse().map_err(|_| SHAPE)?;
    let places = i64::try_from(places.len()).map_err(|_| SHAPE)?;
    Ok((mantissa, i64::from(power) - 4 * places))
}

fn scale(mantissa: u128, exponent: i64) -> Result<f64, &'static str> {
    if mantissa == 0 {
        return Ok(0.0);
    }
    let spare = mantissa.trailing_zeros();
    let odd = mantissa >> spare;
    let exponent = exponent + i64::from(spare);
    let length = i64::from(u128::BITS - odd.leading_zeros());
    if length > FRACTION_BITS + 1 || exponent < LEAST_EXPONENT {
        return Err("lies between two f64 values");
    }
    if exponent + length - 1 > GREATEST_EXPONENT {
        return Err("exceeds the greatest f64");
    }
    // Both factors and the product are representable, so the multiplication is exact.
    Ok(odd as f64 * power_of_two(exponent))
}

fn power_of_two(exponent: i64) -> f64 {
    let bits = if exponent < LEAST_NORMAL_EXPONENT {
        1i64 << (exponent - LEAST_EXPONENT)
    } else {
        (exponent + GREATEST_EXPONENT) << FRACTION_BITS
    };
    f64::from_bits(bits.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> f64 {
        text.parse::<HexFloat>().expect("a hex float").get()
    }

    #[test]
    fn writes_what_printf_a_writes() {
        for (value, text) in [
            (0.1875, "0x1.8p-3"),
            (1.0, "0x1p+0"),
            (-0.0, "-0x0p+0"),
            (-0.1, "-0x1.999999999999ap-4"),
            (f64::MAX, "0x1.fffffffffffffp+1023"),
            (f64::MIN_POSITIVE, "0x1p-1022"),
            (5e-324, "0x0.0000000000001p-1022"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(HexFloat::new(value).expect("a number").to_string(), text);
            assert_eq!(read(text).to_bits(), value.to_bits(), "{text}");
        }
    }

    #[test]
    fn reads_other_spellings_of_the_same_value() {
        assert_eq!(read("0x1.8000000000000p-3"), 0.1875);
        assert_eq!(read("0x18p-7"), 0.1875);
        assert_eq!(read("+0x.3p+0"), 0.1875);
        assert_eq!(read("0x1p-1074"), 5e-324);
    }

    #[test]
    fn refuses_what_no_f64_equals() {
        for text in [
            "",
            "0.1875",
            "0x",
            "0xp+0",
            "0x1.8",
            "0x1.gp+0",
            "nan",
            "0x1.00000000000001p+0",
            "0x1p-1075",
            "0x1p+1024",
            "0x1p+99999999999",
            "--0x1p+0",
            "0x1.8p-3 ",
        ] {
            assert!(text.parse::<HexFloat>().is_err(), "{text:?} was accepted");
        }
        assert!(HexFloat::new(f64::NAN).is_err());
    }

    proptest! {
        #[test]
        fn round_trip_keeps_every_bit(bits: u64) {
            let value = f64::from_bits(bits);
            prop_assume!(!value.is_nan());
            let text = HexFloat::new(value).expect("a number").to_string();
            prop_assert_eq!(read(&text).to_bits(), bits);
        }
    }
}
