//! A debugging aid: what the window did, one JSON line a turn.
//!
//! `CASTVIEW_TRACE=FILE castview …` writes it. In: the state after a turn, egui's accessible controls. Out: lines of two
//! kinds, `{"turn":…}` with counts and the state a person would ask about, and `{"controls":[…]}` with every named
//! control, its role and its rectangle in pixels of the window. The window tests read both; nothing else does.
//! Costs nothing when the variable is not set.

use super::logging::say;
use crate::opened::{TextureEntry, TextureState};
use crate::session::Session;
use crate::session::playback;
use crate::session::window;
use egui::accesskit::{Node, TreeUpdate};
use serde::Serialize;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

const VARIABLE: &str = "CASTVIEW_TRACE";

/// While something plays the controls change at every turn; they are written this seldom then.
const CONTROLS_EVERY: Duration = Duration::from_millis(100);

/// How often things were done since the start; idle means that none of them grows.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TraceCounts {
    /// Turns, this one included.
    #[serde(rename = "turn")]
    pub turns: u64,
    /// Pictures of the 3D view drawn.
    pub pictures: u64,
    /// Small pictures of the filmstrip drawn.
    pub film: u64,
    /// Small pictures that lists can show.
    pub thumbnails: usize,
    /// Loads whose file had been read ahead.
    pub read_ahead: u64,
    /// Images of the whole window presented.
    pub presented: u64,
    /// Pixels of the window that were painted by egui, in all images of one device.
    pub painted_pixels: u64,
    /// Submissions of all pictures to the GPU.
    pub submissions: u64,
    /// The picture gets finer while nothing changes.
    pub gets_finer: bool,
    /// Graphics devices lost.
    pub losses: u64,
    /// How often a turn waited for the GPU.
    pub waits: u64,
}

/// The state after one turn.
#[derive(Debug, Serialize)]
pub struct TracedTurn<'a> {
    #[serde(flatten)]
    counts: TraceCounts,
    playing: bool,
    /// The playhead, in frames of the active clip.
    frame: Option<f64>,
    /// First and last frame of the active clip.
    range: Option<[f64; 2]>,
    /// In and out point, while they are set.
    play_range: Option<[f64; 2]>,
    clip: Option<&'a str>,
    /// Clips over the active one.
    layers: usize,
    files: Vec<&'a str>,
    /// Names of the models on the stage; a clip's own skeleton counts as one.
    models: Vec<&'a str>,
    /// How many of them hang on another.
    attached: usize,
    /// Curves of the clip that found something to drive.
    matched: Option<usize>,
    loading: bool,
    /// A picture takes its time: how much of it is there, 0…1.
    drawing: Option<f32>,
    /// Part that the picture shows, if that is not all: meshes, of how many, and how many more in a coarse form.
    part_shown: Option<[usize; 3]>,
    /// Sentence about what the budget leaves out of the picture.
    left_out: Option<&'a str>,
    /// Textures that are still on their way.
    textures_loading: usize,
    /// The page over the panels.
    page: Option<String>,
    /// The command that was chosen last in the palette, by name.
    command: Option<&'a str>,
    /// The selection, by kind and index.
    selected: Option<String>,
    /// The vertices that are pinned.
    pins: Vec<u32>,
    /// Target (x, y, z), yaw, pitch and distance of the camera.
    camera: [f32; 6],
    /// Size of the 3D view in pixels.
    viewport: [u32; 2],
    light: bool,
    full_screen: bool,
    drop_hint: Option<&'a str>,
    /// Notices that the user was told in this turn.
    notices: &'a [String],
    /// Milliseconds that the panels, the 3D view and the screen took.
    millis: [f32; 3],
}

impl<'a> TracedTurn<'a> {
    pub fn of(session: &'a Session, counts: TraceCounts, notices: &'a [String], took: [Duration; 3]) -> Self {
        let (stage, view) = (session.stage(), session.view());
        let is_loading = |texture: &&TextureEntry| matches!(texture.state, TextureState::Loading);
        Self {
            counts,
            playing: session.is_playing(),
            frame: session.frame(),
            range: session
                .timeline()
                .map(|timeline| [timeline.range.start, timeline.range.end]),
            play_range: playback::play_range(session).map(|range| [range.start, range.end]),
            layers: session.edits().layers().len(),
            clip: session.active_clip().map(|clip| clip.name.as_str()),
            files: stage.files().iter().map(|file| file.name.as_str()).collect(),
            models: stage
                .models()
                .iter()
                .map(|placed| placed.model().name.as_str())
                .collect(),
            attached: session.edits().attachments.len(),
            matched: stage.matches().map(|matches| matches.matched),
            loading: session.opening().loading.is_some(),
            drawing: view.drawing(),
            part_shown: view.part_shown().map(|part| [part.meshes, part.of, part.coarse]),
            left_out: session.view().budget_sentence(),
            textures_loading: stage
                .files()
                .iter()
                .flat_map(|file| &file.textures)
                .filter(is_loading)
                .count(),
            page: session.window().page().map(|page| format!("{page:?}")),
            command: session.preferences().window.recent_commands.first().map(String::as_str),
            selected: session.edits().selected.map(|selected| format!("{selected:?}")),
            pins: session.edits().pins().iter().map(|pin| pin.spot.vertex).collect(),
            camera: {
                let camera = view.camera();
                let [x, y, z] = camera.target.to_array();
                [x, y, z, camera.yaw_rad, camera.pitch_rad, camera.distance]
            },
            viewport: view.viewport(),
            light: window::is_light(session),
            full_screen: session.window().full_screen(),
            drop_hint: session.window().drop_hint(),
            notices,
            millis: took.map(|time| time.as_secs_f32() * 1000.0),
        }
    }
}

