//! Actions that ask for what is not there, or with numbers that are none.

use super::*;
use crate::view::bones::display::BoneColoring;
use castview_base::core::BoneIndex;
use castview_motion::animation::Renames;
use castview_picture::PlacedKey;

fn select_all(session: &mut Session, active: Selected, others: Vec<Selected>) {
    session.apply(Action::Selection(SelectionAction::SelectAll { active, others }));
}

#[test]
fn only_what_is_there_is_selected_with_others() {
    let mut session = with_pilot(vec![]);
    let key = session.stage().models()[0].key;
    let (there, gone) = (Selected::Bone(key, BoneIndex::new(0)), Selected::Model(PlacedKey(99)));
    select_all(&mut session, gone, vec![there, gone]);
    let edits = session.edits();
    assert_eq!((edits.selected, edits.also_selected.len()), (Some(there), 0));
    select_all(&mut session, gone, vec![gone]);
    assert_eq!(session.edits().selected, Some(there), "nothing of it is there");
}

#[test]
fn the_pointer_is_over_nothing_that_is_not_there() {
    let mut session = with_pilot(vec![]);
    let key = session.stage().models()[0].key;
    let hover = |session: &mut Session, bone| {
        let bone = Selected::Bone(key, BoneIndex::new(bone));
        session.apply(Action::Selection(SelectionAction::Hover(Some(bone))));
    };
    hover(&mut session, 7);
    assert_eq!(session.selection().hovered(), None);
    hover(&mut session, 1);
    let revision = session.revision();
    open(
        &mut session,
        vec![file(2, vec![model("other")], vec![])],
        Placement::Replace,
    );
    assert_eq!(session.selection().hovered(), None);
    assert_ne!(session.revision(), revision);
}

/// Settings are kept as JSON, which has no such numbers: the whole file could not be read any more.
#[test]
fn no_setting_is_a_number_without_end() {
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut session = Session::default();
        for action in [
            WindowAction::SetTreeWidth(number),
            WindowAction::SetInspectorWidth(number),
            WindowAction::SetUvLayoutWidth(number),
            WindowAction::SetDockHeight(number),
        ] {
            session.apply(Action::Window(action));
        }
        assert_eq!(*session.preferences(), Preferences::default());
    }
}

/// A bone that is driven no more looks otherwise, even where it does not move.
#[test]
fn other_names_draw_colors_of_driven_bones_anew() {
    let mut still = clip("still", "hip", None);
    still.tracks[0].values = Values::Scalar(vec![0.0, 0.0].into());
    let mut session = with_pilot(vec![still]);
    session.apply(DialValue::bones_shown(Some(BonesShown::All)).choose());
    session.apply(DialValue::bone_coloring(BoneColoring::Driven).choose());
    let names = [("hip".to_owned(), "nobody".to_owned())];
    let renames = Renames {
        names: names.into_iter().collect(),
        ..Renames::default()
    };
    let (revision, marks) = (session.revision(), session.picture([64, 64], 1).models[0].bones.clone());
    session.apply(Action::Composition(CompositionAction::SetRenames(renames)));
    assert_ne!(
        format!("{:?}", session.picture([64, 64], 1).models[0].bones),
        format!("{marks:?}")
    );
    assert_ne!(session.revision(), revision);
}

#[test]
fn no_weight_is_a_number_without_end() {
    let mut session = with_pilot(vec![]);
    let (model, shape) = (session.stage().models()[0].key, BlendShapeIndex::new(0));
    for weight in [f32::NAN, f32::INFINITY] {
        let weight = Some(weight);
        session.apply(Action::Composition(CompositionAction::SetShapeWeight {
            model,
            shape,
            weight,
        }));
    }
    assert!(session.edits().shape_weights.is_empty() && !session.history.can_undo());
}

#[test]
fn a_camera_that_is_moved_by_no_number_stays() {
    let mut session = with_pilot(vec![]);
    let before = session.view().camera();
    for by in [f32::INFINITY, f32::NAN] {
        for movement in [
            CameraMove::Pan(glam::Vec2::new(by, 0.0)),
            CameraMove::Orbit { yaw: by, pitch: 0.0 },
        ] {
            session.apply(Action::View(ViewAction::Camera(movement)));
            assert_eq!(session.view().camera(), before);
        }
    }
}
