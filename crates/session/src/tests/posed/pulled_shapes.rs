//! Blend shapes that a drag of a surface sets.

use super::*;
use crate::view::bones::picking::pixel_of;
use castview_base::core::MeshIndex;
use glam::Vec2;

/// The pilot's triangle with shapes: (name, vertex, way, most).
fn staged(shapes: &[(&str, u32, f32, f32)]) -> Session {
    let mut pilot = model("pilot");
    let one = pilot.blend_shapes[0].clone();
    let shape = |(name, vertex, way, max_weight): &(&str, u32, f32, f32)| BlendShape {
        name: (*name).into(),
        vertices: vec![*vertex],
        deltas: vec![[0.0, 0.0, *way]],
        max_weight: *max_weight,
        ..one.clone()
    };
    pilot.blend_shapes = shapes.iter().map(shape).collect();
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![pilot], Vec::new())], Placement::Replace);
    session.apply(Action::View(ViewAction::ResizeViewport([800, 600])));
    session
}

/// The place of the triangle's middle in the picture.
fn middle(session: &Session) -> Vec2 {
    let pixel = pixel_of(session, Vec3::new(0.3, 0.3, 0.0)).expect("it is in view");
    Vec2::new(pixel.x / 400.0 - 1.0, 1.0 - pixel.y / 300.0)
}

fn pulled(session: &Session) -> Option<PulledShape> {
    view::shape_under(session, middle(session))
}

#[test]
fn the_shape_that_moves_the_spot_most_is_taken_unless_another_is_selected() {
    let mut session = staged(&[
        ("smile", 1, 1.0, 1.0),
        ("frown", 0, 3.0, 1.0),
        ("shout", 2, 2.0, 4.0),
        ("never", 2, 9.0, 0.0),
    ]);
    let name = |session: &Session| pulled(session).map(|shape| shape.name);
    assert_eq!(
        name(&session).as_deref(),
        Some("shout"),
        "8 units at its greatest weight"
    );
    let key = session.stage().models()[0].key;
    let select = |session: &mut Session, shape| {
        let shape = Selected::BlendShape(key, BlendShapeIndex::new(shape));
        session.apply(Action::Selection(SelectionAction::Select(Some(shape))));
    };
    select(&mut session, 0);
    assert_eq!(name(&session).as_deref(), Some("smile"));
    select(&mut session, 3);
    assert_eq!(name(&session).as_deref(), Some("shout"), "one without a weight is none");
    let beside = view::shape_under(&session, Vec2::new(0.95, -0.95));
    assert_eq!(beside, None, "nothing is there");
    session.apply(Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
        key,
        MeshIndex::new(0),
    ))));
    assert_eq!(name(&session), None, "hidden");
}

#[test]
fn a_drag_goes_from_the_shown_weight_within_the_bounds() {
    let mut session = staged(&[("smile", 1, 0.01, 2.0)]);
    let shape = pulled(&session).expect("it is there");
    assert_eq!((shape.weight, shape.set), (0.0, None));
    for (share, weight) in [(0.25, 0.5), (1.0, 2.0), (7.0, 2.0), (-3.0, 0.0)] {
        assert_eq!(shape.pulled(share), weight);
    }
    let (model, shape) = (shape.model, shape.shape);
    let set = |weight| Action::Composition(CompositionAction::SetShapeWeight { model, shape, weight });
    session.apply(set(Some(2.5)));
    let beyond = pulled(&session).expect("it is there");
    assert_eq!((beyond.weight, beyond.set), (2.5, Some(2.5)));
    assert_eq!(beyond.pulled(1.0), 2.5, "as far as it is");
    assert_eq!(beyond.pulled(-0.5), 1.5);
    assert_eq!(
        hand_shape_words(&session).as_deref(),
        Some("Blend shapes set by hand: 1")
    );
    session.apply(Action::Undo);
    assert_eq!(hand_shape_words(&session), None);
}

/// One tool is on at a time, and Escape ends it.
#[test]
fn the_tool_of_shapes_takes_turns_with_the_handles() {
    let mut session = staged(&[("smile", 1, 1.0, 1.0)]);
    let tools = |session: &Session| {
        let tool = session.composition().hand_tool();
        (tool.pulls_shapes, tool.handles)
    };
    let pose = |session: &mut Session, action| {
        session.apply(Action::Composition(CompositionAction::PoseByHand(action)));
    };
    pose(&mut session, HandPoseAction::ToggleHandles(HandPart::Turn));
    pose(&mut session, HandPoseAction::ToggleShapes);
    assert_eq!(tools(&session), (true, None));
    pose(&mut session, HandPoseAction::ToggleHandles(HandPart::Turn));
    assert_eq!(tools(&session), (false, Some(HandPart::Turn)));
    pose(&mut session, HandPoseAction::ToggleShapes);
    session.apply(Action::Escape);
    assert_eq!(tools(&session), (false, None));
    assert!(command("pose_shapes").is_enabled(&session));
    assert!(!command("pose_shapes").is_enabled(&Session::default()));
}
