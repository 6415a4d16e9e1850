//! Statements of the file about itself, shown as they are: nothing here is ever executed (docs/formats/shape.md §6.1).

pub mod material;

use super::fixture::unverified;
use crate::shape::Document;
use crate::shape::document::{Node, Property, Volume};
use castview_base::scene::Fact;
use material::numbers;

const MOST_NODES: usize = 1000;

pub fn lower(document: &Document) -> Vec<Fact> {
    let text = |text| document.text(text);
    let mut facts = vec![
        Fact::heading(
            "Train Simulator NEXT shape 0.1",
            vec![
                Fact::new("Author", text(document.author)),
                Fact::new("Website", text(document.website)),
                // shape.md A27: the page explains it as the opposite of its name.
                Fact::new("AllowEdit", document.allow_edit),
                Fact::new("Identifier", document.identifier),
                Fact::new("Stream", document.codec),
                Fact::new("Strings", document.text_encoding()),
            ],
        ),
        Fact::heading("Bounds", bounds(&document.volume)),
    ];
    let scripts = document.scripts.iter().map(|script| {
        let mut children = vec![Fact::new("Commands", text(script.commands))];
        children.extend(properties(document, &script.arguments));
        named(text(script.file), children)
    });
    let flares = document.lens_flares.iter().map(|flare| {
        let children = vec![
            Fact::new("Type", text(flare.kind)),
            Fact::new("Colour", numbers(&flare.color)),
            Fact::new("Scale", format!("{} %", flare.scale * 100.0)),
            Fact::new("Farthest", format!("{} m", flare.max_distance)),
        ];
        named(text(flare.name), children)
    });
    let sub_shapes = document.sub_shapes.iter().map(|sub| {
        let children = vec![
            Fact::new("File", text(sub.file)),
            Fact::new("Position", format!("{} m", numbers(&sub.position))),
            Fact::new("Yaw, pitch, roll", unverified(&sub.rotation)),
            Fact::new("Scale", numbers(&sub.scale)),
        ];
        named(text(sub.name), children)
    });
    let layers = document.layers.iter().map(|layer| {
        let children = vec![
            Fact::new("Processing", processing(layer.processing)),
            Fact::new("Duration", format!("{} ms", layer.duration_ms)),
            Fact::new("Key-frame time", format!("{} ms", layer.key_frame_ms)),
            Fact::new("Tracks", layer.tracks.len()),
        ];
        named(text(layer.name), children)
    });
    let sections = [
        ("Properties", properties(document, &document.properties)),
        ("Animation layers", layers.collect()),
        ("Scripts", scripts.collect()),
        ("Lens flares", flares.collect()),
        ("Sub shapes", sub_shapes.collect()),
        ("Null positions of nodes", null_positions(document)),
    ];
    let filled = sections.into_iter().filter(|(_, children)| !children.is_empty());
    facts.extend(filled.map(|(name, children)| Fact::heading(name, children)));
    facts
}

/// Where nodes have one; as many as anybody may want to read.
fn null_positions(document: &Document) -> Vec<Fact> {
    let stated = document.nodes.iter().filter(|node| node.null_position != [0.0; 3]);
    let fact = |node: &Node| Fact::new(document.text(node.name), format!("{} m", numbers(&node.null_position)));
    stated.take(MOST_NODES).map(fact).collect()
}

fn processing(number: u8) -> String {
    let words = [
        "none: manual",
        "playback: from the current to the target key",
        "repeat: loops in the direction it was started",
        "state: to the first or last key, and stays",
    ];
    words
        .get(usize::from(number))
        .map_or_else(|| format!("unknown ({number})"), |word| (*word).to_owned())
}

fn named(name: String, children: Vec<Fact>) -> Fact {
    Fact::heading(if name.is_empty() { "(no name)".into() } else { name }, children)
}

fn properties(document: &Document, properties: &[Property]) -> Vec<Fact> {
    let one = |property: &Property| Fact::new(document.text(property.name), document.text(property.value));
    properties.iter().map(one).collect()
}

fn bounds(volume: &Volume) -> Vec<Fact> {
    let [x, y, z, radius] = volume.sphere;
    vec![
        Fact::new("Least", format!("{} m", numbers(&volume.min))),
        Fact::new("Most", format!("{} m", numbers(&volume.max))),
        Fact::new("Sphere", format!("{} m around {}", radius, numbers(&[x, y, z]))),
    ]
}
