//! The settings that identify a tournament, so that no other tournament takes over its games.

use crate::tournament::config::{Config, Policy};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The settings that a tournament must share with the one that it resumes. With two engines the number of games may
/// grow, unless the openings depend on it.
pub fn settings(config: &Config) -> Value {
    let engines = config.engines.iter().map(|engine| {
        let mut settings = json!({
            "name": engine.name,
            "cmd": engine.command,
            "arg": engine.arguments,
            "dir": engine.directory,
            "proto": format!("{:?}", engine.protocol),
            "option": engine.options,
            "tc": engine.control.time.to_string(),
            "depth": engine.control.depth,
            "nodes": engine.control.nodes,
            "fen": format!("{:?}", engine.fen),
            "variant": engine.variant_name,
        });
        if engine.ponder {
            settings["ponder"] = json!(true);
        }
        settings
    });
    let titles: Vec<String> = config.variants.iter().map(|variant| variant.title()).collect();
    let duel = config.engines.len() == 2;
    let mut settings = json!({
        "variant": if let [title] = &titles[..] { json!(title) } else { json!(titles) },
        "engines": engines.collect::<Vec<_>>(),
        "tournament": format!("{:?}", config.kind),
        "games": (!duel || config.policy != Policy::default()).then_some(config.games),
        "repeat": config.repeat,
        "noswap": config.no_swap,
        "openings": format!("{:?}", config.openings),
        "draw": format!("{:?}", config.adjudication.draw),
        "resign": format!("{:?}", config.adjudication.resign),
        "maxmoves": config.adjudication.max_moves,
        "sprt": format!("{:?}", config.sprt),
    });
    // Only unusual values are written, so that journals without these settings stay readable.
    let unusual = [
        ("seeds", (config.seeds > 0).then(|| json!(config.seeds))),
        ("reverse", config.reverse.then_some(json!(true))),
        (
            "policy",
            (config.policy != Policy::default()).then(|| format!("{:?}", config.policy).into()),
        ),
    ];
    for (key, value) in unusual {
        if let Some(value) = value {
            settings[key] = value;
        }
    }
    settings
}

/// The first place in which two values differ, for a message.
pub fn difference(place: &str, theirs: &Value, ours: &Value) -> Option<String> {
    match (theirs, ours) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            let value =
                |object: &Map<String, Value>, key| object.get(key).cloned().unwrap_or_default();
            keys.into_iter().find_map(|key| {
                difference(&format!("{place} {key}"), &value(a, key), &value(b, key))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => (1..)
            .zip(a.iter().zip(b))
            .find_map(|(number, (a, b))| difference(&format!("{place} {number}"), a, b)),
        (Value::Array(a), Value::Array(b)) => {
            let (theirs, ours) = (a.len(), b.len());
            Some(format!("there{place} has {theirs} entries, here {ours}"))
        }
        _ if theirs == ours => None,
        _ => {
            let said = |value: &Value| match value {
                Value::Null => "not set".into(),
                value => value.to_string(),
            };
            Some(format!("there{place} is {}, here {}", said(theirs), said(ours)))
        }
    }
}
