//! A scene → the bytes of a GLB file (docs/formats/gltf.md), one buffer inside it.
//!
//! In: a scene, its clips in the words that every format has, and the images that shall lie inside. Out: the bytes; what glTF
//! cannot hold is reported. Never here: files, sampling.

mod animation;
mod buffer;
mod copies;
mod fixtures;
mod glb;
mod json_list;
mod maps;
mod material;
mod mesh;
mod nodes;
mod surface;
mod unwritten;
mod writer;

pub use maps::{GltfMaterial, settle};

use super::super::PlainMovement;
use crate::rules::convert as rule;
use castview_base::core::{BoneIndex, Diagnostics, Place, TextureIndex, Transform, UpAxis};
use castview_base::scene::{Model, Scene};
use glam::{Mat4, Quat};
use glb::Glb;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use writer::{ModelNodes, Writer};

/// An image file that is put into the GLB.
#[derive(Clone, Debug)]
pub struct EmbeddedImage {
    /// `image/png` or `image/jpeg`.
    pub media_type: &'static str,
    /// The image file, as it is put into the GLB.
    pub bytes: Vec<u8>,
}

/// Data that the writer is given beside the scene.
pub struct Extras<'a> {
    /// Textures that are not in here are named by their path.
    pub images: &'a BTreeMap<TextureIndex, EmbeddedImage>,
    /// Materials of all models, one after the other: from [`settle`].
    pub materials: &'a [GltfMaterial],
    /// The up axis of the scene.
    pub up: UpAxis,
}

/// The bytes of a GLB file. Beyond 4 GiB its lengths are wrong: whoever writes it to a disk must look at its size. `clips`, each with the
/// models it moves, are given up key by key as they are written: the file takes as much memory as they did.
pub fn write(scene: &Scene, clips: Vec<PlainMovement>, extras: &Extras, losses: &mut Diagnostics) -> Vec<u8> {
    let mut writer = Writer::default();
    report_lost(scene, losses);
    animation::report_compensation(scene, &clips, losses);
    let moving = |index: usize| moving_bones(&clips, index);
    let models: Vec<ModelNodes> = scene
        .models
        .iter()
        .enumerate()
        .map(|(index, model)| writer.model((scene, extras), (model, &moving(index)), losses))
        .collect();
    for movement in clips {
        writer.animation(scene, &models, movement, losses);
    }
    let mut roots = Vec::new();
    for (model, nodes) in scene.models.iter().zip(&models) {
        match model.copies.as_deref() {
            Some(copies) => writer.copies(copies, nodes, &models[copies.leader.get()]),
            None => roots.push(nodes.root),
        }
    }
    // glTF stands on +Y.
    let turn = Quat::from_mat3(&glam::Mat3::from(extras.up.world_from_stage().matrix3));
    if turn != Quat::IDENTITY && !roots.is_empty() {
        let up = writer.nodes.push("up", &Transform::IDENTITY);
        writer.nodes.set(up, "rotation", json!(turn.to_array()));
        roots.iter().for_each(|root| writer.nodes.adopt(up, *root));
        roots = vec![up];
    }
    writer.finish(scene, roots)
}

/// Those that clips move of the model at that position.
fn moving_bones(clips: &[PlainMovement], model: usize) -> BTreeSet<BoneIndex> {
    let clips = clips.iter().flatten().filter(|(moved, _)| *moved == model);
    let channels = clips.flat_map(|(_, clip)| &clip.channels);
    channels.filter_map(|channel| channel.target.bone()).collect()
}

fn report_lost(scene: &Scene, losses: &mut Diagnostics) {
    let place = |model: &Model| Place {
        node_path: format!("model \"{}\"", model.name.escape_debug()),
        offset: 0,
    };
    for model in &scene.models {
        let mut lost = |count: usize, what: &str| {
            if count > 0 {
                losses.report(
                    rule::X_LOST,
                    || place(model),
                    || format!("glTF has no {what}; {count} left out"),
                );
            }
        };
        lost(model.hairs.len(), "hair");
        lost(model.rig.handles.len(), "IK handles");
        lost(model.rig.constraints.len(), "constraints");
        let compensating = model.skeleton.compensates_scale().iter().zip(model.skeleton.parents());
        let scaled = |parent: &Option<BoneIndex>| {
            parent.is_some_and(|parent| {
                let scale = model.skeleton.rest()[parent.get()].scale;
                scale.to_array().into_iter().any(animation::is_scaled)
            })
        };
        let compensated = compensating
            .filter(|(compensates, parent)| **compensates && scaled(parent))
            .count();
        lost(
            compensated,
            "segment scale compensation, which these bones need at rest",
        );
    }
    if !scene.instances.is_empty() {
        losses.report(rule::X_LOST, Place::default, || {
            format!("references to {} other files are left out", scene.instances.len())
        });
    }
}

