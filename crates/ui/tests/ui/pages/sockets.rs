//! The page of sockets: bones by their names and by what hangs there; a row selects its bone.

use super::document::{drawn, keep};
use crate::panels::*;
use crate::tree::attachments::{armed, key, on};
use castview_base::scene::{Bone, Model, Skeleton};
use castview_session::{CompositionAction, HungFile, Message, StageAction};

/// The walker and a sword, and a rack with sockets among its bones.
fn with_rack() -> Session {
    let names = ["root", "TAG_weapon", "left\u{202e}_socket", "tagged"];
    let bones = names.iter().enumerate().map(|(at, name)| Bone {
        name: (*name).into(),
        parent: (at > 0).then_some(0),
        ..Bone::default()
    });
    let scene = Scene {
        models: vec![Model {
            name: "rack".into(),
            skeleton: Skeleton::new(bones.collect()).expect("parents come first"),
            ..Model::default()
        }],
        ..Scene::default()
    };
    let mut session = armed();
    session.receive(Message::Loaded {
        generation: session.opening().generation(),
        files: vec![OpenedFile::of(FileKey(3), "rack.cast", scene)],
        placement: Placement::Add,
    });
    session
}

fn rows(harness: &Panels) -> Vec<String> {
    let mut found: Vec<(f32, String)> = harness
        .query_all_by_role(Role::Row)
        .filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?)))
        .filter(|(_, label)| label.contains("hangs there"))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, label)| label).collect()
}

fn open(harness: &mut Panels) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(4);
    assert_eq!(session_of(harness).window().page(), Some(Page::Sockets));
}

#[test]
fn sockets_are_listed_with_what_hangs_there_and_lead_to_their_bones() {
    for (size, light) in [
        (vec2(1280.0, 720.0), false),
        (vec2(1280.0, 720.0), true),
        (vec2(800.0, 600.0), false),
        (vec2(800.0, 600.0), true),
    ] {
        let mut session = with_rack();
        if light {
            session.apply(castview_session::command("theme_light").action());
        }
        let mut harness = drawn(size, session);
        open(&mut harness);
        let named = [
            "TAG_weapon, rack, nothing hangs there",
            "left\\u{202e}_socket, rack, nothing hangs there",
        ];
        assert_eq!(rows(&harness), named);
        // A bone that something hangs on is a socket whatever its name is.
        let (sword, spine) = (key(session_of(&harness), 1), on(session_of(&harness), "j_spine4"));
        let hang = CompositionAction::Attach(sword, Some(spine));
        act(&mut harness, Action::Composition(hang));
        harness.run_steps(2);
        let hung = "j_spine4, walker, sword hangs there";
        assert_eq!(rows(&harness), [hung, named[0], named[1]]);
        keep(&mut harness, if light { "sockets_light" } else { "sockets" });
        harness.get_by_label("Search sockets").click();
        harness.run_steps(2);
        harness.event(egui::Event::Text("SWORD".into()));
        harness.run_steps(3);
        assert_eq!(rows(&harness), [hung]);
        harness.get_by_label(hung).click_secondary();
        harness.run_steps(3);
        harness.get_by_label("Detach sword").click();
        harness.run_steps(3);
        assert!(rows(&harness).is_empty());
        act(&mut harness, Action::Undo);
        harness.run_steps(2);
        // Enter leads from the search to the first row, and from there to its bone.
        harness.get_by_label("Search sockets").click();
        harness.run_steps(2);
        for _ in 0..2 {
            harness.key_press(Key::Enter);
            harness.run_steps(3);
        }
        let session = session_of(&harness);
        assert_eq!(session.window().page(), None);
        assert_eq!(session.edits().selected, Some(bone(session, "j_spine4")));
    }
}

#[test]
fn what_hung_on_a_bone_before_is_offered_there() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut session = with_rack();
        let rack = session.stage().models().last().expect("it was opened").key;
        let hung = |bone: &str, location: &str| {
            let (bone, location) = (bone.to_owned(), location.to_owned());
            (rack, HungFile { bone, location })
        };
        session.receive(Message::HungThere {
            there: vec![
                hung("tagged", "/models/gun.cast"),
                hung("TAG_weapon", "/models/a\u{202e}.cast"),
                hung("TAG_weapon", "/models/hat.cast"),
            ],
            tells: false,
        });
        let mut harness = drawn(size, session);
        open(&mut harness);
        let gun = "tagged, rack, gun.cast hung there before";
        for label in ["TAG_weapon, rack, a\\u{202e}.cast and 1 more hung there before", gun] {
            harness.get_by_label(label);
        }
        keep(&mut harness, "sockets_before");
        actions(&mut harness);
        harness.get_by_label("Hang gun.cast again").click();
        let asked = actions(&mut harness);
        let opens = |action: &Action| {
            matches!(action, Action::Stage(StageAction::Open { locations, placement: Placement::On { leader, bone } })
                if *locations == ["/models/gun.cast"] && *leader == rack && bone.get() == 3)
        };
        assert!(asked.iter().any(opens), "{asked:?}");
        // In the menu of the row, too, and the search finds it.
        harness.get_by_label("Search sockets").click();
        harness.run_steps(2);
        harness.event(egui::Event::Text("HAT".into()));
        harness.run_steps(3);
        assert!(harness.query_by_label(gun).is_none());
        harness.get_by_label_contains("TAG_weapon, rack").click_secondary();
        harness.run_steps(3);
        actions(&mut harness);
        harness.get_by_label("Hang hat.cast again").click();
        let asked = actions(&mut harness);
        let opens = |action: &Action| matches!(action, Action::Stage(StageAction::Open { locations, .. }) if *locations == ["/models/hat.cast"]);
        assert!(asked.iter().any(opens), "{asked:?}");
    }
}
