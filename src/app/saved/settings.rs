//! Settings that the window remembers from one run to the next.
//!
//! In: a small JSON file. Out: [`Settings`]; anything unreadable in it takes its default.
//! Never holds anything about the user's files; what is kept about those lies in files of its own beside it.

use super::store::Store;
use crate::session::Preferences;
use serde::{Deserialize, Serialize};

const FILE_NAME: &str = "settings.json";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Inner size of the window in logical points.
    pub window_size: [f32; 2],
    pub maximized: bool,
    /// Part of the name of the graphics adapter to try first, or its number in `castview adapters`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu: Option<String>,
    /// Preferences that were chosen in the window.
    pub preferences: Preferences,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            window_size: [1280.0, 720.0],
            maximized: false,
            gpu: None,
            preferences: Preferences::default(),
        }
    }
}

impl Settings {
    /// Smallest window that still shows everything. It fits a screen of 1024×640 or 800×600 pixels at scale 2 with the title bar: a
    /// window that may not be as small as its screen has its status line cut off.
    pub const SMALLEST_WINDOW: [f32; 2] = [400.0, 272.0];

    /// Gives values that are out of range the nearest sensible value.
    fn checked(mut self) -> Self {
        for (size, (smallest, usual)) in self
            .window_size
            .iter_mut()
            .zip(Self::SMALLEST_WINDOW.into_iter().zip(Self::default().window_size))
        {
            *size = if size.is_finite() {
                size.clamp(smallest, 16_384.0)
            } else {
                usual
            };
        }
        self.preferences = self.preferences.checked();
        self
    }
}

impl Store {
    pub fn load(&self) -> Settings {
        self.read::<Settings>(FILE_NAME).checked()
    }

