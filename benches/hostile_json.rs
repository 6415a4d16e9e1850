//! Hostile JSON of 3 MB through the glTF reader, in milliseconds for each megabyte. The goal is at most 100.
//!
//! `cargo bench --bench hostile_json [-- --rounds N]`. Each kind is read in turn, in every round; the least time counts, because
//! others use the machine, too. Freeing what was read is not timed.
//!
//! Seen on two cores with compilers beside: at most 85 (nodes without their meshes), 53 for primitives, 51 for nodes of one name, below 45 for the rest.

use castview::formats::{Request, import};
use std::hint::black_box;
use std::time::Instant;

const BYTES: usize = 3_000_000;

/// A list of the root that repeats `element`.
fn list(name: &str, element: &str) -> String {
    let count = BYTES / (element.len() + 1);
    format!("\"{name}\":[{}]", vec![element; count].join(","))
}

/// An object under `extensions` whose keys are made by `key`.
fn keys(key: impl Fn(usize) -> String) -> String {
    let mut text = String::from("\"extensions\":{");
    for index in 0.. {
        if text.len() > BYTES {
            break;
        }
        text += &format!("{}\"{}\":0", if index > 0 { "," } else { "" }, key(index));
    }
    text + "}"
}

fn kinds() -> Vec<(&'static str, String)> {
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let chain = |count: usize| {
        let nodes: Vec<String> = (0..count).map(|at| format!("{{\"children\":[{}]}}", at + 1)).collect();
        format!("\"nodes\":[{}]", nodes.join(","))
    };
    vec![
        ("empty nodes", list("nodes", "{}")),
        ("nodes of one name", list("nodes", "{\"name\":\"a\"}")),
        ("nodes without their meshes", list("nodes", "{\"mesh\":7}")),
        ("nodes in one chain", chain(BYTES / 22)),
        (
            "one node, many children",
            format!("\"nodes\":[{{{}}}]", list("children", "0")),
        ),
        ("empty materials", list("materials", "{}")),
        ("materials with a map", list("materials", "{\"normalTexture\":{}}")),
        ("empty animations", list("animations", "{}")),
        ("channels", format!("\"animations\":[{{{}}}]", list("channels", "{}"))),
        (
            "primitives",
            format!(
                "\"nodes\":[{{\"mesh\":0}}],\"meshes\":[{{{}}}]",
                list("primitives", "{}")
            ),
        ),
        ("accessors", list("accessors", "{}")),
        ("numbers in extras", list("extras", "0")),
        ("deep lists in extras", list("extras", &deep)),
        ("different keys", keys(|index| format!("{index:x}"))),
        ("equal keys", keys(|_| "a".into())),
        ("long key", keys(|_| "k".repeat(BYTES))),
        ("long number", format!("\"extras\":{}", "9".repeat(BYTES))),
        ("escapes", format!("\"extras\":\"{}\"", "\\u0041".repeat(BYTES / 6))),
        ("lists without an end", format!("\"nodes\":{}", "[".repeat(BYTES))),
        ("extensions that nobody knows", keys(|index| format!("X_{index:x}"))),
    ]
}

fn main() {
    let rounds = std::env::args().skip_while(|word| word != "--rounds").nth(1);
    let rounds: usize = rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let kinds: Vec<(&str, Vec<u8>)> = kinds()
        .into_iter()
        .map(|(name, body)| {
            (
                name,
                format!("{{\"asset\":{{\"version\":\"2.0\"}},{body}}}").into_bytes(),
            )
        })
        .collect();
    let mut least = vec![f64::INFINITY; kinds.len()];
    for _ in 0..rounds {
        for ((_, text), least) in kinds.iter().zip(&mut least) {
            let bytes = text.clone().into();
            let begin = Instant::now();
            let imported = black_box(import(bytes, &Request::alone("hostile")));
            *least = least.min(begin.elapsed().as_secs_f64() * 1e3);
            drop(imported);
        }
    }
    for ((name, text), least) in kinds.iter().zip(least) {
        println!("{name:>30}: {:7.1} ms for each MB", least / (text.len() as f64 / 1e6));
    }
}
