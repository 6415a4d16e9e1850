//! Notices in the corner, their log, and what the status line says of them.

use crate::panels::*;
use castview_base::scene::{Mesh, Model};
use castview_picture::ColorBy;
use castview_session::{Message, PartShown, Problem, StageAction, Switch, ViewAction, WindowAction};

/// Passes on a message of the loader, with the notices that come of it.
fn receive(harness: &mut Panels, message: Message) {
    let effects = harness.state_mut().session.receive(message);
    for effect in &effects {
        if let Effect::Notify(notice) = effect {
            harness.state().panels().notify(notice.clone());
        }
    }
    harness.run_steps(3);
}

fn fail(harness: &mut Panels, name: &str) {
    receive(
        harness,
        Message::LoadFailed {
            generation: 1,
            name: name.into(),
            location: format!("/mods/{name}"),
            message: "the file is cut off after 3 of 8 meshes.".into(),
            details: format!("/mods/{name}: at byte 0x2f10"),
            retry: None,
            waits: None,
        },
    );
}

#[test]
fn bad_drops_are_one_line_that_leads_to_the_log_and_goes_when_they_are_solved() {
    let mut harness = window(paused());
    fail(&mut harness, "a.cast");
    let alone = "a.cast could not be opened: the file is cut off after 3 of 8 meshes.";
    assert!(harness.query_by_label(alone).is_some());
    // Paths and bytes are a click away, even of a line that is whole.
    assert!(harness.query_by_label("Details").is_some());
    assert!(harness.query_by_label_contains("0x2f10").is_none());
    for name in ["b.cast", "c.cast", "d.cast", "e.cast"] {
        fail(&mut harness, name);
    }
    assert!(harness.query_by_label(alone).is_none());
    assert_eq!(harness.query_all_by_label("Close notice").count(), 1);
    harness.get_by_label("5 files could not be opened");
    // Opened after all, though under other keys.
    let mut good = fixture::walker();
    good.name = "b.cast".into();
    good.location = "/mods/b.cast".into();
    receive(
        &mut harness,
        Message::Loaded {
            generation: 1,
            files: vec![good],
            placement: Placement::Add,
        },
    );
    harness.get_by_label("4 files could not be opened");
    harness.get_by_label("Notices, 4 unread");
    harness.get_by_label("Details").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Window(WindowAction::TogglePage(Page::Notices))]
    );
    harness.run_steps(2);
    // The row of the log lists all of them at once.
    harness.run_steps(20);
    assert_eq!(harness.query_all_by_label("4 files could not be opened").count(), 1);
    for name in ["a.cast", "b.cast", "e.cast"] {
        let text = format!("{name} could not be opened: the file is cut off after 3 of 8 meshes.");
        assert!(harness.query_by_label(&text).is_some(), "{name} is in the log");
    }
    assert_eq!(harness.query_all_by_label("solved").count(), 1);
    assert!(harness.query_by_label("/mods/e.cast: at byte 0x2f10").is_none());
    harness
        .query_all_by_label("Details")
        .next()
        .expect("of the newest")
        .click();
    actions(&mut harness);
    harness.run_steps(20);
    harness.get_by_label("/mods/e.cast: at byte 0x2f10");
    harness.get_by_label("Copy all").click();
    let found = actions(&mut harness);
    let [Action::Window(WindowAction::Copy(text))] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(text.starts_with("Error: a.cast could not be opened"), "{text}");
    assert!(text.contains("\n    /mods/a.cast: at byte 0x2f10\n"), "{text}");
    harness.get_by_label("Close").click();
    actions(&mut harness);
    harness.get_by_label("Notices");
}

/// A reason is read where it is told: the text is as wide as the view has room, and a longer one has a second line.
#[test]
fn a_notice_is_whole_where_the_view_has_room() {
    let one = "Opened Fox.glb in place of Mage.cast; 1 clip that does not fit it was closed with it.";
    let two = format!("{one} {one}");
    let heights = [one, &two].map(|text| {
        let mut harness = build(builder(vec2(2560.0, 1440.0)), paused());
        harness.state().panels().notify(Notice::info(text));
        harness.run_steps(3);
        let said = harness.get_by_label(text).rect();
        // Only what is cut leads to the log.
        assert!(harness.query_by_label("Details").is_none(), "{text}");
        let view = harness.state().shown().viewport;
        assert!(said.right() < view.right(), "{said:?} in {view:?}");
        said.height()
    });
    assert!(heights[1] > 1.5 * heights[0], "{heights:?}");
}

