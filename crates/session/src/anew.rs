//! All that a session derives from its state, as text, and made anew.
//!
//! A cache is right if it says the same as one made from nothing. The property test and the fuzzer of random actions compare both.

use super::{Change, Session};
use castview_base::core::Bounds;
use castview_base::scene::Input;
use castview_motion::animation::rest_pose;
use castview_picture::{Picture, PlacedModel};
use std::sync::Arc;

impl Session {
    /// Everything derived: what a picture shows, the seam, events, the budget, and the clip whose keys are shown.
    pub fn derived_as_text(&self) -> String {
        [
            self.drawn_as_text(),
            format!("seam {:?}", self.seam()),
            format!("ground {:?} {:?}", self.view.ground, self.view.swept),
            format!("front {:?}", self.front()),
            format!("inputs {:?}", Input::ALL.map(|input| self.has_input(input))),
            format!("events {:?}", self.event_tracks().collect::<Vec<_>>()),
            format!("budget {:?}", self.budget_sentence()),
            format!("keyed {:?}", self.keyed().map(|keyed| keyed.entry.key)),
        ]
        .join("\n")
    }

    /// All that a picture shows: if it becomes another text, somebody has to be told.
    pub fn picture_as_text(&self) -> String {
        let picture = self.picture([64, 64], 1);
        let looks = picture.models.iter().map(|model| {
            let PlacedModel {
                key,
                hidden_meshes,
                selection,
                also_selected_meshes,
                bones,
                marked,
                ..
            } = model;
            format!("{key:?} {hidden_meshes:?} {selection:?} {also_selected_meshes:?} {bones:?} {marked:?}")
        });
        let looks: Vec<String> = looks.collect();
        let rest = Picture {
            models: Vec::new(),
            ghosts: Vec::new(),
            ..picture
        };
        [looks.join("\n"), format!("{rest:?}"), self.drawn_as_text()].join("\n")
    }

    /// The derived things in a picture: poses, bounds, levels, trails, ghosts, pins.
    pub fn drawn_as_text(&self) -> String {
        let mut out = Vec::new();
        for placed in &self.stage.models {
            let pose = &*placed.pose;
            out.push(format!(
                "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                placed.key,
                pose.local,
                pose.palettes,
                pose.shape_weights,
                pose.methods,
                pose.mesh_visible,
                pose.settings,
                placed.stage_from_model,
                placed.bounds,
                self.left_out_of(placed.key),
            ));
        }
        let picture = self.picture([64, 64], 1);
        out.push(format!("trails {:?}", picture.trails));
        let is_pin = |text: &str| text.contains("vertex");
        let pins: Vec<_> = picture.labels.iter().filter(|label| is_pin(&label.text)).collect();
        out.push(format!("pins {:?} {pins:?}", picture.lines));
        for ghost in &picture.ghosts {
            let look = (ghost.color, ghost.opacity, ghost.is_outline);
            out.push(format!("ghost {:?} {look:?}", ghost.model.pose.local));
        }
        out.join("\n")
    }

    /// Forgets everything derived, and makes it anew.
    pub fn derive_anew(&mut self) {
        self.aids.trails.forget();
        self.view.budgeted.forget();
        self.aids.ghosts = Default::default();
        self.aids.camera_paths = Default::default();
        self.playback.layer_events = Default::default();
        self.view.left_out = Default::default();
        self.composition.next_poses.clear();
        self.view.front.take();
        self.view.inputs.take();
        for placed in &mut self.stage.models {
            placed.pose = Arc::new(rest_pose(placed.model()));
            placed.bounds = Bounds::EMPTY;
            placed.outline = None;
        }
        self.bind_active_clip();
        self.note(Change::POSES | Change::SEAM);
        self.evaluate();
        self.measure_seam();
        self.list_events();
        self.follow_aids();
    }
}
