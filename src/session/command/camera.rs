//! How the camera moves: what it turns around.

use super::entry::Menu::View;
use super::entry::{Command, switch};
use crate::session::{Action, OrbitAbout, ViewAction};

pub(super) const COMMANDS: &[Command] = &[
    switch(
        "orbit_pointer",
        "Orbit about what is under the pointer",
        View,
        &[],
        || orbit(OrbitAbout::Pointer),
        |s| s.preferences.orbit_about == OrbitAbout::Pointer,
    ),
    switch(
        "orbit_selection",
        "Orbit about what is selected",
        View,
        &[],
        || orbit(OrbitAbout::Selection),
        |s| s.preferences.orbit_about == OrbitAbout::Selection,
    ),
    switch(
        "orbit_middle",
        "Orbit about the middle of the view",
        View,
        &[],
        || orbit(OrbitAbout::Middle),
        |s| s.preferences.orbit_about == OrbitAbout::Middle,
    ),
];

fn orbit(about: OrbitAbout) -> Action {
    Action::View(ViewAction::SetOrbitAbout(about))
}
