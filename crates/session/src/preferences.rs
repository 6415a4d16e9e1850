//! The settings that outlive a run: those of each part, side by side in one file.

use crate::aids::preferences::AidPreferences;
use crate::browser::preferences::FilePreferences;
use crate::composition::played::preferences::MotionPreferences;
use crate::playback::preferences::PlayingPreferences;
use crate::stage::preferences::MemoryPreferences;
use crate::view::preferences::bones::BonePreferences;
use crate::view::preferences::camera::CameraPreferences;
use crate::view::preferences::look::LookPreferences;
use crate::window::preferences::WindowPreferences;
use crate::window::timeline::TimelinePreferences;
use crate::{DockTab, ExportChoice, ModelExport};
use serde::{Deserialize, Serialize};

/// Choices that stick; stored by the app, all keys of all parts beside each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// How the window looks and where its panels stand.
    #[serde(flatten)]
    pub window: WindowPreferences,
    /// Content of the time panels.
    #[serde(flatten)]
    pub timeline: TimelinePreferences,
    /// How clips begin, and what they do at their ends.
    #[serde(flatten)]
    pub playing: PlayingPreferences,
    /// How clips are brought to models.
    #[serde(flatten)]
    pub motion: MotionPreferences,
    /// How files are listed, opened and watched.
    #[serde(flatten)]
    pub files: FilePreferences,
    /// How much memory files may take.
    #[serde(flatten)]
    pub memory: MemoryPreferences,
    /// Content and light of the view, beside the bones.
    #[serde(flatten)]
    pub look: LookPreferences,
    /// How bones are drawn and their numbers shown.
    #[serde(flatten)]
    pub bones: BonePreferences,
    /// How the camera is moved, and what it begins with.
    #[serde(flatten)]
    pub camera: CameraPreferences,
    /// Ghosts and lines of sight.
    #[serde(flatten)]
    pub aids: AidPreferences,
    /// Pictures as they were exported last.
    pub export: ExportChoice,
    /// Models and clips as they were exported last.
    pub export_models: ModelExport,
}

impl Preferences {
    /// Whether the dock shows `tab`.
    pub fn shows(&self, tab: DockTab) -> bool {
        self.timeline.shows(tab)
    }

    /// Moves each value that is out of range (settings can be edited by hand) to the nearest sensible one.
    pub fn checked(self) -> Self {
        Self {
            window: self.window.checked(),
            timeline: self.timeline.checked(),
            playing: self.playing,
            motion: self.motion,
            files: self.files,
            memory: self.memory.checked(),
            look: self.look.checked(),
            bones: self.bones.checked(),
            camera: self.camera.checked(),
            aids: self.aids.checked(),
            export: self.export.checked(),
            export_models: self.export_models.checked(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Settings with a value of their own for every key, most of them from before parts had their own.
    fn stored() -> Value {
        let text = r#"{
            "theme": "Light", "ui_scale": 1.5, "loops": false, "follows_file_loop": true, "ping_pong": true, "snaps": false,
            "notification_rows": false, "notification_texts": false, "left_tab": "Files", "file_order": "Newest", "watches": false, "restores": true,
            "hands_over": true, "prefetch_megabytes": 64, "grid": false, "axes": false, "environment": {"exposure": 1.5},
            "bones": true, "bone_display": {"size": 2.0}, "bone_names": true, "shapes_apart": true, "orbit_about": "Middle",
            "view_cube": false, "mouse": "Maya", "fov_y_rad": 0.75,
            "viewpoints": {"3": {"target": [1.0, 2.0, 3.0], "yaw_rad": 0.5, "pitch_rad": 0.25, "distance": 4.0, "fov_y_rad": 0.5}},
            "glides": false, "aperture": "Medium", "autoplay": false, "motion": "Never", "unit": "Inch", "measure_unit": "Inch", "picture_memory_mb": 512,
            "keys": {"play": [{"ctrl": true, "shift": false, "alt": false, "key": "P"}]}, "inverts_orbit": true,
            "inverts_wheel": true, "recent_commands": ["play"], "stats": true, "renames": {"prefixes": ["Bip01 "]},
            "tree_width": 300.0, "inspector_width": 350.0, "tree_open": false, "inspector_open": false, "dope_sheet": true,
            "curve_view": true, "key_table": true, "filmstrip": true, "ghosts": {"count": 3}, "readout": {"decimals": 2},
            "ray_length": 3.0, "dock_notifications": true, "dock_layers": true, "dock_height": 200.0, "uv_layout_width": 400.0,
            "export": {"turns": 2}, "export_models": {"per_sec": 12}
        }"#;
        serde_json::from_str(text).expect("JSON")
    }

    /// Whether `written` says what `stored` says, of objects at least that.
    fn says(written: &Value, stored: &Value) -> bool {
        match (written, stored) {
            (Value::Object(written), Value::Object(stored)) => stored
                .iter()
                .all(|(key, value)| written.get(key).is_some_and(|written| says(written, value))),
            _ => written == stored,
        }
    }

    #[test]
    fn settings_from_before_parts_had_their_own_are_read_and_written_key_by_key() {
        let read: Preferences = serde_json::from_value(stored()).expect("settings");
        assert_eq!(read.clone().checked(), read);
        let keys =
            |settings: &Value| -> Vec<String> { settings.as_object().expect("an object").keys().cloned().collect() };
        let written = serde_json::to_value(&read).expect("they can be stored");
        let usual = serde_json::to_value(Preferences::default()).expect("they can be stored");
        assert_eq!(keys(&written), keys(&stored()));
        for (key, value) in stored().as_object().expect("an object") {
            assert!(says(&written[key], value), "{key}: {}", written[key]);
            assert!(!says(&usual[key], value), "{key} has a value of its own");
        }
    }
}
