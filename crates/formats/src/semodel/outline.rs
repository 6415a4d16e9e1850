//! An SEModel as it is stored, for people: its header, and a line for each bone, mesh and material.

use super::{Document, Mesh};
use crate::facts::list;
use castview_base::core::Element;
use castview_base::scene::Fact;
use std::ops::Range;

/// The file as it is stored, for people.
pub fn outline(document: &Document) -> Vec<Fact> {
    let header = document.header();
    let text = |range: &Range<usize>| String::from_utf8_lossy(&document.bytes()[range.clone()]).into_owned();
    let bones = document.bones();
    let bone = |bone: &super::Bone| {
        let parent = match usize::try_from(bone.parent).ok().and_then(|at| bones.get(at)) {
            Some(parent) => format!("{} ({})", bone.parent, text(&parent.name)),
            None => bone.parent.to_string(),
        };
        let mut children = vec![Fact::new("flags", bone.flags), Fact::new("parent", parent)];
        let size = header.bone_size();
        let numbers = document.bytes()[bone.at + 5..bone.at + size]
            .chunks_exact(4)
            .map(f32::from_le);
        let numbers: Vec<f32> = numbers.collect();
        let mut rest = &numbers[..];
        for (bit, names) in [
            (1, &[("global location", 3), ("global rotation", 4)][..]),
            (2, &[("local location", 3), ("local rotation", 4)]),
            (4, &[("scale", 3)]),
        ] {
            for (name, count) in names.iter().filter(|_| header.bone_presence & bit != 0) {
                let (values, after) = rest.split_at(*count);
                let values: Vec<String> = values.iter().map(f32::to_string).collect();
                children.push(Fact::new(*name, values.join(" ")));
                rest = after;
            }
        }
        Fact {
            name: text(&bone.name),
            value: format!("at byte {:#x}", bone.at),
            children,
        }
    };
    let material = |material: &super::Material| {
        let images = ["diffuse", "normal", "specular"].iter().zip(&material.images);
        let mut children = vec![Fact::new("simple", material.simple)];
        children.extend(images.map(|(name, image)| Fact::new(*name, text(image))));
        Fact {
            name: text(&material.name),
            value: format!("at byte {:#x}", material.name.start),
            children,
        }
    };
    let meshes = document.meshes().iter().enumerate();
    let mut facts = vec![
        Fact::new("version", 1),
        Fact::new("header size", header.size),
        Fact::new("presence", format!("{:#010b}", header.presence)),
        Fact::new("bone presence", format!("{:#010b}", header.bone_presence)),
        Fact::new("mesh presence", format!("{:#010b}", header.mesh_presence)),
        list("bones", header.counts[0], bones.iter().map(bone)),
        list(
            "meshes",
            header.counts[1],
            meshes.map(|(at, one)| mesh(document, at, one)),
        ),
        list("materials", header.counts[2], document.materials().iter().map(material)),
    ];
    if let Some(custom) = document.custom() {
        facts.push(Fact::new(
            "custom block",
            format!("{} bytes at byte {:#x}", custom.len(), custom.start),
        ));
    }
    facts
}

fn mesh(document: &Document, at: usize, mesh: &Mesh) -> Fact {
    let mut children = vec![Fact::new("flags", mesh.flags)];
    let arrays = [
        ("positions", &mesh.positions),
        ("UVs", &mesh.uvs),
        ("normals", &mesh.normals),
        ("colors", &mesh.colors),
        ("weights", &mesh.weights),
        ("faces", &mesh.corners),
    ];
    let there = arrays.into_iter().filter(|(_, range)| !range.is_empty());
    children
        .extend(there.map(|(name, range)| Fact::new(name, format!("bytes {:#x} to {:#x}", range.start, range.end))));
    let materials = document.bytes()[mesh.materials.clone()].chunks_exact(4);
    let materials: Vec<String> = materials
        .map(|number| (<u32 as Element>::from_le(number) as i32).to_string())
        .collect();
    children.push(Fact::new("materials", materials.join(" ")));
    Fact {
        name: format!("mesh {at}"),
        value: format!(
            "at byte {:#x}, {} vertices, {} faces, {} UV layers, {} influences a vertex",
            mesh.at, mesh.vertices, mesh.faces, mesh.layers, mesh.influences
        ),
        children,
    }
}
