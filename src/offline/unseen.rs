//! Wishes of a command line that the picture cannot show, for people.

use super::fitting::fitting_in;
use super::wish::Shot;
use crate::core::{MeshIndex, Projection};
use crate::deform::lacks_area;
use crate::picture::{ColorBy, Picture, PlacedModel, Shading};
use crate::scene::{Input, Material, Mesh, Model, Slot, SlotSource};
use crate::session::view;
use crate::session::{Aperture, LevelPick, Placed, Session, Switch, mesh_name, tint_words};

/// One sentence for each part of `shot` that changes nothing in the picture of `session`, as the files hold nothing for it. The settings of
/// a view file are not looked at: the window has told.
pub(super) fn unseen(session: &Session, shot: &Shot) -> Vec<String> {
    let models: Vec<&Model> = session.stage().models().iter().map(|placed| placed.model()).collect();
    let is_on = |wish: Option<bool>| wish == Some(true);
    let turned = |switch| shot.wish(switch) == Some(true);
    let mut told = Vec::new();
    if turned(Switch::BONES) || turned(Switch::NAMES) {
        told.extend(session.stage().why_no_bones());
    }
    let all_lack = |has: fn(&Model) -> bool| !models.iter().any(|model| has(model));
    for (is_asked, lacks, sentence) in [
        (
            turned(Switch::FIXTURES),
            all_lack(|model| !model.fixtures.is_empty()),
            "no cameras, lights or other signs are drawn: the files have none",
        ),
        (
            turned(Switch::FIXTURES),
            session.view().looks_through().is_some() && !all_lack(Model::has_surface),
            "no signs of cameras are drawn: the picture is what one of them sees",
        ),
        (
            turned(Switch::MESH_BOUNDS),
            all_lack(has_meshes),
            "no boxes are drawn: the files have no meshes",
        ),
        (
            turned(Switch::FILE_LIGHTS),
            !session.stage().has_lights(),
            "the environment lights the picture: the files have no lights",
        ),
        (
            turned(Switch::GHOST_HANDS),
            !session.stage().has_hands(),
            "no hands that are not tracked are drawn: the files are no recordings of hands",
        ),
        (
            turned(Switch::VOLUMES),
            !session.stage().has_volumes(),
            "no bounding volumes are drawn: the files have none",
        ),
        (
            turned(Switch::SOLO),
            !Switch::SOLO.is_on(session),
            "all is drawn: --solo needs something that --weights or --delta selects",
        ),
        (
            turned(Switch::TRAIL),
            !Switch::TRAIL.is_on(session),
            "no trail is drawn: --trail needs a bone that --weights names",
        ),
        (
            turned(Switch::GHOSTS),
            session.timeline().is_none(),
            "no ghosts are drawn: no clip plays",
        ),
        (
            shot.aim.aperture.is_some_and(|aperture| aperture != Aperture::Pinhole),
            session.view().seen_camera().projection == Projection::Orthographic,
            "all is sharp: an orthographic camera has no depth of field",
        ),
        (
            shot.light.reflection.is_some_and(|share| share > 0.0),
            view::color_by(session) != ColorBy::Material
                || session.view().shading() == Shading::Wireframe
                || session.view().overlays().xray,
            "the ground shows no reflections: surfaces are not lit",
        ),
        (
            is_on(shot.arrangement.rig),
            all_lack(|model| !model.rig.handles.is_empty() || !model.rig.constraints.is_empty()),
            "nothing is solved: the files have no IK handles and no constraints",
        ),
        (
            // The lowest one, and all of them, are what is drawn of other files too.
            matches!(shot.level, Some(LevelPick::Only(1..))),
            all_lack(|model| model.levels.is_some()),
            "all is drawn: the files have no levels of detail",
        ),
        (
            shot.background.is_some(),
            view::color_by(session) == ColorBy::Overdraw,
            "the background is black: --mode overdraw counts surfaces from there",
        ),
        (
            shot.aim.frames_clip,
            session.timeline().is_none(),
            "the pose is framed: no clip plays",
        ),
        (
            shot.time.is_some() && session.active_clip().is_none() && session.edits().layers().is_empty(),
            true,
            "nothing moves at that time: no clip plays",
        ),
    ] {
        told.extend((is_asked && lacks).then(|| sentence.to_owned()));
    }
    if models.is_empty() {
        told.push("the picture is empty: the files hold no model".to_owned());
    } else if !session.stage().models().iter().any(Placed::has_content) {
        told.push("the picture is empty: the models of the files hold nothing that can be drawn".to_owned());
    } else if let Some(reason) = view::beyond_drawing(session) {
        told.push(format!("the picture is empty: the models are {reason}"));
    } else if let Some(reason) = view::empty_message(session) {
        told.push(format!("the picture is empty: {}", reason.replace('\n', " ")));
    }
    told.extend(tint_words(session).map(|told| format!("{told}; the files have other colors")));
    told.extend(view::flat_copies(session));
    told.extend(stand_ins(session));
    told.extend(far_away(session, shot));
    told.extend(fitting_in(session));
    told.extend(shot.color_by.and_then(|by| nothing_colored(session, &models, by)));
    told
}

/// Bones that are no file's.
fn stand_ins(session: &Session) -> Option<String> {
    let is_guessed = session.active_clip()?.clip().skeleton.is_none();
    let stands_in = session.stage().models().iter().any(|placed| placed.is_stand_in);
    (is_guessed && stands_in).then(|| {
        "the clip comes without a model and without bones: bones that its curves name stand in, with parents by their names"
            .to_owned()
    })
}

