//! Levels of detail (docs/formats/shape.md §6.3, A19), and what the file hides.

use super::node::Nodes;
use super::volume::Volumes;
use crate::shape::Document;
use castview_base::scene::{LevelNode, Levels};
use std::collections::BTreeSet;

/// One flag per node: whether it is hidden by itself or an ancestor.
pub fn hidden(document: &Document) -> Vec<bool> {
    let mut hidden: Vec<bool> = Vec::with_capacity(document.nodes.len());
    for node in &document.nodes {
        let above = node.parent.is_some_and(|parent| hidden[parent as usize]);
        hidden.push(node.is_hidden || above);
    }
    hidden
}

/// `None` if all that is drawn is of one level. Nodes that hold no geometry only group: their own level chooses nothing.
pub fn lower(document: &Document, nodes: &Nodes, volumes: &Volumes) -> Option<Levels> {
    let drawn = document.nodes.iter().filter(|node| !node.geometries.is_empty());
    let numbers: BTreeSet<u32> = drawn.map(|node| node.lod).collect();
    if numbers.len() < 2 {
        return None;
    }
    let mut list: Vec<LevelNode> = Vec::new();
    // Each entry is the place of a node of the file in the list, else that of the nearest node above.
    let mut governs: Vec<Option<usize>> = Vec::with_capacity(document.nodes.len());
    for (index, node) in document.nodes.iter().enumerate() {
        let above = node.parent.and_then(|parent| governs[parent as usize]);
        if node.geometries.is_empty() {
            governs.push(above);
            continue;
        }
        let [near, far] = node.distance;
        let (center, radius) = volumes.sphere_of_node(index, nodes);
        list.push(LevelNode {
            above,
            level: node.lod,
            bone: nodes.bone(index),
            center,
            radius,
            near: if near.is_finite() { near } else { 0.0 },
            // Also what is no number is no limit.
            far: if far > near { far } else { f32::INFINITY },
        });
        governs.push(Some(list.len() - 1));
    }
    Some(Levels {
        numbers: numbers.into_iter().collect(),
        nodes: list,
        of_mesh: document.drawn().map(|drawn| governs[drawn.node]).collect(),
    })
}
