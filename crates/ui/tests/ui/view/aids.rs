//! Motion trails, ghosts, filmstrip.

use crate::panels::*;
use castview_session::{DialValue, SelectionAction, Switch};

fn with_bone(name: &str) -> Session {
    let mut session = paused();
    let placed = &session.stage().models()[0];
    let bone = placed.model().skeleton.find(name).expect("the model has it");
    let selected = Selected::Bone(placed.key, bone);
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
    session
}

fn tap(harness: &mut Panels, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

fn legend(harness: &Panels) -> bool {
    harness.query_by_label_contains("Speed of the motion trails").is_some()
}

#[test]
fn a_key_shows_the_selected_bones_trail_and_its_legend() {
    let mut harness = window(with_bone("j_wrist_le"));
    assert!(!legend(&harness));
    tap(&mut harness, Modifiers::SHIFT, Key::T);
    assert_eq!(harness.state().session.aids().trail_bones().len(), 1);
    assert!(legend(&harness), "what the colours mean");
    tap(&mut harness, Modifiers::SHIFT, Key::T);
    assert_eq!(harness.state().session.aids().trail_bones(), []);
    assert!(!legend(&harness));

    let mut harness = window(paused());
    tap(&mut harness, Modifiers::SHIFT, Key::T);
    assert_eq!(harness.state().session.aids().trail_bones(), [], "nothing is selected");
}

#[test]
fn the_menu_takes_all_trails_away() {
    let mut session = with_bone("j_wrist_le");
    session.apply(Switch::TRAIL.toggle());
    let mut harness = window(session);
    harness.get_by_label("Skeleton menu").click();
    harness.run_steps(3);
    harness.get_by_label("Clear motion trails").click();
    harness.run_steps(3);
    assert_eq!(harness.state().session.aids().trail_bones(), []);
}

#[test]
fn ghosts_are_chosen_where_overlays_are() {
    let mut harness = window(paused());
    tap(&mut harness, Modifiers::NONE, Key::O);
    assert!(harness.state().session.preferences().aids.ghosts.shown);
    for (menu, choice) in [
        ("Ghosts on each side", "4"),
        ("Distance of ghosts", "10 frames apart"),
        ("Distance of ghosts", "At the keys of the selection"),
    ] {
        harness.get_by_label("Overlays").click();
        harness.run_steps(3);
        harness.get_by_label(menu).click();
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::MenuItemCheckBox, choice).click();
        harness.run_steps(4);
        if choice.starts_with("10") {
            assert_eq!(
                harness.state().session.preferences().aids.ghosts.step,
                GhostStep::Frames(10)
            );
        }
        let open = harness.query_by_label(menu).is_some();
        if open {
            harness.key_press(Key::Escape);
            harness.run_steps(3);
        }
    }
    let chosen = harness.state().session.preferences().aids.ghosts;
    assert_eq!((chosen.count, chosen.step), (4, GhostStep::Keys));
}

fn with_film() -> Session {
    let mut session = paused();
    session.apply(Switch::FILMSTRIP.toggle());
    session
}

fn strip(harness: &Panels) -> Rect {
    harness.get_by_label("Filmstrip").rect()
}

#[test]
fn the_strip_opens_between_buttons_and_ruler_and_wants_frames_all_along_the_clip() {
    let mut harness = window(paused());
    assert!(harness.query_by_label("Filmstrip").is_none());
    assert!(harness.state().shown().film.is_empty(), "closed, it wants nothing");
    tap(&mut harness, Modifiers::SHIFT, Key::F);
    let film = strip(&harness);
    let play = harness.get_by_label("Play").rect();
    let ruler = harness.get_by_label("Playhead").rect();
    assert!(
        play.bottom() <= film.top() && film.bottom() <= ruler.top() + 0.5,
        "{film} {ruler}"
    );
    let wanted = harness.state().shown().film.clone();
    assert!((10..=24).contains(&wanted.len()), "{wanted:?}");
    assert!(
        wanted
            .iter()
            .all(|frame| frame.fract() == 0.0 && (0.0..=118.0).contains(frame))
    );
    let quarter = &wanted[..wanted.len().div_ceil(4)];
    assert!(
        quarter.iter().any(|f| *f < 30.0) && quarter.iter().any(|f| *f > 80.0),
        "coarse first: {wanted:?}"
    );
    let mut sorted = wanted.clone();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    assert_eq!(sorted.len(), wanted.len(), "each once");
    tap(&mut harness, Modifiers::SHIFT, Key::F);
    assert!(harness.query_by_label("Filmstrip").is_none());
}

