//! How far bones are from B, in words.

use crate::kit::words;
use castview_session::{BoneDifference, Placed, Session, view};

/// While there is no difference.
pub const ALIKE: &str = "No bone stands or turns otherwise than in B.";

/// While the greatest differences are looked for.
pub const LOOKS: &str = "Looking through the clip…";

/// The difference of a bone in one line: now, or the greatest of the clip.
pub fn told(session: &Session, placed: &Placed, found: &BoneDifference, over_clip: bool) -> String {
    let unit = view::unit_of(session, placed.file);
    let length = |length: f32| format!("{} {unit}", words::fixed(length.into(), 3));
    match found.greatest.filter(|_| over_clip) {
        None => format!("{}, {}", length(found.distance), degrees(found.turn_rad)),
        Some(far) => format!(
            "{} at {}, {} at {}",
            length(far.distance),
            words::fixed(far.frame, 1),
            degrees(far.turn_rad),
            words::fixed(far.turn_frame, 1)
        ),
    }
}

/// `12.5°`.
pub fn degrees(radians: f32) -> String {
    format!("{}°", words::fixed(f64::from(radians).to_degrees(), 1))
}
