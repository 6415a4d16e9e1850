//! The values that a session derives, each declared once: what it follows from, how it is made, and how it reads as text.
//!
//! In: changes of the parts. Out: the values, made anew where something they follow from is another. Nobody makes or clears one by hand.
//! A value is right if it says the same as one made from nothing: the random tests and the fuzzer walk the same list.

use super::change::MOST_DERIVED;
use super::{Change, Session};
use crate::aids::camera_paths;
use crate::aids::ghosts;
use crate::aids::trails;
use crate::composition::attach;
use crate::composition::evaluate;
use crate::composition::played::seam;
use crate::placed::posed::Posed;
use crate::playback::events;
use crate::playback::range;
use crate::probe::measure::over_clip;
use crate::view::camera::follow;
use crate::view::camera::front;
use crate::view::camera::look_through::follow_camera;
use crate::view::camera::placing::frame_all;
use crate::view::ground;
use crate::view::origin;
use crate::view::shown::levels::follow_levels;
use crate::view::surfaces::inputs::has_input;
use crate::view::surfaces::{fitting, posed_points};
use castview_base::scene::Input;
use castview_picture::{Picture, PlacedModel};

/// One derived value.
struct Derived {
    name: &'static str,
    /// Any of these makes it anew. Nothing: the value compares a key of its own.
    follows: Change,
    /// Others need it in the middle of an action: it is made wherever poses are.
    is_early: bool,
    make: fn(&mut Session),
    /// `None`: it has no other value than the one it was led to, so it cannot be made from nothing.
    forget: Option<fn(&mut Session)>,
    as_text: fn(&Session) -> String,
}

/// In the order in which they are made: a value may follow from those before it.
const DERIVED: &[Derived] = &[
    Derived {
        name: "carriers",
        // Where a walk begins follows from all that the seam follows from.
        follows: Change::SEAM,
        is_early: true,
        make: attach::find_carriers,
        forget: Some(|session| {
            session
                .stage
                .models_mut()
                .iter_mut()
                .for_each(|placed| placed.clips.carrier = None)
        }),
        as_text: |session| {
            format!(
                "{:?}",
                session
                    .stage
                    .models()
                    .iter()
                    .map(|placed| placed.clips.carrier)
                    .collect::<Vec<_>>()
            )
        },
    },
    Derived {
        name: "poses",
        follows: Change::POSES,
        is_early: true,
        make: evaluate::pose_all,
        forget: Some(|session| {
            session.composition.forget_next_poses();
            for placed in session.stage.models_mut() {
                placed.posed = Posed::at_rest(placed.model());
            }
        }),
        as_text: poses_as_text,
    },
    Derived {
        name: "size",
        follows: Change::SIZE,
        is_early: true,
        make: origin::measure_stage,
        // It is that of the time when the clip began.
        forget: None,
        as_text: |_| String::new(),
    },
    Derived {
        name: "ground",
        follows: Change::NOTHING,
        is_early: true,
        make: ground::follow_ground,
        forget: Some(|session| session.view.forget_ground()),
        as_text: |session| format!("{:?} {:?}", session.view.ground(), session.view.swept()),
    },
    Derived {
        name: "front",
        follows: Change::MODELS.or(Change::UP),
        is_early: true,
        // Found when somebody asks for it.
        make: |session| session.view.forget_front(),
        forget: Some(|session| session.view.forget_front()),
        as_text: |session| format!("{:?}", front::front(session)),
    },
    Derived {
        name: "inputs",
        follows: Change::MODELS,
        is_early: true,
        // Found when somebody asks for them.
        make: |session| session.view.forget_inputs(),
        forget: Some(|session| session.view.forget_inputs()),
        as_text: |session| format!("{:?}", Input::ALL.map(|input| has_input(session, input))),
    },
    Derived {
        name: "albedo",
        follows: Change::MODELS.or(Change::LOOKS),
        is_early: true,
        // Found when a picture is exposed by it.
        make: |session| session.view.forget_albedo(),
        forget: Some(|session| session.view.forget_albedo()),
        as_text: |session| format!("{:?}", fitting::fitting_stops(session)),
    },
    Derived {
        name: "points of depth",
        follows: Change::MODELS.or(Change::POSES).or(Change::UP).or(Change::LOOKS),
        is_early: false,
        // Found when a picture shows depth.
        make: |session| session.view.forget_posed_points(),
        forget: Some(|session| session.view.forget_posed_points()),
        as_text: |session| format!("{:?}", posed_points::posed_points(session)),
    },
    Derived {
        name: "camera of another scale",
        follows: Change::SCALE,
        is_early: false,
        make: frame_all,
        forget: None,
        as_text: |_| String::new(),
    },
    Derived {
        name: "seam",
        follows: Change::SEAM,
        is_early: false,
        make: seam::measure_seam,
        forget: Some(|session| session.playback.forget_seam()),
        as_text: |session| format!("{:?}", range::seam(session)),
    },
    Derived {
        name: "events",
        follows: Change::NOTHING,
        is_early: false,
        make: events::list_events,
        forget: Some(|session| session.playback.forget_layer_events()),
        as_text: |session| format!("{:?}", events::event_tracks(session).collect::<Vec<_>>()),
    },
    Derived {
        name: "notifications under the playhead",
        follows: Change::POSES.or(Change::MOTION),
        is_early: false,
        make: events::follow_lately,
        forget: Some(|session| session.playback.forget_standing()),
        as_text: |session| format!("{:?}", session.playback.lately().standing()),
    },
    Derived {
        name: "trails",
        follows: Change::NOTHING,
        is_early: false,
        make: trails::follow_trails,
        forget: Some(|session| session.aids.forget_trails()),
        as_text: |session| format!("{:?}", trails::shown_trails(session)),
    },
    Derived {
        name: "measures",
        follows: Change::NOTHING,
        is_early: false,
        make: over_clip::follow_measures,
        forget: Some(|session| session.measured = Default::default()),
        as_text: |session| {
            let curves = (0..session.edits.measures.len()).map(|at| over_clip::measure_curve(session, at));
            format!("{:?}", curves.collect::<Vec<_>>())
        },
    },
    Derived {
        name: "ghosts",
        follows: Change::NOTHING,
        is_early: false,
        make: ghosts::follow_ghosts,
        forget: Some(|session| session.aids.forget_ghosts()),
        as_text: ghosts_as_text,
    },
    Derived {
        name: "camera that goes with a bone",
        follows: Change::NOTHING,
        is_early: false,
        make: follow::follow_bone,
        forget: None,
        as_text: |session| format!("{:?}", session.view.camera()),
    },
    Derived {
        name: "camera of a model",
        follows: Change::NOTHING,
        is_early: false,
        make: follow_camera,
        forget: None,
        as_text: |session| format!("{:?}", session.view.camera()),
    },
    Derived {
        name: "camera paths",
        follows: Change::NOTHING,
        is_early: false,
        make: camera_paths::follow_camera_paths,
        forget: Some(|session| session.aids.forget_camera_paths()),
        as_text: |session| format!("{:?}", session.aids.shown_camera_paths()),
    },
    Derived {
        name: "levels",
        follows: Change::NOTHING,
        is_early: false,
        make: follow_levels,
        forget: Some(|session| session.view.forget_left_out()),
        as_text: |session| format!("{:?}", session.view.left_out()),
    },
    Derived {
        name: "budget",
        follows: Change::NOTHING,
        is_early: false,
        make: Session::follow_budget,
        forget: Some(|session| session.view.forget_budget()),
        as_text: |session| format!("{:?}", session.view.budget_sentence()),
    },
];

