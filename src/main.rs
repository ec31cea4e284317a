//! The program: the command line of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    dhow::cli::main()
}