/// Whether no model shows anything of itself in `picture`: no surface, no lines, no points, no hair, and none of the signs that are
/// switched on. Parts of the room, such as the grid, do not count.
pub(super) fn draws_nothing(session: &Session, picture: &Picture) -> bool {
    let is_aided = !picture.ghosts.is_empty() || !picture.trails.is_empty() || !picture.camera_paths.is_empty();
    view::beyond_drawing(session).is_some() || !is_aided && !picture.models.iter().any(|placed| shows(placed, picture))
}

fn shows(placed: &PlacedModel, picture: &Picture) -> bool {
    let Some(model) = placed.scene.models.get(placed.model.get()) else {
        return false;
    };
    let pose = &placed.pose;
    let is_shown = |mesh: MeshIndex| {
        let is_hidden = placed.hidden_meshes.get(mesh.get()) == Some(&true);
        !is_hidden && pose.mesh_visible.get(mesh.get()) != Some(&false)
    };
    let mut meshes = model.meshes.iter().enumerate();
    let has_surface = meshes.any(|(index, mesh)| is_shown(MeshIndex::new(index)) && mesh.vertex_count() > 0)
        || !model.hairs.is_empty();
    let places = placed.places.iter().map(|place| *place * placed.stage_from_model);
    let overlays = picture.overlays;
    // Edges of triangles without area are seen.
    let has_edges = picture.shading == Shading::Wireframe || overlays.wireframe;
    let has_surface = has_surface && (has_edges || !lacks_area(model, pose, places, is_shown));
    pose.model_visible && has_surface
        || overlays.bones && !model.skeleton.is_empty()
        || (overlays.fixtures || overlays.volumes || overlays.ghost_hands) && !model.fixtures.is_empty()
}

/// Meshes that lie so far away from the rest that they are not in the picture, and how they are seen.
fn far_away(session: &Session, shot: &Shot) -> Option<String> {
    let names: Vec<String> = view::far_meshes(session)
        .map(|(placed, mesh)| mesh_name(placed, mesh))
        .collect();
    let (target, distance) = view::aim_at_far(session).filter(|_| shot.aim.target.is_none())?;
    let target = target + view::world_origin(session);
    let at = target.to_array().map(|number| number.to_string()).join(",");
    let shows = |it: &str| format!("--target {at} --distance {distance} shows {it}");
    Some(match &names[..] {
        [] => return None,
        [name] => format!(
            "1 mesh lies far away and is not in the picture: {name}; {}",
            shows("it")
        ),
        [first, ..] => format!(
            "{} meshes lie far away and are not in the picture: {first} and others; {}",
            names.len(),
            shows("them")
        ),
    })
}

fn has_meshes(model: &Model) -> bool {
    model.meshes.iter().any(|mesh| mesh.vertex_count() > 0)
}

/// Why all surfaces look alike in these colours; `None`: they need not.
fn nothing_colored(session: &Session, models: &[&Model], by: ColorBy) -> Option<String> {
    let any_mesh = |has: &dyn Fn(&Mesh) -> bool| {
        let mut meshes = models.iter().flat_map(|model| &model.meshes);
        meshes.any(|mesh| mesh.vertex_count() > 0 && has(mesh))
    };
    let is_there = match by {
        ColorBy::DominantBone | ColorBy::InfluenceCount | ColorBy::WeightSum | ColorBy::MethodDifference => {
            any_mesh(&|mesh| mesh.skin.is_some())
        }
        ColorBy::Tangents => any_mesh(&|mesh| !mesh.tangents.is_empty()),
        ColorBy::Uv(layer) => any_mesh(&|mesh| usize::from(layer) < mesh.uvs.len()),
        ColorBy::VertexColors(layer, _) => any_mesh(&|mesh| usize::from(layer) < mesh.colors.len()),
        ColorBy::TexelDensity => any_material(models, |material| material.slots.iter().any(is_image)),
        ColorBy::Input(Input::Normal) => any_material(models, |material| material.fed(Input::Normal).is_some()),
        ColorBy::Input(input) => view::has_input(session, input),
        _ => true,
    };
    let what = match by {
        _ if is_there => return None,
        ColorBy::Tangents => "no mesh has tangents".to_owned(),
        ColorBy::Uv(layer) => format!("no mesh has a UV layer {layer}"),
        ColorBy::VertexColors(layer, _) => format!("no mesh has a layer {layer} of vertex colors"),
        ColorBy::TexelDensity => "no material has an image".to_owned(),
        ColorBy::Input(Input::Normal) => "no material has a normal map".to_owned(),
        ColorBy::Input(_) => format!("no material has the input {}", by.words().to_lowercase()),
        _ => "no mesh is skinned".to_owned(),
    };
    Some(format!("{what}, so --mode tells nothing"))
}

fn any_material(models: &[&Model], has: impl Fn(&Material) -> bool) -> bool {
    models.iter().any(|model| {
        let used = model.meshes.iter().filter(|mesh| mesh.vertex_count() > 0);
        let mut used = used.filter_map(|mesh| model.materials.get(mesh.material?.get()));
        used.any(&has)
    })
}

fn is_image(slot: &Slot) -> bool {
    matches!(slot.source, SlotSource::Texture(_))
}
