//! A hierarchy of bones with its rest pose.

use crate::core::{BoneIndex, Transform};
use glam::{Affine3A, DAffine3, Mat3, Mat3A, Vec3, Vec3A};

/// One bone as a format hands it over, in file order. Parents may come later in the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Curves find their targets by it: of bones of one name they drive all that stand beside each other.
    pub name: String,
    /// Position of the parent in the same list.
    pub parent: Option<usize>,
    /// Rest transform relative to the parent.
    pub rest: Transform,
    /// Segment scale compensate: the bone's axes do not inherit its direct parent's own scale.
    pub compensates_scale: bool,
    /// Whether it is drawn as a bone.
    pub kind: BoneKind,
    /// The file calls it by an earlier bone's name, and the reader put a number behind it: `hand (2)`.
    pub is_renamed: bool,
    /// Applied before `rest`, whatever moves the bone: what a stored matrix has beyond translation, rotation and scale.
    /// `None`: nothing.
    pub shear: Option<Mat3>,
}

/// Role of a bone for whoever looks at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoneKind {
    /// A joint of a skeleton.
    #[default]
    Joint,
    /// Moves what hangs on it, and is not drawn as a bone.
    Node,
}

/// Bones in topological order: every parent has a smaller index than its children. All lists are parallel.
#[derive(Clone, Debug, Default)]
pub struct Skeleton {
    /// All names in a row; that of bone `b` ends at `name_ends[b]`, where the next begins.
    names: String,
    name_ends: Vec<usize>,
    parents: Vec<Option<BoneIndex>>,
    rest: Vec<Transform>,
    compensates_scale: Vec<bool>,
    kinds: Vec<BoneKind>,
    /// Bones that the reader had to rename, in bone order; mostly empty.
    renamed: Vec<BoneIndex>,
    /// In bone order; mostly empty.
    shears: Vec<(BoneIndex, Mat3A)>,
    /// Position of each bone in the file.
    file_index: Vec<u32>,
    /// The inverse of `file_index`.
    from_file: Vec<BoneIndex>,
}

/// Why bones make no skeleton. Numbers are positions in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkeletonError {
    /// A bone hangs on one that is not in the list.
    #[error("bone {bone} has parent {parent}, which does not exist")]
    UnknownParent {
        /// The bone that hangs.
        bone: usize,
        /// Parent that it should hang on.
        parent: usize,
    },
    /// Following parents from a bone leads back to it.
    #[error("bone {bone} is its own ancestor")]
    Cycle {
        /// A bone of the circle.
        bone: usize,
    },
}

impl Skeleton {
    /// Sorts `bones` so that parents come first; among bones whose parents are placed, file order holds.
    pub fn new(bones: Vec<Bone>) -> Result<Self, SkeletonError> {
        let parents: Vec<Option<usize>> = bones.iter().map(|bone| bone.parent).collect();
        let mut bones: Vec<Option<Bone>> = bones.into_iter().map(Some).collect();
        Self::of_parents(&parents, |position| {
            bones[position].take().expect("the order names every bone once")
        })
    }

    /// The same from the parents alone. `bone` makes each bone once, parents first; what it says of its parent does not count.
    pub fn of_parents(parents: &[Option<usize>], mut bone: impl FnMut(usize) -> Bone) -> Result<Self, SkeletonError> {
        let order = topological_order(parents)?;
        let count = order.len();
        let mut from_file = vec![BoneIndex::new(0); count];
        for (index, &file_index) in order.iter().enumerate() {
            from_file[file_index as usize] = BoneIndex::new(index);
        }
        let mut skeleton = Self {
            name_ends: Vec::with_capacity(count),
            parents: Vec::with_capacity(count),
            rest: Vec::with_capacity(count),
            compensates_scale: Vec::with_capacity(count),
            kinds: Vec::with_capacity(count),
            ..Self::default()
        };
        for file_index in order.iter().map(|&file_index| file_index as usize) {
            let bone = bone(file_index);
            skeleton.names.push_str(&bone.name);
            skeleton.name_ends.push(skeleton.names.len());
            skeleton
                .parents
                .push(parents[file_index].map(|parent| from_file[parent]));
            skeleton.rest.push(bone.rest);
            skeleton.compensates_scale.push(bone.compensates_scale);
            skeleton.kinds.push(bone.kind);
            if bone.is_renamed {
                skeleton.renamed.push(BoneIndex::new(skeleton.kinds.len() - 1));
            }
            if let Some(shear) = bone.shear {
                skeleton.shears.push((from_file[file_index], shear.into()));
            }
        }
        skeleton.names.shrink_to_fit();
        skeleton.file_index = order;
        skeleton.from_file = from_file;
        Ok(skeleton)
    }

