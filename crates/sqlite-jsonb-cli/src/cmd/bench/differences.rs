//! In what two blobs of one document differ.

use std::collections::BTreeSet;
use std::fmt;

use sqlite_jsonb::Element;

/// What may be different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Difference {
    NumberSpelling,
    NumberValue,
    TextSpelling,
    MemberOrder,
    DoubleLabels,
    Document,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NumberSpelling => "numbers spelled otherwise",
            Self::NumberValue => "digits or the sign of -0 lost in 64-bit numbers",
            Self::TextSpelling => "escapes spelled otherwise",
            Self::MemberOrder => "members in another order",
            Self::DoubleLabels => "one kept of the members that share a label",
            Self::Document => "another document",
        })
    }
}

/// Adds in what `ours` differs from `theirs`. Does not recurse.
pub(super) fn compare(ours: &[u8], theirs: &[u8], differences: &mut BTreeSet<Difference>) {
    let roots = (Element::from_slice(ours), Element::from_slice(theirs));
    let (Ok(ours), Ok(theirs)) = roots else {
        differences.insert(Difference::Document);
        return;
    };
    let mut pairs = vec![(ours, theirs)];
    while let Some((ours, theirs)) = pairs.pop() {
        if ours.as_bytes() != theirs.as_bytes() {
            let found = compare_elements(&ours, &theirs, &mut pairs);
            differences.extend(found.unwrap_or(Some(Difference::Document)));
        }
    }
}

/// In what two elements differ themselves; what they hold is added to `pairs`.
fn compare_elements<'e>(
    ours: &Element<'e>,
    theirs: &Element<'e>,
    pairs: &mut Vec<(Element<'e>, Element<'e>)>,
) -> sqlite_jsonb::Result<Option<Difference>> {
    if let (Some(ours), Some(theirs)) = (ours.as_number()?, theirs.as_number()?) {
        return Ok(Some(compare_numbers(ours.as_str(), theirs.as_str())));
    }
    if let (Some(ours), Some(theirs)) = (ours.as_str()?, theirs.as_str()?) {
        let is_same = ours == theirs;
        return Ok(Some(if is_same {
            Difference::TextSpelling
        } else {
            Difference::Document
        }));
    }
    if let (Some(ours), Some(theirs)) = (ours.elements(), theirs.elements()) {
        let ours: Vec<Element<'e>> = ours.collect::<Result<_, _>>()?;
        let theirs: Vec<Element<'e>> = theirs.collect::<Result<_, _>>()?;
        let is_same = ours.len() == theirs.len();
        pairs.extend(ours.into_iter().zip(theirs));
        return Ok((!is_same).then_some(Difference::Document));
    }
    if ours.members().is_none() || theirs.members().is_none() {
        return Ok(Some(Difference::Document));
    }
    let (mut ours, mut theirs) = (members(ours)?, members(theirs)?);
    let mut found = None;
    if labels(&ours) != labels(&theirs) {
        // Stable: of members with one label the last stays the last.
        ours.sort_by(|one, other| one.0.cmp(&other.0));
        theirs.sort_by(|one, other| one.0.cmp(&other.0));
        found = Some(Difference::MemberOrder);
    }
    if labels(&ours) != labels(&theirs) {
        theirs.reverse();
        theirs.dedup_by(|next, kept| next.0 == kept.0);
        theirs.reverse();
        found = Some(Difference::DoubleLabels);
    }
    if labels(&ours) != labels(&theirs) {
        return Ok(Some(Difference::Document));
    }
    for ((_, our_label, our_value), (_, their_label, their_value)) in ours.into_iter().zip(theirs) {
        pairs.push((our_label, their_label));
        pairs.push((our_value, their_value));
    }
    Ok(found)
}

/// What a label stands for, the label, and the value.
type Member<'e> = (String, Element<'e>, Element<'e>);

