//! A pose → a Cast file with a clip of one frame.
//!
//! In: the pose that was shown when the user asked, and the name that was chosen. Out: a file, whole or not at all. The disk is looked at, and
//! written to, in the background. No file that is open is written into.

use crate::app::background::starts_in_background;
use crate::app::input::dialog::Question;
use crate::app::keeping::saving::told_of;
use crate::app::state::App;
use crate::app::wake::Wake;
use crate::core::{Diagnostics, guard};
use crate::export;
use crate::files::{file_stem, path_of};
use crate::formats::cast;
use crate::picture::PlacedKey;
use crate::scene::Scene;
use crate::session::stage;
use crate::session::{Effect, Message, Notice, PosedClip, posed_clip};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const ENDING: &str = "cast";

impl App {
    /// Takes the pose as it is shown now: the clip may play on while the user chooses a name.
    pub(in crate::app) fn ask_where_to_save_pose(&mut self, model: PlacedKey) {
        match posed_clip(&self.session, model) {
            Ok(pose) => {
                let name = format!("{}.{ENDING}", pose.file_stem);
                self.exports.pose = Some(pose);
                self.ask(Question::SavePose(name));
            }
            Err(why) => self.effects.push(Effect::Notify(Notice::warning(why))),
        }
    }

    pub(in crate::app) fn save_pose(&mut self, chosen: &Path) {
        let Some(pose) = self.exports.pose.take() else {
            return;
        };
        let open: Vec<PathBuf> = stage::watched(&self.session)
            .iter()
            .map(|place| path_of(place))
            .collect();
        let (chosen, proxy) = (chosen.to_owned(), self.proxy.clone());
        let path = with_ending(&chosen);
        let place = path.clone();
        let begun = starts_in_background(Box::new(move || {
            let told = pose.told.join(" ");
            let saved = guard(|| write(pose, &chosen, &open)).unwrap_or_else(Err);
            // The loop may have ended meanwhile; then nobody wants it.
            let tell = |message| drop(proxy.send_event(Wake::Told(message)));
            let is_saved = saved.is_ok();
            tell(told_of(&path, saved));
            if is_saved && !told.is_empty() {
                tell(Message::Told(Notice::warning(told)));
            }
        }));
        if !begun {
            self.receive(told_of(&place, Err("no thread could be started".into())));
        }
    }
}

/// Some dialogs leave the ending out.
fn with_ending(chosen: &Path) -> PathBuf {
    let is_ours = chosen.extension().is_some_and(|own| own.eq_ignore_ascii_case(ENDING));
    if is_ours {
        return chosen.to_owned();
    }
    let mut name: OsString = chosen.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ENDING);
    chosen.with_file_name(name)
}

/// `open`: files that are open, or were read for those. Whoever chose the name was asked before a file of that very name is replaced.
fn write(pose: PosedClip, chosen: &Path, open: &[PathBuf]) -> Result<(), String> {
    let path = with_ending(chosen);
    let real = path.canonicalize().ok();
    if real.is_some() && open.iter().any(|open| open.canonicalize().ok() == real) {
        return Err("it is open; choose another name".to_owned());
    }
    if path != chosen && path.symlink_metadata().is_ok() {
        return Err("it is there already; choose it, or another name".to_owned());
    }
    let PosedClip { mut clip, up, .. } = pose;
    clip.name = file_stem(&path);
    let mut losses = Diagnostics::default();
    let bytes = cast::encode(&Scene::default(), (Vec::new(), &[clip]), &[], (up, None), &mut losses);
    export::replace(&path, &bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::UpAxis;
    use crate::formats::{Request, import};
    use crate::scene::{Clip, CurveMode, Keys, Property, Track, Values};

    fn pose() -> PosedClip {
        let track = Track {
            target: "hip".into(),
            property: Property::TranslationX,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(vec![0].into()),
            values: Values::Scalar(vec![2.5].into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        };
        PosedClip {
            file_stem: "hero_pose".into(),
            clip: Clip {
                name: "hero_pose".into(),
                frames_per_second: 30.0,
                looping: false,
                mode: None,
                tracks: vec![track],
                overrides: Vec::new(),
                notifications: Vec::new(),
                range: crate::core::FrameRange { start: 0.0, end: 0.0 },
                skeleton: None,
                root: None,
            },
            up: UpAxis::Y,
            told: Vec::new(),
        }
    }

    #[test]
    fn a_pose_is_written_under_its_name_and_into_no_open_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        write(pose(), &at("salute"), &[at("hero.cast")]).expect("it can be written");
        let bytes = std::fs::read(at("salute.cast")).expect("it has its ending");
        let read = import(bytes.into(), &Request::alone("salute.cast")).expect("it is whole");
        assert_eq!(read.scene.clips[0].name, "salute", "as the file is called");
        assert_eq!(read.scene.metadata.up_axis(), Some(UpAxis::Y));
        // A file whose ending nobody typed was asked about by nobody.
        let there = write(pose(), &at("salute"), &[]).expect_err("it is there");
        assert!(there.contains("there already"), "{there}");
        write(pose(), &at("salute.cast"), &[]).expect("the dialog has asked");
        // However the path is spelled.
        std::fs::write(at("hero.cast"), b"mine").expect("writable");
        let spelled = folder.path().join(".").join("hero.cast");
        for chosen in [at("hero.cast"), spelled, at("hero")] {
            let refused = write(pose(), &chosen, &[at("hero.cast")]).expect_err("it is open");
            assert!(refused.contains("it is open"), "{refused}");
        }
        assert_eq!(std::fs::read(at("hero.cast")).expect("it is there"), b"mine");
    }
}
