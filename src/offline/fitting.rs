//! How the names of clips fit models, in sentences.
//!
//! In: a clip, the models that it could move, and the user's table of names. Out: one sentence for each thing that the numbers alone do not
//! say: a clip that moves nothing, names that were read in another encoding, bones that stand still though a curve has their name.

use crate::animation::{FoundNames, NamesOf, Renames};
use crate::scene::{Clip, Model};
use crate::session::{ClipKey, Session};
use std::collections::BTreeMap;

/// Matches of the names of one clip in all models together.
struct NameMatches {
    /// For each curve of the clip: whether any model has its target.
    found: Vec<bool>,
    /// Curves, by the encoding in which their names were read: in the model where there are most.
    read_as: BTreeMap<&'static str, usize>,
    namesakes: usize,
}

/// Sentences about how `clips` fit `models`, each with the key of its file. Without a model there is nothing to say.
///
/// The names of one model at a time are looked up, for all clips; without clips none are.
pub fn fitting<'a, File: PartialEq>(
    clips: &[(File, &Clip)],
    models: impl Iterator<Item = (File, &'a Model)>,
    renames: &'a Renames,
) -> Vec<String> {
    if clips.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Option<NameMatches>> = clips.iter().map(|_| None).collect();
    for (file, model) in models {
        let names = NamesOf::new(model, renames);
        for ((of, clip), found) in clips.iter().zip(&mut found) {
            let found = found.get_or_insert_with(|| NameMatches {
                found: vec![false; clip.tracks.len()],
                read_as: BTreeMap::new(),
                namesakes: 0,
            });
            found.add(names.found_by(clip, *of == file));
        }
    }
    let told = clips.iter().zip(found);
    let told = told.filter_map(|((_, clip), found)| Some(found?.sentences(&clip.name)));
    told.flatten().collect()
}

/// The same about every clip that plays in `session`.
pub(super) fn fitting_in(session: &Session) -> Vec<String> {
    let layers = session.edits().layers().iter().map(|layer| layer.clip);
    let mut keys: Vec<ClipKey> = Vec::new();
    for key in session.active_clip().map(|entry| entry.key).into_iter().chain(layers) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let stage = session.stage();
    let clips = keys.iter().filter_map(|key| Some((key.file, stage.clip(*key)?.clip())));
    let models = stage.models().iter().filter(|placed| !placed.is_stand_in);
    let models = models.map(|placed| (placed.file, placed.model()));
    fitting(
        &clips.collect::<Vec<_>>(),
        models,
        &session.preferences().motion.renames,
    )
}

impl NameMatches {
    fn add(&mut self, names: FoundNames) {
        for (any, found) in self.found.iter_mut().zip(names.found) {
            *any |= found;
        }
        for (encoding, count) in names.read_as {
            let most = self.read_as.entry(encoding).or_default();
            *most = count.max(*most);
        }
        self.namesakes += names.namesakes;
    }

    fn sentences(&self, name: &str) -> Vec<String> {
        let mut told = Vec::new();
        match self.found.len() {
            _ if self.found.contains(&true) => {}
            0 => {}
            1 => told.push(format!(
                "clip {name} moves nothing: its curve names no part of the models"
            )),
            total => told.push(format!(
                "clip {name} moves nothing: none of its {total} curves names a part of the models"
            )),
        }
        told.extend(self.read_as.iter().map(|(encoding, count)| {
            let curves = if *count == 1 { "curve" } else { "curves" };
            format!(
                "clip {name}: names of {count} {curves} are read as {encoding}, which fits the models; --names-as-stored leaves them as they are"
            )
        }));
        match self.namesakes {
            0 => {}
            1 => told.push(format!(
                "clip {name}: 1 bone has the name of one that moves, and stands still"
            )),
            count => told.push(format!(
                "clip {name}: {count} bones have the name of one that moves, and stand still"
            )),
        }
        told
    }
}
