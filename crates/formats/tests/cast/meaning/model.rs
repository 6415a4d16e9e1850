//! Models, metadata, instances, hair, and the file as a whole. cast.md rows 7, 8, 62, 63, 79–81. A40, A45, A46.

use super::{below, lowered, model_of, node, triangle};
use castview_base::core::{Diagnostics, MaterialIndex, SharedBytes, UpAxis};
use castview_base::scene::Metadata;
use castview_formats::cast::{NodeDraft, NodeKind, write};
use castview_formats::{Request, import};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;

#[test]
fn models_have_a_name_and_a_place() {
    let turn = [FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2];
    let placed = node(NodeKind::Model)
        .string("n", "crate")
        .vec3s("p", &[[1.0, 2.0, 3.0]])
        .vec4s("r", &[turn])
        .vec3s("s", &[[2.0, 1.0, -1.0]]);
    let (scene, reports) = lowered([placed, node(NodeKind::Model)]);
    assert_eq!(reports, [""; 0]);
    assert_eq!(
        (scene.models[0].name.as_str(), scene.models[1].name.as_str()),
        ("crate", "stem")
    );
    let placement = scene.models[0].placement;
    assert_eq!(
        (placement.translation, placement.scale),
        (Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 1.0, -1.0))
    );
    assert!(placement.rotation.abs_diff_eq(Quat::from_array(turn), 1e-6));
    assert_eq!(scene.models[1].placement, Default::default());
}

#[test]
fn broken_placements_are_repaired() {
    let broken = node(NodeKind::Model)
        .vec3s("p", &[[f32::NAN; 3]])
        .vec4s("r", &[[0.0; 4]])
        .vec3s("s", &[[f32::INFINITY, 2.0, 2.0]]);
    let (scene, reports) = lowered([broken]);
    assert_eq!(reports, ["C48 model[0].p", "C50 model[0].r", "C52 model[0].s"]);
    let placement = scene.models[0].placement;
    assert_eq!(
        (placement.translation, placement.rotation),
        (Vec3::ZERO, Quat::IDENTITY)
    );
    assert_eq!(placement.scale, Vec3::new(1.0, 2.0, 2.0));
}

