//! Names → indices: for each track of a clip the driven part of the model, and the mode.
//!
//! In: a clip and a model. Out: a [`Binding`] of indices only, made once; after it, playing looks at no name.
//! Never here: time, values.

use super::axis_turn::{AxisTurn, Turned};
use super::copies::Copies;
use super::modes::Modes;
use super::parts::{BoundSetting, BoundShape, BoundSwitch, BoundTransform, KeyTurn, SwitchTarget};
use super::plan::Plan;
use super::play_as::{self, PlayedAs};
use super::retarget::{self, Retarget, Retargeting};
use super::roles::ByRole;
use super::targets::Names;
use crate::animation::Renames;
use crate::animation::keys::PackedKeys;
use crate::animation::setting::SettingOf;
use castview_base::core::{BlendShapeIndex, BoneIndex, FixtureIndex, MaterialIndex, MeshIndex};
use castview_base::scene::{Clip, CurveMode, Mesh, Model, Parameter, Property, Track};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The tracks of one clip, bound to one model. Valid for that clip and that model only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Binding {
    /// The keys of the clip, shared with its other bindings.
    pub(crate) keys: Arc<PackedKeys>,
    /// Which of them move what.
    pub(crate) plan: Plan,
    /// In bone order; the tracks of one channel are neighbours in the order they apply.
    pub(crate) transforms: Vec<BoundTransform>,
    /// In shape order, then in the order they apply.
    pub(crate) shapes: Vec<BoundShape>,
    /// In file order: later ones win.
    pub(crate) switches: Vec<BoundSwitch>,
    /// By what they set, each once.
    pub(crate) settings: Vec<BoundSetting>,
    /// One per track of the clip: whether it found a target.
    pub found: Vec<bool>,
    /// Tracks of the clip that found a target.
    pub matched: usize,
    /// Tracks of the clip.
    pub total: usize,
    /// Names that no target has, each once, in file order.
    pub unmatched: Vec<String>,
    /// Curves whose target was found in another encoding than the file's own, by the encoding.
    pub read_as: BTreeMap<&'static str, usize>,
    /// Bones that stand still although a curve has their name: another bone of the name is moved.
    pub namesakes: usize,
    /// The bone that carries the whole model, where the clip's file says which one.
    pub(crate) root: Option<BoneIndex>,
    /// Bones that were turned because the clip's file has another up axis.
    pub turned: Option<Turned>,
}

/// Target that a track drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Driven {
    /// A bone's channel.
    Bone(BoneIndex),
    /// The model as a whole: its visibility.
    Model,
    /// A mesh: its visibility.
    Mesh(MeshIndex),
    /// The weight of a blend shape.
    Shape(BlendShapeIndex),
    /// A number of a material.
    Material(MaterialIndex),
    /// A number of a camera or light.
    Fixture(FixtureIndex),
}

/// One track on one target, with the mode it plays in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The bone, mesh or other thing that the track drives.
    pub target: Driven,
    /// Position in the clip's tracks.
    pub track: usize,
    /// After overrides.
    pub mode: CurveMode,
}

/// Settings that say how a clip plays on a model. The default changes nothing.
#[derive(Clone, Copy)]
pub struct Fit<'a> {
    /// The user's table of names.
    pub renames: &'a Renames,
    /// How translation, rotation and scale of a bone play, whatever the file says; `None`: as the file says.
    pub modes: &'a dyn Fn(BoneIndex) -> Option<PlayedAs<'a>>,
    /// How the weights of blend shapes play, whatever the file says; `None`: as the file says.
    pub shapes: Option<PlayedAs<'a>>,
    /// The clip's file has another up axis.
    pub turn: Option<AxisTurn>,
    /// Times the translations of bones, above 0.
    pub scale: f32,
    /// How the clip is brought to a body of other proportions.
    pub retarget: Retargeting<'a>,
    /// The clip is of the model's own file, which knows its nodes apart where their names do not.
    pub is_own: bool,
}

impl Default for Fit<'_> {
    fn default() -> Self {
        Self {
            renames: const { &Renames::NONE },
            modes: &|_| None,
            shapes: None,
            turn: None,
            scale: 1.0,
            retarget: Retargeting::default(),
            is_own: true,
        }
    }
}

/// Finds the target of every track of `clip` in `model` (docs/formats/cast.md §3.11) and settles its mode (§3.10).
///
/// Several tracks of one channel: of the absolute and relative ones the last in the file counts, additive ones
/// stack on it in file order (§3.9). Tracks that lose this way still count as matched.
pub fn bind(clip: &Clip, model: &Model) -> Binding {
    bind_fitted(clip, model, Fit::default(), &mut None)
}

