//! The floor `walk_and_copy`: what no encoder of a tree can do without.

use serde_json::Value;
use sqlite_jsonb::{Element, ElementType, Result};

/// Walks a tree and copies its finished blob, piece by piece, into a vector that has the room from the start.
///
/// A piece is what one step of an encoder leaves: a scalar or a label with its header, or the header of a container.
/// How long each is stands in a list made beforehand, in document order. So nothing is formatted, searched for escapes or
/// summed up, and the texts of the tree are not even read: their bytes come from the blob, which is one block of memory.
/// What is left is to visit each node, one copy a piece, and one allocation.
#[derive(Debug)]
pub struct Floor {
    blob: Vec<u8>,
    piece_lens: Vec<usize>,
}

impl Floor {
    /// Prepares the copying of `blob`.
    ///
    /// # Errors
    /// When `blob` is none.
    pub fn new(blob: Vec<u8>) -> Result<Self> {
        let mut piece_lens = Vec::new();
        let mut rest = blob.as_slice();
        while !rest.is_empty() {
            let element = Element::from_prefix(rest)?;
            // Behind the header of a container comes its first child, so document order needs no stack.
            let len = match element.element_type() {
                ElementType::Array | ElementType::Object => element.header_len(),
                _ => element.as_bytes().len(),
            };
            piece_lens.push(len);
            rest = &rest[len..];
        }
        Ok(Self { blob, piece_lens })
    }

    /// Walks `value`, the tree of the blob, and copies.
    ///
    /// # Panics
    /// When `value` has more nodes than the blob. Recurses on depth: see [`stack`](crate::stack).
    #[must_use]
    pub fn walk_and_copy(&self, value: &Value) -> Vec<u8> {
        let mut copy = Copy {
            piece_lens: self.piece_lens.iter(),
            rest: &self.blob,
            output: Vec::with_capacity(self.blob.len()),
        };
        copy.walk(value);
        copy.output
    }
}

struct Copy<'a> {
    piece_lens: std::slice::Iter<'a, usize>,
    rest: &'a [u8],
    output: Vec<u8>,
}

impl Copy<'_> {
    fn walk(&mut self, value: &Value) {
        self.piece();
        match value {
            Value::Array(elements) => elements.iter().for_each(|inner| self.walk(inner)),
            Value::Object(members) => {
                for inner in members.values() {
                    self.piece();
                    self.walk(inner);
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn piece(&mut self) {
        let len = *self.piece_lens.next().expect("a piece for each node");
        let (piece, rest) = self.rest.split_at(len);
        self.output.extend_from_slice(piece);
        self.rest = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::with_large_stack;
    use crate::workloads;

    #[test]
    fn the_copy_is_the_blob_on_every_workload() {
        with_large_stack(|| {
            for workload in workloads::all() {
                let blob = sqlite_jsonb::to_vec(&workload.value).expect("encodes");
                let floor = Floor::new(blob.clone()).expect("a blob");
                let id = workload.id();
                assert!(floor.walk_and_copy(&workload.value) == blob, "{id}");
            }
        });
    }
}
