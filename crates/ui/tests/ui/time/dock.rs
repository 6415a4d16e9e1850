//! The dock above the transport: its tabs, its height, layers on the time axis, the scroll bar of the axis.

use crate::panels::*;
use castview_session::composition;
use castview_session::{CompositionAction, DockTab, LayerChange, Switch, WindowAction};

fn with(tabs: &[Action]) -> Session {
    let mut session = paused();
    for tab in tabs {
        session.apply(tab.clone());
    }
    session
}

#[test]
fn a_tab_shows_its_panel_alone_at_the_same_height() {
    let mut harness = window(with(&[Switch::DOPE_SHEET.toggle()]));
    let view = harness.state().shown().viewport;
    harness.get_by_label("Curves tab").click();
    assert_eq!(
        actions(&mut harness),
        [Action::Window(WindowAction::ShowTab(DockTab::Curves))]
    );
    harness.run_steps(2);
    let preferences = session_of(&harness).preferences();
    assert!(preferences.timeline.curve_view && !preferences.timeline.dope_sheet);
    assert_eq!(harness.state().shown().viewport, view, "nothing else moves");
    harness.get_by_label("Layers tab").click();
    actions(&mut harness);
    assert_eq!(harness.state().shown().viewport, view);
    harness.get_by_label("Notifications tab").click();
    actions(&mut harness);
    harness.run_steps(2);
    assert!(
        harness
            .query_all_by_label_contains("Go to notification")
            .next()
            .is_some()
    );
    harness.get_by_label("Close the dock").click();
    actions(&mut harness);
    harness.run_steps(2);
    assert!(harness.query_by_label("Curves tab").is_none());
    assert!(harness.state().shown().viewport.height() > view.height());
}

const ALL: [Action; 6] = [
    Switch::DOPE_SHEET.toggle(),
    Switch::CURVE_VIEW.toggle(),
    Switch::KEY_TABLE.toggle(),
    Switch::DOCK_NOTIFICATIONS.toggle(),
    Switch::DOCK_LAYERS.toggle(),
    Action::Window(WindowAction::SetDockHeight(2000.0)),
];

/// The view keeps half of the window's height, whatever is open and however high the dock was made.
#[test]
fn the_view_keeps_half_of_the_height() {
    let few = &[Switch::DOPE_SHEET.toggle()][..];
    for size in [
        vec2(800.0, 480.0),
        vec2(853.0, 480.0),
        vec2(1024.0, 576.0),
        vec2(800.0, 600.0),
        vec2(1280.0, 720.0),
        vec2(2560.0, 1440.0),
    ] {
        for tabs in [few, &ALL] {
            let harness = build(builder(size), with(tabs));
            let high = harness.state().shown().viewport.height();
            assert!(high >= size.y * 0.5 - 1.0, "{size:?}: {high} with {} tabs", tabs.len());
            let list = harness.get_by_label("Dope sheet tab").rect();
            let below = harness.get_by_label("Play").rect();
            assert!(
                below.top() - list.top() >= size::TIME_PANEL_MIN,
                "{size:?}: the dock is too low"
            );
        }
    }
}

/// In a window that is too low for both the dock is as low as it gets, and every control is in the window.
#[test]
fn a_very_low_window_keeps_the_dock_usable() {
    for size in [vec2(640.0, 360.0), vec2(400.0, 300.0)] {
        let harness = build(builder(size), with(&ALL[..1]));
        let high = harness.state().shown().viewport.height();
        let least = size.y * 0.5 - size::TIME_PANEL_MIN;
        assert!(high >= least, "{size:?}: {high}");
        let list = harness.get_by_label("Dope sheet tab").rect();
        let below = harness.get_by_label("Play").rect();
        assert!(
            below.top() - list.top() >= size::TIME_PANEL_MIN,
            "{size:?}: the dock is too low"
        );
    }
}

#[test]
fn layers_are_blocks_and_are_added_without_a_right_click() {
    let mut harness = window(with(&[Switch::DOCK_LAYERS.toggle()]));
    harness.get_by_role_and_label(Role::Row, "walk_forward layer");
    harness.get_by_label("Add a layer").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::MenuItem, "wave").click();
    let asked = actions(&mut harness);
    assert!(
        matches!(asked[..], [Action::Composition(CompositionAction::AddLayer { .. })]),
        "{asked:?}"
    );
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Row, "wave layer");
    let layer = session_of(&harness).edits().layers()[0].key;
    assert!(composition::layer_span(session_of(&harness), layer).is_some());
    harness.get_by_label("wave muted").click();
    let mute = CompositionAction::ChangeLayer(layer, LayerChange::Mute(true));
    assert_eq!(actions(&mut harness), [Action::Composition(mute)]);
}

#[test]
fn a_zoomed_axis_has_a_scroll_bar_that_moves_what_is_shown() {
    let mut harness = window(paused());
    let ruler = harness.get_by_label("Playhead").rect();
    let bar = |harness: &Panels| {
        let bars = harness.query_all_by_role(Role::ScrollBar);
        let mut named = bars.filter_map(|bar| Some((bar.accesskit_node().label()?, bar.rect())));
        named.find(|(name, _)| name.starts_with("Frames "))
    };
    assert!(bar(&harness).is_none(), "nothing to scroll");
    harness.hover_at(ruler.center());
    harness.run_steps(1);
    for _ in 0..3 {
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, 120.0),
            modifiers: Modifiers::COMMAND,
            source: egui::MouseWheelSource::Wheel,
            phase: egui::TouchPhase::Move,
        });
        harness.run_steps(8);
    }
    assert_eq!(harness.get_by_label("Playhead").rect(), ruler, "nothing moves for it");
    let (before, rect) = bar(&harness).expect("it is zoomed");
    let middle = rect.center();
    drag(&mut harness, middle, middle + vec2(200.0, 0.0));
    let (after, _) = bar(&harness).expect("it is still zoomed");
    assert_ne!(after, before);
}
