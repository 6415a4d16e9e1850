//! Distances and angles: now, over the clip, in units, in the picture.

use super::*;
use crate::probe::{measure_curve, measure_title, measured_length, measured_now};
use crate::saved::saved_view;
use crate::saved::show_saved;
use crate::stage::up_axis::world_from_stage;
use castview_base::core::BoneIndex;

/// The spine of a pilot, one above the hip, goes ten to the side in ten frames; a vertex is pinned at x 1.
fn staged() -> (Session, [MeasurePoint; 3]) {
    let mut session = with_pilot(vec![clip("lean", "spine", None)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(0.0))));
    let model = session.stage().models()[0].key;
    session.apply(Action::Probe(ProbeAction::PinVertex(model, MeshIndex::new(0), 1)));
    let bone = |at| MeasurePoint::Bone(model, BoneIndex::new(at));
    (session, [bone(0), bone(1), MeasurePoint::Pin(1)])
}

fn measure(session: &mut Session, measure: Measure) {
    session.apply(Action::Probe(ProbeAction::Measure(measure)));
}

#[test]
fn a_distance_has_its_difference_and_its_extremes_over_the_clip() {
    let (mut session, [hip, spine, _]) = staged();
    let distance = Measure::Distance([spine, hip]);
    measure(&mut session, distance);
    let now = measured_now(&session, &distance).expect("both are there");
    assert_eq!((now.value, now.delta), (1.0, Some(Vec3::Y)));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))));
    let now = measured_now(&session, &distance).expect("both are there");
    assert_eq!(
        (now.value, now.delta),
        (17.0_f32.sqrt(), Some(Vec3::new(4.0, 1.0, 0.0)))
    );
    assert_eq!(measure_title(&session, &distance), "spine – hip");

    let curve = measure_curve(&session, 0).expect("a clip plays");
    let wanted: Vec<(f64, f32)> = (0..=10)
        .map(|at| (f64::from(at), (1.0 + at as f32 * at as f32).sqrt()))
        .collect();
    assert_eq!(curve.points, wanted);
    assert_eq!(curve.extremes(), Some([wanted[0], wanted[10]]));

    let picture = session.picture([64, 64], 1);
    let stage_from_world = world_from_stage(&session).inverse();
    let ends = |line: &castview_picture::Line| [line.from, line.to].map(|end| stage_from_world.transform_point3(end));
    let drawn = [now.places[0], now.places[1]];
    assert!(
        picture.lines.iter().any(|line| ends(line) == drawn),
        "a line between both"
    );
    assert!(picture.labels.iter().any(|label| label.text == "4.123 units"));
}

#[test]
fn the_ground_is_below_and_an_angle_is_at_its_corner() {
    let (mut session, [hip, spine, pin]) = staged();
    let down = Measure::Distance([hip, MeasurePoint::Ground]);
    let found = measured_now(&session, &down).expect("there is a ground");
    let up = world_from_stage(&session).inverse().transform_vector3(Vec3::Y);
    let height = world_from_stage(&session).transform_point3(Vec3::Y).y - session.view().ground().expect("a surface");
    assert_eq!(found.value, height);
    assert!((found.delta.expect("a distance") - up * height).length() < 1e-6);
    // From the hip at y 1 straight up, and to the vertex at x 1, y 0.
    let angle = Measure::Angle {
        corner: hip,
        arms: [spine, pin],
    };
    let found = measured_now(&session, &angle).expect("all are there");
    assert!((found.value - 135.0).abs() < 1e-4, "{}", found.value);
    for nothing in [
        Measure::Distance([hip, hip]),
        Measure::Distance([MeasurePoint::Ground, hip]),
        Measure::Distance([hip, MeasurePoint::Pin(7)]),
        Measure::Angle {
            corner: hip,
            arms: [spine, MeasurePoint::Ground],
        },
    ] {
        measure(&mut session, nothing);
        assert_eq!(session.edits().measures(), [], "{nothing:?}");
    }
}

#[test]
fn lengths_are_told_in_the_unit_that_was_chosen() {
    let (mut session, _) = staged();
    assert_eq!(measured_length(&session, 2.0), "2.000 units");
    session.apply(DialValue::MEASURE_INCH.choose());
    assert_eq!(
        measured_length(&session, 2.0),
        "2.000 units",
        "nobody knows how long a unit is"
    );
    session.apply(Action::Window(WindowAction::SetUnit(LengthUnit::Centimeter)));
    assert_eq!(measured_length(&session, 2.54), "1.000 in");
    for (value, wanted) in [
        (DialValue::MEASURE_AS_FILE, "254.0 cm"),
        (DialValue::MEASURE_MM, "2540 mm"),
        (DialValue::MEASURE_CM, "254.0 cm"),
        (DialValue::MEASURE_M, "2.540 m"),
    ] {
        session.apply(value.choose());
        assert_eq!(measured_length(&session, 254.0), wanted);
    }
}

#[test]
fn measures_are_made_of_the_selection_undone_and_end_with_their_points() {
    let (mut session, [hip, spine, pin]) = staged();
    let model = session.stage().models()[0].key;
    let make = |session: &mut Session| {
        session.apply(Action::Probe(ProbeAction::MeasureSelected));
        session.edits().measures().to_vec()
    };
    let to_ground = Measure::Distance([pin, MeasurePoint::Ground]);
    assert_eq!(make(&mut session), [to_ground], "of the pin alone");
    session.apply(Action::Probe(ProbeAction::Remove(1)));
    assert_eq!(session.edits().measures(), [], "its pin is gone");
    session.apply(Action::Undo);
    assert_eq!(session.edits().measures(), [to_ground], "both are back");
    session.apply(Action::Undo);
    assert_eq!(session.edits().measures(), []);

    session.apply(Action::select(Selected::Bone(model, BoneIndex::new(0))));
    assert_eq!(make(&mut session), [Measure::Distance([hip, MeasurePoint::Ground])]);
    let both = SelectionAction::Toggle(Selected::Bone(model, BoneIndex::new(1)));
    session.apply(Action::Selection(both));
    assert_eq!(
        make(&mut session)[1],
        Measure::Distance([spine, hip]),
        "the active one first"
    );
    assert_eq!(make(&mut session).len(), 2, "the same one once");
    session.apply(Action::Probe(ProbeAction::RemoveMeasure(0)));
    assert_eq!(session.edits().measures(), [Measure::Distance([spine, hip])]);
    session.apply(Action::Probe(ProbeAction::ClearMeasures));
    assert_eq!(session.edits().measures(), []);
}

#[test]
fn a_view_file_holds_measures_and_shows_them_on_other_keys() {
    let (mut session, [hip, spine, _]) = staged();
    measure(&mut session, Measure::Distance([spine, hip]));
    measure(&mut session, Measure::Distance([hip, MeasurePoint::Ground]));
    let saved = saved_view(&session);
    let mut other = Session::default();
    open(
        &mut other,
        vec![file(9, vec![model("pilot")], vec![clip("lean", "spine", None)])],
        Placement::Replace,
    );
    show_saved(&mut other, &saved).expect("the same content");
    let key = other.stage().models()[0].key;
    let bone = |at| MeasurePoint::Bone(key, BoneIndex::new(at));
    let wanted = [
        Measure::Distance([bone(1), bone(0)]),
        Measure::Distance([bone(0), MeasurePoint::Ground]),
    ];
    assert_eq!(other.edits().measures(), wanted);
}
