//! `jsonb check`.

mod database;
mod files;
mod tally;

use crate::args::CheckArgs;
use crate::failure;
use crate::input;

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<u8> {
    let is_database = match args.subject.first() {
        Some(first) => input::is_database(first)?,
        None => false,
    };
    let is_good = if is_database {
        database::check(args)?
    } else {
        files::check(args)?
    };
    Ok(if is_good {
        failure::DONE
    } else {
        failure::BAD_DATA
    })
}
