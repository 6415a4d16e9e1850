//! The session whose poses are written, and its models beside those of the written scene.

use super::carrier::add_carrier;
use super::wish::{BakedPart, Baking};
use crate::animation::stand_in;
use crate::core::{BoneIndex, ClipIndex, Diagnostics, Transform};
use crate::formats::rules::convert as rule;
use crate::offline::arrange::{Arranged, Arrangement, Clips, Counting, PoseTime};
use crate::offline::convert::conversion::{Conversion, ConvertError};
use crate::offline::convert::gather::Gathered;
use crate::offline::convert::plain;
use crate::offline::file_set::{Beside, FileSet, OfflineError};
use crate::picture::PlacedKey;
use crate::scene::Model;
use crate::session::playback;
use crate::session::saved;
use crate::session::{Action, ClipKey, CompositionAction, Placed, PlaybackAction, RootMotion};
use glam::Affine3A;
use std::collections::{BTreeMap, BTreeSet};

/// Models and clips laid out as they are played.
pub struct BakedStage {
    pub arranged: Arranged,
    /// Clips to bake, each once.
    pub clips: Vec<ClipKey>,
    /// For each model of the session the model of the written scene.
    index_of: BTreeMap<PlacedKey, usize>,
    /// `model_from_stage` at the first frame of all, for models that are moved as a whole.
    carried: BTreeMap<usize, Affine3A>,
    /// Bones that carry what hangs on no bone.
    carriers: BTreeMap<usize, BoneIndex>,
    placed: BTreeSet<usize>,
}

impl BakedStage {
    /// Opens the sources once more, in a session.
    pub fn open(gathered: &Gathered, conversion: &Conversion<'_>, baking: &Baking<'_>) -> Result<Self, ConvertError> {
        let read_with = (conversion.options, conversion.allowance);
        let open = || -> Result<Self, OfflineError> {
            // A view counts the models that stand in the files, too.
            let beside = Beside {
                instances: baking.view.is_some(),
                ..Beside::default()
            };
            let set = FileSet::open_for(conversion.sources, beside, read_with, baking.view)?;
            let named = Clips::named(&set, baking.arrangement)?;
            let all = (set.files.iter()).flat_map(|file| {
                let clips = (0..file.scene.clips.len()).map(|clip| ClipKey {
                    file: file.key,
                    clip: ClipIndex::new(clip),
                });
                clips.collect::<Vec<_>>()
            });
            let all: Vec<ClipKey> = all.filter(|key| !named.layers.contains(key)).collect();
            let default = set.choose_clip(None)?;
            let asked = named.active;
            let arranged = match baking.view {
                Some(view) => {
                    let mut arranged = Arranged::opened(set, Counting::AsFiled);
                    drop(saved::show_saved(&mut arranged.session, view).map_err(OfflineError::View)?);
                    // Files of models have all steps.
                    drop(
                        arranged
                            .session
                            .apply(Action::Composition(CompositionAction::Stop(None))),
                    );
                    arranged.lay_out(baking.arrangement, named)?;
                    arranged
                }
                None => {
                    let mut arranged = Arranged::opened(set, Counting::AsFiled);
                    let first = Clips {
                        active: asked.or(Some(default)),
                        ..named
                    };
                    let laid_out = Arrangement {
                        loops: Some(baking.arrangement.loops.unwrap_or(false)),
                        ..baking.arrangement.clone()
                    };
                    arranged.lay_out(&laid_out, first)?;
                    arranged
                }
            };
            let active = arranged.session.active_clip().map(|entry| entry.key);
            let one_only = asked.is_some() || baking.view.is_some() || !conversion.target.holds_several_clips();
            let clips = match (baking.part, one_only) {
                (BakedPart::Pose(_), _) => Vec::new(),
                (BakedPart::Clips, true) => active.into_iter().collect(),
                (BakedPart::Clips, false) => all,
            };
            Ok(Self {
                arranged,
                clips,
                index_of: BTreeMap::new(),
                carried: BTreeMap::new(),
                carriers: BTreeMap::new(),
                placed: BTreeSet::new(),
            })
        };
        let mut stage = open().map_err(|error| ConvertError::Clip(Box::new(error)))?;
        stage.know(gathered);
        if let BakedPart::Pose(time) = baking.part {
            stage.stand(time, baking.view.is_some());
        }
        Ok(stage)
    }

