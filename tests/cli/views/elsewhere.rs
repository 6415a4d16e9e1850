//! Files of other places that a view shows because the user said so: the command shows them, too, and says so.

use super::window::{Window, assert_same, is_of_another_system};
use crate::render::folder;
use castview::files::{Allowance, path_of};
use castview::formats::cast::{NodeDraft, NodeKind};
use castview::opened::NamedPath;
use castview_testkit::program::Folder;

const COMMAND: &str = "render level.cast --view-file view.json -o drawn.png";

/// A triangle of that height.
fn rock(height: f32) -> NodeDraft {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0, 0.5, 0.0], [1.0, 0.5, 0.0], [0.0, 0.5 + height, 0.0]])
        .uints("f", &[0, 1, 2]);
    NodeDraft::new(NodeKind::Model).child(mesh)
}

fn instance(name: &str, path: &str, x: f32) -> NodeDraft {
    NodeDraft::new(NodeKind::Instance)
        .string("n", name)
        .u64s("rf", &[7])
        .vec3s("p", &[[x, 0.0, 0.0]])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(NodeDraft::new(NodeKind::File).hash(7).string("p", path))
}

/// Pixels of the command, and its sentences.
fn drawn(folder: &Folder) -> (Vec<u8>, String) {
    let ran = folder.run(COMMAND);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    (std::fs::read(folder.at("drawn.png")).expect("written"), ran.stderr)
}

#[test]
fn a_view_brings_the_instances_that_the_user_chose_from_other_places() {
    if is_of_another_system() {
        return;
    }
    let folder = folder();
    folder
        .cast(
            "level.cast",
            [
                instance("near", "props/stone.cast", 0.0),
                instance("far", "props/rock.cast", 2.0),
            ],
        )
        .cast("props/stone.cast", [rock(1.0)])
        .cast("old/props/rock.cast", [rock(2.0)]);
    let chosen = castview::files::whole_location_of(&folder.at("old/props/rock.cast"));
    let open = |instead: &[(&str, &str)]| {
        let instead = instead.iter();
        let allowed = Allowance {
            instead: instead
                .map(|(stored, location)| (NamedPath::own(stored), path_of(location)))
                .collect(),
            ..Allowance::default()
        };
        Window::open_allowed(&folder, &[("level.cast", "")], &allowed)
    };
    let Some(mut boxed) = open(&[]) else { return };
    let with_box = boxed.copies(&folder);
    let (picture, told) = drawn(&folder);
    assert_same(&picture, &with_box);
    assert!(!told.contains("the view file"), "{told}");
    let Some(mut window) = open(&[("props/rock.cast", &chosen)]) else {
        return;
    };
    let wanted = window.copies(&folder);
    assert!(wanted != with_box, "the rock is seen");
    let (picture, told) = drawn(&folder);
    assert_same(&picture, &wanted);
    let sentence = "instances of props/rock.cast in level.cast are shown by ";
    assert!(
        told.contains(sentence) && told.contains("as the view file says"),
        "{told}"
    );
    assert!(!told.contains("stone"), "near ones are where the file says: {told}");
    // It is gone: a box again, and told.
    std::fs::remove_file(folder.at("old/props/rock.cast")).expect("it was there");
    let (_, told) = drawn(&folder);
    assert!(
        told.contains("does not stand for props/rock.cast: ") && told.contains("is missing"),
        "{told}"
    );
}

/// A view file may come from a stranger: the words that name its files allow no share, and lead to files of the right kind alone.
#[test]
fn a_view_file_names_no_instances_on_shares_and_none_that_are_no_models() {
    let folder = folder();
    folder
        .cast("level.cast", [instance("far", "props/rock.cast", 2.0)])
        .put("secret.txt", b"secret");
    let Some(mut window) = Window::open_as(&folder, &[("level.cast", "")]) else {
        return;
    };
    let plain = window.copies(&folder);
    let text = std::fs::read_to_string(folder.at("view.json")).expect("it is written");
    let view: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let secret = castview::files::whole_location_of(&folder.at("secret.txt"));
    for (location, why) in [
        ("//evil/share/rock.cast", "on a share from which nothing was opened"),
        (
            &*secret,
            "does not stand for props/rock.cast: it is no file that instances of level.cast can show",
        ),
    ] {
        let mut view = view.clone();
        let named = serde_json::json!({"file": view["file_keys"][0], "path": "props/rock.cast", "location": location});
        view["instances"] = serde_json::json!([named]);
        folder.put("view.json", view.to_string().as_bytes());
        let (picture, told) = drawn(&folder);
        assert_same(&picture, &plain);
        assert!(told.contains(why), "{told}");
    }
}
