//! A JSON file that is one document.

use super::{Document, Fault, Window};

#[derive(Debug)]
pub(crate) struct Whole {
    done: bool,
}

impl Whole {
    pub(crate) fn new() -> Self {
        Self { done: false }
    }

    pub(crate) fn next(&mut self, window: &mut Window) -> Result<Option<Document>, Fault> {
        if self.done {
            return Ok(None);
        }
        self.done = true;
        window.skip_mark()?;
        if window.skip_space()?.is_none() {
            return Err(window.malformed(0, 0, "no document, the input is empty"));
        }
        while window.more()? {}
        let len = window.bytes().len();
        Ok(Some(Document {
            number: 0,
            start: 0,
            end: len,
            consumed: len,
        }))
    }
}