fn members<'e>(object: &Element<'e>) -> sqlite_jsonb::Result<Vec<Member<'e>>> {
    let mut members = Vec::new();
    let mut children = object.children();
    while let (Some(label), Some(value)) = (children.next(), children.next()) {
        let label = label?;
        let name = label.as_str()?.unwrap_or_default().into_owned();
        members.push((name, label, value?));
    }
    Ok(members)
}

fn labels<'m>(members: &'m [Member<'_>]) -> Vec<&'m str> {
    members.iter().map(|member| member.0.as_str()).collect()
}

fn compare_numbers(ours: &str, theirs: &str) -> Difference {
    if Decimal::read(ours) == Decimal::read(theirs) {
        return Difference::NumberSpelling;
    }
    let as_float = |literal: &str| literal.parse::<f64>();
    if as_float(ours) == as_float(theirs) {
        Difference::NumberValue
    } else {
        Difference::Document
    }
}

/// The exact value of a literal: 0.*digits* times ten to the power of `exponent`.
#[derive(PartialEq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn read(literal: &str) -> Self {
        let (is_negative, literal) = match literal.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, literal),
        };
        let (mantissa, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
        let exponent: i64 = exponent.parse().unwrap_or(i64::MAX);
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        // The point stands behind `whole`; each zero taken off the front moves it.
        let zeros = all.len() - digits.len();
        let point = i64::try_from(whole.len()).unwrap_or(i64::MAX)
            - i64::try_from(zeros).unwrap_or(i64::MAX);
        let digits = digits.trim_end_matches('0').to_owned();
        Self {
            exponent: if digits.is_empty() {
                0
            } else {
                exponent.saturating_add(point)
            },
            is_negative,
            digits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Difference::*;
    use super::*;
    use rstest::rstest;
    use sqlite_jsonb::{JsonText, to_vec};

    fn differences(ours: &str, theirs: &str) -> Vec<Difference> {
        let blob = |text: &str| to_vec(JsonText::new(text)).expect("JSON");
        let mut found = BTreeSet::new();
        compare(&blob(ours), &blob(theirs), &mut found);
        found.into_iter().collect()
    }

    #[rstest]
    #[case::same("[1]", "[1]", &[])]
    #[case::exponent("[100000.0]", "[1E5]", &[NumberSpelling])]
    #[case::zeros("1.1", "1.10", &[NumberSpelling])]
    #[case::small("0.00012", "1.2e-4", &[NumberSpelling])]
    #[case::zero("0.0", "0e7", &[NumberSpelling])]
    #[case::negative_zero("0", "-0", &[NumberValue])]
    #[case::digits("0.12345678901234568", "0.123456789012345678", &[NumberValue])]
    #[case::number("1", "2", &[Document])]
    #[case::escape(r#"["/"]"#, r#"["\/"]"#, &[TextSpelling])]
    #[case::escape_in_label(r#"{"/":1}"#, r#"{"\/":1}"#, &[TextSpelling])]
    #[case::order(r#"{"b":1,"a":1.0}"#, r#"{"a":1.00,"b":1}"#, &[NumberSpelling, MemberOrder])]
    #[case::double(r#"{"a":2}"#, r#"{"a":1,"a":2}"#, &[DoubleLabels])]
    #[case::first_of_double(r#"{"a":1}"#, r#"{"a":1,"a":2}"#, &[DoubleLabels, Document])]
    #[case::missing(r#"{"a":1}"#, r#"{"a":1,"b":2}"#, &[Document])]
    #[case::shorter("[1]", "[1,2]", &[Document])]
    #[case::other_type("[null]", "[[]]", &[Document])]
    fn differences_are_named(
        #[case] ours: &str,
        #[case] theirs: &str,
        #[case] expected: &[Difference],
    ) {
        assert_eq!(differences(ours, theirs), expected);
    }

    #[test]
    fn deep_documents_are_compared_without_recursion() {
        let nested = |inner: &str| "[".repeat(100_000) + inner + &"]".repeat(100_000);
        assert_eq!(differences(&nested("1"), &nested("1.0")), [NumberSpelling]);
    }
}
