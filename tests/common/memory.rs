//! Sessions in memory, without a process.

use dhow::protocol;
use dhow::variant::VARIANTS;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The answers of a session to an input that ends.
pub fn answers(input: &[u8]) -> Vec<String> {
    let output = Memory::default();
    protocol::run(Cursor::new(input.to_vec()), output.clone(), VARIANTS.clone());
    let bytes = output.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).expect("answers are UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "the last line is whole");
    text.lines().map(str::to_string).collect()
}