/// As [`bind`], fitted to the model; `keys` are those of `clip`, packed here if they are needed and were not. So several models
/// share them.
pub fn bind_fitted(clip: &Clip, model: &Model, fit: Fit<'_>, keys: &mut Option<Arc<PackedKeys>>) -> Binding {
    let mut binding = find_targets(clip, model, fit);
    // On the model's own bone lengths both bodies are measured, axes and units among all else.
    if fit.retarget.way != Retarget::Lengths {
        binding.turned = fit
            .turn
            .and_then(|turn| turn.apply(clip, model, &mut binding.transforms));
        scale(&mut binding.transforms, fit.scale);
    }
    binding.settle();
    if fit.retarget.way != Retarget::Stored {
        retarget::apply(clip, model, (fit.retarget, fit.turn), &mut binding.transforms);
        binding.settle();
    }
    play_as::apply(
        model,
        (&mut binding.transforms, fit.modes),
        (&mut binding.shapes, fit.shapes),
    );
    if !binding.transforms.is_empty() {
        let keys = keys.get_or_insert_with(|| Arc::new(PackedKeys::new(clip)));
        binding.plan = Plan::new(clip, &binding.transforms, keys);
        binding.keys = keys.clone();
    }
    binding
}

/// A clip of the model's own scale keeps its packed keys.
fn scale(transforms: &mut [BoundTransform], scale: f32) {
    let is_translation = |bound: &&mut BoundTransform| {
        matches!(
            bound.property,
            Property::TranslationX | Property::TranslationY | Property::TranslationZ
        )
    };
    if scale == 1.0 {
        return;
    }
    for bound in transforms.iter_mut().filter(is_translation) {
        bound.turn = Some(KeyTurn::Axis(bound.axis_fit().then(scale, 0.0)));
    }
}

/// A binding that is not settled and has no keys yet.
fn find_targets(clip: &Clip, model: &Model, fit: Fit<'_>) -> Binding {
    let mut names = Names::of(model, fit.renames);
    if fit.retarget.way != Retarget::Stored {
        names.by_role = ByRole::new(clip, &model.skeleton);
    }
    let copies = Copies::of(&model.skeleton);
    let modes = Modes::of(&clip.overrides, &model.skeleton, &copies, &|name| {
        // A bone that tracks find by other ways than its name is found by overrides as well.
        let found = names.find_bone(name).map(|(bone, _)| bone);
        found.or_else(|| names.assumed_root(clip, name))
    });
    let mode = |bone: BoneIndex, track: &Track| match (fit.modes)(bone) {
        Some(PlayedAs::Stored(mode)) => mode,
        _ => modes.effective(bone, track),
    };
    find_among((&names, copies), clip, (fit.renames, fit.is_own), &mode)
}

