//! One file a command.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod inspect;
pub(crate) mod query;
pub(crate) mod recode;
