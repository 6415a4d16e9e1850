//! Textures that the loader made smaller, decoded again at full size once the user wants to see all of it.
//!
//! In: the textures of the open files that are smaller than their images. Out: the effect that names them to the loader, its
//! progress, and the notice with the button.

use super::budget::lifting_notice;
use crate::Change;
use crate::{Effect, Loading, OpenFile, Opening, Problem, Session};
use castview_base::core::TextureIndex;
use castview_picture::opened::{FileKey, TextureEntry, TextureState};

/// From now on all of the files that are open is drawn, as far as the adapter can, with textures at full size.
pub(crate) fn lift_budget(session: &mut Session) -> Vec<Effect> {
    session
        .view
        .budgeted
        .lifted
        .extend(session.stage.files().iter().map(|file| file.key));
    session.note(Change::PICTURE);
    decode_full_size(session)
}

/// Whether something of the open files is left out, drawn as boxes or shown at a smaller size, because all of it costs too much.
pub(crate) fn is_reduced(session: &Session) -> bool {
    session.view.budget_sentence().is_some() || session.stage.files().iter().flat_map(reduced_textures).next().is_some()
}

/// Asks for the full size of what was made smaller in files whose budget is lifted. Goes on in place of what was asked before.
pub(crate) fn decode_full_size(session: &mut Session) -> Vec<Effect> {
    let lifted = &session.view.budgeted.lifted;
    let files = || session.stage.files().iter().filter(|file| lifted.contains(&file.key));
    let textures: Vec<_> = files().flat_map(reduced_textures).collect();
    let files = files().map(|file| file.key).collect();
    let opening = &mut session.opening;
    opening.full_size_generation += 1;
    opening.full_size = (!textures.is_empty()).then(|| Loading {
        generation: opening.full_size_generation,
        name: match textures.len() {
            1 => "1 texture at full size".to_owned(),
            count => format!("{count} textures at full size"),
        },
        progress: 0.0,
    });
    vec![Effect::LiftBudget {
        generation: opening.full_size_generation,
        files,
        textures,
    }]
}

/// The budget may have been lifted while the textures of the file that holds `key` were decoded to fit it. The last of them asks for
/// all that are too small.
pub(crate) fn lift_late_textures(session: &mut Session, key: FileKey) -> Vec<Effect> {
    let holds = |file: &&OpenFile| entries(file).any(|(held, _)| held == key);
    let is_awaited = |entry: &TextureEntry| entry.state == TextureState::Loading;
    let is_done = |file: &OpenFile| !entries(file).flat_map(|(_, textures)| textures).any(is_awaited);
    let lifted = &session.view.budgeted.lifted;
    let mut files = session.stage.files().iter().filter(|file| lifted.contains(&file.key));
    let asks = files
        .find(holds)
        .is_some_and(|file| is_done(file) && reduced_textures(file).next().is_some());
    match asks {
        true => decode_full_size(session),
        false => Vec::new(),
    }
}

pub(crate) fn textures_reduced(session: &Session, sentence: &str) -> Vec<Effect> {
    match is_reduced(session) && session.opening.full_size.is_none() {
        true => vec![lifting_notice(sentence).about(Problem::SmallerImages)],
        // They are closed by now, or asked for at full size.
        false => Vec::new(),
    }
}

impl Opening {
    pub(crate) fn full_size_progress(&mut self, generation: u64, progress: Option<f32>) {
        let under_way = &mut self.full_size;
        let Some(loading) = under_way.as_mut().filter(|loading| loading.generation == generation) else {
            return;
        };
        match progress {
            Some(progress) => loading.progress = progress.clamp(0.0, 1.0),
            None => *under_way = None,
        }
    }

    pub(crate) fn stop_full_size(&mut self) -> Vec<Effect> {
        match self.full_size.take() {
            Some(_) => vec![Effect::StopFullSize],
            None => Vec::new(),
        }
    }
}

/// The texture entries of `file` and of those that it references, with their keys.
fn entries(file: &OpenFile) -> impl Iterator<Item = (FileKey, &[TextureEntry])> {
    let inside = file.instances.files.iter();
    let inside = inside.map(|inside| (inside.key, &inside.textures[..]));
    std::iter::once((file.key, &file.textures[..])).chain(inside)
}

fn reduced_textures(file: &OpenFile) -> impl Iterator<Item = (FileKey, TextureIndex)> {
    entries(file).flat_map(|(key, textures)| {
        let reduced = textures
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.full_size.is_some());
        reduced.map(move |(index, _)| (key, TextureIndex::new(index)))
    })
}