fn picture(frame: f64) -> FilmPicture {
    FilmPicture {
        frame,
        // egui's own font texture: there is always something in it.
        texture: TextureId::default(),
        uv: Rect::from_min_max(pos2(0.0, 0.0), pos2(0.05, 0.05)),
    }
}

#[test]
fn the_frame_under_the_pointer_is_wanted_first_and_shown_there() {
    let mut harness = window(with_film());
    harness.state_mut().film = vec![picture(20.0), picture(60.0)];
    let below = harness.get_by_label("Playhead").rect().center().y;
    for (frame, y) in [(37.0, below), (90.0, strip(&harness).center().y)] {
        harness.hover_at(pos2(x_of(&harness, frame), y));
        harness.run_steps(2);
        assert_eq!(harness.state().shown().film[0], f64::from(frame));
        let lens = harness.get_by_label_contains("in the filmstrip").rect();
        assert!(
            strip(&harness).contains_rect(lens.shrink(1.0)),
            "nothing else is hidden"
        );
        assert!((lens.center().x - x_of(&harness, frame)).abs() < 1.0);
        assert_eq!(harness.state().session.frame(), Some(0.0), "looking moves nothing");
    }
    harness.hover_at(pos2(640.0, 300.0));
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("in the filmstrip").is_none());
}

#[test]
fn dragging_on_the_strip_scrubs() {
    let mut harness = window(with_film());
    let at = |harness: &Panels, frame: f32| -> Pos2 { pos2(x_of(harness, frame), strip(harness).center().y) };
    harness.drag_at(at(&harness, 30.0));
    harness.run_steps(1);
    assert_eq!(harness.state().session.frame(), Some(30.0));
    harness.hover_at(at(&harness, 71.0));
    harness.run_steps(1);
    assert_eq!(harness.state().session.frame(), Some(71.0));
    harness.drop_at(at(&harness, 71.0));
    harness.run_steps(2);
    assert_eq!(harness.state().session.frame(), Some(71.0));
}

#[test]
fn every_layout_with_all_of_them() {
    let folder = std::env::var_os("CASTVIEW_UI_PICTURES").map(std::path::PathBuf::from);
    for (width, height) in [(800.0, 600.0), (1280.0, 720.0)] {
        for theme in [Theme::Dark, Theme::Light] {
            let mut session = with_bone("j_wrist_le");
            session.apply(DialValue::theme(theme).choose());
            session.apply(Switch::TRAIL.toggle());
            session.apply(Switch::FILMSTRIP.toggle());
            let mut harness = build(builder(vec2(width, height)).wgpu(), session);
            harness.state_mut().film = (0..12).map(|at| picture(f64::from(at) * 10.0)).collect();
            harness.hover_at(pos2(x_of(&harness, 118.0), strip(&harness).center().y));
            harness.run_steps(3);
            let lens = harness.get_by_label_contains("in the filmstrip").rect();
            assert!(lens.right() <= width && strip(&harness).contains_rect(lens.shrink(1.0)));
            if let Some(folder) = &folder {
                let image = harness.render().expect("renders");
                let name = format!("trails_{width}x{height}_{theme:?}.png");
                image.save(folder.join(name)).expect("saves");
            }
        }
    }
}
