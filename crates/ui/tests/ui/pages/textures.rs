//! The page of textures: each with what is known of it, the missing ones first.

use crate::panels::*;
use crate::view::pointer_button;
use castview_base::core::{InstanceIndex, TextureIndex, Transform};
use castview_base::scene::{Instance, Material, Model, Slot, SlotSource};
use castview_picture::opened::{Elsewhere, Instances, NamedPath, Target, TextureEntry, TextureState};
use castview_session::{Message, SelectionAction, StageAction, WindowAction};

#[test]
fn every_texture_is_listed_with_where_it_was_looked_for() {
    let mut session = paused();
    session.apply(Action::Window(WindowAction::TogglePage(Page::Textures)));
    let mut harness = window(session);
    harness.run_steps(3);
    let entries = session_of(&harness).stage().files()[0].textures.clone();
    let first = entries
        .iter()
        .find(|entry| matches!(entry.state, castview_picture::opened::TextureState::Missing(_)))
        .expect("one is missing");
    let castview_picture::opened::TextureState::Missing(why) = &first.state else {
        unreachable!()
    };
    assert!(harness.query_by_label_contains(why).is_some(), "{why}");
    let name = ui::kit::words::file_name(&first.reference).to_owned();
    assert!(harness.query_by_label(&format!("Picture of {name}")).is_some());
    harness.get_by_label("Alpha").click();
    harness.run_steps(3);
    assert_eq!(actions(&mut harness), []);
}

/// Whoever sees a small picture wants it larger: a click on it or on the name beside it leads to the page.
#[test]
fn a_click_on_a_small_picture_or_its_name_opens_the_page() {
    let mut harness = window(paused());
    harness.run_steps(3);
    let entries = session_of(&harness).stage().files()[0].textures.clone();
    let name = ui::kit::words::file_name(&entries[0].reference).to_owned();
    for label in [format!("Small picture of {name}"), name] {
        harness.get_by_label(&label).click();
        let opens = Action::Window(WindowAction::TogglePage(Page::Textures));
        assert_eq!(actions(&mut harness), [opens], "{label}");
        harness
            .state_mut()
            .session
            .apply(Action::Window(WindowAction::TogglePage(Page::Textures)));
        harness.run_steps(3);
    }
}

/// The row that one is about to drop on stays under the pointer.
#[test]
fn rows_stay_in_place_while_the_page_is_open() {
    let mut session = paused();
    let toggle = Action::Window(WindowAction::TogglePage(Page::Textures));
    session.apply(toggle.clone());
    let mut harness = window(session);
    harness.run_steps(3);
    let rows = |harness: &Panels| {
        let rows = harness.state().shown().textures.iter();
        rows.map(|row| (row.file, row.texture, row.rect.top() as i32))
            .collect::<Vec<_>>()
    };
    let before = rows(&harness);
    let (file, texture, _) = before[0];
    let is_missing = |harness: &Panels| {
        let entry = &session_of(harness).stage().files()[0].textures[texture.get()];
        matches!(entry.state, TextureState::Missing(_))
    };
    assert!(is_missing(&harness) && before.len() > 1);
    let found = Message::TextureLoaded {
        file,
        texture,
        location: Some("/models/found.png".into()),
        file_bytes: 1,
        full_size: None,
        parts: None,
        state: TextureState::Unused,
    };
    harness.state_mut().session.receive(found);
    harness.run_steps(3);
    assert!(!is_missing(&harness));
    assert_eq!(rows(&harness), before);
    // The next time those that are missing come first again.
    for _ in 0..2 {
        harness.state_mut().session.apply(toggle.clone());
        harness.run_steps(3);
    }
    assert_ne!(rows(&harness), before);
}

