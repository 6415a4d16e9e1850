//! Document → scene: one model of nodes that stand in the world, and one clip that moves them
//! (docs/formats/mrtk.md §7, §8).
//!
//! Unity's world becomes right-handed by mirroring Z, so that the left hand stays on the left and the head looks along its
//! −Z. Nothing hangs on anything: the file has no local transforms.

mod facts;
mod gaze;
mod hands;
mod knots;
mod maker;
mod pose;

use super::{Document, Side, State};
use crate::rules::mrtk as rule;
use castview_base::core::{BoneIndex, Choice, Diagnostics, FrameRange, Options, Place, Transform, UpAxis};
use castview_base::scene::{
    Bone, BoneKind, Camera, Clip, CurveMode, Fixture, FixtureKind, KeyPlaces, Keys, Lens, Metadata, Model,
    Notification, PlayMode, Property, Scene, Skeleton, Track, Values, nearest_frame,
};
use maker::Maker;
use std::collections::HashMap;

/// The toolkit records at this rate, and the file says nothing about it: frames to step by.
const FRAMES_PER_SECOND: f64 = 60.0;
/// The field of view is not stored.
const NOMINAL_FOV_Y: f32 = std::f32::consts::FRAC_PI_3;
/// Metres; not stored.
const NOMINAL_NEAR: f32 = 0.1;

/// Bytes of a marker's name, which may be as long as the file; the rest is cut off, as names are laid out at every turn.
const LONGEST_NAME: usize = 512;

/// The key of the choice whether damaged rotations are repaired.
pub const REPAIR: &str = "repair";

/// Builds the scene of a recording called `name`. Decisions that the user may make otherwise are added to `choices`.
pub fn lower(
    document: &Document,
    name: &str,
    options: &Options,
    choices: &mut Vec<Choice>,
    diagnostics: &mut Diagnostics,
) -> Scene {
    let mut maker = Maker {
        repairs: options.get(REPAIR) != Some("off"),
        damaged: 0,
        bones: Vec::new(),
        hands: Vec::new(),
        fixtures: Vec::new(),
        tracks: Vec::new(),
        notifications: Vec::new(),
        notified: HashMap::new(),
        diagnostics,
    };
    if let Some(curves) = document.camera() {
        let bone = maker.node("Camera", None);
        maker.pose(bone, &curves);
        maker.fix(
            "Camera",
            bone,
            FixtureKind::Camera(nominal_camera()),
            vec![facts::nominal_lens()],
        );
    }
    for side in Side::BOTH {
        hands::add(&mut maker, document, side);
    }
    if let Some(curves) = document.gaze() {
        let bone = maker.node("Gaze", None);
        gaze::add(&mut maker, bone, &curves);
        maker.fix("Gaze", bone, FixtureKind::Ray, Vec::new());
    }
    for marker in document.markers() {
        let name = &marker.name[..marker.name.floor_char_boundary(LONGEST_NAME)];
        maker.notify(if name.is_empty() { "marker" } else { name }, marker.time);
    }
    if maker.damaged > 0 {
        choices.push(maker.repair_choice());
    }
    maker.tell_what_is_missing(document);
    maker.scene(document, name)
}

fn nominal_camera() -> Camera {
    Camera {
        lens: Lens::Perspective { fov_y: NOMINAL_FOV_Y },
        near: NOMINAL_NEAR,
        far: None,
        aspect: None,
    }
}