#[derive(Debug, PartialEq, Serialize)]
struct Control {
    /// As AccessKit names it: `Button`, `TreeItem`, `Label`.
    role: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// x, y, width, height in pixels of the window.
    rect: [i32; 4],
}

pub struct Trace {
    file: Option<File>,
    controls: Vec<Control>,
    written_at: Option<Instant>,
}

impl Trace {
    /// As the environment says.
    pub fn from_env() -> Self {
        let path = path_from_env();
        let file = path.and_then(|path| {
            File::create(&path)
                .inspect_err(|error| say(format_args!("no trace is written ({error}): {}", path.display())))
                .ok()
        });
        Self {
            file,
            controls: Vec::new(),
            written_at: None,
        }
    }

    /// Whether this run is traced, before there is a trace.
    pub fn is_asked_for() -> bool {
        path_from_env().is_some()
    }

    pub fn is_on(&self) -> bool {
        self.file.is_some()
    }

    /// Controls come first, so that a reader who sees a turn has seen its controls.
    pub fn write(&mut self, turn: &TracedTurn<'_>, update: Option<&TreeUpdate>, pixels_per_point: f32) {
        let Some(file) = &mut self.file else { return };
        let is_due = !turn.playing || self.written_at.is_none_or(|at| at.elapsed() >= CONTROLS_EVERY);
        if let Some(update) = update.filter(|_| is_due) {
            let controls = controls(update, pixels_per_point);
            if controls != self.controls {
                write_line(file, &serde_json::json!({ "controls": controls }));
                self.controls = controls;
                self.written_at = Some(Instant::now());
            }
        }
        write_line(file, turn);
    }
}

fn path_from_env() -> Option<std::ffi::OsString> {
    std::env::var_os(VARIABLE).filter(|path| !path.is_empty())
}

fn write_line(file: &mut File, line: &impl Serialize) {
    let written = serde_json::to_string(line)
        .map_err(std::io::Error::from)
        .and_then(|mut text| {
            text.push('\n');
            file.write_all(text.as_bytes())
        });
    if let Err(error) = written {
        log::warn!("the trace could not be written: {error}");
    }
}

/// Everything that has a name and a place.
fn controls(update: &TreeUpdate, pixels_per_point: f32) -> Vec<Control> {
    let scale = f64::from(pixels_per_point);
    let mut controls: Vec<Control> = update
        .nodes
        .iter()
        .filter_map(|(_, node)| control(node, scale))
        .collect();
    // egui's own order is that of a hash map; people and comparisons want one that stays.
    controls.sort_by(|a, b| (a.rect[1], a.rect[0], &a.name, &a.role).cmp(&(b.rect[1], b.rect[0], &b.name, &b.role)));
    controls
}

fn control(node: &Node, scale: f64) -> Option<Control> {
    let bounds = node.bounds()?;
    // Text keeps what it says in its value.
    let name = node.label().or(node.value()).filter(|name| !name.is_empty())?;
    let [x, y, right, bottom] = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|at| (at * scale).round() as i32);
    Some(Control {
        role: format!("{:?}", node.role()),
        name: name.to_owned(),
        value: node
            .value()
            .map(str::to_owned)
            .or_else(|| node.numeric_value().map(|value| value.to_string())),
        rect: [x, y, right - x, bottom - y],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_controls_are_listed_in_pixels() {
        let egui = egui::Context::default();
        egui.enable_accesskit();
        let mut output = egui.run_ui(egui::RawInput::default(), |ui| {
            let _ = ui.button("Play");
        });
        output.textures_delta.clear();
        let update = output.platform_output.accesskit_update.expect("accessibility is on");
        let found = controls(&update, 2.0);
        let play = found
            .iter()
            .find(|control| control.role == "Button")
            .expect("the button");
        assert_eq!(play.name, "Play");
        let at_one = controls(&update, 1.0);
        let small = at_one
            .iter()
            .find(|control| control.role == "Button")
            .expect("the button");
        assert!(
            play.rect[2] > small.rect[2] && small.rect[2] > 10,
            "{:?} {:?}",
            play.rect,
            small.rect
        );
    }
}
