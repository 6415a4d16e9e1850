//! `KHR_draco_mesh_compression`: primitives whose data are a Draco stream (docs/formats/gltf.md §4).
//!
//! In: the file's lists and views. Out: the same with more views and accessors, which hold the unpacked data, and primitives that
//! name those. A stream is unpacked once, however many primitives name it.

use super::json::{Accessor, Id, Offsets, Packed, Primitive, Root};
use super::stored::{DRACO, has_data};
use super::views::{View, ViewResult};
use crate::draco::{self, Numbers};
use crate::rules::gltf as rule;
use castview_base::core::{Diagnostics, Origin, Place, SharedBytes};
use serde::Deserialize;
use std::collections::HashMap;

/// Bytes that all streams may take while they are unpacked, whatever the file's size, and for each of its bytes: flat meshes take
/// some hundred times what they are stored in.
const LEAST: u64 = 64 << 20;
const TIMES: u64 = 512;

/// An unpacked stream: where its parts are among the file's lists.
struct Unpacked {
    indices: Id,
    corners: u64,
    points: u64,
    attributes: Vec<Values>,
}

struct Values {
    id: u64,
    view: Id,
    component: u64,
    kind: &'static str,
    normalized: bool,
}

/// `total_bytes`: of the file and those beside it. `is_cut`: parts of it are missing.
pub(super) fn unpack(
    root: &mut Root,
    views: &mut Vec<ViewResult>,
    (total_bytes, is_cut): (u64, bool),
    offsets: &Offsets,
    diagnostics: &mut Diagnostics,
) {
    let mut unpacking = Unpacking {
        memory: LEAST + TIMES * total_bytes,
        streams: HashMap::new(),
        accessors: HashMap::new(),
        is_cut,
    };
    let mut meshes = std::mem::take(&mut root.meshes);
    for (mesh, json) in meshes.iter_mut().enumerate() {
        for (index, primitive) in json.primitives.iter_mut().enumerate() {
            let Some(extension) = primitive.extensions.get(DRACO) else {
                continue;
            };
            let place = || Place {
                node_path: format!("meshes[{mesh}].primitives[{index}].extensions.{DRACO}"),
                offset: offsets.of("meshes", mesh),
            };
            let done = Packed::deserialize(extension)
                .map_err(|error| format!("its description is unreadable: {error}"))
                .and_then(|packed| unpacking.primitive(root, views, primitive, &packed));
            match done {
                Ok(faults) => {
                    for fault in faults {
                        diagnostics.report(rule::G_DRACO, place, || fault);
                    }
                    primitive.extensions.remove(DRACO);
                }
                // Whole primitives are counted in one sentence.
                Err(_) if is_cut => {}
                Err(reason) => {
                    let instead = match has_data(root, primitive) {
                        true => "the uncompressed data beside it are shown",
                        false => "the primitive is left out",
                    };
                    diagnostics.report(rule::G_DRACO, place, || {
                        format!("the Draco stream cannot be unpacked: {reason}; {instead}")
                    });
                }
            }
        }
    }
    root.meshes = meshes;
}

struct Unpacking {
    memory: u64,
    /// By view.
    streams: HashMap<Id, Result<Unpacked, String>>,
    /// By view, and whether it is normalised.
    accessors: HashMap<(Id, bool), Id>,
    is_cut: bool,
}

