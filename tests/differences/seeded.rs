//! A file with one change: that change is named, and nothing else.
//!
//! Every row of the seeds makes one kind of change, at a place drawn by chance, in every file that has such a thing.

use crate::content::{Content, Seed, bone_of, contents};
use crate::{seeds_model, seeds_other};
use castview::compare::{DifferenceKind, DifferencePart, FileDifference, Tolerance, compare, summary};
use castview::core::{Stream, Transform};
use castview::glam::Vec3;
use castview::scene::{Bone, Mesh, Model, Scene, Skeleton};
use castview_testkit::rigs::Dice;
use std::collections::BTreeSet;

fn seeds() -> impl Iterator<Item = &'static (DifferencePart, DifferenceKind, &'static str, Seed)> {
    seeds_model::SEEDS.iter().chain(seeds_other::SEEDS)
}

fn kinds(found: &[FileDifference]) -> Vec<(DifferencePart, DifferenceKind, &'static str)> {
    found.iter().map(|one| (one.part, one.change, one.property)).collect()
}

#[test]
fn one_change_is_named_and_nothing_else() {
    let mut seeded = BTreeSet::new();
    for (name, before) in contents() {
        let file = before.opened();
        let again = compare(&file, &before.opened(), &Tolerance::NONE);
        assert_eq!(kinds(&again), [], "{name} and itself");
        for (at, (part, change, property, seed)) in seeds().enumerate() {
            for dice in 0..4 {
                let mut after = Content {
                    scene: before.scene.clone(),
                    textures: before.textures.clone(),
                };
                if seed(&mut after, &mut Dice::new(dice)).is_none() {
                    continue;
                }
                seeded.insert(at);
                let what = format!("{name}, {part:?} {change:?} {property}, {dice}");
                let other = after.opened();
                let found = compare(&file, &other, &Tolerance::default());
                let told: Vec<String> = found.iter().map(FileDifference::told).collect();
                assert_eq!(kinds(&found), [(*part, *change, *property)], "{what}: {told:?}");
                assert!(
                    !summary(&found).is_empty() && told[0].starts_with(part.word()),
                    "{what}: {told:?}"
                );
                // Seen from the other side.
                let back = match change {
                    DifferenceKind::Extra => DifferenceKind::Missing,
                    change => *change,
                };
                let found = compare(&other, &file, &Tolerance::default());
                assert_eq!(kinds(&found), [(*part, back, *property)], "{what}, turned around");
            }
        }
    }
    let never = seeds().enumerate().filter(|(at, _)| !seeded.contains(at));
    let never: Vec<_> = never
        .map(|(_, (part, change, property, _))| (part, change, property))
        .collect();
    assert!(never.is_empty(), "no file has {never:?}");
}

/// Numbers within the tolerance are equal, and the line of a reload counts kinds.
#[test]
fn small_differences_are_none_and_many_are_one_line() {
    let (_, before) = contents().swap_remove(0);
    let mut after = Content {
        scene: before.scene.clone(),
        textures: before.textures.clone(),
    };
    after.model().expect("a model").placement.translation.x += 5e-5;
    assert_eq!(
        kinds(&compare(&before.opened(), &after.opened(), &Tolerance::default())),
        []
    );
    let bones = &mut after.model().expect("a model").skeleton;
    let mut moved: Vec<Bone> = (0..bones.len()).map(|at| bone_of(bones, at)).collect();
    moved.iter_mut().for_each(|bone| bone.rest.translation.y += 1.0);
    let count = moved.len();
    *bones = Skeleton::new(moved).expect("bones");
    after.scene.textures.push("new.png".into());
    let found = compare(&before.opened(), &after.opened(), &Tolerance::default());
    assert_eq!(summary(&found), format!("{count} bones moved, 1 texture new"));
    assert_eq!(summary(&[]), "");
}

/// Many meshes that share their vertices, and bones with one parent and other names, cost no more than their number.
#[test]
fn shared_vertices_are_compared_once_and_leftovers_are_bounded() {
    let positions: Stream<[f32; 3]> = vec![[0.5; 3]; 200_000].into();
    let moved: Stream<[f32; 3]> = vec![[1.5; 3]; 200_000].into();
    let scene = |positions: &Stream<[f32; 3]>, prefix: &str| {
        let mesh = |at: usize| Mesh {
            name: format!("mesh {at}"),
            positions: positions.clone(),
            ..Mesh::default()
        };
        let bone = |at: usize| Bone {
            name: format!("{prefix}{at}"),
            rest: Transform {
                translation: Vec3::splat(prefix.len() as f32),
                ..Transform::IDENTITY
            },
            ..Bone::default()
        };
        let model = Model {
            meshes: (0..20_000).map(mesh).collect(),
            skeleton: Skeleton::new((0..20_000).map(bone).collect()).expect("roots"),
            ..Model::default()
        };
        Content::of(Scene {
            models: vec![model],
            ..Scene::default()
        })
    };
    // Element by element these would be four thousand million comparisons, or as many of names.
    let found = compare(
        &scene(&positions, "a").opened(),
        &scene(&moved, "somewhere else entirely ").opened(),
        &Tolerance::default(),
    );
    let meshes = found.iter().filter(|one| one.part == DifferencePart::Mesh).count();
    assert_eq!(meshes, 20_000);
}
