//! One session drawn at many moments, on one device.

use super::schedule::{MovingError, MovingWish, Played, Schedule};
use crate::images::Image;
use crate::offline::arrange::{Arranged, PoseTime};
use crate::offline::compose::measure;
use crate::offline::file_set::OfflineError;
use crate::offline::shot::{PreparedShot, compose_prepared};
use crate::offline::unseen::draws_nothing;
use crate::offline::{Drawing, Shot};
use crate::session::playback;
use crate::session::view;
use crate::session::{Action, CameraMove, Session, ViewAction};
use glam::Vec3;
use std::collections::BTreeSet;
use std::f32::consts::TAU;

/// Directions from which is looked whether all is in the picture.
const DIRECTIONS: u16 = 16;

/// Pictures that can be drawn in any order.
pub struct Reel {
    arranged: Arranged,
    schedule: Schedule,
    samples: u32,
    /// Where the eye is at first: to the right of the model's front, and above it, in radians.
    eye: [f32; 2],
    /// Sentences that nobody has taken yet, and those of all pictures so far: each is told once.
    problems: Vec<String>,
    told: BTreeSet<String>,
    /// Something is left out or smaller as it would cost too much.
    pub is_reduced: bool,
    /// No model shows anything of itself in the first picture.
    pub is_empty: bool,
}

impl Reel {
    /// Stages what is `prepared` as `shot` and `wish` say. Draws nothing yet.
    pub fn new(
        prepared: PreparedShot,
        drawing: &mut Drawing,
        shot: &Shot,
        wish: &MovingWish,
    ) -> Result<Self, OfflineError> {
        let mut shot = shot.clone();
        shot.aim.frames_clip |= wish.frames_clip && prepared.plays();
        let (composed, mut problems, is_reduced) = compose_prepared(prepared, drawing, &shot)?;
        let session = composed.session;
        let transport = session.playback().transport();
        let played = playback::played(&session).map(|timeline| Played {
            timeline,
            speed: transport.speed,
            is_ping_pong: transport.turns(),
        });
        let wish = MovingWish {
            // Frames that are named follow each other as they are named, unless they are to close.
            closes: wish.closes || wish.frames.is_none() && (playback::loops(&session) || transport.turns()),
            ..wish.clone()
        };
        let schedule = Schedule::new(shot.size(), played, &wish)?;
        problems.append(&mut drawing.passed);
        problems.extend(composed.over_budget);
        problems.extend(composed.unseen);
        let mut reel = Self {
            arranged: Arranged {
                session,
                stop: shot.arrangement.stop.clone(),
            },
            schedule,
            samples: shot.samples,
            eye: [0.0; 2],
            problems,
            told: BTreeSet::new(),
            is_reduced,
            is_empty: composed.is_empty,
        };
        if reel.schedule.turns() {
            reel.begin_turning(&shot)?;
        }
        reel.go_to(0);
        let first = reel.session().picture(reel.schedule.course.size, reel.samples);
        reel.is_empty = draws_nothing(reel.session(), &first);
        Ok(reel)
    }

    /// The moments that are drawn.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Sentences since the last call.
    pub fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    /// Draws picture `index`.
    pub fn draw(&mut self, drawing: &mut Drawing, index: usize) -> Result<Image, OfflineError> {
        self.go_to(index);
        let picture = self.session().picture(self.schedule.course.size, self.samples);
        let (drawn, image) = drawing.draw(&picture)?;
        let told = drawn.problems.iter().map(ToString::to_string);
        for sentence in told.chain(drawing.passed.drain(..)) {
            if self.told.insert(sentence.clone()) {
                self.problems.push(sentence);
            }
        }
        Ok(image)
    }

    /// Where the origin of the stage is seen in the picture drawn last, in pixels from its left top; `None` if it is behind the eye.
    pub fn origin_px(&self) -> Option<[f32; 2]> {
        let [width, height] = self.schedule.course.size.map(|side| side as f32);
        let camera = self.session().view().seen_camera();
        let seen = camera.clip_from_world(width / height) * Vec3::ZERO.extend(1.0);
        let [x, y] = [seen.x / seen.w, seen.y / seen.w];
        (seen.w > 0.0).then_some([(x + 1.0) / 2.0 * width, (1.0 - y) / 2.0 * height])
    }

    fn session(&self) -> &Session {
        &self.arranged.session
    }

    fn move_camera(&mut self, movement: CameraMove) {
        drop(self.arranged.session.apply(Action::View(ViewAction::Camera(movement))));
    }

    fn look(&mut self, by: f32) {
        let [yaw_rad, pitch_rad] = self.eye;
        self.move_camera(CameraMove::Look {
            yaw_rad: yaw_rad + by,
            pitch_rad,
        });
    }

    /// Puts the camera where all is in the picture from every side. A camera that was placed by hand stays as far as it is.
    fn begin_turning(&mut self, shot: &Shot) -> Result<(), OfflineError> {
        if self.session().view().looks_through().is_some() {
            return Err(MovingError::TurnsCamera.into());
        }
        let camera = self.session().view().seen_camera();
        self.eye = [camera.yaw_rad - view::front(self.session()).yaw_rad, camera.pitch_rad];
        let is_placed = shot.saved.is_some() || shot.aim.target.is_some() || shot.aim.distance.is_some();
        let mut seen = Vec::new();
        if !is_placed {
            for direction in 0..DIRECTIONS {
                // A camera that frames all does so again when it turns.
                self.look(TAU * f32::from(direction) / f32::from(DIRECTIONS));
                seen.push(self.session().view().seen_camera());
            }
        }
        let count = seen.len().max(1) as f32;
        let target = match seen.is_empty() {
            true => camera.target,
            false => seen.iter().map(|camera| camera.target).sum::<Vec3>() / count,
        };
        // Beside the target of a direction there is so much less room.
        let far = seen.iter().map(|camera| {
            let slope = camera.half_height() / camera.distance;
            camera.distance + camera.target.distance(target) / slope.max(f32::MIN_POSITIVE)
        });
        let distance = far.fold(0.0, f32::max);
        self.move_camera(CameraMove::Place {
            target: Some(target),
            distance: Some(if seen.is_empty() { camera.distance } else { distance }),
        });
        Ok(())
    }

    fn go_to(&mut self, index: usize) {
        if let Some(frame) = self.schedule.frame(index) {
            let asked = self.arranged.seek(PoseTime::Frame(frame));
            measure(&mut self.arranged.session, asked);
        }
        if self.schedule.turns() {
            self.look(self.schedule.turn_rad(index) as f32);
        }
    }
}
