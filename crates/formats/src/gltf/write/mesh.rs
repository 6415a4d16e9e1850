//! Meshes, skins and blend shapes → primitives, skins and morph targets (docs/formats/gltf.md §2–§4).

use super::buffer::Use;
use super::writer::{ModelNodes, Writer};
use crate::rules::convert as rule;
use castview_base::core::{Diagnostics, MeshIndex, Place, Transform};
use castview_base::scene::{BoneKind, Mesh, Model, Skinning};
use glam::{Affine3A, DVec3, Mat4, Vec3};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::cell::LazyCell;
use std::collections::HashSet;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Skin {
    inverse_bind_matrices: usize,
    joints: Vec<usize>,
}

impl<'a> Writer<'a> {
    pub(super) fn model_meshes(
        &mut self,
        model: &'a Model,
        materials: &[usize],
        nodes: &mut ModelNodes,
        losses: &mut Diagnostics,
    ) {
        for (index, mesh) in model.meshes.iter().enumerate() {
            let shapes = model.blend_shapes.of(MeshIndex::new(index));
            let targets: Vec<usize> = shapes.map(|(at, _)| at.get()).collect();
            let place = || Place {
                node_path: format!("mesh \"{}\"", mesh.name.escape_debug()),
                offset: 0,
            };
            if mesh.vertex_count() == 0 {
                nodes.meshes.push(None);
                nodes.targets.push(Vec::new());
                continue;
            }
            if mesh.skinning == Skinning::DualQuaternion && mesh.skin.is_some() {
                losses.report(rule::X_LOST, place, || {
                    "glTF has no dual-quaternion skinning; linear is written".into()
                });
            }
            let joints = mesh.skin.map_or(0, |skin| model.skins[skin.get()].bones.len());
            if joints >= usize::from(u16::MAX) {
                losses.report(rule::X_LOST, place, || {
                    format!("glTF counts joints in 16 bits; of {joints} the later ones are lost")
                });
            }
            if mesh.hidden || mesh.absent_at_rest {
                losses.report(rule::X_LOST, place, || {
                    "the mesh is hidden here and shown in what is written".into()
                });
            }
            let mut primitive = self.primitive(mesh, materials);
            let rides = rigid_on(model, mesh);
            let skinned = mesh.skin.is_some() && rides.is_none();
            if skinned {
                self.influences(model, mesh, &mut primitive["attributes"]);
            }
            let mut written = json!({ "name": mesh.name });
            if !targets.is_empty() {
                primitive["targets"] = targets.iter().map(|at| self.target(model, mesh, *at)).collect();
                let weights: Vec<f32> = targets.iter().map(|at| model.blend_shapes[*at].rest_weight).collect();
                let names: Vec<&str> = targets.iter().map(|at| model.blend_shapes[*at].name.as_str()).collect();
                written["weights"] = json!(weights);
                written["extras"] = json!({ "targetNames": names });
            }
            written["primitives"] = json!([primitive]);
            let written = self.meshes.push(&written);
            let node = self.nodes.push(&mesh.name, &Transform::IDENTITY);
            self.nodes.set(node, "mesh", json!(written));
            if skinned {
                let skin = self.skin(model, mesh, nodes);
                self.nodes.set(node, "skin", json!(skin));
            }
            let parent = match rides {
                Some((bone, bone_from_mesh)) => {
                    self.stand(node, bone_from_mesh);
                    nodes.bones[bone]
                }
                None => nodes.root,
            };
            self.nodes.adopt(parent, node);
            nodes.meshes.push(Some(node));
            nodes.targets.push(targets);
        }
    }

    /// Puts a node there. A node that clips move must not have a matrix; it gets one only if it is sheared or flat.
    fn stand(&mut self, node: usize, parent_from_node: Affine3A) {
        if parent_from_node == Affine3A::IDENTITY {
            return;
        }
        let (scale, rotation, translation) = parent_from_node.to_scale_rotation_translation();
        let again = Affine3A::from_scale_rotation_translation(scale, rotation, translation);
        if again.abs_diff_eq(parent_from_node, 1e-6 * scale.abs().max_element()) {
            self.nodes.set(node, "translation", json!(translation.to_array()));
            self.nodes.set(node, "rotation", json!(rotation.normalize().to_array()));
            self.nodes.set(node, "scale", json!(scale.to_array()));
        } else {
            let matrix = Mat4::from(parent_from_node).to_cols_array();
            self.nodes.set_matrix(node, matrix);
        }
    }