    /// Finds the models of the files, which stand in both in the order of the files.
    fn know(&mut self, gathered: &Gathered) {
        let session = &self.arranged.session;
        for placed in session.stage().models() {
            if placed.is_stand_in || placed.is_referenced() {
                continue;
            }
            let file = session.stage().files().iter().position(|file| file.key == placed.file);
            if let Some(index) = file.and_then(|file| gathered.index_of_model(file, placed.model.get())) {
                self.index_of.insert(placed.key, index);
            }
        }
    }

    /// Puts the playhead there.
    fn stand(&mut self, time: Option<PoseTime>, is_of_view: bool) {
        match (time, playback::played(&self.arranged.session)) {
            (Some(time), _) => drop(self.arranged.seek(time)),
            (None, Some(played)) if !is_of_view => drop(self.arranged.seek(PoseTime::Frame(played.range.start))),
            _ => {}
        }
    }

    /// Lets the clip play, at its first frame.
    pub fn play(&mut self, clip: ClipKey) {
        let session = &mut self.arranged.session;
        if session.active_clip().map(|entry| entry.key) != Some(clip) {
            drop(session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip)))));
            drop(session.apply(Action::Playback(PlaybackAction::Pause)));
        }
        if let Some(played) = playback::played(session) {
            self.arranged.seek(PoseTime::Frame(played.range.start));
        }
    }

    /// A clip without a model plays on bones that stand in for one: these are written.
    pub fn add_stand_ins(&mut self, gathered: &mut Gathered, losses: &mut Diagnostics) {
        let session = &self.arranged.session;
        let entry = session.active_clip();
        let clip = entry.map(|entry| entry.key);
        for placed in session.stage().models().iter().filter(|placed| placed.is_stand_in) {
            let file = clip.and_then(|clip| session.stage().files().iter().position(|file| file.key == clip.file));
            let skeleton = placed.model().skeleton.clone();
            if skeleton.is_empty() {
                continue;
            }
            let model = Model {
                name: placed.model().name.clone(),
                skeleton,
                ..Model::default()
            };
            let made = entry.filter(|entry| entry.clip().skeleton.is_none());
            if let Some(made) = made.and_then(|entry| stand_in(entry.clip())) {
                losses.report(
                    rule::X_STAND_IN,
                    || plain::place_in("model", &model.name),
                    || made.told(),
                );
            }
            let index = gathered.scene.models.len();
            if gathered.add_model_of(file.unwrap_or_default(), model) {
                self.index_of.insert(placed.key, index);
            }
        }
    }

    /// Lets the written models stand where those of the session do now. `moves`: what hangs on others goes with them.
    pub fn place(&mut self, gathered: &mut Gathered, moves: bool) {
        let session = &self.arranged.session;
        let stays = session.composition().root_motion() != RootMotion::InPlace;
        let mut moved = Vec::new();
        for (index, placed) in self.placed() {
            let stage_from_model = placed.first_stage_from_model();
            let hangs = session.edits().attachments.contains_key(&placed.key) || !stays;
            let own = placed.model().placement;
            let is_moved = !stage_from_model.abs_diff_eq(own.affine(), 1e-6);
            moved.push((index, stage_from_model, hangs, hangs || is_moved));
        }
        for (index, stage_from_model, hangs, is_moved) in moved {
            if !self.placed.insert(index) {
                continue;
            }
            let model = &mut gathered.scene.models[index];
            if !is_moved || model.copies.is_some() {
                continue;
            }
            model.placement = Transform::of_affine(stage_from_model);
            let from_stage = model.placement.affine().inverse();
            if moves && hangs && from_stage.is_finite() {
                self.carried.insert(index, from_stage);
                self.carriers.extend(add_carrier(model).map(|bone| (index, bone)));
            }
        }
    }

    /// Models of the session with their places in the written scene.
    pub fn placed(&self) -> impl Iterator<Item = (usize, &Placed)> + '_ {
        let models = self.arranged.session.stage().models().iter();
        models.filter_map(move |placed| Some((*self.index_of.get(&placed.key)?, placed)))
    }

    /// The movement of the model as a whole, from where it stood at the first frame; `None`: it stays there.
    pub fn carry(&self, index: usize, placed: &Placed) -> Option<Affine3A> {
        Some(*self.carried.get(&index)? * placed.first_stage_from_model())
    }

    /// The bone of the written model that carries what hangs on no bone.
    pub fn carrier(&self, index: usize) -> Option<BoneIndex> {
        self.carriers.get(&index).copied()
    }
}
