//! One model on the stage: file, pose, clips and place.

use super::found::rig_parts::RigParts;
use super::found::under_bone::UnderBone;
use super::layer::BoundLayer;
use super::source_ghost::SourceGhost;
use super::standing::{Carried, Carrier, Moved};
use crate::Selected;
use castview_base::core::{BlendShapeIndex, BoneIndex, Bounds, MeshIndex, ModelIndex};
use castview_base::scene::{Model, Scene};
use castview_motion::animation::{self, Binding, BoneMask, Pose, PreparedRig};
use castview_motion::deform::{Outline, ReachBoxes, lacks_area};
use castview_picture::opened::{FileKey, Standing};
use castview_picture::{Cost, PlacedKey, TextureSet, blended_meshes, most};
use glam::{Affine3A, Vec3};
use std::sync::{Arc, OnceLock};

/// One model as it stands on the stage.
#[derive(Clone, Debug)]
pub struct Placed {
    pub key: PlacedKey,
    /// The file it came from.
    pub file: FileKey,
    pub scene: Arc<Scene>,
    pub model: ModelIndex,
    pub textures: TextureSet,
    pub pose: Arc<Pose>,
    /// How the active clip drives this model.
    pub binding: Option<Arc<Binding>>,
    /// The bones that the active clip is limited to.
    pub(crate) base_mask: Option<Arc<BoneMask>>,
    /// The active clip's source, if the clip is retargeted.
    pub(crate) source_ghost: Option<Arc<SourceGhost>>,
    /// For each bone the one of the leader it goes with, if this model follows another.
    pub(crate) leading: Option<Arc<Vec<Option<BoneIndex>>>>,
    /// The root that shares its name with the carrying bone, and stands on that bone.
    pub(crate) hangs_by: Option<BoneIndex>,
    pub(crate) carrier: Option<Carrier>,
    /// The present place of the model: its own placement, or that of its carrier.
    pub stage_from_model: Affine3A,
    /// Layers of the stack that act on this model, in the order of the stack.
    pub layers: Vec<BoundLayer>,
    /// The model's handles and constraints, made once.
    pub rig: Arc<PreparedRig>,
    /// Meshes that its bones hold, made once; `None` without meshes.
    pub(crate) below: Option<Arc<UnderBone>>,
    /// One flag per bone: whether it weighs at a vertex. Made when it is first asked for; `None` without skins, where none does.
    pub(crate) skinning: Option<Arc<OnceLock<Vec<bool>>>>,
    /// Which bones handles and constraints take, made when it is first asked for; `None` without any, as a file may hold very many
    /// models of nothing.
    pub(crate) rig_parts: Option<Arc<OnceLock<RigParts>>>,
    /// Facts about its meshes that are asked for now and then; `None` without meshes.
    pub(crate) asked: Option<Arc<Asked>>,
    /// Where the model's vertices can be, made once: posed bounds follow from it.
    pub reach: Arc<ReachBoxes>,
    /// The most that drawing it can cost: once, and for each place it stands at.
    pub(crate) most: (Cost, Cost),
    /// Its meshes that blend.
    pub(crate) blended: u64,
    /// Around the posed model, in stage space; loose for big models in motion, empty if there is nothing to see.
    pub bounds: Bounds,
    /// Whether no picture shows its surfaces, once somebody asked since it was posed.
    pub(crate) lacks_area: OnceLock<bool>,
    /// The outline of the pose for which a big model was last asked for it.
    pub(crate) outline: Option<Box<(Arc<Pose>, Arc<Outline>)>>,
    /// Where `file` places it: once, but for copies and for models of files that `file`'s instances reference.
    pub(crate) home: Standing,
    /// The bone that carries `home` along.
    pub(crate) carried_by: Option<Arc<Carried>>,
    /// Present places, with `stage_from_model` inside each: `home`, perhaps carried along, or the places of the carrier.
    pub standing: Standing,
    /// The move that is in `standing`: of a model with several places that is attached to nothing.
    pub(crate) move_of_standing: Option<Moved>,
    /// A clip's own skeleton, shown while no model is open.
    pub is_stand_in: bool,
}

/// About the meshes of a model, each found when it is first asked for.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Reach of each blend shape: how far it moves any vertex.
    shape_reach: Vec<OnceLock<f32>>,
    /// Around each mesh at rest, in model space.
    rest_bounds: OnceLock<Vec<Bounds>>,
}

impl Asked {
    fn of(model: &Model) -> Self {
        Self {
            shape_reach: model.blend_shapes.iter().map(|_| OnceLock::new()).collect(),
            rest_bounds: OnceLock::new(),
        }
    }
}

impl Placed {
    /// A model as its file places it, at rest.
    pub(crate) fn at_rest(
        key: PlacedKey,
        file: FileKey,
        (scene, model): (Arc<Scene>, ModelIndex),
        textures: TextureSet,
        reach: Arc<ReachBoxes>,
    ) -> Self {
        let content = &scene.models[model.get()];
        Self {
            key,
            file,
            model,
            textures,
            pose: Arc::new(animation::rest_pose(content)),
            binding: None,
            base_mask: None,
            source_ghost: None,
            leading: None,
            hangs_by: None,
            carrier: None,
            stage_from_model: Affine3A::IDENTITY,
            layers: Vec::new(),
            rig: Arc::new(PreparedRig::of(content)),
            below: (!content.meshes.is_empty()).then(|| Arc::new(UnderBone::of(content))),
            skinning: (!content.skins.is_empty()).then(Arc::default),
            asked: (!content.meshes.is_empty()).then(|| Arc::new(Asked::of(content))),
            rig_parts: (!content.rig.is_empty()).then(Arc::default),
            reach,
            most: most(content),
            blended: blended_meshes(content),
            bounds: Bounds::EMPTY,
            lacks_area: OnceLock::new(),
            outline: None,
            home: Standing::default(),
            carried_by: None,
            standing: Standing::default(),
            move_of_standing: None,
            is_stand_in: false,
            scene,
        }
    }

