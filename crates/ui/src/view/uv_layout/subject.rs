//! Subject of the window: a mesh, one of its layers, the texture that it looks up; or why there is nothing to show.

use super::plane::Plane;
use super::source::{MeshLayer, UvSource};
use super::surface::UvSurface;
use crate::kit::fonts::Background;
use crate::kit::words;
use castview_base::core::MeshIndex;
use castview_base::scene::{Input, Mesh, Slot, SlotSource, UvLayout};
use castview_images::Pixels;
use castview_picture::opened::TextureState;
use castview_session::{Placed, Session, mesh_name};
use egui::Context;
use std::sync::Arc;

/// Meshes of more triangles are not laid out.
const MOST_TRIANGLES: usize = 4_000_000;
/// State of the window.
#[derive(Default)]
pub struct UvWindow {
    pub surface: UvSurface,
    /// Chosen by the user; `None`: that of the base colour.
    pub layer: Option<usize>,
    /// Shown part, and of which layer; `None`: all of it.
    pub plane: Option<(MeshLayer, Plane)>,
    /// Something lies at the pointer.
    pub is_hovered: bool,
    pub source: UvSource,
}

/// Mesh, layer and texture to show.
pub struct Subject<'a> {
    pub session: &'a Session,
    pub placed: &'a Placed,
    pub index: MeshIndex,
    pub mesh: &'a Mesh,
    pub of: MeshLayer,
    pub layout: Arc<UvLayout>,
    /// The texture that is looked up by the layer.
    pub below: Option<&'a Slot>,
}

/// Returns the subject that is shown, or why none is.
pub fn subject<'a>(
    ctx: &Context,
    session: &'a Session,
    found: Option<(&'a Placed, MeshIndex)>,
    layer: usize,
    window: &UvWindow,
    background: &Background,
) -> Result<Subject<'a>, String> {
    let Some((placed, index)) = found else {
        return Err("No mesh. Open a model, or show one of its meshes.".to_owned());
    };
    let mesh = &placed.model().meshes[index.get()];
    let name = mesh_name(placed, index);
    let count = mesh.triangle_count();
    match mesh.uvs.len() {
        _ if count == 0 => return Err(format!("{name} has no triangles.")),
        0 => return Err(format!("{name} has no texture coordinates.")),
        layers if layer >= layers => {
            let has = words::counted(layers as u64, "UV layer", "UV layers");
            return Err(format!(
                "{name} has {has}, and none of number {layer}. Choose another above."
            ));
        }
        _ if count > MOST_TRIANGLES => {
            let [count, most] = [count, MOST_TRIANGLES].map(|count| words::grouped(count as u64));
            return Err(format!("{name} has {count} triangles; up to {most} are laid out."));
        }
        _ => {}
    }
    let of = MeshLayer::of(placed, index, layer);
    let layout = window.source.layout(&of, ctx, background);
    Ok(Subject {
        session,
        placed,
        index,
        mesh,
        layout: layout.ok_or_else(|| "Reading the triangles…".to_owned())?,
        below: below(placed, mesh, layer),
        of,
    })
}

/// The layer that the base colour is looked up by.
pub fn usual_layer(found: Option<(&Placed, MeshIndex)>, mesh: &Mesh) -> usize {
    let material = found.and_then(|(placed, _)| placed.model().materials.get(mesh.material?.get()));
    let base = material.and_then(|material| material.fed(Input::BaseColor));
    let layer = base.map(|(slot, _)| slot).filter(|slot| has_texture(slot));
    let layer = layer.map_or(0, |slot| slot.lookup.uv_layer as usize);
    if layer < mesh.uvs.len() { layer } else { 0 }
}

fn has_texture(slot: &Slot) -> bool {
    matches!(slot.source, SlotSource::Texture(_))
}

/// Finds the texture of the base colour among those that the layer looks up, else the first of these.
fn below<'a>(placed: &'a Placed, mesh: &Mesh, layer: usize) -> Option<&'a Slot> {
    let material = placed.model().materials.get(mesh.material?.get())?;
    let is_it = |slot: &&Slot| has_texture(slot) && slot.lookup.uv_layer as usize == layer;
    let base = material.fed(Input::BaseColor).map(|(slot, _)| slot);
    base.filter(is_it).or_else(|| material.slots.iter().find(is_it))
}

impl<'a> Subject<'a> {
    /// The texture below, as far as it is read, and its name.
    pub fn texture(&self) -> Option<(&'a Arc<Pixels>, &'a str)> {
        let slot = self.below?;
        let SlotSource::Texture(texture) = slot.source else {
            return None;
        };
        let entry = self.session.stage().textures_of(self.placed).get(texture.get())?;
        let TextureState::Ready(image) = &entry.state else {
            return None;
        };
        Some((image, words::file_name(&entry.reference)))
    }
}
