//! How what lights the models is changed.

use crate::picture::Tone;
use crate::session::{EnvironmentChoice, Session, ViewAction};

impl Session {
    pub(in crate::session) fn change_environment(&mut self, action: ViewAction) {
        let mut choice = self.preferences.environment;
        match action {
            ViewAction::SetEnvironment(preset) => choice.preset = preset,
            ViewAction::TurnEnvironment(turn_rad) => choice.turn_rad += turn_rad,
            ViewAction::SetExposure(stops) => choice.exposure = stops,
            ViewAction::ChangeExposure(stops) => choice.exposure += stops,
            ViewAction::SetTone(tone) => choice.tone = tone,
            ViewAction::SetSurroundings(surroundings) => choice.surroundings = surroundings,
            ViewAction::ToggleShadows => choice.shadows ^= true,
            ViewAction::ToggleOcclusion => choice.occlusion ^= true,
            ViewAction::ToggleGround => choice.ground ^= true,
            ViewAction::ResetLight => {
                choice = EnvironmentChoice {
                    turn_rad: 0.0,
                    exposure: 0.0,
                    tone: Tone::default(),
                    ..choice
                }
            }
            _ => return,
        }
        self.preferences.environment = choice.checked();
    }
}
