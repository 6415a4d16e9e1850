//! Numbers that the inspector shows of meshes and materials.

use crate::panels::*;
use castview_base::core::Bounds;
use castview_base::core::{SkinIndex, UpAxis};
use castview_base::scene::{Bone, Influences, Material, Mesh, Metadata, Model, Skeleton, Skin, Surface};
use castview_session::{Message, SelectionAction};
use glam::{Affine3A, Vec3, Vec4};

/// A triangle that is stored a thousand times as large as its bone places it, of green glass.
fn small() -> Session {
    let corners = [Vec3::ZERO, Vec3::new(734.0, 0.0, 0.0), Vec3::new(0.0, 740.0, 0.0)];
    let mesh = Mesh {
        positions: corners.map(|corner| corner.to_array()).to_vec().into(),
        triangles: vec![0, 1, 2].into(),
        bounds: corners.into_iter().collect::<Bounds>(),
        skin: Some(SkinIndex::new(0)),
        influences: Influences::rigid(3),
        material: Some(MaterialIndex::new(0)),
        ..Mesh::default()
    };
    let glass = Material {
        name: "glass".into(),
        surface: Surface {
            base_color: Vec4::new(0.1, 0.8, 0.2, 1.0),
            emissive: Vec3::ONE,
            transmission: 1.0,
            ..Surface::default()
        },
        ..Material::default()
    };
    let model = Model {
        name: "car".into(),
        skeleton: Skeleton::new(vec![Bone::default()]).expect("one bone"),
        skins: vec![Skin {
            bones: vec![BoneIndex::new(0)],
            bone_from_mesh: vec![Some(Affine3A::from_scale(Vec3::splat(1e-3)))],
        }],
        meshes: vec![mesh],
        materials: vec![glass],
        ..Model::default()
    };
    let scene = Scene {
        models: vec![model],
        metadata: Metadata {
            up: Some(UpAxis::Y),
            ..Metadata::default()
        },
        ..Scene::default()
    };
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), "car.gltf", scene)],
        placement: Placement::Replace,
    });
    session
}

fn inspecting(part: impl Fn(castview_picture::PlacedKey) -> Selected) -> Panels {
    let mut session = small();
    let part = part(session.stage().models()[0].key);
    session.apply(Action::Selection(SelectionAction::Select(Some(part))));
    let mut harness = window(session);
    harness.run_steps(3);
    harness
}

#[test]
fn the_size_of_a_mesh_at_rest_is_that_in_the_model() {
    let harness = inspecting(|model| Selected::Mesh(model, MeshIndex::new(0)));
    let label = harness.query_all_by_label_contains("size at rest: ").next();
    let label = label
        .and_then(|node| node.accesskit_node().label())
        .expect("it is told");
    let said = "0.73×0.74×0.00 units";
    assert_eq!(label, format!("size at rest: {said}"));
    // Nothing of it is cut off.
    let font = egui::TextStyle::Monospace.resolve(&harness.ctx.global_style());
    let whole = harness.ctx.fonts_mut(|fonts| {
        let laid_out = fonts.layout_no_wrap(said.into(), font, egui::Color32::WHITE);
        laid_out.size().x
    });
    let shown = harness.get_by_label(&label).rect();
    assert!(shown.width() >= whole + size::ICON, "{shown:?} for {whole}");
}

#[test]
fn a_material_without_slots_is_drawn_by_its_values() {
    let harness = inspecting(|model| Selected::Material(model, MaterialIndex::new(0)));
    for words in [
        "No slots: drawn by the values above.",
        "base color",
        "emissive",
        "transmission",
    ] {
        assert!(harness.query_all_by_label_contains(words).next().is_some(), "{words}");
    }
}