impl Unpacking {
    /// Points the primitive to unpacked data; the sentences say what of it could not be had.
    fn primitive(
        &mut self,
        root: &mut Root,
        views: &mut Vec<ViewResult>,
        primitive: &mut Primitive,
        packed: &Packed,
    ) -> Result<Vec<String>, String> {
        let view = packed.buffer_view.ok_or("it names no buffer view")?;
        if self.is_cut && !matches!(views.get(view.get()), Some(Ok(view)) if !view.is_cut) {
            // Nothing is as long as this, so the primitive counts as missing.
            let missing = accessor(view, Numbers::F32.code(), u64::MAX, "VEC4", false);
            primitive.attributes.insert("POSITION".into(), push(root, missing));
            return Err("its bytes are missing".into());
        }
        if !self.streams.contains_key(&view) {
            let unpacked = stream(root, views, view, &mut self.memory);
            self.streams.insert(view, unpacked);
        }
        let unpacked = self.streams[&view].as_ref().map_err(String::clone)?;
        let mut faults = Vec::new();
        for (name, id) in &packed.attributes {
            let Some(declared) = primitive.attributes.get(name).copied() else {
                faults.push(format!(
                    "{} is in the stream and not in the primitive; ignored",
                    name.escape_debug()
                ));
                continue;
            };
            let declared = root.accessors.get(declared.get());
            let Some(values) = unpacked.attributes.iter().find(|values| values.id == id.get()) else {
                faults.push(format!(
                    "the stream has no attribute {}; {name} is taken as absent",
                    id.get()
                ));
                primitive.attributes.remove(name);
                continue;
            };
            if let Some(count) = declared
                .map(|declared| declared.count.get())
                .filter(|count| *count != unpacked.points)
            {
                let points = unpacked.points;
                faults.push(format!(
                    "{name} has {count} entries by its accessor, and {points} in the stream; those count"
                ));
            }
            let normalized = values.normalized || declared.is_some_and(|declared| declared.normalized);
            let id = self.accessors.entry((values.view, normalized)).or_insert_with(|| {
                let made = accessor(values.view, values.component, unpacked.points, values.kind, normalized);
                push(root, made)
            });
            primitive.attributes.insert(name.clone(), *id);
        }
        let declared = primitive.indices.and_then(|id| root.accessors.get(id.get()));
        let corners = unpacked.corners;
        if let Some(count) = declared
            .map(|declared| declared.count.get())
            .filter(|count| *count != corners)
        {
            faults.push(format!(
                "there are {count} indices by their accessor, and {corners} in the stream; those count"
            ));
        }
        primitive.indices = Some(unpacked.indices);
        primitive.mode = None;
        Ok(faults)
    }
}

impl Numbers {
    /// The standard's number. Those with a sign and 4 bytes have none; attributes of that kind have no meaning there.
    fn code(self) -> u64 {
        match self {
            Self::I8 => 5120,
            Self::U8 => 5121,
            Self::I16 => 5122,
            Self::U16 => 5123,
            Self::I32 | Self::U32 => 5125,
            Self::F32 => 5126,
        }
    }
}

fn stream(root: &mut Root, views: &mut Vec<ViewResult>, id: Id, memory: &mut u64) -> Result<Unpacked, String> {
    let view = match views.get(id.get()) {
        None => {
            return Err(format!(
                "there is no buffer view {id} among {}",
                root.buffer_views.len()
            ));
        }
        Some(Err(reason)) => return Err(format!("buffer view {id}: {reason}")),
        Some(Ok(view)) => view.clone(),
    };
    let mesh = draco::decode(&view.bytes[view.range.clone()], memory)?;
    let of = match view.bytes.origin() {
        None => "the file",
        Some(Origin::Beside(name) | Origin::Made(name)) => name,
    };
    let (length, start) = (view.range.len(), view.range.start);
    let from = format!("a Draco stream, {length} bytes from {start:#x} on of {of}");
    let mut add = |bytes: Vec<u8>| {
        views.push(Ok(View {
            range: 0..bytes.len(),
            bytes: SharedBytes::from(bytes).from_origin(Origin::Made(from.clone())),
            offset: 0,
            stride: None,
            is_cut: false,
        }));
        Id::of(views.len() - 1)
    };
    let corners = mesh.triangles.len() as u64;
    let indices = add(mesh.triangles.iter().flat_map(|index| index.to_le_bytes()).collect());
    let attributes = mesh.attributes.into_iter().map(|attribute| Values {
        id: attribute.id.into(),
        component: attribute.numbers.code(),
        kind: ["SCALAR", "VEC2", "VEC3", "VEC4"][attribute.components - 1],
        normalized: attribute.normalized,
        view: add(attribute.bytes),
    });
    Ok(Unpacked {
        attributes: attributes.collect(),
        indices: push(root, accessor(indices, Numbers::U32.code(), corners, "SCALAR", false)),
        corners,
        points: mesh.points.into(),
    })
}

fn accessor(view: Id, component: u64, count: u64, kind: &str, normalized: bool) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        component_type: component.into(),
        count: count.into(),
        r#type: kind.into(),
        normalized,
        ..Accessor::default()
    }
}

fn push(root: &mut Root, accessor: Accessor) -> Id {
    root.accessors.push(accessor);
    Id::of(root.accessors.len() - 1)
}
