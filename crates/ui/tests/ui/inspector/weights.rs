//! The inspector's words on weights: the vertices of a bone, the influences of a mesh and their faults.

use crate::big_rig;
use crate::panels::*;
use crate::shell::questions::Asking;
use crate::tree::deep_rig::painted;
use castview_base::scene::Influences;
use castview_picture::ColorBy;
use castview_session::SelectionAction;
use castview_session::probe;
use castview_session::stage;
use castview_session::view;

fn inspector(harness: &Panels) -> Vec<String> {
    painted(harness, Rect::from_min_max(pos2(960.0, 0.0), pos2(1280.0, 2000.0)))
}

/// Text that stands right of `label`.
fn fact(said: &[String], label: &str) -> String {
    let at = said.iter().position(|text| text == label);
    said[at.unwrap_or_else(|| panic!("no {label}: {said:?}")) + 1].clone()
}

#[test]
fn which_vertices_does_this_bone_move() {
    let mut asking = Asking::of("hand_l");
    let said = inspector(&asking.harness);
    assert_eq!(
        fact(&said, "moves"),
        "8\u{a0}vertices",
        "a box stands around each bone: {said:?}"
    );
    assert_eq!(fact(&said, "greatest weight"), "1.000");
    asking.click("body");
    let Some(Selected::Mesh(key, mesh)) = asking.session().edits().selected else {
        panic!("{:?}", asking.session().edits().selected);
    };
    let placed = asking.session().stage().placed(key).expect("it is open");
    assert_eq!(placed.model().meshes[mesh.get()].name, "body");
    asking.answered(true);
    let still = Asking::of("helper_elbow_l");
    assert_eq!(fact(&inspector(&still.harness), "moves"), "no vertex by itself");
}

/// The first vertex of the body hangs on nothing, the second has two influences, and the file's sums of three were wrong.
fn damaged() -> Session {
    let mut scene = big_rig::scene();
    let body = &mut scene.models[0].meshes[0];
    let old = &body.influences;
    let count = body.positions.len();
    let slots: Vec<u32> = (0..count).flat_map(|vertex| [old.slots.get(vertex), 0]).collect();
    let mut weights: Vec<f32> = (0..count).flat_map(|_| [1.0, 0.0]).collect();
    weights[..4].copy_from_slice(&[0.0, 0.0, 0.5, 0.5]);
    body.influences = Influences {
        stride: 2,
        slots: slots.into(),
        weights: weights.into(),
        wrong_sums: vec![(0, 0.0), (1, 2.5), (7, 0.75)].into(),
    };
    fixture::opened(vec![OpenedFile::of(FileKey(1), big_rig::FILE, scene)])
}

#[test]
fn which_vertices_have_no_weight_and_which_sums_are_wrong() {
    let mut harness = build(builder(vec2(1280.0, 1400.0)), damaged());
    let placed = &session_of(&harness).stage().models()[0];
    let (key, count) = (placed.key, placed.model().meshes[0].positions.len());
    let mesh = Selected::Mesh(key, MeshIndex::new(0));
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh))));
    harness.run_steps(3);
    let said = inspector(&harness);
    assert_eq!(fact(&said, "without weight"), "1\u{a0}vertex", "{said:?}");
    assert_eq!(fact(&said, "wrong sums"), "2\u{a0}vertices");
    assert_eq!(fact(&said, "worst sum"), "2.500");
    let bars: Vec<String> = harness
        .query_all_by_label_contains("influence")
        .filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()))
        .filter(|label| label.contains(": "))
        .collect();
    assert_eq!(bars.len(), 3, "{bars:?}");
    assert_eq!(bars[0], "0 influences: 1\u{a0}vertex");
    let single = bars[1]
        .strip_prefix("1 influence: ")
        .map(|rest| rest.replace('\u{a0}', ""));
    assert_eq!(single, Some(format!("{}vertices", count - 2)));
    assert_eq!(bars[2], "2 influences: 1\u{a0}vertex");
    // The first slot is that of the root, which now weighs at one vertex; helpers weigh nothing.
    let idle: usize = fact(&said, "idle bones")
        .replace('\u{a0}', "")
        .parse()
        .expect("a number");
    let facts = session_of(&harness)
        .view()
        .weights_of(&session_of(&harness).stage().models()[0]);
    let of_mesh = facts.expect("they were counted").of_mesh(MeshIndex::new(0));
    assert_eq!(Some(idle), of_mesh.map(|weights| weights.idle as usize));
    assert!(idle > 10, "the hair and the helpers: {idle}");
}

