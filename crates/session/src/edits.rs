//! The state that undo keeps: small, cloneable, comparable.

use super::{
    Attachment, ClipKey, ClipLayer, HandPoses, Markers, Measure, Mix, ModeOverrides, Moves, Pin, Retargets, Scales,
    SectionChoice, Stopped,
};
use castview_base::core::{
    BlendShapeIndex, BoneIndex, ConstraintIndex, FixtureIndex, FrameRange, HairIndex, IkHandleIndex, InstanceIndex,
    MaterialIndex, MeshIndex, UpAxis,
};
use castview_base::scene::Skinning;
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// One flag per part of a model.
pub type Flags = BTreeMap<PlacedKey, Arc<Vec<bool>>>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edits {
    /// The active thing: the only one that is selected, or the one that the inspector, framing and seeking by keys are about.
    pub selected: Option<Selected>,
    /// Further selected items: never the active thing, and empty while there is none.
    pub also_selected: Arc<BTreeSet<Selected>>,
    /// Points pinned to surfaces, the oldest first.
    pub pins: Arc<Vec<Pin>>,
    /// Distances and angles, the oldest first.
    pub measures: Arc<Vec<Measure>>,
    /// Overrules the file's up axis.
    pub up: Option<UpAxis>,
    /// Up axes of every file for which one was ever chosen, open or not.
    pub ups: Arc<UpAxes>,
    /// Images in place of textures, of every file for which one was ever chosen, open or not.
    pub relinks: Arc<Relinks>,
    /// Per model, one flag per mesh; of a model that is not here the file says what is hidden.
    pub hidden_meshes: Flags,
    /// Per model, one flag per bone; a model that is not here hides none.
    pub hidden_bones: Flags,
    /// Hidden meshes and bones from before the selection was shown alone; `None`: it is not shown alone.
    pub before_solo: Option<Arc<[Flags; 2]>>,
    /// Colours that multiply base colours.
    pub tints: Tints,
    /// The clipping plane.
    pub section: SectionChoice,
    /// Blend weights set by hand. They hold until reset, over whatever the clip says.
    pub shape_weights: BTreeMap<(PlacedKey, BlendShapeIndex), f32>,
    /// Bones that are posed by hand over what the clips make.
    pub hand_poses: Arc<HandPoses>,
    /// How meshes are skinned whatever their file says.
    pub methods: BTreeMap<(PlacedKey, MeshIndex), Skinning>,
    /// Models that hang on others.
    pub attachments: BTreeMap<PlacedKey, Attachment>,
    /// Models that were moved away from where their file places them.
    pub moved: Moves,
    /// Share of the active clip in the mix.
    pub base: Mix,
    /// Curve modes chosen by hand.
    pub mode_overrides: ModeOverrides,
    /// By what the translations of a file's clips are multiplied that were made for another scale.
    pub scales: Scales,
    /// Clips that play on bones of other lengths than those they were made for.
    pub retargets: Retargets,
    /// Clips over the active one, from the bottom up.
    pub layers: Vec<ClipLayer>,
    /// The model that is shown as one of its steps leaves it.
    pub stopped: Option<Stopped>,
    /// In and out points, in frames of the clip they belong to.
    pub ranges: BTreeMap<ClipKey, FrameRange>,
    /// Markers of every clip that ever got one, open or not.
    pub markers: Arc<Markers>,
}

/// The edits, shared with whoever remembers them: copied when they change for the first time after that, and not before.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedEdits(Arc<Edits>);

impl Deref for SharedEdits {
    type Target = Edits;

    fn deref(&self) -> &Edits {
        &self.0
    }
}

