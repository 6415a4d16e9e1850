//! The page of differences: two files by subject, rows that lead to bones and meshes.

use crate::panels::*;
use castview_base::core::Transform;
use castview_base::scene::{Bone, Skeleton};
use castview_picture::opened::FileKey;
use castview_session::{CompareSide, WindowAction, compare_pair, compared_pair};
use glam::Vec3;

/// The walker, and one whose left hip stands elsewhere.
fn two() -> Session {
    let walker = fixture::walker();
    let mut scene = castview_base::scene::Scene::clone(&walker.scene);
    let skeleton = &scene.models[0].skeleton;
    let moved = skeleton.bones().map(|bone| {
        let mut rest = skeleton.rest()[bone.get()];
        if skeleton.name(bone) == "j_hip_le" {
            rest = Transform {
                translation: rest.translation + Vec3::Y,
                ..rest
            };
        }
        Bone {
            name: skeleton.name(bone).into(),
            parent: skeleton.parent(bone).map(|parent| parent.get()),
            rest,
            compensates_scale: skeleton.compensates_scale()[bone.get()],
            ..Bone::default()
        }
    });
    scene.models[0].skeleton = Skeleton::new(moved.collect()).expect("parents come first");
    let other = OpenedFile {
        key: FileKey(77),
        name: "walker_v2.cast".into(),
        location: "/home/someone/walker_v2.cast".into(),
        scene: Arc::new(scene),
        ..fixture::walker()
    };
    let mut session = fixture::opened(vec![walker, other]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

#[test]
fn differences_are_listed_by_subject_and_lead_to_their_bones() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let session = two();
        let pair = compared_pair(&session).expect("two files");
        let told = compare_pair(&session, pair).differences[0].told();
        let mut harness = build(builder(size), session);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
        harness.run_steps(3);
        assert_eq!(session_of(&harness).window().page(), Some(Page::Compare));
        for title in ["Skeleton", "Meshes", "Materials", "Textures", "Clips", "File"] {
            assert!(harness.query_all_by_label(title).next().is_some(), "{title}");
        }
        assert!(
            harness.query_all_by_label("nothing differs").next().is_some(),
            "and is said"
        );
        harness.get_by_label("Exchange").click();
        harness.run_steps(3);
        assert_eq!(compared_pair(session_of(&harness)), Some([pair[1], pair[0]]));
        harness.get_by_label("Exchange").click();
        harness.run_steps(3);
        assert_eq!(harness.query_all_by_label(&told).count(), 1, "{told}");
        harness.get_by_label(&told).click();
        harness.run_steps(3);
        let session = session_of(&harness);
        assert_eq!(session.window().page(), None);
        let CompareSide::Now(file) = pair[1] else {
            panic!("{pair:?}");
        };
        let selected = session.edits().selected.and_then(Selected::placed).expect("the bone");
        assert_eq!(session.stage().placed(selected).map(|placed| placed.file), Some(file));
        assert!(told.contains("j_hip_le"), "{told}");
    }
}

#[test]
fn without_a_second_file_the_page_says_how_to_get_one() {
    let mut session = paused();
    session.apply(Action::Window(WindowAction::TogglePage(Page::Compare)));
    let mut harness = window(session);
    harness.run_steps(2);
    assert!(
        harness
            .query_all_by_label_contains("Open a second file")
            .next()
            .is_some()
    );
}
