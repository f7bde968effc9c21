use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ValueError;

/// Exact rational strictly between 0 and 1: an error level `alpha` or a confidence level `delta`.
///
/// Held in lowest terms, parsed from `"1/10"`, `"0.1"` or `"0.05"`, written and serialised as `"1/10"`. Ranks are
/// computed from it in integers, because a float `ceil((M + 1)(1 - alpha))` is one too high or low in about 0.6 % of
/// (M, alpha) cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    /// Makes `numerator / denominator`.
    ///
    /// # Errors
    /// [`ValueError::FractionRange`] unless `0 < numerator < denominator`.
    pub fn new(numerator: u64, denominator: u64) -> Result<Self, ValueError> {
        if numerator == 0 || numerator >= denominator {
            return Err(ValueError::FractionRange { value: format!("{numerator}/{denominator}") });
        }
        let common = greatest_common_divisor(numerator, denominator);
        Ok(Self { numerator: numerator / common, denominator: denominator / common })
    }

    /// Numerator in lowest terms.
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// Denominator in lowest terms.
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// Nearest f64; for reports and bets, never for a rank.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// `floor(self * count)`, exactly.
    pub fn floor_of(self, count: usize) -> usize {
        let product = u128::from(self.numerator) * count as u128;
        usize::try_from(product / u128::from(self.denominator)).expect("a fraction below 1 of a usize fits a usize")
    }

    /// Level of each of `reorders + 1` orders, so that together they err at most `self`: `self / (reorders + 1)`.
    ///
    /// S-ATLAS retries up to `W` orders until the sets are singletons (Section III-C, Alg. 1). Its footnote 5 claims
    /// that this keeps coverage. It does not: retrying selects, and miscoverage can reach `(W + 1) alpha`. Dividing (a
    /// union bound) restores the guarantee.
    ///
    /// # Errors
    /// [`ValueError::FractionSplit`] if the denominator would not fit 64 bits.
    pub fn split_over_orders(self, reorders: u32) -> Result<Self, ValueError> {
        let orders = u64::from(reorders) + 1;
        let common = greatest_common_divisor(self.numerator, orders);
        match self.denominator.checked_mul(orders / common) {
            Some(denominator) => Self::new(self.numerator / common, denominator),
            None => Err(ValueError::FractionSplit { value: self.to_string(), orders }),
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let left = u128::from(self.numerator) * u128::from(other.denominator);
        let right = u128::from(other.numerator) * u128::from(self.denominator);
        left.cmp(&right)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl FromStr for Fraction {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (numerator, denominator) = match text.split_once('/') {
            Some((above, below)) => (digits(above), digits(below)),
            None => decimal(text),
        };
        match (numerator, denominator) {
            (Some(numerator), Some(denominator)) => {
                Self::new(numerator, denominator).map_err(|_| ValueError::FractionRange { value: text.to_owned() })
            }
            _ if text.strip_prefix('-').is_some_and(|rest| rest.parse::<f64>().is_ok()) => {
                Err(ValueError::FractionRange { value: text.to_owned() })
            }
            _ => Err(ValueError::FractionSyntax { value: text.to_owned() }),
        }
    }
}

impl TryFrom<String> for Fraction {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Fraction> for String {
    fn from(fraction: Fraction) -> Self {
        fraction.to_string()
    }
}

fn digits(text: &str) -> Option<u64> {
    let all_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| text.parse().ok()).flatten()
}

/// `"0.05"` as 5 over 100, without passing through a float.
fn decimal(text: &str) -> (Option<u64>, Option<u64>) {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let power = u32::try_from(places.len()).ok().and_then(|n| 10u64.checked_pow(n));
    (digits(&format!("{whole}{places}")), power)
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Fraction {
        text.parse().expect("a fraction")
    }

    #[test]
    fn decimal_and_ratio_of_the_same_value_are_equal_and_written_in_lowest_terms() {
        assert_eq!(parse("0.1"), parse("10/100"));
        assert_eq!(parse("0.05").to_string(), "1/20");
        assert_eq!(serde_json::to_string(&parse("0.05")).expect("json"), "\"1/20\"");
        assert_eq!(serde_json::from_str::<Fraction>("\"0.15\"").expect("json"), parse("3/20"));
    }

    #[test]
    fn values_outside_the_open_unit_interval_are_named_with_the_mend() {
        for text in ["0", "0.0", "1", "1.0", "3/2", "2", "-0.1", "1/0"] {
            let error = text.parse::<Fraction>().expect_err(text);
            assert_eq!(error, ValueError::FractionRange { value: text.into() });
            assert!(error.to_string().contains(text) && error.to_string().contains("1/10"), "{error}");
        }
        for text in ["", "ten", "1/", "0.1.2", "+1/10", "1e-1", "0.1 ", "99999999999999999999/3"] {
            let error = text.parse::<Fraction>().expect_err(text);
            assert_eq!(error, ValueError::FractionSyntax { value: text.into() });
        }
    }

    #[test]
    fn splitting_over_orders_divides_exactly() {
        assert_eq!(parse("1/10").split_over_orders(0), Ok(parse("1/10")));
        assert_eq!(parse("1/10").split_over_orders(3), Ok(parse("1/40")));
        assert_eq!(parse("3/20").split_over_orders(2), Ok(parse("1/20")));
        let tiny = Fraction::new(1, u64::MAX).expect("in range");
        assert!(matches!(tiny.split_over_orders(1), Err(ValueError::FractionSplit { orders: 2, .. })));
    }

    #[test]
    fn order_follows_value() {
        assert!(parse("1/20") < parse("0.1"));
        assert!(parse("2/3") > parse("3/5"));
    }
}
