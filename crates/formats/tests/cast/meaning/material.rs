//! cast.md rows 28–30, 75, 76 and materials (2.10–2.12, 3.12). A34–A36, A42.

use super::{model_of, node, triangle};
use castview_base::core::MaterialIndex;
use castview_base::scene::{ColorSpace, Scene, SlotSource, Workflow};
use castview_formats::cast::{NodeDraft, NodeKind};
use glam::Vec4;

fn file(hash: u64, path: &str) -> NodeDraft {
    node(NodeKind::File).hash(hash).string("p", path)
}

fn color(hash: u64) -> NodeDraft {
    node(NodeKind::Color)
        .hash(hash)
        .vec4s("rgba", &[[0.5, 0.25, 1.0, 0.75]])
}

fn material(name: &str) -> NodeDraft {
    node(NodeKind::Material).string("n", name).string("t", "pbr")
}

/// A scene with one model of these nodes.
fn scene_of(nodes: impl IntoIterator<Item = NodeDraft>) -> (Scene, Vec<String>) {
    super::lowered([node(NodeKind::Model).children(nodes)])
}

#[test]
fn slots_keep_the_order_of_the_properties() {
    let draft = material("skin")
        .u64s("metal", &[1])
        .u64s("ALBEDO", &[2])
        .u64s("extra", &[3])
        .u64s("estrength", &[3])
        .u64s("diffuse", &[1])
        .children([
            file(1, "a.png"),
            file(2, r"_images\b.png"),
            color(3).string("cs", "linear"),
        ]);
    let (scene, reports) = scene_of([draft]);
    assert_eq!(reports, ["C21 model[0]/material[0].ALBEDO"]);
    let material = &scene.models[0].materials[0];
    let names: Vec<&str> = material.slots.iter().map(|slot| &*slot.name).collect();
    assert_eq!(names, ["metal", "albedo", "extra", "estrength", "diffuse"]);
    assert_eq!((material.name.as_str(), &*material.kind), ("skin", "pbr"));
    // cast.md A36, A35.
    assert_eq!(material.surface.workflow, Workflow::Metalness);
    assert_eq!(material.base_color().map(|slot| &*slot.name), Some("albedo"));
    let rgba = Vec4::new(0.5, 0.25, 1.0, 0.75);
    assert_eq!(
        material.slots[2].source,
        SlotSource::Color {
            rgba,
            space: ColorSpace::Linear
        }
    );
    // Each path once, as the file spells it.
    assert_eq!(scene.textures, ["a.png", r"_images\b.png"]);
    assert_eq!(material.slots[0].source, material.slots[4].source);
}

#[test]
fn textures_are_shared_between_materials_and_models() {
    let one = |path| material("m").u64s("albedo", &[9]).child(file(9, path));
    let models = [
        node(NodeKind::Model).children([one("x.png"), one("y.png")]),
        node(NodeKind::Model).children([one("y.png")]),
    ];
    let (scene, reports) = super::lowered(models);
    assert_eq!(
        (scene.textures.clone(), reports),
        (vec!["x.png".to_owned(), "y.png".to_owned()], vec![])
    );
    assert_eq!(
        scene.models[1].materials[0].slots[0].source,
        scene.models[0].materials[1].slots[0].source
    );
}

#[test]
fn row_75_colors_without_value_or_with_a_strange_space() {
    for (color, wanted, reports) in [
        (color(1), Some(ColorSpace::Srgb), vec![]),
        (color(1).string("cs", "srgb"), Some(ColorSpace::Srgb), vec![]),
        (
            color(1).string("cs", "acescg"),
            Some(ColorSpace::Srgb),
            vec!["C75 model[0]/material[0]/color[0].cs"],
        ),
        (
            node(NodeKind::Color).hash(1),
            None,
            vec!["C75 model[0]/material[0]/color[0]"],
        ),
        (
            node(NodeKind::Color).hash(1).vec4s("rgba", &[[f32::NAN; 4]]),
            None,
            vec!["C75 model[0]/material[0]/color[0]"],
        ),
    ] {
        let (model, found) = model_of([material("m").u64s("albedo", &[1]).child(color)]);
        assert_eq!(found, reports);
        let space = match model.materials[0].slots[0].source {
            SlotSource::Color { space, .. } => Some(space),
            SlotSource::Missing => None,
            other => panic!("{other:?}"),
        };
        assert_eq!(space, wanted);
    }
}

#[test]
fn row_76_files_without_a_path() {
    for empty in [node(NodeKind::File).hash(1), file(1, "")] {
        let (scene, reports) = scene_of([material("m").u64s("albedo", &[1]).child(empty)]);
        assert_eq!(reports, ["C76 model[0]/material[0]/file[0]"]);
        assert_eq!(scene.models[0].materials[0].slots[0].source, SlotSource::NoPath);
        assert!(scene.textures.is_empty());
    }
}

#[test]
fn rows_28_to_30_links() {
    let draft = material("m").u64s("albedo", &[5]).u64s("normal", &[6]).u64s("ao", &[7]);
    let strange = node(NodeKind::Metadata).hash(7);
    let (model, reports) = model_of([draft.children([file(5, "first.png"), color(5), strange])]);
    assert_eq!(
        reports,
        [
            "C19 model[0]/material[0]/metadata[0]",
            "C28 model[0]/material[0].albedo",
            "C29 model[0]/material[0].normal",
            "C30 model[0]/material[0].ao",
        ]
    );
    let sources: Vec<bool> = model.materials[0]
        .slots
        .iter()
        .map(|slot| slot.source == SlotSource::Missing)
        .collect();
    assert_eq!(sources, [false, true, true]);
}

/// cast.md A42: hash 0 everywhere, as real files have it. A34: materials of one name stay two.
#[test]
fn links_find_the_first_node_of_their_class() {
    let linked = |hash: u64| triangle().u64s("m", &[hash]);
    let (model, reports) = model_of([
        linked(0),
        linked(8),
        material("same"),
        material("same").hash(8),
        linked(9),
    ]);
    assert_eq!(reports, ["C29 model[0]/mesh[2].m"]);
    let materials: Vec<_> = model.meshes.iter().map(|mesh| mesh.material).collect();
    assert_eq!(
        materials,
        [Some(MaterialIndex::new(0)), Some(MaterialIndex::new(1)), None]
    );
    assert_eq!(model.materials.len(), 2);
    // The same in a model with more children than are searched one by one.
    let many = (0..40)
        .map(|_| triangle())
        .chain([material("a").hash(3), material("b").hash(3), linked(3), linked(0)]);
    let (model, reports) = model_of(many);
    assert_eq!(reports, ["C28 model[0]/mesh[40].m", "C30 model[0]/mesh[41].m"]);
    assert_eq!(model.meshes[40].material, Some(MaterialIndex::new(0)));
}

/// cast.md A44: of two slots of one name the last counts.
#[test]
fn a_repeated_slot_counts_once() {
    let draft = material("m")
        .u64s("albedo", &[1])
        .u64s("normal", &[1])
        .u64s("albedo", &[2]);
    let (scene, reports) = scene_of([draft.children([file(1, "old.png"), file(2, "new.png")])]);
    assert_eq!(reports, ["C22 model[0]/material[0].albedo"]);
    let material = &scene.models[0].materials[0];
    let names: Vec<&str> = material.slots.iter().map(|slot| &*slot.name).collect();
    assert_eq!(names, ["normal", "albedo"]);
    let SlotSource::Texture(texture) = material.slots[1].source else {
        panic!("a texture")
    };
    assert_eq!(scene.textures[texture.get()], "new.png");
}
