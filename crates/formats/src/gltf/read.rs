//! Bytes → document: container, JSON, buffers, views. Their meaning is decided in `lower` alone.

use super::document::{Cut, Document};
use super::json::{self, Id, JsonCut, Node, Parsed, Root};
use super::{GltfError, buffers, container, extensions, packed, views};
use crate::SideFiles;
use castview_base::core::{Diagnostics, Options, SharedBytes};
use std::collections::HashSet;

/// Reads a `.gltf` or `.glb` file.
pub fn read(
    bytes: SharedBytes,
    options: &Options,
    side_files: &dyn SideFiles,
    diagnostics: &mut Diagnostics,
) -> Result<Document, GltfError> {
    let parts = container::split(&bytes, diagnostics)?;
    let Parsed { mut root, offsets, cut } = json::parse(&bytes[parts.json.clone()], parts.json.start, diagnostics)?;
    if let Some(cut) = &cut {
        stand_in_for_missing_nodes(&mut root, cut);
    }
    if cut.is_none() || !root.asset.version.is_empty() {
        check_version(&root)?;
    }
    extensions::check(&root, options, diagnostics)?;
    extensions::report_ignored(&root, diagnostics);
    let is_cut = parts.is_cut || cut.is_some();
    let buffers = buffers::open(&root, &bytes, parts.bin, is_cut, side_files);
    let total_bytes = bytes.len() as u64 + buffers.beside;
    let mut budget = UNPACKED_LEAST + UNPACKED_TIMES * total_bytes;
    let mut views = views::open(&root, &buffers.list, is_cut, &mut budget)?;
    let is_cut = is_cut || views.short.is_some();
    packed::unpack(&mut root, &mut views.list, (total_bytes, is_cut), &offsets, diagnostics);
    Ok(Document {
        bytes,
        root,
        offsets,
        views: views.list,
        total_bytes,
        cut: is_cut.then(|| Cut {
            json: cut,
            buffer: views.short.map(|error| error.to_string()),
        }),
    })
}

/// Where the list of nodes is cut off, parents and places of meshes may be missing: all nodes are shown, and a mesh that
/// no node names stands at the origin.
fn stand_in_for_missing_nodes(root: &mut Root, cut: &JsonCut) {
    if cut.is_whole("nodes") {
        return;
    }
    root.scenes.clear();
    root.scene = None;
    let named: HashSet<Id> = root.nodes.iter().filter_map(|node| node.mesh).collect();
    for (index, mesh) in root.meshes.iter().enumerate() {
        let id = Id::of(index);
        if !named.contains(&id) {
            root.nodes.push(Node {
                name: mesh.name.as_deref().map(Into::into),
                mesh: Some(id),
                ..Node::default()
            });
        }
    }
}

/// Bytes that compressed views may unpack to all together: the views may share their bytes.
const UNPACKED_LEAST: u64 = 16 << 20;
const UNPACKED_TIMES: u64 = 32;

/// docs/formats/gltf.md §1.2: major version 2, and no more wanted than 2.0.
fn check_version(root: &Root) -> Result<(), GltfError> {
    let version = root.asset.version.trim();
    let refused = || {
        GltfError::Version(if version.is_empty() {
            "(none)".into()
        } else {
            version.to_owned()
        })
    };
    let (major, _) = parts_of(version).ok_or_else(refused)?;
    if major != 2 {
        return Err(refused());
    }
    match root.asset.min_version.as_deref() {
        Some(least) if parts_of(least).is_none_or(|least| least > (2, 0)) => Err(GltfError::Version(least.to_owned())),
        _ => Ok(()),
    }
}

/// `2.1` → (2, 1). Only the major number has to be there.
fn parts_of(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = version.split_once('.').unwrap_or((version, "0"));
    Some((major.trim().parse().ok()?, minor.trim().parse().ok()?))
}