    /// How many bones there are.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no bones.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// All bones, parents before children.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = BoneIndex> + use<> {
        (0..self.parents.len()).map(BoneIndex::new)
    }

    /// The name of `bone`; may be empty, and several bones may have it.
    pub fn name(&self, bone: BoneIndex) -> &str {
        let begin = bone.get().checked_sub(1).map_or(0, |before| self.name_ends[before]);
        &self.names[begin..self.name_ends[bone.get()]]
    }

    /// Whether the file calls `bone` by an earlier bone's name.
    pub fn is_renamed(&self, bone: BoneIndex) -> bool {
        self.renamed.binary_search(&bone).is_ok()
    }

    /// The name of `bone` in its file: without the number that a reader put behind it.
    pub fn stored_name(&self, bone: BoneIndex) -> &str {
        let name = self.name(bone);
        match name.rfind(" (") {
            Some(end) if self.is_renamed(bone) => &name[..end],
            _ => name,
        }
    }

    /// Parent that `bone` hangs on; `None`: the model itself.
    pub fn parent(&self, bone: BoneIndex) -> Option<BoneIndex> {
        self.parents[bone.get()]
    }

    /// The parent of each bone; `None`: the bone hangs on the model itself.
    pub fn parents(&self) -> &[Option<BoneIndex>] {
        &self.parents
    }

    /// Rest transforms relative to the parent.
    pub fn rest(&self) -> &[Transform] {
        &self.rest
    }

    /// Which bones compensate their parent's scale, one flag per bone: see [`Self::joint`].
    pub fn compensates_scale(&self) -> &[bool] {
        &self.compensates_scale
    }

    /// Whether `bone` is a joint or a node.
    pub fn kind(&self, bone: BoneIndex) -> BoneKind {
        self.kinds[bone.get()]
    }

    /// The nearest joint among its ancestors: where its glyph begins.
    pub fn joint_above(&self, bone: BoneIndex) -> Option<BoneIndex> {
        let mut above = self.ancestors_and_self(bone).skip(1);
        above.find(|bone| self.kind(*bone) == BoneKind::Joint)
    }

    /// Shear of the bone, beyond translation, rotation and scale.
    pub fn shear(&self, bone: BoneIndex) -> Option<Mat3A> {
        let at = self.shears.binary_search_by_key(&bone, |(bone, _)| *bone).ok()?;
        Some(self.shears[at].1)
    }

    /// Position of the bone in the file.
    pub fn file_index(&self, bone: BoneIndex) -> usize {
        self.file_index[bone.get()] as usize
    }

    /// The bone that stands at position `file_index` in the file.
    pub fn from_file(&self, file_index: usize) -> Option<BoneIndex> {
        self.from_file.get(file_index).copied()
    }

    /// The first bone of that exact name, in file order.
    pub fn find(&self, name: &str) -> Option<BoneIndex> {
        self.from_file.iter().copied().find(|bone| self.name(*bone) == name)
    }

    /// Bones that are seen. `visible` has one flag per bone. A hidden node hides all its descendants, a hidden joint only itself.
    pub fn shown(&self, visible: &[bool]) -> Vec<bool> {
        let mut hides = vec![false; self.len()];
        let mut shown = Vec::with_capacity(self.len());
        for bone in self.bones() {
            let on = visible.get(bone.get()).copied().unwrap_or(true);
            let above = self.parent(bone).is_some_and(|parent| hides[parent.get()]);
            hides[bone.get()] = above || (!on && self.kind(bone) == BoneKind::Node);
            shown.push(on && !above);
        }
        shown
    }

    /// Whether `bone` hangs on the model itself.
    pub fn is_root(&self, bone: BoneIndex) -> bool {
        self.parents[bone.get()].is_none()
    }

    /// `bone` and its ancestors, nearest first.
    pub fn ancestors_and_self(&self, bone: BoneIndex) -> impl Iterator<Item = BoneIndex> + '_ {
        std::iter::successors(Some(bone), |bone| self.parent(*bone))
    }

    /// The bones it is made of, in the order of the file, whose positions the parents are. [`Self::new`] makes the same skeleton of them.
    pub fn to_bones(&self) -> Vec<Bone> {
        let in_file_order = self.from_file.iter().copied();
        let bone = |bone: BoneIndex| Bone {
            name: self.name(bone).to_owned(),
            parent: self.parent(bone).map(|parent| self.file_index(parent)),
            rest: self.rest[bone.get()],
            compensates_scale: self.compensates_scale[bone.get()],
            kind: self.kind(bone),
            is_renamed: self.is_renamed(bone),
            shear: self.shear(bone).map(Mat3::from),
        };
        in_file_order.map(bone).collect()
    }

    /// `parent_from_bone`, by Maya's joint formula (docs/formats/cast.md §3.3): `T(t) · C · R(q) · S(s)`, where `C =
    /// S(1 / s_parent)` if the bone compensates its parent's scale; then the bone's shear. `local` has one transform
    /// per bone.
    // Asked for every bone of every pose: a call apiece costs a tenth of a crowd's evaluation.
    #[inline(always)]
    pub fn joint(&self, local: &[Transform], bone: BoneIndex) -> Affine3A {
        let mut joint = local[bone.get()].affine();
        if let Some(parent) = self.parents[bone.get()]
            && self.compensates_scale[bone.get()]
        {
            let scale = local[parent.get()].scale;
            if scale != Vec3::ONE {
                // The rows of R · S scaled, the translation left alone.
                let inverse = glam::Vec3A::from(inverse_scale(scale));
                joint.matrix3.x_axis *= inverse;
                joint.matrix3.y_axis *= inverse;
                joint.matrix3.z_axis *= inverse;
            }
        }
        if !self.shears.is_empty()
            && let Some(shear) = self.shear(bone)
        {
            joint.matrix3 *= shear;
        }
        joint
    }

    /// `model_from_bone` of the rest pose, by Maya's joint formula (docs/formats/cast.md §3.3); one per bone.
    pub fn rest_model_from_bone(&self) -> Vec<Affine3A> {
        let mut out = Vec::with_capacity(self.len());
        model_from_bone(self, &self.rest, &mut out);
        out
    }
}

