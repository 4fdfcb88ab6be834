//! Documents written piece by piece.

use proptest::prelude::*;
use serde_json::Value;
use sqlite_jsonb::{EncodeOptions, Encoder, ErrorKind, JsonbWriter, Result, to_vec};
use sqlite_jsonb_tests::{Oracle, tree};

thread_local! {
    static ORACLE: Oracle = Oracle::new();
}

/// Writes a tree; test trees are not deep.
fn write(tree: &Value, writer: &mut JsonbWriter<'_>) -> Result<()> {
    match tree {
        Value::Null => writer.null()?,
        Value::Bool(value) => writer.bool(*value)?,
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(value), ..) => writer.int(value)?,
            (_, Some(value), _) => writer.uint(value)?,
            (.., value) => writer.float(value.expect("a float"))?,
        },
        Value::String(text) => writer.text(text)?,
        Value::Array(elements) => {
            writer.begin_array()?;
            for element in elements {
                write(element, writer)?;
            }
            writer.end()?
        }
        Value::Object(members) => {
            writer.begin_object()?;
            for (label, value) in members {
                write(value, writer.label(label)?)?;
            }
            writer.end()?
        }
    };
    Ok(())
}

/// One call of a writer.
#[derive(Clone, Copy, Debug)]
enum Call {
    Scalar,
    Text,
    Number,
    NoNumber,
    Label,
    Array,
    Object,
    End,
}

impl Call {
    fn run(self, writer: &mut JsonbWriter<'_>) -> Result<()> {
        match self {
            Self::Scalar => writer.null()?,
            Self::Text => writer.text("it's \"\n")?,
            Self::Number => writer.number("-1.50E+99")?,
            Self::NoNumber => writer.number("+1")?,
            Self::Label => writer.label("\\")?,
            Self::Array => writer.begin_array()?,
            Self::Object => writer.begin_object()?,
            Self::End => writer.end()?,
        };
        Ok(())
    }
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => Just(Call::Scalar),
        2 => Just(Call::Text),
        1 => Just(Call::Number),
        4 => Just(Call::Label),
        3 => Just(Call::Array),
        3 => Just(Call::Object),
        6 => Just(Call::End),
        1 => Just(Call::NoNumber),
    ]
}

#[test]
fn nothing_follows_an_error_but_the_encoder_goes_on() {
    let mut encoder = Encoder::with_options(EncodeOptions::new().max_depth(1));
    let mut writer = encoder.writer();
    let error = writer
        .begin_array()
        .and_then(JsonbWriter::begin_array)
        .expect_err("too deep");
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 1 });
    assert_eq!(error.pointer(), Some("/0"));
    assert!(writer.end().is_err());
    assert!(writer.finish().is_err());
    assert_eq!(encoder.to_vec(&Value::Null).expect("anew"), b"\x00");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn written_trees_have_the_bytes_of_walked_ones(tree in tree::tree()) {
        let mut encoder = Encoder::new();
        let mut writer = encoder.writer();
        write(&tree, &mut writer)?;
        prop_assert_eq!(writer.finish()?.to_vec()?, to_vec(&tree)?);
    }

    #[test]
    fn calls_of_any_order_give_a_blob_or_an_error(calls in prop::collection::vec(call(), 0..12)) {
        let mut encoder = Encoder::new();
        let mut writer = encoder.writer();
        let all_in_place = calls.iter().all(|call| call.run(&mut writer).is_ok());
        match writer.finish() {
            Ok(plan) => {
                prop_assert!(all_in_place);
                let blob = plan.to_vec()?;
                prop_assert!(ORACLE.with(|oracle| oracle.is_valid(&blob)), "{:?}", blob);
            }
            Err(error) => {
                let is_open = matches!(error.kind(), ErrorKind::Misplaced { .. });
                prop_assert!(!all_in_place || is_open, "{}", error);
            }
        }
    }
}
