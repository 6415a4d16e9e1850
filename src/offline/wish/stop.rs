//! A step to stop a model after, as a command line words it and `castview explain` tells it.
//!
//! In: `rest`, `clip`, `layer:NAME`, `by_hand`, `handle:NAME`, `constraint:NAME`, `shapes`, `influence:MESH:BONE`; with `/keys` or `/mode` behind a clip or a
//! layer for a part of it. Out: the step on the first model that has it.

use crate::animation::{LayerPart, Solver};
use crate::core::{ConstraintIndex, IkHandleIndex, MeshIndex};
use crate::session::{LayerKey, Placed, Session, StopAfter, Stopped};

/// A step to stop after.
#[derive(Clone, Debug, PartialEq)]
pub struct StopWish {
    /// As it was written.
    pub text: String,
    step: StepWish,
}

#[derive(Clone, Debug, PartialEq)]
enum StepWish {
    Rest,
    Shapes,
    Clip(LayerPart),
    Layer(String, LayerPart),
    ByHand,
    Handle(String),
    Constraint(String),
    Influence { mesh: String, bone: String },
}

impl StopWish {
    /// The wish that `text` words; `None`: it words none.
    pub fn of(text: &str) -> Option<Self> {
        let (whole, part) = match (text.strip_suffix("/keys"), text.strip_suffix("/mode")) {
            (Some(before), _) => (before, LayerPart::Keys),
            (_, Some(before)) => (before, LayerPart::Mode),
            _ => (text, LayerPart::Whole),
        };
        let step = match (text, whole.split_once(':'), text.split_once(':')) {
            ("rest", ..) => StepWish::Rest,
            ("shapes", ..) => StepWish::Shapes,
            ("by_hand", ..) => StepWish::ByHand,
            _ if whole == "clip" => StepWish::Clip(part),
            (_, Some(("layer", name)), _) => StepWish::Layer(name.to_owned(), part),
            (.., Some(("handle", name))) => StepWish::Handle(name.to_owned()),
            (.., Some(("constraint", name))) => StepWish::Constraint(name.to_owned()),
            (.., Some(("influence", names))) => {
                let (mesh, bone) = names.rsplit_once(':')?;
                StepWish::Influence {
                    mesh: mesh.to_owned(),
                    bone: bone.to_owned(),
                }
            }
            _ => return None,
        };
        Some(Self {
            text: text.to_owned(),
            step,
        })
    }

    /// The step on the first model that has it; whether it acts there now, the session knows.
    pub fn resolved(&self, session: &Session) -> Option<Stopped> {
        let mut models = session.stage().models().iter();
        models.find_map(|placed| {
            let after = self.on(session, placed)?;
            Some(Stopped {
                model: placed.key,
                after,
            })
        })
    }

    fn on(&self, session: &Session, placed: &Placed) -> Option<StopAfter> {
        let model = placed.model();
        Some(match &self.step {
            StepWish::Rest => StopAfter::Rest,
            StepWish::Shapes => StopAfter::Shapes,
            StepWish::ByHand => {
                session.edits().hand_poses.of(placed.key)?;
                StopAfter::ByHand
            }
            StepWish::Clip(part) => {
                placed.binding()?;
                StopAfter::Layer(None, *part)
            }
            StepWish::Layer(name, part) => {
                let key = layer_named(session, name)?;
                placed.layers().iter().find(|bound| bound.key == key)?;
                StopAfter::Layer(Some(key), *part)
            }
            StepWish::Handle(name) => {
                let at = model.rig.handles.iter().position(|handle| handle.name == *name)?;
                StopAfter::Rig(Solver::Handle(IkHandleIndex::new(at)))
            }
            StepWish::Constraint(name) => {
                let mut all = (0..model.rig.constraints.len()).map(ConstraintIndex::new);
                let found = all.find(|index| placed.rig_parts().constraint_name(model, *index) == name)?;
                StopAfter::Rig(Solver::Constraint(found))
            }
            StepWish::Influence { mesh, bone } => {
                let at = model.meshes.iter().position(|one| one.name == *mesh)?;
                let skin = model.skins.get(model.meshes[at].skin?.get())?;
                let slot = skin.bones.iter().position(|of| model.skeleton.name(*of) == bone)?;
                StopAfter::Influence(MeshIndex::new(at), slot)
            }
        })
    }
}

/// The layer of the clip of that name, else of the clip of that number over all files.
fn layer_named(session: &Session, wanted: &str) -> Option<LayerKey> {
    let clips = session.stage().clips();
    let named = clips.iter().find(|entry| entry.name == wanted);
    let numbered = || clips.get(wanted.parse::<usize>().ok()?);
    let clip = named.or_else(numbered)?.key;
    let layers = session.edits().layers().iter();
    layers.rev().find(|layer| layer.clip == clip).map(|layer| layer.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_worded_as_they_are_told() {
        for (text, step) in [
            ("rest", Some(StepWish::Rest)),
            ("shapes", Some(StepWish::Shapes)),
            ("by_hand", Some(StepWish::ByHand)),
            ("clip", Some(StepWish::Clip(LayerPart::Whole))),
            ("clip/keys", Some(StepWish::Clip(LayerPart::Keys))),
            ("layer:wave/mode", Some(StepWish::Layer("wave".into(), LayerPart::Mode))),
            ("layer:a/b", Some(StepWish::Layer("a/b".into(), LayerPart::Whole))),
            ("handle:leg/keys", Some(StepWish::Handle("leg/keys".into()))),
            ("constraint:aim ← eye", Some(StepWish::Constraint("aim ← eye".into()))),
            (
                "influence:a:b:hip",
                Some(StepWish::Influence {
                    mesh: "a:b".into(),
                    bone: "hip".into(),
                }),
            ),
            ("influence:hip", None),
            ("rest/keys", None),
            ("wave", None),
            ("", None),
        ] {
            assert_eq!(StopWish::of(text).map(|wish| wish.step), step, "{text}");
        }
    }
}