/// Framing fills 85 % of the smaller side: notices stay below that.
#[test]
fn notices_stay_clear_of_a_framed_model() {
    for (size, sheet) in [
        (vec2(800.0, 600.0), false),
        (vec2(1280.0, 720.0), false),
        (vec2(1280.0, 720.0), true),
        (vec2(2560.0, 1440.0), false),
    ] {
        let mut harness = build(builder(size), paused());
        if sheet {
            act(&mut harness, Switch::DOPE_SHEET.toggle());
        }
        for at in 0..12 {
            let text =
                format!("Warning {at} has a long sentence, so that it is as wide as any notice may be in a window.");
            harness.state().panels().notify(Notice::warning(text));
        }
        fail(&mut harness, "broken.cast");
        let view = harness.state().shown().viewport;
        let free = (view.width().min(view.height()) * 0.15).max(size::ROW + 12.0);
        let lines: Vec<Rect> = harness
            .query_all_by_label("Close notice")
            .map(|close| close.rect())
            .collect();
        assert!(!lines.is_empty());
        for line in lines {
            assert!(line.top() >= view.bottom() - free, "{size:?}: {line:?} in {view:?}");
            assert!(
                line.right() < view.left() + 100.0 + size::NOTICE_MOST,
                "{size:?}: {line:?}"
            );
        }
        let error = "broken.cast could not be opened: the file is cut off after 3 of 8 meshes.";
        assert!(
            harness.query_by_label(error).is_some(),
            "an error comes before warnings"
        );
    }
}

/// Nor do they cover what stands at the foot of the picture: legends, and the menus of its halves.
#[test]
fn notices_stay_clear_of_legends_and_of_the_menus_of_halves() {
    let whole = [Action::View(ViewAction::ToggleColorBy(ColorBy::InfluenceCount))];
    let divided = [Switch::DIVIDE.toggle()];
    let both = [whole[0].clone(), divided[0].clone()];
    for (what, changes) in [("whole", &whole[..]), ("divided", &divided), ("both", &both)] {
        for size in [vec2(800.0, 600.0), vec2(1280.0, 720.0), vec2(2560.0, 1440.0)] {
            let mut session = paused();
            for change in changes {
                session.apply(change.clone());
            }
            let mut harness = build(builder(size), session);
            harness.run_steps(3);
            for at in 0..12 {
                let text = format!("Warning {at} has a long sentence, so that it is as wide as a notice may be.");
                harness.state().panels().notify(Notice::warning(text));
            }
            harness.run_steps(3);
            let foot: Vec<(String, Rect)> = ["Colors of surfaces", "Left half: ", "Right half: "]
                .iter()
                .flat_map(|name| harness.query_all_by_label_contains(name))
                .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
                .collect();
            assert!(!foot.is_empty(), "{what}");
            let notices = harness.query_all_by_label_contains("has a long sentence");
            let notices: Vec<Rect> = notices.map(|notice| notice.rect()).collect();
            assert!(!notices.is_empty());
            for notice in notices {
                for (name, rect) in &foot {
                    assert!(
                        !rect.intersects(notice),
                        "{what}, {size:?}: {notice:?} over {name} {rect:?}"
                    );
                }
            }
        }
    }
}

/// Statistics have a strip of their own below the view: nothing in the view makes way for them, and they cover none of it.
#[test]
fn statistics_cover_nothing_and_move_nothing_in_the_view() {
    for size in [vec2(640.0, 480.0), vec2(800.0, 600.0), vec2(1280.0, 720.0)] {
        let stands = |with_statistics: bool| {
            let mut session = paused();
            session.apply(Action::View(ViewAction::ToggleColorBy(ColorBy::InfluenceCount)));
            if with_statistics {
                session.apply(Switch::STATS.toggle());
            }
            let mut harness = build(builder(size), session);
            harness.run_steps(3);
            harness.state().panels().notify(Notice::warning("Something is odd."));
            harness.run_steps(3);
            let view = harness.state().shown().viewport;
            let from_foot = |rect: Rect| rect.translate(-view.left_bottom().to_vec2());
            let notice = harness.get_by_label("Something is odd.").rect();
            let legend = harness.get_by_label_contains("Colors of surfaces").rect();
            assert!(view.contains_rect(notice) && view.contains_rect(legend), "{size:?}");
            let strip = harness.query_by_label("Statistics").map(|strip| strip.rect());
            assert_eq!(strip.is_some(), with_statistics);
            if let Some(strip) = strip {
                assert!(!strip.intersects(view), "{size:?}: {strip:?} over {view:?}");
                assert!(view.height() > 0.4 * size.y, "{size:?}: {view:?}");
            }
            // Framing keeps off both.
            let foot = session_of(&harness).view().foot() as f32;
            assert!(
                foot >= view.bottom() - notice.top(),
                "{size:?}: {foot}, {notice:?} in {view:?}"
            );
            [from_foot(notice), from_foot(legend)]
        };
        assert_eq!(stands(false), stands(true), "{size:?}");
    }
}