/// A mesh in the tree, and its numbers; a click on one of them shows these vertices.
#[test]
fn where_are_the_vertices_without_weight_and_those_of_wrong_sums() {
    for label in ["without weight: 1\u{a0}vertex", "wrong sums: 2\u{a0}vertices"] {
        let mut asking = Asking::with(damaged(), "hand_l");
        asking.click("body");
        work(&mut asking.harness);
        asking.harness.run_steps(3);
        asking.click(label);
        actions(&mut asking.harness);
        assert_eq!(view::color_by(asking.session()), ColorBy::WeightSum, "{label}");
        asking.answered(true);
    }
}

/// The first face has two corners at one place, and the pose moves both.
#[test]
fn which_faces_have_no_area_and_where() {
    let mut scene = big_rig::scene();
    let body = &mut scene.models[0].meshes[0];
    let mut triangles: Vec<u32> = body.triangles.iter().collect();
    triangles[1] = triangles[0];
    body.triangles = triangles.clone().into();
    let session = fixture::opened(vec![OpenedFile::of(FileKey(1), big_rig::FILE, scene)]);
    let mut asking = Asking::with(session, "hand_l");
    let lines = |asking: &Asking| asking.session().picture([640, 480], 1).face_lines;
    asking.click("body");
    work(&mut asking.harness);
    asking.harness.run_steps(3);
    let before = lines(&asking).len();
    asking.click("without area: 1");
    work(&mut asking.harness);
    actions(&mut asking.harness);
    assert_eq!(view::color_by(asking.session()), ColorBy::DegenerateFaces);
    let said = asking.session().picture([640, 480], 1).legends;
    let mut said = said.iter().flat_map(|legend| &legend.entries);
    assert!(said.any(|entry| entry.words == "1 face without area"));
    let marks = lines(&asking);
    assert_eq!(marks.len(), before + 3, "its edges");
    let placed = &asking.session().stage().models()[0];
    let posed =
        castview_motion::deform::deform_vertex(placed.model(), MeshIndex::new(0), placed.pose(), triangles[0] as usize);
    let world = stage::world_from_stage(asking.session()) * placed.stage_from_model();
    assert!(
        marks
            .iter()
            .any(|mark| mark.from.distance(world.transform_point3(posed)) < 1e-5)
    );
    asking.answered(true);
}

/// The box of a mesh is around its posed vertices, in the inspector and in the view.
#[test]
fn how_large_is_a_mesh_as_it_is_posed() {
    let mut asking = Asking::of("hand_l");
    asking.click("body");
    let placed = &asking.session().stage().models()[0];
    let mesh = MeshIndex::new(0);
    let posed: castview_base::core::Bounds = (0..placed.model().meshes[0].vertex_count())
        .map(|vertex| castview_motion::deform::deform_vertex(placed.model(), mesh, placed.pose(), vertex))
        .collect();
    let bounds = view::posed_bounds_of(placed, mesh).expect("it has vertices");
    assert!(
        bounds.min.distance(posed.min) < 1e-5 && bounds.max.distance(posed.max) < 1e-5,
        "{bounds:?} {posed:?}"
    );
    let before = asking.session().picture([640, 480], 1).lines;
    let label = asking.harness.query_all_by_label_contains("size at rest: ").next();
    let label = label
        .and_then(|node| node.accesskit_node().label())
        .expect("the inspector says it");
    asking.click(&label);
    actions(&mut asking.harness);
    let placed = &asking.session().stage().models()[0];
    let world = stage::world_from_stage(asking.session()) * placed.stage_from_model();
    let lines = asking.session().picture([640, 480], 1).lines;
    let boxes: Vec<_> = lines.iter().filter(|line| !before.contains(line)).collect();
    assert_eq!(boxes.len(), 12 * placed.model().meshes.len());
    let corner = world.transform_point3(posed.max);
    assert_eq!(
        boxes[..12]
            .iter()
            .filter(|line| line.from.distance(corner).min(line.to.distance(corner)) < 1e-5)
            .count(),
        3
    );
    asking.answered(true);
}

