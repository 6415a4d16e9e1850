//! Parts of models by the names that a command line gives them.

use super::file_set::OfflineError;
use crate::animation;
use crate::core::BlendShapeIndex;
use crate::session::{CameraKey, Selected, Session};

/// The bones of these names, of every model that has them; one that none has is an error.
pub(super) fn bones_named(session: &Session, names: &[String]) -> Result<Vec<Selected>, OfflineError> {
    let mut selected = Vec::new();
    for name in names {
        let before = selected.len();
        for placed in session.stage().models() {
            let bone = placed.model().skeleton.find(name);
            selected.extend(bone.map(|bone| Selected::Bone(placed.key, bone)));
        }
        if selected.len() == before {
            return Err(OfflineError::NoBone {
                wanted: name.clone(),
                near: near_to(session, name),
            });
        }
    }
    Ok(selected)
}

/// The camera of that name, else of that number.
pub(super) fn camera_named(session: &Session, wanted: &str) -> Result<CameraKey, OfflineError> {
    let cameras = session.stage().cameras();
    let named = cameras
        .iter()
        .find(|camera| session.stage().camera_name(**camera) == Some(wanted));
    let numbered = || wanted.parse().ok().and_then(|number: usize| cameras.get(number));
    named.or_else(numbered).copied().ok_or_else(|| OfflineError::NoCamera {
        wanted: wanted.to_owned(),
        cameras: cameras
            .iter()
            .filter_map(|camera| session.stage().camera_name(*camera).map(str::to_owned))
            .collect(),
    })
}

/// The first blend shape of that name.
pub(super) fn shape_named(session: &Session, name: &str) -> Result<Selected, OfflineError> {
    let models = session.stage().models().iter();
    let shapes = models.flat_map(|placed| {
        let shapes = placed.model().blend_shapes.iter().enumerate();
        shapes.map(|(index, shape)| (placed.key, index, shape.name.as_str()))
    });
    let found = shapes.clone().find(|(.., of)| *of == name);
    match found {
        Some((key, index, _)) => Ok(Selected::BlendShape(key, BlendShapeIndex::new(index))),
        None => {
            let near = animation::near_names(name, shapes.map(|(.., name)| name));
            Err(OfflineError::NoShape {
                wanted: name.to_owned(),
                near: near.into_iter().map(str::to_owned).collect(),
            })
        }
    }
}

/// The names of bones that are most like `wanted`, the likest first.
fn near_to(session: &Session, wanted: &str) -> Vec<String> {
    let models = session.stage().models().iter();
    let names = models.flat_map(|placed| {
        let skeleton = &placed.model().skeleton;
        skeleton.bones().map(move |bone| skeleton.name(bone))
    });
    let near = animation::near_names(wanted, names);
    near.into_iter().map(str::to_owned).collect()
}
