//! Files of networks: whichever bytes are changed in one, it is refused, or it evaluates and is written again as the
//! same bytes.
//!
//! Each four bytes of an input are an offset in the file (three bytes, lowest first) and a new byte; the remaining
//! bytes cut the file. The checksum is corrected, because otherwise nearly every changed file would be refused.

#![no_main]

use dhow::game::Game;
use dhow::network::{FloatWeights, Inputs, Network, OUTPUT_BUCKETS};
use dhow::position::zobrist::split_mix;
use dhow::search::{Engine, EvaluationChoice, Limits};
use dhow::variant::{Variant, find};
use dhow_fuzz::seeds;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(engine());
}

/// A small network, so that many inputs are tried.
const UNITS: usize = 32;
const CHECKSUM: usize = size_of::<u32>();

static GAME: LazyLock<&Arc<Variant>> = LazyLock::new(|| find("chess").expect("a game"));
static FILE: LazyLock<Vec<u8>> = LazyLock::new(file);

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_hash(1).expect("a MiB of memory");
    engine.set_endgame_memory(0);
    engine
}

/// A network with random weights.
fn file() -> Vec<u8> {
    let inputs = Inputs::of_games(&[GAME.clone()]).expect("a game has inputs");
    let mut seed = 1;
    let mut some = |count: usize| -> Vec<f32> {
        (0..count).map(|_| (split_mix(&mut seed) % 2001) as f32 / 1000.0 - 1.0).collect()
    };
    let (rows, bias) = (some(inputs.count() * UNITS), some(UNITS));
    let (output, output_bias) = (some(OUTPUT_BUCKETS * 2 * UNITS), some(OUTPUT_BUCKETS));
    let fractions =
        FloatWeights { rows: &rows[..], bias: &bias, output: &output, output_bias: &output_bias };
    Network::quantised(inputs, [4, 8, 12, 16, 20, 24, 28], 300.0, 1024, fractions).to_bytes()
}

/// A change of each byte before the weights, in the part that has the same length in all files.
fn changes() -> Vec<Vec<u8>> {
    (0..40).map(|place| vec![place, 0, 0, 1]).collect()
}

fuzz_target!(init: seeds::write_if_asked(changes), |data: &[u8]| {
    let mut bytes = FILE.clone();
    let (changes, cut) = data.as_chunks();
    for &[low, middle, high, value] in changes {
        let place = u32::from_le_bytes([low, middle, high, 0]) as usize;
        let place = place % (bytes.len() - CHECKSUM);
        bytes[place] = value;
    }
    for &byte in cut {
        bytes.truncate(bytes.len().saturating_sub(1 << (byte % 16)).max(CHECKSUM));
    }
    let end = bytes.len() - CHECKSUM;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    let network = match Network::from_bytes(&bytes) {
        Ok(network) => network,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    assert_eq!(network.to_bytes(), bytes);
    ENGINE.with_borrow_mut(|engine| {
        engine.clear();
        engine.set_evaluation(EvaluationChoice::by_network(Arc::new(network)));
        let found = engine.search(&Game::new(&GAME), Limits { nodes: Some(200), ..Limits::default() });
        assert!(found.best().is_some());
    });
});
