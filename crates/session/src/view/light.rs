//! How what lights the models is changed.

use crate::{Backdrop, Change, DialValue, Effect, EnvironmentChoice, Notice, Problem, Session, View, ViewAction};
use castview_picture::light::Preset;
use castview_picture::opened::EnvironmentImage;
use castview_picture::{Environment, Tone};

pub(crate) fn change_environment(session: &mut Session, action: ViewAction) {
    let mut choice = session.preferences.look.environment;
    match action {
        ViewAction::TurnEnvironment(turn_rad) => choice.turn_rad += turn_rad,
        ViewAction::SetExposure(stops) => choice.exposure = stops,
        ViewAction::ChangeExposure(stops) => choice.exposure += stops,
        ViewAction::SetFlatColor(color) => {
            choice.flat_color = color;
            choice.backdrop = Backdrop::Flat;
        }
        ViewAction::SetReflection(share) => {
            choice.reflects = share > 0.0;
            if choice.reflects {
                choice.reflection = share;
            }
        }
        ViewAction::SetReflectionRoughness(roughness) => choice.reflection_roughness = roughness,
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
    session.preferences.look.environment = choice.checked();
}

/// Whether this preset surrounds the models; `None`: whether an image does.
pub(crate) fn is_lit_by(session: &Session, preset: Option<Preset>) -> bool {
    match preset {
        Some(preset) => !session.view.image_lights && session.preferences.look.environment.preset == preset,
        None => session.view.image_lights,
    }
}

/// This preset surrounds the models from here on; `None`: the image that was opened last.
pub(crate) fn choose_environment(session: &mut Session, preset: Option<Preset>) -> Vec<Effect> {
    match preset {
        Some(preset) => {
            session.preferences.look.environment.preset = preset;
            session.view.image_lights = false;
            session.browser.remember_environment(None);
        }
        None => {
            session.view.image_lights = session.view.environment_image.is_some();
            session
                .browser
                .remember_environment(session.view.lighting_image().map(|image| image.location.clone()));
        }
    }
    Vec::new()
}

/// An image of surroundings was opened: it lights the models until another environment is chosen.
pub(crate) fn light_by(session: &mut Session, image: EnvironmentImage) -> Vec<Effect> {
    let text = format!("{} lights the models.", image.name);
    let problem = Problem::NotOpened(image.location.clone());
    session.opening.solve(|solved| *solved == problem);
    session.browser.remember_environment(Some(image.location.clone()));
    session.view.environment_image = Some(image);
    session.view.image_lights = true;
    session.note(Change::PICTURE);
    let notice = Notice::info(text);
    vec![Effect::Notify(match session.preferences.look.environment.backdrop {
        Backdrop::Blurred | Backdrop::Sharp => notice,
        _ => notice.with_action("Show it", DialValue::BACKGROUND_SHARP.choose()),
    })]
}

/// Lights the models by the image of an earlier run, which was read from `location`. An environment that the user has chosen since then
/// stays. If the image cannot be used any more, one notice says so.
pub(crate) fn light_again(
    session: &mut Session,
    location: &str,
    image: Result<EnvironmentImage, String>,
) -> Vec<Effect> {
    let is_wanted =
        session.browser.recent().environment.as_deref() == Some(location) && session.view.environment_image.is_none();
    match image {
        _ if !is_wanted => Vec::new(),
        Ok(image) => {
            session.view.environment_image = Some(image);
            session.view.image_lights = true;
            session.note(Change::PICTURE);
            Vec::new()
        }
        Err(why) => {
            session.browser.remember_environment(None);
            vec![Effect::Notify(Notice::warning(why))]
        }
    }
}

impl View {
    /// Environment that surrounds the models.
    pub(crate) fn environment(&self, choice: &EnvironmentChoice) -> Environment {
        match self.lighting_image() {
            Some(image) => Environment::Image(image.map.clone()),
            None => Environment::Preset(choice.preset),
        }
    }

    /// The image that lights the models, if one does.
    pub fn lighting_image(&self) -> Option<&EnvironmentImage> {
        self.environment_image.as_ref().filter(|_| self.image_lights)
    }
}
