//! The time panels over clips whose frames and rates are at the ends of what numbers hold: dragged, wheeled and typed into.
//! Whatever is shown is made of numbers, of few enough shapes, and the playhead stays inside its clip.

use crate::extremes::{clips, walker};
use crate::panels::*;
use crate::staged::{clip_key, opened};
use castview_session::{AidsAction, CompositionAction, GhostChoice, SelectionAction, Switch};

/// More than any of these windows needs; lists of every frame would be far beyond.
const MOST_SHAPES: usize = 20_000;

fn check(harness: &Panels, what: &str) {
    let session = session_of(harness);
    let (frame, timeline) = (session.frame(), session.timeline());
    let (frame, timeline) = (frame.expect("a playhead"), timeline.expect("a clip is chosen"));
    assert!(
        timeline.range.contains(frame) && frame.is_finite(),
        "{what}: {frame} of {:?}",
        timeline.range
    );
    let shapes = &harness.output().shapes;
    assert!(shapes.len() < MOST_SHAPES, "{what}: {} shapes", shapes.len());
    for shape in shapes {
        // Nothing covers nothing: `Rect::NOTHING` moved somewhere is no number either.
        let is_empty = matches!(&shape.shape, egui::Shape::Text(text) if text.galley.text().trim().is_empty());
        let covers = shape.shape.visual_bounding_rect();
        assert!(is_empty || !covers.any_nan(), "{what}: {:?}", shape.shape);
    }
}

fn wheel(harness: &mut Panels, at: Pos2, lines: f32, modifiers: Modifiers) {
    harness.hover_at(at);
    harness.run_steps(1);
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, lines),
        modifiers,
        source: egui::MouseWheelSource::Wheel,
        phase: egui::TouchPhase::Move,
    });
    harness.run_steps(3);
}

fn type_frame(harness: &mut Panels, text: &str) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::G);
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text(text.into()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
}

#[test]
fn no_clip_breaks_the_panels_of_time() {
    let mut session = opened(vec![walker()], clips());
    let placed = &session.stage().models()[0];
    let hand = placed.model().skeleton.find("hand").expect("a bone");
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Bone(
        placed.key, hand,
    )))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Switch::DOPE_SHEET.toggle());
    session.apply(Switch::CURVE_VIEW.toggle());
    session.apply(Action::Aids(AidsAction::SetGhosts(GhostChoice {
        shown: true,
        count: 3,
        step: GhostStep::Keys,
        ..GhostChoice::default()
    })));
    let mut harness = build(builder(vec2(1280.0, 900.0)), session);
    for clip in 0..clips().len() {
        act(&mut harness, Action::Composition(CompositionAction::ClearLayers));
        act(
            &mut harness,
            Action::Playback(PlaybackAction::ChooseClip(Some(clip_key(clip)))),
        );
        let over = clip_key((clip + 7) % clips().len());
        act(
            &mut harness,
            Action::Composition(CompositionAction::AddLayer {
                clip: over,
                model: None,
            }),
        );
        check(&harness, &format!("clip {clip}"));
        let ruler = harness.get_by_label("Playhead").rect();
        drag(&mut harness, ruler.left_center(), ruler.right_center());
        check(&harness, &format!("clip {clip}, scrubbed"));
        let plot = harness.get_by_label("Curve plot").rect();
        for (at, what) in [(ruler.center(), "ruler"), (plot.center(), "curves")] {
            for (lines, modifiers) in [
                (400.0, Modifiers::COMMAND),
                (-3.0, Modifiers::NONE),
                (-900.0, Modifiers::COMMAND),
                (50.0, Modifiers::SHIFT),
            ] {
                wheel(&mut harness, at, lines, modifiers);
                check(&harness, &format!("clip {clip}, wheeled by {lines} over the {what}"));
            }
        }
        drag(&mut harness, plot.center(), plot.right_bottom() + vec2(300.0, 90.0));
        check(&harness, &format!("clip {clip}, scrubbed on the curves"));
        for text in [
            "1e300",
            "-1e300",
            "nan",
            "inf",
            "4294967296",
            "99:99:99:99",
            "1e-300s",
            "",
        ] {
            type_frame(&mut harness, text);
            check(&harness, &format!("clip {clip}, {text:?} typed"));
        }
        harness.key_press(Key::Escape);
        harness.run_steps(2);
    }
}
