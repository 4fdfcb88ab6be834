//! Blobs in the form that was asked for: JSONB, JSON text or CBOR.

mod cbor;

use std::io::{self, Write};

use sqlite_jsonb::{DecodeOptions, JsonStyle};

use crate::document::Flaw;

/// What documents are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Blobs as they are, back to back.
    Jsonb,
    /// A document a line.
    Lines,
    /// Documents over several lines each.
    Pretty,
    /// One JSON array.
    Array,
    /// A CBOR sequence.
    Cbor,
}

impl Form {
    /// Whether it is nothing for a terminal.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Self::Jsonb | Self::Cbor)
    }
}

/// Writes documents one after the other. It holds one at a time.
#[derive(Debug)]
pub(crate) struct Printer {
    form: Form,
    bytes: Vec<u8>,
    text: String,
    written: u64,
}

impl Printer {
    pub(crate) fn new(form: Form) -> Self {
        Self {
            form,
            bytes: Vec::new(),
            text: String::new(),
            written: 0,
        }
    }

    /// Writes a document.
    ///
    /// # Errors
    /// The outer one is the output's. The inner one says why the blob has no such form, and nothing is written then.
    pub(crate) fn print(
        &mut self,
        blob: &[u8],
        output: &mut impl Write,
    ) -> io::Result<Result<(), Flaw>> {
        if let Err(error) = self.form(blob) {
            return Ok(Err(Flaw::from(&error)));
        }
        match (self.form, self.written) {
            (Form::Array, 0) => output.write_all(b"[\n")?,
            (Form::Array, _) => output.write_all(b",\n")?,
            _ => {}
        }
        self.written += 1;
        match self.form {
            Form::Jsonb => output.write_all(blob)?,
            Form::Cbor => output.write_all(&self.bytes)?,
            Form::Array => output.write_all(self.text.as_bytes())?,
            Form::Lines | Form::Pretty => {
                self.text.push('\n');
                output.write_all(self.text.as_bytes())?;
            }
        }
        Ok(Ok(()))
    }

    /// Writes what comes after the last document.
    pub(crate) fn finish(&self, output: &mut impl Write) -> io::Result<()> {
        match (self.form, self.written) {
            (Form::Array, 0) => output.write_all(b"[]\n"),
            (Form::Array, _) => output.write_all(b"\n]\n"),
            _ => Ok(()),
        }
    }

    fn form(&mut self, blob: &[u8]) -> sqlite_jsonb::Result<()> {
        let style = match self.form {
            Form::Jsonb => return Ok(()),
            Form::Cbor => {
                self.bytes.clear();
                return cbor::append(blob, &mut self.bytes);
            }
            Form::Pretty => JsonStyle::Pretty,
            Form::Lines | Form::Array => JsonStyle::Compact,
        };
        self.text.clear();
        DecodeOptions::new()
            .json_style(style)
            .write_json(blob, &mut self.text)
    }
}
