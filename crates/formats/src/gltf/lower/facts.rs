//! JSON that the scene has no place for, as facts to be shown (docs/formats/gltf.md §7).

use crate::gltf::extensions::{Support, support};
use crate::gltf::json::Root;
use castview_base::scene::Fact;
use serde_json::Value;
use std::collections::HashSet;

/// Facts made of one value, however much of it there is.
const MOST: usize = 1000;

/// Facts that the file states about itself, and the extensions that it uses.
pub(super) fn of_file(root: &Root) -> Vec<Fact> {
    let mut facts = vec![Fact::new("glTF version", &root.asset.version)];
    let mut add = |name: &str, value: &Option<String>| {
        if let Some(value) = value {
            facts.push(Fact::new(name, value));
        }
    };
    add("Generator", &root.asset.generator);
    add("Copyright", &root.asset.copyright);
    let mut names: Vec<&String> = root.extensions_used.iter().chain(&root.extensions_required).collect();
    names.sort();
    names.dedup();
    let required: HashSet<&String> = root.extensions_required.iter().collect();
    let extensions = names.into_iter().map(|name| {
        let understood = match support(name) {
            Support::Full => "understood",
            Support::Partial => "understood in part",
            Support::None => "ignored",
        };
        let required = if required.contains(name) { ", required" } else { "" };
        Fact::new(name, format!("{understood}{required}"))
    });
    let extensions: Vec<Fact> = extensions.collect();
    if !extensions.is_empty() {
        facts.push(Fact::heading("Extensions", extensions));
    }
    facts.extend(of_value("Extras of the file", &root.extras));
    facts.extend(of_value("Extras of the asset", &root.asset.extras));
    let nodes = root.nodes.iter().enumerate().filter_map(|(index, node)| {
        let extras = node.extras.as_ref()?;
        match &node.name {
            Some(name) => of_value(name, extras),
            None => of_value(&format!("node_{index}"), extras),
        }
    });
    let nodes: Vec<Fact> = nodes.take(MOST).collect();
    if !nodes.is_empty() {
        facts.push(Fact::heading("Extras of nodes", nodes));
    }
    facts
}

/// Nothing for what is absent.
pub(super) fn of_value(name: &str, value: &Value) -> Option<Fact> {
    (!value.is_null()).then(|| fact(name, value, &mut MOST.clone()))
}

/// JSON is nested no deeper than its parser allows, so this may recurse.
fn fact(name: &str, value: &Value, left: &mut usize) -> Fact {
    *left = left.saturating_sub(1);
    let mut children = Vec::new();
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                if *left == 0 {
                    break;
                }
                children.push(fact(name, value, left));
            }
        }
        Value::Array(list) if list.iter().any(|value| value.is_object() || value.is_array()) => {
            for (index, value) in list.iter().enumerate() {
                if *left == 0 {
                    break;
                }
                children.push(fact(&index.to_string(), value, left));
            }
        }
        _ => return Fact::new(name, words(value)),
    }
    Fact::heading(name, children)
}

fn words(value: &Value) -> String {
    const LONGEST: usize = 500;
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().take(64).map(words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