    pub fn model(&self) -> &Model {
        &self.scene.models[self.model.get()]
    }

    /// Which bones the model's handles and constraints take, and in what role.
    pub fn rig_parts(&self) -> &RigParts {
        static NONE: RigParts = RigParts::NONE;
        let parts = self.rig_parts.as_deref();
        parts.map_or(&NONE, |parts| {
            parts.get_or_init(|| RigParts::of(self.key, self.model()))
        })
    }

    /// The item that stands in the picture for `selected`, a part of this model: for a handle its effector, for a constraint the bone it
    /// drives.
    pub(crate) fn shown_as(&self, selected: Selected) -> Selected {
        let rig = &self.model().rig;
        let bone = match selected {
            Selected::Handle(_, handle) => rig.handles.get(handle.get()).map(|handle| handle.end),
            Selected::Constraint(_, constraint) => rig.constraints.get(constraint.get()).map(|c| c.driven),
            Selected::Fixture(_, fixture) => self
                .model()
                .fixtures
                .get(fixture.get())
                .and_then(|fixture| fixture.bone),
            _ => None,
        };
        match (bone, selected.placed()) {
            (Some(bone), Some(key)) => Selected::Bone(key, bone),
            _ => selected,
        }
    }

    /// How far blend shape `shape` moves any vertex at weight 1, in units of the model.
    pub(crate) fn reach_of_shape(&self, shape: BlendShapeIndex) -> f32 {
        let (Some(asked), Some(content)) = (&self.asked, self.model().blend_shapes.get(shape.get())) else {
            return 0.0;
        };
        let longest = || {
            let lengths = content.deltas.iter().map(|delta| Vec3::from(*delta).length());
            lengths.filter(|length| length.is_finite()).fold(0.0, f32::max)
        };
        *asked.shape_reach[shape.get()].get_or_init(longest)
    }

    /// Around `mesh` as its bones place it at rest, in model space; as tight as [`ReachBoxes::mesh_bounds`].
    pub(crate) fn rest_bounds(&self, mesh: MeshIndex) -> Option<Bounds> {
        let all = self.asked.as_ref()?.rest_bounds.get_or_init(|| {
            let (model, rest) = (self.model(), animation::rest_pose(self.model()));
            let meshes = (0..model.meshes.len()).map(MeshIndex::new);
            meshes.map(|mesh| self.reach.mesh_bounds(model, &rest, mesh)).collect()
        });
        all.get(mesh.get()).copied()
    }

    /// Whether no picture shows its surfaces as it is posed and stands now ([`lacks_area`]).
    pub fn lacks_area(&self) -> bool {
        let places = || self.standing.places.iter().map(|place| *place * self.stage_from_model);
        let lacks = || lacks_area(self.model(), &self.pose, places(), |_| true);
        *self.lacks_area.get_or_init(lacks)
    }

    /// Whether it is from a file that the open one references.
    pub fn is_referenced(&self) -> bool {
        !self.home.sources.is_empty()
    }

    /// The places that instances of its file give it; `None` while it hangs on another model.
    pub fn instances(&self) -> Option<&Standing> {
        let stays = self.is_referenced() && self.standing.are_of(&self.home);
        stays.then_some(&self.standing)
    }

    /// Whether there is anything to draw: meshes, hair, bones or fixtures.
    pub fn has_content(&self) -> bool {
        let model = self.model();
        let no_surface = model.meshes.is_empty() && model.hairs.is_empty();
        !(no_surface && model.skeleton.is_empty() && model.fixtures.is_empty())
    }

    /// Where the model stands, the first time if it does so at many places.
    pub fn first_stage_from_model(&self) -> Affine3A {
        self.standing.places.first_place() * self.stage_from_model
    }

    /// The bone of another model that carries all its places.
    pub fn carried_by(&self) -> Option<Selected> {
        let ride = self.carried_by.as_ref()?;
        Some(Selected::Bone(ride.leader, ride.bone))
    }

    /// Around `bounds` (model space) wherever the model stands, in stage space.
    pub(crate) fn on_stage(&self, bounds: Bounds) -> Bounds {
        let once = bounds.transformed(self.stage_from_model);
        self.standing.places.around(once)
    }

    /// Around the posed model, in stage space, without slack. Deforms a big model once per pose.
    pub(crate) fn tight_bounds(&mut self) -> Bounds {
        if self.bounds_are_tight() {
            return self.bounds;
        }
        let outline = self.outline();
        self.on_stage(outline.bounds)
    }

    /// The outline of the posed model, in model space. Deforms a big model once per pose.
    pub(crate) fn outline(&mut self) -> Arc<Outline> {
        if let Some((pose, outline)) = self.outline.as_deref()
            && Arc::ptr_eq(pose, &self.pose)
        {
            return outline.clone();
        }
        let outline = self.reach.outline(self.model(), &self.pose);
        if !self.bounds_are_tight() {
            self.outline = Some(Box::new((self.pose.clone(), outline.clone())));
        }
        outline
    }

    /// Whether [`Self::bounds`] has no slack: always of models that are not big, and at rest.
    pub fn bounds_are_tight(&self) -> bool {
        self.reach.is_tight(&self.pose)
    }
}

/// How a mesh is called: its name, or its number.
pub fn mesh_name(placed: &Placed, mesh: MeshIndex) -> String {
    match placed.model().meshes.get(mesh.get()) {
        Some(mesh) if !mesh.name.is_empty() => mesh.name.clone(),
        _ => format!("mesh {}", mesh.get()),
    }
}
