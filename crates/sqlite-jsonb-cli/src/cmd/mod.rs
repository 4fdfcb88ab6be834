//! One file a command.

pub(crate) mod convert;
pub(crate) mod import;
pub(crate) mod query;