#[test]
fn a_notice_of_a_problem_that_is_solved_goes() {
    let mut harness = window(paused());
    let missing = Notice::warning("1 texture missing in walker.cast.").about(Problem::MissingTextures);
    harness.state().panels().notify(missing);
    harness.run_steps(3);
    assert!(harness.query_by_label("1 texture missing in walker.cast.").is_some());
    act(&mut harness, Action::Stage(StageAction::CloseAll));
    harness.run_steps(2);
    assert!(harness.query_by_label("1 texture missing in walker.cast.").is_none());
    assert!(harness.query_by_label("1 texture missing").is_none());
}

#[test]
fn the_status_line_counts_missing_textures_and_leads_to_the_page_of_textures() {
    let mut harness = window(paused());
    harness.get_by_label("1 texture missing").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Window(WindowAction::TogglePage(Page::Textures))]
    );
}

#[test]
fn nothing_in_the_status_line_moves_when_a_load_begins() {
    let mut harness = window(paused());
    let names = [
        "1 warning, 2 notes",
        "1 texture missing",
        "9 of 10 curves matched",
        "Notices",
    ];
    let places = |harness: &Panels| names.map(|name| harness.get_by_label(name).rect());
    let before = places(&harness);
    let open = StageAction::Open {
        locations: vec!["/somewhere/pilot.cast".into()],
        placement: Placement::Replace,
    };
    act(&mut harness, Action::Stage(open));
    for progress in [0.0, 0.07, 0.7] {
        receive(
            &mut harness,
            Message::LoadProgress {
                generation: 2,
                name: "pilot.cast".into(),
                progress,
            },
        );
        assert_eq!(places(&harness), before, "{progress}");
        harness.get_by_label("Cancel loading");
    }
}

/// Only what stands right of them takes room from them, and that of lasting work is kept free.
#[test]
fn counts_are_whole_where_the_status_line_has_room() {
    let mesh = Mesh {
        positions: vec![[0.0; 3]; 3_000].into(),
        triangles: (0..3_000).collect::<Vec<u32>>().into(),
        ..Mesh::default()
    };
    let scene = Scene {
        models: vec![Model {
            meshes: vec![mesh; 1_234],
            ..Model::default()
        }],
        ..Scene::default()
    };
    let file = OpenedFile::of(FileKey(1), "many.glb", scene);
    let counts = "1\u{a0}234\u{a0}000\u{a0}triangles · 3\u{a0}702\u{a0}000\u{a0}vertices";
    let width_in = |window: f32| {
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![file.clone()],
            placement: Placement::Replace,
        });
        let harness = build(builder(vec2(window, 600.0)), session);
        harness.get_by_label(counts).rect().width()
    };
    let whole = width_in(2560.0);
    assert!(whole > 200.0, "{whole}");
    assert_eq!(width_in(800.0), whole);
}

#[test]
fn the_status_line_says_what_is_seen_while_a_picture_is_not_whole() {
    let mut harness = window(paused());
    let cases = [
        ([0, 1, 1], "Showing a coarse form"),
        ([0, 8, 8], "Showing a coarse form of 8 meshes"),
        ([12, 1400, 0], "Showing 12 of 1\u{a0}400 meshes"),
        ([12, 400, 3], "Showing 12 of 400 meshes, 3 more in a coarse form"),
    ];
    for ([meshes, of, coarse], words) in cases {
        let part = PartShown { meshes, of, coarse };
        receive(&mut harness, Message::Drawing(Some(0.25)));
        receive(&mut harness, Message::PartShown(Some(part)));
        harness.get_by_label(&format!("{words}…"));
        harness.get_by_label(" 25 %");
        harness.get_by_label("Stop drawing").click();
        assert_eq!(actions(&mut harness), [Action::View(ViewAction::StopDrawing)]);
        // A drawing that was stopped still does not show all.
        receive(&mut harness, Message::Drawing(None));
        harness.get_by_label(words);
        receive(&mut harness, Message::PartShown(None));
        assert!(harness.query_by_label_contains("Showing").is_none());
    }
}

/// They would lie over it, and nobody reads them there: they wait.
#[test]
fn no_notice_is_shown_while_a_page_is_open() {
    let mut harness = build(builder(vec2(1280.0, 720.0)).with_step_dt(1.0), paused());
    let text = "1 texture missing in walker.cast.";
    harness.state().panels().notify(Notice::warning(text));
    harness.run_steps(3);
    assert!(harness.query_by_label(text).is_some());
    let toggle = Action::Window(WindowAction::TogglePage(Page::About));
    act(&mut harness, toggle.clone());
    harness.run_steps(3);
    assert!(harness.query_by_label(text).is_none());
    // Far longer than it would be shown.
    harness.run_steps(60);
    act(&mut harness, toggle);
    harness.run_steps(3);
    assert!(harness.query_by_label(text).is_some());
}
