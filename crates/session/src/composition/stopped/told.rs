//! A stopped model in words.

use super::stop::step_of;
use crate::placed::stopped::{StopAfter, Stopped};
use crate::{LayerKey, Placed, Session};
use castview_motion::animation::{LayerPart, Solver};
use castview_picture::Legend;
use castview_picture::LegendEntry;

/// `Stopped after layer recoil`; with the model's name where there are several. `None`: all models are shown whole.
pub fn stopped_words(session: &Session) -> Option<String> {
    let Stopped { model, after } = session.edits.stopped?;
    let placed = session.stage.placed(model)?;
    let mut words = format!("Stopped {}", step_words(session, placed, after));
    if session.stage.models().len() > 1 {
        words += &format!(", {}", placed.model().name);
    }
    Some(words)
}

/// `after layer recoil`, of a model that is stopped; `None`: all of its steps are shown.
pub fn stop_words(session: &Session, placed: &Placed) -> Option<String> {
    step_of(session, placed).map(|after| step_words(session, placed, after))
}

/// The line of a picture that shows less than all steps, so that a saved one says it, too.
pub(crate) fn stopped_legend(session: &Session) -> Option<Legend> {
    Some(Legend {
        across: Legend::WHOLE,
        title: "Step after which the model is shown",
        entries: vec![LegendEntry::words(stopped_words(session)?)],
    })
}

/// `after layer recoil`.
pub(crate) fn step_words(session: &Session, placed: &Placed, after: StopAfter) -> String {
    let model = placed.model();
    match after {
        StopAfter::Rest => "at rest".to_owned(),
        StopAfter::Layer(key, part) => {
            let name = clip_words(session, key);
            match part {
                LayerPart::Keys => format!("at the keys of {name}"),
                LayerPart::Mode => format!("after the mode of {name}"),
                LayerPart::Whole => format!("after {name}"),
            }
        }
        StopAfter::ByHand => "after the pose by hand".to_owned(),
        StopAfter::Rig(Solver::Handle(handle)) => {
            let name = model.rig.handles.get(handle.get()).map_or("", |handle| &handle.name);
            format!("after IK handle {name}").trim_end().to_owned()
        }
        StopAfter::Rig(Solver::Constraint(constraint)) => {
            let name = placed.rig_parts().constraint_name(model, constraint);
            format!("after constraint {name}").trim_end().to_owned()
        }
        StopAfter::Shapes => "after the blend shapes".to_owned(),
        StopAfter::Influence(mesh, slot) => {
            let skin = model.meshes.get(mesh.get()).and_then(|mesh| mesh.skin);
            let skin = skin.and_then(|skin| model.skins.get(skin.get()));
            let bone = skin.and_then(|skin| skin.bones.get(slot));
            let name = bone.map_or("", |bone| model.skeleton.name(*bone));
            format!("at influence {name} alone")
        }
    }
}

/// `clip run`, `layer recoil`.
fn clip_words(session: &Session, key: Option<LayerKey>) -> String {
    let layer = key.and_then(|key| session.edits.layers().iter().find(|layer| layer.key == key));
    let (word, clip) = match key {
        None => ("clip", session.playback.active_clip()),
        Some(_) => ("layer", layer.map(|layer| layer.clip)),
    };
    let entry = clip.and_then(|clip| session.stage.clip(clip));
    format!("{word} {}", entry.map_or("", |entry| &entry.name))
}
