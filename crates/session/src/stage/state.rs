//! The files that are open, the models they put on the stage, the clips they brought.

use super::textures::lost::Lost;
use crate::composition::played::source_ghost::SourceGhost;
use crate::composition::state::{Carried, Carrier, Moved};
use crate::stage::found::rig_parts::RigParts;
use crate::stage::found::under_bone::UnderBone;
use crate::{BoundLayer, ClipKey, Selected};
use castview_base::core::{BlendShapeIndex, BoneIndex, Bounds, Diagnostics, MeshIndex, ModelIndex};
use castview_base::scene::{Clip, Model, Scene};
use castview_motion::animation::{self, Binding, BoneMask, PackedKeys, Pose, PreparedRig};
use castview_motion::deform::{Outline, ReachBoxes, lacks_area};
use castview_picture::opened::{Decided, FileKey, Instances, Outside, Standing, StandsFor, TextureEntry, TextureState};
use castview_picture::{Cost, PlacedKey, Texture, TextureSet, blended_meshes, most};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// In the order they were opened.
    pub files: Vec<OpenFile>,
    /// In drawing order: every model of every file, or the stand-in skeleton of a clip while there is no model.
    pub models: Vec<Placed>,
    /// Every clip of every file, in order.
    pub clips: Vec<ClipEntry>,
    /// Matches of the active clip; `None` without a clip or without a model.
    pub matches: Option<Matches>,
}

#[derive(Clone, Debug)]
pub struct OpenFile {
    pub key: FileKey,
    /// File name, for people.
    pub name: String,
    /// Where it came from, spelled so that it can be opened again; empty for standard input and the built-in demo.
    pub location: String,
    pub scene: Arc<Scene>,
    pub diagnostics: Arc<Diagnostics>,
    /// One per texture reference of the scene.
    pub textures: Vec<TextureEntry>,
    pub instances: Instances,
    /// The built-in demo: the first file that is opened takes its place.
    pub is_demo: bool,
    pub decided: Decided,
    /// References of the file to places outside the folders it may read.
    pub outside: Vec<Outside>,
    /// Where the buffers lie that it names.
    pub buffers: Vec<String>,
    /// Folders in which a texture, an instance or a buffer would be that is missing.
    pub awaited: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct ClipEntry {
    pub key: ClipKey,
    pub name: String,
    /// Holds the clip.
    pub scene: Arc<Scene>,
    /// The clip's keys, packed ahead or when it first played; shared by every model it drives.
    pub(crate) keys: Option<Arc<PackedKeys>>,
}

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
    /// Its root that has the name of the bone it hangs on, if it has one: it stands where that bone stands.
    pub(crate) hangs_by: Option<BoneIndex>,
    pub(crate) carrier: Option<Carrier>,
    /// Where the model stands now: its placement, or what it hangs on.
    pub stage_from_model: Affine3A,
    /// Those of the stack that act on this model, in its order.
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
    /// Where it stands now, `stage_from_model` inside each place: `home`, perhaps carried along, or wherever stands what it hangs
    /// on.
    pub standing: Standing,
    /// The move that is in `standing`: of a model with several places that is attached to nothing.
    pub(crate) move_of_standing: Option<Moved>,
    /// A clip's own skeleton, shown while no model is open.
    pub is_stand_in: bool,
}

/// How many of the active clip's curves found something to drive on any model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matches {
    pub matched: usize,
    pub total: usize,
    /// Bones that stand still although a curve has their name: another bone of the name moves.
    pub namesakes: usize,
}

impl Stage {
    pub fn file(&self, key: FileKey) -> Option<&OpenFile> {
        self.files.iter().find(|file| file.key == key)
    }

    pub fn placed(&self, key: PlacedKey) -> Option<&Placed> {
        // Keys ascend, unless a file came back with more models than it had.
        match self.models.binary_search_by_key(&key, |placed| placed.key) {
            Ok(at) => Some(&self.models[at]),
            Err(_) => self.models.iter().find(|placed| placed.key == key),
        }
    }

    pub fn clip(&self, key: ClipKey) -> Option<&ClipEntry> {
        self.clips.iter().find(|clip| clip.key == key)
    }