/// A cube map shows one of its faces, which its row says.
#[test]
fn a_row_says_that_its_file_holds_several_images() {
    let mut session = paused();
    session.apply(Action::Window(WindowAction::TogglePage(Page::Textures)));
    let file = session.stage().files()[0].key;
    let image = castview_images::Image {
        width: 1,
        height: 1,
        rgba: vec![255; 4],
    };
    session.receive(Message::TextureLoaded {
        file,
        texture: castview_base::core::TextureIndex::new(0),
        location: Some("/models/sky.dds".into()),
        file_bytes: 1,
        full_size: None,
        parts: Some(castview_images::ImageParts {
            faces: 6,
            layers: 1,
            slices: 1,
        }),
        state: TextureState::Ready(std::sync::Arc::new(image.into())),
    });
    let mut harness = window(session);
    harness.run_steps(3);
    harness.get_by_label_contains("its first face of a cube map");
}

/// Also when a slow pass sees press and release together: the press raises the page.
#[test]
fn the_menu_of_a_row_opens_above_the_page() {
    let mut session = paused();
    session.apply(Action::Window(WindowAction::TogglePage(Page::Textures)));
    let mut harness = window(session);
    harness.run_steps(3);
    let reference = session_of(&harness).stage().files()[0].textures[0].reference.clone();
    let name = ui::kit::words::file_name(&reference).to_owned();
    for _ in 0..2 {
        let at = harness.get_by_role_and_label(Role::ListItem, &name).rect().center();
        harness.hover_at(at);
        harness.run_steps(2);
        let events = &mut harness.input_mut().events;
        events.extend(
            [true, false].map(|pressed| pointer_button(at, PointerButton::Secondary, pressed, Modifiers::NONE)),
        );
        harness.run_steps(3);
        actions(&mut harness);
        harness.get_by_label("Copy path").click();
        let copies = Action::Window(WindowAction::Copy(reference.clone()));
        assert_eq!(actions(&mut harness), [copies]);
        harness.get_by_label("Alpha").click();
        harness.run_steps(3);
    }
}

/// Nothing changes behind a page that one cannot see.
#[test]
fn letters_do_nothing_behind_a_page() {
    let mut harness = window(paused());
    harness.run_steps(3);
    let has_bones = |harness: &Panels| session_of(harness).view().overlays().bones;
    let before = has_bones(&harness);
    let toggle = Action::Window(WindowAction::TogglePage(Page::Textures));
    for (is_open, changes) in [(true, false), (false, true)] {
        harness.state_mut().session.apply(toggle.clone());
        harness.run_steps(3);
        assert_eq!(session_of(&harness).window().page().is_some(), is_open);
        harness.key_press(Key::B);
        harness.run_steps(3);
        assert_eq!(has_bones(&harness) != before, changes);
    }
}

#[test]
fn materials_without_a_name_are_called_unnamed() {
    let feeds = |name: &str| Material {
        name: name.into(),
        slots: vec![Slot::new("albedo", SlotSource::Texture(TextureIndex::new(0)))],
        ..Material::default()
    };
    let scene = Scene {
        models: vec![Model {
            materials: vec![feeds(" "), feeds("hull")],
            ..Model::default()
        }],
        textures: vec!["skin.png".into()],
        ..Scene::default()
    };
    let missing = TextureEntry {
        elsewhere: Default::default(),
        reference: "skin.png".into(),
        location: None,
        file_bytes: 0,
        full_size: None,
        parts: None,
        state: TextureState::Missing("looked for in /models".into()),
    };
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile {
            textures: vec![missing],
            ..OpenedFile::of(FileKey(1), "ship.cast", scene)
        }],
        placement: Placement::Replace,
    });
    session.apply(Action::Window(WindowAction::TogglePage(Page::Textures)));
    let mut harness = window(session);
    harness.run_steps(3);
    let uses = "albedo of unnamed material, albedo of hull";
    assert!(harness.query_by_label_contains(uses).is_some(), "{uses}");
}

/// In the summary of a file as on the page.
#[test]
fn a_texture_that_was_replaced_says_by_what() {
    let file = OpenedFile {
        location: "/models/walker.cast".into(),
        ..fixture::walker()
    };
    let key = file.key;
    let mut harness = window(fixture::opened(vec![file]));
    let replaced = |harness: &Panels| harness.query_all_by_label_contains("replaced by new.png").count();
    assert_eq!(replaced(&harness), 0);
    act(
        &mut harness,
        Action::Stage(StageAction::Relink {
            file: key,
            texture: TextureIndex::new(0),
            location: Some("/drawn/new.png".into()),
        }),
    );
    harness.run_steps(3);
    assert_eq!(replaced(&harness), 1, "in the inspector");
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Textures)));
    harness.run_steps(3);
    assert_eq!(replaced(&harness), 2, "and on the page");
}

