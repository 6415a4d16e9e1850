//! Levels of detail: which nodes are drawn (spec/shape.md 6.3, A19).

use super::choices::Choices;
use crate::formats::shape::Document;
use std::collections::BTreeSet;

/// One flag per node: whether it is hidden by itself or an ancestor, by the file's word or by its level.
pub fn decide(document: &Document, choices: &mut Choices) -> Vec<bool> {
    // Nodes that hold no geometry only group: their own level chooses nothing.
    let drawn = document.nodes.iter().filter(|node| !node.geometries.is_empty());
    let levels: BTreeSet<u32> = drawn.map(|node| node.lod).collect();
    let active = match levels.len() {
        0 | 1 => None,
        _ => active_level(document, &levels, choices),
    };
    let mut hidden: Vec<bool> = Vec::with_capacity(document.nodes.len());
    for node in &document.nodes {
        let is_other = !node.geometries.is_empty() && active.is_some_and(|active| node.lod != active);
        let above = node.parent.is_some_and(|parent| hidden[parent as usize]);
        hidden.push(node.is_hidden || is_other || above);
    }
    hidden
}

/// `None`: all of them.
fn active_level(document: &Document, levels: &BTreeSet<u32>, choices: &mut Choices) -> Option<u32> {
    let lowest = *levels.first().expect("several levels");
    let words = |level: u32| -> String {
        let of_level = document
            .nodes
            .iter()
            .filter(|node| node.lod == level && !node.geometries.is_empty());
        let nodes = of_level.clone().count();
        let range = of_level.map(|node| node.distance).next().unwrap_or_default();
        let far = if range[1] > range[0] {
            format!("to {} m", range[1])
        } else {
            "on".into()
        };
        format!("Level {level}: {nodes} nodes, from {} m {far}", range[0])
    };
    let mut values = vec![
        ("lowest".to_owned(), format!("The lowest level, {lowest}")),
        ("all".into(), "All levels at once".into()),
    ];
    values.extend(levels.iter().map(|level| (level.to_string(), words(*level))));
    let values: Vec<(&str, &str)> = values.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let active = match choices.said("lod", &values) {
        None => Some(lowest),
        Some("all") => None,
        Some(level) => level.parse().ok(),
    };
    let outcome = match active {
        Some(level) => format!("level {level} of {}; the meshes of the others are hidden", levels.len()),
        None => format!("all {} levels", levels.len()),
    };
    choices.made("lod", "Level of detail", &values, outcome);
    active
}
