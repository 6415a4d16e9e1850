//! Whether the window is light, and the colours that the picture has then.

use crate::{Session, Theme};
use castview_picture::Colors;

/// The theme that is shown, with the system's wish resolved.
pub fn is_light(session: &Session) -> bool {
    match session.preferences.window.theme {
        Theme::Dark => false,
        Theme::Light => true,
        Theme::System => session.window.system_is_light(),
    }
}

pub(crate) fn colors(session: &Session) -> Colors {
    if is_light(session) { Colors::LIGHT } else { Colors::DARK }
}
