//! The command `jsonb`: JSON and CBOR documents into SQLite as JSONB.
#![forbid(unsafe_code)]

mod args;
mod backend;
mod cmd;
mod database;
mod failure;
mod input;
mod interrupt;
mod output;
mod pipeline;
mod progress;
mod report;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};

fn main() -> ExitCode {
    let outcome = match &Args::parse().command {
        Command::Import(args) => cmd::import::run(args),
        Command::Convert(args) => cmd::convert::run(args),
        Command::Query(args) => cmd::query::run(args),
    };
    failure::conclude(&outcome)
}
