//! The program, with the instruments of the fuzz targets.

// Their runtime.
use libfuzzer_sys as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    dhow::cli::main()
}