impl Maker<'_> {
    /// A bone that is drawn as none. Bones come in the order of their parents, so a position in the list is an index.
    fn node(&mut self, name: impl Into<String>, parent: Option<BoneIndex>) -> BoneIndex {
        self.bones.push(Bone {
            name: name.into(),
            parent: parent.map(BoneIndex::get),
            kind: BoneKind::Node,
            ..Bone::default()
        });
        BoneIndex::new(self.bones.len() - 1)
    }

    fn fix(&mut self, name: &str, bone: BoneIndex, kind: FixtureKind, facts: Vec<castview_base::scene::Fact>) {
        self.fixtures.push(Fixture {
            name: name.into(),
            bone: Some(bone),
            placement: Transform::IDENTITY,
            kind,
            facts,
        });
    }

    fn track(&mut self, bone: BoneIndex, property: Property, times: Vec<f32>, values: Values) -> &mut Track {
        self.tracks.push(Track {
            target: self.bones[bone.get()].name.clone(),
            property,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::seconds(times, FRAMES_PER_SECOND),
            values,
            interpolation: Default::default(),
            beyond: Default::default(),
        });
        self.tracks.last_mut().expect("just pushed")
    }

    fn notify(&mut self, name: &str, time: f32) {
        let frame = nearest_frame(time, FRAMES_PER_SECOND);
        match self.notified.get(name) {
            Some(known) => self.notifications[*known].frames.push(frame),
            None => {
                self.notified.insert(name.into(), self.notifications.len());
                self.notifications.push(Notification {
                    name: name.into(),
                    frames: vec![frame],
                });
            }
        }
    }

    fn repair_choice(&self) -> Choice {
        let chosen = if self.repairs { "on" } else { "off" };
        let done = if self.repairs {
            "repaired"
        } else {
            "as the toolkit plays them"
        };
        let values = [
            ("on", "Repair: W follows from X, Y and Z"),
            ("off", "As the toolkit plays them"),
        ];
        Choice {
            key: REPAIR,
            title: "Repair rotations",
            values: values.map(|(value, words)| (value.into(), words.into())).to_vec(),
            chosen: chosen.into(),
            outcome: format!(
                "{} rotations lost W to a known bug of MRTK 1.1's recorder; {done}",
                self.damaged
            ),
            is_offer: false,
        }
    }

    fn tell_what_is_missing(&mut self, document: &Document) {
        let parts = document.camera().is_some() || document.has_hands() || document.gaze().is_some();
        if !parts {
            let message = || "neither camera nor hands nor gaze were recorded; there is nothing to see".into();
            self.diagnostics.report(rule::M24, Place::default, message);
        }
        let is_tracked = |side| document.state(side, State::Tracked).is_some_and(hands::is_ever_on);
        if document.has_hands() && !Side::BOTH.into_iter().any(is_tracked) {
            let message = || "hands present, never tracked; they are never shown".into();
            self.diagnostics.report(rule::M23, Place::default, message);
        }
    }

    fn scene(mut self, document: &Document, name: &str) -> Scene {
        for notification in &mut self.notifications {
            notification.frames.sort_by(f64::total_cmp);
            notification.frames.dedup();
        }
        let is_empty = self.bones.is_empty() && self.notifications.is_empty();
        let model = Model {
            name: name.into(),
            skeleton: Skeleton::new(self.bones).expect("every parent comes before its children"),
            hands: self.hands,
            fixtures: self.fixtures,
            ..Model::default()
        };
        let clip = Clip {
            root: None,
            name: name.into(),
            frames_per_second: FRAMES_PER_SECOND,
            looping: false,
            // The toolkit rewinds at the end and stops.
            mode: Some(PlayMode::Playback),
            tracks: self.tracks,
            overrides: Vec::new(),
            notifications: self.notifications,
            range: FrameRange {
                start: 0.0,
                end: nearest_frame(document.duration(), FRAMES_PER_SECOND),
            },
            skeleton: None,
        };
        Scene {
            metadata: Metadata {
                up: Some(UpAxis::Y),
                certain_up: Some(UpAxis::Y),
                in_meters: true,
                ..Metadata::default()
            },
            models: if is_empty { Vec::new() } else { vec![model] },
            clips: if is_empty { Vec::new() } else { vec![clip] },
            facts: facts::of(document),
            key_places: KeyPlaces {
                otherwise: "Values of recordings are converted: the file stores poses in other axes.",
                ..KeyPlaces::default()
            },
            ..Scene::default()
        }
    }
}