#[test]
fn rows_7_and_8_several_roots_and_none_at_all() {
    let model = |name: &str| node(NodeKind::Model).string("n", name);
    let roots = [
        node(NodeKind::Root).children([model("a"), model("b")]),
        model("c"),
        node(NodeKind::Root).child(model("d")),
    ];
    let import = import(SharedBytes::from(write(&roots)), &Request::alone("stem")).expect("valid");
    let names: Vec<&str> = import.scene.models.iter().map(|model| model.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    assert_eq!(import.diagnostics.count("C7"), 1);
}

#[test]
fn nodes_in_strange_places_are_noted() {
    let (scene, reports) = lowered([
        triangle(),
        node(NodeKind::Model).children([node(NodeKind::Bone), node(NodeKind::Model)]),
        node(NodeKind::Animation).floats("fr", &[30.0]).child(triangle()),
    ]);
    assert_eq!(
        reports,
        [
            "C19 mesh[0]",
            "C19 model[0]/bone[0]",
            "C19 model[0]/model[0]",
            "C19 animation[0]/mesh[0]"
        ]
    );
    assert_eq!((scene.models.len(), scene.models[0].meshes.len()), (1, 0));
}

#[test]
fn rows_80_and_81_metadata() {
    let first = node(NodeKind::Metadata)
        .string("a", "Ann")
        .string("s", "tool 1")
        .string("up", "y")
        .string("sr", "..");
    let (scene, reports) = lowered([first, node(NodeKind::Metadata).string("a", "Bob")]);
    assert_eq!(reports, ["C80 metadata[1]"]);
    let wanted = Metadata {
        author: Some("Ann".into()),
        software: Some("tool 1".into()),
        in_meters: false,
        up: Some(UpAxis::Y),
        certain_up: None,
        scene_root: Some("..".into()),
    };
    assert_eq!(scene.metadata, wanted);
    for (text, up, reports) in [
        ("x", Some(UpAxis::X), 0),
        (" +Z ", Some(UpAxis::Z), 0),
        ("-Y", Some(UpAxis::Y), 0),
        ("up", None, 1),
    ] {
        let (scene, found) = lowered([node(NodeKind::Metadata).string("up", text)]);
        assert_eq!((scene.metadata.up, found.len()), (up, reports), "{text}");
        assert!(found.iter().all(|report| report == "C81 metadata[0].up"));
    }
    // Blender's add-on turns nothing and writes y whatever it has.
    let blender = node(NodeKind::Metadata)
        .string("s", "Cast v1.99 for Blender v4.5.15")
        .string("up", "y");
    let metadata = lowered([blender]).0.metadata;
    assert_eq!((metadata.up, metadata.certain_up), (Some(UpAxis::Y), Some(UpAxis::Z)));
    // cast.md A40: what a missing axis means is decided where the scene is shown.
    assert_eq!(lowered([]).0.metadata, Metadata::default());
}

fn instance(hash: u64) -> NodeDraft {
    node(NodeKind::Instance)
        .u64s("rf", &[hash])
        .vec3s("p", &[[1.0, 0.0, 0.0]])
}

#[test]
fn row_79_instances_need_a_file() {
    let file = |path: &str| node(NodeKind::File).hash(4).string("p", path);
    let (scene, reports) = lowered([
        instance(4).child(file(r"props\rock.cast")),
        instance(4)
            .string("n", "named")
            .vec3s("s", &[[2.0; 3]])
            .child(file("a/b.c.cast")),
        instance(5).child(file("x.cast")),
        instance(4).child(file("")),
        node(NodeKind::Instance).child(file("x.cast")),
    ]);
    assert_eq!(
        reports,
        [
            "C29 instance[2].rf",
            "C79 instance[2]",
            "C79 instance[3]",
            "C79 instance[4]"
        ]
    );
    let found: Vec<_> = scene.instances.iter().map(|i| (&*i.name, &*i.path)).collect();
    assert_eq!(found, [("rock", r"props\rock.cast"), ("named", "a/b.c.cast")]);
    assert_eq!(
        (
            scene.instances[0].placement.translation,
            scene.instances[1].placement.scale
        ),
        (Vec3::X, Vec3::splat(2.0))
    );
}

fn hair(segments: &[u32], points: usize) -> NodeDraft {
    node(NodeKind::Hair)
        .uints("se", segments)
        .vec3s("pt", &vec![[1.0; 3]; points])
}

/// First and one past the last point of each strand.
fn ends(hair: &castview_base::scene::Hair) -> Vec<(u32, u32)> {
    hair.strands.iter().map(|strand| (strand.start, strand.end)).collect()
}

#[test]
fn rows_62_and_63_strands() {
    for (draft, strands, reports) in [
        (hair(&[2, 1], 5), vec![(0, 3), (3, 5)], vec![]),
        (hair(&[2, 1], 4), vec![(0, 3)], vec!["C62 se"]),
        (hair(&[2, 1], 9), vec![(0, 3), (3, 5)], vec!["C62 se"]),
        (hair(&[u32::MAX, 1], 9), vec![], vec!["C62 se"]),
        (hair(&[1, 0, 1], 5), vec![(0, 2), (3, 5)], vec!["C63 se"]),
        (hair(&[], 3), vec![], vec!["C62"]),
    ] {
        let (model, found) = model_of([draft]);
        assert_eq!(below(found, "model[0]/hair[0]"), reports);
        assert_eq!(ends(&model.hairs[0]), strands);
    }
    let material = node(NodeKind::Material).hash(2).string("n", "fur").string("t", "pbr");
    let mut wild = vec![[1.0; 3]; 5];
    wild[3] = [f32::NAN; 3];
    let draft = node(NodeKind::Hair)
        .string("n", "mane")
        .uints("se", &[2, 1])
        .vec3s("pt", &wild)
        .u64s("m", &[2]);
    let (model, reports) = model_of([draft, material]);
    let hair = &model.hairs[0];
    assert_eq!(
        (hair.name.as_str(), hair.material, reports),
        (
            "mane",
            Some(MaterialIndex::new(0)),
            vec!["C48 model[0]/hair[0].pt".to_owned()]
        )
    );
    assert_eq!((ends(hair), hair.points.get(3)), (vec![(0, 3)], [1.0; 3]));
}

/// The same file gives the same scene and the same reports on one thread and on many.
#[test]
fn threads_change_nothing() {
    let mut positions: Vec<[f32; 3]> = (0..70_000)
        .map(|i| [(i as f32).sin(), (i as f32 * 0.7).cos(), -0.0])
        .collect();
    positions[40_000] = [f32::NAN; 3];
    let faces: Vec<u32> = (0..210_000).map(|i| (i * 7 + i / 3) % 70_001).collect();
    let mesh = node(NodeKind::Mesh)
        .vec3s("vp", &positions)
        .uints("f", &faces)
        .vec3s("vn", &positions);
    let file = write(&[node(NodeKind::Root).child(node(NodeKind::Model).children([mesh.clone(), mesh, triangle()]))]);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| {
            let import = import(SharedBytes::from(file.clone()), &Request::alone("stem")).expect("valid");
            let reports = |all: &Diagnostics| all.items().iter().map(|d| format!("{d:?}")).collect::<Vec<_>>();
            (
                format!("{:?}", Bits(&import.scene.models[0])),
                reports(&import.diagnostics),
            )
        })
    };
    assert_eq!(run(1), run(4));
}

/// A model's arrays as bits.
struct Bits<'a>(&'a castview_base::scene::Model);

impl std::fmt::Debug for Bits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for mesh in &self.0.meshes {
            let vectors = |list: Vec<[f32; 3]>| list.into_iter().flatten().map(f32::to_bits).collect::<Vec<u32>>();
            let bounds = [mesh.bounds.min.to_array(), mesh.bounds.max.to_array()].concat();
            write!(f, "{:?}", bounds.into_iter().map(f32::to_bits).collect::<Vec<_>>())?;
            write!(
                f,
                "{:?}{:?}",
                vectors(mesh.positions.to_vec()),
                vectors(mesh.normals.to_vec())
            )?;
            write!(f, "{:?}", mesh.triangles.iter().collect::<Vec<_>>())?;
        }
        Ok(())
    }
}
