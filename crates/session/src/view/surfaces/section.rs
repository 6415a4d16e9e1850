//! The clipping plane: what it leaves out of the picture, and how it is moved.

use super::section_choice::SectionAxis;
use crate::stage::up_axis::world_from_stage;
use crate::undo::{Dragged, Remembers};
use crate::{Effect, Session};
use castview_picture::Section;
use glam::{Vec3, Vec3A};

/// The plane as it lies in world space; `None`: there is none, or nothing is open.
pub(crate) fn section(session: &Session) -> Option<Section> {
    let choice = session.edits.section;
    let axis = match choice.axis? {
        SectionAxis::X => Vec3A::X,
        SectionAxis::Y => Vec3A::Y,
        SectionAxis::Z => Vec3A::Z,
    };
    // Steady while a clip plays: the model moves through the plane.
    let bounds = session.view.steady_bounds;
    let toward = Vec3::from(world_from_stage(session).matrix3 * axis).normalize_or_zero();
    if bounds.is_empty() || toward == Vec3::ZERO {
        return None;
    }
    let (middle, half) = (
        bounds.center().dot(toward),
        (0.5 * (bounds.max - bounds.min)).dot(toward.abs()),
    );
    let at = middle + (2.0 * choice.share - 1.0) * half;
    let (toward, at) = match choice.is_flipped {
        true => (-toward, -at),
        false => (toward, at),
    };
    at.is_finite().then_some(Section {
        toward,
        at,
        caps: !choice.is_open,
    })
}

/// `Clipping plane across y: a part is left out`; `None`: there is no plane.
pub fn section_words(session: &Session) -> Option<String> {
    let axis = session.edits.section.axis?;
    Some(format!("Clipping plane across {}: a part is left out", axis.letter()))
}

/// Moves the plane to that share of the way between both ends; all moves of a drag are one step of undo.
pub(crate) fn move_section(session: &mut Session, share: f32) -> Vec<Effect> {
    session.changes.remember_as(Remembers::Drag(Dragged::Section));
    put(session, share)
}

/// Moves it on by a share of that way.
pub(crate) fn nudge_section(session: &mut Session, by: f32) -> Vec<Effect> {
    put(session, session.edits.section.share + by)
}

fn put(session: &mut Session, share: f32) -> Vec<Effect> {
    if share.is_finite() {
        session.edits.section.share = share.clamp(0.0, 1.0);
    }
    Vec::new()
}
