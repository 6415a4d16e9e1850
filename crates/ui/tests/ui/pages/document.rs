//! The page of the file itself: lines, values and bytes, the ways between them, and the ways from the window and back.

use crate::big_rig;
use crate::panels::*;
use crate::tree::deep_rig::{rig, selecting};
use castview_base::core::SharedBytes;
use castview_formats::cast::{NodeDraft, NodeKind, write};
use castview_formats::{Request, import};
use castview_session::{FilePlace, WindowAction};
use egui::accesskit::Toggled;

const SIZES: [Vec2; 2] = [vec2(1280.0, 720.0), vec2(800.0, 600.0)];

/// A file of these bytes, as the loader hands it over.
fn file(name: &str, bytes: Vec<u8>) -> OpenedFile {
    let bytes = SharedBytes::from(bytes);
    let import = import(bytes.clone(), &Request::alone("file")).expect("it opens");
    OpenedFile {
        bytes,
        location: format!("/home/someone/{name}"),
        ..OpenedFile::of(FileKey(1), name, import.scene)
    }
}

/// A window that keeps pictures to look at, where `CASTVIEW_UI_PICTURES` says.
pub fn drawn(size: Vec2, session: Session) -> Panels {
    let builder = builder(size);
    let keeps = std::env::var_os("CASTVIEW_UI_PICTURES").is_some();
    build(if keeps { builder.wgpu() } else { builder }, session)
}

/// Keeps a picture under this name and the size of the window.
pub fn keep(harness: &mut Panels, name: &str) {
    if let Some(folder) = std::env::var_os("CASTVIEW_UI_PICTURES") {
        let picture = harness.render().expect("an adapter draws the picture");
        let path = std::path::Path::new(&folder).join(format!("{name}_{}.png", picture.width()));
        picture.save(path).expect("a writable folder");
    }
}

fn page(harness: &mut Panels) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::B);
    harness.run_steps(3);
    work(harness);
    assert_eq!(session_of(harness).window().page(), Some(Page::Document));
}

/// The one line of the tree whose text begins so.
#[track_caller]
fn line(harness: &Panels, begins: &str) -> String {
    let all = harness.query_all_by_role(Role::TreeItem);
    let mut all: Vec<String> = all.filter_map(|node| node.accesskit_node().label()).collect();
    all.retain(|label| label.starts_with(begins));
    assert_eq!(all.len(), 1, "{begins}: {all:?}");
    all.remove(0)
}

fn is_selected(harness: &Panels, begins: &str) -> bool {
    let label = line(harness, begins);
    let node = harness.get_by_role_and_label(Role::TreeItem, &label);
    node.accesskit_node().toggled() == Some(Toggled::True)
}

#[track_caller]
fn click(harness: &mut Panels, begins: &str) {
    let label = line(harness, begins);
    harness.get_by_role_and_label(Role::TreeItem, &label).click();
    harness.run_steps(3);
}

fn button(harness: &mut Panels, name: &str) {
    harness.get_by_role_and_label(Role::Button, name).click();
    harness.run_steps(4);
}