/// The same among names that were looked up before. `is_own`: the clip is of the model's file.
pub(super) fn find_among(
    (names, mut copies): (&Names<'_>, Copies),
    clip: &Clip,
    (renames, is_own): (&Renames, bool),
    mode: ModeOf<'_>,
) -> Binding {
    let skeleton = &names.model.skeleton;
    let mut binding = Binding {
        total: clip.tracks.len(),
        ..Binding::default()
    };
    for (index, track) in clip.tracks.iter().enumerate() {
        let index = u32::try_from(index).expect("tracks are bounded by the file's own 32-bit counts");
        let found = match track.property {
            Property::BlendWeight => binding.add_shape(index, track, names),
            Property::Visibility => binding.add_switch(index, track, names),
            Property::Parameter(parameter) => binding.add_settings(index, track, parameter, names),
            _ => binding.add_transform(index, (clip, track), names, &|bone| mode(bone, track)),
        };
        binding.found.push(found);
        if !found {
            binding.unmatched.push(track.target.clone());
        }
    }
    copies.leave_apart(clip, skeleton, is_own);
    if !copies.is_empty() {
        let most = skeleton.len() * TRACKS_OF_A_BONE;
        let most = if renames.first_only { 0 } else { most };
        binding.move_copies(clip, &copies, mode, most);
    }
    binding.matched = binding.found.iter().filter(|found| **found).count();
    keep_first_of_each(&mut binding.unmatched);
    binding
}

impl Binding {
    /// Brings the tracks of one channel together, and drops those that lose.
    fn settle(&mut self) {
        // The sorts are stable: within a channel the tracks stay in file order, after the one they stack on.
        self.transforms.sort_by_key(|b| (b.bone, b.property, stacks(b.mode)));
        self.shapes.sort_by_key(|b| (b.shape, stacks(b.mode)));
        drop_overwritten(&mut self.transforms, |a, b| {
            a.bone == b.bone && a.property == b.property && !stacks(b.mode)
        });
        drop_overwritten(&mut self.shapes, |a, b| a.shape == b.shape && !stacks(b.mode));
        self.settings.sort_by_key(|b| (b.of, b.parameter));
        drop_overwritten(&mut self.settings, |a, b| (a.of, a.parameter) == (b.of, b.parameter));
    }

    /// The curves that drive `bone`: position in the clip's tracks, and the mode after overrides. By channel, in the order
    /// they apply.
    pub fn bone_tracks(&self, bone: BoneIndex) -> impl Iterator<Item = (usize, CurveMode)> + '_ {
        let of_bone = self.of_bone(bone).iter();
        of_bone.map(|bound| (bound.track as usize, bound.mode))
    }

    /// The tracks that drive `bone`, by channel, in the order they apply.
    pub(crate) fn of_bone(&self, bone: BoneIndex) -> &[BoundTransform] {
        let start = self.transforms.partition_point(|bound| bound.bone < bone);
        let of_bone = &self.transforms[start..];
        &of_bone[..of_bone.partition_point(|bound| bound.bone == bone)]
    }

    /// Whether a curve of `bone` does not play with the values that its file has.
    pub fn changes_values_of(&self, bone: BoneIndex) -> bool {
        self.of_bone(bone).iter().any(|bound| bound.turn.is_some())
    }

    /// The bone that carries the model through the clip: the one that the file says, else the one nearest the root whose translation a curve
    /// drives.
    pub fn carrier(&self) -> Option<BoneIndex> {
        self.root.or_else(|| self.first_translated_bone())
    }

    fn first_translated_bone(&self) -> Option<BoneIndex> {
        let translates = |property| {
            matches!(
                property,
                Property::TranslationX | Property::TranslationY | Property::TranslationZ
            )
        };
        // Bones are in topological order.
        let first = self.transforms.iter().find(|bound| translates(bound.property));
        first.map(|bound| bound.bone)
    }

    /// Every track that counts, by target; a bone's visibility comes after its other tracks, which come in the order they apply.
    pub fn channels(&self) -> Vec<Channel> {
        let channel = |target, track: u32, mode| Channel {
            target,
            track: track as usize,
            mode,
        };
        let bones = self.transforms.iter();
        let mut out: Vec<Channel> = bones.map(|b| channel(Driven::Bone(b.bone), b.track, b.mode)).collect();
        out.extend(self.switches.iter().map(|bound| {
            let target = match bound.target {
                SwitchTarget::Mesh(mesh) => Driven::Mesh(mesh),
                SwitchTarget::Model => Driven::Model,
                SwitchTarget::Bone(bone) => Driven::Bone(bone),
            };
            channel(target, bound.track, CurveMode::Absolute)
        }));
        out.extend(
            self.shapes
                .iter()
                .map(|b| channel(Driven::Shape(b.shape), b.track, b.mode)),
        );
        out.extend(self.settings.iter().map(|bound| {
            let target = match bound.of {
                SettingOf::Material(material) => Driven::Material(material),
                SettingOf::Fixture(fixture) => Driven::Fixture(fixture),
            };
            channel(target, bound.track, CurveMode::Absolute)
        }));
        out.sort_by_key(|channel| channel.target);
        out
    }

    /// Whether a curve drives `shape`.
    pub fn drives_shape(&self, shape: BlendShapeIndex) -> bool {
        self.shapes.binary_search_by_key(&shape, |bound| bound.shape).is_ok()
    }

    fn add_transform(
        &mut self,
        track_index: u32,
        (clip, track): (&Clip, &Track),
        names: &Names,
        mode: &dyn Fn(BoneIndex) -> CurveMode,
    ) -> bool {
        let bone = self.read(names.find_bone(&track.target));
        let bone = bone.or_else(|| names.assumed_root(clip, &track.target));
        if let Some(bone) = bone {
            if clip.root.as_ref().is_some_and(|root| root.name == track.target) {
                self.root = Some(bone);
            }
            self.transforms.push(BoundTransform {
                bone,
                property: track.property,
                mode: mode(bone),
                track: track_index,
                turn: None,
            });
        }
        bone.is_some()
    }

    /// Every shape of exactly that name: a head split by material has one on each part.
    fn add_shape(&mut self, track_index: u32, track: &Track, names: &Names) -> bool {
        let (shapes, encoding) = names.shapes.find(&track.target);
        self.note_encoding(encoding);
        self.shapes.extend(shapes.iter().map(|&shape| BoundShape {
            shape,
            mode: track.mode,
            track: track_index,
            lift: 0.0,
            whole: false,
        }));
        !shapes.is_empty()
    }

    /// Meshes, then the model, then bones (cast.md A20). Meshes that share a name switch together.
    fn add_switch(&mut self, track_index: u32, track: &Track, names: &Names) -> bool {
        let target = |target| BoundSwitch {
            target,
            track: track_index,
        };
        if let Some(first) = self.read(names.meshes.find_read(&track.target)) {
            let same_name = |(_, mesh): &(usize, &Mesh)| mesh.name == names.model.meshes[first.get()].name;
            let meshes = names.model.meshes.iter().enumerate().filter(same_name);
            self.switches
                .extend(meshes.map(|(i, _)| target(SwitchTarget::Mesh(MeshIndex::new(i)))));
        } else if self.read(names.model_name.find_read(&track.target)).is_some() {
            self.switches.push(target(SwitchTarget::Model));
        } else if let Some(bone) = self.read(names.bones.find_read(&track.target)) {
            self.switches.push(target(SwitchTarget::Bone(bone)));
        } else {
            return false;
        }
        true
    }
}

