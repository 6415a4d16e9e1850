//! Whether vertex colors of a Cast file multiply the base colors of surfaces: the format leaves that open.
//!
//! In: a scene, and what the user decided. Out: the choice, and surfaces that follow it. Many games keep masks in vertex colors, so they are
//! data unless the user says otherwise (docs/formats/cast.md §3.5, A9), or a material has nothing else to show.

use super::rules::common as rule;
use castview_base::core::{Choice, Diagnostics, Options, Place};
use castview_base::scene::{Model, Scene};

const KEY: &str = "vertex-colors";
const AUTO: &str = "auto";
const DATA: &str = "data";
const MULTIPLY: &str = "multiply";

/// Makes the surfaces of `scene` follow `options`. `None`: no mesh has vertex colors that its material leaves out.
pub fn choose(scene: &mut Scene, options: &Options) -> Option<Choice> {
    let left_out: Vec<Vec<usize>> = scene.models.iter().map(left_out).collect();
    let count: usize = left_out.iter().map(Vec::len).sum();
    if count == 0 {
        return None;
    }
    let chosen = match options.get(KEY) {
        Some(DATA) => DATA,
        Some(MULTIPLY) => MULTIPLY,
        _ => AUTO,
    };
    let mut tinted = 0;
    for (model, materials) in scene.models.iter_mut().zip(left_out) {
        for material in materials {
            let material = &mut model.materials[material];
            material.surface.vertex_colors = match chosen {
                AUTO => material.slots.is_empty(),
                chosen => chosen == MULTIPLY,
            };
            tinted += usize::from(material.surface.vertex_colors);
        }
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    Some(Choice {
        key: KEY,
        title: "Vertex colors",
        values: vec![
            (AUTO.into(), "Where a material has nothing else".into()),
            (DATA.into(), "Data, seen as a view only".into()),
            (MULTIPLY.into(), "Multiply the base colors".into()),
        ],
        chosen: chosen.into(),
        outcome: match tinted {
            0 => "data: many games keep masks there".into(),
            tinted if tinted == count => format!("tint {count} material{}", plural(count)),
            tinted => format!("tint {tinted} of {count} materials, which have nothing else"),
        },
        is_offer: false,
    })
}

/// Reports layers of vertex colors that nothing shows, whatever the format.
pub fn check_colors(scene: &Scene, diagnostics: &mut Diagnostics) {
    let meshes = scene.models.iter();
    for (model, mesh) in meshes.flat_map(|model| model.meshes.iter().map(move |mesh| (model, mesh))) {
        let unseen = mesh.colors.len() - model.shown_colors(mesh);
        if unseen == 0 {
            continue;
        }
        let place = || Place {
            node_path: format!("mesh {} of {}", mesh.name, model.name),
            offset: 0,
        };
        diagnostics.report(rule::V1, place, || match mesh.colors.len() {
            1 => "its layer of vertex colors is shown by nothing".into(),
            all => format!("{unseen} of {all} layers of vertex colors are shown by nothing"),
        });
    }
}

/// Materials of meshes with vertex colors that do not multiply.
fn left_out(model: &Model) -> Vec<usize> {
    let mut materials: Vec<usize> = model
        .meshes
        .iter()
        .filter(|mesh| !mesh.colors.is_empty())
        .filter_map(|mesh| Some(mesh.material?.get()))
        .filter(|material| (model.materials.get(*material)).is_some_and(|material| !material.surface.vertex_colors))
        .collect();
    materials.sort_unstable();
    materials.dedup();
    materials
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::{MaterialIndex, TextureIndex};
    use castview_base::scene::{ColorLayer, Material, Mesh, Slot, SlotSource};

    fn textured() -> Material {
        let slot = Slot {
            name: "albedo".into(),
            source: SlotSource::Texture(TextureIndex::new(0)),
            lookup: Default::default(),
        };
        Material {
            slots: vec![slot],
            ..Material::default()
        }
    }

    fn scene() -> Scene {
        let mesh = |material, colors| Mesh {
            material: Some(MaterialIndex::new(material)),
            colors,
            ..Mesh::default()
        };
        let layer = || vec![ColorLayer::Float(Vec::new().into())];
        Scene {
            models: vec![Model {
                meshes: vec![mesh(0, layer()), mesh(1, Vec::new()), mesh(0, layer())],
                materials: vec![textured(), Material::default()],
                ..Model::default()
            }],
            ..Scene::default()
        }
    }

    #[test]
    fn vertex_colors_are_data_until_the_user_says_that_they_multiply() {
        let tints = |scene: &Scene| -> Vec<bool> {
            let materials = scene.models[0].materials.iter();
            materials.map(|material| material.surface.vertex_colors).collect()
        };
        let mut data = scene();
        let choice = choose(&mut data, &Options::NONE).expect("a choice");
        assert_eq!((choice.chosen.as_str(), tints(&data)), (AUTO, vec![false, false]));
        let mut tinted = scene();
        let choice = choose(&mut tinted, &Options::NONE.with(KEY, MULTIPLY)).expect("a choice");
        assert_eq!(choice.outcome, "tint 1 material");
        assert_eq!(tints(&tinted), [true, false], "only where there are colors");
        let asked_again = choose(&mut tinted, &Options::NONE);
        assert_eq!(asked_again, None, "they do already");
    }

    #[test]
    fn vertex_colors_are_seen_where_a_material_has_nothing_else() {
        let bare = || {
            let mut scene = scene();
            scene.models[0].meshes[1].colors = vec![ColorLayer::Float(Vec::new().into())];
            scene
        };
        for (options, wanted, outcome) in [
            (
                Options::NONE,
                [false, true],
                "tint 1 of 2 materials, which have nothing else",
            ),
            (
                Options::NONE.with(KEY, DATA),
                [false, false],
                "data: many games keep masks there",
            ),
            (Options::NONE.with(KEY, MULTIPLY), [true, true], "tint 2 materials"),
        ] {
            let mut scene = bare();
            let choice = choose(&mut scene, &options).expect("a choice");
            let materials = scene.models[0].materials.iter();
            assert!(
                materials.map(|material| material.surface.vertex_colors).eq(wanted),
                "{outcome}"
            );
            assert_eq!(choice.outcome, outcome);
        }
        let mut model = bare().models.remove(0);
        model.meshes[0].material = None;
        assert_eq!(
            model.shown_colors(&model.meshes[0]),
            1,
            "without a material they are all there is"
        );
    }
}