    /// Whether `item` is on the stage, so that it can be selected.
    pub fn has(&self, item: Selected) -> bool {
        let is_in = |key, index: usize, count: fn(&Model) -> usize| {
            self.placed(key).is_some_and(|placed| index < count(placed.model()))
        };
        match item {
            Selected::File(key) => self.file(key).is_some(),
            Selected::Clip(key) => self.clip(key).is_some(),
            Selected::Instance(key, instance) => self.file(key).is_some_and(|file| file.instance(instance).is_some()),
            Selected::Model(key) => self.placed(key).is_some(),
            Selected::Bone(key, bone) => is_in(key, bone.get(), |model| model.skeleton.len()),
            Selected::Handle(key, handle) => is_in(key, handle.get(), |model| model.rig.handles.len()),
            Selected::Constraint(key, constraint) => is_in(key, constraint.get(), |model| model.rig.constraints.len()),
            Selected::Mesh(key, mesh) => is_in(key, mesh.get(), |model| model.meshes.len()),
            Selected::Hair(key, hair) => is_in(key, hair.get(), |model| model.hairs.len()),
            Selected::BlendShape(key, shape) => is_in(key, shape.get(), |model| model.blend_shapes.len()),
            Selected::Material(key, material) => is_in(key, material.get(), |model| model.materials.len()),
            Selected::Fixture(key, fixture) => is_in(key, fixture.get(), |model| model.fixtures.len()),
        }
    }

    /// Whether a model (not only a clip's stand-in skeleton) is on the stage.
    pub fn has_model(&self) -> bool {
        self.models.iter().any(|placed| !placed.is_stand_in)
    }

    /// Whether `placed` is the boxes that stand for missing files.
    pub fn is_missing(&self, placed: &Placed) -> bool {
        let files = self.file(placed.file).map_or(&[][..], |file| &file.instances.files);
        let mut boxes = files.iter().filter(|inside| inside.stands_for == StandsFor::Missing);
        boxes.any(|inside| Arc::ptr_eq(&inside.scene, &placed.scene))
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The textures of the open or referenced file `key`, and its scene.
    pub(crate) fn textures_mut(&mut self, key: FileKey) -> Option<(Arc<Scene>, &mut Vec<TextureEntry>)> {
        self.files.iter_mut().find_map(|file| {
            if file.key == key {
                return Some((file.scene.clone(), &mut file.textures));
            }
            let inside = file.instances.files.iter_mut().find(|inside| inside.key == key)?;
            Some((inside.scene.clone(), &mut inside.textures))
        })
    }

    /// One per texture reference of the scene `placed` is from: that of its file, or of the one its file references.
    pub fn textures_of(&self, placed: &Placed) -> &[TextureEntry] {
        let Some(file) = self.file(placed.file) else {
            return &[];
        };
        let inside = file.instances.files.iter();
        let inside = inside
            .into_iter()
            .find(|inside| Arc::ptr_eq(&inside.scene, &placed.scene));
        inside.map_or(&file.textures, |inside| &inside.textures)
    }

    /// Texture images in the form pictures take.
    pub fn texture_set(textures: &[TextureEntry]) -> TextureSet {
        let image = |entry: &TextureEntry| match &entry.state {
            TextureState::Ready(image) => match entry.full_size {
                Some(size) => Texture::Reduced(image.clone(), size),
                None => Texture::Ready(image.clone()),
            },
            TextureState::Missing(_) | TextureState::Broken(_) => Texture::Missing,
            TextureState::Loading | TextureState::Unused => Texture::Waiting,
        };
        Arc::new(textures.iter().map(image).collect())
    }
}

impl OpenFile {
    /// Models of its own or of the files it references.
    pub fn has_models(&self) -> bool {
        !self.scene.models.is_empty() || !self.instances.files.is_empty()
    }

    /// Its own textures that cannot be shown.
    pub fn lost_textures(&self) -> Lost {
        Lost::of(&self.textures)
    }
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
    /// A model as its file places it, with nothing that moves it.
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

    /// Where its file's instances place it, while it is there: what hangs on another model stands elsewhere.
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

impl ClipEntry {
    pub fn clip(&self) -> &Clip {
        &self.scene.clips[self.key.clip.get()]
    }
}

/// Level to draw of models with several levels of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelPick {
    /// The one with the lowest number.
    #[default]
    Lowest,
    /// Each node as the file's distances say for where the eye is.
    ByDistance,
    /// The one of this number; of a model without it, the next below.
    Only(u32),
    All,
}

#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    /// The pick and the revision that `flags` were made for.
    pub made_for: Option<(LevelPick, u64)>,
    /// One flag per mesh, of each model that has levels.
    pub flags: BTreeMap<PlacedKey, Arc<Vec<bool>>>,
}
