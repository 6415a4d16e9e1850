//! Skins: joint lists and inverse bind matrices (docs/formats/gltf.md §2; §8 rows 10, 13, 17, 19).

use crate::gltf::accessor::Component;
use crate::gltf::json::{Id, Skin as SkinJson};
use crate::gltf::lower::context::Context;
use crate::gltf::lower::nodes::skeleton::Bones;
use crate::rules::gltf as rule;
use castview_base::core::{BoneIndex, SkinIndex};
use castview_base::scene::{Model, Skin};
use glam::{Affine3A, Mat3A, Vec3A};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;

/// A skin that meshes can hang on.
#[derive(Clone)]
pub(crate) struct Lowered {
    pub index: SkinIndex,
    /// One per joint: whether there is such a node.
    pub valid: Arc<Vec<bool>>,
}

/// Bytes that a slot takes until it is posed: a bone, a matrix, a joint to look for; and its matrix in two poses.
const SLOT_BYTES: u64 =
    (size_of::<BoneIndex>() + size_of::<Option<Affine3A>>() + size_of::<(bool, Id)>() + 2 * size_of::<Affine3A>())
        as u64;
/// How many times these are charged: an honest file has a matrix of 64 bytes for each, and may take 24 times its size.
const CHARGED: u64 = 4;

/// The skins of a model by what they were made of.
#[derive(Default)]
pub(crate) struct Skins<'a> {
    of_file: HashMap<usize, Rc<Known>>,
    /// By joints and matrices: skins that say the same are one.
    alike: HashMap<(&'a [Id], Option<Id>), Rc<Known>>,
    of_node: HashMap<BoneIndex, SkinIndex>,
}

/// A skin that the file states once or many times.
struct Known {
    /// Ascending.
    joints: Box<[Id]>,
    lowered: OnceCell<Option<Lowered>>,
}

/// Refusal of a skin: its slots take more than the file has left.
pub(crate) struct NoRoom;

impl<'a> Skins<'a> {
    /// The file's skin `index` for the mesh of `node`; `None`: the mesh is drawn unskinned.
    pub fn of_file(
        &mut self,
        context: &Context<'a>,
        bones: &Bones,
        index: usize,
        node: usize,
        model: &mut Model,
    ) -> Result<Option<Lowered>, NoRoom> {
        let known = match self.of_file.get(&index) {
            Some(known) => known.clone(),
            None => self.known(context, index)?,
        };
        if known.joints.binary_search(&Id::of(node)).is_ok() {
            context.report(
                rule::G17,
                || context.place("skins", index, ".joints"),
                || format!("the node {node} that is skinned is a joint itself; its mesh is drawn unskinned"),
            );
            return Ok(None);
        }
        let json = &context.document.root().skins[index];
        let lowered = known.lowered.get_or_init(|| lower(context, bones, index, json, model));
        Ok(lowered.clone())
    }

    fn known(&mut self, context: &Context<'a>, index: usize) -> Result<Rc<Known>, NoRoom> {
        let json = &context.document.root().skins[index];
        let known = match self.alike.entry((&json.joints, json.inverse_bind_matrices)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let bytes = CHARGED * SLOT_BYTES * json.joints.len() as u64;
                context.accessors.charge(bytes).map_err(|_| NoRoom)?;
                let mut joints: Box<[Id]> = json.joints.as_slice().into();
                joints.sort_unstable();
                free.insert(Rc::new(Known {
                    joints,
                    lowered: OnceCell::new(),
                }))
            }
        };
        self.of_file.insert(index, known.clone());
        Ok(known.clone())
    }

    /// A skin of one slot, for what is moved by a node alone.
    pub fn of_node(&mut self, bone: BoneIndex, model: &mut Model) -> SkinIndex {
        *self.of_node.entry(bone).or_insert_with(|| {
            model.skins.push(Skin {
                bones: vec![bone],
                bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
            });
            SkinIndex::new(model.skins.len() - 1)
        })
    }
}

fn lower(context: &Context<'_>, bones: &Bones, index: usize, json: &SkinJson, model: &mut Model) -> Option<Lowered> {
    let lacks_matrices = |id| context.document.cut().is_some() && !context.accessors.is_here(id);
    if json.inverse_bind_matrices.is_some_and(lacks_matrices) {
        // Without its matrices a skin would tear the mesh apart.
        return None;
    }
    if json.joints.is_empty() {
        context.report(
            rule::G17,
            || context.place("skins", index, ""),
            || "the skin has no joints; its meshes are drawn unskinned".into(),
        );
        return None;
    }
    let found: Vec<Option<BoneIndex>> = json.joints.iter().map(|joint| bones.of(joint.get())).collect();
    let valid: Vec<bool> = found.iter().map(Option::is_some).collect();
    let missing = valid.iter().filter(|valid| !**valid).count();
    if missing > 0 {
        context.report(
            rule::G10,
            || context.place("skins", index, ".joints"),
            || format!("{missing} of {} joints are no nodes; they hold no vertex", valid.len()),
        );
    }
    let stand_in = found.iter().flatten().next().copied()?;
    let matrices = inverse_bind_matrices(context, index, json);
    model.skins.push(Skin {
        // A joint that is not there keeps its position in the list, so that all others keep theirs.
        bones: found.into_iter().map(|bone| bone.unwrap_or(stand_in)).collect(),
        bone_from_mesh: matrices.into_iter().map(Some).collect(),
    });
    Some(Lowered {
        index: SkinIndex::new(model.skins.len() - 1),
        valid: Arc::new(valid),
    })
}

/// One per joint; the file may have more (gltf.md §2 rule 1).
fn inverse_bind_matrices(context: &Context<'_>, index: usize, json: &SkinJson) -> Vec<Affine3A> {
    let count = json.joints.len();
    let mut out = vec![Affine3A::IDENTITY; count];
    let Some(id) = json.inverse_bind_matrices else {
        return out;
    };
    let place = || context.place("skins", index, ".inverseBindMatrices");
    let treatment = "the joints have none";
    let stored = match context.accessors.open(id) {
        Ok(accessor) if accessor.component != Component::F32 || accessor.kind.components() != 16 => {
            Err("these are no matrices of four by four floats".to_owned())
        }
        Ok(accessor) => context.accessors.floats::<16>(&accessor),
        Err(reason) => Err(reason),
    };
    let stored = match stored {
        Ok(stored) => stored,
        Err(reason) => {
            context.report(rule::G13, place, || format!("{reason}; {treatment}"));
            return out;
        }
    };
    if stored.len() < count {
        context.report(rule::G13, place, || {
            format!(
                "{} matrices for {count} joints; the last joints have none",
                stored.len()
            )
        });
    }
    let mut wild = 0;
    for (out, columns) in out.iter_mut().zip(stored.iter()) {
        if columns.iter().all(|v| v.is_finite()) {
            let column = |i: usize| Vec3A::new(columns[4 * i], columns[4 * i + 1], columns[4 * i + 2]);
            *out = Affine3A {
                matrix3: Mat3A::from_cols(column(0), column(1), column(2)),
                translation: column(3),
            };
        } else {
            wild += 1;
        }
    }
    if wild > 0 {
        context.report(rule::G19, place, || {
            format!("{wild} matrices are not finite; taken as none")
        });
    }
    out
}
