//! Files of public bug reports of other tools, of which each shows one kind of irregular file, posed against values by hand.
//!
//! The files are in the shared folder; its `reports/README.md` says what each of them is about.

use castview_testkit::assets::shared_assets;
use castview_testkit::program::Folder;
use glam::{DAffine3, DQuat, DVec3};
use serde_json::Value;

/// Corners of the cube around `center`, in the order in which all of these files have them.
fn cube(center: [f64; 3], half: f64) -> Vec<DVec3> {
    let side = [-half, half];
    let corners = side.iter().flat_map(|x| side.iter().map(move |y| [*x, *y]));
    let corners = corners.flat_map(|[x, y]| side.iter().map(move |z| DVec3::new(x, y, *z)));
    corners.map(|corner| DVec3::from_array(center) + corner).collect()
}

fn moved(by: DAffine3, vertices: Vec<DVec3>) -> Vec<DVec3> {
    vertices.into_iter().map(|vertex| by.transform_point3(vertex)).collect()
}

fn about_z(degrees: f64) -> DAffine3 {
    DAffine3::from_rotation_z(degrees.to_radians())
}

fn at(x: f64, y: f64, z: f64) -> DAffine3 {
    DAffine3::from_translation(DVec3::new(x, y, z))
}

fn scaled(x: f64, y: f64, z: f64) -> DAffine3 {
    DAffine3::from_scale(DVec3::new(x, y, z))
}

fn point(value: &Value) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|axis| value[axis].as_f64().expect("a number")))
}

/// Vertices of all meshes, one mesh after another, in the order of the file. `when`: an option with its value.
fn posed(files: &[&str], when: [&str; 2]) -> Option<Vec<DVec3>> {
    let folder = shared_assets()?.join("reports");
    let paths: Vec<String> = files
        .iter()
        .map(|file| folder.join(file).to_string_lossy().into_owned())
        .collect();
    let mut words = vec!["pose", "--vertices", "--json", when[0], when[1]];
    words.extend(paths.iter().map(String::as_str));
    let pose = Folder::new().run_with(words, &[]).fine().json().remove(0);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let meshes = list(&pose["frames"][0]["models"])
        .into_iter()
        .flat_map(|model| list(&model["meshes"]));
    let vertices = meshes.flat_map(|mesh| list(&mesh["positions"]));
    Some(vertices.map(|vertex| point(&vertex)).collect())
}

/// Every vertex is at one of the `wanted` places, and each of these has one: corners without normals are read apart, a vertex for each face.
fn check(files: &[&str], when: [&str; 2], wanted: &[DVec3]) {
    let Some(got) = posed(files, when) else { return };
    let size = wanted
        .iter()
        .map(|vertex| vertex.abs().max_element())
        .fold(1.0, f64::max);
    let has = |all: &[DVec3], vertex: DVec3| all.iter().any(|other| other.distance(vertex) <= 1e-5 * size);
    for vertex in &got {
        assert!(
            has(wanted, *vertex),
            "{files:?} {when:?}: a vertex is at {vertex}, of {wanted:?}"
        );
    }
    for vertex in wanted {
        assert!(
            has(&got, *vertex),
            "{files:?} {when:?}: no vertex is at {vertex}, of {got:?}"
        );
    }
}

/// One mesh twice, by two skins whose only joints have one name: the second node alone is lifted. Where the nodes of the meshes stand does not
/// count.
#[test]
fn a_mesh_with_two_skins_follows_the_joint_of_each() {
    for (time, lift) in [("0", 0.0), ("1", 4.0)] {
        let wanted = [cube([0.0; 3], 0.2), cube([3.0, 2.0, lift], 0.2)].concat();
        check(&["01-mesh-two-skins-same-joint-names.glb"], ["--time", time], &wanted);
    }
}

#[test]
fn a_turned_child_of_an_uneven_scale_is_sheared() {
    let turn = 2.0 * f64::from(0.422_618_27_f32).asin().to_degrees();
    for (time, turn) in [("0", 0.0), ("1", turn)] {
        let lower = scaled(3.0, 1.0, 1.0) * at(0.0, 1.0, 0.0) * about_z(turn) * at(0.0, -1.0, 0.0);
        let wanted = [
            moved(scaled(3.0, 1.0, 1.0), cube([0.0; 3], 0.2)),
            moved(lower, cube([0.0, 1.2, 0.0], 0.2)),
        ];
        check(
            &["04-nonuniform-scale-rotated-child-joint.glb"],
            ["--time", time],
            &wanted.concat(),
        );
    }
    let sheared = scaled(4.0, 1.0, 1.0) * about_z(45.0);
    check(
        &["20-static-shear.glb"],
        ["--frame", "0"],
        &moved(sheared, cube([0.0; 3], 0.2)),
    );
}

/// An accessor without a view is zeros: a shape that moves nothing.
#[test]
fn a_shape_without_bytes_moves_nothing_and_its_neighbour_moves() {
    for (time, up) in [("0", 0.0), ("0.5", 1.0), ("1", 2.0)] {
        let wanted = [cube([0.0, up, 0.0], 0.2), cube([2.0, 0.0, 0.0], 0.2)].concat();
        check(&["07-morph-accessor-without-bufferview.glb"], ["--time", time], &wanted);
    }
}

/// Whole numbers as weights, that do not say that they are shares of the largest one.
#[test]
fn weights_whose_flag_was_forgotten_are_shares() {
    let wanted = cube([4.0 * 49_151.0 / 65_535.0, 0.0, 0.0], 0.2);
    check(&["13b-u16-weights-flag-forgotten.glb"], ["--frame", "0"], &wanted);
}

#[test]
fn a_spline_through_no_rotation_at_all_turns_nothing() {
    for time in ["0", "0.25", "0.5", "0.75", "1"] {
        check(
            &["14-cubicspline-through-zero-quaternion.glb"],
            ["--time", time],
            &cube([0.0; 3], 0.2),
        );
    }
}

#[test]
fn a_tiny_model_is_as_large_as_its_clip_says() {
    for (time, up) in [("0", 0.0), ("1", 2.0)] {
        check(
            &["16-rest-tiny-clip-100x.glb"],
            ["--time", time],
            &cube([40.0, up, 0.0], 1.0),
        );
    }
}

/// Translations relative to rest, but absolute from the gun down; the arm's rotation says absolute itself.
#[test]
fn an_override_makes_the_gun_and_what_is_below_it_absolute() {
    let rest_arm = at(0.0, 0.0, 10.0) * at(1.0, 2.0, 3.0) * about_z(30.0);
    let rest_clip = rest_arm * at(5.0, -1.0, 0.0);
    let quarter = DAffine3::from_quat(DQuat::from_rotation_z(90f64.to_radians()));
    let arm = at(0.0, 0.0, 10.0) * at(2.0, 3.0, 4.0) * quarter;
    let clip = arm * at(7.0, 1.0, 0.0) * at(0.0, -4.0, 0.0);
    let wanted = [
        moved(arm * rest_arm.inverse(), cube([1.0, 2.0, 13.0], 0.2)),
        moved(clip * rest_clip.inverse(), cube([0.0; 3], 0.2)),
    ];
    for frame in ["0", "12.5", "20"] {
        check(
            &["30-view.cast", "30-view@reload.cast"],
            ["--frame", frame],
            &wanted.concat(),
        );
    }
}
