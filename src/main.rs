//! The door of the program: everything happens in the rooms of the library.

fn main() -> std::process::ExitCode {
    istaka::cli::main()
}
