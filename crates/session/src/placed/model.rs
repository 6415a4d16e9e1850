//! One model on the stage: file, pose, clips and place.

use super::bound_clips::BoundClips;
use super::facts::ModelFacts;
use super::found::rig_parts::RigParts;
use super::layer::BoundLayer;
use super::posed::Posed;
use super::staging::Staging;
use crate::{BodyPart, Selected};
use castview_base::core::{BoneIndex, Bounds, MeshIndex, ModelIndex, counted_from};
use castview_base::scene::{Geoset, Model, Scene};
use castview_motion::animation::{Binding, Pose};
use castview_motion::deform::{Outline, ReachBoxes, lacks_area};
use castview_picture::opened::{FileKey, Standing};
use castview_picture::{PlacedKey, TextureSet};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// One model as it stands on the stage: parts with an owner each, and questions that need several of them.
#[derive(Clone, Debug)]
pub struct Placed {
    pub key: PlacedKey,
    /// The file it came from.
    pub file: FileKey,
    pub scene: Arc<Scene>,
    pub model: ModelIndex,
    pub textures: TextureSet,
    /// A clip's own skeleton, shown while no model is open.
    pub is_stand_in: bool,
    pub(crate) facts: Arc<ModelFacts>,
    /// Written by [`crate::composition::stack`].
    pub(crate) clips: BoundClips,
    /// Written by [`crate::composition::evaluate`].
    pub(crate) posed: Posed,
    /// Written by [`crate::composition::evaluate`] and [`crate::composition::attach`].
    pub(crate) staging: Staging,
}

impl Placed {
    /// A model at rest, as its file places it.
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
            is_stand_in: false,
            facts: Arc::new(ModelFacts::of(content, reach)),
            clips: BoundClips::default(),
            posed: Posed::at_rest(content),
            staging: Staging::default(),
            scene,
        }
    }

    pub fn model(&self) -> &Model {
        &self.scene.models[self.model.get()]
    }

    /// How it is posed now.
    pub fn pose(&self) -> &Arc<Pose> {
        self.posed.pose()
    }

    /// Around the posed model, in stage space; loose for big models in motion, empty if there is nothing to see.
    pub fn bounds(&self) -> Bounds {
        self.posed.bounds()
    }

    /// Where its vertices can be: posed bounds follow from it.
    pub fn reach(&self) -> &Arc<ReachBoxes> {
        self.facts.reach()
    }

    /// How the active clip drives it.
    pub fn binding(&self) -> Option<&Arc<Binding>> {
        self.clips.binding.as_ref()
    }

    /// Layers of the stack that act on it, in the order of the stack.
    pub fn layers(&self) -> &[BoundLayer] {
        &self.clips.layers
    }

    /// Present place: the model's own placement, or the leader's while it hangs on one.
    pub fn stage_from_model(&self) -> Affine3A {
        self.staging.stage_from_model
    }

    /// Present places, with [`Self::stage_from_model`] inside each.
    pub fn standing(&self) -> &Standing {
        &self.staging.standing
    }

    /// Bones of that part of the body which move vertices, by their names.
    pub fn bones_of_part(&self, part: BodyPart) -> &[BoneIndex] {
        self.facts.bones_of_part(self.model(), part)
    }

    /// Meshes that belong together by their names.
    pub fn geosets(&self) -> &[Geoset] {
        let geosets = self.facts.geosets(self.model());
        geosets.map_or(&[], |geosets| &geosets.all)
    }

    /// The meshes that belong together with `mesh`, by their names.
    pub fn geoset_of(&self, mesh: MeshIndex) -> Option<&Geoset> {
        self.geosets().get(self.geoset_at(mesh)?)
    }

    /// The place of that group among [`Self::geosets`].
    pub fn geoset_at(&self, mesh: MeshIndex) -> Option<usize> {
        self.facts.geosets(self.model())?.place_of(mesh)
    }

    /// The meshes of a group, as things that can be selected.
    pub fn meshes_of(&self, geoset: &Geoset) -> Vec<Selected> {
        let mesh = |mesh: &MeshIndex| Selected::Mesh(self.key, *mesh);
        geoset.meshes.iter().map(mesh).collect()
    }

    /// Which bones the model's handles and constraints take, and in what role.
    pub fn rig_parts(&self) -> &RigParts {
        self.facts.rig_parts(self.key, self.model())
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

    /// Whether no picture shows its surfaces as it is posed and stands now ([`lacks_area`]).
    pub fn lacks_area(&self) -> bool {
        let staging = &self.staging;
        let places = || {
            staging
                .standing
                .places
                .iter()
                .map(|place| *place * staging.stage_from_model)
        };
        self.posed
            .lacks_area(|| lacks_area(self.model(), self.pose(), places(), |_| true))
    }

    /// Whether it is from a file that the open one references.
    pub fn is_referenced(&self) -> bool {
        self.staging.is_referenced()
    }

    /// Places given by instances of the file; `None` while the model hangs on another.
    pub fn instances(&self) -> Option<&Standing> {
        let standing = self.standing();
        let stays = self.is_referenced() && standing.are_of(self.staging.home());
        stays.then_some(standing)
    }

    /// Whether there is anything to draw: meshes, hair, bones or fixtures.
    pub fn has_content(&self) -> bool {
        let model = self.model();
        let no_surface = model.meshes.is_empty() && model.hairs.is_empty();
        !(no_surface && model.skeleton.is_empty() && model.fixtures.is_empty())
    }

    /// Where the model stands, the first time if it does so at many places.
    pub fn first_stage_from_model(&self) -> Affine3A {
        self.standing().places.first_place() * self.stage_from_model()
    }

    /// A matrix into model space as it is drawn, in the numbers of the model's file.
    pub fn filed_in_model(&self, model_from: Affine3A) -> Affine3A {
        counted_from(model_from, Vec3::ZERO, -self.pose().origin)
    }

    /// A matrix into stage space as it is drawn, in the numbers of the open files.
    pub fn filed_on_stage(&self, stage_from: Affine3A) -> Affine3A {
        counted_from(stage_from, Vec3::ZERO, -self.staging.stage_origin())
    }

    /// The bone of another model that carries all its places.
    pub fn carried_by(&self) -> Option<Selected> {
        let carried = self.staging.carried_by()?;
        Some(Selected::Bone(carried.leader, carried.bone))
    }

    /// Around the posed model, in stage space, without slack. Deforms a big model once per pose.
    pub(crate) fn tight_bounds(&mut self) -> Bounds {
        if self.bounds_are_tight() {
            return self.bounds();
        }
        let outline = self.outline();
        self.staging.around(outline.bounds)
    }

    /// The outline of the posed model, in model space. Deforms a big model once per pose.
    pub(crate) fn outline(&mut self) -> Arc<Outline> {
        let model = &self.scene.models[self.model.get()];
        self.posed.outline(model, self.facts.reach())
    }

    /// Whether [`Self::bounds`] has no slack: always of models that are not big, and at rest.
    pub fn bounds_are_tight(&self) -> bool {
        self.reach().is_tight(self.pose())
    }
}

/// How a mesh is called: its name, or its number.
pub fn mesh_name(placed: &Placed, mesh: MeshIndex) -> String {
    match placed.model().meshes.get(mesh.get()) {
        Some(mesh) if !mesh.name.is_empty() => mesh.name.clone(),
        _ => format!("mesh {}", mesh.get()),
    }
}
