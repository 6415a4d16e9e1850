//! The settings that outlive a run.

use super::{
    Binding, BoneDisplay, DockTab, EnvironmentChoice, ExportChoice, FileOrder, GhostChoice, LeftTab, LengthUnit,
    ModelExport, Motion, MousePreset, OrbitAbout, Readout, Theme, Viewpoints,
};
use castview_base::core::Camera;
use castview_motion::animation::Renames;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How short and how long lines of sight may be.
pub const RAY_LENGTHS: [f32; 2] = [0.1, 20.0];

/// How little and how much memory may be given to pictures, megabytes.
pub const PICTURE_MEMORY_MB: [u32; 2] = [256, 1 << 20];

/// Choices that stick; stored by the app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    pub theme: Theme,
    /// Multiplies the system's own scale.
    pub ui_scale: f32,
    /// Loop whatever the clip says.
    pub loops: bool,
    /// Loop exactly when the clip says so.
    pub follows_file_loop: bool,
    /// Ping-pong, before either of the two.
    pub ping_pong: bool,
    /// Scrubbing goes to whole frames.
    pub snaps: bool,
    /// One row for each notification under the ruler.
    pub notification_rows: bool,
    pub left_tab: LeftTab,
    /// Order of the Files tab.
    pub file_order: FileOrder,
    /// Files that other programs change are read again.
    pub watches: bool,
    /// Files that were open are opened again at the start.
    pub restores: bool,
    /// Files that the program is started with go to a window that is there.
    pub hands_over: bool,
    /// Megabytes that the next and the previous file of a folder may take while they wait to be opened; 0: they are not read ahead.
    pub prefetch_megabytes: u32,
    pub grid: bool,
    pub axes: bool,
    pub environment: EnvironmentChoice,
    pub bones: bool,
    pub bone_display: BoneDisplay,
    /// The names of bones that are drawn.
    pub bone_names: bool,
    /// The weight of each blend shape is set by itself, and not with those of its name on other meshes of the model.
    pub shapes_apart: bool,
    pub orbit_about: OrbitAbout,
    /// The cube in the corner of the view.
    pub view_cube: bool,
    /// Whose gestures of the mouse move the camera.
    pub mouse: MousePreset,
    /// The vertical field of view of a new camera.
    pub fov_y_rad: f32,
    pub viewpoints: Viewpoints,
    /// The camera glides to another view instead of jumping there.
    pub glides: bool,
    /// The first clip of what is opened plays at once.
    pub autoplay: bool,
    /// Whether panels and camera may glide. Without, everything is at its place at once.
    pub motion: Motion,
    /// Length of one unit in files that do not state it.
    pub unit: LengthUnit,
    /// Megabytes that models and textures may take to be drawn; 0: as much as the files make likely.
    pub picture_memory_mb: u32,
    /// Keys that were chosen for commands, by their names; the others have those of the table.
    pub keys: BTreeMap<String, Vec<Binding>>,
    /// Dragging up looks from below, as if the camera were turned and not the model.
    pub inverts_orbit: bool,
    /// The wheel towards the user goes nearer.
    pub inverts_wheel: bool,
    /// Names of the commands that were chosen last in the palette, the latest first.
    pub recent_commands: Vec<String>,
    pub stats: bool,
    /// How names of curves are changed before they are looked for.
    pub renames: Renames,
    pub tree_width: f32,
    pub inspector_width: f32,
    pub tree_open: bool,
    pub inspector_open: bool,
    pub dope_sheet: bool,
    pub curve_view: bool,
    /// The table of the keys of one channel.
    pub key_table: bool,
    pub filmstrip: bool,
    pub ghosts: GhostChoice,
    /// How a bone's numbers are shown.
    pub readout: Readout,
    /// Length of lines of sight, in the units of the models they belong to.
    pub ray_length: f32,
    /// The list of notifications and markers is in the dock.
    pub dock_notifications: bool,
    /// The layers on the time axis are in the dock.
    pub dock_layers: bool,
    /// Points.
    pub dock_height: f32,
    pub uv_layout_width: f32,
    /// Pictures as they were exported last.
    pub export: ExportChoice,
    /// Models and clips as they were exported last.
    pub export_models: ModelExport,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            ui_scale: 1.0,
            loops: true,
            follows_file_loop: false,
            ping_pong: false,
            snaps: true,
            notification_rows: true,
            left_tab: LeftTab::default(),
            file_order: FileOrder::default(),
            watches: true,
            restores: false,
            hands_over: false,
            prefetch_megabytes: 1024,
            grid: true,
            axes: true,
            environment: EnvironmentChoice::default(),
            bones: false,
            bone_display: BoneDisplay::default(),
            bone_names: false,
            shapes_apart: false,
            orbit_about: OrbitAbout::default(),
            view_cube: true,
            mouse: MousePreset::default(),
            fov_y_rad: Camera::FOV_Y_RAD,
            viewpoints: Viewpoints::default(),
            glides: true,
            autoplay: true,
            motion: Motion::default(),
            unit: LengthUnit::default(),
            picture_memory_mb: 0,
            keys: BTreeMap::new(),
            inverts_orbit: false,
            inverts_wheel: false,
            recent_commands: Vec::new(),
            stats: false,
            renames: Renames::default(),
            tree_width: 260.0,
            inspector_width: 300.0,
            tree_open: true,
            inspector_open: true,
            dope_sheet: false,
            curve_view: false,
            key_table: false,
            filmstrip: false,
            ghosts: GhostChoice::default(),
            readout: Readout::default(),
            ray_length: 2.0,
            dock_notifications: false,
            dock_layers: false,
            dock_height: 240.0,
            uv_layout_width: 320.0,
            export: ExportChoice::default(),
            export_models: ModelExport::default(),
        }
    }
}

