//! Row 29: sub shapes are loaded from the files they name, in the folder of the file and never outside, cycles and depth cut.

use crate::shape_file::samples::triangle;
use crate::shape_file::{Draft, SubShape, Switches, write};
use castview::files::{MAX_DEPTH, open_file, open_instances};
use castview::session::{FileKey, OpenedFile, Target};
use glam::Vec3;
use std::path::Path;

fn sub(file: &str, x: f32) -> SubShape {
    SubShape {
        name: format!("sub {x}"),
        file: file.into(),
        position: [x, 0.0, 1.0],
        rotation: [0.0; 3],
        scale: [1.0; 3],
    }
}

/// One triangle, and `sub_shapes`.
fn shape(sub_shapes: Vec<SubShape>) -> Draft {
    Draft {
        sub_shapes,
        ..triangle()
    }
}

fn store(folder: &Path, name: &str, draft: &Draft) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
    std::fs::write(path, write(draft, &Switches::default())).expect("writable");
}

fn open(path: &Path) -> OpenedFile {
    let mut opened = open_file(path, FileKey(1), &[], &mut |_| true).expect("opens");
    let mut last = 1;
    let mut new_key = || {
        last += 1;
        FileKey(last)
    };
    open_instances(&mut opened, path, &[], &mut new_key, &mut |_, _| true).expect("nothing stops it");
    opened.file
}

/// Name of each file that stands there, and where; boxes come last.
fn stands(file: &OpenedFile) -> Vec<(&str, Vec<[f32; 3]>)> {
    let at = |matrix: &glam::Affine3A| Vec3::from(matrix.translation).to_array();
    let files = file.instances.files.iter();
    files
        .map(|one| (one.name.as_str(), one.stands.placements.iter().map(at).collect()))
        .collect()
}

fn reports(file: &OpenedFile) -> Vec<&str> {
    file.diagnostics.items().iter().map(|item| item.id).collect()
}

#[test]
fn each_file_is_read_once_and_stands_mirrored_where_it_is_placed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let parts = vec![sub("Parts/Bogie.shape", -3.0), sub("parts\\bogie", 3.0)];
    store(folder.path(), "coach.Shape", &shape(parts));
    // Paths of a sub shape start in its own folder.
    store(
        folder.path(),
        "parts/bogie.Shape",
        &shape(vec![sub("wheel.Shape", 0.5)]),
    );
    store(folder.path(), "parts/wheel.Shape", &shape(Vec::new()));
    let file = open(&folder.path().join("coach.Shape"));
    assert_eq!(
        stands(&file),
        [
            ("bogie.Shape", vec![[-3.0, 0.0, -1.0], [3.0, 0.0, -1.0]]),
            ("wheel.Shape", vec![[-2.5, 0.0, -2.0], [3.5, 0.0, -2.0]])
        ]
    );
    assert_eq!(reports(&file), [""; 0]);
    assert_eq!(file.instances.missing_count(), 0);
}

/// Turned by yaw about +Y, left-handed: what lies along +X then lies along −Z of the file, +Z of the scene.
#[test]
fn a_sub_shape_turns_as_lights_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let turned = SubShape {
        rotation: [std::f32::consts::FRAC_PI_2, 0.0, 0.0],
        scale: [2.0; 3],
        ..sub("bogie.Shape", 0.0)
    };
    store(folder.path(), "coach.Shape", &shape(vec![turned]));
    store(folder.path(), "bogie.Shape", &shape(Vec::new()));
    let file = open(&folder.path().join("coach.Shape"));
    let placement = file.instances.files[0].stands.placements[0];
    let x = placement.transform_vector3(Vec3::X);
    assert!(x.abs_diff_eq(Vec3::Z * 2.0, 1e-5), "{x}");
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let outer = tempfile::tempdir().expect("a temporary folder");
    let folder = outer.path().join("coach");
    store(outer.path(), "secret.Shape", &shape(Vec::new()));
    store(&folder, "inside.Shape", &shape(Vec::new()));
    std::fs::write(folder.join("hero.cast"), b"cast").expect("writable");
    let secret = outer.path().join("secret.Shape");
    let outside = [
        "../secret.Shape",
        &*secret.to_string_lossy(),
        "//host/secret.Shape",
        "hero.cast",
    ];
    let mut subs: Vec<SubShape> = outside.iter().map(|path| sub(path, 0.0)).collect();
    // Of a path that leads out only the name is looked for.
    subs.push(sub("..\\..\\inside.Shape", 7.0));
    // What names nothing is left out and said.
    subs.push(sub("", 0.0));
    store(&folder, "coach.Shape", &shape(subs));
    let file = open(&folder.join("coach.Shape"));
    assert_eq!(stands(&file)[0], ("inside.Shape", vec![[7.0, 0.0, -1.0]]));
    assert_eq!(file.instances.missing_count(), outside.len());
    assert_eq!(reports(&file), vec!["S29"; outside.len() + 1]);
    // Boxes stand where the others would.
    assert_eq!(stands(&file)[1].1.len(), outside.len());
}

#[test]
fn cycles_and_depth_are_cut() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    store(
        folder.path(),
        "a.Shape",
        &shape(vec![sub("b.Shape", 1.0), sub("a.Shape", 2.0)]),
    );
    store(folder.path(), "b.Shape", &shape(vec![sub("a.Shape", 3.0)]));
    let file = open(&folder.path().join("a.Shape"));
    assert_eq!(stands(&file), [("b.Shape", vec![[1.0, 0.0, -1.0]])]);
    assert_eq!(reports(&file), ["S29"; 2]);
    assert!(matches!(file.instances.targets[1], Target::Missing(_)));
    // A row of ten, each inside the one before.
    for at in 0..10 {
        let next = format!("{}.Shape", at + 1);
        store(folder.path(), &format!("{at}.Shape"), &shape(vec![sub(&next, 1.0)]));
    }
    store(folder.path(), "10.Shape", &shape(Vec::new()));
    let file = open(&folder.path().join("0.Shape"));
    assert_eq!(stands(&file).len(), MAX_DEPTH);
    assert_eq!(reports(&file), ["S29"]);
}
