//! A scene → an SEModel (docs/formats/semodel.md §2, §3).
//!
//! In: a scene and its materials in Cast's words. Out: bytes. The first model is written; content that the format cannot hold is reported by its name. Never here:
//! files, textures.

use crate::cast::CastSlots;
use crate::cast::bound::{Bound, Rest, normals, triangles};
use crate::rules::convert as rule;
use crate::semodel::MAGIC;
use crate::walk::UintWidth;
use castview_base::core::{BoneIndex, Diagnostics, Place, Transform, UpAxis};
use castview_base::scene::{ColorLayer, Material, Mesh, Model, Scene, Skinning, SlotSource};
use glam::{Affine3A, Quat, Vec3};

/// Names that Cast has for what the three images of a material are.
const IMAGES: [&[&str]; 3] = [&["albedo", "diffuse"], &["normal"], &["specular"]];
/// Influences of a vertex, and layers, are counted in a byte.
const MOST: usize = 255;

/// The bytes of a file that holds the first model of `scene`. `materials`: of all models, one after the other; `up`: the axis of the scene.
pub fn write(scene: &Scene, materials: &[CastSlots], up: UpAxis, losses: &mut Diagnostics) -> Vec<u8> {
    let empty = Model::default();
    let model = scene.models.first().unwrap_or(&empty);
    report(scene, model, up, losses);
    let in_file: Vec<BoneIndex> = (0..model.skeleton.len())
        .filter_map(|at| model.skeleton.from_file(at))
        .collect();
    let has = |bit: u8, is_there: bool| if is_there { bit } else { 0 };
    let any = |is_there: fn(&Mesh) -> bool| model.meshes.iter().any(is_there);
    let presence = [
        has(1, !in_file.is_empty()) | has(2, !model.meshes.is_empty()) | has(4, !model.materials.is_empty()),
        7,
        has(1, any(|mesh| !mesh.uvs.is_empty() || mesh.material.is_some()))
            | has(2, any(|mesh| !mesh.normals.is_empty()))
            | has(4, any(|mesh| !mesh.colors.is_empty()))
            | has(8, any(|mesh| mesh.skin.is_some())),
    ];
    let mut out = MAGIC.to_vec();
    out.extend(1u16.to_le_bytes());
    out.extend(0x14u16.to_le_bytes());
    out.extend(presence);
    for count in [in_file.len(), model.meshes.len(), model.materials.len()] {
        out.extend((count as u32).to_le_bytes());
    }
    out.extend([0; 3]);
    in_file
        .iter()
        .for_each(|bone| text(&mut out, model.skeleton.name(*bone)));
    bones(model, &in_file, &mut out);
    let rest = Rest::of(model);
    for mesh in &model.meshes {
        let bound = Bound::of(model, mesh, &rest, losses);
        write_mesh((model, mesh), &bound, presence[2], &mut out, losses);
    }
    for (material, slots) in model.materials.iter().zip(materials) {
        write_material(scene, (material, slots), &mut out, losses);
    }
    out
}

fn place(what: &str, name: &str) -> Place {
    Place {
        node_path: format!("{what} \"{}\"", name.escape_debug()),
        offset: 0,
    }
}

/// A zero byte would end the string: what comes after it is not written.
fn text(out: &mut Vec<u8>, text: &str) {
    out.extend(text.split('\0').next().unwrap_or_default().bytes());
    out.push(0);
}