/// Local transforms → model space, one forward pass, by Maya's joint formula (docs/formats/cast.md §3.3):
/// `W = W_parent · T(t) · C · R(q) · S(s)`, where `C = S(1 / s_parent)` if the bone compensates its parent's scale.
///
/// `local` has one finite transform per bone, relative to the parent; `out` gets one finite matrix per bone.
pub fn model_from_bone(skeleton: &Skeleton, local: &[Transform], out: &mut Vec<Affine3A>) {
    out.resize(skeleton.len(), Affine3A::IDENTITY);
    for bone in skeleton.bones() {
        let joint = skeleton.joint(local, bone);
        out[bone.get()] = match skeleton.parent(bone) {
            Some(parent) => out[parent.get()] * joint,
            None => joint,
        };
    }
    hold_finite(skeleton, out);
}

/// As [`model_from_bone`], counted from `origin` in model space: bones far away keep their place beside it, however far that is. Composed in
/// f64. The same bits where `origin` is zero.
pub fn model_from_bone_beside(skeleton: &Skeleton, local: &[Transform], origin: Vec3, out: &mut Vec<Affine3A>) {
    if origin == Vec3::ZERO {
        return model_from_bone(skeleton, local, out);
    }
    let mut composed: Vec<DAffine3> = Vec::with_capacity(skeleton.len());
    for bone in skeleton.bones() {
        let joint = skeleton.joint(local, bone).as_daffine3();
        composed.push(match skeleton.parent(bone) {
            Some(parent) => composed[parent.get()] * joint,
            None => joint,
        });
    }
    out.clear();
    out.extend(composed.into_iter().map(|mut matrix| {
        matrix.translation -= origin.as_dvec3();
        matrix.as_affine3a()
    }));
    hold_finite(skeleton, out);
}

