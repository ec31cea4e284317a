//! Networks from games: the same whether or not training was broken off.

use crate::common::command::{dhow, file};
use dhow::network::Network;
use dhow::variant::find;

/// Networks that are bound to the rules of their games.
const CHESS: &str = "crates/dhow-engine/src/network/games/chess.nnue";
const SHAKO: &str = "crates/dhow-engine/src/network/games/shako.nnue";

/// A file with this number of short games of some variants.
fn games(name: &str, count: &str, variants: &[&str]) -> String {
    let path = file(name, "");
    let arguments = ["datagen", "--nodes", "30", "--games", count, "--threads", "2", &path];
    let variants = variants.iter().flat_map(|variant| ["-v", variant]);
    dhow(&arguments.into_iter().chain(variants).collect::<Vec<_>>()).succeeds();
    path
}

#[test]
fn a_network_is_trained_and_read() {
    let games = games("train-games.dat", "12", &["metamachy", "maasai"]);
    let network = file("train.nnue", "");
    let svg = file("train.svg", "");
    let small = ["--units", "32", "--epochs", "2", "--batch", "128", "--rate", "0.005"];
    let arguments = ["train", &games, "--out", &network, "--svg", &svg];
    let told = dhow(&[&arguments[..], &small[..]].concat()).succeeds();
    for line in ["positions to fit", "epoch 1: loss ", "epoch 2: loss ", "metamachy", "HCE"] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let bytes = std::fs::read(&network).expect("a network");
    let read = Network::from_bytes(&bytes).expect("a network");
    assert_eq!(read.inputs().games(), ["metamachy", "maasai"]);
    assert!(read.inputs().of_game(find("maasai").expect("a game")).is_some());
    assert!(std::fs::read_to_string(&svg).expect("a picture").starts_with("<svg"));
    assert!(!std::path::Path::new(&format!("{network}.training")).exists());

    // The network can be the start of another one of the same size.
    let second = file("train-second.nnue", "");
    let from = ["train", &games, "--out", &second, "--from", &network, "--epochs", "1"];
    dhow(&from).succeeds();
    let bytes = std::fs::read(&second).expect("a network");
    let second = Network::from_bytes(&bytes).expect("a network");
    assert_eq!((second.units(), second.inputs()), (32, read.inputs()));
    assert_ne!(second, read);

    // Only one game: the other game's pieces and name are not among the inputs.
    let alone = file("train-alone.nnue", "");
    let arguments = ["train", &games, "--out", &alone, "-v", "metamachy"];
    dhow(&[&arguments[..], &small[..]].concat()).succeeds();
    let bytes = std::fs::read(&alone).expect("a network");
    let read = Network::from_bytes(&bytes).expect("a network");
    assert_eq!(read.inputs().games(), ["metamachy"]);
    assert!(!read.inputs().kinds().iter().any(|kind| kind == "Rhinoceros"));
}

#[test]
fn a_network_bound_to_rules_stays_so() {
    let games = games("train-chess.dat", "12", &["chess"]);
    let path = file("train-chess.nnue", "");
    let train = |from| dhow(&["train", &games, "--out", &path, "--epochs", "1", "--from", from]);
    train(SHAKO).fails(2, "made for other games");
    train(CHESS).succeeds();
    let [old, new] = [CHESS, &path].map(|path| {
        let bytes = std::fs::read(path).expect("a file");
        Network::from_bytes(&bytes).expect("a network")
    });
    assert!(new.inputs().is_bound());
    assert_eq!(new.inputs(), old.inputs());
    assert_ne!(new, old);
}

#[test]
fn what_cannot_be_trained() {
    let games = games("untrained.dat", "4", &["metamachy", "maasai"]);
    let train = |more: &[&str]| dhow(&[&["train", "--out", &file("no.nnue", "")], more].concat());
    train(&["/nowhere.dat"]).fails(2, "/nowhere.dat");
    train(&[&games, "--units", "33"]).fails(2, "expected a multiple of 32");
    train(&[&games, "--rate", "nan"]).fails(2, "expected a number from");
    train(&[&games, "--later-share", "2"]).fails(2, "expected a number from 0 to 1");
    train(&[&games, "-v", "chess"]).fails(2, "no game");
    train(&[&games, "--from", "/nowhere.nnue"]).fails(2, "/nowhere.nnue");
    train(&[&games, "--from", &games]).fails(2, "not a network of Dhow");
    train(&[&games, "--from", CHESS]).fails(2, "bound to the rules of one game");
    let mixed = file("mixed.dat", "");
    let arguments = ["datagen", "--nodes", "30", "--games", "2", "-v", "chess", "-v", "metamachy"];
    dhow(&[&arguments[..], &[&mixed]].concat()).succeeds();
    train(&[&mixed]).fails(2, "boards of different size");
    let leaders = file("leaders.dat", "");
    dhow(&["datagen", "--nodes", "30", "--games", "1", "-v", "grand-chieftain", &leaders])
        .succeeds();
    train(&[&leaders]).fails(2, "has leaders");
    let state = file("no.nnue.training", "something");
    train(&[&games]).fails(2, "no training of Dhow");
    std::fs::remove_file(state).expect("a file");
}
