//! Meshes of many small triangles in a picture: which ones there are, and their numbers.

use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use crate::lists::cover::Cover;
use crate::lists::draw_list::{DrawList, Drawable, shows_surfaces};
use crate::lists::view::clip_from_world;
use crate::passes::casters::sight::SeenItems;
use crate::passes::picture::shown::Shown;
use crate::passes::picture::target::Target;
use crate::passes::shadows::fit::{Casting, Seer};
use crate::passes::software::{
    Dense, FEWEST, Found, LARGEST_PX, Numbered, Numbers, PlacedMesh, Sought, kept, most_bytes,
};
use castview_base::scene::Alpha;
use castview_picture::{Picture, Shadows};
use glam::Mat4;

/// Makes what pictures with these `shadows` need, before any is there.
pub fn make_ahead(dense: &Dense, context: &Context, shadows: Shadows) {
    if dense.layout.is_none() {
        return;
    }
    let nearest = dense.nearest(context);
    nearest.make(context, Sought::Nearest);
    if shadows.key {
        nearest.make(context, Sought::Casters);
    }
    if shadows.ground.is_some() {
        nearest.make(context, Sought::Dots);
    }
}

/// Tells the items that are drawn this way in a picture that reaches nowhere behind the eye, and gives numbers to their triangles.
pub fn prepare(
    (dense, context): (&Dense, &Context),
    (picture, target, cover): (&Picture, &Target, &Cover),
    (shown, list): (&Shown, &mut DrawList),
) -> Result<Numbers, RenderError> {
    let mut numbers = Numbers::default();
    if !(Found::suits(context, target.size, target.samples) && shows_surfaces(picture)) {
        return Ok(numbers);
    }
    let sight = SeenItems { shown, list };
    let is_so = |item: &usize| is_numbered(context, (picture, cover), sight, *item);
    let (items, meshes): (Vec<usize>, Vec<PlacedMesh<'_>>) = sight
        .items()
        .filter(is_so)
        .filter_map(|item| Some((item, standing(sight, item)?)))
        .unzip();
    let Some(layout) = dense.layout.as_ref().filter(|_| !meshes.is_empty()) else {
        return Ok(numbers);
    };
    let make = || Found::new(context, target.size, target.samples, Sought::Nearest);
    let found = kept(context, &target.found, make)?;
    let clip_from_world = clip_from_world(picture);
    let made = dense
        .nearest(context)
        .prepare(context, (clip_from_world, found), (Sought::Nearest, &meshes), layout);
    items.iter().for_each(|item| list.items[*item].is_numbered = true);
    numbers.eye = items.into_iter().zip(made).collect();
    Ok(numbers)
}

/// Gives numbers to what the key light and the ground see.
pub fn prepare_maps(
    (dense, context): (&Dense, &Context),
    (sight, casting): (SeenItems<'_>, &Casting),
    numbers: &mut Numbers,
) -> Result<(), RenderError> {
    let Some(layout) = &dense.layout else { return Ok(()) };
    let prepare = |sought,
                   (seer, view): (Seer, [[f32; 4]; 4]),
                   seen: Vec<(usize, PlacedMesh<'_>)>|
     -> Result<Vec<(usize, Numbered)>, RenderError> {
        if seen.is_empty() {
            return Ok(Vec::new());
        }
        let found = dense.prepare_found(context, seer, sought)?;
        let (items, meshes): (Vec<usize>, Vec<PlacedMesh<'_>>) = seen.into_iter().unzip();
        let view = Mat4::from_cols_array_2d(&view);
        let made = dense
            .nearest(context)
            .prepare(context, (view, found), (sought, &meshes), layout);
        Ok(items.into_iter().zip(made).collect())
    };
    if casting.uniform.has_key > 0.0 {
        let items = numbers.eye.iter().map(|(item, _)| *item);
        let lit = items.filter_map(|item| Some((item, lit(sight, casting, item)?)));
        let view = casting.key_view.clip_from_world;
        numbers.key = prepare(Sought::Casters, (Seer::Key, view), lit.collect())?;
    }
    if casting.has_ground {
        let dotted = |item| Some((item, self::dotted((dense, context), (sight, casting), item)?));
        let dotted: Vec<_> = sight.items().filter_map(dotted).collect();
        if !dotted.is_empty() {
            dense.make_depth(context);
        }
        let view = casting.ground_view.clip_from_world;
        numbers.ground = prepare(Sought::Dots, (Seer::Ground, view), dotted)?;
    }
    Ok(())
}

/// Whether the dots of an item get numbers in the ground's map.
pub fn finds_dots(with: (&Dense, &Context), seen: (SeenItems<'_>, &Casting), item: usize) -> bool {
    dotted(with, seen, item).is_some()
}

fn dotted<'a>(
    (dense, context): (&Dense, &Context),
    (sight, casting): (SeenItems<'a>, &Casting),
    item: usize,
) -> Option<PlacedMesh<'a>> {
    dense.layout.as_ref()?;
    let (drawn, _) = sight.seen(casting, item, Seer::Ground)?;
    let step = Some(drawn.dot_step).filter(|step| *step > 0)?;
    let standing = PlacedMesh {
        step,
        ..standing(sight, item)?
    };
    fits(context, &standing).then_some(standing)
}

/// The mesh of an item that stands at one place.
fn standing<'a>(sight: SeenItems<'a>, item: usize) -> Option<PlacedMesh<'a>> {
    let (mesh, standing) = sight.shown.standing(sight.list, item)?;
    (standing.placements.count() == 1).then_some(PlacedMesh {
        world_from_mesh: standing.placements.world(0)?,
        vertices: standing.vertices,
        vertex_count: mesh.vertex_count,
        triangles: mesh.triangles.as_ref()?,
        paint: &mesh.paint,
        sides: sight.list.items[item].sides,
        step: 1,
    })
}

/// The triangles of a mesh with numbers that the key light sees.
fn lit<'a>(sight: SeenItems<'a>, casting: &Casting, item: usize) -> Option<PlacedMesh<'a>> {
    let (drawn, _) = sight.seen(casting, item, Seer::Key)?;
    Some(PlacedMesh {
        triangles: drawn.triangles,
        sides: drawn.sides,
        ..standing(sight, item)?
    })
}

/// Whether an item has many triangles and those are small. All of it hides what is behind.
fn is_numbered(context: &Context, (picture, cover): (&Picture, &Cover), sight: SeenItems<'_>, item: usize) -> bool {
    let drawn = &sight.list.items[item];
    let (Drawable::Mesh(index), Some(mesh)) = (drawn.part, sight.shown.mesh_of(sight.list, item)) else {
        return false;
    };
    let is_solid = drawn.alpha == Alpha::Opaque && !drawn.is_cut && !drawn.shows_behind();
    let is_dense = mesh
        .triangles
        .as_ref()
        .is_some_and(|triangles| triangles.count / 3 >= FEWEST);
    if !(is_solid && is_dense) {
        return false;
    }
    let covers = || cover.triangle_at_rest(&picture.models[drawn.placed], index, mesh);
    standing(sight, item).is_some_and(|standing| fits(context, &standing)) && covers() <= LARGEST_PX
}

/// Whether everything that is bound of a mesh fits a binding.
fn fits(context: &Context, standing: &PlacedMesh<'_>) -> bool {
    let most = most_bytes(context);
    standing.bindings().all(|size| size <= most)
}