/// A chain of huge scales can overflow; from there on bones stand where their parent does.
fn hold_finite(skeleton: &Skeleton, model_from_bone: &mut [Affine3A]) {
    // Nothing finite times 0 adds up to anything but 0: one look at all of them, and hardly ever a second one.
    let overflow = model_from_bone.iter().fold(Vec3A::ZERO, |sum, matrix| {
        let axes = matrix.matrix3;
        sum + (axes.x_axis + axes.y_axis + axes.z_axis + matrix.translation) * 0.0
    });
    if overflow == Vec3A::ZERO {
        return;
    }
    for (bone, parent) in skeleton.parents().iter().enumerate() {
        if !model_from_bone[bone].is_finite() {
            model_from_bone[bone] = parent.map_or(Affine3A::IDENTITY, |parent| model_from_bone[parent.get()]);
        }
    }
}

/// `1 / scale`, with 1 where a component is too small to divide by (docs/formats/cast.md §3.3).
fn inverse_scale(scale: Vec3) -> Vec3 {
    let one = |s: f32| if s.abs() < 1e-8 { 1.0 } else { 1.0 / s };
    Vec3::new(one(scale.x), one(scale.y), one(scale.z))
}

/// Parents first, otherwise file order; iterative, linear in the number of bones.
fn topological_order(parents: &[Option<usize>]) -> Result<Vec<u32>, SkeletonError> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Placed,
    }
    let mut state = vec![State::New; parents.len()];
    let mut order = Vec::with_capacity(parents.len());
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut bone = start;
        while state[bone] == State::New {
            state[bone] = State::Open;
            path.push(bone);
            match parents[bone] {
                None => break,
                Some(parent) if parent >= parents.len() => {
                    return Err(SkeletonError::UnknownParent { bone, parent });
                }
                Some(parent) if state[parent] == State::Open => return Err(SkeletonError::Cycle { bone }),
                Some(parent) => bone = parent,
            }
        }
        while let Some(bone) = path.pop() {
            state[bone] = State::Placed;
            order.push(bone as u32);
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    fn bone(name: &str, parent: Option<usize>) -> Bone {
        Bone {
            name: name.into(),
            parent,
            rest: Transform {
                translation: Vec3::X,
                ..Transform::IDENTITY
            },
            compensates_scale: true,
            ..Bone::default()
        }
    }

    #[test]
    fn children_may_come_before_their_parents() {
        let skeleton =
            Skeleton::new(vec![bone("tip", Some(1)), bone("mid", Some(2)), bone("root", None)]).expect("no cycle");
        let names: Vec<&str> = skeleton.bones().map(|b| skeleton.name(b)).collect();
        assert_eq!(names, ["root", "mid", "tip"]);
        assert_eq!(skeleton.file_index(BoneIndex::new(0)), 2);
        assert_eq!(skeleton.from_file(0), Some(BoneIndex::new(2)));
        let world = skeleton.rest_model_from_bone();
        assert_eq!(Vec3::from(world[2].translation), Vec3::new(3.0, 0.0, 0.0));
    }

    #[test]
    fn cycles_and_unknown_parents_are_refused() {
        assert!(matches!(
            Skeleton::new(vec![bone("a", Some(1)), bone("b", Some(0))]),
            Err(SkeletonError::Cycle { .. })
        ));
        assert!(matches!(
            Skeleton::new(vec![bone("a", Some(0))]),
            Err(SkeletonError::Cycle { bone: 0 })
        ));
        assert!(matches!(
            Skeleton::new(vec![bone("a", Some(7))]),
            Err(SkeletonError::UnknownParent { .. })
        ));
    }

    #[test]
    fn bones_far_away_keep_their_place_beside_an_origin() {
        let origin = Vec3::new(1e7, -3e6, 2e6);
        let turn = Quat::from_xyzw(0.4, -0.2, 0.7, 0.3).normalize();
        let limb = |translation, parent| Bone {
            rest: Transform {
                translation,
                rotation: turn,
                scale: Vec3::ONE,
            },
            compensates_scale: false,
            ..bone("", parent)
        };
        let chain = |root| {
            let small = Vec3::new(0.3, 0.01, -0.2);
            let bones = vec![limb(root, None), limb(small, Some(0)), limb(small, Some(1))];
            Skeleton::new(bones).expect("valid")
        };
        let (near, far) = (chain(Vec3::ZERO), chain(origin));
        let mut beside = Vec::new();
        model_from_bone_beside(&far, far.rest(), origin, &mut beside);
        for (beside, near) in beside.iter().zip(near.rest_model_from_bone()) {
            assert!(beside.abs_diff_eq(near, 1e-6), "{beside:?} {near:?}");
        }
        model_from_bone_beside(&near, near.rest(), Vec3::ZERO, &mut beside);
        assert_eq!(beside, near.rest_model_from_bone());
    }

    #[test]
    fn a_shear_comes_before_the_rest_transform() {
        let mut sheared = bone("sheared", None);
        sheared.rest.scale = Vec3::new(2.0, 1.0, 1.0);
        sheared.shear = Some(Mat3::from_cols(Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::Z));
        let skeleton = Skeleton::new(vec![sheared, bone("child", Some(0))]).expect("valid");
        let world = skeleton.rest_model_from_bone();
        assert_eq!(world[0].transform_point3(Vec3::Y), Vec3::new(2.0, 1.0, 0.0));
        assert_eq!(world[1].transform_point3(Vec3::Y), Vec3::new(4.0, 1.0, 0.0));
    }

    #[test]
    fn a_hidden_node_hides_what_hangs_on_it() {
        let node = |name: &str, parent| Bone {
            kind: BoneKind::Node,
            ..bone(name, parent)
        };
        let bones = vec![node("hand", None), bone("wrist", Some(0)), bone("tip", Some(1))];
        let skeleton = Skeleton::new(bones).expect("no cycle");
        for (visible, shown) in [
            ([true, true, true], [true, true, true]),
            ([false, true, true], [false, false, false]),
            ([true, false, true], [true, false, true]),
        ] {
            assert_eq!(skeleton.shown(&visible), shown);
        }
    }

    #[test]
    fn compensation_cancels_the_parents_scale_but_not_its_reach() {
        for (compensates_scale, wanted) in [(true, 1.0), (false, 2.0)] {
            let mut parent = bone("parent", None);
            parent.rest = Transform {
                scale: Vec3::splat(2.0),
                ..Transform::IDENTITY
            };
            let mut child = bone("child", Some(0));
            child.compensates_scale = compensates_scale;
            let world = Skeleton::new(vec![parent, child])
                .expect("valid")
                .rest_model_from_bone();
            assert_eq!(world[1].translation.x, 2.0);
            assert_eq!(world[1].matrix3.x_axis.x, wanted);
        }
    }
}
