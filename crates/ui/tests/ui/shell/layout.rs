//! Every layout at every size, and every state in pictures.

use crate::panels::*;
use castview_session::{DialValue, Message, SelectionAction, StageAction, Switch, WindowAction};

/// Every layout the design names: nothing cut, nothing over something else, and a picture to look at.
#[test]
fn every_layout_fits_its_window() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    for (width, height) in [(800.0, 600.0), (1280.0, 720.0), (2560.0, 1440.0)] {
        for scale in [1.0_f32, 1.25, 1.5, 2.0] {
            for theme in [Theme::Dark, Theme::Light] {
                let mut session = fixture::session();
                session.apply(Action::Playback(PlaybackAction::Pause));
                session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(42.0))));
                session.apply(DialValue::theme(theme).choose());
                let bone = session.stage().models()[0]
                    .model()
                    .skeleton
                    .find("j_spine4")
                    .expect("the walker has it");
                session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Bone(
                    session.stage().models()[0].key,
                    bone,
                )))));
                // The window has so many pixels; a larger scale leaves fewer points.
                let points = vec2(width, height) / scale;
                let mut builder = builder(points).with_pixels_per_point(scale);
                if folder.is_some() {
                    builder = builder.wgpu();
                }
                let mut harness = build(builder, session);
                if let Some(folder) = &folder {
                    let picture = harness.render().expect("an adapter draws the picture");
                    let name = format!("{width}x{height}-{scale}-{theme:?}.png").to_lowercase();
                    picture.save(folder.join(name)).expect("the folder can be written");
                }
                check_layout(&harness, points, &format!("{width} x {height} at {scale}"));
            }
        }
    }
}

/// Whether it lies in a list that scrolls: there a control may be out of view.
fn scrolls(node: &egui_kittest::Node<'_>) -> bool {
    let mut above = node.accesskit_node().parent();
    while let Some(node) = above {
        if node.role() == Role::ScrollView {
            return true;
        }
        above = node.parent();
    }
    false
}

/// Controls of the bars lie inside the window and not over each other; the viewport keeps half of the width and of the height.
fn check_layout(harness: &Panels, points: Vec2, what: &str) {
    let screen = Rect::from_min_size(Pos2::ZERO, points).expand(0.5);
    let controls: Vec<(String, Rect)> = harness
        .root()
        .children_recursive()
        .filter(|node| {
            let roles = [
                Role::Button,
                Role::SpinButton,
                Role::ComboBox,
                Role::Slider,
                Role::TextInput,
            ];
            roles.contains(&node.accesskit_node().role()) && !scrolls(node)
        })
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .collect();
    assert!(controls.len() > 15, "{what}: only {} controls", controls.len());
    for (name, rect) in &controls {
        assert!(screen.contains_rect(*rect), "{what}: {name} at {rect:?} is cut");
    }
    for (i, (name, rect)) in controls.iter().enumerate() {
        for (other, other_rect) in &controls[i + 1..] {
            // Handles and marks stand on the playhead's own rail, whose edge may fall between two pixels.
            if name == "Playhead" && rect.expand(0.5).contains_rect(*other_rect) {
                continue;
            }
            let over = rect.intersect(*other_rect);
            assert!(
                over.width() < 1.0 || over.height() < 1.0,
                "{what}: {name} {rect:?} lies over {other} {other_rect:?}"
            );
        }
    }
    let view = harness.state().shown().viewport;
    assert!(
        view.width() >= points.x * 0.5 - 1.0,
        "{what}: the viewport has {} of {} points",
        view.width(),
        points.x
    );
    assert!(
        view.height() >= points.y * 0.5 - 1.0,
        "{what}: the viewport is {} of {} points high",
        view.height(),
        points.y
    );
}