impl DerefMut for SharedEdits {
    fn deref_mut(&mut self) -> &mut Edits {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Edits> for SharedEdits {
    fn from(edits: Edits) -> Self {
        Self(Arc::new(edits))
    }
}

impl PartialEq for SharedEdits {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Selected {
    File(FileKey),
    Model(PlacedKey),
    Bone(PlacedKey, BoneIndex),
    Handle(PlacedKey, IkHandleIndex),
    Constraint(PlacedKey, ConstraintIndex),
    Mesh(PlacedKey, MeshIndex),
    Hair(PlacedKey, HairIndex),
    BlendShape(PlacedKey, BlendShapeIndex),
    Material(PlacedKey, MaterialIndex),
    /// A camera, a light or what else stands in a model.
    Fixture(PlacedKey, FixtureIndex),
    Clip(ClipKey),
    /// Another file, placed in this one.
    Instance(FileKey, InstanceIndex),
}

impl Edits {
    /// Flags of meshes, flags of bones.
    pub fn hidden(&self) -> [Flags; 2] {
        [self.hidden_meshes.clone(), self.hidden_bones.clone()]
    }

    /// Whether these differ from `other` by nothing that moves a model: by the active thing, hidden meshes, images, tints, measures, the clipping plane and a stop
    /// alone.
    pub(super) fn move_as(&self, other: &Self) -> bool {
        fn all(edits: &Edits) -> impl PartialEq + '_ {
            let Edits {
                selected: _,
                hidden_meshes: _,
                relinks: _,
                measures: _,
                section: _,
                tints: _,
                // Whoever keeps poses asks for the stop itself.
                stopped: _,
                also_selected,
                pins,
                up,
                ups,
                hidden_bones,
                before_solo,
                shape_weights,
                hand_poses,
                methods,
                attachments,
                moved,
                base,
                mode_overrides,
                scales,
                retargets,
                layers,
                ranges,
                markers,
            } = edits;
            (
                (also_selected, pins, up, ups, hidden_bones, before_solo),
                (shape_weights, hand_poses, methods, attachments, moved),
                (base, mode_overrides, scales, retargets, layers, ranges, markers),
            )
        }
        all(self) == all(other)
    }

    /// As they were before something was opened, with what is kept of files wherever they are opened as `now` has it.
    pub(super) fn with_what_is_kept(&self, now: &Self) -> Self {
        Self {
            markers: now.markers.clone(),
            ups: now.ups.clone(),
            relinks: now.relinks.clone(),
            ..self.clone()
        }
    }

    /// These beside those of files that were opened since, about other models and clips.
    pub(super) fn beside(&self, newer: &Self) -> Self {
        fn join<K: Ord + Copy, V: Clone>(all: &mut BTreeMap<K, V>, newer: &BTreeMap<K, V>) {
            all.extend(newer.iter().map(|(key, value)| (*key, value.clone())));
        }
        let mut all = self.with_what_is_kept(newer);
        join(&mut all.hidden_meshes, &newer.hidden_meshes);
        join(&mut all.hidden_bones, &newer.hidden_bones);
        join(&mut all.shape_weights, &newer.shape_weights);
        if !newer.hand_poses.is_empty() {
            Arc::make_mut(&mut all.hand_poses).join(&newer.hand_poses);
        }
        join(&mut all.methods, &newer.methods);
        join(&mut all.tints, &newer.tints);
        join(&mut all.attachments, &newer.attachments);
        join(&mut all.moved, &newer.moved);
        join(&mut all.mode_overrides, &newer.mode_overrides);
        join(&mut all.scales, &newer.scales);
        join(&mut all.retargets, &newer.retargets);
        join(&mut all.ranges, &newer.ranges);
        all.layers.extend(newer.layers.iter().cloned());
        all
    }

    /// Returns the edits that stay when another stage begins: markers belong to clips, up axes and images to files, wherever these are
    /// opened.
    pub(super) fn of_another_stage(&self) -> Self {
        Self {
            markers: self.markers.clone(),
            ups: self.ups.clone(),
            relinks: self.relinks.clone(),
            ..Self::default()
        }
    }
}

impl Selected {
    /// The model the selected thing belongs to.
    pub fn placed(self) -> Option<PlacedKey> {
        match self {
            Self::Model(key)
            | Self::Bone(key, _)
            | Self::Handle(key, _)
            | Self::Constraint(key, _)
            | Self::Mesh(key, _)
            | Self::Hair(key, _)
            | Self::BlendShape(key, _)
            | Self::Material(key, _)
            | Self::Fixture(key, _) => Some(key),
            Self::File(_) | Self::Clip(_) | Self::Instance(..) => None,
        }
    }
}

/// Colours that multiply base colours, by model and material, as sRGB; white, which changes nothing, is never there.
pub type Tints = BTreeMap<(PlacedKey, MaterialIndex), [u8; 3]>;

/// Chosen up axes, by the file's location.
pub type UpAxes = BTreeMap<String, UpAxis>;

/// Locations of files in place of those that a file names, by its location and by the name as it is spelled: images in place of textures,
/// models in place of those of instances.
pub type Relinks = BTreeMap<String, BTreeMap<String, String>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_copied_when_they_change_and_not_before() {
        let mut edits = SharedEdits::default();
        let before = edits.clone();
        assert!(std::ptr::eq(&*edits, &*before));
        edits.up = Some(UpAxis::Y);
        assert!(!std::ptr::eq(&*edits, &*before) && edits != before && before.up.is_none());
        let copied: *const Edits = &*edits;
        edits.up = Some(UpAxis::Z);
        assert!(std::ptr::eq(&*edits, copied), "nobody else holds these");
    }
}