/// An image of another drop: a button on the page, and a mark wherever it is shown from then on.
#[test]
fn an_offered_image_has_a_button_and_a_used_one_a_mark() {
    let mut file = OpenedFile {
        location: "/models/walker.cast".into(),
        ..fixture::walker()
    };
    let key = file.key;
    let at = (file.textures.iter()).position(|entry| matches!(entry.state, TextureState::Missing(_)));
    let texture = TextureIndex::new(at.expect("one is missing"));
    let offered = "/mods/old/skin.png".to_owned();
    file.textures[texture.get()].elsewhere = Elsewhere::Offered(offered.clone());
    let mut harness = window(fixture::opened(vec![file]));
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Textures)));
    harness.run_steps(3);
    let told = harness.query_all_by_label_contains("missing · found in mods/old");
    assert!(told.count() > 0, "in the inspector and on the page");
    assert!(harness.query_by_label("1 texture from elsewhere").is_none());
    harness.get_by_label("Use it").click();
    let uses = StageAction::Relink {
        file: key,
        texture,
        location: Some(offered.clone()),
    };
    assert_eq!(actions(&mut harness), [Action::Stage(uses)]);
    let image = castview_images::Pixels::Plain(castview_images::Image {
        width: 1,
        height: 1,
        rgba: vec![9; 4],
    });
    let arrival = Message::Relinked {
        question: 1,
        file: key,
        texture,
        location: Some(offered),
        file_bytes: 1,
        full_size: None,
        parts: None,
        state: TextureState::Ready(image.into()),
    };
    harness.state_mut().session.receive(arrival);
    harness.run_steps(3);
    assert!(harness.query_by_label("Use it").is_none());
    for mark in ["replaced by skin.png, from mods/old", "1 texture from elsewhere"] {
        assert!(harness.query_all_by_label_contains(mark).count() > 0, "{mark}");
    }
}

/// As images are: a model of another drop has a button in the inspector of the instance, and a mark wherever it is used.
#[test]
fn an_offered_model_has_a_button_and_a_used_one_a_mark() {
    let path = "props/rock.cast";
    let of = |target: Target| {
        let walker = fixture::walker();
        let mut scene = (*walker.scene).clone();
        scene.instances = vec![Instance {
            name: "rock".into(),
            path: path.into(),
            placement: Transform::IDENTITY,
            offset: 0,
        }];
        let instances = Instances {
            targets: vec![target],
            target_of: vec![0],
            lacking: vec![NamedPath::own(path)],
            offered: [(NamedPath::own(path), "/mods/old/rock.cast".to_owned())].into(),
            ..Instances::default()
        };
        OpenedFile {
            location: "/models/walker.cast".into(),
            scene: scene.into(),
            instances,
            ..walker
        }
    };
    let missing = of(Target::Missing("not found".into()));
    let (file, instance) = (missing.key, InstanceIndex::new(0));
    let mut session = fixture::opened(vec![missing]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let selected = Selected::Instance(file, instance);
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    let mut harness = window(session);
    harness.run_steps(3);
    harness.get_by_label_contains("missing · found in mods/old");
    assert!(harness.query_by_label("1 instanced file from elsewhere").is_none());
    harness.get_by_label("Use it").click();
    let uses = StageAction::RelinkInstance {
        file,
        instance,
        location: Some("/mods/old/rock.cast".into()),
    };
    assert_eq!(actions(&mut harness), [Action::Stage(uses.clone())]);
    act(&mut harness, Action::Stage(uses));
    let generation = session_of(&harness).opening().generation();
    harness.state_mut().session.receive(Message::Loaded {
        generation,
        files: vec![of(Target::Found("/mods/old/rock.cast".into()))],
        placement: Placement::Reload,
    });
    harness.run_steps(3);
    harness.get_by_label("Use its own file");
    harness.get_by_label("1 instanced file from elsewhere");
}
