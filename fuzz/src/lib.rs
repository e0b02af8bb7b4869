//! What the programs of the fuzzer share: how an input is tried, within the memory that is promised, and how it is changed.

use std::alloc::System;
use std::path::Path;
use std::sync::{LazyLock, Once};

use cap::Cap;
pub use libfuzzer_sys;

/// So much memory an input may need; more than that ends the program, which is a find.
const MOST_MEMORY: usize = 64 << 20;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// The fuzzer ends the program at every panic; what the bot catches is none of its finds, and what it does not catch ends the
/// program all the same. A trace of it would need more memory than an input may.
static CAUGHT: Once = Once::new();

/// Tries an input.
pub fn tries(name: &str, input: &[u8]) {
    CAUGHT.call_once(|| std::panic::set_hook(Box::new(|panic| eprintln!("{panic}"))));
    let target = istaka::fuzzed::target(name);
    if input.len() <= target.longest {
        let most = MEMORY.allocated() + MOST_MEMORY;
        MEMORY
            .set_limit(most)
            .expect("nothing is above the limit yet");
        (target.tries)(input);
        MEMORY.set_limit(usize::MAX).expect("that is no limit");
    }
}

/// What is made once is made before anything is measured, and before panics end the program.
pub fn begins(name: &str) {
    for kept in KEPT.iter() {
        let target = istaka::fuzzed::target(name);
        (target.tries)(kept);
    }
}

/// The kept inputs of the target whose program this is: they lend words and lines to others.
static KEPT: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let program = std::env::current_exe().expect("the program has a path");
    let name = program.file_name().expect("a program has a name");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/corpus");
    let files = std::fs::read_dir(corpus.join(name)).into_iter().flatten();
    let read = files.filter_map(|file| std::fs::read(file.ok()?.path()).ok());
    read.collect()
});

/// Changes the input in its place; it has room for so many bytes.
pub fn changes(name: &str, data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    if seed.is_multiple_of(3) || KEPT.is_empty() {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    }
    let other = &KEPT[seed as usize / 3 % KEPT.len()];
    let longest = istaka::fuzzed::target(name).longest.min(most);
    let changed = istaka::fuzzed::mutated(&data[..size], other, longest, seed.into());
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}

/// A program for one target.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        $crate::libfuzzer_sys::fuzz_target!(
            init: $crate::begins($name),
            |input: &[u8]| $crate::tries($name, input)
        );
        $crate::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::changes($name, data, size, max_size, seed)
        });
    };
}