    fn primitive(&mut self, mesh: &Mesh, materials: &[usize]) -> Value {
        let mut attributes = Map::new();
        let positions = mesh.positions.to_vec();
        let count = positions.len();
        attributes.insert(
            "POSITION".into(),
            json!(self.buffer.bounded(&positions, "VEC3", Use::Vertices)),
        );
        if !mesh.normals.is_empty() {
            let unit = |normal| Vec3::from(normal).as_dvec3().normalize().as_vec3().to_array();
            let normals: Vec<[f32; 3]> = mesh.normals.iter().map(unit).collect();
            attributes.insert(
                "NORMAL".into(),
                json!(self.buffer.floats(&normals, "VEC3", Use::Vertices)),
            );
        }
        if !mesh.tangents.is_empty() {
            let unit = |[x, y, z, w]: [f32; 4]| {
                DVec3::new(x.into(), y.into(), z.into())
                    .normalize()
                    .as_vec3()
                    .extend(w)
                    .to_array()
            };
            let tangents: Vec<[f32; 4]> = mesh.tangents.iter().map(unit).collect();
            attributes.insert(
                "TANGENT".into(),
                json!(self.buffer.floats(&tangents, "VEC4", Use::Vertices)),
            );
        }
        for (layer, uvs) in mesh.uvs.iter().enumerate() {
            let uvs = self.buffer.floats(&uvs.to_vec(), "VEC2", Use::Vertices);
            attributes.insert(format!("TEXCOORD_{layer}"), json!(uvs));
        }
        for (layer, colors) in mesh.colors.iter().enumerate() {
            let colors: Vec<[f32; 4]> = (0..count).map(|vertex| colors.get(vertex)).collect();
            let colors = self.buffer.floats(&colors, "VEC4", Use::Vertices);
            attributes.insert(format!("COLOR_{layer}"), json!(colors));
        }
        let mut primitive = json!({ "attributes": attributes });
        let (mode, indices) = match (mesh.triangles.is_empty(), mesh.lines.is_empty()) {
            (false, _) => (4, Some(&mesh.triangles)),
            (true, false) => (1, Some(&mesh.lines)),
            (true, true) => (0, None),
        };
        if mode != 4 {
            primitive["mode"] = json!(mode);
        }
        if let Some(indices) = indices {
            let indices: Vec<u32> = indices.iter().collect();
            primitive["indices"] = json!(self.buffer.indices(&indices, count));
        }
        if let Some(material) = mesh.material {
            primitive["material"] = json!(materials[material.get()]);
        }
        primitive
    }

    /// As many sets of four as the vertex with the most influences needs. A vertex without any hangs on the last joint, which
    /// stands still in the model.
    fn influences(&mut self, model: &Model, mesh: &Mesh, attributes: &mut Value) {
        let still = mesh.skin.map_or(0, |skin| model.skins[skin.get()].bones.len()) as u16;
        let rows: Vec<Vec<(usize, f32)>> = (0..mesh.vertex_count())
            .map(|vertex| mesh.influences.of_vertex(vertex).collect())
            .collect();
        let most = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for set in 0..most.div_ceil(4) {
            let at = |row: &Vec<(usize, f32)>, i: usize| row.get(set * 4 + i).copied();
            let joints: Vec<[u16; 4]> = rows
                .iter()
                .map(|row| match (row.is_empty(), set) {
                    (true, 0) => [still, 0, 0, 0],
                    _ => std::array::from_fn(|i| at(row, i).map_or(0, |(slot, _)| slot as u16)),
                })
                .collect();
            let weights: Vec<[f32; 4]> = rows
                .iter()
                .map(|row| match (row.is_empty(), set) {
                    (true, 0) => [1.0, 0.0, 0.0, 0.0],
                    _ => std::array::from_fn(|i| at(row, i).map_or(0.0, |(_, weight)| weight)),
                })
                .collect();
            attributes[format!("JOINTS_{set}")] = json!(self.buffer.joints(&joints));
            attributes[format!("WEIGHTS_{set}")] = json!(self.buffer.floats(&weights, "VEC4", Use::Vertices));
        }
    }