/// Commands that the palette remembers.
const MOST_RECENT_COMMANDS: usize = 8;
/// Keys of one command.
const MOST_KEYS: usize = 4;

impl Preferences {
    /// Whether the dock shows `tab`.
    pub fn shows(&self, tab: DockTab) -> bool {
        match tab {
            DockTab::Keys => self.key_table,
            DockTab::DopeSheet => self.dope_sheet,
            DockTab::Curves => self.curve_view,
            DockTab::Notifications => self.dock_notifications,
            DockTab::Layers => self.dock_layers,
        }
    }

    pub(super) fn show_tabs(&mut self, tabs: &[DockTab]) {
        for tab in DockTab::ALL {
            let shown = match tab {
                DockTab::Keys => &mut self.key_table,
                DockTab::DopeSheet => &mut self.dope_sheet,
                DockTab::Curves => &mut self.curve_view,
                DockTab::Notifications => &mut self.dock_notifications,
                DockTab::Layers => &mut self.dock_layers,
            };
            *shown = tabs.contains(&tab);
        }
    }

    pub(super) fn note_command(&mut self, name: &str) {
        self.recent_commands.retain(|other| other != name);
        self.recent_commands.insert(0, name.to_owned());
        self.recent_commands.truncate(MOST_RECENT_COMMANDS);
    }

    /// Moves each value that is out of range (settings can be edited by hand) to the nearest sensible one.
    pub fn checked(mut self) -> Self {
        let usual = Self::default();
        let within = |value: f32, least: f32, most: f32, usual: f32| {
            if value.is_finite() {
                value.clamp(least, most)
            } else {
                usual
            }
        };
        self.ui_scale = within(self.ui_scale, 0.5, 4.0, usual.ui_scale);
        self.tree_width = within(self.tree_width, 100.0, 2000.0, usual.tree_width);
        self.inspector_width = within(self.inspector_width, 100.0, 2000.0, usual.inspector_width);
        self.dock_height = within(self.dock_height, 60.0, 2000.0, usual.dock_height);
        self.uv_layout_width = within(self.uv_layout_width, 100.0, 4000.0, usual.uv_layout_width);
        self.ray_length = within(self.ray_length, RAY_LENGTHS[0], RAY_LENGTHS[1], usual.ray_length);
        let [least, most] = Camera::FOV_RANGE_RAD;
        self.fov_y_rad = within(self.fov_y_rad, least, most, usual.fov_y_rad);
        if self.picture_memory_mb > 0 {
            let [least, most] = PICTURE_MEMORY_MB;
            self.picture_memory_mb = self.picture_memory_mb.clamp(least, most);
        }
        self.recent_commands.truncate(MOST_RECENT_COMMANDS);
        self.keys
            .retain(|_, keys| keys.len() <= MOST_KEYS && keys.iter().all(Binding::is_usable));
        self.viewpoints = self.viewpoints.checked();
        self.environment = self.environment.checked();
        self.bone_display = self.bone_display.checked();
        self.ghosts = self.ghosts.checked();
        self.readout = self.readout.checked();
        self.export = self.export.checked();
        self.export_models = self.export_models.checked();
        self
    }
}
