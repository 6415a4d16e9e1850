//! How much of a file that is cut off is here: counted by its words and by the bytes they need.

use crate::cut::{self, Here};
use crate::gltf::json::{Animation, Id, Mesh, Primitive};
use crate::gltf::lower::context::Context;
use crate::rules::gltf as rule;
use castview_base::core::Place;

/// Tells it, once, if it is.
pub(crate) fn report(context: &Context<'_>) {
    let document = context.document;
    let Some(missing) = document.cut() else { return };
    let root = document.root();
    let is_here: Vec<bool> = (0..root.accessors.len())
        .map(|index| context.accessors.is_here(Id::of(index)))
        .collect();
    let accessor = |id: Id| is_here.get(id.get()).copied().unwrap_or(false);
    let is_partial = |list: &str, index: usize, count: usize| {
        let json = missing.json.as_ref();
        index + 1 == count && json.is_some_and(|json| json.is_partial(list))
    };
    let meshes = (0..root.meshes.len())
        .filter(|index| !is_partial("meshes", *index, root.meshes.len()) && of_mesh(&root.meshes[*index], &accessor))
        .count();
    let clips = (0..root.animations.len())
        .filter(|index| {
            let is_partial = is_partial("animations", *index, root.animations.len());
            !is_partial && of_clip(&root.animations[*index], &accessor)
        })
        .count();
    // Images of their own files are not of this one.
    let inside = || root.images.iter().filter_map(|image| image.buffer_view);
    let view = |id: &Id| matches!(document.views().get(id.get()), Some(Ok(view)) if !view.is_cut);
    let named = root.nodes.iter().filter_map(|node| Some(node.mesh?.get() as u64 + 1));
    // A wild number is no promise.
    let named = named
        .filter(|count| *count <= root.nodes.len() as u64)
        .max()
        .unwrap_or(0);
    let count = |list: &str, kind, here: usize, total: usize| Here {
        kind,
        here: here as u64,
        total: total as u64,
        at_least: missing.json.as_ref().is_some_and(|json| !json.is_whole(list)),
    };
    let mut counts = [
        count("meshes", ["mesh", "meshes"], meshes, root.meshes.len()),
        count("animations", ["clip", "clips"], clips, root.animations.len()),
        count(
            "images",
            ["texture", "textures"],
            inside().filter(view).count(),
            inside().count(),
        ),
    ];
    if counts[0].at_least {
        counts[0].total = counts[0].total.max(named);
    }
    let place = || Place {
        node_path: String::new(),
        offset: document.bytes().len() as u64,
    };
    // The sentence has already said it of a binary chunk.
    let buffer = missing.buffer.as_ref().filter(|why| !why.contains("(no uri)"));
    let end = buffer.map_or(String::new(), |buffer| format!("; {buffer}"));
    let message = || format!("{}{end}", cut::sentence(&counts));
    context.diagnostics.borrow_mut().report(rule::G2_CUT, place, message);
}

fn of_mesh(mesh: &Mesh, is_here: &dyn Fn(Id) -> bool) -> bool {
    mesh.primitives.iter().all(|primitive| is_whole(primitive, is_here))
}

/// Whether all bytes of the primitive are here. One that lacks its normals or its texture coordinates would be another.
pub(crate) fn is_whole(primitive: &Primitive, is_here: impl Fn(Id) -> bool) -> bool {
    let shapes = primitive.targets.iter().flat_map(|target| target.values());
    let all = primitive.attributes.values().chain(shapes).chain(&primitive.indices);
    all.copied().all(is_here)
}

fn of_clip(animation: &Animation, is_here: &dyn Fn(Id) -> bool) -> bool {
    animation.channels.iter().all(|channel| {
        let sampler = channel.sampler.and_then(|id| animation.samplers.get(id.get()));
        sampler.is_some_and(|sampler| sampler.input.into_iter().chain(sampler.output).all(is_here))
    })
}
