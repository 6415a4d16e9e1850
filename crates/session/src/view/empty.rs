//! The message of the viewport while there is nothing to see in it.

use crate::view::ground::world_bounds;
use crate::{OpenFile, Placed, Session};
use castview_base::scene::Model;
use castview_picture::Shading;
use std::collections::BTreeSet;

/// One sentence about the open files when none of them puts anything visible on the stage; `None` when
/// something is there to look at, or nothing is open.
pub fn empty_message(session: &Session) -> Option<String> {
    if let Some(reason) = beyond_drawing(session) {
        return Some(format!("What is open is {reason}.").replace('-', "−"));
    }
    let has_edges = draws_edges(session);
    let has_signs = |model: &Model| {
        session.view.overlays.bones && !model.skeleton.is_empty()
            || !model.fixtures.is_empty()
            || !model.hands.is_empty()
    };
    let is_visible = |placed: &Placed| {
        !placed.bounds().is_empty() && (has_edges || has_signs(placed.model()) || !placed.lacks_area())
    };
    let anything_visible = session.stage.models().iter().any(is_visible);
    if anything_visible || session.stage.is_empty() {
        return None;
    }
    let sentences: Vec<String> = session.stage.files().iter().map(contents).collect();
    Some(sentences.join("\n"))
}

/// Whether edges of triangles are drawn in either half of the picture: those of triangles without area are seen.
fn draws_edges(session: &Session) -> bool {
    let view = &session.view;
    let is_of_right = view.divided.is_some() && (view.right.shading == Shading::Wireframe || view.right.wireframe);
    view.shading == Shading::Wireframe || view.overlays.wireframe || is_of_right
}

/// Whether a picture shows nothing of `placed` but where it stands, however often that is: no triangle has an area, and there are no bones,
/// signs, lines or points. Its first placement stands for all, as thousands of them cost seconds.
pub(crate) fn stands_for_all(session: &Session, placed: &Placed) -> bool {
    let model = placed.model();
    let is_bare = model.skeleton.is_empty() && model.fixtures.is_empty() && model.hands.is_empty();
    placed.standing().places.len() > 1
        && is_bare
        && model.volumes.is_empty()
        && !draws_edges(session)
        && placed.lacks_area()
}

/// Sentence about models that are drawn at one place only, as their copies show nothing; `None` without any.
pub fn flat_copies(session: &Session) -> Option<String> {
    let flat = || (session.stage.models().iter()).filter(|placed| stands_for_all(session, placed));
    let left_out = flat().map(|placed| placed.standing().places.len() - 1).sum();
    let first = flat().next();
    let first = first?;
    let file = session.stage.file(first.file).map_or("", |file| &file.name);
    let name = Some(first.model().name.as_str()).filter(|name| !name.trim().is_empty());
    let copies = count(left_out, "placement");
    Some(format!(
        "{copies} of models of which no triangle has an area, such as {}, are not drawn: they would show nothing",
        name.unwrap_or(file)
    ))
}

/// How large everything with a surface is, if that is too large or too small to be drawn: `3e20 units across, and …`.
pub fn beyond_drawing(session: &Session) -> Option<String> {
    if !session.stage.models().iter().any(|placed| placed.model().has_surface()) {
        return None;
    }
    let bounds = world_bounds(session);
    if bounds.is_empty() {
        return None;
    }
    let size = (bounds.max - bounds.min).max_element();
    let limit = match size {
        size if size > LARGEST => format!("nothing larger than {LARGEST:e} can be drawn"),
        size if size > 0.0 && size < SMALLEST && session.view.camera.distance > FAR * size => {
            format!("nothing smaller than {SMALLEST:e} can be drawn")
        }
        _ => return None,
    };
    Some(format!("{size:.0e} units across, and {limit}"))
}

/// Squares of lengths that are larger have no number in single precision.
const LARGEST: f32 = 5e18;
/// The camera takes what is smaller for a point and stays away from it ([`Camera::frame`](castview_base::core::Camera::frame)).
const SMALLEST: f32 = 4e-7;
/// From so many times its size away a thing is no larger than a pixel. Nearer, by hand or through a camera of the file, it may be seen.
const FAR: f32 = 1000.0;

fn contents(file: &OpenFile) -> String {
    let scene = &file.scene;
    let mut held = Vec::new();
    if !scene.instances.is_empty() {
        let files: BTreeSet<&str> = scene.instances.iter().map(|instance| &*instance.path).collect();
        held.push(format!(
            "{} of {}",
            count(scene.instances.len(), "instance"),
            count(files.len(), "other file")
        ));
    }
    if !scene.clips.is_empty() {
        held.push(count(scene.clips.len(), "clip"));
    }
    let (flat, bare): (Vec<&Model>, _) = scene.models.iter().partition(|model| model.has_surface());
    if !flat.is_empty() {
        held.push(format!(
            "{} of which no triangle has an area",
            count(flat.len(), "model")
        ));
    }
    if !bare.is_empty() {
        held.push(format!("{} without vertices or bones", count(bare.len(), "model")));
    }
    let hint = match (
        scene.instances.is_empty(),
        scene.clips.is_empty(),
        scene.models.is_empty(),
    ) {
        (false, _, _) => " The files they name hold nothing to see.",
        (true, false, true) => " Drop the model it belongs to.",
        _ => "",
    };
    match held.as_slice() {
        [] => format!("{} is empty.", file.name),
        held => format!("{} holds {}.{hint}", file.name, held.join(" and ")),
    }
}

/// `1 clip`, `2 clips`.
fn count(n: usize, word: &str) -> String {
    if n == 1 {
        format!("1 {word}")
    } else {
        format!("{n} {word}s")
    }
}
