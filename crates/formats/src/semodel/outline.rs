//! An SEModel as it is stored, for people: its header, and a line for each bone, mesh and material.

use super::{Document, Mesh};
use crate::UintWidth;
use crate::outline::{OutlineEntry, StoredNumber, StoredValues, list};
use castview_base::core::Element;
use std::ops::Range;

/// The file as it is stored, for people.
pub fn outline(document: &Document) -> Vec<OutlineEntry> {
    let header = document.header();
    let text = |range: &Range<usize>| String::from_utf8_lossy(&document.bytes()[range.clone()]).into_owned();
    let bones = document.bones();
    let bone = |bone: &super::Bone| {
        let parent = match usize::try_from(bone.parent).ok().and_then(|at| bones.get(at)) {
            Some(parent) => format!("{} ({})", bone.parent, text(&parent.name)),
            None => bone.parent.to_string(),
        };
        let mut children = vec![
            OutlineEntry::new("flags", bone.flags),
            OutlineEntry::new("parent", parent).linked("bones", bone.parent.into()),
        ];
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
                children.push(OutlineEntry::new(*name, values.join(" ")));
                rest = after;
            }
        }
        let told = format!("at byte {:#x}", bone.at);
        OutlineEntry::new(text(&bone.name), told)
            .at(bone.at..bone.at + size)
            .above(children)
    };
    let material = |material: &super::Material| {
        let images = ["diffuse", "normal", "specular"].iter().zip(&material.images);
        let mut children = vec![OutlineEntry::new("simple", material.simple)];
        children.extend(images.map(|(name, image)| OutlineEntry::new(*name, text(image)).at((*image).clone())));
        let told = format!("at byte {:#x}", material.name.start);
        OutlineEntry::new(text(&material.name), told)
            .from(material.name.start)
            .above(children)
    };
    let meshes = document.meshes().iter().enumerate();
    let mut facts = vec![
        OutlineEntry::new("version", 1),
        OutlineEntry::new("header size", header.size),
        OutlineEntry::new("presence", format!("{:#010b}", header.presence)),
        OutlineEntry::new("bone presence", format!("{:#010b}", header.bone_presence)),
        OutlineEntry::new("mesh presence", format!("{:#010b}", header.mesh_presence)),
        list("bones", header.counts[0], bones.iter().map(bone)),
        list(
            "meshes",
            header.counts[1],
            meshes.map(|(at, one)| mesh(document, at, one)),
        ),
        list("materials", header.counts[2], document.materials().iter().map(material)),
    ];
    if let Some(custom) = document.custom() {
        let told = format!("{} bytes at byte {:#x}", custom.len(), custom.start);
        facts.push(OutlineEntry::new("custom block", told).at(custom));
    }
    facts
}

fn mesh(document: &Document, at: usize, mesh: &Mesh) -> OutlineEntry {
    let mut children = vec![OutlineEntry::new("flags", mesh.flags)];
    let bone = StoredNumber::of(document.bone_width());
    let corner = StoredNumber::of(UintWidth::of(mesh.vertices));
    let packed = |number, width, range: &Range<usize>| StoredValues::packed(number, width, range.clone());
    let arrays = [
        ("positions", packed(StoredNumber::F32, 3, &mesh.positions)),
        ("UVs", packed(StoredNumber::F32, 2, &mesh.uvs)),
        ("normals", packed(StoredNumber::F32, 3, &mesh.normals)),
        ("colors", packed(StoredNumber::U8, 4, &mesh.colors)),
        (
            "weights",
            StoredValues::keyed(bone, StoredNumber::F32, 1, mesh.weights.clone()),
        ),
        ("faces", packed(corner, 3, &mesh.corners)),
    ];
    let there = arrays.into_iter().filter(|(_, values)| values.count > 0);
    children.extend(there.map(|(name, values)| {
        let place = values.place();
        let told = format!("bytes {:#x} to {:#x}", place.start, place.end);
        OutlineEntry::new(name, told).with_values(values)
    }));
    let materials = document.bytes()[mesh.materials.clone()].chunks_exact(4);
    let materials: Vec<String> = materials
        .map(|number| (<u32 as Element>::from_le(number) as i32).to_string())
        .collect();
    children.push(OutlineEntry::new("materials", materials.join(" ")).at(mesh.materials.clone()));
    let told = format!(
        "at byte {:#x}, {} vertices, {} faces, {} UV layers, {} influences a vertex",
        mesh.at, mesh.vertices, mesh.faces, mesh.layers, mesh.influences
    );
    OutlineEntry::new(format!("mesh {at}"), told)
        .from(mesh.at)
        .above(children)
}
