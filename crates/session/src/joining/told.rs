//! Notices about opened files: those they replaced, how they stand, and cut files.

use super::arrange::{Arranged, in_notice, several};
use crate::{Action, Effect, Notice, OpenFile, Problem, Session, Stage, StageAction, WindowAction};
use castview_base::core::BoneIndex;
use castview_base::scene::Scene;
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
    let put_back = Action::Stage(StageAction::PutFilesBack(keys.clone()));
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

/// Tells that files of these names were opened in place of others, which can be brought back beside them. For files that were dropped
/// over a bone, tells that they can hang there. `standing`: those of them that hold models.
pub(super) fn replaced_told(
    session: &Session,
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
    let step = session.history.last_open();
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
