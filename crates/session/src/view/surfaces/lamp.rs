//! Where the key light of the environment stands, as the view sees it: shown while the user turns it.

use crate::Session;
use castview_picture::Lights;
use glam::{Quat, Vec2, Vec3};

/// The key light beside the model.
#[derive(Clone, Debug, PartialEq)]
pub struct LampSeen {
    /// Where in the picture the lamp is drawn, −1…1, y up.
    pub lamp: Vec2,
    /// The middle of the models there.
    pub middle: Vec2,
    /// It shines from behind the models.
    pub is_behind: bool,
    /// `Light from 35° right, 41° up · turned by 57°`.
    pub words: String,
}

/// How far from the middle of the models the lamp is drawn: a share of half the height of the view.
const AWAY: f32 = 0.75;
/// Nothing is drawn nearer to the edges of the view.
const FARTHEST: f32 = 0.9;

/// `None`: no lamp of the environment stands out, or lights of the files are shown.
pub fn lamp_in_view(session: &Session) -> Option<LampSeen> {
    if session.view.lights() == Lights::Files && session.stage.has_lights() {
        return None;
    }
    let choice = &session.preferences.look.environment;
    let key = session.view.environment(choice).map().key?;
    let direction = Quat::from_rotation_y(choice.turn_rad) * key.direction;
    let camera = session.view.seen_camera();
    let aspect = session.view.viewport_aspect();
    let bounds = session.view.steady_bounds();
    let middle = match bounds.is_empty() {
        true => camera.target,
        false => bounds.center(),
    };
    let clip = camera.clip_from_world(aspect) * middle.extend(1.0);
    let seen = clip.truncate() / clip.w;
    let middle = match clip.w > 0.0 && seen.is_finite() {
        true => seen.truncate().clamp(Vec2::splat(-FARTHEST), Vec2::splat(FARTHEST)),
        false => Vec2::ZERO,
    };
    let beside = Vec2::new(direction.dot(camera.right()) / aspect, direction.dot(camera.up()));
    let lamp = (middle + AWAY * beside).clamp(Vec2::splat(-FARTHEST), Vec2::splat(FARTHEST));
    lamp.is_finite().then(|| LampSeen {
        lamp,
        middle,
        is_behind: direction.dot(camera.forward()) > 0.0,
        words: words(direction, camera.right(), choice.turn_rad),
    })
}

/// Degrees to the right of who looks, above the horizon, and of the turn.
fn words(direction: Vec3, right: Vec3, turn_rad: f32) -> String {
    // Level and towards the eye: y is up.
    let level = Vec3::new(right.x, 0.0, right.z).normalize_or(Vec3::X);
    let towards = level.cross(Vec3::Y);
    let aside = direction.dot(level).atan2(direction.dot(towards)).to_degrees().round();
    let up = direction.y.clamp(-1.0, 1.0).asin().to_degrees().round();
    let turned = turn_rad.to_degrees().rem_euclid(360.0).round() % 360.0;
    let turned = if turned > 180.0 { turned - 360.0 } else { turned };
    let part = |degrees: f32, more: &str, less: &str| {
        let word = if degrees < 0.0 { less } else { more };
        format!("{:.0}° {word}", degrees.abs())
    };
    format!(
        "Light from {}, {} · turned by {:.0}°",
        part(aside, "right", "left"),
        part(up, "up", "down"),
        turned + 0.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, ViewAction};

    #[test]
    fn the_lamp_stands_where_the_light_comes_from() {
        // Seen from the front: right is x, towards the eye is z.
        for (direction, turn, wanted) in [
            (Vec3::Z, 0.0, "Light from 0° right, 0° up · turned by 0°"),
            (Vec3::X, 1.0, "Light from 90° right, 0° up · turned by 57°"),
            (
                Vec3::new(-1.0, 0.0, 1.0),
                -0.5,
                "Light from 45° left, 0° up · turned by -29°",
            ),
            (
                Vec3::new(0.0, 1.0, -1.0),
                7.0,
                "Light from 180° right, 45° up · turned by 41°",
            ),
        ] {
            assert_eq!(words(direction.normalize(), Vec3::X, turn), wanted);
        }
    }

    #[test]
    fn a_turn_takes_the_lamp_along_and_back_after_a_whole_one() {
        let mut session = Session::default();
        let turn = |session: &mut Session, by: f32| {
            session.apply(Action::View(ViewAction::TurnEnvironment(by)));
            lamp_in_view(session).expect("the studio has a key light")
        };
        let first = turn(&mut session, 0.0);
        let quarter = std::f32::consts::FRAC_PI_2;
        let second = turn(&mut session, quarter);
        assert!(first.lamp.distance(second.lamp) > 0.1, "{first:?} {second:?}");
        assert!(second.words.ends_with("turned by 90°"), "{}", second.words);
        turn(&mut session, quarter);
        turn(&mut session, quarter);
        let last = turn(&mut session, quarter);
        assert!(
            first.lamp.distance(last.lamp) < 1e-3 && last.words == first.words,
            "{last:?}"
        );
        assert!(first.lamp.abs().max_element() <= FARTHEST);
    }
}