#[test]
fn a_bone_leads_to_its_node_and_back_with_a_rig_of_424_bones() {
    for size in SIZES {
        let mut harness = drawn(size, rig());
        selecting(&mut harness, "hand_l");
        let wanted = session_of(&harness).edits().selected;
        page(&mut harness);
        assert!(is_selected(&harness, "Bone \"hand_l\""));
        keep(&mut harness, "document_bone");
        // All lists and their lines lie in the window.
        let screen = Rect::from_min_size(Pos2::ZERO, size);
        for list in ["Document", "Bytes"] {
            let rect = harness.get_by_role_and_label(Role::List, list).rect();
            assert!(screen.contains_rect(rect) && rect.height() > 100.0, "{list}: {rect:?}");
        }
        // Its parent is a property of its own.
        harness.get_by_role_and_label(Role::List, "Document").focus();
        harness.run_steps(2);
        harness.key_press(Key::ArrowRight);
        harness.run_steps(3);
        click(&mut harness, "p: ");
        button(&mut harness, "Go to Bone \"lowerarm_l\"");
        assert!(is_selected(&harness, "Bone \"lowerarm_l\""));
        harness.get_by_role_and_label(Role::List, "Document").focus();
        harness.run_steps(2);
        harness.key_press(Key::Home);
        harness.run_steps(3);
        assert!(is_selected(&harness, "Root: "));
        // The page opens again at what is selected.
        harness.key_press_modifiers(Modifiers::COMMAND, Key::B);
        harness.run_steps(3);
        page(&mut harness);
        assert!(is_selected(&harness, "Bone \"hand_l\""));
        act(
            &mut harness,
            Action::Selection(castview_session::SelectionAction::Select(None)),
        );
        button(&mut harness, "Select hand_l");
        assert_eq!(session_of(&harness).window().page(), None);
        assert_eq!(session_of(&harness).edits().selected, wanted);
    }
}

#[test]
fn a_key_leads_to_its_bytes_and_the_bytes_to_its_frame() {
    let mut harness = window(rig());
    act(&mut harness, Action::Playback(PlaybackAction::Pause));
    let (place, frame) = {
        let session = session_of(&harness);
        let keyed = session.keyed().expect("a clip plays");
        let (entry, clip) = (keyed.entry, keyed.entry.clip());
        let (index, track) = clip
            .tracks
            .iter()
            .enumerate()
            .find(|(_, track)| track.keys.len() > 4)
            .expect("keys");
        let places = &entry.scene.key_places;
        let byte = places
            .of(entry.key.clip.get(), index, 3, &track.values)
            .expect("it lies in the file");
        (FilePlace::Bytes(entry.key.file, byte.byte, 4), track.keys.frame(3))
    };
    act(&mut harness, Action::Window(WindowAction::ShowInFile(place)));
    work(&mut harness);
    button(&mut harness, &format!("Go to frame {frame}"));
    assert_eq!(session_of(&harness).window().page(), None);
    assert_eq!(session_of(&harness).frame(), Some(frame));
}

#[test]
fn bytes_lead_to_their_vertex() {
    let mut harness = window(rig());
    let place = {
        let session = session_of(&harness);
        let mesh = &session.stage().models()[0].model().meshes[0];
        FilePlace::Bytes(
            FileKey(1),
            mesh.positions.byte_offset(2).expect("it lies in the file"),
            12,
        )
    };
    act(&mut harness, Action::Window(WindowAction::ShowInFile(place)));
    work(&mut harness);
    assert!(is_selected(&harness, "vp: v3"));
    button(&mut harness, "Pin vertex 2");
    let pins = session_of(&harness).edits().pins();
    assert_eq!(pins.iter().map(|pin| pin.spot.vertex).collect::<Vec<_>>(), [2]);
    // The pin leads back to the same bytes.
    let show = harness.query_all_by_label_contains("Show position in the file").next();
    show.expect("a way to its bytes").click();
    harness.run_steps(4);
    work(&mut harness);
    assert!(is_selected(&harness, "vp: v3"));
}

/// A node of a class that nobody knows, with an array of four million numbers.
fn long() -> Vec<u8> {
    let numbers: Vec<u32> = (0..4_000_000).collect();
    let unknown = NodeDraft::new(NodeKind::Unknown(0x7878_7878))
        .u32s("many", &numbers)
        .hash(0x00ab_cdef);
    let links = NodeDraft::new(NodeKind::Unknown(0x7979_7979)).u64s("to", &[0x00ab_cdef]);
    let root = NodeDraft::new(NodeKind::Root)
        .child(NodeDraft::new(NodeKind::Model))
        .child(unknown)
        .child(links);
    write(&[root])
}