    /// The joints of a mesh's skin, and one more for vertices that nothing moves: the model's own node.
    fn skin(&mut self, model: &'a Model, mesh: &Mesh, nodes: &mut ModelNodes) -> usize {
        let index = mesh.skin.expect("only skinned meshes have skins");
        if let Some(written) = nodes.skins.get(&index) {
            return *written;
        }
        let skin = &model.skins[index.get()];
        let mut joints: Vec<usize> = Vec::with_capacity(skin.bones.len() + 1);
        let mut known = HashSet::new();
        for bone in &skin.bones {
            let mut joint = nodes.bones[bone.get()];
            // A joint must not be there twice: what is bound twice hangs a node of its own on the bone.
            if !known.insert(*bone) {
                let parent = joint;
                joint = self.nodes.push(model.skeleton.name(*bone), &Transform::IDENTITY);
                self.nodes.adopt(parent, joint);
            }
            joints.push(joint);
        }
        let rest = LazyCell::new(|| model.skeleton.rest_model_from_bone());
        let mut inverse: Vec<[f32; 16]> = skin
            .bones
            .iter()
            .zip(&skin.bone_from_mesh)
            .map(|(bone, stored)| {
                // A slot without one moves nothing: at rest, at least, its vertices stay.
                let inverse = stored.unwrap_or_else(|| rest[bone.get()].inverse());
                let inverse = if inverse.is_finite() {
                    inverse
                } else {
                    Affine3A::IDENTITY
                };
                Mat4::from(inverse).to_cols_array()
            })
            .collect();
        joints.push(nodes.root);
        inverse.push(Mat4::IDENTITY.to_cols_array());
        let inverse = self.buffer.floats(&inverse, "MAT4", Use::Other);
        let written = self.skins.push(&Skin {
            inverse_bind_matrices: inverse,
            joints,
        });
        nodes.skins.insert(index, written);
        written
    }

    fn target(&mut self, model: &Model, mesh: &Mesh, shape: usize) -> Value {
        let shape = &model.blend_shapes[shape];
        let count = mesh.vertex_count();
        let mut target = Map::new();
        if shape.vertices.is_empty() {
            let zeros = vec![[0.0f32; 3]; count];
            target.insert(
                "POSITION".into(),
                json!(self.buffer.bounded(&zeros, "VEC3", Use::Vertices)),
            );
            return Value::Object(target);
        }
        let positions = self.buffer.sparse(count, &shape.vertices, &shape.deltas);
        target.insert("POSITION".into(), json!(positions));
        if !shape.normal_deltas.is_empty() && !mesh.normals.is_empty() {
            let normals = self.buffer.sparse(count, &shape.vertices, &shape.normal_deltas);
            target.insert("NORMAL".into(), json!(normals));
        }
        if !shape.tangent_deltas.is_empty() && !mesh.tangents.is_empty() {
            let tangents = self.buffer.sparse(count, &shape.vertices, &shape.tangent_deltas);
            target.insert("TANGENT".into(), json!(tangents));
        }
        Value::Object(target)
    }
}

/// The node that carries a whole mesh: its skin has one slot, and the node is no joint.
fn rigid_on(model: &Model, mesh: &Mesh) -> Option<(usize, Affine3A)> {
    let skin = &model.skins[mesh.skin?.get()];
    let ([bone], [Some(bone_from_mesh)]) = (&skin.bones[..], &skin.bone_from_mesh[..]) else {
        return None;
    };
    let whole = || (0..mesh.vertex_count()).all(|vertex| mesh.influences.of_vertex(vertex).eq([(0, 1.0)]));
    (model.skeleton.kind(*bone) == BoneKind::Node && whole()).then_some((bone.get(), *bone_from_mesh))
}
