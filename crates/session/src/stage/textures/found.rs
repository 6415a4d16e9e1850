//! Images and models that the loader found elsewhere for what is missing: shown or offered.

use super::elsewhere::missing_textures_notice;
use super::folders::folders_told;
use super::instances::instances_lent;
use super::relink::{TextureKey, choose_image, texture_of};
use crate::{Action, Effect, Notice, Page, Session, WindowAction};
use castview_picture::opened::{Elsewhere, FileKey, FoundFile, Lacking, TextureState};

/// The loader has found these in a drop.
pub(crate) fn missing_found(session: &mut Session, found: Vec<FoundFile>, used: bool) -> Vec<Effect> {
    let (mut images, mut lent, mut effects) = (Vec::new(), Vec::new(), Vec::new());
    let mut offers_instances = false;
    for one in found {
        match one.lacking {
            Lacking::Texture(texture) => images.push(((one.file, texture), one.location)),
            Lacking::Instance(named) if used => lent.push((one.file, named, one.location)),
            Lacking::Instance(named) => {
                let mut files = session.stage.files.iter_mut();
                if let Some(file) = files.find(|file| file.key == one.file) {
                    file.instances.offered.insert(named, one.location);
                    offers_instances = true;
                }
            }
        }
    }
    if offers_instances {
        effects.extend(session.stage.missing_instances_notice());
    }
    effects.extend(instances_lent(session, &lent));
    effects.extend(images_found(session, &images, used));
    effects
}

fn images_found(session: &mut Session, images: &[(TextureKey, String)], used: bool) -> Vec<Effect> {
    let is_missing = |session: &Session, texture: TextureKey| {
        let entry = texture_of(&session.stage, texture);
        entry.is_some_and(|(_, entry)| matches!(entry.state, TextureState::Missing(_)))
    };
    let wanted: Vec<&(TextureKey, String)> = images
        .iter()
        .filter(|(texture, _)| is_missing(session, *texture))
        .collect();
    let has_place = |session: &Session, texture: TextureKey| {
        texture_of(&session.stage, texture).is_some_and(|(location, _)| !location.is_empty())
    };
    if !used {
        for ((file, texture), location) in &wanted {
            let entries = session.stage.textures_mut(*file);
            if let Some(entry) = entries.and_then(|(_, entries)| entries.get_mut(texture.get())) {
                entry.elsewhere = Elsewhere::Offered(location.clone());
            }
        }
        let files: Vec<FileKey> = session.stage.files.iter().map(|file| file.key).collect();
        return match wanted.is_empty() {
            true => Vec::new(),
            false => missing_textures_notice(session, &files).into_iter().collect(),
        };
    }
    let (placed, nowhere): (Vec<_>, Vec<_>) = wanted
        .into_iter()
        .partition(|(texture, _)| has_place(session, *texture));
    for (texture, location) in &placed {
        choose_image(session, *texture, Some(location.clone()));
    }
    let mut effects = Vec::new();
    if !placed.is_empty() {
        let folders = folders_told(placed.iter().map(|(_, location)| &**location));
        let text = match placed.len() {
            1 => format!("1 texture is shown by an image from {folders}."),
            count => format!("{count} textures are shown by images from {folders}."),
        };
        let show = Action::Window(WindowAction::TogglePage(Page::Textures));
        effects.push(Effect::Notify(Notice::info(text).with_action("Show", show)));
    }
    if !nowhere.is_empty() {
        effects.push(Effect::Notify(Notice::info(super::relink::STAYS)));
    }
    effects
}