/// A picture of every page and state, for looking at: saved where `CASTVIEW_UI_PICTURES` says, painted in any case.
#[test]
fn every_state_paints() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    type Change = fn(&mut Session) -> ();
    let select = |name: &str| -> Change {
        match name {
            "mesh" => |s| {
                let key = s.stage().models()[0].key;
                s.apply(Action::Selection(SelectionAction::Select(Some(Selected::Mesh(
                    key,
                    MeshIndex::new(0),
                )))));
            },
            "model" => |s| {
                let key = s.stage().models()[0].key;
                s.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))));
            },
            "material" => |s| {
                let key = s.stage().models()[0].key;
                s.apply(Action::Selection(SelectionAction::Select(Some(Selected::Material(
                    key,
                    MaterialIndex::new(0),
                )))));
            },
            "clip" => |s| {
                let key = s.stage().clips()[0].key;
                s.apply(Action::Selection(SelectionAction::Select(Some(Selected::Clip(key)))));
            },
            "file" => |s| {
                let key = s.stage().files()[0].key;
                s.apply(Action::Selection(SelectionAction::Select(Some(Selected::File(key)))));
            },
            _ => |_| {},
        }
    };
    let states: [(&str, Change); 13] = [
        ("nothing", |_| {}),
        ("mesh", select("mesh")),
        ("model", select("model")),
        ("material", select("material")),
        ("clip", select("clip")),
        ("file", select("file")),
        ("notes", |s| {
            drop(s.apply(Action::Window(WindowAction::TogglePage(Page::Diagnostics))))
        }),
        ("keys", |s| {
            drop(s.apply(Action::Window(WindowAction::TogglePage(Page::Shortcuts))))
        }),
        ("allowed folders", |s| {
            let long =
                "/home/somebody/a folder with a very long name, as they are/with another one in it, as long/textures";
            s.receive(Message::Allowed(vec![castview_picture::opened::Consent {
                of: long.into(),
                folder: long.into(),
                real: long.into(),
            }]));
            s.apply(Action::Window(WindowAction::TogglePage(Page::AllowedFolders)));
        }),
        ("about", |s| {
            drop(s.apply(Action::Window(WindowAction::TogglePage(Page::About))))
        }),
        ("hover", |s| {
            drop(s.apply(Action::Window(WindowAction::DropHint {
                hint: Some("Add clip run.cast to walker".into()),
                onto: None,
            })))
        }),
        ("empty", |s| drop(s.apply(Action::Stage(StageAction::CloseAll)))),
        ("busy", |s| {
            s.apply(Switch::STATS.toggle());
            s.apply(Action::Stage(StageAction::Open {
                locations: vec!["pilot.cast".into()],
                placement: Placement::Replace,
            }));
            s.receive(Message::LoadProgress {
                generation: 2,
                name: "pilot.cast".into(),
                progress: 0.4,
            });
        }),
    ];
    for (name, change) in states {
        for theme in [Theme::Dark, Theme::Light] {
            let mut session = paused();
            session.apply(DialValue::theme(theme).choose());
            change(&mut session);
            let mut builder = builder(vec2(1280.0, 720.0));
            if folder.is_some() {
                builder = builder.wgpu();
            }
            let mut harness = build(builder, session);
            if name == "busy" {
                let mut state = harness.state().panels();
                state.notify(
                    Notice::info("Opened walker.cast in place of what was there.")
                        .with_action("Add", Action::Stage(StageAction::AddInstead)),
                );
                state.notify(
                    Notice::warning("1 texture missing in walker.cast.")
                        .with_action("Show", Action::Selection(SelectionAction::ShowAll)),
                );
                state.notify(Notice::error(
                    "pilot.cast could not be opened: the header ends after 3 bytes. Is the file complete?",
                ));
            }
            if name == "nothing" {
                harness.get_by_label("View menu").click();
            }
            harness.run_steps(3);
            if let Some(folder) = &folder {
                let picture = harness.render().expect("an adapter draws the picture");
                picture
                    .save(folder.join(format!("state-{name}-{theme:?}.png").to_lowercase()))
                    .expect("the folder can be written");
            }
        }
    }
}

/// Whoever presses a panel's button while all panels are hidden gets to see it, in a window of any width.
#[test]
fn a_button_for_a_panel_brings_hidden_panels_back() {
    for (width, narrow) in [(1280.0, false), (800.0, true)] {
        for (button, found) in [("Node tree", "Search names"), ("Inspector", "children")] {
            let mut session = fixture::session();
            let bone = bone(&session, "j_spine4");
            session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
            session.apply(Switch::PANELS.toggle());
            let mut harness = build(builder(vec2(width, 600.0)), session);
            harness.get_by_label(button).click();
            harness.run_steps(3);
            let live = session_of(&harness);
            assert!(!live.window().panels_hidden(), "{width}: {button}");
            assert!(
                live.preferences().window.tree_open && live.preferences().window.inspector_open,
                "{width}: {button}"
            );
            let drawn = harness.query_all_by_label_contains(found).count();
            assert!(drawn > 0, "{width} (narrow: {narrow}): no {found} after {button}");
        }
    }
}

/// The pieces of the picture on the screen: where each is painted, and which share of the picture's width and height that is.
fn painted_picture(harness: &Panels) -> (Rect, Vec2) {
    for clipped in &harness.output().shapes {
        if let egui::Shape::Mesh(mesh) = &clipped.shape
            && mesh.texture_id == TextureId::User(7)
        {
            let uv = Rect::from_points(&mesh.vertices.iter().map(|vertex| vertex.uv).collect::<Vec<_>>());
            return (mesh.calc_bounds(), uv.size());
        }
        if let egui::Shape::Rect(rect) = &clipped.shape
            && let Some(brush) = &rect.brush
            && brush.fill_texture_id == TextureId::User(7)
        {
            return (rect.rect, brush.uv.size());
        }
    }
    panic!("no picture is painted");
}

/// Opening the dock, or pulling a panel, changes the viewport before there is a picture of its new size.
#[test]
fn a_picture_of_another_size_is_not_stretched() {
    let mut harness = window(paused());
    let now = harness.state().shown().viewport_pixels;
    let [width, height] = now;
    let others = [
        [width, height * 2],
        [width * 2, height],
        [width, height / 2],
        [width / 2, height],
        now,
    ];
    for size in others {
        harness.state_mut().picture = Some(size);
        harness.run_steps(2);
        let viewport = harness.state().shown().viewport;
        let (place, share) = painted_picture(&harness);
        let across = place.width() / (size[0] as f32 * share.x);
        let down = place.height() / (size[1] as f32 * share.y);
        assert!((across / down - 1.0).abs() < 0.01, "{size:?}: {across} {down}");
        assert!(viewport.expand(1.0).contains_rect(place), "{place:?} in {viewport:?}");
        assert_eq!(share.y, 1.0, "a camera sees as much from top to bottom");
    }
    // The dock opens: the picture is still the one from before.
    harness.state_mut().picture = Some(now);
    act(&mut harness, Switch::DOPE_SHEET.toggle());
    assert_ne!(harness.state().shown().viewport_pixels, now);
    let (place, share) = painted_picture(&harness);
    let shown = place.width() / place.height() / (share.x / share.y);
    let drawn = width as f32 / height as f32;
    assert!((shown / drawn - 1.0).abs() < 0.01, "{shown} {drawn}");
}