fn floats(out: &mut Vec<u8>, numbers: &[f32]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn uint(out: &mut Vec<u8>, number: u32, width: UintWidth) {
    out.extend(&number.to_le_bytes()[..width.bytes()]);
}

/// Parts of a scene and a model for which the format has no place.
fn report(scene: &Scene, model: &Model, up: UpAxis, losses: &mut Diagnostics) {
    let others = scene.models.len().saturating_sub(1) + scene.instances.len();
    let unlike = |bone: BoneIndex| {
        let skeleton = &model.skeleton;
        let scaled = skeleton
            .parent(bone)
            .is_some_and(|parent| skeleton.rest()[parent.get()].scale != Vec3::ONE);
        skeleton.shear(bone).is_some() || scaled && skeleton.compensates_scale()[bone.get()]
    };
    let count = |is_there: fn(&Mesh) -> bool| model.meshes.iter().filter(|mesh| is_there(mesh)).count();
    for (count, what) in [
        (others, "models and instances beside the first model"),
        (model.blend_shapes.iter().count(), "blend shapes"),
        (model.hairs.len(), "hairs"),
        (model.fixtures.len(), "cameras, lights and other fixtures"),
        (model.rig.handles.len(), "IK handles"),
        (model.rig.constraints.len(), "constraints"),
        (
            usize::from(model.placement != Transform::IDENTITY),
            "place of the model",
        ),
        (
            model.skeleton.bones().filter(|bone| unlike(*bone)).count(),
            "bones that are sheared or cancel their parent's scale",
        ),
        (count(|mesh| !mesh.name.is_empty()), "names of meshes"),
        (count(|mesh| !mesh.lines.is_empty()), "meshes of lines"),
        (count(|mesh| mesh.hidden || mesh.absent_at_rest), "hidden meshes"),
        (count(|mesh| !mesh.tangents.is_empty()), "tangents of meshes"),
        (
            count(|mesh| mesh.skin.is_some() && mesh.skinning == Skinning::DualQuaternion),
            "dual-quaternion skinning of meshes",
        ),
        (count(|mesh| mesh.colors.len() > 1), "further color layers of meshes"),
        (
            count(|mesh| matches!(mesh.colors.first(), Some(ColorLayer::Float(_)))),
            "colors finer than a byte of meshes",
        ),
    ] {
        if count > 0 {
            losses.report(
                rule::X_LOST,
                || place("model", &model.name),
                || format!("SEModel has no place for {what}; left out: {count}"),
            );
        }
    }
    if up != UpAxis::Z {
        losses.report(
            rule::X_LOST,
            || place("model", &model.name),
            || {
                format!(
                    "SEModel says nothing about which axis is up, and readers take z; here it is {}",
                    up.letter()
                )
            },
        );
    }
}

/// Flags, parent, global and local transforms, scale.
fn bones(model: &Model, in_file: &[BoneIndex], out: &mut Vec<u8>) {
    let skeleton = &model.skeleton;
    let mut placed: Vec<(Affine3A, Quat)> = Vec::with_capacity(skeleton.len());
    for bone in skeleton.bones() {
        let rest = &skeleton.rest()[bone.get()];
        placed.push(match skeleton.parent(bone) {
            Some(parent) => {
                let (matrix, turn) = placed[parent.get()];
                (matrix * rest.affine(), (turn * rest.rotation).normalize())
            }
            None => (rest.affine(), rest.rotation),
        });
    }
    for bone in in_file {
        let rest = &skeleton.rest()[bone.get()];
        let parent = skeleton
            .parent(*bone)
            .map_or(-1, |parent| skeleton.file_index(parent) as i32);
        let (matrix, turn) = placed[bone.get()];
        out.push(0);
        out.extend(parent.to_le_bytes());
        floats(out, &matrix.translation.to_array());
        floats(out, &turn.to_array());
        floats(out, &rest.translation.to_array());
        floats(out, &rest.rotation.to_array());
        floats(out, &rest.scale.to_array());
    }
}

fn write_mesh(
    (model, mesh): (&Model, &Mesh),
    bound: &Bound,
    presence: u8,
    out: &mut Vec<u8>,
    losses: &mut Diagnostics,
) {
    let count = mesh.vertex_count();
    let mut layers = mesh.uvs.len();
    if layers == 0 && mesh.material.is_some() {
        losses.report(
            rule::X_LOST,
            || place("mesh", &mesh.name),
            || "SEModel names a material for each UV layer, and the mesh has none; a layer of zeros is written".into(),
        );
        layers = 1;
    }
    let stride = mesh.influences.stride as usize;
    let skin = mesh.skin.map(|skin| &model.skins[skin.get()]);
    let per = if skin.is_some() { stride } else { 0 };
    for (is_more, what) in [(layers > MOST, "UV layers"), (per > MOST, "influences of a vertex")] {
        if is_more {
            losses.report(
                rule::X_LOST,
                || place("mesh", &mesh.name),
                || format!("SEModel has at most {MOST} {what}; the first are written"),
            );
        }
    }
    let (layers, per) = (layers.min(MOST), per.min(MOST));
    let corners = triangles(mesh, bound);
    out.extend([0, layers as u8, per as u8]);
    out.extend((count as u32).to_le_bytes());
    out.extend((corners.len() as u32 / 3).to_le_bytes());
    for vertex in 0..count {
        let position = Vec3::from(mesh.positions.get(vertex));
        floats(
            out,
            &bound.of_vertex(mesh, vertex).transform_point3(position).to_array(),
        );
    }
    for vertex in 0..count {
        for layer in 0..layers {
            floats(out, &mesh.uvs.get(layer).map_or([0.0; 2], |layer| layer.get(vertex)));
        }
    }
    if presence & 2 != 0 {
        let normals = if mesh.normals.is_empty() {
            Vec::new()
        } else {
            normals(mesh, bound)
        };
        (0..count).for_each(|vertex| floats(out, normals.get(vertex).unwrap_or(&[0.0, 0.0, 1.0])));
    }
    if presence & 4 != 0 {
        for vertex in 0..count {
            let color = mesh.colors.first().map_or([1.0; 4], |layer| layer.get(vertex));
            out.extend(color.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8));
        }
    }
    if let Some(skin) = skin.filter(|_| presence & 8 != 0) {
        let width = UintWidth::of(model.skeleton.len() as u32);
        for influence in (0..count).flat_map(|vertex| vertex * stride..vertex * stride + per) {
            let bone = skin.bones[mesh.influences.slots.get(influence) as usize];
            uint(out, model.skeleton.file_index(bone) as u32, width);
            floats(out, &[mesh.influences.weights.get(influence)]);
        }
    }
    let width = UintWidth::of(count as u32);
    for [a, b, c] in corners.as_chunks::<3>().0 {
        // Clockwise, as the format has them.
        [b, a, c].into_iter().for_each(|corner| uint(out, *corner, width));
    }
    for layer in 0..layers {
        let material = mesh
            .material
            .filter(|_| layer == 0)
            .map_or(-1, |material| material.get() as i32);
        out.extend(material.to_le_bytes());
    }
}

fn write_material(
    scene: &Scene,
    (material, slots): (&Material, &CastSlots),
    out: &mut Vec<u8>,
    losses: &mut Diagnostics,
) {
    let images = IMAGES.map(|names| {
        let texture = slots.iter().find_map(|slot| match slot.source {
            SlotSource::Texture(texture) if names.contains(&&*slot.name) => Some(texture),
            _ => None,
        });
        texture.map_or("", |texture| &scene.textures[texture.get()])
    });
    for slot in slots {
        let is_image = IMAGES.iter().any(|names| names.contains(&&*slot.name));
        let is_texture = matches!(slot.source, SlotSource::Texture(_));
        if is_image && is_texture || matches!(slot.source, SlotSource::NoPath | SlotSource::Missing) {
            continue;
        }
        losses.report(
            rule::X_LOST,
            || place("material", &material.name),
            || match is_texture {
                true => format!(
                    "SEModel has diffuse, normal and specular images alone; {} is left out",
                    slot.name
                ),
                false => format!(
                    "SEModel materials have images alone; the color of {} is left out",
                    slot.name
                ),
            },
        );
    }
    text(out, &material.name);
    out.push(1);
    images.into_iter().for_each(|image| text(out, image));
}
