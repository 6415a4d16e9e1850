//! Models that are pinned as B.

use super::farthest::SweptBones;
use super::ways::Along;
use crate::placed::timed_pose::MotionKey;
use crate::{Placed, Session};
use castview_base::core::{Bounds, ClipIndex, FrameRange};
use castview_base::scene::{Clip, Scene};
use castview_motion::animation::{Binding, Pose, Timeline};
use castview_picture::{PlacedKey, Places};
use glam::Affine3A;
use std::sync::Arc;

/// The models that are pinned as B.
pub fn pinned_b(session: &Session) -> Option<&PinnedB> {
    session.pinned.as_ref()
}

/// Models as they were shown once.
#[derive(Clone, Debug)]
pub struct PinnedB {
    /// `walk, frame 12.00`: what made them, for people.
    still: String,
    /// The clip that played.
    pub(super) clip: Option<BClip>,
    /// How that clip plays along; `None`: B stands still.
    pub(super) along: Option<Along>,
    /// The frame of B's clip that is shown, while it plays along.
    pub(super) at: Option<f64>,
    /// They are drawn as ghosts behind what is shown now.
    pub(super) ghosts: bool,
    /// They are shown in place of it.
    pub(super) flipped: bool,
    /// They are shown left of a line, which stands there, as a share of the width; `None`: there is no such line.
    pub(super) wiped: Option<f32>,
    /// By ascending key.
    pub(super) models: Vec<PinnedModel>,
    /// The models as they were pinned, while `models` play along.
    stood: Vec<PinnedModel>,
    pub(super) swept: Option<Swept>,
    /// A sweep that is under way.
    pub(super) asked: Option<Asked>,
    /// No other pin of the session has it.
    pub(super) number: u64,
}

/// A clip, which may be closed since.
#[derive(Clone, Debug)]
pub(super) struct BClip {
    pub(super) scene: Arc<Scene>,
    pub(super) index: ClipIndex,
    /// The frame of it that was shown; `None`: the pose was one without it.
    pub(super) frame: Option<f64>,
}

impl BClip {
    pub fn clip(&self) -> &Clip {
        &self.scene.clips[self.index.get()]
    }

    pub fn timeline(&self) -> Timeline {
        Timeline::of(self.clip())
    }
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct PinnedModel {
    pub(super) key: PlacedKey,
    /// The content that the pose is of.
    scene: Arc<Scene>,
    pub(super) pose: Arc<Pose>,
    pub(super) stage_from_model: Affine3A,
    pub(super) places: Places,
    /// In stage space.
    pub(super) bounds: Bounds,
    /// How the clip of B moves it; `None`: it does not play along.
    pub(super) binding: Option<Arc<Binding>>,
}

/// All that a sweep depends on.
pub(super) type SweptOf = (MotionKey, FrameRange, Option<Along>);

/// Where each bone is farthest from B, for as long as nothing moves the models otherwise.
#[derive(Clone, Debug)]
pub(super) struct Swept {
    pub(super) of: SweptOf,
    /// One entry a bone.
    pub(super) greatest: SweptBones,
}

/// A sweep that is wanted.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) of: SweptOf,
    pub(super) question: u64,
    /// Gone when nobody wants the answer any more.
    pub(super) wanted: Arc<()>,
}

impl PinnedB {
    pub(super) fn new(still: String, clip: Option<BClip>, mut models: Vec<PinnedModel>, number: u64) -> Self {
        models.sort_by_key(|pinned| pinned.key);
        Self {
            still,
            clip,
            along: None,
            at: None,
            ghosts: true,
            flipped: false,
            wiped: None,
            models,
            stood: Vec::new(),
            swept: None,
            asked: None,
            number,
        }
    }

    /// `walk, frame 12.00`, or `walk alone, played along by frame, frame 12.00`.
    pub fn words(&self) -> String {
        match (self.along, &self.clip, self.at) {
            (Some(along), Some(clip), Some(at)) => {
                let (name, way) = (&clip.clip().name, along.word());
                format!("{name} alone, played along {way}, frame {at:.2}")
            }
            _ => self.still.clone(),
        }
    }

