//! The float nearest to a decimal number, for the significands and exponents that documents are full of.

/// The float nearest to `significand` times ten to the power of `exponent`, ties to even; `None` where that takes more than
/// one multiplication or division to find.
#[inline]
pub(super) fn float(significand: u64, exponent: i32) -> Option<f64> {
    #[expect(
        clippy::as_conversions,
        clippy::cast_precision_loss,
        reason = "a cast rounds to the nearest"
    )]
    let value = significand as f64;
    if exponent == 0 {
        return Some(value);
    }
    let power = usize::try_from(exponent.unsigned_abs()).ok()?;
    if ROUNDS_ONCE
        && significand <= MAX_EXACT
        && let Some(power) = POWERS.get(power)
    {
        return Some(if exponent < 0 {
            value / power
        } else {
            value * power
        });
    }
    let reciprocal = RECIPROCALS.get(power)?;
    (exponent < 0 && significand > 0).then(|| reciprocal.times(significand))
}

/// Floats hold all integers up to here exactly. So a product or quotient of two that are exact is rounded once, and that is
/// the nearest: W. D. Clinger, How to Read Floating Point Numbers Accurately, 1990.
const MAX_EXACT: u64 = 1 << 53;

/// The powers of ten that floats hold exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The x87 registers of old 32-bit processors hold more digits than a float has, and round twice.
const ROUNDS_ONCE: bool = cfg!(any(not(target_arch = "x86"), target_feature = "sse2"));

/// A negative power of ten, as an integer of 128 bits and a power of two.
///
/// The integer is the next one above the fraction, so a product with a significand of 64 bits is too large by less than one
/// in 128 bits, and never where the fraction times the significand is whole. A float, or the middle of two, has 54 bits, and
/// the power of five 63: what is not equal to such a one is away from it by 2^-117 of its size at least, which is more. So
/// the product lies on the side of it where the number lies. The idea is that of D. Lemire, Number Parsing at a Gigabyte per
/// Second, 2021, where a second look is needed beyond these powers.
#[derive(Clone, Copy)]
struct Reciprocal {
    integer: u128,
    exponent: i32,
}

/// Five to the power of 27 is the last one below 2^63.
const RECIPROCALS: [Reciprocal; 28] = {
    let mut table = [Reciprocal::of(0); 28];
    let mut power: u32 = 0;
    let mut rest: &mut [_] = &mut table;
    while let Some((reciprocal, behind)) = rest.split_first_mut() {
        *reciprocal = Reciprocal::of(power);
        power = power.wrapping_add(1);
        rest = behind;
    }
    table
};

impl Reciprocal {
    /// Ten to the power of `-power`.
    const fn of(power: u32) -> Self {
        let five = 5_u64.wrapping_pow(power);
        let bits = five.ilog2().wrapping_add(1);
        // Long division: with 127 bits more than the divisor has, the quotient has 128, unless the divisor is 1.
        let mut left = bits.wrapping_add(127);
        let mut integer: u128 = 0;
        let mut remainder: u64 = 1;
        while left > 0 {
            remainder = remainder.wrapping_mul(2);
            integer = integer.wrapping_mul(2);
            if remainder >= five {
                remainder = remainder.wrapping_sub(five);
                integer = integer.wrapping_add(1);
            }
            left = left.wrapping_sub(1);
        }
        Self {
            integer: integer.wrapping_add(1),
            // Of the integer, of the five, and of the two that it goes with.
            exponent: 0_i32
                .wrapping_sub_unsigned(bits)
                .wrapping_sub(127)
                .wrapping_sub_unsigned(power),
        }
    }

    /// The float nearest to the product with `significand`, which is not 0.
    fn times(self, significand: u64) -> f64 {
        const FRACTION: u32 = 52;
        const BIAS: i32 = 1023;
        const LOW: u128 = u128::MAX >> 64;
        let zeros = significand.leading_zeros();
        let wide = u128::from(significand << zeros);
        // The upper 128 bits of 192; the highest of these may be 0.
        let low = wide.wrapping_mul(self.integer & LOW) >> 64;
        let product = wide.wrapping_mul(self.integer >> 64).wrapping_add(low);
        let shift = (127 - FRACTION).wrapping_sub(product.leading_zeros());
        let rest = product & !(u128::MAX << shift);
        let half = 1 << shift.wrapping_sub(1);
        let floor = u64::try_from(product >> shift).unwrap_or_default();
        let is_up = rest > half || (rest == half && floor & 1 == 1);
        let exponent = self
            .exponent
            .wrapping_add_unsigned(shift)
            .wrapping_add(64)
            .wrapping_sub_unsigned(zeros)
            .wrapping_add_unsigned(FRACTION)
            .wrapping_add(BIAS);
        // The highest bit of the significand adds the one that is missing here; so does that of a carry.
        let exponent = u64::try_from(exponent.wrapping_sub(1)).unwrap_or_default();
        f64::from_bits(
            (exponent << FRACTION)
                .wrapping_add(floor)
                .wrapping_add(u64::from(is_up)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// Random numbers, of the shapes that floats are near to ties with.
    fn numbers() -> impl Iterator<Item = u64> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        (0..40_000_u32).flat_map(move |index| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let odd = (state >> 10) | 1;
            let five = 5_u64.pow(index % 28);
            [
                state,
                state >> (index % 64),
                odd,
                odd.wrapping_mul(five),
                (odd >> (index % 40)).wrapping_mul(five),
                (1 << 53) | (state & 7),
            ]
        })
    }

    #[test]
    fn floats_are_those_that_the_standard_library_reads() {
        let mut found = 0;
        for (index, significand) in numbers().enumerate() {
            let exponent = i32::try_from(index % 56).expect("small") - 30;
            let Some(value) = float(significand, exponent) else {
                continue;
            };
            let literal = format!("{significand}e{exponent}");
            let expected: f64 = literal.parse().expect("a float");
            assert_eq!(value.to_bits(), expected.to_bits(), "{literal}");
            found += 1;
        }
        assert!(found > 100_000, "{found}");
    }

    #[test]
    fn ties_go_to_the_even_one() {
        // Between 2^54 and the next floats, which are four apart.
        for (middle, even, above) in [
            (
                18_014_398_509_481_986,
                18_014_398_509_481_984.0,
                18_014_398_509_481_988.0,
            ),
            (
                18_014_398_509_481_990,
                18_014_398_509_481_992.0,
                18_014_398_509_481_992.0,
            ),
        ] {
            for (exponent, power) in [(-1, 10), (-2, 100)] {
                let significand: u64 = middle * power;
                assert_eq!(float(significand, exponent), Some(even));
                assert_eq!(float(significand + 1, exponent), Some(above));
            }
        }
    }
}