impl Binding {
    /// Every material and fixture of exactly that name that has such a number.
    fn add_settings(&mut self, track_index: u32, track: &Track, parameter: Parameter, names: &Names) -> bool {
        let before = self.settings.len();
        let (settings, encoding) = names.settings.find(&track.target);
        self.note_encoding(encoding);
        for &of in settings {
            let rest = match of {
                SettingOf::Material(material) => names.model.materials[material.get()].parameter(parameter),
                SettingOf::Fixture(fixture) => names.model.fixtures[fixture.get()].kind.parameter(parameter),
            };
            self.settings.extend(rest.map(|rest| BoundSetting {
                of,
                parameter,
                rest,
                track: track_index,
            }));
        }
        self.settings.len() > before
    }
}

/// The mode in which a track plays on a bone.
pub(super) type ModeOf<'a> = &'a dyn Fn(BoneIndex, &Track) -> CurveMode;

/// Tracks of copies at most, for each bone: every property in each way it can be driven.
const TRACKS_OF_A_BONE: usize = 32;

impl Binding {
    /// Notes in what encoding a name was found.
    fn read<T>(&mut self, found: Option<(T, Option<&'static str>)>) -> Option<T> {
        let (found, encoding) = found?;
        self.note_encoding(encoding);
        Some(found)
    }

    fn note_encoding(&mut self, encoding: Option<&'static str>) {
        if let Some(encoding) = encoding {
            *self.read_as.entry(encoding).or_default() += 1;
        }
    }

    /// Binds the copies of each bone to the tracks of the bone, unless the user chose *First only*. Binds `most` copies at most.
    fn move_copies(&mut self, clip: &Clip, copies: &Copies, mode: ModeOf<'_>, most: usize) {
        let mut room = most;
        // Bones whose copies stand still.
        let mut still: HashSet<BoneIndex> = HashSet::new();
        for at in 0..self.transforms.len() {
            let bound = self.transforms[at];
            let with = copies.with(bound.bone);
            if with.len() > room {
                still.extend((!with.is_empty()).then_some(bound.bone));
                continue;
            }
            room -= with.len();
            let track = &clip.tracks[bound.track as usize];
            self.transforms.extend(with.iter().map(|bone| BoundTransform {
                bone: *bone,
                mode: mode(*bone, track),
                ..bound
            }));
        }
        for at in 0..self.switches.len() {
            let bound = self.switches[at];
            let SwitchTarget::Bone(first) = bound.target else {
                continue;
            };
            let with = copies.with(first);
            if with.len() > room {
                still.extend((!with.is_empty()).then_some(first));
                continue;
            }
            room -= with.len();
            self.switches.extend(with.iter().map(|bone| BoundSwitch {
                target: SwitchTarget::Bone(*bone),
                ..bound
            }));
        }
        self.namesakes = still.iter().map(|first| copies.with(*first).len()).sum();
    }
}

/// Whether a track of this mode builds on what is there instead of replacing it.
fn stacks(mode: CurveMode) -> bool {
    mode == CurveMode::Additive
}

/// Drops every item whose successor makes it pointless.
fn drop_overwritten<T: Copy>(items: &mut Vec<T>, overwrites: impl Fn(&T, &T) -> bool) {
    let mut kept = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        if !items.get(i + 1).is_some_and(|next| overwrites(item, next)) {
            kept.push(*item);
        }
    }
    *items = kept;
}

fn keep_first_of_each(names: &mut Vec<String>) {
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
}