/// Which vertices are behind a bar of the histogram: listed, marked where they are posed, and taken back by a second click or Esc.
#[test]
fn which_vertices_have_so_many_influences() {
    let mut harness = build(builder(vec2(1280.0, 1400.0)), damaged());
    let key = session_of(&harness).stage().models()[0].key;
    let mesh = Selected::Mesh(key, MeshIndex::new(0));
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh))));
    harness.run_steps(3);
    let lines = |harness: &Panels| session_of(harness).picture([640, 480], 1).lines;
    let bar = "2 influences: 1\u{a0}vertex";
    let before = lines(&harness).len();
    for by_key in [false, true] {
        match by_key {
            false => harness.get_by_label(bar).click(),
            true => {
                harness.get_by_label(bar).focus();
                harness.run_steps(1);
                harness.key_press(Key::Enter);
            }
        }
        harness.run_steps(3);
        assert!(harness.query_by_label("Pin vertex 1").is_some(), "the second vertex");
        assert!(inspector(&harness).contains(&"1\u{a0}vertex, marked in the view".to_owned()));
        let marks = lines(&harness);
        assert_eq!(marks.len(), before + 1);
        let placed = &session_of(&harness).stage().models()[0];
        let posed = castview_motion::deform::deform_vertex(placed.model(), MeshIndex::new(0), placed.pose(), 1);
        let world = stage::world_from_stage(session_of(&harness)) * placed.stage_from_model();
        let at = world.transform_point3(posed);
        assert!(
            marks
                .iter()
                .any(|mark| mark.from == mark.to && mark.from.distance(at) < 1e-5)
        );
        match by_key {
            false => harness.get_by_label(bar).click(),
            true => {
                // The first gives the keyboard back.
                harness.key_press(Key::Escape);
                harness.run_steps(2);
                harness.key_press(Key::Escape);
            }
        }
        harness.run_steps(3);
        assert_eq!(lines(&harness).len(), before, "by key: {by_key}");
        assert!(probe::listed_vertices(session_of(&harness)).is_none());
        assert_eq!(
            session_of(&harness).edits().selected,
            Some(mesh),
            "the mesh stays selected"
        );
    }
    // Another bar takes the place of the first, and a row pins its vertex.
    harness.get_by_label(bar).click();
    harness.run_steps(3);
    harness.get_by_label("0 influences: 1\u{a0}vertex").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Pin vertex 1").is_none());
    harness.get_by_label("Pin vertex 0").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).edits().pins()[0].spot.vertex, 0);
}

/// A bar of many vertices marks some of them, and says so; its list has rows for those in view alone.
#[test]
fn many_vertices_of_a_bar_are_marked_in_part() {
    let mut scene = big_rig::scene();
    let body = &mut scene.models[0].meshes[0];
    let count = 100_000;
    body.positions = vec![[0.0, 1.0, 0.0]; count].into();
    body.normals = Vec::new().into();
    body.uvs.clear();
    body.colors.clear();
    body.influences = Influences {
        stride: 1,
        slots: vec![0; count].into(),
        weights: vec![1.0; count].into(),
        wrong_sums: Vec::new().into(),
    };
    let session = fixture::opened(vec![OpenedFile::of(FileKey(1), big_rig::FILE, scene)]);
    let mut harness = build(builder(vec2(1280.0, 1400.0)), session);
    let key = session_of(&harness).stage().models()[0].key;
    let mesh = Selected::Mesh(key, MeshIndex::new(0));
    act(&mut harness, Action::Selection(SelectionAction::Select(Some(mesh))));
    harness.run_steps(3);
    let before = session_of(&harness).picture([640, 480], 1).lines.len();
    harness.get_by_label("1 influence: 100\u{a0}000\u{a0}vertices").click();
    harness.run_steps(3);
    let marked = session_of(&harness).picture([640, 480], 1).lines.len() - before;
    assert!((256..=castview_session::MOST_MARKED).contains(&marked), "{marked}");
    let said = format!("100\u{a0}000\u{a0}vertices, {marked} of them marked in the view");
    assert!(inspector(&harness).contains(&said), "{:?}", inspector(&harness));
    let rows = harness.query_all_by_label_contains("Pin vertex").count();
    assert!((4..40).contains(&rows), "{rows} rows");
}
