//! Notices about opened files: those they replaced, how they stand, cut files, and the matches of a clip.

use super::arrange::{Arranged, in_notice, several};
use crate::{
    Action, CompositionAction, Effect, Notice, OpenFile, PlaybackAction, Problem, RangeEdit, Session, Stage,
    StageAction, WindowAction,
};
use castview_base::core::{BoneIndex, FrameRange};
use castview_base::scene::Scene;
use castview_motion::animation::{self, Retarget};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;

/// Files that an opened file took the place of.
pub(super) struct Gone {
    /// Names of files that held more than clips.
    names: Vec<String>,
    clips: usize,
}

impl Gone {
    pub fn of<'a>(files: impl Iterator<Item = &'a OpenFile>) -> Self {
        let (libraries, others): (Vec<_>, Vec<_>) = files
            .filter(|file| !file.is_demo)
            .partition(|file| is_clip_library(&file.scene));
        Self {
            names: others.iter().map(|file| file.name.clone()).collect(),
            clips: libraries.iter().map(|file| file.scene.clips.len()).sum(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.clips == 0
    }

    /// For a sentence that says what was opened.
    fn told(&self) -> String {
        let models = match &self.names[..] {
            [] => None,
            [one] => Some(in_notice(one)),
            [first, more @ ..] => Some(format!("{} and {} more", in_notice(first), more.len())),
        };
        let clips = match self.clips {
            0 => None,
            1 => Some("1 clip that does not fit".to_owned()),
            count => Some(format!("{count} clips that do not fit")),
        };
        let gone: Vec<String> = [models, clips].into_iter().flatten().collect();
        match gone.is_empty() {
            true => String::new(),
            false => format!(" in place of {}", gone.join(" and ")),
        }
    }
}

/// Clips and nothing else. Such a file stays open when another model comes, because its clips may fit that one too.
pub(super) fn is_clip_library(scene: &Scene) -> bool {
    scene.models.is_empty() && scene.instances.is_empty() && !scene.clips.is_empty()
}

/// That models of files of these names were put beside others or turned, which can be taken back.
pub(super) fn arranged_told(names: &[String], arranged: &Arranged, keys: Vec<FileKey>) -> Effect {
    let beside = match (arranged.side_by_side, names) {
        (false, _) => String::new(),
        (true, [name]) => format!("{} stands beside the others.", in_notice(name)),
        (true, names) => format!("{} stand side by side.", several(names)),
    };
    let text = beside + &arranged.turned_told();
    let put_back = Action::Composition(CompositionAction::PutFilesBack(keys.clone()));
    let notice = Notice::info(text.trim()).with_action("Put them back", put_back);
    Effect::Notify(notice.about(Problem::Arranged(keys)))
}

fn bone_name(stage: &Stage, (model, bone): (PlacedKey, BoneIndex)) -> Option<&str> {
    let skeleton = &stage.placed(model)?.model().skeleton;
    (bone.get() < skeleton.len()).then(|| skeleton.name(bone))
}

/// The part of a notice that counts the warnings of an opened file; empty without any.
fn with_warnings(count: u64) -> String {
    match count {
        0 => String::new(),
        1 => ", with 1 warning,".into(),
        count => format!(", with {count} warnings,"),
    }
}

impl Session {
    /// Tells that files of these names were opened in place of others, which can be brought back beside them. For files that were dropped
    /// over a bone, tells that they can hang there. `standing`: those of them that hold models.
    pub(super) fn replaced_told(
        &self,
        (names, standing): (&[String], &[String]),
        warnings: u64,
        gone: &Gone,
        arranged: &Arranged,
    ) -> Effect {
        let are_beside = arranged.side_by_side && standing.len() > 1;
        let (stands, models) = match are_beside && standing.len() == names.len() {
            true => (" side by side", String::new()),
            // Clips stand nowhere.
            false if are_beside => ("", format!(" {} stand side by side.", several(standing))),
            false => ("", String::new()),
        };
        let text = format!(
            "Opened {}{stands}{}{}.{models}{}",
            several(names),
            with_warnings(warnings),
            gone.told(),
            arranged.turned_told()
        );
        let notice = Notice::info(text).about(Problem::Replaced);
        let step = self.history.last_open();
        let over = step.and_then(|step| bone_name(&step.there.stage, step.over?));
        let notice = match over {
            Some(bone) => {
                let it = if standing.len() == 1 { "it" } else { "them" };
                let label = format!("Hang {it} on {}", in_notice(bone));
                notice.with_action(label, Action::Stage(StageAction::HangInstead))
            }
            None => notice,
        };
        Effect::Notify(notice.with_action("Keep both", Action::Stage(StageAction::AddInstead)))
    }

    /// A clip that matches nothing says so, with three names of each side: the most common trouble there is. One that does may be of
    /// another scale, or made to be added to others.
    pub(crate) fn matching_notice(&self) -> Option<Effect> {
        match self.unmatched() {
            None => {
                let additive = || self.additive_notice(self.playback.active_clip?, None);
                self.scale_notice().or_else(additive).or_else(|| self.still_notice())
            }
            told => told,
        }
    }

    /// A clip that does not move for more than a second at its beginning looks broken.
    fn still_notice(&self) -> Option<Effect> {
        let entry = self.active_clip()?;
        let clip = entry.clip();
        let first = clip.tracks.iter().map(|track| track.keys.frame(0));
        let first = first.fold(f64::INFINITY, f64::min);
        let FrameRange { start, end } = clip.range;
        let still = first - start;
        if still <= clip.frames_per_second || first >= end {
            return None;
        }
        let text = format!(
            "{}: {:.0} still frames before the first key.",
            entry.name,
            still.floor()
        );
        let there = RangeEdit::Set(FrameRange { start: first, end });
        let there = Action::Playback(PlaybackAction::Range(there));
        Some(Effect::Notify(Notice::info(text).with_action("Start there", there)))
    }

    /// The same of a clip that drives nothing.
    pub(super) fn unmatched(&self) -> Option<Effect> {
        let clip = self.active_clip()?;
        let tracks = &clip.clip().tracks;
        let about = |notice: Notice| Some(Effect::Notify(notice.about(Problem::NotMatched(clip.key))));
        if !self.stage.has_model() {
            let text = match clip.clip().skeleton {
                Some(_) => format!("{} plays on its own skeleton. Drop the model it belongs to.", clip.name),
                None => match animation::stand_in(clip.clip()) {
                    Some(made) => format!(
                        "{} has no skeleton of its own: {}. Drop the model it belongs to.",
                        clip.name,
                        made.told()
                    ),
                    None => format!("{} waits for a model: it moves no bones.", clip.name),
                },
            };
            return about(Notice::info(text));
        }
        if tracks.is_empty() || self.stage.matches.is_some_and(|matches| matches.matched > 0) {
            return None;
        }
        let mut wanted: Vec<&str> = Vec::new();
        for track in tracks {
            if !wanted.contains(&track.target.as_str()) && wanted.len() < 3 {
                wanted.push(&track.target);
            }
        }
        let skeleton = &self
            .stage
            .models
            .iter()
            .find(|placed| !placed.is_stand_in)?
            .model()
            .skeleton;
        let there: Vec<&str> = skeleton.bones().take(3).map(|bone| skeleton.name(bone)).collect();
        let there = if there.is_empty() {
            "no bones".to_owned()
        } else {
            there.join(", ")
        };
        let notice = Notice::warning(format!(
            "{} matches nothing here. It drives {}; the model has {there}.",
            clip.name,
            wanted.join(", "),
        ));
        // Names of two rigs that are known.
        let known = self.stage.models.iter().filter(|placed| !placed.is_stand_in);
        let is_known = known
            .into_iter()
            .any(|placed| animation::knows_parts(clip.clip(), placed.model()));
        about(match is_known && clip.key.file != self.stage.models[0].file {
            true => {
                let offer = CompositionAction::Retarget(clip.key, None, Retarget::Lengths);
                notice.with_action("Retarget it", Action::Composition(offer))
            }
            false => notice,
        })
    }
}

impl Stage {
    /// That models of files of these names hang on that bone; `None` where there are none, or no such bone.
    pub(super) fn hung_told(&self, names: &[String], on: (PlacedKey, BoneIndex)) -> Option<Effect> {
        let bone = bone_name(self, on)?;
        let model = &self.placed(on.0)?.model().name;
        if names.is_empty() {
            return None;
        }
        let text = format!(
            "Hung on {} of {}: {}.",
            in_notice(bone),
            in_notice(model),
            several(names)
        );
        let notice = Notice::info(text)
            .with_action("Undo", Action::Stage(StageAction::TakeBackHung))
            .with_action("Open in place", Action::Stage(StageAction::OpenInstead));
        Some(Effect::Notify(notice.about(Problem::Hung)))
    }

    /// One notice for each of `files` that ends too early.
    pub(super) fn cut_notices(&self, files: &[FileKey]) -> Vec<Effect> {
        let notice = |key: &FileKey| {
            let file = self.file(*key)?;
            let notice = Notice::error(format!("{}: {}.", file.name, file.diagnostics.cut()?.message));
            let show = Action::Window(WindowAction::TogglePage(crate::Page::Diagnostics));
            let notice = notice.with_action("Show", show);
            Some(Effect::Notify(notice.about(Problem::CutOff(*key))))
        };
        files.iter().filter_map(notice).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_leaves_room_for_the_sentence() {
        let name = |clips| Gone {
            names: vec!["vm_ar_standard_receiver_long_lod0.cast".into()],
            clips,
        };
        assert_eq!(name(0).told(), " in place of vm_ar_sta…od0.cast");
        assert_eq!(
            name(2).told(),
            " in place of vm_ar_sta…od0.cast and 2 clips that do not fit"
        );
    }
}
