//! The command `jsonb`: JSON and CBOR documents into SQLite as JSONB, and back.
#![forbid(unsafe_code)]

mod args;
mod backend;
mod cmd;
mod database;
mod document;
mod failure;
mod input;
mod interrupt;
mod output;
mod pipeline;
mod printer;
mod progress;
mod report;
mod sql;
mod table;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};

fn main() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Import(args) => cmd::import::run(args),
        Command::Export(args) => cmd::export::run(&args),
        Command::Convert(args) => cmd::convert::run(&args),
        Command::Recode(args) => cmd::recode::run(&args),
        Command::Check(args) => cmd::check::run(&args),
        Command::Inspect(args) => cmd::inspect::run(&args),
        Command::Query(args) => cmd::query::run(&args),
        Command::Bench(args) => cmd::bench::run(&args),
    };
    failure::conclude(&outcome)
}