const _: () = assert!(DERIVED.len() <= MOST_DERIVED);

impl Session {
    /// Brings poses, and what others need of them, up to date.
    pub(super) fn evaluate(&mut self) {
        follow(self, true);
    }

    /// Brings the rest up to date.
    pub(super) fn follow_poses(&mut self) {
        follow(self, false);
    }
}

fn follow(session: &mut Session, is_early: bool) {
    for (at, derived) in DERIVED
        .iter()
        .enumerate()
        .filter(|(_, derived)| derived.is_early == is_early)
    {
        if derived.follows == Change::NOTHING || session.changes.take_stale(at, derived.follows) {
            (derived.make)(session);
        }
    }
}

/// Everything derived, and what of a picture follows from it.
pub fn derived_as_text(session: &Session) -> String {
    let values = DERIVED.iter();
    let mut out: Vec<String> = values
        .map(|derived| format!("{} {}", derived.name, (derived.as_text)(session)))
        .collect();
    let picture = session.picture([64, 64], 1);
    let is_pin = |text: &str| text.contains("vertex");
    let pins: Vec<_> = picture.labels.iter().filter(|label| is_pin(&label.text)).collect();
    out.push(format!("pins {:?} {pins:?}", picture.lines));
    out.push(format!("keyed {:?}", session.keyed().map(|keyed| keyed.entry.key)));
    out.join("\n")
}

/// All that a picture shows: if it becomes another text, somebody has to be told.
pub fn picture_as_text(session: &Session) -> String {
    let picture = session.picture([64, 64], 1);
    let looks = picture.models.iter().map(|model| {
        let PlacedModel {
            key,
            hidden_meshes,
            selection,
            also_selected_meshes,
            tints,
            bones,
            marked,
            ..
        } = model;
        format!("{key:?} {hidden_meshes:?} {selection:?} {also_selected_meshes:?} {tints:?} {bones:?} {marked:?}")
    });
    let looks: Vec<String> = looks.collect();
    let rest = Picture {
        models: Vec::new(),
        ghosts: Vec::new(),
        ..picture
    };
    [
        looks.join("\n"),
        format!("{rest:?}"),
        poses_as_text(session),
        ghosts_as_text(session),
    ]
    .join("\n")
}

/// Forgets everything derived that can be made from nothing, and makes it.
pub fn derive_anew(session: &mut Session) {
    for (at, derived) in DERIVED.iter().enumerate() {
        if let Some(forget) = derived.forget {
            forget(session);
            session.changes.make_stale(at);
        }
    }
    session.bind_active_clip();
    session.evaluate();
    session.follow_poses();
}

fn poses_as_text(session: &Session) -> String {
    let poses = session.stage.models().iter().map(|placed| {
        let pose = placed.pose();
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            placed.key,
            pose.local,
            pose.palettes,
            pose.shape_weights,
            pose.methods,
            pose.mesh_visible,
            pose.settings,
            placed.stage_from_model(),
            placed.bounds(),
        )
    });
    poses.collect::<Vec<_>>().join("\n")
}

fn ghosts_as_text(session: &Session) -> String {
    let ghosts = ghosts::shown_ghosts(session, &session.view.seen_camera())
        .into_iter()
        .map(|ghost| {
            let look = (ghost.color, ghost.opacity, ghost.is_outline);
            format!("{look:?} {:?}", ghost.model.pose.local)
        });
    ghosts.collect::<Vec<_>>().join("\n")
}
