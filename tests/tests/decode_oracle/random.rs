//! Random blobs, mutated ones, and random bytes.

use proptest::prelude::*;
use sqlite_jsonb::Element;
use sqlite_jsonb::format::ElementType;

use crate::blobs::{SCALARS, element};
use crate::compare::compare;
use crate::sqlite::Sqlite;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_blobs_are_read_as_sqlite_reads_them(blob in blob()) {
        let sqlite = Sqlite::new();
        prop_assert!(sqlite.takes(&blob));
        compare(&sqlite, &blob).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn mutated_blobs_are_read_as_sqlite_reads_them(
        blob in blob(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut blob = blob;
        for (index, byte) in changes {
            let at = index.index(blob.len());
            blob[at] = byte;
        }
        compare(&Sqlite::new(), &blob).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn random_bytes_are_read_as_sqlite_reads_them(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        compare(&Sqlite::new(), &bytes).map_err(TestCaseError::fail)?;
        // Whatever they are, an element made of them can be asked and printed.
        if let Ok(element) = Element::from_slice(&bytes) {
            let _ = element.to_string();
            let _ = element.children().count();
            let _ = element.get("a");
            let _ = element.path("$[#-1].a");
        }
    }
}

/// A blob with elements of all types in all header widths.
fn blob() -> impl Strategy<Value = Vec<u8>> {
    let size_code = || prop_oneof![4 => Just(0_u8), 1 => 12..=15_u8];
    let scalar = (0..SCALARS.len(), size_code()).prop_map(|(index, size_code)| {
        let (element_type, payload) = SCALARS[index];
        let is_literal = element_type <= ElementType::False;
        let size_code = if is_literal { 0 } else { size_code };
        element(element_type, size_code, payload.as_bytes())
    });
    let label = ("[a-c\"\\\\\n]{0,3}", size_code())
        .prop_map(|(text, size_code)| element(ElementType::TextRaw, size_code, text.as_bytes()));
    scalar.prop_recursive(5, 40, 6, move |child| {
        prop_oneof![
            (prop::collection::vec(child.clone(), 0..6), size_code())
                .prop_map(|(children, code)| element(ElementType::Array, code, &children.concat())),
            (
                prop::collection::vec((label.clone(), child), 0..6),
                size_code()
            )
                .prop_map(|(members, code)| {
                    let members = members
                        .into_iter()
                        .map(|(label, value)| [label, value].concat());
                    element(
                        ElementType::Object,
                        code,
                        &members.collect::<Vec<_>>().concat(),
                    )
                }),
        ]
    })
}