impl<'a> Writer<'a> {
    /// `moving`: its bones that clips move.
    fn model(
        &mut self,
        (scene, extras): (&Scene, &Extras),
        (model, moving): (&'a Model, &BTreeSet<BoneIndex>),
        losses: &mut Diagnostics,
    ) -> ModelNodes {
        let mut materials = Vec::with_capacity(model.materials.len());
        let told = &extras.materials[self.told..][..model.materials.len()];
        self.told += told.len();
        for (material, told) in model.materials.iter().zip(told) {
            let material = self.material(scene, &material.name, told, extras);
            // Copies have what their leader has.
            let known = model
                .copies
                .as_ref()
                .and_then(|_| self.materials.iter().position(|other| *other == material));
            materials.push(known.unwrap_or(self.materials.len()));
            if known.is_none() {
                self.materials.push(material);
            }
        }
        let root = self.nodes.push(&model.name, &model.placement);
        let skeleton = &model.skeleton;
        let mut bones = vec![0; skeleton.len()];
        for bone in skeleton.bones() {
            let node = self.nodes.push(skeleton.name(bone), &skeleton.rest()[bone.get()]);
            match skeleton.shear(bone) {
                // An animated node must have no matrix.
                Some(_) if moving.contains(&bone) => losses.report(
                    rule::X_LOST,
                    || Place {
                        node_path: format!("bone \"{}\"", skeleton.name(bone).escape_debug()),
                        offset: 0,
                    },
                    || {
                        "glTF has no shear of what moves; the nearest translation, rotation and scale are written"
                            .into()
                    },
                ),
                Some(shear) => {
                    let mut matrix = skeleton.rest()[bone.get()].affine();
                    matrix.matrix3 *= shear;
                    self.nodes.set_matrix(node, Mat4::from(matrix).to_cols_array());
                }
                None => {}
            }
            bones[bone.get()] = node;
            let parent = skeleton.parent(bone).map_or(root, |parent| bones[parent.get()]);
            self.nodes.adopt(parent, node);
        }
        let mut nodes = ModelNodes {
            root,
            bones,
            meshes: Vec::new(),
            skins: BTreeMap::new(),
            targets: Vec::new(),
        };
        self.model_meshes(model, &materials, &mut nodes, losses);
        self.fixtures(model, &nodes, losses);
        nodes
    }

    fn finish(self, scene: &Scene, roots: Vec<usize>) -> Vec<u8> {
        let mut asset = json!({ "version": "2.0", "generator": concat!("castview ", env!("CARGO_PKG_VERSION")) });
        if let Some(author) = &scene.metadata.author {
            asset["copyright"] = json!(author);
        }
        let mut glb = Glb::default();
        let mut binary = self.buffer.bytes;
        binary.resize(binary.len().next_multiple_of(4), 0);
        glb.list("accessors", self.buffer.accessors);
        glb.list("animations", self.animations);
        glb.field("asset", &asset);
        glb.list("bufferViews", self.buffer.views);
        if !binary.is_empty() {
            glb.field("buffers", &[json!({ "byteLength": binary.len() })]);
        }
        glb.list("cameras", self.cameras);
        if self.lights.len() > 0 {
            glb.key("extensions");
            glb.put(b"{\"KHR_lights_punctual\":{\"lights\":[");
            glb.put(&self.lights.into_text());
            glb.put(b"]}}");
        }
        glb.slice("extensionsUsed", &Vec::from_iter(self.extensions));
        glb.list("images", self.images);
        glb.slice("materials", &self.materials);
        glb.list("meshes", self.meshes);
        glb.nodes(self.nodes);
        glb.slice("samplers", &self.samplers);
        glb.field("scene", &0);
        glb.field("scenes", &[Shown { nodes: roots }]);
        glb.list("skins", self.skins);
        glb.slice("textures", &self.textures);
        glb.finish(&binary)
    }
}

/// The nodes of a scene that hang on nothing.
#[derive(Serialize)]
struct Shown {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<usize>,
}