#[test]
fn unknown_nodes_and_arrays_of_millions_are_shown_and_walked_by_keys() {
    let mut harness = drawn(SIZES[0], fixture::opened(vec![file("long.cast", long())]));
    page(&mut harness);
    line(&harness, "Unknown (0x79797979): 0x0 at byte ");
    let unknown = line(&harness, "Unknown (0x78787878): 0xabcdef at byte ");
    // A double click opens it.
    for _ in 0..2 {
        harness.get_by_role_and_label(Role::TreeItem, &unknown).click();
        harness.run_steps(1);
    }
    harness.run_steps(3);
    click(&mut harness, "many: i × 4000000 = 0, 1, 2");
    harness.get_by_role_and_label(Role::List, "Values").focus();
    harness.run_steps(2);
    harness.key_press(Key::End);
    harness.run_steps(3);
    let value = harness.get_by_role_and_label(Role::ListItem, "Value 3999999: 3999999");
    assert_eq!(value.accesskit_node().toggled(), Some(Toggled::True));
    harness.key_press(Key::ArrowUp);
    harness.run_steps(3);
    assert!(harness.query_by_label("Value 3999998: 3999998").is_some());
    keep(&mut harness, "document_values");
    let lines = harness.query_all_by_role(Role::ListItem).count() + harness.query_all_by_role(Role::TreeItem).count();
    assert!(lines < 120, "{lines} lines are made");
}

#[test]
fn a_hash_is_found_by_search_and_by_its_link() {
    let mut harness = window(fixture::opened(vec![file("long.cast", long())]));
    page(&mut harness);
    harness
        .get_by_role_and_label(Role::TextInput, "Search the document")
        .focus();
    harness.run_steps(2);
    harness
        .get_by_role_and_label(Role::TextInput, "Search the document")
        .type_text("abcdef");
    harness.run_steps(6);
    assert!(is_selected(&harness, "Unknown (0x78787878)"));
    harness.get_by_role_and_label(Role::List, "Document").focus();
    harness.run_steps(2);
    // Right opens a line, Down goes through what is below.
    harness.key_press(Key::ArrowDown);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(3);
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    assert!(is_selected(&harness, "to: l × 1 = 0xabcdef"));
    button(&mut harness, "Go to Unknown (0x78787878)");
    assert!(is_selected(&harness, "Unknown (0x78787878)"));
}

#[test]
fn a_file_that_ends_too_early_shows_what_is_there_and_where_it_ends() {
    let mut bytes = big_rig::bytes();
    bytes.truncate(bytes.len() / 2);
    let mut harness = drawn(SIZES[1], fixture::opened(vec![file("cut.cast", bytes)]));
    page(&mut harness);
    line(&harness, "Root: ");
    let told = harness
        .query_all_by_label_contains("cut off")
        .next()
        .expect("it is said");
    told.click();
    harness.run_steps(4);
    let marked = harness
        .query_all_by_role(Role::TreeItem)
        .any(|node| node.accesskit_node().toggled() == Some(Toggled::True));
    assert!(marked, "a line has the byte");
    keep(&mut harness, "document_cut");
}

#[test]
fn a_file_of_one_bone_and_one_without_bytes_are_shown() {
    let bone = NodeDraft::new(NodeKind::Bone).string("n", "only");
    let skeleton = NodeDraft::new(NodeKind::Skeleton).child(bone);
    let model = NodeDraft::new(NodeKind::Model).child(skeleton);
    let bytes = write(&[NodeDraft::new(NodeKind::Root).child(model)]);
    let mut harness = drawn(SIZES[1], fixture::opened(vec![file("bone.cast", bytes)]));
    let key = session_of(&harness).stage().models()[0].key;
    act(&mut harness, Action::select(Selected::Bone(key, BoneIndex::new(0))));
    page(&mut harness);
    assert!(is_selected(&harness, "Bone \"only\""));
    keep(&mut harness, "document_one_bone");

    // Made in code: nobody has its bytes.
    let mut harness = window(paused());
    page(&mut harness);
    assert!(
        harness
            .query_all_by_label_contains("Nobody kept the bytes")
            .next()
            .is_some()
    );
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert_eq!(session_of(&harness).window().page(), None);
}
