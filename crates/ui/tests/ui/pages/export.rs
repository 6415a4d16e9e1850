//! The page on which pictures are exported: every choice by its name, in a large window and in a small one.

use crate::panels::*;
use castview_session::{ExportAction, ExportBackground, ExportChoice, ExportContent, ExportFormat, ExportSize};

fn open(size: Vec2) -> Panels {
    let mut harness = build(builder(size), paused());
    act(&mut harness, Action::Export(ExportAction::TogglePage));
    actions(&mut harness);
    harness
}

fn chosen(harness: &mut Panels, label: &str) -> Vec<Action> {
    harness.get_by_label(label).click();
    actions(harness)
}

#[test]
fn each_choice_is_kept_by_its_name() {
    for size in [vec2(1280.0, 720.0), vec2(800.0, 600.0)] {
        let mut harness = open(size);
        let mut wanted = ExportChoice::default();
        type Change = fn(&mut ExportChoice);
        let changes: [(&str, Change); 9] = [
            ("Format: WebP", |choice| choice.moving = ExportFormat::WebP),
            ("Size: Square", |choice| choice.size = ExportSize::Square),
            ("Size: Discord 10 MB", |choice| choice.size = ExportSize::Discord),
            ("Pictures a second: 25", |choice| choice.per_sec = 25),
            ("Background: Transparent", |choice| {
                choice.background = ExportBackground::Transparent;
            }),
            ("Samples a pixel: 1, faster", |choice| choice.samples = 1),
            ("Content: Turntable", |choice| choice.content = ExportContent::Turntable),
            ("The clip plays meanwhile", |choice| choice.holds_pose = false),
            ("Content: This picture", |choice| {
                choice.content = ExportContent::Picture
            }),
        ];
        for (label, change) in changes {
            change(&mut wanted);
            let asked = chosen(&mut harness, label);
            assert_eq!(asked, [Action::Export(ExportAction::Choose(wanted))], "{label}");
        }
        // One picture has formats of its own.
        assert!(harness.query_by_label("Format: GIF").is_none());
        assert!(harness.query_by_label("Format: JPEG").is_some());
        assert_eq!(
            chosen(&mut harness, "Pictures a second: 30"),
            [],
            "of pictures that move"
        );
    }
}

#[test]
fn the_buttons_begin_and_copy() {
    let mut harness = open(vec2(800.0, 600.0));
    assert_eq!(
        chosen(&mut harness, "Copy as command"),
        [Action::Export(ExportAction::CopyCommand)]
    );
    assert_eq!(chosen(&mut harness, "Export…"), [Action::Export(ExportAction::Begin)]);
    assert_eq!(session_of(&harness).window().page(), None);
}

#[test]
fn the_keys_open_the_page_and_escape_closes_it() {
    let mut harness = build(builder(vec2(1280.0, 720.0)), paused());
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert_eq!(actions(&mut harness), [Action::Export(ExportAction::TogglePage)]);
    harness.key_press(Key::Escape);
    assert_eq!(actions(&mut harness), [Action::Escape]);
    assert_eq!(session_of(&harness).window().page(), None);
}
