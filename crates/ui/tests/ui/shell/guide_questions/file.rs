//! Questions about the file.

use super::*;
use crate::big_rig;
use castview_base::core::SharedBytes;
use castview_formats::{Request, import};
use castview_session::{FilePlace, WindowAction};
use egui::accesskit::Toggled;

pub(super) const ROWS: &[Row] = &[
    Row {
        question: "what does the file say of this bone, mesh or material, and at which bytes?",
        plays: &[Play {
            from: Start::Bones(&["hand_l"]),
            gestures: &[("Ctrl+B", ctrl(Key::B))],
            is_answered: |window| marked(window).starts_with("Bone \"hand_l\""),
        }],
    },
    Row {
        question: "what are the bytes of this vertex?",
        plays: &[Play {
            from: Start::Bones(&["hand_l"]),
            gestures: &[
                ("Alt+click", AltClick),
                ("a click on one of its places", ClickSome("Show position in the file: ")),
            ],
            is_answered: |window| marked(window).starts_with("vp: "),
        }],
    },
    Row {
        question: "where does the file say that this notification fires?",
        plays: &[Play {
            from: Start::Walker,
            gestures: &[
                ("a right click on its mark", RightClickSome("footstep_ri at 41")),
                ("Show in the file", Click("Show in the file")),
            ],
            is_answered: |window| {
                let window = session_of(window).window();
                matches!(window.in_file(), Some(FilePlace::Note(..))) && window.page() == Some(Page::Document)
            },
        }],
    },
    Row {
        question: "what are the bytes of this key?",
        plays: &[Play {
            from: Start::Other(|| {
                let mut window = Start::Bones(&["spine_02"]).window();
                shift(Key::K).make(&mut window);
                window
            }),
            gestures: &[
                ("right-click on it", RightClickSome("Key: frame 10,")),
                ("Show in the file", Click("Show in the file")),
            ],
            is_answered: |window| marked(window).starts_with("kv: "),
        }],
    },
    Row {
        question: "which vertex, key or bone do these bytes belong to?",
        plays: &[Play {
            from: Start::Other(at_a_vertex),
            gestures: &[("Pin vertex", ClickSome("Pin vertex 2"))],
            is_answered: |window| {
                let pins = session_of(window).edits().pins();
                pins.len() == 1 && pins[0].spot.vertex == 2
            },
        }],
    },
    Row {
        question: "which node does this hash mean, which bone is this parent?",
        plays: &[Play {
            from: Start::Other(at_a_parent),
            gestures: &[
                ("a click on the property", At(click_parent)),
                ("Go to", ClickSome("Go to Bone \"lowerarm_l\"")),
            ],
            is_answered: |window| marked(window).starts_with("Bone \"lowerarm_l\""),
        }],
    },
    Row {
        question: "where does a reader miss something in a file that is cut off?",
        plays: &[Play {
            from: Start::Other(cut_off),
            gestures: &[
                ("Ctrl+B", ctrl(Key::B)),
                ("a click on the line that says so", ClickSome("cut off")),
            ],
            is_answered: |window| !marked(window).is_empty(),
        }],
    },
];

/// The line of the document that is selected.
fn marked(window: &Panels) -> String {
    let mut lines = window.query_all_by_role(Role::TreeItem).filter_map(|node| {
        let node = node.accesskit_node();
        node.label().filter(|_| node.toggled() == Some(Toggled::True))
    });
    lines.next_back().unwrap_or_default()
}

/// The page of the file at the bytes of a vertex.
fn at_a_vertex() -> Panels {
    let mut window = tall(rig());
    let mesh = &session_of(&window).stage().models()[0].model().meshes[0];
    let byte = mesh.positions.byte_offset(2).expect("it lies in the file");
    let place = FilePlace::Bytes(FileKey(1), byte, 12);
    act(&mut window, Action::Window(WindowAction::ShowInFile(place)));
    work(&mut window);
    window
}

/// The page of the file at a bone, whose properties are listed.
fn at_a_parent() -> Panels {
    let mut window = Start::Bones(&["hand_l"]).window();
    ctrl(Key::B).make(&mut window);
    window.get_by_role_and_label(Role::List, "Document").focus();
    window.run_steps(2);
    key(Key::ArrowRight).make(&mut window);
    window
}

fn click_parent(window: &mut Panels) {
    let lines = window.query_all_by_role(Role::TreeItem);
    let labels = lines.filter_map(|node| node.accesskit_node().label());
    let label = labels.into_iter().find(|label| label.starts_with("p: "));
    let label = label.expect("the bone has a parent");
    window.get_by_role_and_label(Role::TreeItem, &label).click();
}

/// A file of half its bytes.
fn cut_off() -> Panels {
    let mut bytes = big_rig::bytes();
    bytes.truncate(bytes.len() / 2);
    let bytes = SharedBytes::from(bytes);
    let import = import(bytes.clone(), &Request::alone("file")).expect("it opens");
    let file = OpenedFile {
        bytes,
        ..OpenedFile::of(FileKey(1), "cut.cast", import.scene)
    };
    tall(fixture::opened(vec![file]))
}