    /// How the clip of B plays along; `None`: B stands still.
    pub fn along(&self) -> Option<Along> {
        self.along
    }

    /// Whether B is drawn as ghosts while A is shown.
    pub fn has_ghosts(&self) -> bool {
        self.ghosts
    }

    /// Whether B is shown in place of A.
    pub fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Whether a line divides the picture between B and A, once A is shown.
    pub fn is_wiped(&self) -> bool {
        self.wiped.is_some()
    }

    /// Whether it is drawn behind what is shown.
    pub(crate) fn shows_ghosts(&self) -> bool {
        self.ghosts && !self.flipped
    }

    /// Whether a clip played when it was pinned.
    pub fn has_clip(&self) -> bool {
        self.clip.is_some()
    }

    /// `placed` as it was pinned; `None`: it was not, or is another one since, or does not play along.
    pub(crate) fn of(&self, placed: &Placed) -> Option<&PinnedModel> {
        let at = self
            .models
            .binary_search_by_key(&placed.key, |pinned| pinned.key)
            .ok()?;
        let pinned = &self.models[at];
        let plays = self.along.is_none() || pinned.binding.is_some();
        (plays && pinned.is_of(placed)).then_some(pinned)
    }

    /// The pose of `placed` that is shown in place of its own.
    pub(crate) fn shown_pose(&self, placed: &Placed) -> Option<&Arc<Pose>> {
        self.of(placed).filter(|_| self.flipped).map(|pinned| &pinned.pose)
    }

    /// A pose of another way to play is none of this one: [`super::along::follow`] makes it, or the still pose comes back.
    pub(super) fn play_along(&mut self, along: Option<Along>) {
        if self.along.is_none() {
            self.stood.clone_from(&self.models);
        }
        if along.is_none() && self.along.is_some() {
            self.models = std::mem::take(&mut self.stood);
        }
        self.along = along;
        self.at = None;
    }

    /// Around the ghosts, in stage space.
    pub(crate) fn bounds(&self) -> Bounds {
        let all = self.models.iter().map(|pinned| pinned.bounds);
        all.fold(Bounds::EMPTY, Bounds::union)
    }

    /// Keeps the models that `placed` finds unchanged.
    pub(super) fn keep<'a>(&mut self, placed: impl Fn(PlacedKey) -> Option<&'a Placed>) {
        let lives = |pinned: &PinnedModel| placed(pinned.key).is_some_and(|placed| pinned.is_of(placed));
        self.models.retain(lives);
        self.stood.retain(lives);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.models.is_empty()
    }
}

impl PinnedModel {
    /// How it stood: its pose, where that was in the stage, and its places.
    pub(crate) fn stood(&self) -> (&Arc<Pose>, Affine3A, &Places) {
        (&self.pose, self.stage_from_model, &self.places)
    }

    /// `hangs`: on another model, which is where it stands.
    pub(super) fn of(placed: &Placed, hangs: bool) -> Self {
        Self {
            key: placed.key,
            scene: placed.scene.clone(),
            pose: placed.pose().clone(),
            stage_from_model: placed.stage_from_model(),
            places: placed.standing().places.clone(),
            bounds: placed.bounds(),
            binding: placed.binding().filter(|_| !hangs).cloned(),
        }
    }

    /// Poses that count from another origin say nothing of each other.
    fn is_of(&self, placed: &Placed) -> bool {
        Arc::ptr_eq(&self.scene, &placed.scene) && self.pose.origin == placed.pose().origin
    }

    /// In stage space, at its first place; `None` for a bone that it does not have.
    pub(super) fn stage_from_bone(&self, bone: usize) -> Option<Affine3A> {
        let model_from_bone = *self.pose.model_from_bone.get(bone)?;
        Some(self.places.first_place() * self.stage_from_model * model_from_bone)
    }

    /// In stage space.
    pub(super) fn first_place(&self) -> Affine3A {
        self.places.first_place()
    }
}