    pub fn save(&self, settings: &Settings) {
        self.write(FILE_NAME, settings);
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::parse;
    use super::*;
    use crate::core::{Camera, EulerOrder};
    use crate::session::{BoneSpace, LengthUnit, Motion, Readout, Theme, Viewpoint};

    #[test]
    fn whatever_the_file_says_gives_usable_settings() {
        let usual = Settings::default();
        let chosen = |choose: fn(&mut Preferences)| {
            let mut settings = usual.clone();
            choose(&mut settings.preferences);
            settings
        };
        for (text, expected) in [
            ("", usual.clone()),
            ("[]", usual.clone()),
            ("{}", usual.clone()),
            (r#"{"preferences":{"theme":"Purple"}}"#, usual.clone()),
            (r#"{"unknown":3}"#, usual.clone()),
            (
                r#"{"window_size":"wide","maximized":true,"preferences":{"theme":"Purple","loops":false,"ghosts":{"count":-3}}}"#,
                Settings {
                    maximized: true,
                    ..chosen(|all| all.playing.loops = false)
                },
            ),
            (
                r#"{"preferences":{"ui_scale":1e9}}"#,
                chosen(|all| all.window.ui_scale = 4.0),
            ),
            (
                r#"{"preferences":{"theme":"Light"}}"#,
                chosen(|all| all.window.theme = Theme::Light),
            ),
            (
                r#"{"preferences":{"motion":false,"picture_memory_mb":1,"unit":"Inch"}}"#,
                chosen(|all| {
                    all.window.motion = Motion::Never;
                    all.memory.picture_memory_mb = 256;
                    all.look.unit = LengthUnit::Inch;
                }),
            ),
            // An earlier version wrote this where nobody had chosen anything.
            (r#"{"preferences":{"motion":true}}"#, usual.clone()),
            (
                r#"{"preferences":{"motion":"Always"}}"#,
                chosen(|all| all.window.motion = Motion::Always),
            ),
            // Decimals that nobody can choose.
            (r#"{"preferences":{"readout":{"decimals":200}}}"#, usual.clone()),
            (
                r#"{"window_size":[1,-5],"maximized":true}"#,
                Settings {
                    window_size: Settings::SMALLEST_WINDOW,
                    maximized: true,
                    ..usual.clone()
                },
            ),
            (
                r#"{"gpu":"radeon"}"#,
                Settings {
                    gpu: Some("radeon".into()),
                    ..usual.clone()
                },
            ),
        ] {
            assert_eq!(parse::<Settings>(text).content.checked(), expected, "{text}");
        }
    }

    /// Viewpoints that no camera could stand at are left out, each for itself.
    #[test]
    fn saved_viewpoints_are_checked_one_by_one() {
        let good = r#"{"target":[1,2,3],"yaw_rad":0.5,"pitch_rad":0.25,"distance":4,"fov_y_rad":0.5}"#;
        let text = format!(
            r#"{{"preferences":{{"viewpoints":{{"1":{good},"2":"none","3":{far},"4":{behind},"0":{good},"10":{good},"9":{good}}}}}}}"#,
            far = good.replace("[1,2,3]", "[1e30,2,3]"),
            behind = good.replace(r#""distance":4"#, r#""distance":-4"#),
        );
        let viewpoints = parse::<Settings>(&text).content.checked().preferences.camera.viewpoints;
        let kept: Vec<usize> = (0..20).filter(|index| viewpoints.get(*index).is_some()).collect();
        assert_eq!(kept, [0, 8]);
        let first = viewpoints.get(0).expect("it is kept");
        assert_eq!(
            (first.target, first.distance, first.is_orthographic),
            ([1.0, 2.0, 3.0], 4.0, false)
        );
    }

    #[test]
    fn saved_settings_come_back() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().join("not").join("yet")));
        assert_eq!(store.load(), Settings::default());
        let mut settings = Settings {
            window_size: [800.0, 600.0],
            maximized: true,
            gpu: Some("iris".into()),
            preferences: Preferences::default(),
        };
        let kept = &mut settings.preferences;
        kept.window.theme = Theme::Light;
        kept.window.tree_width = 300.0;
        assert!(
            kept.camera
                .viewpoints
                .set(2, Viewpoint::of(&Camera::default(), Default::default()))
        );
        kept.bones.readout = Readout {
            space: BoneSpace::World,
            order: EulerOrder::Zxy,
            decimals: None,
            ..Readout::default()
        };
        store.save(&settings);
        assert_eq!(store.load(), settings);
        let left: Vec<_> = std::fs::read_dir(folder.path().join("not/yet"))
            .expect("written")
            .collect();
        assert_eq!(left.len(), 1, "no unfinished file stays behind");
    }

    #[test]
    fn what_a_later_version_has_written_stays() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join(FILE_NAME);
        let text = r#"{"maximized":true,"dock":{"tabs":3},"preferences":{"loops":false,"exposure":2}}"#;
        std::fs::write(&path, text).expect("writable");
        let store = Store::of_folder(Some(folder.path().to_owned()));
        let mut settings = store.load();
        settings.maximized = false;
        store.save(&settings);
        assert_eq!(store.load(), settings);
        let written: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&path).expect("written")).expect("JSON");
        assert_eq!(written["dock"]["tabs"], 3);
        assert_eq!(written["preferences"]["exposure"], 2);
        assert_eq!(written["maximized"], false);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_folder_in_their_place_holds_nothing_up() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join(FILE_NAME);
        let store = Store::of_folder(Some(folder.path().to_owned()));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo is everywhere").success());
        // Opened, the pipe would wait for a writer, then for a reader.
        assert_eq!(store.load(), Settings::default());
        store.save(&Settings::default());
        std::fs::remove_file(&path).expect("still there");
        std::fs::create_dir(&path).expect("a folder");
        assert_eq!(store.load(), Settings::default());
        store.save(&Settings::default());
        assert!(path.is_dir());
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_error() {
        let file = tempfile::NamedTempFile::new().expect("a file for the test");
        let store = Store::of_folder(Some(file.path().join("below a file")));
        store.save(&Settings::default());
        assert_eq!(store.load(), Settings::default());
        assert_eq!(Store::of_folder(None).load(), Settings::default());
    }
}
