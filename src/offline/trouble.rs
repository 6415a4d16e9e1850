//! Trouble of everything that a file plays and shows.
//!
//! In: a scene, and on request the scene of another file whose models its clips play on. Out: named findings, in file order. Clips without a
//! model play on their own skeleton, or on stand-ins.

use crate::animation::{Binding, bind, stand_in};
use crate::core::{BoneIndex, MeshIndex};
use crate::scene::{Clip, Metadata, Model, Scene};
use crate::trouble::{FoundTrouble, LookedAt, TroubleKinds, TroubleOf, Troubles, trouble_of_clip, trouble_of_model};

/// Bindings tried for one file: of many clips and models not each fits each.
const MOST_TRIES: usize = 4096;

/// One finding with the names of its model, clip and part.
#[derive(Clone, Debug)]
pub struct NamedTrouble {
    /// Name of the model; empty for a clip on stand-ins.
    pub model: String,
    /// Name of the clip; `None` for a fault of the model.
    pub clip: Option<String>,
    /// The kind of part, `bone`, `mesh` or `curve`, and its name.
    pub of: Option<(&'static str, String)>,
    /// The finding.
    pub trouble: FoundTrouble,
}

/// All findings of one file.
#[derive(Clone, Debug, Default)]
pub struct FileTrouble {
    /// First findings about models, then about clip after clip; by kind within each.
    pub items: Vec<NamedTrouble>,
    /// Findings that were counted and not listed.
    pub unlisted: u64,
    /// Clips of which not every frame was looked at, with the frames from one to the next.
    pub skipped: Vec<(String, u32)>,
}

/// Looks for `kinds` in the clips of `scene`. `on`: the models that clips play on where the file has none.
pub fn file_trouble(scene: &Scene, on: Option<&Scene>, kinds: TroubleKinds) -> FileTrouble {
    let mut out = FileTrouble::default();
    for model in &scene.models {
        if let Some(found) = trouble_of_model(model, kinds, &|| true) {
            out.add(model, None, &found);
        }
    }
    let others = on.filter(|_| scene.models.is_empty()).map_or(&[][..], |on| &on.models);
    let mut tries = MOST_TRIES;
    for clip in &scene.clips {
        let models = scene.models.iter().chain(others);
        let mut bound = models.map_while(|model| {
            tries = tries.checked_sub(1)?;
            Some((model, bind(clip, model)))
        });
        match bound.find(|(_, binding)| binding.matched > 0) {
            Some((model, binding)) => {
                let metadata = if scene.models.is_empty() {
                    on.map_or(&scene.metadata, |on| &on.metadata)
                } else {
                    &scene.metadata
                };
                out.add_played((model, clip, &binding), metadata, kinds);
            }
            None => {
                if let Some(model) = alone(clip) {
                    out.add_played((&model, clip, &bind(clip, &model)), &scene.metadata, kinds);
                }
            }
        }
    }
    out
}

/// The skeleton of a clip that plays without a model; `None`: it moves no bone.
fn alone(clip: &Clip) -> Option<Model> {
    let skeleton = match &clip.skeleton {
        Some(skeleton) => skeleton.clone(),
        None => stand_in(clip)?.skeleton,
    };
    Some(Model {
        skeleton,
        ..Model::default()
    })
}

impl FileTrouble {
    fn add_played(
        &mut self,
        (model, clip, binding): (&Model, &Clip, &Binding),
        metadata: &Metadata,
        kinds: TroubleKinds,
    ) {
        let at = LookedAt {
            model,
            clip,
            binding,
            up: LookedAt::up_of(model, metadata),
            kinds,
        };
        let Some(found) = trouble_of_clip(at, &|| true) else {
            return;
        };
        if found.step > 1 {
            self.skipped.push((clip.name.clone(), found.step));
        }
        self.add(model, Some(clip), &found);
    }

    fn add(&mut self, model: &Model, clip: Option<&Clip>, found: &Troubles) {
        self.unlisted += found.total() - found.items().len() as u64;
        self.items.extend(found.items().iter().map(|trouble| NamedTrouble {
            model: model.name.clone(),
            clip: clip.map(|clip| clip.name.clone()),
            of: named(model, clip, trouble.of),
            trouble: trouble.clone(),
        }));
    }

    /// How many there are, listed or not.
    pub fn total(&self) -> u64 {
        self.items.len() as u64 + self.unlisted
    }
}

fn named(model: &Model, clip: Option<&Clip>, of: TroubleOf) -> Option<(&'static str, String)> {
    let bone = |bone: BoneIndex| model.skeleton.name(bone).to_owned();
    let mesh = |mesh: MeshIndex| {
        model
            .meshes
            .get(mesh.get())
            .map_or_else(String::new, |mesh| mesh.name.clone())
    };
    match of {
        TroubleOf::All => None,
        TroubleOf::Bone(index) => Some(("bone", bone(index))),
        TroubleOf::Mesh(index) => Some(("mesh", mesh(index))),
        TroubleOf::Track(track) => {
            let track = clip?.tracks.get(track)?;
            Some(("curve", format!("{}.{}", track.target, track.property.short_name())))
        }
    }
}
